import Ledger

/// The names that a question can mention.
extension HouseholdIndex {
    /// Every merchant that has rows, by name.
    public func merchantNames() throws(StoreError) -> [String] {
        try database.rows("SELECT name FROM merchant WHERE \(HouseholdIndex.hasRows) ORDER BY name") { $0.text(0) }
    }

    /// The merchants of this exact key that have rows.
    public func merchantNames(key: String) throws(StoreError) -> [String] {
        try database.rows(
            "SELECT name FROM merchant WHERE key = ? AND \(HouseholdIndex.hasRows) ORDER BY name", [.text(key)]
        ) { $0.text(0) }
    }

    /// Rows that are counted at most to tell which of two merchants has more.
    private static let mostUses = 500

    /// The merchants whose key begins so, those with the most rows first.
    public func merchantNames(keyPrefix: String, limit: Int) throws(StoreError) -> [String] {
        guard let range = keyRange(prefix: keyPrefix) else { return [] }
        return try database.rows(
            """
            SELECT name, (SELECT count(*) FROM (SELECT 1 FROM document d JOIN txn t ON t.document_id = d.id
                          WHERE d.merchant_id = merchant.id LIMIT \(HouseholdIndex.mostUses))) AS uses
            FROM merchant WHERE key >= ? AND key < ? AND uses > 0 ORDER BY uses DESC, name LIMIT ?
            """, [.text(keyPrefix), .text(range), .int(Int64(limit))]
        ) { $0.text(0) }
    }

    /// The merchants whose key has the same first letter and a length that differs by at most two.
    public func merchantNames(resembling key: String) throws(StoreError) -> [String] {
        guard let first = key.first, let end = keyRange(prefix: String(first)) else { return [] }
        let length = Int64(key.count)
        return try database.rows(
            """
            SELECT name FROM merchant WHERE key >= ? AND key < ? AND length(key) BETWEEN ? AND ?
            AND \(HouseholdIndex.hasRows)
            """, [.text(String(first)), .text(end), .int(length - 2), .int(length + 2)]
        ) { $0.text(0) }
    }

    /// The most texts that are looked through for a name's words; a household has fewer of nearly every word.
    private static let mostTexts = 2000

    /// The merchants in whose rows' texts each of these begins a word: letters and digits only, at most `limit`.
    public func merchantNames(wordPrefixes: [String], limit: Int) throws(StoreError) -> [String] {
        guard !wordPrefixes.isEmpty, wordPrefixes.allSatisfy({ !$0.isEmpty && !$0.contains("\"") }) else { return [] }
        return try database.rows(
            """
            SELECT DISTINCT m.name FROM (SELECT rowid FROM search WHERE search MATCH ? LIMIT \(HouseholdIndex.mostTexts)) s
            JOIN document d ON d.id = s.rowid JOIN merchant m ON m.id = d.merchant_id
            WHERE EXISTS (SELECT 1 FROM txn t WHERE t.document_id = d.id) ORDER BY m.name LIMIT ?
            """, [.text(wordPrefixes.map { "\"\($0)\"*" }.joined(separator: " AND ")), .int(Int64(limit))]
        ) { $0.text(0) }
    }

    /// The ids of the categories that the counted rows of a merchant are in.
    public func categories(merchant: String) throws(StoreError) -> Set<String> {
        let numbers = try database.rows(
            """
            SELECT DISTINCT d.category_id FROM merchant m JOIN document d ON d.merchant_id = m.id
            WHERE m.name = ? AND EXISTS (SELECT 1 FROM txn t WHERE t.document_id = d.id AND t.counted = 1)
            """, [.text(merchant)]
        ) { $0.int(0) }
        return Set(numbers.map(categorySlug))
    }

    /// By what names cards are paid from other accounts: who issues a card is often told nowhere else.
    public func cardPayees() throws(StoreError) -> [(name: String, account: Int64)] {
        try database.rows(
            """
            SELECT m.name, t.account_id FROM category c CROSS JOIN document d ON d.category_id = c.id
            CROSS JOIN txn o ON o.document_id = d.id JOIN txn t ON t.id = o.pair_id
            JOIN merchant m ON m.id = d.merchant_id JOIN account a ON a.id = t.account_id
            WHERE c.slug = 'card_payment' AND o.amount < 0 AND a.type = 'credit_card' GROUP BY m.name, t.account_id
            """
        ) { ($0.text(0), $0.int(1)) }
    }

    /// The merchants with counted rows in one of these categories.
    public func merchantNames(categories: [String]) throws(StoreError) -> [String] {
        guard !categories.isEmpty else { return [] }
        let places = categories.map { _ in "?" }.joined(separator: ", ")
        return try database.rows(
            """
            SELECT DISTINCT m.name FROM category c JOIN document d ON d.category_id = c.id
            JOIN merchant m ON m.id = d.merchant_id WHERE c.slug IN (\(places))
            AND EXISTS (SELECT 1 FROM txn t WHERE t.document_id = d.id AND t.counted = 1) ORDER BY m.name
            """, categories.map { .text($0) }
        ) { $0.text(0) }
    }

    private static let hasRows = """
        EXISTS (SELECT 1 FROM document d JOIN txn t ON t.document_id = d.id WHERE d.merchant_id = merchant.id)
        """

    /// The first key after all those that begin with `prefix`; nil for an empty prefix.
    private func keyRange(prefix: String) -> String? {
        guard let last = prefix.unicodeScalars.last, let next = Unicode.Scalar(last.value + 1) else { return nil }
        var scalars = prefix.unicodeScalars
        scalars.removeLast()
        scalars.append(next)
        return String(scalars)
    }

    public func merchantID(named name: String) throws(StoreError) -> Int64? {
        try database.first("SELECT id FROM merchant WHERE name = ?", [.text(name)]) { $0.int(0) }
    }
}

extension HouseholdIndex {
    /// The category that most of the latest purchases at a merchant have; nil when nothing was bought there.
    public func lastSpendingCategory(atMerchant name: String) throws(StoreError) -> String? {
        try database.first(
            """
            SELECT category_id FROM (
                SELECT t.category_id FROM merchant m JOIN document d ON d.merchant_id = m.id
                JOIN txn t INDEXED BY txn_document ON t.document_id = d.id
                WHERE m.key = ? AND t.counted = 1 AND t.kind IN (0, 1) LIMIT 200)
            GROUP BY category_id ORDER BY count(*) DESC, category_id LIMIT 1
            """, [.text(NameKey.key(of: name))]
        ) { categorySlug($0.int(0)) }
    }
}
