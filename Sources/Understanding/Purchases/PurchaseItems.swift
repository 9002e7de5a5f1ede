import Ledger
import Resources

/// The category of things that people buy, from `rag-index/advice/items.tsv`.
public enum PurchaseItems {
    /// The phrases that begin with the same byte as one of the keys: reading all of them would take longer than the rest
    /// of a question.
    private static func phrases(near keys: [String]) -> PhraseBook<String> {
        let initials = Set(keys.compactMap(\.utf8.first))
        var book = PhraseBook<String>()
        for line in Resource.named("rag-index/advice/items.tsv").bytes.split(separator: 0x0A) {
            guard let initial = line.first, initials.contains(initial), let tab = line.firstIndex(of: 0x09) else {
                continue
            }
            let phrase = String(decoding: line[..<tab], as: UTF8.self)
            book.insert(Lexicon.keys(of: phrase), String(decoding: line[(tab + 1)...], as: UTF8.self))
        }
        return book
    }

    /// The category of the longest phrase in an item, of two as long the later one: the last word says what a thing is
    /// (`leather phone case`).
    public static func category(of item: String) -> String? { found(in: Lexicon.keys(of: item))?.category }

    /// The longest phrase among keys, of two as long the later one, and its category.
    static func found(in keys: [String]) -> (range: Range<Int>, category: String)? {
        let phrases = phrases(near: keys)
        var best: (range: Range<Int>, category: String)?
        for start in keys.indices {
            for words in [keys, singular(keys, at: start)] {
                guard let found = phrases.longest(in: words, at: start), found.length >= best?.range.count ?? 0,
                    let category = found.values.first
                else { continue }
                best = (start..<start + found.length, category)
                break
            }
        }
        return best
    }

    /// The keys with the last word of each phrase in the singular: `sneakers`, `watches`, `puppies`.
    private static func singular(_ keys: [String], at start: Int) -> [String] {
        keys.enumerated().map { place, key in place >= start ? singular(key) : key }
    }

    private static func singular(_ key: String) -> String {
        guard key.utf8.count > 3, key.hasSuffix("s"), !key.hasSuffix("ss") else { return key }
        if key.hasSuffix("ies") { return key.dropLast(3) + "y" }
        if ["ches", "shes", "xes", "sses"].contains(where: key.hasSuffix) { return String(key.dropLast(2)) }
        return String(key.dropLast())
    }
}
