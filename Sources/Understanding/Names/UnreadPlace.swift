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

    /// Words that go on with a phrase: `at first glance`, `at home with`, `at night time`.
    private static let phraseEnds: Set = [
        "of", "glance", "sight", "instance", "time", "place", "hand", "stage", "point", "and", "i", "we", "my", "the",
        "office", "moment", "minute", "again", "count", "look", "cost", "price", "level", "one", "least",
    ]
    /// The words of `noPlaces` with which shops are called: `first watch`, `home goods`, `best buy`.
    private static let nameBeginnings: Set = ["all", "once", "first", "last", "home", "night", "large", "best", "time"]

    private static func beginsName(_ tokens: [Token], _ position: Int, _ times: [Range<Int>]) -> Bool {
        let next = position + 1
        guard nameBeginnings.contains(tokens[position].key), next < tokens.count, tokens[next].form == .word,
            !times.contains(where: { $0.contains(next) })
        else { return false }
        return !ends.contains(tokens[next].key) && !phraseEnds.contains(tokens[next].key)
    }

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
            if words.isEmpty
                ? noPlaces.contains(token.key) && !beginsName(tokens, position, times)
                : ends.contains(token.key)
            {
                break
            }
            words.append(token.text)
            position += 1
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
