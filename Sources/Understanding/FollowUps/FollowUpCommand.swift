import Ledger

/// A short line that asks something of any answer: `are you sure?`, `how much is left`, `never mind`. The whole line is a
/// row of `commands.tsv`.
enum FollowUpCommand: String {
    /// The conversation begins anew.
    case forget
    /// How the answer came to be.
    case why
    /// What remains of a limit, or after a purchase.
    case left
    /// All accounts instead of one, or what follows what was shown.
    case all
    /// The rows, where the line has no other word.
    case list
    case place, account
    /// Which could be given up.
    case cancel

    init?(_ reading: QuestionReading) {
        let words = zip(reading.tokens, reading.keys).filter { token, _ in token.form != .sign }.map { _, key in key }
        guard (1...10).contains(words.count) else { return nil }
        // Words of commands are no misspelt names: as they were written they come first.
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        let row = FollowUpCommand.patterns.row(of: written) ?? FollowUpCommand.patterns.row(of: words)
        guard let row, let command = FollowUpCommand(rawValue: row.name) else { return nil }
        self = command
    }

    private static let patterns = LinePatterns("rag-index/intents/commands.tsv", greatest: Query.mostListed)
}

extension FollowUp {
    /// What the line asks of the last answer as a whole; nil where it asks for nothing of that kind.
    func aside(of state: ConversationState) -> Understood? {
        guard let last = state.last else { return nil }
        if asksWhy || [.purchase, .forecast].contains(last.intent) && said.contains("because") && said.count <= 9 {
            return why(last)
        }
        if asksWhatChanged, FollowUp.ofRows.contains(last.intent) || last.intent == .summary {
            return reasons(after: last)
        }
        if last.intent == .unusual, let finding = finding(of: last) { return finding }
        guard let command else { return nil }
        // "am I over budget" asks for the limits, whatever was weighed before.
        let isOfLimits = !Set(["budget", "budgets", "limit", "limits"]).isDisjoint(with: said)
        switch (command, last.intent) {
        case (.why, _): return why(last)
        case (.left, .purchase) where !isOfLimits: return why(last)
        case (.left, .budget):
            var understood = carried(last)
            understood.budget = BudgetSlots(category: last.budget.category)
            return understood
        case (.cancel, .recurring) where last.query.direction != .in:
            var understood = carried(last)
            understood.intent = .advice
            understood.advice = AdviceSlots(topic: .subscriptions)
            understood.query = Query(direction: .out)
            return understood
        case (.all, .unusual), (.list, .unusual): return carried(last)
        default: return nil
        }
    }

    private func why(_ last: ConversationState.Turn) -> Understood {
        var understood = carried(last)
        understood.asksWhy = true
        return understood
    }

    /// `why`, `why so much`, `how come`, `what counts`: how the answer came to be, or what made it so.
    private var asksWhy: Bool {
        let words = said.drop {
            ["and", "but", "so", "wow", "whoa", "omg", "geez", "jeez", "yikes", "huh", "ouch"].contains($0)
        }
        let isShort = words.count <= 5 && !reading.saysSubject && !reading.units.contains { $0.slot != nil }
        if words.first == "why" || words.starts(with: ["how", "come"]) {
            return isShort || words.count <= 5 && words.contains { ["that", "it", "so"].contains($0) }
        }
        return false
    }

    private static let changes: Set<String> = [
        "changed", "change", "drove", "drives", "caused", "causes", "driving", "responsible", "different", "made",
        "makes", "explains",
    ]
    private static let besideChanges: Set<String> = [
        "what", "whats", "which", "where", "the", "most", "and", "so", "has", "is", "mainly", "mostly", "a", "lot",
        "things", "biggest", "did", "it", "exactly", "that", "this", "was", "for", "rise", "increase", "jump", "drop",
        "difference",
    ]

    /// `what changed most`: what made the difference.
    private var asksWhatChanged: Bool {
        // As they were written: `caused` would be mended to a word that is known.
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        // `what made the difference`, but not `what was made of it`.
        if !Set(["made", "makes", "explains"]).isDisjoint(with: written),
            Set(["difference", "change", "rise", "increase", "jump", "drop"]).isDisjoint(with: written)
        {
            return false
        }
        return !FollowUp.changes.isDisjoint(with: written) && written.count <= 6
            && written.allSatisfy { FollowUp.changes.contains($0) || FollowUp.besideChanges.contains($0) }
            && !Set(["what", "whats", "which", "where"]).isDisjoint(with: written)
    }

    /// What made the difference to the days before.
    private func reasons(after last: ConversationState.Turn) -> Understood {
        var understood = carried(last)
        understood.intent = .advice
        understood.advice = AdviceSlots(topic: .reasons)
        let period = last.query.period ?? Period.past(days: 30, endingOn: context.asOf)
        (understood.query.period, understood.query.grouping) = (period, nil)
        understood.query.comparison = last.query.comparison ?? PeriodComparison.preceding(period)
        understood.query.direction = .out
        // Where nothing was compared, it is held against the days before.
        understood.comparesWithUsual = last.comparesWithUsual && last.query.comparison != nil
        return understood
    }

    private static let besideFinding: Set<String> = [
        "when", "whens", "was", "were", "is", "it", "that", "this", "they", "those", "did", "happen", "the", "and",
        "first", "second", "third", "one", "ones", "show", "me", "tell", "about", "more", "just", "only", "see", "of",
        "them", "what", "day", "on", "exactly",
    ]

    /// `when was that`, `which card`, `show me the first one` after what stood out.
    private func finding(of last: ConversationState.Turn) -> Understood? {
        let place = said.contains("first") ? 1 : said.lazy.compactMap { NamePointer.ordinals[$0] }.first
        let isOfOne = command == .account || command == .place
        let asksWhen = ["when", "whens"].contains(said.drop { $0 == "and" }.first ?? "")
        guard reading.units.allSatisfy({ $0.slot == nil }), said.count <= 8, place != nil || isOfOne || asksWhen,
            isOfOne || said.allSatisfy(FollowUp.besideFinding.contains)
        else { return nil }
        var understood = carried(last)
        if let place {
            (understood.query.limit, understood.query.offset) = (1, place - 1)
        } else if last.query.limit == 1 {
            understood.query.offset = last.query.offset
        }
        return understood
    }
}
