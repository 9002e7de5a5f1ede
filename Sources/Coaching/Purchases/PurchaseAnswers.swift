import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// Answers to "should I buy this?".
extension Coach {
    mutating func purchase(_ question: String, _ understood: Understood) throws -> Answer {
        let understood = try inPaidCurrency(understood)
        let slots = understood.purchase
        guard let amount = slots.amount else { return plain(question, understood, "How much is it?") }
        if let code = slots.unknownCurrency {
            let text =
                "I don't know the currency “\(code)”. Give the price in \(currency.code), or use a currency code such as EUR."
            return plain(question, understood, text)
        }
        let desk = PurchaseDesk(index, asOf: asOf, settings: purchaseSettings)
        var noted = understood
        let farDay = slots.day.flatMap { desk.isTooFar($0) ? $0 : nil }
        if let farDay {
            noted.notes.append(
                "\(farDay.text(near: asOf)) is too far out to forecast, so I looked at paying for it now")
        }
        let day = farDay == nil ? slots.day ?? asOf : asOf
        if let problem = desk.problem(amount: amount, day: day) {
            return plain(question, understood, problem.capitalizedFirst + (problem.hasSuffix("?") ? "" : "."))
        }
        let account = try payingAccount(&noted)
        var purchase = Purchase(
            amount: amount, merchant: slots.merchant, item: slots.item, isOnline: slots.isOnline,
            instalments: slots.instalments, account: account, day: day)
        purchase.writtenMerchant = slots.writtenMerchant
        (purchase.isLent, purchase.nextPayment) = (slots.isLent, slots.nextPayment)
        purchase.asked = slots.asked
        try replace(&purchase, slots, SpokenText.words(of: question))
        (purchase.isNeed, purchase.canWaitUntil) = (slots.isNeed, slots.canWaitUntil)
        purchase.stillWorks = slots.stillWorks
        (purchase.replacesBroken, purchase.earns) = (slots.replacesBroken, slots.earns)
        (purchase.doubt, purchase.isGift) = (slots.doubt, slots.isGift)
        if slots.isWonderedAbout, slots.nextPayment == nil, purchase.doubt == nil || purchase.doubt == .unused {
            try keep(&purchase, slots)
        }
        purchase.waitsFor = slots.waitsFor
        purchase.goal = try goalMeant(by: question)
        var advice = try desk.assess(desk.completed(purchase, named: slots.category))
        if let lower = slots.lowerPrice, advice.verdict.outcome != .buy, purchase.instalments == nil {
            // Of two the one that fits.
            var other = purchase
            other.amount.minorUnits = lower
            let cheaper = try desk.assess(desk.completed(other, named: slots.category))
            if cheaper.verdict.outcome == .buy {
                advice = cheaper
                noted.notes.append("looked at the one for \(other.amount.text): \(amount.text) doesn't fit now")
                noted.purchase.notes.removeAll { $0.hasPrefix("looked at ") }
            }
        }
        talk.lastDecision = try desk.remember(advice)
        if account == nil, understood.query.accounts.count > 1 {
            noted.notes.append(
                "more than one account fits (\(Subject.list(understood.query.accounts))), so I looked at what you pay "
                    + "everyday things from")
        }
        noted.notes += noted.purchase.notes
        return answer(question, noted, advice)
    }

    /// The goal whose name a line says: `flights to Japan`, where something is saved for a trip there.
    private func goalMeant(by line: String) throws -> String? {
        let words = Set(SpokenText.words(of: line))
        return try GoalBook(index).goals().first { goal in
            let name = SpokenText.words(of: goal.name).filter { !Coach.goalWords.contains($0) }
            return !name.isEmpty && name.allSatisfy { words.contains($0) || words.contains($0 + "s") }
        }?.name
    }

    /// Words of goals' names that name no thing.
    private static let goalWords: Set<String> = [
        "trip", "fund", "saving", "goal", "new", "my", "our", "the", "a", "for", "money", "to",
    ]

