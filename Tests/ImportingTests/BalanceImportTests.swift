import Ledger
import Store
import Testing

@testable import Importing

/// Balances on their way from a file into the index.
@Suite struct BalanceImportTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ text: String, account: String, _ type: AccountType? = nil, dryRun: Bool = false) throws {
        var request = IngestRequest()
        request.account = account
        request.options.accountType = type
        request.isDryRun = dryRun
        let file = StatementBytes(Array(text.utf8), path: "file.csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 21_000)).importBytes(file, request)
    }

    private func history(_ name: String) throws -> [String] {
        try index.database.rows(
            "SELECT day, amount FROM balance b JOIN account a ON a.id = b.account_id WHERE a.name = ? ORDER BY day",
            [.text(name)]
        ) { "\(CivilDate(dayNumber: Int32($0.int(0))).iso) \($0.int(1))" }
    }

    private let checking = """
        Date,Description,Amount,Balance
        03/05/2026,GREEN GROCER,-20.00,480.00
        03/04/2026,TOOL SHOP,-35.50,500.00
        03/04/2026,PAYROLL ACME,400.00,535.50
        03/02/2026,BAKERY,-4.50,135.50

        """

    @Test func newestFirst() throws {
        try bring(checking, account: "Checking")
        #expect(try history("Checking") == ["2026-03-02 13550", "2026-03-04 50000", "2026-03-05 48000"])
    }

    @Test func aCardWhosePositiveBalanceIsADebt() throws {
        let card = """
            Date,Description,Amount,Balance
            03/02/2026,BOOK SHOP,25.00,125.00
            03/03/2026,GREEN GROCER,60.00,185.00
            03/06/2026,PAYMENT THANK YOU,-125.00,60.00

            """
        try bring(card, account: "Card", .creditCard)
        #expect(try history("Card") == ["2026-03-02 -12500", "2026-03-03 -18500", "2026-03-06 -6000"])
    }

    /// What stands above the table, and what a card calls positive is owed.
    @Test(arguments: [
        ("Account Balance as of March 5 2026:    $442.69", "2026-03-05 -44269"),
        ("Account Balance as of March 5 2026:    $1,442.69", "2026-03-05 -144269"),
        ("\"Ending balance as of 03/05/2026\",,\"1,442.69\"", "2026-03-05 -144269"),
        ("Beginning balance as of 03/01/2026,,12.00", nil), ("Available balance as of 03/05/2026: 88.00", nil),
        ("Account Balance: $442.69", nil),
    ]) func aboveTheTable(line: String, expected: String?) throws {
        let rows = "Date,Description,Amount\n2026-03-02,BOOK SHOP,-25.00\n2026-03-03,GREEN GROCER,-60.00\n"
        try bring("Some Bank\n\(line)\n\n\(rows)", account: "Card", .creditCard)
        #expect(try history("Card") == (expected.map { [$0] } ?? []))
    }

    /// The file of a day that had not ended gives way to the one that has all of it, in either order.
    @Test func theSameHistoryInWhateverOrderFilesCome() throws {
        let early = """
            Date,Description,Amount,Balance
            2026-03-04,PAYROLL ACME,400.00,535.50
            2026-03-02,BAKERY,-4.50,135.50

            """
        let other = try HouseholdIndex(path: ":memory:")
        for (index, files) in [(index, [early, checking, early]), (other, [checking, early, checking])] {
            for text in files {
                var request = IngestRequest()
                request.account = "Checking"
                let file = StatementBytes(Array(text.utf8), path: "file.csv")
                _ = try Ingest(index, today: CivilDate(dayNumber: 21_000)).importBytes(file, request)
            }
            let amounts = try index.database.rows("SELECT amount FROM balance ORDER BY day") { $0.int(0) }
            #expect(amounts == [13_550, 50_000, 48_000])
        }
    }

    @Test func aDryRunKeepsNone() throws {
        try bring(checking, account: "Checking", dryRun: true)
        #expect(try index.database.rows("SELECT 1 FROM balance") { $0.int(0) }.isEmpty)
    }

