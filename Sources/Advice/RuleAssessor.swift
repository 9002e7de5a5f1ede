import Ledger
import Retrieval
import Store

/// Holds a purchase against the monthly limits.
public struct RuleAssessor {
    private let book: RuleBook
    private let index: HouseholdIndex

    public init(_ index: HouseholdIndex) {
        self.index = index
        book = RuleBook(index)
    }

    /// What the purchase is counted with: a limit's category, or without one the purchase's own.
    private struct Standing {
        let rule: SpendingRule?
        let category: RuleCategory?
        let spent: Counted
        let cost: Int64
        let limit: Int64?
        var reason: RuleAssessment.BlockReason {
            RuleAssessment.blockReason(cost: cost, spent: spent.units, limit: limit)
        }
        /// The part of the limit that is spent with the purchase.
        var ratio: Double { limit.map { LimitStanding(cents: $0, spent: spent.units).ratio(after: cost) } ?? 0 }
    }

    /// Minor units, the transactions and payments they are of, and what of them is only under way.
    private struct Counted {
        var units: Int64 = 0
        var rows = 0
        var underWay: Int64 = 0

        /// Payments by card that may still go through count as if they did.
        func with(_ open: [Charge]) -> Counted {
            let more = open.reduce(0) { $0 + $1.amount.minorUnits }
            return Counted(units: units + more, rows: rows + open.count, underWay: underWay + more)
        }
    }

    /// Metrics, block reason, suggested limit and the words for them.
    ///
    /// Every limit applies whose category holds all of the purchase's. Of several the one that blocks is reported, and
    /// of those the one that would be used most; of equals the narrower. Spending is that of the calendar month of the
    /// purchase, and of the seven days that end on it, as far as they are not later than `asOf`.
    public func assess(_ purchase: Purchase, asOf: CivilDate) throws -> RuleAssessment {
        let currency = purchase.amount.currency
        let own = purchase.category.flatMap(book.category)
        let days = PurchaseDays(purchase, asOf: asOf)
        let cost = purchase.countedAgainstLimit(costing: purchase.amount.minorUnits)
        let standings = try applying(to: own, purchase.day, currency).map { rule, category in
            Standing(
                rule: rule, category: category, spent: try sum(category, days.month, currency), cost: cost,
                limit: rule.monthlyLimit.minorUnits)
        }.sorted(by: isWorse)
        let standing = try standings.first ?? unlimited(own, purchase, days, cost)
        let week = try self.week(standing.category, purchase, days.week, currency)
        let limit = standing.limit
        let suggestion = limit == nil ? try suggestion(for: own, currency, asOf: asOf) : nil
        let words = RuleRationale(
            purchase: purchase, category: standing.category, spent: standing.spent.units, cost: cost,
            underWay: standing.spent.underWay, month: days.monthWords(asOf: asOf), limit: limit,
            dataAge: limit == nil ? nil : try DataAge.note(book.index, asOf: asOf))
        return RuleAssessment(
            existingRule: standing.rule, spentMonthToDate: standing.spent.units, spent7Days: week.units,
            count7Days: week.rows, limit: limit, remaining: limit.map { $0 - standing.spent.units },
            blockReason: standing.reason, suggestedRule: suggestion?.rule,
            rationale: words.text(standing.reason, suggestion),
            limits: standings.compactMap { standing in
                standing.limit.map { LimitStanding(cents: $0, spent: standing.spent.units) }
            })
    }

    /// A limit for a category that has none.
    private func suggestion(for own: RuleCategory?, _ currency: Currency, asOf: CivilDate) throws -> RuleSuggestion? {
        guard let own else { return nil }
        return try book.suggestion(own, in: currency, asOf: asOf)
    }

    private func applying(to own: RuleCategory?, _ day: CivilDate, _ currency: Currency) throws -> [(
        SpendingRule, RuleCategory
    )] {
        guard let own else { return [] }
        return try book.rules(inMonthOf: day).compactMap { rule in
            guard rule.monthlyLimit.currency == currency, let category = book.category(rule.category),
                category.covers(own)
            else { return nil }
            return (rule, category)
        }
    }

