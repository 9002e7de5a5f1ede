import LanguageModel
import Ledger
import Understanding

/// Has a model say what was found, in a conversation; the composed reply stands in wherever that does not succeed.
///
/// Figures, rows and the verdict of a purchase come from the answer; the model says which of the facts a reader gets, and of
/// its own words only those of a short list are shown.
public struct Phraser {
    let model: any ChatModel
    let prompts: Prompts
    private(set) var settings: PhrasingSettings
    let phrases: FactPhrases
    private(set) var history = History()
    /// Of the whole conversation.
    public private(set) var usage = ModelUsage()
    /// Tokens of a prompt that the endpoint was seen to read of a longer one.
    var seenLimit: Int?

    public init(
        _ model: any ChatModel, prompts: Prompts, settings: PhrasingSettings, taxonomy: Taxonomy, currency: Currency
    ) {
        self.model = model
        self.prompts = prompts
        self.settings = settings
        phrases = FactPhrases(taxonomy: taxonomy, currency: currency)
    }

    public var modelName: String { model.name }

    /// Forgets what was said, but for these turns. Those that no model was sent stay unsent.
    public mutating func resume(_ turns: [Transcript.Turn]) {
        history = History()
        for turn in turns.filter({ $0.privacy != nil }).suffix(History.longest) {
            remember(turn.question, turn.reply, model: turn.model, sentUnder: turn.privacy)
        }
    }

    /// Has the model say the answer, as a whole.
    public mutating func phrase(_ answer: Answer) -> Phrased {
        phrase(answer, screen: Screen(isShown: false)) { _ in true }
    }

    /// Has the model say the answer, sentence by sentence. What is shown ends as `answer.reply` does, be it the model's
    /// words or the composed ones; nothing is shown when no model is asked.
    ///
    /// - Parameter show: takes the next words; false when no more are wanted.
    public mutating func phrase(_ answer: Answer, show: (String) -> Bool) -> Phrased {
        phrase(answer, screen: Screen(isShown: true), show)
    }

    /// Says the answer in composed words, since the model failed already when it was to read the line.
    public func composed(_ answer: Answer, after error: ModelError, show: (String) -> Bool) -> Phrased {
        var turn = Turn(answer, screen: Screen(isShown: true))
        settle(error.reason == .cancelled ? .cancelled : .failed(error), &turn, show)
        turn.result.answer.modelWarning = turn.result.warning
        return turn.result
    }

    private mutating func phrase(_ answer: Answer, screen: Screen, _ show: (String) -> Bool) -> Phrased {
        var turn = Turn(answer, screen: screen)
        if isTold(answer) { tell(&turn, show) }
        if !turn.result.wasAsked, isWithheld(answer) { turn.result.silence = .withheld }
        turn.result.answer.modelWarning = turn.result.warning
        guard turn.result.wasAsked else { return turn.result }
        turn.result.answer.privacy = settings.privacy
        usage.add(turn.result.usage)
        remember(turn)
        return turn.result
    }

    // MARK: What is sent

    /// What would be sent for an answer: the first request; nil where nothing is.
    public func request(for answer: Answer) -> ChatRequest? {
        isTold(answer) ? request(answer, .whole) : nil
    }

    /// What would be sent under another setting.
    public func request(for answer: Answer, under privacy: Privacy) -> ChatRequest? {
        var other = self
        other.settings.privacy = privacy
        return other.request(for: answer)
    }

    /// Whether a model is told nothing of an answer only because it is a single row.
    public func isWithheld(_ answer: Answer) -> Bool {
        [.aggregates, .labels].contains(settings.privacy) && !isTold(answer) && isTold(answer, under: .full)
    }

    /// Whether there is something found to tell. Help, refusals, questions back and “why?” hold no evidence, what was
    /// not found is said best by the program, and so is a single row where rows are private.
    private func isTold(_ answer: Answer) -> Bool { isTold(answer, under: settings.privacy) }

    private func isTold(_ answer: Answer, under privacy: Privacy) -> Bool {
        guard privacy != .off, answer.clarify == nil, let evidence = answer.evidence else { return false }
        // Where one is, is told to nobody.
        if answer.advice?.place != nil { return false }
        let told = disclosed(answer, under: privacy)
        if told.isWithheld || told.sheet.isEmpty { return false }
        let intent = answer.understood.intent
        // What was done is told in the program's own words.
        if intent == .budget, [.set, .remove].contains(answer.understood.budget.action) { return false }
        if [.help, .outOfScope, .edit].contains(intent) { return false }
        if [.spending, .transactions, .income, .cashFlow].contains(intent), evidence.matched == 0 { return false }
        return true
    }

    /// What a model is told of an answer.
    func disclosed(_ answer: Answer, under privacy: Privacy? = nil, _ extent: Extent = .whole) -> Disclosure {
        disclosed(answer.evidence?.facts ?? [], asOf: answer.asOf, under: privacy, extent)
    }

    func disclosed(
        _ facts: [Fact], asOf: CivilDate, under privacy: Privacy? = nil, _ extent: Extent = .whole
    ) -> Disclosure {
        Disclosure(
            facts, privacy ?? settings.privacy, phrases, asOf: asOf,
            most: extent == .whole ? Disclosure.mostFacts : Disclosure.leastFacts)
    }

    /// How much of what could be sent is.
    enum Extent {
        case whole
        /// No history, and the fewest facts: for an endpoint that did not take the whole.
        case least
    }

