import Ledger

/// Gives searchable texts and merchants their numbers, making each once.
///
/// A text and its merchant, category and notes form one document; rows that agree in all four share it, so the
/// full-text index grows with what people see, not with how often they buy.
public final class Documents {
    private let index: HouseholdIndex
    private var merchants: [String: Int64] = [:]
    private var documents = HashTable()
    private var categoryWords: [Int64: String] = [:]
    /// Whether what is not in the caches may stand in the index.
    private let mayExist: Bool
    private let insertion: Statement
    private let searchInsertion: Statement
    /// The caches are emptied when they hold this many, to bound memory; lookups then go to the index.
    private static let cacheLimit = 2_000_000

    public init(_ index: HouseholdIndex) throws(StoreError) {
        self.index = index
        insertion = try index.database.statement(
            "INSERT INTO document (merchant_id, category_id, description, notes, fingerprint) VALUES (?, ?, ?, ?, ?)")
        searchInsertion = try index.database.statement(
            "INSERT INTO search (rowid, merchant, description, category, notes) VALUES (?, ?, ?, ?, ?)")
        // Merchants outlive their texts.
        mayExist = try index.database.first("SELECT 1 FROM merchant LIMIT 1") { _ in true } ?? false
    }

    public func merchantID(_ name: String) throws(StoreError) -> Int64 {
        if let id = merchants[name] { return id }
        let database = index.database
        let known =
            mayExist ? try database.first("SELECT id FROM merchant WHERE name = ?", [.text(name)]) { $0.int(0) } : nil
        var id = known ?? 0
        if known == nil {
            try database.run(
                "INSERT INTO merchant (name, key) VALUES (?, ?)", .text(name), .text(NameKey.key(of: name)))
            id = database.lastInsertedID
        }
        merchants[name] = id
        return id
    }

    /// - Parameters:
    ///   - description: the bank's own text.
    ///   - textHash: `ContentHash.of` it, where the caller has that already.
    ///   - merchant: the name that `merchantID` belongs to.
    public func documentID(
        description: String, textHash: Int64? = nil, merchant: String, merchantID: Int64, categoryID: Int64,
        notes: String?
    ) throws(StoreError) -> Int64 {
        let fingerprint = ContentHash.mixing(
            textHash ?? ContentHash.of(description), merchantID, categoryID, notes.map(ContentHash.of) ?? 0)
        if let id = documents[fingerprint] { return id }
        if documents.count >= Documents.cacheLimit { documents.removeAll() }
        let database = index.database
        if mayExist {
            // The plus keeps SQLite from looking through all texts of a merchant, which may be thousands.
            let known = try database.first(
                """
                SELECT id FROM document WHERE fingerprint = ? AND +merchant_id = ? AND category_id = ?
                AND description = ? AND notes IS ?
                """,
                [.int(fingerprint), .int(merchantID), .int(categoryID), .text(description), .optional(notes)]
            ) { $0.int(0) }
            if let known {
                documents.set(fingerprint, to: known)
                return known
            }
        }
        let id = try insert(
            description: description, merchant: merchant, merchantID: merchantID, categoryID: categoryID, notes: notes,
            fingerprint: fingerprint)
        documents.set(fingerprint, to: id)
        return id
    }

    private func insert(
        description: String, merchant: String, merchantID: Int64, categoryID: Int64, notes: String?, fingerprint: Int64
    ) throws(StoreError) -> Int64 {
        let database = index.database
        insertion.bind(1, merchantID)
        insertion.bind(2, categoryID)
        insertion.bind(3, description)
        insertion.bind(4, notes)
        insertion.bind(5, fingerprint)
        try insertion.runKeepingBindings()
        let id = database.lastInsertedID
        try addToSearch(id, merchant: merchant, description: description, categoryID: categoryID, notes: notes)
        return id
    }

    /// Takes the search away, however damaged it is, and makes an empty one: SQLite can't drop one that it can't open.
    static func recreateSearch(_ database: Database) throws(StoreError) {
        guard let script = try database.first("SELECT sql FROM sqlite_schema WHERE name = 'search'", [], { $0.text(0) })
        else {
            return
        }
        try database.withOpenSchema { () throws(StoreError) in
            try database.run(
                script: """
                    PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'search';
                    PRAGMA writable_schema = RESET;
                    """)
            for part in ["data", "idx", "content", "docsize", "config"] {
                try database.run(script: "DROP TABLE IF EXISTS search_\(part)")
            }
            try database.run(script: script)
        }
    }

    /// Fills an empty search with all texts.
    ///
    /// - Returns: how many texts there are.
    func fillSearch() throws(StoreError) -> Int {
        let database = index.database
        let texts = try database.statement(
            """
            SELECT d.id, m.name, d.description, d.category_id, d.notes FROM document d
            JOIN merchant m ON m.id = d.merchant_id ORDER BY d.id
            """)
        defer { texts.reset() }
        var count = 0
        while try texts.step() {
            try addToSearch(
                texts.int(0), merchant: texts.text(1), description: texts.text(2), categoryID: texts.int(3),
                notes: texts.optionalText(4))
            count += 1
        }
        return count
    }

    private func addToSearch(_ id: Int64, merchant: String, description: String, categoryID: Int64, notes: String?)
        throws(StoreError)
    {
        searchInsertion.bind(1, id)
        searchInsertion.bind(2, merchant)
        searchInsertion.bind(3, description)
        searchInsertion.bind(4, words(ofCategory: categoryID))
        searchInsertion.bind(5, notes)
        try searchInsertion.runKeepingBindings()
    }

    /// Takes a text out of the index and of its search.
    ///
    /// FTS5 keeps no texts here, so it has to be told what the document held.
    func remove(_ id: Int64, merchant: String, description: String, categoryID: Int64, notes: String?)
        throws(StoreError)
    {
        try index.database.run(
            """
            INSERT INTO search (search, rowid, merchant, description, category, notes)
            VALUES ('delete', ?, ?, ?, ?, ?)
            """,
            .int(id), .text(merchant), .text(description), .text(words(ofCategory: categoryID)), .optional(notes))
        try index.database.run("DELETE FROM document WHERE id = ?", .int(id))
    }

    /// The category's name and its parent's, as the full-text index holds them.
    private func words(ofCategory id: Int64) -> String {
        if let known = categoryWords[id] { return known }
        let category = index.taxonomy[index.categorySlug(id)]
        let names = [category?.name, category?.parent.flatMap { index.taxonomy[$0]?.name }].compactMap { $0 }
        let words = names.joined(separator: " ")
        categoryWords[id] = words
        return words
    }
}
