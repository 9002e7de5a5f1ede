import Ledger

/// How a bank connection is doing.
public enum ConnectionHealth: String, Sendable, CaseIterable {
    case ok
    /// It works, but the provider says that something needs a look.
    case attention
    /// The bank wants its owner to sign in again.
    case relink
    /// The last attempt brought nothing.
    case failed
}

/// A connection to one or several banks. Its secret is kept beside it and never part of it.
public struct Connection: Sendable, Equatable {
    public let id: Int64
    /// What `coach disconnect` takes; unique, whatever the case.
    public let name: String
    /// `simplefin`, `plaid`, `demo`.
    public let provider: String
    /// The provider's own id for it, or one made at random. No secret; secrets are sealed together with it.
    public let reference: String
    public let institution: String?
    /// Where the next pull goes on, in the provider's own words; nil before the first.
    public let cursor: String?
    /// Seconds since 1970-01-01 UTC of the last attempt, and of the last pull that was kept.
    public let triedAt: Int64?
    public let syncedAt: Int64?
    public let health: ConnectionHealth
    /// Why it is not well, a sentence for people.
    public let problem: String?
    /// Whether its access is gone for good, so that only another one helps.
    public let isOver: Bool
    /// What is still to come of its history; nil where all is there.
    public let missing: MissingHistory?

    /// The same connection at another place.
    public func at(_ cursor: String?) -> Connection {
        Connection(
            id: id, name: name, provider: provider, reference: reference, institution: institution, cursor: cursor,
            triedAt: triedAt, syncedAt: syncedAt, health: health, problem: problem, isOver: isOver, missing: missing)
    }
}

/// What a connection has not told yet of days that are past.
public struct MissingHistory: Sendable, Equatable {
    /// A sentence for people, without its point.
    public let text: String
    /// The first day of which something may be missing; nil: as far back as there is anything.
    public let since: CivilDate?
    /// The day after the last of them; nil: that of the oldest row there is.
    public let before: CivilDate?

    public init(_ text: String, since: CivilDate? = nil, before: CivilDate? = nil) {
        self.text = text
        self.since = since
        self.before = before
    }
}

/// An account of a connection, and which of the index's accounts it is.
public struct ConnectionAccount: Sendable, Equatable {
    public let id: Int64
    public let connectionID: Int64
    /// The provider's id, unique within the connection.
    public let remoteID: String
    public let accountID: Int64
    public let institution: String?
    /// The last day that the bank was asked about.
    public let knownThrough: CivilDate?
    public let health: ConnectionHealth
    public let problem: String?
    /// The day of the first sync in which the provider listed the account no more; nil while it lists it.
    public let unlistedSince: CivilDate?
}

extension HouseholdIndex {
    private static let connectionColumns = """
        id, name, provider, reference, institution, cursor, tried_at, synced_at, health, problem,
        (SELECT message FROM connection_warning w WHERE w.connection_id = connection.id ORDER BY until LIMIT 1),
        is_over, missing, missing_since, missing_before
        """

    private static func connection(_ row: Statement) -> Connection {
        let own = ConnectionHealth(rawValue: row.text(8)) ?? .failed
        let warning = row.optionalText(10)
        let health = own == .ok && warning != nil ? ConnectionHealth.attention : own
        return Connection(
            id: row.int(0), name: row.text(1), provider: row.text(2), reference: row.text(3),
            institution: row.optionalText(4), cursor: row.optionalText(5), triedAt: row.optionalInt(6),
            syncedAt: row.optionalInt(7), health: health, problem: row.optionalText(9) ?? warning,
            isOver: row.int(11) == 1,
            missing: row.optionalText(12).map {
                MissingHistory($0, since: row.optionalDay(13), before: row.optionalDay(14))
            })
    }

    /// Whether there are any, which is known at once.
    public var hasConnections: Bool {
        get throws(StoreError) { try database.first("SELECT 1 FROM connection LIMIT 1", [], { _ in true }) ?? false }
    }

    /// Whether a bank was asked about an account of the index.
    public var isReadByBanks: Bool {
        get throws(StoreError) {
            try database.first(
                "SELECT 1 FROM connection_account WHERE known_through IS NOT NULL LIMIT 1", [], { _ in true }) ?? false
        }
    }

    /// Oldest first.
    public var connections: [Connection] {
        get throws(StoreError) {
            try database.rows(
                "SELECT \(HouseholdIndex.connectionColumns) FROM connection ORDER BY id", [], HouseholdIndex.connection)
        }
    }