    func request(_ answer: Answer, _ extent: Extent) -> ChatRequest {
        let sheet = disclosed(answer, extent).sheet
        let question = DataText.line(answer.question, limit: DataText.questionLength)
        let system = ChatMessage(.system, prompts.text(.character, ["today": Prompts.today(answer.asOf)]))
        let ask = ChatMessage(
            .user,
            prompts.text(
                Prompts.Name(answer.understood.intent),
                ["facts": "<facts>\n\(sheet.block)\n</facts>", "question": "<question>\(question)</question>"]))
        var request = ChatRequest(
            messages: [system, ask], maximumTokens: settings.maximumTokens, temperature: settings.temperature)
        if extent == .whole {
            request.messages.insert(contentsOf: history.messages(within: room(beside: request)), at: 1)
        }
        return request
    }

    /// Tokens that are left for the history.
    private func room(beside request: ChatRequest) -> Int {
        let context = [model.contextTokens, seenLimit, Phraser.largestPrompt].compactMap { $0 }.min() ?? 0
        return context - TokenEstimate.tokens(request) - (settings.maximumTokens ?? Phraser.usualReply)
    }

    /// Tokens that a short reply takes.
    private static let usualReply = 500
    /// More of a conversation costs time and money and makes no reply better.
    private static let largestPrompt = 8000

    /// Characters of an earlier reply.
    private static let longestReply = 1200

    // MARK: The turn

    private mutating func tell(_ turn: inout Turn, _ show: (String) -> Bool) {
        let answer = turn.result.answer
        let sheet = disclosed(answer).sheet
        let first = request(answer, .whole)
        var outcome = speak(first, sheet, &turn, show)
        if isTooMuch(first, outcome, &turn) { outcome = speak(request(answer, .least), sheet, &turn, show) }
        settle(outcome, &turn, show)
    }

    /// Whether the endpoint refused a request for its length or read only a part of it, so that less of it is to be sent.
    mutating func isTooMuch(_ request: ChatRequest, _ outcome: Outcome, _ turn: inout Turn) -> Bool {
        let usage: TokenUsage?
        switch outcome {
        case .failed(let error): return error.reason == .contextOverflow && !turn.hasWords
        case .said(let counted), .unsaid(_, let counted): usage = counted
        case .cancelled: return false
        }
        guard let usage, TokenEstimate.isCut(usage.prompt, of: request) else { return false }
        turn.result.warning =
            "the model's endpoint read only \(groupedThousands(usage.prompt)) tokens of what was sent; asked again with "
            + "less. Give the model a larger context, or set context_tokens"
        seenLimit = usage.prompt
        turn.screen.breakOff()
        if !turn.hasWords { turn.memory = ReplyReader.Memory() }
        return true
    }

    /// Makes the answer of what was said, or lets the composed reply follow.
    func settle(_ outcome: Outcome, _ turn: inout Turn, _ show: (String) -> Bool) {
        switch outcome {
        case .said:
            if !turn.result.answer.notes.isEmpty {
                turn.screen.goOn()
                turn.screen.add(turn.result.answer.noteText, show)
            }
            turn.result.answer.reply = turn.screen.text
            turn.result.answer.source = .model(model.name)
        case .cancelled:
            if turn.hasWords {
                turn.result.answer.source = .model(model.name)
                turn.result.answer.reply = turn.screen.text
            } else {
                // Who does not want to wait for the model wants the answer still.
                turn.screen.reopen()
                takeOver(&turn, show)
            }
            turn.result.isCancelled = true
        case .unsaid:
            turn.result.silence = .unsaid
            let words = "the model's words did not say what was asked, so the program answers"
            turn.result.warning = turn.result.warning ?? words
            takeOver(&turn, show)
        case .failed(let error):
            turn.result.error = error
            turn.result.warning = error.message
            if turn.hasWords {
                turn.result.answer.reply = turn.screen.text
                turn.result.answer.source = .model(model.name)
            } else {
                turn.result.silence = .failed
                takeOver(&turn, show)
            }
        }
    }

    /// The composed reply follows what was shown, or goes on with it where that is its beginning.
    private func takeOver(_ turn: inout Turn, _ show: (String) -> Bool) {
        let reply = turn.result.answer.reply
        if reply.hasPrefix(turn.screen.text) {
            turn.screen.complete(reply, show)
        } else {
            turn.screen.breakOff()
            turn.screen.add(reply, show)
        }
        turn.result.answer.reply = turn.screen.text
        turn.result.isCancelled = turn.screen.isClosed
    }

    /// Keeps what was said, or what was shown of it, for the questions that follow.
    private mutating func remember(_ turn: Turn) {
        guard !turn.result.isCancelled || turn.screen.isShown && !turn.screen.text.isEmpty else { return }
        let answer = turn.result.answer
        remember(answer.question, answer.replyAlone, model: answer.source.model, sentUnder: answer.privacy)
    }

    /// - Parameter privacy: under which the model that wrote the reply was told of the answer. Composed words may name rows,
    ///   and so may those of a model that was told more than one is now; under `labels` no amount of either is sent again.
    private mutating func remember(_ question: String, _ reply: String, model: String?, sentUnder privacy: Privacy?) {
        let isSent =
            settings.privacy == .full || settings.privacy == .aggregates && model != nil && privacy == .aggregates
        history.add(
            question: DataText.line(question, limit: DataText.questionLength),
            reply: isSent
                ? DataText.line(reply, limit: Phraser.longestReply) : "(The program answered this itself.)")
    }
}
