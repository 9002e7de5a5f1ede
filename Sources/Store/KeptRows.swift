import Ledger

// Rows that stayed when their connection ended. A connection made again to their account takes them over: they are its own from
// then on, so that what the bank takes back goes, and what it posts is posted.
extension HouseholdIndex {
    /// Notes what the rows and accounts of a connection are called, which is about to end while they stay. Rows that another
    /// connection tells of, too, are that one's.
    func keepRows(ofConnection id: Int64) throws(StoreError) {
        try keepRows(ofConnection: id, inAccount: nil)
        try database.run(
            """
            INSERT OR REPLACE INTO kept_account (provider, remote_id, account_id)
            SELECT c.provider, a.remote_id, a.account_id FROM connection c
            JOIN connection_account a ON a.connection_id = c.id WHERE c.id = ?
            """, .int(id))
        try database.run(
            """
            UPDATE import_file SET kept_from = (SELECT provider FROM connection WHERE id = ?1) WHERE connection_id = ?1
            """, .int(id))
    }

    private func keepRows(ofConnection id: Int64, inAccount account: Int64?) throws(StoreError) {
        try database.run(
            """
            INSERT INTO kept_row (txn_id, provider, remote_id)
            SELECT t.id, c.provider, (SELECT r.remote_id FROM connection_row r
                JOIN connection_account a ON a.id = r.link_id WHERE r.txn_id = t.id AND a.connection_id = c.id LIMIT 1)
            FROM connection c JOIN import_file f ON f.connection_id = c.id JOIN txn t ON t.file_id = f.id
            WHERE c.id = ?1 AND (?2 IS NULL OR t.account_id = ?2) AND t.parent_id IS NULL AND NOT EXISTS (SELECT 1 FROM connection_row o
                JOIN connection_account b ON b.id = o.link_id WHERE o.txn_id = t.id AND b.connection_id <> c.id)
            ON CONFLICT (txn_id) DO UPDATE SET remote_id = coalesce(excluded.remote_id, remote_id),
            provider = CASE WHEN excluded.remote_id IS NULL THEN provider ELSE excluded.provider END
            """, .int(id), .optional(account))
    }

    /// Notes what the rows of an account are called by its connection, which goes on under another id. Rows that another link
    /// tells of, too, are that one's.
    func keepRows(ofLink link: Int64) throws(StoreError) {
        try database.run(
            """
            INSERT INTO kept_row (txn_id, provider, remote_id)
            SELECT r.txn_id, c.provider, min(r.remote_id) FROM connection_row r JOIN connection_account a ON a.id = r.link_id
            JOIN connection c ON c.id = a.connection_id JOIN txn t ON t.id = r.txn_id
            JOIN import_file f ON f.id = t.file_id AND f.connection_id = c.id
            WHERE r.link_id = ?1
            AND NOT EXISTS (SELECT 1 FROM connection_row o WHERE o.txn_id = r.txn_id AND o.link_id <> ?1) GROUP BY r.txn_id
            ON CONFLICT (txn_id) DO UPDATE SET provider = excluded.provider, remote_id = excluded.remote_id
            """, .int(link))
        try database.run("DELETE FROM connection_row WHERE link_id = ?", .int(link))
    }

    /// Which account an account of a provider is to another connection, or was to one that ended.
    public func account(_ remoteID: String, of provider: String) throws(StoreError) -> Int64? {
        try database.first(
            """
            SELECT a.account_id FROM connection_account a JOIN connection c ON c.id = a.connection_id
            WHERE c.provider = ?1 AND a.remote_id = ?2
            UNION ALL SELECT account_id FROM kept_account WHERE provider = ?1 AND remote_id = ?2
            UNION ALL SELECT s.account_id FROM spare_account s JOIN connection c ON c.id = s.connection_id
            WHERE c.provider = ?1 AND s.remote_id = ?2 LIMIT 1
            """, [.text(provider), .text(remoteID)]
        ) { $0.int(0) }
    }

    func hasKeptRows(account: Int64) throws(StoreError) -> Bool {
        try database.first(
            "SELECT 1 FROM kept_row k JOIN txn t ON t.id = k.txn_id WHERE t.account_id = ? LIMIT 1", [.int(account)]
        ) { _ in true } ?? false
    }

