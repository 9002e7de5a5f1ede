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
    /// What was taken for granted, each a sentence.
    public let notes: [String]
}

/// What taking an import back did.
public struct RemovedImport: Sendable, Equatable {
    public let file: String
    public let removed: Int
    /// Rows of earlier imports that are again as these brought them.
    public let restored: Int
}

extension HouseholdIndex {
    /// Oldest first; without the syncs of bank connections that are there, and without own charges.
    public func imports() throws(StoreError) -> [PastImport] {
        let names = Dictionary(uniqueKeysWithValues: try accounts.map { ($0.id, $0.name) })
        var parts: [Int64: [(account: String, rows: Int)]] = [:]
        let counted = try database.rows(
            """
            SELECT file_id, account_id, count(*) FROM (
            SELECT file_id, account_id FROM txn WHERE parent_id IS NULL AND file_id IS NOT NULL
            UNION ALL SELECT v.earlier_file_id, t.account_id FROM revision v JOIN txn t ON t.id = v.txn_id
            WHERE v.earlier_file_id > v.file_id AND t.file_id <> v.earlier_file_id)
            GROUP BY file_id, account_id ORDER BY 3 DESC
            """
        ) { ($0.int(0), $0.int(1), Int($0.int(2))) }
        for (file, account, rows) in counted { parts[file, default: []].append((names[account] ?? "", rows)) }
        return try database.rows(
            """
            SELECT id, name, format, imported_on, rows, notes FROM import_file WHERE connection_id IS NULL
            AND format <> '\(HouseholdIndex.chargeFormat)' ORDER BY id
            """
        ) { row in
            let own = parts[row.int(0)] ?? []
            return PastImport(
                number: row.int(0), file: row.text(1), format: row.text(2),
                day: row.day(3), rows: Int(row.int(4)),
                kept: own.reduce(0) { $0 + $1.rows }, accounts: own.map(\.account),
                notes: (row.optionalText(5) ?? "").split(separator: "\n").map(String.init))
        }
    }

    /// Keeps what was taken for granted at an import.
    public func keep(notes: [String], ofImport number: Int64) throws(StoreError) {
        guard !notes.isEmpty else { return }
        let lines = notes.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
        try database.run(
            "UPDATE import_file SET notes = ? WHERE id = ?", .text(lines.joined(separator: "\n")), .int(number))
    }

    /// The number of the last import of a file, where no correction came after it: what an undo takes back next. Syncs are passed
    /// over: their next pulls go on behind them.
    public var importToUndo: Int64? {
        get throws(StoreError) {
            try database.first(
                """
                SELECT id, after_batch >= (SELECT coalesce(max(batch), 0) FROM correction) FROM import_file
                WHERE connection_id IS NULL AND kept_from IS NULL AND format <> '\(HouseholdIndex.chargeFormat)'
                ORDER BY id DESC LIMIT 1
                """
            ) { $0.int(1) == 1 ? $0.int(0) : nil } ?? nil
        }
    }

    /// Takes an import back: its rows with their texts, balances and pairs, and what it changed in earlier rows.
    ///
    /// - Parameter isChosen: whether the person named this one, so that an undo speaks of that and takes back nothing else.
    /// - Returns: nil when there is no import of this number; the sync of a bank connection is none.
    public func removeImport(_ number: Int64, isChosen: Bool = false) throws -> RemovedImport? {
        // Rows refer to rows, and no index tells SQLite which: checking each deletion would read all rows each time.
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        return try database.write {
            guard
                let file = try database.first(
                    """
                    SELECT name FROM import_file WHERE id = ? AND connection_id IS NULL
                    AND format <> '\(HouseholdIndex.chargeFormat)'
                    """, [.int(number)],
                    { $0.text(0) })
            else { return nil }
            let removed = try ImportRemoval(self, number).run(file)
            if isChosen { try note(.removedImport(file)) }
            return removed
        }
    }
}

/// Takes one import out of the index, inside a transaction.
struct ImportRemoval {
    private let index: HouseholdIndex
    private let number: Int64
    private let rows: RowRemoval
    private let documents: Documents
    private var database: Database { index.database }

    init(_ index: HouseholdIndex, _ number: Int64) throws(StoreError) {
        self.index = index
        self.number = number
        rows = try RowRemoval(index)
        documents = try Documents(index)
    }

    func run(_ file: String) throws(StoreError) -> RemovedImport {
        let restored = try restoreRevised()
        try handOver()
        try rows.choose("file_id = ?", .int(number))
        let removed = try rows.remove()
        try database.run("DELETE FROM balance WHERE file_id = ? AND source < 2", .int(number))
        try database.run("DELETE FROM revision WHERE file_id = ?", .int(number))
        // What a file says of rows that it took over.
        try database.run("DELETE FROM revision WHERE earlier_file_id = ?1 AND file_id < ?1", .int(number))
        try database.run("UPDATE revision SET earlier_file_id = NULL WHERE earlier_file_id = ?", .int(number))
        try database.run("DELETE FROM import_file WHERE id = ?", .int(number))
        try index.removeUnusedCards()
        try rows.removeEmptyAccounts()
        return RemovedImport(file: file, removed: removed, restored: restored)
    }

