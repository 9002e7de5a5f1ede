import Resources

/// Things whose category says the wrong thing about whether one can do without them, from `rag-index/advice/needs.tsv`.
public enum PurchaseNeeds {
    /// - Parameter replacesBroken: whether it takes the place of something that no longer works, or mends it.
    /// - Returns: whether the longest phrase in an item, of two as long the one further down, is a need; nil where none is known.
    public static func isNeed(_ item: String, replacesBroken: Bool = false) -> Bool? {
        let keys = Lexicon.keys(of: item)
        let isMended = replacesBroken || !mending.isDisjoint(with: keys)
        var best: (length: Int, isNeed: Bool)?
        for row in Resource.named("rag-index/advice/needs.tsv").tableRows {
            let phrase = Lexicon.keys(of: row[0])
            guard isMended || row[1] != "broken", phrase.count >= best?.length ?? 1, keys.count >= phrase.count,
                (0...keys.count - phrase.count).contains(where: { start in
                    zip(phrase, keys[start...]).allSatisfy { $0 == $1 || $0 + "s" == $1 || $0 + "es" == $1 }
                })
            else { continue }
            best = (phrase.count, row[1] != "wish")
        }
        return best?.isNeed
    }

    private static let mending: Set<String> = ["broken", "repair", "repairs", "replacement"]
}
