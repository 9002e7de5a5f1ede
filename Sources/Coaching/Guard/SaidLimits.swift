import Ledger
import Understanding

/// Days that a sentence names as an end: `before 6 November`, `through the end of November`.
extension Verdict {
    /// `the end of November`: its last day.
    func isEnd(_ period: SaidPeriod) -> Bool {
        let start = period.tokens.lowerBound
        return reading.key(start - 1) == "of" && reading.key(start - 2) == "end" || reading.key(start - 1) == "end"
    }

    /// Whether a figure for some days ends where the sentence says: what may be spent before 6 November is not what may be
    /// spent before December.
    ///
    /// - Returns: nil where the sentence names no end, or the figure is for a single day.
    func isLimit(_ period: SaidPeriod, _ own: Period, _ meanings: [Period]) -> Bool? {
        let start = period.tokens.lowerBound
        let word =
            isEnd(period) ? reading.key(start - (reading.key(start - 1) == "of" ? 4 : 2)) : reading.key(start - 1)
        guard ["before", "until", "till", "through", "by"].contains(word), own.days > 1, own.end > base.asOf,
            meanings.contains(where: { $0.days == 1 })
        else { return nil }
        return meanings.contains { $0.start == own.end || $0.start == own.end.adding(days: 1) }
    }

    /// `altogether $44,272.84, not counting High-Yield Savings`, which is counted in it.
    func holdsLeftOut(_ fact: Fact) -> Bool {
        guard reading.claims.filter(\.isMoney).count == 1, fact.money != nil, [.total, .other].contains(fact.role),
            fact.labels.allSatisfy({ $0.hasPrefix("r:") })
        else { return false }
        return reading.names.contains { $0.isLeftOut && base.hasOwn($0.labels, like: fact) }
    }

    /// A sum with something in it that the sentence leaves out.
    func sumsLeftOut(_ fact: Fact) -> Bool {
        fact.parts.contains { part in
            reading.names.contains { $0.isLeftOut && !$0.labels.isDisjoint(with: part) }
        }
    }

    /// `you are under your restaurant limit`, where more than that was spent.
    func wrongLimit() -> [UnsupportedClaim] {
        let left = base.facts.filter { fact in
            let own = fact.labels.filter { !$0.hasPrefix("r:") }
            return fact.labels.contains("r:remaining") && fact.money != nil
                && (reading.names.isEmpty || reading.names.contains { !$0.labels.isDisjoint(with: own) })
        }.compactMap { $0.money?.minorUnits }
        if left.isEmpty, base.labelled.isDisjoint(with: ["r:limit", "r:remaining"]) { return inventedLimit() }
        guard let least = left.min(), let most = left.max(), least >= 0 || most < 0 else { return [] }
        for index in reading.tokens.indices {
            let isUnder = ["under", "within", "below", "inside"].contains(reading.key(index))
            let isOver = ["over", "above", "exceeded", "beyond", "past", "exceed"].contains(reading.key(index))
            guard isUnder || isOver,
                let end = (index + 1...index + 6).first(where: { ["limit", "budget"].contains(reading.key($0)) })
            else { continue }
            let isNegated = (max(0, index - 4)..<index).contains {
                DirectionCheck.negations.contains(reading.key($0)) || ["to", "would", "if"].contains(reading.key($0))
            }
            if !isNegated, isUnder == (least < 0) {
                return [
                    UnsupportedClaim(text: reading.written(index..<end + 1), reason: "is not so", kind: .direction)
                ]
            }
        }
        return []
    }

    private static let sides: Set<String> = [
        "past", "over", "above", "under", "within", "below", "exceeds", "exceeded",
    ]

    /// `it takes you past your clothing limit`, where none is known.
    private func inventedLimit() -> [UnsupportedClaim] {
        for index in reading.tokens.indices where ["limit", "budget"].contains(reading.key(index)) {
            let before = max(0, index - 4)..<index
            guard let own = before.first(where: { reading.key($0) == "your" }),
                Verdict.sides.contains(reading.key(own - 1)), !base.words.contains(reading.key(index)),
                !before.contains(where: { ["credit", "no", "any"].contains(reading.key($0)) }),
                !(max(0, own - 6)..<own).contains(where: {
                    DirectionCheck.negations.contains(reading.key($0))
                        || ["if", "would", "could"].contains(reading.key($0))
                })
            else { continue }
            return [UnsupportedClaim(text: reading.written(own..<index + 1), reason: "is not known", kind: .absence)]
        }
        return []
    }

