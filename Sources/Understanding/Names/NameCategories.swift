import Ledger

/// Words for kinds of things, and whether they mean one where they stand.
extension NameReader {
    func categoryCandidates() -> [Candidate] {
        var found: [Candidate] = []
        for start in keys.indices where !taken[start] {
            guard let (length, ids) = lexicon.categories.longest(in: keys, at: start) ?? singular(at: start),
                !taken[start..<start + length].contains(true),
                length > 1 || !isVerb(at: start), !takesOut(start), !isInsideConcept(start..<start + length)
            else { continue }
            found.append(Candidate(match: category(ids, in: start..<start + length), rank: 2))
        }
        return found
    }

    /// What a phrase for a category means: its categories, or the household's merchants of a narrower kind.
    private func category(_ ids: [String], in range: Range<Int>) -> NameMatch {
        var match = NameMatch(
            kind: .category(ids), tokens: range, note: mendingNote(range) ?? narrowingNote(ids, range))
        switch MerchantKinds.builtIn.meaning(of: keys[range], ids, in: catalog) {
        case .merchants(let names)?: match.merchants = names
        // Who wants none of a kind wants none of what is filed with it either: `restaurants, no fast food`.
        case .without(let names)?: match.without = isLeftOut(range.lowerBound) ? [] : names
        case .with(let names)?: match.beside = names
        case .whole(let hasRows)?: (match.isWhole, match.isEmpty) = (hasRows, !hasRows)
        case nil: break
        }
        return match
    }

    /// Whether a word that leaves out stands right before a place.
    private func isLeftOut(_ place: Int) -> Bool {
        if place > 0, ["no", "not", "skip"].contains(keys[place - 1]) { return true }
        return (max(0, place - 3)..<place).contains { start in
            FunctionWords.exclusions.longest(in: keys, at: start).map { start + $0.length == place } ?? false
        }
    }

    /// What a reply says of a category word that was written otherwise: `took “grocries” as groceries`.
    private func mendingNote(_ range: Range<Int>) -> String? {
        guard range.contains(where: { tokens[$0].form == .word && !isSameWord(tokens[$0].key, keys[$0]) }) else {
            return nil
        }
        let written = range.map { tokens[$0].text }.joined(separator: " ")
        return "took “\(written)” as \(keys[range].joined(separator: " "))"
    }

    /// What a reply says where a word of a phrase leaves out what the others mean: `restaurants only` has no fast food.
    private func narrowingNote(_ ids: [String], _ range: Range<Int>) -> String? {
        guard range.count > 1, ids.count == 1, let id = ids.first else { return nil }
        let words = Array(keys[range])
        let parts = words.indices.flatMap { start in
            (start + 1...words.count).map { Array(words[start..<$0]) }.filter { $0.count < words.count }
        }
        let wide = parts.lazy.compactMap { part in
            lexicon.categories.longest(in: part, at: 0).flatMap { $0.length == part.count ? $0.ids : nil }
        }
        .first { $0.first == id && $0.count > 1 }
        guard let left = wide?.dropFirst(), !catalog.merchants(categories: Array(left)).isEmpty else { return nil }
        func name(_ id: String) -> String { Taxonomy.builtIn.displayName(id).lowercased() }
        return "took “\(words.joined(separator: " "))” as \(name(id)) without \(NumberText.list(left.map(name)))"
    }

    private func isSameWord(_ written: String, _ read: String) -> Bool {
        written == read || written == read + "s" || written + "s" == read
    }

    /// `cash flow` is not about cash.
    private func isInsideConcept(_ range: Range<Int>) -> Bool {
        for start in max(0, range.lowerBound - 2)...range.lowerBound {
            guard let (length, symbols) = lexicon.concepts.longest(in: keys, at: start), length > range.count,
                start + length >= range.upperBound
            else { continue }
            if symbols.contains(where: { ["@cashflow", "@worth", "@income"].contains(lexicon.name(of: $0)) }) {
                return true
            }
        }
        return false
    }

    /// `did i pay`: a category word that is a verb here.
    private func isVerb(at index: Int) -> Bool {
        // `jo paid me`, `did dana pay us back`
        let next = index + 1 < keys.count ? keys[index + 1] : ""
        if keys[index] == "pay", ["me", "us", "back"].contains(next) { return true }
        // `deposited by phone`
        if keys[index] == "phone", index > 0, ["by", "via", "over"].contains(keys[index - 1]) { return true }
        guard
            ["pay", "charge", "charged", "transfer", "travel", "drink", "deposit", "book", "ship", "fly"].contains(
                keys[index])
        else { return false }
        return isAfterSubject(index)
    }

    /// `did i pay`, `to transfer`, and at the head of a question what is no heading.
    private func isAfterSubject(_ index: Int) -> Bool {
        var place = index - 1
        while place > 0, ["first", "last", "ever", "even", "usually", "still", "already", "also"].contains(keys[place])
        {
            place -= 1
        }
        let before = place >= 0 ? keys[place] : ""
        if index == 0 || ["and", "please"].contains(before) { return !isHeading(at: index) }
        return ["i", "we", "to", "you", "can", "could", "do", "did", "will", "they", "ive"].contains(before)
    }

    /// `did i take out`: money, and no food.
    private func takesOut(_ index: Int) -> Bool {
        ["take", "took", "taken", "taking"].contains(keys[index]) && index > 0 && isAfterSubject(index)
    }

    /// `travel spending`, `travel, June`: the first word is what the question is about and no command.
    private func isHeading(at index: Int) -> Bool {
        let next = index + 1
        guard next < keys.count else { return true }
        // `transfer $500` is a command; `travel last month` and `travel 2026` are not.
        if taken[next] { return tokens[next].form == .word || tokens[next].text.utf8.count == 4 }
        return [",", ":", "?", "-"].contains(keys[next]) || NameReader.amountNouns.contains(keys[next])
    }

    static let amountNouns: Set<String> = [
        "spending", "spend", "spent", "expenses", "expense", "costs", "cost", "total", "totals", "purchases",
        "transactions", "charges", "payments", "and", "by", "vs", "versus", "so", "compared", "per",
    ]

    /// `restaurant` finds `restaurants` and the other way round.
    private func singular(at index: Int) -> (length: Int, ids: [String])? {
        let key = keys[index]
        guard key.utf8.count > 3 else { return nil }
        let other = key.hasSuffix("s") ? String(key.dropLast()) : key + "s"
        return lexicon.categories.longest(in: [other], at: 0)
    }
}
