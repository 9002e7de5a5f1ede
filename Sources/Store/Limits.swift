import Ledger

/// One change of a monthly limit.
public struct LimitChange: Hashable, Sendable {
    public let day: CivilDate
    /// A category id, a wider category's name, or several ids with `+` between them.
    public let category: String
    public let currency: Currency
    /// nil: there was none before.
    public let before: Money?
    /// nil: it was taken away.
    public let after: Money?
}

extension HouseholdIndex {
    /// The limits in force, by category and currency.
    public func monthlyLimits() throws(StoreError) -> [(category: String, limit: Money)] {
        try database.rows("SELECT category, currency, monthly_limit FROM monthly_limit ORDER BY 1, 2") { row in
            (row.text(0), Money(row.int(2), Currency(row.text(1)) ?? .usd))
        }
    }

    /// The number of a limit, which stays the same while its amount changes; nil where there never was one.
    public func limitNumber(_ category: String, in currency: Currency) throws(StoreError) -> Int64? {
        try database.first(
            "SELECT min(id) FROM limit_change WHERE category = ? AND currency = ?",
            [.text(category), .text(currency.code)]
        ) { $0.optionalInt(0) } ?? nil
    }

    /// The limits that were in force at the end of a day, by category and currency.
    public func monthlyLimits(on day: CivilDate) throws(StoreError) -> [(category: String, limit: Money)] {
        try database.rows(
            """
            SELECT category, currency, monthly_limit FROM limit_change l
            WHERE monthly_limit IS NOT NULL AND id = (
                SELECT max(id) FROM limit_change
                WHERE category = l.category AND currency = l.currency AND changed_on <= ?)
            ORDER BY 1, 2
            """, [.int(Int64(day.dayNumber))]
        ) { row in (row.text(0), Money(row.int(2), Currency(row.text(1)) ?? .usd)) }
    }

    /// The limit of a category in a currency; nil when there is none.
    public func monthlyLimit(_ category: String, in currency: Currency) throws(StoreError) -> Money? {
        try database.first(
            "SELECT monthly_limit FROM monthly_limit WHERE category = ? AND currency = ?",
            [.text(category), .text(currency.code)]
        ) { Money($0.int(0), currency) }
    }

    /// Sets a limit or, with nil, takes it away. One that is so already is left alone.
    ///
    /// - Parameter limit: minor units; 0 for nothing at all.
    /// - Returns: the limit before.
    @discardableResult
    public func changeLimit(_ category: String, to limit: Int64?, in currency: Currency, on day: CivilDate) throws
        -> Money?
    {
        try database.write {
            let before = try monthlyLimit(category, in: currency)
            guard before?.minorUnits != limit else { return before }
            try database.run(
                "INSERT INTO limit_change (changed_on, category, currency, monthly_limit) VALUES (?, ?, ?, ?)",
                .int(Int64(day.dayNumber)), .text(category), .text(currency.code), .optional(limit))
            let change = LimitSnapshot(id: database.lastInsertedID)
            try database.run(
                "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')",
                .int(try nextBatch), .text(change.text))
            return before
        }
    }

    /// Takes the limits of a category away, in every currency, as one action.
    public func removeLimits(_ category: String, on day: CivilDate) throws {
        try database.write {
            let batch = try nextBatch
            for (name, limit) in try monthlyLimits() where name == category {
                try changeLimit(category, to: nil, in: limit.currency, on: day)
            }
            try database.run("UPDATE correction SET batch = ?1 WHERE batch > ?1", .int(batch))
        }
    }

    /// Every change that was not undone, newest first.
    public func limitChanges() throws(StoreError) -> [LimitChange] {
        try database.rows(
            """
            SELECT changed_on, category, currency, monthly_limit,
            lag(monthly_limit) OVER (PARTITION BY category, currency ORDER BY id) FROM limit_change ORDER BY id DESC
            """
        ) { row in
            let currency = Currency(row.text(2)) ?? .usd
            return LimitChange(
                day: row.day(0), category: row.text(1), currency: currency,
                before: row.optionalInt(4).map { Money($0, currency) },
                after: row.optionalInt(3).map { Money($0, currency) })
        }
    }

    func takeBack(_ change: LimitSnapshot) throws(StoreError) {
        try database.run("DELETE FROM limit_change WHERE id = ?", .int(change.id))
    }
}

/// A change of a limit as the list of corrections knows it: without it the limit is what it was before.
struct LimitSnapshot {
    let id: Int64

    var text: String { "limit \(id)" }
}

extension LimitSnapshot {
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0] == "limit", let id = Int64(parts[1]) else { return nil }
        self.init(id: id)
    }
}
