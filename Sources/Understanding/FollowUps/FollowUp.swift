import Ledger

/// Understands a line as going on from an answer that was none about rows: the price or category that was asked for,
/// another month of a summary, another account, another amount to save. Lines that go on from rows are read by the
/// grammar (`AskPatch`).
struct FollowUp {
    let reading: QuestionReading
    let decision: IntentDecision
    let context: UnderstandingContext
    /// The words without signs, and without those that only begin to speak: `uh sorry, …`.
    let said: [String]
    /// What it asks of any answer; nil where it says something of its own.
    let command: FollowUpCommand?

    init(reading: QuestionReading, decision: IntentDecision, context: UnderstandingContext) {
        self.reading = reading.withoutDenied()
        let words = zip(reading.tokens, reading.keys).filter { token, _ in token.form != .sign }.map { _, key in key }
        said = Array(words.drop(while: FollowUp.hesitations.contains))
        // `and the second?` names one of what was listed.
        command = reading.pointed == nil ? FollowUpCommand(reading) : nil
        self.decision = decision
        self.context = context
    }

    /// The intents whose answers are about rows.
    static let ofRows: Set<Intent> = [.spending, .transactions, .income, .cashFlow]

    /// The line as it goes on from the last answer; nil where it stands by itself.
    func goingOn(from state: ConversationState) -> Understood? {
        answer(to: state) ?? aside(of: state) ?? change(of: state) ?? unread(after: state)
    }

    // MARK: Answers to a question back

    /// The answer to what coach asked last; nil when this is another question.
    func answer(to state: ConversationState) -> Understood? {
        guard let pending = state.pending, let last = state.asked ?? state.last else { return nil }
        switch pending.need {
        case .amount:
            guard last.intent == .budget, !isQuestion else { return nil }
            var understood = carried(last)
            if let share = LimitShare(reading, after: last.budget.share) {
                understood.budget.share = share
                understood.clarification = share.question
                return understood
            }
            guard let price = PriceAnswer(reading, context: context).amounts.first else { return nil }
            understood.budget.share = nil
            understood.budget.amount = Money(price.amount, price.currency)
            return understood
        case .category:
            // `the bakery in november` is a question of its own.
            guard reading.units.count <= 4, !isQuestion, reading.times.isEmpty,
                let category = reading.categories().first
            else { return nil }
            var understood = carried(last)
            if last.intent == .edit, let merchant = reading.merchants().first,
                !last.query.merchants.contains(merchant)
            {
                // `and best buy under gifts`: another merchant is never the one before.
                understood.query = Query(merchants: [merchant], direction: .any)
            }
            if last.intent == .budget {
                understood.budget.category = category
                if let share = understood.budget.share {
                    understood.clarification = share.question
                } else if understood.budget.amount == nil {
                    understood.clarification = Clarification(need: .amount, text: "How much a month?")
                }
            } else {
                understood.edit.category = category
            }
            return understood
        case .choice, .missed: return nil
        }
    }

    /// Whether the line asks something of its own: what it names must not be written as the answer to another question.
    private var isQuestion: Bool {
        reading.tokens.contains { $0.key == "?" } || FollowUp.openers.contains(said.first ?? "")
    }

    private static let openers: Set<String> = [
        "is", "are", "am", "was", "were", "do", "does", "did", "have", "has", "had", "how", "what", "whats", "which",
        "when", "where", "who", "why", "can", "could", "should", "would", "will", "show", "list", "tell",
    ]

    /// The last turn unchanged.
    func carried(_ last: ConversationState.Turn) -> Understood {
        var understood = Understood(intent: last.intent, confidence: max(0.9, decision.confidence), query: last.query)
        understood.assumedPeriod = last.assumedPeriod
        understood.comparesWithUsual = last.comparesWithUsual
        understood.purchase = last.purchase
        understood.budget = last.budget
        understood.edit = last.edit
        understood.advice = last.advice
        understood.query.offset = 0
        understood.isFollowUp = true
        return understood
    }

    // MARK: Changes

    /// The last question with what this one names changed; nil when this one stands by itself.
    func change(of state: ConversationState) -> Understood? {
        guard let last = state.last, goesOn(from: last) else { return nil }
        var understood = carried(last)
        understood.notes = reading.names.compactMap(\.note)
        understood.unknownNames = SlotReader(reading: reading, context: context).unknownNames
        switch last.intent {
        case .budget: changeBudget(&understood)
        case .advice where changeAdvice(&understood): return understood
        default: break
        }
        let accounts = reading.accounts
        let built = QueryBuilder(reading: reading, intent: last.intent, context: context).build()
        understood.query.accounts = accounts.isEmpty ? built.query.accounts : accounts
        if understood.query.accounts.isEmpty { understood.query.accounts = last.query.accounts }
        changeNames(&understood.query)
        if last.intent != .budget { changePeriod(&understood) }
        return understood
    }

