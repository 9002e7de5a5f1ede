import Ledger

/// Removes rows with everything that is kept of them, inside a transaction in which foreign keys are not checked.
final class RowRemoval {
    private let index: HouseholdIndex
    private var days: Set<Int32> = []
    private var accounts: Set<Int64> = []
    private var database: Database { index.database }

    init(_ index: HouseholdIndex) throws(StoreError) {
        self.index = index
        try database.run(
            script: """
                CREATE TEMP TABLE IF NOT EXISTS removed (id INTEGER PRIMARY KEY); DELETE FROM temp.removed;
                CREATE TEMP TABLE IF NOT EXISTS left_place (account_id INTEGER, day INTEGER, amount INTEGER, content_hash INTEGER,
                PRIMARY KEY (account_id, day, amount, content_hash)) WITHOUT ROWID; DELETE FROM temp.left_place
                """)
    }

    /// Adds rows, and the parts of those that are split, to what is removed.
    ///
    /// - Parameter condition: on the columns of `txn`.
    func choose(_ condition: String, _ value: SQLValue) throws(StoreError) {
        try database.run("INSERT OR IGNORE INTO temp.removed SELECT id FROM txn WHERE \(condition)", value)
        try database.run(
            """
            INSERT OR IGNORE INTO temp.removed
            SELECT id FROM txn WHERE parent_id IS NOT NULL AND parent_id IN (SELECT id FROM temp.removed)
            """)
    }

    /// A row's month and year are summed anew.
    func note(daysOf row: Int64) throws(StoreError) {
        if let day = try database.first("SELECT day FROM txn WHERE id = ?", [.int(row)], { $0.dayNumber(0) }) {
            days.insert(day)
        }
    }

    /// Rows equal to this one are numbered anew.
    func note(placeOf row: Int64) throws(StoreError) { try notePlaces("id = \(row)") }

    /// - Parameter condition: on the columns of `txn`.
    func notePlaces(_ condition: String) throws(StoreError) {
        try database.run(
            """
            INSERT OR IGNORE INTO temp.left_place SELECT account_id, day, amount, content_hash FROM txn
            WHERE parent_id IS NULL AND \(condition)
            """)
    }

    /// Equal rows of a day are numbered from 0 on, without a gap: a file that comes again counts them so.
    private func numberAnew() throws(StoreError) {
        let moved = try database.rows(
            """
            SELECT id, number FROM (SELECT t.id, t.occurrence, row_number() OVER (PARTITION BY t.account_id, t.day, t.amount, t.content_hash
            ORDER BY t.occurrence, t.id) - 1 AS number FROM temp.left_place p JOIN txn t ON t.account_id = p.account_id
            AND t.day = p.day AND t.amount = p.amount AND t.content_hash = p.content_hash)
            WHERE number <> occurrence ORDER BY number
            """
        ) { (id: $0.int(0), number: $0.int(1)) }
        for row in moved {
            try database.run("UPDATE txn SET occurrence = ? WHERE id = ?", .int(row.number), .int(row.id))
        }
        try database.run("DELETE FROM temp.left_place")
    }

    /// An account goes as well if nothing is left of it: see `removeEmptyAccounts`.
    func note(account id: Int64) { accounts.insert(id) }

    /// - Returns: how many rows were removed, parts of split ones left aside.
    func remove() throws(StoreError) -> Int {
        let count = try database.first(
            "SELECT count(*) FROM temp.removed r JOIN txn t ON t.id = r.id WHERE t.parent_id IS NULL"
        ) { Int($0.int(0)) }
        let touched = try database.rows(
            "SELECT DISTINCT t.day, t.account_id FROM temp.removed r JOIN txn t ON t.id = r.id"
        ) { ($0.dayNumber(0), $0.int(1)) }
        days.formUnion(touched.map(\.0))
        accounts.formUnion(touched.map(\.1))
        try notePlaces("id IN (SELECT id FROM temp.removed)")
        try releasePartners()
        try releaseDuplicates()
        try forgetSettled("r.txn_id IN (SELECT id FROM temp.removed)")
        for table in [
            "duplicate", "unpaired", "unruled", "refiled", "revision", "confirmed_row", "correction", "connection_row",
            "kept_row", "withheld_row", "posted_hold",
        ] {
            try database.run("DELETE FROM \(table) WHERE txn_id IN (SELECT id FROM temp.removed)")
        }
        try database.run(
            "UPDATE dismissed_stream SET txn_id = NULL WHERE txn_id IN (SELECT id FROM temp.removed)")
        try database.run(
            """
            DELETE FROM review_answer WHERE kind <> 'category'
            AND (first IN (SELECT id FROM temp.removed) OR second IN (SELECT id FROM temp.removed))
            """)
        try database.run("DELETE FROM txn WHERE id IN (SELECT id FROM temp.removed)")
        try numberAnew()
        try removeTexts()
        try PeriodTotals.refresh(database, of: days)
        return count ?? 0
    }

