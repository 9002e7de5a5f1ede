import Ledger

extension HouseholdIndex {
    /// Whether an account has rows that count of one of these kinds.
    ///
    /// - Parameter isLikely: what is taken for so where it has no rows at all.
    public func mayHaveRows(
        of kinds: Set<TransactionKind>, account id: Int64, isLikely: Bool
    ) throws(StoreError) -> Bool {
        let codes = kinds.map { String($0.code) }.sorted().joined(separator: ", ")
        return try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1 AND counted = 1 AND kind IN (\(codes)))
            OR ?2 AND NOT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1)
            """, [.int(id), .int(isLikely ? 1 : 0)]
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

    /// The day of an account's newest posted row that a file brought; nil where none did.
    public func lastDayFromFiles(account id: Int64) throws(StoreError) -> CivilDate? {
        try database.first(
            """
            SELECT t.day FROM txn t INDEXED BY txn_content JOIN import_file f ON f.id = t.file_id
            WHERE t.account_id = ? AND t.pending = 0 AND f.connection_id IS NULL AND f.kept_from IS NULL
            ORDER BY t.day DESC LIMIT 1
            """, [.int(id)]
        ) { $0.day(0) }
    }
}
