import Ledger

/// Figures that are said to be the largest or the smallest: `the biggest one was $45.37`, `the most visits of any month, 98`.
extension Verdict {
    private static let kinds: Set<String> = [
        "month", "week", "day", "year", "quarter", "category", "merchant", "store", "shop", "place", "weekday",
        "account", "group", "total",
    ]

    /// An amount that is said to be the largest or the smallest, where a larger or smaller one is known.
    func wrongExtreme() -> [UnsupportedClaim]? {
        for index in reading.tokens.indices {
            let isMost = RankWords.most.contains(reading.key(index))
            guard isMost || RankWords.least.contains(reading.key(index)), isOfOne(index),
                let noun = noun(of: index), let claim = amount(of: noun) ?? amount(before: index, noun)
            else { continue }
            let isKind = Verdict.kinds.contains(reading.key(noun))
            let all = isKind || !isRow(noun) && !base.ranking.isEmpty ? base.ranking : base.rowRanking
            let said = reading.names.filter { name in
                name.isLeftOut || index < name.tokens.lowerBound && name.tokens.upperBound <= claim.tokens.lowerBound
            }
            let known = all.filter { ranked in
                said.allSatisfy { $0.isLeftOut == $0.labels.isDisjoint(with: ranked.labels) }
            }
            let own = known.filter { isSize($0.size, claim) }
            guard !own.isEmpty, isMost || isKind || base.listsAllRows || !base.ranking.isEmpty else { continue }
            let isWrong = known.contains { other in
                own.allSatisfy { isMost ? other.size > $0.size : other.size < $0.size }
            }
            if isWrong { return fault(index..<noun + 1, "is another") }
        }
        return nil
    }

    /// `the most transactions of any month, 97`, where another has more.
    func wrongMostOften() -> [UnsupportedClaim]? {
        let counts = reading.claims.filter { claim in
            (claim.isCount || claim.measure == .bare) && claim.number.integer != nil
                && !["the", "these", "those"].contains(reading.key(claim.tokens.lowerBound - 1))
        }
        guard counts.count == 1, let said = counts[0].number.integer else { return nil }
        for index in reading.tokens.indices where ["most", "fewest"].contains(reading.key(index)) {
            guard CountNouns.noun(reading.key(index + 1)) == .rows, isOfOne(index),
                !reading.names.contains(where: \.isLeftOut)
            else { continue }
            let known = base.ranking.map(\.count)
            let isMost = reading.key(index) == "most"
            if known.contains(said), known.contains(where: { isMost ? $0 > said : $0 < said }) {
                return fault(index..<index + 2, "is another")
            }
        }
        return nil
    }

    /// `the biggest`, and neither `the second biggest` nor `one of the biggest`.
    private func isOfOne(_ index: Int) -> Bool {
        let before = (max(0, index - 4)..<index).map(reading.key)
        return ["the", "your", "my", "its"].contains(before.last ?? "")
            && !before.contains { ["one", "some", "among", "of", "after", "next"].contains($0) }
            && !reading.names.contains { $0.tokens.contains(index) }
    }

    private func isRow(_ index: Int) -> Bool {
        let word = reading.key(index)
        return word == "one" || !word.hasSuffix("s") && [.rows, .either].contains(CountNouns.noun(word))
    }

    /// What is the largest: `the biggest one`, `the most expensive`, `the largest was`.
    private func noun(of index: Int) -> Int? {
        let isAdjective = ["expensive", "costly"].contains(reading.key(index + 1))
        if ["most", "least"].contains(reading.key(index)), !isAdjective { return nil }
        let place = isAdjective ? index + 1 : index
        let noun = (place + 1...place + 2).first { isRow($0) || Verdict.kinds.contains(reading.key($0)) }
        let isAlone = ["was", "is", "at", "came", "cost", "", ".", ","].contains(reading.key(place + 1))
        return noun ?? (isAlone ? place : nil)
    }

    /// `at $34.41 it was the smallest`: the only amount, where nothing behind tells what the place is among.
    private func amount(before index: Int, _ noun: Int) -> Claim? {
        let monies = reading.claims.filter(\.isMoney)
        guard monies.count == 1, monies[0].tokens.upperBound <= index, ["was", "is"].contains(reading.key(index - 2)),
            ["", ".", ",", "!"].contains(reading.key(noun + 1))
        else { return nil }
        return monies[0]
    }

    /// `one was $44.78`, `one, on 4 September, at $45.37`: the amount behind, with no other figure or thought between.
    private func amount(of noun: Int) -> Claim? {
        guard let claim = reading.claims.first(where: { $0.tokens.lowerBound > noun }), claim.isMoney,
            claim.relation == .exactly || claim.relation == .about, claim.tokens.lowerBound - noun <= 8,
            !(noun..<claim.tokens.lowerBound).contains(where: { index in
                [";", ".", "and", "but", "while", "with", "than", "of", "then"].contains(reading.key(index))
            })
        else { return nil }
        return claim
    }

    private func isSize(_ size: Int64, _ claim: Claim) -> Bool {
        guard case .money(let currencies) = claim.measure, let currency = currencies.first else { return false }
        return Fact(value: .money(Money(size, currency))).supports(claim)
    }

    private func fault(_ range: Range<Int>, _ reason: String) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: .rank)]
    }
}
