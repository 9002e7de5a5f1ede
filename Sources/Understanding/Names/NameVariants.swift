import Ledger
import Resources

/// Names as people shorten, run together and misspell them.
extension NameReader {
    /// How many merchants that begin alike are taken together at most.
    static let mostBegun = 60

    /// Merchants with exactly this name, also where `and` is written for `&` or `the` belongs to it.
    ///
    /// - Parameter parts: the keys of its words.
    static func whole(_ parts: [String], in catalog: any NameCatalog, isAfterThe: Bool) -> [String] {
        let key = parts.joined()
        var names = catalog.merchants(key: key)
        if names.isEmpty, parts.contains("and") {
            names = withoutAnd(parts, in: catalog)
        }
        if names.isEmpty, isAfterThe || parts.count > 1 { names = catalog.merchants(key: "the" + key) }
        if names.isEmpty, parts.count > 1, let other = withNumbersSwapped(parts) {
            names = catalog.merchants(key: other.joined())
        }
        // A platform that takes money and pays it out is one name to the person.
        if !names.isEmpty { names += catalog.merchants(key: key + "payouts").filter { !names.contains($0) } }
        return names
    }

    /// `march and sons` for March & Sons; `costco and gas` are two things where the first is a merchant by itself.
    private static func withoutAnd(_ parts: [String], in catalog: any NameCatalog) -> [String] {
        let names = catalog.merchants(key: parts.filter { $0 != "and" }.joined())
        let joined = names.filter { $0.contains("&") || $0.contains("+") }
        if !joined.isEmpty || names.isEmpty { return joined }
        return catalog.merchants(key: parts.prefix { $0 != "and" }.joined()).isEmpty ? names : []
    }

    /// `5 guys` for `five guys` and the other way round; nil without a number.
    private static func withNumbersSwapped(_ parts: [String]) -> [String]? {
        var hasNumber = false
        let swapped = parts.map { part -> String in
            guard let count = AmountWords.count(part) else { return part }
            hasNumber = true
            return Int(part) == nil ? String(count) : AmountWords.word(for: count) ?? part
        }
        return hasNumber ? swapped : nil
    }

    /// `sbux`, `mickey d's`: what people call a merchant that the household has.
    func nickname(_ parts: [String], _ range: Range<Int>) -> Candidate? {
        let names = Nicknames.builtIn.merchants(parts, in: catalog)
        guard let first = names.first else { return nil }
        return Candidate(
            match: NameMatch(kind: .merchant(names), tokens: range, note: tookNote(range, first)), rank: 4)
    }

    /// `in n out`, `in-n-out`: names that begin or end with words which no other name begins or ends with. Only what is
    /// called so, or is written as one word, is such a name.
    func namesOfSmallWords() -> [Candidate] {
        keys.indices.dropLast().flatMap { start -> [Candidate] in
            (2...6).compactMap { length in
                let range = start..<min(keys.count, start + length)
                guard range.count == length, !range.contains(where: { taken[$0] }), tokens[start].form != .sign,
                    tokens[range.upperBound - 1].form != .sign,
                    !canBeginName(start) || !canBeginName(range.upperBound - 1)
                else { return nil }
                let parts = range.filter { tokens[$0].form != .sign }.map { keys[$0] }
                if let known = nickname(parts, range) { return known }
                guard length > 2, isCompound(range) else { return nil }
                let names = NameReader.whole(parts, in: catalog, isAfterThe: false)
                let all = names.isEmpty ? NameReader.begun(with: parts.joined(), in: catalog) : names
                return all.isEmpty ? nil : Candidate(match: NameMatch(kind: .merchant(all), tokens: range), rank: 4)
            }
        }
    }

    /// Whether it is written without spaces: `in-n-out`.
    private func isCompound(_ range: Range<Int>) -> Bool {
        range.dropFirst().allSatisfy { !tokens[$0].hasSpaceBefore }
    }

    /// `shell gas`: a word that is a merchant's name before what that merchant sells.
    func isQualified(_ range: Range<Int>) -> Bool {
        let next = range.upperBound
        guard next < keys.count, !taken[next],
            let (_, ids) = lexicon.categories.longest(in: keys, at: next)
        else { return false }
        let wanted = Set(ids.flatMap(Taxonomy.builtIn.withDescendants))
        return catalog.merchants(key: keys[range.lowerBound]).contains {
            !catalog.categories(merchant: $0).isDisjoint(with: wanted)
        }
    }

