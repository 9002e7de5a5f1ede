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

/// Sums rows in SQL, from the month totals where these are enough.
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

        /// Whether the month totals know it.
        fileprivate var totalsColumn: String? {
            switch self {
            case .none: "0"
            case .category: "category_id"
            case .account: "account_id"
            case .month: "month"
            case .merchant, .day: nil
            }
        }
    }

    /// The sums of all rows that the query means and that count.
    mutating func buckets(_ query: Query, kinds: Set<TransactionKind>, period: Period?, by key: Key) throws -> [Bucket] {
        let usesTotals =
            key.totalsColumn != nil && query.merchants.isEmpty && query.excludedMerchants.isEmpty && query.text == nil
            && query.minimum == nil && query.maximum == nil && query.weekdays.isEmpty && (period?.days ?? 1000) > 62
        guard usesTotals else { return try rowBuckets(query, kinds: kinds, period: period, by: key) }
        guard let period else { return try monthBuckets(query, kinds: kinds, months: nil, by: key) }
        // The days before the first whole month and after the last one come from the rows.
        let start = period.start
        let first = start.day == 1 ? start : start.startOfMonth.adding(months: 1)
        let end = period.end
        let last = end == end.endOfMonth ? end : end.startOfMonth.adding(days: -1)
        var out = try monthBuckets(query, kinds: kinds, months: first.monthNumber...last.monthNumber, by: key)
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
        var filter = try Filter(query, kinds: kinds, period: period, in: index)
        filter.add("t.counted = 1")
        let sql = """
            SELECT \(key.column), t.account_id, t.pending, sum(t.amount), count(*) FROM \(filter.source)\
            \(filter.whereClause) GROUP BY 1, 2, 3
            """
        statements.append(sql)
        let buckets = try index.database.rows(sql, filter.values, Tally.bucket)
        guard case .month = key else { return buckets }
        return buckets.map { bucket in
            var bucket = bucket
            bucket.key = Int64(CivilDate(dayNumber: Int32(bucket.key)).monthNumber)
            return bucket
        }
    }

    private mutating func monthBuckets(
        _ query: Query, kinds: Set<TransactionKind>, months: ClosedRange<Int>?, by key: Key
    ) throws -> [Bucket] {
        var conditions: [String] = []
        if let months { conditions.append("month BETWEEN \(months.lowerBound) AND \(months.upperBound)") }
        // The conditions on kind, category and account are the same; the row filter's words for them fit.
        let filter = try Filter(query, kinds: kinds, period: nil, in: index)
        conditions += filter.conditions.dropFirst()
        let sql = """
            SELECT \(key.totalsColumn ?? "0"), t.account_id, t.pending, sum(t.amount), sum(t.rows) FROM month_total t\
            \(conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")) GROUP BY 1, 2, 3
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
        filter.add("t.counted = 1")
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
