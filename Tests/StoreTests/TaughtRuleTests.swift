import Ledger
import Testing

@testable import Store

/// What a user says of most of a merchant's last rows, one by one, is its rule.
struct TaughtRuleTests {
    private let index: HouseholdIndex

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        let account = try index.addAccount(
            name: "Checking", type: .checking, currency: .usd, institution: nil, mask: nil)
        try index.importFile(named: "a.csv", format: "csv", on: CivilDate(dayNumber: 20_090), expectsManyRows: false) {
            session in
            for day in 0..<7 {
                let text = "QUILL \(day)"
                _ = try session.add(
                    NewTransaction(
                        accountID: account.id, day: Int32(20_030 + day), postedDay: nil, amount: -1000,
                        description: text,
                        contentHash: ImportSession.contentHash(text), textHash: ContentHash.of(text), merchant: "Quill",
                        category: "shopping", kind: .expense, isPending: false, basis: .rules, transferHint: 0,
                        bankID: nil, line: day + 1))
            }
            return (7, ())
        } settle: { _ in
        }
    }

    private func categories() throws -> [String] {
        try index.database.rows("SELECT category_id FROM txn ORDER BY day") { index.categorySlug($0.int(0)) }
    }

    @Test func threeOfTheLastFive() throws {
        let books = Correction(category: "books")
        _ = try index.correct([7], books, always: false)
        _ = try index.correct([4], books, always: false)
        #expect(try categories().filter { $0 == "books" }.count == 2)
        let result = try index.correct([5], books, always: false)
        #expect(result.changed == 5 && result.summary.contains("saved as a rule"))
        #expect(try categories() == Array(repeating: "books", count: 7))
        _ = try index.undoLastCorrection()
        #expect(try categories().filter { $0 == "books" }.count == 2)
    }

    /// Rows of long ago, and different words, teach nothing.
    @Test(arguments: [[(1, "books"), (2, "books"), (7, "books")], [(5, "books"), (6, "gifts"), (7, "books")]])
    func lessTeachesNothing(said: [(Int64, String)]) throws {
        for (id, category) in said { _ = try index.correct([id], Correction(category: category), always: false) }
        #expect(try categories().filter { $0 == "shopping" }.count == 4)
    }
}
