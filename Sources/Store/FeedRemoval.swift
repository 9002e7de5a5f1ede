import Ledger

/// Rows that a connection knows no more, taken out once its other rows are written. Rows that files brought stay: the connection
/// only knows them no more.
public struct FeedRemoval {
    private let index: HouseholdIndex
    private let connection: Int64
    /// Whether its accounts have rows that it took over and has not told of.
    private let hasKept: Bool
    private var database: Database { index.database }

    /// More posted rows of an account than these go only when the user says so, and so do more than a few of which fewer are
    /// left: a bank's answer may have come in part, without a word of it.
    public static let mostUnasked = 10
    private static let few = 2

    /// Posted rows of which the user had said something, and which therefore stay, counting nowhere.
    public private(set) var kept = 0
    /// Posted rows that went, or count no more.
    public private(set) var lost: [Transaction] = []
    /// Rows that their owner said stay.
    private let staying: Set<Int64>

    public init(_ index: HouseholdIndex, connection: Int64) throws(StoreError) {
        self.index = index
        self.connection = connection
        hasKept = try index.hasKeptRows(ofConnection: connection)
        staying = Set(
            try index.database.rows(
                "SELECT txn_id FROM withheld_row WHERE connection_id = ? AND stays = 1", [.int(connection)]
            ) { $0.int(0) })
    }

    private struct Row {
        let id: Int64
        let link: Int64
        let remoteID: String
        let isPending: Bool
        /// Whether no file has it.
        var isOwn: Bool
        let hasUserWords: Bool
    }

    /// Rows that the connection told of, or took over.
    ///
    /// - Parameters:
    ///   - condition: on the row `t`, its account's link `a`, and what the connection calls it, `r`.
    ///   - kept: the same for rows that were taken over and of which it has not told yet; nil: as `condition`.
    private func rows(_ condition: String, kept: String? = nil, _ values: [SQLValue]) throws(StoreError) -> [Row] {
        let told = "JOIN connection_row r ON r.link_id = a.id JOIN txn t ON t.id = r.txn_id"
        // A posted row that another provider told of has no id that this one could leave out.
        let takenOver = """
            JOIN txn t ON t.account_id = a.account_id JOIN kept_row r ON r.txn_id = t.id
            AND NOT EXISTS (SELECT 1 FROM connection_row o WHERE o.link_id = a.id AND o.txn_id = t.id)
            AND (t.pending = 1 OR r.provider = (SELECT provider FROM connection WHERE id = ?1))
            """
        let found = try rows(from: told, condition, values)
        guard hasKept else { return found }
        return try found + rows(from: takenOver, kept ?? condition, values).filter(\.isOwn)
    }

    private func rows(from join: String, _ condition: String, _ values: [SQLValue]) throws(StoreError) -> [Row] {
        try database.rows(
            """
            SELECT t.id, coalesce(r.remote_id, ''), a.id, t.pending, coalesce(f.connection_id, 0) = ?1
            AND NOT EXISTS (SELECT 1 FROM duplicate o WHERE o.of_id = t.id)
            AND NOT EXISTS (SELECT 1 FROM connection_row o WHERE o.txn_id = t.id AND o.link_id <> a.id), t.basis = 3 OR d.notes IS NOT NULL
            OR t.excluded = 1 OR EXISTS (SELECT 1 FROM txn p WHERE p.parent_id = t.id AND p.basis = 3)
            FROM connection_account a \(join) JOIN document d ON d.id = t.document_id
            JOIN import_file f ON f.id = t.file_id WHERE a.connection_id = ?1 AND \(condition)
            """, [.int(connection)] + values
        ) {
            Row(
                id: $0.int(0), link: $0.int(2), remoteID: $0.text(1), isPending: $0.int(3) == 1,
                isOwn: $0.int(4) == 1, hasUserWords: $0.int(5) == 1)
        }
    }

    /// Removes rows that the connection says are gone; many posted ones of an account wait for their owner's word.
    ///
    /// - Returns: how many were removed or are left out now, by the link of their account.
    public mutating func remove(ids: [String]) throws(StoreError) -> [Int64: Int] {
        var found: [Row] = []
        for id in ids { found += try rows("r.remote_id = ?", [.text(id)]) }
        var counts: [Int64: Int] = [:]
        for (link, rows) in Dictionary(grouping: found, by: \.link).sorted(by: { $0.key < $1.key }) {
            let posted = rows.filter { !$0.isPending && $0.isOwn }
            counts[link] = try remove(posted.count > FeedRemoval.mostUnasked ? withhold(posted, of: rows) : rows)
        }
        return counts
    }

