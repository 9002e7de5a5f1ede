import Ledger

/// Finds what a question names: merchants, categories, accounts, and words that stand where a name stands but
/// exist nowhere.
struct NameReader {
    let tokens: [Token]
    let taken: [Bool]
    let catalog: any NameCatalog
    let lexicon: Lexicon
    /// Names that were found before the times were read.
    let shielded: [NameMatch]
    /// The token keys with misspelt known words mended.
    private(set) var keys: [String]
    private let shouts: Bool

    /// - Parameter taken: for each token whether it already belongs to something else, a time for instance.
    init(
        tokens: [Token], taken: [Bool], catalog: any NameCatalog, lexicon: Lexicon, shielded: [NameMatch] = []
    ) {
        self.tokens = tokens
        self.shielded = shielded
        self.taken = taken
        self.catalog = catalog
        self.lexicon = lexicon
        keys = tokens.map(\.key)
        let words = tokens.filter { $0.form == .word }
        shouts = words.count > 1 && words.count { $0.isCapitalised } * 2 > words.count
    }

    /// All names, left to right. Mends misspelt words of the lexicon in `keys` on the way.
    mutating func read() -> [NameMatch] {
        let accounts = AccountReader(
            keys: keys, taken: taken, accounts: catalog.accountNames,
            isMerchant: { [catalog] in catalog.merchants(key: $0).contains { !catalog.isOfTransfers($0) } },
            isCommon: { [lexicon] in lexicon.knows($0) }
        ).matches()
        var candidates = accounts.map { Candidate(match: $0, rank: 3) }
        // `capital one` of a card that is paid so is the card.
        candidates += shielded.filter { !isOfCard($0, accounts) }.map { Candidate(match: $0, rank: 5) }
        candidates += merchantCandidates()
        candidates += townCandidates()
        candidates += partialCandidates()
        candidates += brandCandidates(beside: candidates)
        candidates += mend(covered: candidates)
        candidates += categoryCandidates()
        var matches = chosen(candidates)
        matches += services(beside: matches)
        matches += UnknownNameReader(tokens: tokens, keys: keys, taken: taken, lexicon: lexicon, known: matches)
            .matches()
        matches.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        absorb(&matches)
        return excluded(matches)
    }

    /// Whether a merchant whose rows only pay a card stands where the card is named.
    private func isOfCard(_ match: NameMatch, _ accounts: [NameMatch]) -> Bool {
        guard case .merchant(let names) = match.kind, !names.isEmpty, names.allSatisfy(catalog.isOfTransfers) else {
            return false
        }
        return accounts.contains {
            $0.tokens.lowerBound == match.tokens.lowerBound && $0.tokens.count >= match.tokens.count
        }
    }

    /// A possible reading; of two that overlap the longer wins, then the higher rank.
    struct Candidate {
        var match: NameMatch
        var rank: Int
    }

    private func chosen(_ candidates: [Candidate]) -> [NameMatch] {
        var free = [Bool](repeating: true, count: tokens.count)
        var matches: [NameMatch] = []
        let ordered = candidates.enumerated().sorted { a, b in
            let (x, y) = (a.element, b.element)
            if x.match.tokens.count != y.match.tokens.count { return x.match.tokens.count > y.match.tokens.count }
            return x.rank != y.rank ? x.rank > y.rank : a.offset < b.offset
        }
        for (_, candidate) in ordered where candidate.match.tokens.allSatisfy({ free[$0] }) {
            for index in candidate.match.tokens { free[index] = false }
            matches.append(candidate.match)
        }
        return matches
    }

    /// An unknown name swallows the names that stand inside it: `santore restaurant`.
    private func absorb(_ matches: inout [NameMatch]) {
        let unknown = matches.filter { if case .unknown = $0.kind { true } else { false } }
        matches.removeAll { match in
            unknown.contains { $0 != match && $0.tokens.overlaps(match.tokens) && $0.tokens.count > match.tokens.count }
        }
    }

    // MARK: Merchants

    private func merchantCandidates() -> [Candidate] {
        var found: [Candidate] = []
        for start in keys.indices where canBeginName(start) {
            for length in stride(from: min(5, keys.count - start), through: 1, by: -1) {
                let range = start..<start + length
                guard isNameStretch(range), let match = merchant(in: range) else { continue }
                found.append(narrowed(match))
                break
            }
        }
        return found + found.compactMap(namesake) + namesOfSmallWords()
    }

    /// Whether a word stands there that belongs to nothing else yet.
    func isOpen(_ index: Int) -> Bool { keys.indices.contains(index) && !taken[index] && tokens[index].form == .word }

