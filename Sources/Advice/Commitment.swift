import Ledger

extension Purchase {
    /// Its payments when the whole cost is another one, minor units; nil for what is paid at once.
    func plan(costing cents: Int64) -> Instalments? {
        guard var plan = instalments else { return nil }
        plan.cents = roundedQuotient(plan.cents, times: cents, by: max(1, amount.minorUnits))
        plan.down = roundedQuotient(plan.down, times: cents, by: max(1, amount.minorUnits))
        return plan
    }

    /// What has been paid of it by the end of a day when it is bought on another one, minor units.
    func paid(costing cents: Int64, on day: CivilDate, through end: CivilDate) -> Int64 {
        guard let plan = plan(costing: cents) else { return end >= day ? cents : 0 }
        let payments = Int128(plan.payments(from: day, through: end))
        return Int64(clamping: Int128(plan.cents) * payments + (payments > 0 ? Int128(plan.down) : 0))
    }

    /// What is paid on the first day when the whole cost is another one, minor units.
    func firstPayment(costing cents: Int64) -> Int64 { plan(costing: cents).map { $0.down + $0.cents } ?? cents }
}

/// A purchase that is paid for longer than the days to come can be foreseen, held against what a month leaves.
struct Commitment {
    /// What a month of it takes, minor units.
    let perMonth: Int64
    /// The cost of all payments; of what goes on that of its first twelve months.
    private let whole: Int64

    /// - Returns: nil for what is paid by the end of the days that are foreseen one by one.
    init?(_ purchase: Purchase, costing cents: Int64, on day: CivilDate) {
        guard let plan = purchase.plan(costing: cents) else { return nil }
        let last = plan.lastDay(from: day)
        if let last, last <= day.adding(days: CashOutlook.farLookAhead) { return nil }
        perMonth = plan.monthlyCost - (purchase.replaced?.before ?? 0)
        whole = cents
    }

    /// It may take one part in so many of what a usual month leaves.
    private static let parts: Int64 = 8

    /// Whether it can be carried: a month of it takes no more than its part of what a usual month leaves, or than a third
    /// of what is no matter each month. Where no usual month is known, what is there must pay all of it (of what goes on the
    /// first twelve months), or a hundred months of it.
    ///
    /// - Parameters:
    ///   - pace: nil where no usual month is known.
    ///   - spare: what is there to spend above the reserve, minor units, not negative.
    func isCarried(by pace: SavingPace?, spare: Int64) -> Bool {
        guard let pace else { return whole <= spare || perMonth <= roundedQuotient(spare, by: 100) }
        let carried = roundedQuotient(max(0, pace.perMonth), by: Commitment.parts)
        return perMonth <= max(carried, roundedQuotient(pace.trifle, by: 3))
    }
}
