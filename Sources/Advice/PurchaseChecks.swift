import Ledger
import Store

/// What rules and score say of a purchase.
struct PurchaseChecks {
    let rules: RuleAssessment
    let score: AvoidanceScore
    let features: String
    /// `p_avoid` of another cost on another day.
    let avoidance: @Sendable (Int64, CivilDate) -> Double

    init(_ purchase: Purchase, index: HouseholdIndex, profile: SpendingProfile, asOf: CivilDate) throws {
        rules = try RuleAssessor(index).assess(purchase, asOf: asOf)
        score = AvoidanceScore(
            model: 0, overBudgetRatio: nil, probability: 0, threshold: profile.threshold,
            spentBefore: rules.spentMonthToDate,
            spentAfter: rules.spentMonthToDate + purchase.countedAgainstLimit(costing: purchase.amount.minorUnits),
            reason: "")
        features = ""
        avoidance = { _, _ in 0 }
    }

    /// Other limits with something left this month, the roomiest first.
    func roomyLimits(_ index: HouseholdIndex, _ purchase: Purchase, asOf: CivilDate) throws
        -> [PurchaseAdvice.RoomyLimit]
    {
        try RuleBook(index).progress(inMonthOf: purchase.day, asOf: asOf).filter { progress in
            progress.rule.category != rules.existingRule?.category && progress.remaining.minorUnits > 0
                && progress.limit.currency == purchase.amount.currency
        }
        .map { PurchaseAdvice.RoomyLimit(category: $0.rule.category, remaining: $0.remaining.minorUnits) }
        .sorted { ($1.remaining, $0.category) < ($0.remaining, $1.category) }
    }
}
