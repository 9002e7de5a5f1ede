import Ledger

/// A text with what was decided of its rows by itself.
public struct DecidedText: Sendable {
    public let description: String
    public let merchant: String
    public let category: String
    public let kind: TransactionKind
    public let basis: DecisionBasis
}

extension HouseholdIndex {
    /// The texts of some merchants' rows that no user decided, with what was.
    public func decidedTexts(of merchants: Set<String>) throws(StoreError) -> [DecidedText] {
        try database.rows(
            """
            SELECT DISTINCT d.description, m.name, t.category_id, t.kind, t.basis FROM txn t JOIN document d ON d.id = t.document_id
            JOIN merchant m ON m.id = t.merchant_id WHERE t.parent_id IS NULL AND t.basis < \(DecisionBasis.userRule.rawValue)
            """
        ) { row in
            DecidedText(
                description: row.text(0), merchant: row.text(1), category: categorySlug(row.int(2)),
                kind: TransactionKind(code: row.int(3)) ?? .expense,
                basis: DecisionBasis(rawValue: row.int(4)) ?? .rules)
        }.filter { merchants.contains($0.merchant) }
    }
}
