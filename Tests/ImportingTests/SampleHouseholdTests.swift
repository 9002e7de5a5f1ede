import FoundationEssentials
import Importing
import Ledger
import Store
import Testing

/// The sample household comes in as its generator knows it.
@Suite struct SampleHouseholdTests {
    struct Facts: Decodable {
        struct Month: Decodable {
            struct Category: Decodable {
                var spending: Int64?
                var income: Int64?
                var rows: Int
            }
            var spending: Int64
            var income: Int64
            var rows: Int
            var categories: [String: Category]
            var incomeCategories: [String: Category]
        }
        struct File: Decodable {
            var account: String
            var type: String
            var rows: Int
            var openingCents: Int64
            var closingCents: Int64
        }
        struct Side: Decodable {
            var file: String
            var date: String
        }
        struct Transfer: Decodable {
            var kind: String
            var cents: Int64
            var out: Side
            var into: Side
        }
        struct Row: Decodable {
            var file: String
            var date: String
            var description: String
            var cents: Int64
        }
        var firstDay: String
        var lastDay: String
        var rows: Int
        var income: Int64
        var spending: Int64
        var months: [String: Month]
        var files: [String: File]
        var transfers: [Transfer]
        var pending: [Row]
        var pendingCents: Int64
        var refunds: [Row]
        var doubleCharge: [Row]
        var sameDayPair: [Row]
    }

    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    private let facts: Facts
    private let index: HouseholdIndex

