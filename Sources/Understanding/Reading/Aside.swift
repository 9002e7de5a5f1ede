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

    private static func standsAlone(_ text: String, _ reader: LineReader, isShort: Bool = false) -> Bool {
        guard let best = reader.candidates(text).first, case .ask = best.request else { return false }
        return best.unread.isEmpty
            && (best.weightOfSaid > 2 || (best.isWhole || isShort && best.searched.isEmpty) && best.weightOfSaid > 1)
    }

    /// The question after something that is told.
    private static func before(_ words: [Substring], _ reader: LineReader) -> String? {
        // The last question that stands by itself; where no sentence ends before it, the words there must tell something.
        let place = words.indices.dropFirst(2).last { place in
            guard let mark = words[place - 1].last else { return false }
            // `Nina moved out May 1. groceries a month before and since`
            if place > 2, ".!".contains(mark), Aside.happens(words[..<place]) || Aside.states(words[..<place]) {
                return true
            }
            guard Aside.asking.contains(Aside.bare(words[place])) else { return false }
            return ".!;…".contains(mark) || ",-–—".contains(mark) && place > 3 && Aside.tells(words[..<place])
        }
        guard let place, !words[..<place].contains(where: { $0.contains("?") }) else { return nil }
        let head = words[..<place].map(Aside.bare)
        let tells = Aside.tells(words[..<place]) || Aside.happens(words[..<place])
        guard !head.contains(where: Aside.asking.contains) || tells, !head.contains(where: Aside.wishing.contains)
        else { return nil }
        // `We were in Denver July 4 to 8, how much went to food`: what is named before the question and not in it is what it
        // asks of.
        let tail = words[place...].joined(separator: " ")
        let (told, asked) = (kinds(in: words[..<place].joined(separator: " "), reader), kinds(in: tail, reader))
        // `we moved in August. utilities since then`
        if told.contains(.days), !asked.contains(.days), asked.contains(.things), tells,
            let retold = naming(words[..<place].joined(separator: " "), in: tail, reader),
            standsAlone(retold, reader, isShort: true)
        {
            return retold
        }
        guard told.isSubset(of: asked), told.isEmpty || tells else { return nil }
        // Where no word begins a question, shops that are told of may be what it asks of.
        guard Aside.asking.contains(Aside.bare(words[place])) || !told.contains(.things) else { return nil }
        // A sentence of its own is over; what follows may be as short as questions are.
        let isOver = states(words[..<place]) || happens(words[..<place])
        return standsAlone(tail, reader, isShort: isOver) ? tail : nil
    }

    /// A question with the days that were told before it in the place of words that point at them.
    private static func naming(_ told: String, in question: String, _ reader: LineReader) -> String? {
        let days = reader.named(in: told).compactMap { if case .days = $0.what { $0.words } else { nil } }
        let read = reader.clauses(of: question)
        guard days.count == 1,
            let pointing = read.clauses.first(where: { $0.clause == .sinceThen || $0.clause == .beforeAndAfter })
        else { return nil }
        let time = days[0].split(separator: " ").drop { FunctionWords.prepositions.contains($0.lowercased()) }
        let start = read.tokens[..<pointing.tokens.lowerBound].map(\.text).joined(separator: " ")
        return start + (pointing.clause == .sinceThen ? " since " : " before and since ") + time.joined(separator: " ")
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

    /// Whether words are a sentence that tells something, and no question: `my wife thinks it's a lot.`
    private static func states(_ words: ArraySlice<Substring>) -> Bool {
        tells(words) && !words.contains { asking.contains(bare($0)) }
    }

    /// Whether words are a sentence about something that happened, and no question.
    private static func happens(_ words: ArraySlice<Substring>) -> Bool {
        words.count < 9 && words.contains { happening.contains(bare($0)) }
            && !words.contains { asking.contains(bare($0)) }
    }

    private static let words = GrammarWords.builtIn
    private static var opening: Set<String> { words[.opening] }
    private static var telling: Set<String> { words[.telling] }
    private static var asking: Set<String> { words[.questioning] }
    private static var happening: Set<String> { words[.happening] }
    private static var feeling: Set<String> { words[.feeling] }
    private static var wishing: Set<String> { words[.wishing] }
}
