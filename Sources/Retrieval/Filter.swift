import Ledger
import Store

/// The rows that a query means and that count, as a condition over `t`: the `spending` view where the query is about
/// spending, else the transactions.
struct Filter {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// The conditions that the kept totals understand as well: on category, account and status.
    private(set) var dimensions: [String] = []
    /// The condition on categories that a row may meet instead of the one on merchants.
    private var alternative: String?
    /// `spending t` or `txn t`.
    let source: String

    /// - Parameters:
    ///   - kinds: the kinds to take; empty for all.
    ///   - period: the period to take instead of the query's own; its further ones count as well.
    ///   - isList: whether rows are listed, not summed.
    init(
        _ query: Query, kinds: Set<TransactionKind>, period: Period?, in index: HouseholdIndex, isList: Bool = false
    ) throws(StoreError) {
        let showsExcluded = isList && query.listsExcluded
        let isSpending = !showsExcluded && !kinds.isEmpty && kinds.isSubset(of: Flow.spending.kinds)
        source = isSpending ? "spending t" : "txn t"
        addPeriods(period.map { [$0] + query.otherPeriods })
        if !isSpending { add(showsExcluded ? "(t.counted = 1 OR t.excluded = 1)" : "t.counted = 1") }
        if !kinds.isEmpty, kinds != Flow.spending.kinds || !isSpending { add(Filter.kindCondition(kinds)) }
        if kinds == [.transfer], query.direction != .any {
            add(query.direction == .out ? "t.amount < 0" : "t.amount > 0")
        }
        try addCategories(query, index)
        try addMerchants(query, index)
        try addAccounts(query, index)
        addText(query.text)
        try addAmounts(query, index)
        if !query.weekdays.isEmpty {
            // Day 0 was a Thursday, ISO weekday 4. A negative remainder is lifted by adding 7 twice.
            add("(((t.day + 3) % 7 + 7) % 7 + 1) IN (\(Filter.list(query.weekdays.sorted().map(Int64.init))))")
        }
        if let status = query.status { addDimension("t.pending = \(status == .pending ? 1 : 0)") }
    }

    var whereClause: String { " WHERE " + conditions.joined(separator: " AND ") }

    static func kindCondition(_ kinds: Set<TransactionKind>) -> String {
        "t.kind IN (\(list(kinds.map(\.code).sorted())))"
    }

    private mutating func addDimension(_ condition: String) {
        dimensions.append(condition)
        add(condition)
    }

    mutating func add(_ condition: String, _ bound: SQLValue...) {
        conditions.append(condition)
        values += bound
    }

    private mutating func addPeriods(_ periods: [Period]?) {
        guard let periods else { return add("t.day > -2000000") }
        let spans = periods.map { _ in "t.day BETWEEN ? AND ?" }.joined(separator: " OR ")
        add(periods.count == 1 ? spans : "(\(spans))")
        for period in periods {
            values += [.int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))]
        }
    }

    private mutating func addCategories(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        func ids(_ slugs: [String]) throws(StoreError) -> [Int64] {
            var found: Set<Int64> = []
            for slug in slugs.flatMap({ index.taxonomy.withDescendants($0) }) {
                if let id = try index.knownCategoryID(slug) { found.insert(id) }
            }
            return found.sorted()
        }
        if !query.categories.isEmpty {
            let condition = "t.category_id IN (\(Filter.list(try ids(query.categories))))"
            // What either of the two names takes in waits for the merchants.
            if query.isUnion, !query.merchants.isEmpty { alternative = condition } else { addDimension(condition) }
        }
        let excluded = try ids(query.excludedCategories)
        if !excluded.isEmpty { addDimension("t.category_id NOT IN (\(Filter.list(excluded)))") }
    }

    private mutating func addMerchants(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        func ids(_ names: [String]) throws(StoreError) -> [Int64] {
            var out: [Int64] = []
            for name in names { if let id = try index.merchantID(named: name) { out.append(id) } }
            return out
        }
        if !query.merchants.isEmpty {
            let merchants = Filter.list(try ids(query.merchants))
            let condition = "t.document_id IN (SELECT id FROM document WHERE merchant_id IN (\(merchants)))"
            add(alternative.map { "(\($0) OR \(condition))" } ?? condition)
        }
        let excluded = try ids(query.excludedMerchants)
        if !excluded.isEmpty { add("t.merchant_id NOT IN (\(Filter.list(excluded)))") }
    }

    private mutating func addAccounts(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        if let currency = query.currency {
            addDimension(
                "+t.account_id IN (\(Filter.list(try index.accounts.filter { $0.currency == currency }.map(\.id))))")
        }
        guard !query.accounts.isEmpty else { return }
        let wanted = Set(query.accounts.map { $0.lowercased() })
        let ids = try index.accounts.filter { wanted.contains($0.name.lowercased()) }.map(\.id)
        // The plus keeps SQLite from reading by account instead of by day.
        let whole = "+t.account_id IN (\(Filter.list(ids)))"
        var cards: [String] = []
        for name in wanted.sorted() { if let card = try index.card(named: name) { cards.append(card.condition("t")) } }
        if cards.isEmpty { addDimension(whole) } else { add("(\((cards + [whole]).joined(separator: " OR ")))") }
    }

    private mutating func addText(_ text: String?) {
        guard let text else { return }
        guard let pattern = SearchPattern(words: text) else { return add("0") }
        add("t.document_id IN (SELECT rowid FROM search WHERE search MATCH ?)", .text(pattern.expression))
    }

    private mutating func addAmounts(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        guard query.minimum != nil || query.maximum != nil else { return }
        let home = try index.homeCurrency
        var bySize: [Int64: [Int64]] = [:]
        for account in try index.accounts { bySize[account.currency.minorPerMajor, default: []].append(account.id) }
        // 50 means 50 of each account's own currency, whatever its smallest unit is.
        var parts: [String] = []
        var bounds: [SQLValue] = []
        for (size, accounts) in bySize.sorted(by: { $0.key < $1.key }) {
            func scaled(_ bound: Int64) -> Int64 { roundedQuotient(bound, times: size, by: home.minorPerMajor) }
            var conditions = bySize.count > 1 ? ["t.account_id IN (\(Filter.list(accounts)))"] : []
            if let minimum = query.minimum {
                conditions.append("abs(t.amount) \(query.isMinimumExclusive ? ">" : ">=") ?")
                bounds.append(.int(scaled(minimum)))
            }
            if let maximum = query.maximum {
                conditions.append("abs(t.amount) \(query.isMaximumExclusive ? "<" : "<=") ?")
                bounds.append(.int(scaled(maximum)))
            }
            parts.append(conditions.joined(separator: " AND "))
        }
        guard !parts.isEmpty else { return }
        conditions.append(parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " OR ") + ")")
        values += bounds
    }

    /// Numbers of our own, written into the statement; an empty list matches nothing.
    private static func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }
}