    func canBeginName(_ index: Int) -> Bool {
        guard !taken[index], tokens[index].form != .sign else { return false }
        if !FunctionWords.all.contains(keys[index]) { return true }
        // `at&t`, and shops called like small words: `at next`.
        return index + 1 < keys.count && keys[index + 1] == "&" && !tokens[index + 1].hasSpaceBefore
            || index > 0 && ["at", "@"].contains(keys[index - 1]) && !FunctionWords.determiners.contains(keys[index])
    }

    /// No taken token inside, and no function word or sign at its end.
    func isNameStretch(_ range: Range<Int>) -> Bool {
        !range.contains { taken[$0] } && canBeginName(range.upperBound - 1)
            && range.dropFirst().allSatisfy {
                tokens[$0].form != .sign || ["&", "-", "'", ".", "+", "!", "*"].contains(keys[$0]) || isPicture($0)
            }
    }

    /// An emoji in a name is no part of its key.
    private func isPicture(_ index: Int) -> Bool {
        tokens[index].form == .sign && tokens[index].text.utf8.first.map { $0 >= 0xE2 } == true
            && !["“", "”", "…", "–", "—"].contains(tokens[index].text)
    }

    /// The words of a range of tokens as they were written.
    func text(of range: Range<Int>) -> String {
        var written = ""
        for index in range {
            if !written.isEmpty, tokens[index].hasSpaceBefore { written += " " }
            written += tokens[index].text
        }
        return written
    }

    private func merchant(in range: Range<Int>) -> Candidate? {
        let parts = range.filter { tokens[$0].form != .sign }.map { keys[$0] }
        let key = parts.joined()
        let isSingle = range.count == 1
        // `the Y`
        if key.utf8.count == 1 { return stands(after: ["the"], range) ? nickname(parts, range) : nil }
        let isWord = isSingle && (lexicon.common.contains(key) || lexicon.concepts.contains(key))
        let isOwners = isSingle && isOwners(key)
        guard !isWord || isNamePlace(range) || isQualified(range) || isOwners && isNoKind(key),
            !isSingle || Int(key) == nil
        else { return nil }
        let isAfterThe = range.lowerBound > 0 && keys[range.lowerBound - 1] == "the"
        let names = NameReader.whole(
            parts, in: catalog, isAfterThe: isAfterThe || key.utf8.count >= 6 && !lexicon.knows(key))
        if names.isEmpty, let nickname = nickname(parts, range) { return nickname }
        if !names.isEmpty {
            let isCategory = isSingle && lexicon.categories.contains(key)
            return Candidate(
                match: NameMatch(kind: .merchant(names), tokens: range),
                rank: isCategory && !stands(after: ["at"], range) || names.allSatisfy(catalog.isOfTransfers) ? 1 : 4)
        }
        // `at scooters`: a shop that begins so, whatever else the word calls.
        let isAtShop =
            isSingle && lexicon.categories.contains(key) && (stands(after: ["at", "@"], range) || isOwners)
        // `pts` for PT's Coffee, `b&h` for B&H Photo: few letters that say it all.
        guard key.utf8.count >= 4 || isOwners || range.contains(where: { keys[$0] == "&" }),
            !(isSingle && lexicon.knows(key)) || isCarrier(range) || isAtShop,
            !hasLeadingCategory(range) || isAtShop
        else { return nil }
        // `in Austin` is a place, not the beginning of Austin Energy.
        if range.lowerBound > 0, keys[range.lowerBound - 1] == "in" { return nil }
        let begun = NameReader.begun(with: key, in: catalog)
        guard !begun.isEmpty, !goesOnOtherwise(range, than: begun), !isPlaceOfTrip(range),
            !isSaidByOthers(parts, than: begun), isBill(range) || !isTown(parts, beside: begun)
        else { return nil }
        return Candidate(match: NameMatch(kind: .merchant(begun), tokens: range), rank: isAtShop ? 4 : 1)
    }

    /// `the boise bill`: a town bills for water, and is no place where something was bought.
    func isBill(_ range: Range<Int>) -> Bool {
        range.upperBound < keys.count && ["bill", "bills", "payment", "payments"].contains(keys[range.upperBound])
    }

    /// `scooters` is Scooter's Coffee: the first word of a shop's name that says whose it is.
    private func isOwners(_ key: String) -> Bool {
        key.hasSuffix("s")
            && NameReader.begun(with: key, in: catalog).contains { name in
                let first = name.prefix { $0 != " " }
                return NameKey.key(of: String(first)) == key && first.dropLast().last.map { "'’".contains($0) } ?? false
            }
    }

