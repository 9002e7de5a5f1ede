import Ledger

/// How many rows an account has and which days they cover.
public struct AccountExtent: Sendable, Equatable {
    public let rows: Int
    public let period: Period
}

extension HouseholdIndex {
    /// How many rows each account has: those of the sums, without parts, and the few that do not count.
    static let countsStatement = """
        SELECT account_id, sum(rows) FROM (
            SELECT account_id, sum(rows) AS rows FROM year_total GROUP BY account_id
            UNION ALL SELECT account_id, -count(*) FROM txn INDEXED BY txn_parent
            WHERE parent_id IS NOT NULL AND counted = 1 GROUP BY account_id
            UNION ALL SELECT account_id, count(*) FROM txn INDEXED BY txn_left_out
            WHERE counted = 0 AND parent_id IS NULL GROUP BY account_id) GROUP BY account_id
        """

    /// By account number; accounts without rows are left out.
    public func accountExtents() throws(StoreError) -> [Int64: AccountExtent] {
        var out: [Int64: AccountExtent] = [:]
        // Rows that count are in the sums; parts are on the day of the row that they are parts of.
        let counts = try database.rows(HouseholdIndex.countsStatement) { ($0.int(0), Int($0.int(1))) }
        for (account, count) in counts where count > 0 {
            func day(_ edge: String) throws(StoreError) -> CivilDate? {
                try database.first(
                    "SELECT \(edge)(day) FROM txn INDEXED BY txn_content WHERE account_id = ?", [.int(account)]
                ) { $0.optionalDay(0) }.flatMap { $0 }
            }
            guard let first = try day("min"), let last = try day("max") else { continue }
            out[account] = AccountExtent(rows: count, period: Period(first, last))
        }
        return out
    }

    /// Visits every row of a period by day, oldest first, one at a time; of a split row its parts instead of itself.
    public func forEachTransaction(in period: Period?, _ body: (Transaction) throws -> Void) throws {
        let statement = try database.statement(
            """
            SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables)
            WHERE t.day BETWEEN ? AND ? AND (t.counted = 1 OR t.excluded = 1) ORDER BY t.day, t.id
            """)
        statement.bind([
            .int(Int64(period?.start.dayNumber ?? Int32.min)), .int(Int64(period?.end.dayNumber ?? Int32.max)),
        ])
        defer { statement.reset() }
        while try statement.step() { try body(transaction(statement)) }
    }

    /// The same rows of one merchant alone, found by its texts.
    public func transactions(at merchant: String, in period: Period) throws(StoreError) -> [Transaction] {
        try database.rows(
            """
            SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables)
            WHERE t.document_id IN (
                SELECT id FROM document WHERE merchant_id = (SELECT id FROM merchant WHERE name = ?))
            AND t.day BETWEEN ? AND ? AND (t.counted = 1 OR t.excluded = 1) ORDER BY t.day, t.id
            """,
            [.text(merchant), .int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))], transaction)
    }
}

extension HouseholdIndex {
    /// The first fault that SQLite finds in the file; nil when it is sound.
    public func firstFault() throws(StoreError) -> String? {
        let report = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? "no answer"
        return report == "ok" ? nil : report
    }
}
