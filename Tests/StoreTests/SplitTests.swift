import Ledger
import Testing

@testable import Store

struct SplitTests {
    private let index: HouseholdIndex

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        let account = try index.addAccount(
            name: "Checking", type: .checking, currency: .usd, institution: nil, mask: nil)
        try index.importFile(named: "a.csv", format: "csv", on: CivilDate(dayNumber: 20_030), expectsManyRows: false) {
            session in
            for (line, amount) in [(2, -10_000), (3, -2500)] as [(Int, Int64)] {
                let text = "MARKET \(line)"
                _ = try session.add(
                    NewTransaction(
                        accountID: account.id, day: 20_030, postedDay: nil, amount: amount, description: text,
                        contentHash: ImportSession.contentHash(text), textHash: ContentHash.of(text),
                        merchant: "Market",
                        category: "shopping", kind: .expense, isPending: line == 2, basis: .rules, transferHint: 1,
                        bankID: nil, line: line))
            }
            return (2, ())
        } settle: { _ in
        }
    }

    /// What counts as spent, in cents, by category; and that the kept totals say the same.
    private func spent() throws -> [String: Int64] {
        let query = "SELECT category_id, sum(spent) FROM spending GROUP BY category_id"
        let sums = try index.database.rows(query) { ($0.int(0), $0.int(1)) }
        let kept = try index.database.rows(
            "SELECT category_id, -sum(amount) FROM month_total WHERE kind = 0 GROUP BY category_id HAVING sum(rows) > 0"
        ) { ($0.int(0), $0.int(1)) }
        let named = Dictionary(uniqueKeysWithValues: sums.map { (index.categorySlug($0.0), $0.1) })
        #expect(named == Dictionary(uniqueKeysWithValues: kept.map { (index.categorySlug($0.0), $0.1) }))
        return named
    }

    @Test func partsCountAndTheRestStays() throws {
        let done = try index.split(
            1, into: [SplitPart(amount: -4000, category: "groceries"), SplitPart(amount: -2500, category: "clothing")])
        #expect(done.summary == "split into 3 parts")
        #expect(try spent() == ["groceries": 4000, "clothing": 2500, "shopping": 6000])
    }

    @Test func undoBringsTheLastSplitBack() throws {
        _ = try index.split(1, into: [SplitPart(amount: -4000, category: "groceries")])
        _ = try index.split(1, into: [SplitPart(amount: -10_000, category: "gifts")])
        #expect(try spent() == ["gifts": 10_000, "shopping": 2500])
        _ = try index.undoLastCorrection()
        #expect(try spent() == ["groceries": 4000, "shopping": 8500])
        _ = try index.undoLastCorrection()
        #expect(try spent() == ["shopping": 12_500])
    }

    @Test func aWholeRowAgain() throws {
        _ = try index.split(1, into: [SplitPart(amount: -4000, category: "groceries")])
        _ = try index.split(1, into: [])
        #expect(try spent() == ["shopping": 12_500])
    }

    @Test(arguments: [[-10_001], [-6000, -4001], [500], [0]] as [[Int64]])
    func whatDoesNotFitIsRefused(amounts: [Int64]) throws {
        #expect(throws: SplitError.self) {
            try index.split(1, into: amounts.map { SplitPart(amount: $0, category: "gifts") })
        }
        #expect(try spent() == ["shopping": 12_500])
    }

    @Test func removingTheImportTakesThePartsAlong() throws {
        _ = try index.split(1, into: [SplitPart(amount: -4000, category: "groceries")])
        #expect(try index.removeImport(1)?.removed == 2)
        #expect(try index.database.first("SELECT count(*) FROM txn") { $0.int(0) } == 0)
    }

    /// A pending row that is posted takes its parts along to its day.
    @Test func partsFollowTheirRow() throws {
        _ = try index.split(1, into: [SplitPart(amount: -4000, category: "groceries")])
        try index.importFile(named: "b.csv", format: "csv", on: CivilDate(dayNumber: 20_033), expectsManyRows: false) {
            session in
            let text = "MARKET 2"
            let outcome = try session.add(
                NewTransaction(
                    accountID: 1, day: 20_032, postedDay: 20_032, amount: -10_000, description: text,
                    contentHash: ImportSession.contentHash(text), textHash: ContentHash.of(text), merchant: "Market",
                    category: "shopping", kind: .expense, isPending: false, basis: .rules, transferHint: 0, bankID: nil,
                    line: 2))
            #expect(outcome == .updated)
            return (1, ())
        } settle: { _ in
        }
        let parts = try index.database.rows("SELECT day, pending FROM txn WHERE parent_id = 1") {
            ($0.int(0), $0.int(1))
        }
        #expect(parts.map(\.0) == [20_032, 20_032])
        #expect(parts.map(\.1) == [0, 0])
    }

    /// A tip makes another amount of it, of which parts say nothing: the import can tell which row lost them.
    @Test func partsOfAnotherAmountGoAndAreTold() throws {
        func add(_ name: String, _ amount: Int64, _ id: String, pending: String?) throws -> [Int64] {
            var whole: [Int64] = []
            try index.importFile(named: name, format: "plaid", on: CivilDate(dayNumber: 20_036), expectsManyRows: false)
            { session in
                _ = try session.add(
                    NewTransaction(
                        accountID: 1, day: 20_034, postedDay: nil, amount: amount, description: "BISTRO",
                        contentHash: ImportSession.contentHash("BISTRO"), textHash: ContentHash.of("BISTRO"),
                        merchant: "Bistro", category: "restaurants", kind: .expense, isPending: pending == nil,
                        basis: .rules, transferHint: 0, bankID: id, pendingID: pending, line: 1))
                whole = session.rowsMadeWhole
                return (1, ())
            } settle: { _ in
            }
            return whole
        }
        #expect(try add("b.json", -4000, "p1", pending: nil) == [])
        _ = try index.split(3, into: [SplitPart(amount: -1500, category: "gifts")])
        #expect(try add("c.json", -4800, "t1", pending: "p1") == [3])
        #expect(try index.parts(ofRow: 3) == [])
        #expect(try spent()["restaurants"] == 4800)
    }

    /// The bank names the pending row: its amount may differ by a tip, and comes back when the import is removed.
    @Test func theBankNamesThePendingRow() throws {
        let account: Int64 = 1
        func row(_ text: String, _ amount: Int64, day: Int32, id: String, pending: String? = nil) -> NewTransaction {
            NewTransaction(
                accountID: account, day: day, postedDay: nil, amount: amount, description: text,
                contentHash: ImportSession.contentHash(text), textHash: ContentHash.of(text), merchant: "Bistro",
                category: "restaurants", kind: .expense, isPending: pending == nil, basis: .rules, transferHint: 0,
                bankID: id, pendingID: pending, line: 1)
        }
        for (name, one) in [
            ("b.json", row("BISTRO", -4000, day: 20_034, id: "p1")),
            ("c.json", row("BISTRO TIP", -4800, day: 20_036, id: "t1", pending: "p1")),
        ] {
            try index.importFile(named: name, format: "plaid", on: CivilDate(dayNumber: 20_036), expectsManyRows: false)
            {
                session in
                _ = try session.add(one)
                return (1, ())
            } settle: { _ in
            }
        }
        func amounts() throws -> [Int64] {
            try index.database.rows("SELECT amount FROM txn WHERE day > 20030") { $0.int(0) }
        }
        #expect(try amounts() == [-4800])
        _ = try index.removeImport(3)
        #expect(try amounts() == [-4000])
    }
}
