import Ledger

/// What an endpoint was found not to take, in this process.
struct EndpointLimits: Hashable {
    /// Newer models of OpenAI take `max_completion_tokens` instead of `max_tokens`.
    var namesCompletionTokens = false
    var refusesTemperature = false
    var refusesStreamOptions = false
    /// The templates of some models know a user and an assistant only.
    var refusesSystem = false
    /// Replies are not held to a schema.
    var refusesSchema = false
}

/// One of the ways to talk to a model: what a request looks like, and what is read from an answer.
protocol ChatFormat {
    /// The body of a request.
    static func body(_ request: ChatRequest, _ settings: ModelSettings, _ limits: EndpointLimits) -> JSON
    /// The headers that carry the key and the version of the protocol.
    static func headers(key: String?) -> [String]
    /// Takes one event of a stream.
    ///
    /// - Returns: whether it brought words, also thoughts that are not shown.
    static func read(event: JSON, named name: String, into reply: inout PartialReply) -> Bool
    /// Takes an answer that came as a whole.
    static func read(whole: JSON, into reply: inout PartialReply)
}

extension ModelProvider {
    var format: any ChatFormat.Type {
        switch self {
        case .openai: OpenAIFormat.self
        case .anthropic: AnthropicFormat.self
        case .ollama: OllamaFormat.self
        }
    }
}

extension JSON {
    /// A text that holds JSON; an empty object where it holds none.
    static func embedded(_ text: String) -> JSON { (try? JSON.parse(text)) ?? .object([]) }

    /// Words that are a text or, in some servers, a list of parts with texts.
    var words: String {
        if let string { return string }
        let parts = (array ?? []).filter { !["thinking", "reasoning"].contains($0["type"]?.string) }
        return parts.compactMap { $0["text"]?.string }.joined()
    }
}
