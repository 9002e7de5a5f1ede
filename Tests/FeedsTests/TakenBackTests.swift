import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("Posted rows that a bank takes back or issues anew, in days that it listed completely")
struct TakenBackTests {
    private let household: Household
    private let rows = (1...8).map { row("t\($0)", "2026-10-\(10 + $0)", -100 * Int64($0), "SHOP \($0)") }

    init() throws { household = try Household() }

    /// What the bank lists of the account since a day, completely.
    @discardableResult
    private func list(_ rows: [FeedUpdate.Row], since first: String = "2026-10-11") throws -> FeedReport {
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = rows
        update.listed = ["A": FeedUpdate.Listing(Period(day(first), household.today), coversPosted: true)]
        return try household.apply(update)
    }

    private func note(_ id: String) throws -> Int64 {
        let row = try #require(
            try household.index.database.first(
                "SELECT txn_id FROM connection_row WHERE remote_id = ?", [.text(id)]
            ) { $0.int(0) })
        _ = try household.index.correct([row], Correction(category: "gifts", notes: "for Ana"), always: false)
        return row
    }

    private func spent() throws -> Int64 {
        let spending = try household.spending()
        #expect(spending.rows == spending.totals)
        return spending.rows
    }

    @Test("One that is listed no more is gone")
    func gone() throws {
        try list(rows)
        #expect(try list(rows.filter { $0.id != "t3" }).gone == 1)
        #expect(try spent() == 3_600 - 300)
        #expect(try list(rows.filter { $0.id != "t3" }).gone == 0)
    }

    @Test("One that comes under another id and with another text is the same row, with what the user said of it")
    func reissued() throws {
        try list(rows)
        let id = try note("t4")
        let again = rows.map { $0.id == "t4" ? row("n4", "2026-10-14", -400, "SHOP FOUR BOISE ID") : $0 }
        let report = try list(again)
        #expect((report.added, report.updated, report.gone) == (0, 1, 0))
        let transaction = try #require(try household.index.transaction(id: id))
        #expect(transaction.notes == "for Ana" && transaction.category == "gifts")
        #expect(transaction.rawDescription == "SHOP FOUR BOISE ID")
        #expect(try spent() == 3_600)
    }

    @Test("Of several of one day and amount each text finds its own row, in whatever order they come")
    func severalTexts() throws {
        let same = [row("a", "2026-10-20", -525, "DELI"), row("b", "2026-10-20", -525, "CAFE")]
        try list(rows + same)
        let id = try note("a")
        let again = [row("y", "2026-10-20", -525, "CAFE ROYAL"), row("x", "2026-10-20", -525, "DELI")]
        #expect(try list(rows + again).added == 0)
        #expect(try household.index.transaction(id: id)?.rawDescription == "DELI")
        #expect(try spent() == 3_600 + 1_050)
    }

    @Test("Outside of the days that were listed nothing goes, be it made or posted there")
    func outside() throws {
        try list(rows + [row("p", "2026-10-12", -5_000, "INN", posted: "2026-10-09")], since: "2026-10-01")
        #expect(try list(rows.filter { $0.record.date >= day("2026-10-14") }, since: "2026-10-14").gone == 0)
        #expect(try list(rows, since: "2026-10-11").gone == 0)
        #expect(try spent() == 3_600 + 5_000)
    }

    @Test("Where the list may be short for no reason that is told, nothing goes unasked", arguments: [0, 3, 5])
    func partial(_ count: Int) throws {
        try list(rows)
        let report = try list(Array(rows.prefix(count)))
        let lost = 8 - count
        #expect(report.withheld.count == (count == 5 ? 0 : lost))
        #expect(report.gone == (count == 5 ? 3 : 0))
        guard count < 5 else { return }
        let extent = try #require(try household.index.extent(ofRows: report.withheld))
        #expect(extent.accounts == ["Checking A"] && extent.period.end == day("2026-10-18"))
        // The bank lists them again, or the user says so.
        #expect(try list(rows).withheld == [])
        #expect(try spent() == 3_600)
        let again = try list(Array(rows.prefix(count))).withheld
        #expect(try household.index.remove(withheld: again, of: household.connection) == lost)
    }

    @Test("A row that the user had said something of stays, counting nowhere, and is told once")
    func words() throws {
        try list(rows)
        _ = try note("t2")
        let rest = rows.filter { $0.id != "t2" }
        #expect(try list(rest).notes.count == 1)
        #expect(try spent() == 3_600 - 200)
        let again = try list(rest)
        #expect((again.gone, again.withheld, again.notes) == (0, [], []))
        #expect(try list(rows).updated == 1)
        #expect(try spent() == 3_600)
    }

    @Test("Of days long ago nothing is gone, and what goes by another id is the same row")
    func history() throws {
        try list(rows + [row("p", "2026-10-15", -5_000, "INN", posted: "2026-10-20")])
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = [row("n1", "2026-10-11", -100, "SHOP 1"), row("n2", "2026-10-12", -200, "ANOTHER TEXT")]
        let days = Period(day("2026-10-11"), day("2026-10-16"))
        update.listed = ["A": FeedUpdate.Listing(days, coversPosted: true, isHistory: true)]
        let report = try household.apply(update)
        #expect((report.added, report.updated, report.gone, report.withheld) == (0, 1, 0, []))
        #expect(try spent() == 3_600 + 5_000)
        // Posted later, it is not of these days, so that one like it is another one.
        update.added = [row("m", "2026-10-15", -5_000, "INN", posted: "2026-10-16")]
        #expect(try household.apply(update).added == 1)
    }

    @Test("A hold of before the days that a sync begins with is posted, or gone, by what it tells of the days before")
    func longAgo() throws {
        household.today = day("2026-08-20")
        try list(
            [
                row("p1", "2026-08-19", -1_250, isPending: true),
                row("p2", "2026-08-19", -25_000, "INN", isPending: true),
                row("p3", "2026-08-12", -700, "KIOSK", isPending: true),
            ], since: "2026-08-01")
        let id = try note("p1")
        household.today = day("2026-10-31")
        try list([], since: "2026-09-17")
        var update = FeedUpdate()
        update.accounts = [checking()]
        // The posting of a hold may be in the piece behind its own.
        for (first, last, rows) in [
            (
                "2026-08-14", "2026-09-16",
                [row("t1", "2026-08-19", -1_250, posted: "2026-08-22"), row("t3", "2026-08-14", -700, "KIOSK")]
            ),
            ("2026-07-01", "2026-08-13", []),
        ] {
            update.added = rows
            update.listed = [
                "A": FeedUpdate.Listing(Period(day(first), day(last)), coversPosted: true, isHistory: true)
            ]
            try household.apply(update)
        }
        #expect(try spent() == 1_250 + 700)
        #expect(try household.rows().count == 2)
        let kept = try #require(try household.index.transaction(id: id))
        #expect(kept.status == .posted && kept.notes == "for Ana")
    }

    private func later(removed: [String] = [], added: [FeedUpdate.Row] = []) throws -> FeedReport {
        var update = FeedUpdate()
        update.accounts = [checking()]
        (update.removed, update.added) = (removed, added)
        return try household.apply(update)
    }

    @Test("Many posted rows that the bank says are gone wait for their owner's word, and are told until then")
    func removed() throws {
        let rows = (0..<30).map { row("r\($0)", "2026-10-20", -100 - Int64($0), "SHOP \($0)") }
        _ = try later(added: rows + [row("p", "2026-10-30", -900, "INN", isPending: true)])
        let few = try later(removed: rows.suffix(10).map(\.id))
        #expect(few.gone == 10 && few.withheld == [] && few.lost.count == 10)
        #expect(Set(few.lost.map(\.amount.minorUnits)) == Set(rows.suffix(10).map(\.record.minorUnits)))
        let many = try later(removed: rows.prefix(11).map(\.id) + ["p"])
        #expect(many.gone == 1 && many.lost == [] && many.withheld.count == 11)
        #expect(try household.rows().count == 20)
        // Told once by the bank, and still true in the next sync.
        #expect(try later().withheld.count == 11)
        // By another id it is the same row.
        #expect(try later(added: [row("s", "2026-10-20", -100, "SHOP 0")]).added == 0)
        // Under its own it is there again.
        #expect(try later(added: [rows[1]]).withheld.count == 9)
        #expect(try household.index.remove(withheld: later().withheld, of: household.connection) == 9)
        #expect(try later().withheld == [] && household.rows().count == 11)
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("Rows that their owner keeps are not asked about again, and go no more")
    func keptForGood() throws {
        try list(rows)
        let waiting = try list([]).withheld
        #expect(waiting.count == 8)
        try household.index.keep(withheld: waiting)
        #expect(try list([]).withheld == [] && list(Array(rows.prefix(5))).gone == 0)
        #expect(try later(removed: rows.suffix(3).map(\.id)).gone == 0)
        #expect(try household.rows().count == 8)
        // Listed again it is as any other row.
        #expect(try list(rows).known == 8)
        #expect(try list(Array(rows.prefix(7))).gone == 1)
    }

    @Test("While a row can't be read, no other one of its account is gone", arguments: [true, false])
    func unreadable(_ isReadable: Bool) throws {
        var reader = SimpleFINReader(today: household.today)
        let amounts = ["-1.00", isReadable ? "-2.00" : "two"]
        let told = amounts.enumerated().map { number, amount in
            "{\"id\": \"t\(number)\", \"posted\": 1792843200, \"amount\": \"\(amount)\", \"description\": \"SHOP\"}"
        }
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "A", "currency": "USD",
                 "transactions": [\(told.joined(separator: ","))]}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), household.today), isHistory: false)
        #expect(pull.update.listed["B/a"]?.coversPosted == isReadable)
        #expect(pull.update.roster == ["B/a"])
    }

    private func pull(balance: String, balanceDay: String = "1792843200", _ rows: String = "", _ rest: String = "")
        throws -> Pull
    {
        var reader = SimpleFINReader(today: household.today)
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "Checking A", "currency": "USD",
                 "balance": \(balance), "balance-date": \(balanceDay), "transactions": [\(rows)]\(rest)}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), household.today), isHistory: false)
        return pull
    }

    @Test(
        "A row that can't be read makes the sync fail, and the next one without it succeed",
        arguments: [
            #""posted": 1792843200, "amount": "-12.3x""#, #""posted": 1792843200, "amount": "-12.345""#,
            #""posted": "yesterday", "amount": "-12.30""#, #""posted": -5, "amount": "-12.30""#,
        ])
    func unreadableRow(_ fields: String) throws {
        let pull = try pull(balance: "\"9.00\"", #"{"id": "t", "description": "SHOP", \#(fields)}"#)
        #expect(pull.update.added.isEmpty)
        household.feed.pulls = [.success(pull), .success(Pull())]
        let outcome = try household.sync.run(try household.index.connections)[0]
        #expect(outcome.hasFailed && outcome.problems.map(\.code) == ["rows"])
        #expect(outcome.problems[0].accounts == ["B/a"])
        #expect(try household.index.connectionAccounts()[0].health == .attention)
        #expect(try household.index.accountBalance("Checking A") == 900)
        #expect(try !household.sync.run(try household.index.connections)[0].hasFailed)
    }

    @Test(
        "One id with two amounts in one answer is said, with its account and day; with one amount it isn't",
        arguments: [-100, -200])
    func twice(_ cents: Int) throws {
        let rows = [-100, cents].map {
            #"{"id": "t", "posted": 1792843200, "amount": "\#(Money(Int64($0), .usd).plainText)", "description": "SHOP"}"#
        }
        let pull = try pull(balance: "\"9.00\"", rows.joined(separator: ","))
        #expect(pull.update.added.map(\.record.minorUnits) == [-100])
        let told = "Checking A tells a transaction of \(day("2026-10-24").americanText) twice with different amounts"
        #expect(pull.problems.map { $0.message.hasPrefix(told) } == (cents == -100 ? [] : [true]))
    }

    @Test(
        "A balance that can't be read is said, and the one before it stays",
        arguments: [
            ("\"12.3x\"", "1793000000"), ("\"12.345\"", "1793000000"), ("\"\"", "1793000000"),
            ("\"12.00\"", "\"today\""),
        ])
    func unreadableBalance(_ balance: String, _ day: String) throws {
        household.feed.pulls = [
            .success(try pull(balance: "\"9.00\"")), .success(try pull(balance: balance, balanceDay: day)),
        ]
        #expect(try !household.sync.run(try household.index.connections)[0].hasFailed)
        let outcome = try household.sync.run(try household.index.connections)[0]
        #expect(
            outcome.hasFailed
                && outcome.problems.map(\.message)
                    == ["the balance of Checking A can't be read, so it wasn't updated"]
        )
        #expect(try household.index.accountBalance("Checking A") == 900)
    }

    @Test("An account whose currency isn't known any more is listed still, and said", arguments: [[], ["B/a"]])
    func unknownCurrency(_ known: [String]) throws {
        var reader = SimpleFINReader(today: household.today, known: known)
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "Points", "currency": "QQQ", "balance": "1.00",
                 "balance-date": 1792843200, "transactions": []}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), household.today), isHistory: false)
        #expect(pull.update.accounts.isEmpty && pull.update.roster == ["B/a"])
        #expect(pull.problems.map(\.isNotice) == [known.isEmpty])
        #expect(pull.problems.map(\.accounts) == [known])
    }

    @Test("What can't be read is not asked for again and again: the days that were told are known")
    func unreadableIsKnown() throws {
        var cursor = SimpleFINCursor()
        for today in [household.today, household.today.adding(days: 40)] {
            var reader = SimpleFINReader(today: today)
            try reader.read(
                try JSON.parse(
                    #"{"accounts": [{"id": "a", "conn_id": "B", "name": "A", "currency": "USD", "balance": "1", "#
                        + "\"balance-date\": \(Int64(today.dayNumber) * 86_400), "
                        + #""transactions": [{"id": "t", "posted": 1792843200, "amount": "1.005"}]}]}"#),
                isCurrent: true)
            var pull = Pull()
            reader.finish(&pull, listed: Period(day("2026-10-01"), today), isHistory: false)
            #expect(pull.problems.map(\.code) == ["rows"])
            cursor.note(reader, pull.problems, today: today, from: day("2026-10-01"), since: nil)
            #expect(cursor.known["B/a"] == today)
        }
    }

    @Test("SimpleFIN's holdings are listed in their own currency; what can't be is named")
    func holdings() throws {
        let held = [("x", "10.505", "EUR"), ("y", "7.00", ""), ("z", "1", "MILES"), ("n", "", "USD")].map {
            #"{"id": "\#($0)", "description": "Fund \#($0)", "shares": "1", "market_value": "\#($1)", "currency": "\#($2)"}"#
        }
        let pull = try pull(balance: "\"7.00\"", "", #", "holdings": [\#(held.joined(separator: ","))]"#)
        #expect(pull.update.holdings["B/a"]?.map(\.value) == [Money(1_051, Currency("EUR")!), Money(700, .usd)])
        #expect(
            pull.problems.map(\.message)
                == ["Fund z", "Fund n"].map {
                    "the holding \($0) is left out: no readable value in a currency that's in use"
                })
        #expect(!pull.problems.contains { !$0.isNotice })
    }

    @Test("Rows of files, and of another account of the connection, stay")
    func others() throws {
        try household.importCSV("Date,Description,Amount\n2026-10-15,KIOSK,-9.00\n")
        var both = FeedUpdate()
        both.accounts = [checking(), checking("B")]
        both.added = rows + [row("b", "2026-10-15", -700, account: "B")]
        try household.apply(both)
        #expect(try list(rows.filter { $0.id != "t5" }).gone == 1)
        #expect(try spent() == 3_600 - 500 + 900 + 700)
    }
}

extension HouseholdIndex {
    /// What an account was last said to hold, in cents.
    fileprivate func accountBalance(_ name: String) throws -> Int64? {
        try database.first(
            """
            SELECT b.amount FROM balance b JOIN account a ON a.id = b.account_id WHERE a.name = ? ORDER BY b.day DESC
            """, [.text(name)]
        ) { $0.int(0) }
    }
}
