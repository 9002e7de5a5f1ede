import Ledger

extension VerdictWords {
    // MARK: What would change it

    /// A smaller amount, a later day, room elsewhere, a saving plan; empty when it is to be bought.
    public var conditions: [Fact] {
        let verdict = advice.verdict
        guard !advice.isPast, !advice.purchase.isRunning else { return [] }
        guard verdict.outcome != .buy else { return how.map { [$0] } ?? [] }
        if verdict.isOnlyThePlace { return [condition("elsewhere", "anywhere else it would be fine")] }
        if advice.knowsTooLittle {
            guard !advice.holdsCurrency else { return [unknownCash] }
            return [condition("price", "what is it in the currency of one of your accounts?")]
        }
        var found: [Fact] = []
        if place == nil, !isShortAnyway, let cost = verdict.passingCost,
            cost >= advice.purchase.amount.minorUnits / VerdictWords.mostTimes
        {
            found.append(passing(cost))
        }
        if let day = verdict.waitUntil, verdict.obstacles.map(\.role) != [.early] { found.append(then(day)) }
        found += [advice.isEssential ? how : saving, elsewhere].compactMap { $0 }
        return found
    }

    /// Whether the money doesn't last whatever is bought: then nothing is called fine, though a trifle passes.
    private var isShortAnyway: Bool {
        advice.verdict.obstacles.contains { ground in
            let least = [.reserve, .reserveLater].contains(ground.role) ? advice.cash?.reserve ?? 0 : 0
            return ground.role.isAboutCash && ground.whole < least
        }
    }

    /// How a need is met that the money of the days to come does not cover: what is missing, and by when.
    private var how: Fact? {
        guard advice.isEssential, let cash = advice.cash else { return nil }
        if let aside = advice.verdict.waitUntil.flatMap(setAside) { return aside }
        if advice.verdict.outcome != .buy {
            return advice.verdict.obstacles.contains { $0.role.isAboutCash }
                ? condition("how", "if it can't wait, ask to pay it in parts") : nil
        }
        let ground = advice.verdict.grounds.first { $0.weight == .tells && $0.role.isAboutCash }
        guard let low = ground, low.cents < 0 else { return nil }
        let missing = money(min(-low.cents, advice.purchase.amount.minorUnits))
        let by = low.day ?? cash.lowestLater.day
        return condition("how", "ask to pay it in parts, or find \(missing) elsewhere by \(said(by))", .date(by))
    }

    /// What to put aside each month for a need that can wait.
    private func setAside(until day: CivilDate) -> Fact? {
        let days = Int64(day.days(since: advice.asOf))
        guard advice.purchase.canWaitUntil != nil, days > 45 else { return nil }
        let cents = advice.purchase.amount.minorUnits
        let month = money(
            roundedQuotient(cents, times: Instalments.hundredthsOfDaysAMonth, by: days * 100)
                .roundedUp(to: advice.purchase.amount.currency.minorPerMajor))
        return condition(
            "aside", "put aside \(month) a month until then and you won't have to touch savings", .money(month))
    }

    /// A cost this many times smaller is that of quite another thing: no hint for who asks about a house.
    private static let mostTimes: Int64 = 20

    private func condition(_ key: String, _ words: Phrase, _ value: FigureValue = .count(1)) -> Fact {
        Fact(
            .condition, .purchase(advice.purchase.item ?? advice.purchase.merchant ?? "it"), value, wording: words,
            key: key)
    }

    private func passing(_ cost: Int64) -> Fact {
        let time = advice.purchase.day == advice.asOf ? "now" : "on that day"
        guard let plan = advice.purchase.plan(costing: cost) else {
            return condition("change", "anything up to \(money(cost)) would be fine \(time)", .money(money(cost)))
        }
        let down: Phrase = plan.down > 0 ? ", with \(money(plan.down)) down," : ""
        return condition(
            "change", "payments of up to \(money(plan.cents))" + down + " would be fine \(time)",
            .money(money(plan.cents)))
    }

    /// The goal that would save for it: its amount in whole units, its name, and its day, a month after enough is saved.
    public var plan: (amount: Int64, name: String, by: CivilDate)? {
        guard advice.verdict.isSavedFor, let day = advice.verdict.waitUntil else { return nil }
        let purchase = advice.purchase
        let unit = purchase.amount.currency.minorPerMajor
        return (
            (purchase.amount.minorUnits + unit - 1) / unit, purchase.item ?? purchase.merchant ?? "it",
            day.adding(months: 1).endOfMonth
        )
    }

