import Ledger

/// One of several cards of an account, as the account's files tell them apart.
public struct Card: Sendable, Equatable {
    public let account: Account
    /// The last digits of its number.
    public let mask: String

    public var name: String { "\(account.name) …\(mask)" }

    /// That a row was paid with it; digits need no quoting.
    ///
    /// - Parameter table: what `txn` is called.
    public func condition(_ table: String) -> String {
        "(+\(table).account_id = \(account.id) AND \(table).card = '\(mask.filter(\.isNumber))')"
    }
}

extension HouseholdIndex {
    /// The cards of accounts that have more than one.
    public var cards: [Card] {
        get throws(StoreError) {
            let found = try database.rows(
                """
                SELECT account_id, mask FROM card WHERE account_id IN
                (SELECT account_id FROM card GROUP BY account_id HAVING count(*) > 1) ORDER BY account_id, mask
                """
            ) { (account: $0.int(0), mask: $0.text(1)) }
            guard !found.isEmpty else { return [] }
            let own = try accounts
            return found.compactMap { card in
                own.first { $0.id == card.account }.map { Card(account: $0, mask: card.mask) }
            }
        }
    }

    /// - Parameter name: as `Card.name`; upper and lower case are the same.
    public func card(named name: String) throws(StoreError) -> Card? {
        guard name.contains("…") else { return nil }
        return try cards.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Names of accounts, of those of cards the accounts that they belong to.
    public func accountNames(of names: [String]) throws(StoreError) -> [String] {
        var out: [String] = []
        for name in names {
            let own = try account(named: name) == nil ? try card(named: name)?.account.name ?? name : name
            if !out.contains(own) { out.append(own) }
        }
        return out
    }

    /// Cards that no row is left of.
    func removeUnusedCards() throws(StoreError) {
        try database.run(
            """
            DELETE FROM card WHERE NOT EXISTS
            (SELECT 1 FROM txn t WHERE t.account_id = card.account_id AND t.card = card.mask)
            """)
    }
}
