import Coaching
import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("A bank that is removed at the provider and added there again")
struct AddedAnewTests {
    private let household: Household
    /// What the bank lists, whatever it calls it.
    private let rows = [
        ("2026-10-02", 120_000, "PAYROLL"), ("2026-10-05", -525, "CORNER DELI #7"),
        ("2026-10-05", -525, "CORNER DELI #7"),
        ("2026-10-12", -900, "BOOKS BOISE"), ("2026-10-20", -4_000, "NOODLE HOUSE"), ("2026-10-28", -700, "BAKERY"),
    ]

    init() throws { household = try Household() }

    private func account(_ id: String, mask: String? = "1234", name: String = "Everyday (1234)") -> FeedUpdate.Account {
        FeedUpdate.Account(
            id: id, name: name, mask: mask, institution: "Harbor", type: .checking, currency: .usd, balance: 5_000,
            balanceDay: household.today)
    }

    /// What the provider tells of its accounts, all of their rows or those of the last days.
    ///
    /// - Parameter isWhole: whether it could read all that it has.
    @discardableResult
    private func tell(
        _ accounts: [FeedUpdate.Account], days: Int = 30, _ rows: [(String, Int, String)]? = nil, isWhole: Bool = true
    ) throws -> FeedReport {
        var update = FeedUpdate()
        update.accounts = accounts
        update.roster = isWhole ? Set(accounts.map(\.id)) : nil
        let first = household.today.adding(days: -days)
        for account in accounts {
            for (number, one) in (rows ?? self.rows).enumerated() where day(one.0) >= first {
                update.added.append(
                    row("\(account.id)-\(number)", one.0, Int64(one.1), one.2, account: account.id))
            }
            update.listed[account.id] = FeedUpdate.Listing(Period(first, household.today))
        }
        return try household.apply(update)
    }

