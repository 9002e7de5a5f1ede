import Ledger

/// What a sentence says of months, of the others together, and of how long, where the evidence knows it otherwise.
extension Verdict {
    /// What is said plainly and is not so.
    func turnedStatements() -> [UnsupportedClaim] {
        wrongBest() ?? wrongKeptIn() ?? wrongRightAfter() ?? wrongOthersTogether() ?? wrongStart() ?? wrongSameLength()
            ?? wrongRunway() ?? wrongHeld()
            ?? wrongMonthly() ?? []
    }

    private func fault(
        _ range: Range<Int>, _ reason: String, _ kind: UnsupportedClaim.Kind
    ) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: kind)]
    }

    private static let best: Set<String> = ["best", "strongest"]
    private static let worst: Set<String> = ["worst", "weakest"]
    private static let copulas: Set<String> = [
        "was", "is", "as", "being", "the", "your", "by", "far", "clearly", "easily", "month", "of", "year", "all", ":",
        "came", "in", "for",
    ]

    /// `January was your best month`, where more was left in another.
    private func wrongBest() -> [UnsupportedClaim]? {
        let groups = base.facts.filter { fact in
            fact.role == .group && fact.money != nil && fact.labels.isEmpty
                && !fact.kinds.isDisjoint(with: [.net, .income])
        }
        func size(_ period: SaidPeriod) -> Int64? {
            let meanings = base.days.meanings(of: period.form) ?? []
            return groups.first { $0.period.map(meanings.contains) ?? false }?.money?.minorUnits
        }
        let sizes = groups.compactMap { $0.money?.minorUnits }
        guard let most = sizes.max(), let least = sizes.min(), most > least else { return nil }
        for index in reading.tokens.indices {
            let isBest = Verdict.best.contains(reading.key(index))
            guard isBest || Verdict.worst.contains(reading.key(index)),
                !["-", "next", "second", "of"].contains(reading.key(index - 1)),
                !["of", "among"].contains(reading.key(index - 2))
            else { continue }
            func areLinks(_ range: Range<Int>) -> Bool {
                range.allSatisfy { place in
                    Verdict.copulas.contains(reading.key(place))
                        || reading.periods.contains { $0.tokens.contains(place) }
                }
            }
            let before = reading.periods.last { period in
                period.tokens.upperBound <= index && size(period) != nil
                    && areLinks(period.tokens.upperBound..<index)
            }
            let after = reading.periods.first { period in
                period.tokens.lowerBound > index && size(period) != nil
                    && areLinks(index + 1..<period.tokens.lowerBound)
            }
            guard let period = before ?? after, let own = size(period) else { continue }
            if own != (isBest ? most : least) { return fault(index..<index + 1, "is another month", .rank) }
        }
        return nil
    }

    private static let outdoing: Set<String> = [
        "outspent", "outspend", "outweigh", "outweighed", "exceed", "exceeded", "exceeds", "beat", "beats", "topped",
        "top", "outdid", "outpaced", "surpass", "surpassed",
    ]

    /// `the other two together outspent A`, where A has more than all the others.
    private func wrongOthersTogether() -> [UnsupportedClaim]? {
        guard base.isRankingWhole, base.ranking.count > 2, reading.names.count == 1,
            !reading.has(DirectionCheck.negations), reading.has(["together", "combined"]),
            let others = reading.tokens.indices.first(where: { ["other", "others"].contains(reading.key($0)) }),
            let place = base.ranking.firstIndex(where: { !$0.labels.isDisjoint(with: reading.names[0].labels) })
        else { return nil }
        let number = GuardNumbers(tokens: reading.tokens).number(at: others + 1)?.number.integer
        guard number ?? base.ranking.count - 1 == base.ranking.count - 1 else { return nil }
        let name = reading.names[0].tokens.lowerBound
        for index in min(others, name)..<max(others, name) {
            let (word, next) = (reading.key(index), reading.key(index + 1))
            let isOver =
                Verdict.outdoing.contains(word) || ["more", "higher", "larger"].contains(word) && next == "than"
            guard isOver || ["less", "lower", "smaller"].contains(word) && next == "than" else { continue }
            let own = base.ranking[place].size
            let rest = base.ranking.reduce(Int64(0)) { $0 + $1.size } - own
            let isOthersFirst = others < name
            if own != rest, isOver != ((isOthersFirst ? rest - own : own - rest) > 0) {
                return fault(index..<index + 1, "is the wrong way", .direction)
            }
        }
        return nil
    }

    /// `since the start of the year`, of the past 30 days.
    private func wrongStart() -> [UnsupportedClaim]? {
        for index in reading.tokens.indices where ["start", "beginning"].contains(reading.key(index)) {
            guard ["since", "from"].contains(reading.key(index - 2)), reading.key(index - 1) == "the",
                reading.key(index + 1) == "of", ["the", "this"].contains(reading.key(index + 2)),
                reading.claims.contains(where: \.isMoney)
            else { continue }
            let start: CivilDate
            switch reading.key(index + 3) {
            case "year": start = base.asOf.startOfYear
            case "month": start = base.asOf.startOfMonth
            case "week": start = base.asOf.startOfWeek
            default: continue
            }
            let spans = base.facts.filter { $0.money != nil }.compactMap(\.period).filter { $0.days > 1 }
            if !spans.isEmpty, !spans.contains(where: { $0.start == start }) {
                return fault(index - 2..<index + 4, "is not the time of it", .date)
            }
        }
        return nil
    }

    /// `over the same ten months`, of a year and ten months of the next.
    private func wrongSameLength() -> [UnsupportedClaim]? {
        let units: Set<String> = ["months", "period", "stretch", "weeks", "span"]
        for index in reading.tokens.indices where reading.key(index) == "same" {
            guard let noun = (index + 1...index + 3).first(where: { units.contains(reading.key($0)) }),
                reading.claims.count(where: \.isMoney) > 1
            else { continue }
            let spans = Set(
                base.facts.filter { $0.money != nil && [.total, .previous, .group].contains($0.role) }.compactMap(
                    \.period))
            guard spans.count > 1 else { continue }
            let areAlike = spans.contains { one in spans.contains { $0 != one && abs($0.days - one.days) <= 3 } }
            if !areAlike { return fault(index..<noun + 1, "is not so: one is longer", .date) }
        }
        return nil
    }

    /// `it would last more than a year`, where it lasts 6.6 months.
    private func wrongRunway() -> [UnsupportedClaim]? {
        guard reading.has(["last", "lasts", "cover", "covers"]), !reading.has(DirectionCheck.negations) else {
            return nil
        }
        let months = base.composed.compactMap { sentence -> Double? in
            let reading = SentenceReading(sentence, base)
            guard reading.has(["last", "lasts"]) else { return nil }
            return reading.claims.first { $0.measure == .count(.months) }?.number.value
        }
        guard let own = months.first else { return nil }
        for index in reading.tokens.indices where ["a", "one"].contains(reading.key(index)) {
            let isHalf = reading.key(index - 1) == "half"
            guard reading.key(index + 1) == "year", !isHalf else { continue }
            let before = (index - 2..<index).map(reading.key)
            let isOver = before.contains("over") || before == ["more", "than"] || before == ["at", "least"]
            let isUnder = before.contains("under") || before == ["less", "than"]
            if isOver && own < 12 || isUnder && own > 12 {
                return fault(index - 1..<index + 2, "is not how long", .count)
            }
        }
        return nil
    }

    /// `Savings alone holds $44,272.84`, which several accounts hold.
    private func wrongHeld() -> [UnsupportedClaim]? {
        let accounts = reading.names.filter { !$0.labels.isDisjoint(with: base.accounts) }
        guard base.accounts.count > 1, accounts.count == 1, let name = accounts.first else { return nil }
        let end = name.tokens.upperBound
        let verb = ["alone", "account", "itself"].contains(reading.key(end)) ? end + 1 : end
        guard ["holds", "has", "contains"].contains(reading.key(verb)),
            let claim = reading.claims.first(where: { $0.isMoney && (1...2).contains($0.tokens.lowerBound - verb) })
        else { return nil }
        let known = base.facts.filter { $0.money != nil && $0.supports(claim) }
        if known.isEmpty || known.contains(where: { !$0.labels.isDisjoint(with: name.labels) }) { return nil }
        return fault(claim.tokens, "is not of that account alone", .money)
    }

    /// `the water bill is monthly`, where most months have none.
    private func wrongMonthly() -> [UnsupportedClaim]? {
        for index in reading.tokens.indices {
            let isEach = ["every", "each"].contains(reading.key(index)) && reading.key(index + 1) == "month"
            guard reading.key(index) == "monthly" || isEach,
                !(max(0, index - 3)..<index).contains(where: { DirectionCheck.negations.contains(reading.key($0)) }),
                let name = reading.names.last(where: { name in
                    name.tokens.upperBound <= index
                        && (name.tokens.upperBound..<index).contains {
                            ["is", "comes", "are", "was"].contains(reading.key($0))
                        }
                })
            else { continue }
            let labels = name.labels.union(name.labels.compactMap { base.categories[$0] })
            let isSeldom = base.facts.contains { fact in
                fact.role == .previous && fact.labels.contains("r:usual") && fact.money?.minorUnits == 0
                    && !fact.labels.isDisjoint(with: labels)
            }
            if isSeldom { return fault(index..<index + 1, "is not how often it is paid", .count) }
        }
        return nil
    }

    /// `you saved more in June than in July`
    private func wrongKeptIn() -> [UnsupportedClaim]? {
        func left(_ period: SaidPeriod) -> Int64? {
            let meanings = base.days.meanings(of: period.form) ?? []
            return base.facts.first { fact in
                fact.kinds.contains(.net) && fact.role != .change && fact.money != nil
                    && !fact.labels.contains("r:usual") && fact.period.map(meanings.contains) ?? false
            }?.money?.minorUnits
        }
        guard reading.periods.count == 2, !reading.has(DirectionCheck.negations),
            let index = reading.tokens.indices.first(where: { index in
                ["more", "less"].contains(reading.key(index))
                    && ["saved", "kept"].contains(reading.key(index - 1))
            }), reading.periods[0].tokens.lowerBound == index + 2, reading.key(index + 1) == "in",
            Range.gap(reading.periods[0].tokens, reading.periods[1].tokens).contains(where: {
                reading.key($0) == "than"
            }), let first = left(reading.periods[0]), let second = left(reading.periods[1]), first != second,
            (reading.key(index) == "more") != (first > second)
        else { return nil }
        return fault(index - 1..<index + 1, "is the wrong way", .direction)
    }

    /// `restaurants came right after rent`, where groceries did.
    private func wrongRightAfter() -> [UnsupportedClaim]? {
        func place(_ name: SaidName) -> Int? {
            let places = base.ranking.indices.filter { !base.ranking[$0].labels.isDisjoint(with: name.labels) }
            return places.count == 1 ? places[0] : nil
        }
        guard !base.isOfStreams, !reading.periods.contains(where: \.isOfOneDay) else { return nil }
        for index in reading.tokens.indices where ["right", "directly"].contains(reading.key(index)) {
            guard ["after", "behind"].contains(reading.key(index + 1)),
                let first = reading.names.last(where: { $0.tokens.upperBound <= index }),
                index - first.tokens.upperBound <= 2,
                let second = reading.names.first(where: { (index + 2...index + 3).contains($0.tokens.lowerBound) }),
                let own = place(first), let other = place(second)
            else { continue }
            let isSo =
                base.ranking.indices.contains(other + 1) && base.ranking[own].size == base.ranking[other + 1].size
            if !isSo { return fault(index..<second.tokens.upperBound, "is not its place by size", .rank) }
        }
        return nil
    }
}
