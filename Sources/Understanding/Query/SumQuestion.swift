import Ledger

/// Questions about a sum, or whether something was paid, whose words are seen in many others.
extension QuestionReading {
    /// - Returns: nil to stay with the guess.
    func saidOfSum(_ guess: Intent) -> Intent? {
        if [.income, .outOfScope].contains(guess), asksIfItWasPaid { return .transactions }
        if [.forecast, .cashFlow, .advice, .budget, .outOfScope].contains(guess), asksIfSumIsKept { return .cashFlow }
        if [.income, .transactions].contains(guess), asksIfSumIsEarned { return .income }
        if [.spending, .outOfScope].contains(guess), asksWhatWasLost { return .cashFlow }
        if [.budget, .transactions, .outOfScope, .spending].contains(guess), let amount = amounts.first,
            countsMonths(over: amount)
        {
            return .spending
        }
        if guess == .income, asksForChecksWritten { return .transactions }
        return nil
    }

    /// `has rent been paid`, `has the verizon bill gone through`: of what money is spent on, and nothing that comes in.
    var asksIfItWasPaid: Bool {
        guard let first = keys.first, ["has", "have", "did", "was", "were"].contains(first),
            ["i", "we", "me", "us"].allSatisfy({ !keys.contains($0) }),
            keys.indices.dropLast().contains(where: { place in
                ["been", "get", "gotten", "got"].contains(keys[place])
                    && ["paid", "charged", "billed", "debited"].contains(keys[place + 1])
                    || ["gone", "go", "come", "came"].contains(keys[place])
                        && ["through", "out"].contains(keys[place + 1])
            })
        else { return false }
        return YesNoQuestion(self).asksForCharge
            && (!merchants().isEmpty || categories().contains { Taxonomy.builtIn[$0]?.flow == .out })
            && categories().allSatisfy { Taxonomy.builtIn[$0]?.flow != .in }
    }

    private static let keeps: Set<String> = ["save", "saved", "saving", "keep", "kept", "aside"]

    /// `am I on track to save 1000 this month`, `did we save more than 2000 in July`: what stays of some days, held
    /// against an amount.
    var asksIfSumIsKept: Bool {
        guard amounts.count + bareAmounts.count == 1, !times.isEmpty,
            names.allSatisfy({ $0.isSavingWord || $0.tokens.contains { keys[$0] == "track" } }),
            !Self.keeps.isDisjoint(with: keys), let first = keys.first,
            keys.dropFirst().first.map({ ["i", "we"].contains($0) }) == true
        else { return false }
        let isOnTrack = ["am", "are"].contains(first) && keys.contains("track")
        let isToCome = ["will", "am", "are"].contains(first)
        return isOnTrack || isToCome || ["did", "have"].contains(first)
    }

    /// The amount of `will I save 1000 this month`, which is no price.
    var keptAmount: AmountExpression? { asksIfSumIsKept ? bareAmounts.first : nil }

    /// `how many months did I spend more than 7000`, `months when groceries were over 700`: months, and no rows, are
    /// held against the amount.
    func countsMonths(over amount: AmountExpression) -> Bool {
        guard [.over, .atLeast, .under, .atMost].contains(amount.relation),
            let place = keys.firstIndex(of: "months"), !times.contains(where: { $0.tokens.contains(place) }),
            place < amount.tokens.lowerBound
        else { return false }
        let before = keys[..<place].filter { !["the", "list", "show", "me", "all", "of"].contains($0) }
        return before.isEmpty || before == ["how", "many"] || before == ["which"] || before == ["what"]
            || before == ["in", "how", "many"]
    }

    private static let earns: Set<String> = ["earn", "earned", "make", "made", "gross", "take", "bring", "brought"]
    private static let single: Set<String> = [
        "any", "anything", "deposit", "deposits", "payment", "payments", "paycheck", "paychecks", "paycheque", "check",
        "checks", "transaction", "transactions", "transfer", "transfers", "purchase", "purchases", "a", "an", "single",
        "one", "order", "orders", "of",
    ]

