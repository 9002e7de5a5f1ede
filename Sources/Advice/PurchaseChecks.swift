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
        rules = RuleAssessment(
            existingRule: nil, spentMonthToDate: 0, spent7Days: 0, count7Days: 0, limit: nil, remaining: nil,
            blockReason: .none, suggestedRule: nil, rationale: "")
        score = AvoidanceScore(
            model: 0, overBudgetRatio: nil, probability: 0, threshold: profile.threshold, spentBefore: 0,
            spentAfter: purchase.amount.minorUnits, reason: "")
        features = ""
        avoidance = { _, _ in 0 }
    }

    func roomyLimits(_ index: HouseholdIndex, asOf: CivilDate) throws -> [PurchaseAdvice.RoomyLimit] { [] }
}
