import Ledger

/// Understands questions about a person's own money: text, names and conversation in, intent and query out.
public struct Understander: Sendable {
    private let lexicon: Lexicon
    private let rules: RuleBook
    private let classifier: IntentClassifier

    /// Uses the word lists and weights that ship with the program; they are read once a process.
    public init() {
        lexicon = .builtIn
        rules = .builtIn
        classifier = .builtIn
    }

    /// What a question means.
    ///
    /// - Parameters:
    ///   - question: one line as a person typed it.
    ///   - state: the conversation so far; moves on to this question.
    public func understand(
        _ question: String, context: UnderstandingContext, state: inout ConversationState
    ) -> Understood {
        let reading = QuestionReading(question, context: context, lexicon: lexicon, rules: rules)
        let scores = classifier.scores(for: reading.features)
        let decision = IntentDecision(scores: scores, reading: reading, asOf: context.asOf)
        let followUp = FollowUp(reading: reading, decision: decision, context: context)
        let purchase = PurchaseFollowUp(reading: reading, decision: decision, context: context).answer(to: &state)
        let limit = LimitFollowUp(reading: reading, decision: decision, context: context).answer(to: state)
        var understood =
            purchase ?? limit ?? goingOn(followUp, from: state, reading) ?? fresh(reading, decision, context: context)
        if understood.assumedPeriod, !understood.isFollowUp, let period = followUp.inheritedPeriod(from: state) {
            understood.query.period = period
            understood.assumedPeriod = false
        }
        settle(&understood, reading)
        // "top 0" is no question that a next line could go on with.
        if !reading.asksForNone { remember(understood, in: &state) }
        return understood
    }

    /// Advice names all that it is about.
    private func goingOn(
        _ followUp: FollowUp, from state: ConversationState, _ reading: QuestionReading
    ) -> Understood? {
        guard !AdviceReader(reading: reading).isCertain else { return nil }
        let edit = EditReader(reading: reading)
        if state.pending == nil, edit.isCertain { return nil }
        if state.pending == nil, state.last != nil, edit.correctsLast {
            var understood = Understood(intent: .edit, confidence: 0.9, query: Query())
            understood.edit = edit.slots(&understood.query)
            return understood
        }
        return followUp.answer(to: state) ?? followUp.view(of: state) ?? followUp.change(of: state)
            ?? followUp.unread(after: state)
    }

    /// What the classifier of intents sees in a question, for training.
    public func features(of question: String, context: UnderstandingContext) -> [String] {
        QuestionReading(question, context: context, lexicon: lexicon, rules: rules).features
    }

    private func fresh(
        _ reading: QuestionReading, _ decision: IntentDecision, context: UnderstandingContext
    ) -> Understood {
        var understood = Understood(intent: decision.intent, confidence: decision.confidence, query: Query())
        let built = QueryBuilder(reading: reading, intent: decision.intent, context: context).build()
        understood.query = built.query
        understood.assumedPeriod = built.assumedPeriod
        understood.comparesWithUsual = built.comparesWithUsual
        understood.threshold = built.threshold
        understood.notes = built.notes
        let slots = SlotReader(reading: reading, context: context)
        let namesMatter: [Intent] = [
            .spending, .transactions, .purchase, .budget, .balance, .income, .recurring, .unusual, .edit,
        ]
        if namesMatter.contains(decision.intent) {
            understood.unknownNames = slots.unknownNames
            if let text = built.query.text, !understood.unknownNames.contains(text) {
                understood.unknownNames.append(text)
            }
        } else if decision.intent != .outOfScope {
            understood.query.text = nil
        }
        if [.spending, .transactions].contains(decision.intent), understood.query.namesNothing {
            let times = TimeParser.expressions(in: reading.tokens, context: context.time).map(\.tokens)
            if let place = UnreadPlace.name(in: reading.tokens, times: times) ?? UnreadPlace.card(in: reading.tokens) {
                understood.query.text = place
                understood.unknownNames = [place]
                if understood.query.order == .oldest { understood.query.order = .newest }
            }
        }
        if [.spending, .transactions, .income].contains(decision.intent) {
            if let person = UnknownPerson.name(in: reading) {
                understood.query.text = person
                understood.unknownNames.append(person)
            }
            understood.clarification = Unrecorded.clarification(for: reading)
            if understood.clarification != nil { return understood }
        }
        switch decision.intent {
        case .purchase: understood.purchase = slots.purchase()
        case .budget: understood.budget = slots.budget()
        case .edit: understood.edit = EditReader(reading: reading).slots(&understood.query)
        case .advice: understood.advice = AdviceReader(reading: reading).slots
        default: break
        }
        if decision.intent != .outOfScope, let day = ImpossibleDate.written(in: reading.tokens) {
            understood.clarification = Clarification(
                need: .choice, text: "There is no \(day). Which day do you mean?")
            return understood
        }
        understood.clarification = Clarifier(understood: understood, decision: decision).clarification
        return understood
    }

    /// What the times of the question leave open, and what cannot be known of them.
    private func settle(_ understood: inout Understood, _ reading: QuestionReading) {
        let unsettled = UnsettledTime.question(in: reading.tokens)
        if understood.intent == .outOfScope, unsettled != nil, reading.asksForSpending { understood.intent = .spending }
        guard FollowUp.ofRows.union([.summary, .budget]).contains(understood.intent) else { return }
        if reading.asksForNone {
            understood.clarification = Clarification(
                need: .choice, text: "How many do you want to see? I can list from 1 to \(Query.mostListed).")
        }
        if reading.namesTimeOfDay { understood.notes.append(TimeOfDay.note) }
        if understood.clarification == nil, let unsettled {
            // "how much … year" without a year that was read looks like what a year costs on average.
            if understood.query.averageUnit == .year { understood.query.measure = .total }
            understood.clarification = Clarification(need: .choice, text: unsettled)
        }
    }

    private func remember(_ understood: Understood, in state: inout ConversationState) {
        state.pending = understood.clarification
        state.asked = nil
        guard understood.intent != .help, understood.intent != .outOfScope else { return }
        if understood.intent == .edit, understood.clarification == nil {
            // What was done is not done again by a line that goes on.
            if state.last?.intent == .edit { state.last = state.beforeLast }
            return
        }
        let turn = ConversationState.Turn(
            intent: understood.intent, query: understood.query, assumedPeriod: understood.assumedPeriod,
            comparesWithUsual: understood.comparesWithUsual, threshold: understood.threshold,
            purchase: understood.purchase, budget: understood.budget,
            edit: understood.edit)
        // What was not decided yet must not take the place of what was.
        if understood.clarification?.need == .choice {
            state.asked = turn
        } else {
            state.beforeLast = state.last
            state.last = turn
        }
    }
}

extension Query {
    /// Whether it is about everything there is: no category, merchant, account or words.
    fileprivate var namesNothing: Bool {
        categories.isEmpty && merchants.isEmpty && accounts.isEmpty && text == nil && kinds.isEmpty
            && excludedCategories.isEmpty && excludedMerchants.isEmpty
    }
}