    /// Something paid again and again that it takes the place of: what was said it costs, the payment on file that the
    /// words name, for a home the one that is paid now, and for a subscription the same one. A price without a rhythm
    /// that is near to it has the same one.
    private func replace(_ purchase: inout Purchase, _ slots: PurchaseSlots, _ words: [String]) throws {
        guard slots.nextPayment == nil, !slots.isOnTop, !slots.isOnce else { return }
        // A household has one of them.
        let isHome =
            slots.category == "rent" && !(slots.item?.contains("deposit") ?? false)
            && Coach.otherRooms.isDisjoint(with: words)
        let kind = slots.category.flatMap { ["phone", "internet"].contains($0) ? $0 : nil }
        let isEndless = slots.instalments.map { $0.count == nil } ?? false
        guard
            slots.replacedCents != nil || slots.replacedWords != nil || isHome
                || isEndless && (slots.merchant ?? kind) != nil
        else { return }
        let currency = slots.amount?.currency ?? currency
        let stream =
            try slots.replacedWords.flatMap { try running($0, currency) }
            ?? (isHome
                ? running("rent", currency)
                : isEndless
                    ? slots.merchant.flatMap { try running($0, currency) }
                        ?? kind.flatMap {
                            try running(ofKind: $0, currency)
                        } : nil)
        guard let before = slots.replacedCents ?? stream?.monthlyCost.minorUnits, before > 0 else { return }
        let cents =
            purchase.instalments?.monthlyCost
            ?? (slots.isForAYear ? roundedQuotient(purchase.amount.minorUnits, by: 12) : purchase.amount.minorUnits)
        if purchase.instalments == nil {
            // "84 instead of 150": of what is paid once it is the price that it had before.
            guard isHome || stream != nil || slots.isReplacedRunning else { return }
            // The dearest home is not near to three times the one there is.
            let most: Int64 = slots.replacedCents == nil && slots.replacedWords == nil ? 2 : 4
            guard cents <= most * before, before <= most * cents else { return }
            let plan = Instalments(cents: cents, count: nil, every: slots.isForAYear ? .months(12) : .months(1))
            purchase.instalments = plan
            purchase.amount.minorUnits = plan.wholeCost
        }
        guard purchase.instalments?.count == nil else { return }
        let name = stream?.merchant ?? "what you pay now"
        purchase.replaced = Replaced(name: name, before: before, cents: cents)
        if let stream { purchase.category = stream.category }
    }

    /// What is rented beside a home.
    private static let otherRooms = PhraseLists("rag-index/intents/purchase-words.tsv").words("answers.otherRooms")

    /// Takes a price that is just what a subscription on file costs for that one, which is wondered about.
    private func keep(_ purchase: inout Purchase, _ slots: PurchaseSlots) throws {
        if purchase.replaced?.extra == 0, slots.replacedCents == nil {
            purchase.doubt = .kept
            return
        }
        guard purchase.replaced == nil, purchase.instalments?.count == nil else { return }
        let each = purchase.instalments?.cents ?? purchase.amount.minorUnits
        let name = slots.merchant.map { NameKey.key(of: $0) }
        let own = try live(purchase.amount.currency).filter { stream in
            let isNamed = name.map { NameKey.key(of: stream.merchant).hasPrefix($0) } ?? false
            return stream.group == .subscription && stream.cadence == .monthly
                && stream.monthlyCost.minorUnits == each && (isNamed || stream.category == slots.category)
        }
        guard own.count == 1, let stream = own.first else { return }
        let plan = Instalments(cents: each, count: nil, every: .months(1))
        (purchase.instalments, purchase.amount.minorUnits) = (plan, plan.wholeCost)
        purchase.replaced = Replaced(name: stream.merchant, before: each, cents: each)
        (purchase.category, purchase.doubt) = (stream.category, .kept)
    }

    private func live(_ currency: Currency) throws -> [RecurringStream] {
        try retriever.recurring(asOf: asOf).streams.filter {
            $0.isLive && $0.kind == .expense && $0.amount.currency == currency
        }
    }

    /// The one payment on file of a category; nil where there are none or several.
    private func running(ofKind category: String, _ currency: Currency) throws -> RecurringStream? {
        let alike = try live(currency).filter { $0.category == category }
        return alike.count == 1 ? alike[0] : nil
    }

    /// The payment on file that words mean, by its merchant or what it is for; nil where none or several do.
    private func running(_ words: String, _ currency: Currency) throws -> RecurringStream? {
        let live = try live(currency)
        let keys = words.split(separator: " ").map { NameKey.key(of: String($0)) }.filter { $0.utf8.count > 2 }
        let named = live.filter { stream in
            let merchant = NameKey.key(of: stream.merchant)
            return keys.contains { merchant.hasPrefix($0) }
        }
        if named.count == 1 { return named[0] }
        let category = PurchaseItems.category(of: words)
        let alike = live.filter { $0.category == category }
        return alike.count == 1 ? alike[0] : nil
    }

    private func answer(_ question: String, _ understood: Understood, _ advice: PurchaseAdvice) -> Answer {
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        var evidence = advice.evidence(understood.query)
        evidence.facts = advice.facts(words)
        var answer = Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence,
            reply: words.reply, table: nil, reasons: words.explanation)
        answer.advice = advice
        return answer
    }

    func plain(_ question: String, _ understood: Understood, _ reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }
}

