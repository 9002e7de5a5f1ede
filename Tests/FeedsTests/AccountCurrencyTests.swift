import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("An account whose bank has it in another currency now")
struct AccountCurrencyTests {
    private let household: Household
    private var index: HouseholdIndex { household.index }

    init() throws {
        household = try Household()
        try tell(
            .usd, 700, [row("1", "2026-10-01", -525), row("2", "2026-10-20", -900), row("3", "2026-10-21", -4_000)])
    }

    /// All that the bank tells.
    private func tell(_ currency: Currency, _ balance: Int64, _ rows: [FeedUpdate.Row]) throws {
        var pull = Pull()
        pull.update.accounts = [
            FeedUpdate.Account(
                id: "A", name: "Checking A", institution: "Harbor", type: .checking, currency: currency,
                balance: balance, balanceDay: day("2026-10-31"))
        ]
        pull.update.added = rows
        pull.update.roster = ["A"]
        pull.update.cursor = "1"
        household.feed.pulls = [.success(pull)]
        _ = try household.sync.run(try index.connections)
    }

    private func amounts() throws -> [String] {
        try index.database.rows(
            "SELECT a.name, a.currency, t.amount FROM txn t JOIN account a ON a.id = t.account_id ORDER BY t.id"
        ) { "\($0.text(0)) \($0.text(1)) \($0.int(2))" }
    }

    private func balances() throws -> [String] {
        try index.accounts.map { account in
            let last = try index.database.first(
                "SELECT amount FROM balance WHERE account_id = ? ORDER BY day DESC LIMIT 1", [.int(account.id)]
            ) { $0.int(0) }
            return "\(account.name) \(account.currency.code) \(last ?? -1)"
        }
    }

    @discardableResult
    private func change(to currency: Currency) throws -> CurrencyChange {
        try index.changeCurrency(ofAccount: "checking a", to: currency, on: household.today)
    }

    @Test(
        "What the bank tells again goes on in its currency, edited or split, and what it doesn't stays in the old one")
    func goesOn() throws {
        let third = try #require(try index.database.first("SELECT max(id) FROM txn") { $0.int(0) })
        _ = try index.correct([third], Correction(category: "coffee", notes: "ours"), always: false)
        let change = try change(to: .eur)
        #expect(change.account.name == "Checking A" && change.account.currency == .eur)
        #expect(change.earlier?.name == "Checking A (USD)" && change.earlier?.currency == .usd)
        #expect(try index.connections[0].cursor == nil)
        try tell(
            .eur, 300, [row("2", "2026-10-20", -810), row("3", "2026-10-21", -3_600), row("4", "2026-10-30", -100)])
        #expect(
            try amounts() == [
                "Checking A (USD) USD -525", "Checking A EUR -810", "Checking A EUR -3600", "Checking A EUR -100",
            ])
        #expect(try balances() == ["Checking A (USD) USD 0", "Checking A EUR 300"])
        let rows = try household.rows()
        #expect(rows.contains { $0.hasSuffix("-36.00 | coffee | ours") }, "\(rows)")
        #expect(try index.firstFault() == nil && index.firstTotalFault() == nil)
        // Told once more it is all known.
        try tell(
            .eur, 300, [row("2", "2026-10-20", -810), row("3", "2026-10-21", -3_600), row("4", "2026-10-30", -100)])
        #expect(try amounts().count == 4)
    }

    @Test("Where the bank had only named the wrong currency nothing of the old account is left")
    func wronglyNamed() throws {
        try change(to: .eur)
        let rows = [row("1", "2026-10-01", -525), row("2", "2026-10-20", -900), row("3", "2026-10-21", -4_000)]
        try tell(.eur, 700, rows)
        #expect(
            try amounts() == ["Checking A EUR -525", "Checking A EUR -900", "Checking A EUR -4000"])
        #expect(try balances() == ["Checking A EUR 700"])
        #expect(try index.firstFault() == nil && index.firstTotalFault() == nil)
    }

    @Test("A change that was no such thing is taken back the same way")
    func takenBack() throws {
        try change(to: .gbp)
        #expect(try change(to: .usd).earlier == nil)
        let rows = [row("1", "2026-10-01", -525), row("2", "2026-10-20", -900), row("3", "2026-10-21", -4_000)]
        try tell(.usd, 700, rows)
        #expect(try amounts() == ["Checking A USD -525", "Checking A USD -900", "Checking A USD -4000"])
        #expect(try balances() == ["Checking A USD 700"])
    }

    @Test("A row that a file brought stays in the file's currency, and counts once")
    func filesStay() throws {
        let household = try Household()
        try household.importCSV("Date,Description,Amount\n2026-10-20,CORNER DELI #7,-9.00\n")
        try household.apply(update(.usd))
        _ = try household.index.changeCurrency(ofAccount: "Checking A", to: .eur, on: household.today)
        #expect(try household.apply(update(.eur)).added == 0)
        #expect(try household.rows().count == 1)
        #expect(try household.index.firstTotalFault() == nil)
    }

    private func update(_ currency: Currency) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [
            FeedUpdate.Account(id: "A", name: "Checking A", institution: "Harbor", type: .checking, currency: currency)
        ]
        update.added = [row("2", "2026-10-20", -900)]
        return update
    }

    @Test("Without a bank that tells of the account nothing changes")
    func refused() throws {
        let same = #expect(throws: AccountError.self) { try change(to: .usd) }
        #expect(same?.message == "“Checking A” is in USD already")
        _ = try index.addAccount(name: "Cash", type: .cash, currency: .usd)
        let error = #expect(throws: AccountError.self) {
            try index.changeCurrency(ofAccount: "Cash", to: .eur, on: household.today)
        }
        #expect(error?.message.hasPrefix("no bank connection tells of “Cash”") == true)
        #expect(throws: AccountError.self) {
            try index.changeCurrency(ofAccount: "Nothing", to: .eur, on: household.today)
        }
        #expect(try index.accounts.map(\.currency) == [.usd, .usd])
    }
}
