import Ledger

/// Something that speaks for or against buying on a day, with its figure.
public struct Ground: Hashable, Sendable {
    /// What it is about. The order of the cases is that in which they decide: what must be paid first, then what costs
    /// money, what was promised, how heavy it is, what it keeps waiting, and last habit.
    public enum Role: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// One is where one wants to pay for nothing of the kind; `cents` and `whole` are the price.
        case place
        // The balance of each day. `cents` is the lowest one with the purchase, `whole` the one without it, `day` its day.
        /// Below zero before the next pay.
        case overdrawn
        /// Below the reserve before the next pay.
        case reserve
        /// Below zero within five weeks, after the next pay.
        case overdrawnLater
        /// Below the reserve within five weeks, after the next pay.
        case reserveLater
        /// `cents` of it come out of savings, which hold `whole`.
        case drawn
        /// Too far ahead to foresee each day: at the usual pace enough is saved for it by `day`.
        case saved
        /// No balance is known: `cents` of what a usual month leaves, `whole`.
        case beyondSaving
        /// A card costs interest: `cents` a month, `whole` owed on it.
        case debt
        /// More than half of the monthly limit, `whole`.
        case largeFraction
        /// With what was spent `cents` of the monthly limit, `whole`.
        case exceedsLimit
        /// It costs `cents` at once of what can go at once, `whole`; `day` is when more is saved.
        case burden
        /// It costs `cents` a month for a long time of what a usual month leaves, `whole`.
        case running
        /// It costs `cents` a month in place of something that costs `whole`.
        case replaced
        /// A goal that is reached on `day`, which is too late.
        case missesGoal
        /// Large purchases of the same kind took so much in the last three months that with it they come to `cents`, more
        /// than what can go at once; `whole` is what a usual month leaves.
        case recently
        /// What one has still works, or the score finds it avoidable, and it takes more than half of what can go at once: fields as of `burden`.
        case avoidable
        /// It is of no use before `day`, or that is how long it is asked whether to wait.
        case early
        /// By what is said of it it isn't worth its price; `cents` is the price.
        case doubtful

        public static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }

        /// Whether it is about what is in the accounts.
        public var isAboutCash: Bool { (.overdrawn ... .reserveLater).contains(self) }
        public var isAboutLimit: Bool { self == .largeFraction || self == .exceedsLimit }
        public var isAboutBurden: Bool { self == .burden || self == .running || self == .replaced }
    }

    public enum Sign: Hashable, Sendable { case against, inFavor }

    /// How much it matters.
    public enum Weight: Hashable, Sendable {
        /// Alone it makes a no of a yes.
        case decides
        /// It is worth knowing.
        case tells
    }

    public let role: Role
    public let sign: Sign
    public let weight: Weight
    /// Minor units, as the role says.
    public let cents: Int64
    public let whole: Int64
    public let day: CivilDate?

    init(_ role: Role, _ sign: Sign, _ weight: Weight, _ cents: Int64, of whole: Int64, on day: CivilDate? = nil) {
        (self.role, self.sign, self.weight) = (role, sign, weight)
        (self.cents, self.whole, self.day) = (cents, whole, day)
    }

    /// Whether it stands in the way.
    public var isObstacle: Bool { sign == .against && weight == .decides }
}

