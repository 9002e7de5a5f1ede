import Ledger
import Store

/// The rows that a query means, as a condition over `txn t`.
struct Filter {
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// Which index reads them: by day, or by the texts found.
    private(set) var usesDocuments = false

    /// - Parameters:
    ///   - kinds: the kinds to take; empty for all.
    ///   - period: overrides the query's when given.
    init(_ query: Query, kinds: Set<TransactionKind>, period: Period?, in index: HouseholdIndex) throws(StoreError) {
        addPeriod(period)
        try addKinds(kinds)
        try addCategories(query, index)
        try addMerchants(query, index)
        try addAccounts(query, index)
        addText(query.text)
        addAmounts(query)
        if !query.weekdays.isEmpty {
            // Day 0 was a Thursday, ISO weekday 4. A negative remainder is lifted by adding 7 twice.
            add("(((t.day + 3) % 7 + 7) % 7 + 1) IN (\(Filter.list(query.weekdays.sorted().map(Int64.init))))")
        }
        if let status = query.status { add("t.pending = \(status == .pending ? 1 : 0)") }
    }

    var whereClause: String { conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ") }

    /// `txn t`, read through the index that fits.
    var source: String { "txn t INDEXED BY \(usesDocuments ? "txn_document" : "txn_day")" }

    mutating func add(_ condition: String, _ bound: SQLValue...) {
        conditions.append(condition)
        values += bound
    }

    private mutating func addPeriod(_ period: Period?) {
        // A bound on the day is needed for the index by day in any case.
        guard let period else { return add("t.day > -2000000") }
        add("t.day BETWEEN ? AND ?", .int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber)))
    }

    private mutating func addKinds(_ kinds: Set<TransactionKind>) throws(StoreError) {
        guard !kinds.isEmpty else { return }
        add("t.kind IN (\(Filter.list(kinds.map(\.code).sorted())))")
    }

    private mutating func addCategories(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        func ids(_ slugs: [String]) -> [Int64] {
            let all = slugs.flatMap { index.taxonomy.withDescendants($0) }
            return Set(all.compactMap { index.knownCategoryID($0) }).sorted()
        }
        if !query.categories.isEmpty { add("t.category_id IN (\(Filter.list(ids(query.categories))))") }
        let excluded = ids(query.excludedCategories)
        if !excluded.isEmpty { add("t.category_id NOT IN (\(Filter.list(excluded)))") }
    }

    private mutating func addMerchants(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        func ids(_ names: [String]) throws(StoreError) -> [Int64] {
            var out: [Int64] = []
            for name in names { if let id = try index.merchantID(named: name) { out.append(id) } }
            return out
        }
        if !query.merchants.isEmpty {
            usesDocuments = true
            let merchants = Filter.list(try ids(query.merchants))
            add("t.document_id IN (SELECT id FROM document WHERE merchant_id IN (\(merchants)))")
        }
        let excluded = try ids(query.excludedMerchants)
        if !excluded.isEmpty { add("t.merchant_id NOT IN (\(Filter.list(excluded)))") }
    }

    private mutating func addAccounts(_ query: Query, _ index: HouseholdIndex) throws(StoreError) {
        guard !query.accounts.isEmpty else { return }
        let wanted = Set(query.accounts.map { $0.lowercased() })
        let ids = try index.accounts.filter { wanted.contains($0.name.lowercased()) }.map(\.id)
        add("t.account_id IN (\(Filter.list(ids)))")
    }

    private mutating func addText(_ text: String?) {
        guard let text else { return }
        guard let pattern = SearchPattern(words: text) else { return add("0") }
        usesDocuments = true
        add("t.document_id IN (SELECT rowid FROM search WHERE search MATCH ?)", .text(pattern.expression))
    }

    private mutating func addAmounts(_ query: Query) {
        if let minimum = query.minimum {
            add("abs(t.amount) \(query.isMinimumExclusive ? ">" : ">=") ?", .int(minimum))
        }
        if let maximum = query.maximum {
            add("abs(t.amount) \(query.isMaximumExclusive ? "<" : "<=") ?", .int(maximum))
        }
    }

    /// Numbers of our own, written into the statement; an empty list matches nothing.
    private static func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }
}
