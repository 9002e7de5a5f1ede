import Ledger

/// Averages said of a number of times, and of two things held against each other by the visit.
extension Verdict {
    private static let averaging: Set<String> = ["average", "averaged", "averaging"]
    private static let partingTimes: Set<String> = ["and", "but", ",", ";", ":", "(", ")", "over", "from", "while"]

    /// `ten orders at an average of $43.86`, where all ten come to something else.
    func wrongAverageOf() -> [UnsupportedClaim] {
        for (position, amount) in reading.claims.enumerated() where amount.isMoney && position > 0 {
            let times = reading.claims[position - 1]
            let gap = Range.gap(times.tokens, amount.tokens)
            guard !times.isMoney, !times.isOfDays, let count = times.number.integer, count > 1,
                amount.per == nil || amount.per == .transaction, [.exactly, .about].contains(amount.relation),
                gap.count <= 7, gap.contains(where: { Verdict.averaging.contains(reading.key($0)) }),
                !gap.contains(where: { Verdict.partingTimes.contains(reading.key($0)) })
            else { continue }
            let totals = totals(ofRows: count, position - 1)
            let step = amount.number.step * (amount.relation == .about ? 1 : 0.5)
            let leeway = Double(count) * max(step, amount.relation == .about ? amount.number.value * 0.05 : 0.005)
            let isSo = totals.contains { abs($0 - Double(count) * amount.number.value) <= leeway + 0.01 }
            if !totals.isEmpty, !isSo {
                return [
                    UnsupportedClaim(
                        text: reading.written(amount.tokens), reason: "is not the average of so many", kind: .money)
                ]
            }
        }
        return []
    }

    /// What the rows come to that are as many as a claim says, of its own names where any of them has so many.
    private func totals(ofRows count: Int, _ position: Int) -> [Double] {
        let counted = base.facts.filter { fact in
            if case .count(count, _) = fact.value { fact.isOfRows } else { false }
        }
        let names = reading.claimNames[position].map { reading.names[$0].labels }
        let named = counted.filter { fact in names.contains { !$0.isDisjoint(with: fact.labels) } }
        return (named.isEmpty ? counted : named).flatMap { rows in
            base.facts.compactMap { fact -> Double? in
                guard let money = fact.money, fact.labels == rows.labels, fact.period == rows.period,
                    fact.role == rows.role, fact.per == nil
                else { return nil }
                return Double(money.minorUnits) / Double(money.currency.minorPerMajor)
            }
        }
    }

    private static let single: Set<String> = ["a", "per", "each", "every", "average", "typical", "single"]

    /// `a visit to A is cheaper than one to B`, where what A comes to by the visit is more.
    func wrongPerVisit() -> [UnsupportedClaim] {
        let isPerVisit = reading.tokens.indices.contains { index in
            let word = reading.key(index)
            return Verdict.single.contains(reading.key(index - 1)) && !word.hasSuffix("s")
                && CountNouns.noun(word) == .rows
        }
        guard isPerVisit, !reading.has(DirectionCheck.negations),
            let than = reading.tokens.indices.first(where: { reading.key($0) == "than" }),
            let word = (max(0, than - 3)..<than).last(where: { index in
                DirectionCheck.up.contains(reading.key(index)) || DirectionCheck.down.contains(reading.key(index))
            }),
            let first = reading.names.last(where: { $0.tokens.upperBound <= word }),
            let second = reading.names.first(where: { $0.tokens.lowerBound > than }),
            let left = perVisit(first.labels), let right = perVisit(second.labels), left != right
        else { return [] }
        let isUp = DirectionCheck.up.contains(reading.key(word))
        return isUp == (left > right)
            ? []
            : [UnsupportedClaim(text: reading.written(word..<than + 1), reason: "is the wrong way", kind: .direction)]
    }

    private func perVisit(_ labels: Set<String>) -> Double? {
        let own = base.ranking.filter { !$0.labels.isDisjoint(with: labels) }
        guard own.count == 1, own[0].count > 0, base.ranking.contains(where: { $0.size != Int64($0.count) }) else {
            return nil
        }
        return Double(own[0].size) / Double(own[0].count)
    }

    /// `seven times as often at A as at B`, where A was visited eight times as often.
    func wrongTimesAsOften() -> [UnsupportedClaim] {
        guard reading.names.count == 2,
            let often = reading.tokens.indices.first(where: { ["often", "frequently"].contains(reading.key($0)) }),
            let claim = reading.claims.last(where: { $0.measure == .multiple && $0.tokens.upperBound <= often }),
            often - claim.tokens.upperBound <= 2, claim.tokens.lowerBound > reading.names[0].tokens.lowerBound,
            reading.names[1].tokens.lowerBound > often
        else { return [] }
        func rows(_ labels: Set<String>) -> Int? {
            let own = base.ranking.filter { !$0.labels.isDisjoint(with: labels) }
            return own.count == 1 ? own[0].count : nil
        }
        guard let left = rows(reading.names[0].labels), let right = rows(reading.names[1].labels), right > 0,
            !Fact(value: .multiple(Double(left) / Double(right))).supports(claim)
        else { return [] }
        return [
            UnsupportedClaim(
                text: reading.written(claim.tokens.lowerBound..<often + 1), reason: "is not how often it was",
                kind: .multiple)
        ]
    }
}
