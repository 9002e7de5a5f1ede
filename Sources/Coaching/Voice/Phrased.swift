import LanguageModel

/// An answer after a model had its part in it, or was not asked.
public struct Phrased: Sendable {
    public var answer: Answer
    /// Why the words are composed ones or stand twice, in one line for people; nil when there is nothing to say.
    public var warning: String?
    /// Why the model gave no reply; nil when it gave one or was not asked.
    public var error: ModelError?
    /// Why something that was found is not told in a model's words; nil where it is, and where a model has no part in what
    /// is said: refusals, questions back, what was changed, what was not found.
    public var silence: Silence?
    /// The user wanted no more of the model: the reply is what was shown of its words, and the composed one where that is
    /// nothing. The turn is in the history where something of it was shown.
    public var isCancelled = false
    public var usage = ModelUsage()

    /// Whether anything was sent.
    public var wasAsked: Bool { usage.requests > 0 }

    /// What stood in the way of a model's words.
    public enum Silence: Hashable, Sendable {
        /// It is a single row, which `aggregates` keeps from models.
        case withheld
        /// No sentence of theirs that could be shown said what was asked.
        case unsaid
        /// The endpoint gave none.
        case failed
    }

    init(_ answer: Answer) { self.answer = answer }
}
