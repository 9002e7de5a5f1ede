import Ledger

/// Where a known balance comes from; of two for the same day the later case counts.
public enum BalanceSource: Int64, Sendable {
    /// A running balance beside a row.
    case running = 0
    /// The closing balance of a statement.
    case statement = 1
    /// The account's owner.
    case owner = 2
}

/// What an account held at the end of one day.
public struct KnownBalance: Sendable, Equatable {
    public let accountID: Int64
    public let day: CivilDate
    /// Minor units; what is owed is negative.
    public let amount: Int64
    public let source: BalanceSource

    public init(accountID: Int64, day: CivilDate, amount: Int64, source: BalanceSource) {
        self.accountID = accountID
        self.day = day
        self.amount = amount
        self.source = source
    }
}

/// What rows of some days do to an account.
public struct RowSum: Sendable, Equatable {
    /// Minor units, negative = money out.
    public let amount: Int64
    public let rows: Int
    /// The last of their days; nil without rows.
    public let lastDay: CivilDate?
}

extension HouseholdIndex {
    /// What `keep` is told for the balance of a bank connection: it knows all rows of its day.
    public static let rowsOfSync = 1_000_000_000

    private func tooLarge(_ balance: KnownBalance) throws(StoreError) -> StoreError {
        let name = try accounts.first { $0.id == balance.accountID }?.name ?? "an account"
        return StoreError(
            .outOfRange,
            "the balance of \(name) on \(balance.day.longText) is larger than any account holds: say the right one with "
                + "`coach balance \"\(name)\" AMOUNT --on \(balance.day.iso)`")
    }

    /// Keeps a balance unless a better one is known for that day: the owner's word before a statement's, that before
    /// a running one, and of two running ones the one that came after more rows of the day.
    ///
    /// The same balances give the same history whatever the order in which they come.
    ///
    /// - Parameters:
    ///   - rows: how many rows of that day the balance follows, as far as its file has them.
    ///   - file: the number of the import that states it; nil for the owner's word.
    /// - Throws: `.outOfRange` for one that no account holds.
    public func keep(_ balance: KnownBalance, rows: Int, file: Int64? = nil) throws(StoreError) {
        guard balance.amount.magnitude <= HouseholdIndex.largestAmount else { throw try tooLarge(balance) }
        // The same balance once more stays that of the import which stated it first.
        try database.run(
            """
            INSERT INTO balance (account_id, day, amount, source, rows, file_id) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET amount = excluded.amount, source = excluded.source, rows = excluded.rows,
            file_id = excluded.file_id
            WHERE (excluded.source, excluded.rows) >= (source, rows)
            AND (excluded.source, excluded.rows, excluded.amount) <> (source, rows, amount)
            """,
            .int(balance.accountID), .int(Int64(balance.day.dayNumber)), .int(balance.amount),
            .int(balance.source.rawValue), .int(Int64(rows)), .optional(file))
    }

    /// The last known balance of that day or an earlier one.
    public func lastBalance(account id: Int64, upTo day: CivilDate) throws(StoreError) -> KnownBalance? {
        try balance("account_id = ? AND day <= ? ORDER BY day DESC", id, day)
    }

    /// The first known balance of a later day.
    public func firstBalance(account id: Int64, after day: CivilDate) throws(StoreError) -> KnownBalance? {
        try balance("account_id = ? AND day > ? ORDER BY day", id, day)
    }

    /// All known balances of an account, oldest first.
    public func balances(account id: Int64) throws(StoreError) -> [KnownBalance] {
        let found = try database.rows(
            "SELECT day, amount, source FROM balance WHERE account_id = ? ORDER BY day", [.int(id)]
        ) { row in
            KnownBalance(
                accountID: id, day: row.day(0), amount: row.int(1),
                source: BalanceSource(rawValue: row.int(2)) ?? .running)
        }
        if let large = found.first(where: { $0.amount.magnitude > HouseholdIndex.largestAmount }) {
            throw try tooLarge(large)
        }
        return found
    }

    private func balance(_ condition: String, _ id: Int64, _ day: CivilDate) throws(StoreError) -> KnownBalance? {
        let found = try database.first(
            "SELECT day, amount, source FROM balance WHERE \(condition) LIMIT 1",
            [.int(id), .int(Int64(day.dayNumber))]
        ) { row in
            KnownBalance(
                accountID: id, day: row.day(0), amount: row.int(1),
                source: BalanceSource(rawValue: row.int(2)) ?? .running)
        }
        if let found, found.amount.magnitude > HouseholdIndex.largestAmount { throw try tooLarge(found) }
        return found
    }