extension VerdictSituation {
    /// What speaks for and against buying on a day for a cost in minor units, the most decisive first.
    ///
    /// | against it                                                              | a wish | a need |
    /// |--------------------------------------------------------------------------|--------|--------|
    /// | the money is not there on the day itself, savings included              | yes    | yes    |
    /// | the balance falls below zero before the next pay                         | yes    | tells  |
    /// | the balance falls below the reserve before the next pay                  | but for small prices | no |
    /// | the balance falls below zero within 35 days, 60 while it is paid         | but for small prices | tells |
    /// | the balance falls below the reserve within these days                    | but for small prices | no |
    /// | no balance is known, and a payment is more than a usual month leaves or has left by then | yes | no |
    /// | a card costs interest, and half a month's spending would not be left after paying both | above a third of what a month leaves | no |
    /// | more than 50 % of a monthly limit, or than is left of it                 | yes    | yes    |
    /// | more than can go at once (`Allowance`)                                   | yes    | no     |
    /// | paid for long, and more than its part of what a usual month leaves       | unless it could be paid at once | no |
    /// | it takes the place of something, and what it costs more is more than its part | yes | no     |
    /// | a goal would be reached after its day (`GoalProgress.isMissed`)          | yes, but for the goal that it is | no |
    /// | more than that less what large purchases of its kind took in three months | yes   | no     |
    /// | it is of no use before a day, or that is asked about                     | but for small prices | no |
    /// | it would hardly be used, or commonly pays back less than it costs       | yes    | no     |
    /// | more than half of that, and what one has still works or the score finds it avoidable | but for small prices | no |
    ///
    /// A need that can wait until a day is paid as a wish is before it: from what comes in, and not from savings.
    ///
    /// Balances count with what savings may give: for a wish what they hold beyond three months of spending or for the
    /// goal that it is, for a need all of it. Each ground only ever grows with the cost, so that a larger one never gets a
    /// better verdict.
    public func grounds(costing cost: Int64, on day: CivilDate) -> [Ground] {
        // What is paid already and wondered about saves its price when it's canceled.
        if purchase.doubt == .kept, !isEssential {
            return [Ground(.doubtful, .against, .decides, cost, of: cost)]
        }
        if let saved = purchase.replaced, saved.extra <= 0 {
            return [Ground(.replaced, .inFavor, .decides, saved.cents, of: saved.before)]
        }
        var found: [Ground]
        if isEssential, canWait(on: day) {
            found =
                wish(cash?.figures(purchase, costing: cost, on: day), cost, on: day) + burdens(costing: cost, on: day)
        } else if isEssential {
            found = need(cash?.figures(purchase, costing: cost, on: day), cost, on: day)
        } else {
            // What is paid off is no harder than all of it at once.
            found =
                atOnce(costing: cost, on: day) ?? wish(cash?.figures(purchase, costing: cost, on: day), cost, on: day)
            found += burdens(costing: cost, on: day) + goal(costing: cost, on: day)
            if let debt = debt(costing: cost, on: day) { found.append(debt) }
            if let until = waitsAnyway(cost), day < until {
                found.append(Ground(.early, .against, .decides, cost, of: cost, on: until))
            }
            if purchase.doubt != nil { found.append(Ground(.doubtful, .against, .decides, cost, of: cost)) }
        }
        found += limit(costing: cost, on: day)
        return found.sorted { ($0.isObstacle ? 0 : 1, $0.role) < ($1.isObstacle ? 0 : 1, $1.role) }
    }

    /// What stands against it, the most decisive first.
    public func obstacles(costing cost: Int64, on day: CivilDate) -> [Ground] {
        grounds(costing: cost, on: day).filter(\.isObstacle)
    }

    // MARK: Cash

    /// Whether a need can still wait on a day: until then it is paid from what comes in, as a wish is.
    func canWait(on day: CivilDate) -> Bool { purchase.canWaitUntil.map { day < $0 } ?? false }

    /// The day until which a wish that is no small price may as well wait: one that was asked about, or before which it is of
    /// no use.
    func waitsAnyway(_ cost: Int64) -> CivilDate? {
        isEssential || isSmall(cost)
            ? nil : (purchase.asked == .toWait ? purchase.waitsFor : nil) ?? purchase.canWaitUntil
    }

    /// What savings may give for it, minor units: nothing where it is paid from an account that was named.
    func drawable(on day: CivilDate) -> Int64 {
        guard purchase.account == nil else { return 0 }
        if isEssential, !canWait(on: day) { return savings }
        let beyond = pace.map { savings - VerdictSituation.monthsKept * $0.spending } ?? 0
        return max(beyond, min(goalSaved, savings), 0)
    }

