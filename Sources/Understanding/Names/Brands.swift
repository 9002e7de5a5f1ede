import Ledger
import Resources

/// Names that are known in general, from `rag-index/synonyms/brands.txt`: where the household has no such merchant, they
/// are still a name, and never the category or the time that their words would mean.
struct Brands: Sendable {
    private let phrases = PhraseBook(linesOf: Resource.named("rag-index/synonyms/brands.txt"))

    static let builtIn = Brands()

    /// Whether these words are such a name.
    func contains(_ words: [String]) -> Bool { words.count > 1 && length(in: words, at: 0) == words.count }

    /// How many words the longest name has that begins at one of these.
    func length(in words: [String], at start: Int) -> Int? { phrases.longest(in: words, at: start)?.length }
}

extension NameReader {
    /// Names in general of which the household has none.
    func brandCandidates(beside known: [Candidate]) -> [Candidate] {
        let words = keys.indices.filter { tokens[$0].form != .sign }
        let written = words.map { keys[$0] }
        return words.indices.compactMap { start -> Candidate? in
            guard canBeginName(words[start]), let length = Brands.builtIn.length(in: written, at: start) else {
                return nil
            }
            let range = words[start]..<words[start + length - 1] + 1
            let isTaken = range.contains { taken[$0] }
            guard !isTaken, !known.contains(where: { $0.rank > 1 && $0.match.tokens.overlaps(range) }) else {
                return nil
            }
            return Candidate(match: NameMatch(kind: .unknown(text(of: range)), tokens: range), rank: 3)
        }
    }
}
