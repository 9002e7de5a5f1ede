import Ledger

/// A category's month so far, against what its own earlier months had come to by the same day.
struct UnusualPace {
    private let rows: [RecurringRow]
    private let streams: Set<Int64>
    private let period: Period

    /// Earlier months that are looked at, and how many of them there must be.
    private static let months = 12
    private static let fewest = 4

    /// - Parameter rows: oldest first.
    init(_ rows: [RecurringRow], streams: [RecurringStream], period: Period) {
        self.rows = rows
        self.streams = Set(streams.flatMap(\.rowIDs))
        self.period = period
    }

    private struct Key: Hashable {
        let category: String
        let currency: Currency
    }

    private struct Entry {
        /// Spent by the day in each month, the one asked about first.
        var spent = [Int64](repeating: 0, count: months + 1)
        /// The purchases of the month asked about.
        var purchases: [RecurringRow] = []
    }

    func findings() -> [UnusualFinding] {
        // The month of the period's last day, once a week of it is over.
        let day = period.end.day
        guard let start = rows.first?.date, let last = rows.last?.date, day >= 7, period.end <= last.endOfMonth else {
            return []
        }
        let month = period.end.monthNumber
        // A month counts when the data begins before its second day.
        let known = min(
            UnusualPace.months, month - start.adding(days: 30).startOfMonth.monthNumber + (start.day == 1 ? 1 : 0))
        guard known >= UnusualPace.fewest else { return [] }
        var entries: [Key: Entry] = [:]
        let isWhole = period.end == period.end.endOfMonth
        for row in rows.reversed() {
            let back = month - row.date.monthNumber
            if back > known { break }
            guard back >= 0, isWhole || row.date.day <= day, row.date <= period.end, !streams.contains(row.id),
                row.kind == .expense || row.kind == .refund
            else { continue }
            let key = Key(category: row.category, currency: row.amount.currency)
            entries[key, default: Entry()].spent[back] -= row.amount.minorUnits
            if back == 0, row.kind == .expense { entries[key, default: Entry()].purchases.append(row) }
        }
        return entries.compactMap { finding($0.key, $0.value, known) }
    }

    private func finding(_ key: Key, _ entry: Entry, _ known: Int) -> UnusualFinding? {
        let now = entry.spent[0]
        let before = Array(entry.spent[1...known])
        let (middle, usual) = (median(before), UsualMonth(Array(before.prefix(UsualMonth.months)))?.amount ?? 0)
        let excess = now - middle
        guard entry.purchases.count >= 3, middle > 0, now * 2 >= middle * 3, now > before.max() ?? 0,
            excess >= 50 * key.currency.minorPerMajor
        else { return nil }
        let spread = max(median(before.map { abs($0 - middle) }), middle / 10, 1)
        guard 0.6745 * Double(excess) / Double(spread) > 2,
            let largest = entry.purchases.min(by: { ($0.amount.minorUnits, $0.id) < ($1.amount.minorUnits, $1.id) }),
            // One large purchase is no pace.
            -largest.amount.minorUnits * 2 < excess
        else { return nil }
        return UnusualFinding(
            row: largest,
            reason: .pace(
                spent: Money(now, key.currency), usual: Money(usual, key.currency), through: period.end))
    }
}
