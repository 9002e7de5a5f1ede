import Ledger

/// Lines that go on with a purchase: the price that was asked for, or another price, plan, day, account or place.
struct PurchaseFollowUp {
    let reading: QuestionReading
    let decision: IntentDecision
    let context: UnderstandingContext

    /// What the line makes of the purchase; nil where it does not go on with one. A purchase whose price was asked for
    /// is over with any other line.
    func answer(to state: inout ConversationState) -> Understood? {
        guard let last = state.last, last.intent == .purchase else { return nil }
        guard state.asksForPrice else { return last.purchase.amount == nil ? nil : change(of: last) }
        let price = PriceAnswer(reading, context: context)
        guard price.isPrice else {
            if let more = more(on: last) { return more }
            state.endPurchase()
            return nil
        }
        var slots = PurchaseReader(reading: reading, context: context, spelled: price.amounts).slots()
        if slots.isBare, let currency = last.purchase.unclearCurrency { slots.state(in: currency) }
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.purchase.take(slots)
        understood.purchase.merchant = reading.merchants().first ?? last.purchase.merchant
        understood.clarification =
            slots.amount == nil ? Clarification(need: .amount, text: slots.priceQuestion) : nil
        return understood
    }

    /// Where, when or from which account: said while the price is still to come.
    private func more(on last: ConversationState.Turn) -> Understood? {
        guard isOnlyAboutPurchase else { return nil }
        let slots = PurchaseReader(reading: reading, context: context).slots()
        let merchant = SlotReader(reading: reading, context: context).purchase().merchant
        guard slots.day != nil || slots.account != nil || merchant != nil || slots.isOnline else { return nil }
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.purchase.take(slots)
        if let merchant { understood.purchase.merchant = merchant }
        understood.clarification = Clarification(need: .amount, text: "How much is it?")
        return understood
    }

    // MARK: Changes

    /// `what about a $70 chair instead?`: another thing at a price of its own.
    private var another: Understood? {
        let keys = reading.tokens.map(\.key)
        guard ["what", "how"].contains(keys.first ?? ""), keys.count > 4, keys[1] == "about", keys.count <= 12,
            ["a", "an", "another", "new", "some"].contains(keys[2]), reading.amounts.contains(where: \.isMarked),
            reading.times.isEmpty
        else { return nil }
        var understood = Understood(intent: .purchase, confidence: 0.9, query: Query())
        understood.purchase = SlotReader(reading: reading, context: context).purchase()
        guard understood.purchase.item != nil, understood.purchase.amount != nil else { return nil }
        understood.isFollowUp = true
        return understood
    }

    private func change(of last: ConversationState.Turn) -> Understood? {
        if let more = onTop(of: last) { return more }
        guard isOnlyAboutPurchase else { return another }
        if asksBalance { return nil }
        var price = PriceAnswer(reading, context: context).amounts
        // "if it were 800": the one amount is the price, whatever stands before it.
        let said = reading.amounts + reading.bareAmounts
        let change = said.count == 1 ? difference(said[0]) : nil
        if price.isEmpty, said.count == 1 { price = said }
        var slots = PurchaseReader(reading: reading, context: context, spelled: price).slots(after: last.purchase)
        if let change, let before = last.purchase.amount, before.currency == said[0].currency,
            last.purchase.instalments == nil, before.minorUnits + change > 0
        {
            slots = PurchaseSlots(
                amount: Money(before.minorUnits + change, before.currency), isOnline: slots.isOnline,
                account: slots.account, day: slots.day, prices: 1)
        }
        if let day = waits ?? until { slots.day = day }
        let merchant = SlotReader(reading: reading, context: context).purchase().merchant
        let isCheaper = !PurchaseFollowUp.others.isDisjoint(with: reading.keys)
        if slots.amount == nil, let scale { scale.apply(to: last.purchase, into: &slots) }
        let names =
            slots.amount != nil || slots.day != nil || slots.account != nil || merchant != nil || isCheaper
            || slots.isOnline || slots.unclear != nil || slots.asked == .against || slots.asked == .toWait
        guard names, !asksAfresh || merchant == nil else { return nil }
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.purchase.notes = []
        understood.purchase.take(slots)
        // The case against it was asked for of the price before.
        if slots.asked == .whether, [.against, .toWait].contains(last.purchase.asked) {
            understood.purchase.asked = .whether
        }
        if let merchant {
            if slots.amount != nil, !sells(merchant, last.purchase) { understood.purchase = slots }
            understood.purchase.merchant = merchant
        }
        if isCheaper || slots.unclear != nil, slots.amount == nil {
            understood.purchase.amount = nil
            understood.clarification = Clarification(need: .amount, text: slots.priceQuestion)
        }
        return understood
    }

