import Ledger
import Retrieval
import Store

/// What rules and score say of a purchase.
struct PurchaseChecks {
    let rules: RuleAssessment
    let score: AvoidanceScore
    /// Whether it is something one cannot well do without.
    let isEssential: Bool
    let words: KindWords
    /// What large purchases of the same kind have taken lately, minor units.
    let recently: Int64
    /// What was paid at its place again and again, and a quarter more, minor units; 0 where a shop sells all kinds of things.
    let customary: Int64
    private let purchase: Purchase
    private let chance: @Sendable (Purchase, LimitStanding?) -> Double
    /// Days until pay that the nudge reckons with on every day alike, since the cash of each day says when pay comes: half
    /// of two weeks.
    private static let daysToPay = 7

    /// - Parameters:
    ///   - paySchedule: the pay days from the as-of day on, earliest first.
    ///   - outlook: nil where no balance is known.
    ///   - pace: stands in for it.
    init(
        _ purchase: Purchase, index: HouseholdIndex, profile: SpendingProfile, paySchedule: [CivilDate],
        outlook: CashOutlook?, pace: SavingPace?, asOf: CivilDate
    ) throws {
        self.purchase = purchase
        isEssential = purchase.isEssential(index.taxonomy)
        // What is safe to spend for five weeks, or where no balance is known what a usual month leaves.
        let spare =
            outlook.map { $0.figures(purchase, costing: purchase.amount.minorUnits, on: purchase.day).spare }
            ?? pace.flatMap { $0.income > 0 ? $0.allowance : nil }
        let rules = try RuleAssessor(index).assess(purchase, asOf: asOf)
        words = try KindWords(purchase, in: index)
        let model = words.model
        let habits = try PurchaseHabits(of: purchase, asOf: asOf, in: index)
        recently = habits.recentlyTaken(beside: purchase, large: max(pace?.smallPrice ?? 0, pace?.fromIncome ?? 0))
        customary = habits.customary.map { roundedQuotient($0, times: 5, by: 4) } ?? 0
        let guardianClass = index.taxonomy.avoidanceClass(of: purchase)
        let nextPay = paySchedule.first { $0 >= purchase.day }
        self.rules = rules
        score = model.score(
            purchase.asTicket(costing: purchase.amount.minorUnits), rules: rules, profile: profile, habits: habits,
            guardianClass: guardianClass, nextPay: nextPay, spare: spare, isEssential: isEssential)
        let spareNow =
            outlook.map { $0.figures(purchase, costing: 0, on: max(asOf, $0.forecast.input.start)).spare } ?? spare
        chance = { ticket, mostUsed in
            var ticket = ticket
            ticket.day = asOf
            return model.probability(
                PurchaseFeatures(
                    ticket, guardianClass: guardianClass, habits: habits, spentBefore: mostUsed?.spent ?? 0,
                    limit: mostUsed?.cents, nextPay: asOf.adding(days: PurchaseChecks.daysToPay), spare: spareNow
                ).withoutClock)
        }
    }

    /// What the model says of another cost with these limits, whatever the day and the hour.
    func avoidance(_ limits: [LimitStanding]) -> @Sendable (Int64) -> Double {
        let (purchase, chance) = (purchase, chance)
        return { chance(purchase.asTicket(costing: $0), limits.mostUsed) }
    }

    /// The everyday name of a limit that in conversation means this category too, but does not count it: a limit on fun
    /// and a concert, which is entertainment.
    func nearLimit(_ index: HouseholdIndex, _ purchase: Purchase) throws -> String? {
        guard let own = purchase.category.flatMap({ RuleCategory(id: $0, in: index.taxonomy) }) else { return nil }
        return try RuleBook(index).rules().first { rule in
            rule.monthlyLimit.currency == purchase.amount.currency
                && RuleCategory(everyday: rule.category, in: index.taxonomy)?.covers(own) ?? false
        }?.category
    }

