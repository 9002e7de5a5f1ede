/// A line cut once for all who look at whole lines before it is read as a question.
public struct SpokenLine: Sendable {
    public let text: String
    /// In small letters, without signs and apostrophes.
    public let words: [String]
    let tokens: [Token]

    public init(_ text: String) {
        self.text = text
        words = SpokenText.words(of: text)
        tokens = Tokenizer.tokens(of: text)
    }
}
