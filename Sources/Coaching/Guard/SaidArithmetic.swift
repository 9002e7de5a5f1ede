import Ledger
import Understanding

/// What a reply works out from figures that it says itself.
extension Verdict {
    private static let parting: Set<String> = ["of", "share", "part", "out"]

    private static let atMost = 4

    /// A difference, sum, part, multiple or average of two figures of the same sentence, or of the question.
    func isOfSaid(_ position: Int, _ facts: [[Fact]]) -> Bool {
        let claim = reading.claims[position]
        var amounts: [Double] = []
        var counts: [Double] = []
        var percents: [Double] = []
        for index in reading.claims.indices where index != position {
            let own = index < facts.count ? facts[index] : base.facts.filter { $0.supports(reading.claims[index]) }
            guard let fact = own.first(where: { $0.role != .change }) ?? own.first else {
                // What was worked out may be held against something in its turn.
                if index < position, reading.claims[index].isMoney {
                    amounts.append(reading.claims[index].number.value)
                }
                continue
            }
            switch fact.value {
            case .money(let money):
                amounts.append(Double(money.minorUnits.magnitude) / Double(money.currency.minorPerMajor))
            case .count(let count, _): counts.append(Double(count))
            case .percent(let percent): percents.append(abs(percent))
            default: break
            }
        }
        let asked = base.asked.filter(\.isMoney).map(\.number.value)
        guard amounts.count + counts.count + percents.count <= Verdict.atMost else { return false }
        // Where the sentence holds something against what the one before said.
        let held = claim.isMoney && !amounts.isEmpty ? Array(before.amounts.suffix(2)) : []
        let said = amounts + asked + held
        switch claim.measure {
        case .money:
            return reading.has(Verdict.differences)
                && pairs(said).contains { claim.matches(abs($0 - $1)) && isWay($0, $1, position) }
                || reading.has(Verdict.sums) && pairs(said).contains { claim.matches($0 + $1) }
                || claim.per == .transaction
                    && said.contains { amount in
                        (counts + divisors(position)).contains { $0 > 1 && claim.matches(amount / $0) }
                    }
        case .count(.rows), .count(.either), .count(.more):
            return reading.has(Verdict.sums.union(Verdict.differences))
                && pairs(counts).contains { claim.matches(abs($0 - $1)) || claim.matches($0 + $1) }
        case .percent where claim.isOfRound:
            return pairs(counts + before.counts.suffix(Verdict.atMost)).contains {
                claim.matches(min($0, $1) / max($0, $1) * 100)
            }
        case .percent:
            let isPart = reading.has(Verdict.parting) && isBetweenTwo(position)
            amounts += ofNameBehind(position) + before.amounts.suffix(Verdict.atMost)
            return isPart && pairs(amounts + asked).contains { claim.matches(min($0, $1) / max($0, $1) * 100) }
                || reading.has(Verdict.differences.union(["passed", "exceeded", "beat", "by"]))
                    && (pairs(percents).contains { claim.matches(abs($0 - $1)) }
                        || pairs(said).contains { isGrowth(claim, $0, $1) })
        case .multiple:
            return pairs(amounts + before.amounts.suffix(Verdict.atMost)).contains {
                claim.matches(max($0, $1) / min($0, $1))
            }
                || pairs(percents).contains { claim.matches(max($0, $1) / min($0, $1)) }
        default: return false
        }
    }

    /// `four Sundays …, about $141 each`: numbers that are judged by themselves.
    private func divisors(_ position: Int) -> [Double] {
        reading.claims.indices.filter { $0 < position && !reading.claims[$0].isMoney }.compactMap {
            reading.claims[$0].number.integer.map(Double.init)
        }
    }

    /// `by about 12 %`, from one to the other.
    private func isGrowth(_ claim: Claim, _ a: Double, _ b: Double) -> Bool {
        reading.key(claim.tokens.lowerBound - 1) == "by" || reading.key(claim.relationWords.lowerBound - 1) == "by"
            ? claim.matches((max(a, b) / min(a, b) - 1) * 100) || claim.matches((1 - min(a, b) / max(a, b)) * 100)
            : false
    }

    private static let ways = ["less": -1.0, "lower": -1, "below": -1, "more": 1, "higher": 1, "above": 1]

    /// `A, $1,008 less than B`: whether the first is less.
    private func isWay(_ first: Double, _ second: Double, _ position: Int) -> Bool {
        guard let way = Verdict.ways[reading.key(reading.claims[position].tokens.upperBound)],
            reading.claims.count == 3,
            position == 1
        else { return true }
        return (first - second) * way > 0
    }

    private func pairs(_ values: [Double]) -> [(Double, Double)] {
        values.indices.flatMap { index in
            values[(index + 1)...].filter { $0 > 0 && values[index] > 0 }.map { (values[index], $0) }
        }
    }

    /// `$900.00 is 14 % of the $6,447.91`: an amount before it, or in the question, and another behind `of`.
    private func isBetweenTwo(_ position: Int) -> Bool {
        let end = reading.claims[position].tokens.upperBound
        return (end..<end + 2).contains { reading.key($0) == "of" }
            && (reading.claims.contains { $0.isMoney && (end..<end + 5).contains($0.tokens.lowerBound) }
                || !ofNameBehind(position).isEmpty)
    }