    /// `Netflix is your priciest subscription`, where another costs more.
    func wrongPriciest() -> [UnsupportedClaim] {
        guard reading.has(["subscription", "subscriptions"]) else { return [] }
        let costs = base.facts.filter { fact in
            fact.per == .month && fact.kinds.contains(.bills) && fact.labels.contains { $0.hasPrefix("n:") }
        }
        guard let index = reading.tokens.indices.first(where: { RankWords.most.contains(reading.key($0)) }),
            reading.names.count == 1, RankWords.ordinals[reading.key(index - 1)] == nil,
            let own = costs.first(where: { !$0.labels.isDisjoint(with: reading.names[0].labels) })?.money?.minorUnits,
            let most = costs.compactMap({ $0.money?.minorUnits }).max(), own < most,
            !(index - 3..<index).contains(where: { ["one", "of", "among"].contains(reading.key($0)) })
        else { return [] }
        return [UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is another", kind: .rank)]
    }

    /// `mostly at Trader Joe's`, where most of the rows are of another.
    func wrongBulk() -> [UnsupportedClaim] {
        let rows = base.facts.filter { $0.role == .row && $0.money != nil }
        guard base.ranking.isEmpty, base.listsAllRows, rows.count > 1 else { return [] }
        for index in reading.tokens.indices
        where ["mostly", "mainly", "primarily", "chiefly"].contains(reading.key(index)) {
            guard let name = reading.names.first(where: { (index + 1...index + 3).contains($0.tokens.lowerBound) })
            else { continue }
            let own = rows.count { !$0.labels.isDisjoint(with: name.labels) }
            if own * 2 <= rows.count {
                return [
                    UnsupportedClaim(
                        text: reading.written(index..<name.tokens.upperBound), reason: "is not so", kind: .rank)
                ]
            }
        }
        return []
    }

    /// `on 1 July`, of an amount of all of July.
    func isDayOfMany(_ fact: Fact, _ period: SaidPeriod, _ own: Period) -> Bool {
        guard case .day = period.form, own.days > 1, [.group, .total, .previous].contains(fact.role) else {
            return false
        }
        return reading.key(period.tokens.lowerBound - 1) == "on"
            && base.days.meanings(of: period.form)?.contains { $0.start == own.start } ?? false
    }

    /// `is $40, on 5 November`: the day that stands right behind an amount; nil where none does.
    func dayBehind(_ position: Int) -> [Period]? {
        let end = reading.claims[position].tokens.upperBound
        guard reading.key(end) == ",", reading.key(end + 1) == "on" else { return nil }
        let period = reading.periods.first { $0.isOfOneDay && $0.tokens.lowerBound == end + 2 }
        return period.flatMap { base.days.meanings(of: $0.form) }
    }

    /// `since September`, `than at the end of September`: days from which something changed.
    func isOrigin(_ period: SaidPeriod) -> Bool {
        period.isOpen
            || (max(0, period.tokens.lowerBound - 5)..<period.tokens.lowerBound).contains {
                ["since", "from", "than", "after", "against", "compared", "versus", "at", "on"].contains(
                    reading.key($0))
            }
    }

    /// `to $768.76 in October`
    func reachesTo(_ period: SaidPeriod, _ position: Int) -> Bool {
        reading.key(reading.claims[position].tokens.lowerBound - 1) == "to"
    }
}

extension FactBase {
    /// Days without a row up to today that still count as up to now: banks post nothing over a long weekend.
    private static let longWeekend = 3

    /// The day until which what is said to be so since some day must last: today where days up to it were asked about.
    var lastDay: CivilDate {
        let reachesToday = days.main.map { $0.end >= asOf } ?? false
        return reachesToday ? asOf : asOf.adding(days: -FactBase.longWeekend)
    }
}
