import Importing
import Ledger
import Testing

/// What a file can be read as in two ways is asked about or said, and never guessed without a word.
struct NeverSilentTests {
    private struct Found {
        var amounts: [Int64]
        var dates: [String]
        var notes: [String]
        var problems: [RowProblem]
        var account: StatementAccount?
    }

    private func read(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError) -> Found {
        let text = lines.map { $0 + "\n" }.joined()
        let (reader, records, problems) = try CSVFileTests.read(CSVFileTests.file(text), options)
        return Found(
            amounts: records.map(\.minorUnits), dates: records.map(\.date.iso), notes: reader.layout.assumptions,
            problems: problems, account: reader.accounts.first)
    }

    private func doubt(_ lines: [String], _ options: ImportOptions = ImportOptions()) -> LayoutDoubt? {
        do throws(ImportError) {
            _ = try read(lines, options)
            return nil
        } catch {
            return error.doubt
        }
    }

    private let today = CivilDate(iso: "2025-12-31")

    // MARK: Dates

    @Test("Six digits that begin with the year", arguments: [true, false])
    func yearFirst(knowsToday: Bool) throws {
        let rows = ["Datum;Text;Belopp", "251128;ICA;-430,17", "251127;HYRA;-880,40", "251114;ACME;28900,55"]
        let found = try read(rows, ImportOptions(today: knowsToday ? today : nil))
        #expect(found.dates == ["2025-11-28", "2025-11-27", "2025-11-14"])
        #expect(found.notes.contains { $0.contains("--date-order") })
    }

    @Test("Six digits that no row explains are asked about, and the option is obeyed")
    func sixDigits() throws {
        let rows = ["Date,Text,Amount", "101112,Zork,-3.00"]
        #expect(doubt(rows, ImportOptions(today: today)) == .dateOrder(date: "101112"))
        for (order, date) in [
            (StatementLayout.DateOrder.ymd, "2010-11-12"), (.dmy, "2012-11-10"), (.mdy, "2012-10-11"),
        ] {
            #expect(try read(rows, ImportOptions(dateOrder: order, today: today)).dates == [date])
        }
        let shown = ["Date,Text,Amount", "251013,Zork,-3.00", "251012,Plim,-4.00"]
        #expect(try read(shown, ImportOptions(dateOrder: .dmy, today: today)).dates == ["2013-10-25", "2012-10-25"])
    }

    @Test(
        "Neither a posting date nor semicolons tell the order of days",
        arguments: [
            [
                "Transaction Date,Posting Date,Text,Amount", "03/04/2025,03/05/2025,KNEIPE,-20.00",
                "05/06/2025,05/07/2025,BLORVIX,-31.10",
            ],
            ["Posting Date,Text,Amount", "03/04/2025,KNEIPE,-20.00", "05/06/2025,BLORVIX,-31.10"],
            ["Date;Text;Amount", "03/04/2025;COFFEE;-4.10", "05/06/2025;BAKERY;-7.20"],
            ["Date;Text;Amount", "03/04/2025;COFFEE;-4", "05/06/2025;BAKERY;-7"],
            ["Date;Text;Amount", "04112025;COFFEE;-4.10"], ["Date;Text;Amount", "11/12/10;COFFEE;-4.10"],
        ])
    func whatIsNoProof(rows: [String]) {
        guard case .dateOrder? = doubt(rows) else {
            Issue.record("not asked")
            return
        }
    }

    @Test("What tells the order is named as it is: commas, column names, or texts")
    func reasons() throws {
        let commas = try read(["Date;Text;Amount", "03/04/2025;COFFEE;-4,10", "05/06/2025;BAKERY;-7,20"])
        #expect(commas.dates.first == "2025-04-03" && commas.notes.contains { $0.contains("decimal commas") })
        let names = try read(["Date,Text,Paid out,Paid in", "03/04/2025,Zork,4.10,", "05/06/2025,Plim,7.20,"])
        #expect(names.dates.first == "2025-04-03" && names.notes.contains { $0.contains("column names") })
        // A town and its state say more than a word.
        let town = try read(["Date,Text,Amount", "07/06/2025,TRIPLE T CAR WASH CHAMPAIGN    IL,-27.00"])
        #expect(town.dates == ["2025-07-06"] && town.notes.contains { $0.contains("descriptions") })
    }

