/// A page to connect a bank on that was opened, and of which nobody knows yet what came of it.
public struct OpenLinking: Sendable, Equatable {
    /// `plaid`.
    public let provider: String
    /// Made at random; no secret. The secret is sealed together with it.
    public let reference: String
    public let sealedSecret: [UInt8]
    /// Seconds since 1970-01-01 UTC.
    public let begunAt: Int64

    public init(provider: String, reference: String, sealedSecret: [UInt8], begunAt: Int64) {
        (self.provider, self.reference) = (provider, reference)
        (self.sealedSecret, self.begunAt) = (sealedSecret, begunAt)
    }
}

extension HouseholdIndex {
    /// Oldest first.
    public var openLinkings: [OpenLinking] {
        get throws(StoreError) {
            try database.rows("SELECT provider, reference, secret, begun_at FROM open_linking ORDER BY id") {
                OpenLinking(
                    provider: $0.text(0), reference: $0.text(1), sealedSecret: HexText.bytes($0.text(2)) ?? [],
                    begunAt: $0.int(3))
            }
        }
    }

    public func keep(_ linking: OpenLinking) throws(StoreError) {
        try database.run(
            """
            INSERT INTO open_linking (provider, reference, secret, begun_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (reference) DO UPDATE SET secret = ?3
            """, .text(linking.provider), .text(linking.reference), .text(HexText.text(linking.sealedSecret)),
            .int(linking.begunAt))
    }

    /// What came of it is known.
    public func forget(linking reference: String) throws(StoreError) {
        try database.run("DELETE FROM open_linking WHERE reference = ?", .text(reference))
    }
}
