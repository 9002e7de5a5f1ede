import Ledger

extension VerdictWords {
    // MARK: What would change it

    /// A smaller amount, a later day, room elsewhere; empty when it is to be bought.
    public var wouldChange: [String] {
        let verdict = advice.verdict
        guard verdict.outcome != .buy, !advice.isPast, !advice.purchase.isRunning else { return [] }
        if advice.knowsTooLittle {
            return advice.holdsCurrency ? [unknownCash] : ["Give me the price in the currency of one of your accounts."]
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
            return "Anything up to \(text(cost)) would be fine \(time)."
        }
        let down = plan.down > 0 ? ", with \(text(plan.down)) down," : ""
        return "Payments of up to \(text(plan.cents))\(down) would be fine \(time)."
    }

    /// Another account or limit, or what it takes to know more.
    private var elsewhere: [String] {
        if let other = advice.alternatives.first { return [words(other)] }
        let obstacles = advice.verdict.obstacles
        if obstacles.contains(.beyondSurplus) {
            return ["If it replaces something you pay for now, only the difference counts."]
        }
        // How to tell it stands among the reasons.
        return obstacles == [.beyondSaving] ? ["It would help to know your balance."] : []
    }

    private func words(_ other: PurchaseAlternative) -> String {
        switch other {
        case .account(let name, let balance): "You could pay it from \(name), which has \(text(balance))."
        case .moved(let cents, let from, let remaining):
            "You could move \(text(cents)) over from your limit on \(name(from)), which has \(text(remaining)) left."
        case .limit(let cents, let category): "A limit on \(name(category)) of at least \(text(cents)) would cover it."
        }
    }

    /// What had stood against it the longest, and the days on which nothing does.
    private func whyThen(_ day: CivilDate) -> String {
        let why =
            switch advice.verdict.lastObstacles.first {
            case .overdrawn, .reserve, .overdrawnLater, .reserveLater: moneyLasts(day)
            case .beyondSaving, .beyondSurplus: "you'll have enough to carry it"
            case .missesGoal: "it won't push your goal past its date"
            case .largeFraction, .exceedsLimit: "a new month's limit will have started"
            case .avoidable where day.weekday == 1: "the weekend will be over and it won't look avoidable anymore"
            case .avoidable, nil: "it won't look avoidable anymore"
            }
        guard let last = advice.verdict.waitThrough else { return "From \(said(day)) on, \(why)." }
        return last == day ? "On \(said(day)), \(why)." : "From \(said(day)) to \(said(last)), \(why)."
    }

    private func moneyLasts(_ day: CivilDate) -> String {
        guard advice.verdict.lastsThen else {
            let isOneDay = advice.verdict.waitThrough == day
            return "you can pay for it, although your money won't \(isOneDay ? "" : "always ")last"
        }
        if let due = advice.cardDueThen, due != advice.cardDue {
            return "it comes due on \(said(due)), when your money will last"
        }
        let isPaid = day == advice.cash?.nextIncome && advice.verdict.waitThrough == nil
        return isPaid ? "you'll have been paid" : "your money will last"
    }

    // MARK: Why

    /// How the verdict came about, for who asks why.
    public var explanation: String {
        let price = advice.purchase.amount
        var sentences: [String] = []
        if let cash = advice.cash {
            let until = cash.payAfter.map { "the day before your paycheck on \(said($0))" } ?? "five weeks from then"
            sentences.append(
                "I went through each day up to \(until), with and without \(price.text). The lowest balance is "
                    + "\(Money(cash.lowestWith.cents, price.currency).text) with it and "
                    + "\(Money(cash.lowestWithout.cents, price.currency).text) without it, with "
                    + "\(Money(cash.bills, price.currency).text) in bills and payments due.")
        }
        if let commitment = advice.commitment {
            let left = advice.pace.map { "\(text($0.perMonth)), the median of your last full months" } ?? "not known"
            sentences.append(
                "It runs longer than I can forecast day by day, so I compared a month of it, \(text(commitment.perMonth)), "
                    + "with what a usual month leaves you: \(left).")
        }
        sentences.append(advice.rules.rationale)
        sentences.append(
            "The score of \(advice.score.likelihood) says how avoidable purchases like this are; at "
                + "\(Likelihood.percent(advice.score.threshold)) and up, it counts against.")
        sentences.append(
            advice.isEssential
                ? "A need may use up the reserve and delay a goal."
                : "It's a yes when your money stays above the reserve for five weeks, you don't miss a goal, the limit "
                    + "holds, and it doesn't look avoidable.")
        return sentences.joined(separator: " ")
    }

    /// What the score means, and what it is here.
    public var avoidable: String {
        "“Avoidable” means you could often do without it. The score looks at the kind of purchase, the price next to what you "
            + "usually pay, how often you buy there, the day, your limit, and what you told me about earlier purchases. This "
            + "one scores \(advice.score.likelihood); at \(Likelihood.percent(advice.score.threshold)) and up, it counts "
            + "against."
    }
}
