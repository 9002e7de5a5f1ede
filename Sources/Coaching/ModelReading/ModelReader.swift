import LanguageModel
import Ledger

/// Has a model read the lines that the grammar is not sure of, within one conversation.
///
/// It is told the line and names, never an amount of the data, and what it writes is a request that is checked and computed
/// as any other. Whatever fails, the answer from before stands.
public struct ModelReader {
    private let model: any ChatModel
    private let prompts: Prompts
    /// Whether it is told where the household shops, not only the names that are like words of a line.
    private let tellsShops: Bool
    /// By what was sent, so that a line asked again costs nothing.
    private var known: [ChatRequest: Reading] = [:]

    private static let mostKnown = 200

    /// - Parameter privacy: what may be told; with `off` nothing is read, with `full` shops that the line doesn't name as well.
    /// - Returns: nil where nothing may be told.
    public init?(_ model: any ChatModel, prompts: Prompts, privacy: Privacy) {
        guard privacy != .off else { return nil }
        self.model = model
        self.prompts = prompts
        tellsShops = privacy == .full
    }

    /// A line after a model had its part in reading it, or was not asked.
    public struct Outcome {
        public var answer: Answer
        /// Why the model read nothing; nil where it did or was not asked.
        public var error: ModelError?
        /// One line for people; nil when there is nothing to say.
        public var warning: String?
        public var usage = ModelUsage()

        /// Where the model is not asked.
        public init(answer: Answer) { self.answer = answer }
    }

    /// What would be sent first to read the line of an answer; nil where the model is not asked.
    ///
    /// - Parameter before: the conversation before that line.
    public func request(for answer: Answer, after before: Coach) -> ChatRequest? {
        answer.doubt == nil
            ? nil : ReadingExchange(before.readingLine(answer, tellsShops: tellsShops), prompts: prompts).request
    }

    /// Reads the line of an answer in doubt.
    ///
    /// - Parameters:
    ///   - before: the conversation before that line.
    ///   - coach: the conversation after it, which goes on from the reading where there is one.
    public mutating func read(_ answer: Answer, after before: Coach, _ coach: inout Coach) throws -> Outcome {
        var outcome = Outcome(answer: answer)
        guard answer.doubt != nil else { return outcome }
        var exchange = ReadingExchange(before.readingLine(answer, tellsShops: tellsShops), prompts: prompts)
        let first = exchange.request
        let reading: Reading
        if let found = known[first] {
            reading = found
        } else {
            do throws(ModelError) {
                guard let found = try ask(&exchange, before, &outcome) else { return outcome }
                reading = found
            } catch {
                outcome.usage.add(error)
                outcome.error = error
                return outcome
            }
            if known.count >= Self.mostKnown { known = [:] }
            known[first] = reading
        }
        var after = before
        switch reading {
        case .requests(let requests) where answer.isAnswered(by: requests): return outcome
        case .requests(let requests):
            let read = try after.answer(answer.question, readAs: requests)
            if answer.isSaid(by: read) { return outcome }
            outcome.answer = read
        case .choices(let choices): outcome.answer = try after.offer(choices, for: answer)
        case .question(let missing, let word):
            outcome.answer = try after.ask(back: missing, about: word, for: answer)
        // What was guessed at was not asked; a refusal says as much by itself.
        case .pass(.offTopic) where answer.understood.intent != .outOfScope && answer.doubt != .composed:
            outcome.answer = try after.refuse(answer.question)
        case .pass: return outcome
        }
        coach = after
        return outcome
    }

    /// - Returns: nil where no reading came that can be computed.
    private func ask(
        _ exchange: inout ReadingExchange, _ before: Coach, _ outcome: inout Outcome
    ) throws(ModelError) -> Reading? {
        var request = exchange.request
        while true {
            let reply = try model.reply(to: request) { _ in true }
            outcome.usage.add(reply)
            switch exchange.take(reply.text, problem: before.problem) {
            case .done(let reading): return reading
            case .again(let repair): request = repair
            case .failed(let fault):
                outcome.warning = "the model's reading could not be used: \(fault.reason)"
                return nil
            }
        }
    }
}
