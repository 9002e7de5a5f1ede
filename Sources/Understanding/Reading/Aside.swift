import Ledger

/// What is told beside the question of a line: `ok so we're planning the holidays. what did we spend on gifts last year`,
/// `how many times did we order in this month? feels like a lot`.
public struct Aside {
    /// The question alone.
    public let question: String

    /// - Parameter reader: reads lines as they stand in the conversation.
    /// - Returns: nil where nothing is told before a question about rows that stands by itself.
    public init?(_ line: String, _ reader: LineReader) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 5, let found = Aside.after(words, reader) ?? Aside.before(words, reader) else { return nil }
        question = found
    }

    /// The question before a remark, where its words would be left unread otherwise.
    private static func after(_ words: [Substring], _ reader: LineReader) -> String? {
        let place = words.indices.dropFirst(3).first { place in
            guard let mark = words[place - 1].last, ",.!?;…".contains(mark) else { return false }
            return tells(words[place...]) || remarks(words[place...])
        }
        guard let place, !words[place...].contains(where: { $0.contains("?") || wishing.contains(bare($0)) }),
            !words[place...].contains(where: { asking.contains(bare($0)) }),
            reader.named(in: words[place...].joined(separator: " ")).isEmpty,
            reader.candidates(words.joined(separator: " ")).first.map({ !$0.unread.isEmpty || !$0.searched.isEmpty })
                ?? true
        else { return nil }
        let head = words[..<place].joined(separator: " ")
        return standsAlone(head, reader) ? head : nil
    }

    /// Whether words are no more than a few that say how somebody feels about it.
    private static func remarks(_ words: ArraySlice<Substring>) -> Bool {
        words.count < 6 && words.contains { feeling.contains(bare($0)) }
    }

    private static func standsAlone(_ text: String, _ reader: LineReader) -> Bool {
        guard let best = reader.candidates(text).first, case .ask = best.request else { return false }
        return best.unread.isEmpty && (best.weightOfSaid > 2 || best.isWhole && best.weightOfSaid > 1)
    }

    /// The question after something that is told.
    private static func before(_ words: [Substring], _ reader: LineReader) -> String? {
        // The last question that stands by itself; where no sentence ends before it, the words there must tell something.
        let place = words.indices.dropFirst(2).last { place in
            guard Aside.asking.contains(Aside.bare(words[place])), let mark = words[place - 1].last else {
                return false
            }
            return ".!;…".contains(mark) || ",-–—".contains(mark) && place > 3 && Aside.tells(words[..<place])
        }
        guard let place, !words[..<place].contains(where: { $0.contains("?") }) else { return nil }
        let head = words[..<place].map(Aside.bare)
        guard !head.contains(where: Aside.asking.contains) || Aside.tells(words[..<place]),
            !head.contains(where: Aside.wishing.contains)
        else { return nil }
        // `We were in Denver July 4 to 8, how much went to food`: what is named before the question and not in it is what it
        // asks of.
        let tail = words[place...].joined(separator: " ")
        let (told, asked) = (kinds(in: words[..<place].joined(separator: " "), reader), kinds(in: tail, reader))
        guard told.isSubset(of: asked), told.isEmpty || Aside.tells(words[..<place]) else { return nil }
        return standsAlone(tail, reader) ? tail : nil
    }

    private enum Kind { case things, accounts, days }

    /// Kinds of what a text names.
    private static func kinds(in text: String, _ reader: LineReader) -> Set<Kind> {
        Set(
            reader.named(in: text).map { named in
                switch named.what {
                case .categories, .merchants: .things
                case .accounts: .accounts
                case .days: .days
                }
            })
    }

    private static func bare(_ word: Substring) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether words begin as somebody does who tells something.
    private static func tells(_ words: ArraySlice<Substring>) -> Bool {
        let first = words.lazy.map(bare).first { !opening.contains($0) }
        return first.map(telling.contains) ?? false
    }

    private static let words = GrammarWords.builtIn
    private static var opening: Set<String> { words[.opening] }
    private static var telling: Set<String> { words[.telling] }
    private static var asking: Set<String> { words[.questioning] }
    private static var feeling: Set<String> { words[.feeling] }
    private static var wishing: Set<String> { words[.wishing] }
}
