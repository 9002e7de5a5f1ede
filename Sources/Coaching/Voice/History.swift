import LanguageModel

/// How many tokens a text is about.
///
/// Tokenizers of current models take 3 to 5 bytes of English prose for a token and 2 to 3 of figures; 3 errs on the side of
/// more tokens, so that what is estimated to fit does.
enum TokenEstimate {
    private static let smallestContext = 16
    /// What the roles and marks of one message take.
    private static let message = 6

    static func tokens(_ text: String) -> Int { (text.utf8.count + 2) / 3 }

    static func tokens(_ messages: [ChatMessage]) -> Int { messages.reduce(0) { $0 + tokens($1) } }

    static func tokens(_ request: ChatRequest) -> Int {
        tokens(request.messages) + (request.schema.map { tokens($0.text) } ?? 0)
    }

    private static func tokens(_ one: ChatMessage) -> Int {
        tokens(one.text) + message
    }

    /// Whether an endpoint read so much less than was sent that it must have cut it: no tokenizer takes eight bytes
    /// for a token. A report too small for any context is no count of this prompt: some servers always say 10.
    static func isCut(_ reported: Int, of request: ChatRequest) -> Bool {
        reported >= smallestContext && reported * 8 < tokens(request) * 3
    }
}

/// What was said before in a conversation, as a model is told it.
struct History {
    struct Exchange {
        let question: String
        let reply: String
    }

    /// Exchanges at most: what was said long ago tells little about a question.
    static let longest = 12

    private(set) var exchanges: [Exchange] = []

    mutating func add(question: String, reply: String) {
        exchanges.append(Exchange(question: question, reply: reply))
        exchanges.removeFirst(max(0, exchanges.count - History.longest))
    }

    /// The latest exchanges that fit.
    ///
    /// - Parameter tokens: room for them; nil for no limit.
    func messages(within tokens: Int?) -> [ChatMessage] {
        var kept: [ChatMessage] = []
        var room = tokens ?? .max
        for exchange in exchanges.reversed() {
            let pair = [ChatMessage(.user, exchange.question), ChatMessage(.assistant, exchange.reply)]
            room -= TokenEstimate.tokens(pair)
            guard room >= 0 else { break }
            kept = pair + kept
        }
        return kept
    }
}
