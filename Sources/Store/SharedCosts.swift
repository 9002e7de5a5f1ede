import Ledger

/// Money that came back for an expense: Ana's half of the dinner.
extension HouseholdIndex {
    /// Counts money that came in as a refund of an expense, in the expense's month, category, and merchant. What it is more than
    /// the expense stays what it was.
    ///
    /// It is a split of the row that came in, so that it is taken back, told, and summed as splits are.
    ///
    /// - Throws: `UnknownTransaction`, or `SplitError` where the one is no expense, the other is no money in, their
    ///   currencies differ, or the money is part of something else already.
    public func repay(_ expense: Int64, by incoming: Int64) throws -> CorrectionResult {
        guard let paid = try transaction(id: expense) else { throw UnknownTransaction(id: expense) }
        guard let back = try transaction(id: incoming) else { throw UnknownTransaction(id: incoming) }
        func fail(_ reason: String) -> SplitError { SplitError(message: reason) }
        guard paid.kind == .expense, paid.amount.minorUnits < 0 else { throw fail("\(expense) is no expense") }
        let isTransfer = try isPaired(incoming)
        guard back.amount.minorUnits > 0, !isTransfer else {
            throw fail("\(incoming) is no money that came back")
        }
        guard paid.amount.currency == back.amount.currency else {
            throw fail("\(expense) and \(incoming) are in different currencies")
        }
        guard back.status == .posted else { throw fail("\(incoming) is still pending: link it once it's posted") }
        guard try parts(ofRow: incoming).isEmpty else {
            throw fail("\(incoming) is split already; `coach edit \(incoming) --split none` makes it whole again")
        }
        let amount = min(back.amount.minorUnits, -paid.amount.minorUnits)
        let note = "paid back for \(paid.merchant), \(paid.date.iso)"
        let part = SplitPart(
            amount: amount, category: try mainCategory(ofRow: expense) ?? paid.category, notes: note, day: paid.date,
            merchant: paid.merchant)
        _ = try split(incoming, into: [part])
        return CorrectionResult(
            changed: 1, summary: "\(Money(amount, paid.amount.currency).text) now counts against \(paid.merchant)")
    }

    private func isPaired(_ id: Int64) throws(StoreError) -> Bool {
        try database.first("SELECT 1 FROM txn WHERE id = ? AND pair_id IS NOT NULL", [.int(id)]) { _ in true } ?? false
    }

    /// The category of the largest part of a row that is split.
    private func mainCategory(ofRow id: Int64) throws(StoreError) -> String? {
        try parts(ofRow: id).max { abs($0.amount) < abs($1.amount) }?.category
    }

    /// Rows of money in from a day on that may have been paid back, oldest first: they count by themselves, are no pay and no
    /// interest, and are part of nothing else.
    public func moneyBack(from day: CivilDate, through last: CivilDate) throws(StoreError) -> [Transaction] {
        try database.rows(
            """
            SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables)
            WHERE t.day BETWEEN ? AND ? AND t.amount > 0 AND t.pending = 0 AND t.counted = 1 AND t.parent_id IS NULL
            AND t.pair_id IS NULL ORDER BY t.day, t.id
            """, [.int(Int64(day.dayNumber)), .int(Int64(last.dayNumber))], transaction
        ).filter { row in
            let flow = ["salary", "interest_income", "dividends", "tax_refund", "benefits"]
            return !flow.contains(row.category)
        }
    }
}