    /// Whether a word for a kind of thing can call none of the household's: `scooters` where nobody rides one.
    private func isNoKind(_ key: String) -> Bool {
        guard let (_, ids) = lexicon.categories.longest(in: [key], at: 0) else { return false }
        if case .whole? = MerchantKinds.builtIn.meaning(of: [key], ids, in: catalog) { return true }
        return catalog.merchants(categories: ids.flatMap(Taxonomy.builtIn.withDescendants)).isEmpty
    }

    /// `olive garden` is no Olive & Oak Bistro: the word after is part of another name.
    private func goesOnOtherwise(_ range: Range<Int>, than names: [String]) -> Bool {
        let next = range.upperBound
        guard range.count == 1, next < keys.count, !taken[next], tokens[next].form == .word, canBeginName(next),
            !lexicon.concepts.contains(keys[next]), !lexicon.categories.contains(keys[next]),
            !NameReader.amountNouns.contains(keys[next]), !NameReader.nouns.contains(keys[next]),
            !NameReader.endings.contains(keys[next]), !AccountReader.nouns.contains(keys[next])
        else { return false }
        let isVerb = ["cost", "costs", "charge", "charged", "take", "took", "get", "pay", "send"].contains(keys[next])
        let letters = Array(keys[next].utf8)
        return !isVerb
            && !names.contains { name in
                NameReader.words(of: name).contains {
                    EditDistance.between(letters, Array($0.utf8), limit: letters.count < 4 ? 0 : 2) != nil
                }
            }
    }

    /// `san diego` is no San Diego Zoo where rows of other merchants say it too: it is looked for in their texts.
    func isSaidByOthers(_ words: [String], than names: [String]) -> Bool {
        guard words.count > 1, words.allSatisfy({ $0.utf8.count > 2 }) else { return false }
        let found = catalog.merchants(wordPrefixes: words, limit: names.count + 2)
        return found.count { !names.contains($0) } > 1
    }

    /// `tybee` is no Tybee Crab Shed where rows of merchants that are called otherwise say it too: a town, which is looked
    /// for in the texts. Whose money goes to and fro has a name that other texts hold as well.
    func isTown(_ words: [String], beside names: [String]) -> Bool {
        guard words.allSatisfy({ $0.utf8.count > 3 || words.count > 1 && $0.utf8.count > 2 }),
            !names.contains(where: { NameReader.words(of: $0).first.map(NameReader.paymentWords.contains) ?? false })
        else { return false }
        let others = catalog.merchants(wordPrefixes: words, limit: NameReader.mostBegun).filter { name in
            let own = NameReader.words(of: name)
            return !names.contains(name) && !words.contains { word in own.contains { $0.hasPrefix(word) } }
        }
        return others.count >= NameReader.fewestOfTown
    }

    /// Merchants whose texts must say a town that they are not called by.
    private static let fewestOfTown = 2

    /// `in san diego`: a town that a trip went to is looked for in the texts, and is no beginning of a shop's name. Neither
    /// are the words of a town that texts of several merchants say: `grand marais`.
    private func townCandidates() -> [Candidate] {
        let said = keys.indices.dropLast().compactMap { start -> Candidate? in
            let range = start..<start + 2
            let words = Array(keys[range])
            guard range.allSatisfy({ isOpen($0) && isPlain($0) }), !range.allSatisfy({ lexicon.knows(keys[$0]) }),
                NameReader.whole(words, in: catalog, isAfterThe: false).isEmpty,
                isTown(words, beside: names(holding: words))
            else { return nil }
            return Candidate(match: NameMatch(kind: .unknown(text(of: range)), tokens: range), rank: 5)
        }
        return said + newTownCandidates()
            + keys.indices.dropFirst().compactMap { start in
                guard isOpen(start), ["in", "around", "near"].contains(keys[start - 1]), !lexicon.knows(keys[start])
                else { return nil }
                let town = catalog.trips.lazy.flatMap(\.towns).map(NameReader.words).first { words in
                    keys[start...].starts(with: words)
                }
                return town.map { words in
                    let range = start..<start + words.count
                    return Candidate(match: NameMatch(kind: .unknown(text(of: range)), tokens: range), rank: 5)
                }
            }
    }

