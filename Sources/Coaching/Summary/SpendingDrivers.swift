import Ledger
import Retrieval

/// Finds what lies behind the categories that left their habit.
struct SpendingDrivers {
    let desk: CurrencyDesk

    private static let most = 4
    /// Days between payments above which some months have none.
    private static let everyMonth = 32.0

    /// The categories furthest from what is usual for them, with why.
    func drivers(_ categories: [CurrencyFacts.CategoryLine]) throws -> [SpendingDriver] {
        let outside = categories.filter { $0.departure != 0 }
            .sorted { (abs($1.departure), $0.id) < (abs($0.departure), $1.id) }
        return try outside.prefix(SpendingDrivers.most).map { SpendingDriver(category: $0, cause: try cause($0)) }
    }

    private func cause(_ line: CurrencyFacts.CategoryLine) throws -> SpendingDriver.Cause {
        if line.departure > 0, let found = try purchase(line) { return found }
        if let found = try merchant(line) { return found }
        guard let before = try rowsBefore(line), before != line.count,
            (line.count > before) == (line.departure > 0)
        else { return .nothing }
        return .count(now: line.count, before: before)
    }

    /// The rows of this category itself, without those beneath it.
    private func query(_ line: CurrencyFacts.CategoryLine, _ period: Period) throws -> Query {
        let beneath = desk.book.index.taxonomy.withDescendants(line.id).filter { $0 != line.id }
        return try desk.query(Query(period: period, categories: [line.id], excludedCategories: beneath))
    }

    private func purchase(_ line: CurrencyFacts.CategoryLine) throws -> SpendingDriver.Cause? {
        var query = try query(line, desk.gathered.span.period)
        query.kinds = [.expense]
        query.order = .largest
        query.limit = 1
        guard let row = try desk.retriever.list(query).transactions.first,
            row.amount.magnitude.minorUnits * 2 >= line.departure, try !desk.wentBack(row)
        else { return nil }
        if let stream = desk.gathered.streams.first(where: { $0.rowIDs.contains(row.id) }),
            stream.cadence.days > SpendingDrivers.everyMonth
        {
            return .bill(merchant: row.merchant, amount: row.amount.magnitude, cadence: stream.cadence)
        }
        return .purchase(merchant: row.merchant, amount: row.amount.magnitude, date: row.date)
    }

    private func merchant(_ line: CurrencyFacts.CategoryLine) throws -> SpendingDriver.Cause? {
        guard desk.gathered.flows.count > 1 else { return nil }
        var query = try query(line, desk.gathered.span.period)
        query.grouping = .merchant
        query.comparison = desk.gathered.span.sameDays(1)
        query.order = line.departure > 0 ? .rise : .fall
        query.limit = 1
        for group in try desk.retriever.figures(query).groups {
            guard case .money(let now) = group.value, now.currency == desk.currency,
                case .money(let before)? = group.detail("previous"),
                abs(now.minorUnits - before.minorUnits) * 2 >= abs(line.departure)
            else { continue }
            return .merchant(group.label, spent: now, before: before, count: group.count)
        }
        return nil
    }

    private func rowsBefore(_ line: CurrencyFacts.CategoryLine) throws -> Int? {
        let sums = desk.gathered.categories
        return sums.count > 1 ? sums[1][desk.currency]?[line.id]?.count ?? 0 : nil
    }
}

extension CurrencyDesk {
    var retriever: Retriever { book.retriever }
}
