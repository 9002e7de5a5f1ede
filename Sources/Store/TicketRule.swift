import Ledger

/// What a place sells, where its kind leaves two things open and what is usually paid there at a time tells which.
public enum TicketRule: Sendable, CaseIterable {
    /// A cafe sells coffee or meals.
    case cafe
    /// A convenience store sells snacks or gas.
    case convenience

    /// The categories of small and of large tickets.
    public var categories: (small: String, large: String) {
        switch self {
        case .cafe: ("coffee", "restaurants")
        case .convenience: ("convenience_stores", "fuel")
        }
    }

    /// The usual ticket from which on it is the larger, in units of the currency.
    fileprivate var price: Int64 {
        switch self {
        case .cafe: 12
        case .convenience: 20
        }
    }
}

extension HouseholdIndex {
    /// Currencies whose unit buys about as much.
    private static let currencies: Set<String> = ["USD", "EUR", "GBP", "CAD", "AUD", "NZD", "CHF"]

    /// Puts the rows of merchants under one of a rule's two categories by the median of what was paid there; what the bank or
    /// the user said stays.
    ///
    /// - Parameter merchants: names of places of that kind that nothing else is known of.
    public func settle(_ rule: TicketRule, of merchants: Set<String>, _ session: ImportSession) throws(StoreError) {
        let small = try categoryID(rule.categories.small)
        let large = try categoryID(rule.categories.large)
        let accounts = try self.accounts.filter { Self.currencies.contains($0.currency.code) }.map { String($0.id) }
        for merchant in merchants.sorted() {
            let rows = try database.rows(
                """
                SELECT t.id, t.day, -t.amount, t.category_id, t.basis FROM merchant m JOIN document d ON d.merchant_id = m.id
                JOIN txn t ON t.document_id = d.id WHERE m.name = ? AND t.kind = 0 AND t.parent_id IS NULL
                AND t.account_id IN (\(accounts.joined(separator: ", "))) ORDER BY t.amount
                """, [.text(merchant)]
            ) { (id: $0.int(0), day: $0.dayNumber(1), price: $0.int(2), category: $0.int(3), basis: $0.int(4)) }
            guard !rows.isEmpty else { continue }
            let category = rows[rows.count / 2].price < rule.price * 100 ? small : large
            for row in rows
            where row.basis <= DecisionBasis.bank.rawValue && row.category != category
                && [small, large].contains(row.category)
            {
                try recategorise(row.id, to: categorySlug(category), session.documents)
                session.noteChange(row.day)
            }
        }
    }
}