    public func connection(id: Int64) throws(StoreError) -> Connection? {
        try database.first(
            "SELECT \(HouseholdIndex.connectionColumns) FROM connection WHERE id = ?", [.int(id)],
            HouseholdIndex.connection)
    }

    /// - Parameter connection: of one connection only; nil for all.
    public func connectionAccounts(of connection: Int64? = nil) throws(StoreError) -> [ConnectionAccount] {
        try database.rows(
            """
            SELECT id, connection_id, remote_id, account_id, institution, known_through, health, problem, unlisted_since
            FROM connection_account WHERE ?1 IS NULL OR connection_id = ?1 ORDER BY id
            """, [.optional(connection)]
        ) { row in
            ConnectionAccount(
                id: row.int(0), connectionID: row.int(1), remoteID: row.text(2), accountID: row.int(3),
                institution: row.optionalText(4), knownThrough: row.optionalDay(5),
                health: ConnectionHealth(rawValue: row.text(6)) ?? .failed, problem: row.optionalText(7),
                unlistedSince: row.optionalDay(8))
        }
    }

    /// Keeps a new connection under its name, or where that is taken the name with a number.
    ///
    /// - Parameter sealedSecret: as `SecretVault.seal` gives it; nil where there is none.
    public func addConnection(
        named name: String, provider: String, reference: String, institution: String?, sealedSecret: [UInt8]?
    ) throws -> Connection {
        try database.write {
            var free = name
            var number = 1
            while try database.first("SELECT 1 FROM connection WHERE name = ?", [.text(free)], { _ in true }) != nil {
                number += 1
                free = "\(name) \(number)"
            }
            try database.run(
                "INSERT INTO connection (name, provider, reference, institution, health) VALUES (?, ?, ?, ?, ?)",
                .text(free), .text(provider), .text(reference), .optional(institution),
                .text(ConnectionHealth.ok.rawValue))
            let id = database.lastInsertedID
            if let sealedSecret { try keep(sealedSecret: sealedSecret, ofConnection: id) }
            guard let connection = try connection(id: id) else {
                throw StoreError(.statement(code: 0), "the connection could not be kept; try again.")
            }
            return connection
        }
    }

    // MARK: Secrets

    /// Changes secrets so that nothing of the old ones stays in free pages or in the log that is written ahead.
    public func securely<T>(_ body: () throws -> T) throws -> T {
        try database.run(script: "PRAGMA secure_delete = ON")
        defer {
            try? database.run(script: "PRAGMA secure_delete = OFF")
            // Where somebody else reads, the log is emptied by a later one.
            try? database.onceKept { [database] in try database.run(script: "PRAGMA wal_checkpoint(TRUNCATE)") }
        }
        return try body()
    }

    /// The sealed secret; nil where there is none.
    public func sealedSecret(ofConnection id: Int64) throws(StoreError) -> [UInt8]? {
        try database.first("SELECT secret FROM connection WHERE id = ? AND secret IS NOT NULL", [.int(id)]) {
            HexText.bytes($0.text(0))
        } ?? nil
    }

    /// Puts another sealed secret in the place of the one before.
    public func keep(sealedSecret: [UInt8], ofConnection id: Int64) throws(StoreError) {
        try database.run(
            "UPDATE connection SET secret = ? WHERE id = ?", .text(HexText.text(sealedSecret)), .int(id))
    }

    // MARK: Attempts

