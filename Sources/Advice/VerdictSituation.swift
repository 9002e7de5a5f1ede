import Ledger

/// Whether to buy: what coach says in the end.
public enum PurchaseVerdict: String, Hashable, Sendable, CaseIterable, Comparable {
    // The better ones first.
    case buy, wait, skip

    private var rank: Int { self == .buy ? 0 : self == .wait ? 1 : 2 }

    public static func < (a: PurchaseVerdict, b: PurchaseVerdict) -> Bool { a.rank < b.rank }
}

/// Everything a verdict rests on; plain values and one pure function.
public struct VerdictSituation: Sendable {
    public var purchase: Purchase
    public var asOf: CivilDate
    /// Whether it is something one cannot well do without.
    public var isEssential: Bool
    /// The monthly limits that apply to it.
    public var limits: [LimitStanding]
    /// nil when no balance is known.
    public var cash: CashOutlook?
    /// What other accounts hold that can be drawn on, minor units.
    public var savings: Int64
    /// What a usual month leaves: it must carry what is paid for long, and stands in for a balance that is not known.
    /// nil without a full month of data.
    public var pace: SavingPace?
    public var debt: CardDebt?
    /// What large purchases of the same kind have taken in the last three months, minor units: it is off what can go at once.
    public var recently: Int64
    /// What was paid at its place again and again, and a quarter more, minor units.
    public var customary: Int64 = 0
    /// What accounts that can be drawn on hold at least whose balance is not known, minor units.
    public var atLeast: Int64 = 0
    public var goals: [GoalProgress]
    /// `p_avoid` of a cost in minor units, whatever the day of the week; never less for a larger cost.
    public var avoidance: @Sendable (Int64) -> Double
    /// `p_avoid` at or above this counts against it.
    public var threshold: Double
    /// Whether too little is known to say yes: neither balance nor limit nor history, or nothing at all but limits.
    public var knowsTooLittle: Bool

    public init(
        purchase: Purchase, asOf: CivilDate? = nil, isEssential: Bool, limits: [LimitStanding] = [],
        cash: CashOutlook? = nil, savings: Int64 = 0, pace: SavingPace? = nil, debt: CardDebt? = nil,
        recently: Int64 = 0,
        goals: [GoalProgress] = [], threshold: Double = SpendingProfile.average.threshold, knowsTooLittle: Bool = false,
        avoidance: @escaping @Sendable (Int64) -> Double
    ) {
        self.purchase = purchase
        self.asOf = asOf ?? purchase.day
        self.isEssential = isEssential
        self.limits = limits
        self.cash = cash
        self.savings = savings
        self.pace = pace
        self.debt = debt
        self.recently = recently
        self.goals = goals
        self.threshold = threshold
        self.knowsTooLittle = knowsTooLittle
        self.avoidance = avoidance
    }
}
