/// A sum that several share: `the power bill split 3 ways`, `groceries in May divided by the four of us`, `what did we pay per
/// child, there are 2`.
public struct SharedSum {
    /// The question about the whole sum; nil where the line only shares what was answered before.
    public let question: String?
    /// How many share it.
    public let parts: Int

    /// - Parameter reader: reads lines as they stand in the conversation.
    /// - Returns: nil where nobody shares anything, or what would be shared is no question about rows.
    public init?(_ line: String, _ reader: LineReader) {
        let read = reader.clauses(of: line)
        let said = read.clauses.compactMap { item -> (parts: Int, tokens: Range<Int>, isCounted: Bool)? in
            switch item.clause {
            case .shared(let parts): (parts, item.tokens, false)
            case .sharers(let parts): (parts, item.tokens, true)
            default: nil
            }
        }
        guard let shared = said.max(by: { $0.tokens.count < $1.tokens.count }) else { return nil }
        let splits = read.keys.indices.filter { place in SharedSum.verbs.contains { read.keys[place].hasPrefix($0) } }
        // `split the Costco charge 3 ways` is an order, `3 ways to spend less` no split.
        let isOrder =
            splits.first == 0
            && read.clauses.contains { item in
                item.clause == .rowWord
                    || item.clause == .purchaseWord && item.tokens.lowerBound < shared.tokens.lowerBound
            }
        guard shared.isCounted || !splits.isEmpty, !isOrder else { return nil }
        var keep = read.tokens.indices.filter { !shared.tokens.contains($0) }
        var words = read.tokens.map(\.text)
        if shared.isCounted {
            // `per dog, there are 2`: of the dogs, and each has a part of it.
            guard
                let each = keep.first(where: { place in
                    SharedSum.eachWords.contains(read.keys[place])
                        && (place + 1 == read.keys.count || !PhraseGrammar.builtIn.namesUnit(read.keys[place + 1])
                            || SharedSum.people.contains(read.keys[place + 1]))
                })
            else { return nil }
            let isOfPeople = each + 1 == read.keys.count || SharedSum.people.contains(read.keys[each + 1])
            if isOfPeople {
                // `groceries split per person`: the verb goes with it.
                let isSplit = splits.contains(each - 1)
                keep.removeAll { (each - (isSplit ? 1 : 0)...each + 1).contains($0) }
            } else {
                words[each] = "on"
            }
        }
        keep = SharedSum.trimmed(keep, read.keys, behind: shared.tokens.upperBound)
        let content = keep.filter { place in
            read.tokens[place].form != .sign && !GrammarWords.builtIn[.filler].contains(read.keys[place])
                && !GrammarWords.builtIn[.splitting].contains(read.keys[place])
                && !GrammarWords.builtIn[.questioning].contains(read.keys[place])
        }
        parts = shared.parts
        guard !content.isEmpty else {
            question = nil
            return
        }
        let rest = keep.reduce(into: "") { text, place in
            if !text.isEmpty, read.tokens[place].hasSpaceBefore || !keep.contains(place - 1) { text += " " }
            text += words[place]
        }
        guard let best = reader.candidates(rest).first(where: \.isAsk), case .ask(let ask) = best.request,
            best.unread.isEmpty,
            ask.view == .figures || ask.limit == 1, best.namesSomething || ask.limit == 1
        else { return nil }
        question = rest
    }

    /// Without words that say no more than that a sum is shared: `if we split … with Ann, what's each person's part`.
    private static func trimmed(_ places: [Int], _ keys: [String], behind end: Int) -> [Int] {
        let words = GrammarWords.builtIn
        var head = places.filter { $0 < end }
        var tail = places.filter { $0 >= end }
        let opening = head.prefix { words[.splitting].contains(keys[$0]) || words[.opening].contains(keys[$0]) }
        if opening.contains(where: { keys[$0].hasPrefix("split") || keys[$0].hasPrefix("divid") }) {
            head.removeFirst(opening.count)
        }
        // Who shares it is no part of the question.
        if let first = tail.first, keys[first] == "with", tail.count > 1 { tail.removeFirst(2) }
        let says = tail.contains { place in
            !words[.sharing].contains(keys[place]) && !words[.questioning].contains(keys[place])
                && !words[.filler].contains(keys[place]) && keys[place].contains(where: \.isLetter)
        }
        if !says { tail = [] }
        while let last = head.last, [",", "-", "("].contains(keys[last]) || tail.isEmpty && keys[last] == "and" {
            head.removeLast()
        }
        return head + tail
    }

    private static let verbs = ["split", "divid", "divv", "shar", "half"]
    private static let eachWords: Set<String> = ["per", "each", "every"]
    private static var people: Set<String> { GrammarWords.builtIn[.sharing] }
}
