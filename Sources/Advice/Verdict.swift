import Ledger

/// Whether to buy, when, and what stands against it: a pure function of a situation. `VerdictSituation.grounds` says what
/// weighs.
///
/// - `buy`: nothing stands against it on the day of the purchase.
/// - `wait`: something does, but nothing on a later day; `waitUntil` is the first of them, and there always is one. The
///   next 60 days are looked at one by one. Where after them only money stands against it (the balance, known or not, a card
///   that costs interest, the burden), it is the day by which enough is saved at the usual pace, if that doesn't take too long.
/// - `skip`: the case against it is asked for, something stands against it on each of these days, or too little is known to say yes. Of something needed
///   the words say what is missing instead of telling to go without.
///
/// With a card the balance counts from the day of the purchase to as many days after the one on which the card is paid.
public struct Verdict: Hashable, Sendable {
    public private(set) var outcome: PurchaseVerdict
    /// Whether it is to be skipped only because too little is known.
    public private(set) var isUnknown: Bool
    /// The first day on which it becomes `buy`; nil unless the outcome is `wait`.
    public let waitUntil: CivilDate?
    /// The last of the days from `waitUntil` on of which each is one to buy on; nil where that goes on for all days that
    /// are looked at, and without a day.
    public let waitThrough: CivilDate?
    /// What stands against it on the day of the purchase, the most decisive first.
    public var obstacles: [Ground] { grounds.filter(\.isObstacle) }
    /// All that speaks for or against it on that day, what stands against it first.
    public private(set) var grounds: [Ground]
    /// What still stands against it on the day before `waitUntil`; empty without one.
    public let lastObstacles: [Ground]
    /// Whether `waitUntil` is the day by which enough is saved, later than each day can be foreseen.
    public let isSavedFor: Bool
    /// Whether the money lasts when it is bought on any day from `waitUntil` through `waitThrough`; what one cannot well do
    /// without may be bought when it does not. True without such days.
    public let lastsThen: Bool
    /// The largest smaller cost that would pass on that day, minor units: in whole units of the currency, of several
    /// payments each of them, or just what a usual month leaves. nil where none does or the purchase itself passes.
    public let passingCost: Int64?
    /// Whether nothing but where one is stands against it.
    public private(set) var isOnlyThePlace = false

    /// Days ahead that are looked at.
    public static let longestWait = 60
    /// Days that saving may take for something needed, for a goal, and by a day that was named: a year.
    private static let longestSaving = 365
    /// Days that it may take for a wish: eight months. What takes longer is not in sight.
    private static let longestForWishes = 245

    private static func longestSaving(_ situation: VerdictSituation) -> Int {
        situation.isEssential || situation.purchase.goal != nil ? longestSaving : longestForWishes
    }

    public init(_ situation: VerdictSituation) {
        let (cost, day) = (situation.purchase.amount.minorUnits, situation.purchase.day)
        grounds = Verdict.grounds(situation, cost)
        let isClear = !grounds.contains(where: \.isObstacle)
        let near = isClear ? day : Verdict.firstDay(situation, cost)
        let saved = near == nil ? Verdict.daySaved(situation, cost) : nil
        let first = near ?? saved
        isSavedFor = saved != nil && !situation.knowsTooLittle && situation.purchase.asked != .against
        guard !situation.knowsTooLittle else {
            (outcome, isUnknown) = (.skip, first != nil)
            (waitUntil, waitThrough, lastObstacles, passingCost, lastsThen) = (nil, nil, [], nil, true)
            return
        }
        isUnknown = false
        // Whoever asks for the case against it has decided, and a wish that is asked about once more goes back.
        let isGivenBack =
            situation.purchase.asked == .toReturn && !situation.purchase.replacesBroken
            && !(isClear && situation.isWorthKeeping(cost))
        guard situation.purchase.asked != .against, !isGivenBack else {
            (outcome, waitUntil, waitThrough, lastObstacles, passingCost, lastsThen) = (.skip, nil, nil, [], nil, true)
            return
        }
        outcome = isClear ? .buy : first == nil ? .skip : .wait
        let until = outcome == .wait ? first : nil
        waitUntil = until
        let through = near == nil ? nil : until.flatMap { Verdict.lastDay(situation, cost, from: $0) }
        let horizon = situation.horizon
        waitThrough = through
        lastsThen =
            (near == nil ? nil : until).map { first in
                let last = through ?? horizon
                return (0...max(0, last.days(since: first))).allSatisfy {
                    situation.lasts(costing: cost, on: first.adding(days: $0))
                }
            } ?? true
        let before = near == nil ? horizon : until?.adding(days: -1)
        lastObstacles = until == nil ? [] : before.map { situation.obstacles(costing: cost, on: $0) } ?? []
        passingCost = outcome == .buy ? nil : Verdict.largestPassing(situation, below: cost)
    }

