import Ledger
import Understanding

/// What follows from two figures, whichever they are: a sum or difference to the cent, and what a sentence works out from
/// figures that it says itself.
extension Verdict {
    static let sums: Set<String> = DerivedFacts.joining.subtracting([
        "and", "two", "three", "four", "five", "all",
    ])
    .union(["between", "sum", "come", "comes", "came", "everything", "back", "were", "was", "before", "plus"])
    static let differences: Set<String> = DerivedFacts.differing.union(DerivedFacts.leaving)
        .subtracting(["and", "over", "to"])
        .union([
            "minus", "left", "stays", "stay", "away", "leaves", "leave", "remains", "remain", "besides", "alone", "net",
            "after", "before", "save", "saves", "kept", "keep", "jump", "swing", "spread", "instead", "gained", "gain",
            "only", "out", "room", "short", "range", "step", "off", "so", "other", "by", "bigger", "smaller",
        ])

    /// Whether a figure is worked out from two others.
    ///
    /// - Parameter facts: what each claim before this one is.
    func followsFromTwo(_ position: Int, _ facts: [[Fact]]) -> Bool {
        let claim = reading.claims[position]
        // `went from $17.99 to $19.99`: each is an amount of its own.
        let isStart =
            reading.key(claim.tokens.lowerBound - 1) == "from" && reading.key(claim.tokens.upperBound) == "to"
        if claim.isRepeated || isStart { return false }
        let isExact = claim.isMoney && claim.number.power == -2 && [.exactly, .about].contains(claim.relation)
        if isExact, !isFigure(claim), isOfAnyTwo(position) { return true }
        return isOfSaid(position, facts)
    }

    /// Whether an amount is a figure of its own, though not for such a time.
    private func isFigure(_ claim: Claim) -> Bool {
        base.facts.contains { fact in
            fact.money.map { magnitude(claim, $0.currency) == $0.minorUnits.magnitude } ?? false
        }
    }

    /// A sum or difference of any two amounts of one kind, in cents.
    private func isOfAnyTwo(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        var amounts = base.facts.filter { $0.money != nil && ($0.role != .row || base.rowRanking.count <= 12) }
        amounts += base.asked.compactMap { fact(asked: $0) }
        let (adds, subtracts) = (reading.has(Verdict.sums), reading.has(Verdict.differences))
        guard adds || subtracts else { return false }
        for (index, one) in amounts.enumerated() {
            for other in amounts[(index + 1)...] where one.per == other.per || one.per == nil || other.per == nil {
                guard let a = one.money, let b = other.money, a.currency == b.currency else { continue }
                let (x, y) = (a.minorUnits.magnitude, b.minorUnits.magnitude)
                let isSum = adds && x + y == magnitude(claim, a.currency)
                let isDifference = subtracts && (x > y ? x - y : y - x) == magnitude(claim, a.currency)
                if isSum && one.role != .change && other.role != .change || isDifference,
                    isOf(one, other, position)
                {
                    return true
                }
            }
        }
        return false
    }

    private func magnitude(_ claim: Claim, _ currency: Currency) -> UInt64? {
        claim.number.scaled(to: currency.minorDigits).map(\.magnitude)
    }

    private func fact(asked claim: Claim) -> Fact? {
        guard case .money(let currencies) = claim.measure, let currency = currencies.first,
            let units = claim.number.scaled(to: currency.minorDigits)
        else { return nil }
        return Fact(value: .money(Money(units, currency)))
    }

    /// Whether what is said of a figure is said of one of the two that it is worked out from.
    private func isOf(_ one: Fact, _ other: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        let names = reading.claimNames[position].map { reading.names[$0].labels }
        let labels = one.labels.union(other.labels)
        guard names.allSatisfy({ !$0.isDisjoint(with: labels) || $0.isDisjoint(with: base.labelled) }) else {
            return false
        }
        guard areSpokenOf(one, other) else { return false }
        let isUsual = [one, other].contains {
            $0.labels.contains("r:usual") || !$0.needs.isDisjoint(with: FactBuilder.usualWords)
        }
        if !isUsual, reading.has(FactBuilder.usualWords) { return false }
        if let unit = claim.per, one.per ?? other.per ?? unit != unit { return false }
        var fact = one
        fact.labels = labels
        fact.kinds = one.kinds.isEmpty || other.kinds.isEmpty ? [] : one.kinds.union(other.kinds).union([.net, .safe])
        fact.role = .other
        guard isCalledRight(fact, position) else { return false }
        let periods = reading.claimPeriods[position].map { reading.periods[$0] }
        return periods.allSatisfy { period in
            guard let meanings = base.days.meanings(of: period.form) else { return true }
            return [one, other].contains { fact in
                fact.period.map { own in meanings.isEmpty || meanings.contains { base.days.fits(own, said: $0) } }
                    ?? true
            }
        }
    }

    /// Whether both are spoken of by name, days or amount, or one of them is and the other is a month of the same list.
    private func areSpokenOf(_ one: Fact, _ other: Fact) -> Bool {
        let (a, b) = (isSpokenOf(one), isSpokenOf(other))
        let areMonths = [one, other].allSatisfy { $0.role == .group && $0.period != base.days.main && $0.period != nil }
        return a && b || (a || b) && areMonths
    }

    private func isSpokenOf(_ fact: Fact) -> Bool {
        let own = fact.labels.filter { !$0.hasPrefix("r:") }
        let isOfDays = fact.role == .group && own.isSubset(of: base.subject)
        if isOfDays {
            return reading.periods.contains { period in
                base.days.meanings(of: period.form)?.contains { $0 == fact.period } ?? false
            }
        }
        return own.isSubset(of: base.subject) && fact.role != .row
            || reading.names.contains { !$0.labels.isDisjoint(with: own) }
            || said.contains { !$0.isDisjoint(with: own) }
    }
}
