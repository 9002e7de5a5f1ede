import Advice
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
        ["advise", "against"], ["advise", "you", "against"], ["recommend", "against"], ["better", "skip"],
        ["skip", "them"], ["better", "not"],
    ]
    private static let cannot: [[String]] = [
        ["cannot", "afford"], ["cant", "afford"], ["can", "not", "afford"], ["unaffordable"], ["too", "expensive"],
        ["beyond", "your", "means"],
    ]

    private static let affordable: [[String]] = [
        ["can", "afford"], ["is", "affordable"], ["fits", "in", "your"], ["fits", "into", "your"], ["fits", "your"],
        ["fits", "within"], ["within", "your", "budget"], ["within", "your", "means"], ["covers", "it"],
        ["covers", "$"], ["covers", "the", "$"], ["cover", "it"], ["cover", "$"], ["cover", "the", "$"],
        ["enough", "for", "it"], ["enough", "to", "buy"],
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
        if base.keepsReserve == false { phrases += Verdict.affordable }
        let opening = reading.key(0)
        let isOpposed =
            opening == "yes" && verdict != .buy || opening == "no" && verdict == .buy && reading.key(1) == ","
            || ["skip", "wait"].contains(opening) && verdict == .buy
        if isOpposed { return [fault(0..<1)] }
        // `you can't really afford it`: adverbs change nothing.
        let words = reading.tokens.indices.filter { !Verdict.soft.contains(reading.key($0)) }
        func key(_ place: Int) -> String { words.indices.contains(place) ? reading.key(words[place]) : "" }
        for (place, index) in words.enumerated() {
            for phrase in phrases where phrase.indices.allSatisfy({ key(place + $0) == phrase[$0] }) {
                let before = (max(0, index - 4)..<index).map(reading.key)
                // `the 60 % from which I advise against it`
                let isOfLine =
                    phrase.last == "against"
                    && (max(0, index - 7)..<index).contains {
                        ["where", "which", "from", "on", "when", "line", "threshold"].contains(reading.key($0))
                    }
                let isOpen = isOfLine || before.contains { Verdict.openers.contains($0) }
                // `wait until 6 November and then go ahead`
                let isLater = verdict == .wait && reading.has(["then", "after", "until", "once", "from"])
                if !isOpen, !isLater { return [fault(index..<words[place + phrase.count - 1] + 1)] }
            }
        }
        return turnedThreshold() + turnedReserve()
    }

    /// Words that leave open what follows them, or turn it.
    private static let openers: Set<String> = [
        "if", "would", "could", "unless", "no", "not", "neednt", "until", "or", "reason", "cannot", "cant", "doesnt",
        "wont", "wouldnt", "isnt", "never", "barely", "hardly", "nor",
    ]
    private static let soft: Set<String> = [
        "really", "quite", "actually", "currently", "comfortably", "easily", "safely", "just", "simply", "definitely",
        "probably", "realistically", "honestly",
    ]
    private static let hedges: Set<String> = [
        "not", "never", "wont", "wouldnt", "without", "no", "doesnt", "dont", "far", "if", "unless", "instead", "cant",
        "cannot", "isnt", "rather", "avoid", "nowhere",
    ]

    /// `the sofa would take you below your reserve`, where the lowest balance stays above it.
    private func turnedReserve() -> [UnsupportedClaim] {
        guard let keeps = base.keepsReserve else { return [] }
        for index in reading.tokens.indices {
            let isZero = reading.key(index) == "zero"
            guard isZero && keeps || ["reserve", "cushion", "buffer"].contains(reading.key(index)) else { continue }
            let sides: Set<String> = ["below", "under", "beneath", "through", "above", "over"]
            guard let word = (max(0, index - 4)..<index).last(where: { sides.contains(reading.key($0)) }) else {
                continue
            }
            let isBelow = !["above", "over"].contains(reading.key(word))
            let isNegated = (max(0, word - 6)..<word).contains {
                Verdict.hedges.contains(reading.key($0)) && (reading.key($0) != "far" || reading.key($0 + 1) == "from")
            }
            if (isBelow != isNegated) == keeps { return [fault(word..<index + 1)] }
        }
        return []
    }

    private func fault(_ range: Range<Int>) -> UnsupportedClaim {
        UnsupportedClaim(text: reading.written(range), reason: "contradicts the verdict", kind: .direction)
    }

    /// `14 % avoidable, above the 60 % line`
    private func turnedThreshold() -> [UnsupportedClaim] {
        let percents = reading.claims.filter { $0.measure == .percent }
        guard percents.count == 2 else { return [] }
        let between = Range.gap(percents[0].tokens, percents[1].tokens)
        for index in between {
            let isAbove = ["above", "over", "beyond", "past", "exceeds", "higher", "more", "crosses", "crossed"]
                .contains(
                    reading.key(index))
            let isBelow = ["below", "under", "beneath", "lower", "less", "short"].contains(reading.key(index))
            guard isAbove || isBelow else { continue }
            let isRight = isAbove == (percents[0].number.value > percents[1].number.value)
            return isRight ? [] : [fault(index..<index + 1)]
        }
        return []
    }
}
