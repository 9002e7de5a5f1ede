import Ledger

/// Names of which only some words are said, not the first among them: `swim school` for Rocket Fish Swim School.
extension NameReader {
    /// How many names are compared for each stretch of words.
    private static let mostCompared = 60

    /// Words as addresses and signs shorten them.
    private static let shortened: [String: String] = [
        "st": "street", "ave": "avenue", "rd": "road", "blvd": "boulevard", "ctr": "center", "centre": "center",
        "mkt": "market", "co": "company", "hwy": "highway", "mt": "mount", "ft": "fort", "dr": "doctor",
        "bros": "brothers",
    ]

    /// Stretches of two words or more that stand in this order in the names of merchants.
    func partialCandidates() -> [Candidate] {
        var found: [Candidate] = []
        for start in keys.indices.dropLast() where canBeginName(start) {
            for length in stride(from: min(6, keys.count - start), through: 2, by: -1) {
                let range = start..<start + length
                guard mayBePart(range) else { continue }
                let words = range.filter { tokens[$0].form != .sign }.map { keys[$0] }
                let names = names(holding: words)
                guard !names.isEmpty, !isSaidByOthers(words, than: names) else { continue }
                found.append(Candidate(match: NameMatch(kind: .merchant(names), tokens: range), rank: 3))
                break
            }
        }
        return found + onlyWord() + telltaleWords()
    }

    /// `gxo` of Gxo Logistics Su, `bmv` of Indiana BMV: a word that is in no dictionary, but in one merchant's name, or the
    /// first of a few.
    private func telltaleWords() -> [Candidate] {
        keys.indices.compactMap { index in
            let key = keys[index]
            guard canBeginName(index), tokens[index].form == .word, key.utf8.count >= 3, !lexicon.knows(key),
                !PhraseGrammar.builtIn.knows(key), Int(key) == nil,
                !stands(after: ["in", "outside", "near", "around"], index..<index + 1),
                !isJoined(index)
            else { return nil }
            let names = names(holding: [key])
            let begin = names.allSatisfy { NameReader.words(of: $0).first == key }
            let isOne = Set(names.map(NameReader.party)).count == 1
            guard isOne || begin && (1...NameReader.mostTold).contains(names.count),
                isBill(index..<index + 1) || !isTown([key], beside: names)
            else { return nil }
            return Candidate(match: NameMatch(kind: .merchant(names), tokens: index..<index + 1), rank: 1)
        }
    }

    /// Whom a payment went to or came from: `Zelle to Ann Doe` and `Zelle from Ann Doe` are one person.
    static func party(_ name: String) -> [String] { words(of: name).filter { !paymentWords.contains($0) } }

    static let paymentWords: Set<String> = ["zelle", "venmo", "paypal", "cash", "app", "to", "from", "payment"]

    /// `non-grocery`: a word that is half of another.
    private func isJoined(_ index: Int) -> Bool {
        func isHyphen(_ place: Int) -> Bool {
            keys.indices.contains(place) && tokens[place].form == .sign && keys[place] == "-"
        }
        return isHyphen(index + 1) || isHyphen(index - 1)
    }

    /// A word in the names of more merchants than these tells none of them apart.
    private static let mostTold = 4

    /// `prime`: an ordinary word that is all that is said beside a time, and a word of a merchant's name.
    private func onlyWord() -> [Candidate] {
        let words = keys.indices.filter {
            tokens[$0].form == .word && !taken[$0] && !NameReader.besidePrice.contains(keys[$0])
        }
        guard words.count == 1, let place = words.first, canBeginName(place), keys[place].utf8.count > 3,
            lexicon.common.contains(keys[place]), !lexicon.concepts.contains(keys[place]),
            !lexicon.categories.contains(keys[place])
        else { return [] }
        let names = names(holding: [keys[place]])
        guard (1...3).contains(names.count) else { return [] }
        return [Candidate(match: NameMatch(kind: .merchant(names), tokens: place..<place + 1), rank: 1)]
    }

