import Ledger

/// The rows of one file on their way into the index, inside one transaction.
///
/// A row is the same as an earlier one when its bank id, amount and day agree, or without a bank id when its text,
/// amount, day and the number of its occurrence on that day agree.
public final class ImportSession {
    public enum Outcome: Sendable {
        case added, duplicate, updated
    }

    let index: HouseholdIndex
    let database: Database
    public let documents: Documents
    private let insertion: Statement
    /// The number of this import.
    public let fileID: Int64
    /// Imports of files of the same name and format: this one may be a corrected copy.
    let earlierCopies: [Int64]
    /// Those of them whose name differs in a counter alone: the next file of an account may be called so as well.
    let renamedCopies: Set<Int64>
    /// Rows that this file has once more.
    private(set) var seen = RowSet()
    /// The days of this file's rows in each account that had rows before.
    private(set) var coveredDays: [Int64: ClosedRange<Int32>] = [:]
    private var isFreshAccount: [Int64: Bool] = [:]
    private var occurrences = HashTable()
    private var bankIDs = HashTable()
    private var pendingRows: [Int64: [PendingRow]] = [:]
    /// This file's rows, counted, and rows of accounts whose rows are paired.
    private var linked = RowPairing<Int>()
    /// The rows of this file that were paired, by their number.
    private var lookedUp: [NewTransaction] = []
    /// Rows of accounts whose rows are paired that are a row of this file for certain.
    private var certain: [Int64: NewTransaction] = [:]
    private var pairsRows: [Int64: Bool] = [:]
    /// Of equal rows without bank ids the number of the first that may still have none.
    private var firstUnnamed: [Int64: Int64] = [:]
    private var droppedIndexes: [String] = []
    private var keptCards: Set<String> = []
    /// Days of rows that were added or changed.
    public private(set) var touchedDays: ClosedRange<Int32>?
    /// What the new rows add to the totals.
    private var totals = PeriodTotals.Additions()
    /// Days of rows that were there before and are different now: their totals are summed anew.
    private var changedDays: Set<Int32> = []
    public internal(set) var added = 0
    /// Rows whose parts, which the user made, went because they were posted with another amount.
    public internal(set) var rowsMadeWhole: [Int64] = []
    private(set) var lastRow: Int64 = 0
    private var hasRevised = false

    struct PendingRow {
        let id: Int64
        let bankID: String?
        let day: Int32
        let amount: Int64
        let merchantID: Int64
        let contentHash: Int64
        /// What the bank may call it, where it is a charge or refund of coach's own.
        var charge: ChargeName?

        /// Whether a row is of the same merchant or text; the user may have renamed the merchant.
        func isLike(_ row: NewTransaction, _ merchant: Int64) -> Bool {
            merchantID == merchant || contentHash == row.contentHash
        }

        /// Whether it is a charge of coach's own that the row may be of, by its name.
        func isCharge(of row: NewTransaction) -> Bool {
            charge?.isSaid(merchant: row.merchant, text: row.description) ?? false
        }
    }

    /// A column that says whether a row `txn` is a charge or refund of coach's own.
    static func isCharge(_ table: String) -> String {
        """
        EXISTS (SELECT 1 FROM charge WHERE txn_id = \(table).id)
        OR EXISTS (SELECT 1 FROM charge_refund WHERE txn_id = \(table).id)
        """
    }

    /// How many days after its authorization a purchase is still expected to be posted.
    static let pendingWindow: Int32 = 10
    /// FTS5's own default for `hashsize`, in bytes.
    private static let searchBuffer = 1_048_576

