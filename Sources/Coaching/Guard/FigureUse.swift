import Ledger
import Understanding

/// Whether a figure is used as what it is: a change as a change, a total not as one of its rows, an average not as each of
/// them, and nothing that is so denied.
extension Verdict {
    private static let changing: Set<String> = DirectionCheck.up.union(DirectionCheck.down).union(ChangeWords.steady)
        .union(DirectionCheck.references).union([
            "change", "changed", "changes", "difference", "gap", "saved", "save", "saving", "savings", "swing",
            "between", "growth", "increase", "decrease", "jump", "cheaper", "dearer", "leads", "wins", "extra", "again",
        ]).subtracting(["to", "since", "over", "from"])
    private static let lone: Set<String> = ["last", "latest", "first", "next", "single", "newest", "final", "one"]
    private static let amounts: Set<String> = ["was", "were", "is", "cost", "costs", "came", "ran", "took"]
    private static let averages: Set<String> = [
        "average", "averaged", "averages", "averaging", "avg", "typical", "typically", "mean", "about", "around",
        "roughly", "approximately", "nearly", "almost", "usually", "normally",
    ]

    func isUsedRight(_ fact: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        guard claim.isMoney || claim.measure == .percent else { return true }
        let isChange = fact.role == .change && claim.sign == 0 && !fact.labels.contains("r:usual")
        let isSaidChange = reading.has(Verdict.changing) || answersBy(claim)
        if isChange, claim.isMoney || fact.whole == .before, !isSaidChange { return false }
        guard claim.isMoney else { return true }
        if fact.isBeforePurchase, speaksOfAfter(position) { return false }
        if fact.role == .change, fact.labels.contains("r:usual"), !saysDistance(position) { return false }
        if fact.role == .average, fact.per == .transaction, saysEach(position) || claim.relation == .atMost {
            return false
        }
        if fact.needs.isDisjoint(with: FactBuilder.couldSaveWords), saysSaving(position),
            fact.kinds.contains(.spending), fact.role != .change, !(fact.per != nil && saysEnding),
            !saysOneLess(fact, position)
        {
            return false
        }
        let isOfMany = fact.role == .average ? fact.per != nil && fact.per != .transaction : isOfSeveralRows(fact)
        if isOfMany, claim.per == nil, saysEachRow(position) { return false }
        // `one visit costs roughly $67`
        let isOfOneTime = fact.role == .average && fact.per == .transaction && claim.per == .transaction
        return isOfOneTime || !saysOneRow(position) || !isOfSeveralRows(fact)
    }

    private static let saving: Set<String> = ["save", "saves", "saved", "free", "frees", "freed", "keeps", "recover"]

    /// `cancelling Netflix would free $19.99 a month`: what something costs is kept without it.
    private var saysEnding: Bool {
        reading.has(["cancelling", "canceling", "cancel", "dropping", "drop", "without", "ending", "cut", "cutting"])
            && !reading.claims.contains { $0.measure == .percent }
    }

    /// `one fewer a month keeps about $6.38`: what one costs on average.
    func saysOneLess(_ fact: Fact, _ position: Int) -> Bool {
        guard fact.role == .average, fact.per == .transaction || fact.per == nil else { return false }
        let thought = reading.thought(around: reading.claims[position].tokens.lowerBound)
        return thought.contains { index in
            let isOne = ["one", "each", "every"].contains(reading.key(index))
            return isOne
                && (index - 3...index + 3).contains {
                    ["fewer", "less", "skip", "skipping", "skipped", "out", "without", "dropping"].contains(
                        reading.key($0))
                }
        }
    }

    /// `cancelling it would free up $131.15`
    private func saysSaving(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let words = (max(0, start - 4)..<start).filter { Verdict.saving.contains(reading.key($0)) }
        return !words.isEmpty
            && !reading.thought(around: start).contains { ["of", "from"].contains(reading.key($0)) && $0 < start }
    }

    /// `Yes, by $654.26.`: the question says which way.
    private func answersBy(_ claim: Claim) -> Bool {
        reading.key(0) == base.opening && reading.key(claim.tokens.lowerBound - 1) == "by"
    }

