import Ledger
import Retrieval

/// Says a verdict: reasons, the most decisive first, and what would change it.
public struct VerdictWords {
    public let advice: PurchaseAdvice
    let taxonomy: Taxonomy

    /// Reasons that are given at most.
    private static let mostReasons = 4

    public init(_ advice: PurchaseAdvice, taxonomy: Taxonomy) {
        self.advice = advice
        self.taxonomy = taxonomy
    }

    // MARK: Headline

    /// `Wait until November 6.`
    public var headline: String {
        if advice.isPast { return pastHeadline }
        switch advice.verdict.outcome {
        case .buy where advice.purchase.isRunning: return "Yes, you can afford it."
        case .skip where advice.purchase.isRunning, .wait where advice.purchase.isRunning:
            return advice.isEssential ? "Not safely." : "Better not."
        case .buy where advice.purchase.isLent: return "Yes, you can lend it."
        case .buy:
            return advice.isEssential
                ? "Yes, get it."
                : wording.pick("Yes, go ahead if you want it.", "Yes, you can.", "Yes, if you want it.")
        case .wait:
            let wait = advice.isEssential ? "If you can, wait" : "Wait"
            return advice.verdict.waitUntil.map { "\(wait) until \(said($0))." } ?? "\(wait)."
        case .skip: return skipHeadline
        }
    }

    /// Nobody is told to skip what they need: it is said what is missing.
    private var skipHeadline: String {
        let verdict = advice.verdict
        if verdict.isUnknown {
            return advice.holdsCurrency ? "I don't know enough to say yes." : "I can't compare this with your money."
        }
        if advice.purchase.isLent { return "No, I wouldn't lend it." }
        guard advice.isEssential, let first = verdict.obstacles.first else {
            return wording.pick("Skip it.", "I'd skip it.")
        }
        if first.isAboutLimit { return "It doesn't fit your limit." }
        guard first.isAboutMoney else { return wording.pick("Skip it.", "I'd skip it.") }
        return advice.cash?.leftOnDay ?? 0 < 0
            ? "The money isn't there for it." : "Only if you have to: your money won't last."
    }

    private var wording: Wording {
        Wording(advice.purchase.amount.text, advice.purchase.merchant ?? advice.purchase.item ?? "")
    }

    func said(_ day: CivilDate) -> String { day.text(near: advice.asOf) }

    /// Of a purchase that was made already.
    private var pastHeadline: String {
        switch advice.verdict.outcome {
        case .buy: "It was fine to buy."
        case .wait: "It could have waited."
        case .skip: advice.verdict.isUnknown || advice.isEssential ? skipHeadline : "You could have skipped it."
        }
    }

    /// The whole answer as sentences.
    public var reply: String {
        ([headline] + reasons + wouldChange).joined(separator: " ")
    }

    // MARK: Reasons

    /// At most four sentences, the most decisive first; how the question was read is never left out.
    public var reasons: [String] {
        let against = advice.verdict.obstacles.filter { $0 != .avoidable || advice.score.isBlocked }.map(against)
        let reading = [running, pastDay, lent, accountProblem, costOfPayments].compactMap { $0 }
        let first = advice.knowsTooLittle ? known : []
        let found = first + against.prefix(1) + reading + against.dropFirst() + support
        return Array(found.prefix(VerdictWords.mostReasons))
    }

    /// How the balance would fall below zero; nil where it does not.
    var overdraft: String? {
        advice.verdict.obstacles.first { $0 == .overdrawn || $0 == .overdrawnLater }.map(against)
    }

    private func against(_ obstacle: PurchaseObstacle) -> String {
        let price = text(advice.purchase.firstPayment(costing: advice.purchase.amount.minorUnits))
        switch obstacle {
        case .overdrawn, .reserve, .overdrawnLater, .reserveLater:
            return advice.cash.map { shortage(obstacle, $0, price) } ?? ""
        case .beyondSaving:
            guard let pace = advice.pace, pace.perMonth > 0 else {
                return
                    "You usually have nothing left over at the end of a month, and that's all I know about your money."
            }
            return
                "\(price) is more than the \(text(pace.perMonth)) a usual month leaves you, and that's all I know about "
                + "your money."
        case .beyondSurplus: return beyondSurplus
        case .missesGoal: return missedGoal
        case .largeFraction:
            return
                "\(counted) is more than half of your \(text(advice.rules.limit)) monthly limit on \(category), with "
                + "\(advice.rules.remaining ?? 0 > 0 ? text(advice.rules.remaining) : "nothing") left."
        case .exceedsLimit:
            return "You've spent \(text(advice.rules.spentMonthToDate)) of your \(text(advice.rules.limit)) monthly "
                + "limit on \(category)\(inMonth); this would bring it to \(text(advice.score.spentAfter))."
        case .avoidable:
            return advice.score.againstIt
        }
    }