    /// - Parameter expectsManyRows: that it pays to make the indexes anew afterwards, if nothing is in them yet.
    init(_ index: HouseholdIndex, fileName: String, format: String, on today: CivilDate, expectsManyRows: Bool)
        throws(StoreError)
    {
        self.index = index
        database = index.database
        if expectsManyRows, try index.isEmpty {
            droppedIndexes = try ImportSession.dropIndexes(database)
            // A larger buffer makes fewer and larger pieces of the full-text index, which then need no merging.
            try database.run(
                "INSERT INTO search (search, rank) VALUES ('hashsize', \(32 * ImportSession.searchBuffer))")
        }
        documents = try Documents(index)
        insertion = try database.statement(ImportSession.insertionText)
        let base = ImportSession.nameWithoutCounter(fileName)
        let copies = try database.rows(
            "SELECT id, name FROM import_file WHERE format = ? AND connection_id IS NULL", [.text(format)]
        ) { (id: $0.int(0), name: $0.text(1)) }.filter { ImportSession.nameWithoutCounter($0.name) == base }
        earlierCopies = copies.map(\.id)
        renamedCopies = Set(copies.filter { $0.name != fileName }.map(\.id))
        try database.run(
            """
            INSERT INTO import_file (name, format, imported_on, rows, added, after_batch)
            SELECT ?, ?, ?, 0, 0, coalesce(max(batch), 0) FROM correction
            """, .text(fileName), .text(format), .int(Int64(today.dayNumber)))
        fileID = database.lastInsertedID
    }

