import Ledger

extension VerdictWords {
    // MARK: What would change it

    /// A smaller amount, a later day, room elsewhere; empty when it is to be bought.
    public var wouldChange: [String] {
        let verdict = advice.verdict
        guard verdict.outcome != .buy, !advice.isPast, !advice.purchase.isRunning else { return [] }
        if advice.knowsTooLittle {
            return advice.holdsCurrency ? [unknownCash] : ["The price in the currency of one of your accounts."]
        }
        var found: [String] = []
        if let cost = verdict.passingCost, cost >= advice.purchase.amount.minorUnits / VerdictWords.mostTimes {
            found.append(passing(cost))
        }
        if let day = verdict.waitUntil { found.append(whyThen(day)) }
        found += elsewhere
        return found
    }

    /// A cost this many times smaller is that of quite another thing: no hint for who asks about a house.
    private static let mostTimes: Int64 = 20

    private func passing(_ cost: Int64) -> String {
        let time = advice.purchase.day == advice.asOf ? "now" : "on that day"
        guard let plan = advice.purchase.plan(costing: cost) else {
            return "Up to \(text(cost)) would be fine \(time)."
        }
        let down = plan.down > 0 ? ", with \(text(plan.down)) down," : ""
        return "Payments of up to \(text(plan.cents))\(down) would be fine \(time)."
    }

    /// Another account or limit, or what it takes to know more.
    private var elsewhere: [String] {
        if let other = advice.alternatives.first { return [words(other)] }
        let obstacles = advice.verdict.obstacles
        if obstacles.contains(.beyondSurplus) {
            return ["Where it takes the place of something you pay now, only the difference counts."]
        }
        // How to tell it stands among the reasons.
        return obstacles == [.beyondSaving] ? ["Knowing your balance."] : []
    }

    private func words(_ other: PurchaseAlternative) -> String {
        switch other {
        case .account(let name, let balance): "Paying it from \(name), which holds \(text(balance))."
        case .moved(let cents, let from, let remaining):
            "\(text(cents)) moved from your limit for \(name(from)), of which \(text(remaining)) is left."
        case .limit(let cents, let category): "A limit for \(name(category)) of at least \(text(cents))."
        }
    }

    /// What had stood against it the longest, and the days on which nothing does.
    private func whyThen(_ day: CivilDate) -> String {
        let why =
            switch advice.verdict.lastObstacles.first {
            case .overdrawn, .reserve, .overdrawnLater, .reserveLater: moneyLasts(day)
            case .beyondSaving, .beyondSurplus: "there is enough to carry it"
            case .missesGoal: "it does not delay your goal beyond its day"
            case .largeFraction, .exceedsLimit: "a new month's limit has begun"
            case .avoidable where day.weekday == 1: "the weekend is over and the score no longer speaks against it"
            case .avoidable, nil: "the score does not speak against it"
            }
        guard let last = advice.verdict.waitThrough else { return "From \(day.longText) on \(why)." }
        return last == day ? "On \(day.longText) \(why)." : "From \(day.longText) to \(last.longText) \(why)."
    }

    private func moneyLasts(_ day: CivilDate) -> String {
        guard advice.verdict.lastsThen else {
            let isOneDay = advice.verdict.waitThrough == day
            return "it can be paid, although your money does not \(isOneDay ? "" : "always ")last"
        }
        if let due = advice.cardDueThen, due != advice.cardDue {
            return "it falls due on \(due.longText), when your money lasts"
        }
        let isPaid = day == advice.cash?.nextIncome && advice.verdict.waitThrough == nil
        return isPaid ? "you have been paid" : "your money lasts"
    }

    // MARK: Why

    /// How the verdict came about, for who asks why.
    public var explanation: String {
        let price = advice.purchase.amount
        var sentences: [String] = []
        if let cash = advice.cash {
            let until = cash.payAfter.map { "the day before your pay on \($0.longText)" } ?? "five weeks from then"
            sentences.append(
                "I simulated each day up to \(until) with and without \(price.text): the lowest balance is "
                    + "\(Money(cash.lowestWith.cents, price.currency).text) with it and "
                    + "\(Money(cash.lowestWithout.cents, price.currency).text) without it, with "
                    + "\(Money(cash.bills, price.currency).text) of bills and payments due.")
        }
        if let commitment = advice.commitment {
            let left = advice.pace.map { "\(text($0.perMonth)), the median of your last full months" } ?? "not known"
            sentences.append(
                "It is paid for longer than I can foresee day by day, so a month of it, \(text(commitment.perMonth)), is "
                    + "held against what a usual month leaves: \(left).")
        }
        sentences.append(advice.rules.rationale)
        sentences.append(
            "The score of \(advice.score.likelihood) says how avoidable purchases like this are; from "
                + "\(Likelihood.percent(advice.score.threshold)) on it counts against.")
        sentences.append(
            advice.isEssential
                ? "What one cannot well do without may use up the reserve and delay a goal."
                : "It is a yes when the money stays above the reserve for five weeks, no goal is missed, the limit holds "
                    + "and it does not look avoidable.")
        return sentences.joined(separator: " ")
    }

    /// What the score means, and what it is here.
    public var avoidable: String {
        "Avoidable is what one can often do without. The score goes by the kind of purchase, by its price against what you "
            + "usually pay, by how often you buy there, by the day, by your limit, and by what you told me of earlier "
            + "purchases; this one has \(advice.score.likelihood), and from "
            + "\(Likelihood.percent(advice.score.threshold)) on it counts against."
    }
}
