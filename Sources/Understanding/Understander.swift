import Ledger

/// Understands questions about a person's own money: text, names and conversation in, intent and query out.
public struct Understander: Sendable {
    private let lexicon: Lexicon
    private let classifier: IntentClassifier

    /// Uses the word lists and weights that ship with the program; they are read once a process.
    public init() {
        lexicon = .builtIn
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
        let question = question.withoutControls
        var context = context
        let shown = state.shown
        context.shown = shown
        context.anchor = shown.isOne ? shown.period ?? state.last?.query.period : state.last?.query.period
        let reading = QuestionReading(question, context: context, lexicon: lexicon)
        let decision = self.decision(reading, asOf: context.asOf)
        if state.last != nil, let rest = reading.afterExclamation {
            return understand(rest, context: context, state: &state)
        }
        if let split = LineSplit(
            reading, decides: { self.decision($0, asOf: context.asOf).intent },
            reads: {
                QuestionReading($0, context: context, lexicon: lexicon)
            })
        {
            var understood = understand(split.first, context: context, state: &state)
            understood.notes.append(
                "\(LineSplit.opening): this answers “\(split.first)”; ask “\(split.second)” next")
            return understood
        }
        state.shown = reading.pointed == nil ? Shown() : shown
        let followUp = FollowUp(reading: reading, decision: decision, context: context)
        if followUp.command == .forget, !LimitFollowUp.drops(reading, after: state) { return dismissal(&state) }
        let purchase = PurchaseFollowUp(reading: reading, decision: decision, context: context).answer(to: &state)
        let limit = LimitFollowUp(reading: reading, decision: decision, context: context).answer(to: state)
        var understood =
            purchase ?? limit ?? goingOn(followUp, from: state, reading, context: context)
            ?? fresh(reading, decision, context: context)
        understood.saysSubject = reading.saysSubject
        settle(&understood, reading, context)
        if reading.pointed == nil { askWhere(&understood, reading, after: state.last) }
        // What was shown stays so until something else is.
        if understood.asksWhy || understood.clarification != nil { state.shown = shown }
        // "top 0" is no question that a next line could go on with.
        if !reading.asksForNone, !understood.isUnread { remember(understood, saidIn: question, in: &state) }
        return understood
    }

    private func decision(_ reading: QuestionReading, asOf: CivilDate) -> IntentDecision {
        IntentDecision(scores: classifier.scores(for: reading.features), reading: reading, asOf: asOf)
    }

    /// `never mind`: nothing is waited for or gone on with any more.
    private func dismissal(_ state: inout ConversationState) -> Understood {
        state = ConversationState()
        var understood = Understood(intent: .help, confidence: 0.95, query: Query())
        understood.dismisses = true
        return understood
    }

    /// The reading chosen of two that were asked about: it is read again from the line that they are of.
    private func chosen(_ followUp: FollowUp, of state: ConversationState, context: UnderstandingContext) -> Understood?
    {
        guard let choice = followUp.choice(of: state), let line = state.askedLine else { return nil }
        let reading = QuestionReading(line, context: context, lexicon: lexicon)
        let decision = IntentDecision(intent: choice.intent, confidence: 0.95)
        var understood = fresh(reading, decision, context: context)
        understood.chosenLine = line
        return understood
    }

    /// Advice names all that it is about.
    private func goingOn(
        _ followUp: FollowUp, from state: ConversationState, _ reading: QuestionReading, context: UnderstandingContext
    ) -> Understood? {
        guard !AdviceReader(reading: reading).isCertain else { return nil }
        let edit = EditReader(reading: reading)
        if state.pending == nil, edit.isCertain { return nil }
        if state.pending == nil, state.last != nil, edit.correctsLast {
            var understood = Understood(intent: .edit, confidence: 0.9, query: Query())
            understood.edit = edit.slots(&understood.query)
            return understood
        }
        return chosen(followUp, of: state, context: context) ?? followUp.goingOn(from: state)
    }

    /// What the classifier of intents sees in a question, for training.
    public func features(of question: String, context: UnderstandingContext) -> [String] {
        QuestionReading(question, context: context, lexicon: lexicon).features
    }

