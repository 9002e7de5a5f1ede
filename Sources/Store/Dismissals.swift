import Ledger

/// A recurring stream that the user does not want to hear of.
public struct DismissedStream: Sendable, Hashable {
    public let merchant: String
    public let account: String
    /// The stream's latest amount when it was dismissed, negative = money out.
    public let amount: Int64
    /// Its latest row then; nil when that row is gone.
    public let rowID: Int64?

    public init(merchant: String, account: String, amount: Int64, rowID: Int64?) {
        self.merchant = merchant
        self.account = account
        self.amount = amount
        self.rowID = rowID
    }
}

/// What the user said of streams and rows that coach had found.
extension HouseholdIndex {
    public func dismissedStreams() throws(StoreError) -> [DismissedStream] {
        try database.rows(
            """
            SELECT m.name, a.name, s.amount, s.txn_id FROM dismissed_stream s
            JOIN merchant m ON m.id = s.merchant_id JOIN account a ON a.id = s.account_id ORDER BY s.id
            """
        ) { DismissedStream(merchant: $0.text(0), account: $0.text(1), amount: $0.int(2), rowID: $0.optionalInt(3)) }
    }

    public func dismiss(_ stream: DismissedStream) throws {
        try database.write {
            try database.run(
                """
                INSERT INTO dismissed_stream (merchant_id, account_id, amount, txn_id)
                SELECT m.id, a.id, ?, ? FROM merchant m, account a WHERE m.name = ? AND a.name = ?
                """, .int(stream.amount), .optional(stream.rowID), .text(stream.merchant), .text(stream.account))
        }
    }

    /// Takes the dismissal of a merchant's streams on an account back.
    ///
    /// - Returns: whether there was one.
    public func restoreStreams(merchant: String, account: String) throws -> Bool {
        try database.write {
            try database.run(
                """
                DELETE FROM dismissed_stream WHERE merchant_id = (SELECT id FROM merchant WHERE name = ?)
                AND account_id = (SELECT id FROM account WHERE name = ?)
                """, .text(merchant), .text(account))
            return database.changes > 0
        }
    }

    public func confirmedRows() throws(StoreError) -> Set<Int64> {
        Set(try database.rows("SELECT txn_id FROM confirmed_row") { $0.int(0) })
    }

    /// Remembers that an unusual row is in order.
    ///
    /// - Throws: `UnknownTransaction` when there is no such row; nothing is changed then.
    public func confirm(rows ids: [Int64]) throws {
        try database.write {
            for id in ids {
                guard try transaction(id: id) != nil else { throw UnknownTransaction(id: id) }
                try database.run("INSERT OR IGNORE INTO confirmed_row (txn_id) VALUES (?)", .int(id))
            }
        }
    }
}
