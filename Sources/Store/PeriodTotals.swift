import Ledger

/// Keeps `month_total` and `year_total` equal to the rows they sum.
enum PeriodTotals {
    /// One of the two tables: what it sums by, and over which span of days.
    private struct Table {
        let name: String
        let unit: String
        let key: String
        let number: @Sendable (CivilDate) -> Int
        let span: @Sendable (CivilDate) -> (first: CivilDate, last: CivilDate)
    }

    private static let tables = [
        Table(
            name: "month_total", unit: "month", key: "category_id", number: { $0.monthNumber },
            span: { ($0.startOfMonth, $0.endOfMonth) }),
        Table(
            name: "year_total", unit: "year", key: "merchant_id", number: { $0.year },
            span: { ($0.startOfYear, $0.endOfYear) }),
    ]

    /// Sums anew the months and years of these days. Call it in the transaction that changed rows of them.
    static func refresh(_ database: Database, of days: Set<Int32>) throws(StoreError) {
        for table in tables {
            for first in Set(days.map { table.span(CivilDate(dayNumber: $0)).first }) {
                try refresh(database, table, from: first)
            }
        }
    }

    private static func refresh(_ database: Database, _ table: Table, from first: CivilDate) throws(StoreError) {
        let number = SQLValue.int(Int64(table.number(first)))
        try database.run("DELETE FROM \(table.name) WHERE \(table.unit) = ?", number)
        try database.run(
            """
            INSERT INTO \(table.name) (\(table.unit), kind, pending, account_id, \(table.key), amount, rows)
            SELECT ?, kind, pending, account_id, \(table.key), sum(amount), count(*)
            FROM txn INDEXED BY txn_day
            WHERE day BETWEEN ? AND ? AND counted = 1
            GROUP BY kind, pending, account_id, \(table.key)
            """, number, .int(Int64(first.dayNumber)), .int(Int64(table.span(first).last.dayNumber)))
    }

    /// Sums all rows anew, a month or year at a time.
    static func rebuild(_ database: Database) throws(StoreError) {
        let first = try database.first("SELECT min(day) FROM txn") { $0.optionalDay(0) }
        let last = try database.first("SELECT max(day) FROM txn") { $0.optionalDay(0) }
        for table in tables {
            try database.run("DELETE FROM \(table.name)")
            guard case (let first??, let last??) = (first, last) else { continue }
            var start: CivilDate? = table.span(first).first
            while let day = start {
                try refresh(database, table, from: day)
                let next = table.span(day).last
                start = next < last ? next.adding(days: 1) : nil
            }
        }
    }

    /// Sums of new rows, kept while they are written.
    struct Additions {
        private struct Sum {
            let table: Int
            let unit: Int64
            let kind: Int64
            let pending: Int64
            let accountID: Int64
            let id: Int64
            var amount: Int64
            var rows: Int64
        }

        private var sums: [Sum] = []
        private var positions = HashTable()
        private var lastDay: (day: Int32, month: Int64, year: Int64)?

        mutating func add(
            day: Int32, kind: Int64, isPending: Bool, accountID: Int64, categoryID: Int64, merchantID: Int64,
            amount: Int64
        ) {
            let (month, year) = units(of: day)
            let pending: Int64 = isPending ? 1 : 0
            for (table, unit, id) in [(0, month, categoryID), (1, year, merchantID)] {
                let hash = ContentHash.mixing(Int64(table), unit, kind, pending, accountID, id)
                if let position = positions[hash] {
                    sums[Int(position)].amount += amount
                    sums[Int(position)].rows += 1
                } else {
                    positions.set(hash, to: Int64(sums.count))
                    sums.append(
                        Sum(
                            table: table, unit: unit, kind: kind, pending: pending, accountID: accountID, id: id,
                            amount: amount, rows: 1))
                }
            }
        }

        private mutating func units(of day: Int32) -> (Int64, Int64) {
            if let lastDay, lastDay.day == day { return (lastDay.month, lastDay.year) }
            let date = CivilDate(dayNumber: day)
            let (month, year) = (Int64(date.monthNumber), Int64(date.year))
            lastDay = (day, month, year)
            return (month, year)
        }

        func write(to database: Database) throws(StoreError) {
            let statements = try PeriodTotals.tables.map { table throws(StoreError) in
                try database.statement(
                    """
                    INSERT INTO \(table.name) (\(table.unit), kind, pending, account_id, \(table.key), amount, rows)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, rows = rows + excluded.rows
                    """)
            }
            for sum in sums {
                let statement = statements[sum.table]
                let numbers = [sum.unit, sum.kind, sum.pending, sum.accountID, sum.id, sum.amount, sum.rows]
                statement.bind(numbers.map(SQLValue.int))
                try statement.run()
            }
        }
    }
}

extension HouseholdIndex {
    /// Income and spending of whole months in a currency, minor units, by `CivilDate.monthNumber`.
    public func monthlyFlows(from first: CivilDate, through last: CivilDate, _ currency: Currency) throws(StoreError)
        -> [Int: (income: Int64, spending: Int64)]
    {
        let rows = try database.rows(
            """
            SELECT month, sum(amount) FILTER (WHERE kind = 2), -sum(amount) FILTER (WHERE kind < 2)
            FROM month_total JOIN account ON account.id = account_id
            WHERE month BETWEEN ? AND ? AND account.currency = ? GROUP BY month
            """, [.int(Int64(first.monthNumber)), .int(Int64(last.monthNumber)), .text(currency.code)]
        ) { (month: Int($0.int(0)), income: $0.int(1), spending: $0.int(2)) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.month, (income: $0.income, spending: $0.spending)) })
    }

    /// Interest that cards in a currency were charged in some days, by account; minor units, positive.
    public func cardInterest(_ period: Period, _ currency: Currency) throws(StoreError)
        -> [(accountID: Int64, day: CivilDate, cents: Int64)]
    {
        guard let category = try knownCategoryID("interest_charge") else { return [] }
        return try database.rows(
            """
            SELECT t.account_id, t.day, t.spent FROM spending t JOIN account a ON a.id = t.account_id
            WHERE t.day BETWEEN ? AND ? AND t.category_id = ? AND a.type = ? AND a.currency = ? AND t.spent > 0
            ORDER BY t.day
            """,
            [
                .int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber)), .int(category),
                .text(AccountType.creditCard.rawValue), .text(currency.code),
            ]
        ) { (accountID: $0.int(0), day: $0.day(1), cents: $0.int(2)) }
    }
}
