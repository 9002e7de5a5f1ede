import Ledger
import Resources

/// The category of things that people buy, from `rag-index/advice/items.tsv`.
public enum PurchaseItems {
    private static let list = Resource.named("rag-index/advice/items.tsv")
    private static let phrases = PhraseBook(firstFieldsOf: list)

    /// The category of the longest phrase in an item, of two as long the later one: the last word says what a thing is
    /// (`leather phone case`).
    public static func category(of item: String) -> String? { found(in: Lexicon.keys(of: item))?.category }

    /// The words of a line that name a thing; nil where none do.
    public static func name(in line: String) -> String? {
        let keys = Lexicon.keys(of: line)
        return found(in: keys).map { keys[$0.range].joined(separator: " ") }
    }

    /// The longest phrase among keys, of two as long the later one, and its category.
    ///
    /// - Parameter isOpen: whether a thing may begin at a place.
    static func found(in keys: [String], where isOpen: (Int) -> Bool = { _ in true }) -> (
        range: Range<Int>, category: String
    )? {
        var best: (range: Range<Int>, category: String)?
        let singulars = keys.map(singular)
        for start in keys.indices where isOpen(start) {
            // "poker chips": the longer phrase may be in the singular.
            for words in [singulars, keys] {
                guard let found = phrases.longest(in: words, at: start), found.length >= best?.range.count ?? 0,
                    let place = found.values.first
                else { continue }
                // "the fair, with food": what comes along is not the thing.
                if best != nil, start > 0, ["with", "w", "including", "incl"].contains(keys[start - 1]) { continue }
                // "two nights, hotel, gas, food": it is the trip.
                let category = list.field(at: place)
                if let best, trips.contains(best.category), fares.contains(category) { continue }
                best = (start..<start + found.length, category)
            }
        }
        return best
    }

    private static let trips: Set<String> = ["travel", "lodging", "flights", "events"]
    /// What is bought along a trip.
    private static let fares: Set<String> = ["groceries", "restaurants", "fast_food", "fuel", "parking"]

    /// A word in the singular: `sneakers`, `watches`, `puppies`.
    static func singular(_ key: String) -> String {
        guard key.utf8.count > 3, key.hasSuffix("s"), !key.hasSuffix("ss") else { return key }
        if key.hasSuffix("ies") { return key.dropLast(3) + "y" }
        if ["ches", "shes", "xes", "sses"].contains(where: key.hasSuffix) { return String(key.dropLast(2)) }
        return String(key.dropLast())
    }
}
