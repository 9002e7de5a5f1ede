import Ledger
import Retrieval
import Understanding

/// A line that holds two questions, the second of which goes on from the first: `which store do I go to most, and what
/// does a trip there cost`.
struct QuestionPair {
    let first: String
    let second: String
    /// Whether a word asks in the first one as well.
    let asksTwice: Bool

    /// - Parameters:
    ///   - whole: the answer to the line as one question.
    ///   - isRead: whether the grammar answered it: what something else knows by its whole form is one question.
    ///   - reader: reads lines as they stand in the conversation.
    /// - Returns: nil for a line of one question, or one that was understood as such.
    init?(_ line: String, unanswered whole: Answer, isRead: Bool, _ reader: LineReader) {
        let words = line.split(separator: " ")
        let place = words.indices.dropFirst(2).first { place in
            let word = words[place].lowercased().filter { $0 != "?" }
            // `the biggest month this year and why`: no other word asks alone.
            guard place < words.count - 1 || word == "why" else { return false }
            guard QuestionPair.asking.contains(where: { word == $0 || word.hasPrefix($0 + "'") }) else { return false }
            let before = words[place - 1]
            return QuestionPair.joining.contains(before.lowercased())
                || before.last.map { ",;?.—–-".contains($0) } ?? false
        }
        guard let place else { return nil }
        let isJoined = QuestionPair.joining.contains(words[place - 1].lowercased())
        let head = words[..<(isJoined ? place - 1 : place)]
        guard head.count > 1 else { return nil }
        first = QuestionPair.text(head)
        asksTwice = head.contains { QuestionPair.asking.contains($0.lowercased()) }
        // `concerts or skiing, which cost more`: what is chosen from stands first.
        if !asksTwice, head.contains(where: { QuestionPair.choosing.contains($0.lowercased()) }) { return nil }
        second = words[place...].joined(separator: " ")
        // What takes up two figures of the same rows has both questions.
        if whole.isSettled, whole.asksOfSeveral { return nil }
        // `what did the trip cost, and how much of it was gas`, `the worst month, and what was the biggest bill in it`: what is pointed at
        // is what the first half asks for.
        let asksFirst = asksTwice || reader.ranks(in: first) && reader.ranks(in: second)
        guard !whole.isSettled || isRead && asksFirst && reader.pointsBack(in: second) else { return nil }
    }

    /// Both ends of one question, asked for one after the other: `highest and lowest grocery month`, `the biggest paycheck of 2026 and the
    /// smallest`.
    ///
    /// - Returns: nil for every other line, and one that was understood.
    init?(ends line: String, unanswered whole: Answer) {
        guard !whole.isSettled else { return nil }
        let words = line.split(separator: " ")
        let keys = words.map { $0.lowercased().filter(\.isLetter) }
        let ends = keys.indices.filter {
            QuestionPair.highest.contains(keys[$0]) || QuestionPair.lowest.contains(keys[$0])
        }
        guard ends.count == 2, case (let one, let other) = (ends[0], ends[1]), keys[one] != keys[other],
            QuestionPair.highest.contains(keys[one]) && QuestionPair.lowest.contains(keys[other])
                || QuestionPair.lowest.contains(keys[one]) && QuestionPair.highest.contains(keys[other])
        else { return nil }
        func isJoint(_ place: Int) -> Bool {
            place > one
                && (QuestionPair.joining.contains(words[place].lowercased())
                    || QuestionPair.choosing.contains(keys[place]))
        }
        asksTwice = true
        let isListed = words[other - 1].last == ","
        if other - one > 2, other + 1 < words.count, isJoint(other - 1) || isListed, keys[one + 1] == keys[other + 1],
            !line.contains("(")
        {
            // `best month and worst month of 2026`, `highest check, lowest check`
            first = QuestionPair.text(words[..<(isListed ? other : other - 1)] + words[(other + 2)...])
            second = QuestionPair.text(words[..<one] + words[other...])
            return
        }
        if isJoint(other - 1), other - one == 2, other < words.count - 1 {
            first = QuestionPair.text(words[...one] + words[(other + 1)...])
            second = QuestionPair.text(words[..<one] + words[other...])
        } else if other >= words.count - 2, let joint = [other - 1, other - 2].first(where: isJoint), joint > one + 1 {
            first = QuestionPair.text(words[..<joint])
            second = QuestionPair.text(words[..<one] + [words[other]] + words[(one + 1)..<joint])
        } else {
            return nil
        }
    }

