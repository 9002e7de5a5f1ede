import Ledger

/// A merchant whose rows were put into no category, and how one pays there.
public struct OpenPlace: Sendable {
    public let name: String
    /// As the bank wrote it last.
    public let description: String
    /// The median of what was paid at a time, in hundredths of the currency's unit.
    public let ticket: Int64
    public let purchases: Int
    /// Whether the same is paid each time, as for dues and subscriptions.
    public let isSteady: Bool
    /// Purchases in a year, going by the days that its account's rows cover.
    public let perYear: Double
    fileprivate let rows: [(id: Int64, day: Int32)]
}

extension HouseholdIndex {
    /// Fewer days of rows don't tell how often one goes somewhere.
    private static let fewestDays: Int64 = 90

    /// Those of some merchants that nothing is known of but their name.
    public func openPlaces(named names: Set<String>) throws(StoreError) -> [OpenPlace] {
        let open = try categoryID(Taxonomy.fallback)
        var days: [Int64: Int64] = [:]
        for account in try accounts where TicketRule.currencies.contains(account.currency.code) {
            days[account.id] = try database.first(
                "SELECT max(day) - min(day) FROM txn WHERE account_id = ?", [.int(account.id)]
            ) { $0.int(0) }
        }
        var found: [OpenPlace] = []
        for name in names.sorted() {
            let rows = try database.rows(
                """
                SELECT t.id, t.day, -t.amount, t.account_id, d.description FROM merchant m JOIN document d ON d.merchant_id = m.id
                JOIN txn t ON t.document_id = d.id WHERE m.name = ? AND t.kind = 0 AND t.amount < 0 AND t.parent_id IS NULL
                AND t.pair_id IS NULL AND (t.basis = 0 AND t.category_id = ? OR t.basis < 0) ORDER BY t.amount
                """, [.text(name), .int(open)]
            ) { (id: $0.int(0), day: $0.dayNumber(1), price: $0.int(2), account: $0.int(3), text: $0.text(4)) }
            guard let last = rows.max(by: { $0.day < $1.day }), let covered = days[last.account] else { continue }
            found.append(
                OpenPlace(
                    name: name, description: last.text, ticket: rows[rows.count / 2].price, purchases: rows.count,
                    isSteady: rows.count > 1 && rows[0].price == rows[rows.count - 1].price,
                    perYear: Double(rows.count) * 365 / Double(max(covered, HouseholdIndex.fewestDays)),
                    rows: rows.map { ($0.id, $0.day) }))
        }
        return found
    }

    /// Puts a place's rows under a category as a guess that a review asks about.
    public func guess(_ category: String, of place: OpenPlace, _ session: ImportSession) throws(StoreError) {
        for row in place.rows {
            try recategorise(row.id, to: category, session.documents)
            try database.run(
                "UPDATE txn SET basis = ? WHERE id = ?", .int(DecisionBasis.guess.rawValue), .int(row.id))
            session.noteChange(row.day)
        }
    }
}
