import Ledger
import Store
import Testing

@testable import Importing

/// What one account's bank files a merchant under holds for accounts whose banks say nothing of it.
struct SharedCategoryTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private static let card = """
        Date,Description,Category,Amount
        2026-03-02,HOLLOW REED MEAT & THREE,Restaurants,-18.20
        2026-03-09,HOLLOW REED MEAT & THREE,Restaurants,-21.40
        2026-03-16,QUILLFEATHER,Restaurants,-21.40
        2026-03-17,QUILLFEATHER,Groceries,-25.40
        2026-03-20,WEXLEY HARDWARE,Shopping,-35.40
        2026-03-21,FENWICK & SONS,Shopping,-35.40
        """
    private static let checking = """
        Date,Description,Amount
        2026-04-02,CHECKCARD 0402 HOLLOW REED MEAT & THREE,-17.30
        2026-04-03,CHECKCARD 0403 QUILLFEATHER,-19.30
        2026-04-04,CHECKCARD 0404 WEXLEY HARDWARE,-29.30
        2026-04-05,CHECKCARD 0405 FENWICK & SONS,-39.30
        2026-04-06,CHECKCARD 0406 ELM CITY PRODUCE,-9.30
        """

    private func bring(_ text: String, into account: String) throws {
        var request = IngestRequest()
        request.account = account
        request.options.currency = .usd
        let bytes = StatementBytes(Array((text + "\n").utf8), path: account + ".csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(bytes, request)
    }

    private func categories(of account: String) throws -> [String] {
        try index.database.rows(
            """
            SELECT c.slug FROM txn t JOIN account a ON a.id = t.account_id JOIN category c ON c.id = t.category_id
            WHERE a.name = ? ORDER BY t.day
            """, [.text(account)]
        ) { $0.text(0) }
    }

    /// Whichever file comes first: a bank's word goes before a word of the name, but a broad one only before none, and banks that
    /// don't agree say nothing.
    @Test(arguments: [["Card", "Checking"], ["Checking", "Card"]])
    func aBankSpeaksForOtherAccounts(order: [String]) throws {
        for account in order {
            try bring(account == "Card" ? SharedCategoryTests.card : SharedCategoryTests.checking, into: account)
        }
        #expect(
            try categories(of: "Checking") == ["restaurants", "other", "home_improvement", "shopping", "groceries"])
        #expect(try categories(of: "Card").prefix(2) == ["restaurants", "restaurants"])
    }

    @Test func whatAPersonSaidStays() throws {
        try bring(SharedCategoryTests.checking, into: "Checking")
        let id = try #require(
            try index.database.first("SELECT id FROM txn ORDER BY day LIMIT 1") { $0.int(0) })
        _ = try index.correct([id], Correction(category: "gifts"), always: false)
        try bring(SharedCategoryTests.card, into: "Card")
        #expect(try categories(of: "Checking").first == "gifts")
    }

    /// A word without its vowels is that word, where no other one is left the same way.
    @Test(arguments: [
        ("HOLT RD ANML HSP", "veterinary"), ("SQ *LTL FERN BKRY", "coffee"), ("TLTRM ARCD", "events"),
        ("VROMAN PLMBG", "home_improvement"), ("VENMO *ANA REYES VISA DIRECT NY", "people"),
    ])
    func shortened(text: String, category: String) {
        var classifier = Classifier()
        let found = classifier.classify(
            description: text, bankCategory: nil, bankType: nil, minorUnits: -4200, accountType: .checking)
        #expect(found.category == category)
        #expect(!found.merchant.contains("Visa"))
    }
}