    // MARK: Signs

    private static let turned = [
        "10/28/2025,TRADER JOES 512,54.17", "10/27/2025,NETFLIX.COM,15.49", "10/24/2025,SHELL OIL 77,38.02",
        "10/22/2025,ACME CORP PAYROLL,-2310.44",
    ]

    @Test(
        "What an account is called doesn't settle signs that its rows contradict",
        arguments: ["Checking", "Savings", "Joint"])
    func accountOfAnyName(name: String) throws {
        let rows = ["Date,Description,Amount,Account"] + Self.turned.map { "\($0),\(name)" }
        guard case .sign? = doubt(rows) else {
            Issue.record("not asked")
            return
        }
        #expect(try read(rows, ImportOptions(flipsSign: true)).amounts == [-5417, -1549, -3802, 231_044])
    }

    @Test("Nor does the type that the person gives", arguments: [AccountType.checking, .savings])
    func accountOfAnyType(type: AccountType) {
        let rows = ["Date,Description,Amount"] + Self.turned
        guard case .sign? = doubt(rows, ImportOptions(accountType: type)) else {
            Issue.record("not asked")
            return
        }
        #expect(doubt(rows, ImportOptions(known: KnownAccount(type: type))) != nil)
    }

    @Test("What a sign is taken for says why")
    func reasonsOfSigns() throws {
        let rows = ["Date,Description,Amount", "2025-10-28,ZORK,54.17", "2025-10-27,PLIM,38.02"]
        let card = try read(rows, ImportOptions(known: KnownAccount(type: .creditCard)))
        #expect(card.notes.contains { $0.contains("as on most cards") })
        let paid = try read(rows + ["2025-10-26,PAYMENT THANK YOU,-20.00"])
        #expect(paid.amounts == [-5417, -3802, 2000])
        let told = try read([
            "Date,Description,Amount", "2025-10-28,NETFLIX.COM,15.49", "2025-10-27,SHELL OIL,38.02",
            "2025-10-26,KROGER,9.00",
        ])
        #expect(told.notes.contains { $0.contains("judging by the descriptions;") })
    }

    @Test("Purchases with a minus sign stay purchases beside a balance that is owed")
    func owedBalance() throws {
        let rows = [
            "Date,Description,Amount,Balance", "10/28/2025,KROGER,-54.17,945.83", "10/27/2025,SHELL,-38.02,891.66",
            "10/22/2025,CAFE ROMA,-4.00,853.64", "10/20/2025,NETFLIX.COM,-15.49,849.64",
        ]
        let found = try read(rows)
        #expect(found.amounts == [-5417, -3802, -400, -1549])
        #expect(found.account?.type == .creditCard)
        #expect(found.notes.contains { $0.contains("what is owed") && $0.contains("--flip-sign") })
        let unknown = [
            "Date,Description,Amount,Balance", "10/28/2025,ZORK,-54.17,945.83", "10/27/2025,PLIM,-38.02,891.66",
            "10/22/2025,GRAULT,-4.00,853.64",
        ]
        guard case .sign? = doubt(unknown) else {
            Issue.record("not asked")
            return
        }
    }

    @Test("A balance that contradicts debits and credits is asked about")
    func contradictedSides() throws {
        let rows = [
            "Date,Description,Debit,Credit,Balance", "10/28/2025,KROGER,,54.17,945.83",
            "10/27/2025,SHELL,,38.02,1000.00", "10/24/2025,PAYROLL,2000.00,,1038.02",
        ]
        #expect(doubt(rows) == .sides(text: "PAYROLL", amount: "2000.00", column: "“Debit”"))
        #expect(try read(rows, ImportOptions(flipsSign: true)).amounts == [-5417, -3802, 200_000])
        let card = [
            "Date,Description,Debit,Credit,Balance", "10/28/2025,KROGER,54.17,,945.83",
            "10/27/2025,SHELL,38.02,,891.66", "10/24/2025,PAYMENT THANK YOU,,200.00,853.64",
        ]
        let found = try read(card)
        #expect(found.amounts == [-5417, -3802, 20_000])
        #expect(found.account?.type == .creditCard)
    }

