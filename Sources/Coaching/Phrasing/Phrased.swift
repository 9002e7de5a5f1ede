import LanguageModel

/// An answer after a model had its part in it, or was not asked.
public struct Phrased: Sendable {
    public var answer: Answer
    /// Why the words are composed ones or stand twice, in one line for people; nil when there is nothing to say.
    public var warning: String?
    /// Why the model gave no reply; nil when it gave one or was not asked.
    public var error: ModelError?
    /// The user wanted no more; the turn is not in the history.
    public var isCancelled = false
    public var usage = ModelUsage()

    /// Whether anything was sent.
    public var wasAsked: Bool { usage.requests > 0 }

    init(_ answer: Answer) { self.answer = answer }
}
