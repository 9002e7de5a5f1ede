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
        var understood =
            followUp.answer(to: state) ?? followUp.change(of: state) ?? fresh(reading, decision, context: context)
        if understood.assumedPeriod, !understood.isFollowUp, let period = followUp.inheritedPeriod(from: state) {
            understood.query.period = period
            understood.assumedPeriod = false
        }
        remember(understood, in: &state)
        return understood
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
        case .edit: understood.edit = slots.edit(&understood.query)
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

    private func remember(_ understood: Understood, in state: inout ConversationState) {
        state.pending = understood.clarification
        guard understood.intent != .help, understood.intent != .outOfScope else { return }
        state.last = ConversationState.Turn(
            intent: understood.intent, query: understood.query, assumedPeriod: understood.assumedPeriod,
            comparesWithUsual: understood.comparesWithUsual, threshold: understood.threshold,
            purchase: understood.purchase, budget: understood.budget,
            edit: understood.edit)
    }
}

extension Query {
    /// Whether it is about everything there is: no category, merchant, account or words.
    fileprivate var namesNothing: Bool {
        categories.isEmpty && merchants.isEmpty && accounts.isEmpty && text == nil && kinds.isEmpty
            && excludedCategories.isEmpty && excludedMerchants.isEmpty
    }
}
