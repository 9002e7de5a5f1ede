import Ledger

/// An import that brought something.
public struct PastImport: Sendable, Equatable {
    /// As `coach imports` shows it.
    public let number: Int64
    /// The file's name without its folder.
    public let file: String
    public let format: String
    public let day: CivilDate
    /// Rows that the file had.
    public let rows: Int
    /// Rows of it that are there now.
    public let kept: Int
    /// The accounts that these went to.
    public let accounts: [String]
}

/// What taking an import back did.
public struct RemovedImport: Sendable, Equatable {
    public let file: String
    public let removed: Int
    /// Rows of earlier imports that are again as these brought them.
    public let restored: Int
}

extension HouseholdIndex {
    /// Oldest first; without the syncs of bank connections that are there.
    public func imports() throws(StoreError) -> [PastImport] {
        let names = Dictionary(uniqueKeysWithValues: try accounts.map { ($0.id, $0.name) })
        var parts: [Int64: [(account: String, rows: Int)]] = [:]
        let counted = try database.rows(
            """
            SELECT file_id, account_id, count(*) FROM txn WHERE parent_id IS NULL AND file_id IS NOT NULL
            GROUP BY file_id, account_id ORDER BY 3 DESC
            """
        ) { ($0.int(0), $0.int(1), Int($0.int(2))) }
        for (file, account, rows) in counted { parts[file, default: []].append((names[account] ?? "", rows)) }
        return try database.rows(
            "SELECT id, name, format, imported_on, rows FROM import_file WHERE connection_id IS NULL ORDER BY id"
        ) { row in
            let own = parts[row.int(0)] ?? []
            return PastImport(
                number: row.int(0), file: row.text(1), format: row.text(2),
                day: row.day(3), rows: Int(row.int(4)),
                kept: own.reduce(0) { $0 + $1.rows }, accounts: own.map(\.account))
        }
    }

    /// Takes an import back: its rows with their texts, balances and pairs, and what it changed in earlier rows.
    ///
    /// - Returns: nil when there is no import of this number; the sync of a bank connection is none.
    public func removeImport(_ number: Int64) throws -> RemovedImport? {
        // Rows refer to rows, and no index tells SQLite which: checking each deletion would read all rows each time.
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        return try database.write {
            guard
                let file = try database.first(
                    "SELECT name FROM import_file WHERE id = ? AND connection_id IS NULL", [.int(number)],
                    { $0.text(0) })
            else { return nil }
            return try ImportRemoval(self, number).run(file)
        }
    }
}

/// Takes one import out of the index, inside a transaction.
struct ImportRemoval {
    private let index: HouseholdIndex
    private let number: Int64
    private let rows: RowRemoval
    private var database: Database { index.database }

    init(_ index: HouseholdIndex, _ number: Int64) throws(StoreError) {
        self.index = index
        self.number = number
        rows = try RowRemoval(index)
    }

    func run(_ file: String) throws(StoreError) -> RemovedImport {
        let restored = try restoreRevised()
        try rows.choose("file_id = ?", .int(number))
        let removed = try rows.remove()
        try database.run("DELETE FROM balance WHERE file_id = ? AND source < 2", .int(number))
        try database.run("DELETE FROM revision WHERE file_id = ?", .int(number))
        try database.run("UPDATE revision SET earlier_file_id = NULL WHERE earlier_file_id = ?", .int(number))
        try database.run("DELETE FROM import_file WHERE id = ?", .int(number))
        try rows.removeEmptyAccounts()
        return RemovedImport(file: file, removed: removed, restored: restored)
    }

    private struct Revision {
        let row: Int64
        let earlierFile: Int64
        /// A later import that changed the row again.
        let later: Int64?
    }

    /// Rows that earlier imports brought and this one changed become what they were.
    private func restoreRevised() throws(StoreError) -> Int {
        let revisions = try database.rows(
            """
            SELECT txn_id, earlier_file_id,
            (SELECT min(l.file_id) FROM revision l WHERE l.txn_id = r.txn_id AND l.file_id > r.file_id)
            FROM revision r WHERE file_id = ?1 AND earlier_file_id <> ?1
            """, [.int(number)]
        ) { Revision(row: $0.int(0), earlierFile: $0.int(1), later: $0.optionalInt(2)) }
        for revision in revisions {
            if let later = revision.later {
                // What came later tells more of the row than what was before.
                try database.run(
                    "UPDATE txn SET file_id = ? WHERE id = ? AND file_id = ?", .int(later), .int(revision.row),
                    .int(number))
                try database.run(
                    "UPDATE revision SET earlier_file_id = ? WHERE txn_id = ? AND file_id = ?",
                    .int(revision.earlierFile), .int(revision.row), .int(later))
            } else {
                try restore(revision.row)
            }
        }
        return revisions.count
    }

    private func restore(_ row: Int64) throws(StoreError) {
        try rows.note(daysOf: row)
        try rows.forgetSettled("r.file_id = \(number) AND r.txn_id = \(row)")
        try database.run(
            """
            UPDATE txn SET (amount, day, posted_day, pending, bank_id, content_hash, occurrence, file_id, line) =
            (SELECT coalesce(amount, txn.amount), day, posted_day, pending, bank_id, content_hash, occurrence,
            earlier_file_id, line FROM revision WHERE file_id = ?1 AND txn_id = ?2) WHERE id = ?2
            """, .int(number), .int(row))
        try rows.note(daysOf: row)
    }
}
