import Importing
import Ledger
import Store
import Testing

/// Whole files into an index.
@Suite struct IngestTests {
    private let index: HouseholdIndex
    private let today = CivilDate(dayNumber: 20_700)

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    @discardableResult
    private func bring(
        _ text: String, as name: String = "checking.csv", into index: HouseholdIndex? = nil,
        _ change: (inout IngestRequest) -> Void = { _ in }
    ) throws -> ImportReport {
        var request = IngestRequest()
        change(&request)
        let file = StatementBytes(Array(text.utf8), path: name)
        return try Ingest(index ?? self.index, today: today).importBytes(file, request)
    }

    /// Account, day, amount, merchant, category and kind of every row, by account and line.
    private func rows(_ index: HouseholdIndex? = nil) throws -> [String] {
        var rows: [Transaction] = []
        try (index ?? self.index).forEachTransaction(in: nil) { rows.append($0) }
        return rows.map { "\($0.account) \($0.date) \($0.amount.minorUnits) \($0.merchant) \($0.category) \($0.kind)" }
            .sorted()
    }

    private static let checking = """
        Date,Description,Amount
        2026-03-02,STARBUCKS STORE 08421 PORTLAND OR,-5.75
        2026-03-05,CHASE CREDIT CRD AUTOPAY PPD ID: 4760039224,-120.00
        2026-03-06,ONLINE TRANSFER TO SAV ...1234 TRANSACTION#: 188,-300.00
        2026-03-13,NORTHWIND LLC DIRDEP 220314 PPD ID: 1112223334,"2,100.00"
        2026-03-14,STARBUCKS STORE 08421 PORTLAND OR,-5.75

        """
    private static let card = """
        Transaction Date,Post Date,Description,Category,Type,Amount,Memo
        03/01/2026,03/02/2026,TRADER JOE'S #452 SEATTLE WA,Groceries,Sale,-64.20,
        03/07/2026,03/07/2026,PAYMENT THANK YOU-MOBILE,,Payment,120.00,
        03/09/2026,03/10/2026,TARGET 00018721 AUSTIN TX,Shopping,Return,15.00,

        """
    private static let savings = """
        Date,Description,Amount
        2026-03-07,Transfer from Checking ...2210,300.00
        2026-03-31,Interest Paid,1.12

        """

