import Ledger

/// Keeps `month_total` equal to the rows it sums.
enum MonthTotals {
    /// Sums all months that the span touches anew. Call it in the transaction that changed rows in them.
    static func refresh(_ database: Database, days: ClosedRange<Int32>) throws(StoreError) {
        var month = CivilDate(dayNumber: days.lowerBound).startOfMonth
        let last = CivilDate(dayNumber: days.upperBound)
        while month <= last {
            try refresh(database, month: month)
            month = month.adding(months: 1)
        }
    }

    /// Sums anew the months of these days only.
    static func refresh(_ database: Database, of days: Set<Int32>) throws(StoreError) {
        for month in Set(days.map { CivilDate(dayNumber: $0).startOfMonth }) { try refresh(database, month: month) }
    }

    private static func refresh(_ database: Database, month: CivilDate) throws(StoreError) {
        let number = SQLValue.int(Int64(month.monthNumber))
        try database.run("DELETE FROM month_total WHERE month = ?", number)
        try database.run(
            """
            INSERT INTO month_total (month, kind, pending, account_id, category_id, amount, rows)
            SELECT ?, kind, pending, account_id, category_id, sum(amount), count(*)
            FROM txn INDEXED BY txn_day
            WHERE day BETWEEN ? AND ? AND counted = 1
            GROUP BY kind, pending, account_id, category_id
            """, number, .int(Int64(month.dayNumber)), .int(Int64(month.endOfMonth.dayNumber)))
    }
}
