import Ledger
import Store

extension Retriever {
    /// Income, spending, what is left and its part of income, per currency.
    public func cashFlow(_ query: Query) throws -> Evidence {
        var both = query
        both.direction = .any
        both.kinds = []
        var evidence = try figures(both)
        evidence.query = query
        let income = evidence.figures(named: "income")
        let spending = evidence.figures(named: "spending")
        var currencies: [Currency] = []
        for figure in income + spending {
            if case .money(let money) = figure.value, !currencies.contains(money.currency) {
                currencies.append(money.currency)
            }
        }
        func sum(_ figures: [Figure], _ currency: Currency) -> Int64 {
            figures.reduce(0) { sum, figure in
                if case .money(let money) = figure.value, money.currency == currency { return sum + money.minorUnits }
                return sum
            }
        }
        for currency in currencies {
            let (earned, spent) = (sum(income, currency), sum(spending, currency))
            func add(_ name: String, _ words: String, _ value: FigureValue) {
                evidence.figures.append(
                    Figure(
                        name: name, label: label(words, query), value: value, period: query.period,
                        rows: evidence.matched))
            }
            add("net", "Net", .money(Money(earned - spent, currency)))
            if earned > 0 {
                let rate = Double(roundedQuotient(earned - spent, times: 10_000, by: earned)) / 10_000
                add("savings_rate", "Savings rate", .ratio(rate))
            }
        }
        return evidence
    }

    /// Whether any row at all was made in these days.
    public func hasRows(in period: Period) throws -> Bool {
        try index.database.first(
            "SELECT 1 FROM txn WHERE day BETWEEN ? AND ? LIMIT 1",
            [.int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))]
        ) { _ in true } ?? false
    }
}
