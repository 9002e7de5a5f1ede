import Ledger

/// One of several cards of an account, or those of one of several people who hold them, as the account's files tell them apart.
public struct Card: Sendable, Equatable {
    public let account: Account
    /// The last digits of the numbers; where a file tells only who holds a card, that name.
    public let masks: [String]
    /// Whose cards they are; nil for one card of any.
    public let holder: String?

    public var name: String { holder.map { "\(account.name) (\($0))" } ?? "\(account.name) …\(masks[0])" }

    /// That a row was paid with it.
    ///
    /// - Parameter table: what `txn` is called.
    public func condition(_ table: String) -> String {
        let list = masks.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
        return "(+\(table).account_id = \(account.id) AND \(table).card IN (\(list)))"
    }
}

extension HouseholdIndex {
    /// The cards of accounts that have more than one, and behind them those of each person where several hold them.
    public var cards: [Card] {
        get throws(StoreError) {
            let found = try database.rows(
                """
                SELECT account_id, mask, holder FROM card WHERE account_id IN
                (SELECT account_id FROM card GROUP BY account_id HAVING count(*) > 1) ORDER BY account_id, mask
                """
            ) { (account: $0.int(0), mask: $0.text(1), holder: $0.isNull(2) ? nil : $0.text(2)) }
            guard !found.isEmpty else { return [] }
            let own = try accounts
            let named = found.compactMap { card in own.first { $0.id == card.account }.map { (account: $0, card: card) }
            }
            let single = named.filter { $0.card.mask.allSatisfy(\.isNumber) }.map {
                Card(account: $0.account, masks: [$0.card.mask], holder: nil)
            }
            return single
                + Card.held(named.compactMap { one in one.card.holder.map { (one.account, one.card.mask, $0) } })
        }
    }

    /// - Parameter name: as `Card.name`; upper and lower case are the same.
    public func card(named name: String) throws(StoreError) -> Card? {
        guard name.contains("…") || name.hasSuffix(")") else { return nil }
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

extension Card {
    /// The cards of each person, of accounts that several people have cards of.
    fileprivate static func held(_ cards: [(account: Account, mask: String, holder: String)]) -> [Card] {
        let byAccount = Dictionary(grouping: cards, by: \.account.id).sorted { $0.key < $1.key }.map(\.value)
        return byAccount.flatMap { own in
            let byHolder = Dictionary(grouping: own, by: \.holder).sorted { $0.key < $1.key }
            return byHolder.count < 2
                ? [] : byHolder.map { Card(account: own[0].account, masks: $0.value.map(\.mask), holder: $0.key) }
        }
    }
}
