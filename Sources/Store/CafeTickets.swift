import Ledger

/// A cafe sells coffee or meals; what is paid there at a time tells which.
extension HouseholdIndex {
    /// The usual ticket from which on a cafe is taken for a restaurant, in units of the currency.
    private static let mealPrice: Int64 = 12
    /// Currencies whose unit buys about as much.
    private static let currencies: Set<String> = ["USD", "EUR", "GBP", "CAD", "AUD", "NZD", "CHF"]

    /// Puts the rows of cafes under coffee or restaurants by the median of what was paid there; what the bank or the user said
    /// stays.
    ///
    /// - Parameter merchants: names of cafes that nothing else is known of.
    public func settleCafes(_ merchants: Set<String>, _ session: ImportSession) throws(StoreError) {
        let coffee = try categoryID("coffee")
        let meals = try categoryID("restaurants")
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
            let category = rows[rows.count / 2].price < Self.mealPrice * 100 ? coffee : meals
            for row in rows
            where row.basis <= DecisionBasis.bank.rawValue && row.category != category
                && [coffee, meals].contains(row.category)
            {
                try recategorise(row.id, to: categorySlug(category), session.documents)
                session.noteChange(row.day)
            }
        }
    }
}
