import Ledger

/// Rows as a bank connection reports them, on their way into one account inside one transaction.
///
/// Unlike a file, a connection names its rows: what it calls the same is the same row, whatever changed of it. Its ids stand
/// in `connection_row`, beside the ids of files.
public final class FeedSession {
    /// All that a connection knows of some days, where it tells that.
    public struct Listing: Sendable {
        public let days: ClosedRange<Int32>
        /// The ids of rows, pending ones among them.
        public let ids: Set<String>

        public init(days: ClosedRange<Int32>, ids: Set<String>) {
            self.days = days
            self.ids = ids
        }
    }

    private let session: ImportSession
    private let index: HouseholdIndex
    private let link: Int64
    private let accountID: Int64
    /// nil where the connection says itself which rows are gone.
    private let listing: Listing?
    /// Ids that the connection says are gone, in the same breath.
    private let gone: Set<String>
    /// Whether the account had rows before.
    private let isFresh: Bool
    private var pending: [Pending]?
    private let lookup: Statement
    private let linking: Statement
    private var database: Database { index.database }

    /// A pending row that may be posted now.
    private struct Pending {
        let row: ImportSession.PendingRow
        let remoteID: String?
    }

    /// How many days after its authorization a row is taken for the posting of a pending one that its bank does not name.
    static let pendingWindow: Int32 = 8

    /// - Parameter link: as `HouseholdIndex.link` gave it.
    public init(
        _ session: ImportSession, link: Int64, account: Int64, listing: Listing?, gone: Set<String> = []
    ) throws(StoreError) {
        self.gone = gone
        self.session = session
        self.link = link
        self.listing = listing
        index = session.index
        accountID = account
        isFresh = try !index.hasRows(account: account)
        lookup = try index.database.statement(
            "SELECT txn_id FROM connection_row WHERE link_id = ? AND remote_id = ?")
        linking = try index.database.statement(
            "INSERT OR REPLACE INTO connection_row (link_id, remote_id, txn_id) VALUES (?, ?, ?)")
    }

    /// Keeps a row, or what is new of one that is there.
    ///
    /// - Parameter id: the connection's own for it.
    public func add(_ row: NewTransaction, id: String) throws(StoreError) -> ImportSession.Outcome {
        if let known = try linkedRow(id) {
            pending?.removeAll { $0.row.id == known }
            return try revise(known, row)
        }
        let merchantID = try session.documents.merchantID(row.merchant)
        // A row under another id must not be taken for the posting of its neighbor.
        let known = try recognize(row, merchantID)
        if !row.isPending, known?.rank ?? 1 > 0, let earlier = try takePending(row, merchantID) {
            if let before = earlier.remoteID { try unlink(before) }
            try connect(id, to: earlier.row.id)
            try session.countAgain(earlier.row.id)
            let occurrence = try occurrence(of: row, besides: earlier.row.id)
            try session.post(earlier.row, as: row, contentHash: row.contentHash, occurrence: occurrence)
            return .updated
        }
        if let known {
            if let before = known.remoteID { try unlink(before) }
            try connect(id, to: known.id)
            pending?.removeAll { $0.row.id == known.id }
            return known.isPending && !row.isPending ? try revise(known.id, row) : .duplicate
        }
        let occurrence = isFresh && !mayRepeat(row) ? 0 : try session.freeOccurrence(row, row.contentHash)
        try session.insert(row, merchantID: merchantID, contentHash: row.contentHash, occurrence: occurrence)
        try connect(id, to: session.lastRow)
        return .added
    }

    private var seen: Set<Int64> = []

    /// Whether an equal row may have been kept in this session.
    private func mayRepeat(_ row: NewTransaction) -> Bool {
        !seen.insert(ContentHash.mixing(row.contentHash, row.amount, Int64(row.day))).inserted
    }

    // MARK: Links

    private func linkedRow(_ id: String) throws(StoreError) -> Int64? {
        lookup.reset()
        lookup.bind(1, link)
        lookup.bind(2, id)
        defer { lookup.reset() }
        return try lookup.step() ? lookup.int(0) : nil
    }

    private func connect(_ id: String, to row: Int64) throws(StoreError) {
        linking.bind(1, link)
        linking.bind(2, id)
        linking.bind(3, row)
        try linking.runKeepingBindings()
    }

    private func unlink(_ id: String) throws(StoreError) {
        try database.run("DELETE FROM connection_row WHERE link_id = ? AND remote_id = ?", .int(link), .text(id))
    }

