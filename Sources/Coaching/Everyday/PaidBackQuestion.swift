import Understanding

/// `did Ana pay me back`, `has Sam venmoed us yet`: whether somebody paid.
struct PaidBackQuestion {
    /// As they are called in the line.
    let person: String

    private static let table = PhraseLists("rag-index/intents/paid-back.tsv")
    private static let longest = 10

    /// `did anyone pay me back`, `has anybody venmoed me this month`: whether anybody did, whoever it was.
    static func isOfAnybody(_ line: String) -> Bool {
        let words = SpokenText.words(of: line)
        guard let first = words.first, words.count <= longest, table.words("ask").contains(first),
            let who = words.indices.dropFirst().first, table.words("anybody").contains(words[who]),
            let verb = words.indices.dropFirst(who + 1).first(where: {
                table.words("asked").contains(words[$0]) || table.words("wallet").contains(words[$0])
            })
        else { return false }
        let behind = words[(verb + 1)...]
        let isToMe = behind.first.map(table.words("me").contains) ?? false
        return isToMe
            && (behind.dropFirst().first == "back"
                || !table.words("noreturn").contains(words[verb]))
    }

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
