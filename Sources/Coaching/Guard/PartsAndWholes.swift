import Ledger
import Understanding

/// What a sentence says is the whole of the figure before it: `a third of September's $6,459.18`, `$130.37 of the
/// $69,793.07 still pending`.
///
/// What is said of a part (its name, that it is pending, what it is called) is not said of the whole.
struct WholeReader {
    let tokens: [Token]
    let claims: [Claim]

    private static let between: Set<String> = [
        "of", "out", "the", "your", "my", "our", "this", "that", "last", "year", "years", "month", "months", "week",
        "weeks", "total", "all", "full", "whole", "about", "around", "roughly", "some", "nearly", "almost", "s", "'",
        "usual", "income", "spending", "budget", "limit",
    ]

    /// For each claim the one that is a part of it; nil where none is.
    func parts() -> [Int?] {
        claims.indices.map { position in
            guard position > 0 else { return nil }
            let (part, whole) = (claims[position - 1], claims[position])
            guard whole.isMoney, part.isMoney || part.measure == .percent else { return nil }
            let gap = tokens[min(part.tokens.upperBound, whole.tokens.lowerBound)..<whole.tokens.lowerBound]
            guard (1...6).contains(gap.count), gap.first?.key == "of" || gap.prefix(2).map(\.key) == ["out", "of"],
                gap.allSatisfy({ WholeReader.between.contains($0.key) || isDate($0) })
            else { return nil }
            return position - 1
        }
    }

    private func isDate(_ token: Token) -> Bool {
        token.text.utf8.count == 4 && Int(token.key) != nil
            || CivilDate.monthNames.contains { token.key.hasPrefix($0.lowercased()) }
    }
}

/// What stands around a part and its whole, and of which of the two it is said.
struct PartsAndWholes {
    let tokens: [Token]
    let claims: [Claim]
    /// For each claim the one that is a part of it.
    let parts: [Int?]

    private static let relative: Set<String> = ["you", "that", "which", "i", "we", "youve", "ive", "it"]
    private static let helping: Set<String> = [
        "you", "that", "which", "i", "we", "youve", "ive", "it", "can", "could", "may", "have", "had", "has", "so",
        "are", "were", "was", "able", "to", "still", "actually", "is", "safely",
    ]
    private static let setting: Set<String> = ["for", "in", "of", "during", "over", "from", "so"]

    /// What is said of each claim: `mentions` are names, or words that call an amount something and may stand behind it.
    func settled(_ bound: [[Int]], _ mentions: [Range<Int>], canFollow: Bool) -> [[Int]] {
        var bound = bound
        for (whole, part) in parts.enumerated() {
            guard let part else { continue }
            let own = mentions.indices.filter {
                isWithin(mentions[$0], part, whole) || canFollow && follows(mentions[$0], whole)
            }
            for earlier in 0..<whole { bound[earlier].removeAll(where: own.contains) }
            bound[whole] = own
        }
        return bound
    }

    /// The same of days: those of the part are of the whole as well, unless it has its own.
    func settledDays(_ bound: [[Int]], _ mentions: [Range<Int>]) -> [[Int]] {
        var bound = bound
        for (whole, part) in parts.enumerated() {
            guard let part else { continue }
            let end = claims[whole].tokens.upperBound
            let own = mentions.indices.filter { index in
                let gap = mentions[index].lowerBound - end
                return isWithin(mentions[index], part, whole)
                    || gap == 0 || gap == 1 && PartsAndWholes.setting.contains(tokens[end].key)
            }
            guard !own.isEmpty else { continue }
            for earlier in 0..<whole { bound[earlier].removeAll(where: own.contains) }
            bound[whole] = own
        }
        return bound
    }

    private func isWithin(_ mention: Range<Int>, _ part: Int, _ whole: Int) -> Bool {
        mention.lowerBound >= claims[part].tokens.upperBound && mention.upperBound <= claims[whole].tokens.lowerBound
    }