    /// The same for who is where they want to pay for nothing of the kind: what is fine elsewhere, or isn't known to be, is
    /// skipped there.
    func blocked(at cost: Int64) -> Verdict {
        var here = self
        here.grounds.insert(Ground(.place, .against, .decides, cost, of: cost), at: 0)
        guard outcome == .buy || isUnknown else { return here }
        (here.outcome, here.isUnknown, here.isOnlyThePlace) = (.skip, false, outcome == .buy)
        return here
    }

    /// What weighs on the day of the purchase. Where that is too far ahead to foresee each day, what is saved for it by then
    /// at the usual pace lifts what saving can: a day that was named stands when it is asked about.
    private static func grounds(_ situation: VerdictSituation, _ cost: Int64) -> [Ground] {
        let day = situation.purchase.day
        let found = situation.grounds(costing: cost, on: day)
        guard day > situation.asOf.adding(days: longestWait), found.contains(where: \.isObstacle) else { return found }
        var today = situation
        today.purchase.day = situation.asOf
        guard let saved = daySaved(today, cost, within: longestSaving), saved <= day else { return found }
        return [Ground(.saved, .inFavor, .decides, cost, of: cost, on: saved)] + found.filter { !$0.isObstacle }
    }

    /// The last day before one on which something stands against it again.
    private static func lastDay(_ situation: VerdictSituation, _ cost: Int64, from first: CivilDate) -> CivilDate? {
        let end = situation.horizon
        guard first < end else { return first }
        return (1...end.days(since: first)).lazy.map { first.adding(days: $0) }
            .first { !situation.obstacles(costing: cost, on: $0).isEmpty }?.adding(days: -1)
    }

    private static func firstDay(_ situation: VerdictSituation, _ cost: Int64) -> CivilDate? {
        let day = situation.purchase.day
        return (1...max(1, situation.horizon.days(since: day))).lazy.map(day.adding(days:))
            .first { situation.obstacles(costing: cost, on: $0).isEmpty }
    }

    /// The day by which enough is saved, where nothing but money stands against it after all days that are foreseen; nil
    /// where that takes too long. What is said to be saved by a day when it is asked about today is still so when it is
    /// asked about a day before that one.
    ///
    /// - Parameter most: days that it may take; nil for as long as such a thing may be saved for.
    private static func daySaved(_ situation: VerdictSituation, _ cost: Int64, within most: Int? = nil) -> CivilDate? {
        let needed = dayNeeded(situation, cost)
        let (day, near) = (situation.purchase.day, situation.asOf.adding(days: longestWait))
        return Set([near, situation.horizon])
            .compactMap { daySaved(situation, cost, foreseenTo: $0, within: most ?? longestSaving(situation)) }.filter {
                $0 >= day
            }
            .min().map { min($0, needed ?? $0) } ?? needed
    }

    /// The day until which a need can wait, beyond the days that are looked at, where the money would be there even now.
    private static func dayNeeded(_ situation: VerdictSituation, _ cost: Int64) -> CivilDate? {
        guard situation.isEssential, let until = situation.purchase.canWaitUntil, until > situation.horizon else {
            return nil
        }
        var needed = situation
        needed.purchase.canWaitUntil = nil
        return needed.obstacles(costing: cost, on: situation.horizon).isEmpty ? until : nil
    }

