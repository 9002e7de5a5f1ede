extension SpokenLine {
    /// Whether it is a sentence of everyday words, whatever it is about, and no hammering on keys.
    public var isEverydayTalk: Bool {
        let known = words.filter { Lexicon.builtIn.common.longest(in: [$0], at: 0) != nil }
        return words.count > 2 && 2 * known.count >= words.count
    }
}
