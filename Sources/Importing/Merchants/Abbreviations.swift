import Resources

/// What banks and tills shorten words of names to: `rag-index/imports/abbreviations.tsv`.
struct Abbreviations {
    struct Whole {
        let bytes: [UInt8]
        let hash: UInt64
    }

    static let builtIn = Abbreviations()

    private let words: [UInt64: Whole]

    private init() {
        var words: [UInt64: Whole] = [:]
        for row in Resource.named("rag-index/imports/abbreviations.tsv").tableRows {
            let whole = Whole(bytes: Array(row[0].utf8), hash: MerchantTokens.hash(row[0].utf8))
            for short in row[1].split(separator: "|") { words[MerchantTokens.hash(short.utf8)] = whole }
        }
        self.words = words
    }

    /// The word that a token is short for; nil where it is none.
    func whole(_ token: UInt64) -> Whole? { words[token] }
}
