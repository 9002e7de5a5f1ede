import Ledger

/// What an undo takes back next: the last thing that the user did.
public struct LastChange: Sendable, Equatable {
    /// Such as `Corner Deli, $12.50 on October 20, 2026`, `3 transactions`, or a file's name.
    public let what: String
    /// Whether a bank has brought something since, which stays.
    public let isBeforeSync: Bool

    fileprivate static func naming(_ row: Transaction) -> String {
        "\(row.merchant), \(row.amount.magnitude.text) on \(row.date.longText)"
    }

    /// Above this many rows only the count is given.
    fileprivate static let mostNamed = 500
}

extension HouseholdIndex {
    /// - Returns: nil where there is nothing to take back.
    public func lastChange() throws -> LastChange? {
        if let number = try importToUndo {
            let name = try database.first("SELECT name FROM import_file WHERE id = ?", [.int(number)]) { $0.text(0) }
            return LastChange(what: name ?? "", isBeforeSync: try hasSync("id > ?", number))
        }
        let batch = try lastCorrection
        return try batch > 0 ? lastCorrectionChange(batch) : nil
    }

    func lastCorrectionChange(_ batch: Int64) throws -> LastChange {
        LastChange(what: try words(ofBatch: batch), isBeforeSync: try hasSync("after_batch >= ?", batch))
    }

    private func hasSync(_ condition: String, _ value: Int64) throws(StoreError) -> Bool {
        try database.first(
            "SELECT 1 FROM import_file WHERE connection_id IS NOT NULL AND \(condition)", [.int(value)], { _ in true })
            ?? false
    }

    /// Says which rows these are, after the count: one row in full, several by merchant or dates.
    func naming(ofRows ids: [Int64]) throws -> String {
        let ids = Set(ids)
        guard ids.count <= LastChange.mostNamed else { return "" }
        let rows = try ids.compactMap { try transaction(id: $0) }
        guard let first = rows.first else { return "" }
        if rows.count == 1 { return ": \(LastChange.naming(first))" }
        if rows.allSatisfy({ $0.merchant == first.merchant }) { return " at \(first.merchant)" }
        let days = rows.map(\.date)
        guard let start = days.min(), let end = days.max(), start != end else { return " on \(first.date.longText)" }
        return " from \(start.longText) to \(end.longText)"
    }

    private func words(ofBatch batch: Int64) throws -> String {
        let entries = try database.rows(
            "SELECT txn_id, before FROM correction WHERE batch = ? ORDER BY id", [.int(batch)]
        ) { (row: $0.optionalInt(0), before: $0.text(1)) }
        // A transfer's other side changed with it.
        let rows = entries.compactMap(\.row) + entries.compactMap { SplitSnapshot($0.before)?.id }
        let ids = Set(rows)
        if let first = rows.first, ids.count == 1, let row = try transaction(id: first) {
            return LastChange.naming(row)
        }
        if !ids.isEmpty { return "\(ids.count) transactions" }
        if entries.contains(where: { LimitSnapshot($0.before) != nil }) { return "your limits" }
        if entries.contains(where: { GoalSnapshot($0.before) != nil }) { return "your goals" }
        if let geofence = entries.lazy.compactMap({ GeofenceSnapshot($0.before) }).first {
            return "the geofence \(geofence.name)"
        }
        if let wish = entries.lazy.compactMap({ WishSnapshot($0.before) }).first {
            return try name(ofDecision: wish.id)
        }
        if let change = entries.lazy.compactMap({ NameSnapshot($0.before) }).first {
            return "the name of \(try accounts.first { $0.id == change.id }?.name ?? change.name)"
        }
        if let final = entries.lazy.compactMap({ FinalNote($0.before) }).first { return try action(final).what }
        return entries.contains { ReviewAnswerKey($0.before) != nil } ? "an answer" : "a rule"
    }
}
