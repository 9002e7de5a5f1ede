import Ledger

/// A transaction that a person tells, as no bank has it: `cash: lunch 12 with Ana yesterday`.
public struct TypedRow: Sendable, Equatable {
    public var account: String
    public var day: CivilDate
    /// Negative = money out.
    public var amount: Money
    public var merchant: String
    /// A category id of the taxonomy.
    public var category: String
    /// As it was said.
    public var words: String

    public init(account: String, day: CivilDate, amount: Money, merchant: String, category: String, words: String) {
        (self.account, self.day, self.amount) = (account, day, amount)
        (self.merchant, self.category, self.words) = (merchant, category, words)
    }
}

extension HouseholdIndex {
    /// What typed rows are called among the imports, each one of its own, so that each is taken back by itself.
    public static let typedFile = "typed in"

    /// Whether an import is a row that was typed.
    public func isTyped(_ number: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT format = 'typed' FROM import_file WHERE id = ?", [.int(number)]) { $0.int(0) == 1 }
            ?? false
    }

    /// Whether files or banks bring an account's rows, and not only what is typed.
    public func isFilled(account id: Int64) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT 1 FROM txn t INDEXED BY txn_content WHERE t.account_id = ? AND NOT EXISTS
            (SELECT 1 FROM import_file f WHERE f.id = t.file_id AND f.format = 'typed') LIMIT 1
            """, [.int(id)]
        ) { _ in true } ?? false
    }

    /// Keeps a typed row in its account, which is made where it is not there yet: cash. Said twice, it is there twice.
    ///
    /// - Returns: the number of its import, which takes it back.
    public func add(_ row: TypedRow, today: CivilDate) throws -> Int64 {
        guard row.amount.minorUnits.magnitude <= HouseholdIndex.largestAmount else {
            throw StoreError(.outOfRange, "that's a larger amount than any account holds: say the right one")
        }
        let account: Account =
            if let known = try account(named: row.account) { known } else {
                try addAccount(name: row.account, type: .cash, currency: row.amount.currency)
            }
        let number = try imports().map(\.number).max() ?? 0
        let hash = ImportSession.contentHash(row.words)
        try importFile(named: HouseholdIndex.typedFile, format: "typed", on: today, expectsManyRows: false) { session in
            _ = try session.add(
                NewTransaction(
                    accountID: account.id, day: row.day.dayNumber, postedDay: nil, amount: row.amount.minorUnits,
                    description: row.words, contentHash: hash, textHash: ContentHash.of(row.words),
                    merchant: row.merchant, category: row.category,
                    kind: taxonomy.kind(of: row.category, minorUnits: row.amount.minorUnits), isPending: false,
                    basis: .user, transferHint: 0, bankID: "typed-\(number + 1)", line: 1))
            return (1, ())
        } settle: { _ in
        }
        return try imports().map(\.number).max() ?? 0
    }
}
