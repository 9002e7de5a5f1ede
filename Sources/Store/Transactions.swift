import Ledger

extension HouseholdIndex {
    /// The columns that `transaction(_:)` reads, from `txn t` joined as in `transactionTables`.
    public static let transactionColumns = """
        t.id, t.day, t.posted_day, m.name, d.description, t.category_id, a.name, t.amount, a.currency, t.pending,
        t.kind, d.notes, t.excluded, t.card
        """
    public static let transactionTables = """
        txn t JOIN merchant m ON m.id = t.merchant_id JOIN document d ON d.id = t.document_id
        JOIN account a ON a.id = t.account_id
        """

    /// Makes a value of a row that selects `transactionColumns`.
    public func transaction(_ row: Statement) -> Transaction {
        Transaction(
            id: row.int(0), date: row.day(1),
            posted: row.optionalDay(2), merchant: row.text(3),
            rawDescription: row.text(4), category: categorySlug(row.int(5)), account: row.text(6),
            amount: Money(row.int(7), Currency(row.text(8)) ?? .usd), status: row.int(9) == 1 ? .pending : .posted,
            kind: TransactionKind(code: row.int(10)) ?? .expense, notes: row.optionalText(11),
            isExcluded: row.int(12) == 1, card: row.optionalText(13))
    }

    public func transaction(id: Int64) throws(StoreError) -> Transaction? {
        try database.first(
            "SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables) WHERE t.id = ?",
            [.int(id)], transaction)
    }
}