    // MARK: Pending rows that are posted now

    /// The pending row that this posted one settles: the one that the bank names, else one that it lists no more, of the
    /// same amount and the same merchant or text, made at most eight days before; of several the one of the same day, else
    /// the nearest.
    private func takePending(_ row: NewTransaction, _ merchantID: Int64) throws(StoreError) -> Pending? {
        guard !isFresh else { return nil }
        if pending == nil { pending = try readPending() }
        if let named = row.pendingID, let position = pending?.firstIndex(where: { $0.remoteID == named }) {
            return pending?.remove(at: position)
        }
        let candidates = (pending ?? []).indices.filter { position in
            guard let other = pending?[position] else { return false }
            return other.row.amount == row.amount && isFree(other)
                && (other.row.merchantID == merchantID || other.row.contentHash == row.contentHash)
                && (0...FeedSession.pendingWindow).contains((row.postedDay ?? row.day) - other.row.day)
        }
        let nearest = candidates.min { a, b in distance(a, row) < distance(b, row) }
        return nearest.flatMap { pending?.remove(at: $0) }
    }

    private func distance(_ position: Int, _ row: NewTransaction) -> Int32 {
        abs((pending?[position].row.day ?? 0) - row.day)
    }

    /// Whether the bank does not list it as pending any more.
    private func isFree(_ other: Pending) -> Bool {
        guard let id = other.remoteID else { return true }
        guard let listing else { return gone.contains(id) }
        return !listing.ids.contains(id)
    }

    private func readPending() throws(StoreError) -> [Pending] {
        try database.rows(
            """
            SELECT t.id, t.day, t.amount, t.merchant_id, t.content_hash, r.remote_id
            FROM txn t INDEXED BY txn_day LEFT JOIN connection_row r ON r.txn_id = t.id AND r.link_id = ?
            WHERE t.day > -2000000 AND t.account_id = ? AND t.pending = 1 AND t.parent_id IS NULL AND t.file_id <> ?
            AND t.id NOT IN (SELECT txn_id FROM duplicate WHERE of_id IS NOT NULL)
            ORDER BY t.day, t.id
            """, [.int(link), .int(accountID), .int(session.fileID)]
        ) {
            Pending(
                row: ImportSession.PendingRow(
                    id: $0.int(0), bankID: nil, day: $0.dayNumber(1), amount: $0.int(2), merchantID: $0.int(3),
                    contentHash: $0.int(4)), remoteID: $0.optionalText(5))
        }
    }

    // MARK: Rows that are there already

    private struct Known {
        let id: Int64
        let isPending: Bool
        let remoteID: String?
        /// 0 for the same text on the same day; less like it, the larger.
        let rank: Int
    }

    /// A row of the same day and amount that came from a file or another connection, or from this one under an id that it
    /// uses no more. Of a file it may have any text: banks word their files another way.
    private func recognize(_ row: NewTransaction, _ merchantID: Int64) throws(StoreError) -> Known? {
        guard !isFresh else { return nil }
        let found = try database.rows(
            """
            SELECT t.id, t.pending, t.day, t.content_hash, t.merchant_id, r.remote_id FROM txn t
            LEFT JOIN connection_row r ON r.txn_id = t.id AND r.link_id = ?
            WHERE t.account_id = ? AND t.day IN (?, ?) AND t.amount = ? AND t.parent_id IS NULL
            AND t.id NOT IN (SELECT txn_id FROM duplicate WHERE of_id IS NOT NULL) ORDER BY t.id
            """,
            [
                .int(link), .int(accountID), .int(Int64(row.day)), .int(Int64(row.postedDay ?? row.day)),
                .int(row.amount),
            ]
        ) { other -> Known? in
            let remoteID = other.optionalText(5)
            let isSameText = other.int(3) == row.contentHash
            let isSameDay = other.dayNumber(2) == row.day
            if let remoteID {
                guard let listing, listing.days.contains(row.day), !listing.ids.contains(remoteID), isSameText,
                    isSameDay
                else { return nil }
            }
            let rank = (isSameText ? 0 : other.int(4) == merchantID ? 2 : 4) + (isSameDay ? 0 : 1)
            return Known(id: other.int(0), isPending: other.int(1) == 1, remoteID: remoteID, rank: rank)
        }
        // Of equal ones the one in the same state: the other may be a pending row that comes to nothing.
        func order(_ known: Known) -> Int { 2 * known.rank + (known.isPending == row.isPending ? 0 : 1) }
        return found.compactMap(\.self).min { order($0) < order($1) }
    }