    /// `pecan coffee` where several names begin with `pecan`: those with the words that follow.
    func narrowed(_ candidate: Candidate) -> Candidate {
        guard case .merchant(let names) = candidate.match.kind, names.count > 1 else { return candidate }
        var left = names.map { (name: $0, words: NameReader.words(of: $0)) }
        var end = candidate.match.tokens.upperBound
        while end < keys.count, canBeginName(end) {
            let fitting = left.filter { $0.words.dropFirst().contains(keys[end]) }
            if fitting.isEmpty { break }
            left = fitting
            end += 1
        }
        guard end > candidate.match.tokens.upperBound else { return candidate }
        return Candidate(
            match: NameMatch(
                kind: .merchant(left.map(\.name)), tokens: candidate.match.tokens.lowerBound..<end), rank: 4)
    }

    private static let joiners: Set<String> = [
        "incl", "including", "include", "includes", "and", "plus", "with", "without", "excluding", "minus", "not", "&",
        "+", "excl", "except",
    ]

    /// `uber incl eats`: the second of two names that begin alike, without its beginning.
    func namesake(_ candidate: Candidate) -> Candidate? {
        let joint = candidate.match.tokens.upperBound
        guard candidate.rank == 4, joint + 1 < keys.count, NameReader.joiners.contains(keys[joint]),
            canBeginName(joint + 1)
        else { return nil }
        // `costco and gas` are two things, `heb incl fuel` is not.
        if ["and", "plus", "&", "+", "with"].contains(keys[joint]), lexicon.categories.contains(keys[joint + 1]) {
            return nil
        }
        let parts = candidate.match.tokens.filter { tokens[$0].form != .sign }.map { keys[$0] } + [keys[joint + 1]]
        let names = NameReader.whole(parts, in: catalog, isAfterThe: false)
        if names.isEmpty { return nil }
        return Candidate(match: NameMatch(kind: .merchant(names), tokens: joint + 1..<joint + 2), rank: 4)
    }

    /// `kerby lane` for Kerbey Lane Cafe: the first two words of a name, one of them misspelt.
    func misspeltPhrase(at index: Int) -> Candidate? {
        var best: (name: String, slips: Int, tokens: Range<Int>)?
        for start in [index, index - 1]
        where start >= 0 && start + 1 < keys.count && canBeginName(start) && canBeginName(start + 1) {
            let (first, second) = (keys[start], keys[start + 1])
            guard first.utf8.count >= 3, second.utf8.count >= 3 else { continue }
            for (name, words) in names(beginning: String(first.prefix(3))) {
                guard words.count > 1, (first == words[0]) != (second == words[1]),
                    let slips = first == words[0]
                        ? NameReader.slips((second, words[1]), beside: first.utf8.count)
                        : NameReader.slips((first, words[0]), beside: second.utf8.count),
                    slips < best?.slips ?? 3
                else { continue }
                best = (name, slips, start..<start + 2)
            }
        }
        return best.map {
            Candidate(
                match: NameMatch(kind: .merchant([$0.name]), tokens: $0.tokens, note: tookNote($0.tokens, $0.name)),
                rank: 2)
        }
    }

    /// The names that begin so, or with `the` before it, and their words without that.
    private func names(beginning prefix: String) -> [(name: String, words: [String])] {
        [prefix, "the" + prefix].flatMap { prefix in
            catalog.merchants(keyPrefix: prefix, limit: NameReader.mostBegun).map { name in
                let words = NameReader.words(of: name)
                return (name, words.first == "the" ? Array(words.dropFirst()) : words)
            }
        }
    }

    /// - Parameter beside: letters of the same name that are written right.
    static func slips(_ pair: (written: String, word: String), beside: Int = 0) -> Int? {
        let bytes = Array(pair.written.utf8)
        let letters = bytes.count < 5 ? bytes.count : bytes.count + beside
        return EditDistance.between(
            bytes, Array(pair.word.utf8), limit: EditDistance.tolerance(letters: letters))
    }

    /// The keys of a name's words, without signs.
    static func words(of name: String) -> [String] {
        Tokenizer.tokens(of: name).filter { $0.form != .sign }.map(\.key)
    }

    func tookNote(_ range: Range<Int>, _ name: String) -> String {
        "took “\(text(of: range))” as \(name)"
    }
}

/// What people call merchants besides their names, from `rag-index/synonyms/nicknames.tsv`.
struct Nicknames: Sendable {
    /// Canonical names by the words of the nickname.
    private let names: [String: [String]]

    static let builtIn = Nicknames()

    private init() {
        var names: [String: [String]] = [:]
        for row in Resource.named("rag-index/synonyms/nicknames.tsv").tableRows {
            for nickname in row[1].split(separator: "|") {
                names[NameReader.words(of: String(nickname)).joined(separator: " "), default: []].append(row[0])
            }
        }
        self.names = names
    }

    /// Those of the merchants with this nickname that the household has.
    func merchants(_ parts: [String], in catalog: any NameCatalog) -> [String] {
        (names[parts.joined(separator: " ")] ?? []).flatMap { catalog.merchants(key: NameKey.key(of: $0)) }
    }
}
