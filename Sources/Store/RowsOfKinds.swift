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
}
