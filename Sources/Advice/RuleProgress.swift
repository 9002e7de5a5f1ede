import Ledger
import Retrieval

/// How far a monthly limit is used in one month.
public struct RuleProgress: Hashable, Sendable {
    public let rule: SpendingRule
    public let category: RuleCategory
    /// The days counted: the whole month, or as far as it has gone.
    public let period: Period
    /// Less what refunds gave back, so it may be negative.
    public let spent: Money
    /// The transactions that were summed.
    public let rows: Int
    /// What of `spent` is pending.
    public let pending: Money
    /// Minor units that the month ends with at its pace so far: what was spent, times the days of the month, by the
    /// days gone, rounded half away from zero. nil for a month that is over, and where refunds outweigh purchases.
    public let projected: Money?

    public var limit: Money { rule.monthlyLimit }

    /// Negative when the limit is exceeded.
    public var remaining: Money { Money(limit.minorUnits - spent.minorUnits, limit.currency) }

    /// The part of the limit that is spent, rounded half away from zero to four decimals; 1 is all of it. Nil for a limit of
    /// nothing, which has no parts.
    public var utilization: Double? {
        guard limit.minorUnits > 0 else { return nil }
        return Double(roundedQuotient(spent.minorUnits, times: 10_000, by: limit.minorUnits)) / 10_000
    }

    /// As `utilization`, to be compared: infinite where anything is spent of a limit of nothing.
    fileprivate var used: Double { utilization ?? (isExceeded ? .infinity : 0) }

    public var isExceeded: Bool { spent.minorUnits > limit.minorUnits }

    /// Whether the pace so far leads beyond a limit that is not exceeded yet.
    public var isHeadedOver: Bool { !isExceeded && (projected.map { $0.minorUnits > limit.minorUnits } ?? false) }
}

extension RuleBook {
    /// How far each limit is used this month, the most used first.
    public func progress(asOf: CivilDate) throws -> [RuleProgress] {
        try progress(inMonthOf: asOf, asOf: asOf)
    }

    /// How far each limit that held in the month of a day was used in it, the most used first.
    public func progress(inMonthOf day: CivilDate, asOf: CivilDate) throws -> [RuleProgress] {
        try rules(inMonthOf: day).compactMap { try progress(of: $0, inMonthOf: day, asOf: asOf) }
            .sorted { ($1.used, $0.rule.category) < ($0.used, $1.rule.category) }
    }

    /// The same with the limits of today that were set only after that month: what was spent before is held against them too.
    func progress(measuring day: CivilDate, asOf: CivilDate) throws -> [RuleProgress] {
        let known = Set(
            try history().filter { $0.day <= day.endOfMonth }.map { [$0.category, $0.currency.code] })
        let later = try rules().filter { !known.contains([$0.category, $0.monthlyLimit.currency.code]) }
        return try progress(inMonthOf: day, asOf: asOf)
            + later.compactMap { try progress(of: $0, inMonthOf: day, asOf: asOf) }
    }

    /// - Returns: nil for a limit on a category that this program does not know, and for a month to come.
    public func progress(of rule: SpendingRule, inMonthOf day: CivilDate, asOf: CivilDate) throws -> RuleProgress? {
        guard let category = category(rule.category), day.startOfMonth <= asOf else { return nil }
        let month = Period.month(of: day)
        let isRunning = month.end > asOf
        let period = isRunning ? Period(month.start, asOf, label: "this month") : month
        let sum = try spending(on: category, in: period, rule.monthlyLimit.currency)
        let projected = roundedQuotient(sum.money.minorUnits, times: Int64(month.days), by: Int64(period.days))
        let isPaced = month.contains(asOf) && sum.money.minorUnits >= 0
        return RuleProgress(
            rule: rule, category: category, period: period, spent: sum.money, rows: sum.rows, pending: sum.pending,
            projected: isPaced ? Money(projected, sum.money.currency) : nil)
    }

    /// The spending on a category in one currency, as a question about it is answered.
    func spending(on category: RuleCategory, in period: Period, _ currency: Currency) throws -> SpendingSum {
        SpendingSum(try retriever.figures(category.query(period)), currency)
    }
}

/// What some spending comes to in one currency.
struct SpendingSum {
    let money: Money
    let rows: Int
    let pending: Money

    init(_ evidence: Evidence, _ currency: Currency) {
        var (units, rows) = (Int64(0), 0)
        for figure in evidence.figures(named: "total") {
            guard case .money(let money) = figure.value, money.currency == currency else { continue }
            units = money.minorUnits
            rows = figure.rows ?? 0
        }
        money = Money(units, currency)
        self.rows = rows
        pending = evidence.pending.first { $0.currency == currency } ?? Money(0, currency)
    }
}
