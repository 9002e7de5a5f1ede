import Ledger

/// What a sentence says of something that recurs: that it is new, has ended, or costs more or less than before; and what it
/// says the program did or could do.
extension Verdict {
    private static let dearer: Set<String> = ["dearer", "pricier", "costlier", "raised", "hiked", "expensive"]
    private static let cheaper: Set<String> = ["cheaper", "cheapened"]
    private static let ended: Set<String> = [
        "cancelled", "canceled", "stopped", "ended", "expired", "lapsed", "discontinued",
    ]
    private static let being: Set<String> = [
        "was", "were", "is", "are", "been", "has", "have", "got", "get", "gets", "became", "just", "recently", "you",
        "youve", "now",
    ]

    /// `Spotify got dearer`, `Adobe was cancelled`, `Netflix is new`, where the evidence does not say so.
    func wrongState() -> [UnsupportedClaim] {
        if base.isOfFindings, let index = reading.tokens.indices.first(where: saysRefunded) {
            return [UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is not known", kind: .absence)]
        }
        guard base.isOfStreams, base.flow != [.income] else { return [] }
        lazy var composed = base.composed.map { SentenceReading($0, base) }
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let isSaid = (index - 2..<index).contains { Verdict.being.contains(reading.key($0)) }
            guard isSaid, !isTurned(index), let name = subject(of: index) else { continue }
            let way = base.priceWay(of: name.labels)
            let isWrong =
                if Verdict.dearer.contains(word) {
                    way != 1 && !(word == "expensive" && reading.key(index - 1) != "more")
                } else if Verdict.cheaper.contains(word) {
                    way != -1
                } else if Verdict.ended.contains(word) {
                    !composed.contains { $0.says(Verdict.ended, of: name.labels) }
                } else if word == "new" {
                    !composed.contains { $0.says(["new", "began", "started"], of: name.labels) }
                } else {
                    false
                }
            if isWrong {
                return [
                    UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is not so", kind: .direction)
                ]
            }
        }
        return wrongDayOfChange() + stillRunning(composed)
    }

    private static let running: Set<String> = [
        "running", "active", "ongoing", "renews", "continues", "current", "currently", "due", "still",
    ]

