import Ledger
import Retrieval
import Understanding

/// Sentences about what a figure is held against.
extension Composer {
    func comparison(_ understood: Understood, _ evidence: Evidence) -> String? {
        let query = evidence.query
        guard let other = query.comparison, query.sides.isEmpty else { return nil }
        if let before = before(other, evidence) { return before }
        let isUsual = understood.comparesWithUsual
        let reference = isUsual ? "usual" : phrases.period(other)
        let per = query.isMean && !isOneUnit(evidence) ? " per \(query.averageUnit.rawValue)" : ""
        let figures = evidence.figures
        // The figures of one currency follow one another: the other value, the change, its percentage if there is one.
        let parts = figures.indices.compactMap { index -> String? in
            guard figures[index].name.hasPrefix("previous_"), let then = figures[index].money,
                index + 1 < figures.count, figures[index + 1].name == "change",
                let change = figures[index + 1].money
            else { return nil }
            if change.minorUnits == 0 { return isUsual ? "exactly as usual" : "exactly as much as \(reference)" }
            var percent = ""
            if index + 2 < figures.count, case .percent(let value) = figures[index + 2].value {
                percent = " (\(phrases.percent(abs(value))))"
            }
            if figures[index].name == "previous_net" {
                let kept = then.minorUnits < 0 ? "\(then.magnitude.text) more went out" : "\(then.text) stayed"
                return
                    "\(change.magnitude.text) \(change.minorUnits > 0 ? "more" : "less") than \(reference), when \(kept)"
            }
            let was = isUsual ? "; by the average of \(phrases.span(other)) it would be" : ", when it was"
            return "\(change.magnitude.text)\(percent) \(change.minorUnits > 0 ? "more" : "less")\(per) than "
                + "\(reference)\(was) \(then.text)"
        }
        if query.isOfAmounts, !isUsual, evidence.figures(named: "previous_total").allSatisfy({ $0.rows == 0 }) {
            return "\(phrases.period(other).capitalizedFirst) there was nothing."
        }
        return parts.isEmpty ? nil : "That is " + parts.joined(separator: ", and ") + "."
    }

    /// `In September 2026 there were 9, $72.10 in all.`: what is no money is held against the same.
    private func before(_ other: Period, _ evidence: Evidence) -> String? {
        let when = phrases.period(other).capitalizedFirst
        let name = "previous_" + evidence.query.measure.rawValue
        let money = phrases.money(evidence.amounts("previous_total"))
        switch evidence.figures(named: name).first?.value {
        case .count(0): return "\(when) there were none."
        case .count(let count):
            let sum = evidence.query.counted ?? .transactions == .transactions ? ", \(money) in all" : ""
            return "\(when) there \(count == 1 ? "was" : "were") \(groupedThousands(count))\(sum)."
        case .percent(let percent): return "\(when) it was \(phrases.percent(percent)): \(money)."
        case .ratio(let ratio): return "\(when) it was \(phrases.decimal(ratio))."
        default: return nil
        }
    }

    /// Sums of spans that are not equally long do not say by themselves which was more a day.
    func unequalLengths(_ understood: Understood, _ query: Query) -> String? {
        guard let period = query.period, let other = query.comparison, !understood.comparesWithUsual,
            ![.average, .median, .share, .largest, .smallest].contains(query.measure)
        else { return nil }
        let (shorter, longer) = (min(period.days, other.days), max(period.days, other.days))
        guard longer - shorter > 3, longer * 10 > shorter * 11 else { return nil }
        return
            "The two are not equally long: \(phrases.count(period.days, "day")) and \(phrases.count(other.days, "day"))."
    }

    /// Whether the average per unit is of one such unit, and so no other amount than the sum.
    func isOneUnit(_ evidence: Evidence) -> Bool {
        let query = evidence.query
        guard query.isMean, query.averageUnit != .transaction, query.otherPeriods.isEmpty, let period = query.period
        else { return false }
        let isOne =
            switch query.averageUnit {
            case .transaction: false
            case .day: period.days == 1
            case .week: period.days == 7
            case .month: period == Period.month(of: period.start)
            case .year: period == Period(period.start.startOfYear, period.start.endOfYear)
            }
        return isOne && evidence.amounts("average") == evidence.amounts("total")
    }

    /// ` That amount occurs 4 times, the last on 12 October 2026.`
    func occurrences(_ evidence: Evidence) -> String {
        guard case .count(let count)? = evidence.figures(named: "occurrences").first?.value,
            case .date(let day)? = evidence.figures(named: "last_occurrence").first?.value
        else { return "" }
        let times = count == 2 ? "twice" : "\(groupedThousands(count)) times"
        return " That amount occurs \(times), the last on \(day.longText)."
    }
}