    /// Whether the line only changes what was asked for, after an answer that was none about rows or purchases.
    private func goesOn(from last: ConversationState.Turn) -> Bool {
        guard !FollowUp.ofRows.contains(last.intent), last.intent != .purchase else { return false }
        if last.intent == .advice, goesOnWithAdvice(last) { return true }
        let namesRows = !reading.categories().isEmpty || !reading.merchants().isEmpty || reading.freeText != nil
        // One thing out of what was told is a question about its rows.
        if last.intent == .recurring, !reading.times.isEmpty { return false }
        if namesRows, ![.advice, .unusual, .budget, .edit, .recurring].contains(last.intent) { return false }
        if standsAlone { return hasCue && hasSlots && decision.intent == last.intent }
        if isElliptic(after: last.intent) { return true }
        if last.intent == .recurring { return false }
        return (hasCue || hasPronoun) && hasSlots && reading.units.count <= 7 && !asksQuantity
    }

    private func changeBudget(_ understood: inout Understood) {
        let slots = SlotReader(reading: reading, context: context).budget()
        if let category = slots.category { understood.budget.category = category }
        understood.budget.amount = slots.amount
        // A limit is only changed by words that say so: another category alone is asked about.
        if slots.amount == nil || slots.action != .progress { understood.budget.action = slots.action }
    }

    private func changeNames(_ query: inout Query) {
        let (categories, merchants) = (reading.categories(), reading.merchants())
        if !categories.isEmpty || !merchants.isEmpty { (query.categories, query.merchants) = (categories, merchants) }
        query.excludedCategories += reading.categories(excluded: true)
        query.excludedMerchants += reading.merchants(excluded: true)
    }

    private func changePeriod(_ understood: inout Understood) {
        let anchor = understood.query.period ?? Period.past(days: 30, endingOn: context.asOf)
        if let moved = TimeParser.shift(in: reading.timeTokens, from: anchor, context: context.time) {
            return setPeriod(moved.period, of: &understood)
        }
        for time in reading.times { understood.notes += [time.ambiguity, time.assumption].compactMap { $0 } }
        guard let time = reading.times.first(where: { !$0.isWeekdaysOnly && !$0.isLeftOut && !$0.pointsBack }) else {
            return
        }
        let isAhead = [.forecast, .budget].contains(understood.intent)
        setPeriod(isAhead ? time.whole : time.period, of: &understood)
    }

    private func setPeriod(_ period: Period, of understood: inout Understood) {
        understood.query.period = period
        (understood.query.otherPeriods, understood.query.comparison) = ([], nil)
        (understood.comparesWithUsual, understood.assumedPeriod) = (false, false)
    }

    // MARK: Forms

    private static let hesitations: Set<String> = [
        "uh", "um", "er", "erm", "uhm", "oh", "ah", "hm", "hmm", "well", "hey", "my", "bad", "ok", "okay", "yeah",
        "haha", "lol", "damn", "crap", "argh", "ugh",
    ]

    /// `what about …`, `and …`, `just …`: words that tie a question to the one before.
    private var hasCue: Bool {
        let words = said.drop { ["so", "no", "great", "thanks", "sorry", "actually", "wait"].contains($0) }
        guard let first = words.first else { return false }
        if ["what", "how"].contains(first) { return words.dropFirst().first == "about" }
        return ["and", "or", "plus", "also", "just", "only", "but", "instead", "then", "same", "make"].contains(first)
    }

    private static let pronouns: Set<String> = [
        "that", "those", "it", "them", "these", "ones", "they",
    ]

    /// Whether a pronoun stands for the last answer: not the `this` of `this month`.
    private var hasPronoun: Bool {
        reading.keys.indices.contains { index in
            FollowUp.pronouns.contains(reading.keys[index])
                && !reading.times.contains { $0.tokens.contains(index) }
        }
    }

    /// Whether it asks of oneself, `am I doing OK?`, which points at nothing that was said.
    private var isOfOneself: Bool {
        let keys = reading.keys
        return !hasPronoun && (keys.starts(with: ["am", "i"]) || keys.starts(with: ["are", "we"]))
    }

