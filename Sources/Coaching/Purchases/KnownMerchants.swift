import Ledger
import Resources
import Understanding

/// The merchants that ship with the program, by name.
enum KnownMerchants {
    /// The category of a merchant of this name; nil when it is not in the lists.
    static func category(of name: String) -> String? {
        let key = NameKey.key(of: name)
        guard !key.isEmpty else { return nil }
        for file in Resource.under("rag-index/merchants/") where !file.name.hasSuffix("/words.tsv") {
            for line in file.bytes.split(separator: 0x0A) where line.first != 0x23 {
                guard let tab = line.firstIndex(of: 0x09), isSame(line[..<tab], key) else { continue }
                let rest = line[line.index(after: tab)...]
                return String(decoding: rest.prefix { $0 != 0x09 }, as: UTF8.self)
            }
        }
        return nil
    }

    /// The category of the longest name that a name begins with, word by word: of `Steam Games` that of Steam.
    static func category(beginning name: String) -> String? {
        var words = name.split(separator: " ").dropLast()
        while !words.isEmpty {
            let start = words.joined(separator: " ")
            if NameKey.key(of: start).utf8.count >= shortestBeginning, let category = category(of: start) {
                return category
            }
            words.removeLast()
        }
        return nil
    }

    /// Letters of a name that stands for a longer one.
    private static let shortestBeginning = 4

    /// Compares letters and digits byte by byte first: making a key of each of thousands of names would take longer.
    private static func isSame(_ name: UnsafeRawBufferPointer.SubSequence, _ key: String) -> Bool {
        guard let first = name.first, let wanted = key.utf8.first else { return false }
        let isLetter = (0x41...0x5A).contains(first)
        guard first >= 0x80 || (isLetter ? first + 32 : first) == wanted else { return false }
        return NameKey.key(of: String(decoding: name, as: UTF8.self)) == key
    }
}

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
