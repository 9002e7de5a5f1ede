import Ledger

/// What is told without typed facts behind it.
enum StatementFacts {
    /// The sentences that were composed, as statements: where nothing typed stands behind them.
    static func statements(_ reply: String, _ role: Fact.Role = .statement) -> [Fact] {
        SentenceSplitter.units(reply).prefix(6).enumerated().map { place, sentence in
            let phrase = Phrase(composed: sentence)
            return Fact(
                role, phrase, isAsked: place < 3, isOfSingleRow: phrase.tellsAmountAndDay, key: "say.\(place + 1)")
        }
    }
}
