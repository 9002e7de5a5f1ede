import Ledger

extension HouseholdIndex {
    /// Whether an account has rows that count of one of these kinds; true where it has no rows at all, of which nobody knows.
    public func mayHaveRows(of kinds: Set<TransactionKind>, account id: Int64) throws(StoreError) -> Bool {
        let codes = kinds.map { String($0.code) }.sorted().joined(separator: ", ")
        return try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1 AND counted = 1 AND kind IN (\(codes)))
            OR NOT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1)
            """, [.int(id)]
        ) { $0.int(0) == 1 } ?? false
    }

    /// Two posted rows of a merchant at most.
    public func somePostedRows(ofMerchant id: Int64) throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT t.id FROM document d JOIN txn t ON t.document_id = d.id
            WHERE d.merchant_id = ?1 AND t.merchant_id = ?1 AND t.pending = 0 LIMIT 2
            """, [.int(id)]
        ) { $0.int(0) }
    }
}