extension PurchaseAdvice {
    /// What of a whole cost is paid each time, minor units.
    private func passing(_ cost: Int64) -> Int64 {
        guard let plan = purchase.instalments else { return cost }
        return roundedQuotient(plan.cents, times: cost, by: max(1, purchase.amount.minorUnits))
    }

    /// Every figure that the words about it may hold.
    func evidence(_ query: Query) -> Evidence {
        var evidence = Evidence(query: query)
        func money(_ name: String, _ label: String, _ cents: Int64?, _ period: Period? = nil) {
            guard let cents else { return }
            evidence.figures.append(
                Figure(name: name, label: label, value: .money(Money(cents, purchase.amount.currency)), period: period))
        }
        func date(_ name: String, _ label: String, _ day: CivilDate?) {
            guard let day else { return }
            evidence.figures.append(Figure(name: name, label: label, value: .date(day)))
        }
        money("price", "Price", purchase.amount.minorUnits)
        date("purchase_date", "Day of the purchase", purchase.day)
        if let plan = purchase.instalments {
            money("payment", "Each payment", plan.cents)
            money("monthly_burden", "A month of the payments", monthlyBurden)
            date("last_payment", "Last payment", plan.lastDay(from: purchase.day))
            if let count = plan.count {
                evidence.figures.append(Figure(name: "payments", label: "Payments", value: .count(count)))
            }
        }
        date("wait_until", "First day on which to buy", verdict.waitUntil)
        date("wait_through", "Last day on which to buy", verdict.waitThrough)
        if let cost = verdict.passingCost { money("passing_price", "Price that would be fine now", passing(cost)) }
        // Limits are of calendar months.
        let month = Period.month(of: purchase.day)
        money("spent", "Spent on its category this month", rules.spentMonthToDate, month)
        money("spent_after", "Spent with the purchase", score.spentAfter, month)
        money("limit", "Monthly limit", rules.limit, month)
        money("remaining", "Left of the limit", rules.remaining, month)
        if let cash {
            let names = accounts.joined(separator: ", ")
            money("balance", names, cash.balance)
            money("bills", "Bills before the next income", cash.bills)
            money("safe_to_spend", "Safe to spend", cash.safeToSpend)
            money("lowest_with", "Lowest balance with the purchase", cash.lowestWith.cents)
            date("lowest_with_date", "Day of it", cash.lowestWith.day)
            money("lowest_without", "Lowest balance without the purchase", cash.lowestWithout.cents)
            date("lowest_without_date", "Day of it", cash.lowestWithout.day)
            money("lowest_later", "Lowest balance of five weeks with the purchase", cash.lowestLater.cents)
            date("lowest_later_date", "Day of it", cash.lowestLater.day)
            date("next_date", "Next pay", cash.nextIncome)
            date("pay_after", "Pay after it is due", cash.payAfter)
            for low in [cash.lowestWith.cents, cash.lowestLater.cents] where low < 0 {
                money("short", "What is missing", -low)
            }
            date("card_due", "Due with the card", cardDue)
            date("card_due_then", "Due with the card after waiting", cardDueThen)
            money("buffer", "Kept in reserve", cash.reserve)
        }
        money("kept_per_month", "Left of a usual month", pace?.perMonth, pace?.span)
        for alternative in alternatives {
            switch alternative {
            case .account(let name, let balance): money("other_balance", name, balance)
            case .moved(let cents, let from, let remaining):
                money("other_remaining", "Left of the limit for \(from)", remaining)
                money("to_move", "What goes beyond the limit", cents)
            case .limit(let cents, let category): money("needed_limit", "A limit on \(category) that holds it", cents)
            }
        }
        for stream in sameKind { money("same_kind", "\(stream.merchant), a month", stream.monthlyCost.minorUnits) }
        evidence.figures.append(
            Figure(name: "p_avoid", label: "How avoidable it looks", value: .percent(score.probability * 100)))
        evidence.figures.append(
            Figure(name: "threshold", label: "Advised against from", value: .percent(score.threshold * 100)))
        for goal in goals {
            let name = goal.goal.name
            money("goal", name, goal.goal.target.minorUnits)
            date("goal_by", "\(name), its day", goal.goal.by)
            date("goal_reached", "\(name), reached without it", goal.reachedOn)
            guard let days = goal.delay(by: purchase), days > 0 else { continue }
            evidence.figures.append(
                Figure(name: "goal_delay", label: "Delay of the goal \(name)", value: .days(days)))
            date("goal_date", name, goal.reachedOn.map { $0.adding(days: days) })
        }
        return evidence
    }
}
