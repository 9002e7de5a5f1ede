import Ledger
import Retrieval
import Store

/// The goals of an index.
public struct GoalBook {
    private let index: HouseholdIndex

    /// Full months that the pace is taken from.
    public static let months = 6

    public init(_ index: HouseholdIndex) { self.index = index }

    public func goals() throws(StoreError) -> [SavingGoal] {
        try index.database.rows("SELECT name, amount, currency, by_day, set_on FROM goal ORDER BY by_day, name") {
            row in
            SavingGoal(
                name: row.text(0), target: Money(row.int(1), Currency(row.text(2)) ?? .usd),
                by: CivilDate(dayNumber: Int32(row.int(3))), since: CivilDate(dayNumber: Int32(row.int(4))))
        }
    }

    /// Keeps a goal; one of the same name is changed and keeps the day it was set on.
    public func set(_ goal: SavingGoal) throws {
        try index.database.write {
            try index.database.run(
                """
                INSERT INTO goal (name, amount, currency, by_day, set_on) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET amount = excluded.amount, currency = excluded.currency,
                by_day = excluded.by_day
                """, .text(goal.name), .int(goal.target.minorUnits), .text(goal.target.currency.code),
                .int(Int64(goal.by.dayNumber)), .int(Int64(goal.since.dayNumber)))
        }
    }

    /// - Returns: whether there was one of that name.
    public func remove(_ name: String) throws -> Bool {
        try index.database.write {
            try index.database.run("DELETE FROM goal WHERE name = ?", .text(name))
            return index.database.changes > 0
        }
    }

    /// How far the goals of a currency are.
    public func progress(asOf: CivilDate, currency: Currency) throws -> [GoalProgress] {
        let goals = try goals().filter { $0.target.currency == currency }
        guard !goals.isEmpty else { return [] }
        return try GoalProgress.progress(goals, pace: try pace(asOf: asOf, currency: currency), asOf: asOf) { since in
            since > asOf ? 0 : try flows(Period(since, asOf), currency).net
        }
    }

    /// Income less spending of the last full months with data; nil where there is no such month.
    public func pace(asOf: CivilDate, currency: Currency) throws -> SavingPace? {
        guard let coverage = try index.coverage else { return nil }
        let end = asOf.startOfMonth.adding(days: -1)
        // A month is whole when the data begins in its first week.
        let begun = coverage.start.day <= 7 ? coverage.start.startOfMonth : coverage.start.endOfMonth.adding(days: 1)
        let start = max(asOf.startOfMonth.adding(months: -GoalBook.months), begun)
        guard start < end, coverage.end >= start else { return nil }
        let months = end.monthNumber - start.monthNumber + 1
        let flows = try flows(Period(start, end), currency)
        return SavingPace(net: flows.net, income: flows.income, months: months)
    }

    private func flows(_ period: Period, _ currency: Currency) throws -> (net: Int64, income: Int64) {
        let evidence = try Retriever(index).cashFlow(Query(period: period, direction: .any))
        func sum(_ name: String) -> Int64 {
            evidence.figures(named: name).reduce(0) { sum, figure in
                if case .money(let money) = figure.value, money.currency == currency { return sum + money.minorUnits }
                return sum
            }
        }
        return (sum("net"), sum("income"))
    }
}
