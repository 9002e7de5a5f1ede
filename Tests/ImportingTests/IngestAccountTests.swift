import Ledger
import Store
import Testing

@testable import Importing

/// Which account the rows of a file go to, in which currency, and what pairing leaves as the user said it.
struct IngestAccountTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    @discardableResult
    private func bring(
        _ rows: String, into account: String? = nil, file: String = "bank.csv",
        _ change: (inout IngestRequest) -> Void = { _ in }
    ) throws -> ImportReport {
        var request = IngestRequest()
        request.account = account
        change(&request)
        let bytes = StatementBytes(Array(("Date,Description,Amount\n" + rows).utf8), path: file)
        return try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(bytes, request)
    }

    /// `amount kind category`, in the order of the rows' numbers.
    private func rows() throws -> [String] {
        try index.database.rows("SELECT id FROM txn ORDER BY id") { $0.int(0) }.map { id in
            let row = try #require(try index.transaction(id: id))
            return "\(row.amount.text) \(row.kind.rawValue) \(row.category)"
        }
    }

    private func pairs() throws -> [Int64?] {
        try index.database.rows("SELECT pair_id FROM txn ORDER BY id") { $0.optionalInt(0) }
    }

    // MARK: Accounts

    @Test(
        "A name says what an account is by whole words only",
        arguments: [
            ("unicredit.csv", AccountType.checking), ("credit_agricole.csv", .checking),
            ("creditsuisse.csv", .checking),
            ("cardinal_bank.csv", .checking), ("postcard_shop.csv", .checking), ("accredited.csv", .checking),
            ("investec.csv", .checking), ("discover_checking.csv", .checking), ("debit_card.csv", .checking),
            ("amex_savings.csv", .savings), ("Visa1234.csv", .creditCard), ("blue-card.csv", .creditCard),
        ])
    func typeByName(file: String, type: AccountType) throws {
        try bring("2026-04-13,ACME INVOICE 77,1200.00\n2026-04-14,ZORK,-3.00\n", file: file)
        #expect(try index.accounts.map(\.type) == [type])
    }

    /// A column of a card's number shows a card where nothing speaks against it: a name, or pay.
    @Test(arguments: [
        ("download.csv", "MOBILE PYMT", AccountType.creditCard), ("checking.csv", "MOBILE PYMT", .checking),
        ("download.csv", "ACME PAYROLL", .checking),
    ]) func aColumnOfCardNumbersShowsACard(file: String, incoming: String, type: AccountType) throws {
        let text =
            "Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit\n"
            + "2026-04-18,2026-04-19,4321,ZORK,Dining,45.10,\n2026-04-10,2026-04-10,4321,\(incoming),Other,,250.00\n"
        let bytes = StatementBytes(Array(text.utf8), path: file)
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(bytes, IngestRequest())
        #expect(try index.accounts.map(\.type) == [type])
    }

    /// Days that haven't come are told of, and imported.
    @Test func daysAheadAreTold() throws {
        let report = try bring("2026-05-26,ZORK,-3.00\n2026-05-28,ZORK,-3.00\n2099-01-02,ZORK,-4.00\n")
        #expect(report.added == 3)
        #expect(
            report.notes.contains(
                "2 transactions are dated after today, up to January 2, 2099: check the dates in the file."),
            "\(report.notes)")
    }

    @Test(
        "The name of a credit union says nothing of the account, nor does reserve on a card",
        arguments: [
            ("Freedom Credit Union", nil), ("Discover Federal Credit Union", nil),
            ("Visa Credit Union Share Account", nil), ("Freedom FCU", nil), ("Union Bank", nil),
            ("Freedom Credit Union Visa", .creditCard), ("Alliant Credit Union Credit Card", .creditCard),
            ("Discover Credit Union Savings", .savings), ("Discover it", .creditCard),
            ("Chase Sapphire Reserve", .creditCard), ("Chase Sapphire Checking", .checking), ("Reserve", .savings),
        ] as [(String, AccountType?)])
    func typeByBanksName(name: String, type: AccountType?) {
        #expect(AccountType(ofAccountNamed: name) == type)
    }

    @Test func aCardCalledReserveIsOne() throws {
        let rows = "2026-04-13,NETFLIX.COM,15.49\n2026-04-14,SHELL OIL,38.02\n2026-04-15,PAYMENT THANK YOU,-90.00\n"
        try bring(rows, into: "Chase Sapphire Reserve") { $0.options.flipsSign = true }
        try bring("2026-04-13,ACME PAYROLL,1200.00\n2026-04-14,ZORK,-3.00\n", into: "Freedom Credit Union")
        #expect(try index.accounts.map(\.type) == [.creditCard, .checking])
    }

    @Test(
        "Automatic payments that come in make a card where nothing says checking",
        arguments: [
            (["+ZORK AUTOPAY", "+ZORK AUTOPAY", "-SHOP"], .creditCard), (["+ZORK AUTOPAY", "-SHOP"], .creditCard),
            (["+ZORK AUTOPAY", "+ZORK AUTOPAY", "+SHOP REFUND", "-SHOP"], .creditCard),
            (["+ZORK AUTOPAY", "+TRANSFER FROM CHECKING", "+ZORK AUTOPAY", "-BALANCE TRANSFER"], .creditCard),
            (["+ZORK AUTOPAY", "+ZORK AUTOPAY", "+PAYROLL ACME"], .checking),
            (["+ZORK AUTOPAY", "+ZORK AUTOPAY", "+ACME INVOICE 77"], .checking),
            (["+ZORK AUTOPAY", "+ZORK AUTOPAY", "+TRANSFER FROM SAV", "-TRANSFER TO SAV"], .checking),
            (["+APARTMENTS.COM RENT AUTOPAY SMITH", "+APARTMENTS.COM RENT AUTOPAY SMITH", "-SHOP"], .checking),
        ] as [([String], AccountType)])
    func automaticPayments(rows: [String], type: AccountType) {
        let records = rows.enumerated().map { number, row in
            ImportedRecord(
                line: number + 1, date: CivilDate(dayNumber: 20_500), description: String(row.dropFirst()),
                minorUnits: row.hasPrefix("+") ? 12_000 : -3_000)
        }
        #expect(AccountChooser.type("", records) == type)
    }

    @Test func whatAnAccountIsCalledGoesBeforeWhatItsSignsSpeakFor() throws {
        let rows = "2026-04-13,NETFLIX.COM,15.49\n2026-04-14,SHELL OIL,38.02\n2026-04-15,ACME PAYROLL,-2310.44\n"
        try bring(rows, file: "checking.csv") { $0.options.flipsSign = true }
        #expect(try index.accounts.map(\.type) == [.checking])
        #expect(try self.rows().last == "$2,310.44 income salary")
        try bring("2026-04-13,ZORK,15.49\n2026-04-14,PLIM,38.02\n", file: "zork.csv") { $0.options.flipsSign = true }
        #expect(try index.accounts.map(\.type) == [.checking, .creditCard])
    }

    @Test func rowsThatAnAccountHasAreNotPutIntoAnother() throws {
        let march = (1...9).map { "2026-03-0\($0),SHOP \($0),-\($0).50\n" }
        let april = (1...9).map { "2026-04-0\($0),SHOP \($0),-\($0).50\n" }
        try bring(march.joined(), into: "Blue Checking", file: "march.csv")
        // The same file without the account's name, and the next one that overlaps.
        #expect(try bring(march.joined(), file: "march.csv").duplicates == 9)
        let next = try bring((march.suffix(3) + april).joined(), file: "april.csv")
        #expect(next.accounts.map(\.name) == ["Blue Checking"])
        #expect(next.duplicates == 3 && next.added == 9)
        // A fee that two accounts have alike does not make them one, nor does it go against what the person says.
        let other = try bring(march[0] + "2026-03-02,OTHER,-7.00\n2026-03-03,PLACE,-8.00\n", file: "other.csv")
        #expect(other.accounts.map(\.name) == ["Other"])
        #expect(try bring(march.joined(), into: "Joint", file: "march.csv").added == 9)
        #expect(try bring(march.joined(), file: "march.csv") { $0.options.currency = .eur }.added == 9)
    }

    /// Of a file that nothing names the columns tell the account, where only one has such files.
    @Test func aFileThatNothingNamesGoesToWhereItsColumnsAreKnown() throws {
        func raw(_ text: String, _ file: String, _ account: String? = nil) throws -> ImportReport {
            var request = IngestRequest()
            request.account = account
            return try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(
                StatementBytes(Array(text.utf8), path: file), request)
        }
        #expect(try bring("2026-04-01,SHOP,-1.00\n", file: "january.csv").accounts.map(\.name) == ["My Account"])
        _ = try index.renameAccount("My Account", to: "Everyday")
        let next = try bring("2026-05-01,SHOP,-2.00\n", file: "2026-05.csv")
        #expect(next.accounts.map(\.name) == ["Everyday"] && next.notes.count == 1)
        // A card's payment does not belong to a checking account, nor do another bank's columns.
        let card = try bring("2026-05-02,PAYMENT THANK YOU,90.00\n2026-05-03,SHOP,-3.00\n", file: "export.csv")
        #expect(card.accounts.map(\.name) == ["My Account 2"] && card.accounts.map(\.type) == [.creditCard])
        let other = try raw("Posted,Payee,Value\n2026-06-01,SHOP,-4.00\n", "transactions(1).csv")
        #expect(other.accounts.map(\.name) == ["My Account 3"])
        #expect(other.notes.filter { !$0.contains("after today") }.count == 2)
        #expect(try raw("Posted,Payee,Value\n2026-06-09,SHOP,-5.00\n", "06.csv").accounts == other.accounts)
        // Where two accounts have such files, neither is guessed.
        #expect(
            try raw("Posted,Payee,Value\n2026-06-10,SHOP,-5.00\n", "a.csv", "Second").notes.filter {
                !$0.contains("after today")
            } == [
                "The file doesn't say its currency: USD was assumed, as in your other accounts (--currency CODE for another)."
            ])
        let third = try raw("Posted,Payee,Value\n2026-06-19,SHOP,-6.00\n", "07.csv")
        #expect(third.accounts.map(\.name) == ["My Account 4"])
        // The name it had finds the account still.
        #expect(try bring("2026-07-01,SHOP,-7.00\n", into: "my account").accounts.map(\.name) == ["Everyday"])
    }

    @Test(arguments: [
        ("a/statement.csv", "statement.csv"), ("Chase1234_Activity20261031.CSV", "Chase1234_Activity20261031.CSV"),
        ("/x/DE89370400440532013000_20260401.csv", "DE…3000_20260401.csv"), ("4111111111111111", "…1111"),
        ("31112223 2.csv", "…2223 2.csv"), ("", ""),
    ]) func noAccountNumberIsKeptInTheNameOfAFile(path: String, kept: String) throws {
        #expect(Ingest.fileName(path) == kept)
        guard !path.isEmpty else { return }
        try bring("2026-04-01,SHOP,-1.00\n", file: path)
        #expect(try index.database.first("SELECT name FROM import_file") { $0.text(0) } == kept)
    }

    // MARK: Currencies

    @Test(arguments: ["Tokyo", nil]) func aLaterFileIsReadInTheCurrencyOfItsAccount(account: String?) throws {
        let file = "2026-04-01,LAWSON,-1200\n2026-04-02,SUICA,-3000\n"
        try bring(file, into: account) { $0.options.currency = .jpy }
        #expect(try bring(file, into: account).duplicates == 2)
        try bring("2026-04-03,LAWSON,-500\n", into: account)
        #expect(try rows().map { $0.split(separator: " ")[0] } == ["-¥1,200", "-¥3,000", "-¥500"])
        // What the file or the person says goes before.
        let other = try bring("2026-04-04,LAWSON,-7.50\n", into: account) { $0.options.currency = .eur }
        #expect(other.accounts.map(\.currency) == [.eur])
    }

    // MARK: Transfers and the user's word

    @Test func aRuleGoesBeforeThePairingOfTransfers() throws {
        try bring("2026-04-01,ZORB QUUX,-250.00\n2026-05-01,ZORB QUUX,-250.00\n", into: "Checking")
        _ = try index.correct([1], Correction(category: "rent"), always: true)
        try bring("2026-06-01,ZORB QUUX,-250.00\n", into: "Checking", file: "june.csv")
        let report = try bring(
            "2026-05-02,INCOMING,250.00\n2026-06-02,INCOMING,250.00\n", into: "Savings", file: "savings.csv")
        #expect(report.pairedTransfers == 0)
        #expect(try rows().prefix(3) == ["-$250.00 expense rent", "-$250.00 expense rent", "-$250.00 expense rent"])
    }

    @Test func aRowThatTheUserCallsATransferIsPairedAndKeepsItsCategory() throws {
        try bring("2026-04-01,ZORB QUUX,-250.00\n2026-05-01,ZORB QUUX,-250.00\n", into: "Checking")
        _ = try index.correct([1], Correction(category: "savings_transfer", kind: .transfer), always: true)
        let report = try bring("2026-05-02,INCOMING,250.00\n", into: "Savings")
        #expect(report.pairedTransfers == 1)
        #expect(try rows()[1] == "-$250.00 transfer savings_transfer")
    }
}