    /// Rows that a bank connection knows as well stay, as that connection's: it would not tell them again.
    private func handOver() throws(StoreError) {
        let known =
            "SELECT r.txn_id FROM connection_row r JOIN connection_account a ON a.id = r.link_id WHERE a.connection_id ="
        let connections = try database.rows(
            """
            SELECT c.id, (SELECT max(s.id) FROM import_file s WHERE s.connection_id = c.id) FROM connection c
            WHERE EXISTS (SELECT 1 FROM txn t WHERE t.file_id = ?1 AND t.id IN (\(known) c.id))
            AND (SELECT connection_id FROM import_file WHERE id = ?1) IS NULL
            """, [.int(number)]
        ) { (id: $0.int(0), sync: $0.optionalInt(1)) }
        for connection in connections {
            let sync: Int64
            if let known = connection.sync {
                sync = known
            } else {
                try database.run(
                    """
                    INSERT INTO import_file (name, format, imported_on, rows, added, after_batch, connection_id)
                    SELECT c.name, c.provider, f.imported_on, 0, 0, f.after_batch, c.id FROM connection c, import_file f
                    WHERE c.id = ? AND f.id = ?
                    """, .int(connection.id), .int(number))
                sync = database.lastInsertedID
            }
            try database.run(
                "UPDATE txn SET file_id = ? WHERE file_id = ? AND id IN (\(known) ?)", .int(sync), .int(number),
                .int(connection.id))
        }
    }

    private struct Revision {
        let row: Int64
        let earlier: Int64
        /// A later import that changed the row again.
        let later: Int64?

        /// Whether a file that came later took the row over: it is to be what that file says.
        func isTakenOver(from number: Int64) -> Bool { earlier > number }
    }

    /// Rows that earlier imports brought and this one changed become what they were, and rows that a file took over from this one what
    /// that file says.
    private func restoreRevised() throws(StoreError) -> Int {
        let revisions = try database.rows(
            """
            SELECT txn_id, earlier_file_id, (SELECT min(l.file_id) FROM revision l WHERE l.txn_id = r.txn_id
            AND l.file_id > r.file_id AND (r.earlier_file_id < r.file_id OR l.file_id > r.earlier_file_id))
            FROM revision r WHERE file_id = ?1 AND earlier_file_id <> ?1 ORDER BY occurrence, txn_id
            """, [.int(number)]
        ) { Revision(row: $0.int(0), earlier: $0.int(1), later: $0.optionalInt(2)) }
        for revision in revisions where revision.isTakenOver(from: number) {
            try database.run(
                "DELETE FROM revision WHERE txn_id = ? AND file_id = ?", .int(revision.row), .int(revision.earlier))
        }
        try makeRoom(for: revisions)
        for revision in revisions {
            if let later = revision.later {
                try withdraw(revision, before: later)
            } else {
                try restore(revision.row)
            }
        }
        return revisions.count
    }

    /// Rows may change their days with one another: none is in another one's way while all of them move, and neither are those that go.
    private func makeRoom(for revisions: [Revision]) throws(StoreError) {
        let leave = "UPDATE txn SET occurrence = -1 - id, bank_id = NULL WHERE"
        for revision in revisions where revision.later == nil {
            try rows.note(placeOf: revision.row)
            try database.run("\(leave) id = ?", .int(revision.row))
        }
        guard !revisions.isEmpty else { return }
        try rows.notePlaces("file_id = \(number)")
        try database.run(
            """
            \(leave) file_id = ?1 AND parent_id IS NULL AND NOT EXISTS (SELECT 1 FROM revision v WHERE v.txn_id = txn.id AND v.file_id = ?1)
            AND NOT EXISTS (SELECT 1 FROM connection_row c WHERE c.txn_id = txn.id)
            """, .int(number))
    }

    /// What came later tells more of the row than what was before, which is what it was before that one now. Days and words that only this
    /// import gave it go.
    private func withdraw(_ revision: Revision, before later: Int64) throws(StoreError) {
        let row = SQLValue.int(revision.row)
        func days(_ source: String, _ condition: String) throws(StoreError) -> RowDays? {
            try database.first("SELECT day, posted_day FROM \(source) WHERE \(condition)", [row]) {
                RowDays(day: $0.dayNumber(0), posted: $0.isNull(1) ? nil : $0.dayNumber(1))
            }
        }
        let own = try days("revision", "txn_id = ? AND file_id = \(number)")
        let left = try days("revision", "txn_id = ? AND file_id = \(later)")
        if let own, own != left, try days("txn", "id = ?") == left {
            try rows.note(daysOf: revision.row)
            try rows.note(placeOf: revision.row)
            try database.run(
                "UPDATE txn SET occurrence = -1 - id, day = ?, posted_day = ? WHERE id = ?", .int(Int64(own.day)),
                .optional(own.posted.map(Int64.init)), row)
            try giveNumber(revision.row)
            try rows.note(daysOf: revision.row)
            try rows.note(placeOf: revision.row)
        }
        let isReworded = try database.first(
            "SELECT 1 FROM revision WHERE txn_id = ? AND file_id >= ? AND description IS NOT NULL LIMIT 1",
            [row, .int(later)], { _ in true })
        if isReworded == nil { try restoreText(revision.row) }
        try database.run(
            "UPDATE txn SET file_id = ? WHERE id = ? AND file_id = ?", .int(later), row, .int(number))
        try database.run("DELETE FROM revision WHERE txn_id = ? AND file_id = ?", row, .int(later))
        try database.run(
            "UPDATE revision SET file_id = ? WHERE txn_id = ? AND file_id = ?", .int(later), row, .int(number))
    }