    /// `new orleans`, `new hope`: words of a name that begins as what is new, where some text says it and no merchant is called
    /// so, or those of others say it, too.
    private func newTownCandidates() -> [Candidate] {
        keys.indices.dropLast().compactMap { start in
            let range = start..<start + 2
            guard keys[start] == "new", !taken[start], isOpen(start + 1), isPlain(start + 1),
                keys[start + 1].utf8.count > 3, !PhraseGrammar.builtIn.knows(keys[start + 1]),
                !catalog.merchants(wordPrefixes: Array(keys[range]), limit: 1).isEmpty,
                case let called = names(holding: Array(keys[range])),
                called.isEmpty || isSaidByOthers(Array(keys[range]), than: called)
            else { return nil }
            return Candidate(match: NameMatch(kind: .unknown(text(of: range)), tokens: range), rank: 5)
        }
    }

    /// A word of which nothing asks, and that is no kind of thing.
    private func isPlain(_ index: Int) -> Bool {
        !FunctionWords.all.contains(keys[index]) && !lexicon.categories.contains(keys[index])
            && !lexicon.concepts.contains(keys[index])
    }

    /// `san diego trip`: where it went, and not what begins so. Trips and visits are also to a shop.
    func isPlaceOfTrip(_ range: Range<Int>) -> Bool {
        range.upperBound < keys.count
            && ["trip", "vacation", "holiday", "getaway"].contains(keys[range.upperBound])
    }

    /// `united flights`, `delta tickets`: an everyday word for who carries.
    private func isCarrier(_ range: Range<Int>) -> Bool {
        range.upperBound < keys.count && !lexicon.concepts.contains(keys[range.lowerBound])
            && ["flights", "flight", "tickets", "rides", "airlines", "miles"].contains(keys[range.upperBound])
    }

    /// `coffee in` would find `Coffee Inn`: a stretch that is a category phrase alone is no beginning of a name.
    private func hasLeadingCategory(_ range: Range<Int>) -> Bool {
        lexicon.categories.longest(in: keys, at: range.lowerBound)?.length == range.count
    }

    /// Merchants whose name goes on after `key` at a word's end or with a plural, or the one that begins with it.
    static func begun(with key: String, in catalog: any NameCatalog) -> [String] {
        let names = catalog.merchants(keyPrefix: key, limit: NameReader.mostBegun)
        let whole = names.filter { name in
            var grown = ""
            for word in Tokenizer.tokens(of: name) where word.form != .sign {
                grown += NameKey.key(of: word.text)
                if grown == key || grown == key + "s" || grown == key + "es" { return true }
            }
            return false
        }
        if !whole.isEmpty { return whole }
        guard names.count == 1, key.utf8.count >= 5, NameKey.key(of: names[0]).utf8.count <= key.utf8.count * 2 else {
            return []
        }
        return names
    }

    /// Whether the stretch stands where only a name makes sense: after `at`, capitalised, or before `purchases`.
    private func isNamePlace(_ range: Range<Int>) -> Bool {
        if stands(after: ["at", "from", "to", "@"], range) || isPaidFor(range) { return true }
        let next = range.upperBound < keys.count ? keys[range.upperBound] : ""
        // `how much did max cost me`, `how much have I paid max`
        if stands(after: ["did", "does", "has"], range), ["cost", "charge", "charged", "refund", "bill"].contains(next)
        {
            return true
        }
        if range.lowerBound > 0, ["pay", "paid", "paying"].contains(keys[range.lowerBound - 1]) { return true }
        // `is target cheaper than amazon`
        if stands(after: ["is", "are", "was"], range),
            ["more", "less", "cheaper", "bigger", "higher", "pricier", "dearer"].contains(next)
        {
            return true
        }
        if NameReader.rowNouns.contains(next), stands(after: NameReader.rowLeads, range) {
            return true
        }
        let isCapital = tokens[range.lowerBound].isCapitalised
        return isCapital && range.lowerBound > 0 && !shouts || isHeadword(range) || isCarrier(range)
    }

    private static let rowNouns: Set<String> = [
        "purchases", "purchase", "charges", "charge", "orders", "order", "spending", "transaction", "transactions",
        "payment", "payments", "visit",
    ]
    /// `my last target purchase`
    private static let rowLeads = FunctionWords.determiners.union([
        "last", "latest", "first", "newest", "recent", "biggest", "largest", "smallest", "second",
    ])

    /// `paying for max`.
    private func isPaidFor(_ range: Range<Int>) -> Bool {
        let place = range.lowerBound - 1
        return place > 0 && keys[place] == "for" && ["pay", "paid", "paying", "charged"].contains(keys[place - 1])
    }

    private static let leads: Set<String> = [
        "and", "or", "vs", "versus", "about", "just", "only", "list", "show", "&", ",", "find", "also", "meant", "mean",
        "said", "no", "plus", "add", "include", "without", "exclude", "excluding", "not", "than",
    ]