    /// `stmt (1).csv`, as a browser calls what it has downloaded before, is `stmt.csv`.
    static func nameWithoutCounter(_ name: String) -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let stem = name[..<dot]
        guard stem.last == ")", let open = stem.lastIndex(of: "("), open > stem.startIndex else { return name }
        let counter = stem[stem.index(after: open)...].dropLast()
        guard (1...3).contains(counter.count), counter.allSatisfy({ $0.isASCII && $0.isNumber }) else { return name }
        var base = String(stem[..<open])
        while base.last == " " { base.removeLast() }
        return base + name[dot...]
    }

    private static func dropIndexes(_ database: Database) throws(StoreError) -> [String] {
        let indexes = try database.rows(
            """
            SELECT name, sql FROM sqlite_schema
            WHERE type = 'index' AND tbl_name IN ('txn', 'document') AND sql IS NOT NULL ORDER BY rowid
            """
        ) { ($0.text(0), $0.text(1)) }
        for (name, _) in indexes { try database.run(script: "DROP INDEX \(name)") }
        return indexes.map(\.1)
    }

    /// Keeps the row unless it is there already.
    public func add(_ row: NewTransaction) throws(StoreError) -> Outcome {
        let contentHash = row.contentHash
        let isFresh = try isFresh(row.accountID)
        if !isFresh, !earlierCopies.isEmpty { cover(row.day, ofAccount: row.accountID) }
        if let bankID = row.bankID, bankIDs.increment(ImportSession.bankKey(row, bankID)) > 0 { return .duplicate }
        var occurrence = nextOccurrence(row, contentHash)
        if !isFresh {
            let outcome =
                if let bankID = row.bankID {
                    try known(row, bankID: bankID, contentHash: contentHash)
                } else {
                    try known(row, contentHash: contentHash, occurrence: occurrence)
                }
            if let outcome { return outcome }
            if let known = try linkedRow(row, isPending: row.isPending) {
                seen.insert(known.id)
                try noteCard(row, known.id)
                return .duplicate
            }
            if row.isPending, try wasSettled(row, contentHash, occurrence) { return .duplicate }
            let mayBeKnown = try pairsRows(of: row.accountID)
            if row.bankID != nil || mayBeKnown { occurrence = try freeOccurrence(row, contentHash) }
        }
        let merchantID = try documents.merchantID(row.merchant)
        if !isFresh, !row.isPending, let earlier = try takePending(row, merchantID) {
            try post(earlier, as: row, contentHash: contentHash, occurrence: occurrence)
            return .updated
        }
        try insert(row, merchantID: merchantID, contentHash: contentHash, occurrence: occurrence)
        return .added
    }

    /// What tells texts apart when rows are compared with those that are there.
    public static func contentHash(_ description: String) -> Int64 {
        var hash = ContentHash()
        hash.combine(bankText: description)
        return hash.value
    }

    private static func bankKey(_ row: NewTransaction, _ bankID: String) -> Int64 {
        ContentHash.mixing(ContentHash.of(bankID), row.accountID, row.amount, Int64(row.day))
    }

    private func isFresh(_ account: Int64) throws(StoreError) -> Bool {
        if let known = isFreshAccount[account] { return known }
        let fresh = try !index.hasRows(account: account)
        isFreshAccount[account] = fresh
        return fresh
    }

    /// How many equal rows this file had before this one.
    private func nextOccurrence(_ row: NewTransaction, _ contentHash: Int64) -> Int64 {
        occurrences.increment(ContentHash.mixing(contentHash, row.accountID, row.amount, Int64(row.day)))
    }

    // MARK: Rows that are there already

    private func known(_ row: NewTransaction, bankID: String, contentHash: Int64) throws(StoreError) -> Outcome? {
        let hit = try database.first(
            """
            SELECT id, pending FROM txn WHERE account_id = ?1 AND bank_id = ?2 AND amount = ?3
            AND (day = ?4 OR posted_day = ?4) ORDER BY day <> ?4
            """,
            [.int(row.accountID), .text(bankID), .int(row.amount), .int(Int64(row.day))]
        ) { ($0.int(0), $0.int(1) == 1) }
        if let (id, isPending) = hit { return try settle(id, isPending: isPending, row) }
        // The same row came before from a file without bank ids: it is known by its id from now on.
        let key = ContentHash.mixing(contentHash, row.accountID, row.amount, Int64(row.day))
        let unnamed = try database.first(
            """
            SELECT id, pending, occurrence FROM txn WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ?
            AND occurrence >= ? AND bank_id IS NULL AND file_id <> ? ORDER BY occurrence LIMIT 1
            """,
            [
                .int(row.accountID), .int(Int64(row.day)), .int(row.amount), .int(contentHash),
                .int(firstUnnamed[key] ?? 0), .int(fileID),
            ]
        ) { ($0.int(0), $0.int(1) == 1, $0.int(2)) }
        guard let (id, isPending, occurrence) = unnamed else { return nil }
        firstUnnamed[key] = occurrence + 1
        try noteRevision(of: id)
        try database.run("UPDATE txn SET bank_id = ? WHERE id = ?", .text(bankID), .int(id))
        return try settle(id, isPending: isPending, row)
    }

    private func known(_ row: NewTransaction, contentHash: Int64, occurrence: Int64) throws(StoreError) -> Outcome? {
        let hit = try database.first(
            """
            SELECT id, pending FROM txn
            WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ? AND occurrence = ?
            """,
            [.int(row.accountID), .int(Int64(row.day)), .int(row.amount), .int(contentHash), .int(occurrence)]
        ) { ($0.int(0), $0.int(1) == 1) }
        guard let (id, isPending) = hit else { return nil }
        // The same text on the same day may be another payment, where the row has a day of its posting as well.
        if !isPending, !row.isPending, try pairsRows(of: row.accountID) {
            return try linkedRow(row, isPending: false) == nil ? nil : .duplicate
        }
        return try settle(id, isPending: isPending, row)
    }

    /// Whether rows of an account have two days, or two texts, so that those of the file are paired with them: as many as there
    /// are.
    private func pairsRows(of account: Int64) throws(StoreError) -> Bool {
        if let known = pairsRows[account] { return known }
        let pairs = try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM connection_account WHERE account_id = ?1)
            OR EXISTS (SELECT 1 FROM kept_row k JOIN txn t ON t.id = k.txn_id WHERE t.account_id = ?1)
            OR EXISTS (SELECT 1 FROM txn WHERE account_id = ?1 AND posted_day IS NOT NULL)
            """, [.int(account)]
        ) { $0.int(0) == 1 }
        pairsRows[account] = pairs
        return pairs ?? false
    }

    private func cover(_ day: Int32, ofAccount account: Int64) {
        let days = coveredDays[account] ?? day...day
        if coveredDays[account] == nil || !days.contains(day) {
            coveredDays[account] = min(days.lowerBound, day)...max(days.upperBound, day)
        }
    }

    /// The same row again: nothing to do, unless it was pending and is posted now.
    private func settle(_ id: Int64, isPending: Bool, _ row: NewTransaction) throws(StoreError) -> Outcome {
        claim(id)
        if try pairsRows(of: row.accountID) { certain[id] = row }
        seen.insert(id)
        try noteCard(row, id)
        guard isPending, !row.isPending else { return .duplicate }
        try noteRevision(of: id)
        try countAgain(id)
        try database.run(
            "UPDATE txn SET pending = 0, posted_day = ? WHERE id = ?", .optional(row.postedDay.map(Int64.init)),
            .int(id))
        noteChange(row.day)
        pendingRows[row.accountID]?.removeAll { $0.id == id }
        return .updated
    }

    // MARK: Rows of bank connections

    /// A row that a connection knows, or knew, of the same day and amount whatever its text, since banks word their files another way, or
    /// one of the same text. Each is one row of the file only, so that equal payments stay as many as they are.
    private func linkedRow(_ row: NewTransaction, isPending: Bool) throws(StoreError) -> PendingRow? {
        guard try pairsRows(of: row.accountID) else { return nil }
        let days = [row.day, row.postedDay ?? row.day]
        let found = try database.rows(
            """
            SELECT t.id, t.day, t.merchant_id, coalesce((SELECT v.content_hash FROM revision v WHERE v.txn_id = t.id
            AND v.earlier_file_id > v.file_id), t.content_hash), t.file_id, t.posted_day,
            f.connection_id IS NULL AND f.kept_from IS NULL OR EXISTS (SELECT 1 FROM revision v WHERE v.txn_id = t.id
            AND v.earlier_file_id > v.file_id) FROM txn t JOIN import_file f ON f.id = t.file_id
            WHERE t.account_id = ?1 AND \(ImportSession.hasDay("?2", "?3")) AND t.amount = ?4
            AND t.pending = ?5 AND t.parent_id IS NULL
            AND (t.content_hash = ?6 OR (EXISTS (SELECT 1 FROM connection_row r WHERE r.txn_id = t.id)
            OR EXISTS (SELECT 1 FROM kept_row k WHERE k.txn_id = t.id))
            AND t.id NOT IN (SELECT txn_id FROM duplicate)) ORDER BY t.day, t.id
            """,
            [
                .int(row.accountID), .int(Int64(days.min() ?? row.day)), .int(Int64(days.max() ?? row.day)),
                .int(row.amount), .int(isPending ? 1 : 0), .int(row.contentHash),
            ]
        ) {
            (
                row: PendingRow(
                    id: $0.int(0), bankID: nil, day: $0.dayNumber(1), amount: row.amount, merchantID: $0.int(2),
                    contentHash: $0.int(3)), file: $0.int(4),
                days: RowDays(day: $0.dayNumber(1), posted: $0.isNull(5) ? nil : $0.dayNumber(5)),
                isOfFile: $0.int(6) == 1
            )
        }
        let own = RowDays(day: row.day, posted: row.postedDay)
        let rows = found.filter { found in
            // Files of one account date their rows alike.
            let isAlike = found.isOfFile && found.row.contentHash != row.contentHash ? own.isLike : own.mayBe
            guard isAlike(found.days) else { return false }
            if linked.isTaken(found.row.id) { return true }
            // What an earlier copy of this file had and this one words differently is corrected by it.
            return found.file != fileID && !seen.contains(found.row.id)
                && (found.row.contentHash == row.contentHash || !earlierCopies.contains(found.file))
        }.sorted { rank($0.row, $0.days, $0.isOfFile, row) < rank($1.row, $1.days, $1.isOfFile, row) }
        guard let id = take(rows.map(\.row.id), as: row) else { return nil }
        return rows.first { $0.row.id == id }?.row
    }

    /// Within how many days of its making a row is booked.
    private static let bookingWindow = 31

    /// A condition on the row `t`: one of its days is one of two. The days on which it may have been made stand one by one, so that each is
    /// looked up with the amount, and not all rows of a month are read.
    static func hasDay(_ made: String, _ posted: String) -> String {
        """
        t.day IN (WITH RECURSIVE near (day) AS (SELECT \(made) - \(bookingWindow) UNION ALL SELECT day + 1 FROM near
        WHERE day < \(posted)) SELECT day FROM near)
        AND (t.day IN (\(made), \(posted)) OR t.posted_day IN (\(made), \(posted)))
        """
    }

    /// What another file words differently is likelier another payment than what only the bank told.
    private func rank(_ known: PendingRow, _ days: RowDays, _ isOfFile: Bool, _ row: NewTransaction) -> Int {
        (known.contentHash == row.contentHash ? 0 : isOfFile ? 4 : 2)
            + (days.posted ?? days.day == row.postedDay ?? row.day ? 0 : 1)
    }

    /// A row of the index is the file's for certain, and nobody else's.
    private func claim(_ row: Int64) { for move in linked.claim(row) { seen.insert(move.row) } }

    /// - Returns: which of the rows is this file's row now.
    private func take(_ candidates: [Int64], as row: NewTransaction) -> Int64? {
        guard !candidates.isEmpty else { return nil }
        lookedUp.append(row)
        let moves = linked.pair(lookedUp.count - 1, with: candidates)
        for move in moves { seen.insert(move.row) }
        return moves.last?.row
    }

    /// Rows of connections that this file has as well become the file's, as they would be had it come first: they stay whatever
    /// becomes of the connection. One of several of the same amount within few days stays the connection's as long as there is one: which
    /// of them the file has is not certain. What the file says of each is kept beside it. Call it when all rows were added and corrections
    /// are taken.
    public func takeOverRows() throws(StoreError) {
        let equal = try database.statement(
            """
            SELECT 1 FROM txn WHERE account_id = ?1 AND day BETWEEN ?2 - ?5 AND ?2 + ?5 AND amount = ?3 AND id <> ?4
            AND parent_id IS NULL LIMIT 1
            """)
        let paired = linked.pairs.sorted { $0.key < $1.key }.map { (id: $0.row, row: lookedUp[$0.key]) }
        for (id, row) in paired + certain.sorted(by: { $0.key < $1.key }).map({ (id: $0.key, row: $0.value) }) {
            equal.reset()
            equal.bind([
                .int(row.accountID), .int(Int64(row.day)), .int(row.amount), .int(id),
                .int(Int64(ImportSession.pendingWindow)),
            ])
            try takeOver(id, row, isCertain: !equal.step())
        }
        equal.reset()
    }

    private func takeOver(_ id: Int64, _ row: NewTransaction, isCertain: Bool) throws(StoreError) {
        let stored = try database.first(
            """
            SELECT t.day, t.posted_day, t.pending, t.file_id FROM txn t JOIN import_file f ON f.id = t.file_id
            WHERE t.id = ? AND (f.connection_id IS NOT NULL OR f.kept_from IS NOT NULL)
            """, [.int(id)]
        ) {
            (
                days: RowDays(day: $0.dayNumber(0), posted: $0.isNull(1) ? nil : $0.dayNumber(1)),
                isPending: $0.int(2) == 1, sync: $0.int(3)
            )
        }
        guard let stored, let before = try index.state(ofRow: id) else { return }
        let own = RowDays(day: row.day, posted: row.postedDay)
        try noteWord(of: row, id, before, sync: stored.sync)
        // A hold that the bank takes back is one no more, whoever told of it.
        if !isCertain || stored.isPending || row.isPending { return }
        try noteRevision(of: id)
        try noteDecision(before, of: id)
        let days = own.completed(by: stored.days)
        var state = before
        var merchant = row.merchant
        if before.basis >= DecisionBasis.user.rawValue {
            merchant =
                try database.first("SELECT name FROM merchant WHERE id = ?", [.int(before.merchantID)]) { $0.text(0) }
                ?? merchant
        } else {
            state.merchantID = try documents.merchantID(row.merchant)
            // A bank's own word of a category goes before what the file's text says of it.
            if before.pair == 0, row.basis.rawValue >= before.basis {
                state.categoryID = try index.categoryID(row.category)
                (state.kind, state.basis, state.transferHint) = (row.kind.code, row.basis.rawValue, row.transferHint)
            }
            try database.run("DELETE FROM unruled WHERE txn_id = ?", .int(id))
            if let unruled = row.unruled { try note(unruled, ofRow: id) }
        }
        var dated = row
        dated.day = days.day
        try database.run(
            """
            UPDATE txn SET day = ?, posted_day = ?, bank_id = coalesce(?, bank_id), content_hash = ?, occurrence = ?,
            file_id = ?, line = ? WHERE id = ?
            """,
            .int(Int64(days.day)), .optional(days.posted.map(Int64.init)), .optional(row.bankID),
            .int(row.contentHash), .int(try occurrence(of: dated, besides: id)), .int(fileID), .int(Int64(row.line)),
            .int(id))
        let document = try documents.documentID(
            description: row.description, merchant: merchant, merchantID: state.merchantID,
            categoryID: state.categoryID, notes: state.notes)
        try database.run("UPDATE txn SET document_id = ? WHERE id = ?", .int(document), .int(id))
        _ = try index.set(state, ofRow: id, documents)
        noteChange(stored.days.day)
        noteChange(days.day)
    }

    /// Keeps what the file itself says of a row that a connection brought, as if it had come before that sync: the row is to become that
    /// when the sync is taken back.
    private func noteWord(of row: NewTransaction, _ id: Int64, _ current: RowState, sync: Int64) throws(StoreError) {
        var own = current
        own.merchantID = try documents.merchantID(row.merchant)
        own.categoryID = try index.categoryID(row.category)
        (own.kind, own.basis, own.transferHint) = (row.kind.code, row.basis.rawValue, row.transferHint)
        (own.pair, own.excluded, own.duplicate) = (0, 0, 0)
        // What a file before this one had said of it goes first.
        let isSaid = try database.first(
            """
            SELECT 1 FROM revision v JOIN import_file e ON e.id = v.earlier_file_id WHERE v.file_id = ? AND v.txn_id = ?
            AND e.connection_id IS NULL AND e.kept_from IS NULL
            """, [.int(sync), .int(id)]
        ) { _ in true }
        if isSaid == true { return }
        try database.run(
            """
            INSERT OR REPLACE INTO revision (file_id, txn_id, day, posted_day, pending, bank_id, content_hash, occurrence,
            earlier_file_id, line, amount, description, decision) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)
            """, .int(sync), .int(id), .int(Int64(row.day)), .optional(row.postedDay.map(Int64.init)),
            .int(row.isPending ? 1 : 0), .optional(row.bankID), .int(row.contentHash), .int(fileID),
            .int(Int64(row.line)),
            .int(row.amount), .text(row.description), .text(own.text(changesPair: false)))
        hasRevised = true
    }

    /// A number that no equal row on its day has.
    func occurrence(of row: NewTransaction, besides id: Int64) throws(StoreError) -> Int64 {
        try occurrence(
            account: row.accountID, day: row.day, amount: row.amount, contentHash: row.contentHash, besides: id)
    }

    func occurrence(account: Int64, day: Int32, amount: Int64, contentHash: Int64, besides id: Int64) throws(StoreError)
        -> Int64
    {
        try database.first(
            """
            SELECT coalesce(max(occurrence) + 1, 0) FROM txn
            WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ? AND id <> ?
            """, [.int(account), .int(Int64(day)), .int(amount), .int(contentHash), .int(id)]
        ) { $0.int(0) } ?? 0
    }

    func freeOccurrence(_ row: NewTransaction, _ contentHash: Int64) throws(StoreError) -> Int64 {
        try database.first(
            """
            SELECT coalesce(max(occurrence) + 1, 0) FROM txn
            WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ?
            """,
            [.int(row.accountID), .int(Int64(row.day)), .int(row.amount), .int(contentHash)]
        ) { $0.int(0) } ?? 0
    }

    // MARK: Pending rows that are posted now

    /// The pending row that this posted one settles: the one that the bank names, else one of the same amount and the same
    /// merchant or text, made at most ten days before, else a charge of coach's own that is named like it. Of several the last
    /// one, since most are posted within a few days.
    private func takePending(_ row: NewTransaction, _ merchantID: Int64) throws(StoreError) -> PendingRow? {
        if pendingRows[row.accountID] == nil {
            pendingRows[row.accountID] = try database.rows(
                """
                SELECT id, day, amount, merchant_id, content_hash, bank_id, \(ChargeName.column("txn"))
                FROM txn INDEXED BY txn_day
                WHERE day > -2000000 AND account_id = ? AND pending = 1 AND parent_id IS NULL AND file_id <> ?
                AND id NOT IN (SELECT txn_id FROM duplicate)
                ORDER BY day, id
                """, [.int(row.accountID), .int(fileID)]
            ) {
                PendingRow(
                    id: $0.int(0), bankID: $0.optionalText(5), day: $0.dayNumber(1), amount: $0.int(2),
                    merchantID: $0.int(3), contentHash: $0.int(4), charge: ChargeName($0.optionalText(6)))
            }
        }
        // The bank's own word goes before everything else: a tip may have changed the amount.
        if let named = row.pendingID,
            let position = pendingRows[row.accountID]?.lastIndex(where: { $0.bankID == named })
        {
            return pendingRows[row.accountID]?.remove(at: position)
        }
        func last(_ isMeant: (PendingRow) -> Bool) -> Int? {
            pendingRows[row.accountID]?.lastIndex {
                $0.amount == row.amount && isMeant($0)
                    && (0...ImportSession.pendingWindow).contains((row.postedDay ?? row.day) - $0.day)
            }
        }
        if let position = last({ $0.isLike(row, merchantID) }) {
            return pendingRows[row.accountID]?.remove(at: position)
        }
        if let held = try linkedRow(row, isPending: true) {
            pendingRows[row.accountID]?.removeAll { $0.id == held.id }
            return held
        }
        return last({ $0.isCharge(of: row) }).flatMap { pendingRows[row.accountID]?.remove(at: $0) }
    }

    /// Whether the row was there as a pending one until it was posted under another text or day: an older file again.
    private func wasSettled(_ row: NewTransaction, _ contentHash: Int64, _ occurrence: Int64) throws(StoreError) -> Bool
    {
        try database.first(
            """
            SELECT 1 FROM settled
            WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ? AND occurrence = ?
            """,
            [.int(row.accountID), .int(Int64(row.day)), .int(row.amount), .int(contentHash), .int(occurrence)]
        ) { _ in true } ?? false
    }

    /// A charge of coach's own keeps the day it was made, whatever day the bank's row has.
    func post(_ earlier: PendingRow, as row: NewTransaction, contentHash: Int64, occurrence: Int64)
        throws(StoreError)
    {
        var (row, occurrence) = (row, occurrence)
        if earlier.charge != nil, row.day != earlier.day {
            (row.day, row.postedDay) = (earlier.day, row.postedDay ?? row.day)
            occurrence = try self.occurrence(of: row, besides: earlier.id)
        }
        try noteRevision(of: earlier.id)
        claim(earlier.id)
        try database.run(
            """
            INSERT OR IGNORE INTO settled (account_id, day, amount, content_hash, occurrence)
            SELECT account_id, day, amount, content_hash, occurrence FROM txn WHERE id = ?
            """, .int(earlier.id))
        try database.run(
            """
            UPDATE txn SET pending = 0, amount = ?, day = ?, posted_day = ?, bank_id = coalesce(?, bank_id),
            content_hash = ?, occurrence = ?, file_id = ?, line = ? WHERE id = ?
            """,
            .int(row.amount), .int(Int64(row.day)), .optional(row.postedDay.map(Int64.init)), .optional(row.bankID),
            .int(contentHash),
            .int(occurrence), .int(fileID), .int(Int64(row.line)), .int(earlier.id))
        // Parts of another amount are none of this one.
        if row.amount != earlier.amount, try !index.parts(ofRow: earlier.id).isEmpty {
            try index.setParts([], ofRow: earlier.id, basis: .user, documents)
            rowsMadeWhole.append(earlier.id)
        }
        try noteCard(row, earlier.id)
        noteChange(earlier.day)
        noteChange(row.day)
    }

    /// Splits the row that `add` has just kept, as its file does.
    public func split(into parts: [SplitPart]) throws(StoreError) {
        try index.setParts(parts, ofRow: lastRow, basis: .bank, documents)
    }

    /// Keeps what a row of an earlier import was before this one changes it.
    func noteRevision(of id: Int64) throws(StoreError) {
        try database.run(
            """
            INSERT OR IGNORE INTO revision (file_id, txn_id, day, posted_day, pending, bank_id, content_hash,
            occurrence, earlier_file_id, line, amount)
            SELECT ?, id, day, posted_day, pending, bank_id, content_hash, occurrence, file_id, line, amount FROM txn
            WHERE id = ?
            """, .int(fileID), .int(id))
        hasRevised = true
    }

    /// A pending row that was said to have come to nothing is posted after all.
    func countAgain(_ id: Int64) throws(StoreError) {
        try database.run("DELETE FROM duplicate WHERE txn_id = ? AND of_id IS NULL", .int(id))
        guard database.changes > 0 else { return }
        try database.run(
            """
            UPDATE txn SET excluded = 0, counted = NOT EXISTS (SELECT 1 FROM txn p WHERE p.parent_id = txn.id) WHERE id = ?
            """, .int(id))
        try index.countParts(ofRow: id)
    }

    // MARK: Writing

    func insert(_ row: NewTransaction, merchantID: Int64, contentHash: Int64, occurrence: Int64)
        throws(StoreError)
    {
        let categoryID = try index.categoryID(row.category)
        let documentID = try documents.documentID(
            description: row.description, textHash: row.textHash, merchant: row.merchant, merchantID: merchantID,
            categoryID: categoryID, notes: nil)
        let statement = insertion
        statement.bind(1, row.accountID)
        statement.bind(2, documentID)
        statement.bind(3, merchantID)
        statement.bind(4, categoryID)
        statement.bind(5, Int64(row.day))
        statement.bind(6, row.postedDay.map(Int64.init))
        statement.bind(7, row.amount)
        statement.bind(8, row.kind.code)
        statement.bind(9, row.isPending ? 1 : 0)
        statement.bind(10, row.basis.rawValue)
        statement.bind(11, contentHash)
        statement.bind(12, occurrence)
        statement.bind(13, fileID)
        statement.bind(14, Int64(row.line))
        statement.bind(15, row.transferHint)
        if let bankID = row.bankID { statement.bind(16, bankID) } else { statement.bindNull(16) }
        if let card = row.card { statement.bind(17, card) } else { statement.bindNull(17) }
        try keepCard(of: row)
        try statement.runKeepingBindings()
        lastRow = database.lastInsertedID
        if let unruled = row.unruled { try note(unruled, ofRow: lastRow) }
        added += 1
        touch(row.day)
        totals.add(
            day: row.day, kind: row.kind.code, isPending: row.isPending, accountID: row.accountID,
            categoryID: categoryID, merchantID: merchantID, amount: row.amount)
    }

    private func keepCard(of row: NewTransaction) throws(StoreError) {
        guard let card = row.card, keptCards.insert("\(row.accountID) \(card) \(row.holder ?? "")").inserted else {
            return
        }
        try database.run(
            """
            INSERT INTO card (account_id, mask, holder) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET holder = coalesce(excluded.holder, holder)
            """, .int(row.accountID), .text(card), row.holder.map { .text($0) } ?? .null)
    }

    /// A row that is there learns its card from a file that comes again.
    private func noteCard(_ row: NewTransaction, _ id: Int64) throws(StoreError) {
        guard let card = row.card else { return }
        try database.run(
            "UPDATE txn SET card = ?1 WHERE (id = ?2 OR parent_id = ?2) AND card IS NULL", .text(card), .int(id))
        try keepCard(of: row)
    }

    private func note(_ unruled: RowDecision, ofRow id: Int64) throws(StoreError) {
        try database.run(
            """
            INSERT INTO unruled (txn_id, merchant_id, category_id, kind, basis, transfer_hint)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            .int(id), .int(try documents.merchantID(unruled.merchant)), .int(try index.categoryID(unruled.category)),
            .int(unruled.kind.code), .int(unruled.basis.rawValue), .int(unruled.transferHint))
    }

    private static let insertionText = """
        INSERT INTO txn (account_id, document_id, merchant_id, category_id, day, posted_day, amount, kind, pending,
        basis, content_hash, occurrence, file_id, line, transfer_hint, bank_id, card, counted)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
        """

    /// A row that was kept before is different now.
    public func noteChange(_ day: Int32) {
        touch(day)
        changedDays.insert(day)
    }

    private func touch(_ day: Int32) {
        guard let touched = touchedDays else {
            touchedDays = day...day
            return
        }
        if !touched.contains(day) { touchedDays = min(touched.lowerBound, day)...max(touched.upperBound, day) }
    }

    /// Makes dropped indexes anew; rows can be looked up again from here on.
    func restoreIndexes() throws(StoreError) {
        guard !droppedIndexes.isEmpty else { return }
        // SQLite may sort with threads of its own.
        try database.run(script: "PRAGMA threads = 2")
        for sql in droppedIndexes { try database.run(script: sql) }
        droppedIndexes = []
        try database.run("INSERT INTO search (search, rank) VALUES ('hashsize', \(ImportSession.searchBuffer))")
    }

    /// Brings the totals up to date and notes what the file brought.
    func finish(rows: Int) throws(StoreError) {
        try totals.write(to: database)
        try PeriodTotals.refresh(database, of: changedDays)
        try database.run(
            "UPDATE import_file SET rows = ?, added = ? WHERE id = ?", .int(Int64(rows)), .int(Int64(added)),
            .int(fileID))
        guard added == 0, !hasRevised else { return }
        // An import that brought nothing leaves nothing to take back.
        try database.run(
            "DELETE FROM import_file WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM balance WHERE file_id = ?1)",
            .int(fileID))
    }
}