    private static func daySaved(
        _ situation: VerdictSituation, _ cost: Int64, foreseenTo last: CivilDate, within most: Int
    ) -> CivilDate? {
        let left = situation.obstacles(costing: cost, on: last)
        var found = last
        for role in left.map(\.role) {
            guard let then = situation.daySaved(costing: cost, on: last, for: role) else { return nil }
            found = max(found, then)
        }
        return !left.isEmpty && found.days(since: last) <= most - longestWait ? found : nil
    }

    /// Obstacles only ever grow with the cost, so that halving finds the border.
    private static func largestPassing(_ situation: VerdictSituation, below cost: Int64) -> Int64? {
        let purchase = situation.purchase
        let payments = purchase.instalments.map { max(1, cost / max(1, $0.cents)) } ?? 1
        let unit = purchase.amount.currency.minorPerMajor * payments
        var (passing, failing) = (Int64(0), (cost - 1) / unit + 1)
        while failing - passing > 1 {
            let middle = (passing + failing) / 2
            if !grounds(situation, middle * unit).contains(where: \.isObstacle) {
                passing = middle
            } else {
                failing = middle
            }
        }
        guard passing > 0 else { return nil }
        // What a month leaves is said to the cent, and so is a border that is just that.
        let border = passing * unit
        if payments == 1, let left = situation.pace?.perMonth, (border..<min(cost, border + unit)).contains(left),
            !grounds(situation, left).contains(where: \.isObstacle)
        {
            return left
        }
        return border
    }
}

extension VerdictSituation {
    /// The last day that is looked at: the 60th from today, or for a purchase of later days as long after them as the money
    /// must last. Asking about a later day sees no other days than asking today.
    var horizon: CivilDate {
        let (near, day) = (asOf.adding(days: Verdict.longestWait), purchase.day)
        return day > near ? day.adding(days: Verdict.longestWait) : max(near, day.adding(days: CashOutlook.lookAhead))
    }

    /// The day by which so much is saved, at the usual pace from a day on, that a ground no longer stands against a cost;
    /// nil for what saving does not change, and where nothing is saved.
    public func daySaved(costing cost: Int64, on last: CivilDate, for role: Ground.Role) -> CivilDate? {
        switch role {
        case .burden, .recently, .avoidable:
            // Nobody saves up to lend.
            if purchase.isLent { return nil }
            return allowance(costing: cost)?.day(for: weight(costing: cost), from: purchase.day)
        case .overdrawn, .reserve, .overdrawnLater, .reserveLater:
            guard let money = cash?.figures(purchase, costing: cost, on: last) else { return nil }
            let drawable = drawable(on: last)
            if isEssential, !canWait(on: last) {
                // Of a need all that must be there is its price.
                let missing = Int64(clamping: -(Int128(money.leftOnDay) + Int128(drawable)))
                return pace?.days(toSave: missing).map(last.adding(days:))
            }
            let missing = money.reserve - min(money.lowestWith.cents, money.lowestLater.cents) - drawable
            return pace?.days(toSave: missing).map(last.adding(days:))
        case .beyondSaving:
            if purchase.isLent { return nil }
            return pace?.days(toSave: purchase.firstPayment(costing: cost)).map(savedSince.adding(days:))
        case .missesGoal:
            // When the goals and it are saved for.
            let missed = goals.filter {
                $0.goal.name != purchase.goal && $0.isMissed(with: purchase, costing: cost, on: last)
            }
            let days = missed.map { goal in pace?.days(toSave: Int64(clamping: Int128(goal.toSave) + Int128(cost))) }
            return days.contains(nil) ? nil : days.compactMap { $0 }.max().map(asOf.adding(days:))
        case .early: return waitsAnyway(cost)
        case .debt:
            return missingForDebt(costing: cost, on: last).flatMap { pace?.days(toSave: $0) }.map(last.adding(days:))
        default: return nil
        }
    }

    /// Whether no balance falls below zero in the days that are looked at.
    func lasts(costing cost: Int64, on day: CivilDate) -> Bool {
        guard let money = cash?.figures(purchase, costing: cost, on: day) else { return true }
        return min(money.leftOnDay, money.lowestWith.cents, money.lowestLater.cents) >= 0
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