    /// The words that make a saving goal of it.
    private var saving: Fact? {
        guard let plan, advice.verdict.obstacles.allSatisfy({ $0.role != .debt }) else { return nil }
        let month = "\(CivilDate.monthNames[plan.by.month - 1]) \(String(plan.by.year))"
        return condition(
            "goal",
            "say “yes” to make it a goal, or “save \(String(plan.amount)) for \(plan.name) by \(month)”")
    }

    /// Another account or limit, or what it takes to know more.
    private var elsewhere: Fact? {
        switch advice.alternatives.first {
        case .account(let name, let balance):
            return condition("other", "you could pay it from \(name), which has \(money(balance))")
        case .moved(let cents, let from, let remaining):
            return condition(
                "other",
                "you could move \(money(cents)) over from your limit on \(name(from)), which has \(money(remaining)) left"
            )
        case .limit(let cents, let category):
            return condition("other", "a limit on \(name(category)) of at least \(money(cents)) would cover it")
        case nil: break
        }
        let roles = advice.verdict.obstacles.map(\.role)
        if roles == [.beyondSaving], !reasons.contains(where: { $0.key == unknownCash.key }) {
            return condition("other", "it would help to know your balance")
        }
        return roles.contains(.running) && advice.purchase.replaced == nil
            ? condition("other", "if it replaces something you pay for now, only the difference counts") : nil
    }

    /// What had stood against it the longest, and the days on which nothing does.
    private func then(_ day: CivilDate) -> Fact {
        let isNeeded = advice.isEssential && advice.purchase.canWaitUntil == day
        let why =
            switch isNeeded ? nil : advice.verdict.lastObstacles.first?.role {
            case nil where isNeeded: "it's due, and your savings can cover what's missing"
            case .overdrawn, .reserve, .overdrawnLater, .reserveLater:
                advice.verdict.isSavedFor ? "you'll have saved enough for it at your usual pace" : moneyLasts(day)
            case .drawn, .saved: "your savings cover it"
            case .running, .replaced: "you'll have enough to carry it"
            case .beyondSaving, .burden, .recently, .avoidable: "you'll have saved enough for it at your usual pace"
            case .debt: "there's enough for the card and for this"
            case .missesGoal: "it won't push your goal past its date"
            case .largeFraction, .exceedsLimit: "a new month's limit will have started"
            case nil, .place, .early, .doubtful: "nothing stands against it"
            }
        let words: Phrase =
            switch advice.verdict.waitThrough {
            case nil: "from \(said(day)) on, \(why)"
            case day?: "on \(said(day)), \(why)"
            case let last?: "from \(said(day)) to \(said(last)), \(why)"
            }
        return condition("when", words, .date(day))
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
        var sentences = [place?.sentence].compactMap(\.self)
        if let cash = advice.cash {
            let until = cash.payAfter.map { "the day before your paycheck on \(said($0))" } ?? "five weeks from then"
            sentences.append(
                "I went through each day up to \(until), with and without \(price.text). The lowest balance is "
                    + "\(money(cash.lowestWith.cents).text) with it and \(money(cash.lowestWithout.cents).text) without "
                    + "it, with \(money(cash.bills).text) in bills and payments due.")
        }
        if let pace = advice.pace {
            sentences.append(
                "A usual month leaves you \(money(pace.perMonth).text), \(SavingPace.basis)."
            )
        }
        if let allowance = advice.allowance, !advice.isEssential {
            sentences.append(
                "About \(money(allowance.now).text) can go at once on something you want: what a usual month leaves, "
                    + "or a tenth of what you hold beyond three months of spending.")
        }
        sentences.append(advice.rules.rationale)
        sentences.append(
            advice.isEssential
                ? "A need may use up the reserve and savings, and delay a goal: what counts is that the money is there that day."
                : "It's a yes when the money lasts, no card costs you interest that it could pay, the limit holds, it isn't "
                    + "more than can go at once, and you don't miss a goal.")
        return sentences.joined(separator: " ")
    }

    /// What the score means, for who asks.
    public var avoidable: String {
        "“Avoidable” means you could often do without it. The score (`coach score`) looks at the kind of purchase, the price "
            + "next to what you usually pay, and how often you buy there. It only matters between small and large: it never "
            + "stops what your money easily covers."
    }
}

extension Int64 {
    /// The next multiple of a unit, itself among them.
    fileprivate func roundedUp(to unit: Int64) -> Int64 { (self + unit - 1) / unit * unit }
}
