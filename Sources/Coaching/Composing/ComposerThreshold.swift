import Ledger
import Retrieval
import Understanding

/// Months and what was kept of one, held against an amount.
extension Composer {
    /// Whether what was kept is that of a month that is not over.
    func isRunning(_ understood: Understood, _ query: Query) -> Bool {
        guard understood.intent == .cashFlow, let asOf, let period = query.period else { return false }
        return period.end == asOf && asOf != asOf.endOfMonth && period.start == asOf.startOfMonth
    }

    /// `7 of 24 months came to more than $7,000.00.`
    func monthsSentence(_ understood: Understood, _ evidence: Evidence) -> String? {
        guard let limit = understood.threshold, let all = evidence.figures(named: "months").first?.rows,
            let held = evidence.figures(named: "months_held").first?.rows
        else { return nil }
        let side = understood.staysBelow ? "less" : "more"
        let empty = held - evidence.groups.count
        return
            "\(held == 0 ? "None" : String(held)) of \(phrases.count(all, "month")) came to \(side) than \(limit.text)"
            + (empty > 0 ? ", \(empty) of them without any." : ".")
    }
}

extension Evidence {
    /// Leaves the months whose sum is on the side of an amount that was asked for. Months without any row come to nothing,
    /// which is less than any amount.
    mutating func holdMonths(_ understood: Understood) {
        guard let limit = understood.threshold, understood.query.grouping == .month else { return }
        let all = groups.filter { $0.value.amount?.currency == limit.currency }
        groups = all.filter { group in
            guard let sum = group.value.amount?.minorUnits else { return false }
            return understood.staysBelow ? sum < limit.minorUnits : sum > limit.minorUnits
        }
        let months = max(all.count, monthsWithData)
        let held = groups.count + (understood.staysBelow ? months - all.count : 0)
        figures += [("months", "Months", months), ("months_held", "Months that hold", held)].map { figure in
            Figure(name: figure.0, label: figure.1, value: .count(figure.2), period: query.period, rows: figure.2)
        }
    }

    /// The months of the calendar that were asked about, as far as there is data; 0 where that is not known.
    private var monthsWithData: Int {
        guard let coverage, let asked = query.period, query.otherPeriods.isEmpty else { return 0 }
        let (start, end) = (max(asked.start, coverage.start), min(asked.end, coverage.end))
        return start > end ? 0 : end.monthNumber - start.monthNumber + 1
    }
}