    private static let joining = PurchaseTable.words("followup.joining")
    private static let adding = PurchaseTable.words("followup.adding")
    private static let notAdding = PurchaseTable.words("followup.notadding")
    private static let extras = PurchaseTable.words("followup.extras")

    /// `plus 40 for shipping`, `with the warranty for 60`, `and if I add a $30 case`: what comes on top of the price that is
    /// known.
    private func onTop(of last: ConversationState.Turn) -> Understood? {
        let said = reading.amounts + reading.bareAmounts
        let words = reading.tokens.filter { $0.form != .sign }.map(\.key)
            .drop { PurchaseFollowUp.joining.contains($0) }
        guard let first = words.first, PurchaseFollowUp.adding.contains(first), said.count == 1,
            let before = last.purchase.amount, before.currency == said[0].currency,
            said[0].amount > 0, said[0].amount < before.minorUnits, last.purchase.instalments == nil,
            PurchaseFollowUp.notAdding.isDisjoint(with: words), !reading.tokens.contains(where: { $0.key == "%" }),
            !words.contains("percent"), reading.times.isEmpty, reading.accounts.isEmpty
        else { return nil }
        // `with a coupon` takes off, and whatever is unknown may.
        guard first != "with" || !PurchaseFollowUp.extras.isDisjoint(with: words) else { return nil }
        let whole = Money(before.minorUnits + said[0].amount, before.currency)
        var slots = PurchaseSlots(amount: whole, prices: 1)
        slots.notes = ["added \(Money(said[0].amount, before.currency).text) to \(before.text): \(whole.text)"]
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.purchase.take(slots)
        return understood
    }

    /// `ok whats in checking`: what an account holds, and no way to pay.
    private var asksBalance: Bool {
        guard !reading.accounts.isEmpty, reading.amounts.isEmpty, reading.bareAmounts.isEmpty else { return false }
        return reading.keys.indices.dropFirst().contains { place in
            ["in", "on"].contains(reading.keys[place])
                && ["whats", "is", "much", "s", "left"].contains(reading.keys[place - 1])
        }
    }

    /// `and if it's $200 less`, `$50 more`: by how much the price is another one, minor units.
    private func difference(_ amount: AmountExpression) -> Int64? {
        let next = amount.tokens.upperBound
        guard reading.keys.indices.contains(next), reading.keys.dropFirst(next + 1).first != "than" else { return nil }
        switch reading.keys[next] {
        case "less", "cheaper", "off": return -amount.amount
        case "more", "dearer", "extra": return amount.amount
        default: return nil
        }
    }

    /// `can I afford Netflix`: a question of its own, as nothing in it points back.
    private var asksAfresh: Bool {
        let words = reading.tokens.filter { $0.form != .sign }.map(\.key)
        guard words.count > 2, ["can", "could", "should"].contains(words[0]), ["i", "we"].contains(words[1]) else {
            return false
        }
        return !words.contains { PurchaseFollowUp.pointers.contains($0) || ["wait", "pay"].contains($0) }
    }

    /// Whether another price at a merchant may be one of the thing spoken of: `$250 at IKEA` of a desk, and not `$20 at Chipotle`.
    private func sells(_ merchant: String, _ last: PurchaseSlots) -> Bool {
        guard let item = last.item, reading.keys.allSatisfy({ !PurchaseFollowUp.pointers.contains($0) }) else {
            return true
        }
        guard let sold = KnownMerchants.category(of: merchant) ?? PurchaseItems.category(of: merchant) else {
            return !asksAfresh
        }
        if PurchaseFollowUp.generalStores.contains(sold) { return true }
        guard let thing = PurchaseItems.category(of: item) else { return !asksAfresh }
        func branch(_ id: String) -> String { Taxonomy.builtIn[id]?.parent ?? id }
        return branch(sold) == branch(thing)
    }

    private static let pointers: Set<String> = [
        "it", "that", "this", "them", "one", "those", "these", "same", "instead", "there",
    ]
    /// Categories of merchants that sell all kinds of things.
    private static let generalStores: Set<String> = ["shopping", "online_shopping", "department_stores"]

