import Ledger

extension VerdictWords {
    // MARK: What would change it

    /// A smaller amount, a later day, room elsewhere; empty when it is to be bought.
    public var wouldChange: [String] {
        let verdict = advice.verdict
        guard verdict.outcome != .buy else { return [] }
        if advice.knowsTooLittle {
            return advice.holdsCurrency ? [unknownCash] : ["The price in the currency of one of your accounts."]
        }
        var found: [String] = []
        if let cost = verdict.passingCost, cost >= advice.purchase.amount.minorUnits / VerdictWords.leastPart {
            found.append(passing(cost))
        }
        if let day = verdict.waitUntil { found.append(whyThen(day)) }
        found += elsewhere
        return found
    }

    /// A price of less than this part of the one asked about would buy something else.
    private static let leastPart: Int64 = 20

    private func passing(_ cost: Int64) -> String {
        let time = advice.purchase.day == advice.asOf ? "now" : "on that day"
        guard let plan = advice.purchase.plan(costing: cost) else {
            return "Up to \(text(cost)) would be fine \(time)."
        }
        return "Payments of up to \(text(plan.cents)) would be fine \(time)."
    }

    /// Another account or limit, where nothing else stands against it.
    private var elsewhere: [String] {
        let obstacles = advice.verdict.obstacles
        let goesOn = obstacles.contains(.beyondSurplus) && advice.purchase.instalments?.count == nil
        if !goesOn, obstacles.allSatisfy(\.isAboutMoney), let account = advice.roomyAccounts.first {
            return ["Paying it from \(account.name), which holds \(text(account.balance))."]
        }
        if obstacles.contains(.beyondSurplus) {
            return ["Where it takes the place of something you pay now, only the difference counts."]
        }
        if obstacles == [.beyondSaving] { return ["Knowing your balance: " + unknownCash] }
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

    /// What had stood against it the longest.
    private func whyThen(_ day: CivilDate) -> String {
        let why =
            switch advice.verdict.lastObstacles.first {
            case .overdrawn, .reserve, .overdrawnLater:
                day == advice.cash?.nextIncome ? "you have been paid" : "your money lasts"
            case .beyondSaving, .beyondSurplus: "there is enough to carry it"
            case .missesGoal: "it no longer delays your goal beyond its day"
            case .largeFraction, .exceedsLimit: "a new month's limit has begun"
            case .avoidable, nil: "the score no longer speaks against it"
            }
        return "From \(day.longText) on \(why)."
    }

    // MARK: Why

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
        if let commitment = advice.commitment {
            let left = advice.pace.map { "\(text($0.perMonth)), the median of your last full months" } ?? "not known"
            sentences.append(
                "It is paid for longer than I can foresee day by day, so a month of it, \(text(commitment.perMonth)), is "
                    + "held against what a usual month leaves: \(left).")
        }
        sentences.append(advice.rules.rationale)
        sentences.append(
            "The score of \(Int((advice.score.probability * 100).rounded())) % says how avoidable purchases like this "
                + "are; from \(Int((advice.score.threshold * 100).rounded())) % on it counts against.")
        sentences.append(
            advice.isEssential
                ? "Of what one cannot well do without only the money counts."
                : "It is a yes when the money stays above the reserve until the next pay and above zero for 30 days, no "
                    + "goal is missed, the limit holds and it does not look avoidable.")
        return sentences.joined(separator: " ")
    }
}
