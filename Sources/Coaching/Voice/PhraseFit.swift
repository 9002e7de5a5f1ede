import Ledger

/// How a fact's phrase and the words around it fit together, so that nothing is said twice: code knows what the words before
/// have said.
enum PhraseFit {
    /// The phrase in its place.
    ///
    /// - Parameters:
    ///   - words: of the sentence before it.
    ///   - before: the fact that was said last.
    static func phrase(of fact: OfferedFact, behind words: String, after before: OfferedFact?) -> String {
        if isOfSameRows(fact, before), isSumming(words) { return fact.short }
        var phrase = fact.isUnderstood(after: before) ? fact.full : fact.bound
        let said = VoiceWords.words(clause(words))
        if fact.isDuePayment, before?.isDuePayment ?? false, words.contains("followed by ") { return fact.listed }
        guard !said.isEmpty else { return phrase }
        if fact.form == .noun {
            phrase = withoutName(phrase, fact, behind: said)
            if said.last == "away" || said.last == "aside" {
                phrase = phrase.replacing(" moved into ", with: " in ")
            } else if !movingVerbs.isDisjoint(with: said) {
                phrase = without(" moved ", in: phrase)
            }
            if said.contains("worth"), phrase.hasPrefix(netWorth) { phrase = String(phrase.dropFirst(netWorth.count)) }
            if !earningWords.isDisjoint(with: said) { phrase = without(" of income ", in: phrase) }
        }
        return withoutOverlap(words, phrase)
    }

    /// Whether a sum is said of rows that were just spoken of, so that the amount is enough: `7 purchases at Lyft this year.
    /// That comes to $157.12.`
    private static func isOfSameRows(_ fact: OfferedFact, _ before: OfferedFact?) -> Bool {
        guard let before, before.form == .noun, fact.form == .noun, fact.topics.contains("sum") else { return false }
        return before.about == fact.about && before != fact
            && before.topics.isDisjoint(with: ["part", "average", "median"])
    }

    /// Whether words go on from what was said: `That comes to`.
    private static func isSumming(_ words: String) -> Bool {
        let going: Set = [
            "that", "that's", "it", "they", "those", "which", "together", "altogether", "adding", "totaling",
        ]
        return VoiceWords.words(clause(words)).contains(where: going.contains)
    }

    /// Words in which a phrase's own `moved` and `of income` are said already.
    private static let movingVerbs: Set<String> = ["moved", "put", "transferred"]
    private static let earningWords: Set<String> = ["earned", "made", "brought", "took", "income"]

    private static let netWorth = "a net worth of "

    private static func without(_ words: String, in phrase: String) -> String {
        guard let found = phrase.firstRange(of: words) else { return phrase }
        return phrase[..<found.lowerBound] + " " + phrase[found.upperBound...]
    }

    /// The words since the last pause or phrase.
    private static func clause(_ words: String) -> Substring {
        let start = words.lastIndex { ",;:–—$%)".contains($0) || $0.isNumber }
        return start.map { words[words.index(after: $0)...] } ?? words[...]
    }

    // MARK: Names

    /// A phrase without what it is of, where the words before name it: `Your groceries came to $671.51 in September 2026`.
    private static func withoutName(_ phrase: String, _ fact: OfferedFact, behind said: [String]) -> String {
        let text = " " + said.joined(separator: " ") + " "
        func isSaid(_ names: Set<String>) -> Bool { names.contains { text.contains(" \($0) ") } }
        var phrase = phrase
        if isSaid(fact.names) { phrase = without(fact.names, behind: ["on", "at"], in: phrase) }
        // `September came to $6,459.18`: a time that is the subject is not said again.
        if let first = fact.times.first(where: { text.hasPrefix(" \($0) ") }), !first.isEmpty {
            phrase = without(fact.times, behind: ["in"], in: phrase)
        }
        return phrase
    }

    private static func without(_ names: Set<String>, behind joints: Set<String>, in phrase: String) -> String {
        let words = phrase.split(separator: " ")
        for start in words.indices where joints.contains(String(words[start])) {
            for end in words.indices[start...].dropFirst().prefix(6).reversed() {
                let name = VoiceWords.words(words[(start + 1)...end].joined(separator: " ")).joined(separator: " ")
                guard names.contains(name) else { continue }
                return (words[..<start] + words[(end + 1)...]).joined(separator: " ")
            }
        }
        return phrase
    }

