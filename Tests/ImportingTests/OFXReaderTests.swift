import Ledger
import Testing

@testable import Importing

@Suite("Reading OFX and QFX")
struct OFXReaderTests {
    @Test("version 1: SGML, CRLF, Windows-1252, zones, purchase days, a check without a name")
    func version1() throws {
        let reading = try OFXReading(fixture: "checking.ofx")
        #expect(reading.layout.encoding == "windows-1252")
        #expect(
            reading.accounts == [
                StatementAccount(
                    name: "Checking …6789", mask: "6789", type: .checking, currency: .usd, institution: "Harbor Bank",
                    ledgerBalance: 181_458, availableBalance: 171_458, balanceDate: CivilDate(iso: "2026-10-31"))
            ])
        #expect(
            reading.records.map(summary) == [
                "44 2026-10-31 -1250 CAFÉ MOLIÈRE BOSTON MA HB-1 POS Checking …6789",
                "52 2026-10-30 248007 NORTHWIND PAYROLL HB-2 DIRECTDEP Checking …6789",
                "59 2026-10-28 -64000 CHECK 1042 HB-3 CHECK Checking …6789",
                "66 2026-10-25/2026-10-27 -999 Books & More €5 off Order 77 HB-4 DEBIT Checking …6789",
                "75 2026-10-26 -300 AT&T Store HB-5 POS Checking …6789",
            ])
        #expect(reading.problems == [])
    }

    @Test("version 2: XML, two accounts, payee, CDATA, decimal comma, another currency, pending")
    func version2() throws {
        let reading = try OFXReading(fixture: "card-and-deposit.qfx")
        #expect(reading.layout.encoding == "utf-8")
        #expect(reading.layout.decimal == ",")
        let day = CivilDate(iso: "2026-10-31")
        #expect(
            reading.accounts == [
                StatementAccount(
                    name: "Credit card …9010", mask: "9010", type: .creditCard, currency: .eur,
                    institution: "Banque du Lac", ledgerBalance: -125_456, balanceDate: day),
                StatementAccount(
                    name: "Deposit …4321", mask: "4321", type: .savings, currency: .eur, institution: "Banque du Lac",
                    ledgerBalance: 500_310, balanceDate: day),
            ])
        #expect(
            reading.records.map(summary) == [
                "20 2026-10-03 -123456 Meubles René Table & <chaises> L1 OTHER Credit card …9010",
                "25 2026-10-05 -2000 USD Steam L2 DEBIT Credit card …9010",
                "34 2026-10-31 -740 Boulangerie - POS pending Credit card …9010",
                "49 2026-10-31 310 intérêts L3 INT Deposit …4321",
            ])
        #expect(reading.problems == [])
    }

    @Test("a transaction that cannot be read is named with its line; the others are read")
    func unreadable() throws {
        let reading = try OFXReading(fixture: "unreadable.ofx")
        #expect(reading.records.map(summary) == ["18 2026-10-12 -800 Good 8 DEBIT Savings …1122"])
        #expect(
            reading.problems.map { "\($0.line): \($0.reason)" } == [
                "11: no date: enter this transaction by hand", "12: no date: enter this transaction by hand",
                "13: impossible date \"20260231\": fix it and import the file again",
                "14: no amount: enter this transaction by hand",
                "15: unreadable amount \"NaN\": fix it and import the file again",
                "16: amount \"-99999999999999999.00\" is larger than any account holds: fix it and import the file again",
                "17: the bank reversed an earlier transaction: exclude that one with `coach edit`",
            ])
    }

    @Test("line ends and missing end tags change nothing", arguments: ["\n", "\r\n", "\r", ""])
    func lineEnds(lineEnd: String) throws {
        let lines = [
            "<OFX>", "<BANKMSGSRSV1><STMTTRNRS><STMTRS>", "<CURDEF>GBP", "<BANKACCTFROM><BANKID>1<ACCTID>99887766",
            "<ACCTTYPE>CHECKING", "</BANKACCTFROM><BANKTRANLIST>", "<STMTTRN><TRNTYPE>FEE", "<DTPOSTED>20260301",
            "<TRNAMT>-1.10<FITID>a", "<NAME>Fee</STMTTRN>", "<STMTTRN>", "<NAME>Out of order", "<TRNAMT>2.20",
            "<FITID>b<DTPOSTED>20260302", "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260303<TRNAMT>3.30<FITID>c",
            "<LEDGERBAL><BALAMT>4.40<DTASOF>20260303</LEDGERBAL>", "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
        ]
        let reading = try OFXReading(lines.joined(separator: lineEnd))
        #expect(reading.records.map(\.line) == (lineEnd.isEmpty ? [1, 1, 1] : [7, 11, 15]))
        #expect(reading.records.map(\.minorUnits) == [-110, 220, 330])
        #expect(reading.records.map(\.description) == ["Fee", "Out of order", "CREDIT"])
        #expect(reading.records.map(\.bankID) == ["a", "b", "c"])
        #expect(reading.accounts.map(\.ledgerBalance) == [440])
        #expect(reading.problems == [])
    }

    @Test("many transactions keep their order, lines and sum")
    func manyTransactions() throws {
        let count = 2017
        let rows = (0..<count).map { "<STMTTRN><DTPOSTED>20260110<TRNAMT>-0.\($0 % 10)7<FITID>n\($0)</STMTTRN>\n" }
        let text = ofxFile(ofxStatement(rows.joined()))
        var reader = try OFXReader(StatementBytes(Array(text.utf8), path: "x.ofx"), options: ImportOptions())
        #expect(reader.progress < 0.01)
        var problems: [RowProblem] = []
        var records: [ImportedRecord] = []
        #expect(try reader.read(upTo: 10, into: &records, problems: &problems))
        #expect(records.count == 10)
        #expect((0.001...0.1).contains(reader.progress))
        let reading = try OFXReading(Array(text.utf8), batch: 600)
        #expect(reading.records.map(\.bankID) == (0..<count).map { "n\($0)" })
        #expect(reading.records.map(\.line) == (0..<count).map { $0 + 5 })
        let sum: Int64 = reading.records.reduce(0) { $0 + $1.minorUnits }
        // 201 whole rounds of 7, 17 … 97 cents, and seven cents more than 0, 10 … 60.
        #expect(sum == -(201 * 520 + 259))
        #expect(reading.problems == [])
    }

    @Test("what the person importing said wins")
    func options() throws {
        var options = ImportOptions()
        options.flipsSign = true
        options.currency = .cad
        options.accountType = .loan
        let text = ofxFile(ofxStatement("<STMTTRN><DTPOSTED>20260110<TRNAMT>12.50<FITID>1</STMTTRN>"))
        let reading = try OFXReading(text, options: options)
        #expect(reading.records.map(\.minorUnits) == [-1250])
        #expect(reading.accounts.map(\.currency) == [.cad])
        #expect(reading.accounts.map(\.type) == [.loan])
        #expect(reading.layout.sign == .flipped)
    }

    @Test("an amount in a currency without minor units")
    func yen() throws {
        let row = "<STMTTRN><DTPOSTED>20260110<TRNAMT>-1200<FITID>1</STMTTRN>"
        #expect(try OFXReading(ofxFile(ofxStatement(row, currency: "jpy"))).records.map(\.minorUnits) == [-1200])
    }

    @Test("accounts that end alike stay apart, one account in two statements stays one")
    func accountNames() throws {
        func row(_ id: String) -> String { "<STMTTRN><DTPOSTED>20260110<TRNAMT>1<FITID>\(id)</STMTTRN>" }
        let reading = try OFXReading(
            ofxFile(
                ofxStatement(row("a"), number: "11110000"), ofxStatement(row("b"), number: "22220000"),
                ofxStatement(row("c"), number: "11110000"), ofxStatement(row("d"), number: "33330000"),
                ofxStatement(row("e"), number: "11110000", type: "SAVINGS"), ofxStatement(row("f"), number: "my money"))
        )
        let names = ["Checking …0000", "Checking …0000 (2)", "Checking …0000 (3)", "Savings …0000", "Checking"]
        #expect(reading.accounts.map(\.name) == names)
        #expect(reading.records.map(\.accountName) == [0, 1, 0, 2, 3, 4].map { names[$0] })
    }

    /// An investment statement around some transactions.
    private func investments(_ transactions: String) -> String {
        """
        <OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20260131<CURDEF>USD
        <INVACCTFROM><BROKERID>b.example<ACCTID>U-4455</INVACCTFROM><INVTRANLIST><DTSTART>20260101<DTEND>20260131
        \(transactions)
        </INVTRANLIST><INVPOSLIST><POSSTOCK><INVPOS><SECID><UNIQUEID>C1</SECID><UNITS>5<MEMO>held</INVPOS></POSSTOCK></INVPOSLIST>
        </INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1><SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>
        <SECID><UNIQUEID>C1<UNIQUEIDTYPE>CUSIP</SECID><SECNAME>Acme Corp<TICKER>ACME</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>
        """
    }

    private func trade(
        _ name: String, _ id: String, _ total: String, memo: String = "", units: String = "", extra: String = "",
        day: String = "20260105"
    )
        -> String
    {
        let memo = memo.isEmpty ? "" : "<MEMO>\(memo)"
        let units = units.isEmpty ? "" : "<UNITS>\(units)"
        return """
            <\(name)><INVTRAN><FITID>\(id)<DTTRADE>\(day)<DTSETTLE>20260107\(memo)</INVTRAN>
            <SECID><UNIQUEID>C1<UNIQUEIDTYPE>CUSIP</SECID>\(extra)\(units)<TOTAL>\(total)<SUBACCTFUND>CASH</\(name)>
            """
    }

    @Test("what is bought, sold, paid, and taken is money of the account, beside the bank's own rows")
    func investment() throws {
        let rows = [
            "<BUYSTOCK><INVBUY>" + trade("X", "1", "-500", memo: "YOU BOUGHT", units: "5") + "</INVBUY></BUYSTOCK>",
            trade("INCOME", "2", "5", extra: "<INCOMETYPE>DIV"),
            trade("INCOME", "3", "0.75", extra: "<INCOMETYPE>INTEREST"),
            "<SELLMF><INVSELL>" + trade("X", "4", "120.5", units: "-1") + "</INVSELL></SELLMF>",
            trade("INVEXPENSE", "5", "-9.99"), trade("MARGININTEREST", "6", "-1.20"), trade("RETOFCAP", "7", "3"),
            trade("SPLIT", "8", "0"), trade("TRANSFER", "9", "0"),
            """
            <INVBANKTRAN><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260104<TRNAMT>500<FITID>10<NAME>Deposit</STMTTRN>
            <SUBACCTFUND>CASH</INVBANKTRAN>
            """,
        ]
        let reading = try OFXReading(investments(rows.joined(separator: "\n")))
        #expect(reading.accounts.map(\.type) == [.investment])
        let read = reading.records.map { "\($0.minorUnits) \($0.description) \($0.bankType ?? "-")" }
        #expect(
            read == [
                "-50000 YOU BOUGHT Acme Corp Buy", "500 Dividend Acme Corp Dividend", "75 Interest Acme Corp Interest",
                "12050 Sold Acme Corp Sell", "-999 Investment fee Acme Corp Fee",
                "-120 Margin interest Acme Corp Interest",
                "300 Return of capital Acme Corp Sell", "50000 Deposit CREDIT",
            ])
        #expect(reading.records[0].date.iso == "2026-01-05")
        #expect(reading.records[0].posted?.iso == "2026-01-07")
        #expect(reading.records.map(\.bankID) == ["1", "2", "3", "4", "5", "6", "7", "10"])
        #expect(reading.problems.map(\.reason) == ["2 transactions move securities and no money: left out"])
    }

    @Test("a dividend that is reinvested is income and a purchase, whether the file lists it by itself or not")
    func reinvestment() throws {
        let reinvested = trade("REINVEST", "2", "-18.22", memo: "REINVESTMENT", units: "1", extra: "<INCOMETYPE>DIV")
        let alone = try OFXReading(investments(reinvested)).records
        #expect(alone.map(\.minorUnits) == [1822, -1822])
        #expect(alone.map(\.bankType) == ["Dividend", "Reinvest"])
        #expect(alone.map(\.bankID) == ["2-income", "2"])
        let listed = try OFXReading(investments(trade("INCOME", "1", "18.22", extra: "<INCOMETYPE>DIV") + reinvested))
            .records
        #expect(listed.map(\.minorUnits) == [1822, -1822])
        #expect(listed.map(\.bankID) == ["1", "2"])
    }

    @Test(
        "an income and its reinvestment some days later, or written otherwise, are one dividend",
        arguments: [
            // 50.00 came in once and went out once.
            (["20260130 50.00"], ["20260202 -50.00"], [5000, -5000]),
            (["20260130 50.0"], ["20260130 -50.00"], [5000, -5000]),
            (["20260130 +50"], ["20260130 50.00"], [5000, -5000]),
            (["20260130 50.00"], ["20260206 -50.00"], [5000, -5000]),
            (["20260203 50.00"], ["20260130 -50.00"], [5000, -5000]),
            // More than a week apart they are two payments.
            (["20260130 50.00"], ["20260207 -50.00"], [5000, 5000, -5000]),
            (["20260130 50.00"], ["20260202 -50.01"], [5000, 5001, -5001]),
            // Each income is that of one reinvestment.
            (["20260130 50.00"], ["20260202 -50.00", "20260203 -50.00"], [5000, -5000, 5000, -5000]),
            (
                ["20260130 50.00", "20260206 50.00"], ["20260202 -50.00", "20260209 -50.00"],
                [5000, 5000, -5000, -5000]
            ),
        ] as [([String], [String], [Int64])])
    func incomeAndReinvestment(incomes: [String], reinvestments: [String], amounts: [Int64]) throws {
        func rows(_ name: String, _ payments: [String], from first: Int) -> [String] {
            payments.enumerated().map { number, payment in
                let parts = payment.split(separator: " ").map(String.init)
                return trade(
                    name, String(first + number), parts[1], units: name == "REINVEST" ? "1" : "",
                    extra: "<INCOMETYPE>DIV", day: parts[0])
            }
        }
        let file = (rows("INCOME", incomes, from: 1) + rows("REINVEST", reinvestments, from: 11)).joined()
        #expect(try OFXReading(investments(file)).records.map(\.minorUnits) == amounts)
    }

    @Test("an expense that came back is money in where the file writes those that did not with a sign")
    func expensesThatCameBack() throws {
        func amounts(_ rows: String...) throws -> [Int64] {
            try OFXReading(investments(rows.joined())).records.map(\.minorUnits)
        }
        let rebate = trade("INVEXPENSE", "1", "12.50", memo: "FEE REBATE")
        #expect(try amounts(rebate, trade("INVEXPENSE", "2", "-25.00")) == [1250, -2500])
        #expect(try amounts(rebate, trade("MARGININTEREST", "2", "-3.10")) == [1250, -310])
        // One alone is no refund for the sign of a purchase.
        #expect(try amounts(rebate, trade("BUYSTOCK", "2", "-500", units: "5")) == [-1250, -50000])
        let bought = trade("BUYSTOCK", "1", "-100", units: "1")
        #expect(try amounts(bought, trade("INVEXPENSE", "2", "25")) == [-10000, -2500])
        // All without one: what is taken.
        #expect(try amounts(rebate) == [-1250])
        #expect(try amounts(rebate, trade("INVEXPENSE", "2", "25.00")) == [-1250, -2500])
        #expect(try amounts(rebate, trade("BUYSTOCK", "2", "500", units: "5")) == [-1250, -50000])
        let both = try OFXReading(investments(trade("INVEXPENSE", "1", "4") + trade("INVEXPENSE", "2", "-9"))).records
        #expect(both.map(\.description) == ["Investment fee refund Acme Corp", "Investment fee Acme Corp"])
    }

    @Test(
        "a purchase is money out and a sale money in, however the broker signs them; what is canceled is the other way about",
        arguments: [
            ("BUYSTOCK", "500", "5", -50000), ("BUYSTOCK", "-500", "5", -50000), ("BUYSTOCK", "500", "-5", 50000),
            ("SELLSTOCK", "500", "-5", 50000), ("SELLSTOCK", "-500", "-5", 50000), ("SELLSTOCK", "-500", "5", -50000),
            ("SELLSTOCK", "500", "", 50000),
        ])
    func signsOfTrades(name: String, total: String, units: String, amount: Int64) throws {
        #expect(
            try OFXReading(investments(trade(name, "1", total, units: units))).records.map(\.minorUnits) == [amount])
    }

    @Test("a long text is kept whole")
    func longText() throws {
        let text = String(repeating: "é", count: 300)
        let row = "<STMTTRN><DTPOSTED>20260110<TRNAMT>1<FITID>1<MEMO>\(text)</STMTTRN>"
        #expect(try OFXReading(ofxFile(ofxStatement(row))).records.map(\.description) == [text])
    }

    /// The amount belongs to its own row also where a FITID is cut, empty or stands twice.
    @Test("damaged identifiers leave every amount on its row")
    func damagedIdentifiers() throws {
        let rows = """
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-1.11<FITID>17<NAME>One</STMTTRN>
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-2.22<FITID><NAME>Two</STMTTRN>
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-3.33<FITI<NAME>Three</STMTTRN>
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-4.44<FITID>17<NAME>Four</STMTTRN>
            """
        let records = try OFXReading(ofxFile(ofxStatement(rows))).records
        let expected = [("One", -111), ("Two", -222), ("Three", nil), ("Four", -444)] as [(String, Int64?)]
        #expect(records.map(\.description) == expected.filter { $0.1 != nil }.map(\.0))
        #expect(records.map(\.minorUnits) == expected.compactMap(\.1))
    }

    @Test("an amount that is none, or has parts of a cent, is named, not guessed")
    func brokenAmounts() throws {
        let rows = """
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-12.34.56<FITID>1<NAME>A</STMTTRN>
            <STMTTRN><DTPOSTED>20260110<TRNAMT>-694..010<FITID>2<NAME>B</STMTTRN>
            <STMTTRN><DTPOSTED>20260110<TRNAMT>1.005<FITID>3<NAME>C</STMTTRN>
            """
        let reading = try OFXReading(ofxFile(ofxStatement(rows)))
        #expect(reading.records.isEmpty)
        let again = "fix it and import the file again"
        #expect(
            reading.problems == [
                RowProblem(line: 5, reason: "unreadable amount \"-12.34.56\": \(again)"),
                RowProblem(line: 6, reason: "unreadable amount \"-694..010\": \(again)"),
                RowProblem(
                    line: 7, reason: "amount \"1.005\" has more decimals than USD allows: \(again)"),
            ])
    }

    @Test("a day of long ago in the place of the purchase day, and a purchase day alone")
    func purchaseDays() throws {
        let rows = """
            <STMTTRN><DTPOSTED>20260110<DTUSER>19691231<TRNAMT>1<FITID>1</STMTTRN>
            <STMTTRN><DTUSER>20260108<TRNAMT>1<FITID>2</STMTTRN>
            """
        let records = try OFXReading(ofxFile(ofxStatement(rows))).records
        #expect(records.map { "\($0.date) \($0.posted?.iso ?? "-")" } == ["2026-01-10 -", "2026-01-08 -"])
    }

    private func summary(_ record: ImportedRecord) -> String {
        let days = record.date.iso + (record.posted.map { "/" + $0.iso } ?? "")
        let parts: [String?] = [
            String(record.line), days, String(record.minorUnits), record.currency?.code, record.description,
            record.bankID ?? "-", record.bankType, record.isPending ? "pending" : nil, record.accountName,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