    private static let highest: Set<String> = [
        "highest", "biggest", "largest", "priciest", "costliest", "most", "max", "maximum", "best", "worst", "longest",
    ]
    private static let lowest: Set<String> = [
        "lowest", "smallest", "cheapest", "least", "min", "minimum", "worst", "best", "shortest",
    ]

    private static func text(_ words: ArraySlice<Substring>) -> String {
        var text = words.joined(separator: " ")
        while let last = text.last, " ,;—–-".contains(last) { text.removeLast() }
        return text
    }

    private static let choosing: Set<String> = ["or", "vs", "vs.", "versus"]
    private static let joining: Set<String> = ["and", "&", "n", "also", "plus", "-", "–", "—"]
    private static let asking: Set<String> = [
        "how", "what", "whats", "which", "when", "where", "who", "why", "hows", "was", "were", "is", "did", "does",
    ]
}

extension Coach {
    /// Answers both questions of a line one after the other.
    ///
    /// - Parameter whole: the answer to the line as one question.
    /// - Returns: nil where one of the two is not understood, or both tell nothing that one answer doesn't.
    mutating func answer(_ pair: QuestionPair, in line: String, unlike whole: Answer) throws -> Answer? {
        let changes = index.ownChanges
        let first = try reply(to: pair.first)
        guard first.isSettled, index.ownChanges == changes,
            pair.asksTwice || !first.understood.assumedPeriod
        else { return nil }
        let second = try reply(to: pair.second)
        guard second.isSettled, index.ownChanges == changes else { return nil }
        var both = first.followed(by: second)
        guard !whole.isSettled || both.tellsMore(than: whole) else { return nil }
        both.question = line.withoutControls
        both.requests = first.requests + second.requests
        talk.last = both
        return both
    }
}

extension Answer {
    /// Whether several figures of the same rows were asked for.
    fileprivate var asksOfSeveral: Bool {
        if case .ask(let ask)? = request { !ask.also.isEmpty } else { false }
    }

    /// Whether it has a figure or a row that another answer hasn't.
    fileprivate func tellsMore(than other: Answer) -> Bool {
        guard let own = evidence, let known = other.evidence else { return evidence != nil }
        let (values, rows) = (Set(known.figures.map(\.value)), Set(known.transactions.map(\.id)))
        return own.figures.contains { !values.contains($0.value) }
            || own.transactions.contains { !rows.contains($0.id) }
    }

    /// Whether it answers from data all that was asked.
    fileprivate var isSettled: Bool {
        guard let evidence, clarify == nil, unread.isEmpty, !understood.notes.contains(where: LineSplit.isNote) else {
            return false
        }
        guard case .ask(let ask)? = request else { return evidence.matched > 0 || !evidence.facts.isEmpty }
        // Of what is only paid for, nothing comes in that it could be held against.
        let isOfCosts = ask.selection.flow == .net && ask.selection.filter.isOfCosts
        return evidence.matched > 0 && !isOfCosts
    }
}

extension RowFilter {
    /// Whether it is of categories that money only goes out for.
    fileprivate var isOfCosts: Bool {
        switch self {
        case .category(let id): Taxonomy.builtIn[id]?.flow == .out
        case .and(let parts): parts.contains(where: \.isOfCosts)
        case .or(let parts): parts.allSatisfy(\.isOfCosts)
        default: false
        }
    }
}
