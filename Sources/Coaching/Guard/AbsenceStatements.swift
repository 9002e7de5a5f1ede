import Ledger

/// Claims that there is nothing: of what was asked about, of what is named, and of other days.
extension StatementCheck {
    private static let objects: Set<String> = [
        "transaction", "transactions", "purchase", "purchases", "spending", "charges", "charge", "visits", "visit",
        "trips", "expenses", "activity", "payments", "payment", "orders", "record", "records",
    ]

    /// `you spent nothing`, `no transactions`, `didn't spend anything`, where there was something.
    func absences() -> [UnsupportedClaim] {
        guard base.hasRows, !base.saysNothing, !isZeroSaid else {
            return base.hasRows ? namedAbsences() : absencesElsewhere()
        }
        return firstAbsence.map(absence) ?? []
    }

    private func absence(_ range: Range<Int>) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: "is not so: there is something", kind: .absence)]
    }

    /// `there was no rent`, where something else was nothing.
    private func namedAbsences() -> [UnsupportedClaim] {
        guard !isZeroSaid else { return [] }
        for name in reading.names {
            let start = name.tokens.lowerBound
            guard let index = [start - 1, start - 2].first(where: { ["no", "zero"].contains(reading.key($0)) }),
                reading.key(index + 1) != "longer",
                !["change", "increase", "rise", "limit"].contains(reading.key(name.tokens.upperBound))
            else { continue }
            let own = base.facts.filter { fact in
                [.group, .total].contains(fact.role) && fact.money != nil && fact.per == nil
                    && !fact.labels.isDisjoint(with: name.labels)
            }
            if !own.isEmpty, own.allSatisfy({ $0.money?.minorUnits ?? 0 > 0 }) {
                return absence(index..<name.tokens.upperBound)
            }
        }
        return []
    }

    /// Nothing was found in the days asked about; of other days nothing is known.
    private func absencesElsewhere() -> [UnsupportedClaim] {
        if base.isPurchase, let range = firstAbsence,
            base.facts.contains(where: { $0.labels.contains("r:spent") && $0.money?.minorUnits ?? 0 > 0 })
        {
            return absence(range)
        }
        guard let main = base.days.main, firstAbsence != nil else { return [] }
        let other = reading.periods.first { period in
            guard let meanings = base.days.meanings(of: period.form), !meanings.isEmpty else { return false }
            return !meanings.contains { base.days.fits(main, said: $0) }
        }
        guard let other else { return [] }
        return [UnsupportedClaim(text: reading.written(other.tokens), reason: "was not looked at", kind: .date)]
    }

    /// Whether a composed sentence says that something is not there.
    static func saysNothing(_ words: [String]) -> Bool {
        words.indices.contains { index in
            words[index] == "nothing" || words[index] == "none"
                || words[index] == "no" && words[index...].prefix(5).contains { objects.contains($0) }
        }
    }

    private var firstAbsence: Range<Int>? {
        for index in reading.tokens.indices {
            let (word, next) = (reading.key(index), reading.key(index + 1))
            let end: Int
            if word == "nothing" || word == "none" && ["of", "on", "at", "for", "went"].contains(next),
                spends(around: index)
            {
                end = index + 1
            } else if word == "no" || word == "zero" || word == "any" && isNegated(index),
                let object = (index + 1...index + 3).first(where: { StatementCheck.objects.contains(reading.key($0)) }),
                !(index + 1..<object).contains(where: { limitsToOthers(reading.key($0)) })
            {
                end = object + 1
            } else if ["no", "zero"].contains(word), next != "longer", ![",", ":", ";", "–", "-", "."].contains(next),
                reading.names.contains(where: { [index + 1, index + 2].contains($0.tokens.lowerBound) })
            {
                end = index + 1
            } else if word == "anything" || next == "anything", isNegated(index), spends(around: index) {
                end = index + 1
            } else if ["didnt", "havent", "hadnt", "never"].contains(word),
                ["spend", "spent", "buy", "bought", "shop", "visit"].contains(next),
                !["that", "as", "more", "less", "much"].contains(reading.key(index + 2)),
                !["$", "over", "above", "under"].contains(reading.key(index + 2))
            {
                end = index + 2
            } else if ["havent", "never"].contains(word), ["been", "visited", "gone", "ordered"].contains(next),
                !reading.has(["since", "lately", "again", "before", "more", "than"]),
                reading.periods.allSatisfy({ isOfMain($0) })
            {
                end = index + 2
            } else {
                continue
            }
            return index..<end
        }
        return nil
    }

    private func isOfMain(_ period: SaidPeriod) -> Bool {
        guard let main = base.days.main, let meanings = base.days.meanings(of: period.form) else { return false }
        return meanings.contains { base.days.fits(main, said: $0) }
    }

    /// Whether what the sentence names, or what was compared with, is nothing.
    private var isZeroSaid: Bool {
        base.facts.contains { fact in
            let isZero =
                switch fact.value {
                case .money(let money): money.minorUnits == 0 && fact.role != .change
                case .count(let count, .rows): count == 0
                default: false
                }
            let own = fact.labels.filter { !$0.hasPrefix("r:") }
            return isZero && (fact.needs.isEmpty || reading.has(fact.needs))
                && (own.isEmpty || reading.names.isEmpty
                    || reading.names.contains { !$0.labels.isDisjoint(with: own) })
        }
    }

    private func limitsToOthers(_ word: String) -> Bool {
        switch word {
        case "pending": !base.hasPending
        case "unusual", "other", "new", "duplicate", "recurring", "suspicious", "more", "further", "additional",
            "hidden", "odd",
            "unexpected", "double", "extra", "big", "large", "change", "major", "significant", "such", "of":
            true
        default: false
        }
    }

    private func isNegated(_ index: Int) -> Bool {
        (max(0, index - 4)..<index).contains {
            [
                "not", "didnt", "dont", "havent", "hadnt", "never", "without", "arent", "werent", "isnt", "wasnt", "no",
                "t",
            ].contains(reading.key($0))
        }
    }

    private func spends(around index: Int) -> Bool {
        (max(0, index - 3)..<index).contains {
            ["spent", "spend", "paid", "cost", "spending", "charged", "bought"].contains(reading.key($0))
        }
            || ["went", "was", "spent"].contains(reading.key(index + 1))
                && ["to", "on", "spent", "toward"].contains(reading.key(index + 2))
            || reading.key(index + 1) == "on" || reading.key(index + 1) == "at"
            || reading.key(index + 1) == "of"
                && (index + 2...index + 5).contains { ["went", "was", "is", "on", "goes"].contains(reading.key($0)) }
    }
}
