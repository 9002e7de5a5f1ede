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

    /// `Wait until 6 November 2026.`
    public var headline: String {
        if advice.isPast { return pastHeadline }
        switch advice.verdict.outcome {
        case .buy where advice.purchase.isRunning: return "Yes, you can keep paying it."
        case .skip where advice.purchase.isRunning, .wait where advice.purchase.isRunning:
            return advice.isEssential ? "Not safely." : "Better not."
        case .buy where advice.purchase.isLent: return "Yes, you can lend it if you want to."
        case .buy: return advice.isEssential ? "Yes, buy it." : "Yes, buy it if you want it."
        case .wait:
            let wait = advice.isEssential ? "Wait if you can" : "Wait"
            return advice.verdict.waitUntil.map { "\(wait) until \($0.longText)." } ?? "\(wait)."
        case .skip: return skipHeadline
        }
    }

    /// What one needs is not to be gone without: it is said what is missing.
    private var skipHeadline: String {
        let verdict = advice.verdict
        if verdict.isUnknown {
            return advice.holdsCurrency ? "I know too little to say yes." : "I cannot compare this with your money."
        }
        if advice.purchase.isLent { return "Do not lend it." }
        guard advice.isEssential, let first = verdict.obstacles.first else { return "Skip it." }
        if first.isAboutLimit { return "Not within your limit." }
        guard first.isAboutMoney else { return "Skip it." }
        return advice.cash?.leftOnDay ?? 0 < 0
            ? "The money for it is not there." : "Only if you must: your money does not last."
    }

    /// Of a purchase that is made already.
    private var pastHeadline: String {
        switch advice.verdict.outcome {
        case .buy: "It was fine to buy it."
        case .wait: "It could have waited."
        case .skip: advice.verdict.isUnknown || advice.isEssential ? skipHeadline : "It was one to skip."
        }
    }

    /// The whole answer as sentences.
    public var reply: String {
        var sentences = [headline] + reasons
        let changes = wouldChange
        if !changes.isEmpty { sentences.append("What would change this: " + changes.joined(separator: " ")) }
        return sentences.joined(separator: " ")
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
            let left = advice.pace.map { $0.perMonth > 0 ? text($0.perMonth) : "nothing" } ?? "nothing"
            return "\(price) is more than a usual month leaves you, which is \(left), and that is all I know of your "
                + "money."
        case .beyondSurplus: return beyondSurplus
        case .missesGoal: return missedGoal
        case .largeFraction:
            return "\(counted) is more than half of your \(text(advice.rules.limit)) monthly limit for \(category), of "
                + "which \(advice.rules.remaining ?? 0 > 0 ? text(advice.rules.remaining) : "nothing") is left."
        case .exceedsLimit:
            return "You have spent \(text(advice.rules.spentMonthToDate)) of your \(text(advice.rules.limit)) monthly "
                + "limit for \(category)\(inMonth); this would make it \(text(advice.score.spentAfter))."
        case .avoidable:
            return advice.score.againstIt
        }
    }

    private var beyondSurplus: String {
        let cost = "\(text(advice.monthlyBurden)) a month\(paidUntil)"
        guard let pace = advice.pace else {
            return "I know no full month of yours yet, so I cannot tell whether \(cost) can be carried."
        }
        return pace.perMonth > 0
            ? "\(cost) is \(advice.monthlyBurden ?? 0 > pace.perMonth ? "more than" : "nearly all of") the "
                + "\(text(pace.perMonth)) that a usual month leaves you."
            : "\(cost) cannot be carried: a usual month leaves you nothing."
    }

    private var paidUntil: String {
        guard let plan = advice.purchase.instalments else { return "" }
        return plan.lastDay(from: advice.purchase.day).map { " until \($0.longText)" } ?? " from now on"
    }

    /// What is known where it is not enough.
    private var known: [String] {
        let price = advice.purchase.amount
        guard advice.holdsCurrency else {
            return [
                "None of your accounts is kept in \(price.currency.code), and I do not convert currencies: all I know is "
                    + "the price of \(price.text)."
            ]
        }
        guard advice.rules.limit != nil else {
            return ["All I know is the price of \(price.text): no balance, no limit and hardly any history."]
        }
        return ["All I know is the price of \(price.text) and your limit: no balance and no transactions."]
    }

    // MARK: How it was read

    private var pastDay: String? {
        advice.isPast ? "This looks at it as of \(advice.asOf.longText), a day that is past." : nil
    }

    /// A price that was not said.
    private var running: String? {
        advice.purchase.nextPayment.map { next in
            "\(advice.purchase.merchant ?? "It") takes \(advice.purchase.amount.text) each time, next on \(next.longText), "
                + "and my forecast holds that already."
        }
    }

    private var lent: String? {
        advice.purchase.isLent ? "I count it as spent: when it comes back is not known." : nil
    }

    private var accountProblem: String? {
        guard let problem = advice.accountProblem else { return nil }
        let instead = advice.cash == nil ? "" : ", so this looks at \(pool)"
        return switch problem {
        case .unknown(let name): "I know no account “\(name)”\(instead)."
        case .otherCurrency(let name, let currency): "\(name) is kept in \(currency.code)\(instead)."
        case .notSpendable(let name): "\(name) is not an account that one pays from\(instead)."
        // Without other money to look at it is said with what that means.
        case .unknownBalance(let name): advice.cash == nil ? nil : "I do not know what is in \(name)\(instead)."
        case .unknownCardPayments(let name):
            "I do not know when \(name) is paid"
                + (advice.cash == nil ? "." : ": I take it that it falls due after \(CardTerms.usualTerm) days.")
        }
    }

    /// `24 payments of $40.00 are $960.00 in all.`
    private var costOfPayments: String? {
        guard let plan = advice.purchase.instalments else { return nil }
        let each = Money(plan.cents, advice.purchase.amount.currency).text
        guard let count = plan.count else {
            if plan.cents == advice.purchase.amount.minorUnits { return nil }
            return "\(each) \(plan.every.words) is \(advice.purchase.amount.text) in the first twelve months."
        }
        let down = plan.down > 0 ? " and \(text(plan.down)) at once" : ""
        return "\(count) payments of \(each)\(down) are \(advice.purchase.amount.text) in all."
    }

    // MARK: What speaks for it, and what is worth knowing

    private var support: [String] {
        let verdict = advice.verdict
        var found = [cashSupport, sameKind, carried, limitSupport].compactMap { $0 }
        if advice.isEssential, !advice.purchase.isRunning {
            found.append("I count it as something one cannot well do without.")
        }
        if !verdict.obstacles.contains(.missesGoal) { found += delays }
        if verdict.outcome == .buy, !advice.isEssential {
            found.append([advice.score.notAgainstIt, advice.score.inFavour].joined(by: " "))
        }
        if let near = advice.nearLimit { found.append("Your limit on \(name(near)) does not count \(category).") }
        let isAboutMoney = verdict.obstacles.contains(where: \.isAboutMoney)
        if advice.rules.limit == nil, !isAboutMoney, advice.purchase.category != nil, advice.rules.spentMonthToDate > 0
        {
            let spent = text(advice.rules.spentMonthToDate)
            found.append("You have spent \(spent) on \(category)\(inMonth), without a limit.")
        }
        return found
    }

    /// `You pay $19.99 a month for Netflix already.`
    private var sameKind: String? {
        guard !advice.sameKind.isEmpty else { return nil }
        let paid = advice.sameKind.prefix(3).map { "\($0.monthlyCost.text) a month for \($0.merchant)" }
        return "You pay \(list(paid)) already."
    }

    /// What a long plan takes of a usual month.
    private var carried: String? {
        guard let burden = advice.commitment?.perMonth, let pace = advice.pace, burden <= pace.perMonth,
            !advice.verdict.obstacles.contains(.beyondSurplus)
        else { return nil }
        return "A usual month leaves you \(text(pace.perMonth)), of which this takes \(text(burden))\(paidUntil)."
    }

    private var limitSupport: String? {
        guard let limit = advice.rules.limit, !advice.verdict.obstacles.contains(where: \.isAboutLimit) else {
            return nil
        }
        let left = limit - advice.score.spentAfter
        return left >= 0
            ? "It fits your \(text(limit)) monthly limit for \(category): \(text(left)) of it would be left."
            : "It takes you \(text(-left)) over your \(text(limit)) monthly limit for \(category)."
    }

    var unknownCash: String {
        guard !advice.missing.isEmpty else {
            return "I know of no account it would be paid from: bring its file in with `coach import FILE`."
        }
        let first = advice.missing[0]
        return "I do not know what is in \(list(advice.missing)), so this does not look at your money: tell me with "
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
        let what = "your goal \(goal.goal.name) (\(goal.goal.target.text) by \(goal.goal.by.longText))"
        guard let before = goal.reachedOn else {
            return "As things go \(what) is out of reach already, and this does not help."
        }
        guard let after = moved(goal) else { return "It puts \(what) out of reach." }
        return goal.isOnTrack
            ? "It moves \(what) from \(before.longText) to \(after.longText), which is too late."
            : "It moves \(what), which is late already, from \(before.longText) to \(after.longText)."
    }

    /// What it does to the goals, for who asks.
    public var goalEffect: String {
        guard !advice.goals.isEmpty else { return "You have no saving goal that it could move." }
        let moves = advice.verdict.obstacles.contains(.missesGoal) ? [missedGoal] : delays
        return moves.first ?? "No, it moves none of your goals."
    }

    private var delays: [String] {
        let moved = advice.goals.compactMap { goal -> String? in
            guard let days = goal.delay(by: advice.purchase), days > 0, let day = self.moved(goal) else { return nil }
            return "\(goal.goal.name) by \(days) day\(days == 1 ? "" : "s"), to \(day.longText)"
        }
        guard let last = moved.last else { return [] }
        guard moved.count > 1 else { return ["It moves your goal \(last)."] }
        return ["It moves your goals \(moved.dropLast().joined(separator: "; ")); and \(last)."]
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
