import Ledger

/// The last check of a question about rows: a place that was named with "at" and that nothing has read must not be
/// passed over, or the sum of everything would stand for it.
enum UnreadPlace {
    /// Words that follow "at" without naming a place of business.
    private static let noPlaces: Set = [
        "all", "least", "most", "once", "first", "last", "home", "work", "night", "noon", "the", "this", "that", "my",
        "moment", "end", "start", "beginning", "what", "which", "a", "an", "time", "present", "large", "best", "worst",
    ]
    /// Words that end a name.
    private static let ends: Set = [
        "in", "on", "during", "since", "for", "with", "by", "and", "or", "so", "per", "between", "from", "until", "vs",
        "compared", "over", "under", "more", "less", "last", "this", "past", "than", "within", "before", "after",
    ]

    /// What cards are called by their makers; named where no account has it in its name, it is not known.
    private static let cards: Set = [
        "amex", "visa", "mastercard", "discover", "sapphire", "freedom", "quicksilver", "maestro", "barclaycard",
    ]

    static func card(in tokens: [Token]) -> String? { tokens.first { cards.contains($0.key) }?.text }

    /// - Returns: the words after "at" as they were written; nil when there are none or they are read.
    static func name(in tokens: [Token], times: [Range<Int>]) -> String? {
        guard let at = tokens.firstIndex(where: { $0.form == .word && $0.key == "at" }) else { return nil }
        var words: [String] = []
        var position = at + 1
        while position < tokens.count, words.count < 4 {
            let token = tokens[position]
            guard token.form != .sign, !times.contains(where: { $0.contains(position) }) else { break }
            if words.isEmpty ? noPlaces.contains(token.key) : ends.contains(token.key) { break }
            words.append(token.text)
            position += 1
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