    private static let buying: Set<String> = ["buying", "buy", "purchase", "purchasing", "it", "that", "this"]

    /// `after buying it you would have $40`
    private func speaksOfAfter(_ position: Int) -> Bool {
        reading.tokens.indices.contains { index in
            switch reading.key(index) {
            case "after", "once":
                (index + 1...index + 3).contains { place in
                    let isAsked = base.questionWords.contains(reading.key(place)) && reading.key(place).utf8.count > 2
                    return Verdict.buying.contains(reading.key(place))
                        || isAsked && !["the", "pay"].contains(reading.key(place))
                }
            case "if": reading.key(index + 1) == "you" && reading.key(index + 2) == "buy"
            default: false
            }
        }
    }

    /// `$84.88 above the usual`: what stands right around an amount says that it is how far two things are apart.
    private func saysDistance(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        return reading.thought(around: start).contains { FactBuilder.differing.contains(reading.key($0)) }
    }

    /// `each trip was $74.61`: what an average does not say.
    private func saysEach(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let thought = reading.thought(around: start)
        if reading.key(start - 1) == "to", reading.key(start - 2) == "up" { return true }
        return (thought.lowerBound..<start).contains { index in
            ["each", "every"].contains(reading.key(index)) && CountNouns.noun(reading.key(index + 1)) != nil
        } && !reading.has(Verdict.averages)
    }

    /// `each of your six deposits was $7,473.37`, `each grocery purchase costs $709.99`
    private func saysEachRow(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let thought = reading.thought(around: start)
        guard ["was", "were", "is", "cost", "costs", "you", "brought", "averaged"].contains(reading.key(start - 1))
        else { return false }
        return (thought.lowerBound..<start).contains { index in
            guard reading.key(index) == "each" else { return false }
            let isOf = reading.key(index + 1) == "of"
            return (index + 1...index + (isOf ? 5 : 3)).contains { place in
                place < start && [.rows, .either].contains(CountNouns.noun(reading.key(place)))
            }
        }
    }

    /// `your last trip cost $671.51`
    private func saysOneRow(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let thought = reading.thought(around: start)
        return (thought.lowerBound..<start).contains { index in
            guard Verdict.lone.contains(reading.key(index)) else { return false }
            let words = (index + 1...index + 5).prefix { $0 < start }.map(reading.key)
            let isRow = words.contains { word in
                word != "times" && !word.hasSuffix("s") && [.rows, .either].contains(CountNouns.noun(word))
            }
            // `a single bill of $231.12`
            let isOfIt = reading.key(index) == "single" && ["of", "for", "at"].contains(reading.key(start - 1))
            return isRow && (isOfIt || (index + 2..<start).contains { Verdict.amounts.contains(reading.key($0)) })
        }
    }

    private func isOfSeveralRows(_ fact: Fact) -> Bool {
        // What is due next is one of the times that something was paid.
        let isDue = fact.role == .group && base.isOfStreams
        guard [.total, .group, .previous, .average].contains(fact.role), !isDue else { return false }
        return base.facts.contains { other in
            guard case .count(let count, .rows) = other.value else { return false }
            return count > 1 && other.labels == fact.labels && other.period == fact.period
        }
    }

    // MARK: Whole sentences

    /// What a sentence says amiss of figures that are right by themselves.
    func misuses() -> [UnsupportedClaim] {
        denied() ?? turnedParts() ?? unequalEach() ?? wrongLead() ?? wrongSide() ?? wrongTrend() ?? wrongTurn()
            ?? wrongOrder() ?? wrongSequence() ?? wrongMultiple() ?? []
    }