    private var beyondSurplus: String {
        let cost = "\(text(advice.monthlyBurden)) a month\(paidUntil)"
        guard let pace = advice.pace else {
            return "I don't have a full month of yours yet, so I can't tell whether you can carry \(cost)."
        }
        return pace.perMonth > 0
            ? "\(cost) is \(advice.monthlyBurden ?? 0 > pace.perMonth ? "more than" : "nearly all of") the "
                + "\(text(pace.perMonth)) a usual month leaves you."
            : "You can't carry \(cost): a usual month leaves you nothing."
    }

    private var paidUntil: String {
        guard let plan = advice.purchase.instalments else { return "" }
        return plan.lastDay(from: advice.purchase.day).map { " until \(said($0))" } ?? " from now on"
    }

    /// What is known where it is not enough.
    private var known: [String] {
        let price = advice.purchase.amount
        guard advice.holdsCurrency else {
            return [
                "None of your accounts are in \(price.currency.code), and I don't convert currencies: all I know is the "
                    + "price, \(price.text)."
            ]
        }
        guard advice.rules.limit != nil else {
            return ["All I know is the price, \(price.text): I have no balance, no limit, and hardly any history."]
        }
        return ["All I know is the price, \(price.text), and your limit: I have no balance and no transactions."]
    }

    // MARK: How it was read

    private var pastDay: String? {
        advice.isPast ? "I looked at it as of \(advice.asOf.longText)." : nil
    }

    /// A price that was not said.
    private var running: String? {
        advice.purchase.nextPayment.map { next in
            "\(advice.purchase.merchant ?? "It") costs \(advice.purchase.amount.text) each time, next on \(said(next)), "
                + "and my forecast already counts it."
        }
    }

    private var lent: String? {
        advice.purchase.isLent ? "I count it as spent, since I don't know when you'd get it back." : nil
    }

    private var accountProblem: String? {
        guard let problem = advice.accountProblem else { return nil }
        let instead = advice.cash == nil ? "" : ", so I looked at \(pool)"
        return switch problem {
        case .unknown(let name): "I don't see an account called “\(name)”\(instead)."
        case .otherCurrency(let name, let currency): "\(name) is in \(currency.code)\(instead)."
        case .notSpendable(let name): "\(name) isn't an account you pay from\(instead)."
        // Without other money to look at it is said with what that means.
        case .unknownBalance(let name): advice.cash == nil ? nil : "I don't know what's in \(name)\(instead)."
        case .unknownCardPayments(let name):
            "I don't know when you pay \(name)"
                + (advice.cash == nil ? "." : ", so I assumed it comes due after \(CardTerms.usualTerm) days.")
        }
    }

    /// `24 payments of $40.00 come to $960.00.`
    private var costOfPayments: String? {
        guard let plan = advice.purchase.instalments else { return nil }
        let each = Money(plan.cents, advice.purchase.amount.currency).text
        guard let count = plan.count else {
            if plan.cents == advice.purchase.amount.minorUnits { return nil }
            return "\(each) \(plan.every.words) comes to \(advice.purchase.amount.text) in the first twelve months."
        }
        let down = plan.down > 0 ? " plus \(text(plan.down)) down" : ""
        return "\(count) payments of \(each)\(down) come to \(advice.purchase.amount.text)."
    }

    // MARK: What speaks for it, and what is worth knowing

    private var support: [String] {
        let verdict = advice.verdict
        var found = [cashSupport, sameKind, carried, limitSupport].compactMap { $0 }
        if advice.isEssential, !advice.purchase.isRunning {
            found.append("I count it as a need.")
        }
        if !verdict.obstacles.contains(.missesGoal) { found += delays }
        if verdict.outcome == .buy, !advice.isEssential {
            found.append([advice.score.notAgainstIt, advice.score.inFavour].joined(by: " "))
        }
        if let near = advice.nearLimit { found.append("Your limit on \(name(near)) doesn't count \(category).") }
        let isAboutMoney = verdict.obstacles.contains(where: \.isAboutMoney)
        if advice.rules.limit == nil, !isAboutMoney, advice.purchase.category != nil, advice.rules.spentMonthToDate > 0
        {
            let spent = text(advice.rules.spentMonthToDate)
            found.append("You've spent \(spent) on \(category)\(inMonth), with no limit set.")
        }
        return found
    }

    /// `You already pay $19.99 a month for Netflix.`
    private var sameKind: String? {
        guard !advice.sameKind.isEmpty else { return nil }
        let paid = advice.sameKind.prefix(3).map { "\($0.monthlyCost.text) a month for \($0.merchant)" }
        return "You already pay \(list(paid))."
    }

