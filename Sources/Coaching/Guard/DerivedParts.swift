import Ledger

/// Facts about parts of the whole: the first few together, what is left without some.
extension DerivedFacts {
    /// What is left of a whole has no name; this label keeps it from being said of one.
    static let rest = "x:rest"
    private static let restWords: Set<String> = [
        "rest", "else", "other", "others", "remaining", "remainder", "everything", "elsewhere", "besides", "outside",
        "apart", "aside", "without", "excluding", "leaving", "spread",
    ]

    /// The first two, three … of the ranking together.
    mutating func addTop() {
        guard base.ranking.count > 1 else { return }
        let ranked = base.ranking.prefix(10).map { ranked in
            thing(base.facts.filter { $0.role == .group && $0.labels == ranked.labels && $0.period == ranked.period })
        }
        for length in 2...max(2, ranked.count) where length <= ranked.count { addSum(Array(ranked.prefix(length))) }
        guard reading.has(RankWords.least) else { return }
        for length in 2..<max(2, ranked.count) { addSum(Array(ranked.suffix(length))) }
    }

    /// `Together they took $156.39`: those that the sentences before named.
    mutating func addSaid() {
        var things: [NamedThing] = []
        for labels in said.suffix(6) {
            let facts = base.facts.filter { $0.role == .group && !own($0.labels).isDisjoint(with: own(labels)) }
            if let first = facts.first, !things.contains(where: { $0.labels == first.labels }) {
                things.append(thing(facts))
            }
        }
        let start = found.count
        for length in 2..<max(2, things.count + 1) { addSum(Array(things.suffix(length))) }
        // They are meant without being named again.
        for index in start..<found.count { found[index].parts = [] }
    }

    /// What facts of one thing say of it.
    func thing(_ facts: [Fact]) -> NamedThing {
        var thing = NamedThing(labels: facts.first?.labels ?? [], period: facts.first?.period)
        thing.kinds = facts.first?.kinds ?? []
        for fact in facts {
            switch fact.value {
            case .money(let money):
                if thing.money == nil { (thing.money, thing.per) = (money, fact.per) }
            case .count(let count, .rows): thing.count = thing.count ?? count
            case .percent(let percent):
                // The last is the most exact.
                if fact.whole != .before { (thing.percent, thing.whole) = (percent, fact.whole) }
            default: break
            }
        }
        return thing
    }

    mutating func addRest(_ things: [NamedThing]) {
        let totals = base.facts.filter { $0.role == .total && $0.money != nil }
        let parts = things.isEmpty ? totals.map { thing([$0]) } : things
        let isPosted = base.hasPending && reading.has(["posted", "settled", "cleared", "gone"])
        for total in totals {
            guard let whole = total.money else { continue }
            for part in parts where part.labels != total.labels && part.kinds == total.kinds {
                addRest(of: total, whole, part.money)
            }
            // What is left of what came in.
            if total.kinds == [.income], total.labels.isEmpty {
                for part in parts where part.kinds == [.spending] && part.period == total.period {
                    addRest(of: total, whole, part.money, isOpen: true)
                }
            }
            guard isPosted else { continue }
            for fact in base.facts
            where fact.role == .other && fact.labels == total.labels && fact.period == total.period {
                if let money = fact.money, let rest = try? whole - money {
                    found.append(
                        Fact(value: .money(rest), labels: total.labels, period: total.period, kinds: total.kinds))
                }
            }
        }
        addPercentOfRest(parts)
        addPartsOfRest(things)
    }

    private mutating func addRest(of total: Fact, _ whole: Money, _ part: Money?, isOpen: Bool = false) {
        guard let part, let rest = try? whole - part, rest.minorUnits >= 0 else { return }
        found.append(Fact(value: .money(rest), period: total.period, kinds: isOpen ? [] : total.kinds))
    }

    /// `the other 63.5 %`, where the sentence speaks of a rest.
    private mutating func addPercentOfRest(_ parts: [NamedThing]) {
        var known = parts.map { ($0.percent, $0.kinds, $0.whole) }
        if reading.names.isEmpty {
            for fact in base.facts where [.group, .other, .total].contains(fact.role) {
                if case .percent(let percent) = fact.value, fact.whole != .before,
                    fact.role == .total || base.ranking.count <= 2 || base.ranking.first?.labels == fact.labels
                {
                    known.append((percent, fact.kinds, fact.whole))
                }
            }
        }
        if parts.count > 1, parts.allSatisfy({ $0.percent != nil }) {
            known.append((parts.reduce(0) { $0 + ($1.percent ?? 0) }, parts[0].kinds, parts[0].whole))
        }
        for (percent, kinds, whole) in known {
            guard let percent else { continue }
            // What did not go out of what came in stayed.
            if case .all(.income, _)? = whole, kinds == [.spending] {
                found.append(
                    Fact(
                        value: .percent(100 - percent), labels: [DerivedFacts.rest], kinds: [.spending, .net],
                        whole: whole, needs: DerivedFacts.restWords))
            }
            var fact = Fact(value: .percent(100 - percent), labels: [DerivedFacts.rest], kinds: kinds, whole: whole)
            fact.needs = DerivedFacts.restWords
            found.append(fact)
        }
    }

    /// `about $8,265, $1,008 less than the $9,273.23 in it today`: two balances and how far they are apart.
    mutating func addBalanceDifferences() {
        let ways = ["less": -1, "lower": -1, "below": -1, "under": -1, "more": 1, "higher": 1, "above": 1, "over": 1]
        func balances(_ claim: Claim) -> [Fact] {
            base.facts.filter { $0.kinds.contains(.balance) && $0.money != nil && $0.supports(claim) }
        }
        for position in reading.claims.indices.dropFirst().dropLast() {
            let claim = reading.claims[position]
            guard claim.isMoney, let way = ways[reading.key(claim.tokens.upperBound)] else { continue }
            for first in balances(reading.claims[position - 1]) {
                for second in balances(reading.claims[position + 1]) {
                    guard let a = first.money, let b = second.money, let difference = try? a - b,
                        difference.minorUnits.signum() == way
                    else { continue }
                    found.append(Fact(value: .money(difference.magnitude), labels: first.labels, kinds: first.kinds))
                }
            }
        }
    }

    /// `without rent, groceries were 16.4 % of the rest`
    private mutating func addPartsOfRest(_ things: [NamedThing]) {
        let left = reading.names.filter(\.isLeftOut)
        let totals = base.facts.filter { $0.role == .total && $0.money != nil }
        guard !left.isEmpty, totals.count == 1, let whole = totals[0].money else { return }
        func isLeftOut(_ thing: NamedThing) -> Bool { left.contains { !$0.labels.isDisjoint(with: thing.labels) } }
        let out = things.filter(isLeftOut).compactMap(\.money)
        guard !out.isEmpty, out.allSatisfy({ $0.currency == whole.currency }) else { return }
        let rest = whole.minorUnits - out.reduce(0) { $0 + $1.minorUnits }
        guard rest > 0 else { return }
        for part in things where !isLeftOut(part) {
            guard let money = part.money, money.currency == whole.currency else { continue }
            var fact = Fact(value: .percent(Double(money.minorUnits) / Double(rest) * 100), labels: part.labels)
            (fact.kinds, fact.period, fact.role, fact.whole) = (part.kinds, part.period, .group, .rest)
            found.append(fact)
        }
    }
}
