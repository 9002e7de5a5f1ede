import Ledger

/// What is said to `do you still want it?`: `nah, not anymore`, `yes, I bought it`, `still thinking`, `next week`.
public enum WishAnswer: Equatable, Sendable {
    case no, yes, bought, undecided
    /// To be asked again then.
    case later(CoolingWish)

    private static let patterns = LinePatterns("rag-index/intents/wish-answers.tsv")
    /// Words around a day that say nothing more.
    private static let around: Set<String> = [
        "maybe", "perhaps", "probably", "not", "yet", "no", "yes", "yeah", "yep", "nah", "well", "ok", "okay", "later",
        "again",
        "please", "then", "try", "sometime", "but", "instead", "just", "say", "lets", "make", "it", "how", "about",
        "hm", "hmm",
        "still", "thinking", "undecided", "unsure", "sure", "im", "i", "let", "you", "know", "ask", "me", "remind",
    ]

    /// nil for every line that is no answer to it.
    ///
    /// - Parameter words: small letters, without signs, and without the purchase's name.
    public init?(_ words: [String]) {
        guard !words.isEmpty, words.count <= 14 else { return nil }
        if let wish = CoolingWish(SpokenLine(words.joined(separator: " "))) {
            self = wish.names.isEmpty && !wish.time.isEmpty ? .later(wish) : .undecided
            return
        }
        if let row = WishAnswer.patterns.row(of: words)?.name {
            switch row {
            case "no": self = .no
            case "yes": self = .yes
            case "bought": self = .bought
            default: self = .undecided
            }
            return
        }
        var time = words[...]
        while let first = time.first, WishAnswer.around.contains(first) { time = time.dropFirst() }
        while let last = time.last, WishAnswer.around.contains(last) { time = time.dropLast() }
        guard let wish = CoolingWish(onDay: Array(time)) else { return nil }
        self = .later(wish)
    }
}
