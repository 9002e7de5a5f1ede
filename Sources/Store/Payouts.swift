import Ledger

/// Money from a shop that nothing was ever bought at is no refund.
extension HouseholdIndex {
    /// Fewer may be for what was bought before the first row.
    private static let fewestPayouts = 3

    /// Makes income of what shops sent to a bank account again and again without ever having been paid, unless the bank's text calls
    /// it a refund.
    public func takePayouts(_ changes: any RowChanges) throws(StoreError) {
        let rows = try database.rows(
            """
            SELECT t.id, t.day FROM txn t JOIN account a ON a.id = t.account_id JOIN document d ON d.id = t.document_id
            WHERE t.kind = 1 AND t.basis <= \(DecisionBasis.rules.rawValue) AND t.parent_id IS NULL
            AND a.type IN ('checking', 'savings')
            AND t.merchant_id IN (
                SELECT merchant_id FROM txn WHERE parent_id IS NULL GROUP BY merchant_id
                HAVING sum(kind = 1) >= ? AND sum(kind = 0) = 0)
            AND NOT d.description LIKE '%refund%' AND NOT d.description LIKE '%return%' AND NOT d.description LIKE '%revers%'
            AND NOT d.description LIKE '%claim%'
            """, [.int(Int64(HouseholdIndex.fewestPayouts))]
        ) { (id: $0.int(0), day: $0.dayNumber(1)) }
        for row in rows {
            try refile(row.id, day: row.day, to: "income", kind: .income, changes)
        }
    }
}