    /// Removes rows that the connection does not list any more although it told of their days; none while it is in doubt which account
    /// it told of.
    public mutating func remove(ofLink link: Int64, besides listing: FeedSession.Listing) throws(StoreError) -> Int {
        let doubted = try database.first(
            "SELECT 1 FROM connection_account WHERE id = ? AND doubted_id IS NOT NULL", [.int(link)]
        ) { _ in true }
        if doubted == true { return 0 }
        let days = listing.days
        // Banks list by the day of posting. What came to nothing before is no news.
        let posted = """
            ?4 AND t.pending = 0 AND t.day >= ?2 AND coalesce(t.posted_day, t.day) BETWEEN ?2 AND ?3
            AND NOT EXISTS (SELECT 1 FROM duplicate o WHERE o.txn_id = t.id AND o.of_id IS NULL)
            """
        // What was pending before those days is so no more.
        let there = try rows(
            "a.id = ?5 AND (t.pending = 1 AND t.day BETWEEN ?2 AND ?3 OR \(posted))",
            kept: "a.id = ?5 AND coalesce(t.posted_day, t.day) < ?6 AND (t.pending = 1 AND t.day <= ?3 OR \(posted))",
            [
                .int(Int64(days.lowerBound)), .int(Int64(days.upperBound)),
                .int(listing.coversPosted && !listing.isHistory ? 1 : 0),
                .int(link), .int(Int64(listing.openFrom ?? .max)),
            ])
        let found = there.filter { !listing.ids.contains($0.remoteID) }
        let lost = found.filter { !$0.isPending && $0.isOwn && !staying.contains($0.id) }
        let left = there.count { !$0.isPending } - lost.count
        guard lost.count > FeedRemoval.mostUnasked || left == 0 || lost.count > max(left, FeedRemoval.few) else {
            return try remove(found)
        }
        return try remove(withhold(lost, of: found))
    }

    /// Notes rows that only go when their owner says so.
    ///
    /// - Returns: the others of these.
    private func withhold(_ lost: [Row], of found: [Row]) throws(StoreError) -> [Row] {
        for row in lost {
            try database.run(
                "INSERT OR IGNORE INTO withheld_row (txn_id, connection_id) VALUES (?, ?)", .int(row.id),
                .int(connection))
        }
        let asked = Set(lost.map(\.id))
        return found.filter { !asked.contains($0.id) }
    }

    /// Removes rows that were withheld, since the user has said so.
    mutating func remove(withheld rows: [Int64]) throws(StoreError) -> Int {
        var found: [Row] = []
        for row in rows { found += try self.rows("t.id = ?", [.int(row)]) }
        return try remove(found)
    }

    /// A row of which the user said something is kept, counting nowhere: it may yet be posted under another amount, and a review
    /// can ask.
    private mutating func remove(_ rows: [Row]) throws(StoreError) -> Int {
        var rows = rows.filter { !staying.contains($0.id) }
        guard !rows.isEmpty else { return 0 }
        let going = Set(rows.map(\.id))
        for position in rows.indices where rows[position].isOwn && !rows[position].isPending {
            var tried = going
            if try !passWordOn(rows[position].id, &tried) { rows[position].isOwn = false }
        }
        for row in rows where !row.isOwn {
            try database.run(
                "DELETE FROM connection_row WHERE txn_id = ? AND link_id = ?", .int(row.id), .int(row.link))
        }
        let removal = try RowRemoval(index)
        let own = rows.filter(\.isOwn)
        for row in own where !row.isPending { try note(lost: row.id) }
        for row in own where !row.hasUserWords { try removal.choose("id = ?", .int(row.id)) }
        let left = try leaveOut(own.filter(\.hasUserWords))
        return try removal.remove() + left
    }

