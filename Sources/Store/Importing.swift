import Ledger

extension HouseholdIndex {
    /// Brings the rows of one file in, as one unit: when `body` throws, the index is as it was.
    ///
    /// - Parameters:
    ///   - fileName: without its folder.
    ///   - format: as `StatementFormat` names it.
    ///   - expectsManyRows: whether the file is large enough that indexes are better made anew than kept up to date.
    ///   - body: adds the rows to the session and returns how many rows the file had.
    ///   - settle: runs after the last row, when rows can be looked up again: pairs transfers.
    ///   - join: runs at the end, when the totals hold everything.
    public func importFile<T>(
        named fileName: String, format: String, on today: CivilDate, expectsManyRows: Bool,
        _ body: (ImportSession) throws -> (rows: Int, result: T), settle: (ImportSession) throws -> Void,
        join: (ImportSession) throws -> Void = { _ in }
    ) throws -> T {
        // Every number that an import binds comes from this index, so checking each again costs without gain.
        try database.run(script: "PRAGMA foreign_keys = OFF; PRAGMA cache_size = -\(expectsManyRows ? 98_304 : 8192)")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192") }
        do {
            return try database.write {
                let session = try ImportSession(
                    self, fileName: fileName, format: format, on: today, expectsManyRows: expectsManyRows)
                let (rows, result) = try body(session)
                try session.restoreIndexes()
                try settle(session)
                try session.finish(rows: rows)
                try join(session)
                return result
            }
        } catch {
            try? reloadCategories()
            throw error
        }
    }
}

extension HouseholdIndex {
    /// - Parameter contentHash: `ImportSession.contentHash` of the bank's text.
    ///
    /// - Parameter last: of newer rows nothing is said.
    public func hasRow(account: Int64, day: Int32, amount: Int64, contentHash: Int64, upTo last: Int64 = .max)
        throws(StoreError) -> Bool
    {
        try database.first(
            "SELECT 1 FROM txn WHERE account_id = ? AND day = ? AND amount = ? AND content_hash = ? AND id <= ? LIMIT 1",
            [.int(account), .int(Int64(day)), .int(amount), .int(contentHash), .int(last)]
        ) { _ in true } ?? false
    }
}

/// A row that may be one side of a transfer between own accounts.
public struct PossibleTransfer: Sendable {
    public let id: Int64
    public let accountID: Int64
    public let currency: Currency
    public let day: Int32
    /// Minor units, negative = money out.
    public let amount: Int64
    /// As `NewTransaction.transferHint`.
    public let hint: Int64
}

extension HouseholdIndex {
    /// Where rows of more days are wanted, with columns that no index has, reading all in their order is faster than
    /// looking each up by its day.
    public static let mostIndexedDays = 1500

    /// The unpaired rows of these days that may be a side of a transfer; none that the user says is something else.
    public func possibleTransfers(days: ClosedRange<Int32>) throws(StoreError) -> [PossibleTransfer] {
        var currencies: [Int64: Currency] = [:]
        for account in try accounts { currencies[account.id] = account.currency }
        guard currencies.count > 1 else { return [] }
        let day = days.count > HouseholdIndex.mostIndexedDays ? "+day" : "day"
        return try database.rows(
            """
            SELECT id, account_id, day, amount, transfer_hint FROM txn
            WHERE \(day) BETWEEN ? AND ? AND transfer_hint > 0 AND pair_id IS NULL AND parent_id IS NULL AND excluded = 0
            AND (basis < 2 OR basis = 2 AND kind = 3)
            ORDER BY day, id
            """, [.int(Int64(days.lowerBound)), .int(Int64(days.upperBound))]
        ) { row in
            PossibleTransfer(
                id: row.int(0), accountID: row.int(1), currency: currencies[row.int(1)] ?? .usd, day: row.dayNumber(2),
                amount: row.int(3), hint: row.int(4))
        }
    }

    /// Notes that two rows are the two sides of one transfer; neither counts as spending or income from now on.
    ///
    /// - Parameter category: for rows whose category the user did not decide.
    public func pairTransfer(_ a: Int64, _ b: Int64, category: String, _ session: ImportSession) throws(StoreError) {
        for (id, other) in [(a, b), (b, a)] {
            try noteUnpaired(id)
            try database.run("UPDATE txn SET pair_id = ?, kind = 3 WHERE id = ?", .int(other), .int(id))
            let row = try database.first("SELECT day, basis FROM txn WHERE id = ?", [.int(id)]) {
                (day: $0.dayNumber(0), basis: $0.int(1))
            }
            guard let row else { continue }
            session.noteChange(row.day)
            if row.basis < DecisionBasis.userRule.rawValue { try recategorise(id, to: category, session.documents) }
        }
    }

    /// Keeps what a row is, for when it is no side of a transfer any more.
    func noteUnpaired(_ id: Int64) throws(StoreError) {
        try database.run(
            "INSERT OR REPLACE INTO unpaired (txn_id, category_id, kind) SELECT id, category_id, kind FROM txn WHERE id = ?",
            .int(id))
    }

    /// Moves a row to another category, keeping its text searchable under it.
    func recategorise(_ id: Int64, to category: String, _ documents: Documents) throws(StoreError) {
        let row = try database.first(
            """
            SELECT d.description, m.name, m.id, d.notes FROM txn t JOIN document d ON d.id = t.document_id
            JOIN merchant m ON m.id = t.merchant_id WHERE t.id = ?
            """, [.int(id)]
        ) { ($0.text(0), $0.text(1), $0.int(2), $0.optionalText(3)) }
        guard let (description, merchant, merchantID, notes) = row else { return }
        let categoryID = try categoryID(category)
        let documentID = try documents.documentID(
            description: description, merchant: merchant, merchantID: merchantID, categoryID: categoryID, notes: notes)
        try database.run(
            "UPDATE txn SET category_id = ?, document_id = ? WHERE id = ?", .int(categoryID), .int(documentID), .int(id)
        )
    }
}
