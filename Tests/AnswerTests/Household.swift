import Coaching
import Importing
import Ledger
import Retrieval
import Store

/// A generated household of `Tests/Fixtures/answers`, brought in through the ordinary import.
struct Household {
    struct BadFixture: Error, CustomStringConvertible {
        let description: String
    }

    /// Spending of one month and category as the generator summed it.
    struct MonthSum {
        let month: Period
        let category: String
        let spent: Money
        let rows: Int
    }

    static let names = ["maple", "leap", "newyear", "border", "kent", "edits", "quay", "heron", "finch"]

    let name: String
    let index: HouseholdIndex
    let asOf: CivilDate
    let cases: [AnswerCase]
    /// Conversations, joined by ` -> `, whose last line is not answered as expected yet.
    let open: Set<String>

    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/answers"

    init(_ name: String) throws {
        self.name = name
        index = try HouseholdIndex(path: ":memory:")
        let questions = try Household.table(name, "questions.tsv")
        guard let head = questions.first, head.count == 2, let day = CivilDate(iso: head[1]) else {
            throw BadFixture(description: "\(name)/questions.tsv: no day in its first line")
        }
        asOf = day
        cases = try questions.dropFirst(2).map(AnswerCase.init)
        open = Set(try Household.table("", "open.tsv").filter { $0.count == 2 && $0[0] == name }.map { $0[1] })
        try importFiles()
        for edit in try Household.table(name, "edits.tsv").dropFirst() { try apply(edit) }
    }

    /// The cells of a table, line by line.
    private static func table(_ household: String, _ file: String) throws -> [[String]] {
        let bytes = try StatementBytes(path: "\(folder)/\(household)/\(file)")
        let text = withExtendedLifetime(bytes) { String(decoding: bytes.bytes, as: UTF8.self) }
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func importFiles() throws {
        let ingest = Ingest(index, today: asOf)
        for row in try Household.table(name, "accounts.tsv").dropFirst() {
            var request = IngestRequest()
            request.account = row[1]
            request.options.accountType = AccountType(rawValue: row[2])
            request.options.currency = Currency(row[3])
            let report = try ingest.importFile("\(Household.folder)/\(name)/\(row[0])", request)
            guard report.skipped.isEmpty, report.added == report.rows else {
                throw BadFixture(description: "\(name)/\(row[0]): \(report.skipped)")
            }
        }
    }

    func monthSums() throws -> [MonthSum] {
        try Household.table(name, "months.tsv").dropFirst().map { row in
            guard let first = CivilDate(iso: row[0] + "-01"), let currency = Currency(row[2]),
                let spent = Int64(row[3]), let rows = Int(row[4])
            else { throw BadFixture(description: "\(name)/months.tsv: \(row)") }
            return MonthSum(month: .month(of: first), category: row[1], spent: Money(spent, currency), rows: rows)
        }
    }

    // MARK: What the user did after the import

    private func apply(_ edit: [String]) throws {
        switch edit[0] {
        case "exclude":
            _ = try index.correct([try rowID(edit)], Correction(isExcluded: true), always: false)
        case "rename":
            let ids = try index.database.rows(
                "SELECT t.id FROM txn t JOIN merchant m ON m.id = t.merchant_id WHERE m.name = ? LIMIT 1",
                [.text(edit[1])]
            ) { $0.int(0) }
            guard let id = ids.first else { throw BadFixture(description: "\(name): no merchant \(edit[1])") }
            _ = try index.correct([id], Correction(merchant: edit[2]), always: true)
        case "split": try split(edit)
        default: throw BadFixture(description: "\(name): unknown edit \(edit)")
        }
    }

    private func rowID(_ edit: [String]) throws -> Int64 {
        guard let day = CivilDate(iso: edit[2]), let amount = Int64(edit[3]) else {
            throw BadFixture(description: "\(name): \(edit)")
        }
        let ids = try index.database.rows(
            """
            SELECT t.id FROM txn t JOIN account a ON a.id = t.account_id
            WHERE a.name = ? AND t.day = ? AND t.amount = ? AND t.parent_id IS NULL ORDER BY t.id LIMIT 1
            """, [.text(edit[1]), .int(Int64(day.dayNumber)), .int(amount)]
        ) { $0.int(0) }
        guard let id = ids.first else { throw BadFixture(description: "\(name): no row \(edit)") }
        return id
    }

    /// There is no command that splits a row, so its parts are written as the schema says they look.
    private func split(_ edit: [String]) throws {
        let parent = try rowID(edit)
        for (position, part) in edit.dropFirst(4).enumerated() {
            let sides = part.split(separator: "=").map(String.init)
            guard sides.count == 2, let amount = Int64(sides[1]) else { throw BadFixture(description: "\(edit)") }
            try index.database.run(
                """
                INSERT INTO txn (account_id, document_id, merchant_id, category_id, day, posted_day, amount, kind, pending,
                    counted, parent_id, basis, content_hash, occurrence)
                SELECT account_id, document_id, merchant_id, category_id, day, posted_day, ?, kind, pending, 1, id, 3,
                    content_hash, 100 + ? FROM txn WHERE id = ?
                """, .int(amount), .int(Int64(position)), .int(parent))
            let id = index.database.lastInsertedID
            try index.database.run("UPDATE txn SET counted = 0 WHERE id = ?", .int(parent))
            // Giving the part its own category also brings the month's totals up to date.
            _ = try index.correct([id], Correction(category: sides[0], notes: "part"), always: false)
        }
    }
}
