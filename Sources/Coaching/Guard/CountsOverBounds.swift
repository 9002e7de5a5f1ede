import Ledger

/// How many of something are above an amount: `eight of the fifteen payments are above $100`.
extension Verdict {
    private struct SaidCount {
        let count: Int
        let all: Int
        let tokens: Range<Int>
    }

    private static let over: Set<String> = ["above", "over", "exceed", "exceeds", "exceeded", "topped", "top", "more"]
    private static let under: Set<String> = ["below", "under", "less", "fewer"]

    /// A count of some of all, where another number of them is so.
    func wrongCountOverBound() -> [UnsupportedClaim] {
        for index in reading.tokens.indices {
            guard let said = saidCount(at: index) else { continue }
            let sizes = [base.ranking, base.rowRanking].filter { $0.count == said.all && said.all > 1 }.map { ranked in
                ranked.map(\.size)
            }
            guard !sizes.isEmpty, let reach = reach(behind: said.tokens.upperBound) else { continue }
            let isSo = sizes.contains { all in
                let (strict, loose) = (
                    all.count { reach.isInside($0) }, all.count { reach.isInside($0) || $0 == reach.bound }
                )
                return (strict...loose).contains(said.count)
            }
            if !isSo {
                return [
                    UnsupportedClaim(text: reading.written(said.tokens), reason: "is not how many", kind: .count)
                ]
            }
        }
        return []
    }

    /// `eight of the fifteen`, `all but two of the ten`
    private func saidCount(at index: Int) -> SaidCount? {
        let numbers = GuardNumbers(tokens: reading.tokens)
        guard let part = numbers.number(at: index), let count = part.number.integer, reading.key(part.end) == "of",
            !reading.names.contains(where: { $0.tokens.contains(index) })
        else { return nil }
        let articles: Set<String> = ["the", "your", "these", "those", "its", "all"]
        let place = articles.contains(reading.key(part.end + 1)) ? part.end + 2 : part.end + 1
        guard let whole = numbers.number(at: place), let all = whole.number.integer, all >= count,
            reading.key(place - 1) != "$"
        else { return nil }
        let isAllBut = reading.key(index - 1) == "but" && reading.key(index - 2) == "all"
        let start = isAllBut ? index - 2 : index
        guard !["not", "than", "least", "most", "nearly", "almost", "about"].contains(reading.key(start - 1)) else {
            return nil
        }
        return SaidCount(count: isAllBut ? all - count : count, all: all, tokens: start..<whole.end)
    }

    private struct Reach {
        let isOver: Bool
        let bound: Int64

        func isInside(_ size: Int64) -> Bool { isOver ? size > bound : size < bound }
    }

    /// What the words behind a count say of them: above an amount, in the black.
    private func reach(behind start: Int) -> Reach? {
        let isNet = base.facts.contains { $0.role == .group && $0.kinds.contains(.net) }
        for index in start..<max(start, min(start + 12, reading.tokens.count)) {
            let word = reading.key(index)
            if [";", ".", "but", "not", "didnt", "werent", "without", "never"].contains(word) { return nil }
            if isNet, reading.key(index - 1) == "the", ["black", "red"].contains(word) {
                return Reach(isOver: word == "black", bound: 0)
            }
            guard Verdict.over.contains(word) || Verdict.under.contains(word) else { continue }
            guard let claim = reading.claims.first(where: { $0.tokens.lowerBound > index }), claim.isMoney,
                claim.tokens.lowerBound - index <= 2, case .money(let currencies) = claim.measure,
                let currency = currencies.first, let units = claim.number.scaled(to: currency.minorDigits)
            else { return nil }
            return Reach(isOver: Verdict.over.contains(word), bound: units)
        }
        return nil
    }
}
