import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// `history of my fun limit`, `how did my limits change`, `when did I change my grocery limit`.
struct LimitHistoryQuestion: Hashable {
    /// The words that name the category; empty for all limits.
    let name: String

    init?(_ line: SpokenLine) {
        let words = line.words
        guard (3...14).contains(words.count), words.contains(where: LimitHistoryQuestion.limits.contains) else {
            return nil
        }
        let text = SpokenText(words)
        let asks =
            words.contains("history")
            || ["how did", "how has", "how have", "did my", "has my", "have my", "when did", "when was", "when were"]
                .contains(where: text.says) && words.contains(where: LimitHistoryQuestion.changes.contains)
            || text.says("changes to my") || text.says("changes of my")
        guard asks, !words.contains(where: { $0.contains(where: \.isNumber) }) else { return nil }
        name = words.filter { !LimitHistoryQuestion.small.contains($0) }.joined(separator: " ")
    }

    private static let limits: Set<String> = ["limit", "limits", "budget", "budgets", "cap", "caps"]
    private static let changes: Set<String> = [
        "change", "changed", "set", "raise", "raised", "lower", "lowered", "develop", "evolve", "evolved",
    ]
    private static let small = limits.union(changes).union([
        "history", "of", "my", "the", "how", "did", "has", "have", "when", "was", "were", "i", "we", "our", "show",
        "me", "what", "whats", "is", "changes", "to", "on", "for", "over", "time", "last", "ever", "see", "list", "all",
        "so", "far", "and", "monthly", "please", "been", "a", "tell", "can", "you", "spending",
    ])
}

extension Coach {
    /// How limits came to be what they are; nil for other lines.
    func limitTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = LimitHistoryQuestion(spoken) else { return nil }
        let line = spoken.text
        var changes = try RuleBook(index).history()
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        if !question.name.isEmpty {
            // Words that name no category may be about anything.
            guard let category = RuleCategory(named: question.name, in: index.taxonomy) else { return nil }
            changes = changes.filter { RuleCategory(id: $0.category, in: index.taxonomy)?.id == category.id }
            guard !changes.isEmpty else {
                return plain(line, understood, "You've never set a limit on \(category.words).")
            }
        }
        guard let newest = changes.first else { return plain(line, understood, BudgetReply.noLimits) }
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: nil,
            reply: sentence(newest, earlier: changes.count - 1), table: changes.count > 1 ? table(changes) : nil)
    }

    private func sentence(_ change: LimitChange, earlier: Int) -> String {
        let name = RuleCategory(id: change.category, in: index.taxonomy)?.words ?? change.category
        let day = change.day.text(near: asOf)
        let what =
            switch (change.before, change.after) {
            case (let before?, let after?): "went from \(before.text) to \(after.text) a month on \(day)"
            case (nil, let after?): "was set to \(after.text) a month on \(day)"
            case (let before?, nil): "of \(before.text) a month was removed on \(day)"
            case (nil, nil): "was removed on \(day)"
            }
        return "Your limit on \(name) \(what)."
            + (earlier == 0
                ? ""
                : earlier == 1 ? " There was one change before that." : " There were \(earlier) changes before that.")
    }

    private func table(_ changes: [LimitChange]) -> AnswerTable {
        let shown = changes.prefix(Coach.mostChanges)
        return AnswerTable(
            columns: [
                .init(title: "Date", isNumber: false), .init(title: "Category", isNumber: false),
                .init(title: "Before", isNumber: true), .init(title: "After", isNumber: true),
            ],
            rows: shown.map { change in
                [
                    change.day.iso,
                    RuleCategory(id: change.category, in: index.taxonomy)?.name ?? change.category,
                    change.before?.text ?? "none", change.after?.text ?? "none",
                ]
            }, omitted: changes.count - shown.count)
    }

    private static let mostChanges = 20
}

/// What is asked of the limit that was spoken of last, or of one on what was spoken of.
private enum LimitStep: String {
    case progress, remove, over, under, compare, months, set, change

    static let patterns = LinePatterns("rag-index/intents/limit-talk.tsv", greatest: 1_000_000)
}

