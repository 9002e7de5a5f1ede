import Ledger

/// Courtesy and thinking aloud around what a line asks: thanks, words that announce one more question, a remark on what
/// was answered. Nothing of it changes what is asked.
public struct Courtesy {
    /// The line without it.
    public let rest: String

    /// - Returns: nil where there is none, or the line asks nothing else.
    public init?(_ line: String) {
        var words = line.split(separator: " ", omittingEmptySubsequences: true)[...]
        let count = words.count
        guard Courtesy.kind(of: words) == nil else { return nil }
        words = Courtesy.behindScratch(words)
        while let end = Courtesy.end(of: words, isBehind: words.count < count) { words = words[end...] }
        while let start = Courtesy.tail(of: words) { words = words[..<start] }
        let left = Courtesy.kind(of: words)
        guard words.count < count, left == nil || left == .remark else { return nil }
        rest = words.joined(separator: " ")
    }

    private enum Kind: String { case scratch, hum, soft, thanks, opening, turn, remark, tail, closing }

    private static let patterns = LinePatterns("rag-index/intents/courtesies.tsv")
    /// More words are no courtesy any more.
    private static let longest = 10

    private static func kind(of words: ArraySlice<Substring>) -> Kind? {
        patterns.row(of: words.flatMap { SpokenText.words(of: String($0)) }).flatMap { Kind(rawValue: $0.name) }
    }

    /// `groceries in May? nah skip that, gas in June`: what stands behind words that take back what is before them.
    private static func behindScratch(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
        let ends = words.indices.filter { words[$0].last.map { ",.!;–—-".contains($0) } ?? false }
        for end in ends.reversed() where end + 2 < words.endIndex {
            for start in max(words.startIndex, end - 4)...end where kind(of: words[start...end]) == .scratch {
                let isApart = start == words.startIndex || words[start - 1].last.map { "?,.!;".contains($0) } ?? false
                if isApart { return words[(end + 1)...] }
            }
        }
        return words
    }

    /// Where the longest run of words that only opens a line ends; nil where none does, or nothing follows it.
    ///
    /// - Parameter isBehind: whether another such run was before it.
    private static func end(of words: ArraySlice<Substring>, isBehind: Bool) -> Int? {
        let most = min(longest, words.count - 1)
        guard most > 0 else { return nil }
        return (1...most).reversed().lazy.map { words.startIndex + $0 }.first { end in
            guard let last = words[end - 1].last, let kind = kind(of: words[..<end]) else { return false }
            switch kind {
            case .hum, .thanks: return true
            case .soft: return isBehind
            case .opening, .tail: return ",.!:;–—-…".contains(last) || asks(words[end]) || goesOn(words[end])
            // `wait, how much was that`, but not `wait, august`, which puts something right.
            case .turn: return asks(words[end])
            case .remark: return ".!;…".contains(last)
            case .closing, .scratch: return false
            }
        }
    }

    /// Where the longest run of words that only ends a line begins; nil where none does, or nothing is before it.
    private static func tail(of words: ArraySlice<Substring>) -> Int? {
        let most = min(longest, words.count - 1)
        guard most > 0 else { return nil }
        return (1...most).reversed().lazy.map { words.endIndex - $0 }.first { start in
            let kind = kind(of: words[start...])
            // `how do you know` is no `how`.
            guard start - words.startIndex > 1 || !asks(words[words.startIndex]) else { return false }
            return kind == .tail || kind == .thanks
        }
    }

    /// Whether a word begins a question.
    private static func asks(_ word: Substring) -> Bool { GrammarWords.builtIn[.questioning].contains(bare(word)) }

    /// Whether a word goes on to a question: `and`, `so`.
    private static func goesOn(_ word: Substring) -> Bool { GrammarWords.builtIn[.opening].contains(bare(word)) }

    private static func bare(_ word: Substring) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