    /// Another one of the same: its price is another too.
    private static let others: Set<String> = ["used", "secondhand", "refurbished", "refurb", "cheaper", "preowned"]

    private var scale: PurchaseScale? { PurchaseScale(reading) }

    /// `if I wait two weeks`.
    private var waits: CivilDate? {
        let keys = reading.keys
        guard let verb = keys.firstIndex(where: { ["wait", "waited", "hold"].contains($0) }) else { return nil }
        for index in keys.indices where index > verb {
            let count = ["a", "another", "one"].contains(keys[index]) ? 1 : AmountWords.count(keys[index])
            guard let count, (1...100).contains(count), index + 1 < keys.count else { continue }
            if ["day", "days"].contains(keys[index + 1]) { return context.asOf.adding(days: count) }
            switch PurchaseReader.unit(keys[index + 1]) {
            case .days(let days): return context.asOf.adding(days: days * count)
            case .months(let months): return context.asOf.adding(months: months * count)
            case nil: continue
            }
        }
        return nil
    }

    /// `until December`: its first day; `after Christmas`: the day after it.
    private var until: CivilDate? {
        guard let place = reading.keys.firstIndex(where: { ["until", "till", "til", "after"].contains($0) }),
            !["payday", "paycheck"].contains(reading.keys.last ?? ""),
            let (start, end) = reading.span(after: place, context: context)
        else { return nil }
        let day = reading.keys[place] == "after" ? end.adding(days: 1) : start
        return day > context.asOf ? day : nil
    }

    /// Whether every word is of a price, a plan, a day, an account or a place, or ties the line to what was said.
    private var isOnlyAboutPurchase: Bool {
        var known = [Bool](repeating: false, count: reading.tokens.count)
        let named = reading.names.compactMap { name -> Range<Int>? in
            switch name.kind {
            case .merchant, .account: name.tokens
            case .unknown where name.tokens.lowerBound > 0:
                ["at", "from"].contains(reading.keys[name.tokens.lowerBound - 1]) ? name.tokens : nil
            default: nil
            }
        }
        let ranges = reading.times.map(\.tokens) + (reading.amounts + reading.bareAmounts).map(\.tokens) + named
        for range in ranges { for index in range { known[index] = true } }
        return reading.tokens.indices.allSatisfy { index in
            known[index] || reading.tokens[index].form != .word
                || PurchaseFollowUp.words.contains(reading.keys[index])
                || PurchaseFollowUp.words.contains(reading.tokens[index].key)
        } && !reading.tokens.isEmpty && reading.keys.first != "set"
    }

    private static let words: Set<String> = PriceAnswer.small.subtracting(["said", "says"]).union([
        "what", "whatif", "how", "if", "but", "wait", "waited", "hold", "until", "till", "til", "payday", "paycheck",
        "paid", "used", "secondhand", "refurbished", "refurb", "preowned", "cheaper", "instead", "then", "get", "got",
        "do", "buy", "bought", "spend", "use", "using", "same", "next", "them", "those", "these", "this", "also", "now",
        "rather", "by", "credit", "debit", "checking", "account", "financing", "finance", "financed", "could", "can",
        "should", "does", "change", "anything", "help", "better", "still", "afford", "good", "split", "splitting",
        "share", "go", "halves", "ways", "sister", "brother", "friend", "friends", "roommate", "partner", "wife",
        "husband", "mom", "dad", "three", "four", "five", "six", "ten", "twelve", "day", "days", "later", "hows",
        "whats", "came", "had", "found", "down", "store", "the", "installment", "instalment", "goes", "put", "take",
        "took", "out", "until", "when", "gets", "am", "yes", "no", "hm", "alright", "another", "two", "coupon",
        "bargain", "negotiate", "with", "without", "person", "people", "pays", "half", "too", "first", "were", "after",
        "putting", "save", "saving", "twice", "double", "triple", "thrice", "doubled", "tripled", "halved", "halve",
        "many",
        "both", "tip", "vat", "fee", "plus", "talk", "me", "us", "of", "bout",
    ])
}

extension ConversationState {
    /// Goes back to what was spoken of before a purchase whose price is not known.
    mutating func endPurchase() {
        pending = nil
        last = beforeLast
        beforeLast = nil
    }
}
