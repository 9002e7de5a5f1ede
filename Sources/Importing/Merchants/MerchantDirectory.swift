import Resources

/// The embedded tables of `rag-index/merchants`: known merchants, and words that tell the category of unknown ones.
struct MerchantDirectory {
    struct Entry {
        let name: String
        let category: String
    }

    struct Match {
        let entry: Entry
        /// Found by one word that counts only at the beginning because it is also an ordinary one.
        let isOrdinaryWord: Bool
    }

    private let entries: [Entry]
    private let names: MerchantPatterns
    private let wordCategories: [String]
    private let words: MerchantPatterns

    /// Read once in a process.
    static let builtIn = MerchantDirectory()

    private init() {
        let wordFile = "rag-index/merchants/words.tsv"
        var entries: [Entry] = []
        var names = MerchantPatterns(minimumCapacity: 8192)
        for file in Resource.under("rag-index/merchants/") where file.name != wordFile {
            for row in file.tableRows {
                for pattern in row[2].split(separator: "|") { names.add(pattern, payload: entries.count) }
                entries.append(Entry(name: row[0], category: row[1]))
            }
        }
        var categories: [String] = []
        var words = MerchantPatterns(minimumCapacity: 2048)
        for row in Resource.named(wordFile).tableRows {
            words.add(row[0], payload: categories.count)
            categories.append(row[1])
        }
        self.entries = entries
        self.names = names
        self.words = words
        wordCategories = categories
    }

    /// The known merchant whose pattern is the longest in the text.
    func merchant(in text: MerchantTokens, from start: Int) -> Match? {
        names.longestMatch(in: text, from: start).map { match in
            Match(entry: entries[match.payload], isOrdinaryWord: match.isAnchored && match.tokens.count == 1)
        }
    }

    /// What the words of the text say it is for.
    func category(in text: MerchantTokens, from start: Int) -> String? {
        words.longestMatch(in: text, from: start).map { wordCategories[$0.payload] }
    }
}
