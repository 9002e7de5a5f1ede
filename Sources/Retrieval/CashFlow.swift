import Ledger
import Store

extension Retriever {
    /// Income, spending, what is left and its part of income, per currency.
    public func cashFlow(_ query: Query) throws -> Evidence {
        var both = query
        both.direction = .any
        both.kinds = []
        var evidence = try figures(both)
        // What is left after some of the spending is left of all the income.
        let isPart = isOfSpending(query)
        if isPart { try addIncome(to: &evidence, both) }
        evidence.query = query
        if let grouping = query.grouping { evidence.groups = try netGroups(grouping, both, &evidence) }
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
            if earned > 0, !isPart {
                let rate = Double(roundedQuotient(earned - spent, times: 10_000, by: earned)) / 10_000
                add("savings_rate", "Savings rate", .ratio(rate))
            }
        }
        if query.comparison != nil { evidence.figures += try netChange(query, evidence) }
        return evidence
    }

    /// Whether it names spending only, which no income can belong to.
    private func isOfSpending(_ query: Query) -> Bool {
        !query.categories.isEmpty && query.merchants.isEmpty && query.grouping == nil
            && query.categories.allSatisfy { index.taxonomy[$0]?.flow == .out }
    }

    private func addIncome(to evidence: inout Evidence, _ query: Query) throws {
        var all = query
        (all.categories, all.direction, all.measure) = ([], .in, .total)
        let income = try figures(all)
        evidence.figures.removeAll { $0.name == "income" }
        evidence.figures += income.figures(named: "total").map { figure in
            Figure(
                name: "income", label: label("Income", query), value: figure.value, period: figure.period,
                rows: figure.rows)
        }
        evidence.matched += income.matched
        evidence.statements += income.statements
    }

    /// What was left in the period held against, and how much more or less it is now; one pair for each currency.
    private func netChange(_ query: Query, _ evidence: Evidence) throws -> [Figure] {
        var other = query
        (other.period, other.otherPeriods, other.comparison, other.grouping) = (query.comparison, [], nil, nil)
        let before = try cashFlow(other).figures(named: "net")
        return evidence.figures(named: "net").flatMap { figure -> [Figure] in
            guard case .money(let now) = figure.value else { return [] }
            let then = before.lazy.compactMap { figure -> Money? in
                if case .money(let money) = figure.value, money.currency == now.currency { money } else { nil }
            }.first
            guard let then else { return [] }
            return [
                Figure(
                    name: "previous_net", label: label("Net", other), value: .money(then), period: other.period,
                    rows: before.first?.rows),
                Figure(
                    name: "change", label: label("Change", query),
                    value: .money(Money(now.minorUnits - then.minorUnits, now.currency)), period: query.period),
            ]
        }
    }

    /// What was left in every group, with what came in and went out.
    private func netGroups(_ grouping: Query.Grouping, _ query: Query, _ evidence: inout Evidence) throws -> [Group] {
        func groups(_ direction: Query.Direction) throws -> [Group] {
            var one = query
            one.direction = direction
            one.comparison = nil
            one.measure = .total
            one.order = .newest
            one.limit = 400
            let found = try figures(one)
            evidence.statements += found.statements
            return found.groups
        }
        let (income, spending) = (try groups(.in), try groups(.out))
        var keys: [(key: String, label: String, currency: Currency)] = []
        for group in income + spending {
            guard let currency = group.value.currency,
                !keys.contains(where: { $0.key == group.key && $0.currency == currency })
            else { continue }
            keys.append((group.key, group.label, currency))
        }
        // ISO days, months and years stand in the order of time when they stand in that of their letters.
        if Breakdown.isChronological(grouping), grouping != .weekday { keys.sort { $0.key < $1.key } }
        let groups = keys.map { key in
            func part(_ groups: [Group]) -> (amount: Int64, rows: Int) {
                groups.filter { $0.key == key.key && $0.value.currency == key.currency }.reduce((0, 0)) { sum, group in
                    guard case .money(let money) = group.value else { return sum }
                    return (sum.0 + money.minorUnits, sum.1 + group.count)
                }
            }
            let (earned, spent) = (part(income), part(spending))
            func money(_ amount: Int64) -> FigureValue { .money(Money(amount, key.currency)) }
            return Group(
                key: key.key, label: key.label, value: money(earned.amount - spent.amount),
                count: earned.rows + spent.rows, share: nil,
                details: [.init("income", money(earned.amount)), .init("spending", money(spent.amount))])
        }
        return Breakdown.isChronological(grouping) ? ranked(groups, query) : groups
    }

    /// By what was left where the most or the least is asked for, each currency by itself; else as they are.
    private func ranked(_ groups: [Group], _ query: Query) -> [Group] {
        guard query.order == .largest || query.order == .smallest else { return groups }
        var currencies: [Currency] = []
        for group in groups {
            if let currency = group.value.currency, !currencies.contains(currency) { currencies.append(currency) }
        }
        return currencies.flatMap { currency in
            let own = groups.filter { $0.value.currency == currency }.sorted { a, b in
                guard case .money(let x) = a.value, case .money(let y) = b.value, x != y else { return a.key < b.key }
                return query.order == .smallest ? x.minorUnits < y.minorUnits : x.minorUnits > y.minorUnits
            }
            return own.dropFirst(query.offset).prefix(query.limit)
        }
    }

    /// Whether any row at all was made in these days.
    public func hasRows(in period: Period) throws -> Bool {
        try index.database.first(
            "SELECT 1 FROM txn WHERE day BETWEEN ? AND ? LIMIT 1",
            [.int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))]
        ) { _ in true } ?? false
    }
}
