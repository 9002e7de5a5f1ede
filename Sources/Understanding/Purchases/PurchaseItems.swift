import Ledger
import Resources
import Synchronization

/// The category of things that people buy, from `rag-index/advice/items.tsv`.
public enum PurchaseItems {
    private static let lines = Dictionary(
        grouping: Resource.named("rag-index/advice/items.tsv").bytes.split(separator: 0x0A), by: { $0[$0.startIndex] })
    /// The phrases by the byte that they begin with, read when a question first has a word that begins so: reading all of
    /// them would take longer than the rest of a question.
    private static let books = Mutex<[UInt8: PhraseBook<String>]>([:])

    /// Finds where the phrases are, which is most of what the first one takes.
    static func prepare() { _ = lines }

    private static func phrases(from initial: UInt8) -> PhraseBook<String> {
        books.withLock { books in
            if let known = books[initial] { return known }
            var book = PhraseBook<String>()
            for line in lines[initial] ?? [] {
                guard let tab = line.firstIndex(of: 0x09) else { continue }
                let phrase = String(decoding: line[..<tab], as: UTF8.self)
                book.insert(Lexicon.keys(of: phrase), String(decoding: line[(tab + 1)...], as: UTF8.self))
            }
            books[initial] = book
            return book
        }
    }

    /// The category of the longest phrase in an item, of two as long the later one: the last word says what a thing is
    /// (`leather phone case`).
    public static func category(of item: String) -> String? { found(in: Lexicon.keys(of: item))?.category }

    /// The longest phrase among keys, of two as long the later one, and its category.
    static func found(in keys: [String]) -> (range: Range<Int>, category: String)? {
        var best: (range: Range<Int>, category: String)?
        let singulars = keys.map(singular)
        for start in keys.indices {
            guard let initial = keys[start].utf8.first else { continue }
            let phrases = phrases(from: initial)
            // "poker chips": the longer phrase may be in the singular.
            for words in [singulars, keys] {
                guard let found = phrases.longest(in: words, at: start), found.length >= best?.range.count ?? 0,
                    let category = found.values.first
                else { continue }
                best = (start..<start + found.length, category)
            }
        }
        return best
    }

    /// A word in the singular: `sneakers`, `watches`, `puppies`.
    private static func singular(_ key: String) -> String {
        guard key.utf8.count > 3, key.hasSuffix("s"), !key.hasSuffix("ss") else { return key }
        if key.hasSuffix("ies") { return key.dropLast(3) + "y" }
        if ["ches", "shes", "xes", "sses"].contains(where: key.hasSuffix) { return String(key.dropLast(2)) }
        return String(key.dropLast())
    }
}
