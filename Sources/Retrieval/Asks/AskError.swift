/// Why an ask cannot be computed, in words for people. Nothing near it is computed instead.
public struct AskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence.
    public let description: String

    /// Whether the question is fine, and only the data has no answer to it.
    public let isOfData: Bool

    init(_ sentence: String, isOfData: Bool = false) {
        description = sentence
        self.isOfData = isOfData
    }
}