    /// Words of what something costs: `prime membership how much`.
    private static let besidePrice: Set<String> = [
        "how", "much", "is", "what", "whats", "does", "do", "i", "pay", "for", "the", "my", "cost", "costs",
        "membership",
        "subscription", "price",
    ]

    /// Whether all of a stretch can be words of a name: no small words, and not merely a kind of thing or a figure of
    /// speech (`car wash`, `credit card`), which are no name by themselves.
    private func mayBePart(_ range: Range<Int>) -> Bool {
        let words = range.filter { tokens[$0].form != .sign }
        guard (2...4).contains(words.count), isNameStretch(range),
            words.allSatisfy({ !FunctionWords.all.contains(keys[$0]) && keys[$0].utf8.count > 1 }),
            !words.allSatisfy({ lexicon.concepts.contains(keys[$0]) }),
            !stands(after: ["in"], range), !isPlaceOfTrip(range)
        else { return false }
        return lexicon.categories.longest(in: keys, at: range.lowerBound).map { $0.length < range.count } ?? true
            && lexicon.concepts.longest(in: keys, at: range.lowerBound).map { $0.length < range.count } ?? true
    }

    /// The merchants in whose names these words follow one another, perhaps with others between them.
    func names(holding words: [String]) -> [String] {
        catalog.merchants(wordPrefixes: words.map { String($0.prefix(4)) }, limit: NameReader.mostCompared).filter {
            name in
            var rest = NameReader.words(of: name)[...]
            for word in words {
                guard let place = rest.firstIndex(where: { NameReader.isSame($0, word) }) else { return false }
                rest = rest[(place + 1)...]
            }
            return true
        }
    }

    private static func isSame(_ word: String, _ said: String) -> Bool {
        word == said || word + "s" == said || word == said + "s" || shortened[said] == word || shortened[word] == said
    }

    /// `tatsuya` for Ramen Tatsu-Ya, `wole foods` for Whole Foods: an unknown word that is run together or misspelt.
    func misspeltInside(at index: Int) -> Candidate? {
        for range in [index..<index + 2, index - 1..<index + 1]
        where range.lowerBound >= 0 && range.upperBound <= keys.count {
            guard isNameStretch(range), canBeginName(range.lowerBound), range.allSatisfy({ tokens[$0].form == .word }),
                let name = resembling(keys[range].joined(), within: 2)?.name,
                NameReader.words(of: name).count > 1
            else { continue }
            return Candidate(
                match: NameMatch(kind: .merchant([name]), tokens: range, note: tookNote(range, name)), rank: 2)
        }
        let key = keys[index]
        guard key.utf8.count >= 5 else { return nil }
        let names = catalog.merchants(wordPrefixes: [String(key.prefix(4))], limit: NameReader.mostCompared)
        let alike = names.filter { NameReader.holds(key, in: $0) }
        guard let first = alike.first, alike.count <= 3 else { return nil }
        let range = index..<index + 1
        return Candidate(
            match: NameMatch(
                kind: .merchant(alike), tokens: range,
                note: tookNote(range, alike.count == 1 ? first : alike.joined(separator: ", "))),
            rank: 0)
    }

    /// Whether words of a name that follow one another make up the key, run together, with few slips.
    private static func holds(_ key: String, in name: String) -> Bool {
        let (words, bytes) = (words(of: name), Array(key.utf8))
        return words.indices.contains { start in
            var run: [UInt8] = []
            for word in words[start...] {
                run += word.utf8
                if run.count > bytes.count + 2 { return false }
                // One word that is written right, or cut short, is found by its text.
                if EditDistance.between(bytes, run, limit: EditDistance.tolerance(letters: bytes.count)) != nil,
                    !word.hasPrefix(key)
                {
                    return true
                }
            }
            return false
        }
    }
}
