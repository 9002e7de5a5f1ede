import Ledger
import Retrieval
import Understanding

/// “How did last month go?”
extension Coach {
    /// A month or year is summarized; other days are told by what came in and went out.
    mutating func summary(_ question: String, _ understood: Understood) throws -> Answer {
        guard let span = summarySpan(understood.query.period) else {
            return try answer(Ask(Selection(.net, .all, Selection.Span(understood.query))), question, understood)
        }
        let book = SummaryBook(index, asOf: asOf)
        return book.answer(try book.facts(span), question: question, understood, asOf: asOf)
    }

    private func summarySpan(_ period: Period?) -> SummarySpan? {
        guard let period else {
            return SummarySpan(.month, of: SummarySpan.lastFullMonth(asOf: asOf), asOf: asOf)
        }
        // A running month or year is asked about up to today, or as a whole.
        for unit in [SummarySpan.Unit.month, .year] {
            if let span = SummarySpan(unit, of: period.start, asOf: asOf), period == span.period || period == span.whole
            {
                return span
            }
        }
        return nil
    }
}

extension MonthFacts {
    /// The facts as figures, groups and rows: what a reply about them may say.
    func evidence(_ query: Query, taxonomy: Taxonomy) -> Evidence {
        var query = query
        query.comparison = main.previous?.period
        var evidence = Evidence(query: query, coverage: coverage)
        for section in currencies where !section.isEmpty { section.add(to: &evidence, span) }
        return evidence
    }
}

extension CurrencyFacts {
    fileprivate func add(to evidence: inout Evidence, _ span: SummarySpan) {
        let period = span.period
        func add(_ name: String, _ label: String, _ units: Int64, _ days: Period? = nil, rows: Int? = nil) {
            evidence.figures.append(
                Figure(
                    name: name, label: label, value: .money(Money(units, currency)), period: days ?? period, rows: rows)
            )
        }
        add("income", "Income, \(span.name)", flow.income)
        add("spending", "Spending, \(span.name)", flow.spending)
        add("net", "Net, \(span.name)", flow.net)
        if let savingsRate {
            evidence.figures.append(
                Figure(
                    name: "savings_rate", label: "Savings rate, \(span.name)", value: .ratio(savingsRate),
                    period: period))
        }
        if let previous {
            let name = previous.period.label
            add("previous_total", "Spending, \(name)", previous.spending, previous.period)
            add("previous_income", "Income, \(name)", previous.income, previous.period)
            add("previous_net", "Net, \(name)", previous.net, previous.period)
            if previous.income > 0 {
                let rate = Double(roundedQuotient(previous.net, times: 10_000, by: previous.income)) / 10_000
                evidence.figures.append(
                    Figure(
                        name: "previous_savings_rate", label: "Savings rate, \(name)", value: .ratio(rate),
                        period: previous.period))
            }
            add("change", "Spending against \(name)", flow.spending - previous.spending)
            if previous.spending > 0 {
                let percent = roundedQuotient(flow.spending - previous.spending, times: 1000, by: previous.spending)
                evidence.figures.append(
                    Figure(
                        name: "change_percent", label: "Spending against \(name)",
                        value: .percent(Double(percent) / 10), period: period))
            }
        }
        if let usual = usualSpending {
            add("usual", "Spending, usual month", usual.amount)
            add("usual_change", "Spending against the usual", flow.spending - usual.amount)
        }
        if let usual = usualIncome { add("usual", "Income, usual month", usual.amount) }
        evidence.figures += eventFigures(period)
        evidence.groups += categories.filter { $0.count > 0 }.map { line in
            let details =
                (line.previous.map { [Group.Detail("previous", .money(Money($0, currency)))] } ?? [])
                + (line.habit.map { [Group.Detail("usual", .money(Money($0.amount, currency)))] } ?? [])
            return Group(
                key: line.id, label: line.name, value: .money(Money(line.spent, currency)), count: line.count,
                share: flow.spending > 0 ? Double(line.spent) / Double(flow.spending) : nil, details: details)
        }
        evidence.transactions += largest
        evidence.matched += rows
        if pending != 0 { evidence.pending.append(Money(pending, currency)) }
    }

    private func eventFigures(_ period: Period) -> [Figure] {
        var figures: [Figure] = []
        func add(_ name: String, _ label: String, _ units: Int64, _ days: Period? = nil) {
            figures.append(
                Figure(name: name, label: label, value: .money(Money(units, currency)), period: days ?? period))
        }
        for driver in drivers {
            let name = driver.category.name
            add("usual", name, driver.category.usual ?? 0)
            add("usual_change", "\(name) against its usual", driver.category.departure)
            if case .merchant(let name, let spent, let before, _) = driver.cause {
                add("merchant_spent", name, spent.minorUnits)
                add("merchant_before", name, before.minorUnits)
            }
        }
        for line in streams where line.change != .none {
            add("price", line.stream.merchant, line.stream.amount.magnitude.minorUnits)
            if line.change == .raised, let rise = line.stream.rise {
                add("previous_price", line.stream.merchant, rise.from.magnitude.minorUnits)
            }
        }
        figures += rules.flatMap(\.figures)
        if saved > 0 { add("saved", "Saved by waiting", saved) }
        if billsThrough > period.end, !bills.isEmpty {
            let ahead = Period(period.end.adding(days: 1), billsThrough)
            add("bills", "Regular payments due", bills.reduce(0) { $0 + $1.amount.minorUnits }, ahead)
            figures.append(
                Figure(name: "bill_count", label: "Regular payments due", value: .count(bills.count), period: ahead))
            for bill in bills { add("bill", bill.merchant, bill.amount.minorUnits, Period(bill.date, bill.date)) }
        }
        if let suggestion {
            add("would_save", "What the suggestion would save", suggestion.saves.minorUnits)
            if suggestion.isMonthly {
                add("would_save_year", "The same in a year", suggestion.yearly.minorUnits)
            }
        }
        return figures
    }
}
