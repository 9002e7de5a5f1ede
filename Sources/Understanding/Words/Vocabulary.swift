/// The words that coach knows before anything is known of a household.
public enum Vocabulary {
    /// Whether a word is an everyday one, or names things that people pay for.
    ///
    /// - Parameter word: in small letters.
    public static func knows(_ word: String) -> Bool {
        let singular = word.hasSuffix("s") && word.utf8.count > 3 ? String(word.dropLast()) : word
        return [word, singular].contains {
            Lexicon.builtIn.common.contains($0) || Lexicon.builtIn.categories.contains($0)
        }
    }
}