    private func isWorse(_ a: Standing, _ b: Standing) -> Bool {
        let (x, y) = (a.reason != .none, b.reason != .none)
        if x != y { return x }
        if a.ratio != b.ratio { return a.ratio > b.ratio }
        let sizes = (a.category?.members.count ?? 0, b.category?.members.count ?? 0)
        return sizes.0 != sizes.1 ? sizes.0 < sizes.1 : (a.category?.id ?? "") < (b.category?.id ?? "")
    }

    private func unlimited(_ own: RuleCategory?, _ purchase: Purchase, _ days: PurchaseDays, _ cost: Int64) throws
        -> Standing
    {
        let currency = purchase.amount.currency
        let spent = try own.map { try sum($0, days.month, currency) } ?? atMerchant(purchase, days.month)
        return Standing(rule: nil, category: own, spent: spent, cost: cost, limit: nil)
    }

    private func week(_ category: RuleCategory?, _ purchase: Purchase, _ week: Period?, _ currency: Currency) throws
        -> Counted
    {
        try category.map { try sum($0, week, currency) } ?? atMerchant(purchase, week)
    }

    private func sum(_ category: RuleCategory, _ period: Period?, _ currency: Currency) throws -> Counted {
        guard let period else { return Counted() }
        let sum = try book.spending(on: category, in: period, currency)
        let open = try open(in: period, currency) { charge in
            // What it will be a row of.
            book.category(charge.category ?? "other").map(category.covers) ?? false
        }
        return Counted(units: sum.money.minorUnits, rows: sum.rows).with(open)
    }

    /// Without a category, what was spent at the merchant.
    private func atMerchant(_ purchase: Purchase, _ period: Period?) throws -> Counted {
        guard let period, let merchant = purchase.merchant else { return Counted() }
        let (key, currency) = (NameKey.key(of: merchant), purchase.amount.currency)
        let open = try open(in: period, currency) { NameKey.key(of: $0.merchant) == key }
        let names = try index.merchantNames(key: key)
        guard !names.isEmpty else { return Counted().with(open) }
        let evidence = try book.retriever.figures(Query(period: period, merchants: names))
        let sum = SpendingSum(evidence, currency)
        return Counted(units: sum.money.minorUnits, rows: sum.rows).with(open)
    }

    /// Payments by card of these days that nobody knows yet what comes of; those for trying cost nothing.
    private func open(in period: Period, _ currency: Currency, where isMeant: (Charge) -> Bool) throws -> [Charge] {
        try index.openCharges().filter { charge in
            !charge.isTest && charge.amount.currency == currency && period.contains(charge.day) && isMeant(charge)
        }
    }
}

/// The days that count for a purchase, as far as they are known.
struct PurchaseDays {
    /// The month of the purchase up to it; nil when none of it has come yet.
    let month: Period?
    /// The seven days that end with the purchase; nil when none of them has come yet.
    let week: Period?
    private let first: CivilDate

    init(_ purchase: Purchase, asOf: CivilDate) {
        let end = min(purchase.day, asOf)
        first = purchase.day.startOfMonth
        let weekStart = purchase.day.adding(days: -6)
        month = first <= end ? Period(first, end) : nil
        week = weekStart <= end ? Period(weekStart, end) : nil
    }

    /// `this month`, or the month's name.
    func monthWords(asOf: CivilDate) -> String {
        first == asOf.startOfMonth ? "this month" : "in " + Period.month(of: first).label
    }
}

extension RuleAssessment {
    /// Whether a purchase is to be blocked: first when it is more than half of the limit (`cost > limit − cost`), then
    /// when what was spent and its cost are more than the limit. Exactly half and exactly the limit pass.
    ///
    /// - Parameters: minor units; no limit blocks nothing.
    public static func blockReason(cost: Int64, spent: Int64, limit: Int64?) -> BlockReason {
        guard let limit else { return .none }
        if isLargeFraction(cost, ofLimit: limit) { return .largeFraction }
        return cost > limit - spent ? .exceedsLimit : .none
    }
}