extension Coach {
    /// A line that goes on with the limit spoken of last, `how much of it is gone`, `remove it`, `would I have gone
    /// over in May`, or that sets one on what was spoken of: `cap that at 80`; nil for other lines.
    mutating func limitGoesOn(_ line: String) throws -> Answer? {
        guard talk.asked != nil || talk.lastLimit != nil else { return nil }
        let times = LineTimes(line, context)
        let asksNow = talk.isElsewhere && times.otherWords.last == "now" && times.otherWords.count < 3
        guard let row = LimitStep.patterns.row(of: times.otherWords) ?? (asksNow ? ("progress", nil) : nil),
            let step = LimitStep(rawValue: row.name)
        else { return nil }
        if step == .set { return try setLimit(line, to: row.number) }
        guard let id = talk.lastLimit, speaksOfLimit(id) else { return nil }
        var understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        understood.isFollowUp = true
        understood.budget.category = id
        switch step {
        case .progress, .remove:
            guard times.periods.allSatisfy({ $0.contains(asOf) }) else { return nil }
            understood.budget.action = step == .remove ? .remove : .progress
            return try answerLimit(line, understood)
        case .over, .under, .compare:
            guard let limit = try index.monthlyLimit(id, in: currency), let period = times.periods.first,
                let limited = limited(id), period.start == period.start.startOfMonth,
                period.start.monthNumber == period.end.monthNumber
            else { return nil }
            let ask = Ask(
                Selection(.spending, limited, .periods([period])),
                against: .amount(limit.minorUnits, step == .under ? .atMost : .more))
            var answer = try answer(LineReader.Candidate(request: .ask(ask)), line, understood)
            if step == .compare, let comma = answer.reply.firstIndex(of: ","),
                ["Yes", "No"].contains(answer.reply[..<comma])
            {
                // `how would May have looked` asks for no yes or no.
                answer.reply = String(answer.reply[comma...].dropFirst(2)).capitalizedFirst
            }
            return answer
        case .months:
            guard let limit = try index.monthlyLimit(id, in: currency), let limited = limited(id) else { return nil }
            let days = times.periods.first ?? talk.asked?.last.selection.span.sole
            let span = days.map { Selection.Span.periods([$0]) } ?? .everything
            let ask = Ask(
                Selection(.spending, limited, span), by: .month,
                where: Ask.Condition(.total, .more, limit.minorUnits))
            return try answer(LineReader.Candidate(request: .ask(ask)), line, understood)
        case .change:
            // Right after the limit the line may say more than an amount: by how much, by what part.
            guard let number = row.number, number >= 20, !talk.isElsewhere else { return nil }
            understood.budget.action = .set
            understood.budget.amount = Money(Int64(number) * currency.minorPerMajor, currency)
            return try answerLimit(line, understood)
        case .set: return nil
        }
    }

    /// The rows that a limit on one category, or on several together, is held against.
    private func limited(_ id: String) -> RowFilter? {
        let ids = id.split(separator: "+").map(String.init)
        guard !ids.isEmpty, ids.allSatisfy({ index.taxonomy[$0] != nil }) else { return nil }
        return .any(ids.map { .category($0) })
    }

    /// Whether the limit is still spoken of: it was the last answer, or its category is what was asked about since.
    private func speaksOfLimit(_ id: String) -> Bool {
        talk.isElsewhere ? talk.last?.understood.intent == .budget : talk.asked?.last.selection.filter == limited(id)
    }

    /// `cap target at 75 a month`: a limit on what the merchant that is named mostly is; what a limit is of is said.
    ///
    /// - Returns: nil where a category is named, or no merchant.
    mutating func limitOnMerchant(_ line: String, _ understood: Understood) throws -> Answer? {
        let slots = understood.budget
        guard understood.intent == .budget, slots.category == nil, slots.share == nil, slots.others.isEmpty,
            let amount = slots.amount
        else { return nil }
        let merchants = reader.named(in: line).flatMap { named -> [String] in
            if case .merchants(let names) = named.what { names } else { [] }
        }
        guard merchants.count == 1, let category = try mainCategory(of: merchants[0]) else { return nil }
        var known = understood
        (known.clarification, known.confidence) = (nil, 0.9)
        (known.budget.category, known.budget.amount, known.budget.action) = (category.id, amount, .set)
        var answer = try answerLimit(line, known)
        let isIn = category.isOnly ? "is" : "is mostly"
        answer.reply =
            "Limits are on categories, and \(merchants[0]) \(isIn) in \(phrases.category(category.id)). " + answer.reply
        return answer
    }

