import Ledger

/// What questions about uncertain rows show and offer.
extension HouseholdIndex {
    public func isDecidedByUser(row id: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT basis FROM txn WHERE id = ?", [.int(id)]) {
            $0.int(0) >= DecisionBasis.userRule.rawValue
        } ?? false
    }

    /// The newest row of a merchant.
    public func latest(ofMerchant id: Int64) throws(StoreError) -> Transaction? {
        let row = try database.first(
            """
            SELECT t.id FROM document d JOIN txn t ON t.document_id = d.id WHERE d.merchant_id = ?
            ORDER BY t.day DESC, t.id DESC LIMIT 1
            """, [.int(id)]
        ) { $0.int(0) }
        return try row.flatMap { id throws(StoreError) in try transaction(id: id) }
    }

    /// Category ids, those with most rows first.
    public func categoriesByUse() throws(StoreError) -> [String] {
        try database.rows("SELECT category_id FROM month_total GROUP BY 1 ORDER BY sum(rows) DESC, 1") {
            categorySlug($0.int(0))
        }
    }
}
