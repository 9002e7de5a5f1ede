import Resources

/// What the parts of a place sell, where it is something else than the place does: the pumps of a supermarket, the cafe of a
/// hospital. `rag-index/imports/parts.tsv`.
struct PartsOfPlaces {
    struct Part {
        let category: String
        /// What it is called behind the place's name.
        let name: String
        fileprivate let places: Set<String>
    }

    static let builtIn = PartsOfPlaces()

    private let parts: [UInt64: [Part]]

    private init() {
        var parts: [UInt64: [Part]] = [:]
        for row in Resource.named("rag-index/imports/parts.tsv").tableRows {
            let part = Part(category: row[1], name: row[2], places: Set(row[3].split(separator: " ").map(String.init)))
            for word in row[0].split(separator: "|") { parts[MerchantTokens.hash(word.utf8), default: []].append(part) }
        }
        self.parts = parts
    }

    /// The part that a word names behind a place of a category; nil where such places have none.
    func part(_ word: UInt64, of category: String) -> Part? { parts[word]?.first { $0.places.contains(category) } }
}
