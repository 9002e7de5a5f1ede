import Ledger
import Resources

/// Everyday phrases for categories, from `rag-index/synonyms/words.tsv`.
struct CategoryWords: Sendable {
    private let list: Resource
    private let phrases: PhraseBook

    init() {
        list = Resource.named("rag-index/synonyms/words.tsv")
        phrases = PhraseBook(firstFieldsOf: list, ignoresHyphens: true)
    }

    /// The longest phrase that begins at `start`, and the ids of the categories that it means.
    func longest(in keys: [String], at start: Int) -> (length: Int, ids: [String])? {
        guard let (length, places) = phrases.longest(in: keys, at: start), let place = places.first else { return nil }
        return (length, list.field(at: place).parts(separatedBy: 0x20))
    }

    func contains(_ word: String) -> Bool { phrases.contains(word) }

    var allWords: Set<String> { phrases.allWords }
}
