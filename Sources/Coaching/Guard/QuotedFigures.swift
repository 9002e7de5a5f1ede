import Ledger
import Understanding

/// Figures of the question, said again. They are nobody's amounts: only a bound that holds and the price that was asked
/// about may be said, and numbers of what was wished for.
extension Verdict {
    /// Whether a figure of the question, or a bound that the program names itself, is only quoted.
    func isQuoted(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        if saysSafeNow(claim) { return false }
        if base.bounds.contains(where: { $0.isSame(as: claim) && $0.relation == claim.relation }) { return true }
        return base.asked.contains { asked in
            guard asked.isSame(as: claim) else { return false }
            guard claim.isMoney || claim.measure == .percent else { return asked.countsAlike(claim) }
            if let side = side(of: position) { return holds(position, side, asked) }
            return isPrice(claim) || isHeldAgainst(position)
        }
    }

    /// `usually $686.03, so $400 would be far below that`: what could be is held against what is, and the right way.
    private func isHeldAgainst(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        let next = reading.key(claim.tokens.upperBound)
        guard next == "would" || next == "is" && reading.claims.contains(where: { $0.measure == .percent }) else {
            return false
        }
        let end = reading.tokens[claim.tokens.upperBound...].firstIndex { [",", ";", "."].contains($0.key) }
        let words = claim.tokens.upperBound..<(end ?? reading.tokens.count)
        let isLess = words.contains { DirectionCheck.down.contains(reading.key($0)) }
        let isMore = words.contains { DirectionCheck.up.contains(reading.key($0)) }
        let others = reading.claims.filter { $0.isMoney && $0.tokens != claim.tokens }.map(\.number.value)
        guard isLess || isMore else { return true }
        return others.contains { isLess ? claim.number.value < $0 : claim.number.value > $0 }
    }

    // MARK: Bounds

    private static let above: Set<String> = [
        "above", "over", "past", "exceeds", "exceeded", "exceed", "topped", "beyond", "passed", "crossed", "beat",
    ]
    private static let below: Set<String> = ["below", "under", "within", "beneath"]
    private static let greater: Set<String> = ["more", "higher", "greater", "larger", "above"]
    private static let smaller: Set<String> = ["less", "lower", "fewer", "smaller", "cheaper", "under"]

    /// 1 where the sentence says that something is more than the claim, -1 where it is less; nil for neither.
    private func side(of position: Int) -> Int? {
        let claim = reading.claims[position]
        var place = claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
        var side: Int?
        switch claim.relation {
        case .over, .atLeast: side = 1
        case .under, .atMost, .nearly: side = -1
        case .to, .about, .exactly: break
        }
        if side == nil {
            place = claim.tokens.lowerBound
            while ["the", "your", "that", "a", "my"].contains(reading.key(place - 1)) { place -= 1 }
            let (word, before) = (reading.key(place - 1), reading.key(place - 2))
            if word == "than" {
                side = Verdict.greater.contains(before) ? 1 : Verdict.smaller.contains(before) ? -1 : nil
            } else {
                side = Verdict.above.contains(word) ? 1 : Verdict.below.contains(word) ? -1 : nil
            }
        }
        guard let side else { return nil }
        let isNegated = (max(0, place - 5)..<place).contains {
            DirectionCheck.negations.contains(reading.key($0)) && reading.key($0 + 1) != ","
        }
        return isNegated ? -side : side
    }

    /// Whether what the bound is said of keeps it, by the figures that are known of it.
    private func holds(_ position: Int, _ side: Int, _ asked: Claim) -> Bool {
        let claim = reading.claims[position]
        // `purchases over $50`: the rows were chosen by it.
        if base.isFiltered { return asked.side == 0 || asked.side == side }
        let known = base.facts.filter { fact in
            [.total, .group, .average, .other].contains(fact.role) && fact.isMeasured(like: claim)
                && fits(fact, position)
        }
        let totals = known.filter { $0.role == .total }
        return (totals.isEmpty ? known : totals).contains { fact in
            guard let value = fact.magnitude else { return false }
            return side > 0 ? value >= claim.number.value : value <= claim.number.value
        }
    }

    // MARK: Prices

