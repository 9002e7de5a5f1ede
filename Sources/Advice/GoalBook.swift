import Ledger
import Retrieval
import Store

/// The goals of an index.
public struct GoalBook {
    private let index: HouseholdIndex

    public init(_ index: HouseholdIndex) { self.index = index }

    public func goals() throws(StoreError) -> [SavingGoal] { try index.goals() }

    /// Keeps a goal, as one action that can be taken back; one of the same name is changed and keeps the day it was set
    /// on.
    public func set(_ goal: SavingGoal) throws { try index.changeGoal(goal.name, to: goal) }

    /// Forgets a goal, as one action that can be taken back.
    ///
    /// - Returns: whether there was one of that name.
    public func remove(_ name: String) throws -> Bool { try index.changeGoal(name, to: nil) != nil }

    /// How far the goals of a currency are.
    public func progress(asOf: CivilDate, currency: Currency) throws -> [GoalProgress] {
        let goals = try goals().filter { $0.target.currency == currency }
        guard !goals.isEmpty else { return [] }
        return try GoalProgress.progress(goals, pace: try pace(asOf: asOf, currency: currency), asOf: asOf) { since in
            // What came and went on the day it was set on had done so before.
            since >= asOf ? 0 : try net(Period(since.adding(days: 1), asOf), currency)
        }
    }

    /// What a usual one of the last full months with data left; nil where there is no such month, or nothing in the currency.
    public func pace(asOf: CivilDate, currency: Currency) throws -> SavingPace? {
        guard let coverage = try index.coverage else { return nil }
        let end = asOf.startOfMonth.adding(days: -1)
        // A month is whole when the data begins in its first week, or ends in its last.
        let begun = coverage.start.day <= 7 ? coverage.start.startOfMonth : coverage.start.endOfMonth.adding(days: 1)
        var month = max(asOf.startOfMonth.adding(months: -UsualMonth.months), begun)
        let flows = try index.monthlyFlows(from: month, through: end, currency)
        guard !flows.isEmpty else { return nil }
        var months: [(income: Int64, spending: Int64)] = []
        while month < end, month.endOfMonth.adding(days: -7) <= coverage.end {
            months.append(flows[month.monthNumber] ?? (income: 0, spending: 0))
            month = month.adding(months: 1)
        }
        var pace = SavingPace(months: months)
        pace?.span = Period(month.adding(months: -months.count), month.adding(days: -1))
        return pace
    }

    /// What came in in a period, minor units.
    public func income(_ period: Period, _ currency: Currency) throws -> Int64 { try sum("income", period, currency) }

    private func net(_ period: Period, _ currency: Currency) throws -> Int64 { try sum("net", period, currency) }

    private func sum(_ name: String, _ period: Period, _ currency: Currency) throws -> Int64 {
        try Retriever(index).cashFlow(Query(period: period, direction: .any)).figures(named: name)
            .reduce(0) { sum, figure in
                if case .money(let money) = figure.value, money.currency == currency { return sum + money.minorUnits }
                return sum
            }
    }
}
