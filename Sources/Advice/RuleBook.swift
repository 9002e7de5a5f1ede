import Ledger
import Retrieval
import Store

/// The monthly limits of an index.
///
/// What counts against a limit is spending as everywhere: the same query that answers a question computes it.
public struct RuleBook {
    let index: HouseholdIndex
    let retriever: Retriever

    public init(_ index: HouseholdIndex) {
        self.index = index
        retriever = Retriever(index)
    }

    /// The limits in force, by category and currency.
    public func rules() throws -> [SpendingRule] {
        try index.monthlyLimits().map { SpendingRule(category: $0.category, monthlyLimit: $0.limit) }
    }

    /// The limits that hold for the month of a day: a limit holds from the month in which it was set.
    func rules(inMonthOf day: CivilDate) throws -> [SpendingRule] {
        try index.monthlyLimits(on: day.endOfMonth).map { SpendingRule(category: $0.category, monthlyLimit: $0.limit) }
    }

    /// The category of a limit or purchase; nil for one that money is not spent on.
    public func category(_ id: String) -> RuleCategory? { RuleCategory(id: id, in: index.taxonomy) }

    /// Sets a limit in the currency of its amount.
    ///
    /// - Returns: what it was before; nil when there was none.
    @discardableResult
    public func set(_ category: RuleCategory, limit: Money, on day: CivilDate) throws -> Money? {
        if let problem = RuleBook.problem(with: limit) { throw problem }
        return try index.changeLimit(category.id, to: limit.minorUnits, in: limit.currency, on: day)
    }

    /// Takes a category's limits away, in every currency.
    ///
    /// - Returns: those that there were.
    public func remove(_ category: RuleCategory, on day: CivilDate) throws -> [SpendingRule] {
        let gone = try rules().filter { $0.category == category.id }
        try index.removeLimits(category.id, on: day)
        return gone
    }

    /// Every change that was not undone, newest first.
    public func history() throws -> [LimitChange] { try index.limitChanges() }

    /// Larger amounts, in major units of a currency, are slips of the keyboard.
    private static let largestLimit: Int64 = 1_000_000_000

    /// Why an amount cannot be a limit; nil when it can.
    public static func problem(with limit: Money) -> RuleError? {
        if limit.minorUnits < 0 {
            return RuleError(
                "a monthly limit can't be below zero: \(limit.text); `coach rules remove CATEGORY` removes one")
        }
        guard limit.minorUnits / limit.currency.minorPerMajor > largestLimit else { return nil }
        // What is beyond reckoning was said in other digits.
        let amount = limit.minorUnits == .max ? "that's" : "\(limit.text) a month is"
        return RuleError("\(amount) too much for a limit; try an amount like 600")
    }
}

/// A limit that cannot be, as one line for people.
public struct RuleError: Error, Equatable, Sendable, CustomStringConvertible {
    public let message: String

    init(_ message: String) { self.message = message }

    public var description: String { message }
}
