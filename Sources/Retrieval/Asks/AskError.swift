/// Why an ask cannot be computed, in words for people. Nothing near it is computed instead.
public struct AskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence.
    public let description: String

    init(_ sentence: String) { description = sentence }
}
