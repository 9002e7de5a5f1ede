import Ledger

/// Headers of a reply.
struct ResponseHead {
    private var fields: [(name: String, value: String)] = []

    /// - Parameter text: the lines of a head, as they came.
    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var value = parts[1].drop { $0 == " " || $0 == "\t" }
            while value.last == " " || value.last == "\t" { value.removeLast() }
            fields.append((parts[0].lowercased(), String(value)))
        }
    }

    subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    /// Seconds to wait, from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). A date is held against the reply's
    /// own `Date`, so that a wrong clock here does no harm.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC, for a reply without a date.
    func retryAfter(now: Int) -> Double? {
        guard let value = self["retry-after"] ?? self["llm_provider-retry-after"] else { return nil }
        // Some endpoints send fractions.
        if value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }) { return Double(value) }
        let sent = self["date"].flatMap { HTTPDate.seconds($0, now: now) } ?? now
        return HTTPDate.seconds(value, now: sent).map { Double(max(0, $0 - sent)) }
    }
}

/// The three forms of dates in HTTP (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Seconds since 1970-01-01 UTC of `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or
    /// `Sun Nov  6 08:49:37 1994`; nil for anything else.
    ///
    /// - Parameter now: a year of two digits that would lie more than fifty years behind it is one of the century before.
    static func seconds(_ text: String, now: Int) -> Int? {
        let parts = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }
        let order: (day: Int, month: Int, year: Int, clock: Int)
        switch (parts.count, parts.last) {
        case (6, "gmt"): order = (1, 2, 3, 4)
        case (5, _): order = (2, 1, 4, 3)
        default: return nil
        }
        guard let day = Int(parts[order.day]), let month = months.firstIndex(of: String(parts[order.month])),
            var year = Int(parts[order.year])
        else { return nil }
        if parts[order.year].utf8.count == 2 {
            let current = CivilDate(dayNumber: Int32(truncatingIfNeeded: now / 86_400)).year
            year += current - current % 100
            if year > current + 50 { year -= 100 }
        }
        let clock = parts[order.clock].split(separator: ":").map { Int($0) ?? -1 }
        guard let date = CivilDate(year: year, month: month + 1, day: day), clock.count == 3,
            (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        return Int(date.dayNumber) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }
}
