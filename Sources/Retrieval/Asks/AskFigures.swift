import Ledger

/// The figures of the contract's JSON: a view of what was found.
struct AskFigures {
    private let finding: AskFinding
    private let own: AskRun.Computed
    private let taxonomy: Taxonomy
    private let asOf: CivilDate
    private let words: RequestWords

    init(_ finding: AskFinding, _ own: AskRun.Computed, _ taxonomy: Taxonomy, asOf: CivilDate) {
        (self.finding, self.own, self.taxonomy, self.asOf) = (finding, own, taxonomy, asOf)
        words = RequestWords(taxonomy)
    }

    private var ask: Ask { finding.ask }
    private var period: Period? {
        let periods = ask.selection.span.periods ?? []
        return periods.count == 1 ? periods[0] : nil
    }

    private func label(_ suffix: String = "", _ selection: Selection? = nil) -> String {
        let selection = selection ?? ask.selection
        let days = selection.span.periods.map { NumberText.list($0.map(\.label)) } ?? "all time"
        let subject = words.subject(selection)
        return "\(subject.prefix(1).uppercased())\(subject.dropFirst())\(suffix), \(days)"
    }

    private func figure(_ name: String, _ value: FigureValue, rows: Int?, _ suffix: String = "") -> Figure {
        Figure(name: name, label: label(suffix), value: value, period: period, rows: rows)
    }

    func figures() -> [Figure] {
        var out: [Figure] = []
        if finding.sides.isEmpty { out += primary() } else { out += sides() }
        if finding.otherPeriod != nil { out += changes() }
        if ask.grouping != nil, ask.condition != nil, !ask.conditionIsOfUnits {
            out.append(figure("groups", .count(finding.groupCount), rows: nil, ", groups"))
        }
        if let ever = finding.ever { out += self.ever(ever) }
        if let together = finding.together { out.append(figure("shown", together.value, rows: nil, ", together")) }
        return out
    }

    // MARK: What was asked for

    private func primary() -> [Figure] {
        var out: [Figure] = []
        if !own.rows.flow.hasSum || ask.selection.flow == .net { out += bothWays() }
        if ask.view == .rows, ask.measure == .total {
            out.append(figure("count", .count(finding.evidence.matched), rows: finding.evidence.matched))
        }
        if own.rows.flow.hasSum || ask.measure != .total {
            out += finding.values.map { figure(name, $0.value, rows: $0.rows, suffix) }
        }
        if let units = finding.unitsInSpan, ask.measure.unit.map({ $0 != .transaction }) ?? true {
            out.append(
                figure("days", .count(units), rows: own.matched, ", \(ask.measure.unit?.rawValue ?? "day")s counted"))
        }
        if let found = finding.occurrences {
            out.append(figure("occurrences", .count(found.rows), rows: found.rows))
            out.append(figure("last_occurrence", .date(found.last), rows: found.rows))
        }
        for value in finding.values {
            guard case .date(let day) = value.value else { continue }
            out.append(figure("days_since", .days(asOf.days(since: day)), rows: value.rows))
        }
        for value in finding.values {
            guard let days = value.period else { continue }
            out.append(figure("streak_start", .date(days.start), rows: nil))
            out.append(figure("streak_end", .date(days.end), rows: nil))
        }
        if case .rate = ask.measure {
            return out + [figure("count", .count(own.matched), rows: own.matched)]
        }
        if ask.measure != .total, own.rows.flow.hasSum, showsTotal {
            out += finding.totals.map { figure("total", $0.value, rows: $0.rows) }
        }
        if ask.measure == .count(.transaction), ask.grouping == nil, let (mean, largest) = own.sizes {
            out.append(figure("average", mean.value, rows: mean.rows, " per transaction"))
            if let largest { out.append(figure("largest", largest.value, rows: 1, ", largest")) }
        }
        if case .average(.transaction) = ask.measure { out += purchases() }
        return out + overall()
    }

    private var name: String {
        ask.selection.flow == .net && ask.measure == .total ? "net" : AskFigures.name(ask.measure)
    }

    private var showsTotal: Bool {
        switch ask.measure {
        case .largest, .smallest: ask.grouping != nil
        case .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .spread, .reachedDay: false
        default: ask.selection.flow != .net
        }
    }

    private var suffix: String {
        switch ask.measure {
        case .average(let unit), .rate(let unit), .median(let unit), .spread(let unit): " per \(unit.rawValue)"
        case .count(let unit) where unit != .transaction: ", \(unit.rawValue)s"
        case .countWithout(let unit): ", \(unit.rawValue)s without"
        default: ""
        }
    }

    static func name(_ measure: Ask.Measure) -> String {
        switch measure {
        case .total: "total"
        case .count, .countWithout: "count"
        case .average, .rate: "average"
        case .median: "median"
        case .largest: "largest"
        case .smallest: "smallest"
        case .share: "share"
        case .longestStreak: "longest_streak"
        case .gap: "gap"
        case .lastDay: "last_date"
        case .firstDay: "first_date"
        case .spread: "spread"
        case .reachedDay: "reached_date"
        }
    }

