import Resources

/// Things whose category says the wrong thing about whether one can do without them, from `rag-index/advice/needs.tsv`.
public enum PurchaseNeeds {
    private static let list = Resource.named("rag-index/advice/needs.tsv")
    private static let phrases = PhraseBook(firstFieldsOf: list)

    /// - Parameter replacesBroken: whether it takes the place of something that no longer works, or mends it.
    /// - Returns: whether the longest phrase in an item, of two as long the later one, is a need; nil where none is known.
    public static func isNeed(_ item: String, replacesBroken: Bool = false) -> Bool? {
        let keys = Lexicon.keys(of: item)
        let isMended = replacesBroken || !mending.isDisjoint(with: keys)
        var best: (length: Int, isNeed: Bool)?
        for words in [keys.map(PurchaseItems.singular), keys] {
            for start in words.indices {
                guard let found = phrases.longest(in: words, at: start), found.length >= best?.length ?? 1 else {
                    continue
                }
                for place in found.values {
                    let meaning = list.field(at: place)
                    if isMended || meaning != "broken" { best = (found.length, meaning != "wish") }
                }
            }
        }
        return best?.isNeed
    }

    private static let mending: Set<String> = ["broken", "repair", "repairs", "replacement", "fix", "dead"]
}
