import Ledger
import Store

extension Retriever {
    /// Adds what the other period held and the change from it, per currency: like is held against like, a mean against a
    /// mean, a largest against a largest. A change is of the rows of both periods, so it carries no number of them.
    func addComparison(
        _ evidence: inout Evidence, _ sums: Sums, _ comparison: Period, _ context: Context, _ tally: inout Tally
    ) throws {
        let query = context.query
        let buckets = try tally.buckets(query, kinds: context.flow.kinds, period: comparison, by: .none)
        let previous = Sums(buckets, flow: context.flow, currencies: context.currencies)
        let before = try measured(query, in: comparison)
        evidence.figures += before.filter { $0.value.currency == nil }
        let currencies = (sums.entries + previous.entries).map(\.money.currency)
        var seen: Set<Currency> = []
        for currency in currencies where seen.insert(currency).inserted {
            let entry = previous.entry(currency)
            let then = entry?.money.minorUnits ?? 0
            if sums.entry(currency) == nil {
                evidence.figures.append(figure("total", .money(Money(0, currency)), rows: 0, context))
            }
            evidence.figures.append(
                Figure(
                    name: "previous_total", label: label(context.subject, comparison),
                    value: .money(Money(then, currency)), period: comparison, rows: entry?.rows ?? 0))
            guard query.isOfAmounts else {
                let now = sums.entry(currency)?.money.minorUnits ?? 0
                evidence.figures += changes(Money(now, currency), then, comparison, context)
                continue
            }
            let own = evidence.figures(named: query.measure.rawValue).first { $0.value.currency == currency }
            guard let now = own?.value.units, let figure = before.first(where: { $0.value.currency == currency }),
                let then = figure.value.units
            else { continue }
            evidence.figures.append(figure)
            evidence.figures += changes(Money(now, currency), then, comparison, context)
        }
    }

    /// What a query measures besides a sum, in another period, called `previous_…`.
    private func measured(_ query: Query, in period: Period) throws -> [Figure] {
        if query.measure == .total { return [] }
        var other = query
        (other.period, other.otherPeriods, other.comparison, other.grouping) = (period, [], nil, nil)
        return try figures(other).figures(named: query.measure.rawValue).map { figure in
            Figure(
                name: "previous_" + figure.name, label: figure.label, value: figure.value, period: period,
                rows: figure.rows)
        }
    }

    private func changes(_ now: Money, _ then: Int64, _ comparison: Period, _ context: Context) -> [Figure] {
        let unit = context.query.isMean ? " per \(context.query.averageUnit.rawValue)" : ""
        let words = label("\(context.subject)\(unit), change from \(comparison.label)", context.query.period)
        let difference = now.minorUnits - then
        func figure(_ name: String, _ value: FigureValue) -> Figure {
            Figure(name: name, label: words, value: value, period: context.query.period)
        }
        return [figure("change", .money(Money(difference, now.currency)))]
            + (then > 0 ? [figure("change_percent", .percent(percentage(difference, of: then)))] : [])
    }
}

extension Query {
    /// Whether money is averaged.
    public var isMean: Bool { measure == .average && counted == nil }

    /// Whether an amount that is no sum is measured.
    public var isOfAmounts: Bool { isMean || [.median, .largest, .smallest].contains(measure) }
}
