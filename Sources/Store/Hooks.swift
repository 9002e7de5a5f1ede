import Ledger

/// An address that is told of what happened.
public struct Hook: Sendable, Equatable {
    public let id: Int64
    public let url: String
    /// Names of events.
    public let events: [String]
    /// What signs, sealed.
    public let sealedSecret: [UInt8]
    /// Seconds since 1970-01-01 UTC.
    public let madeAt: Int64
}

/// One event on its way to one address.
public struct HookDelivery: Sendable, Equatable {
    public enum Outcome: String, Sendable { case waiting, delivered, failed }

    public let id: Int64
    public let hookID: Int64
    public let messageID: String
    public let event: String
    /// Empty when it is through.
    public let body: String
    /// Seconds since 1970-01-01 UTC, as all times here.
    public let madeAt: Int64
    public let attempts: Int
    public let nextAt: Int64?
    public let triedAt: Int64?
    /// Of HTTP; nil where nothing answered.
    public let status: Int?
    public let outcome: Outcome
}

extension HouseholdIndex {
    public func hooks() throws(StoreError) -> [Hook] {
        try database.rows("SELECT id, url, events, secret, made_at FROM hook ORDER BY id") { row in
            Hook(
                id: row.int(0), url: row.text(1), events: row.text(2).split(separator: " ").map(String.init),
                sealedSecret: HexText.bytes(row.text(3)) ?? [], madeAt: row.int(4))
        }
    }

    /// Keeps an address; one that is there gets these events and this secret, and with other events counts as new.
    ///
    /// - Parameter seal: makes the sealed secret for its number.
    public func addHook(_ url: String, events: [String], at now: Int64, seal: (Int64) throws -> [UInt8]) throws -> Hook
    {
        try database.write {
            try database.run(
                """
                INSERT INTO hook (url, events, secret, made_at) VALUES (?, ?, '', ?)
                ON CONFLICT (url) DO UPDATE SET events = excluded.events,
                made_at = CASE events WHEN excluded.events THEN made_at ELSE excluded.made_at END
                """, .text(url), .text(events.joined(separator: " ")), .int(now))
            let (id, made) =
                try database.first("SELECT id, made_at FROM hook WHERE url = ?", [.text(url)]) {
                    ($0.int(0), $0.int(1))
                }
                ?? (0, now)
            let sealed = try seal(id)
            try keep(sealedSecret: sealed, ofHook: id)
            return Hook(id: id, url: url, events: events, sealedSecret: sealed, madeAt: made)
        }
    }

    public func keep(sealedSecret: [UInt8], ofHook id: Int64) throws(StoreError) {
        try database.run("UPDATE hook SET secret = ? WHERE id = ?", .text(HexText.text(sealedSecret)), .int(id))
    }

    /// Takes an address away with its log.
    ///
    /// - Returns: whether there was one.
    public func removeHook(_ id: Int64) throws -> Bool {
        try database.write {
            try database.run("DELETE FROM hook_delivery WHERE hook_id = ?", .int(id))
            try database.run("DELETE FROM hook WHERE id = ?", .int(id))
            return database.changes > 0
        }
    }

    /// Notes that something happened.
    ///
    /// - Returns: whether it is new.
    public func noteHookEvent(_ key: String, at now: Int64) throws(StoreError) -> Bool {
        try database.run("INSERT OR IGNORE INTO hook_event (key, seen_at) VALUES (?, ?)", .text(key), .int(now))
        return database.changes > 0
    }

    /// Sets an event on its way.
    public func addHookDelivery(to hook: Int64, message: String, event: String, body: String, at now: Int64)
        throws(StoreError)
    {
        try database.run(
            """
            INSERT INTO hook_delivery (hook_id, message_id, event, body, made_at, next_at, outcome)
            VALUES (?, ?, ?, ?, ?, ?, 'waiting')
            """, .int(hook), .text(message), .text(event), .text(body), .int(now), .int(now))
    }

    /// Those whose time has come, oldest first.
    public func dueHookDeliveries(at now: Int64) throws(StoreError) -> [HookDelivery] {
        try deliveries("WHERE next_at <= ? ORDER BY id LIMIT 100", [.int(now)])
    }

    /// When the next attempt is to be made; nil where nothing waits.
    public func nextHookDelivery() throws(StoreError) -> Int64? {
        try database.first("SELECT min(next_at) FROM hook_delivery WHERE next_at IS NOT NULL") { $0.optionalInt(0) }
            ?? nil
    }

    /// The newest ones first.
    public func hookDeliveries(limit: Int) throws(StoreError) -> [HookDelivery] {
        try deliveries("ORDER BY id DESC LIMIT ?", [.int(Int64(limit))])
    }

    private func deliveries(_ rest: String, _ values: [SQLValue]) throws(StoreError) -> [HookDelivery] {
        try database.rows(
            """
            SELECT id, hook_id, message_id, event, body, made_at, attempts, next_at, tried_at, status, outcome
            FROM hook_delivery \(rest)
            """, values
        ) { row in
            HookDelivery(
                id: row.int(0), hookID: row.int(1), messageID: row.text(2), event: row.text(3), body: row.text(4),
                madeAt: row.int(5), attempts: Int(row.int(6)), nextAt: row.isNull(7) ? nil : row.int(7),
                triedAt: row.isNull(8) ? nil : row.int(8), status: row.isNull(9) ? nil : Int(row.int(9)),
                outcome: HookDelivery.Outcome(rawValue: row.text(10)) ?? .failed)
        }
    }

    /// Takes a delivery for an attempt, so that no other process makes the same one.
    ///
    /// - Parameter until: when it is tried again, if this attempt is never told of.
    /// - Returns: false where another process has it.
    public func takeHookDelivery(_ delivery: HookDelivery, at now: Int64, until: Int64) throws(StoreError) -> Bool {
        try database.run(
            """
            UPDATE hook_delivery SET attempts = attempts + 1, tried_at = ?, next_at = ? WHERE id = ? AND attempts = ?
            AND next_at IS NOT NULL
            """, .int(now), .int(until), .int(delivery.id), .int(Int64(delivery.attempts)))
        return database.changes > 0
    }

    /// Tells what came of an attempt.
    ///
    /// - Parameter nextAt: when it is tried again; nil where it is through.
    public func settleHookDelivery(_ id: Int64, status: Int?, outcome: HookDelivery.Outcome, nextAt: Int64?)
        throws(StoreError)
    {
        try database.run(
            """
            UPDATE hook_delivery SET status = ?, outcome = ?, next_at = ?,
            body = CASE WHEN ?3 IS NULL THEN '' ELSE body END WHERE id = ?
            """, status.map { .int(Int64($0)) } ?? .null, .text(outcome.rawValue), nextAt.map { .int($0) } ?? .null,
            .int(id))
    }

    /// Brings the next attempt of all that wait forward.
    public func hurryHookDeliveries(to now: Int64) throws(StoreError) {
        try database.run("UPDATE hook_delivery SET next_at = ?1 WHERE next_at > ?1", .int(now))
    }

    /// Lets all that wait for one address wait at least until a moment.
    public func putOffHookDeliveries(to hook: Int64, until moment: Int64) throws(StoreError) {
        try database.run(
            "UPDATE hook_delivery SET next_at = ?2 WHERE hook_id = ?1 AND next_at < ?2", .int(hook), .int(moment))
    }

    /// Forgets what was delivered before a moment.
    public func forgetHookDeliveries(before moment: Int64) throws(StoreError) {
        try database.run("DELETE FROM hook_delivery WHERE next_at IS NULL AND made_at < ?", .int(moment))
    }
}
