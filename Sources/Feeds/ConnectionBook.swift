import Store

/// Keeps what connecting brought in an index, and ends connections.
public struct ConnectionBook {
    private let index: HouseholdIndex

    public init(_ index: HouseholdIndex) { self.index = index }

    /// Keeps a grant as a new connection, or as the new access of one that is there.
    public func keep(_ grant: Grant, of provider: FeedProvider, sealing vault: SecretVault) throws -> Connection {
        if let known = try connection(goingOnWith: grant, provider) {
            if let secret = grant.secret {
                let sealed = try vault.seal(secret, for: known.reference)
                try index.securely { try index.keep(sealedSecret: sealed, ofConnection: known.id) }
            }
            try index.noteRenewal(ofConnection: known.id)
            return known
        }
        return try index.addConnection(
            named: grant.name, provider: provider.rawValue, reference: grant.reference,
            institution: grant.institution,
            sealedSecret: try grant.secret.map { try vault.seal($0, for: grant.reference) })
    }

    /// A connection whose access is gone goes on with the new one: its rows and accounts are known by the same ids.
    private func connection(goingOnWith grant: Grant, _ provider: FeedProvider) throws -> Connection? {
        if let same = try index.connection(provider: provider.rawValue, reference: grant.reference) { return same }
        guard provider == .simplefin else { return nil }
        let broken = try index.connections.filter { $0.provider == provider.rawValue && $0.health == .relink }
        return broken.count == 1 ? broken[0] : nil
    }

    /// Tells the provider that a connection is over, where there is a way to. It stays in the index.
    public func revoke(
        _ connection: Connection, feed: (FeedProvider) throws(FeedError) -> any Feed,
        vault: () throws(FeedError) -> SecretVault
    ) throws {
        guard let provider = FeedProvider(rawValue: connection.provider), provider != .simplefin else { return }
        let secret = try index.sealedSecret(ofConnection: connection.id).map { sealed in
            try vault().open(sealed, for: connection.reference)
        }
        try feed(provider).remove(Connected(connection, secret: secret))
    }
}
