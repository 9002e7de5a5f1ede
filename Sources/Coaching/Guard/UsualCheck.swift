import Ledger

/// Whether a figure is said as what is usual, and so must be that.
extension Verdict {
    /// Words that stand between “usual” and its amount: `your usual month comes to about $6,690`.
    private static let between: Set<String> = [
        "month", "months", "amount", "level", "range", "spending", "total", "figure", "for", "is", "are", "was",
        "would", "be", "comes", "come", "came", "runs", "costs", "to", "at", "of", "around", "about", "roughly", "near",
        "some", "a", "the", "it", "you", "spend", "keep", "keeps", "save", "have", "put", "away", "aside", "earn",
        "pay",
    ]

    /// `your usual $53.08` is never the amount of a single row, nor of a month where what is usual is known.
    func fitsUsual(_ fact: Fact, _ position: Int) -> Bool {
        let isKnown = base.labelled.contains("r:usual")
        let isNow = fact.role == .total || fact.role == .group
        if isNow, !fact.labels.contains("r:usual"), isKnown, isInstead(position), hasUsual(fact) { return false }
        let isAverage = fact.role == .average || fact.per != nil || fact.labels.contains("r:usual")
        if !isAverage, [.total, .previous, .group, .row].contains(fact.role), saysTypical(position) { return false }
        guard fact.labels.contains("r:usual") else {
            if isKnown, fact.role == .change { return !isAgainstUsual(position) }
            let isOfDays = fact.role == .row || fact.role == .group || fact.needs == FactBuilder.couldSaveWords
            let isOfMonth =
                isKnown
                && (fact.role == .total || fact.role == .previous || !fact.needs.isEmpty
                    || fact.role == .other && fact.labels.contains { $0.hasPrefix("n:") })
            return !(isOfDays || isOfMonth) || !isUsual(position)
        }
        // What is usual for a category is said with its name.
        let own = fact.labels.filter { !$0.hasPrefix("r:") }
        guard
            own.isEmpty || !own.isDisjoint(with: base.subject) && reading.names.isEmpty
                || reading.names.contains(where: { !$0.labels.isDisjoint(with: own) })
        else { return false }
        guard fact.role == .previous else { return true }
        // `instead of $225.01` may be of other days as well.
        if !reading.has(FactBuilder.usualWords.subtracting(["instead"])) {
            return reading.claimPeriods[position].isEmpty && isInstead(position)
        }
        return reading.thought(around: reading.claims[position].tokens.lowerBound).contains {
            FactBuilder.usualWords.contains(reading.key($0))
        }
    }

    /// `$382.73 instead of $225.01`: what stands behind it is what is usual.
    private func isInstead(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        let start = claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
        return (start - 3..<start).contains { reading.key($0) == "instead" && reading.key($0 + 1) == "of" }
    }

    private func hasUsual(_ fact: Fact) -> Bool {
        base.facts.contains { other in
            other.role == .previous && other.labels.contains("r:usual")
                && other.labels.subtracting(["r:usual"]) == fact.labels
        }
    }

    /// `$400 is right around what you usually spend`, where that is far from it.
    func wrongNearUsual() -> [UnsupportedClaim]? {
        for claim in reading.claims where claim.isMoney {
            let behind = claim.tokens.upperBound..<claim.tokens.upperBound + 6
            guard
                let near = behind.first(where: {
                    ["around", "about", "near", "close", "like"].contains(reading.key($0))
                }),
                !behind.contains(where: { DirectionCheck.negations.contains(reading.key($0)) }),
                (near + 1...near + 4).contains(where: { FactBuilder.usualWords.contains(reading.key($0)) }),
                reading.thought(around: claim.tokens.lowerBound).contains(near)
            else { continue }
            let usual = base.facts.filter { fact in
                let own = fact.labels.filter { !$0.hasPrefix("r:") }
                let isUsual = fact.labels.contains("r:usual") || fact.needs == FactBuilder.usualWords
                let isOfMonth = fact.per == .month && fact.role == .average
                return fact.money != nil && (isUsual || isOfMonth) && fact.role != .change
                    && (reading.names.isEmpty || own.isEmpty
                        || reading.names.contains { !$0.labels.isDisjoint(with: own) })
            }.compactMap { $0.money.map { Double($0.minorUnits) / Double($0.currency.minorPerMajor) } }
            let isNear = usual.contains { abs($0 - claim.number.value) <= $0 * 0.2 }
            if !usual.isEmpty, !isNear {
                return [
                    UnsupportedClaim(
                        text: reading.written(claim.tokens.lowerBound..<near + 1), reason: "is not near it",
                        kind: .money)
                ]
            }
        }
        return nil
    }

    /// `$7,568.29 in a typical month`
    private func saysTypical(_ position: Int) -> Bool {
        let units: Set<String> = ["month", "week", "year", "day"]
        return reading.thought(around: reading.claims[position].tokens.lowerBound).contains { index in
            guard ["typical", "usual", "normal", "average"].contains(reading.key(index)),
                units.contains(reading.key(index + 1))
            else { return false }
            let start = ["a", "the", "your"].contains(reading.key(index - 1)) ? index - 2 : index - 1
            return reading.key(start) == "in" && !["than", "as", "from"].contains(reading.key(start - 1))
        }
    }

    /// `your usual $53.08`, `$225.01 is usual`.
    private func isUsual(_ position: Int) -> Bool {
        let tokens = reading.claims[position].tokens
        var index = tokens.lowerBound - 1
        while index >= max(0, tokens.lowerBound - 6),
            Verdict.between.contains(reading.key(index)) || reading.names.contains(where: { $0.tokens.contains(index) })
        {
            index -= 1
        }
        // `double its usual at $211.90`
        let isTimes =
            reading.key(tokens.lowerBound - 1) == "at"
            && (index - 3..<index).contains {
                ["double", "twice", "times", "triple", "above", "below", "over", "under", "than"].contains(
                    reading.key($0))
            }
        if !isTimes, ["usual", "normal", "typical", "usually", "normally", "typically"].contains(reading.key(index)) {
            return true
        }
        let (verb, word) = (reading.key(tokens.upperBound), reading.key(tokens.upperBound + 1))
        return ["is", "are", "was", "were"].contains(verb) && ["usual", "normal", "typical", "what"].contains(word)
    }

    /// `$425.82 above your usual`: what stands behind it within the same thought.
    private func isAgainstUsual(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.upperBound
        let thought = reading.thought(around: reading.claims[position].tokens.lowerBound)
        for index in start..<max(start, min(start + 7, thought.upperBound)) {
            if reading.periods.contains(where: { $0.tokens.contains(index) }) { return false }
            if FactBuilder.usualWords.contains(reading.key(index)) { return true }
        }
        return false
    }
}
