import Importing
import Ledger
import Retrieval
import Store
import Testing

@testable import Feeds

@Suite("Rows of a bank connection")
struct FeedIngestTests {
    @Test("The same listing again changes nothing")
    func again() throws {
        let household = try Household()
        let rows = [
            row("1", "2026-10-01", -525), row("2", "2026-10-01", -525), row("3", "2026-10-02", 120_000, "PAYROLL"),
        ]
        let first = try household.list(rows)
        #expect((first.added, first.known) == (3, 0))
        let second = try household.list(rows)
        #expect((second.added, second.updated, second.known, second.gone) == (0, 0, 3, 0))
        #expect(try household.rows().count == 3)
        #expect(try household.index.imports().isEmpty)
    }

    @Test("A posted row takes the place of its pending one, with what the user said of it")
    func posting() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -1250, isPending: true)])
        let id = try #require(try household.index.database.first("SELECT id FROM txn") { $0.int(0) })
        _ = try household.index.correct([id], Correction(category: "gifts", notes: "with Ana"), always: false)
        let report = try household.list([row("t1", "2026-10-28", -1250, posted: "2026-10-30")])
        #expect((report.added, report.updated, report.gone) == (0, 1, 0))
        #expect(try household.rows() == ["2026-10-28 | Corner Deli | -12.50 | gifts | with Ana"])
        // The older listing once more is known by the new id only.
        #expect(try household.list([row("t1", "2026-10-28", -1250, posted: "2026-10-30")]).known == 1)
    }

    @Test("Of equal pending rows the one that is listed no more is posted")
    func equalPending() throws {
        let household = try Household()
        try household.list([
            row("p1", "2026-10-28", -525, isPending: true), row("p2", "2026-10-29", -525, isPending: true),
        ])
        let first = try #require(
            try household.index.database.first(
                "SELECT id FROM txn WHERE day = ?", [.int(Int64(day("2026-10-28").dayNumber))]
            ) {
                $0.int(0)
            })
        _ = try household.index.correct([first], Correction(notes: "first"), always: false)
        try household.list([
            row("t1", "2026-10-28", -525, posted: "2026-10-30"), row("p2", "2026-10-29", -525, isPending: true),
        ])
        let rows = try household.rows()
        #expect(rows.count == 2)
        #expect(rows[0].hasPrefix("2026-10-28") && rows[0].hasSuffix("| first"))
        #expect(rows[1].hasPrefix("2026-10-29") && rows[1].hasSuffix("| pending"))
    }

    @Test("A posting is found up to eight days after it was made", arguments: [(8, 1), (9, 2)])
    func window(_ days: Int, _ count: Int) throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-10", -1250, isPending: true)])
        let posted = day("2026-10-10").adding(days: days).iso
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = [row("t1", posted, -1250)]
        // It does not tell of the pending row's day, which therefore may be pending still.
        update.listed = ["A": FeedUpdate.Listing(Period(day("2026-10-11"), household.today))]
        try household.apply(update)
        #expect(try household.rows().count == count)
    }

    @Test("A pending row that the bank lists no more goes, unless the user said something of it")
    func vanished() throws {
        let household = try Household()
        try household.list([
            row("p1", "2026-10-28", -25_000, "SEASIDE INN", isPending: true),
            row("p2", "2026-10-28", -4_000, "NOODLE HOUSE", isPending: true),
        ])
        let id = try #require(
            try household.index.database.first("SELECT id FROM txn WHERE amount = -4000") { $0.int(0) })
        _ = try household.index.correct([id], Correction(notes: "team lunch"), always: false)
        let report = try household.list([row("t2", "2026-10-28", -4_800, "NOODLE HOUSE", posted: "2026-10-31")])
        #expect((report.added, report.gone) == (1, 2))
        let rows = try household.rows()
        #expect(rows.count == 2)
        #expect(rows.contains { $0.contains("-40.00") && $0.contains("excluded") && $0.contains("team lunch") })
        let spending = try household.spending()
        #expect(spending.rows == 4_800)
        #expect(spending.totals == 4_800)
        // A tip is asked about; the answer moves what the user said.
        let found = try #require(try ReviewReader(household.index).findings(asOf: household.today).tipped.first)
        _ = try household.index.keep(
            answer: "same", to: ReviewAnswerKey(kind: .pending, first: found.pending, second: found.posted),
            .posting(of: found.pending, as: found.posted))
        #expect(try household.rows().contains { $0.contains("-48.00") && $0.hasSuffix("team lunch") })
        #expect(try ReviewReader(household.index).findings(asOf: household.today).tipped.isEmpty)
        #expect(try household.spending().totals == 4_800)
        _ = try household.index.undoLastCorrection()
        #expect(try household.rows().contains { $0.contains("-48.00") && !$0.contains("team lunch") })
    }

    @Test("Parts of a pending row count no more than it does, and move to the row that it was posted as")
    func splitHold() throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -7_055, "NOODLE HOUSE", isPending: true)])
        _ = try household.index.split(1, into: [SplitPart(amount: -1_000, category: "gifts", notes: "for Ana")])
        try household.list([row("t1", "2026-10-28", -8_324, "NOODLE HOUSE", posted: "2026-10-31")])
        #expect(try household.spending() == (8_324, 8_324))
        let found = try #require(try ReviewReader(household.index).findings(asOf: household.today).tipped.first)
        _ = try household.index.keep(
            answer: "same", to: ReviewAnswerKey(kind: .pending, first: found.pending, second: found.posted),
            .posting(of: found.pending, as: found.posted))
        func counted() throws -> [String] { try household.rows().filter { !$0.contains("excluded") } }
        #expect(
            try counted().map { $0.split(separator: " | ").dropFirst(2).joined(separator: " ") }
                == ["-10.00 gifts for Ana", "-73.24 restaurants"])
        #expect(try household.spending() == (8_324, 8_324))
        _ = try household.index.undoLastCorrection()
        #expect(try counted().count == 1)
        #expect(try household.spending() == (8_324, 8_324))
        #expect(try household.index.firstTotalFault() == nil)
    }

    @Test("A split row that is left out and counted again takes its parts with it, save one that is left out itself")
    func splitRowLeftOut() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-28", -7_055)])
        _ = try household.index.split(1, into: [SplitPart(amount: -1_000, category: "gifts")])
        let part = try #require(
            try household.index.database.first("SELECT id FROM txn WHERE amount = -1000") { $0.int(0) })
        for (rows, isExcluded, expected) in [
            ([1], true, 0), ([1], false, 7_055), ([part], true, 6_055), ([1], true, 0), ([1], false, 6_055),
        ] as [([Int64], Bool, Int64)] {
            _ = try household.index.correct(rows, Correction(isExcluded: isExcluded), always: false)
            #expect(try household.spending() == (expected, expected))
        }
    }

    @Test("What is taken for fuel is asked about, whatever was held", arguments: [(-5_961, 1), (-100, 0)])
    func fuel(_ posted: Int64, _ count: Int) throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-26", -100, "ORCA FUEL 0331", isPending: true)])
        _ = try household.index.correct([1], Correction(notes: "trip"), always: false)
        try household.list([row("t1", "2026-10-26", posted, "ORCA FUEL 0331", posted: "2026-10-29")])
        #expect(try ReviewReader(household.index).findings(asOf: household.today).tipped.count == count)
    }

    @Test("More than a tip is another payment", arguments: [(4_000, 1), (5_200, 1), (5_201, 0), (3_999, 0)])
    func tips(_ posted: Int64, _ count: Int) throws {
        let household = try Household()
        try household.list([row("p1", "2026-10-28", -4_000, "NOODLE HOUSE PDX", isPending: true)])
        _ = try household.index.correct([1], Correction(notes: "lunch"), always: false)
        // The bank dates it earlier, so that it is no plain posting.
        try household.list([row("t1", "2026-10-27", -posted, "NOODLE HOUSE PDX", posted: "2026-10-27")])
        #expect(try ReviewReader(household.index).findings(asOf: household.today).tipped.count == count)
    }

    @Test("The bank's word for the pending row goes before everything else")
    func namedPending() throws {
        let household = try Household()
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.added = [row("p1", "2026-10-28", -4_000, "NOODLE HOUSE", isPending: true)]
        try household.apply(update)
        let id = try #require(try household.index.database.first("SELECT id FROM txn") { $0.int(0) })
        _ = try household.index.correct([id], Correction(notes: "team lunch"), always: false)
        update.added = [row("t1", "2026-10-28", -4_700, "NOODLE HOUSE PDX", posted: "2026-10-30", was: "p1")]
        update.removed = ["p1"]
        let report = try household.apply(update)
        #expect((report.added, report.updated, report.gone) == (0, 1, 0))
        #expect(try household.rows().map { $0.hasSuffix("team lunch") && $0.contains("-47.00") } == [true])
    }

    @Test("What the bank changes of a row changes, and corrections stay")
    func modified() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-20", -1_000, "XYZ 1"), row("2", "2026-10-21", -2_000, "XYZ 2")])
        let first = try #require(
            try household.index.database.first("SELECT id FROM txn WHERE amount = -1000") { $0.int(0) })
        _ = try household.index.correct([first], Correction(category: "gifts"), always: false)
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.modified = [
            row("1", "2026-10-22", -1_100, "TRADER JOE'S"), row("2", "2026-10-21", -2_000, "TRADER JOE'S"),
        ]
        let report = try household.apply(update)
        #expect((report.added, report.updated) == (0, 2))
        let rows = try household.rows()
        #expect(rows.contains { $0.hasPrefix("2026-10-22") && $0.contains("-11.00 | gifts") })
        #expect(rows.contains { $0.hasPrefix("2026-10-21 | Trader Joe's | -20.00 | groceries") })
        let spending = try household.spending()
        #expect(spending.rows == 3_100)
        #expect(spending.totals == 3_100)
    }

    @Test("Rows that the bank takes back go")
    func removed() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-20", -1_000), row("2", "2026-10-21", -2_000)])
        var update = FeedUpdate()
        update.accounts = [checking()]
        update.removed = ["1", "unknown"]
        #expect(try household.apply(update).gone == 1)
        #expect(try household.rows().count == 1)
        let spending = try household.spending()
        #expect(spending == (2_000, 2_000))
    }

    @Test("Rows that came from files are known, and their accounts found")
    func files() throws {
        let household = try Household()
        let csv = """
            Date,Description,Amount
            2026-10-03,POS DEBIT CORNER DELI #7,-12.50
            2026-10-05,PAYROLL LARKSPUR,1200.00
            2026-10-05,COFFEE,-5.25
            2026-10-05,COFFEE,-5.25
            2026-10-09,HARDWARE,-31.00
            """
        var request = IngestRequest()
        request.account = "My checking"
        _ = try Ingest(household.index, today: household.today)
            .importBytes(StatementBytes(Array(csv.utf8), path: "a.csv"), request)
        let before = try household.spending().rows
        let report = try household.list([
            row("1", "2026-10-02", -1_250, "CORNER DELI", posted: "2026-10-03"),
            row("2", "2026-10-05", 120_000, "LARKSPUR DESIGN"), row("3", "2026-10-05", -525, "SQ *COFFEE"),
            row("4", "2026-10-05", -525, "SQ *COFFEE"), row("5", "2026-10-09", -3_100, "HOMEWORKS"),
            row("6", "2026-10-12", -700, "NEW ONE"),
        ])
        #expect(report.accounts.map(\.account.name) == ["My checking"])
        #expect((report.added, report.known) == (1, 5))
        #expect(try household.spending().rows == before + 700)
        // Taking the connection away with its rows leaves those of the file.
        #expect(try household.index.removeConnection(household.connection.id, deletingRows: true) == 1)
        #expect(try household.spending().rows == before)
        #expect(try household.index.connections.isEmpty)
    }

    @Test(
        "An account with a row or two that another one has, too, is an account of its own",
        arguments: [(.savings, "9999"), (.creditCard, "9999"), (.checking, "9999"), (.checking, nil)]
            as [(AccountType, String?)])
    func fewEqualRows(type: AccountType, mask: String?) throws {
        let household = try Household()
        try household.importCSV(
            "Date,Description,Amount\n2026-10-30,INTEREST PAID,0.01\n2026-10-06,SHELL OIL,-33.10\n",
            account: "My checking 1234")
        var update = FeedUpdate()
        var account = FeedUpdate.Account(id: "S", name: "Savings", institution: "Harbor", currency: .usd)
        (account.type, account.mask) = (type, mask)
        update.accounts = [account]
        update.added = [row("1", "2026-10-30", 1, "INTEREST PAID", account: "S")]
        let report = try household.apply(update)
        #expect(report.accounts.map(\.account.name) == ["Savings"])
        #expect(try household.index.accounts.map(\.name) == ["My checking 1234", "Savings"])
        // Where nothing is against it, it is said how to make them one.
        let isTold = report.notes.contains { $0.contains("--rename \"Savings\" \"My checking 1234\"") }
        #expect(isTold == (type == .checking && mask == nil))
    }

    @Test("Two logins at one bank with a row in common keep all their accounts")
    func equalRowsOfTwoLogins() throws {
        let household = try Household()
        func account(_ id: String, _ name: String, _ type: AccountType, _ mask: String) -> FeedUpdate.Account {
            var account = FeedUpdate.Account(id: id, name: name, institution: "Harbor", currency: .usd)
            (account.type, account.mask) = (type, mask)
            return account
        }
        var first = FeedUpdate()
        first.accounts = [account("C", "Checking", .checking, "1234")]
        first.added = [row("1", "2026-10-30", 1, "INTEREST PAID", account: "C")]
        try household.apply(first)
        let second = try household.index.addConnection(
            named: "Harbor 2", provider: "demo", reference: "stub-2", institution: "Harbor", sealedSecret: nil)
        var update = FeedUpdate()
        update.accounts = [account("S", "Savings", .savings, "9999")]
        update.added = [row("2", "2026-10-30", 1, "INTEREST PAID", account: "S")]
        let report = try household.apply(update, by: second)
        #expect(report.notes == [])
        #expect(try household.index.accounts.map(\.name) == ["Checking", "Savings"])
    }

    @Test("Rows under new ids are the same rows")
    func renamedIDs() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-20", -525), row("2", "2026-10-20", -525), row("3", "2026-10-21", -900)])
        let report = try household.list([
            row("9", "2026-10-20", -525), row("8", "2026-10-20", -525), row("3", "2026-10-21", -900),
        ])
        #expect((report.added, report.known) == (0, 3))
        #expect(try household.rows().count == 3)
    }

    @Test("The balance of the last sync is the day's, and the cursor goes with it")
    func balances() throws {
        let household = try Household()
        var update = FeedUpdate()
        update.cursor = "one"
        update.accounts = [checking(balance: 100_000)]
        try household.apply(update)
        update.cursor = "two"
        update.accounts = [checking(balance: 90_000)]
        try household.apply(update)
        let account = try #require(try household.index.accounts.first)
        #expect(try household.index.lastBalance(account: account.id, upTo: household.today)?.amount == 90_000)
        #expect(try household.index.connections[0].cursor == "two")
        #expect(household.feed.cursors == [nil, "one"])
    }

    @Test("Nothing is kept of a dry run, not even its place")
    func dryRun() throws {
        let household = try Household()
        var pull = Pull()
        pull.update.cursor = "one"
        pull.update.accounts = [checking(balance: 5)]
        pull.update.added = [row("1", "2026-10-20", -525)]
        household.feed.pulls = [.success(pull)]
        var sync = household.sync
        sync.isDryRun = true
        let outcome = try sync.run(try household.index.connections)[0]
        #expect(outcome.report.added == 1)
        #expect(try household.rows().isEmpty)
        #expect(try household.index.accounts.isEmpty)
        #expect(try household.index.connections[0].cursor == nil)
    }

    @Test("What a provider calls the other side decides what the bank's text leaves open, and only that")
    func payees() throws {
        let household = try Household()
        func told(_ id: String, _ text: String, _ payee: String?) -> FeedUpdate.Row {
            var told = row(id, "2026-10-1\(id)", -2_340, text)
            told.record.payee = payee
            return told
        }
        try household.list([
            told("1", "XJ7 PURCH 00417", "Trader Joe's"), told("2", "QWOLLABAR 7781", "Qwollabar Pizza"),
            told("3", "STARBUCKS STORE 0982", "Shell"), told("4", "QWOLLABAR 7781", nil),
            told("5", "VENMO PAYMENT ANN DOE", "Starbucks"),
        ])
        let rows = try household.rows().map { $0.split(separator: " | ").map(String.init) }
        #expect(rows[0][1] == "Trader Joe's" && rows[0][3] == "groceries")
        // An unknown name stays as files have it, so that one shop is one merchant.
        #expect(rows[1][1] == rows[3][1])
        #expect(["fast_food", "restaurants"].contains(rows[1][3]), "\(rows[1])")
        #expect(rows[2][1] == "Starbucks" && rows[2][3] == "coffee")
        #expect(rows[4][1].contains("Ann Doe"))
    }

    @Test(
        "A bank's code for lines of business decides the category of a name that nobody knows",
        arguments: [
            ("5411", "groceries"), ("5812", "restaurants"), ("5814", "fast_food"), ("5541", "fuel"),
            ("4111", "public_transit"),
            ("5912", "pharmacy"), ("8011", "doctor"),
        ])
    func merchantCodes(_ code: String, _ category: String) throws {
        var reader = SimpleFINReader(today: day("2026-10-31"))
        let rows = [code, "\"\(code)\""].enumerated().map { number, code in
            """
            {"id": "\(number)", "posted": 1793000000, "amount": "-23.40", "description": "XQ ZAVOLO 77\(number)", "mcc": \(code)}
            """
        }
        try reader.read(
            try JSON.parse(
                """
                {"accounts": [{"id": "a", "conn_id": "B", "name": "A", "currency": "USD",
                 "transactions": [\(rows.joined(separator: ","))]}]}
                """), isCurrent: true)
        var pull = Pull()
        reader.finish(&pull, listed: Period(day("2026-10-01"), day("2026-10-31")), isHistory: true)
        let household = try Household()
        try household.apply(pull.update)
        #expect(try household.rows().map { $0.split(separator: " | ").last.map(String.init) } == [category, category])
    }

    @Test(
        "What each account lost is told of that account, and a balance that a later pull leaves out is the one before")
    func lostRows() throws {
        let household = try Household()
        var update = FeedUpdate()
        update.accounts = [checking("A", balance: 100), checking("B", balance: 200)]
        update.added = [
            row("1", "2026-10-20", -525), row("2", "2026-10-21", -900, account: "B"),
            row("3", "2026-10-22", -1, account: "B"),
        ]
        var report = try household.apply(update)
        (update.added, update.removed) = ([], ["2", "3"])
        update.accounts = [checking("A"), checking("B")]
        let later = try household.apply(update)
        #expect(later.accounts.map(\.removed) == [0, 2] && later.gone == 2 && later.removed == 0)
        report.add(later)
        var told = later
        told.takeBalances(from: report)
        #expect(
            told.accounts.map(\.balance) == [100, 200]
                && told.accounts.map(\.balanceDay) == [household.today, household.today])
    }
}
