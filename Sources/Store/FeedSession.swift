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
        /// Whether posted rows that are not among them are gone, as pending ones are.
        public let coversPosted: Bool
        /// Whether no posted row is gone because it is not among them.
        public let isHistory: Bool
        /// The first day on which the bank may know less than one did before it: rows of a connection that ended are not gone
        /// from there on.
        public let openFrom: Int32?

        public init(
            days: ClosedRange<Int32>, ids: Set<String>, coversPosted: Bool, isHistory: Bool = false,
            openFrom: Int32? = nil
        ) {
            self.openFrom = openFrom
            self.days = days
            self.ids = ids
            self.coversPosted = coversPosted
            self.isHistory = isHistory
        }
    }

    private let session: ImportSession
    private let index: HouseholdIndex
    private let connection: Connection
    private let link: Int64
    private let accountID: Int64
    /// nil where the connection says itself which rows are gone.
    private let listing: Listing?
    /// Ids that the connection says are gone, in the same update.
    private let gone: Set<String>
    /// Whether the account had rows before.
    private let isFresh: Bool
    private var pending: [Pending]?
    /// The ids that the update has of this account; empty where nobody asks.
    private let came: Set<String>
    /// Whether the account has rows that this connection took over from one before it and has not told of.
    private let hasKept: Bool
    /// Ids that came, and rows that were there.
    private var pairing = RowPairing<String>()
    /// The days of ids that came and go by their likeness to rows that were there.
    private var told: [String: RowDays] = [:]
    /// Whether files date the rows of this account by their posting.
    private var datesArePostings = true
    /// Whether files told of rows both when they were made and when they were posted, or connections before told it of files' rows.
    private lazy var filesTellBothDays = Result { () throws(StoreError) in
        try database.first(
            """
            SELECT 1 FROM txn WHERE account_id = ? AND posted_day IS NOT NULL AND parent_id IS NULL
            AND file_id IN (SELECT id FROM import_file WHERE connection_id IS NULL) LIMIT 1
            """, [.int(accountID)]
        ) { _ in true } ?? false
    }
    /// What the bank calls rows that it lists no more and that wait for their owner's word, and the rows.
    private var withheld: [String: Int64] = [:]
    /// Whether the bank called rows otherwise before it posted them.
    private let hasHolds: Bool
    private let lookup: Statement
    private let linking: Statement
    private var database: Database { index.database }

    /// A pending row that may be posted now.
    private struct Pending {
        let row: ImportSession.PendingRow
        let remoteID: String?
        /// What the connection before called it.
        let keptID: String?
    }

    /// How many days after its authorization a row is taken for the posting of a pending one that its bank does not name.
    static let pendingWindow: Int32 = 8

    /// - Parameters:
    ///   - link: as `HouseholdIndex.link` gave it.
    ///   - came: the ids that the update has of this account.
    public init(
        _ session: ImportSession, connection: Connection, link: Int64, account: Int64, listing: Listing?,
        gone: Set<String>, came: () -> Set<String>
    ) throws(StoreError) {
        self.gone = gone
        self.connection = connection
        self.session = session
        self.link = link
        self.listing = listing
        index = session.index
        accountID = account
        isFresh = try !index.hasRows(account: account)
        hasKept = try index.hasKeptRows(account: account)
        self.came = hasKept ? came() : []
        hasHolds =
            try index.database.first("SELECT 1 FROM posted_hold WHERE link_id = ? LIMIT 1", [.int(link)], { _ in true })
            ?? false
        let waiting = try index.database.rows(
            """
            SELECT r.remote_id, r.txn_id FROM withheld_row w JOIN connection_row r ON r.txn_id = w.txn_id AND r.link_id = ?
            WHERE w.connection_id = ?
            """, [.int(link), .int(connection.id)]
        ) { ($0.text(0), $0.int(1)) }
        withheld = Dictionary(uniqueKeysWithValues: waiting)
        lookup = try index.database.statement(
            "SELECT txn_id FROM connection_row WHERE link_id = ? AND remote_id = ?")
        linking = try index.database.statement(
            "INSERT OR REPLACE INTO connection_row (link_id, remote_id, txn_id) VALUES (?, ?, ?)")
    }

    /// Keeps a row, or what is new of one that is there.
    ///
    /// - Parameter id: the connection's own for it.
    public func add(_ row: NewTransaction, id: String) throws(StoreError) -> ImportSession.Outcome {
        if let known = try knownRow(id) {
            try release(known)
            pending?.removeAll { $0.row.id == known }
            return try revise(known, row)
        }
        // An answer from before it was posted.
        if row.isPending, hasHolds, try isPosted(hold: id) { return .duplicate }
        if let named = try row.pendingID.flatMap({ id throws(StoreError) in try settledRow(id) }) {
            // A file posted it before the bank did.
            if let before = row.pendingID { try settle(hold: before, as: named) }
            try claim(named, for: id)
            return try revise(named, row)
        }
        let merchantID = try session.documents.merchantID(row.merchant)
        // A row under another id must not be taken for the posting of its neighbor.
        let known = try candidates(row, merchantID)
        let isKnown = known.contains(where: \.isExact)
        if !row.isPending, let earlier = try takePending(row, merchantID, onlyNamed: isKnown) {
            if let before = earlier.remoteID { try settle(hold: before, as: earlier.row.id) }
            try claim(earlier.row.id, for: id)
            try session.countAgain(earlier.row.id)
            let occurrence = try session.occurrence(of: row, besides: earlier.row.id)
            try session.post(earlier.row, as: row, contentHash: row.contentHash, occurrence: occurrence)
            try leaveOutTwin(of: earlier.row.id, row)
            return .updated
        }
        if let known = try pair(id, with: known) {
            pending?.removeAll { $0.row.id == known.id }
            if known.isPending, !row.isPending, let before = known.remoteID { try note(hold: before, of: known.id) }
            let isReissued = known.isCalledOtherwise && known.isPending == row.isPending
            if isReissued || known.isPending && !row.isPending { return try revise(known.id, row) }
            if row.postedDay != nil, !row.isPending { told[id] = RowDays(day: row.day, posted: row.postedDay) }
            return try takeCategory(of: row, for: known.id) ? .updated : .duplicate
        }
        let occurrence = isFresh && !mayRepeat(row) ? 0 : try session.freeOccurrence(row, row.contentHash)
        try session.insert(row, merchantID: merchantID, contentHash: row.contentHash, occurrence: occurrence)
        try connect(id, to: session.lastRow)
        return .added
    }

    private var seen: Set<Int64> = []
    /// Accounts that rows came from into this one.
    public private(set) var leftAccounts: Set<Int64> = []

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
        if hasKept {
            for table in ["kept_row", "withheld_row"] {
                try database.run("DELETE FROM \(table) WHERE txn_id = ?", .int(row))
            }
        }
        if !withheld.isEmpty { try release(row) }
    }

    /// The row that the connection before called by this id.
    private func keptRow(_ id: String) throws(StoreError) -> Int64? {
        guard hasKept else { return nil }
        return try database.first(
            """
            SELECT t.id FROM kept_row k JOIN txn t ON t.id = k.txn_id
            WHERE k.remote_id = ? AND k.provider = ? AND t.account_id = ?
            """, [.text(id), .text(connection.provider), .int(accountID)]
        ) { $0.int(0) }
    }

    /// A row that the update has, as far as it tells which row it is.
    public struct Told {
        let id: String
        let day: Int32
        let amount: Int64
        let isPending: Bool
        let contentHash: Int64

        public init(id: String, day: Int32, amount: Int64, isPending: Bool, contentHash: Int64) {
            (self.id, self.day, self.amount) = (id, day, amount)
            (self.isPending, self.contentHash) = (isPending, contentHash)
        }
    }

    /// Takes over what the update tells again under other ids than the connection before did: the same text on the same day.
    /// To be called before rows are added, so that none of them is taken for the posting of another one.
    public func takeOver(_ told: () -> [Told]) throws(StoreError) {
        guard hasKept || listing?.coversPosted == true && !isFresh else { return }
        for row in told() {
            if try linkedRow(row.id) != nil { continue }
            if try keptRow(row.id) != nil { continue }
            if try takeOverReissued(row) || !hasKept { continue }
            let same = try database.rows(
                """
                SELECT t.id, k.remote_id FROM txn t JOIN kept_row k ON k.txn_id = t.id WHERE t.account_id = ?
                AND t.day = ? AND t.amount = ? AND t.content_hash = ? AND t.pending = ? AND k.provider = ?
                AND t.id NOT IN (SELECT txn_id FROM duplicate) ORDER BY t.id
                """,
                [
                    .int(accountID), .int(Int64(row.day)), .int(row.amount), .int(row.contentHash),
                    .int(row.isPending ? 1 : 0), .text(connection.provider),
                ]
            ) { (id: $0.int(0), keptID: $0.optionalText(1)) }
            let free = same.first { row in row.keptID.map { !came.contains($0) } ?? true }
            if let free { try claim(free.id, for: row.id) }
        }
    }

    /// Takes over a posted row of the same text on the same day whose own id the bank lists no more.
    private func takeOverReissued(_ row: Told) throws(StoreError) -> Bool {
        guard !row.isPending, listing?.coversPosted == true else { return false }
        let same = try database.rows(
            """
            SELECT t.id, r.remote_id, coalesce(t.posted_day, t.day) FROM txn t
            JOIN connection_row r ON r.txn_id = t.id AND r.link_id = ?
            WHERE t.account_id = ? AND t.day = ? AND t.amount = ? AND t.content_hash = ? AND t.pending = 0 ORDER BY t.id
            """,
            [.int(link), .int(accountID), .int(Int64(row.day)), .int(row.amount), .int(row.contentHash)]
        ) { (id: $0.int(0), remoteID: $0.text(1), day: $0.dayNumber(2)) }
        let free = same.first { isFree($0.remoteID, on: $0.day) }
        guard let free else { return false }
        try unlink(free.remoteID)
        try claim(free.id, for: row.id)
        return true
    }

    /// The row of an id, taken over where it was the connection's before.
    private func knownRow(_ id: String) throws(StoreError) -> Int64? {
        if let known = try linkedRow(id) { return known }
        guard let row = try keptRow(id) else { return nil }
        try claim(row, for: id)
        return row
    }

    /// The row of a pending id, where it is posted already.
    private func settledRow(_ id: String) throws(StoreError) -> Int64? {
        guard let row = try knownRow(id) else { return nil }
        return try database.first("SELECT id FROM txn WHERE id = ? AND pending = 0", [.int(row)]) { $0.int(0) }
    }

    /// Notes that a hold is posted: the bank does not call it by this id any more.
    private func settle(hold id: String, as row: Int64) throws(StoreError) {
        try unlink(id)
        try note(hold: id, of: row)
    }

    private func note(hold id: String, of row: Int64) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO posted_hold (link_id, remote_id, txn_id) VALUES (?, ?, ?)", .int(link), .text(id),
            .int(row))
    }

    private func isPosted(hold id: String) throws(StoreError) -> Bool {
        try database.first(
            "SELECT 1 FROM posted_hold WHERE link_id = ? AND remote_id = ?", [.int(link), .text(id)], { _ in true })
            ?? false
    }

    /// A row that was withheld is told again, or by another id.
    private func release(_ row: Int64) throws(StoreError) {
        guard let (id, _) = withheld.first(where: { $0.value == row }) else { return }
        withheld[id] = nil
        try database.run("DELETE FROM withheld_row WHERE txn_id = ?", .int(row))
    }

    private func unlink(_ id: String) throws(StoreError) {
        try database.run("DELETE FROM connection_row WHERE link_id = ? AND remote_id = ?", .int(link), .text(id))
    }

    // MARK: Pending rows that are posted now

    /// The pending row that this posted one settles: the one that the bank names, else one that it lists no more, of the
    /// same amount and the same merchant or text, made at most eight days before, else a charge of coach's own that is
    /// named like it; of several the one of the same day, else the nearest.
    ///
    /// - Parameter onlyNamed: whether likeness does not count, since a posted row is more like it.
    private func takePending(_ row: NewTransaction, _ merchantID: Int64, onlyNamed: Bool) throws(StoreError) -> Pending?
    {
        guard !isFresh else { return nil }
        if pending == nil { pending = try readPending() }
        if let named = row.pendingID,
            let position = pending?.firstIndex(where: { $0.remoteID == named || $0.keptID == named })
        {
            return pending?.remove(at: position)
        }
        if onlyNamed { return nil }
        let candidates = (pending ?? []).indices.filter { position in
            guard let other = pending?[position] else { return false }
            return other.row.amount == row.amount && isFree(other)
                && (other.row.isLike(row, merchantID) || other.row.isCharge(of: row))
                && (0...FeedSession.pendingWindow).contains((row.postedDay ?? row.day) - other.row.day)
        }
        let like = candidates.filter { pending?[$0].row.isLike(row, merchantID) ?? false }
        let nearest = (like.isEmpty ? candidates : like).min { a, b in distance(a, row) < distance(b, row) }
        return nearest.flatMap { pending?.remove(at: $0) }
    }

    private func distance(_ position: Int, _ row: NewTransaction) -> Int32 {
        abs((pending?[position].row.day ?? 0) - row.day)
    }

    /// Whether the bank does not list it as pending any more.
    private func isFree(_ other: Pending) -> Bool {
        guard let id = other.remoteID else { return other.keptID.map { !came.contains($0) } ?? true }
        return gone.contains(id) || listing.map { !$0.ids.contains(id) } ?? false
    }

    private func readPending() throws(StoreError) -> [Pending] {
        try database.rows(
            """
            SELECT t.id, t.day, t.amount, t.merchant_id, t.content_hash, r.remote_id, \(ChargeName.column("t")),
            k.remote_id FROM txn t INDEXED BY txn_day LEFT JOIN connection_row r ON r.txn_id = t.id AND r.link_id = ?
            LEFT JOIN kept_row k ON k.txn_id = t.id AND k.provider = ?
            WHERE t.day > -2000000 AND t.account_id = ? AND t.pending = 1 AND t.parent_id IS NULL AND t.file_id <> ?
            AND t.id NOT IN (SELECT txn_id FROM duplicate WHERE of_id IS NOT NULL)
            ORDER BY t.day, t.id
            """, [.int(link), .text(connection.provider), .int(accountID), .int(session.fileID)]
        ) {
            Pending(
                row: ImportSession.PendingRow(
                    id: $0.int(0), bankID: nil, day: $0.dayNumber(1), amount: $0.int(2), merchantID: $0.int(3),
                    contentHash: $0.int(4), charge: ChargeName($0.optionalText(6))), remoteID: $0.optionalText(5),
                keptID: $0.optionalText(7))
        }
    }

    // MARK: Rows that are there already

    private struct Known {
        let id: Int64
        let isPending: Bool
        /// What this connection called it.
        let remoteID: String?
        /// Whether this connection, or one of its provider before it, knows it by another id.
        let isCalledOtherwise: Bool
        /// Whether it has the same text on the same day, or was called on that day by an id that is gone.
        let isExact: Bool
        /// The less like it, the larger.
        let rank: Int
    }

    /// Rows of the same day and amount that came from files or another connection, or from this one under an id that it uses
    /// no more; the likeliest first. Of a file they may have any text: banks word their files another way.
    private func candidates(_ row: NewTransaction, _ merchantID: Int64) throws(StoreError) -> [Known] {
        guard !isFresh else { return [] }
        let days =
            try filesTellBothDays.get()
            ? ImportSession.hasDay("?4", "?5") : "t.day IN (?4, ?5)"
        let found = try database.rows(
            """
            SELECT t.id, t.pending, t.day, t.content_hash, t.merchant_id, r.remote_id, coalesce(f.connection_id, 0),
            k.txn_id IS NOT NULL AND f.connection_id IS NOT NULL, k.remote_id, t.posted_day FROM txn t
            JOIN import_file f ON f.id = t.file_id
            LEFT JOIN connection_row r ON r.txn_id = t.id AND r.link_id = ?1
            LEFT JOIN kept_row k ON k.txn_id = t.id AND k.provider = ?2
            WHERE t.account_id = ?3 AND \(days) AND t.amount = ?6 AND t.parent_id IS NULL
            AND t.id NOT IN (SELECT txn_id FROM duplicate WHERE of_id IS NOT NULL) ORDER BY t.id
            """,
            [
                .int(link), .text(connection.provider), .int(accountID), .int(Int64(row.day)),
                .int(Int64(row.postedDay ?? row.day)), .int(row.amount),
            ]
        ) { other -> Known? in
            let id = other.int(0)
            let remoteID = other.optionalText(5)
            let isSameText = other.int(3) == row.contentHash
            let isSameMerchant = other.int(4) == merchantID
            let days = RowDays(day: other.dayNumber(2), posted: other.isNull(9) ? nil : other.dayNumber(9))
            guard days.mayBe(RowDays(day: row.day, posted: row.postedDay)) else { return nil }
            let isSameDay = days.day == row.day
            if let remoteID, !pairing.isTaken(id) {
                guard isFree(remoteID, on: days.posted ?? days.day) else { return nil }
                let isReplaced = listing?.coversPosted == true && other.int(1) == 0
                let isAlike =
                    isSameDay && (isSameText || isReplaced || isSameMerchant && gone.contains(remoteID))
                // The text of a file's row is the file's.
                guard isAlike || other.int(6) != connection.id else { return nil }
            }
            // A row that is told under its own id is no other's.
            if let kept = other.optionalText(8), came.contains(kept) { return nil }
            let isKept = other.int(7) == 1
            // A provider dates its rows the same way each time; a file's row has the file's day.
            if isKept, !isSameDay { return nil }
            let isPending = other.int(1) == 1
            let isOfFile = other.int(6) != connection.id && remoteID == nil
            let byPosting = isOfFile && (datesArePostings || days.posted != nil)
            let isLikelyDay = byPosting ? days.posted ?? days.day == row.postedDay ?? row.day : isSameDay
            // Of equal ones the one in the same state: the other may be a pending row that comes to nothing.
            let rank =
                (isSameText ? 0 : isSameMerchant ? 4 : 8) + (isLikelyDay ? 0 : 2)
                + (isPending == row.isPending ? 0 : 1)
            return Known(
                id: id, isPending: isPending, remoteID: remoteID, isCalledOtherwise: remoteID != nil || isKept,
                isExact: isSameDay && (isSameText || remoteID != nil && !pairing.isTaken(id)), rank: rank)
        }
        return found.compactMap(\.self).sorted { $0.rank < $1.rank }
    }

    /// Finds out by some rows of an update which of their days files of this account have: the same coffee each morning is another
    /// one's by the other day.
    ///
    /// - Parameter rows: their days, days of posting, and amounts.
    public func learnDates(from rows: some Sequence<(day: Int32, posted: Int32, amount: Int64)>) throws(StoreError) {
        guard !isFresh else { return }
        let rowOfFile = try database.statement(
            """
            SELECT 1 FROM txn t JOIN import_file f ON f.id = t.file_id WHERE t.account_id = ? AND t.day = ? AND t.amount = ?
            AND f.connection_id IS NULL AND t.parent_id IS NULL AND t.posted_day IS NULL
            """)
        func isThere(_ day: Int32, _ amount: Int64) throws(StoreError) -> Int {
            rowOfFile.reset()
            defer { rowOfFile.reset() }
            rowOfFile.bind(1, accountID)
            rowOfFile.bind(2, Int64(day))
            rowOfFile.bind(3, amount)
            return try rowOfFile.step() ? 1 : 0
        }
        var postings = 0
        for row in rows where row.day != row.posted {
            postings += try isThere(row.posted, row.amount) - isThere(row.day, row.amount)
        }
        datesArePostings = postings >= 0
    }

    /// Whether the bank uses an id of a row no more.
    ///
    /// - Parameter day: that it was posted on, by which banks list; of a pending one that it was made on.
    private func isFree(_ id: String, on day: Int32) -> Bool {
        if gone.contains(id) || withheld[id] != nil { return true }
        guard let listing else { return false }
        return listing.days.contains(day) && !listing.ids.contains(id)
    }

    /// Links an id to the row that it is for certain.
    private func claim(_ row: Int64, for id: String) throws(StoreError) {
        try follow(pairing.claim(row))
        try connect(id, to: row)
    }

    private func follow(_ moves: [RowPairing<String>.Move]) throws(StoreError) {
        for move in moves {
            try database.run(
                "DELETE FROM connection_row WHERE link_id = ? AND txn_id = ?", .int(link), .int(move.row))
            try connect(move.key, to: move.row)
        }
    }

    /// Links an id to one of the rows that it may be, each of which is one id's only.
    private func pair(_ id: String, with known: [Known]) throws(StoreError) -> Known? {
        guard !known.isEmpty else { return nil }
        let moves = pairing.pair(id, with: known.map(\.id))
        try follow(moves)
        return moves.last.flatMap { move in known.first { $0.id == move.row } }
    }

    // MARK: Changes of a row

    private struct Stored {
        let day: Int32
        let postedDay: Int32?
        let amount: Int64
        let isPending: Bool
        let contentHash: Int64
        let pair: Int64
        /// Whether this connection brought it.
        let isOwn: Bool
        /// Whether it is a charge or refund of coach's own.
        let isCharge: Bool
        /// Whether it was left out because it had come to nothing.
        let isLeftOut: Bool
        let account: Int64

        var days: RowDays { RowDays(day: day, posted: postedDay) }
    }

    /// Gives files' rows the days that they leave open. Call it when all rows were added: only then it is certain which row is which.
    public func settleDays() throws(StoreError) {
        for (id, row) in pairing.pairs.sorted(by: { $0.row < $1.row }) {
            guard let told = told[id], let stored = try stored(row), !stored.isOwn, !stored.isPending else { continue }
            let days = stored.days.completed(by: told)
            guard days != stored.days else { continue }
            try session.noteRevision(of: row)
            let occurrence = try session.occurrence(
                account: accountID, day: days.day, amount: stored.amount, contentHash: stored.contentHash, besides: row)
            try database.run(
                "UPDATE txn SET day = ?, posted_day = ?, occurrence = ? WHERE id = ?", .int(Int64(days.day)),
                .optional(days.posted.map(Int64.init)), .int(occurrence), .int(row))
            session.noteChange(stored.day)
            session.noteChange(days.day)
        }
    }

    /// Takes over what the bank says differently now; what the user said of the row stays, and so do day and text that a file
    /// gave it.
    private func revise(_ id: Int64, _ row: NewTransaction) throws(StoreError) -> ImportSession.Outcome {
        guard let stored = try stored(id) else { return .duplicate }
        // It was kept in an account of another currency, which a file's row stays in.
        let isMoved = stored.account != accountID
        if isMoved, !stored.isOwn { return .duplicate }
        let isRecategorized = stored.isOwn ? false : try takeCategory(of: row, for: id)
        var row = row
        row.isPending = stored.isPending && row.isPending
        if !stored.isOwn {
            row.contentHash = stored.contentHash
            if stored.isPending == row.isPending {
                let days = stored.days.completed(by: RowDays(day: row.day, posted: row.postedDay))
                (row.day, row.postedDay) = (days.day, days.posted)
            } else {
                row.day = stored.day
            }
        }
        // A charge of coach's own was made on the day that coach made it.
        if stored.isCharge, stored.day != row.day { (row.day, row.postedDay) = (stored.day, row.postedDay ?? row.day) }
        let isSameText = stored.contentHash == row.contentHash
        let returns = stored.isLeftOut && !row.isPending
        let isSame =
            stored.day == row.day && stored.amount == row.amount && stored.isPending == row.isPending && isSameText
            && stored.postedDay == row.postedDay
        if isSame, !returns, !isMoved { return isRecategorized ? .updated : .duplicate }
        try session.noteRevision(of: id)
        if returns { try session.countAgain(id) }
        try database.run(
            """
            UPDATE txn SET account_id = ?, pending = ?, amount = ?, day = ?, posted_day = ?, content_hash = ?, occurrence = ?
            WHERE id = ?
            """, .int(accountID),
            .int(row.isPending ? 1 : 0), .int(row.amount), .int(Int64(row.day)),
            .optional(row.postedDay.map(Int64.init)), .int(row.contentHash),
            .int(try session.occurrence(of: row, besides: id)), .int(id))
        if isMoved { try moved(id, row, stored) }
        if row.amount != stored.amount { try amountChanged(id, stored) }
        if !row.isPending, stored.isPending || row.amount != stored.amount { try leaveOutTwin(of: id, row) }
        let changesSign = stored.amount.signum() != row.amount.signum()
        if stored.isOwn, !isSameText || changesSign { try decideAnew(id, row) }
        session.noteChange(stored.day)
        session.noteChange(row.day)
        return .updated
    }

    /// Gives a row that a file brought the bank's category where only its text had decided. What the user or a rule of theirs
    /// decided stays, and so does a side of a transfer.
    ///
    /// - Returns: whether it is another one than before.
    private func takeCategory(of row: NewTransaction, for id: Int64) throws(StoreError) -> Bool {
        guard row.basis == .bank, var state = try index.state(ofRow: id), state.basis < DecisionBasis.bank.rawValue,
            state.pair == 0
        else { return false }
        let before = state
        // When the connection is deleted with its rows, this one is the file's again.
        try session.noteRevision(of: id)
        try session.noteDecision(before, of: id)
        state.categoryID = try index.categoryID(row.category)
        (state.kind, state.basis, state.transferHint) = (row.kind.code, row.basis.rawValue, row.transferHint)
        if let day = try index.set(state, ofRow: id, session.documents) { session.noteChange(day) }
        return (state.categoryID, state.kind) != (before.categoryID, before.kind)
    }

    private func stored(_ id: Int64) throws(StoreError) -> Stored? {
        try database.first(
            """
            SELECT t.day, t.posted_day, t.amount, t.pending, t.content_hash, coalesce(t.pair_id, 0),
            coalesce(f.connection_id, 0), EXISTS (SELECT 1 FROM duplicate WHERE txn_id = t.id AND of_id IS NULL), t.account_id,
            \(ImportSession.isCharge("t"))
            FROM txn t JOIN import_file f ON f.id = t.file_id WHERE t.id = ?
            """, [.int(id)]
        ) {
            Stored(
                day: $0.dayNumber(0), postedDay: $0.isNull(1) ? nil : $0.dayNumber(1), amount: $0.int(2),
                isPending: $0.int(3) == 1, contentHash: $0.int(4), pair: $0.int(5), isOwn: $0.int(6) == connection.id,
                isCharge: $0.int(9) == 1, isLeftOut: $0.int(7) == 1, account: $0.int(8))
        }
    }

    /// A file may have brought the row as it is now while the index had it as it was: of both only one counts.
    private func leaveOutTwin(of id: Int64, _ row: NewTransaction) throws(StoreError) {
        let twin = try database.first(
            """
            SELECT t.id FROM txn t JOIN import_file f ON f.id = t.file_id
            WHERE t.account_id = ? AND t.day IN (?, ?) AND t.amount = ? AND t.id <> ? AND t.pending = 0
            AND t.parent_id IS NULL AND f.connection_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM connection_row r WHERE r.txn_id = t.id)
            AND t.id NOT IN (SELECT txn_id FROM duplicate) ORDER BY t.id LIMIT 1
            """,
            [
                .int(accountID), .int(Int64(row.day)), .int(Int64(row.postedDay ?? row.day)), .int(row.amount),
                .int(id),
            ]
        ) { $0.int(0) }
        guard let twin, var state = try index.state(ofRow: twin) else { return }
        try index.noteBankLeftOut(twin)
        state.duplicate = id
        state.excluded = 1
        if let day = try index.set(state, ofRow: twin, session.documents) { session.noteChange(day) }
    }

    /// Parts of another amount are none of this one, and neither is the other side of a transfer.
    private func amountChanged(_ id: Int64, _ stored: Stored) throws(StoreError) {
        if try !index.parts(ofRow: id).isEmpty {
            try index.setParts([], ofRow: id, basis: .user, session.documents)
            session.rowsMadeWhole.append(id)
        }
        try unpair(id, stored)
    }

    /// Its parts go with it; its other side was one of the old currency.
    private func moved(_ id: Int64, _ row: NewTransaction, _ stored: Stored) throws(StoreError) {
        try database.run("UPDATE txn SET account_id = ? WHERE parent_id = ?", .int(accountID), .int(id))
        try unpair(id, stored)
        leftAccounts.insert(stored.account)
        _ = mayRepeat(row)
    }

    private func unpair(_ id: Int64, _ stored: Stored) throws(StoreError) {
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

extension HouseholdIndex {
    /// Keeps what a connection brought, as one unit with the place where the next pull goes on: when anything throws, the
    /// index is as it was.
    ///
    /// - Parameters:
    ///   - cursor: where the next pull goes on; nil keeps the one before.
    ///   - missing: what is still to come of the history; nil where all is there.
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - expectsManyRows: whether there are so many that pages are better kept in memory until all are written.
    ///   - body: adds the rows and returns how many there were.
    ///   - settle: pairs transfers.
    ///   - remove: takes out what is gone, when the totals hold everything else.
    ///   - join: runs at the end.
    public func applyPull<T>(
        of connection: Connection, cursor: String?, missing: MissingHistory?, on today: CivilDate, at now: Int64,
        expectsManyRows: Bool = false, _ body: (ImportSession) throws -> (rows: Int, result: T),
        settle: (ImportSession, inout T) throws -> Void,
        remove: (inout FeedRemoval, inout T) throws -> Void,
        join: (ImportSession, inout T) throws -> Void
    ) throws -> T {
        try database.run(script: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -\(expectsManyRows ? 98_304 : 8192)")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192") }
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
                var removal = try FeedRemoval(self, connection: connection.id)
                try remove(&removal, &result)
                try join(session, &result)
                try notePull(ofConnection: connection.id, cursor: cursor, missing: missing, at: now)
                return result
            }
        } catch {
            try? reloadCategories()
            throw error
        }
    }
}