    /// `half of the rent`: what the thing named behind it comes to.
    private func ofNameBehind(_ position: Int) -> [Double] {
        let end = reading.claims[position].tokens.upperBound
        guard let name = reading.names.first(where: { (end..<end + 4).contains($0.tokens.lowerBound) }) else {
            return []
        }
        return base.facts.filter { $0.role == .group && !$0.labels.isDisjoint(with: name.labels) }.compactMap(
            \.magnitude)
    }

    // MARK: Said calculations

    private enum Operation {
        case minus, plus, times, by
    }

    private static let operations: [String: Operation] = [
        "minus": .minus, "less": .minus, "–": .minus, "-": .minus, "plus": .plus, "+": .plus, "times": .times,
        "x": .times,
        "×": .times, "divided": .by, "÷": .by, "/": .by, "over": .by,
    ]

    /// `$1,871.27 less $1,484.01 is $387.26`, `$131.15 times 12 gives $1,573.80`, `twelve months of rent at $2,355.00 come to
    /// $28,260.00`: the result, and the number that is multiplied with.
    func isCalculated(_ position: Int, _ facts: [[Fact]]) -> Bool {
        let claims = reading.claims
        guard claims.count > 2, claims.count < 6 else { return false }
        return (0..<claims.count - 2).contains { first in
            guard (first...first + 2).contains(position) else { return false }
            let (a, b, result) = (claims[first], claims[first + 1], claims[first + 2])
            guard isKnown(a), isKnown(b), result.isMoney, let operation = operation(a, b) else { return false }
            let (x, y) = (a.number.value, b.number.value)
            switch operation {
            case .minus: return result.matches(x - y)
            case .plus: return result.matches(x + y)
            case .times: return result.matches(x * y)
            case .by: return y > 0 && result.matches(x / y)
            }
        }
    }

    private func isKnown(_ claim: Claim) -> Bool {
        !claim.isMoney
            || base.facts.contains { $0.supports(claim) || $0.money.map { claim.matches(amount($0)) } ?? false }
    }

    private func amount(_ money: Money) -> Double {
        Double(money.minorUnits.magnitude) / Double(money.currency.minorPerMajor)
    }

    private func operation(_ a: Claim, _ b: Claim) -> Operation? {
        let gap = Range.gap(a.tokens, b.tokens)
        guard gap.count <= 5 else { return nil }
        if let sign = gap.compactMap({ Verdict.operations[reading.key($0)] }).first { return a.isMoney ? sign : nil }
        guard case .count(let noun) = a.measure, [.months, .weeks, .days, .years].contains(noun), b.isMoney else {
            return nil
        }
        return gap.contains { ["of", "at", "times"].contains(reading.key($0)) } ? .times : nil
    }

    // MARK: Numbers of groups

    private static let gaining: Set<String> = ["black", "left", "positive", "surplus", "ahead", "saved"]
    private static let losing: Set<String> = ["short", "red", "negative", "overspent", "shortfall", "loss"]

    /// `four of the ten months were above $150`, and the bound itself.
    func countsGroups(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        let areMonths = base.ranking.allSatisfy { $0.period != nil && $0.labels.isEmpty }
        guard base.ranking.count > 2, base.isRankingWhole || areMonths else { return false }
        // Sizes are in minor units of the one currency that the groups have.
        let unit = Double(base.facts.first { $0.role == .group && $0.money != nil }?.money?.currency.minorPerMajor ?? 1)
        let bounds = reading.claims.filter { $0.isMoney && [.over, .atLeast, .under, .atMost].contains($0.relation) }
        func isMet(_ ranked: FactBase.Ranked, _ bound: Claim) -> Bool {
            let size = Double(ranked.size) / unit
            return [.over, .atLeast].contains(bound.relation) ? size > bound.number.value : size < bound.number.value
        }
        func isCount(_ claim: Claim, _ met: Int) -> Bool {
            !claim.isMoney && claim.measure != .percent && claim.number.integer == met && met > 0
                && ["of", "months", "out", "weeks", "of"].contains(reading.key(claim.tokens.upperBound))
        }
        if let bound = bounds.first, bounds.count == 1 {
            let met = base.ranking.count { isMet($0, bound) }
            return claim.isMoney
                ? claim.tokens == bound.tokens && reading.claims.contains { isCount($0, met) } : isCount(claim, met)
        }
        if reading.has(Verdict.losing) { return isCount(claim, base.ranking.count { $0.size < 0 }) }
        return reading.has(Verdict.gaining) && isCount(claim, base.ranking.count { $0.size > 0 })
    }

    /// `two months of 2026 are still to come`, `two months are left`
    func isSpanLeft(_ claim: Claim) -> Bool {
        guard claim.measure == .count(.months), let count = claim.number.integer else { return false }
        let end = claim.tokens.upperBound
        let isAhead = (end..<end + 8).contains {
            ["left", "go", "come", "remaining", "remain"].contains(reading.key($0))
        }
        return isAhead && count == 12 - base.asOf.month
    }
}
