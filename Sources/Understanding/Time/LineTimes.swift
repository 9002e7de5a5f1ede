import Ledger

/// The times of a line, and what it says besides.
public struct LineTimes: Sendable {
    public let periods: [Period]
    /// In small letters, without signs, apostrophes and the times with the words that lead to them.
    public let otherWords: [String]

    public init(_ line: String, _ context: UnderstandingContext) {
        let tokens = Tokenizer.tokens(of: line)
        let times = Claims.read(tokens, context: context).claims.times
        periods = times.map(\.period)
        otherWords = tokens.indices.filter { place in
            tokens[place].form != .sign && !times.contains { $0.tokens.contains(place) }
                && !(LineTimes.leads.contains(tokens[place].key)
                    && times.contains { $0.tokens.lowerBound == place + 1 })
        }.map { tokens[$0].key }
    }

    private static let leads: Set<String> = ["in", "for", "during", "on"]
}