    /// Months of spending that savings keep for what nobody foresees.
    static let monthsKept: Int64 = 3

    /// What was saved for the goal that it is, minor units.
    private var goalSaved: Int64 { goals.first { $0.goal.name == purchase.goal }?.saved ?? 0 }

    /// Whether a cost is no matter beside a month's income; of what goes on that of twelve months.
    func isSmall(_ cost: Int64) -> Bool { cost <= pace?.pettyPrice ?? 0 }

    private func need(_ money: CashFigures?, _ cost: Int64, on day: CivilDate) -> [Ground] {
        guard let money else { return [] }
        let drawable = drawable(on: day)
        if money.leftOnDay + drawable < 0 { return [low(.overdrawn, .against, money)] }
        // What is expected anyway makes no shortage larger.
        func falls(_ with: CashFigures.Low, _ without: CashFigures.Low) -> Bool {
            with.cents < 0 && (with.cents < without.cents || purchase.isRunning)
        }
        let isNear = falls(money.lowestWith, money.lowestWithout)
        let isLater = falls(money.lowestLater, money.lowestLaterWithout)
        let missing = -min(money.leftOnDay, isNear ? money.lowestWith.cents : 0, isLater ? money.lowestLater.cents : 0)
        if missing > 0, min(missing, cost) <= drawable { return [drawn(min(missing, cost))] }
        if isNear { return [low(.overdrawn, .against, money, .tells)] }
        return isLater ? [low(.overdrawnLater, .against, money, .tells)] : [low(.reserve, .inFavor, money)]
    }

    private func wish(_ money: CashFigures?, _ cost: Int64, on day: CivilDate) -> [Ground] {
        guard let money else {
            guard let pace, pace.income > 0 else { return [] }
            // What is paid off within the days to come is paid out of the same months.
            let goesOn = Commitment(purchase, costing: cost, on: day) != nil
            let first = goesOn ? purchase.firstPayment(costing: cost) : cost
            let isCarried =
                first <= max(held, leeway)
                || pace.carries(purchase.isLent ? doubled(first) : first, after: patience(on: day))
            return [Ground(.beyondSaving, isCarried ? .inFavor : .against, .decides, first, of: pace.perMonth)]
        }
        if isSmall(cost) { return small(money, cost) }
        let drawable = drawable(on: day)
        let (near, later) = (money.lowestWith.cents + drawable, money.lowestLater.cents + drawable)
        var found: [Ground] = []
        if near < 0 {
            found.append(low(.overdrawn, .against, money))
        } else if near < money.reserve {
            found.append(low(.reserve, .against, money))
        }
        if near >= 0, later < 0 {
            found.append(low(.overdrawnLater, .against, money))
        } else if near >= money.reserve, later < money.reserve {
            found.append(low(.reserveLater, .against, money))
        }
        guard found.isEmpty else { return found }
        let missing = money.reserve - min(money.lowestWith.cents, money.lowestLater.cents)
        return [missing > 0 ? drawn(missing) : low(.reserve, .inFavor, money)]
    }

    /// What is no matter only has to be there until the next pay; all that savings hold helps. The reserve may go for a
    /// trifle only.
    private func small(_ money: CashFigures, _ cost: Int64) -> [Ground] {
        let kept = cost <= pace?.trifle ?? 0 ? 0 : money.reserve
        let short = kept - money.lowestWith.cents
        guard short > 0 else { return [low(.reserve, .inFavor, money)] }
        guard purchase.account == nil, short <= savings else {
            return [low(money.lowestWith.cents < 0 ? .overdrawn : .reserve, .against, money)]
        }
        let isShortAnyway = money.lowestWithout.cents < 0
        return [drawn(min(short, cost))] + (isShortAnyway ? [low(.overdrawn, .against, money, .tells)] : [])
    }