    private func fault(_ range: Range<Int>, _ reason: String, _ kind: UnsupportedClaim.Kind) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: kind)]
    }

    /// `you did not spend $671.51`
    private func denied() -> [UnsupportedClaim]? {
        for claim in reading.claims where claim.isMoney && claim.relation == .exactly {
            let start = claim.tokens.lowerBound
            guard ["spend", "pay", "earn", "save", "cost", "owe"].contains(reading.key(start - 1)) else { continue }
            let before = (max(0, start - 4)..<start - 1).map(reading.key)
            if before.contains(where: { ["not", "didnt", "never", "dont", "doesnt"].contains($0) }) {
                return fault(start - 1..<claim.tokens.upperBound, "is denied, and is so", .absence)
            }
        }
        return nil
    }

    /// `$7,473.37 of $2,355.00`: a part is no more than its whole.
    private func turnedParts() -> [UnsupportedClaim]? {
        for (position, whole) in reading.claims.enumerated() where whole.isMoney {
            guard let part = reading.parts[position].map({ reading.claims[$0] }), part.isMoney,
                part.number.value > whole.number.value, !isOfLimit(whole)
            else { continue }
            return fault(part.tokens.lowerBound..<whole.tokens.upperBound, "is the wrong way round", .direction)
        }
        return nil
    }

    /// `$392.02 of your $300.00 limit`: more than all of it may be spent.
    private func isOfLimit(_ whole: Claim) -> Bool {
        (whole.tokens.upperBound..<whole.tokens.upperBound + 4).contains {
            ["limit", "budget"].contains(reading.key($0))
        }
    }

    /// `$384.17 each at A and B`: both must have it.
    private func unequalEach() -> [UnsupportedClaim]? {
        for claim in reading.claims where ["each", "apiece"].contains(reading.key(claim.tokens.upperBound)) {
            let end = claim.tokens.upperBound
            guard ["at", "on", "to", "from", "for"].contains(reading.key(end + 1)) else { continue }
            let thought = reading.tokens[(end + 1)...].firstIndex { [".", ";", ",", "but", "while"].contains($0.key) }
            let labels = reading.names.filter { $0.tokens.lowerBound > end && $0.tokens.lowerBound < thought ?? .max }
                .map(\.labels).filter { labels in base.ranking.contains { !$0.labels.isDisjoint(with: labels) } }
            guard labels.count > 1 else { continue }
            let areAll = labels.allSatisfy { labels in
                base.facts.contains { fact in
                    var plain = claim
                    plain.per = nil
                    return !fact.labels.isDisjoint(with: labels) && fact.supports(plain)
                }
            }
            if !areAll { return fault(claim.tokens, "is not that of each", .money) }
        }
        return nil
    }

    private static let leading: Set<String> = [
        "more", "ahead", "wins", "win", "won", "leads", "led", "higher", "bigger", "larger", "dearer", "prefer",
        "preferred",
    ]
    private static let trailing: Set<String> = [
        "less", "behind", "lower", "smaller", "cheaper", "loses", "lost", "fewer",
    ]

    /// `$822.39 more at Costco`, `Costco is ahead`: of two that are held against each other one has more.
    private func wrongSide() -> [UnsupportedClaim]? {
        // `more often, with 15 to Costco's 8`: the other of the two.
        guard base.ranking.count == 2, base.ranking[0].size != base.ranking[1].size, reading.names.count == 1,
            reading.key(reading.names[0].tokens.lowerBound - 1) != "to",
            !reading.has(["than", "against", "versus", "vs", "compared", "over", "from"])
        else { return nil }
        guard let place = base.ranking.firstIndex(where: { !$0.labels.isDisjoint(with: reading.names[0].labels) })
        else {
            return nil
        }
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let isMore = Verdict.leading.contains(word)
            guard isMore || Verdict.trailing.contains(word), isMore == (place == 1) else { continue }
            let isNegated = (max(0, index - 3)..<index).contains { DirectionCheck.negations.contains(reading.key($0)) }
            if !isNegated { return fault(index..<index + 1, "is said of the wrong one", .direction) }
        }
        return nil
    }

    /// `A leads, then B and C in third place`, where C is more than B.
    private func wrongSequence() -> [UnsupportedClaim]? {
        guard !base.isOfStreams, reading.has(["then", "followed"]),
            reading.has(["leads", "led", "tops", "topped", "place"]),
            !reading.names.contains(where: \.isLeftOut)
        else { return nil }
        let sizes = reading.names.compactMap { name in
            base.ranking.first { !$0.labels.isDisjoint(with: name.labels) }.map { (name.tokens, $0.size) }
        }
        let turned = zip(sizes, sizes.dropFirst()).first { $0.0.1 < $0.1.1 }
        return turned.flatMap { fault($0.1.0, "is not its place by size", .rank) }
    }

    /// `2. Cedar Bend Apts`, where what stands before it is smaller.
    private func wrongOrder() -> [UnsupportedClaim]? {
        guard number(ofLine: sentence) ?? 0 > 1, let name = reading.names.first else { return nil }
        func size(_ labels: Set<String>) -> Int64? { base.ranking.first { !$0.labels.isDisjoint(with: labels) }?.size }
        guard let own = size(name.labels), let before = said.last.flatMap(size), before < own else { return nil }
        return fault(name.tokens, "is not its place by size", .rank)
    }

    /// The number that a line of a list begins with.
    private func number(ofLine text: String) -> Int? {
        let digits = text.drop(while: \.isWhitespace).prefix { $0.isASCII && $0.isNumber }
        guard (1...2).contains(digits.count), let mark = text[digits.endIndex...].first, ".)".contains(mark) else {
            return nil
        }
        return Int(digits)
    }

    /// `ten times as much at Starbucks as at Whole Foods`, where that is the smaller.
    private func wrongMultiple() -> [UnsupportedClaim]? {
        guard reading.names.count == 2,
            let claim = reading.claims.first(where: { $0.measure == .multiple && $0.number.value > 1 }),
            let second = (0..<reading.names[1].tokens.lowerBound).last(where: {
                ["as", "than"].contains(reading.key($0))
            }), second >= claim.tokens.upperBound, second > reading.names[0].tokens.lowerBound
        else { return nil }
        let isOften = reading.has(["often", "frequently", "many"])
        func size(_ labels: Set<String>) -> Int64? {
            base.facts.first { fact in
                let isKind = isOften ? fact.isOfRows : fact.money != nil
                return isKind && [.group, .total].contains(fact.role) && !fact.labels.isDisjoint(with: labels)
            }.flatMap { fact in
                if case .count(let count, _) = fact.value { Int64(count) } else { fact.money?.minorUnits }
            }
        }
        guard let a = size(reading.names[0].labels), let b = size(reading.names[1].labels), a < b else { return nil }
        return fault(claim.tokens, "is the wrong way round", .direction)
    }

    /// `from September to October you spent $97.25 less`
    private func wrongTurn() -> [UnsupportedClaim]? {
        guard let (first, last) = base.ends(of: reading), first.size != last.size else { return nil }
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let isUp = DirectionCheck.up.contains(word)
            guard isUp || DirectionCheck.down.contains(word), !["over", "above", "below", "under"].contains(word) else {
                continue
            }
            // `…, then eased in September`: of other days.
            let thought = reading.thought(around: index)
            let isOfOthers = reading.periods.contains {
                thought.contains($0.tokens.lowerBound) && !$0.isOfSeveralMonths
            }
            let isNegated = (max(0, index - 3)..<index).contains { DirectionCheck.negations.contains(reading.key($0)) }
            if !isOfOthers, isUp != (last.size > first.size), !isNegated {
                return fault(index..<index + 1, "is the wrong way", .direction)
            }
        }
        return nil
    }
}

extension SaidPeriod {
    fileprivate var isOfSeveralMonths: Bool { if case .months = form { true } else { false } }
}

extension FactBase {
    /// The first and the last month of `from September to October`, as groups.
    func ends(of reading: SentenceReading) -> (first: Ranked, last: Ranked)? {
        for period in reading.periods {
            guard case .months(let first, let last, let year) = period.form,
                reading.key(period.tokens.lowerBound - 1) == "from"
                    || reading.tokens[period.tokens].contains(where: { $0.key == "to" })
            else { continue }
            func month(_ number: Int) -> Ranked? {
                ranking.first { ranked in
                    guard let own = ranked.period, own == Period.month(of: own.start) else { return false }
                    return own.start.month == number && (year ?? own.start.year) == own.start.year
                }
            }
            if let first = month(first), let last = month(last) { return (first, last) }
        }
        return nil
    }
}