    func hasKeptRows(ofConnection id: Int64) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT 1 FROM kept_row k JOIN txn t ON t.id = k.txn_id JOIN connection_account a ON a.account_id = t.account_id
            WHERE a.connection_id = ? LIMIT 1
            """, [.int(id)]
        ) { _ in true } ?? false
    }

    /// Gives a connection the rows of its accounts that connections before it brought.
    public func adoptKeptRows(by connection: Int64) throws(StoreError) {
        let parts = try database.rows(
            """
            WITH kept AS (SELECT id FROM import_file WHERE kept_from IS NOT NULL AND connection_id IS NULL)
            SELECT file_id, account_id FROM txn WHERE file_id IN kept UNION
            SELECT v.earlier_file_id, t.account_id FROM revision v JOIN txn t ON t.id = v.txn_id WHERE v.earlier_file_id IN kept UNION
            SELECT v.file_id, t.account_id FROM revision v JOIN txn t ON t.id = v.txn_id WHERE v.file_id IN kept ORDER BY 1, 2
            """
        ) { (sync: $0.int(0), account: $0.int(1)) }
        guard !parts.isEmpty else { return }
        let accounts = Set(try connectionAccounts(of: connection).map(\.accountID))
        for (sync, own) in Dictionary(grouping: parts, by: \.sync).sorted(by: { $0.key < $1.key }) {
            let taken = own.map(\.account).filter(accounts.contains)
            guard !taken.isEmpty else { continue }
            let target = taken.count == own.count ? sync : try copy(ofSync: sync)
            if target != sync { for account in taken { try move(rowsOf: account, from: sync, to: target) } }
            try database.run(
                "UPDATE import_file SET connection_id = ? WHERE id = ?", .int(connection), .int(target))
        }
    }

    /// What is left in the accounts of a connection that ended with its rows is the files' alone, whatever banks called it.
    func forgetKeptRows(ofConnection id: Int64) throws(StoreError) {
        try database.run(
            """
            DELETE FROM kept_row WHERE txn_id IN (SELECT t.id FROM connection_account a JOIN txn t ON t.account_id = a.account_id
            JOIN import_file f ON f.id = t.file_id WHERE a.connection_id = ? AND f.connection_id IS NULL AND f.kept_from IS NULL)
            """, .int(id))
    }

    /// Lets rows of a connection that is about to end with its rows go to others that list them, too: at once where they have
    /// told of them, else by the accounts' next sync.
    func leaveShared(ofConnection id: Int64) throws(StoreError) {
        let syncs = try database.rows("SELECT id FROM import_file WHERE connection_id = ?", [.int(id)]) { $0.int(0) }
        let told = """
            SELECT r.txn_id FROM connection_row r JOIN connection_account a ON a.id = r.link_id WHERE a.connection_id =
            """
        for other in try connections where other.id != id {
            for sync in syncs {
                // What they were before is of no use: nothing takes this connection's part of them back. What files say of them is.
                try database.run(
                    "DELETE FROM revision WHERE file_id = ? AND coalesce(earlier_file_id, 0) <= file_id AND txn_id IN (\(told) ?)",
                    .int(sync), .int(other.id))
                let isShared = try database.first(
                    "SELECT 1 FROM txn WHERE file_id = ? AND id IN (\(told) ?) LIMIT 1", [.int(sync), .int(other.id)]
                ) { _ in true }
                guard isShared != nil else { continue }
                let target = try copy(ofSync: sync)
                try database.run(
                    "UPDATE import_file SET connection_id = ? WHERE id = ?", .int(other.id), .int(target))
                for table in [("revision", "txn_id"), ("txn", "id")] {
                    try database.run(
                        "UPDATE \(table.0) SET file_id = ? WHERE file_id = ? AND \(table.1) IN (\(told) ?)",
                        .int(target),
                        .int(sync), .int(other.id))
                }
            }
        }
        let spare = try spareAccounts(besides: id)
        guard !spare.isEmpty else { return }
        for account in spare { try keepRows(ofConnection: id, inAccount: account) }
        for sync in syncs {
            let target = try copy(ofSync: sync)
            try database.run(
                "UPDATE import_file SET kept_from = (SELECT provider FROM connection WHERE id = ?) WHERE id = ?",
                .int(id), .int(target))
            for account in spare { try move(rowsOf: account, from: sync, to: target) }
        }
    }

    /// Accounts of which other connections of the same provider have told that they list them, too.
    public func spareAccounts(besides id: Int64) throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT DISTINCT s.account_id FROM spare_account s JOIN connection c ON c.id = s.connection_id
            JOIN connection own ON own.id = ?1 AND own.provider = c.provider
            JOIN connection_account a ON a.connection_id = own.id AND a.account_id = s.account_id WHERE c.id <> ?1
            """, [.int(id)]
        ) { $0.int(0) }
    }

    /// - Returns: the number of a sync like that one, which has no rows yet.
    private func copy(ofSync sync: Int64) throws(StoreError) -> Int64 {
        try database.run(
            """
            INSERT INTO import_file (name, format, imported_on, rows, added, after_batch, kept_from)
            SELECT name, format, imported_on, 0, 0, after_batch, kept_from FROM import_file WHERE id = ?
            """, .int(sync))
        return database.lastInsertedID
    }

    private func move(rowsOf account: Int64, from sync: Int64, to target: Int64) throws(StoreError) {
        for column in ["file_id", "earlier_file_id"] {
            try database.run(
                """
                UPDATE revision SET \(column) = ? WHERE \(column) = ?
                AND txn_id IN (SELECT id FROM txn WHERE account_id = ?)
                """, .int(target), .int(sync), .int(account))
        }
        try database.run(
            "UPDATE txn SET file_id = ? WHERE file_id = ? AND account_id = ?", .int(target), .int(sync), .int(account))
    }
}