    /// `Max is still running`, where it has stopped.
    private func stillRunning(_ composed: [SentenceReading]) -> [UnsupportedClaim] {
        for index in reading.tokens.indices where Verdict.running.contains(reading.key(index)) && !isTurned(index) {
            guard let name = subject(of: index), composed.contains(where: { $0.says(Verdict.ended, of: name.labels) }),
                reading.names.allSatisfy({ $0.tokens == name.tokens || $0.tokens.lowerBound > index }),
                !reading.has(Verdict.ended)
            else { continue }
            return [UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is not so", kind: .absence)]
        }
        return []
    }

    /// `you have been refunded`
    private func saysRefunded(_ index: Int) -> Bool {
        ["refunded", "reimbursed"].contains(reading.key(index)) && !isTurned(index)
            && (index - 2..<index).contains { ["been", "has", "have", "was"].contains(reading.key($0)) }
    }

    private func isTurned(_ index: Int) -> Bool {
        (max(0, index - 4)..<index).contains {
            ["not", "no", "never", "if", "could", "would", "none", "isnt", "hasnt", "wasnt", "cancelling"].contains(
                reading.key($0))
        }
    }

    /// What a state is said of: the last name of the evidence that ends fewer than six words before it.
    private func subject(of index: Int) -> SaidName? {
        let known = reading.names.filter { name in
            name.labels.contains { $0.hasPrefix("n:") && base.labelled.contains($0) }
        }
        return known.last { $0.tokens.upperBound <= index && index - $0.tokens.upperBound < 6 }
    }

    /// `raised it in August this year`, where that was a year before.
    private func wrongDayOfChange() -> [UnsupportedClaim] {
        let raised = base.facts.compactMap { fact -> (labels: Set<String>, day: CivilDate)? in
            guard case .day(let day) = fact.value, fact.labels.contains("r:raised") else { return nil }
            return (fact.labels, day)
        }
        let isPair = reading.has(["from"]) && reading.claims.filter(\.isMoney).count == 2
        guard !raised.isEmpty, !reading.has(["due", "next"]),
            isPair
                || reading.tokens.indices.contains(where: { index in
                    Verdict.dearer.contains(reading.key(index)) || ChangeWords.rises.contains(reading.key(index))
                        || reading.key(index) == "up" && ChangeWords.motions.contains(reading.key(index - 1))
                })
        else { return [] }
        let named = raised.filter { known in reading.names.contains { !$0.labels.isDisjoint(with: known.labels) } }
        let days = (named.isEmpty ? raised : named).map(\.day)
        let wrong = reading.periods.first { period in
            // `up since last year` says no day.
            if !period.isOfOneDay, reading.has(["since"]) { return false }
            guard let meanings = base.days.meanings(of: period.form), !meanings.isEmpty else { return false }
            return !days.contains { day in meanings.contains { $0.contains(day) } }
        }
        guard let wrong else { return [] }
        return [UnsupportedClaim(text: reading.written(wrong.tokens), reason: "is not when it changed", kind: .date)]
    }

    private static let abilities: [[String]] = [
        ["i", "can"], ["i", "could"], ["i", "will"], ["ill"], ["i", "have"], ["ive"], ["i", "just"], ["i", "am"],
        ["im"],
    ]
    private static let deeds: Set<String> = CountNouns.words(
        """
        pay pays paid transfer transferred transferring move moved moving cancel canceled cancelled canceling cancelling \
        invest invested dispute disputed disputing call called calling schedule scheduled send sent book booked buy bought \
        sell sold negotiate negotiated contact contacted file filed block blocked freeze
        """)

    /// `I have cancelled Netflix for you`: the program reads, and does nothing.
    func inventedDeeds() -> [UnsupportedClaim] {
        for index in reading.tokens.indices {
            guard
                let words = Verdict.abilities.first(where: { words in
                    words.indices.allSatisfy { reading.key(index + $0) == words[$0] }
                })
            else { continue }
            let place = index + words.count
            let verb =
                ["also", "now", "just", "already", "easily", "even"].contains(reading.key(place)) ? place + 1 : place
            guard Verdict.deeds.contains(reading.key(verb)), reading.key(verb + 1) != "attention" else { continue }
            return [
                UnsupportedClaim(
                    text: reading.written(index..<verb + 1), reason: "is nothing the program does", kind: .absence)
            ]
        }
        return []
    }

    /// `as usual`, where what is usual is not known or something else.
    func wrongUsual() -> [UnsupportedClaim] {
        for index in reading.tokens.indices where reading.key(index) == "usual" {
            let isSame =
                ["as", "like"].contains(reading.key(index - 1))
                || reading.key(index - 1) == "your" && ["amount", "level", "figure"].contains(reading.key(index + 1))
                    && reading.key(index - 2) == ","
            guard isSame, !base.composed.contains(where: { $0.contains("as usual") }) else { continue }
            let usual = base.facts.filter { fact in
                guard fact.needs == FactBuilder.usualWords, fact.role == .previous, fact.money != nil else {
                    return false
                }
                let own = fact.labels.filter { !$0.hasPrefix("r:") }
                return own.isEmpty == reading.names.isEmpty
                    && (own.isEmpty || reading.names.contains { !$0.labels.isDisjoint(with: own) })
            }.compactMap { $0.money?.minorUnits }
            let amounts = reading.claims.filter(\.isMoney).map { $0.number.value * 100 }
            let isKnown = usual.contains { units in
                amounts.contains { abs($0 - Double(units)) <= max(Double(units) * 0.05, 100) }
            }
            if !isKnown {
                return [
                    UnsupportedClaim(
                        text: reading.written(index - 1..<index + 1), reason: "is not known to be so", kind: .absence)
                ]
            }
        }
        return []
    }
}

extension FactBase {
    /// 1 where the price of something went up, -1 where it went down, 0 where it did not change or is not known.
    fileprivate func priceWay(of labels: Set<String>) -> Int {
        func price(_ label: String) -> Int64? {
            facts.first { $0.labels.contains(label) && !$0.labels.isDisjoint(with: labels) && $0.money != nil }?.money?
                .minorUnits
        }
        guard let now = price("r:price"), let before = price("r:before") else { return 0 }
        return (now - before).signum() > 0 ? 1 : now == before ? 0 : -1
    }
}

extension SentenceReading {
    /// Whether it has one of the words and names something that has one of the labels.
    fileprivate func says(_ states: Set<String>, of labels: Set<String>) -> Bool {
        has(states) && names.contains { !$0.labels.isDisjoint(with: labels) }
    }
}
