import Ledger

/// Whether to buy, when, and what stands against it: a pure function of a situation.
///
/// | stands against it on a day                                            | discretionary | essential |
/// |------------------------------------------------------------------------|---------------|-----------|
/// | the balance falls below zero before the next pay                       | yes           | when the money is not there on the day itself, or it takes more than a tenth of the balance |
/// | the balance falls below the reserve before the next pay                | yes           | no        |
/// | the balance falls below zero within 30 days                            | yes           | no        |
/// | no balance is known, and it is more than is left of the income till then | yes         | no        |
/// | more than 50 % of the monthly limit                                    | yes           | no        |
/// | month to date and the cost are more than the monthly limit             | yes           | no        |
/// | `p_avoid` is at or above the threshold of the user's profile           | yes           | no        |
///
/// - `buy`: nothing stands against it on the day of the purchase.
/// - `wait`: something does, but nothing on a later day of the next 60; `waitUntil` is the first of them. A limit
///   starts afresh on the 1st of a month.
/// - `skip`: something stands against it on each of these days.
///
/// Where neither balance nor limit nor history is known, the verdict is `wait` without a day.
public struct Verdict: Hashable, Sendable {
    public let outcome: PurchaseVerdict
    /// The first day on which it becomes `buy`; nil unless the outcome is `wait`.
    public let waitUntil: CivilDate?
    /// What stands against it on the day of the purchase, the most decisive first.
    public let obstacles: [PurchaseObstacle]
    /// The largest smaller cost, in whole units of the currency, that would pass on that day, minor units; nil where
    /// none does or the purchase itself passes.
    public let passingCost: Int64?

    /// Days ahead that are looked at.
    public static let longestWait = 60

    public init(_ situation: VerdictSituation) {
        let (cost, day) = (situation.purchase.amount.minorUnits, situation.purchase.day)
        obstacles = situation.obstacles(costing: cost, on: day)
        if situation.knowsTooLittle {
            (outcome, waitUntil, passingCost) = (.wait, nil, nil)
            return
        }
        guard !obstacles.isEmpty else {
            (outcome, waitUntil, passingCost) = (.buy, nil, nil)
            return
        }
        waitUntil = Verdict.firstDay(situation, cost)
        outcome = waitUntil == nil ? .skip : .wait
        passingCost = Verdict.largestPassing(situation, below: cost)
    }

    private static func firstDay(_ situation: VerdictSituation, _ cost: Int64) -> CivilDate? {
        (1...longestWait).lazy.map { situation.purchase.day.adding(days: $0) }
            .first { situation.obstacles(costing: cost, on: $0).isEmpty }
    }

    /// Obstacles only ever grow with the cost, so that halving finds the border.
    private static func largestPassing(_ situation: VerdictSituation, below cost: Int64) -> Int64? {
        let unit = situation.purchase.amount.currency.minorPerMajor
        var (passing, failing) = (Int64(0), (cost - 1) / unit + 1)
        while failing - passing > 1 {
            let middle = (passing + failing) / 2
            if situation.obstacles(costing: middle * unit, on: situation.purchase.day).isEmpty {
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
        if isEssential {
            guard let cash else { return [] }
            let money = cash.figures(purchase, costing: cost, on: day)
            let isLarge = cost > money.balance / VerdictSituation.smallPart
            return money.leftOnDay < 0 || (isLarge && money.lowestWith.cents < 0) ? [.overdrawn] : []
        }
        var found: [PurchaseObstacle] = []
        if let cash {
            let money = cash.figures(purchase, costing: cost, on: day)
            if money.lowestWith.cents < 0 {
                found.append(.overdrawn)
            } else if money.lowestWith.cents < cash.reserve {
                found.append(.reserve)
            }
            if money.lowestWith.cents >= 0, money.lowestLater.cents < 0 { found.append(.overdrawnLater) }
        }
        if cash == nil, let pace, cost > pace.allowance(inDays: max(0, day.days(since: purchase.day))) {
            found.append(.beyondSaving)
        }
        if let limit {
            let counted = purchase.countedAgainstLimit(costing: cost)
            if RuleAssessment.isLargeFraction(counted, ofLimit: limit.cents) {
                found.append(.largeFraction)
            } else if spent(on: day) + counted > limit.cents {
                found.append(.exceedsLimit)
            }
        }
        if avoidance(cost, day) >= threshold { found.append(.avoidable) }
        return found
    }

    /// What will have been spent of the limit in the month of a day, minor units: nothing yet in a month to come.
    public func spent(on day: CivilDate) -> Int64 {
        day.monthNumber == purchase.day.monthNumber ? limit?.spent ?? 0 : 0
    }
}

extension RuleAssessment {
    /// Whether a cost is more than half of a limit; exactly half is not.
    static func isLargeFraction(_ cents: Int64, ofLimit limit: Int64) -> Bool { cents > limit - cents }
}

extension Purchase {
    /// What counts against a monthly limit, minor units: the whole cost, also of instalments, which are owed from the
    /// first day on; of a subscription, which comes every month, the mean cost of a month and what is paid at once.
    public func countedAgainstLimit(costing cents: Int64) -> Int64 {
        guard let instalments, instalments.count == nil else { return cents }
        let down = roundedQuotient(instalments.down, times: cents, by: max(1, amount.minorUnits))
        return down + roundedQuotient(cents - down, by: 12)
    }
}
