import Importing
import Ledger
import Store
import Testing

@testable import Feeds
@testable import Retrieval

@Suite("What banks tell late, or once more from before")
struct LateRowsTests {
    private let household: Household

    init() throws { household = try Household() }

    private func sync(on today: String, balance: Int64, _ rows: [FeedUpdate.Row]) throws {
        household.today = day(today)
        var update = FeedUpdate()
        update.accounts = [checking(balance: balance, on: today)]
        update.added = rows
        try household.apply(update)
    }

    private func held(_ on: String) throws -> Int64? {
        let index = household.index
        let curve = BalanceCurve(
            known: try index.balances(account: 1).map { ($0.day, $0.amount) }, booked: try index.postedDays(account: 1),
            start: try index.coverage(account: 1)?.start)
        return curve.amount(on: day(on))
    }

    @Test("A check that turns up days later with its old day is in the balances of the days since then")
    func check() throws {
        try sync(on: "2026-10-10", balance: 100_000, [row("a", "2026-10-06", -1_000)])
        try sync(on: "2026-10-12", balance: 99_500, [row("b", "2026-10-12", -500, "BAKERY")])
        try sync(
            on: "2026-10-14", balance: 91_300,
            [row("c", "2026-10-09", -8_000, "CHECK 1021"), row("d", "2026-10-14", -200, "KIOSK")])
        // By hand: 910 less than what the bank said on the 10th and the 12th, because it booked the check on the 9th.
        #expect(try held("2026-10-08") == 100_000)
        #expect(try held("2026-10-09") == 92_000)
        #expect(try held("2026-10-10") == 92_000)
        #expect(try held("2026-10-11") == 92_000)
        #expect(try held("2026-10-12") == 91_500)
        #expect(try held("2026-10-14") == 91_300)
        // And once only.
        try sync(on: "2026-10-16", balance: 91_300, [row("c", "2026-10-09", -8_000, "CHECK 1021")])
        #expect(try held("2026-10-10") == 92_000)
    }

    @Test("What the bank's balance held before its row came is not taken off twice, and an unclear one stays")
    func known() throws {
        try sync(on: "2026-10-10", balance: 100_000, [row("a", "2026-10-06", -1_000)])
        try sync(on: "2026-10-12", balance: 100_000, [row("c", "2026-10-09", -8_000, "CHECK 1021")])
        #expect(try held("2026-10-10") == 100_000)
        try sync(on: "2026-10-14", balance: 77_777, [row("d", "2026-10-08", -5_000, "CHECK 1022")])
        #expect(try held("2026-10-10") == 100_000 && held("2026-10-12") == 100_000)
    }

    @Test("Older history that comes piece by piece changes no balance")
    func history() throws {
        try sync(on: "2026-10-10", balance: 100_000, [row("a", "2026-10-06", -1_000)])
        try sync(on: "2026-10-12", balance: 100_000, [row("z", "2026-07-06", -4_000)])
        #expect(try held("2026-10-10") == 100_000 && held("2026-10-06") == 100_000)
        #expect(try held("2026-10-05") == 101_000)
    }

    @Test("An answer from before a hold was posted brings the hold back no more")
    func olderAnswer() throws {
        let hold = row("p", "2026-10-28", -525, isPending: true)
        let posted = row("t", "2026-10-28", -525, posted: "2026-10-30")
        try household.list([hold])
        try household.list([posted])
        #expect(try household.list([hold, posted]).added == 0)
        #expect(try household.rows().count == 1)
        var named = FeedUpdate()
        named.accounts = [checking()]
        named.added = [row("q", "2026-10-29", -700, isPending: true)]
        try household.apply(named)
        named.added = [row("u", "2026-10-29", -820, was: "q")]
        try household.apply(named)
        named.added = [row("q", "2026-10-29", -700, isPending: true)]
        #expect(try household.apply(named).added == 0)
        #expect(try household.spending() == (525 + 820, 525 + 820))
    }

    @Test("Rows that several pulls leave out for the same reason are told as one sum")
    func sums() throws {
        var first = Pull()
        first.problems = [.leftOut(rows: 3, of: ["A"], "no readable day"), .leftOut(rows: 1, of: ["A"], "too large")]
        first.next = "more"
        var second = Pull()
        second.problems = [.leftOut(rows: 3, of: ["B"], "no readable day")]
        household.feed.pulls = [.success(first), .success(second)]
        let outcome = try household.sync.run(try household.index.connections)[0]
        #expect(
            outcome.problems.map(\.message)
                == ["6 transactions are left out: no readable day", "1 transaction is left out: too large"])
        #expect(outcome.problems[0].accounts == ["A", "B"])
    }

    @Test("A dry run keeps nothing, and says that it asked for the newest days only")
    func dryRun() throws {
        var pull = Pull()
        pull.next = "history"
        household.feed.pulls = [.success(pull)]
        var sync = household.sync
        sync.isDryRun = true
        #expect(try sync.run(try household.index.connections)[0].isCutShort)
        #expect(try household.index.connections[0].triedAt == nil)
        sync.since = day("2026-10-01")
        household.feed.pulls = [.success(pull), .success(Pull())]
        #expect(try !sync.run(try household.index.connections)[0].isCutShort)
    }

    private func read(_ moment: Int64, _ rows: String, _ told: [String: Int64]) throws -> (SimpleFINReader, Pull) {
        var reader = SimpleFINReader(today: household.today, known: ["B/a"], told: told)
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "Checking", "currency": "USD", "balance": "9.00",
                 "balance-date": \(moment), "transactions": [\(rows)]}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), household.today), isHistory: false)
        return (reader, pull)
    }

    @Test("What SimpleFIN tells of before its last answer is no news: neither rows nor balance nor what is missing")
    func stale() throws {
        let row = #"{"id": "t", "posted": 1792843200, "amount": "-1.00", "description": "SHOP"}"#
        var cursor = SimpleFINCursor()
        let first = try read(1_793_300_000, row, cursor.told)
        cursor.note(first.0, first.1.problems, today: household.today, from: day("2026-10-01"), since: nil)
        #expect(first.1.update.added.count == 1 && cursor.told == ["B/a": 1_793_300_000])
        // The place of the next pull is kept as text.
        let kept = SimpleFINCursor(cursor.text)
        #expect(kept == cursor)
        let (reader, pull) = try read(1_793_200_000, row, kept.told)
        #expect(pull.update.added.isEmpty && pull.update.listed.isEmpty && pull.update.roster == ["B/a"])
        #expect(pull.update.accounts.map(\.balance) == [nil] && pull.update.accounts.map(\.knownThrough) == [nil])
        #expect(pull.problems.map(\.code) == ["stale"] && pull.problems.allSatisfy(\.isNotice))
        cursor.note(reader, pull.problems, today: household.today.adding(days: 9), from: day("2026-10-01"), since: nil)
        // What it told reaches as far as its balance, which is of two days ago.
        #expect(cursor.known["B/a"] == day("2026-10-29") && cursor.told == ["B/a": 1_793_300_000])
        #expect(try read(1_793_300_000, row, kept.told).1.update.added.count == 1)
        // A bank's clock that is far ahead stops it for two days, not for good.
        #expect(try read(9_000_000_000, row, [:]).0.moments["B/a"] == Int64(household.today.dayNumber + 2) * 86_400)
    }
}
