import Ledger

/// What a sentence says happened that nothing tells of: that everything is booked, that money was set aside, that what was moved
/// between a person's own accounts was spent or went the other way.
extension Verdict {
    private func fault(_ range: Range<Int>, _ reason: String) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: .absence)]
    }

    private func says(_ words: Set<String>, _ range: Range<Int>) -> Bool {
        range.contains { words.contains(reading.key($0)) }
    }

    /// `all of it has cleared`, where some is pending.
    func wrongAllCleared() -> [UnsupportedClaim]? {
        guard base.hasPending, reading.names.allSatisfy({ !$0.labels.isDisjoint(with: base.subject) }),
            !reading.has(["but", "except", "apart", "aside", "besides", "excluding"])
        else { return nil }
        for index in reading.tokens.indices {
            let before = max(0, index - 6)..<index
            let isCleared = ["cleared", "settled", "posted", "final", "booked", "finalized"].contains(
                reading.key(index))
            let isAll = says(["all", "everything", "every", "fully", "completely", "entire", "whole", "full"], before)
            let isNone = reading.key(index) == "pending" && says(["nothing", "none"], before)
            let isNegated = says(["not", "hasnt", "havent", "isnt", "until", "once", "when", "if"], before)
            if isCleared && isAll && !isNegated || isNone { return fault(index..<index + 1, "is not so") }
        }
        return nil
    }

    /// `you have already set money aside for it`, where no goal is known.
    func inventedSaving() -> [UnsupportedClaim]? {
        for index in reading.tokens.indices where ["aside", "earmarked", "budgeted"].contains(reading.key(index)) {
            let thought = reading.thought(around: index)
            let before = thought.lowerBound..<index
            let isDone = reading.key(index) != "aside" || says(["set", "put"], before)
            let isYours =
                says(["youve", "youd"], before) || says(["you"], before) && says(["have", "had", "already"], before)
            let isOpen = says(["could", "can", "if", "should", "would", "to", "not", "never", "havent"], before)
            let isFigure = reading.claims.contains { thought.contains($0.tokens.lowerBound) }
            if isDone, isYours, !isOpen, !isFigure, !base.words.contains(reading.key(index)) {
                return fault(index..<index + 1, "is not known")
            }
        }
        return nil
    }

    /// `this counts toward your spending`, of what was moved between one's own accounts.
    func wrongSpendingOfTransfer() -> [UnsupportedClaim]? {
        guard base.flow == [.transfer] else { return nil }
        for index in reading.tokens.indices
        where ["spending", "expense", "expenses", "expenditure"].contains(reading.key(index)) {
            let reach = max(0, index - 8)..<min(index + 6, reading.tokens.count)
            let isCounted = says(
                [
                    "counts", "count", "counted", "counting", "part", "included", "adds", "added", "includes", "toward",
                    "towards",
                ],
                reach)
            let isTurned = says(
                [
                    "not", "no", "isnt", "doesnt", "dont", "never", "without", "nor", "neither", "outside", "rather",
                    "wasnt", "arent", "excluded", "none",
                ],
                max(0, index - 10)..<min(index + 6, reading.tokens.count))
            if isCounted, !isTurned { return fault(index..<index + 1, "is not so: it was moved") }
        }
        return nil
    }

    /// `you took $40 out of Savings`, where it went there.
    func wrongSideOfTransfer() -> [UnsupportedClaim]? {
        guard base.flow == [.transfer] else { return nil }
        func ways(_ said: SentenceReading) -> [(labels: Set<String>, isTo: Bool, tokens: Range<Int>)] {
            said.names.compactMap { name in
                var place = name.tokens.lowerBound - 1
                while ["your", "the", "my"].contains(said.key(place)) { place -= 1 }
                let isOut = said.key(place) == "from" || said.key(place) == "of" && said.key(place - 1) == "out"
                let isIn = ["to", "into", "in"].contains(said.key(place))
                return isOut || isIn ? (name.labels, isIn, name.tokens) : nil
            }
        }
        let known = base.composed.flatMap { ways(SentenceReading($0, base)) }
        for way in ways(reading) {
            let own = known.filter { !$0.labels.isDisjoint(with: way.labels) }
            if !own.isEmpty, own.allSatisfy({ $0.isTo != way.isTo }) {
                return fault(max(0, way.tokens.lowerBound - 1)..<way.tokens.upperBound, "is the other way")
            }
        }
        return nil
    }
}