    // MARK: Changes of a row

    private struct Stored {
        let day: Int32
        let postedDay: Int32?
        let amount: Int64
        let isPending: Bool
        let contentHash: Int64
        let basis: Int64
        let pair: Int64
    }

    /// Takes over what the bank says differently now; what the user said of the row stays.
    private func revise(_ id: Int64, _ row: NewTransaction) throws(StoreError) -> ImportSession.Outcome {
        let found = try database.first(
            "SELECT day, posted_day, amount, pending, content_hash, basis, coalesce(pair_id, 0) FROM txn WHERE id = ?",
            [.int(id)]
        ) {
            Stored(
                day: $0.dayNumber(0), postedDay: $0.isNull(1) ? nil : $0.dayNumber(1), amount: $0.int(2),
                isPending: $0.int(3) == 1, contentHash: $0.int(4), basis: $0.int(5), pair: $0.int(6))
        }
        guard let stored = found else { return .duplicate }
        let isPending = stored.isPending && row.isPending
        let isSameText = stored.contentHash == row.contentHash
        let isSame =
            stored.day == row.day && stored.amount == row.amount && stored.isPending == isPending && isSameText
            && (row.postedDay == nil || stored.postedDay == row.postedDay)
        if isSame { return .duplicate }
        try session.noteRevision(of: id)
        if stored.isPending, !isPending { try session.countAgain(id) }
        try database.run(
            """
            UPDATE txn SET pending = ?, amount = ?, day = ?, posted_day = ?, content_hash = ?, occurrence = ? WHERE id = ?
            """,
            .int(isPending ? 1 : 0), .int(row.amount), .int(Int64(row.day)),
            .optional((row.postedDay ?? stored.postedDay).map(Int64.init)), .int(row.contentHash),
            .int(try occurrence(of: row, besides: id)), .int(id))
        if row.amount != stored.amount { try amountChanged(id, stored) }
        if !isSameText || stored.amount.signum() != row.amount.signum() { try decideAnew(id, row) }
        session.noteChange(stored.day)
        session.noteChange(row.day)
        return .updated
    }

    private func occurrence(of row: NewTransaction, besides id: Int64) throws(StoreError) -> Int64 {
        try database.first(
            """
            SELECT coalesce(max(occurrence) + 1, 0) FROM txn
            WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ? AND id <> ?
            """, [.int(accountID), .int(Int64(row.day)), .int(row.amount), .int(row.contentHash), .int(id)]
        ) { $0.int(0) } ?? 0
    }

    /// Parts of another amount are none of this one, and neither is the other side of a transfer.
    private func amountChanged(_ id: Int64, _ stored: Stored) throws(StoreError) {
        if try !index.parts(ofRow: id).isEmpty {
            try index.setParts([], ofRow: id, basis: .user, session.documents)
            session.rowsMadeWhole.append(id)
        }
        guard stored.pair != 0 else { return }
        for side in [id, stored.pair] {
            guard let state = try index.stateBeforePairing(ofRow: side) else { continue }
            if let day = try index.set(state, ofRow: side, session.documents) { session.noteChange(day) }
        }
    }

    /// The row has another text: what is decided by texts is decided again, unless the user did.
    private func decideAnew(_ id: Int64, _ row: NewTransaction) throws(StoreError) {
        guard var state = try index.state(ofRow: id) else { return }
        var merchant = row.merchant
        if state.basis >= DecisionBasis.user.rawValue {
            merchant =
                try database.first("SELECT name FROM merchant WHERE id = ?", [.int(state.merchantID)]) { $0.text(0) }
                ?? merchant
        } else {
            state.merchantID = try session.documents.merchantID(row.merchant)
            if state.pair == 0 {
                state.categoryID = try index.categoryID(row.category)
                state.kind = row.kind.code
            }
            state.basis = row.basis.rawValue
            state.transferHint = row.transferHint
        }
        // The text first: a state keeps the one that is there.
        let document = try session.documents.documentID(
            description: row.description, merchant: merchant, merchantID: state.merchantID,
            categoryID: state.categoryID, notes: state.notes)
        try database.run("UPDATE txn SET document_id = ? WHERE id = ?", .int(document), .int(id))
        _ = try index.set(state, ofRow: id, session.documents)
    }
}

/// Rows that a connection knows no more, taken out once its other rows are written.
public struct FeedRemoval {
    private let index: HouseholdIndex
    private let connection: Int64
    private var database: Database { index.database }