    private func ofx(_ kind: String, ledger: String, rows: String = "", day: String = "20260305") -> String {
        let isCard = kind == "CREDITCARD"
        let from =
            isCard
            ? "<CCACCTFROM><ACCTID>4000111122223333</CCACCTFROM>"
            : "<BANKACCTFROM><BANKID>1<ACCTID>55667788<ACCTTYPE>\(kind)</BANKACCTFROM>"
        let (outer, inner, statement) =
            isCard ? ("CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS") : ("BANKMSGSRSV1", "STMTTRNRS", "STMTRS")
        return """
            OFXHEADER:100
            DATA:OFXSGML
            VERSION:102
            SECURITY:NONE
            ENCODING:USASCII
            CHARSET:1252
            COMPRESSION:NONE
            OLDFILEUID:NONE
            NEWFILEUID:NONE

            <OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>\(day)<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
            <\(outer)><\(inner)><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><\(statement)><CURDEF>USD
            \(from)<BANKTRANLIST><DTSTART>20260301<DTEND>\(day)\(rows)</BANKTRANLIST>
            <LEDGERBAL><BALAMT>\(ledger)<DTASOF>\(day)</LEDGERBAL></\(statement)></\(inner)></\(outer)></OFX>

            """
    }

    private let row = "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260304<TRNAMT>-12.50<FITID>a1<NAME>BAKERY</STMTTRN>"

    @Test(
        arguments: [
            ("CHECKING", "480.25", Int64(48_025)), ("CHECKING", "-15.00", -1500), ("SAVINGS", "0", 0),
            ("CREDITCARD", "-812.40", -81_240), ("CREDITCARD", "812.40", -81_240),
        ])
    func theClosingBalanceOfAStatement(kind: String, ledger: String, cents: Int64) throws {
        try bring(ofx(kind, ledger: ledger, rows: row), account: "Account")
        #expect(try history("Account") == ["2026-03-05 \(cents)"])
    }

    /// A positive balance is a credit where the rows come to it, or go on from the balance before.
    @Test(arguments: [("87.50", Int64(8750)), ("87.49", -8749), ("-87.50", -8750)])
    func aCardThatWasOverpaid(ledger: String, cents: Int64) throws {
        let payment = "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260305<TRNAMT>100.00<FITID>a2<NAME>PAYMENT</STMTTRN>"
        try bring(ofx("CREDITCARD", ledger: ledger, rows: row + payment), account: "Card")
        #expect(try history("Card") == ["2026-03-05 \(cents)"])
        // 87.50 less 12.50 of another purchase; from the other balances 75.00 cannot come, so that it is owed.
        let later = row.replacing("a1", with: "b1").replacing("20260304", with: "20260308")
        try bring(ofx("CREDITCARD", ledger: "75.00", rows: later, day: "20260310"), account: "Card")
        #expect(try history("Card").last == "2026-03-10 \(cents == 8750 ? 7500 : -7500)")
    }

    /// A statement need not have rows to tell a balance.
    @Test func aStatementWithoutRows() throws {
        try bring(ofx("SAVINGS", ledger: "1000.00"), account: "Rainy Day")
        #expect(try history("Rainy Day") == ["2026-03-05 100000"])
        #expect(try index.accounts.map(\.type) == [.savings])
    }

    private struct Cut: Error {}

    /// Balances are part of the file's own transaction.
    @Test func anInterruptedImportLeavesNone() throws {
        let account = try index.addAccount(name: "Checking", type: .checking, currency: .usd)
        #expect(throws: Cut.self) {
            try index.importFile(
                named: "a.csv", format: "csv", on: CivilDate(dayNumber: 21_000), expectsManyRows: false
            ) { _ -> (rows: Int, result: Void) in
                try index.keep(
                    KnownBalance(
                        accountID: account.id, day: CivilDate(dayNumber: 20_000), amount: 1, source: .running), rows: 1)
                throw Cut()
            } settle: { _ in
            }
        }
        #expect(try index.database.rows("SELECT 1 FROM balance") { $0.int(0) }.isEmpty)
    }
}