    /// A word that begins a question, a list or what is to be shown, and after which nothing goes on that it could
    /// belong to: `target in april`, `list target purchases`.
    private func isHeadword(_ range: Range<Int>) -> Bool {
        let before = range.lowerBound - 1
        let isSpentOn = before > 0 && keys[before] == "on" && ["spend", "spent"].contains(keys[before - 1])
        guard before < 0 || NameReader.leads.contains(keys[before]) || isSpentOn else { return false }
        let next = range.upperBound
        guard next < keys.count, !taken[next] else { return true }
        return tokens[next].form == .sign || NameReader.nouns.contains(keys[next])
            || NameReader.endings.contains(keys[next])
            || !lexicon.concepts.contains(keys[range.lowerBound])
                && lexicon.categories.longest(in: keys, at: next) != nil
            || NameReader.amountNouns.contains(keys[next])
    }

    private static let nouns: Set<String> = [
        "orders", "order", "trips", "trip", "runs", "run", "rides", "visits", "visit", "stops", "stop", "flights",
        "tickets", "purchase", "charge", "bill",
        "bills", "or", "subscription", "subscriptions", "membership", "refund", "refunds", "returns",
    ]

    /// Words that go on with something else after a name.
    private static let endings: Set<String> = [
        "minus", "net", "less", "without", "except", "excluding", "excl", "incl", "including", "how", "before", "after",
        "plus",
    ]

    func stands(after words: some Sequence<String>, _ range: Range<Int>) -> Bool {
        var before = range.lowerBound - 1
        while before >= 0, keys[before] == "the" { before -= 1 }
        return before >= 0 && words.contains(keys[before])
    }

    // MARK: Misspellings

    /// Mends unknown words in `keys`, and finds the merchants that others may be misspellings of.
    private mutating func mend(covered: [Candidate]) -> [Candidate] {
        var isCovered = taken
        for candidate in covered { for index in candidate.match.tokens { isCovered[index] = true } }
        var found: [Candidate] = []
        for index in keys.indices where !isCovered[index] && tokens[index].form == .word {
            let key = keys[index]
            if let whole = Shorthand.words[key] {
                keys[index] = whole
                continue
            }
            guard key.utf8.count >= 4, !FunctionWords.all.contains(key), !lexicon.knows(key),
                !catalog.accountNames.isHolder(key)
            else {
                continue
            }
            let word = lexicon.mended(key)
            let merchant = resembling(key, within: min(2, word?.slips ?? 2))
            let atPlace = stands(after: ["at", "from", "@"], index..<index + 1)
            if merchant == nil,
                let phrase = misspeltPhrase(at: index) ?? (word == nil ? misspeltInside(at: index) : nil)
            {
                found.append(phrase)
            } else if let merchant, word == nil || merchant.slips < word?.slips ?? 3 || atPlace {
                found.append(
                    Candidate(
                        match: NameMatch(
                            kind: .merchant([merchant.name]), tokens: index..<index + 1,
                            note: "took “\(tokens[index].text)” as \(merchant.name)"), rank: 0))
            } else if let word, !isCapitalisedName(index), !isMisplacedRequest(word.word, index) {
                keys[index] = word.word
            }
        }
        return found
    }

    /// Whether a word would be mended to a request that cannot stand there: nobody spends `in search`.
    private func isMisplacedRequest(_ word: String, _ index: Int) -> Bool {
        index > 0 && ["search", "display", "print", "fetch", "retrieve"].contains(word)
            && FunctionWords.prepositions.contains(keys[index - 1]) && keys[index - 1] != "to"
    }

    private func isCapitalisedName(_ index: Int) -> Bool {
        index > 0 && !shouts && tokens[index].isCapitalised
    }

    func resembling(_ key: String, within limit: Int) -> (name: String, slips: Int)? {
        let bytes = Array(key.utf8)
        let tolerance = min(limit, EditDistance.tolerance(letters: bytes.count))
        guard tolerance > 0 else { return nil }
        var best: (name: String, slips: Int)?
        for name in catalog.merchants(resembling: key) {
            let other = Array(NameKey.key(of: name).utf8)
            guard other.count >= 4 else { continue }
            if let slips = EditDistance.between(bytes, other, limit: min(tolerance, (best?.slips ?? 3) - 1)) {
                best = (name, slips)
                if slips == 1 { break }
            } else if best == nil, Sound.isAlike(bytes, other) {
                best = (name, min(2, limit))
            }
        }
        return best
    }
}