    private var standsAlone: Bool { reading.saysSubject }

    private var hasSlots: Bool { reading.units.contains { $0.slot != nil && $0.slot != .number } }

    private static let ellipticWords: Set<String> = [
        "only", "just", "one", "ones", "month", "week", "day", "year", "total", "without", "except", "excluding", "not",
        "same", "whole", "entire", "instead", "rather", "again", "too", "also", "now", "before", "after", "previous",
        "prior", "earlier", "later", "next", "last", "no", "sorry", "actually", "meant", "mean",
    ]
    /// What payments that recur are asked for in a word or two.
    private static let ofStreams: Set<String> = [
        "most", "least", "expensive", "cheapest", "priciest", "biggest", "smallest", "largest", "up", "increased",
        "raised", "new", "cancelled", "canceled", "stopped", "ended", "due", "upcoming", "soon", "rose", "changed",
        "went", "go", "gone", "yearly", "monthly", "annually", "which", "whats", "coming", "else", "next",
    ]

    /// Nothing but names and days in a few words: `and in october`, `savings`, `the month before`.
    private func isElliptic(after last: Intent) -> Bool {
        let bare = reading.units.filter { $0.slot == nil }
        let isShift =
            TimeParser.shift(
                in: reading.timeTokens, from: Period(context.asOf, context.asOf), context: context.time) != nil
        let isOfStreams = last == .recurring
        // `how much a year would that be`
        if isOfStreams, said.contains("year"), hasPronoun, said.count <= 7, reading.times.isEmpty { return true }
        guard !asksQuantity else { return false }
        // `which one is the most expensive`
        if isOfStreams, hasAspect, said.count <= 7, !hasSlots { return true }
        return (hasSlots || isShift) && bare.count <= 5
            && bare.allSatisfy { unit in
                unit.labels.contains("@what")
                    || unit.labels[0].split(separator: "_").allSatisfy {
                        FollowUp.ellipticWords.contains(String($0)) || FunctionWords.all.contains(String($0))
                            || isOfStreams && FollowUp.ofStreams.contains(String($0))
                    }
            }
    }

    private var asksQuantity: Bool {
        reading.units.contains { $0.labels.contains("@howmuch") || $0.labels.contains("@howmany") }
    }

    private var hasAspect: Bool { !FollowUp.ofStreams.isDisjoint(with: said) }

    private static let questioning: Set<String> = ["what", "whats", "when", "where", "who", "which", "how", "why"]

    private static let general: Set<String> = [
        "ones", "one", "thing", "things", "rest", "other", "others", "else", "same", "difference", "days", "weeks",
        "months", "years", "first", "second", "third", "part", "half", "top", "bottom", "huh", "hmm", "wrong", "right",
        "different", "else", "less", "fewer", "bigger", "smaller", "number", "list", "show",
    ]

    /// A question back for a short line after an answer that nothing explains, where a guess would be another question.
    private func unread(after state: ConversationState) -> Understood? {
        let namesNothing = said.allSatisfy { FunctionWords.all.contains($0) || FollowUp.general.contains($0) }
        // `from what`, where nothing was shown that it could be asked of.
        let asks = !FollowUp.questioning.isDisjoint(with: said)
        guard let last = state.last, !standsAlone, !isOfOneself, !hasSlots, reading.units.count <= 6,
            decision.intent == .help
                ? asks && namesNothing
                : decision.confidence < 0.5 || decision.intent == .outOfScope && namesNothing
        else { return nil }
        var understood = carried(last)
        understood.isUnread = true
        understood.confidence = decision.confidence
        understood.clarification = Clarification(
            need: .choice,
            text:
                "I didn't get “\(reading.text(of: 0..<reading.tokens.count))”, so nothing changed. You can say, for example, "
                + "“and in August?”, “by merchant” or “only over $50”.")
        return understood
    }
}

extension QuestionReading {
    private static let subjects: Set<String> = [
        "@spend", "@txn", "@balance", "@income", "@worth", "@cashflow", "@subs", "@bill", "@afford", "@should",
        "@budget", "@summary", "@advice", "@unusual", "@double", "@safe", "@forecast", "@help", "@greet", "@pay",
    ]

    /// Whether the line says what it is about by itself: a verb of spending, rows, or another subject.
    var saysSubject: Bool {
        units.contains { $0.slot == nil && !QuestionReading.subjects.isDisjoint(with: $0.labels) }
    }
}
