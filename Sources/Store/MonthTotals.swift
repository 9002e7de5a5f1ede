import Ledger

/// Keeps `month_total` equal to the rows it sums.
enum MonthTotals {
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

    /// Sums of new rows, kept while they are written.
    struct Additions {
        private struct Key: Hashable {
            let month: Int32
            let kind: Int8
            let isPending: Bool
            let accountID: Int64
            let categoryID: Int64
        }

        private var sums: [Key: (amount: Int64, rows: Int64)] = [:]
        private var lastDay: (day: Int32, month: Int32)?

        mutating func add(day: Int32, kind: Int64, isPending: Bool, accountID: Int64, categoryID: Int64, amount: Int64)
        {
            let month = month(of: day)
            let key = Key(
                month: month, kind: Int8(kind), isPending: isPending, accountID: accountID, categoryID: categoryID)
            sums[key, default: (0, 0)].amount += amount
            sums[key, default: (0, 0)].rows += 1
        }

        private mutating func month(of day: Int32) -> Int32 {
            if let lastDay, lastDay.day == day { return lastDay.month }
            let month = Int32(CivilDate(dayNumber: day).monthNumber)
            lastDay = (day, month)
            return month
        }

        func write(to database: Database) throws(StoreError) {
            for (key, sum) in sums {
                try database.run(
                    """
                    INSERT INTO month_total (month, kind, pending, account_id, category_id, amount, rows)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, rows = rows + excluded.rows
                    """,
                    .int(Int64(key.month)), .int(Int64(key.kind)), .int(key.isPending ? 1 : 0), .int(key.accountID),
                    .int(key.categoryID), .int(sum.amount), .int(sum.rows))
            }
        }
    }
}