    /// The category that most of a merchant's rows are in.
    private func mainCategory(of merchant: String) throws -> (id: String, isOnly: Bool)? {
        let categories = context.names.categories(merchant: merchant)
        guard categories.count > 1 else { return categories.first.map { ($0, true) } }
        let ask = Ask(
            Selection(.spending, .merchant(merchant), .everything), measure: .count(.transaction), by: .category,
            order: .largest)
        let groups = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.groups
        return groups.first.map { ($0.key, false) }
    }

    /// A limit on the category that was spoken of, or on that of the merchant; what a limit is of is said.
    ///
    /// - Parameter amount: whole units of the home currency; nil for what the last answer came to.
    private mutating func setLimit(_ line: String, to amount: Int?) throws -> Answer? {
        let filter =
            talk.isElsewhere ? talk.topic : talk.asked.flatMap { FilterNames($0.last.selection.filter).subject }
        var lead = ""
        let category: String
        switch filter {
        case .category(let id): category = id
        case .or(let parts):
            let ids = parts.compactMap { if case .category(let id) = $0 { id } else { nil } }
            guard ids.count == parts.count, RuleCategory(id: ids.joined(separator: "+"), in: index.taxonomy) != nil
            else { return nil }
            category = ids.joined(separator: "+")
        case .merchant(let name):
            let categories = context.names.categories(merchant: name)
            guard categories.count == 1, let id = categories.first else { return nil }
            category = id
            lead = "Limits are on categories, and \(name) is in \(phrases.category(id)). "
        default: return nil
        }
        guard let limit = amount.map({ Money(Int64($0) * currency.minorPerMajor, currency) }) ?? shownAMonth else {
            return nil
        }
        var understood = Understood(intent: .budget, confidence: 0.9, query: Query())
        understood.isFollowUp = true
        (understood.budget.category, understood.budget.amount, understood.budget.action) = (category, limit, .set)
        var answer = try answerLimit(line, understood)
        answer.reply = lead + answer.reply
        return answer
    }

    /// `set a grocery budget at that`: the limit is what was shown.
    func withShownAmount(_ line: String, _ understood: Understood) -> Understood {
        guard understood.intent == .budget, understood.clarification?.need == .amount,
            understood.budget.category != nil, understood.budget.share == nil,
            !Set(SpokenText.words(of: line)).isDisjoint(with: ["that", "this", "it"]), let shownAMonth
        else { return understood }
        var known = understood
        (known.budget.amount, known.clarification) = (shownAMonth, nil)
        return known
    }

    /// The amount that the last answer showed, for a month: of a sum over several months what it comes to in one.
    var shownAMonth: Money? {
        guard let last = talk.last, let shown = last.evidence?.figures.lazy.compactMap(\.value.amount).first?.magnitude
        else {
            return nil
        }
        guard case .ask(let ask)? = last.request, ask.measure == .total, ask.view == .figures,
            let period = last.evidence?.figures.first?.period ?? ask.selection.span.sole
        else { return shown }
        let months = period.end.monthNumber - period.start.monthNumber + 1
        guard months > 1 else { return shown }
        if period.start.day == 1, period.end == period.end.endOfMonth {
            return Money(roundedQuotient(shown.minorUnits, by: Int64(months)), shown.currency)
        }
        let days = Int64(period.days)
        return Money(roundedQuotient(shown.minorUnits, times: 365, by: 12 * days), shown.currency)
    }

    private mutating func answerLimit(_ line: String, _ understood: Understood) throws -> Answer {
        talk.state.settle(onLimit: understood)
        talk.isElsewhere = true
        let answer = try budget(line, understood)
        talk.last = answer
        return answer
    }
}

/// What a filter is of, whatever else it asks for.
struct FilterNames {
    /// The one category or merchant.
    var only: RowFilter?
    /// The same, or what it puts together.
    var subject: RowFilter?

    init(_ filter: RowFilter) {
        let parts: [RowFilter] = if case .and(let parts) = filter { parts } else { [filter] }
        let names = parts.filter {
            switch $0 {
            case .category, .merchant: true
            default: false
            }
        }
        let joined = parts.filter { if case .or = $0 { true } else { false } }
        let isOne = joined.isEmpty && names.count == 1
        only = isOne ? names[0] : names.last { if case .merchant = $0 { true } else { false } }
        subject = only ?? (names.isEmpty && joined.count == 1 ? joined[0] : nil)
    }
}
