import Ledger

/// Something that was offered, and waits to be confirmed.
public struct KeptOffer: Sendable {
    public let id: Int64
    public let madeAt: Int64
    public let kind: String
    public let body: JSON
    public let isDone: Bool
}

/// Ends a transaction so that nothing of it is kept.
private struct TakenBack: Error {}

extension HouseholdIndex {
    /// Keeps an offer, and forgets those from before a moment.
    ///
    /// - Returns: its number.
    public func addOffer(_ kind: String, _ body: JSON, at now: Int64, forgettingBefore moment: Int64) throws -> Int64 {
        try database.write {
            try database.run("DELETE FROM offer WHERE made_at < ?", .int(moment))
            try database.run(
                "INSERT INTO offer (made_at, kind, body) VALUES (?, ?, ?)", .int(now), .text(kind), .text(body.text))
            return database.lastInsertedID
        }
    }

    public func offer(_ id: Int64) throws(StoreError) -> KeptOffer? {
        try database.first("SELECT id, made_at, kind, body, done_at FROM offer WHERE id = ?", [.int(id)]) { row in
            KeptOffer(
                id: row.int(0), madeAt: row.int(1), kind: row.text(2), body: (try? JSON.parse(row.text(3))) ?? .null,
                isDone: !row.isNull(4))
        }
    }

    /// Takes an offer to be done, as part of a transaction.
    ///
    /// - Returns: false where that happened before.
    public func takeOffer(_ id: Int64, at now: Int64) throws(StoreError) -> Bool {
        try database.run("UPDATE offer SET done_at = ? WHERE id = ? AND done_at IS NULL", .int(now), .int(id))
        return database.changes > 0
    }

    /// Says whether transactions, limits, goals, reminders, corrections, or what was said of purchases changed: the same text
    /// means that none did.
    public func mark() throws(StoreError) -> String {
        try database.first(
            """
            SELECT (SELECT coalesce(max(id), 0) FROM limit_change)
            || '/' || (SELECT coalesce(max(id), 0) || ' ' || count(*) FROM correction)
            || '/' || (SELECT coalesce(group_concat(id || ' ' || name || ' ' || amount || ' ' || by_day), '') FROM goal)
            || '/' || (SELECT coalesce(group_concat(decision_id || ' ' || day), '') FROM reminder)
            || '/' || (SELECT coalesce(group_concat(id || ' ' || word), '') FROM decision WHERE word IS NOT NULL)
            || '/' || (SELECT count(*) FROM payment_override)
            || '/' || (SELECT coalesce(max(id), 0) || ' ' || count(*) FROM txn)
            """
        ) { $0.text(0) } ?? ""
    }

    /// Runs `body` and takes back all that it wrote.
    public func trying<T>(_ body: () throws -> T) throws -> T {
        var result: T?
        do {
            try database.write {
                result = try body()
                throw TakenBack()
            }
        } catch is TakenBack {
            try reloadCategories()
        }
        guard let result else { throw StoreError(.statement(code: 0), "it could not be tried; try again.") }
        return result
    }
}