    // MARK: Balances and sums

    @Test(
        "A row of a closing balance is no transaction, in any language",
        arguments: [
            "Kontostand", "Ledger balance", "Current balance", "Opening Bal", "Saldo al cierre", "SALDO ATUAL",
            "Saldo do dia", "S A L D O", "Saldo końcowy", "Slutsaldo", "Loppusaldo", "Dagsaldo", "Saldo contabile",
            "期末余额", "Исходящий остаток", "Kontostand per 31.10.2025", "Saldo em 31/10/2025", "Solde au 31 octobre",
        ])
    func closingBalance(text: String) throws {
        let found = try read(
            ["Date,Description,Amount", "2025-10-03,Shop Alpha,-143.17", "2025-10-31,\(text),5356.83"])
        #expect(found.amounts == [-14_317])
        #expect(found.problems.map(\.line) == [3])
    }

    @Test("What begins like one is none", arguments: ["Saldo Rechnung 12", "Balance Yoga", "Total Wine", "Solde Fnac"])
    func noBalance(text: String) throws {
        #expect(try read(["Date,Description,Amount", "2025-10-31,\(text),-56.83"]).amounts == [-5683])
    }

    @Test(
        "A row of the sum of the others is none either",
        arguments: ["Total", "TOTAL", "Summe", "Totale", "Suma", "Итого", "合计", "Net total"])
    func sums(text: String) throws {
        let rows = [
            "Date,Description,Amount", "2025-10-03,Alpha,-143.17", "2025-10-20,Salary,4000.00", "2025-10-22,Cafe,-4.00",
        ]
        let found = try read(rows + ["2025-10-31,\(text),3852.83"])
        #expect(found.amounts == [-14_317, 400_000, -400])
        #expect(found.problems.map(\.line) == [5])
        // Also the sum of one side.
        #expect(try read(rows + ["2025-10-31,\(text),147.17", "2025-10-31,\(text),4000.00"]).amounts.count == 3)
        #expect(try read(rows + ["2025-10-31,Total credits,4001.00"]).amounts.count == 3)
        // A fuel station is.
        #expect(try read(rows + ["2025-10-31,\(text),-52.83"]).amounts.count == 4)
    }

    @Test(
        "Without a word for it: a last row of four others' sum without a text, and an amount that is the balance and doesn't move it"
    )
    func arithmetic() throws {
        let rows = [
            "Date,Description,Amount", "2025-10-03,Alpha,-143.17", "2025-10-20,Salary,4000.00", "2025-10-22,Cafe,-4.00",
            "2025-10-23,Beta,-1.00",
        ]
        for text in ["", "-", "2025"] {
            let found = try read(rows + ["2025-10-31,\(text),3851.83"])
            #expect(found.amounts.count == 4)
            #expect(found.problems.map(\.line) == [6])
        }
        #expect(try read(rows + ["2025-10-31,Zork,3851.83"]).amounts.last == 385_183)
        // What another row doesn't say either tells nothing.
        #expect(try read(rows + ["2025-10-24,,-2.00", "2025-10-31,,3849.83"]).amounts.count == 6)
        let balance = [
            "Date,Description,Amount,Balance", "2025-10-03,Alpha,-143.17,1356.83", "2025-10-20,Salary,4000.00,5356.83",
            "2025-10-31,Zork,5356.83,5356.83",
        ]
        #expect(try read(balance).amounts == [-14_317, 400_000])
    }

