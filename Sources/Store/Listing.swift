import Ledger

/// How many rows an account has and which days they cover.
public struct AccountExtent: Sendable, Equatable {
    public let rows: Int
    public let period: Period
}

extension HouseholdIndex {
    /// By account number; accounts without rows are left out.
    public func accountExtents() throws(StoreError) -> [Int64: AccountExtent] {
        var out: [Int64: AccountExtent] = [:]
        let rows = try database.rows(
            "SELECT account_id, count(*), min(day), max(day) FROM txn WHERE parent_id IS NULL GROUP BY account_id"
        ) { ($0.int(0), Int($0.int(1)), $0.dayNumber(2), $0.dayNumber(3)) }
        for (account, count, first, last) in rows {
            out[account] = AccountExtent(
                rows: count, period: Period(CivilDate(dayNumber: first), CivilDate(dayNumber: last)))
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
}

extension HouseholdIndex {
    /// The first fault that SQLite finds in the file; nil when it is sound.
    public func firstFault() throws(StoreError) -> String? {
        let report = try database.first("PRAGMA quick_check(1)") { $0.text(0) } ?? "no answer"
        return report == "ok" ? nil : report
    }
}
