import Ledger

/// What a sentence says that reaches further than any evidence: a record, more than others, all on one day, and why.
extension Verdict {
    private static let superlatives: Set<String> = RankWords.most.union(RankWords.least).union([
        "best", "worst", "busiest",
    ])

    /// What is said beyond the evidence, and not by the program itself.
    func boldStatements() -> [UnsupportedClaim] {
        for index in reading.tokens.indices {
            let end = recordEnd(index) ?? othersEnd(index) ?? averageEnd(index) ?? causeEnd(index)
            let range = end.map { index..<$0 } ?? allOnOne(index)
            if let range, !base.saysItself(reading, range) {
                return [UnsupportedClaim(text: reading.written(range), reason: "is not known", kind: .absence)]
            }
        }
        return wrongNearUsual() ?? wrongExtreme() ?? wrongMostOften() ?? wrongAllCleared() ?? inventedSaving()
            ?? wrongSpendingOfTransfer()
            ?? wrongSideOfTransfer() ?? wrongAllPending() ?? wrongAllIncome() ?? wrongDozens() ?? unknownAlways()
            ?? unknownRaise() ?? []
    }

    /// `a record`, `the most ever`, `more than ever`
    private func recordEnd(_ index: Int) -> Int? {
        let before = reading.key(index - 1)
        switch reading.key(index) {
        case "record":
            let isNoun = ["a", "new", "the", "time", "your"].contains(before)
            return isNoun && !["of", "shows", "keeping"].contains(reading.key(index + 1)) ? index + 1 : nil
        case "ever":
            let isExtreme = (index - 4..<index).contains { Verdict.superlatives.contains(reading.key($0)) }
            return isExtreme || before == "than" ? index + 1 : nil
        default: return nil
        }
    }

    /// `more than most people`, `than the average household`
    private func othersEnd(_ index: Int) -> Int? {
        let people: Set<String> = [
            "people", "households", "household", "families", "family", "americans", "american", "others", "person",
        ]
        guard ["most", "other", "average", "many", "typical"].contains(reading.key(index)),
            people.contains(reading.key(index + 1)),
            !reading.names.contains(where: { $0.tokens.contains(index + 1) })
        else { return nil }
        return index + 2
    }

    /// `below average`, `more than usual`, where neither is known.
    private func averageEnd(_ index: Int) -> Int? {
        guard FactBuilder.usualWords.contains(reading.key(index)) || reading.key(index) == "average",
            ["above", "below", "than", "over", "under"].contains(reading.key(index - 1))
                || ["than", "above", "below"].contains(reading.key(index - 2))
                    && ["your", "the", "my"].contains(reading.key(index - 1))
        else { return nil }
        let isKnown =
            base.labelled.contains("r:usual") || base.words.contains("usual")
            || base.facts.contains { $0.needs == FactBuilder.usualWords } || base.facts.contains { $0.role == .average }
            || base.ranking.count > 2 && (base.ranking.first?.labels.isEmpty ?? false)
        return isKnown || reading.has(["if", "would", "whether"]) ? nil : index + 1
    }

    /// `thanks to a raise`: the evidence has no causes.
    private func causeEnd(_ index: Int) -> Int? {
        let next = reading.key(index + 1)
        let isCause =
            switch reading.key(index) {
            case "thanks", "due", "owing": next == "to"
            case "because": true
            default: false
            }
        guard isCause else { return nil }
        if reading.key(index) != "due", next == "to" || next == "of",
            let end = (index + 2...index + 5).first(where: { Verdict.causes.contains(reading.key($0)) })
        {
            return end + 1
        }
        return (index + 2...index + 7).first { place in
            Verdict.events.contains(reading.key(place)) && !base.words.contains(reading.key(place))
        }.map { $0 + 1 }
    }

    private static let causes: Set<String> = [
        "raise", "bonus", "inflation", "prices", "increase", "overtime", "promotion", "hike",
    ]
    /// What happens in a life and stands in no file.
    private static let events: Set<String> = [
        "inflation", "bonus", "overtime", "promotion", "vacation", "holiday", "holidays", "weather", "cold", "heat",
        "heatwave", "winter", "summer", "wedding", "birthday", "birthdays", "party", "guests", "visitors", "illness",
        "sick", "job", "travel", "travelling", "traveling", "christmas", "school",
    ]

