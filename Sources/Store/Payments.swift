import Ledger

/// The payment provider that is asked.
public struct PaymentAccount: Sendable, Equatable {
    /// `stripe`, `mock`.
    public let provider: String
    public let isLive: Bool
    /// Sealed; nil where it needs none.
    public var sealedSecret: [UInt8]?
    public var sealedWebhookSecret: [UInt8]?
    /// Of a server on this machine to ask in its place; nil for the provider's own.
    public var address: String?
    /// What the provider calls this household; nil until it was asked.
    public var customer: String?

    public init(provider: String, isLive: Bool) { (self.provider, self.isLive) = (provider, isLive) }
}

/// A card that can be charged, known by the provider's id only.
public struct FundingSource: Sendable, Equatable {
    public let id: Int64
    public let label: String
    public let provider: String
    public let isLive: Bool
    public let externalID: String
    public let customer: String?
    public let brand: String?
    /// The last four digits.
    public let mask: String?
    /// The account that its charges are rows of.
    public let accountID: Int64
    /// Seconds since 1970-01-01 UTC.
    public let madeAt: Int64
    public let isDefault: Bool

    public init(
        id: Int64 = 0, label: String, provider: String, isLive: Bool, externalID: String, customer: String?,
        brand: String?, mask: String?, accountID: Int64, madeAt: Int64, isDefault: Bool = false
    ) {
        (self.id, self.label, self.provider, self.isLive) = (id, label, provider, isLive)
        (self.externalID, self.customer, self.brand, self.mask) = (externalID, customer, brand, mask)
        (self.accountID, self.madeAt, self.isDefault) = (accountID, madeAt, isDefault)
    }
}

extension HouseholdIndex {
    // MARK: The provider

    public func paymentAccount() throws(StoreError) -> PaymentAccount? {
        try database.first(
            "SELECT provider, is_live, secret, webhook_secret, address, customer FROM payment_account"
        ) { row in
            var account = PaymentAccount(provider: row.text(0), isLive: row.int(1) == 1)
            account.sealedSecret = row.optionalText(2).flatMap(HexText.bytes)
            account.sealedWebhookSecret = row.optionalText(3).flatMap(HexText.bytes)
            (account.address, account.customer) = (row.optionalText(4), row.optionalText(5))
            return account
        }
    }

    /// Puts a provider in the place of the one before; nil for none. What the provider calls this household stays only
    /// where the same one goes on.
    public func keep(_ account: PaymentAccount?) throws {
        try database.write {
            guard let account else { return try database.run("DELETE FROM payment_account") }
            try database.run(
                """
                INSERT OR REPLACE INTO payment_account
                (id, provider, is_live, secret, webhook_secret, address, customer) VALUES (1, ?, ?, ?, ?, ?, ?)
                """, .text(account.provider), .int(account.isLive ? 1 : 0),
                .optional(account.sealedSecret.map(HexText.text)),
                .optional(account.sealedWebhookSecret.map(HexText.text)), .optional(account.address),
                .optional(account.customer))
        }
    }

    /// Notes what the provider calls this household.
    ///
    /// - Returns: the one that counts: another process may have been first.
    public func keep(paymentCustomer customer: String) throws -> String {
        try database.write {
            try database.run("UPDATE payment_account SET customer = coalesce(customer, ?)", .text(customer))
            return try paymentAccount()?.customer ?? customer
        }
    }

    // MARK: Cards

    private static let fundingColumns =
        "id, label, provider, is_live, external_id, customer, brand, mask, account_id, made_at, is_default"

    private static func funding(_ row: Statement) -> FundingSource {
        FundingSource(
            id: row.int(0), label: row.text(1), provider: row.text(2), isLive: row.int(3) == 1,
            externalID: row.text(4), customer: row.optionalText(5), brand: row.optionalText(6),
            mask: row.optionalText(7), accountID: row.int(8), madeAt: row.int(9), isDefault: row.int(10) == 1)
    }

    /// The cards of the provider that is set up, oldest first.
    public func fundingSources() throws(StoreError) -> [FundingSource] {
        try database.rows(
            """
            SELECT \(HouseholdIndex.fundingColumns) FROM funding_source f WHERE removed_at IS NULL
            AND EXISTS (SELECT 1 FROM payment_account p WHERE p.provider = f.provider AND p.is_live = f.is_live)
            ORDER BY id
            """, [], HouseholdIndex.funding)
    }

    /// A card, also one that was removed.
    public func fundingSource(_ id: Int64) throws(StoreError) -> FundingSource? {
        try database.first(
            "SELECT \(HouseholdIndex.fundingColumns) FROM funding_source WHERE id = ?", [.int(id)],
            HouseholdIndex.funding)
    }

    /// Keeps a card; the first one is the default. One that is there gets the new label.
    public func keep(_ source: FundingSource) throws -> FundingSource {
        try database.write {
            let isFirst = try !fundingSources().contains { $0.isDefault }
            try database.run(
                """
                INSERT INTO funding_source
                (label, provider, is_live, external_id, customer, brand, mask, account_id, made_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (provider, is_live, external_id)
                DO UPDATE SET label = excluded.label, account_id = excluded.account_id, removed_at = NULL
                """, .text(source.label), .text(source.provider), .int(source.isLive ? 1 : 0),
                .text(source.externalID), .optional(source.customer), .optional(source.brand), .optional(source.mask),
                .int(source.accountID), .int(source.madeAt))
            let kept = try fundingSources().first { $0.externalID == source.externalID }
            guard let kept else { throw StoreError(.statement(code: 0), "the card could not be kept; try again.") }
            if isFirst { try makeDefault(kept) }
            return try fundingSource(kept.id) ?? kept
        }
    }

    public func makeDefault(_ source: FundingSource) throws {
        try database.write {
            try database.run(
                "UPDATE funding_source SET is_default = (id = ?1) WHERE provider = ?2 AND is_live = ?3",
                .int(source.id), .text(source.provider), .int(source.isLive ? 1 : 0))
        }
    }

    /// Takes a card away; the oldest of the others becomes the default where it was.
    public func remove(_ source: FundingSource, at now: Int64) throws {
        try database.write {
            try database.run(
                "UPDATE funding_source SET removed_at = ?, is_default = 0 WHERE id = ?", .int(now), .int(source.id))
            if source.isDefault, let next = try fundingSources().first { try makeDefault(next) }
        }
    }
}