    /// Other limits that do not count this purchase, with something left this month, the roomiest first; minor units.
    func roomyLimits(_ index: HouseholdIndex, _ purchase: Purchase, asOf: CivilDate) throws
        -> [(category: String, remaining: Int64)]
    {
        let own = purchase.category.flatMap { RuleCategory(id: $0, in: index.taxonomy) }
        return try RuleBook(index).progress(inMonthOf: purchase.day, asOf: asOf).filter { progress in
            progress.rule.category != rules.existingRule?.category && progress.remaining.minorUnits > 0
                && progress.limit.currency == purchase.amount.currency
                && !(own.map(progress.category.covers) ?? false)
        }
        .map { (category: $0.rule.category, remaining: $0.remaining.minorUnits) }
        .sorted { ($1.remaining, $0.category) < ($0.remaining, $1.category) }
    }
}

extension PurchaseHabits {
    /// What purchases of the same kind that were large took lately, less what came back of them, minor units. Of a purchase
    /// that is made already its own row does not count.
    ///
    /// - Parameter most: what is not large.
    func recentlyTaken(beside purchase: Purchase, large most: Int64) -> Int64 {
        var rows = recent
        let price = purchase.amount.minorUnits
        let isMade = purchase.asked == .afterwards || purchase.asked == .toReturn
        if isMade, let own = rows.firstIndex(where: { abs($0 - price) <= price / Decision.tolerance }) {
            rows.remove(at: own)
        }
        return max(0, rows.filter { abs($0) > most }.reduce(0, +))
    }
}

extension Taxonomy {
    /// The Guardian name whose weight a purchase gets: that of its category, but for a need among wishes (dog food) that
    /// of groceries, and for a wish among needs (a tattoo) that of fun.
    func avoidanceClass(of purchase: Purchase) -> String? {
        let own = guardianClass(of: purchase.category)
        guard let isNeed = purchase.isNeed else { return own }
        let isOfNeeds = own.map(EssentialCategories.guardians.contains) ?? false
        return isNeed == isOfNeeds ? own : isNeed ? "groceries" : "fun"
    }
}

extension Purchase {
    /// As a single purchase of another cost: of a subscription that of one month, which is what is paid each time.
    fileprivate func asTicket(costing cents: Int64) -> Purchase {
        var ticket = self
        ticket.amount.minorUnits = countedAgainstLimit(costing: cents)
        ticket.instalments = nil
        return ticket
    }
}

extension AvoidanceScore {
    /// `p_avoid`: of the model, and of what goes beyond a limit.
    ///
    /// - Parameter ratio: what would be spent as a part of the limit; nil without one.
    static func probability(model: Double, ratio: Double?) -> Double {
        let excess = min(max((ratio ?? 0) - 1, 0), 1)
        return excess > 0 ? 1 - (1 - model) * (1 - excess) : model
    }
}

/// What the user said of earlier purchases of the same kind: of the merchant, or of the category itself: what was said of a phone says
/// nothing of a jacket.
public struct KindWords: Hashable, Sendable {
    /// Those that were skipped or regretted, and those that were bought or worth it.
    public let avoided: Int
    public let wanted: Int
    let model: AvoidanceModel

    public static func == (a: KindWords, b: KindWords) -> Bool { (a.avoided, a.wanted) == (b.avoided, b.wanted) }
    public func hash(into hasher: inout Hasher) { hasher.combine([avoided, wanted]) }

    /// The shipped model moved towards these words alone, so that they change nothing unrelated.
    init(_ purchase: Purchase, in index: HouseholdIndex) throws(StoreError) {
        let (kind, merchant) = (purchase.category, purchase.merchant.map { NameKey.key(of: $0) })
        let words = try index.database.rows(
            "SELECT features, word, category, merchant_key FROM decision WHERE word IS NOT NULL ORDER BY id"
        ) {
            (
                text: $0.text(0), word: DecisionWord(rawValue: $0.text(1)), category: $0.optionalText(2),
                key: $0.optionalText(3)
            )
        }
        .filter { row in
            row.key.map { $0 == merchant && !$0.isEmpty } ?? false || kind != nil && row.category == kind
        }
        .compactMap { row in
            row.word.flatMap { word in
                PurchaseFeatures(text: row.text).map { (features: $0, isAvoidable: word.meansAvoid) }
            }
        }
        avoided = words.count(where: \.isAvoidable)
        wanted = words.count - avoided
        model = AvoidanceModel.retrained(on: words)
    }
}
