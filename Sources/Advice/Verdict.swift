import Ledger

/// Whether to buy, when, and what stands against it: a pure function of a situation.
///
/// | stands against it on a day                                            | discretionary | essential |
/// |------------------------------------------------------------------------|---------------|-----------|
/// | the balance falls below zero before the next pay                       | yes           | when the money is not there on the day itself, or it takes more than a tenth of the balance |
/// | the balance falls below the reserve before the next pay                | yes           | no        |
/// | the balance falls below zero within 35 days, 60 while it is paid       | yes           | when it takes more than a tenth of the balance |
/// | the balance falls below the reserve within these days                  | yes           | no        |
/// | no balance is known, and a payment is more than a usual month leaves   | yes           | no        |
/// | it is paid for more than 60 days, and a usual month does not carry it (`Commitment`) | yes | yes      |
/// | a goal would be reached after its day (`GoalProgress.isMissed`)        | yes           | no        |
/// | more than 50 % of a monthly limit                                      | yes           | yes       |
/// | month to date and the cost are more than a monthly limit               | yes           | yes       |
/// | `p_avoid` is at or above the threshold of the user's profile           | yes           | yes       |
///
/// Of something essential only what is not expected anyway counts, so that it makes no shortage larger.
///
/// - `buy`: nothing stands against it on the day of the purchase. What a limit or the score blocks is never to be bought.
/// - `wait`: something does, but nothing on a later day of the next 60; `waitUntil` is the first of them, and there always
///   is one. A limit starts afresh on the 1st of a month.
/// - `skip`: something stands against it on each of these days, or too little is known to say yes. Of something essential
///   the words say what is missing instead of telling to go without.
///
/// With a card the balance counts from the day of the purchase to as many days after the one on which the card is paid.
public struct Verdict: Hashable, Sendable {
    public let outcome: PurchaseVerdict
    /// Whether it is to be skipped only because too little is known.
    public let isUnknown: Bool
    /// The first day on which it becomes `buy`; nil unless the outcome is `wait`.
    public let waitUntil: CivilDate?
    /// The last of the days from `waitUntil` on of which each is one to buy on; nil where that goes on for all days that
    /// are looked at, and without a day.
    public let waitThrough: CivilDate?
    /// What stands against it on the day of the purchase, the most decisive first.
    public let obstacles: [PurchaseObstacle]
    /// What still stands against it on the day before `waitUntil`; empty without one.
    public let lastObstacles: [PurchaseObstacle]
    /// Whether the money lasts when it is bought on any day from `waitUntil` through `waitThrough`; what one cannot well do
    /// without may be bought when it does not. True without such days.
    public let lastsThen: Bool
    /// The largest smaller cost that would pass on that day, minor units: in whole units of the currency, of several
    /// payments each of them. nil where none does or the purchase itself passes.
    public let passingCost: Int64?

    /// Days ahead that are looked at.
    public static let longestWait = 60

    public init(_ situation: VerdictSituation) {
        let (cost, day) = (situation.purchase.amount.minorUnits, situation.purchase.day)
        obstacles = situation.obstacles(costing: cost, on: day)
        let first = obstacles.isEmpty ? day : Verdict.firstDay(situation, cost)
        guard !situation.knowsTooLittle else {
            (outcome, isUnknown) = (.skip, first != nil)
            (waitUntil, waitThrough, lastObstacles, passingCost, lastsThen) = (nil, nil, [], nil, true)
            return
        }
        isUnknown = false
        outcome = obstacles.isEmpty ? .buy : first == nil ? .skip : .wait
        let until = outcome == .wait ? first : nil
        waitUntil = until
        let through = until.flatMap { Verdict.lastDay(situation, cost, from: $0) }
        waitThrough = through
        lastsThen =
            until.map { first in
                let last = through ?? day.adding(days: Verdict.longestWait)
                return (0...max(0, last.days(since: first))).allSatisfy {
                    situation.lasts(costing: cost, on: first.adding(days: $0))
                }
            } ?? true
        lastObstacles = until.map { situation.obstacles(costing: cost, on: $0.adding(days: -1)) } ?? []
        passingCost = outcome == .buy ? nil : Verdict.largestPassing(situation, below: cost)
    }

    /// The last day before one on which something stands against it again.
    private static func lastDay(_ situation: VerdictSituation, _ cost: Int64, from first: CivilDate) -> CivilDate? {
        let end = situation.purchase.day.adding(days: longestWait)
        guard first < end else { return first }
        return (1...end.days(since: first)).lazy.map { first.adding(days: $0) }
            .first { !situation.obstacles(costing: cost, on: $0).isEmpty }?.adding(days: -1)
    }

    private static func firstDay(_ situation: VerdictSituation, _ cost: Int64) -> CivilDate? {
        (1...longestWait).lazy.map { situation.purchase.day.adding(days: $0) }
            .first { situation.obstacles(costing: cost, on: $0).isEmpty }
    }