    /// Of equal rows a file has one, and it is not certain which: what it says goes over to another one that stays, whose own word may
    /// go on to a third.
    ///
    /// - Parameter tried: rows that cannot have it.
    /// - Returns: whether the row may go; false where it is the only one that the file may mean.
    private func passWordOn(_ row: Int64, _ tried: inout Set<Int64>) throws(StoreError) -> Bool {
        guard let word = try fileWord(of: row) else { return true }
        tried.insert(row)
        let others = try database.rows(
            """
            SELECT o.id, o.file_id, EXISTS (SELECT 1 FROM revision w WHERE w.txn_id = o.id AND w.earlier_file_id > w.file_id) AS has_word
            FROM txn t JOIN txn o ON o.account_id = t.account_id AND o.amount = ?4 AND o.day BETWEEN ?3 - ?5 AND ?3 + ?5
            JOIN import_file f ON f.id = o.file_id WHERE t.id = ?1 AND o.id <> ?1 AND f.connection_id = ?2
            AND o.parent_id IS NULL AND o.pending = 0 ORDER BY has_word, abs(o.day - ?3), o.id
            """,
            [
                .int(row), .int(connection), .int(Int64(word.day)), .int(word.amount),
                .int(Int64(ImportSession.pendingWindow)),
            ]
        ) { (id: $0.int(0), sync: $0.int(1)) }
        for other in others where !tried.contains(other.id) {
            guard try passWordOn(other.id, &tried) else { continue }
            try database.run(
                "DELETE FROM revision WHERE txn_id = ? AND file_id = ?", .int(other.id), .int(other.sync))
            try database.run(
                "UPDATE revision SET txn_id = ?, file_id = ? WHERE txn_id = ? AND file_id = ?", .int(other.id),
                .int(other.sync), .int(row), .int(word.sync))
            return true
        }
        return false
    }

    /// What a file says of a row that a sync brought.
    private func fileWord(of row: Int64) throws(StoreError) -> (sync: Int64, day: Int32, amount: Int64)? {
        try database.first(
            """
            SELECT v.file_id, v.day, coalesce(v.amount, t.amount) FROM revision v JOIN txn t ON t.id = v.txn_id
            WHERE v.txn_id = ? AND v.earlier_file_id > v.file_id LIMIT 1
            """, [.int(row)]
        ) { (sync: $0.int(0), day: $0.dayNumber(1), amount: $0.int(2)) }
    }

    private mutating func note(lost row: Int64) throws(StoreError) {
        // What came to nothing before is no news.
        guard try index.state(ofRow: row)?.duplicate == 0, let row = try index.transaction(id: row) else { return }
        lost.append(row)
    }

    private mutating func leaveOut(_ rows: [Row]) throws(StoreError) -> Int {
        guard !rows.isEmpty else { return 0 }
        let documents = try Documents(index)
        var days: Set<Int32> = []
        var changed = 0
        for row in rows {
            try index.noteBankLeftOut(row.id)
            guard var state = try index.state(ofRow: row.id), state.duplicate == 0 else { continue }
            state.duplicate = RowState.neverCharged
            state.excluded = 1
            if let day = try index.set(state, ofRow: row.id, documents) { days.insert(day) }
            changed += 1
            if !row.isPending { kept += 1 }
        }
        try PeriodTotals.refresh(database, of: days)
        return changed
    }
}

extension HouseholdIndex {
    /// Posted rows that a connection lists no more and of which their owner has not said what becomes of them.
    public func withheldRows(of connection: Int64) throws(StoreError) -> [Int64] {
        try database.rows(
            "SELECT txn_id FROM withheld_row WHERE connection_id = ? AND stays = 0 ORDER BY txn_id", [.int(connection)]
        ) { $0.int(0) }
    }

    /// Keeps withheld rows for good, since their owner said so: nobody asks again.
    public func keep(withheld rows: [Int64]) throws {
        try database.write {
            for row in rows { try database.run("UPDATE withheld_row SET stays = 1 WHERE txn_id = ?", .int(row)) }
        }
    }

    /// The days and accounts of rows, such as those that were withheld; nil without rows.
    public func extent(ofRows rows: [Int64]) throws(StoreError) -> (period: Period, accounts: [String])? {
        var days: [Int32] = []
        var names: [String] = []
        for row in rows {
            let found = try database.first(
                "SELECT t.day, a.name FROM txn t JOIN account a ON a.id = t.account_id WHERE t.id = ?", [.int(row)]
            ) { ($0.dayNumber(0), $0.text(1)) }
            guard let (day, name) = found else { continue }
            days.append(day)
            if !names.contains(name) { names.append(name) }
        }
        guard let first = days.min(), let last = days.max() else { return nil }
        return (Period(CivilDate(dayNumber: first), CivilDate(dayNumber: last)), names)
    }

    /// Removes posted rows that a connection lists no more, once the user has said so.
    ///
    /// - Parameter rows: as `withheldRows` has them; what was linked anew since then stays.
    /// - Returns: how many were removed or are left out now.
    public func remove(withheld rows: [Int64], of connection: Connection) throws -> Int {
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        return try database.write {
            var removal = try FeedRemoval(self, connection: connection.id)
            return try removal.remove(withheld: rows)
        }
    }
}
