import Glibc
import Ledger
import Store
import TestSupport
import Testing

/// A row as a test writes it down.
struct Row: Sendable {
    var account = "Checking"
    var day: Int32 = 20_000
    var posted: Int32?
    var amount: Int64
    var text: String
    var merchant: String?
    var category = "groceries"
    var kind = TransactionKind.expense
    var isPending = false
    var bankID: String?
    var basis = DecisionBasis.rules
    var hint: Int64 = 0

    init(_ amount: Int64, _ text: String, day: Int32 = 20_000) {
        self.amount = amount
        self.text = text
        self.day = day
    }

    func with(_ change: (inout Row) -> Void) -> Row {
        var copy = self
        change(&copy)
        return copy
    }
}

struct Interruption: Error {}

extension HouseholdIndex {
    /// Brings rows in as one file; accounts that are not there are made.
    ///
    /// - Parameters:
    ///   - mayCorrect: whether rows of an earlier file of the name may be changed by it.
    ///   - failingAfter: how many rows to add before the import throws `Interruption`.
    @discardableResult
    func bring(
        _ rows: [Row], file: String = "a.csv", expectsManyRows: Bool = false, mayCorrect: Bool = false,
        failingAfter: Int? = nil
    ) throws -> [ImportSession.Outcome] {
        try importFile(
            named: file, format: "csv", on: CivilDate(dayNumber: 20_500), expectsManyRows: expectsManyRows
        ) { session in
            var outcomes: [ImportSession.Outcome] = []
            for (line, row) in rows.enumerated() {
                if line == failingAfter { throw Interruption() }
                let account =
                    try account(named: row.account) ?? addAccount(name: row.account, type: .checking, currency: .usd)
                outcomes.append(
                    try session.add(
                        NewTransaction(
                            accountID: account.id, day: row.day, postedDay: row.posted, amount: row.amount,
                            description: row.text, contentHash: ImportSession.contentHash(row.text),
                            textHash: ContentHash.of(row.text),
                            merchant: row.merchant ?? row.text, category: row.category, kind: row.kind,
                            isPending: row.isPending, basis: row.basis, transferHint: row.hint, bankID: row.bankID,
                            line: line + 1)))
            }
            if failingAfter == rows.count { throw Interruption() }
            return (rows.count, outcomes)
        } settle: { session in
            if mayCorrect { _ = try session.takeCorrections() }
        }
    }

    /// Every row as a person sees it, with what it is known by.
    func allRows() throws -> [String] {
        try database.rows(
            """
            SELECT t.id, a.name, t.day, t.posted_day, t.amount, m.name, c.slug, d.description, d.notes, t.kind, t.pending,
            t.counted, t.excluded, t.parent_id, t.pair_id, t.basis, t.bank_id, t.occurrence, d.merchant_id = t.merchant_id,
            d.category_id = t.category_id
            FROM txn t JOIN account a ON a.id = t.account_id JOIN merchant m ON m.id = t.merchant_id
            JOIN category c ON c.id = t.category_id JOIN document d ON d.id = t.document_id ORDER BY t.id
            """
        ) { row in (0..<20).map { row.optionalText($0) ?? "-" }.joined(separator: "|") }
    }

    func rules() throws -> [String] {
        try database.rows(
            """
            SELECT m.name, n.name, c.slug, r.kind FROM merchant_rule r JOIN merchant m ON m.id = r.merchant_id
            LEFT JOIN merchant n ON n.id = r.renamed_to LEFT JOIN category c ON c.id = r.category_id ORDER BY 1
            """
        ) { row in (0..<4).map { row.optionalText($0) ?? "-" }.joined(separator: "|") }
    }

    /// The totals as they are kept, by month and category and by year and merchant.
    func keptTotals() throws -> [String] {
        let months = "SELECT 'month', month, kind, pending, account_id, category_id, amount, rows FROM month_total"
        let years = "SELECT 'year', year, kind, pending, account_id, merchant_id, amount, rows FROM year_total"
        return try database.rows("\(months) UNION ALL \(years)") { row in
            (0..<8).map { row.text($0) }.joined(separator: "|")
        }.sorted()
    }

    /// What the totals must be, summed here row by row.
    func summedTotals() throws -> [String] {
        struct Sum {
            var amount: Int64 = 0
            var rows = 0
        }
        var sums: [String: Sum] = [:]
        let rows = try database.rows(
            "SELECT day, kind, pending, account_id, category_id, merchant_id, amount FROM txn WHERE counted = 1"
        ) { row in (0..<7).map { row.int($0) } }
        for row in rows {
            let date = CivilDate(dayNumber: Int32(row[0]))
            for key in ["month|\(date.monthNumber)", "year|\(date.year)"] {
                let id = key.hasPrefix("month") ? row[4] : row[5]
                sums["\(key)|\(row[1])|\(row[2])|\(row[3])|\(id)", default: Sum()].amount += row[6]
                sums["\(key)|\(row[1])|\(row[2])|\(row[3])|\(id)", default: Sum()].rows += 1
            }
        }
        return sums.map { "\($0.key)|\($0.value.amount)|\($0.value.rows)" }.sorted()
    }

    /// The ids of rows whose text an FTS expression finds.
    func found(_ expression: String) throws -> [Int64] {
        try database.rows(
            """
            SELECT id FROM txn WHERE document_id IN (SELECT rowid FROM search WHERE search MATCH ?) ORDER BY id
            """, [.text(expression)]
        ) { $0.int(0) }
    }

    /// Everything that the file holds, row by row, the full-text index included.
    func everything() throws -> [String] {
        let tables = try database.rows(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('search', 'search_idx') ORDER BY name"
        ) { $0.text(0) }
        var out = try database.rows("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name") { row in
            (0..<3).map { row.text($0) }.joined(separator: "|")
        }
        for table in tables {
            let columns = try database.rows("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
            let list = columns.map { "quote(\"\($0)\")" }.joined(separator: " || '|' || ")
            out += try database.rows("SELECT \(list) FROM \"\(table)\" ORDER BY 1") { "\(table): \($0.text(0))" }
        }
        return out
    }
}
