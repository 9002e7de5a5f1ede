import Ledger

/// Two things or two spans set against each other: which costs more, and whose number of times is said.
extension Verdict {
    private static let larger: Set<String> = ["pricier", "costlier", "bigger", "larger", "dearer", "higher", "heavier"]
    private static let smaller: Set<String> = ["cheaper", "smaller", "lower", "lesser", "lighter"]

    /// `Starbucks is your more expensive habit`, where the other of the two costs more.
    func wrongOfTwo() -> [UnsupportedClaim] {
        guard base.ranking.count == 2, base.ranking[0].size != base.ranking[1].size else { return [] }
        for index in reading.tokens.indices where ["your", "the", "my"].contains(reading.key(index - 1)) {
            let (word, next) = (reading.key(index), reading.key(index + 1))
            let isTurned = word == "less"
            let isAdjective = ["expensive", "costly"].contains(next) && ["more", "less"].contains(word)
            // What is dearer by the visit may be less in all.
            if reading.has(["per", "each", "average", "averaged", "visit"]) { continue }
            let isMore = isAdjective && !isTurned || Verdict.larger.contains(word)
            guard isMore || isAdjective || Verdict.smaller.contains(word) else { continue }
            let before = reading.names.last { name in
                name.tokens.upperBound <= index
                    && (name.tokens.upperBound..<index).contains {
                        ["is", "was", "are", "were"].contains(reading.key($0))
                    }
            }
            let after = reading.names.first { name in
                name.tokens.lowerBound > index
                    && (index..<name.tokens.lowerBound).contains {
                        ["is", "was", "are", "were"].contains(reading.key($0))
                    }
            }
            guard let name = before ?? after,
                let place = base.ranking.firstIndex(where: { !$0.labels.isDisjoint(with: name.labels) }),
                base.ranking[1 - place].labels.isDisjoint(with: name.labels)
            else { continue }
            let isNegated = (max(0, index - 3)..<index).contains { reading.key($0) == "not" }
            if isMore != (place == 0), !isNegated {
                return [
                    UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is the other one", kind: .rank)
                ]
            }
        }
        return []
    }

    private static let partingTimes: Set<String> = [
        ";", ".", ",", ":", "and", "but", "while", "compared", "versus", "vs", "against", "than", "from",
    ]

    /// `$768.76 over 9 transactions`, where the amount is of now and the number of before.
    ///
    /// - Parameter facts: for each claim the facts that it may be.
    func wrongTimes(_ facts: [[Fact]]) -> [UnsupportedClaim] {
        for (position, claim) in reading.claims.enumerated() where claim.isCount && position > 0 {
            let amount = reading.claims[position - 1]
            let gap = Range.gap(amount.tokens, claim.tokens)
            guard amount.isMoney, gap.count <= 6,
                !gap.contains(where: { Verdict.partingTimes.contains(reading.key($0)) })
            else { continue }
            let (sums, times) = (Set(facts[position - 1].map(\.role)), Set(facts[position].map(\.role)))
            let isTurned =
                sums == [.total] && times == [.previous] || sums == [.previous] && times == [.total]
            if isTurned {
                return [
                    UnsupportedClaim(
                        text: reading.written(claim.tokens), reason: "is a figure of other days", kind: .count)
                ]
            }
        }
        return []
    }

    /// `each trip cost more this month`, where the amount rose by the number of trips.
    func wrongEachTime() -> [UnsupportedClaim] {
        let check = DirectionCheck(reading, base, facts: reading.claims.map { _ in [] })
        for index in reading.tokens.indices where ["each", "per", "average", "every"].contains(reading.key(index)) {
            guard
                let noun = (index + 1...index + 2).first(where: { CountNouns.noun(reading.key($0)) == .rows }),
                let word = reading.thought(around: index).first(where: { check.direction(at: $0) != nil }),
                let direction = check.direction(at: word), abs(word - noun) <= 4,
                let change = check.knownChange(), let now = change.nowRows, let before = change.beforeRows,
                now > 0, before > 0
            else { continue }
            let way = (Double(change.now) / Double(now)) - (Double(change.before) / Double(before))
            if way * Double(direction) < 0 {
                return [
                    UnsupportedClaim(
                        text: reading.written(word..<word + 1), reason: "is the wrong way", kind: .direction)
                ]
            }
        }
        return []
    }
}
