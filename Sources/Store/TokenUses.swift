/// What became of a token that is good for access to a bank once.
public enum TokenUse: Sendable, Equatable {
    /// It was sent, and what came back was not kept so far.
    case begun
    case kept(connection: Int64)
}

extension HouseholdIndex {
    /// How long uses are known, in seconds: far longer than any token is good.
    private static let usesKept: Int64 = 2 * 86_400

    /// - Parameter token: a hash of it.
    /// - Returns: nil where it was never sent.
    public func use(ofToken token: String) throws(StoreError) -> TokenUse? {
        try database.first("SELECT connection_id FROM token_use WHERE token = ?", [.text(token)]) {
            $0.optionalInt(0).map { .kept(connection: $0) } ?? .begun
        }
    }

    /// Notes what became of a token, and forgets those that are long over.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    public func note(_ use: TokenUse, ofToken token: String, at now: Int64) throws(StoreError) {
        let connection: Int64? = if case .kept(let id) = use { id } else { nil }
        try database.run(
            "INSERT OR REPLACE INTO token_use (token, connection_id, at) VALUES (?, ?, ?)", .text(token),
            .optional(connection), .int(now))
        try database.run("DELETE FROM token_use WHERE at < ?", .int(now - HouseholdIndex.usesKept))
    }

    /// Nothing came of it.
    public func forgetUse(ofToken token: String) throws(StoreError) {
        try database.run("DELETE FROM token_use WHERE token = ?", .text(token))
    }
}