    /// Other sides of transfers become what they were before they were paired.
    private func releasePartners() throws(StoreError) {
        let partners = try database.rows(
            """
            SELECT p.id, p.day FROM temp.removed r JOIN txn t ON t.id = r.id JOIN txn p ON p.id = t.pair_id
            WHERE p.id NOT IN (SELECT id FROM temp.removed) AND p.pair_id = t.id
            """
        ) { ($0.int(0), $0.dayNumber(1)) }
        guard !partners.isEmpty else { return }
        let documents = try Documents(index)
        for (partner, day) in partners {
            guard let state = try index.stateBeforePairing(ofRow: partner) else { continue }
            _ = try index.set(state, ofRow: partner, documents)
            days.insert(day)
        }
    }

    /// What was a removed row once more is that payment alone now.
    private func releaseDuplicates() throws(StoreError) {
        let released = try database.rows(
            """
            SELECT txn_id FROM duplicate WHERE of_id IN (SELECT id FROM temp.removed)
            AND txn_id NOT IN (SELECT id FROM temp.removed)
            """
        ) { $0.int(0) }
        guard !released.isEmpty else { return }
        let documents = try Documents(index)
        for row in released {
            guard var state = try index.state(ofRow: row) else { continue }
            state.duplicate = 0
            state.excluded = 0
            if let day = try index.set(state, ofRow: row, documents) { days.insert(day) }
        }
    }

    /// What rows were known by before they were posted may come again.
    ///
    /// - Parameter condition: on `revision r`, numbers of our own.
    func forgetSettled(_ condition: String) throws(StoreError) {
        try database.run(
            """
            DELETE FROM settled WHERE (account_id, day, amount, content_hash, occurrence) IN
            (SELECT t.account_id, r.day, t.amount, r.content_hash, r.occurrence FROM revision r
            JOIN txn t ON t.id = r.txn_id WHERE \(condition))
            """)
    }

    /// Takes texts that no row has any more, also those of before a correction, out of the index and its search.
    private func removeTexts() throws(StoreError) {
        let texts = try database.rows(
            """
            SELECT d.id, d.merchant_id, m.name, d.description, d.category_id, d.notes FROM document d
            JOIN merchant m ON m.id = d.merchant_id
            WHERE NOT EXISTS (SELECT 1 FROM txn t WHERE t.document_id = d.id)
            """
        ) { row in
            (
                id: row.int(0), merchantID: row.int(1), merchant: row.text(2), description: row.text(3),
                category: row.int(4), notes: row.optionalText(5)
            )
        }
        let documents = try Documents(index)
        for text in texts {
            try documents.remove(
                text.id, merchant: text.merchant, description: text.description, categoryID: text.category,
                notes: text.notes)
        }
        try removeNames(texts.map(\.merchantID))
    }

    /// Merchants that nothing speaks of any more. The log of corrections holds their numbers among others.
    private func removeNames(_ merchants: [Int64]) throws(StoreError) {
        for merchant in Set(merchants).sorted() {
            try database.run(
                """
                DELETE FROM merchant WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM document WHERE merchant_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM merchant_rule WHERE merchant_id = ?1 OR renamed_to = ?1)
                AND NOT EXISTS (SELECT 1 FROM unruled WHERE merchant_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM dismissed_stream WHERE merchant_id = ?1)
                AND NOT EXISTS (SELECT 1 FROM review_answer WHERE kind = 'category' AND first = ?1)
                AND NOT EXISTS (SELECT 1 FROM correction WHERE ' ' || before || ' ' LIKE '% ' || ?1 || ' %')
                """, .int(merchant))
        }
    }

    /// What a bank said of an account without rows goes once the bank is disconnected; what its owner or a file said stays.
    private func forgetBankBalances(ofEmpty account: Int64) throws(StoreError) {
        try database.run(
            """
            DELETE FROM balance WHERE account_id = ?1 AND source < 2 AND file_id IS NULL
            AND NOT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1)
            AND NOT EXISTS (SELECT 1 FROM connection_account WHERE account_id = ?1)
            """, .int(account))
    }

    /// Accounts that only the removed rows had made go with them.
    func removeEmptyAccounts() throws(StoreError) {
        for account in accounts.sorted() {
            try forgetBankBalances(ofEmpty: account)
            let isUsed = try database.first(
                """
                SELECT EXISTS (SELECT 1 FROM txn WHERE account_id = ?1) OR EXISTS (SELECT 1 FROM balance WHERE account_id = ?1)
                OR EXISTS (SELECT 1 FROM dismissed_stream WHERE account_id = ?1)
                OR EXISTS (SELECT 1 FROM connection_account WHERE account_id = ?1)
                OR EXISTS (SELECT 1 FROM funding_source WHERE account_id = ?1)
                """, [.int(account)]
            ) { $0.int(0) == 1 }
            guard isUsed == false else { continue }
            for table in [
                "settled", "account_alias", "account_layout", "holding", "card", "kept_account", "spare_account",
            ] {
                try database.run("DELETE FROM \(table) WHERE account_id = ?", .int(account))
            }
            try database.run("DELETE FROM account WHERE id = ?", .int(account))
        }
    }
}