    /// Gives a row a number that no equal one of its day has.
    private func giveNumber(_ row: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE txn SET occurrence = coalesce((SELECT max(o.occurrence) + 1 FROM txn o WHERE o.account_id = txn.account_id
            AND o.day = txn.day AND o.amount = txn.amount AND o.content_hash = txn.content_hash AND o.id <> txn.id
            AND o.occurrence >= 0), 0) WHERE id = ?
            """, .int(row))
    }

    private func restore(_ row: Int64) throws(StoreError) {
        try rows.note(daysOf: row)
        try rows.forgetSettled("r.file_id = \(number) AND r.txn_id = \(row)")
        try database.run(
            """
            UPDATE txn SET (amount, day, posted_day, pending, content_hash, file_id, line) =
            (SELECT coalesce(amount, txn.amount), day, posted_day, pending, content_hash, earlier_file_id, line
            FROM revision WHERE file_id = ?1 AND txn_id = ?2) WHERE id = ?2
            """, .int(number), .int(row))
        try giveNumber(row)
        // No two rows of a day and amount have one id.
        try database.run(
            """
            UPDATE OR IGNORE txn SET bank_id = (SELECT bank_id FROM revision WHERE file_id = ?1 AND txn_id = ?2) WHERE id = ?2
            """, .int(number), .int(row))
        try restoreText(row)
        try rows.note(daysOf: row)
        try rows.note(placeOf: row)
    }

    /// A row whose text the import had changed is read as before; what the user has said of it since stays.
    private func restoreText(_ row: Int64) throws(StoreError) {
        let saved = try database.first(
            """
            SELECT r.description, r.decision, m.name, r.earlier_file_id > r.file_id FROM revision r JOIN txn t ON t.id = r.txn_id
            JOIN merchant m ON m.id = t.merchant_id WHERE r.file_id = ? AND r.txn_id = ? AND r.description IS NOT NULL
            """, [.int(number), .int(row)]
        ) { (description: $0.text(0), decision: $0.text(1), merchant: $0.text(2), isFilesWord: $0.int(3) == 1) }
        guard let saved, let current = try index.state(ofRow: row),
            let before = RowState(saved.decision, current: current)
        else { return }
        let document = try documents.documentID(
            description: saved.description, merchant: saved.merchant, merchantID: current.merchantID,
            categoryID: current.categoryID, notes: current.notes)
        try database.run("UPDATE txn SET document_id = ? WHERE id = ?", .int(document), .int(row))
        var state = current
        if current.basis < DecisionBasis.user.rawValue {
            state.merchantID = before.merchantID
            state.basis = before.basis
            state.transferHint = before.transferHint
            if current.pair == before.pair {
                (state.categoryID, state.kind) = (before.categoryID, before.kind)
            }
        }
        if current.pair != 0, before.pair == 0, saved.isFilesWord {
            // A file's own row would be a side of that transfer as well.
            try database.run(
                "UPDATE unpaired SET category_id = ?, kind = ? WHERE txn_id = ?", .int(before.categoryID),
                .int(before.kind),
                .int(row))
            _ = try index.set(state, ofRow: row, documents)
            return
        }
        if current.pair != before.pair {
            try unpair(current.pair)
            (state.categoryID, state.kind) = (before.categoryID, before.kind)
            state.pair = try pairAgain(row, before.pair) ? before.pair : 0
        }
        _ = try index.set(state, ofRow: row, documents)
    }

    private func unpair(_ partner: Int64) throws(StoreError) {
        guard partner != 0, let state = try index.stateBeforePairing(ofRow: partner) else { return }
        _ = try index.set(state, ofRow: partner, documents)
        try rows.note(daysOf: partner)
    }

    /// - Returns: whether the other side is free still; it is the row's other side again then.
    private func pairAgain(_ row: Int64, _ partner: Int64) throws(StoreError) -> Bool {
        guard partner != 0, try index.mayPair(row, partner), var state = try index.state(ofRow: partner) else {
            return false
        }
        try index.noteUnpaired(partner)
        state.pair = row
        state.kind = TransactionKind.transfer.code
        _ = try index.set(state, ofRow: partner, documents)
        try rows.note(daysOf: partner)
        return true
    }
}