    /// The same of what is paid off, as if all of it were paid on the day; nil where something stands against that, and
    /// for what goes on.
    private func atOnce(costing cost: Int64, on day: CivilDate) -> [Ground]? {
        guard purchase.instalments?.count != nil, purchase.replaced == nil, let cash else { return nil }
        var other = self
        other.purchase.instalments = nil
        let found = other.wish(cash.figures(other.purchase, costing: cost, on: day), cost, on: day)
        return found.contains(where: \.isObstacle) ? nil : found
    }

    /// What may go at once because a usual month holds it already, minor units: what is paid at its place again and again.
    private var held: Int64 { purchase.instalments == nil ? customary : 0 }

    /// Days that it may be saved for by a day: nobody saves up to lend.
    private func patience(on day: CivilDate) -> Int { purchase.isLent ? 0 : day.days(since: savedSince) }

    private func doubled(_ cents: Int64) -> Int64 { cents < .max / 2 ? 2 * cents : .max }

    /// The day from which on it is saved for.
    var savedSince: CivilDate { min(asOf, purchase.day) }

    private func drawn(_ cents: Int64) -> Ground { Ground(.drawn, .inFavor, .decides, cents, of: savings) }

    private func low(
        _ role: Ground.Role, _ sign: Ground.Sign, _ money: CashFigures, _ weight: Ground.Weight = .decides
    ) -> Ground {
        let isLater = role == .overdrawnLater || role == .reserveLater
        let (with, without) =
            isLater ? (money.lowestLater, money.lowestLaterWithout) : (money.lowestWith, money.lowestWithout)
        return Ground(role, sign, weight, with.cents, of: without.cents, on: with.day)
    }

    // MARK: Debt

    /// A wish and what a card owes must both be there to be paid.
    private func debt(costing cost: Int64, on day: CivilDate) -> Ground? {
        guard let debt, cost > max(smallBesideDebt, held, leeway) else { return nil }
        let isBoth = missingForDebt(costing: cost, on: day).map { $0 <= 0 } ?? false
        return Ground(.debt, .against, isBoth ? .tells : .decides, debt.perMonth, of: debt.owed)
    }

    /// What a gift may cost that people give each year, so that a usual month holds it already: a tenth of a month's income;
    /// twice that for what brings money in.
    private var leeway: Int64 {
        let income = max(0, pace?.income ?? 0)
        if purchase.earns { return roundedQuotient(income, by: 5) }
        return purchase.isGift && purchase.account == nil ? roundedQuotient(income, by: 10) : 0
    }

    /// Whether what was bought is too little to be given back for its money, as long as it is not said to be of no use.
    func isWorthKeeping(_ cost: Int64) -> Bool {
        purchase.doubt == nil && cost <= max(smallBesideDebt, pace?.pettyPrice ?? 0)
    }

    /// Too small to matter even while a card costs interest: a third of what a usual month leaves, or a hundredth of what it
    /// brings in.
    private var smallBesideDebt: Int64 { pace.map { max($0.trifle, roundedQuotient($0.perMonth, by: 3)) } ?? 0 }

    /// What is missing to pay a card and a cost, minor units; nil where no balance is known. Half a month's spending
    /// stays for what nobody foresees.
    func missingForDebt(costing cost: Int64, on day: CivilDate) -> Int64? {
        guard let debt, let money = cash?.figures(purchase, costing: cost, on: day) else { return nil }
        let kept = max(0, pace?.spending ?? 0) / 2
        return Int64(clamping: Int128(cost) + Int128(debt.owed) - Int128(money.spare) - Int128(savings) + Int128(kept))
    }

    // MARK: Limits