    /// `of your $7,473.37 income`, `of the $6,447.91 you can safely spend`; not `of the $69,793.07 still pending`.
    private func follows(_ mention: Range<Int>, _ whole: Int) -> Bool {
        let end = claims[whole].tokens.upperBound
        guard (0...4).contains(mention.lowerBound - end) else { return false }
        let gap = tokens[end..<mention.lowerBound].map(\.key)
        guard let first = gap.first else {
            return ["income", "spending", "spent", "earned", "received", "limit", "budget", "available"].contains(
                tokens[mention.lowerBound].key)
        }
        return PartsAndWholes.relative.contains(first) && gap.allSatisfy(PartsAndWholes.helping.contains)
            || gap == ["of"] || gap == ["in"]
    }
}

extension Verdict {
    /// Whether a fact can be the whole that a claim is said to be: it is of everything or has the part within, and a
    /// percentage of it comes to what the part is.
    func isWholeOfPart(_ fact: Fact, _ position: Int) -> Bool {
        guard let part = reading.parts[position], let whole = fact.money, fact.role != .change else { return true }
        let own = fact.labels.filter { !$0.hasPrefix("r:") }
        let names = reading.claimNames[part].map { reading.names[$0].labels }
        let isOpen = own.isEmpty || !own.isDisjoint(with: base.subject) || fact.role == .total || names.isEmpty
        guard isOpen || names.contains(where: { !$0.isDisjoint(with: own) }) else { return false }
        // `3% of the $6,447.91 you spent`, which can only be spent.
        if case .kind(let kind)? = reading.claimWholes[part]?.meaning, !fact.kinds.isEmpty, !fact.kinds.contains(kind) {
            return false
        }
        let claim = reading.claims[part]
        guard claim.measure == .percent, claim.relation == .exactly || claim.relation == .about, whole.minorUnits > 0
        else { return true }
        let leeway = max(claim.leeway, claim.number.step * (claim.relation == .about ? 1 : 0.5)) + 0.06
        func comesToPart(_ units: Double) -> Bool {
            abs(units / Double(whole.minorUnits) * 100 - claim.number.value) <= leeway
        }
        // `Rent plus groceries is $30,649.92, or 44% of the $69,793.07`
        if reading.claims.contains(where: { $0.isMoney && comesToPart($0.number.value * 100) }) { return true }
        if comesToPart(sumOfSeveral(part)) { return true }
        return base.facts.contains { other in
            guard let amount = other.money, amount.currency == whole.currency,
                names.isEmpty || names.contains(where: { !$0.isDisjoint(with: other.labels) }) || other.role != .group
            else { return false }
            return comesToPart(Double(amount.minorUnits))
        }
    }
}

extension Verdict {
    /// What the groups of several names or months come to that a claim is of: `restaurants and fast food took 44% of …`.
    private func sumOfSeveral(_ position: Int) -> Double {
        let labels = reading.claimNames[position].map { reading.names[$0].labels }
        let days = reading.claimPeriods[position].compactMap { base.days.meanings(of: reading.periods[$0].form) }
        let groups = base.ranking.filter { ranked in
            labels.isEmpty
                ? ranked.period.map { own in days.contains { $0.contains(own) } } ?? false
                : labels.contains { !$0.isDisjoint(with: ranked.labels) }
        }
        return groups.map { Double($0.size) }.reduce(0, +)
    }

    /// `…; with Amazon Prime it is $45.56`: what is named there comes to what was named before.
    func addsToBefore(_ start: Int) -> Bool {
        let clause = (0..<start).last { [";", ".", "–"].contains(reading.key($0)) }.map { $0 + 1 } ?? 0
        guard clause > 0, ["with", "adding", "including", "counting", "add", "plus"].contains(reading.key(clause))
        else { return false }
        return reading.names.contains { (clause...clause + 2).contains($0.tokens.lowerBound) }
    }
}
