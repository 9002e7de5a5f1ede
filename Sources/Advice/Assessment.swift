import Ledger

/// A purchase that has not happened yet.
public struct Purchase: Hashable, Sendable {
    /// The whole cost, above zero; of a subscription, that of its first twelve months.
    public var amount: Money
    /// As the user's index or the user names it.
    public var merchant: String?
    /// The merchant as the user wrote it, where `merchant` is another name for it.
    public var writtenMerchant: String?
    /// What is bought, as it was written.
    public var item: String?
    /// A category id.
    public var category: String?
    /// Whether the thing itself is a need or a wish, where that is not as its category.
    public var isNeed: Bool?
    /// Until when a need can wait, as it was said; nil for what is needed at once.
    public var canWaitUntil: CivilDate?
    /// Whether what it would take the place of still works, as it was said.
    public var stillWorks = false
    /// Whether it takes the place of something that no longer works.
    public var replacesBroken = false
    /// Whether it is said to bring money in.
    public var earns = false
    /// Why it is not worth its price, as it was said.
    public var doubt: PurchaseDoubt?
    /// Whether it is given to somebody at a time when people give.
    public var isGift = false
    /// The day until which it was asked whether to wait.
    public var waitsFor: CivilDate?
    /// Whether nothing is bought and the money is lent to somebody.
    public var isLent = false
    /// What is paid each month now and stops with it.
    public var replaced: Replaced?
    /// The name of the goal that it is what is saved for.
    public var goal: String?
    /// What was asked of it.
    public var asked = PurchaseQuestion.whether
    /// When it comes next, where it is a payment that goes on already, so that a forecast holds it.
    public var nextPayment: CivilDate?
    var isRunning: Bool { nextPayment != nil }
    public var isOnline: Bool
    public var instalments: Instalments?
    /// The account it would be paid from, as it was named; nil for all that pay for everyday things.
    public var account: String?
    /// The day it would be made.
    public var day: CivilDate
    /// The hour of that day, 0…23; nil when it is not known.
    public var hour: Int?

    public init(
        amount: Money, merchant: String? = nil, item: String? = nil, category: String? = nil, isOnline: Bool = false,
        instalments: Instalments? = nil, account: String? = nil, day: CivilDate, hour: Int? = nil
    ) {
        self.amount = amount
        self.merchant = merchant
        self.item = item
        self.category = category
        self.isOnline = isOnline
        self.instalments = instalments
        self.account = account
        self.day = day
        self.hour = hour
    }
}

/// Something paid again and again that a purchase takes the place of.
public struct Replaced: Hashable, Sendable {
    /// What it is called, in the index's name or the person's words.
    public var name: String
    /// A month of it now, and of what comes in its place, minor units.
    public var before: Int64
    public var cents: Int64

    public init(name: String, before: Int64, cents: Int64) {
        (self.name, self.before, self.cents) = (name, before, cents)
    }

    /// What a month costs more; negative where it saves.
    public var extra: Int64 { cents - before }
    /// Whether it costs more than a tenth more.
    var isDearer: Bool { extra > before / 10 }
}

/// A monthly limit of the user.
public struct SpendingRule: Hashable, Sendable {
    /// A category id, or one of the twelve Guardian names.
    public var category: String
    /// Minor units; 0 where nothing at all may be spent.
    public var monthlyLimit: Money

    public init(category: String, monthlyLimit: Money) {
        self.category = category
        self.monthlyLimit = monthlyLimit
    }
}

/// A monthly limit that applies to a purchase, and what was spent of it in the month of the purchase, minor units.
public struct LimitStanding: Hashable, Sendable {
    public var cents: Int64
    public var spent: Int64

    public init(cents: Int64, spent: Int64) {
        self.cents = cents
        self.spent = spent
    }

    /// The part of it that is spent after a cost in minor units: infinite where anything is spent of a limit of nothing.
    public func ratio(after cost: Int64 = 0) -> Double {
        let after = Double(spent) + Double(cost)
        guard cents > 0 else { return after > 0 ? .infinity : 0 }
        return after / Double(cents)
    }
}