    /// Obstacles only ever grow with the cost, so that halving finds the border.
    private static func largestPassing(_ situation: VerdictSituation, below cost: Int64) -> Int64? {
        let purchase = situation.purchase
        let payments = purchase.instalments.map { max(1, cost / max(1, $0.cents)) } ?? 1
        let unit = purchase.amount.currency.minorPerMajor * payments
        var (passing, failing) = (Int64(0), (cost - 1) / unit + 1)
        while failing - passing > 1 {
            let middle = (passing + failing) / 2
            if situation.obstacles(costing: middle * unit, on: purchase.day).isEmpty {
                passing = middle
            } else {
                failing = middle
            }
        }
        return passing > 0 ? passing * unit : nil
    }
}

extension VerdictSituation {
    /// What one cannot do without is bought also in a month that will not last, up to this part of the balance.
    static let smallPart: Int64 = 10

    /// What stands against buying on a day for a cost in minor units, the most decisive first.
    public func obstacles(costing cost: Int64, on day: CivilDate) -> [PurchaseObstacle] {
        let money = cash?.figures(purchase, costing: cost, on: day)
        var found = isEssential ? essentialObstacles(money, cost) : moneyObstacles(money, cost)
        if isBeyondSurplus(money, costing: cost, on: day) { found.append(.beyondSurplus) }
        if !isEssential, !purchase.isRunning,
            goals.contains(where: { $0.isMissed(with: purchase, costing: cost, on: day) })
        {
            found.append(.missesGoal)
        }
        let counted = purchase.countedAgainstLimit(costing: cost)
        let standings = limits(on: day)
        if standings.contains(where: { RuleAssessment.isLargeFraction(counted, ofLimit: $0.cents) }) {
            found.append(.largeFraction)
        } else if standings.contains(where: { $0.spent + counted > $0.cents }) {
            found.append(.exceedsLimit)
        }
        if avoidance(cost, day) >= threshold { found.append(.avoidable) }
        return found
    }

    /// Whether no balance falls below zero in the days that are looked at.
    func lasts(costing cost: Int64, on day: CivilDate) -> Bool {
        guard let money = cash?.figures(purchase, costing: cost, on: day) else { return true }
        return min(money.leftOnDay, money.lowestWith.cents, money.lowestLater.cents) >= 0
    }

    private func essentialObstacles(_ money: CashFigures?, _ cost: Int64) -> [PurchaseObstacle] {
        guard let money else { return [] }
        let isLarge = purchase.firstPayment(costing: cost) > money.balance / VerdictSituation.smallPart
        // What is expected anyway makes no shortage larger.
        func falls(_ with: CashFigures.Low, _ without: CashFigures.Low) -> Bool {
            with.cents < 0 && (with.cents < without.cents || purchase.isRunning)
        }
        if money.leftOnDay < 0 || isLarge && falls(money.lowestWith, money.lowestWithout) { return [.overdrawn] }
        return isLarge && falls(money.lowestLater, money.lowestLaterWithout) ? [.overdrawnLater] : []
    }

    private func moneyObstacles(_ money: CashFigures?, _ cost: Int64) -> [PurchaseObstacle] {
        guard let money else {
            guard let pace, pace.income > 0 else { return [] }
            return purchase.firstPayment(costing: cost) > pace.allowance ? [.beyondSaving] : []
        }
        var found: [PurchaseObstacle] = []
        if money.lowestWith.cents < 0 {
            found.append(.overdrawn)
        } else if money.lowestWith.cents < money.reserve {
            found.append(.reserve)
        }
        if money.lowestWith.cents >= 0, money.lowestLater.cents < 0 {
            found.append(.overdrawnLater)
        } else if money.lowestWith.cents >= money.reserve, money.lowestLater.cents < money.reserve {
            found.append(.reserveLater)
        }
        return found
    }

    private func isBeyondSurplus(_ money: CashFigures?, costing cost: Int64, on day: CivilDate) -> Bool {
        guard let commitment = Commitment(purchase, costing: cost, on: day) else { return false }
        return !commitment.isCarried(by: pace, spare: money?.spare ?? 0)
    }

    /// The limits as they will stand in the month of a day: nothing is spent yet in a month to come.
    public func limits(on day: CivilDate) -> [LimitStanding] {
        guard day.monthNumber != purchase.day.monthNumber else { return limits }
        return limits.map { LimitStanding(cents: $0.cents, spent: 0) }
    }
}

extension RuleAssessment {
    /// Whether a cost is more than half of a limit; exactly half is not.
    static func isLargeFraction(_ cents: Int64, ofLimit limit: Int64) -> Bool { cents > limit - cents }
}

extension Purchase {
    /// What counts against a monthly limit, minor units: the whole cost, also of instalments, which are owed from the
    /// first day on; of a subscription the mean cost of a month, or a payment where that is more,
    /// and what is paid at once.
    public func countedAgainstLimit(costing cents: Int64) -> Int64 {
        guard let plan = plan(costing: cents), plan.count == nil else { return cents }
        return plan.down + max(plan.cents, roundedQuotient(cents - plan.down, by: 12))
    }
}
