import Ledger
import Resources

/// The index of one household: everything coach knows, in one SQLite file.
public final class HouseholdIndex {
    public let database: Database
    public let taxonomy: Taxonomy
    private var categoryIDs: [String: Int64] = [:]
    private var categorySlugs: [Int64: String] = [:]
    /// How many rows were changed that no figure comes from: turns, and answers that were kept.
    var asideChanges = 0
    var keptValues = KeptValues()
    /// The data version of which the categories were read.
    private var categoriesVersion: Int64 = 0

    /// Opens or creates the index and brings it to the current schema.
    ///
    /// - Parameter path: a file, or `:memory:` for a throw-away index.
    /// - Throws: `StoreError`; the file is then as it was.
    public convenience init(path: String, taxonomy: Taxonomy = .builtIn) throws {
        try self.init(try Database(path: path), taxonomy: taxonomy)
    }

    /// A throw-away index that begins as a copy of another one.
    ///
    /// - Parameter snapshot: what `Database.snapshot()` gave; not empty.
    public convenience init(snapshot: [UInt8], taxonomy: Taxonomy = .builtIn) throws {
        let database = try Database(path: ":memory:")
        try database.load(snapshot: snapshot)
        try self.init(database, taxonomy: taxonomy)
    }

    /// A throw-away index that begins as the file of a snapshot.
    ///
    /// - Parameter path: what `Database.snapshot()` of an index in memory gave.
    public convenience init(image path: String, taxonomy: Taxonomy = .builtIn) throws {
        try self.init(try Database(image: path), taxonomy: taxonomy)
    }

    private init(_ database: Database, taxonomy: Taxonomy) throws {
        self.database = database
        self.taxonomy = taxonomy
        try Migrations.upgrade(database)
        database.closeToOthers()
        try database.refuseImpossibleRows()
        try database.run(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY")
        try loadCategories()
    }

    /// Whether there is no transaction at all.
    public var isEmpty: Bool {
        get throws(StoreError) { try database.first("SELECT 1 FROM txn LIMIT 1") { _ in true } == nil }
    }

    /// The first and last day of which files or banks told a transaction; nil when there is none.
    ///
    /// What was typed in says nothing of the days around it: it counts only where it is all there is.
    public var coverage: Period? {
        get throws(StoreError) {
            guard let span = try rowSpan else { return nil }
            func day(_ order: String) throws(StoreError) -> CivilDate? {
                try database.first(
                    """
                    SELECT t.day FROM txn t INDEXED BY txn_day WHERE t.day BETWEEN ? AND ? AND NOT EXISTS
                    (SELECT 1 FROM import_file f WHERE f.id = t.file_id AND f.format = 'typed')
                    ORDER BY t.day \(order) LIMIT 1
                    """, [.int(Int64(span.start.dayNumber)), .int(Int64(span.end.dayNumber))]
                ) { $0.day(0) }
            }
            guard let start = try day("ASC"), let end = try day("DESC") else { return span }
            return Period(start, end)
        }
    }

    /// The first and last day that any transaction was made on, typed ones as well; nil when there is none.
    public var rowSpan: Period? {
        get throws(StoreError) {
            // Two queries, because SQLite answers min and max together by a scan.
            let first = try database.first("SELECT min(day) FROM txn") { $0.optionalDay(0) }
            let last = try database.first("SELECT max(day) FROM txn") { $0.optionalDay(0) }
            guard case (let start??, let end??) = (first, last) else { return nil }
            return Period(start, end)
        }
    }

    /// The first days of the months that have rows that count, oldest first.
    public func monthsWithRows(since first: CivilDate? = nil) throws(StoreError) -> [CivilDate] {
        let numbers = try database.rows(
            "SELECT DISTINCT month FROM month_total WHERE rows <> 0 AND month >= ? ORDER BY month",
            [.int(Int64(first?.monthNumber ?? 0))]
        ) { Int($0.int(0)) }
        return numbers.compactMap { CivilDate(year: $0 / 12, month: $0 % 12 + 1, day: 1) }
    }

    // MARK: Categories

    private func loadCategories() throws(StoreError) {
        let known = try database.rows("SELECT id, slug FROM category") { ($0.int(0), $0.text(1)) }
        for (id, slug) in known {
            categoryIDs[slug] = id
            categorySlugs[id] = slug
        }
    }

    /// The number a category has in this index, made when it is new.
    public func categoryID(_ slug: String) throws(StoreError) -> Int64 {
        if let id = categoryIDs[slug] { return id }
        // Another process may have made it since this one read the list.
        try database.run("INSERT INTO category (slug) VALUES (?) ON CONFLICT DO NOTHING", .text(slug))
        try loadCategories()
        return categoryIDs[slug] ?? 0
    }

    /// The number of a category that some row has had; nil when none ever had.
    public func knownCategoryID(_ slug: String) throws(StoreError) -> Int64? {
        if let id = categoryIDs[slug] { return id }
        let version = try dataVersion
        if version != categoriesVersion { try loadCategories() }
        categoriesVersion = version
        return categoryIDs[slug]
    }

    public func categorySlug(_ id: Int64) -> String {
        if let slug = categorySlugs[id] { return slug }
        try? loadCategories()
        return categorySlugs[id] ?? Taxonomy.fallback
    }

    /// A number that is another one after another process has written to the file.
    public var dataVersion: Int64 {
        get throws(StoreError) { try database.first("PRAGMA data_version") { $0.int(0) } ?? 0 }
    }

    /// A number that is another one after this process has written to the file, where figures could come from it.
    public var ownChanges: Int { database.totalChanges - asideChanges }

    /// Forgets numbers that a transaction gave out before it was rolled back.
    func reloadCategories() throws(StoreError) {
        categoryIDs = [:]
        categorySlugs = [:]
        try loadCategories()
    }

    // MARK: Accounts

    public var accounts: [Account] {
        get throws(StoreError) {
            try database.rows(
                "SELECT id, name, type, currency, institution, mask FROM account ORDER BY id", [],
                HouseholdIndex.account)
        }
    }

    /// The account of this name, or the one that had it before it was renamed.
    ///
    /// - Parameter name: upper and lower case are the same.
    public func account(named name: String) throws(StoreError) -> Account? {
        try database.first(
            """
            SELECT id, name, type, currency, institution, mask FROM account
            WHERE name = ?1 OR id = (SELECT account_id FROM account_alias WHERE name = ?1) ORDER BY name = ?1 DESC
            """, [.text(name)], HouseholdIndex.account)
    }

    public func addAccount(
        name: String, type: AccountType, currency: Currency, institution: String? = nil, mask: String? = nil
    ) throws(StoreError) -> Account {
        try database.run(
            "INSERT INTO account (name, type, currency, institution, mask) VALUES (?, ?, ?, ?, ?)",
            .text(name), .text(type.rawValue), .text(currency.code), .optional(institution), .optional(mask))
        return Account(
            id: database.lastInsertedID, name: name, type: type, currency: currency, institution: institution,
            mask: mask)
    }

    public func hasRows(account id: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM txn WHERE account_id = ? LIMIT 1", [.int(id)]) { _ in true } ?? false
    }

    private static func account(_ row: Statement) -> Account {
        Account(
            id: row.int(0), name: row.text(1), type: AccountType(rawValue: row.text(2)) ?? .other,
            currency: Currency(row.text(3)) ?? .usd, institution: row.optionalText(4), mask: row.optionalText(5))
    }
}
