import Ledger
import Resources
import Understanding

/// What the words of a merchant's name say of it: `Corner Bakery`, `Main Street Games`.
enum MerchantWords {
    static func category(of name: String) -> String? {
        let category = PurchaseItems.category(of: name) ?? ofBankText(name) ?? everyday(name)
        return category.flatMap { Taxonomy.builtIn[$0]?.flow == .out ? $0 : nil }
    }

    /// The category that a bank's text of these words would be given: the longest run of words wins.
    private static func ofBankText(_ name: String) -> String? {
        let tokens = name.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        var best: (length: Int, category: String)?
        for row in Resource.named("rag-index/merchants/words.tsv").tableRows {
            let isPrefix = row[0].hasSuffix("*")
            let words = row[0].drop { $0 == "^" }.prefix { $0 != "*" }.split(separator: " ").map(String.init)
            guard words.count > best?.length ?? 0, words.count <= tokens.count else { continue }
            let starts = row[0].hasPrefix("^") ? 0...0 : 0...(tokens.count - words.count)
            let occurs = starts.contains { start in
                words.indices.allSatisfy { place in
                    isPrefix && place == words.count - 1
                        ? tokens[start + place].hasPrefix(words[place]) : tokens[start + place] == words[place]
                }
            }
            if occurs { best = (words.count, row[1]) }
        }
        return best?.category
    }

    /// The last word that means one category in a question.
    private static func everyday(_ name: String) -> String? {
        let rows = Resource.named("rag-index/synonyms/words.tsv").tableRows
        return name.split(separator: " ").reversed().lazy.compactMap { word in
            rows.first { $0[0] == word.lowercased() && !$0[1].contains(" ") }?[1]
        }.first
    }
}
