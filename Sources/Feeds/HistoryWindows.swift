import Ledger

/// Days as a provider's requests ask for them: pieces that lie end to end, none longer than the provider answers whole.
///
/// A piece holds its first day and not its last, as SimpleFIN's `start-date` and `end-date` do: the end of one is the start of
/// the next, so that no day is asked for twice or never.
enum HistoryWindows {
    /// In days. The Bridge caps a request at 90 and says that it may do so at 45.
    static let longest = 45

    /// - Parameters:
    ///   - start: the first day.
    ///   - end: the day behind the last one.
    /// - Returns: oldest first; empty where there is no day.
    static func tiles(from start: CivilDate, to end: CivilDate) -> [Range<Int32>] {
        var out: [Range<Int32>] = []
        var day = start.dayNumber
        while day < end.dayNumber {
            let next = min(day + Int32(longest), end.dayNumber)
            out.append(day..<next)
            day = next
        }
        return out
    }

    /// Seconds since 1970-01-01 UTC when a day begins.
    static func epoch(_ day: Int32) -> Int64 { Int64(day) * 86_400 }
}
