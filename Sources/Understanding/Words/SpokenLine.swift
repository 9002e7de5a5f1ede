import Ledger

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

    /// Whether a limit is called a budget.
    public var saysBudget: Bool { words.contains("budget") || words.contains("budgets") }

    /// A day that it names and no calendar has, as it is written: `February 30`; nil without one.
    public var impossibleDay: String? { ImpossibleDate.written(in: tokens) }

    /// The amounts of money in it, and numbers that may be some, in their order.
    ///
    /// - Parameter home: the currency of those that name none.
    public func amounts(home: Currency) -> [Money] {
        AmountReader(tokens: tokens, taken: [Bool](repeating: false, count: tokens.count), home: home).amounts()
            .map { Money($0.amount, $0.currency) }
    }
}