    private func limit(costing cost: Int64, on day: CivilDate) -> [Ground] {
        let counted = purchase.countedAgainstLimit(costing: cost)
        // The one that `RuleAssessment` reports: of those that stand in the way the one that is used most, of equals the first.
        let ranked = limits(on: day).map { standing in
            let reason = RuleAssessment.blockReason(cost: counted, spent: standing.spent, limit: standing.cents)
            return (standing: standing, reason: reason, ratio: standing.ratio(after: counted))
        }
        guard var (worst, reason, ratio) = ranked.first else { return [] }
        for other in ranked.dropFirst() {
            let isMore = (other.reason != .none) == (reason != .none) ? other.ratio > ratio : other.reason != .none
            if isMore { (worst, reason, ratio) = other }
        }
        if reason == .largeFraction {
            return [Ground(.largeFraction, .against, .decides, counted, of: worst.cents)]
        }
        let after = worst.spent + counted
        return [Ground(.exceedsLimit, after > worst.cents ? .against : .inFavor, .decides, after, of: worst.cents)]
    }

    /// The limits as they will stand in the month of a day: nothing is spent yet in a month to come.
    public func limits(on day: CivilDate) -> [LimitStanding] {
        guard day.monthNumber != purchase.day.monthNumber else { return limits }
        return limits.map { LimitStanding(cents: $0.cents, spent: 0) }
    }

    // MARK: Burden

    /// What can go at once; nil where no usual month or no balance is known.
    public var allowance: Allowance? {
        guard let pace, let cash else { return nil }
        let held = cash.figures(purchase, costing: 0, on: max(asOf, cash.forecast.input.start)).lowestLaterWithout.cents
        return Allowance(pace: pace, held: held + savings + atLeast, asOf: asOf)
    }

    /// What can go at once on such a thing: less what large ones of its kind took lately, and half of it where what one
    /// has still works or the score finds it avoidable, so that this never stops a tiny share nor clears a huge price.
    func allowance(costing cost: Int64) -> Allowance? { nudged(allowance?.less(recently), cost) }

    private func nudged(_ allowance: Allowance?, _ cost: Int64) -> Allowance? {
        let isHalved = purchase.stillWorks || purchase.isLent || avoidance(cost) >= threshold
        return allowance.map { !isSmall(cost) && isHalved ? $0.halved : $0 }
    }

    /// What of a cost weighs at once, minor units: what was saved for the goal that it is does not.
    func weight(costing cost: Int64) -> Int64 { max(0, purchase.once(costing: cost) - goalSaved) }

    private func burdens(costing cost: Int64, on day: CivilDate) -> [Ground] {
        let goesOn = commitment(costing: cost, on: day)
        guard let once = burden(costing: cost, on: day) else { return goesOn.map { [$0] } ?? [] }
        // Of what goes on the first payment only speaks where it alone stands against it.
        let isFirst = purchase.instalments.map { $0.count == nil && $0.down == 0 } ?? false
        let isSaid = isFirst && (once.sign == .inFavor || goesOn?.isObstacle ?? false)
        return (isSaid ? [] : [once]) + (goesOn.map { [$0] } ?? [])
    }

    /// What is paid once.
    private func burden(costing cost: Int64, on day: CivilDate) -> Ground? {
        let once = weight(costing: cost)
        guard let allowance, let own = self.allowance(costing: cost), once > 0 else { return nil }
        let most = allowance.cents(on: day)
        let isTooMuch = once > max(held, leeway) && once > own.cents(on: purchase.isLent ? asOf : day)
        let later = own.day(for: once, from: purchase.day)
        func ground(_ role: Ground.Role) -> Ground {
            Ground(role, isTooMuch ? .against : .inFavor, .decides, once, of: most, on: later)
        }
        guard isTooMuch, once <= most else { return ground(.burden) }
        guard once <= nudged(allowance, cost)?.cents(on: purchase.isLent ? asOf : day) ?? most else {
            return ground(.avoidable)
        }
        return Ground(.recently, .against, .decides, recently + once, of: max(0, pace?.perMonth ?? 0), on: later)
    }