    init() throws {
        let file = try StatementBytes(path: Self.root + "/Tests/Fixtures/sample-facts.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        facts = try withExtendedLifetime(file) { try decoder.decode(Facts.self, from: Data($0.bytes)) }
        index = try HouseholdIndex(path: ":memory:")
        try Self.bring(facts, into: index, names: facts.files.keys.sorted())
    }

    private static func bring(_ facts: Facts, into index: HouseholdIndex, names: [String]) throws {
        let ingest = Ingest(index, today: CivilDate(dayNumber: 20_757))
        for name in names {
            var request = IngestRequest()
            request.account = facts.files[name]?.account
            request.options.accountType = facts.files[name].flatMap { AccountType(userText: $0.type) }
            let report = try ingest.importFile("\(root)/rag-index/sample/\(name)", request)
            #expect(report.rows == facts.files[name]?.rows)
            #expect(report.skipped.isEmpty)
        }
    }

    private func number(_ sql: String, _ values: SQLValue...) throws -> Int64 {
        try index.database.first(sql, values) { $0.int(0) } ?? 0
    }

    private func days(_ month: String) throws -> (SQLValue, SQLValue) {
        let first = try #require(CivilDate(iso: month + "-01"))
        return (.int(Int64(first.dayNumber)), .int(Int64(first.endOfMonth.dayNumber)))
    }

    @Test func everyMonthToTheCent() throws {
        #expect(try number("SELECT count(*) FROM txn") == Int64(facts.rows))
        #expect(try number("SELECT sum(spent) FROM spending") == facts.spending)
        #expect(try number("SELECT sum(amount) FROM txn WHERE kind = 2") == facts.income)
        #expect(facts.months.count == 24)
        for (month, expected) in facts.months {
            let (first, last) = try days(month)
            let spent = try number("SELECT sum(spent) FROM spending WHERE day BETWEEN ? AND ?", first, last)
            let earned = try number("SELECT sum(amount) FROM txn WHERE kind = 2 AND day BETWEEN ? AND ?", first, last)
            let rows = try number("SELECT count(*) FROM txn WHERE day BETWEEN ? AND ?", first, last)
            #expect(spent == expected.spending && earned == expected.income && rows == expected.rows, "\(month)")
        }
        #expect(try index.coverage?.start.iso == facts.firstDay)
        #expect(try index.coverage?.end.iso == facts.lastDay)
    }

    /// Where the generator and the merchant tables may differ for good reasons: a taco stand is either.
    private static let mattersOfTaste: Set = [
        "clothing", "department_stores", "entertainment", "events", "family", "fast_food", "gifts", "giving",
        "groceries", "online_shopping", "pets", "restaurants", "services", "software", "streaming", "taxes",
        "utilities",
    ]

    @Test func everyCategoryOfEveryMonth() throws {
        for (month, expected) in facts.months {
            let (first, last) = try days(month)
            let found = try index.database.rows(
                """
                SELECT c.slug, t.kind, sum(t.amount), count(*) FROM txn t JOIN category c ON c.id = t.category_id
                WHERE t.day BETWEEN ? AND ? AND t.kind < 3 GROUP BY 1, t.kind = 2
                """, [first, last]
            ) { (slug: $0.text(0), isIncome: $0.int(1) == 2, amount: $0.int(2), rows: Int($0.int(3))) }
            let spending = found.filter { !$0.isIncome && !Self.mattersOfTaste.contains($0.slug) }
            let known = expected.categories.filter { !Self.mattersOfTaste.contains($0.key) }
            #expect(
                spending.map { "\($0.slug) \(-$0.amount) in \($0.rows)" }.sorted()
                    == known.map { "\($0) \($1.spending ?? 0) in \($1.rows)" }.sorted(), "\(month)")
            let income = found.filter(\.isIncome).map { "\($0.slug) \($0.amount) in \($0.rows)" }
            #expect(
                income.sorted() == expected.incomeCategories.map { "\($0) \($1.income ?? 0) in \($1.rows)" }.sorted())
        }
    }

    @Test func balancesFollowFromTheRows() throws {
        for file in facts.files.values {
            let sum = try number(
                "SELECT sum(amount) FROM txn t JOIN account a ON a.id = t.account_id WHERE a.name = ? AND pending = 0",
                .text(file.account))
            #expect(file.openingCents + sum == file.closingCents, "\(file.account)")
        }
    }

    @Test func everyTransferIsPaired() throws {
        let found = try index.database.rows(
            """
            SELECT -o.amount, o.day, i.day, oa.name, ia.name, c.slug, o.kind + i.kind
            FROM txn o JOIN txn i ON i.id = o.pair_id AND i.pair_id = o.id JOIN account oa ON oa.id = o.account_id
            JOIN account ia ON ia.id = i.account_id JOIN category c ON c.id = o.category_id
            WHERE o.amount < 0
            """
        ) { row in
            let (out, into) = (CivilDate(dayNumber: Int32(row.int(1))), CivilDate(dayNumber: Int32(row.int(2))))
            return "\(row.int(0)) \(out) \(row.text(3)) → \(into) \(row.text(4)): \(row.text(5)) \(row.int(6))"
        }
        let expected = facts.transfers.map { transfer in
            let (out, into) = (facts.files[transfer.out.file], facts.files[transfer.into.file])
            return
                "\(transfer.cents) \(transfer.out.date) \(out?.account ?? "") → \(transfer.into.date) \(into?.account ?? ""): "
                + "\(transfer.kind) 6"
        }
        #expect(found.sorted() == expected.sorted())
        #expect(try number("SELECT count(*) FROM txn WHERE kind = 3 AND pair_id IS NULL") == 0)
    }

    @Test func pendingRowsRefundsAndRepeatedCharges() throws {
        #expect(try number("SELECT count(*) FROM txn WHERE pending = 1") == Int64(facts.pending.count))
        #expect(try number("SELECT sum(spent) FROM spending WHERE pending = 1") == facts.pendingCents)
        for refund in facts.refunds {
            let day = try #require(CivilDate(iso: refund.date)).dayNumber
            let kind = try number(
                """
                SELECT kind FROM txn t JOIN document d ON d.id = t.document_id
                WHERE day = ? AND amount = ? AND description = ?
                """, .int(Int64(day)), .int(refund.cents), .text(refund.description))
            #expect(kind == TransactionKind.refund.code, "\(refund.description)")
        }
        for rows in [facts.doubleCharge, facts.sameDayPair] {
            let text = try #require(rows.first).description
            let count = try number(
                """
                SELECT count(*) FROM txn t JOIN document d ON d.id = t.document_id WHERE description = ? AND amount = ?
                AND day BETWEEN ? AND ?
                """, .text(text), .int(rows[0].cents),
                .int(Int64(try #require(CivilDate(iso: rows[0].date)).dayNumber)),
                .int(Int64(try #require(CivilDate(iso: rows[rows.count - 1].date)).dayNumber)))
            #expect(count == Int64(rows.count), "\(text)")
        }
    }

    @Test func theOrderOfTheFilesDoesNotMatterAndTheyComeInOnce() throws {
        let other = try HouseholdIndex(path: ":memory:")
        try Self.bring(facts, into: other, names: facts.files.keys.sorted().reversed())
        func sums(_ index: HouseholdIndex) throws -> [String] {
            try index.database.rows(
                """
                SELECT t.day, a.name, t.amount, m.name, c.slug, t.kind, t.pending, t.pair_id IS NULL
                FROM txn t JOIN account a ON a.id = t.account_id JOIN merchant m ON m.id = t.merchant_id
                JOIN category c ON c.id = t.category_id ORDER BY 1, 2, 3, 4, 5, 6
                """
            ) { row in (0..<8).map { row.text($0) }.joined(separator: "|") }
        }
        let first = try sums(index)
        #expect(try (sums(other) == first) as Bool)
        try Self.bring(facts, into: index, names: facts.files.keys.sorted())
        #expect(try (sums(index) == first) as Bool)
    }
}
