import Ledger

/// Finds rows worth a second look: a pure function of the rows, the streams among them and the days asked about.
public struct UnusualDetector {
    private let rows: [RecurringRow]
    private let streams: [RecurringStream]
    private let period: Period
    private let foreign: [Int64: Currency]

    /// What is unusual in a period, what matters most first; no row twice.
    ///
    /// - Parameters:
    ///   - rows: all rows up to the as-of day that habits are learned from, in any order.
    ///   - streams: the recurring streams among them.
    ///   - foreign: the other currency that a row's bank text names, by row number.
    public static func findings(
        rows: [RecurringRow], streams: [RecurringStream], period: Period, foreign: [Int64: Currency] = [:]
    ) -> [UnusualFinding] {
        let sorted = rows.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        return UnusualDetector(rows: sorted, streams: streams, period: period, foreign: foreign).findings()
    }

    private func findings() -> [UnusualFinding] {
        let habits = UnusualHabits(rows, streams: streams, period: period)
        var all = fees() + foreignCharges() + changes()
        for merchant in habits.merchants { all += habits.findings(merchant) }
        all += UnusualPace(rows, streams: streams, period: period).findings()
        all.sort(by: UnusualFinding.precedes)
        var seen: Set<Int64> = []
        return all.filter { seen.insert($0.row.id).inserted }
    }

    // MARK: Fees

    private static let feeCategories: Set<String> = ["fees", "interest_charge", "late_fee", "atm_fee", "foreign_fee"]

    /// One finding for all fees of a kind on an account.
    private func fees() -> [UnusualFinding] {
        struct Key: Hashable {
            let category: String
            let account: String
        }
        var groups: [Key: [RecurringRow]] = [:]
        for row in rows where row.kind == .expense && UnusualDetector.feeCategories.contains(row.category) {
            guard period.contains(row.date), row.amount.minorUnits < 0 else { continue }
            groups[Key(category: row.category, account: row.account), default: []].append(row)
        }
        return groups.values.map { rows in
            let last = rows[rows.count - 1]
            let sum = rows.reduce(Int64(0)) { $0 - $1.amount.minorUnits }
            return UnusualFinding(
                row: last, reason: .fee(count: rows.count, total: Money(sum, last.amount.currency)))
        }
    }

    // MARK: Foreign currency

    /// From so many on within the two years, paying in other currencies is a habit and no surprise.
    private static let foreignHabit = 5

    private func foreignCharges() -> [UnusualFinding] {
        guard foreign.count < UnusualDetector.foreignHabit else { return [] }
        return rows.compactMap { row in
            guard let currency = foreign[row.id], row.kind == .expense, period.contains(row.date) else { return nil }
            return UnusualFinding(row: row, reason: .foreignCurrency(currency))
        }
    }

    // MARK: Streams

    private func changes() -> [UnusualFinding] {
        var byID: [Int64: RecurringRow] = [:]
        let wanted = Set(streams.flatMap(\.rowIDs))
        for row in rows where wanted.contains(row.id) { byID[row.id] = row }
        var out: [UnusualFinding] = []
        for stream in streams where stream.kind == .expense {
            let beats = stream.rowIDs.compactMap { byID[$0] }
            func add(_ date: CivilDate, _ reason: UnusualFinding.Reason) {
                guard period.contains(date), let row = beats.first(where: { $0.date == date }) else { return }
                out.append(UnusualFinding(row: row, reason: reason))
            }
            if let rise = stream.rise { add(rise.on, .raised(from: rise.from)) }
            if stream.isNew { add(stream.firstDate, .newStream(stream.cadence)) }
            if stream.group == .subscription, let back = stream.resumedOn,
                let before = beats.last(where: { $0.date < back })
            {
                add(back, .cameBack(after: before.date))
            }
        }
        return out
    }
}
