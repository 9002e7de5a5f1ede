import LanguageModel
import Ledger

/// What a turn or a conversation took of a model.
public struct ModelUsage: Hashable, Sendable {
    public private(set) var requests = 0
    /// Tokens as the endpoint counted them.
    public private(set) var promptTokens = 0
    public private(set) var completionTokens = 0
    /// Requests whose endpoint did not count tokens.
    public private(set) var uncounted = 0
    /// Turns that got words, and how long their first ones took together, in milliseconds.
    private var turns = 0
    private var waited = 0
    /// From sending a request to its first words: of the first one that got any, the mean of several turns. Milliseconds.
    public var millisecondsToFirstToken: Int? { turns == 0 ? nil : waited / turns }

    public init() {}

    mutating func add(_ reply: ChatReply) {
        requests += reply.requests
        uncounted += reply.requests
        if let usage = reply.usage {
            promptTokens += usage.prompt
            completionTokens += usage.completion
            uncounted -= 1
        }
        if turns == 0, let milliseconds = reply.millisecondsToFirstToken { (turns, waited) = (1, milliseconds) }
    }

    /// Requests that no reply came to.
    mutating func add(_ error: ModelError) {
        requests += error.requests
        uncounted += error.requests
    }

    public mutating func add(_ other: ModelUsage) {
        requests += other.requests
        promptTokens += other.promptTokens
        completionTokens += other.completionTokens
        uncounted += other.uncounted
        turns += other.turns
        waited += other.waited
    }

    public func adding(_ other: ModelUsage) -> ModelUsage {
        var sum = self
        sum.add(other)
        return sum
    }

    /// `2 requests, 812 tokens in, 64 out, first words after 230 ms`.
    public var text: String {
        var parts = ["\(requests) request\(requests == 1 ? "" : "s")"]
        if uncounted < requests {
            parts.append("\(groupedThousands(promptTokens)) tokens in, \(groupedThousands(completionTokens)) out")
        }
        if uncounted > 0, requests > 0 {
            parts.append(uncounted == requests ? "tokens not counted" : "\(uncounted) not counted")
        }
        if let milliseconds = millisecondsToFirstToken {
            parts.append("first words after \(milliseconds) ms\(turns > 1 ? " on average" : "")")
        }
        return parts.joined(separator: ", ")
    }
}