    private func note(_ text: String, ofAmount amount: Int64) throws {
        let id = try #require(
            try household.index.database.first("SELECT id FROM txn WHERE amount = ?", [.int(amount)]) { $0.int(0) })
        _ = try household.index.correct([id], Correction(category: "gifts", notes: text), always: false)
    }

    private var spent: Int64 { get throws { try household.spending().rows } }

    @Test("It goes on as the same account, with what the user said of its rows, and whatever is told again")
    func again() throws {
        try tell([account("old/1")])
        try note("for Ana", ofAmount: -4_000)
        let report = try tell([account("new/9")])
        #expect((report.added, report.updated, report.gone) == (0, 0, 0))
        #expect(report.notes == ["Everyday (1234) was added anew at Harbor and goes on as the same account"])
        #expect(try household.index.accounts.map(\.name) == ["Everyday (1234)"])
        #expect(try household.index.connectionAccounts().map(\.remoteID) == ["new/9"])
        #expect(try household.rows().count == 6)
        #expect(try household.rows().contains { $0.contains("| gifts | for Ana") })
        // Once more, and its next row.
        let later = try tell([account("new/9")], rows + [("2026-10-31", -300, "KIOSK")])
        #expect((later.added, later.notes) == (1, []))
        #expect(try spent == 525 + 525 + 900 + 4_000 + 700 + 300)
    }

    @Test("Also where it tells the older rows only later, without a list of their days")
    func history() throws {
        try tell([account("old/1")])
        try tell([account("new/9")], days: 5)
        var update = FeedUpdate()
        update.accounts = [account("new/9")]
        for (number, one) in rows.enumerated() {
            update.added.append(row("n\(number)", one.0, Int64(one.1), one.2, account: "new/9"))
        }
        update.added.removeLast()
        #expect(try household.apply(update).added == 0)
        #expect(try household.rows().count == 6)
    }

    @Test("An account without rows of the same days goes by the digits of its number, not by its name")
    func withoutRows() throws {
        try tell([account("old/1")], [])
        #expect(try tell([account("new/9")], []).accounts.map(\.isNew) == [false])
        let named = try AddedAnewTests()
        try named.tell([named.account("old/1", mask: nil, name: "Everyday")], [])
        let report = try named.tell([named.account("new/9", mask: nil, name: "Everyday")], [])
        #expect(report.accounts.map(\.isNew) == [true])
        let name = try #require(try named.index.accounts.last?.name)
        #expect(
            report.notes == [
                "\(name) may be Everyday, which Harbor no longer lists: if it is, `coach accounts --rename \"\(name)\" "
                    + "\"Everyday\"` makes them one"
            ])
        #expect(try named.index.renameAccount(name, to: "Everyday").isMerged)
        #expect(try named.index.connectionAccounts().map(\.remoteID) == ["new/9"])
        #expect(
            try named.tell([named.account("new/9", mask: nil, name: "Everyday")], []).accounts.map(\.isNew) == [false])
    }

    private var index: HouseholdIndex { household.index }

    @Test("Other rows on the same days are another account, even of the same name")
    func otherRows() throws {
        try tell([account("old/1", mask: nil)])
        let other = rows.map { ($0.0, $0.1 - 3, $0.2) }
        let report = try tell([account("new/9", mask: nil)], other)
        #expect(report.accounts.map(\.isNew) == [true])
        #expect(report.notes.count == 1 && report.notes[0].contains("may be"))
        #expect(try household.rows().count == 12)
    }

    @Test("Two accounts of a bank find each its own")
    func two() throws {
        let savings = [("2026-10-03", 300, "INTEREST"), ("2026-10-12", 10_000, "DEPOSIT")]
        func tell(_ bank: String) throws -> FeedReport {
            var update = FeedUpdate()
            let ids = ["\(bank)/a", "\(bank)/b"]
            update.accounts = ids.map { account($0, mask: nil, name: "Account") }
            update.roster = Set(ids)
            for (id, rows) in zip(ids, bank == "old" ? [rows, savings] : [savings, rows]) {
                for (number, one) in rows.enumerated() {
                    update.added.append(row("\(id)\(number)", one.0, Int64(one.1), one.2, account: id))
                }
                update.listed[id] = FeedUpdate.Listing(Period(day("2026-10-01"), household.today))
            }
            return try household.apply(update)
        }
        _ = try tell("old")
        let before = try household.rows()
        #expect(try tell("new").added == 0)
        #expect(try household.rows() == before)
        #expect(try index.accounts.count == 2)
    }

    @Test("While the provider lists both, the account is taken once; the new one goes on when the old one is gone")
    func listedTwice() throws {
        try tell([account("old/1")])
        let report = try tell([account("old/1"), account("new/9")])
        #expect(report.added == 0 && report.accounts.map(\.id) == ["old/1"])
        #expect(
            report.notes == [
                "Harbor is there twice with Everyday (1234), which is taken once: remove the older one at Stub"
            ])
        #expect(try tell([account("old/1"), account("new/9")], days: 3).notes == [])
        #expect(try tell([account("new/9")]).added == 0)
        #expect(try household.rows().count == 6)
        #expect(try index.connectionAccounts().map(\.remoteID) == ["new/9"])
    }

    private static let doubt =
        "Everyday (1234) is taken for the same account although Harbor calls it otherwise now; the next sync that can read "
        + "everything decides"
    private static let kiosk = ("2026-10-31", -300, "KIOSK")

    @Test(
        "An account that goes by another id while the bank can't be read in full goes on, and stays it when the old id is gone",
        arguments: ["1234", nil])
    func renamedWhilePartial(_ mask: String?) throws {
        try tell([account("old/1", mask: mask)])
        try note("for Ana", ofAmount: -4_000)
        let partial = try tell([account("new/9", mask: mask)], rows + [Self.kiosk], isWhole: false)
        #expect((partial.added, partial.gone) == (1, 0))
        #expect(partial.notes == [Self.doubt])
        #expect(try tell([account("new/9", mask: mask)], rows + [Self.kiosk], isWhole: false).notes == [])
        let whole = try tell([account("new/9", mask: mask)], rows + [Self.kiosk])
        #expect((whole.added, whole.gone, whole.notes) == (0, 0, []))
        #expect(try index.connectionAccounts().map(\.remoteID) == ["new/9"])
        #expect(try index.accounts.count == 1)
        #expect(try household.rows().count == 7)
        #expect(try household.rows().contains { $0.contains("| gifts | for Ana") })
        #expect(try index.firstTotalFault() == nil)
    }

    @Test("It goes back to its old id when that is listed again alone")
    func renamedForADay() throws {
        try tell([account("old/1")])
        try tell([account("new/9")], rows + [Self.kiosk], isWhole: false)
        let whole = try tell([account("old/1")], rows + [Self.kiosk])
        #expect((whole.added, whole.gone, whole.notes) == (0, 0, []))
        #expect(try index.connectionAccounts().map(\.remoteID) == ["old/1"])
        #expect(try household.rows().count == 7)
    }

    @Test("Another account that was taken for it gets its own transactions and balance back")
    func mistaken() throws {
        try tell([account("old/1")], Array(rows.prefix(3)))
        household.today = day("2026-11-01")
        func other() -> FeedUpdate.Account {
            var other = account("new/9")
            other.balance = 77_700
            return other
        }
        let later = Array(rows.suffix(3))
        let partial = try tell([other()], later, isWhole: false)
        #expect((partial.added, partial.notes) == (3, [Self.doubt]))
        try note("for Ana", ofAmount: -4_000)
        household.today = day("2026-11-02")
        var update = FeedUpdate()
        update.accounts = [account("old/1"), other()]
        update.roster = ["old/1", "new/9"]
        for (number, one) in rows.enumerated() {
            let id = number < 3 ? "old/1" : "new/9"
            update.added.append(
                row("\(id)-\(number < 3 ? number : number - 3)", one.0, Int64(one.1), one.2, account: id))
        }
        for id in ["old/1", "new/9"] {
            update.listed[id] = FeedUpdate.Listing(Period(day("2026-10-01"), household.today), coversPosted: true)
        }
        let whole = try household.apply(update)
        #expect((whole.added, whole.gone) == (0, 0))
        #expect(whole.notes.count == 1 && whole.notes[0].contains("isn't Everyday (1234), as it seemed"))
        #expect(try index.accounts.count == 2)
        #expect(try household.rows().count == 6)
        #expect(try household.rows().contains { $0.contains("| gifts | for Ana") })
        let counts = try index.database.rows("SELECT count(*) FROM txn GROUP BY account_id ORDER BY account_id") {
            $0.int(0)
        }
        #expect(counts == [3, 3])
        #expect(try index.firstTotalFault() == nil)
        let balances = try index.database.rows("SELECT day, amount FROM balance ORDER BY account_id, day") {
            "\($0.day(0).iso) \($0.int(1))"
        }
        #expect(
            balances == ["2026-10-31 5000", "2026-11-02 5000", "2026-11-01 77700", "2026-11-02 77700"])
        #expect(try household.apply(update).added == 0)
    }

    @Test("Renaming joins what was told twice, also in other words, and the user's own words stay")
    func joined() throws {
        try tell([account("old/1", mask: nil)])
        try note("for Ana", ofAmount: -4_000)
        let reworded = rows.enumerated().map {
            $0.offset < 4 ? ($0.element.0, $0.element.1, "X\($0.offset)") : $0.element
        }
        let report = try tell([account("new/9", mask: nil, name: "Plus")], reworded)
        #expect(report.accounts.map(\.isNew) == [true])
        #expect(try index.renameAccount("Plus", to: "Everyday (1234)").dropped == 6)
        #expect(try household.rows().count == 6)
        #expect(try household.rows().contains { $0.contains("| gifts | for Ana") })
        #expect(try spent == 525 + 525 + 900 + 4_000 + 700)
        // It is told on, under the new ids.
        let later = try tell([account("new/9", mask: nil, name: "Plus")], reworded)
        #expect((later.added, later.gone) == (0, 0))
        #expect(try spent == household.spending().totals)
    }

    @Test("Two accounts that the bank lists with other rows each stay two")
    func refused() throws {
        var update = FeedUpdate()
        update.accounts = [account("1"), account("2", mask: "9", name: "Savings")]
        update.roster = ["1", "2"]
        update.added = [row("a", "2026-10-05", -525, account: "1"), row("b", "2026-10-06", 900, account: "2")]
        try household.apply(update)
        #expect(throws: AccountError.self) { try index.renameAccount("Savings", to: "Everyday (1234)") }
    }
}