/// A purchase held against the rules: `existing_rule`, `metrics` and `assessment` of the contract. Amounts are minor units.
public struct RuleAssessment: Hashable, Sendable {
    public enum BlockReason: String, Hashable, Sendable {
        case largeFraction = "large_fraction"
        case exceedsLimit = "exceeds_limit"
        case none
    }

    public var existingRule: SpendingRule?
    public var spentMonthToDate: Int64
    public var spent7Days: Int64
    public var count7Days: Int
    public var limit: Int64?
    public var remaining: Int64?
    public var blockReason: BlockReason
    public var suggestedRule: SpendingRule?
    public var rationale: String
    /// All limits that apply, the one reported here first.
    public var limits: [LimitStanding]

    public var shouldBlock: Bool { blockReason != .none }

    public init(
        existingRule: SpendingRule?, spentMonthToDate: Int64, spent7Days: Int64, count7Days: Int, limit: Int64?,
        remaining: Int64?, blockReason: BlockReason, suggestedRule: SpendingRule?, rationale: String,
        limits: [LimitStanding]? = nil
    ) {
        self.limits = limits ?? limit.map { [LimitStanding(cents: $0, spent: spentMonthToDate)] } ?? []
        self.existingRule = existingRule
        self.spentMonthToDate = spentMonthToDate
        self.spent7Days = spent7Days
        self.count7Days = count7Days
        self.limit = limit
        self.remaining = remaining
        self.blockReason = blockReason
        self.suggestedRule = suggestedRule
        self.rationale = rationale
    }
}

/// What a user has settled once for all assessments.
public struct PurchaseSettings: Sendable {
    public var profile: SpendingProfile
    /// What shall stay in the account of purchases in its currency; nil for 100 whole units.
    public var reserve: Money?
    /// Where one is; nil where geofences don't count.
    public var whereabouts: Whereabouts?

    public init(profile: SpendingProfile = .average, reserve: Money? = nil, whereabouts: Whereabouts? = nil) {
        self.profile = profile
        self.reserve = reserve
        self.whereabouts = whereabouts
    }

    /// How long positions are kept, in hours.
    var positionHours: Int { whereabouts?.hours ?? LocationGuard.mostHours }
}

/// How much the user likes to spend: how sure the score must be before it says no.
public enum SpendingProfile: String, Hashable, Sendable, CaseIterable {
    case saver, average, spender

    /// `p_avoid` at or above this blocks.
    public var threshold: Double {
        switch self {
        case .saver: 0.40
        case .average: 0.60
        case .spender: 0.75
        }
    }
}

/// How avoidable a purchase is: `score` of the contract. Amounts are minor units, probabilities 0…1.
public struct AvoidanceScore: Hashable, Sendable {
    /// Of the logistic model alone.
    public var model: Double
    /// What would be spent this month with the purchase, as a part of the limit; nil without a limit, and for one of nothing.
    public var overBudgetRatio: Double?
    /// 1 − (1 − model)·(1 − clamp(overBudgetRatio − 1, 0, 1)).
    public var probability: Double
    public var threshold: Double
    public var spentBefore: Int64
    public var spentAfter: Int64
    /// Names the two features that weighed most.
    public var reason: String
    /// What is out of the person's own habit, as a noun: `3 times your usual $24.99 there`; nil where nothing is.
    public var habit: String?
    /// `PurchaseFeatures.text`: what the model saw, to learn from the user's word later.
    public var features: String

    public var isBlocked: Bool { probability >= threshold }

    public init(
        model: Double, overBudgetRatio: Double?, probability: Double, threshold: Double, spentBefore: Int64,
        spentAfter: Int64, reason: String, habit: String? = nil, features: String = ""
    ) {
        self.model = model
        self.overBudgetRatio = overBudgetRatio
        self.probability = probability
        self.threshold = threshold
        self.spentBefore = spentBefore
        self.spentAfter = spentAfter
        self.reason = reason
        self.habit = habit
        self.features = features
    }
}
