extension HouseholdIndex {
    /// Up to this many names are looked up one by one; beyond that all rows are scanned once, since a large import has no
    /// indexes yet.
    static let fewNames = 40

    /// Rows of some merchants, each read from `columns` of the row `t`.
    ///
    /// - Parameter read: reads columns from the first one on; the merchant's name stands before it, at 0.
    func rows<Row>(
        ofMerchants merchants: Set<String>, columns: String, where condition: String, _ read: (Statement) -> Row
    ) throws(StoreError) -> [String: [Row]] {
        let columns = "SELECT m.name, \(columns) FROM"
        func named(_ row: Statement) -> (name: String, row: Row) { (row.text(0), read(row)) }
        var found: [(name: String, row: Row)] = []
        if merchants.count > HouseholdIndex.fewNames {
            found = try database.rows(
                """
                \(columns) txn t JOIN document d ON d.id = t.document_id JOIN merchant m ON m.id = d.merchant_id
                WHERE \(condition)
                """, []
            ) { named($0) }.filter { merchants.contains($0.name) }
        } else {
            for name in merchants {
                found += try database.rows(
                    """
                    \(columns) merchant m JOIN document d ON d.merchant_id = m.id JOIN txn t ON t.document_id = d.id
                    WHERE m.name = ? AND \(condition)
                    """, [.text(name)]
                ) { named($0) }
            }
        }
        return Dictionary(grouping: found, by: \.name).mapValues { $0.map(\.row) }
    }
}