    // MARK: The words around

    /// Words before a phrase without a time that the phrase says itself: `In September you spent [[groceries.sep]]`; what has
    /// gone on until now `has` been.
    static func leading(_ text: String, to fact: OfferedFact, after before: OfferedFact?) -> String {
        guard fact.form != .complement else { return text }
        if fact.form == .clause, !fact.isUnderstood(after: before) { return withoutBeginning(text, fact) }
        let text = withoutEcho(text, fact)
        if fact.topics.contains("transfer"), text.trimmedEnd.hasSuffix("ou have") {
            return text.replacing("ou have", with: "ou've moved")
        }
        guard fact.form == .noun, fact.full.contains(" so far") || fact.full.contains(" since ") else { return text }
        for (past, perfect) in [("ou spent", "ou've spent"), ("ou paid", "ou've paid"), ("ou moved", "ou've moved")]
        where text.trimmedEnd.hasSuffix(past) { return text.replacing(past, with: perfect) }
        return text
    }

    /// Words that begin as the short phrase does, `the most went to`, are none before the long one.
    private static func withoutBeginning(_ text: String, _ fact: OfferedFact) -> String {
        let own = VoiceWords.words(clause(text))
        guard !own.isEmpty, VoiceWords.words(fact.full).starts(with: own),
            !VoiceWords.words(fact.bound).starts(with: own)
        else { return text }
        return String(text.dropLast(clause(text).count)) + (text.count > clause(text).count ? " " : "")
    }

    private static func withoutEcho(_ text: String, _ fact: OfferedFact) -> String {
        var said = fact.times.map { "in " + $0 } + fact.times.map { "on " + $0 } + fact.times.map { "for " + $0 }
        said += ["so far", "on average"]
        let (phrase, lowered) = (fact.full.lowercased(), text.lowercased())
        for echo in said.sorted(by: { $0.utf8.count > $1.utf8.count }) where phrase.contains(echo) {
            guard let found = lowered.firstRange(of: echo) else { continue }
            let head = text.prefix(lowered.distance(from: lowered.startIndex, to: found.lowerBound))
            let rest = text.dropFirst(head.count + echo.count).drop { $0.isWhitespace || $0 == "," }
            return head.trimmedEnd + (head.isEmpty ? "" : " ") + rest
        }
        return text
    }

    /// Words behind a phrase without the names that the phrase has said: `[[groceries.sep]] on groceries last month`.
    static func behind(_ fact: OfferedFact, _ text: String) -> String {
        guard fact.form == .noun, text.first == " " else { return text }
        let words = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        for length in (1...4).reversed() where words.count >= length {
            var said = VoiceWords.words(words[..<length].joined(separator: " "))
            if let first = said.first, ["on", "in", "at", "for"].contains(first) { said.removeFirst() }
            let name = said.joined(separator: " ")
            guard fact.names.contains(name) || fact.times.contains(name) else { continue }
            let signs = words[length - 1].reversed().prefix { !$0.isLetter && !$0.isNumber }.reversed()
            let rest = words[length...].joined(separator: " ")
            let left = String(signs) + (rest.isEmpty ? "" : " " + rest)
            return behind(fact, left)
        }
        return text
    }

    /// A phrase behind words that end as it begins, without its beginning: `you kept [[kept]]`.
    private static func withoutOverlap(_ before: String, _ phrase: String) -> String {
        guard before.last(where: { !$0.isWhitespace })?.isLetter ?? false else { return phrase }
        let words = phrase.split(separator: " ")
        let said = VoiceWords.words(before.suffix(60))
        for length in (1...6).reversed() where words.count > length && said.count >= length {
            let start = words[..<length].map { $0.lowercased() }
            if Array(said.suffix(length)) == start, start != ["that"],
                start.allSatisfy({ $0.allSatisfy { $0.isLetter || $0 == "'" } })
            {
                return words[length...].joined(separator: " ")
            }
        }
        return phrase
    }
}

extension StringProtocol {
    /// Without white space at its end.
    var trimmedEnd: String {
        var text = String(self)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
