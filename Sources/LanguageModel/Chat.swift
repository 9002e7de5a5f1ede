/// One message of a conversation with a model.
public struct ChatMessage: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable {
        case system, user, assistant
    }

    public var role: Role
    public var text: String

    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}

/// The form that a reply is to have: one JSON object. Endpoints that can are held to it; what comes is text all the same,
/// for the receiver to check.
public struct ReplySchema: Hashable, Sendable {
    /// Letters, digits, and `_`.
    public var name: String
    /// A JSON Schema as text, of the kind that endpoints hold models to: its root is an object, every member is required,
    /// and no object takes further ones.
    public var text: String

    public init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// What is sent to a model in one exchange.
public struct ChatRequest: Hashable, Sendable {
    public var messages: [ChatMessage]
    /// What the reply is to be; nil for words.
    public var schema: ReplySchema?
    /// Longest reply, in tokens; nil for what the endpoint does by itself.
    public var maximumTokens: Int?
    /// 0 gives the likeliest words.
    public var temperature: Double

    public init(
        messages: [ChatMessage], schema: ReplySchema? = nil, maximumTokens: Int? = nil, temperature: Double = 0.3
    ) {
        self.messages = messages
        self.schema = schema
        self.maximumTokens = maximumTokens
        self.temperature = temperature
    }
}

/// Tokens as the endpoint counted them.
public struct TokenUsage: Hashable, Sendable {
    public var prompt: Int
    public var completion: Int

    public init(prompt: Int, completion: Int) {
        self.prompt = prompt
        self.completion = completion
    }
}

/// A whole reply of a model.
public struct ChatReply: Hashable, Sendable {
    /// Stands in the text where a part of it was lost on the way: the sentence around it is not whole.
    public static let gap: Unicode.Scalar = "\u{FFFC}"

    public enum Finish: Hashable, Sendable {
        case stop, length
        /// The receiver wanted no more.
        case cancelled
    }

    public var text: String
    /// nil where the endpoint does not say.
    public var usage: TokenUsage?
    public var finish: Finish
    /// Milliseconds from sending the request to the first words; nil when none came.
    public var millisecondsToFirstToken: Int?
    /// How often it was asked for: failures before it are counted.
    public var requests = 1

    public init(
        text: String, usage: TokenUsage? = nil, finish: Finish = .stop, millisecondsToFirstToken: Int? = nil
    ) {
        self.text = text
        self.usage = usage
        self.finish = finish
        self.millisecondsToFirstToken = millisecondsToFirstToken
    }
}

/// Something that continues a conversation in words: an endpoint, or a script in tests.
public protocol ChatModel {
    /// As the user names it.
    var name: String { get }
    /// Tokens of prompt and reply together that it can hold; nil where that is not known.
    var contextTokens: Int? { get }

    /// Sends one request and waits for the whole reply.
    ///
    /// - Parameter onText: is given the words as they arrive; false ends the exchange and closes the connection.
    /// - Throws: `ModelError`; after words were given to `onText` nothing is tried again.
    func reply(to request: ChatRequest, onText: (String) -> Bool) throws(ModelError) -> ChatReply
}
