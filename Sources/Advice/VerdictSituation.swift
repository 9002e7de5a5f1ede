import Ledger

/// Whether to buy: what coach says in the end.
public enum PurchaseVerdict: String, Hashable, Sendable, CaseIterable, Comparable {
    // The better ones first.
    case buy, wait, skip

    private var rank: Int { self == .buy ? 0 : self == .wait ? 1 : 2 }

    public static func < (a: PurchaseVerdict, b: PurchaseVerdict) -> Bool { a.rank < b.rank }
}

/// What speaks against a purchase on a day. The order of the cases is that of the reasons given.
public enum PurchaseObstacle: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// The balance falls below zero before the next pay.
    case overdrawn
    /// The balance falls below the reserve before the next pay.
    case reserve
    /// The balance falls below zero within five weeks, after the next pay.
    case overdrawnLater
    /// The balance falls below the reserve within five weeks, after the next pay.
    case reserveLater
    /// No balance is known, and it is more than a usual month leaves.
    case beyondSaving
    /// It is paid for longer than can be foreseen, and each month takes more than four fifths of what a usual one leaves.
    case beyondSurplus
    /// A goal that would be reached after its day.
    case missesGoal
    /// More than half of the monthly limit.
    case largeFraction
    /// More than is left of the monthly limit.
    case exceedsLimit
    /// The score says that it is avoidable.
    case avoidable

    public static func < (a: PurchaseObstacle, b: PurchaseObstacle) -> Bool { a.rawValue < b.rawValue }
}

/// Everything a verdict rests on; plain values and one pure function.
public struct VerdictSituation: Sendable {
    public var purchase: Purchase
    /// Whether it is something one cannot well do without.
    public var isEssential: Bool
    /// The monthly limits that apply to it.
    public var limits: [LimitStanding]
    /// nil when no balance is known.
    public var cash: CashOutlook?
    /// What a usual month leaves: it must carry what is paid for long, and stands in for a balance that is not known.
    /// nil without a full month of data.
    public var pace: SavingPace?
    public var goals: [GoalProgress]
    /// `p_avoid` of a cost in minor units on a day; never less for a larger cost.
    public var avoidance: @Sendable (Int64, CivilDate) -> Double
    /// `p_avoid` at or above this is an obstacle.
    public var threshold: Double
    /// Whether too little is known to say yes: neither balance nor limit nor history, or nothing at all but limits.
    public var knowsTooLittle: Bool

    public init(
        purchase: Purchase, isEssential: Bool, limits: [LimitStanding] = [], cash: CashOutlook? = nil,
        pace: SavingPace? = nil, goals: [GoalProgress] = [], threshold: Double = SpendingProfile.average.threshold,
        knowsTooLittle: Bool = false,
        avoidance: @escaping @Sendable (Int64, CivilDate) -> Double
    ) {
        self.purchase = purchase
        self.isEssential = isEssential
        self.limits = limits
        self.cash = cash
        self.pace = pace
        self.goals = goals
        self.threshold = threshold
        self.knowsTooLittle = knowsTooLittle
        self.avoidance = avoidance
    }
}
