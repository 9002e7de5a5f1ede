import Ledger
import Resources

/// A word, a concept or a kind of slot, as rules name it; a small number instead of its text.
typealias Symbol = Int

/// What words mean before anything is known about a household: concepts, category words and everyday words.
///
/// Read from `rag-index/intents` and `rag-index/synonyms`.
struct Lexicon: Sendable {
    /// Concept phrases and the symbols they stand for.
    let concepts: PhraseBook
    /// Category phrases and the category ids they mean.
    let categories = CategoryWords()
    /// Words that are never a misspelt name.
    let common = PhraseBook(wordsOf: Resource.named("rag-index/intents/common.txt"))
    /// What phrasings ask for: the measure, grouping, order and direction.
    let rules: [Rule]
    let filler: Symbol
    let symbolCount: Int
    /// The symbols of `@concept` and `#slot`; concepts have the first ones.
    private let named: [String: Symbol]
    private let conceptNames: [String]
    /// The words that some rule names.
    private let words: PhraseBook

    static let builtIn = Lexicon()

    /// Words that a misspelling may be mended to, by their first letter; made when the first one is met.
    private static let mendable = byFirstLetter(builtIn.concepts.allWords.union(builtIn.categories.allWords))

    /// The symbol of a word, `@concept` or `#slot` that some rule or phrase names.
    func symbol(_ name: String) -> Symbol? { named[name] ?? words.longest(in: [name], at: 0)?.values.first }

    func name(of concept: Symbol) -> String { conceptNames[concept] }

    private init() {
        let table = Resource.named("rag-index/intents/concepts.tsv")
        var concepts = PhraseBook(table, count: table.bytes.count / 8)
        var named: [String: Symbol] = [:]
        var names: [String] = []
        table.eachRow { concept, phrases in
            let name = "@" + table.text(concept)
            let symbol = named[name] ?? names.count
            if symbol == names.count {
                named[name] = symbol
                names.append(name)
            }
            for phrase in table.parts(of: phrases, separatedBy: 0x7C) { concepts.insert(phrase, symbol) }
        }
        for slot in Unit.Slot.allCases { named[slot.symbolName] = named.count }
        let patterns = Resource.named("rag-index/intents/readings.tsv")
        var words = PhraseBook(patterns, count: patterns.bytes.count / 16)
        var count = named.count
        var rules: [Rule] = []
        patterns.eachRow { conclusion, pattern in
            let rule = Rule(conclusion: patterns.text(conclusion), pattern: pattern, of: patterns) { name in
                let mark = patterns.bytes[name.lowerBound]
                if mark == UInt8(ascii: "@") || mark == UInt8(ascii: "#"), let symbol = named[patterns.text(name)] {
                    return symbol
                }
                let symbol = words.intern(name, count)
                if symbol == count { count += 1 }
                return symbol
            }
            rules.append(rule)
        }
        filler = named["@filler"] ?? count
        (self.concepts, self.named, self.words, self.rules) = (concepts, named, words, rules)
        (conceptNames, symbolCount) = (names, count + 1)
    }

    /// Token keys of a phrase.
    static func keys(of phrase: String) -> [String] {
        let isPlain = phrase.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || $0 == 0x20 || (0x30...0x39).contains($0)
        }
        // Small letters, digits and spaces are their own keys: nearly every phrase of the lists.
        guard isPlain else { return Tokenizer.tokens(of: phrase).map(\.key) }
        return phrase.parts(separatedBy: 0x20)
    }

    private static func byFirstLetter(_ words: Set<String>) -> [UInt8: [[UInt8]]] {
        var table: [UInt8: [[UInt8]]] = [:]
        for word in words.sorted() where word.utf8.count >= 4 {
            let bytes = Array(word.utf8)
            table[bytes[0], default: []].append(bytes)
        }
        return table
    }

    /// Whether some list knows the word, so that it is not a misspelling.
    func knows(_ word: String) -> Bool {
        if common.contains(word) || concepts.contains(word) || categories.contains(word) || symbol(word) != nil {
            return true
        }
        return word.hasSuffix("s") && word.utf8.count > 3 && knows(String(word.dropLast()))
    }

    /// The known word that `word` most likely is a misspelling of: the same first letter, and one slip from five
    /// letters or two from nine; from four letters two neighbours that were swapped, also the first two. Ordinary words
    /// that no list has are nearer than that to one another.
    func mended(_ word: String) -> (word: String, slips: Int)? {
        let bytes = Array(word.utf8)
        guard bytes.count >= 4, !StateNames.builtIn.holds(word), let first = bytes.first,
            !bytes.contains(where: { (0x30...0x39).contains($0) })
        else {
            return nil
        }
        guard bytes.count > 4 else { return swapped(bytes).map { ($0, 1) } }
        var best: (word: [UInt8], slips: Int)?
        for candidate in Lexicon.mendable[first] ?? [] {
            let limit = min((best?.slips ?? 3) - 1, min(bytes.count, candidate.count) < 9 ? 1 : 2)
            guard limit > 0, let slips = EditDistance.between(bytes, candidate, limit: limit) else { continue }
            best = (candidate, slips)
        }
        return best.map { (String(decoding: $0.word, as: UTF8.self), $0.slips) } ?? swapped(bytes).map { ($0, 1) }
    }

    /// The first known word that comes of putting two neighbours in the other order: `muhc`, `psend`.
    private func swapped(_ bytes: [UInt8]) -> String? {
        for place in bytes.indices.dropLast() where bytes[place] != bytes[place + 1] {
            var other = bytes
            other.swapAt(place, place + 1)
            let word = String(decoding: other, as: UTF8.self)
            if concepts.contains(word) || categories.contains(word) || FunctionWords.all.contains(word) { return word }
        }
        return nil
    }
}
