import Ledger

private enum ListLength {
    /// Words of a small step that is proposed.
    static let suggesting: Set<String> = [
        "fewer", "skip", "skipping", "skipped", "could", "would", "might", "planning", "plan", "choosing", "swap",
        "swapping", "try", "trying", "pick",
    ]
}

/// Numbers that count a sentence's own list, or what it leaves out.
extension Verdict {
    /// `three categories stood out: …`, with three named: the sentence counts its own list.
    func isListLength(_ claim: Claim) -> Bool {
        guard let count = claim.number.integer, count <= 40 else { return false }
        if isOfListBehind(claim, count) || isOfThoseLeft(claim, count) { return true }
        if case .count(.more) = claim.measure { return isOfMore(count) }
        if isOfSingles(claim, count) || isOfWeekdays(claim, count) { return true }
        guard count <= 10 else { return false }
        switch claim.measure {
        case .count(.things):
            let isTop = (claim.tokens.lowerBound - 2...claim.tokens.upperBound + 1).contains {
                RankWords.most.contains(reading.key($0)) || RankWords.least.contains(reading.key($0))
                    || ["latest", "newest"].contains(reading.key($0))
            }
            let isCard = ["credit", "debit"].contains(reading.key(claim.tokens.upperBound))
            let noun = reading.key(claim.tokens.upperBound + (isCard ? 1 : 0))
            let kind = noun.hasSuffix("s") ? String(noun.dropLast()) : noun
            let alike = base.ranking.count { ranked in
                ranked.labels.contains { $0.hasPrefix("n:") && $0.hasSuffix(kind) }
            }
            return count == alike && kind.utf8.count > 3 || isTop && count <= max(base.ranking.count, 1)
                || count == reading.names.count
        // `the two months`, `the two`: what is held against each other.
        case .bare where isOfTwo(claim), .count where isOfTwo(claim): return true
        // `those three`: some that were spoken of.
        case .bare where ["those", "these"].contains(reading.key(claim.tokens.lowerBound - 1)):
            return count <= base.ranking.count
        case .bare where ["other", "remaining"].contains(reading.key(claim.tokens.lowerBound - 1)):
            return [1, 2, reading.names.count].contains(base.ranking.count - count)
        case .bare, .count(.either): return count == reading.names.count && count > 1
        case .count(.months): return count == monthsNamed && count > 1
        // `one order fewer each week`, `skip one coffee`: a small step.
        case .count(.rows) where count == 1, .bare where count == 1:
            return reading.has(ListLength.suggesting)
        default: return false
        }
    }

    /// `and eleven more`: all of them without those that were named.
    private func isOfMore(_ count: Int) -> Bool {
        let totals = base.facts.compactMap { fact -> Int? in
            if case .count(let total, .either) = fact.value { total } else { nil }
        }
        let known = totals + [base.ranking.count]
        let named = max(Set(said).count, reading.names.count)
        if named == 0, said.isEmpty { return known.contains { $0 > count } }
        return known.contains(count + named) || known.contains(count + reading.names.count)
    }

    /// `nine had a single transaction`, `all three were single transactions`
    private func isOfSingles(_ claim: Claim, _ count: Int) -> Bool {
        guard reading.has(["single"]) else { return false }
        let isOfSaid = reading.key(claim.tokens.lowerBound - 1) == "all" && count == Set(said).count
        return isOfSaid || count == base.ranking.count { $0.count == 1 }
    }

    /// `October's four Sundays`
    private func isOfWeekdays(_ claim: Claim, _ count: Int) -> Bool {
        let word = reading.key(claim.tokens.upperBound)
        guard let main = base.days.main, main.days < 400,
            let weekday = CivilDate.weekdayNames.firstIndex(where: { $0.lowercased() + "s" == word })
        else { return false }
        return count == (0..<main.days).count { main.start.adding(days: $0).weekday == weekday + 1 }
    }

    private var monthsNamed: Int {
        reading.periods.reduce(0) { sum, period in
            switch period.form {
            case .month: sum + 1
            case .months(let first, let last, _): sum + (last - first + 12) % 12 + 1
            default: sum
            }
        }
    }

    /// `two yearly ones: A and B`, `two spots stand out:` with a list to come, `two categories, A and B, took …`
    private func isOfListBehind(_ claim: Claim, _ count: Int) -> Bool {
        guard count > 1, !claim.isMoney, claim.measure != .percent else { return false }
        let end = claim.tokens.upperBound
        guard let mark = (end..<end + 8).first(where: { [",", ":", "–", "("].contains(reading.key($0)) }) else {
            return false
        }
        let behind = reading.names.filter { $0.tokens.lowerBound > mark }
        if count > 1, reading.claims.count(where: { $0.isMoney && $0.tokens.lowerBound > mark }) == count {
            return true
        }
        if reading.key(mark) == ":", behind.isEmpty { return count <= max(base.ranking.count, base.rowRanking.count) }
        guard let first = behind.first, first.tokens.lowerBound <= mark + 2 else { return false }
        if reading.key(mark) != "," { return behind.count == count }
        let listed = behind.prefix { $0.tokens.lowerBound <= first.tokens.lowerBound + count * 8 }
        return listed.count == count || areListed(Array(behind.prefix(count)), count)
    }

    /// Whether as many names stand in a row before a claim, as its subject.
    func areListedBefore(_ position: Int, _ count: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let before = reading.names.filter { !$0.isLeftOut && $0.tokens.upperBound <= start }
        return before.count >= count && areListed(Array(before.suffix(count)), count)
            && !reading.claims.contains {
                $0.isMoney && $0.tokens.lowerBound >= before[before.count - count].tokens.lowerBound
                    && $0.tokens.upperBound <= start
            }
    }

    private func areListed(_ names: [SaidName], _ count: Int) -> Bool {
        names.count == count
            && zip(names, names.dropFirst()).allSatisfy { one, next in
                (one.tokens.upperBound..<max(one.tokens.upperBound, next.tokens.lowerBound)).allSatisfy {
                    [",", "and", "&"].contains(reading.key($0))
                }
            }
    }

    /// `without the rent, the remaining 14 payments`: all of them but those that were named.
    private func isOfThoseLeft(_ claim: Claim, _ count: Int) -> Bool {
        switch claim.measure {
        case .count, .bare: break
        default: return false
        }
        guard ["other", "remaining", "rest"].contains(reading.key(claim.tokens.lowerBound - 1)) else { return false }
        let totals = base.facts.compactMap { fact -> Int? in
            guard case .count(let total, let noun) = fact.value, [.either, .rows, .things].contains(noun),
                fact.role != .group
            else { return nil }
            return total
        }
        let named = Set(reading.names.map(\.labels)).count
        let both = Set(said + reading.names.map(\.labels)).count
        return (totals + [base.ranking.count]).contains { total in
            [1, named, both].contains { $0 > 0 && total - $0 == count }
        }
    }

    private func isOfTwo(_ claim: Claim) -> Bool {
        guard claim.number.integer == 2,
            ["the", "these", "both", "those"].contains(reading.key(claim.tokens.lowerBound - 1))
        else { return false }
        let isOfTimes = claim.measure == .count(.months) || claim.measure == .count(.weeks)
        return base.ranking.count == 2 && !isOfTimes
            || base.days.comparison != nil && (isOfTimes || claim.measure == .bare)
    }

}