    /// What is paid for long.
    private func commitment(costing cost: Int64, on day: CivilDate) -> Ground? {
        guard let commitment = Commitment(purchase, costing: cost, on: day) else { return nil }
        let spare = cash?.figures(purchase, costing: cost, on: day).spare ?? 0
        // What two years of it take could go at once.
        let isPetty =
            purchase.instalments?.count == nil && purchase.replaced == nil
            && 24 * commitment.perMonth <= allowance(costing: cost)?.now ?? 0
        let isCarried =
            isPetty || commitment.isCarried(by: pace, spare: spare) || atOnce(costing: cost, on: day) != nil
        // What takes the place of something is weighed by what it costs more.
        if let replaced = purchase.replaced, replaced.isDearer {
            return Ground(.replaced, .against, isCarried ? .tells : .decides, replaced.cents, of: replaced.before)
        }
        return Ground(
            .running, isCarried ? .inFavor : .against, .decides, commitment.perMonth, of: pace?.perMonth ?? 0)
    }

    // MARK: Goals

    private func goal(costing cost: Int64, on day: CivilDate) -> [Ground] {
        guard !purchase.isRunning,
            let missed = goals.first(where: {
                $0.goal.name != purchase.goal && $0.isMissed(with: purchase, costing: cost, on: day)
            })
        else { return [] }
        let then = missed.reachedOn(with: purchase, costing: cost, on: day)
        return [Ground(.missesGoal, .against, .decides, cost, of: missed.goal.target.minorUnits, on: then)]
    }
}

/// What can go at once on what one wants without being missed: what a usual month leaves, a tenth of what is held beyond
/// three months of spending, or a twentieth of a month's income, whichever is most; each day what a usual month leaves is
/// added.
public struct Allowance: Hashable, Sendable {
    private let pace: SavingPace
    private let asOf: CivilDate
    /// Minor units on the as-of day.
    public private(set) var now: Int64
    /// What can go at once whatever was bought before.
    private let least: Int64
    var halved: Allowance {
        var half = self
        half.now /= 2
        return half
    }

    func less(_ cents: Int64) -> Allowance {
        var rest = self
        rest.now = max(min(now, least), now - cents)
        return rest
    }

    /// - Parameter held: the lowest of what is held in the days to come, minor units.
    init(pace: SavingPace, held: Int64, asOf: CivilDate) {
        self.pace = pace
        self.asOf = asOf
        let beyond = held - 3 * pace.spending
        least = max(pace.smallPrice, pace.fromIncome)
        now = max(pace.perMonth, least, beyond / 10)
    }

    func cents(on day: CivilDate) -> Int64 {
        let days = Int64(max(0, day.days(since: asOf)))
        return now + roundedQuotient(max(0, pace.perMonth), times: days * 100, by: Instalments.hundredthsOfDaysAMonth)
    }

    /// The first day, that day or a later one, on which so much can go; nil where nothing is saved.
    func day(for cents: Int64, from first: CivilDate) -> CivilDate? {
        guard cents > now else { return first }
        guard let days = pace.days(toSave: cents - now) else { return nil }
        let day = max(first, asOf.adding(days: days))
        return self.cents(on: day) >= cents ? day : day.adding(days: 1)
    }
}

/// What a card costs that is not paid in full.
public struct CardDebt: Hashable, Sendable {
    /// The card, or the cards.
    public let names: [String]
    /// The interest of a usual month, minor units.
    public let perMonth: Int64
    /// What is owed, minor units.
    public let owed: Int64
    /// Whether `owed` is reckoned from the interest, as the balance is not known.
    public let isEstimate: Bool

    public init(names: [String], perMonth: Int64, owed: Int64, isEstimate: Bool = false) {
        (self.names, self.perMonth, self.owed, self.isEstimate) = (names, perMonth, owed, isEstimate)
    }
}

extension Purchase {
    /// What of it counts as paid at a stroke, minor units: the whole of what ends, also in payments, which are owed from
    /// the first day on; of what goes on the first payment and what is paid besides, less what it takes the place of.
    func once(costing cents: Int64) -> Int64 {
        guard let plan = plan(costing: cents), plan.count == nil else { return cents }
        return plan.down + max(0, plan.cents - (replaced?.before ?? 0))
    }
}
