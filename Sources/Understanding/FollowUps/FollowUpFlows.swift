import Ledger

/// What came in, went out and stayed, asked for one after the other, and shares of one or the other.
extension FollowUp {
    private static let flowWords: Set<String> = [
        "what", "whats", "how", "much", "did", "was", "were", "i", "we", "so", "and", "then", "left", "over", "spend",
        "spent", "earn", "earned", "make", "made", "save", "saved", "keep", "kept", "get", "got", "paid", "income",
        "spending", "out", "came", "come", "in", "go", "went", "total", "overall", "is", "remained", "stayed", "money",
        "my", "our",
    ]
    private static let pastWords: Set<String> = [
        "did", "was", "were", "came", "went", "spent", "earned", "saved", "kept",
    ]

    /// `what did I spend` after what was earned: the other side of the same days.
    func turnsFlow(from last: ConversationState.Turn) -> Bool {
        let flows: Set<Intent> = [.spending, .income, .cashFlow]
        return flows.contains(last.intent) && flows.contains(decision.intent) && last.intent != decision.intent
            && last.query.namesNothing && said.count <= 7 && said.allSatisfy(FollowUp.flowWords.contains)
            && !FollowUp.pastWords.isDisjoint(with: said)
    }

    /// `whats left` after what was spent or earned in some days: what stayed.
    func turnToFlow(_ understood: inout Understood, of last: ConversationState.Turn) -> Bool {
        let isRate = last.query.measure == .average && last.query.averageUnit != .transaction
        guard [.spending, .income, .cashFlow].contains(last.intent), last.query.measure == .total || isRate,
            last.query.grouping == nil, last.query.namesNothing, last.query.minimum == nil, last.query.maximum == nil
        else { return false }
        understood.intent = .cashFlow
        understood.query = Query(comparison: nil, direction: .any)
        understood.query.cover(last.query.periods ?? [])
        understood.comparesWithUsual = false
        return true
    }

    private static let allSpending: Set<String> = [
        "spending", "spend", "expenses", "spendings", "outgoings", "everything",
    ]
    private static let besideAll: Set<String> = [
        "my", "our", "the", "total", "all", "overall", "of", "whole", "entire",
    ]

    /// `what share of my spending`: of all of it, not of a part that the line names.
    var isShareOfSpending: Bool {
        guard let of = said.firstIndex(of: "of") else { return false }
        let whole = said[(of + 1)...].filter { !["is", "was", "that", "it", "this"].contains($0) }
        return whole.last.map(FollowUp.allSpending.contains) ?? false
            && whole.dropLast().allSatisfy(FollowUp.besideAll.contains)
    }

    /// `and of coffee?`, `of my income` after a share: the same part of something else.
    func otherWhole(after last: ConversationState.Turn) -> Query.Whole?? {
        guard last.query.measure == .share, reading.units.count <= 4, reading.times.isEmpty else { return nil }
        let words = said.drop { ["and", "what", "about", "how", "as", "a", "share", "percent"].contains($0) }
        guard words.first == "of" else { return nil }
        if isShareOfSpending { return .some(nil) }
        let (categories, merchants) = (reading.categories(), reading.merchants())
        if !categories.isEmpty, categories.allSatisfy({ context.taxonomy[$0]?.flow == .in }) || said.contains("income")
        {
            return .some(Query.Whole(direction: .in, categories: categories.filter { $0 != "income" }))
        }
        if said.contains("income") || said.contains("earnings") { return .some(Query.Whole(direction: .in)) }
        guard !categories.isEmpty || !merchants.isEmpty else { return nil }
        return .some(Query.Whole(categories: categories, merchants: merchants))
    }

    private static let changeWords: Set<String> = [
        "changed", "changes", "moved", "differs", "different", "differed", "caused", "drove", "causing", "driving",
        "happened", "reason", "behind", "responsible",
    ]
    private static let besideChange: Set<String> = [
        "what", "whats", "which", "where", "the", "most", "and", "so", "has", "is", "mainly", "mostly", "a", "lot",
        "things", "biggest", "did", "it", "exactly", "that", "this", "was", "for", "rise", "increase", "jump", "drop",
        "difference",
    ]

    /// `what changed most`: what made the difference.
    func asksWhatChanged(of last: ConversationState.Turn) -> Bool {
        // As they were written: `caused` would be mended to a word that is known.
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        return [.spending, .summary].contains(last.intent) && last.query.sides.isEmpty
            && !FollowUp.changeWords.isDisjoint(with: written)
            && written.count <= 6
            && written.allSatisfy { FollowUp.changeWords.contains($0) || FollowUp.besideChange.contains($0) }
            && !Set(["what", "whats", "which", "where"]).isDisjoint(with: written)
    }

    /// What made the difference to the days before.
    func reasons(after last: ConversationState.Turn) -> Understood {
        var understood = carried(last)
        understood.intent = .advice
        understood.advice = AdviceSlots(topic: .reasons)
        let period = last.query.period ?? Period.past(days: 30, endingOn: context.asOf)
        (understood.query.period, understood.query.grouping) = (period, .category)
        understood.query.comparison = last.query.comparison ?? PeriodComparison.preceding(period)
        (understood.query.order, understood.query.limit) = (.rise, 5)
        understood.query.direction = .out
        return understood
    }

    private static let returnWords: Set<String> = ["return", "returned", "refunded", "back", "returns", "refunds"]
    private static let besideReturn: Set<String> = [
        "what", "which", "did", "i", "we", "have", "ive", "how", "much", "was", "were", "got", "get", "give", "gave",
        "send", "sent", "take", "took", "bring", "and", "anything", "any", "of", "it", "that", "them", "those", "ones",
        "there", "show", "list", "see", "me", "the",
    ]

    /// `what did I return`, `how much did I get back`.
    var asksForReturns: Bool {
        !FollowUp.returnWords.isDisjoint(with: said) && said.count > 2
            && said.allSatisfy { FollowUp.returnWords.contains($0) || FollowUp.besideReturn.contains($0) }
            && (!said.contains("back")
                || !Set(["get", "got", "send", "sent", "give", "gave", "bring"]).isDisjoint(with: said))
            && said.first != "back"
    }
}
