import Ledger
import Resources

/// Names that are known without any household: merchants of the embedded lists and everyday words for categories.
enum KnownNames {
    private static let merchantFolder = "rag-index/merchants/"
    private static let merchantWords = "rag-index/merchants/words.tsv"

    /// Merchants, each labelled with its own name; their categories are noted.
    static let merchants: NameShelf = {
        let lines = TableLines(Resource.under(merchantFolder).filter { $0.name != merchantWords })
        return NameShelf(count: lines.count) { index, take in
            take(lines.first(index))
        } name: { index in
            let (name, category) = lines.pair(index)
            let bare = String(name.prefix { $0 != "(" })
            return NameShelf.Name(text: bare, labels: [NameBook.label(merchant: bare)], note: category)
        }
    }()

    /// Finds out where the names are, which the first question to them would.
    static func prepare() { for shelf in [merchants, words, phrases] { _ = shelf.note(ofKey: "") } }

    /// What a name tells of its category: that of the known merchant, or of a word in it (`Cedar Bend Apts`).
    static func category(ofMerchant name: String) -> String? {
        if let known = merchants.note(ofKey: NameBook.key(of: name)) { return known }
        let keys = NameBook.keys(of: name)
        let found = keys.indices.compactMap { index in
            words.longest(at: index) { keys.indices.contains($0) ? keys[$0] : "" }
        }
        return found.max { $0.length < $1.length }?.labels.first
    }

    /// Words of merchants' names, each labelled with the category that it tells.
    private static let words: NameShelf = {
        let lines = TableLines([Resource.named(merchantWords)])
        return NameShelf(count: lines.count) { index, take in
            // `^` marks the beginning of a text.
            let bytes = lines.first(index)
            take(bytes.first == UInt8(ascii: "^") ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes)
        } name: { index in
            let (word, category) = lines.pair(index)
            guard !word.contains("*") else { return nil }
            return NameShelf.Name(text: word.filter { $0 != "^" }.lowercased(), labels: [category])
        }
    }()

    /// What in an answer more often means something else than a category.
    private static let otherMeanings: Set<String> = [
        "bills", "trip", "trips", "cash", "present", "presents", "fun", "services", "checks", "cheques", "cruise",
        "outing", "outings", "event", "events", "ride", "rides", "bars", "transfers", "giving", "spirits", "produce",
        "tools", "misc", "people", "foreign fee", "cash deposit", "card payment", "savings transfer",
        "investment transfer", "hair beauty",
    ]

    /// Phrases for categories, those beneath a first-level one included.
    static let phrases: NameShelf = {
        let lines = TableLines([Resource.named("rag-index/synonyms/words.tsv")])
        let names = Taxonomy.builtIn.categories.filter { $0.id != Taxonomy.fallback }.flatMap { category in
            // `Bills & Utilities` is said by its first part, too.
            [
                (category.name, category.id),
                (category.name.split(separator: "&").first.map(String.init) ?? "", category.id),
            ]
        }
        return NameShelf(count: lines.count + names.count) { index, take in
            guard index >= lines.count else { return take(lines.first(index)) }
            var name = names[index - lines.count].0
            name.withUTF8 { take(UnsafeRawBufferPointer($0)) }
        } name: { index in
            let (phrase, ids) = index < lines.count ? lines.pair(index) : names[index - lines.count]
            guard index >= lines.count || !otherMeanings.contains(phrase) else { return nil }
            let all = ids.split(separator: " ").flatMap { Taxonomy.builtIn.withDescendants(String($0)) }
            return NameShelf.Name(text: phrase, labels: Set(all.map(NameBook.label(category:))))
        }
    }()
}