    @Test("A last row with a payee is a transaction, whatever the others come to")
    func lastRowOfAWallet() throws {
        let rows = [
            "Date,Description,Amount", "2025-10-03,Spotify,-9.99", "2025-10-04,Netflix,-15.49",
            "2025-10-04,Bank deposit,15.49", "2025-10-05,Uber,-20.01", "2025-10-05,Bank deposit,20.01",
        ]
        let found = try read(rows + ["2025-10-06,Spotify,-9.99"])
        #expect(found.amounts == [-999, -1549, 1549, -2001, 2001, -999])
        #expect(found.problems == [])
        // All that went out.
        #expect(try read(rows + ["2025-10-06,Zork,-45.49"]).amounts.last == -4549)
    }

    // MARK: What was given back

    @Test("An order that was closed since it was refunded counts as its refund does")
    func closedOrders() throws {
        let found = try read([
            "交易时间,交易对方,商品说明,收/支,金额,交易状态,交易订单号",
            "2025-01-09 18:22:28,卡,退款-充值,不计收支,50.00,退款成功,2025012388_20250199",
            "2025-01-09 18:21:50,卡,充值,支出,50.00,交易关闭,2025012388",
            "2025-01-08 18:21:50,店,袜,支出,9.00,交易关闭,2025012311",
        ])
        #expect(found.amounts == [5000, -5000])
        #expect(found.problems.map(\.line) == [4])
    }

    @Test("What was refunded in full was paid at first, though the file counts it neither way")
    func fullRefunds() throws {
        let found = try read([
            "交易时间,商户名称,交易说明,金额,交易状态,收/支,交易订单号",
            "2025-01-09 18:22:28,店,退款-袜,19.50,退款成功,不计收支,1000001111",
            "2025-01-08 18:21:50,店,袜,19.50(已全额退款),交易成功,不计收支,1000001112",
            "2025-01-07 18:21:50,店,裤,30.00,交易成功,支出,1000001113",
        ])
        #expect(found.amounts == [1950, -1950, -3000])
    }

    // MARK: Currency