    /// A row made on some day is booked within this many days.
    private static let bookingWindow: Int64 = 31

    /// What was booked on an account after one day and up to another, which is included.
    ///
    /// Rows that are left out of totals moved money all the same; those that are another row once more did not, and
    /// pending rows not yet.
    public func postedSum(account id: Int64, after start: CivilDate, through end: CivilDate) throws(StoreError)
        -> RowSum
    {
        let (first, last) = (Int64(start.dayNumber) + 1, Int64(end.dayNumber))
        let sum = try database.first(
            """
            SELECT coalesce(sum(amount), 0), count(*), max(coalesce(posted_day, day)) FROM txn INDEXED BY txn_content
            WHERE account_id = ? AND day BETWEEN ? AND ? AND coalesce(posted_day, day) BETWEEN ? AND ?
            AND pending = 0 AND parent_id IS NULL
            AND id NOT IN (SELECT txn_id FROM duplicate)
            """,
            [
                .int(id), .int(first - HouseholdIndex.bookingWindow), .int(last + HouseholdIndex.bookingWindow),
                .int(first), .int(last),
            ]
        ) { row in
            RowSum(
                amount: row.int(0), rows: Int(row.int(1)),
                lastDay: row.optionalDay(2))
        }
        return sum ?? RowSum(amount: 0, rows: 0, lastDay: nil)
    }

    /// What was booked on each day of an account, oldest first; as `postedSum` counts.
    public func postedDays(account id: Int64) throws(StoreError) -> [(day: CivilDate, amount: Int64)] {
        try database.rows(
            """
            SELECT coalesce(posted_day, day), sum(amount) FROM txn INDEXED BY txn_content
            WHERE account_id = ? AND pending = 0 AND parent_id IS NULL AND id NOT IN (SELECT txn_id FROM duplicate)
            GROUP BY 1 ORDER BY 1
            """, [.int(id)]
        ) { ($0.day(0), $0.int(1)) }
    }

    /// What posted rows changed on an account after one day, or from its first row on, up to another, which is included.
    ///
    /// Unlike `postedSum` it needs no index, so that it can be asked in the middle of a large import.
    public func change(ofAccount id: Int64, after start: CivilDate?, through end: CivilDate) throws(StoreError) -> Int64
    {
        try database.first(
            """
            SELECT coalesce(sum(amount), 0) FROM txn WHERE account_id = ? AND coalesce(posted_day, day) BETWEEN ? AND ?
            AND pending = 0 AND parent_id IS NULL AND id NOT IN (SELECT txn_id FROM duplicate)
            """,
            [
                .int(id), .int(start.map { Int64($0.dayNumber) + 1 } ?? Int64(Int32.min)), .int(Int64(end.dayNumber)),
            ]
        ) { $0.int(0) } ?? 0
    }

    /// The first and last day that an account has rows of; nil when it has none.
    public func coverage(account id: Int64) throws(StoreError) -> Period? {
        func day(_ order: String) throws(StoreError) -> CivilDate? {
            try database.first(
                "SELECT day FROM txn INDEXED BY txn_content WHERE account_id = ? ORDER BY day \(order) LIMIT 1",
                [.int(id)]
            ) { $0.day(0) }
        }
        guard let first = try day("ASC"), let last = try day("DESC") else { return nil }
        return Period(first, last)
    }
}

extension HouseholdIndex {
    /// What is pending on an account, which its balance does not hold yet.
    public func pendingSum(account id: Int64, through end: CivilDate) throws(StoreError) -> RowSum {
        let first = Int64(end.dayNumber) - HouseholdIndex.bookingWindow
        let sum = try database.first(
            """
            SELECT coalesce(sum(amount), 0), count(*), max(day) FROM txn INDEXED BY txn_content
            WHERE account_id = ? AND day BETWEEN ? AND ? AND pending = 1 AND parent_id IS NULL
            AND id NOT IN (SELECT txn_id FROM duplicate)
            """, [.int(id), .int(first), .int(Int64(end.dayNumber))]
        ) { row in
            RowSum(
                amount: row.int(0), rows: Int(row.int(1)),
                lastDay: row.optionalDay(2))
        }
        return sum ?? RowSum(amount: 0, rows: 0, lastDay: nil)
    }
}