    private static let marks: Set<String> = [
        "mark", "line", "threshold", "figure", "level", "question", "price", "tag", "ceiling", "cap", "target",
        "purchase",
    ]
    private static let quoting: Set<String> = [
        "asked", "mentioned", "named", "had", "were", "set", "wanted", "said", "gave", "wondered",
    ]

    /// `a $500 coat`, `for $500` of a purchase, `the $500 you asked about`.
    private func isPrice(_ claim: Claim) -> Bool {
        let (before, next) = (reading.key(claim.tokens.lowerBound - 1), reading.key(claim.tokens.upperBound))
        if next == "you" || next == "that",
            Verdict.quoting.contains(reading.key(claim.tokens.upperBound + (next == "you" ? 1 : 2)))
        {
            return true
        }
        let isNoun =
            Verdict.marks.contains(next) || base.questionWords.contains(next) && !Verdict.prepositions.contains(next)
        if ["a", "an", "the", "that", "this", "your"].contains(before), isNoun { return true }
        if isSupposed(claim) { return true }
        guard base.isPurchase else { return false }
        return ["for", "at", "costs", "cost", "costing", "spending", "of", "pay", "paying"].contains(before)
            || ["a", "an", "the", "that", "this"].contains(before) && !Verdict.prepositions.contains(next)
    }

    private static let supposing: Set<String> = [
        "would", "is", "fits", "sits", "looks", "seems", "could", "might", "means",
    ]

    /// `so $400 would be far below that`, `$400 is about 58 % of …`: what was asked about is what the sentence is about.
    private func isSupposed(_ claim: Claim) -> Bool {
        let (start, end) = (claim.tokens.lowerBound, claim.tokens.upperBound)
        let begins =
            start == 0
            || ["so", ",", ";", "that", "though", "and", "because", "at", ":", "yes", "no", "–", "of"].contains(
                reading.key(start - 1))
        // `$75 for dinner is fine`, `half of $150`
        let isFor =
            ["for", "on", "at"].contains(reading.key(end))
            && (end + 1...end + 5).contains { Verdict.supposing.contains(reading.key($0)) }
        let isWhole =
            reading.key(start - 1) == "of"
            && reading.claims.contains { $0.measure == .percent && $0.tokens.upperBound == start - 1 }
        if isWhole { return true }
        return claim.isMoney && begins && (isFor || Verdict.supposing.contains(reading.key(end)))
            && !["what", "in", "left", "your"].contains(reading.key(end + 1))
    }

    private static let prepositions: Set<String> = [
        "", "on", "at", "in", "for", "to", "from", "of", "left", "remaining", "surplus", "balance", "income", "you",
        "a", "this", "last", "and", ".", ",", "is", "was", "i", "spent", "spend", "did", "my", "the",
    ]
}

extension Claim {
    /// Whether two claims name one number in units that may be the same.
    fileprivate func isSame(as other: Claim) -> Bool {
        guard number.value == other.number.value else { return false }
        switch (measure, other.measure) {
        case (.money(let own), .money(let currencies)): return !Set(own).isDisjoint(with: currencies)
        case (.bare, _), (.count, .count), (.count, .bare): return true
        default: return measure == other.measure
        }
    }

    /// Whether what is counted may be one thing.
    fileprivate func countsAlike(_ other: Claim) -> Bool {
        switch (measure, other.measure) {
        case (.count(let own), .count(let noun)): own == noun || own == .either || noun == .either
        case (.bare, .count(let noun)): noun == .things || noun == .more
        default: true
        }
    }

    /// 1 for `over $50`, -1 for `under $50`, else 0.
    fileprivate var side: Int {
        switch relation {
        case .over, .atLeast: 1
        case .under, .atMost, .nearly: -1
        case .to, .about, .exactly: 0
        }
    }
}

extension Fact {
    fileprivate func isMeasured(like claim: Claim) -> Bool {
        switch (value, claim.measure) {
        case (.money(let money), .money(let currencies)): currencies.contains(money.currency)
        case (.percent, .percent): true
        default: false
        }
    }

    /// In whole units of its currency or in percent, without its sign.
    var magnitude: Double? {
        switch value {
        case .money(let money): Double(money.minorUnits.magnitude) / Double(money.currency.minorPerMajor)
        case .percent(let percent): abs(percent)
        default: nil
        }
    }
}
