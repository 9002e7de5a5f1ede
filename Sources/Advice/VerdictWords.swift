import Ledger

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
        switch advice.verdict.outcome {
        case .buy: return "Yes, buy it if you want it."
        case .wait:
            if let day = advice.verdict.waitUntil { return "Wait until \(day.longText)." }
            return advice.holdsCurrency
                ? "I know too little to say more than wait." : "I cannot compare this with your money."
        case .skip: return "Skip it."
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

    /// Two to four sentences, the most decisive first.
    public var reasons: [String] {
        var found = advice.verdict.obstacles.map(against)
        if let cost = costOfPayments { found.insert(cost, at: min(1, found.count)) }
        if advice.knowsTooLittle { found.insert(contentsOf: known, at: 0) }
        found += support
        return Array(found.prefix(VerdictWords.mostReasons))
    }

    private func against(_ obstacle: PurchaseObstacle) -> String {
        let price = advice.purchase.amount.text
        switch obstacle {
        case .overdrawn:
            if advice.isEssential, let cash = advice.cash {
                return "\(price) is more than the \(text(cash.balance)) in \(pool) on \(advice.purchase.day.longText)."
            }
            return "\(pool) would fall to \(low(advice.cash?.lowestWith))\(beforePay)."
        case .reserve:
            return "\(pool) would fall to \(low(advice.cash?.lowestWith)), below the \(text(advice.cash?.reserve)) "
                + "I keep in reserve\(beforePay)."
        case .overdrawnLater:
            return "\(pool) would fall to \(low(advice.cash?.lowestLater))\(afterPay)."
        case .beyondSaving:
            return
                "\(price) is more than the \(text(advice.pace?.perMonth)) that you keep of a month's income, and that "
                + "is all I know of your money."
        case .largeFraction:
            return "\(counted) is more than half of your \(text(advice.rules.limit)) monthly limit for \(category), of "
                + "which \(text(advice.rules.remaining)) is left."
        case .exceedsLimit:
            return "You have spent \(text(advice.rules.spentMonthToDate)) of your \(text(advice.rules.limit)) monthly "
                + "limit for \(category); this would make it \(text(advice.score.spentAfter))."
        case .avoidable:
            return "It looks avoidable (\(percent(advice.score.probability)), and from "
                + "\(percent(advice.score.threshold)) on I advise against it). \(advice.score.reason)"
        }
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
        return ["All I know is the price of \(price.text): no balance, no limit and hardly any history."]
    }

    /// What speaks for it, and what is worth knowing.
    private var support: [String] {
        var found: [String] = []
        let verdict = advice.verdict
        if let cash = advice.cash, !verdict.obstacles.contains(where: \.isAboutMoney) {
            if let card = advice.card {
                let due = advice.cardDue.map { "on \($0.longText)" } ?? "with a later payment"
                found.append("On \(card) it falls due \(due).")
            }
            found.append(
                "\(pool) keeps at least \(low(cash.lowestWith)) with it\(beforePay), and \(text(cash.reserve)) is what I "
                    + "keep in reserve.")
        } else if advice.cash == nil, advice.holdsCurrency, !advice.knowsTooLittle {
            found.append(unknownCash)
        }
        if let limit = advice.rules.limit, !verdict.obstacles.contains(where: \.isAboutLimit) {
            let left = limit - advice.score.spentAfter
            found.append(
                left >= 0
                    ? "It fits your \(text(limit)) monthly limit for \(category): \(text(left)) of it would be left."
                    : "It takes you \(text(-left)) over your \(text(limit)) monthly limit for \(category).")
        }
        if advice.isEssential { found.append("I count \(category) as something one cannot well do without.") }
        found += delays
        if !advice.knowsTooLittle, !advice.isEssential, !verdict.obstacles.contains(.avoidable) {
            found.append(
                "It does not look avoidable (\(percent(advice.score.probability)), below "
                    + "\(percent(advice.score.threshold))). \(advice.score.reason)")
        }
        if advice.rules.limit == nil, advice.holdsCurrency, advice.purchase.category != nil {
            found.append(
                "You have spent \(text(advice.rules.spentMonthToDate)) on \(category) this month, without a limit.")
        }
        return found
    }

    private var unknownCash: String {
        guard !advice.missing.isEmpty else {
            return "I know of no account it would be paid from: bring its file in with `coach import FILE`."
        }
        let first = advice.missing[0]
        return "I do not know what is in \(list(advice.missing)), so this does not look at your money: tell me with "
            + "`coach balance \"\(first)\" AMOUNT`."
    }

    private var delays: [String] {
        advice.goals.compactMap { goal in
            guard let days = goal.delay(by: advice.purchase.amount.minorUnits), days > 0, let day = goal.reachedOn
            else {
                return nil
            }
            return "It moves your goal \(goal.goal.name) by \(days) day\(days == 1 ? "" : "s"), to "
                + "\(day.adding(days: days).longText)."
        }
    }

    /// `24 payments of $40.00 are $960.00 in all.`
    private var costOfPayments: String? {
        guard let plan = advice.purchase.instalments else { return nil }
        let each = Money(plan.cents, advice.purchase.amount.currency).text
        guard let count = plan.count else {
            return "\(each) \(plan.every.words) is \(advice.purchase.amount.text) in the first twelve months."
        }
        let down = plan.down > 0 ? " and \(text(plan.down)) at once" : ""
        return "\(count) payments of \(each)\(down) are \(advice.purchase.amount.text) in all."
    }

    // MARK: What would change it

    /// A smaller amount, a later day, room elsewhere; empty when it is to be bought.
    public var wouldChange: [String] {
        let verdict = advice.verdict
        guard verdict.outcome != .buy else { return [] }
        if advice.knowsTooLittle {
            return advice.holdsCurrency ? [unknownCash] : ["The price in the currency of one of your accounts."]
        }
        var found: [String] = []
        if let cost = verdict.passingCost { found.append("Up to \(text(cost)) would be fine now.") }
        if let day = verdict.waitUntil { found.append(whyThen(day)) }
        found += elsewhere
        return found
    }

    /// Another account or limit, where nothing else stands against it.
    private var elsewhere: [String] {
        let obstacles = advice.verdict.obstacles
        if obstacles.allSatisfy(\.isAboutMoney), let account = advice.roomyAccounts.first {
            return ["Paying it from \(account.name), which holds \(text(account.balance))."]
        }
        let after = advice.score.spentAfter
        if obstacles == [.exceedsLimit], let limit = advice.rules.limit, let other = advice.roomyLimits.first,
            other.remaining >= after - limit
        {
            return [
                "\(text(after - limit)) moved from your limit for \(name(other.category)), of which "
                    + "\(text(other.remaining)) is left."
            ]
        }
        if obstacles == [.largeFraction] {
            return ["A limit for \(category) of at least \(text(max(2 * countedCents, after)))."]
        }
        return []
    }

    private func whyThen(_ day: CivilDate) -> String {
        let cash = advice.verdict.obstacles.contains(where: \.isAboutMoney)
        let limit = advice.verdict.obstacles.contains(where: \.isAboutLimit)
        let why =
            limit && day.monthNumber != advice.purchase.day.monthNumber
            ? "a new month's limit has begun"
            : advice.cash == nil && cash
                ? "you will have kept as much" : cash ? "your money lasts" : "it looks less avoidable"
        return "From \(day.longText) on \(why)."
    }

    // MARK: Parts

    private var countedCents: Int64 { advice.purchase.countedAgainstLimit(costing: advice.purchase.amount.minorUnits) }
    private var counted: String { text(countedCents) }
    private var pool: String { list(advice.accounts) }
    private var category: String { name(advice.rules.existingRule?.category ?? advice.purchase.category ?? "it") }

    private var beforePay: String {
        advice.cash?.nextIncome.map { ", before your next pay on \($0.longText)" } ?? ""
    }

    private var afterPay: String {
        advice.cash?.nextIncome.map { ", also after your pay on \($0.longText)" } ?? ""
    }

    private func low(_ low: CashFigures.Low?) -> String {
        low.map { "\(text($0.cents)) on \($0.day.longText)" } ?? ""
    }

    private func text(_ cents: Int64?) -> String { Money(cents ?? 0, advice.purchase.amount.currency).text }

    private func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

    private func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "your account" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A category inside a sentence: `groceries`; a Guardian name without its line: `fast food`.
    private func name(_ id: String) -> String {
        guard let name = taxonomy[id]?.name else { return id.split(separator: "_").joined(separator: " ") }
        let isAcronym = name.unicodeScalars.dropFirst().first?.properties.isUppercase ?? false
        return isAcronym ? name : name.prefix(1).lowercased() + name.dropFirst()
    }
}

