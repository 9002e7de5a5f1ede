import Ledger

/// What a sentence says of many things at once: that each month was higher, that one of two comes first.
extension Verdict {
    /// `every month`, `each week`, `month after month`
    private func saysAlways(_ index: Int) -> Bool {
        let units: Set<String> = ["month", "week", "year", "day", "quarter"]
        switch reading.key(index) {
        case "steadily", "consistently", "continuously": return true
        case "every", "each":
            return units.contains(reading.key(index + 1)) || units.contains(reading.key(index + 2))
        case "month", "week", "year", "day", "quarter":
            return ["after", "by"].contains(reading.key(index + 1)) && reading.key(index + 2) == reading.key(index)
        default: return false
        }
    }

    /// `spending climbed every month since July`, where one of them was lower than that before it.
    func wrongTrend() -> [UnsupportedClaim]? {
        let check = DirectionCheck(reading, base, facts: reading.claims.map { _ in [] })
        guard reading.claims.isEmpty, let always = reading.tokens.indices.first(where: saysAlways),
            let index = reading.tokens.indices.first(where: { check.direction(at: $0) != nil }),
            let direction = check.direction(at: index)
        else { return nil }
        let open = reading.periods.first(where: \.isOpen).flatMap { base.days.meanings(of: $0.form)?.first }
        let groups = base.ranking.compactMap { ranked in
            ranked.period.flatMap { own in ranked.labels.isEmpty ? (start: own.start, size: ranked.size) : nil }
        }.filter { $0.start >= open?.start ?? $0.start }.sorted { $0.start < $1.start }
        guard groups.count > 2 else { return nil }
        let isSo = zip(groups, groups.dropFirst()).allSatisfy { a, b in (b.size - a.size).signum() == direction }
        return isSo
            ? nil
            : [
                UnsupportedClaim(
                    text: reading.written(min(index, always)..<max(index, always) + 1), reason: "is not so each time",
                    kind: .direction)
            ]
    }

    /// `you saved money every month`, where in one of them more went out than came in.
    func wrongAlways() -> [UnsupportedClaim] {
        guard reading.claims.isEmpty, let always = reading.tokens.indices.first(where: saysAlways),
            reading.kinds.contains(where: { $0.kinds.contains(.net) }) || reading.has(["black", "surplus"])
        else { return [] }
        let left = base.facts.filter { $0.role == .group && $0.kinds.contains(.net) }.compactMap {
            $0.money?.minorUnits
        }
        guard left.count > 1, left.contains(where: { $0 < 0 }) else { return [] }
        return [
            UnsupportedClaim(
                text: reading.written(always..<always + 1), reason: "is not so each time", kind: .direction)
        ]
    }

    private static let asksMore: Set<String> = ["more", "most", "bigger", "higher", "larger", "dearer", "biggest"]
    private static let asksLess: Set<String> = ["less", "fewer", "least", "lower", "smaller", "cheaper"]

    /// `Restaurants, by $376.74: …` to `did I spend more on groceries or restaurants?`
    func wrongLead() -> [UnsupportedClaim]? {
        guard said.isEmpty, base.ranking.count == 2, base.ranking[0].size != base.ranking[1].size,
            let name = reading.names.first, name.tokens.lowerBound == 0, !name.isLeftOut,
            [",", ".", "!", "–", "—", ";", ""].contains(reading.key(name.tokens.upperBound))
        else { return nil }
        let isMore = !base.questionWords.isDisjoint(with: Verdict.asksMore)
        guard isMore != !base.questionWords.isDisjoint(with: Verdict.asksLess) else { return nil }
        guard base.ranking[isMore ? 1 : 0].labels.isDisjoint(with: name.labels) else {
            return [UnsupportedClaim(text: reading.written(name.tokens), reason: "is the wrong one", kind: .direction)]
        }
        return nil
    }

    /// What was before is not said of days that are named alone: `$415.34 in August over 5 visits`.
    func speaksOfBefore(_ fact: Fact) -> Bool {
        guard let own = fact.period, !reading.periods.isEmpty else { return true }
        let isNamed = reading.periods.contains { period in
            guard let meanings = base.days.meanings(of: period.form) else { return true }
            return meanings.isEmpty || meanings.contains { base.days.fits(own, said: $0) }
        }
        return isNamed || reading.has(Verdict.earlier)
    }

    private static let earlier: Set<String> = DirectionCheck.contexts.union(DirectionCheck.references)
        .union(ChangeWords.rises).union(ChangeWords.falls).subtracting(["over", "to", "month", "above", "below"])
        .union(["then", "earlier", "instead", "rather", "while", "whereas", "but"])

    // MARK: Ranges

    /// `between $671.51 and $702.30`: both ends are figures of their own.
    func isRangeOfFacts(_ claim: Claim, _ derived: [Fact]) -> Bool {
        guard case .to(let upper) = claim.relation else { return false }
        var (low, high) = (claim, claim)
        low.relation = .exactly
        high.relation = .exactly
        high.number = upper
        let facts = base.facts + derived
        return facts.contains { $0.supports(low) } && facts.contains { $0.supports(high) } || holdsAll(claim)
    }

    /// `each month came in between $6,400 and $7,200`
    private func holdsAll(_ claim: Claim) -> Bool {
        let groups = base.facts.filter { fact in
            fact.role == .group && fact.money != nil && fact.per == nil
                && base.ranking.contains { $0.labels == fact.labels && $0.period == fact.period }
        }
        return groups.count > 1 && claim.isMoney && reading.names.isEmpty
            && reading.has(["each", "every", "all", "always", "ranged", "ranging"])
            && groups.allSatisfy { $0.supports(claim) }
    }

    // MARK: Answers without a figure

    private static let telling: Set<String> = [
        "went", "was", "were", "is", "are", "took", "came", "spent", "leads", "led", "followed", "goes", "go", "topped",
    ]

    /// Whether words without a figure answer all the same, being right: which is the largest, which way it went, yes or no.
    var answersInWords: Bool {
        guard faults.isEmpty, !reading.isOffer else { return false }
        if let opening = base.opening, reading.key(0) == opening { return true }
        if StatementCheck(reading, base).saysRank { return true }
        let names = reading.names.filter { name in
            base.ranking.contains { !$0.labels.isDisjoint(with: name.labels) }
                && name.labels.isDisjoint(with: base.questionLabels)
        }
        if !names.isEmpty, reading.has(Verdict.telling) { return true }
        return DirectionCheck(reading, base, facts: reading.claims.map { _ in [] }).saysWay
    }

    /// `No, you did not.`, where the program's own reply begins with `Yes, $71.51 more`.
    func wrongOpening() -> [UnsupportedClaim] {
        guard said.isEmpty, let opening = base.opening, ["yes", "no"].contains(reading.key(0)),
            reading.key(0) != opening, [",", ".", "!", "–", "—", "you", ";", ":"].contains(reading.key(1))
        else { return [] }
        return [UnsupportedClaim(text: reading.written(0..<1), reason: "is the wrong answer", kind: .direction)]
    }
}

extension DirectionCheck {
    /// Whether a direction is said of something whose way is known.
    var saysWay: Bool {
        reading.tokens.indices.contains { index in
            direction(at: index) != nil && (knownChange(at: index) != nil || operands.count > 1)
        }
    }
}