    public init(_ index: HouseholdIndex, connection: Int64) {
        self.index = index
        self.connection = connection
    }

    /// Removes rows that the connection says are gone.
    ///
    /// - Returns: how many were removed or are left out now.
    public func remove(ids: [String]) throws(StoreError) -> Int {
        var rows: [Int64] = []
        for id in ids {
            rows += try database.rows(
                """
                SELECT r.txn_id FROM connection_row r JOIN connection_account a ON a.id = r.link_id
                WHERE a.connection_id = ? AND r.remote_id = ?
                """, [.int(connection), .text(id)]
            ) { $0.int(0) }
        }
        return try remove(rows)
    }

    /// Removes pending rows that the connection does not list any more although it told of their days.
    public func removePending(ofLink link: Int64, besides listing: FeedSession.Listing) throws(StoreError) -> Int {
        let pending = try database.rows(
            """
            SELECT t.id, r.remote_id FROM connection_row r JOIN txn t ON t.id = r.txn_id
            WHERE r.link_id = ? AND t.pending = 1 AND t.day BETWEEN ? AND ?
            """, [.int(link), .int(Int64(listing.days.lowerBound)), .int(Int64(listing.days.upperBound))]
        ) { (id: $0.int(0), remoteID: $0.text(1)) }
        return try remove(pending.filter { !listing.ids.contains($0.remoteID) }.map(\.id))
    }

    /// A pending row of which the user said something is kept, counting nowhere: it may yet be posted under another amount,
    /// and a review can ask.
    private func remove(_ rows: [Int64]) throws(StoreError) -> Int {
        guard !rows.isEmpty else { return 0 }
        let removal = try RowRemoval(index)
        var kept: [Int64] = []
        for row in rows {
            if try isTold(row) { kept.append(row) } else { try removal.choose("id = ?", .int(row)) }
        }
        let left = try leaveOut(kept)
        return try removal.remove() + left
    }

    private func isTold(_ row: Int64) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT t.pending = 1 AND (t.basis = 3 OR d.notes IS NOT NULL OR t.excluded = 1
            OR EXISTS (SELECT 1 FROM txn p WHERE p.parent_id = t.id AND p.basis = 3))
            FROM txn t JOIN document d ON d.id = t.document_id WHERE t.id = ?
            """, [.int(row)]
        ) { $0.int(0) == 1 } ?? false
    }

    private func leaveOut(_ rows: [Int64]) throws(StoreError) -> Int {
        guard !rows.isEmpty else { return 0 }
        let documents = try Documents(index)
        var days: Set<Int32> = []
        var changed = 0
        for row in rows {
            guard var state = try index.state(ofRow: row), state.duplicate == 0 else { continue }
            state.duplicate = RowState.neverCharged
            state.excluded = 1
            if let day = try index.set(state, ofRow: row, documents) { days.insert(day) }
            changed += 1
        }
        try PeriodTotals.refresh(database, of: days)
        return changed
    }
}

extension HouseholdIndex {
    /// Keeps what a connection brought, as one unit with the place where the next pull goes on: when anything throws, the
    /// index is as it was.
    ///
    /// - Parameters:
    ///   - cursor: where the next pull goes on; nil keeps the one before.
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - body: adds the rows and returns how many there were.
    ///   - settle: pairs transfers.
    ///   - remove: takes out what is gone, when the totals hold everything else.
    public func applyPull<T>(
        of connection: Connection, cursor: String?, on today: CivilDate, at now: Int64,
        _ body: (ImportSession) throws -> (rows: Int, result: T), settle: (ImportSession, inout T) throws -> Void,
        remove: (FeedRemoval, inout T) throws -> Void
    ) throws -> T {
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        do {
            return try database.write {
                guard try self.connection(id: connection.id) != nil else {
                    throw StoreError(
                        .statement(code: 0), "\(connection.name) was disconnected while it was asked; nothing was kept."
                    )
                }
                let session = try ImportSession(
                    self, fileName: connection.name, format: connection.provider, on: today, expectsManyRows: false)
                try database.run(
                    "UPDATE import_file SET connection_id = ? WHERE id = ?", .int(connection.id), .int(session.fileID))
                var (rows, result) = try body(session)
                try settle(session, &result)
                try session.finish(rows: rows)
                try remove(FeedRemoval(self, connection: connection.id), &result)
                try notePull(ofConnection: connection.id, cursor: cursor, at: now)
                return result
            }
        } catch {
            try? reloadCategories()
            throw error
        }
    }
}
