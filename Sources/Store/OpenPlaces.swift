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
        let rows = try openRows(of: names, open)
        return Dictionary(grouping: rows, by: \.name).values.compactMap { rows -> OpenPlace? in
            let rows = rows.sorted { ($0.price, $0.id) < ($1.price, $1.id) }
            guard let last = rows.max(by: { ($0.day, $0.id) < ($1.day, $1.id) }), let covered = days[last.account]
            else {
                return nil
            }
            return OpenPlace(
                name: last.name, description: last.text, ticket: rows[rows.count / 2].price, purchases: rows.count,
                isSteady: rows.count > 1 && rows[0].price == rows[rows.count - 1].price,
                perYear: Double(rows.count) * 365 / Double(max(covered, HouseholdIndex.fewestDays)),
                rows: rows.map { ($0.id, $0.day) })
        }.sorted { $0.name < $1.name }
    }

    private typealias OpenRow = (name: String, id: Int64, day: Int32, price: Int64, account: Int64, text: String)

    private func openRows(of names: Set<String>, _ open: Int64) throws(StoreError) -> [OpenRow] {
        let from = """
            SELECT m.name, t.id, t.day, -t.amount, t.account_id, d.description FROM
            """
        let rows = """
            t.kind = 0 AND t.amount < 0 AND t.parent_id IS NULL AND t.pair_id IS NULL
            AND (+t.basis = 0 AND +t.category_id = \(open) OR +t.basis < 0)
            """
        func read(_ row: Statement) -> OpenRow {
            (row.text(0), row.int(1), row.dayNumber(2), row.int(3), row.int(4), row.text(5))
        }
        guard names.count <= HouseholdIndex.fewNames else {
            return try database.rows(
                """
                \(from) txn t JOIN document d ON d.id = t.document_id JOIN merchant m ON m.id = d.merchant_id WHERE \(rows)
                """, []
            ) { read($0) }.filter { names.contains($0.name) }
        }
        var found: [OpenRow] = []
        for name in names {
            found += try database.rows(
                """
                \(from) merchant m JOIN document d ON d.merchant_id = m.id JOIN txn t ON t.document_id = d.id
                WHERE m.name = ? AND \(rows)
                """, [.text(name)]
            ) { read($0) }
        }
        return found
    }

    /// Puts a place's rows under a category as a guess that a review asks about.
    public func guess(_ category: String, of place: OpenPlace, _ changes: any RowChanges) throws(StoreError) {
        for row in place.rows {
            try refile(row.id, day: row.day, to: category, basis: .guess, changes)
        }
    }
}