    @Test(
        "What the file or its texts name is the currency",
        arguments: [
            ("Nama : MARA\nKode Mata Uang : IDR\nDate,Text,Amount\n28/10/2025,Zork,-43.17\n", "IDR"),
            (
                "29-10-2025,01-09-2025,'12 1090 0000 0000 0001,MARA,PLN,\"1388,92\",\"3000,00\",5,\n"
                    + "28-10-2025,28-10-2025,Zork,,,\"-43,17\",\"3000,00\",1,\n27-10-2025,27-10-2025,Plim,,,\"-188,40\",\"3043,17\",2,\n"
                    + "26-10-2025,26-10-2025,Grault,,,\"-8,40\",\"3231,57\",3,\n", "PLN"
            ),
            ("Bokförd;Valutadatum;Verifikationsnummer;Text;Belopp\n2025-10-28;2025-10-28;548440;Zork;-430.17\n", "SEK"),
            ("Dato;Tekst;Beløb\n28.10.2025;ICA MAXI;-430,17\n27.10.2025;VATTENFALL;-880,40\n", "DKK"),
            ("2025/10/28,セブンイレブン,-431\n2025/10/27,スターバックス,-540\n", "JPY"),
            ("Date,Text,Amount,Original Currency\n10/28/2025,Zork,-3.00,CAD\n10/27/2025,Plim,-4.00,CAD\n", "CAD"),
            (
                "28/10/2025|MERCADONA VALENCIA|-43.17\n27/10/2025|RECIBO IBERDROLA|-88.40\n23/10/2025|NOMINA EMPRESA|890.55\n",
                "EUR"
            ),
            ("Date,Text,Debit,Credit\n28/10/2025,WOOLWORTHS 1042 SYDNEY,43.17,\n27/10/2025,Zork,8.40,\n", "AUD"),
            ("Date,Text,Amount\n2025-10-28,TESCO STORES 3297,-23.40\n2025-10-27,GREGGS PLC,-3.65\n", "GBP"),
        ])
    func currency(text: String, code: String) throws {
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text))
        let found = records.first?.currency ?? reader.accounts.first?.currency ?? reader.layout.likelyCurrency
        #expect(found == Currency(code))
    }

    @Test(
        "The texts of a QIF file tell its currency, too",
        arguments: [
            ("!Type:Bank\nD28/10/2025\nT-23.40\nPTESCO STORES 3297\n^\nD27/10/2025\nT-3.65\nPGREGGS PLC\n^\n", "GBP"),
            ("!Type:Bank\nD28.10.2025\nT-43,17\nPZork\n^\n", "EUR"),
        ])
    func currencyOfQIF(text: String, code: String) throws {
        let reader = try StatementFormat.qif.reader(StatementBytes(Array(text.utf8), path: "f.qif"), ImportOptions())
        #expect(reader.layout.likelyCurrency == Currency(code))
    }

    // MARK: Other columns and encodings

    @Test("Another amount, and a fee that isn't taken off, are said")
    func otherAmounts() throws {
        let net = try read([
            "Date,Description,Gross,Fee,Net", "2025-10-03,Zork,-20.00,-1.00,-21.00",
            "2025-10-04,Plim,-9.00,-0.50,-9.50",
        ])
        #expect(net.amounts == [-2100, -950])
        #expect(net.notes.contains { $0.contains("“Net”") && $0.contains("“Gross”") && $0.contains("--columns") })
        let fee = try read(["Date,Description,Amount,Fee", "2025-10-03,Zork,-20.00,1.00", "2025-10-04,Plim,-9.00,0.00"])
        #expect(fee.amounts == [-2000, -900])
        #expect(fee.notes.contains { $0.contains("“Fee”") })
        let none = try read(["Date,Description,Amount,Fee", "2025-10-03,Zork,-20.00,0.00"])
        #expect(none.notes.isEmpty)
    }

    @Test("A store's orders are read where the person says which columns hold what")
    func chosenOrders() throws {
        let rows = [
            "Order Date,Order ID,Item Name,Quantity,Unit Price,Item Total", "2026-04-13,7,Soap,2,3.00,6.00",
        ]
        #expect(throws: ImportError.self) { try read(rows) }
        let columns = try #require(ColumnChoice.list("date=1, description=3, out=6"))
        #expect(try read(rows, ImportOptions(columns: columns)).amounts == [-600])
    }

    @Test("UTF-32", arguments: [true, false])
    func wide(isBigEndian: Bool) throws {
        var bytes: [UInt8] = []
        for scalar in "\u{FEFF}Date,Text,Amount\n2025-10-03,Bäcker,-1.20\n".unicodeScalars {
            let unit = isBigEndian ? scalar.value.bigEndian : scalar.value.littleEndian
            withUnsafeBytes(of: unit) { bytes += $0 }
        }
        let file = StatementBytes(bytes, path: "f.csv")
        #expect(try StatementFormat.detect(file) == .csv)
        let (_, records, _) = try CSVFileTests.read(file)
        #expect(records.map(\.description) == ["Bäcker"])
        #expect(records.map(\.minorUnits) == [-120])
    }

    // MARK: Footers

    @Test("A footer is told as one, and a row between is told as it is")
    func footers() throws {
        let rows = ["Date,Text,Amount", "2025-10-03,Zork,-3.00", "some words,,", "2025-10-04,Plim,-4.00"]
        let found = try read(rows + (1...6).map { "Line \($0) of the bank's terms,," })
        #expect(found.amounts == [-300, -400])
        #expect(found.problems.map(\.line) == [3, 5])
        #expect(found.problems.last?.reason.hasPrefix("6 lines of text") == true)
        // What has an amount is no footer.
        let open = try read(rows + (1...6).map { ",Row \($0),-5.00" })
        #expect(open.problems.count == 7)
    }

    // MARK: Other formats

    @Test("A table of totals above another one is passed over; a release date is a date")
    func releaseDate() throws {
        let found = try read([
            "INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE", "21.270,88;18.900,55;-10.530,17;30.000,00", "",
            "RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE",
            "28-10-2025;WALMART PLAZA SUR;10010;-843,17;30.000,00", "27-10-2025;CFE SUMINISTRO;10011;-588,40;30.843,17",
        ])
        #expect(found.amounts == [-84_317, -58_840])
        #expect(found.dates == ["2025-10-28", "2025-10-27"])
    }

    @Test("A single column of amounts with a currency's sign needs one answer")
    func oneAnswer() throws {
        let rows = ["2022-01-01,1", "2022-01-02,$1", "2022-01-03,badamount"]
        #expect(doubt(rows) == .sign(text: "", amount: "1"))
        let found = try read(rows, ImportOptions(keepsSign: true))
        #expect(found.amounts == [100, 100])
        #expect(found.problems.map(\.line) == [3])
    }

    @Test("An MT940 balance that doesn't follow, and CAMT parts that don't add up, are said")
    func sumsOfStatements() throws {
        func notes(_ format: StatementFormat, _ text: String) throws -> [String] {
            try format.reader(StatementBytes(Array(text.utf8), path: "f"), ImportOptions()).layout.assumptions
        }
        func statement(_ closing: String) -> String {
            ":20:A\n:25:DE1/2\n:28C:1\n:60F:C251001EUR100,00\n:61:2510031003D10,00NMSC\n:86:A\n:62F:C251005EUR\(closing)\n-\n"
        }
        #expect(try notes(.mt940, statement("90,00")) == [])
        #expect(try notes(.mt940, statement("75,00")).first?.contains("line 7") == true)
        func entry(_ second: String) -> String {
            func detail(_ amount: String) -> String {
                "<TxDtls><AmtDtls><TxAmt><Amt Ccy=\"EUR\">\(amount)</Amt></TxAmt></AmtDtls></TxDtls>"
            }
            return "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\"><BkToCstmrStmt><Stmt><Ntry>"
                + "<Amt Ccy=\"EUR\">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2025-10-28</Dt></BookgDt>"
                + "<NtryDtls>\(detail("10.00"))\(detail(second))</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>"
        }
        #expect(try notes(.camt, entry("20.00")) == [])
        #expect(try notes(.camt, entry("15.00")).first?.contains("don't add up") == true)
    }

    @Test("One page of Plaid with both sides of a pending charge counts it once", arguments: [true, false])
    func plaidPage(isRemoved: Bool) throws {
        func row(_ id: String, _ amount: String, _ more: String) -> String {
            "{\"transaction_id\": \"\(id)\", \"account_id\": \"a\", \"date\": \"2025-10-28\", \"name\": \"CAFE\", "
                + "\"amount\": \(amount), \"iso_currency_code\": \"USD\", \(more)}"
        }
        let posted = row("t1", "12.00", "\"pending\": false, \"pending_transaction_id\": \"p1\"")
        let removed = isRemoved ? "[{\"transaction_id\": \"p1\"}]" : "[]"
        let text = "{\"added\": [\(row("p1", "10.00", "\"pending\": true")), \(posted)], \"removed\": \(removed)}"
        var reader = try StatementFormat.plaid.reader(StatementBytes(Array(text.utf8), path: "f"), ImportOptions())
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        _ = try reader.read(upTo: 10, into: &records, problems: &problems)
        #expect(records.map(\.minorUnits) == [-1200])
        #expect(problems == [])
    }

    @Test(
        "A type of Plaid's that nobody knows is no money to spend",
        arguments: [("other", AccountType.other), ("payroll", .other), ("depository", .checking), ("", nil)]
            as [(String, AccountType?)])
    func plaidTypes(type: String, expected: AccountType?) {
        #expect(PlaidAccountType.type(of: .object([("type", .string(type))])) == expected)
    }

    /// Yen have no cents.
    @Test func amountsWithCentsAreNoYen() throws {
        let file = try read(["Date,Description,Amount", "2026-10-05,東京ラーメン,-12.50", "2026-10-06,CAFE ZOE,-3.50"])
        #expect(file.dates == ["2026-10-05", "2026-10-06"])
    }
}
