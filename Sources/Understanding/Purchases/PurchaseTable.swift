import Resources

/// The words of purchases: `rag-index/intents/purchase-words.tsv`.
enum PurchaseTable {
    private static let lists = PhraseLists("rag-index/intents/purchase-words.tsv")

    static func words(_ row: String) -> Set<String> { lists.words(row) }
    static func phrases(_ row: String) -> [String] { lists[row] }
}
