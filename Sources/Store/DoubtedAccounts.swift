import Ledger

/// An account that was taken for another one while its bank could not be read in full.
public struct MistakenAccount: Sendable {
    /// The provider's id.
    public let remoteID: String
    /// The account that it was taken for.
    public let accountID: Int64
    fileprivate let connectionID: Int64
    fileprivate let since: Int64
    /// The last row, by its id, that was there before.
    public let lastRow: Int64
}

// A bank may call an account otherwise while it can't be read in full: then nobody knows whether it lists the old one as well. The account
// goes on under the new id, and the next full answer decides.
extension HouseholdIndex {
    /// Notes that an account most likely has another id at its provider now, until a full answer tells.
    public func readdressInDoubt(_ link: ConnectionAccount, to remoteID: String, on today: CivilDate)
        throws(StoreError)
    {
        try readdress(link.id, to: remoteID)
        try database.run(
            """
            UPDATE connection_account SET doubted_id = coalesce(doubted_id, ?1), doubted_since = coalesce(doubted_since, ?2),
            doubted_after = coalesce(doubted_after, (SELECT coalesce(max(id), 0) FROM txn)) WHERE id = ?3
            """, .text(link.remoteID), .int(Int64(today.dayNumber)), .int(link.id))
    }

    /// An account that is listed by its old id, too, goes on under that one.
    ///
    /// - Returns: those that are listed by both.
    func settleDoubts(roster: Set<String>, ofConnection id: Int64) throws(StoreError) -> [MistakenAccount] {
        let doubted = try database.rows(
            """
            SELECT id, doubted_id, remote_id, account_id, doubted_since, doubted_after FROM connection_account
            WHERE connection_id = ? AND doubted_id IS NOT NULL
            """, [.int(id)]
        ) { row in
            (
                link: row.int(0), before: row.text(1),
                now: MistakenAccount(
                    remoteID: row.text(2), accountID: row.int(3), connectionID: id, since: row.int(4),
                    lastRow: row.int(5))
            )
        }
        var mistaken: [MistakenAccount] = []
        for one in doubted where roster.contains(one.before) || roster.contains(one.now.remoteID) {
            try database.run(
                """
                UPDATE connection_account SET doubted_id = NULL, doubted_since = NULL, doubted_after = NULL WHERE id = ?
                """, .int(one.link))
            guard roster.contains(one.before) else { continue }
            try readdress(one.link, to: one.before)
            if roster.contains(one.now.remoteID) { mistaken.append(one.now) }
        }
        return mistaken
    }

    /// Gives an account the rows and balances that came while it was taken for another one.
    public func separate(_ mistaken: MistakenAccount, into account: Int64) throws(StoreError) {
        let rows = try database.rows(
            """
            SELECT t.id, t.day FROM txn t JOIN import_file f ON f.id = t.file_id WHERE t.account_id = ? AND t.id > ?
            AND f.connection_id = ? AND t.parent_id IS NULL
            """, [.int(mistaken.accountID), .int(mistaken.lastRow), .int(mistaken.connectionID)]
        ) { (id: $0.int(0), day: $0.dayNumber(1)) }
        for row in rows {
            try database.run(
                "UPDATE txn SET account_id = ?1 WHERE id = ?2 OR parent_id = ?2", .int(account), .int(row.id))
        }
        try database.run(
            "UPDATE OR IGNORE balance SET account_id = ? WHERE account_id = ? AND day >= ? AND source = ?",
            .int(account), .int(mistaken.accountID), .int(mistaken.since), .int(BalanceSource.statement.rawValue))
        try PeriodTotals.refresh(database, of: Set(rows.map(\.day)))
    }
}
