/// One message of a conversation with a model.
public struct ChatMessage: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable {
        case system, user, assistant, tool
    }

    public var role: Role
    public var text: String
    /// What the model asked for; only in messages of the assistant.
    public var toolCalls: [ToolCall]
    /// Which call a message of role `tool` answers.
    public var toolCallID: String?

    public init(_ role: Role, _ text: String, toolCalls: [ToolCall] = [], toolCallID: String? = nil) {
        self.role = role
        self.text = text
        self.toolCalls = toolCalls
        self.toolCallID = toolCallID
    }
}

/// A read-only question of a model to the index.
public struct ToolCall: Hashable, Sendable {
    public var id: String
    public var name: String
    /// A JSON object as text, as the model wrote it.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }
}

/// A tool as it is told to a model.
public struct ToolDefinition: Hashable, Sendable {
    public var name: String
    public var description: String
    /// A JSON schema as text.
    public var parameters: String

    public init(name: String, description: String, parameters: String) {
        self.name = name
        self.description = description
        self.parameters = parameters
    }
}

/// What is sent to a model in one exchange.
public struct ChatRequest: Hashable, Sendable {
    public var messages: [ChatMessage]
    public var tools: [ToolDefinition]
    /// Tools are known to the model but may not be called any more.
    public var forcesText: Bool
    /// Longest reply, in tokens; nil for what the endpoint does by itself.
    public var maximumTokens: Int?
    /// 0 gives the likeliest words.
    public var temperature: Double

    public init(
        messages: [ChatMessage], tools: [ToolDefinition] = [], forcesText: Bool = false, maximumTokens: Int? = nil,
        temperature: Double = 0.3
    ) {
        self.messages = messages
        self.tools = tools
        self.forcesText = forcesText
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
        case stop, length, toolCalls
        /// The receiver wanted no more.
        case cancelled
    }

    public var text: String
    public var toolCalls: [ToolCall]
    /// nil where the endpoint does not say.
    public var usage: TokenUsage?
    public var finish: Finish
    /// Milliseconds from sending the request to the first words; nil when none came.
    public var millisecondsToFirstToken: Int?
    /// How often it was asked for: failures before it are counted.
    public var requests = 1

    public init(
        text: String, toolCalls: [ToolCall] = [], usage: TokenUsage? = nil, finish: Finish = .stop,
        millisecondsToFirstToken: Int? = nil
    ) {
        self.text = text
        self.toolCalls = toolCalls
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
    var canCallTools: Bool { get }

    /// Sends one request and waits for the whole reply.
    ///
    /// - Parameter onText: is given the words as they arrive; false ends the exchange and closes the connection.
    /// - Throws: `ModelError`; after words were given to `onText` nothing is tried again.
    func reply(to request: ChatRequest, onText: (String) -> Bool) throws(ModelError) -> ChatReply
}