    /// What a mean of purchases is taken of, where refunds make the total another one.
    private func purchases() -> [Figure] {
        own.totals.filter { $0.sum.tickets > 0 && $0.sum.ticketAmount != $0.sum.amount }.map {
            figure(
                "purchases", .money(Money($0.sum.ticketAmount, $0.currency)), rows: $0.sum.tickets, " before refunds")
        }
    }

    /// Money in and out apart, and what part of it was kept.
    private func bothWays() -> [Figure] {
        var out: [Figure] = []
        for entry in own.totals {
            guard let flows = own.flows[entry.currency] else { continue }
            if flows.income.rows > 0 || ask.selection.flow == .net {
                out.append(
                    figure(
                        "income", .money(Money(flows.income.amount, entry.currency)), rows: flows.income.rows,
                        ", income"))
            }
            if flows.spending.rows > 0 || ask.selection.flow == .net {
                let spent = Money(-flows.spending.amount, entry.currency)
                out.append(figure("spending", .money(spent), rows: flows.spending.rows, ", spending"))
            }
            if ask.selection.flow == .net, flows.income.amount > 0 {
                let rate = roundedQuotient(entry.sum.amount, times: 10_000, by: flows.income.amount)
                out.append(
                    figure("savings_rate", .ratio(Double(rate) / 10_000), rows: entry.sum.rows, ", savings rate"))
            }
        }
        return out
    }

    /// What a share is a part of.
    private func overall() -> [Figure] {
        guard case .share(let whole, _) = ask.measure else { return [] }
        return finding.wholes.map {
            Figure(name: "overall", label: label("", whole), value: $0.value, period: period, rows: $0.rows)
        }
    }

    /// What it comes to over everything there is.
    private func ever(_ all: AllTime) -> [Figure] {
        func figure(_ subject: String, _ value: FigureValue, rows: Int) -> Figure {
            Figure(name: "ever", label: "\(subject), all time", value: value, period: all.period, rows: rows)
        }
        if let winner = all.winner { return [figure(winner.label, winner.value, rows: winner.count)] }
        let everything = Selection(ask.selection.flow, ask.selection.filter)
        let subject = words.subject(everything)
        let names =
            finding.sides.isEmpty
            ? all.values.map { _ in "\(subject.prefix(1).uppercased())\(subject.dropFirst())\(suffix)" }
            : finding.sides.map(\.name)
        return zip(names, all.values).map { figure($0, $1.value, rows: $1.rows) }
    }

    // MARK: Against

    private func changes() -> [Figure] {
        guard finding.previous.count == finding.values.count, let other = finding.otherPeriod else { return [] }
        return zip(finding.values, finding.previous).flatMap { now, then -> [Figure] in
            var out = [
                Figure(
                    name: "previous_" + name,
                    label: label("", Selection(ask.selection.flow, ask.selection.filter, .periods([other]))),
                    value: then.value, period: other, rows: then.rows)
            ]
            let words = label(", change from \(other.label)")
            if let change = now.value.difference(from: then.value) {
                out.append(Figure(name: "change", label: words, value: change, period: period))
            }
            if let percent = now.value.percentChange(from: then.value) {
                out.append(Figure(name: "change_percent", label: words, value: .percent(percent), period: period))
            }
            return out
        }
    }

    private func sides() -> [Figure] {
        var out = finding.sides.flatMap { side in
            side.values.map { value in
                Figure(
                    name: name,
                    label:
                        "\(side.name), \(side.selection.span.periods.map { NumberText.list($0.map(\.label)) } ?? "all time")",
                    value: value.value, period: side.selection.span.periods.flatMap { $0.count == 1 ? $0[0] : nil },
                    rows: value.rows)
            }
        }
        if finding.sides.count == 2, let a = finding.sides[0].values.first, let b = finding.sides[1].values.first,
            let difference = a.value.difference(from: b.value)
        {
            out.append(Figure(name: "difference", label: "Difference", value: difference.magnitude, period: period))
        }
        return out
    }
}

extension FigureValue {
    var magnitude: FigureValue {
        switch self {
        case .money(let money): .money(money.magnitude)
        case .count(let count): .count(abs(count))
        case .days(let days): .days(abs(days))
        case .percent(let value): .percent(abs(value))
        case .ratio(let value): .ratio(abs(value))
        case .date: self
        }
    }

    /// How much it is more than another value, in percent of that; nil where that is not above zero.
    func percentChange(from other: FigureValue) -> Double? {
        if case (.money(let a), .money(let b)) = (self, other), a.currency == b.currency {
            return b.minorUnits > 0 ? percentage(a.minorUnits - b.minorUnits, of: b.minorUnits) : nil
        }
        guard difference(from: other) != nil, other.size > 0 else { return nil }
        return ((size - other.size) / other.size * 1000).rounded() / 10
    }
}