    /// What a long plan takes of a usual month.
    private var carried: String? {
        guard let burden = advice.commitment?.perMonth, let pace = advice.pace, burden <= pace.perMonth,
            !advice.verdict.obstacles.contains(.beyondSurplus)
        else { return nil }
        return "A usual month leaves you \(text(pace.perMonth)), and this would take \(text(burden)) of it\(paidUntil)."
    }

    private var limitSupport: String? {
        guard let limit = advice.rules.limit, !advice.verdict.obstacles.contains(where: \.isAboutLimit) else {
            return nil
        }
        let left = limit - advice.score.spentAfter
        return left >= 0
            ? "It fits your \(text(limit)) monthly limit on \(category), with \(text(left)) left after it."
            : "It puts you \(text(-left)) over your \(text(limit)) monthly limit on \(category)."
    }

    var unknownCash: String {
        guard !advice.missing.isEmpty else {
            return "I don't see an account you'd pay it from: import its file with `coach import FILE`."
        }
        let first = advice.missing[0]
        return "I don't know what's in \(list(advice.missing)), so this leaves out what you have. Tell me with "
            + "`coach balance \"\(first)\" AMOUNT`."
    }

    // MARK: Goals

    private func moved(_ goal: GoalProgress) -> CivilDate? {
        goal.reachedOn(
            with: advice.purchase, costing: advice.purchase.amount.minorUnits, on: advice.purchase.day)
    }

    private var missedGoal: String {
        let (cost, day) = (advice.purchase.amount.minorUnits, advice.purchase.day)
        guard let goal = advice.goals.first(where: { $0.isMissed(with: advice.purchase, costing: cost, on: day) })
        else { return "" }
        let what = "your goal \(goal.goal.name) (\(goal.goal.target.text) by \(said(goal.goal.by)))"
        guard let before = goal.reachedOn else {
            return "The way things are going, \(what) is already out of reach, and this doesn't help."
        }
        guard let after = moved(goal) else { return "It puts \(what) out of reach." }
        return goal.isOnTrack
            ? "It pushes \(what) from \(said(before)) to \(said(after)), which is too late."
            : "It pushes \(what), which is already late, from \(said(before)) to \(said(after))."
    }

    /// What it does to the goals, for who asks.
    public var goalEffect: String {
        guard !advice.goals.isEmpty else { return "You don't have a savings goal it could affect." }
        let moves = advice.verdict.obstacles.contains(.missesGoal) ? [missedGoal] : delays
        return moves.first ?? "No, it doesn't delay any of your goals."
    }

    private var delays: [String] {
        let moved = advice.goals.compactMap { goal -> String? in
            guard let days = goal.delay(by: advice.purchase), days > 0, let day = self.moved(goal) else { return nil }
            return "\(goal.goal.name) by \(days) day\(days == 1 ? "" : "s"), to \(said(day))"
        }
        guard let last = moved.last else { return [] }
        guard moved.count > 1 else { return ["It pushes back your goal \(last)."] }
        return ["It pushes back your goals \(moved.dropLast().joined(separator: "; ")); and \(last)."]
    }

    // MARK: Parts

    var countedCents: Int64 { advice.purchase.countedAgainstLimit(costing: advice.purchase.amount.minorUnits) }
    private var counted: String { text(countedCents) }
    var pool: String { list(advice.accounts) }
    var category: String { name(advice.rules.existingRule?.category ?? advice.purchase.category ?? "it") }

    private var inMonth: String {
        let day = advice.purchase.day
        return day.monthNumber == advice.asOf.monthNumber ? " this month" : " in \(Period.month(of: day).label)"
    }

    func text(_ cents: Int64?) -> String { Money(cents ?? 0, advice.purchase.amount.currency).text }

    private func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "your account" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A category inside a sentence: `groceries`; a Guardian name without its line: `fast food`.
    func name(_ id: String) -> String {
        RuleCategory(id: id, in: taxonomy)?.words ?? id.split(separator: "_").joined(separator: " ")
    }
}

extension [String] {
    /// The texts that are not empty, joined.
    fileprivate func joined(by separator: String) -> String { filter { !$0.isEmpty }.joined(separator: separator) }
}

extension PurchaseObstacle {
    /// Whether it is about what is in the accounts.
    var isAboutCash: Bool { self <= .reserveLater }
    var isAboutMoney: Bool { self <= .beyondSurplus }
    var isAboutLimit: Bool { self == .largeFraction || self == .exceedsLimit }
}

extension Instalments.Interval {
    /// `a month`, `every 2 weeks`.
    public var words: String {
        switch self {
        case .months(1): "a month"
        case .months(12): "a year"
        case .months(let count): "every \(count) months"
        case .days(1): "a day"
        case .days(7): "a week"
        case .days(let count): count % 7 == 0 ? "every \(count / 7) weeks" : "every \(count) days"
        }
    }
}
