import Resources

/// Things whose category says the wrong thing about whether one can do without them, from `rag-index/advice/needs.tsv`.
public enum PurchaseNeeds {
    /// - Returns: whether the longest phrase in an item, of two as long the one further down, is a need; nil where none is known.
    public static func isNeed(_ item: String) -> Bool? {
        let keys = Lexicon.keys(of: item)
        var best: (length: Int, isNeed: Bool)?
        for row in Resource.named("rag-index/advice/needs.tsv").tableRows {
            let phrase = Lexicon.keys(of: row[0])
            guard phrase.count >= best?.length ?? 1, keys.count >= phrase.count,
                (0...keys.count - phrase.count).contains(where: { start in
                    zip(phrase, keys[start...]).allSatisfy { $0 == $1 || $0 + "s" == $1 || $0 + "es" == $1 }
                })
            else { continue }
            best = (phrase.count, row[1] == "need")
        }
        return best?.isNeed
    }
}
