import Ledger

/// Words about a purchase that contradict what the program decided.
extension Verdict {
    private static let yes: [[String]] = [
        ["go", "ahead"], ["go", "for", "it"], ["buy", "it", "now"], ["you", "should", "buy"], ["safe", "to", "buy"],
        ["its", "a", "yes"],
    ]
    private static let wait: [[String]] = [
        ["should", "wait"], ["better", "to", "wait"], ["best", "to", "wait"], ["hold", "off"], ["wait", "until"],
        ["wait", "for"], ["wait", "a"], ["put", "it", "off"], ["postpone"],
    ]
    private static let skip: [[String]] = [
        ["skip", "it"], ["skip", "this"], ["do", "not", "buy"], ["dont", "buy"], ["should", "not", "buy"],
        ["shouldnt", "buy"], ["pass", "on", "it"], ["not", "worth"], ["leave", "it"],
    ]
    private static let cannot: [[String]] = [
        ["cannot", "afford"], ["cant", "afford"], ["can", "not", "afford"], ["unaffordable"], ["too", "expensive"],
        ["beyond", "your", "means"],
    ]

    /// What of a sentence goes against the verdict; nothing where none was given.
    func contradictions() -> [UnsupportedClaim] {
        guard let verdict = base.purchaseVerdict else { return [] }
        var phrases: [[String]] = []
        switch verdict {
        case .buy: phrases = Verdict.wait + Verdict.skip + Verdict.cannot
        case .wait: phrases = Verdict.yes + Verdict.skip
        case .skip: phrases = Verdict.yes + Verdict.wait
        }
        let opening = reading.key(0)
        let isOpposed =
            opening == "yes" && verdict != .buy || opening == "no" && verdict == .buy && reading.key(1) == ","
            || ["skip", "wait"].contains(opening) && verdict == .buy
        if isOpposed { return [fault(0..<1)] }
        for index in reading.tokens.indices {
            for phrase in phrases where phrase.indices.allSatisfy({ reading.key(index + $0) == phrase[$0] }) {
                let before = (max(0, index - 4)..<index).map(reading.key)
                let isOpen = before.contains {
                    ["if", "would", "could", "unless", "no", "not", "neednt", "until", "or", "reason"].contains($0)
                }
                // `wait until 6 November and then go ahead`
                let isLater = verdict == .wait && reading.has(["then", "after", "until", "once", "from"])
                if !isOpen, !isLater { return [fault(index..<index + phrase.count)] }
            }
        }
        return turnedThreshold()
    }

    private func fault(_ range: Range<Int>) -> UnsupportedClaim {
        UnsupportedClaim(text: reading.written(range), reason: "contradicts the verdict", kind: .direction)
    }

    /// `14 % avoidable, above the 60 % line`
    private func turnedThreshold() -> [UnsupportedClaim] {
        let percents = reading.claims.filter { $0.measure == .percent }
        guard percents.count == 2 else { return [] }
        let between = percents[0].tokens.upperBound..<percents[1].tokens.lowerBound
        for index in between {
            let isAbove = ["above", "over", "beyond", "past", "exceeds", "higher", "more"].contains(reading.key(index))
            let isBelow = ["below", "under", "beneath", "lower", "less", "short"].contains(reading.key(index))
            guard isAbove || isBelow else { continue }
            let isRight = isAbove == (percents[0].number.value > percents[1].number.value)
            return isRight ? [] : [fault(index..<index + 1)]
        }
        return []
    }
}

extension FactBase {
    /// What was decided of a purchase.
    enum PurchaseVerdict: Sendable {
        case buy, wait, skip

        /// - Parameter words: the first of the program's own reply.
        init?(_ words: [String]) {
            switch (words.first, words.dropFirst().first) {
            case ("yes", _): self = .buy
            case ("wait", _): self = .wait
            case ("skip", _), ("do", "not"): self = .skip
            default: return nil
            }
        }
    }
}
