import Understanding

/// `did Ana pay me back`, `has Sam venmoed us yet`: whether somebody paid.
struct PaidBackQuestion {
    /// As they are called in the line.
    let person: String

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")
    private static let longest = 10

    init?(_ line: String) {
        let words = SpokenText.words(of: line)
        guard let first = words.first, words.count <= PaidBackQuestion.longest,
            PaidBackQuestion.table.words("ask").contains(first),
            let verb = words.indices.dropFirst(2).first(where: {
                PaidBackQuestion.table.words("asked").contains(words[$0])
            }), words.indices.contains(verb + 1), PaidBackQuestion.table.words("me").contains(words[verb + 1])
        else { return nil }
        let name = words[1..<verb].filter { !PaidBackQuestion.table.words("adverb").contains($0) }
        guard (1...2).contains(name.count), PaidBackQuestion.table.words("anyone").isDisjoint(with: name) else {
            return nil
        }
        person = name.joined(separator: " ")
    }
}
