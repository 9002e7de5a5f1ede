import Glibc
import Ledger
import Resources

/// A logistic model of how avoidable a purchase is. `rag-index/advice/README.md` tells what it was trained on.
public struct AvoidanceModel: Hashable, Sendable {
    /// Of the features in their order.
    var weights: [Double]
    var intercept: Double
    /// What a purchase has on average, which its own features are held against.
    let means: [Double]

    /// The model of `rag-index/advice/weights.tsv`.
    public static let shipped = AvoidanceModel(Resource.named("rag-index/advice/weights.tsv").tableRows)

    /// - Precondition: a row of name, weight and mean for the intercept and for each feature.
    private init(_ rows: [[String]]) {
        var found: [String: (weight: Double, mean: Double)] = [:]
        for row in rows {
            guard let weight = Double(row[1]), let mean = Double(row[2]) else { continue }
            found[row[0]] = (weight, mean)
        }
        func entry(_ name: String) -> (weight: Double, mean: Double) {
            guard let entry = found[name] else { preconditionFailure("weights.tsv lacks \(name): run train.py") }
            return entry
        }
        weights = PurchaseFeatures.names.map { entry($0).weight }
        means = PurchaseFeatures.names.map { entry($0).mean }
        intercept = entry("intercept").weight
    }

    /// `p_ml`: how likely a purchase is avoidable, between 0 and 1. It never falls when the amount rises.
    public func probability(_ features: PurchaseFeatures) -> Double {
        AvoidanceModel.sigmoid(zip(weights, features.values).reduce(intercept) { $0 + $1.0 * $1.1 })
    }

    static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }

    /// Scores a purchase: a pure function, the same for the same values.
    ///
    /// - Parameters:
    ///   - rules: of the same purchase and day; a limit in it adds what goes beyond it.
    ///   - guardianClass: the Guardian name of the purchase's category.
    ///   - nextPay: the first day on which pay is expected, that of the purchase included; nil when none is.
    ///   - spare: what there is to spare, minor units; nil where that is not known.
    ///   - isEssential: whether it is something one cannot well do without, for the words.
    public func score(
        _ purchase: Purchase, rules: RuleAssessment, profile: SpendingProfile, habits: PurchaseHabits,
        guardianClass: String?, nextPay: CivilDate?, spare: Int64? = nil, isEssential: Bool = false
    ) -> AvoidanceScore {
        let features = PurchaseFeatures(
            purchase, guardianClass: guardianClass, habits: habits, spentBefore: rules.limits.mostUsed?.spent ?? 0,
            limit: rules.limits.mostUsed?.cents, nextPay: nextPay, spare: spare)
        let model = probability(features)
        let cost = purchase.countedAgainstLimit(costing: purchase.amount.minorUnits)
        let after = rules.spentMonthToDate + cost
        let ratio = rules.limit.map { LimitStanding(cents: $0, spent: rules.spentMonthToDate).ratio(after: cost) }
        let excess = ratio.map { min(max($0 - 1, 0), 1) } ?? 0
        let reason = ScoreReason(
            purchase: purchase, features: features, habits: habits, model: self, excess: excess, ratio: ratio,
            nextPay: nextPay, spare: spare, isEssential: isEssential)
        return AvoidanceScore(
            model: model, overBudgetRatio: ratio.flatMap { $0.isFinite ? $0 : nil },
            probability: AvoidanceScore.probability(model: model, ratio: ratio),
            threshold: profile.threshold, spentBefore: rules.spentMonthToDate, spentAfter: after, reason: reason.text,
            habit: reason.habit, features: features.text)
    }
}

extension [LimitStanding] {
    /// The one of which most is spent. The score sees it whatever the cost, so that no larger cost turns to another one.
    var mostUsed: LimitStanding? { self.max { $0.ratio() < $1.ratio() } }
}

extension Taxonomy {
    /// The Guardian name of a category id or Guardian name; nil for what is neither.
    public func guardianClass(of category: String?) -> String? {
        guard let category else { return nil }
        return self[category]?.guardian ?? (covered(byGuardian: category).isEmpty ? nil : category)
    }
}
