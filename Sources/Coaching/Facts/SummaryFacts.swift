import Advice
import Ledger
import Retrieval

extension MonthFacts {
    /// What a month or year was: sums, the change, what is usual, what rose and fell, what happened and lies ahead.
    func facts(_ taxonomy: Taxonomy) -> [Fact] { main.facts(span, taxonomy) }
}

extension CurrencyFacts {
    func facts(_ span: SummarySpan, _ taxonomy: Taxonomy) -> [Fact] {
        guard !isEmpty else { return [] }
        return sums(span) + parts(span) + moves(span) + events(span, taxonomy)
    }

    private func money(_ units: Int64) -> FigureValue { .money(Money(units, currency)) }

    private func sums(_ span: SummarySpan) -> [Fact] {
        let days = span.period
        var facts = [
            Fact(
                .total, .spending, money(flow.spending), in: days, basis: Fact.Basis(rows: rows), isAsked: true,
                key: "spent")
        ]
        if let previous, let change, isPreviousWhole || !span.isComplete, previous.spending > 0 {
            facts.append(
                Fact(
                    .change, .spending, money(change), in: days,
                    percent: Double(change) / Double(previous.spending) * 100,
                    other: .init(period: previous.period, value: money(previous.spending)), isAsked: true))
        }
        if let usual = usualSpending?.amount, usual > 0 {
            facts.append(
                Fact(
                    .usual, .spending, money(usual), in: days,
                    percent: Double(flow.spending - usual) / Double(usual) * 100,
                    other: .init(value: money(flow.spending)), key: "usual"))
        }
        if flow.income > 0 {
            facts.append(Fact(.total, .income, money(flow.income), in: days, key: "in"))
            facts.append(
                Fact(
                    .net, .rows(.net, .all), money(flow.net), in: days, percent: savingsRate.map { $0 * 100 },
                    isAsked: true, key: "kept"))
        }
        if let previous, isPreviousWhole, previous.income > 0 {
            facts.append(
                Fact(.net, .rows(.net, .all), money(previous.net), in: previous.period, key: "kept.before"))
        }
        if pending != 0 { facts.append(Fact(.pending, .spending, money(pending), in: days)) }
        return facts
    }

    private func parts(_ span: SummarySpan) -> [Fact] {
        let whole = Fact.Other(subject: .spending)
        func percent(_ spent: Int64) -> Double? {
            flow.spending > 0 ? Double(spent) / Double(flow.spending) * 100 : nil
        }
        return categories.filter { $0.spent > 0 }.prefix(4).enumerated().map { place, line in
            Fact(
                place == 0 ? .largestPart : .part, .category(line.id), money(line.spent), in: span.period,
                percent: percent(line.spent), other: whole, basis: Fact.Basis(rows: line.count))
        }
            + merchants.prefix(1).map { line in
                Fact(
                    .part, .merchant(line.name), money(line.spent), in: span.period, percent: percent(line.spent),
                    other: whole, basis: Fact.Basis(rows: line.count))
            }
    }

    /// The categories that rose and fell most.
    private func moves(_ span: SummarySpan) -> [Fact] {
        guard let previous, isPreviousWhole || !span.isComplete else { return [] }
        let changed = categories.compactMap { line in line.previous.map { (line, line.spent - $0) } }
        let rise = changed.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0 : nil }
        let fall = changed.min { $0.1 < $1.1 }.flatMap { $0.1 < 0 ? $0 : nil }
        return [(Fact.Role.largestRise, rise, "rise"), (.largestFall, fall, "fall")].compactMap { role, move, key in
            move.map { line, change in
                Fact(
                    role, .category(line.id), money(change), in: span.period,
                    other: .init(subject: .spending, period: previous.period, value: money(line.spent)), key: key)
            }
        }
    }

    private func events(_ span: SummarySpan, _ taxonomy: Taxonomy) -> [Fact] {
        let reply = UnusualReply(taxonomy: taxonomy, currency: currency, asOf: span.period.end)
        var facts = streams.compactMap { line -> Fact? in
            guard line.change == .raised, let rise = line.stream.rise else { return nil }
            return Fact(
                .price, .stream(line.stream.merchant), .money(rise.to.magnitude), in: Period(rise.on, rise.on),
                other: .init(value: .money(rise.from.magnitude)))
        }.prefix(2).map { $0 }
        facts += findings.prefix(2).map { finding in
            Fact(
                .finding, reply.phrase(finding), about: .merchant(finding.row.merchant),
                isOfSingleRow: true, key: "odd." + Fact.key(finding.row.merchant))
        }
        facts += rules.filter(\.isExceeded).prefix(2).flatMap { $0.facts.prefix(1) }.map { fact in
            var fact = fact
            fact.isAsked = false
            return fact
        }
        facts += bills.prefix(2).map {
            Fact(.due, .stream($0.merchant), .money($0.amount.magnitude), in: Period($0.date, $0.date))
        }
        return facts
    }
}
