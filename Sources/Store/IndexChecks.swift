/// What is checked of an index besides its pages.
extension HouseholdIndex {
    /// The first kept sum that differs from the rows it sums, in words; nil when all agree.
    public func firstTotalFault() throws(StoreError) -> String? {
        for (table, unit, key) in [("month_total", "month", "category_id"), ("year_total", "year", "merchant_id")] {
            let keys = "kind, pending, account_id, \(key)"
            // strftime reads days as seconds; months are counted as year * 12 + month - 1.
            let number =
                unit == "year"
                ? "CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER)"
                : "CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER) * 12 "
                    + "+ CAST(strftime('%m', day * 86400, 'unixepoch') AS INTEGER) - 1"
            let rows = """
                SELECT \(number) AS unit, \(keys), sum(amount) AS amount, count(*) AS rows FROM txn
                WHERE counted = 1 GROUP BY 1, \(keys)
                """
            let kept = "SELECT \(unit), \(keys), amount, rows FROM \(table) WHERE rows <> 0"
            let fault = try database.first(
                """
                SELECT count(*) FROM (
                    SELECT * FROM (\(rows) EXCEPT \(kept)) UNION ALL SELECT * FROM (\(kept) EXCEPT \(rows)))
                """
            ) { $0.int(0) }
            if let fault, fault > 0 { return "\(fault) sums by \(unit) differ from their rows" }
        }
        return nil
    }

    /// Whether the search holds each text once and no others, in words; nil when it does.
    public func firstSearchFault() throws(StoreError) -> String? {
        do throws(StoreError) {
            return try firstDifferenceOfSearch()
        } catch {
            // Of a search whose tables are gone SQLite only says that something is wrong.
            switch error.reason {
            case .corrupt, .statement: return "the search can't be read"
            default: throw error
            }
        }
    }

    private func firstDifferenceOfSearch() throws(StoreError) -> String? {
        try database.run(
            script: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_instance USING fts5vocab (main, search, instance)")
        let counts = try database.first(
            """
            SELECT (SELECT count(*) FROM document),
            (SELECT count(*) FROM document WHERE id IN (SELECT doc FROM temp.search_instance)),
            (SELECT count(DISTINCT doc) FROM temp.search_instance)
            """
        ) { (texts: $0.int(0), found: $0.int(1), held: $0.int(2)) }
        guard let (texts, found, held) = counts, texts != found || held != texts else { return nil }
        return texts != found
            ? "the search lacks \(texts - found) of \(texts) texts"
            : "the search holds \(held - texts) texts that are gone"
    }
}
