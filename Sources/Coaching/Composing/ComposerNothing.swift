import Ledger
import Retrieval
import Understanding

/// What is said where no row matched.
extension Composer {
    /// "No transactions in that period" and "none of that kind" are different answers.
    func nothing(unknownNames: [String], _ evidence: Evidence) throws -> String {
        guard let coverage = evidence.coverage else {
            return "There are no transactions yet. Bring a bank file in with `coach import FILE`."
        }
        let query = evidence.query
        let reach = "Your data covers \(phrases.span(coverage))."
        if let currency = query.currency, let foreign = try foreign(currency) { return foreign }
        let other = try last(query)
        if !unknownNames.isEmpty, other == nil {
            let names = Subject.list(unknownNames.map { "“\($0)”" })
            return "I know no merchant, category or account called \(names), and no \(phrases.rowsNoun(query)) "
                + "\(phrases.period(of: query)) has it in its text. \(reach)"
        }
        if let periods = query.periods, try !periods.contains(where: retriever.hasRows(in:)) {
            return "There are no transactions at all \(phrases.period(of: query)). \(reach)"
        }
        let what = phrases.rowsNoun(query) + "s" + phrases.said(query) + phrases.limits(query)
        return "There are no \(what) \(phrases.period(of: query))." + (other.map { said($0, query) } ?? "")
            + compared(evidence) + (query.period == nil ? " \(reach)" : "")
    }

    private func said(_ row: Transaction, _ query: Query) -> String {
        let place = query.merchants == [row.merchant] ? "" : " at \(row.merchant)"
        return " The last one was on \(row.date.longText), \(row.amount.magnitude.text)\(place)."
    }

    /// What it was in the compared period, where there is nothing in the one asked about.
    private func compared(_ evidence: Evidence) -> String {
        guard let comparison = evidence.query.comparison,
            let previous = evidence.figures(named: "previous_total").compactMap(\.money).first
        else { return "" }
        return " \(phrases.period(comparison).capitalizedFirst) it was \(previous.text)."
    }

    /// The last row of what a question names, outside the period asked about; nil where it names nothing.
    private func last(_ query: Query) throws -> Transaction? {
        guard query.period != nil, query.otherPeriods.isEmpty, query.sides.isEmpty,
            !query.merchants.isEmpty || !query.categories.isEmpty || query.text != nil
        else { return nil }
        var everything = query
        (everything.period, everything.comparison) = (nil, nil)
        return try retriever.latest(everything)
    }

    /// What is said where no account is kept in a currency.
    private func foreign(_ currency: Currency) throws -> String? {
        let currencies = try retriever.currencies()
        if currencies.contains(currency) { return nil }
        let own = Subject.list(currencies.map(CurrencyNames.builtIn.name))
        return "None of your accounts is kept in \(CurrencyNames.builtIn.name(of: currency)): they are in \(own), and "
            + "amounts are never converted."
    }
}