    /// Notes that a connection is being asked, and forgets warnings that have run out.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    public func noteAttempt(ofConnection id: Int64, at now: Int64) throws(StoreError) {
        try database.run(
            "DELETE FROM connection_warning WHERE until < ? OR connection_id = ? AND code = ?", .int(now), .int(id),
            .text(HouseholdIndex.ownFault))
        try database.run("UPDATE connection SET tried_at = ? WHERE id = ?", .int(now), .int(id))
    }

    /// Counts one more request of a connection, before it is sent.
    ///
    /// - Returns: how many there were that day (UTC), this one included.
    public func countRequest(ofConnection id: Int64, at now: Int64) throws -> Int {
        let day = now / 86_400
        return try database.write {
            try database.run(
                """
                UPDATE connection SET requests = CASE WHEN requests_day = ?1 THEN requests + 1 ELSE 1 END,
                requests_day = ?1 WHERE id = ?2
                """, .int(day), .int(id))
            return try requests(ofConnection: id, at: now)
        }
    }

    /// How many requests there were that day (UTC).
    public func requests(ofConnection id: Int64, at now: Int64) throws(StoreError) -> Int {
        try database.first(
            "SELECT requests FROM connection WHERE id = ? AND requests_day = ?", [.int(id), .int(now / 86_400)]
        ) { Int($0.int(0)) } ?? 0
    }

    /// Notes how a connection is doing; its accounts stay as they are.
    ///
    /// - Parameter isOver: whether its access is gone for good. What came to nothing says nothing of that.
    public func note(
        _ health: ConnectionHealth, _ problem: String?, isOver: Bool = false, ofConnection id: Int64
    ) throws(StoreError) {
        try database.run(
            "UPDATE connection SET health = ?1, problem = ?2, is_over = CASE ?1 WHEN 'failed' THEN is_over ELSE ?3 END WHERE id = ?4",
            .text(health.rawValue), .optional(problem), .int(isOver ? 1 : 0), .int(id))
    }

    /// Notes what a provider warns of. It holds whatever syncs find, until it runs out or the connection is renewed.
    ///
    /// - Parameters:
    ///   - code: the provider's own; a later warning of the same code takes its place.
    ///   - until: seconds since 1970-01-01 UTC.
    public func warn(_ code: String, _ message: String, until: Int64, ofConnection id: Int64) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO connection_warning (connection_id, code, message, until) VALUES (?, ?, ?, ?)",
            .int(id), .text(code), .text(message), .int(until))
    }

    /// What a provider warns of, the first to run out first.
    public func warnings(ofConnection id: Int64) throws(StoreError) -> [(code: String, message: String)] {
        try database.rows(
            "SELECT code, message FROM connection_warning WHERE connection_id = ? AND code <> ? ORDER BY until, code",
            [.int(id), .text(HouseholdIndex.ownFault)]
        ) { ($0.text(0), $0.text(1)) }
    }

    /// The code of a fault that is coach's own, such as a key that is missing. Kept beside the connection's problem, so that it can be
    /// forgotten once that is mended, without asking the bank.
    private static let ownFault = "own"

    /// Notes that a connection could not be asked, for want of a key or a setting.
    public func noteOwnFault(_ message: String, ofConnection id: Int64) throws(StoreError) {
        try note(.failed, message, ofConnection: id)
        try warn(HouseholdIndex.ownFault, message, until: .max, ofConnection: id)
    }

    /// Whether a connection could not be asked, for want of a key or a setting.
    public var hasOwnFaults: Bool {
        get throws(StoreError) {
            try database.first(
                "SELECT 1 FROM connection_warning WHERE code = ?", [.text(HouseholdIndex.ownFault)], { _ in true })
                ?? false
        }
    }

    /// Forgets such faults: what was missing is there.
    public func forgetOwnFaults() throws(StoreError) {
        try database.run(
            """
            UPDATE connection SET health = ?, problem = NULL WHERE EXISTS (SELECT 1 FROM connection_warning w
            WHERE w.connection_id = connection.id AND w.code = ? AND w.message = problem)
            """, .text(ConnectionHealth.ok.rawValue), .text(HouseholdIndex.ownFault))
        try database.run("DELETE FROM connection_warning WHERE code = ?", .text(HouseholdIndex.ownFault))
    }

    /// Notes that a connection was renewed: all is well.
    public func noteRenewal(ofConnection id: Int64) throws(StoreError) {
        try database.run("DELETE FROM connection_warning WHERE connection_id = ?", .int(id))
        try note(.ok, nil, ofConnection: id)
    }

    /// Notes how an account of a connection is doing.
    public func note(_ health: ConnectionHealth, _ problem: String?, ofLink id: Int64) throws(StoreError) {
        try database.run(
            "UPDATE connection_account SET health = ?, problem = ? WHERE id = ?", .text(health.rawValue),
            .optional(problem), .int(id))
    }

    /// Notes that a pull was kept: where the next one goes on, and when.
    func notePull(ofConnection id: Int64, cursor: String?, missing: MissingHistory?, at now: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE connection SET cursor = coalesce(?, cursor), missing = ?, missing_since = ?, missing_before = ?,
            synced_at = ? WHERE id = ?
            """, .optional(cursor), .optional(missing?.text), .optional(missing?.since.map { Int64($0.dayNumber) }),
            .optional(missing?.before.map { Int64($0.dayNumber) }), .int(now), .int(id))
    }

    // MARK: Links

    /// The name of another connection of the same provider that brings an account and whose access works.
    public func connection(besides own: Connection, having account: Int64) throws(StoreError) -> String? {
        try database.first(
            """
            SELECT c.name FROM connection_account a JOIN connection c ON c.id = a.connection_id
            WHERE a.account_id = ? AND c.provider = ? AND c.id <> ? AND c.health <> ?
            """,
            [.int(account), .text(own.provider), .int(own.id), .text(ConnectionHealth.relink.rawValue)]
        ) { $0.text(0) }
    }

    /// The account that `note` was told a connection lists, too.
    public func account(spare remoteID: String, ofConnection id: Int64) throws(StoreError) -> Int64? {
        try database.first(
            "SELECT account_id FROM spare_account WHERE connection_id = ? AND remote_id = ?",
            [.int(id), .text(remoteID)]
        ) { $0.int(0) }
    }

    /// Whether a connection lists accounts whose rows come from elsewhere.
    public func hasSpareAccounts(ofConnection id: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM spare_account WHERE connection_id = ? LIMIT 1", [.int(id)], { _ in true })
            ?? false
    }

    /// Notes that a connection lists an account, too, whose rows come from elsewhere.
    ///
    /// - Returns: whether that is new.
    public func note(spare remoteID: String, ofConnection id: Int64, for account: Int64) throws(StoreError) -> Bool {
        guard try self.account(spare: remoteID, ofConnection: id) != account else { return false }
        try database.run(
            "INSERT OR REPLACE INTO spare_account (connection_id, remote_id, account_id) VALUES (?, ?, ?)", .int(id),
            .text(remoteID), .int(account))
        return true
    }

    /// Notes which account an account of a connection is.
    public func link(
        _ remoteID: String, ofConnection id: Int64, to account: Int64, institution: String?
    ) throws(StoreError) -> Int64 {
        try database.run(
            """
            INSERT INTO connection_account (connection_id, remote_id, account_id, institution, health)
            VALUES (?1, ?2, ?3, ?4, 'ok') ON CONFLICT (connection_id, remote_id)
            DO UPDATE SET account_id = ?3, institution = coalesce(?4, institution)
            """, .int(id), .text(remoteID), .int(account), .optional(institution))
        try database.run(
            "DELETE FROM spare_account WHERE connection_id = ? AND remote_id = ?", .int(id), .text(remoteID))
        return try database.first(
            "SELECT id FROM connection_account WHERE connection_id = ? AND remote_id = ?", [.int(id), .text(remoteID)]
        ) { $0.int(0) } ?? 0
    }

    /// Notes which accounts of a connection its provider lists.
    ///
    /// - Parameter roster: the ids of all that it lists.
    /// - Returns: what was in doubt and turned out to be other accounts.
    public func note(roster: Set<String>, ofConnection id: Int64, on today: CivilDate) throws(StoreError)
        -> [MistakenAccount]
    {
        let mistaken = try settleDoubts(roster: roster, ofConnection: id)
        for link in try connectionAccounts(of: id) {
            let isListed = roster.contains(link.remoteID)
            guard isListed != (link.unlistedSince == nil) else { continue }
            try database.run(
                "UPDATE connection_account SET unlisted_since = ? WHERE id = ?",
                .optional(isListed ? nil : Int64(today.dayNumber)), .int(link.id))
        }
        return mistaken
    }

    /// Notes that an account has another id at its provider now: its rows are told anew, under other ids.
    public func readdress(_ link: ConnectionAccount, to remoteID: String) throws(StoreError) {
        try readdress(link.id, to: remoteID)
    }

    func readdress(_ link: Int64, to remoteID: String) throws(StoreError) {
        try keepRows(ofLink: link)
        try database.run(
            "UPDATE connection_account SET remote_id = ?, unlisted_since = NULL WHERE id = ?", .text(remoteID),
            .int(link))
    }

    /// Notes up to which day the bank was asked about an account; never goes back.
    public func note(knownThrough day: CivilDate, ofLink id: Int64) throws(StoreError) {
        try database.run(
            "UPDATE connection_account SET known_through = max(coalesce(known_through, ?1), ?1) WHERE id = ?2",
            .int(Int64(day.dayNumber)), .int(id))
    }
}

extension HouseholdIndex {
    /// Forgets a connection with its secret, for good: no undo goes back behind it.
    ///
    /// - Parameters:
    ///   - deletingRows: whether the rows that it brought go too. Rows that came from files stay in any case.
    ///   - isReplaced: whether another one goes on in its place, so that nothing ended for its owner.
    ///   - settle: decides anew what went by the rows of some merchants, of which some are gone.
    /// - Returns: how many rows were removed.
    public func removeConnection(
        _ id: Int64, deletingRows: Bool, isReplaced: Bool = false, settle: (Set<String>) throws -> Void = { _ in }
    ) throws -> Int {
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        return try securely { try database.write { try removeLinked(id, deletingRows, isReplaced, settle) } }
    }

    private func removeLinked(
        _ id: Int64, _ deletingRows: Bool, _ isReplaced: Bool, _ settle: (Set<String>) throws -> Void
    ) throws -> Int {
        var removed = 0
        var merchants = deletingRows ? try self.merchants(ofConnection: id) : []
        if !isReplaced, let name = try connection(id: id)?.name {
            try note(.disconnected(name))
        }
        if deletingRows {
            try leaveShared(ofConnection: id)
            let syncs = try database.rows(
                "SELECT id FROM import_file WHERE connection_id = ? ORDER BY id DESC", [.int(id)]
            ) { $0.int(0) }
            // Its own rows first, as a whole: what each of them was before is of no use. Rows of files become what they were.
            let rows = try RowRemoval(self)
            try rows.choose(
                """
                parent_id IS NULL AND file_id IN (SELECT id FROM import_file WHERE connection_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM revision v JOIN import_file e ON e.id = v.earlier_file_id
                WHERE v.txn_id = txn.id AND e.connection_id IS NOT ?1)
                """, .int(id))
            removed += try rows.remove()
            for sync in syncs { removed += try ImportRemoval(self, sync).run("").removed }
            try forgetKeptRows(ofConnection: id)
            merchants.formUnion(try self.merchants(ofConnection: id))
        }
        if !deletingRows { try keepRows(ofConnection: id) }
        try forgetLinks(ofConnection: id, deletingAccounts: deletingRows)
        try database.run("UPDATE import_file SET connection_id = NULL WHERE connection_id = ?", .int(id))
        try database.run("DELETE FROM connection_warning WHERE connection_id = ?", .int(id))
        try database.run("DELETE FROM spare_account WHERE connection_id = ?", .int(id))
        try database.run("DELETE FROM token_use WHERE connection_id = ?", .int(id))
        try database.run("DELETE FROM connection WHERE id = ?", .int(id))
        if !merchants.isEmpty { try settle(merchants) }
        return removed
    }

    private func forgetLinks(ofConnection id: Int64, deletingAccounts: Bool) throws(StoreError) {
        let links = try connectionAccounts(of: id)
        for link in links {
            for table in ["connection_row", "posted_hold"] {
                try database.run("DELETE FROM \(table) WHERE link_id = ?", .int(link.id))
            }
        }
        try database.run("DELETE FROM withheld_row WHERE connection_id = ?", .int(id))
        try database.run("DELETE FROM connection_account WHERE connection_id = ?", .int(id))
        guard deletingAccounts else { return }
        let removal = try RowRemoval(self)
        for account in Set(links.map(\.accountID)).sorted() { removal.note(account: account) }
        try removal.removeEmptyAccounts()
    }
}

/// Bytes as hexadecimal digits.
public enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    public static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: nil where it is something else.
    public static func bytes(_ text: String) -> [UInt8]? {
        let values = text.utf8.map { digit -> UInt8? in
            switch digit {
            case 0x30...0x39: digit - 0x30
            case 0x41...0x46: digit - 0x41 + 10
            case 0x61...0x66: digit - 0x61 + 10
            default: nil
            }
        }
        guard values.count % 2 == 0, values.allSatisfy({ $0 != nil }) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map { (values[$0] ?? 0) << 4 | (values[$0 + 1] ?? 0) }
    }
}

extension HouseholdIndex {
    /// When the connection that was synced least lately was, in seconds since 1970-01-01 UTC; nil without connections.
    public var oldestSync: Int64? {
        get throws(StoreError) {
            try database.first("SELECT min(coalesce(synced_at, 0)) FROM connection") { $0.optionalInt(0) } ?? nil
        }
    }
}

extension HouseholdIndex {
    /// The merchants of all rows in a connection's accounts.
    private func merchants(ofConnection id: Int64) throws(StoreError) -> Set<String> {
        Set(
            try database.rows(
                """
                SELECT DISTINCT m.name FROM connection_account a JOIN txn t ON t.account_id = a.account_id
                JOIN merchant m ON m.id = t.merchant_id WHERE a.connection_id = ?
                """, [.int(id)]
            ) { $0.text(0) })
    }
}
