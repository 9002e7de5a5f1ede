import Ledger

/// Merchants whose name holds a word of time or a number: `May Flower`, `Friday's`, `Forever 21`.
///
/// Said as a whole, such a name is no time: what reads times must not see it.
struct ShieldedNames {
    /// Left to right.
    let names: [NameMatch]

    /// - Parameter claimed: the tokens that were read as times or amounts.
    init(_ tokens: [Token], claimed: [Range<Int>], catalog: any NameCatalog) {
        var found: [NameMatch] = []
        for claim in claimed {
            for range in ShieldedNames.stretches(around: claim, tokens)
            where !found.contains(where: { $0.tokens.overlaps(range) }) {
                // `morning heron`: the beginning of a name, of which no more than a word is one of time.
                let isMore = range.contains {
                    !claim.contains($0) && tokens[$0].form == .word && tokens[$0].key.utf8.count > 3
                }
                let names = ShieldedNames.merchants(range, tokens, catalog, isMore: isMore)
                if !names.isEmpty {
                    found.append(NameMatch(kind: .merchant(names), tokens: range))
                } else if Brands.builtIn.contains(range.filter { tokens[$0].form != .sign }.map { tokens[$0].key }) {
                    let written = range.map { tokens[$0].text }.joined(separator: " ")
                    found.append(NameMatch(kind: .unknown(written), tokens: range))
                }
            }
        }
        names = found.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// The tokens with these names made words that mean nothing.
    func hidden(in tokens: [Token]) -> [Token] {
        var hidden = tokens
        for index in names.map(\.tokens).joined() {
            hidden[index] = tokens[index].hidden
        }
        return hidden
    }

    private static let inner: Set<String> = ["and", "of", "the", "n", "by", "in", "on", "for", "to", "a"]
    private static let signs: Set<String> = ["&", "-", "'", ".", "+", "!", "*", "’", "/"]

    /// Runs of up to five words that share a token with the claim, the longest first.
    private static func stretches(around claim: Range<Int>, _ tokens: [Token]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        for start in max(0, claim.lowerBound - 4)..<claim.upperBound where canEnd(start, tokens) {
            for end in max(start, claim.lowerBound) + 1...min(tokens.count, start + 7)
            where canEnd(end - 1, tokens)
                && (start..<end).allSatisfy({ tokens[$0].form != .sign || signs.contains(tokens[$0].key) })
            {
                found.append(start..<end)
            }
        }
        return found.sorted { $0.count > $1.count }
    }

    private static func canEnd(_ index: Int, _ tokens: [Token]) -> Bool {
        tokens[index].form != .sign && (tokens[index].key == "may" || !FunctionWords.all.contains(tokens[index].key))
    }

    private static func merchants(
        _ range: Range<Int>, _ tokens: [Token], _ catalog: any NameCatalog, isMore: Bool
    ) -> [String] {
        let words = range.filter { tokens[$0].form != .sign }
        let isAtPlace = range.lowerBound > 0 && ["at", "@"].contains(tokens[range.lowerBound - 1].key)
        let inside = words.dropFirst().dropLast().map { tokens[$0].key }
        guard inside.allSatisfy({ !FunctionWords.all.contains($0) || inner.contains($0) }) else { return [] }
        if words.count == 1 { return single(range.lowerBound, isAtPlace: isAtPlace, tokens, catalog) }
        // `3/26` and `1-5` are dates and spans, whatever a merchant of numbers alone is called.
        guard isAtPlace || words.contains(where: { tokens[$0].form == .word }) else { return [] }
        let keys = words.map { tokens[$0].key }
        let names = NameReader.whole(keys, in: catalog, isAfterThe: false)
        if !names.isEmpty { return names }
        let called = Nicknames.builtIn.merchants(keys, in: catalog)
        return called.isEmpty && isMore ? NameReader.begun(with: keys.joined(), in: catalog) : called
    }

    /// One word is a name where only a name can stand, or where it is written as a name is: `at friday's`.
    private static func single(
        _ index: Int, isAtPlace: Bool, _ tokens: [Token], _ catalog: any NameCatalog
    ) -> [String] {
        guard tokens[index].form == .word else { return [] }
        let names = catalog.merchants(key: tokens[index].key)
        if isAtPlace { return names }
        return hasApostrophe(tokens[index].text) ? names.filter(hasApostrophe) : []
    }

    private static func hasApostrophe(_ text: String) -> Bool { text.contains { $0 == "'" || $0 == "’" } }
}