    /// `all on one day`, `in a single trip`
    private func allOnOne(_ index: Int) -> Range<Int>? {
        guard reading.key(index) == "all", ["on", "in", "at"].contains(reading.key(index + 1)) else { return nil }
        let times: Set<String> = [
            "day", "trip", "visit", "purchase", "transaction", "go", "order", "evening", "weekend",
        ]
        let isOne =
            reading.key(index + 2) == "one" && times.contains(reading.key(index + 3))
            || reading.key(index + 3) == "single" && times.contains(reading.key(index + 4))
            || reading.key(index + 2) == "once"
        let isSingle = base.facts.contains { $0.role == .total && $0.value == .count(1, .rows) }
        guard isOne, !isSingle else { return nil }
        return index..<index + 3
    }

    /// `all of it still pending`, where a part of it is.
    private func wrongAllPending() -> [UnsupportedClaim]? {
        guard let index = reading.tokens.indices.first(where: { reading.key($0) == "pending" }),
            let all = (max(0, index - 6)..<index).last(where: {
                ["all", "everything", "entirely", "whole", "entire", "fully"].contains(reading.key($0))
            }), !["in", "not"].contains(reading.key(all - 1))
        else { return nil }
        let pending = base.facts.filter { $0.labels.contains("r:pending") }.compactMap { $0.money?.minorUnits }.max()
        let total = base.facts.filter { $0.role == .total }.compactMap { $0.money?.minorUnits }.max()
        guard let total, pending ?? 0 < total else { return nil }
        return fault(all..<index + 1, "is not so")
    }

    /// `nearly all of your income`, where that is not what was spent of it.
    private func wrongAllIncome() -> [UnsupportedClaim]? {
        let income: Set<String> = ["income", "pay", "paycheck", "paychecks", "earnings", "salary", "wages"]
        for index in reading.tokens.indices where ["all", "most", "majority", "bulk"].contains(reading.key(index)) {
            guard reading.key(index + 1) == "of",
                let end = (index + 2...index + 4).first(where: { income.contains(reading.key($0)) })
            else { continue }
            let least = reading.key(index) == "all" ? 85.0 : 50
            let isSo = base.facts.contains { fact in
                guard case .percent(let percent) = fact.value, case .all(.income, _)? = fact.whole else { return false }
                return percent >= least
            }
            if !isSo { return fault(index..<end + 1, "is not known") }
        }
        return nil
    }

    /// `dozens of trips`, where there were 13.
    private func wrongDozens() -> [UnsupportedClaim]? {
        let least = ["dozens": 24, "scores": 40, "hundreds": 200, "thousands": 2000]
        for index in reading.tokens.indices {
            guard let bound = least[reading.key(index)], reading.key(index + 1) == "of",
                (index + 2...index + 4).contains(where: { [.rows, .either].contains(CountNouns.noun(reading.key($0))) })
            else { continue }
            let isSo = base.facts.contains { fact in
                if case .count(let count, _) = fact.value { fact.isOfRows && count >= bound } else { false }
            }
            if !isSo { return fault(index..<index + 2, "is more than there were") }
        }
        return nil
    }

    /// `it went up every month`, where no months are told apart.
    private func unknownAlways() -> [UnsupportedClaim]? {
        let check = DirectionCheck(reading, base, facts: reading.claims.map { _ in [] })
        let byTime = base.ranking.count { $0.labels.isEmpty }
        guard byTime < 3,
            let always = reading.tokens.indices.first(where: { index in
                let unit: Set<String> = ["month", "week", "year", "quarter"]
                let isEvery = ["every", "each"].contains(reading.key(index)) && unit.contains(reading.key(index + 1))
                return isEvery
                    || unit.contains(reading.key(index)) && reading.key(index + 1) == "after"
                        && reading.key(index + 2) == reading.key(index)
            }),
            reading.thought(around: always).contains(where: { check.direction(at: $0) != nil }),
            !reading.thought(around: always).contains(where: { index in
                reading.claims.contains { $0.tokens.contains(index) }
            }),
            !base.saysItself(reading, always..<always + 2)
        else { return nil }
        return fault(always..<always + 2, "is not known")
    }

    /// `Netflix raised its price`, where no raise is known.
    private func unknownRaise() -> [UnsupportedClaim]? {
        guard !base.labelled.contains("r:before"), !base.labelled.contains("r:raised") else { return nil }
        for index in reading.tokens.indices
        where ["raised", "hiked", "increased", "upped"].contains(reading.key(index)) {
            guard ["its", "their", "the", "your"].contains(reading.key(index + 1)),
                ["price", "prices", "rate", "rates", "fee", "fees", "premium"].contains(reading.key(index + 2)),
                !base.words.contains(reading.key(index))
            else { continue }
            return fault(index..<index + 3, "is not known")
        }
        return nil
    }

    private func fault(_ range: Range<Int>, _ reason: String) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: .absence)]
    }
}
