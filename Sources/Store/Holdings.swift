import Ledger

/// A security in an investment account, as its bank last told it.
public struct Holding: Sendable, Equatable {
    /// The provider's own.
    public let securityID: String
    public let name: String
    public let ticker: String?
    /// The bank's word for it: `etf`, `equity`, `cash`.
    public let kind: String?
    /// A decimal number.
    public let quantity: String
    /// Of all of it.
    public let value: Money
    /// What all of it cost, in the same currency; nil where the bank does not say.
    public let cost: Money?
    /// Of the price.
    public let day: CivilDate

    public init(
        securityID: String, name: String, ticker: String?, kind: String?, quantity: String, value: Money, cost: Money?,
        day: CivilDate
    ) {
        self.securityID = securityID
        self.name = name
        self.ticker = ticker
        self.kind = kind
        self.quantity = quantity
        self.value = value
        self.cost = cost
        self.day = day
    }

    /// nil where the cost is not known.
    public var gain: Money? { cost.map { Money(value.minorUnits - $0.minorUnits, value.currency) } }
}

extension HouseholdIndex {
    /// Puts what an account holds in the place of what it held.
    public func keep(_ holdings: [Holding], ofAccount id: Int64) throws(StoreError) {
        try database.run("DELETE FROM holding WHERE account_id = ?", .int(id))
        var seen: Set<String> = []
        for holding in holdings {
            // The same security may be held in two currencies.
            let isFirst = seen.insert(holding.securityID).inserted
            let key = isFirst ? holding.securityID : "\(holding.securityID) \(holding.value.currency.code)"
            try database.run(
                """
                INSERT OR REPLACE INTO holding (account_id, security_id, name, ticker, kind, quantity, value, cost, currency, day)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .int(id), .text(key), .text(holding.name), .optional(holding.ticker),
                .optional(holding.kind), .text(holding.quantity), .int(holding.value.minorUnits),
                .optional(holding.cost?.minorUnits), .text(holding.value.currency.code),
                .int(Int64(holding.day.dayNumber)))
        }
    }

    /// What an account holds, the most valuable first.
    public func holdings(ofAccount id: Int64) throws(StoreError) -> [Holding] {
        try database.rows(
            """
            SELECT security_id, name, ticker, kind, quantity, value, cost, currency, day FROM holding
            WHERE account_id = ? ORDER BY value DESC, name
            """, [.int(id)]
        ) { row in
            let currency = Currency(row.text(7)) ?? .usd
            return Holding(
                securityID: row.text(0), name: row.text(1), ticker: row.optionalText(2), kind: row.optionalText(3),
                quantity: row.text(4), value: Money(row.int(5), currency),
                cost: row.optionalInt(6).map { Money($0, currency) }, day: row.day(8))
        }
    }
}
