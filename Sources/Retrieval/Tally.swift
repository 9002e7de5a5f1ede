import Ledger
import Store

/// What some rows add up to, before signs are turned: the amounts as they are in the index.
struct Bucket {
    /// The number of a category, merchant, account, month or day; 0 without grouping.
    var key: Int64
    var accountID: Int64
    var isPending: Bool
    /// Minor units, negative = money out.
    var amount: Int64
    var rows: Int
}

/// Sums rows in SQL, from the kept totals where these are enough.
struct Tally {
    let index: HouseholdIndex
    private(set) var statements: [String] = []

    init(_ index: HouseholdIndex) { self.index = index }

    /// What rows are told apart by while summing.
    enum Key {
        case none, category, merchant, account, month, day

        fileprivate var column: String {
            switch self {
            case .none: "0"
            case .category: "t.category_id"
            case .merchant: "t.merchant_id"
            case .account: "t.account_id"
            case .month, .day: "t.day"
            }
        }

        /// The totals that know it.
        fileprivate var totals: Totals? {
            switch self {
            case .none: Totals(table: "month_total", unit: "month", key: "0")
            case .category: Totals(table: "month_total", unit: "month", key: "category_id", isInnermost: true)
            case .account: Totals(table: "month_total", unit: "month", key: "account_id")
            case .month: Totals(table: "month_total", unit: "month", key: "month")
            case .merchant: Totals(table: "year_total", unit: "year", key: "merchant_id", isInnermost: true)
            case .day: nil
            }
        }
    }

    /// A table of sums over whole months or years.
    fileprivate struct Totals {
        let table: String
        let unit: String
        let key: String
        /// Whether the key is the last column of the table's own key.
        var isInnermost = false

        /// The beginning of the table's own key up to what is asked for: groups come one after another, and nothing has
        /// to be sorted.
        var groups: String { "t.\(unit), t.kind, t.pending, t.account_id" + (isInnermost ? ", t.\(key)" : "") }

        private var isByYear: Bool { unit == "year" }

        func number(_ day: CivilDate) -> Int { isByYear ? day.year : day.monthNumber }
        func start(_ day: CivilDate) -> CivilDate { isByYear ? day.startOfYear : day.startOfMonth }
        func end(_ day: CivilDate) -> CivilDate { isByYear ? day.endOfYear : day.endOfMonth }

        /// Whether the totals tell apart what the query asks for.
        func serves(_ query: Query) -> Bool {
            query.merchants.isEmpty && query.excludedMerchants.isEmpty && query.text == nil && query.minimum == nil
                && query.maximum == nil && query.weekdays.isEmpty
                && (!isByYear || query.categories.isEmpty && query.excludedCategories.isEmpty)
        }
    }

    /// The sums of all rows that the query means and that count; several may have the same key.
    mutating func buckets(_ query: Query, kinds: Set<TransactionKind>, period: Period?, by key: Key) throws -> [Bucket]
    {
        guard query.otherPeriods.isEmpty else {
            var single = query
            single.otherPeriods = []
            return try (query.periods ?? []).flatMap { try buckets(single, kinds: kinds, period: $0, by: key) }
        }
        // The kept totals do not tell the two rows of a transfer apart.
        let isOneSided = kinds == [.transfer] && query.direction != .any
        guard !isOneSided, let totals = key.totals, totals.serves(query), let coverage = try index.rowSpan else {
            return try rowBuckets(query, kinds: kinds, period: period, by: key)
        }
        // An end beyond the data may as well lie at the end of the month or year: no row is there.
        let asked = period ?? coverage
        let start = asked.start <= coverage.start ? totals.start(coverage.start) : asked.start
        let end = asked.end >= coverage.end ? totals.end(coverage.end) : asked.end
        let first = totals.start(start) == start ? start : totals.end(start).adding(days: 1)
        let last = totals.end(end) == end ? end : totals.start(end).adding(days: -1)
        guard first < last else { return try rowBuckets(query, kinds: kinds, period: period, by: key) }
        // The days before the first whole unit and after the last one come from the rows.
        var out = try totalBuckets(query, kinds: kinds, totals, totals.number(first)...totals.number(last))
        if start < first {
            out += try rowBuckets(query, kinds: kinds, period: Period(start, first.adding(days: -1)), by: key)
        }
        if last < end {
            out += try rowBuckets(query, kinds: kinds, period: Period(last.adding(days: 1), end), by: key)
        }
        return out
    }

    private mutating func rowBuckets(_ query: Query, kinds: Set<TransactionKind>, period: Period?, by key: Key) throws
        -> [Bucket]
    {
        let filter = try Filter(query, kinds: kinds, period: period, in: index)
        let sql = """
            SELECT \(key.column), t.account_id, t.pending, sum(t.amount), count(*) FROM \(filter.source)\
            \(filter.whereClause) GROUP BY 1, 2, 3
            """
        statements.append(sql)
        let buckets = try index.database.rows(sql, filter.values, Tally.bucket)
        guard case .month = key else { return buckets }
        return buckets.map { bucket in
            var bucket = bucket
            bucket.key = Int64(CivilDate(dayNumber: Int32(clamping: bucket.key)).monthNumber)
            return bucket
        }
    }

    private mutating func totalBuckets(
        _ query: Query, kinds: Set<TransactionKind>, _ totals: Totals, _ units: ClosedRange<Int>
    ) throws -> [Bucket] {
        let filter = try Filter(query, kinds: kinds, period: nil, in: index)
        var conditions = ["t.\(totals.unit) BETWEEN \(units.lowerBound) AND \(units.upperBound)"]
        if !kinds.isEmpty { conditions.append(Filter.kindCondition(kinds)) }
        conditions += filter.dimensions
        let sql = """
            SELECT \(totals.key), t.account_id, t.pending, sum(t.amount), sum(t.rows) FROM \(totals.table) t \
            WHERE \(conditions.joined(separator: " AND ")) GROUP BY \(totals.groups)
            """
        statements.append(sql)
        return try index.database.rows(sql, [], Tally.bucket)
    }

    private static func bucket(_ row: Statement) -> Bucket {
        Bucket(
            key: row.int(0), accountID: row.int(1), isPending: row.int(2) == 1, amount: row.int(3),
            rows: Int(row.int(4)))
    }

    /// The amounts of single rows in order of size, smallest magnitude first, as `(row id, amount)` of one currency.
    ///
    /// - Parameters:
    ///   - offset: how many to pass over; negative counts from the largest (-1 = the largest).
    mutating func row(
        _ query: Query, kinds: Set<TransactionKind>, period: Period?, currency: Currency, offset: Int, count: Int
    ) throws -> [(id: Int64, amount: Int64)] {
        var filter = try Filter(query, kinds: kinds, period: period, in: index)
        let accounts = try index.accounts.filter { $0.currency == currency }.map { String($0.id) }
        filter.add("t.account_id IN (\(accounts.joined(separator: ", ")))")
        let descending = offset < 0
        let sql = """
            SELECT t.id, t.amount FROM \(filter.source)\(filter.whereClause)
            ORDER BY abs(t.amount)\(descending ? " DESC, t.day DESC, t.id DESC" : ", t.day, t.id") LIMIT ? OFFSET ?
            """
        statements.append(sql)
        let skipped = descending ? -offset - 1 : offset
        let values = filter.values + [.int(Int64(count)), .int(Int64(skipped))]
        return try index.database.rows(sql, values) { ($0.int(0), $0.int(1)) }
    }
}
