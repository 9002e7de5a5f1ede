import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("Rows that stayed when their bank was disconnected, and the bank connected again")
struct KeptRowsTests {
    /// What the bank says by itself is gone, as Plaid does.
    private func update(_ added: [FeedUpdate.Row], removed: [String] = []) -> FeedUpdate {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = added
        update.removed = removed
        return update
    }

    private func counted(_ household: Household) throws -> Int64 {
        let spending = try household.spending()
        #expect(spending.rows == spending.totals)
        return spending.rows
    }

    @Test("A hold that came to nothing meanwhile counts no more")
    func goneMeanwhile() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -1_250, isPending: true), row("t1", "2026-10-20", -525)])
        try household.reconnect()
        let report = try household.list([row("t1", "2026-10-20", -525)])
        #expect((report.added, report.gone) == (0, 1))
        #expect(try counted(household) == 525)
    }

    @Test("A hold that was posted with a tip meanwhile counts once", arguments: ["t2", "p1"])
    func postedMeanwhile(_ id: String) throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -4_000, "NOODLE HOUSE", isPending: true)])
        try household.reconnect()
        try household.list([row(id, "2026-10-28", -4_800, "NOODLE HOUSE", posted: "2026-10-30")])
        #expect(try counted(household) == 4_800)
    }

    @Test("A hold of long before the days that the bank tells of is none any more")
    func longAgo() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -1_250, isPending: true), row("t1", "2026-10-20", -525)])
        try household.reconnect()
        household.today = day("2027-02-20")
        try household.list([row("t9", "2027-02-01", -700)])
        #expect(try counted(household) == 525 + 700)
    }

    @Test("What the new connection takes back and changes reaches rows of the one before")
    func takenBack() throws {
        let household = try Household()
        try household.apply(update([row("t1", "2026-10-20", -525), row("t2", "2026-10-21", -900)]))
        try household.reconnect()
        // It tells of them again, by other ids, and takes one back later.
        try household.apply(update([row("n1", "2026-10-20", -525), row("n2", "2026-10-21", -900)]))
        #expect(try counted(household) == 1_425)
        var later = update([], removed: ["n1"])
        later.modified = [row("n2", "2026-10-21", -950)]
        try household.apply(later)
        #expect(try counted(household) == 950)
    }

    @Test("So does what it says of ids that it has not told of itself")
    func byOldIDs() throws {
        let household = try Household()
        try household.apply(
            update([row("p1", "2026-10-29", -525, isPending: true), row("p2", "2026-10-29", -4_000, isPending: true)]))
        try household.reconnect()
        try household.apply(update([row("t2", "2026-10-29", -4_600, posted: "2026-10-31", was: "p2")], removed: ["p1"]))
        #expect(try counted(household) == 4_600)
        #expect(try household.rows().count == 1)
    }

    @Test("What the new connection hasn't brought yet stays, posted or not; what it should have brought goes")
    func notBroughtYet() throws {
        let household = try Household()
        let rows = (1...9).map { row("t\($0)", "2026-10-\(10 + $0)", -100 * Int64($0), "SHOP \($0)") }
        let hold = row("p", "2026-10-25", -1_250, isPending: true)
        try household.apply(update(rows + [hold]))
        try household.reconnect()
        var first = update(rows.prefix(6).filter { $0.id != "t3" })
        first.listed = [
            "A": FeedUpdate.Listing(
                Period(day("2026-10-11"), household.today), coversPosted: true, openFrom: day("2026-10-16"))
        ]
        #expect(try household.apply(first).gone == 1)
        #expect(try counted(household) == 4_500 - 300 + 1_250)
        #expect(try household.apply(update(Array(rows.suffix(3)))).added == 0)
    }

    @Test("What the user said of a row stays with it", arguments: ["t1", "n1"])
    func words(_ id: String) throws {
        let household = try Household()
        try household.list([row("t1", "2026-10-20", -525), row("t0", "2026-10-20", -525)])
        let first = try household.index.database.first(
            "SELECT r.txn_id FROM connection_row r WHERE r.remote_id = 't1'"
        ) { $0.int(0) }
        _ = try household.index.correct([try #require(first)], Correction(notes: "for Ana"), always: false)
        try household.reconnect()
        // Of two equal rows the other one goes.
        try household.list([row(id, "2026-10-20", -525), row("t0", "2026-10-20", -525)])
        #expect(try household.rows().filter { $0.hasSuffix("for Ana") }.count == 1)
        #expect(try household.rows().count == 2)
        if id == "t1" {
            let linked = try household.index.database.first(
                "SELECT r.txn_id FROM connection_row r WHERE r.remote_id = 't1'"
            ) { $0.int(0) }
            #expect(linked == first)
        }
    }

    @Test("A row that a file posted meanwhile stays the file's")
    func postedByFile() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -1_250, isPending: true)])
        try household.reconnect()
        try household.importCSV("Date,Description,Amount\n2026-10-28,CORNER DELI #7,-12.50\n")
        try household.list([])
        #expect(try counted(household) == 1_250)
    }

    @Test("Accounts that the bank shares no more keep their rows, and go by no other connection")
    func otherAccounts() throws {
        let household = try Household()
        var both = update([row("1", "2026-10-20", -525), row("2", "2026-10-21", -900, account: "B")])
        both.accounts.append(checking("B"))
        try household.apply(both)
        try household.reconnect()
        try household.list([])
        #expect(try counted(household) == 1_425)
        #expect(try household.index.imports().map(\.kept) == [1])
        let last = try #require(try household.index.connections.first)
        #expect(try household.index.removeConnection(last.id, deletingRows: true) == 1)
        #expect(try counted(household) == 900)
    }

    @Test("An account that was renamed is known by the bank's own id for it")
    func renamed() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-20", -525)])
        _ = try household.index.renameAccount("Checking A", to: "Everyday")
        try household.reconnect()
        try household.list([row("9", "2026-10-30", -700)])
        #expect(try household.index.accounts.map(\.name) == ["Everyday"])
    }

    @Test(
        "Rows that another connection tells of already stay when the first one ends", arguments: ["demo", "simplefin"])
    func toldOfByBoth(_ provider: String) throws {
        let household = try Household()
        try household.list([row("t1", "2026-10-20", -525), row("t2", "2026-10-21", -900)])
        let second = try household.index.addConnection(
            named: "Other", provider: provider, reference: "other", institution: nil, sealedSecret: nil)
        let told = [row("n1", "2026-10-20", -525), row("n2", "2026-10-21", -900)]
        #expect(try household.list(told, by: second).added == 0)
        _ = try household.index.removeConnection(household.connection.id, deletingRows: false)
        #expect(try household.list(told).gone == 0)
        #expect(try counted(household) == 525 + 900)
    }

    @Test(
        "They stay also when the first one ends with its rows, and go on with the other one",
        arguments: ["demo", "simplefin"])
    func deletedWithFirst(_ provider: String) throws {
        let household = try Household()
        let first = [row("t1", "2026-10-20", -525), row("t2", "2026-10-21", -900), row("t3", "2026-10-22", -700)]
        var both = FeedUpdate()
        both.accounts = [checking(), checking("B")]
        both.added = first + [row("b", "2026-10-21", -300, account: "B")]
        both.listed = ["A": FeedUpdate.Listing(Period(day("2026-10-01"), household.today))]
        try household.apply(both)
        let second = try household.index.addConnection(
            named: "Other", provider: provider, reference: "other", institution: nil, sealedSecret: nil)
        // The other one lists the account by an id of its own, and only its last rows.
        let told = [row("n2", "2026-10-21", -900, account: "X"), row("n3", "2026-10-22", -700, account: "X")]
        func tell(_ rows: [FeedUpdate.Row]) throws -> FeedReport {
            var update = FeedUpdate()
            var account = checking("X")
            account.name = "Checking A"
            update.accounts = [account]
            update.added = rows
            update.listed = ["X": FeedUpdate.Listing(Period(day("2026-10-21"), household.today), coversPosted: true)]
            return try household.apply(update, by: try household.index.connection(id: second.id))
        }
        #expect(try tell(told).added == 0)
        _ = try household.index.removeConnection(household.connection.id, deletingRows: true)
        // Of another provider only what it told of is its own; one of the same provider was not asked for its rows.
        let left: Int64 = provider == "demo" ? 525 + 900 + 700 : 900 + 700
        #expect(try counted(household) == left)
        #expect(try household.index.accounts.map(\.name) == ["Checking A"])
        #expect(try tell(told + [row("n4", "2026-10-30", -100, account: "X")]).added == 1)
        #expect(try counted(household) == left + 100)
        #expect(try tell([told[1], row("n4", "2026-10-30", -100, account: "X")]).gone == 1)
        #expect(try counted(household) == left + 100 - 900)
        #expect(try household.index.firstFault() == nil)
    }

    @Test("Posted rows that only another provider told of are not gone because this one calls them otherwise")
    func unknownToTheOther() throws {
        let household = try Household()
        try household.list([row("t1", "2026-10-20", -525), row("t2", "2026-10-21", -900)])
        try household.reconnect(provider: "simplefin")
        #expect(try household.list([row("n1", "2026-10-20", -525)]).gone == 0)
        #expect(try counted(household) == 525 + 900)
    }

    @Test("Another provider's connection takes over as well, though it words its rows another way")
    func otherProvider() throws {
        let household = try Household()
        try household.list([
            row("1", "2026-10-20", -525), row("2", "2026-10-21", -625), row("3", "2026-10-22", -725),
            row("p", "2026-10-29", -925, isPending: true),
        ])
        try household.reconnect(provider: "simplefin")
        try household.list([
            row("x1", "2026-10-20", -525, "SQ DELI"), row("x2", "2026-10-21", -625, "SQ DELI"),
            row("x3", "2026-10-22", -725, "SQ DELI"),
        ])
        #expect(try counted(household) == 525 + 625 + 725)
    }
}
