import Ledger

/// Says that something changed where the evidence has nothing that it could be held against.
extension DirectionCheck {
    private static let elsewhere: Set<String> = [
        "on", "under", "within", "in", "into", "between", "below", "short", "behind", "off", "out", "to third", "over",
    ]
    private static let degrees: Set<String> = [
        "sharply", "slightly", "significantly", "considerably", "steeply", "noticeably", "dramatically", "markedly",
        "substantially", "modestly",
    ]
    private static let earlier: Set<String> = [
        "usual", "normal", "typical", "before", "always", "ever", "average", "last", "previous", "prior", "yours",
    ]

    /// `groceries fell to $671.51`, `more than usual`, `a record high`.
    func unknownChange() -> [UnsupportedClaim] {
        guard !base.hasComparison, !reading.isOffer else { return [] }
        for index in reading.tokens.indices {
            guard let end = changeEnd(at: index), !isWithin(index), !isHypothetical(index) else { continue }
            return [
                UnsupportedClaim(
                    text: reading.written(index..<end), reason: "is not known: there is nothing to compare with",
                    kind: .direction)
            ]
        }
        return []
    }

    /// Where the words end that say a change beginning at `index`; nil where none do.
    private func changeEnd(at index: Int) -> Int? {
        let (word, next) = (reading.key(index), reading.key(index + 1))
        if ChangeWords.isChange(word) {
            // `you dropped $230 at …`
            if reading.claims.contains(where: {
                $0.isMoney && ($0.tokens.contains(index + 1) || $0.relationWords.contains(index + 1))
            }) {
                return nil
            }
            let isElsewhere = DirectionCheck.elsewhere.contains(next) && !(next == "in" && reading.key(index + 2) != "")
            return isElsewhere || next == "-" || ["to", "fall", "slide"].contains(word) ? nil : index + 1
        }
        if ChangeWords.motions.contains(word), ["up", "down", "higher", "lower"].contains(next) { return index + 2 }
        if ["is", "are", "was", "were", "youre", "its"].contains(word), ["up", "down"].contains(next),
            !["to", "there", "next", "with", "for"].contains(reading.key(index + 2))
        {
            return index + 2
        }
        if ["up", "down", "higher", "lower"].contains(word), DirectionCheck.degrees.contains(next) { return index + 2 }
        if ["more", "less", "higher", "lower", "fewer"].contains(word), next == "than" {
            let rest = (index + 2...index + 5).map(reading.key)
            return rest.contains(where: DirectionCheck.earlier.union(FactBuilder.usualWords).contains) ? index + 2 : nil
        }
        if ChangeWords.isCutBack(word, next) { return index + 2 }
        if word == "same", ["as", "amount"].contains(next) {
            return (index + 2...index + 5).map(reading.key).contains(where: DirectionCheck.earlier.contains)
                ? index + 2 : nil
        }
        if word == "record", ["high", "low", "month", "spending", "level", "amount"].contains(next) {
            return index + 2
        }
        return ChangeWords.isSteady(word, after: reading.key(index - 1))
            && ["held", "stayed", "remained", "barely", "hardly", "scarcely", "was", "is"].contains(
                reading.key(index - 1))
            ? index + 1 : nil
    }

    private func isWithin(_ index: Int) -> Bool {
        reading.names.contains { $0.tokens.contains(index) } || reading.periods.contains { $0.tokens.contains(index) }
            || reading.claims.contains { $0.tokens.contains(index) || $0.relationWords.contains(index) }
    }

    /// What could be, is asked not to be, or is to be done.
    private func isHypothetical(_ index: Int) -> Bool {
        let before = (max(0, index - 4)..<index).map(reading.key)
        let words: Set<String> = [
            "would", "could", "might", "should", "if", "cannot", "cant", "can", "whether", "unless", "help", "helps",
            "will",
        ]
        return before.contains(where: words.union(DirectionCheck.negations).contains) || before.last == "to"
            || reading.tokens.indices.contains { ["if", "whether"].contains(reading.key($0)) }
    }
}
