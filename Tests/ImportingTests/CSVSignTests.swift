import Ledger
import Store
import Testing

@testable import Importing

/// Which way the money went, where only the signs of one column say it.
@Suite struct CSVSignTests {
    private func amounts(_ rows: [String], _ options: ImportOptions = ImportOptions(), header: String = columns)
        throws(ImportError) -> [Int64]
    {
        let text = ([header] + rows).map { $0 + "\n" }.joined()
        return try CSVFileTests.read(CSVFileTests.file(text), options).records.map(\.minorUnits)
    }

    private static let columns = "Date,Description,Amount"

    private static let deposits = [
        "2026-07-01,DEPOSIT TO SAVINGS,-200.00", "2026-08-01,DEPOSIT TO SAVINGS,-200.00",
        "2026-09-01,DEPOSIT TO SAVINGS,-200.00", "2026-09-03,SAFE DEPOSIT BOX,-35.00",
        "2026-09-15,ACME CORP PAYROLL,2500.00",
    ]

    @Test("words for money in do not turn a signed file", arguments: [nil, .checking, .savings] as [AccountType?])
    func wordsDoNotTurnSigns(type: AccountType?) throws {
        #expect(
            try amounts(Self.deposits, ImportOptions(accountType: type)) == [-20_000, -20_000, -20_000, -3500, 250_000])
    }

    @Test(
        "each of these words on money out",
        arguments: [
            "DEPOSIT", "REFUND TO CUSTOMER", "DIVIDEND REINVESTED", "PURCHASE WITH CASH BACK", "INTEREST PAYMENT",
            "AUTOPAY PAYMENT CITI", "PAYMENT RECEIVED BY LANDLORD",
        ])
    func eachWord(text: String) throws {
        let rows = (1...6).map { "2026-10-0\($0),\(text),-\($0)0.00" } + ["2026-10-15,ACME CORP PAYROLL,2500.00"]
        #expect(try amounts(rows) == [-1000, -2000, -3000, -4000, -5000, -6000, 250_000])
    }

    @Test("types that are words for money in do not turn a signed file either")
    func typesDoNotTurnSigns() throws {
        let rows = [
            "2026-10-01,Bank,Deposit,-10.00", "2026-10-02,Bank,Interest Payment,-20.00",
            "2026-10-03,Bank,Dividend,-30.00", "2026-10-04,Acme,Wire,400.00",
        ]
        #expect(try amounts(rows, header: "Date,Description,Type,Amount") == [-1000, -2000, -3000, 40_000])
    }

    /// Mostly money in, and texts of purchases among it: a card that calls them positive, or a seller's account.
    private static let doubtful = [
        "2026-10-01,STARBUCKS,4.50", "2026-10-02,UBER TRIP,12.00", "2026-10-03,NETFLIX,15.49",
        "2026-10-04,SOMEBODY,-20.00",
    ]

    @Test("what texts alone contradict is asked about")
    func doubtIsAsked() {
        let error = CSVFileTests.error { () throws(ImportError) in _ = try amounts(Self.doubtful) }
        #expect(
            error
                == "f.csv doesn't say whether its positive amounts came in or went out: \"STARBUCKS\" has 4.50 there. "
                + "Use --flip-sign if positive amounts were spent, --keep-sign if they were received")
    }

    @Test("a list of purchases with one refund may be a shop's as well as a buyer's")
    func purchasesOrSales() throws {
        let file = try StatementBytes(path: CSVLayoutTests.folder + "klarna-gift.csv")
        #expect(throws: ImportError.self) { try CSVFileTests.read(file) }
        let (_, records, _) = try CSVFileTests.read(file, ImportOptions(flipsSign: true))
        #expect(records.map(\.minorUnits) == [-4850, -2000, 1000])
    }

    @Test("the person's word settles it, one way or the other")
    func doubtIsSettled() throws {
        let written: [Int64] = [450, 1200, 1549, -2000]
        #expect(try amounts(Self.doubtful, ImportOptions(flipsSign: true)) == written.map { -$0 })
        #expect(try amounts(Self.doubtful, ImportOptions(keepsSign: true)) == written)
        // What kind of account it is doesn't settle it where the rows speak against that.
        #expect(throws: ImportError.self) { try amounts(Self.doubtful, ImportOptions(accountType: .checking)) }
        #expect(try amounts(Self.doubtful, ImportOptions(accountType: .creditCard)) == written.map { -$0 })
        #expect(
            try amounts(Self.doubtful, ImportOptions(known: KnownAccount(type: .creditCard, sign: .flipped)))
                == written.map { -$0 })
        #expect(
            try amounts(Self.doubtful, ImportOptions(known: KnownAccount(type: .creditCard, sign: .asIs))) == written)
    }

    @Test("a balance that falls by positive amounts is a fact, whatever is said of the account")
    func balanceDecides() throws {
        let rows = ["2026-10-01,A,10.00,90.00", "2026-10-02,B,20.00,70.00", "2026-10-03,DEPOSIT,-30.00,100.00"]
        let header = "Date,Description,Amount,Balance"
        #expect(try amounts(rows, ImportOptions(accountType: .checking), header: header) == [-1000, -2000, 3000])
        let known = KnownAccount(type: .checking, sign: .asIs)
        #expect(try amounts(rows, ImportOptions(known: known), header: header) == [-1000, -2000, 3000])
    }

    @Test("a card's own words still tell a card")
    func cards() throws {
        let rows = ["2026-10-01,HILLTOP,10.00", "2026-10-02,MARKET,20.00", "2026-10-03,PAYMENT - THANK YOU,-30.00"]
        #expect(try amounts(rows) == [-1000, -2000, 3000])
        let sales = ["2026-10-01,A,Sale,10.00", "2026-10-02,B,Sale,20.00", "2026-10-03,C,Refund,-5.00"]
        #expect(try amounts(sales, header: "Date,Description,Type,Amount") == [-1000, -2000, 500])
    }

    @Test(
        "a card's words beside pay, or all money in with a minus sign: the person is asked",
        arguments: [
            [
                "CITY WATER PAYMENT THANK YOU,-300", "ACME PAYROLL,3000", "ACME PAYROLL,3000", "CHECK 111,-3000",
                "HILLTOP,30",
            ],
            ["HILLTOP,30", "MARKET,12", "BAKERY,8", "RENT,-953", "ONLINE PAYMENT THANK YOU,-300"],
            [
                "PAYROLL,-2000", "DEPOSIT,-51", "INTEREST PAYMENT,-1", "REFUND,-9", "BAKERY,5", "MARKET,75",
                "NETFLIX,15",
            ],
        ])
    func cardWordsBesidePay(rows: [String]) {
        let dated = rows.enumerated().map { "2026-10-1\($0.offset),\($0.element)" }
        let error = CSVFileTests.error { () throws(ImportError) in _ = try amounts(dated) }
        #expect(error.contains("Use --flip-sign"))
        #expect(throws: Never.self) { try amounts(dated, ImportOptions(keepsSign: true)) }
    }

    // MARK: What is remembered

    private let index: HouseholdIndex
    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ rows: [String], _ change: (inout IngestRequest) -> Void = { _ in }) throws -> [Int64] {
        var request = IngestRequest()
        request.account = "Blue"
        change(&request)
        let text = ([Self.columns] + rows).map { $0 + "\n" }.joined()
        let file = StatementBytes(Array(text.utf8), path: "f.csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_000)).importBytes(file, request)
        return try index.database.rows("SELECT amount FROM txn ORDER BY id") { $0.int(0) }
    }

    @Test("the sign that was settled for an account's files holds for the next one")
    func settledOnce() throws {
        #expect(throws: ImportError.self) { try bring(Self.doubtful) }
        #expect(try bring([]) == [])
        #expect(try bring(Self.doubtful) { $0.options.flipsSign = true } == [-450, -1200, -1549, 2000])
        let next = ["2026-11-01,STARBUCKS,5.00", "2026-11-02,AMAZON,6.00", "2026-11-03,SPOTIFY,7.00"]
        #expect(try bring(next).suffix(3) == [-500, -600, -700])
        // Said again, it is no reversal of what is remembered.
        let third = ["2026-12-01,STARBUCKS,8.00", "2026-12-02,AMAZON,-9.00"]
        #expect(try bring(third) { $0.options.flipsSign = true }.suffix(2) == [-800, 900])
    }

    @Test("an account that is no card is read as it was before")
    func knownAccount() throws {
        #expect(try bring(Self.deposits).count == 5)
        #expect(try bring(Self.doubtful).suffix(4) == [450, 1200, 1549, -2000])
    }
}
