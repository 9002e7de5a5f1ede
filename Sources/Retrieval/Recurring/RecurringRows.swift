import Ledger
import Store

extension Retriever {
    /// The recurring streams of the household, without those that the user dismissed.
    ///
    /// - Parameter asOf: the day that counts as today; 24 months before it are looked at.
    public func recurring(asOf: CivilDate) throws -> RecurringResult {
        try recurring(asOf: asOf, atMost: nil)
    }

    /// The same from one reading of at most so many rows, the newest.
    func recurring(asOf: CivilDate, atMost limit: Int?) throws -> RecurringResult {
        try index.kept(["recurring", asOf, limit ?? 0]) {
            RecurringDetector.streams(rows: try recurringRows(asOf: asOf, atMost: limit), asOf: asOf)
                .without(try index.dismissedStreams())
        }
    }

    /// How many rows are kept in memory at most for what is asked next.
    private static let mostKept = 10_000

    /// The statement behind `recurringRows`, with `?` for values.
    static let recurringStatement = """
        SELECT id, day, merchant_id, account_id, category_id, amount, kind FROM txn INDEXED BY txn_day
        WHERE day BETWEEN ? AND ? AND counted = 1 AND kind <> 3 AND amount <> 0
        """

    /// The rows that streams and unusual rows are looked for in, oldest first: 24 months, and six weeks more, so that
    /// a yearly charge that is a little late still has the two before it.
    ///
    /// - Parameter limit: how many rows are read at most; the oldest days are left out.
    func recurringRows(asOf: CivilDate, atMost limit: Int? = nil) throws -> [RecurringRow] {
        try index.kept(["rows", asOf, limit ?? 0], most: Retriever.mostKept) {
            try readRecurringRows(asOf: asOf, atMost: limit)
        }
    }

    private func readRecurringRows(asOf: CivilDate, atMost limit: Int?) throws -> [RecurringRow] {
        var start = asOf.adding(months: -24).adding(days: -42)
        if let limit, let day = try index.dayOfRow(limit, before: asOf) { start = max(start, day.adding(days: 1)) }
        var accounts: [Int64: Account] = [:]
        for account in try index.accounts { accounts[account.id] = account }
        let columns = try index.database.rows(
            Retriever.recurringStatement, [.int(Int64(start.dayNumber)), .int(Int64(asOf.dayNumber))]
        ) { row in
            (
                id: row.int(0), day: row.dayNumber(1), merchant: row.int(2), account: row.int(3),
                category: row.int(4), amount: row.int(5), kind: row.int(6)
            )
        }
        var names: [Int64: String] = [:]
        var rows: [RecurringRow] = []
        rows.reserveCapacity(columns.count)
        for row in columns {
            guard let account = accounts[row.account], let kind = TransactionKind(code: row.kind) else { continue }
            let merchant: String
            if let known = names[row.merchant] {
                merchant = known
            } else {
                merchant = try index.merchantName(row.merchant)
                names[row.merchant] = merchant
            }
            rows.append(
                RecurringRow(
                    id: row.id, date: CivilDate(dayNumber: row.day), merchant: merchant, account: account.name,
                    category: index.categorySlug(row.category), amount: Money(row.amount, account.currency), kind: kind)
            )
        }
        return rows
    }
}

extension HouseholdIndex {
    /// The day of the row that has so many newer ones up to a day; nil when there are fewer. What begins after it reads
    /// at most so many rows.
    public func dayOfRow(_ count: Int, before day: CivilDate) throws(StoreError) -> CivilDate? {
        try database.first(
            "SELECT day FROM txn INDEXED BY txn_day WHERE day <= ? ORDER BY day DESC LIMIT 1 OFFSET ?",
            [.int(Int64(day.dayNumber)), .int(Int64(count))]
        ) { $0.day(0) }
    }

    func merchantName(_ id: Int64) throws(StoreError) -> String {
        try database.first("SELECT name FROM merchant WHERE id = ?", [.int(id)]) { $0.text(0) } ?? ""
    }
}

extension RecurringResult {
    /// Without the streams that the user dismissed, which become rejections.
    func without(_ dismissed: [DismissedStream]) -> RecurringResult {
        guard !dismissed.isEmpty else { return self }
        var kept: [RecurringStream] = []
        var gone = rejections
        for stream in streams {
            guard dismissed.contains(where: stream.isMeant) else {
                kept.append(stream)
                continue
            }
            gone.append(
                RecurringRejection(
                    merchant: stream.merchant, account: stream.account, rows: stream.rowIDs.count, reason: .dismissed))
        }
        return RecurringResult(streams: kept, rejections: gone)
    }
}

extension RecurringStream {
    /// Whether this is the stream that was dismissed, perhaps at another price since.
    fileprivate func isMeant(_ dismissed: DismissedStream) -> Bool {
        if let row = dismissed.rowID, rowIDs.contains(row) { return true }
        return merchant == dismissed.merchant && account == dismissed.account
            && RecurringAmounts.areNear(amount.minorUnits, dismissed.amount)
    }
}