    private func fresh(
        _ reading: QuestionReading, _ decision: IntentDecision, context: UnderstandingContext
    ) -> Understood {
        var understood = Understood(intent: decision.intent, confidence: decision.confidence, query: Query())
        let built = QueryBuilder(reading: reading, intent: decision.intent, context: context).build()
        understood.query = built.query
        understood.assumedPeriod = built.assumedPeriod
        let isOfRows = FollowUp.ofRows.contains(decision.intent)
        // What rows are asked for, and how that was read, is told by the grammar.
        if !isOfRows { understood.notes = built.notes }
        let slots = SlotReader(reading: reading, context: context)
        let namesMatter: Set<Intent> = [.purchase, .budget, .balance, .recurring, .unusual, .edit]
        if namesMatter.contains(decision.intent) {
            understood.unknownNames = slots.unknownNames
            if let text = built.query.text, !understood.unknownNames.contains(text) {
                understood.unknownNames.append(text)
            }
        } else if !isOfRows, decision.intent != .outOfScope {
            understood.query.text = nil
        }
        if isOfRows {
            understood.asksOfSomebody = UnknownPerson.name(in: reading) != nil
            understood.clarification = Unrecorded.clarification(for: reading)
            if understood.clarification != nil { return understood }
        }
        switch decision.intent {
        case .purchase:
            understood.purchase = slots.purchase()
            // "TV" is a category of what is watched as well as a thing to buy.
            if let thing = understood.purchase.item.flatMap({ PurchaseItems.category(of: $0) }),
                understood.query.categories.count == 1
            {
                understood.query.categories = [thing]
            }
        case .budget:
            understood.budget = slots.budget()
            if understood.budget.action == .progress, let pairs = LimitPairs(reading), !LimitForm(reading).saysLimit {
                understood.clarification = pairs.question
                return understood
            }
        case .edit: understood.edit = EditReader(reading: reading).slots(&understood.query)
        case .advice: understood.advice = AdviceReader(reading: reading).slots
        default: break
        }
        if decision.intent != .outOfScope, let day = ImpossibleDate.written(in: reading.timeTokens) {
            understood.clarification = Clarification(
                need: .choice, text: "There is no \(day). Which day do you mean?")
            return understood
        }
        if ![.outOfScope, .purchase].contains(decision.intent),
            let question = UnclearAmount.question(of: reading.amounts.filter(\.isMarked), in: reading.tokens)
        {
            understood.clarification = Clarification(need: .choice, text: question)
            return understood
        }
        understood.clarification = Clarifier(understood: understood, decision: decision).clarification
        return understood
    }

    /// What the times of the question leave open, and what cannot be known of them.
    private func settle(_ understood: inout Understood, _ reading: QuestionReading, _ context: UnderstandingContext) {
        let unsettled = UnsettledTime.question(in: reading.timeTokens)
        if understood.intent == .outOfScope, unsettled != nil, reading.asksForSpending { understood.intent = .spending }
        guard FollowUp.ofRows.union([.summary, .budget]).contains(understood.intent) else { return }
        if reading.asksForNone {
            understood.clarification = Clarification(
                need: .choice, text: "How many do you want to see? I can list up to \(Query.mostListed).")
        }
        if understood.clarification == nil {
            understood.clarification = UnknownUnit.clarification(for: reading, home: context.homeCurrency)
        }
        if reading.namesTimeOfDay { understood.notes.append(TimeOfDay.note) }
        if understood.clarification == nil, let unsettled {
            understood.clarification = Clarification(need: .choice, text: unsettled)
        }
    }

    /// Words that point at nothing must not be passed over, or the sum of everything would stand for it.
    private func askWhere(
        _ understood: inout Understood, _ reading: QuestionReading, after last: ConversationState.Turn?
    ) {
        let isOfStreams = last.map { [.recurring, .unusual].contains($0.intent) } ?? false
        guard understood.clarification == nil, understood.query.namesNothing,
            FollowUp.ofRows.contains(understood.intent)
                || [.recurring, .unusual, .outOfScope].contains(understood.intent),
            let word = NamePointer.dangling(reading.tokens, afterStreams: isOfStreams, isFirst: last == nil)
        else { return }
        understood.clarification = Clarification(
            need: .choice, text: "Which one do you mean by “\(word)”? Name it, and I'll look it up.")
    }

    private func remember(_ understood: Understood, saidIn line: String, in state: inout ConversationState) {
        state.pending = understood.clarification
        state.asked = nil
        state.askedLine = understood.clarification?.readings.isEmpty == false ? line : nil
        guard understood.intent != .help, understood.intent != .outOfScope else { return }
        if understood.intent == .edit, understood.clarification == nil {
            // What was done is not done again by a line that goes on.
            if state.last?.intent == .edit { state.last = state.beforeLast }
            return
        }
        let turn = ConversationState.Turn(
            intent: understood.intent, query: understood.query, assumedPeriod: understood.assumedPeriod,
            comparesWithUsual: understood.comparesWithUsual, purchase: understood.purchase, budget: understood.budget,
            edit: understood.edit, advice: understood.advice)
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
    public var namesNothing: Bool {
        categories.isEmpty && merchants.isEmpty && accounts.isEmpty && text == nil && kinds.isEmpty
            && excludedCategories.isEmpty && excludedMerchants.isEmpty
    }
}
