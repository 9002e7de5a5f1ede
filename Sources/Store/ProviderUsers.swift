import Ledger

extension HouseholdIndex {
    /// The name that a provider knows this household by, the same each time.
    ///
    /// - Parameter make: makes one the first time.
    public func userID(at provider: String, make: () throws -> String) throws -> String {
        try database.write {
            let known = try database.first(
                "SELECT user_id FROM provider_user WHERE provider = ?", [.text(provider)]
            ) { $0.text(0) }
            if let known { return known }
            let new = try make()
            try database.run(
                "INSERT INTO provider_user (provider, user_id) VALUES (?, ?)", .text(provider), .text(new))
            return new
        }
    }

    /// Does what a bank's webhook asks for, once: what it changes and that it was taken is one transaction.
    ///
    /// - Parameters:
    ///   - hash: tells it from all others.
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - life: seconds for which it would be taken again; older ones are forgotten.
    ///   - body: says whether that was all; `noteWebhook` does later where it was not.
    /// - Returns: nil where it was taken before.
    public func takeWebhook<T>(
        _ hash: String, at now: Int64, life: Int64, _ body: () throws -> (result: T, isDone: Bool)
    ) throws -> T? {
        try database.write {
            try database.run("DELETE FROM bank_webhook WHERE seen_at < ?", .int(now - life))
            let isKnown = try database.first("SELECT 1 FROM bank_webhook WHERE hash = ?", [.text(hash)]) { _ in true }
            guard isKnown == nil else { return nil }
            let (result, isDone) = try body()
            if isDone { try noteWebhook(hash, at: now) }
            return result
        }
    }

    /// Notes that a bank's webhook has done all that it is for.
    public func noteWebhook(_ hash: String, at now: Int64) throws(StoreError) {
        try database.run("INSERT OR IGNORE INTO bank_webhook (hash, seen_at) VALUES (?, ?)", .text(hash), .int(now))
    }

    /// Whether a webhook was taken already.
    public func hasWebhook(_ hash: String) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM bank_webhook WHERE hash = ?", [.text(hash)]) { _ in true } ?? false
    }

    /// The connection that a provider calls so.
    public func connection(provider: String, reference: String) throws(StoreError) -> Connection? {
        try connections.first { $0.provider == provider && $0.reference == reference }
    }
}
