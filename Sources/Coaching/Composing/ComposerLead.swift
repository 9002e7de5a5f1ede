import Ledger
import Retrieval
import Understanding

/// The first sentence of an answer to a question that wants a yes, a no, or which of two.
extension Composer {
    func lead(_ understood: Understood, _ evidence: Evidence) -> String? {
        switch understood.lead {
        case .happened(let isDue): return happened(evidence, isDue: isDue)
        case .changed(let up): return changed(evidence, up: up)
        case .judged(let judgement): return judged(evidence, judgement)
        case .which(let more): return which(evidence, more: more)
        case .shownSum: return shownSum(evidence)
        case .mean(let count):
            return "On average that is \(phrases.money(evidence.amounts("average"))) for each of the \(count)."
        case .elapsed: return elapsed(evidence)
        case .category: return evidence.transactions.first.map { "It is filed under \(phrases.category($0.category))." }
        case nil: return nil
        }
    }

    private func elapsed(_ evidence: Evidence) -> String? {
        guard let asOf, let row = evidence.transactions.first else { return nil }
        let days = asOf.days(since: row.date)
        return days < 1 ? "Today." : days == 1 ? "1 day." : "\(groupedThousands(days)) days."
    }

    private func shownSum(_ evidence: Evidence) -> String {
        let sums = evidence.amounts("shown").map(\.magnitude)
        let rows = evidence.transactions.count
        return "The \(rows) shown come to \(phrases.money(sums))."
    }

    // MARK: Rows

    private func happened(_ evidence: Evidence, isDue: Bool) -> String? {
        guard evidence.matched > 0 else { return "No." }
        guard let row = evidence.transactions.first else { return "Yes." }
        let last = "on \(row.date.longText): \(row.merchant), \(row.amount.magnitude.text)"
        let state = row.status == .pending ? ", still pending" : ""
        if isDue, let asOf, row.date < asOf.startOfMonth { return "Not this month." }
        if evidence.query.limit == 1 { return state.isEmpty ? "Yes." : "Yes, but it is still pending." }
        return evidence.matched == 1 ? "Yes." : "Yes, last \(last)\(state)."
    }

    // MARK: Changes

    /// The one change there is; nil where several currencies changed differently.
    private func change(_ evidence: Evidence) -> (units: Int64, percent: Double?)? {
        let measure = evidence.query.measure.rawValue
        switch (
            evidence.figures(named: measure).first?.value, evidence.figures(named: "previous_" + measure).first?.value
        ) {
        case (.count(let now), .count(let then)):
            return (Int64(now - then), then > 0 ? Double(now - then) / Double(then) * 100 : nil)
        case (.percent(let now), .percent(let then)), (.ratio(let now), .ratio(let then)):
            return (Int64(((now - then) * 100).rounded()), then > 0 ? (now - then) / then * 100 : nil)
        default: break
        }
        let changes = evidence.figures(named: "change").compactMap(\.money)
        guard changes.count == 1 else { return nil }
        let percents = evidence.figures(named: "change_percent").compactMap { figure -> Double? in
            if case .percent(let value) = figure.value { value } else { nil }
        }
        return (changes[0].minorUnits, percents.first)
    }

    /// Percent of change below which a sum is as good as the same.
    private static let slight = 1.0
    /// Percent around the usual within which a month is a usual one.
    private static let usualRange = 10.0

    private func changed(_ evidence: Evidence, up: Bool?) -> String? {
        guard let change = change(evidence) else { return nil }
        if change.units == 0 { return "No, it is exactly the same." }
        let isSlight = change.percent.map { abs($0) < Composer.slight } ?? false
        guard let up else { return isSlight ? "Hardly." : "Yes." }
        guard (change.units > 0) == up else { return up ? "No, less." : "No, more." }
        return isSlight ? "Yes, but hardly." : "Yes."
    }

    private func judged(_ evidence: Evidence, _ judgement: Lead.Judgement) -> String? {
        guard let change = change(evidence), let percent = change.percent else { return nil }
        if abs(percent) < Composer.usualRange {
            return judgement == .normal ? "Yes, it is about what is usual." : "No, it is about what is usual."
        }
        let words = percent > 0 ? "more than usual" : "less than usual"
        let holds =
            switch judgement {
            case .high: percent > 0
            case .low: percent < 0
            case .normal: false
            case .abnormal: true
            }
        return "\(holds ? "Yes" : "No"), it is \(words)."
    }

    /// `October 2026 was higher, by $97.25.`
    private func which(_ evidence: Evidence, more: Bool) -> String? {
        guard let period = evidence.query.period, let other = evidence.query.comparison, let change = change(evidence),
            let amount = evidence.figures(named: "change").first?.money?.magnitude
        else { return nil }
        if change.units == 0 { return "They are exactly the same." }
        let winner = (change.units > 0) == more ? period : other
        let isOfMoney = evidence.query.measure == .total || evidence.query.isOfAmounts
        let distance = isOfMoney ? ", by \(amount.text)" : ""
        return "\(winner.label.capitalizedFirst) was \(more ? "higher" : "lower")\(distance)."
    }
}

extension Evidence {
    /// Adds the total divided by how many things it is of, to the nearest minor unit.
    mutating func addMean(of count: Int) {
        for total in figures.filter({ $0.name == "total" }) {
            guard let money = total.money, count > 0 else { continue }
            let mean = (abs(money.minorUnits) * 2 + Int64(count)) / (2 * Int64(count)) * money.minorUnits.signum()
            figures.append(
                Figure(
                    name: "average", label: "For each of \(count)", value: .money(Money(mean, money.currency)),
                    period: total.period, rows: total.rows))
        }
    }

    /// Adds what the listed rows come to, one figure for each currency.
    mutating func sumShown() {
        let sums = Dictionary(grouping: transactions, by: \.amount.currency)
            .sorted { $0.key.code < $1.key.code }
        for (currency, rows) in sums {
            let sum = rows.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            figures.append(
                Figure(name: "shown", label: "The rows shown", value: .money(Money(-sum, currency)), rows: rows.count))
        }
    }
}