    /// `did I make more than 7000 in September`.
    private var asksIfSumIsEarned: Bool {
        guard amounts.count == 1, let amount = amounts.first, let first = keys.first,
            ["did", "have", "do"].contains(first), keys.dropFirst().first.map({ ["i", "we"].contains($0) }) == true,
            let verb = keys.firstIndex(where: Self.earns.contains), verb <= 3, names.isEmpty
        else { return false }
        return !holdsSingleRow(outside: amount)
    }

    private func holdsSingleRow(outside amount: AmountExpression) -> Bool {
        keys.indices.contains { !amount.tokens.contains($0) && Self.single.contains(keys[$0]) }
    }

    /// Whether an amount is what the sum of a flow is held against, and no bound of single rows.
    func holdsFlow(_ intent: Intent, against amount: AmountExpression) -> Bool {
        switch intent {
        case .cashFlow: !Self.keeps.isDisjoint(with: keys) && amount.relation != .between
        case .income:
            asksIfSumIsEarned && amount.relation != .between && amount.relation != .around
        default: false
        }
    }

    /// `how much did I lose in June`: by how much more went out than came in.
    private var asksWhatWasLost: Bool {
        keys.starts(with: ["how", "much"]) && keys.contains { ["lose", "lost"].contains($0) } && names.isEmpty
            && !times.isEmpty && amounts.isEmpty && asksOfOwn
    }

    private var asksForChecksWritten: Bool {
        keys.contains { ["write", "wrote", "written"].contains($0) }
            && keys.contains { ["check", "checks", "cheque", "cheques"].contains($0) }
    }

    /// `what increased from August to September`: categories, of which none is named.
    var moveAskedFor: Query.Order? {
        guard keys.count > 2, keys[0] == "what", names.isEmpty else { return nil }
        let rest = keys[1] == "has" ? keys[2...] : keys[1...]
        guard let verb = rest.first, let next = rest.dropFirst().first else { return nil }
        if ["increased", "rose", "risen"].contains(verb) || ["went", "gone"].contains(verb) && next == "up" {
            return .rise
        }
        if ["decreased", "fell", "fallen", "dropped"].contains(verb)
            || ["went", "gone"].contains(verb) && next == "down"
        {
            return .fall
        }
        return nil
    }

    /// `of the year` beside a superlative, which is no time by itself.
    var saysOfTheYear: Bool {
        keys.indices.dropLast(2).contains { keys[$0...].starts(with: ["of", "the", "year"]) }
    }

    /// `most recent income`.
    var saysMostRecent: Bool { keys.indices.dropLast().contains { keys[$0] == "most" && keys[$0 + 1] == "recent" } }

    /// `of my pay`, `of my income`.
    var saysPartOfIncome: Bool {
        keys.indices.dropLast(2).contains { place in
            keys[place] == "of" && ["my", "our", "the"].contains(keys[place + 1])
                && ["pay", "income", "paycheck", "salary", "earnings", "wages"].contains(keys[place + 2])
        }
    }

    /// `am I living within my means`, `am I saving money`: of months as they usually are, of which 30 days are no mean.
    var asksIfMoneyIsKept: Bool {
        guard let first = keys.first, ["am", "are"].contains(first), times.isEmpty,
            keys.dropFirst().first.map({ ["i", "we"].contains($0) }) == true
        else { return false }
        return keys.contains { ["means", "saving", "overspending"].contains($0) }
    }
}

extension QueryBuilder {
    /// Shows every month whose sum is on the side of the amount that is asked for.
    func holdMonths(against amount: AmountExpression, in result: inout Result) {
        result.threshold = Money(amount.amount, amount.currency)
        result.staysBelow = [.under, .atMost].contains(amount.relation)
        (result.query.measure, result.query.counted) = (.total, nil)
        (result.query.grouping, result.query.order) = (.month, .newest)
        result.query.limit = Query.mostListed
    }
}

extension NameMatch {
    /// `save` is the word of a category as well.
    fileprivate var isSavingWord: Bool {
        if case .category(let ids) = kind { ids == ["savings_transfer"] } else { false }
    }
}
