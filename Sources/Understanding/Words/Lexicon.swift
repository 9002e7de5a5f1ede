import Ledger
import Resources

/// A word, a concept or a kind of slot, as rules name it; a small number instead of its text.
typealias Symbol = Int

/// What words mean before anything is known about a household: concepts, category words and everyday words.
///
/// Read from `rag-index/intents` and `rag-index/synonyms`.
struct Lexicon: Sendable {
    /// Concept phrases and the symbols they stand for.
    let concepts: PhraseBook<Symbol>
    /// Category phrases and the category ids they mean.
    let categories: PhraseBook<[String]>
    /// Category phrases that are narrower than their category, words with a space between: pizza is some fast food.
    let narrow: Set<String>
    /// Words that are never a misspelt name.
    let common: Set<String>
    let filler: Symbol
    private let symbols: [String: Symbol]
    private let symbolNames: [String]

    static let builtIn = Lexicon()

    /// Of its own, so that it can be read beside the rest.
    private static let categoryBook = categoryPhrases()

    /// Words that a misspelling may be mended to, by their first letter; made when the first one is met.
    private static let mendable = byFirstLetter(builtIn.concepts.allWords.union(builtIn.categories.allWords))

    /// The symbol of a word, `@concept` or `#slot` that some rule or phrase names.
    func symbol(_ name: String) -> Symbol? { symbols[name] }

    var symbolCount: Int { symbols.count }

    func name(of symbol: Symbol) -> String { symbolNames[symbol] }

    private init() {
        var symbols: [String: Symbol] = [:]
        func intern(_ name: String) -> Symbol {
            if let known = symbols[name] { return known }
            symbols[name] = symbols.count
            return symbols.count - 1
        }
        var concepts = PhraseBook<Symbol>()
        for row in Resource.named("rag-index/intents/concepts.tsv").tableRows {
            let symbol = intern("@" + row[0])
            for phrase in row[1].parts(separatedBy: UInt8(ascii: "|")) {
                concepts.insert(Lexicon.keys(of: phrase), symbol)
            }
        }
        for rule in RuleSource.all {
            for element in rule.elements { for name in element.names { _ = intern(name) } }
        }
        for slot in Unit.Slot.allCases { _ = intern(slot.symbolName) }
        filler = intern("@filler")
        categories = Lexicon.categoryBook
        narrow = Set(
            Resource.named("rag-index/synonyms/narrow.txt").bytes.split(separator: 0x0A).filter { $0.first != 0x23 }
                .map { String(decoding: $0, as: UTF8.self) })
        let lines = Resource.named("rag-index/intents/common.txt").text.parts(separatedBy: 0x0A)
        common = Set(lines.filter { !$0.hasPrefix("#") }.flatMap { $0.parts(separatedBy: 0x20) })
        self.concepts = concepts
        self.symbols = symbols
        symbolNames = symbols.sorted { $0.value < $1.value }.map(\.key)
    }

    /// Begins with the longest list.
    static func prepareCategories() { _ = categoryBook }

    /// Token keys of a phrase.
    static func keys(of phrase: String) -> [String] {
        let isPlain = phrase.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || $0 == 0x20 || (0x30...0x39).contains($0)
        }
        // Small letters, digits and spaces are their own keys: nearly every phrase of the lists.
        guard isPlain else { return Tokenizer.tokens(of: phrase).map(\.key) }
        return phrase.parts(separatedBy: 0x20)
    }

    private static func categoryPhrases() -> PhraseBook<[String]> {
        var book = PhraseBook<[String]>()
        for row in Resource.named("rag-index/synonyms/words.tsv").tableRows {
            let (phrase, ids) = (keys(of: row[0]), row[1].parts(separatedBy: 0x20))
            book.insert(phrase, ids)
            if phrase.contains("-") { book.insert(phrase.filter { $0 != "-" }, ids) }
        }
        for category in Taxonomy.builtIn.categories {
            for name in [category.name, String(category.id.map { $0 == "_" ? " " : $0 })] {
                let keys = keys(of: name.lowercased())
                let isPlain = keys.count > 1 || !["other", "income", "checks", "services", "family"].contains(keys[0])
                // The everyday words come first: "fun" there means more than the category of that name.
                if isPlain, book.longest(in: keys, at: 0)?.length != keys.count { book.insert(keys, [category.id]) }
            }
        }
        return book
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
        if common.contains(word) || concepts.contains(word) || categories.contains(word) || symbols[word] != nil {
            return true
        }
        return word.hasSuffix("s") && word.utf8.count > 3 && knows(String(word.dropLast()))
    }

    /// The known word that `word` most likely is a misspelling of: the same first letter, and one slip from five
    /// letters or two from nine; ordinary words that no list has are nearer than that to one another.
    func mended(_ word: String) -> (word: String, slips: Int)? {
        let bytes = Array(word.utf8)
        guard bytes.count >= 5, let first = bytes.first, !bytes.contains(where: { (0x30...0x39).contains($0) }) else {
            return nil
        }
        var best: (word: [UInt8], slips: Int)?
        for candidate in Lexicon.mendable[first] ?? [] {
            let limit = min((best?.slips ?? 3) - 1, min(bytes.count, candidate.count) < 9 ? 1 : 2)
            guard limit > 0, let slips = EditDistance.between(bytes, candidate, limit: limit) else { continue }
            best = (candidate, slips)
        }
        return best.map { (String(decoding: $0.word, as: UTF8.self), $0.slips) }
    }
}