@Suite("An account that its bank lists no more")
struct UnlistedTests {
    private func tell(_ household: Household, _ ids: [String], roster: Set<String>? = nil) throws -> FeedReport {
        var update = FeedUpdate()
        update.accounts = ids.map { checking($0, balance: 70_000, on: household.today.iso) }
        update.roster = roster ?? Set(ids)
        update.added = ids.map { row("\($0)1", "2026-10-20", -525, account: $0) }
        return try household.apply(update)
    }

    @Test("It is told with its day, by sync, accounts, and net worth, until it is listed again")
    func told() throws {
        let household = try Household()
        #expect(try tell(household, ["A", "B"]).unlisted == [])
        for today in ["2026-11-03", "2026-11-05"] {
            household.today = day(today)
            let unlisted = try tell(household, ["A"]).unlisted
            #expect(unlisted.map(\.account) == ["Checking B"] && unlisted.map(\.since) == [day("2026-11-03")])
        }
        let links = try AccountLinks(household.index)
        let account = try #require(try household.index.account(named: "Checking B"))
        #expect(links.cells(of: account).last == "not listed since 2026-11-03")
        #expect(
            links.problems == [
                "Harbor no longer lists Checking B (since November 3, 2026): its balance is the last one known."
            ])
        let worth = try BalanceAnswers(household.index, asOf: household.today, currency: .usd).netWorth()
        #expect(
            worth.evidence.warnings.contains { $0.hasPrefix("Harbor no longer lists Checking B (since November 3") })
        #expect(worth.evidence.warnings.contains { $0.hasSuffix("its balance is that of October 31.") })
        #expect(try tell(household, ["A", "B"]).unlisted == [])
        #expect(try AccountLinks(household.index).problems == [])
    }

    @Test("All warnings of a connection are told, and its accounts need a look; one that is over has none")
    func warned() throws {
        let household = try Household()
        _ = try tell(household, ["A"])
        let account = try #require(try household.index.account(named: "Checking A"))
        func health() throws -> String? { try AccountLinks(household.index).cells(of: account).last }
        #expect(try health() == "ok")
        let id = household.connection.id
        try household.index.warn("NEW_ACCOUNTS_AVAILABLE", "the bank has more", until: 2_000_000, ofConnection: id)
        #expect(try health() == "ok")
        try household.index.warn("PENDING_DISCONNECT", "the bank is leaving", until: 1_900_000, ofConnection: id)
        #expect(try health() == "needs a look")
        let problems = try AccountLinks(household.index).problems
        #expect(problems == ["Stub: the bank is leaving.", "Stub: the bank has more."])
        try household.index.note(.relink, "access is gone", isOver: true, ofConnection: id)
        #expect(try AccountLinks(household.index).problems == ["Stub: access is gone."])
    }

    @Test("One that could not be read is listed all the same")
    func unread() throws {
        let household = try Household()
        _ = try tell(household, ["A", "B"])
        #expect(try tell(household, ["A"], roster: ["A", "B"]).unlisted == [])
    }
}