extension PurchaseObstacle {
    var isAboutMoney: Bool { self <= .beyondSaving }
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

extension VerdictWords {
    /// How the verdict came about, for who asks why.
    public var explanation: String {
        let price = advice.purchase.amount
        var sentences: [String] = []
        if let cash = advice.cash {
            let until = cash.nextIncome.map { "the day before your next pay on \($0.longText)" } ?? "30 days from then"
            sentences.append(
                "I simulated each day up to \(until) with and without \(price.text): the lowest balance is "
                    + "\(Money(cash.lowestWith.cents, price.currency).text) with it and "
                    + "\(Money(cash.lowestWithout.cents, price.currency).text) without it, with "
                    + "\(Money(cash.bills, price.currency).text) of bills and payments due.")
        }
        sentences.append(advice.rules.rationale)
        sentences.append(
            "The score of \(Int((advice.score.probability * 100).rounded())) % says how avoidable purchases like this "
                + "are; from \(Int((advice.score.threshold * 100).rounded())) % on it counts against.")
        sentences.append(
            advice.isEssential
                ? "Of what one cannot well do without only the money on the day itself counts."
                : "It is a yes when the money stays above the reserve until the next pay and above zero for 30 days, the "
                    + "limit holds and it does not look avoidable.")
        return sentences.joined(separator: " ")
    }
}