    /// Each of the amounts may be, all of them can't be added up.
    @Test func amountsThatCannotBeAddedUpNameTheirRow() throws {
        func file(_ rows: Range<Int>, _ amount: String) -> String {
            "Date,Description,Amount\n"
                + rows.map { "2026-0\($0 % 2 + 1)-\($0 % 18 + 10),SHOP \($0),-\(amount)\n" }.joined()
        }
        let first = try bring(file(0..<18, "9999999999999.12"))
        #expect(first.added == 10 && first.skipped.count == 8)
        #expect(
            first.skipped.first
                == RowProblem(
                    line: 12,
                    reason: "with this amount, the total is more than I can add up: fix it and import again"))
        // Of one file after another as well.
        let error = #expect(throws: ImportError.self) {
            try bring(file(20..<38, "9999999999999.12"), as: "b.csv")
        }
        #expect(error?.message.contains("line 2: with this amount, the total is more") == true)
        #expect(try bring(file(40..<58, "12.34"), as: "c.csv").added == 18)
        // Ordinary files are let in, which add next to nothing to it.
        #expect(try index.volume <= HouseholdIndex.largestVolume + 100_000)
    }

    @Test func balancesThatCannotBeKeptAreSaid() throws {
        let report = try bring(
            """
            Date,Description,Amount,Balance
            2026-03-02,SHOP A,-5.75,94.25
            2026-03-03,SHOP B,-0.25,94.005
            2026-03-04,SHOP C,-1.00,5..5
            2026-03-05,SHOP D,-1.00,n/a

            """)
        #expect(report.added == 4)
        #expect(
            report.skipped == [
                RowProblem(
                    line: 3,
                    reason:
                        "the balance \"94.005\" is ignored: it isn't an exact amount, or is impossibly large; the "
                        + "same goes for 1 more row")
            ])
    }

    @Test(arguments: ["92233720368547758.07", "1.005", "5..5"])
    func balancesOfOFXThatCannotBeKeptAreSaid(written: String) throws {
        let report = try bring(
            """
            OFXHEADER:100

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><ACCTID>1234567<ACCTTYPE>CHECKING</BANKACCTFROM>
            <BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260302<TRNAMT>-5.00<FITID>1<NAME>SHOP</STMTTRN></BANKTRANLIST>
            <LEDGERBAL><BALAMT>\(written)<DTASOF>20260303</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """, as: "a.ofx")
        #expect(report.added == 1)
        #expect(report.skipped.count == 1)
        #expect(
            report.skipped.first?.reason.hasPrefix("the balance is left out: ") == true
                && report.skipped.first?.reason.contains("\"\(written)\"") == true, "\(report.skipped)")
    }

    @Test func kindsAndPairs() throws {
        let first = try bring(Self.checking)
        #expect(first.added == 5 && first.pairedTransfers == 0)
        #expect(try bring(Self.card, as: "card.csv").pairedTransfers == 1)
        #expect(try bring(Self.savings, as: "savings.csv").pairedTransfers == 1)
        #expect(
            try rows() == [
                "Card 2026-03-01 -6420 Trader Joe's groceries expense",
                "Card 2026-03-07 12000 Card Payment Thank You card_payment transfer",
                "Card 2026-03-09 1500 Target department_stores refund",
                "Checking 2026-03-02 -575 Starbucks coffee expense",
                "Checking 2026-03-05 -12000 Chase Credit Card card_payment transfer",
                "Checking 2026-03-06 -30000 Savings Transfer savings_transfer transfer",
                "Checking 2026-03-13 210000 Northwind salary income",
                "Checking 2026-03-14 -575 Starbucks coffee expense",
                "Savings 2026-03-07 30000 Transfer savings_transfer transfer",
                "Savings 2026-03-31 112 Interest Paid interest_income income",
            ])
    }

    @Test func theOrderOfTheFilesDoesNotMatter() throws {
        let files = [("checking.csv", Self.checking), ("card.csv", Self.card), ("savings.csv", Self.savings)]
        var results: Set<[String]> = []
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let index = try HouseholdIndex(path: ":memory:")
            for number in order { try bring(files[number].1, as: files[number].0, into: index) }
            results.insert(try rows(index))
        }
        #expect(results.count == 1)
    }

    @Test func theSameFileAgainChangesNothing() throws {
        try bring(Self.checking)
        let before = try rows()
        let again = try bring(Self.checking)
        #expect(again.rows == 5 && again.added == 0 && again.duplicates == 5 && again.updated == 0)
        #expect(try rows() == before)
    }

    @Test func aDryRunKeepsNothing() throws {
        try bring(Self.card, as: "card.csv")
        let before = try rows()
        let report = try bring(Self.checking) { $0.isDryRun = true }
        #expect(report.added == 5 && report.preview.count == 5 && report.pairedTransfers == 1)
        #expect(report.preview.map(\.record.line) == [2, 3, 4, 5, 6])
        #expect(try rows() == before)
        #expect(try index.accounts.map(\.name) == ["Card"])
    }

    @Test func oneBadRowDoesNotHideTheRest() throws {
        let report = try bring(
            """
            Date,Description,Amount
            2026-03-02,BAKERY,-5.75
            2026-02-31,BUTCHER,-7.00
            2026-03-04,CANDLES,many
            2026-03-05,DAIRY,-1.00

            """)
        #expect(report.added == 2)
        #expect(report.skipped.map(\.line) == [3, 4])
        #expect(report.skipped.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("\n") })
    }

    @Test(arguments: [
        "Date,Description,Amount\n", "Date,Description,Amount\n2026-02-31,X,-1.00\n", "hello world\n", "\n\n\n",
    ])
    func aFileWithoutTransactionsLeavesTheIndexAsItWas(text: String) throws {
        try bring(Self.card, as: "card.csv")
        let before = try rows()
        _ = try? bring(text, as: "new account.csv")
        #expect(try rows() == before)
        #expect(try index.accounts.map(\.name) == ["Card"])
    }

    // MARK: Accounts

    @Test(arguments: [
        ("Chase4417_Activity20261031.CSV", "Chase 4417"), ("everyday-checking.csv", "Everyday Checking"),
        ("/tmp/x/blue_card (2).csv", "Blue Card"), ("export.csv", "My Account"), ("2026-03.csv", "My Account"),
        ("january.csv", "My Account"), ("Transactions(1).csv", "My Account"), ("03-2026 export.CSV", "My Account"),
        ("1234.csv", "My Account"), ("my bank.csv", "My Account"), ("Bank of America jan 2026.csv", "Bank Of America"),
    ]) func accountsAreNamedByTheirFiles(file: String, account: String) throws {
        #expect(try bring(Self.savings, as: file).accounts.map(\.name) == [account])
    }

    @Test func whatIsSaidOfTheAccountHolds() throws {
        let report = try bring(Self.savings) {
            $0.account = "Rainy Day"
            $0.options.accountType = .savings
            $0.options.currency = .eur
        }
        #expect(report.accounts.map(\.name) == ["Rainy Day"])
        #expect(report.accounts.map(\.type) == [.savings])
        #expect(report.accounts.map(\.currency) == [.eur])
        // Rows of another currency get an account of their own.
        let other = try bring(Self.checking) {
            $0.account = "rainy day"
            $0.options.currency = .usd
        }
        #expect(other.accounts.map { "\($0.name) \($0.currency.code)" } == ["rainy day USD USD"])
    }

    @Test(
        arguments: [
            ("card.csv", .creditCard), ("visa.csv", .creditCard), ("my savings.csv", .savings),
            ("debit card.csv", .checking),
            ("brokerage.csv", .investment), ("something.csv", .checking),
        ] as [(String, AccountType)]) func theTypeIsGuessedFromTheName(file: String, type: AccountType) throws
    {
        #expect(try bring(Self.savings, as: file).accounts.map(\.type) == [type])
    }

    /// A file of several accounts: the rows of each tell its type.
    @Test func accountsOfOneFileHaveTypesOfTheirOwn() throws {
        let report = try bring(
            """
            Account,Date,Description,Amount
            Everyday,2026-03-02,STARBUCKS STORE 08421,-5.75
            Blue,2026-03-03,PAYMENT THANK YOU,100.00
            Everyday,2026-03-03,NORTHWIND LLC PAYROLL,900.00
            Rainy Savings,2026-03-04,INTEREST PAID,1.00

            """)
        #expect(
            report.accounts.map { "\($0.name) \($0.type.rawValue)" } == [
                "Everyday checking", "Blue credit_card", "Rainy Savings savings",
            ])
    }

    // MARK: Corrections and rules

    @Test func aRuleHoldsForWhatIsImportedLater() throws {
        try bring(Self.checking)
        _ = try index.correct([1], Correction(category: "gifts", merchant: "Starbucks Cards"), always: true)
        try bring("Date,Description,Amount\n2026-04-02,STARBUCKS STORE 00077 BOISE ID,-9.00\n", as: "checking.csv")
        #expect(try rows().filter { $0.contains("Starbucks Cards gifts expense") }.count == 3)
    }

    @Test func aCorrectionIsNotUndoneByTheSameFile() throws {
        try bring(Self.checking)
        _ = try index.correct([1], Correction(category: "gifts"), always: false)
        let before = try rows()
        try bring(Self.checking)
        #expect(try rows() == before)
    }

    @Test func whatTheUserCallsNoTransferIsNotPaired() throws {
        try bring(Self.checking)
        // The transfer to savings was a present.
        let id = try #require(try index.database.first("SELECT id FROM txn WHERE amount = -30000") { $0.int(0) })
        _ = try index.correct([id], Correction(category: "gifts"), always: false)
        #expect(try bring(Self.savings, as: "savings.csv").pairedTransfers == 0)
        #expect(try index.transaction(id: id)?.category == "gifts")
        #expect(try index.transaction(id: id)?.kind == .expense)
    }

    /// A bank that only says “Deposit” does not know that the money came from the person's other account.
    @Test func aDepositIsTheOtherSideOfATransfer() throws {
        try bring(Self.checking)
        let savings = """
            Date,Description,Type,Amount
            2026-03-07,First Harbor Bank,Deposit,300.00
            2026-03-20,First Harbor Bank,Deposit,45.00

            """
        #expect(try bring(savings, as: "savings.csv").pairedTransfers == 1)
        #expect(try rows().filter { $0.contains("First Harbor Bank") && $0.hasSuffix(" income") }.count == 1)
    }

    @Test func aRuleAboutAMerchantIsStrongerThanAPair() throws {
        let rent = "Date,Description,Amount\n2026-03-01,OAK GARDENS LLC,-900.00\n"
        try bring(rent)
        _ = try index.correct([1], Correction(category: "rent"), always: true)
        try bring("Date,Description,Amount\n2026-04-01,OAK GARDENS LLC,-900.00\n")
        #expect(
            try bring("Date,Description,Amount\n2026-04-02,DEPOSIT 42,900.00\n", as: "savings.csv").pairedTransfers == 0
        )
        #expect(try rows().filter { $0.contains("rent expense") }.count == 2)
    }

    @Test(arguments: [
        ("transfers", TransactionKind.transfer), ("groceries", .expense),
        ("card_payment", .transfer),
    ]) func aCategoryBringsItsKind(category: String, kind: TransactionKind) throws {
        try bring("Date,Description,Amount\n2026-03-01,OAK GARDENS LLC,-900.00\n")
        _ = try index.correct([1], Correction(category: category), always: true)
        #expect(try index.transaction(id: 1)?.kind == kind)
        try bring("Date,Description,Amount\n2026-04-01,OAK GARDENS LLC,-900.00\n")
        #expect(try index.transaction(id: 2)?.kind == kind)
        _ = try index.undoLastCorrection()
        #expect(try index.transaction(id: 1)?.kind == .expense)
    }

    @Test func moneyInUnderSpendingIsARefund() throws {
        try bring(
            "Date,Description,Amount,Balance\n2026-03-01,OAK GARDENS LLC,900.00,950.00\n2026-03-02,KIOSK,-4.00,946.00\n"
        )
        #expect(try index.transaction(id: 1)?.kind == .income)
        _ = try index.correct([1], Correction(category: "rent"), always: false)
        #expect(try index.transaction(id: 1)?.kind == .refund)
        _ = try index.correct([1], Correction(category: "salary"), always: false)
        #expect(try index.transaction(id: 1)?.kind == .income)
        _ = try index.correct([1], Correction(category: "rent", kind: .income), always: false)
        #expect(try index.transaction(id: 1)?.kind == .income)
    }
}
