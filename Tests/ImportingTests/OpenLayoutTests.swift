import Importing
import Ledger
import Testing

/// What a file leaves open is asked about, and what is taken for granted is said.
struct OpenLayoutTests {
    private func doubt(_ lines: [String], _ options: ImportOptions = ImportOptions()) -> LayoutDoubt? {
        do throws(ImportError) {
            _ = try read(lines, options)
            return nil
        } catch {
            return error.doubt
        }
    }

    private func read(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError) -> (
        amounts: [Int64], dates: [String], reader: CSVReader, problems: [RowProblem]
    ) {
        let text = lines.map { $0 + "\n" }.joined()
        let (reader, records, problems) = try CSVFileTests.read(CSVFileTests.file(text), options)
        return (records.map(\.minorUnits), records.map(\.date.iso), reader, problems)
    }

    // MARK: Dates

    /// A name that one country's shop has is anybody's elsewhere: one alone doesn't tell how days are written, two do.
    @Test func oneMerchantTellsNoCountry() throws {
        let head = "Date,Description,Amount"
        let rows = ["04/05/2025,ALPHA SHOP,-10.00", "05/06/2025,BETA SHOP,-12.00", "06/07/2025,GAMMA,-9.00"]
        #expect(doubt([head] + rows) == .dateOrder(date: "04/05/2025"))
        #expect(doubt([head] + rows + ["07/08/2025,GAMMA,-3.00"]) == .dateOrder(date: "04/05/2025"))
        let two = try read([head] + rows + ["07/08/2025,ALBERT HEIJN,-3.00"])
        #expect(two.dates == ["2025-05-04", "2025-06-05", "2025-07-06", "2025-08-07"])
    }

    // MARK: Columns

    @Test func twoAmountsWithNamesNobodyKnowsAreAskedAbout() throws {
        let rows = [
            "Date,Text,Quux,Corge", "2026-04-13,Aaa,600,588.20", "2026-04-14,Bbb,200,231.10", "2026-04-15,Ccc,90,95.5",
        ]
        guard case .amount(let columns)? = doubt(rows) else {
            Issue.record("not asked")
            return
        }
        #expect(columns.map(\.number) == [4, 3])
        #expect(columns.map(\.example) == ["588.20", "600"])
        let chosen = ImportOptions(keepsSign: true, columns: [ColumnChoice(.amount, "Corge")])
        #expect(try read(rows, chosen).amounts == [58_820, 23_110, 9_550])
        // Numbers of something else are no amounts.
        let counted = [
            "Date,Text,Quux,Corge", "2026-04-13,Aaa,1,-588.20", "2026-04-14,Bbb,3,-231.10", "2026-04-15,Ccc,2,-95.5",
        ]
        #expect(try read(counted).amounts == [-58_820, -23_110, -9_550])
    }

    @Test(arguments: ["Date,Category,Budgeted,Actual", "Date,Category,Planned,Spent", "Date,Category,Budget,Amount"])
    func aBudgetHoldsNoTransactions(header: String) {
        let rows = [
            header, "2026-04-01,Groceries,600.00,588.20", "2026-04-01,Dining,200.00,231.10", "2026-05-01,Fun,90,95.5",
        ]
        let error = #expect(throws: ImportError.self) { try read(rows) }
        #expect(error?.message.contains("--columns") == true)
    }

    @Test func whatAColumnOfCentsHoldsIsSaid() throws {
        let cents = try read(["date,description,amount_cents", "2026-04-13,KROGER,-5417", "2026-04-14,ALDI,-1240"])
        #expect(cents.amounts == [-5417, -1240])
        #expect(cents.reader.layout.assumptions.contains { $0.contains("hundredths") })
        let whole = try read(["date,description,amount_cents", "2026-04-13,KROGER,-54.17", "2026-04-14,ALDI,-12.40"])
        #expect(whole.amounts == [-5417, -1240])
        #expect(whole.reader.layout.assumptions.contains { $0.contains("has decimals") })
    }

    @Test func aPagesLineBehindABlockIsNoneOfItsFields() throws {
        let lines = [
            "Date: 28/10/2025", "Amount: -23.40 GBP", "Balance: 2167.82 GBP", "Description: CORNER SHOP", "",
            "Page 1 of 2", "",
            "Date: 27/10/2025", "Amount: -3.65 GBP", "", "Balance: 2191.22 GBP", "Description: BAKERY", "HIGH STREET",
            "",
            "Page 2 of 2", "", "Date: 23/10/2025", "Amount: 2214.87 GBP", "Description: SALARY", "",
            "Thank you for banking",
            "with us.",
        ]
        let text = lines.map { $0 + "\n" }.joined()
        let (_, records, _) = try CSVFileTests.read(CSVFileTests.file(text), ImportOptions())
        #expect(records.map(\.minorUnits) == [-2340, -365, 221_487])
        #expect(records.map(\.description) == ["CORNER SHOP", "BAKERY HIGH STREET", "SALARY"])
    }

    @Test(arguments: ["\u{A0}", " "])
    func blocksOfLabeledLinesAreATable(blank: String) throws {
        func line(_ label: String, _ value: String) -> String { "\(label):" + blank + value }
        var lines = [line("From", "01/10/2025 to 31/10/2025"), "", line("Account", "XXXX XXXX 1234"), ""]
        for (day, text, amount, balance) in [
            ("28/10/2025", "CORNER: SHOP", "-23.40", "2167.82"), ("27/10/2025", "BAKERY", "-3.65", "2191.22"),
            ("23/10/2025", "SALARY", "2214.87", "2194.87"),
        ] {
            lines += [
                line("Date", day), line("Description", text), line("Amount", amount + " GBP"),
                line("Balance", balance + " GBP"), "",
            ]
        }
        let found = try read(lines)
        #expect(found.amounts == [-2340, -365, 221_487])
        #expect(found.dates == ["2025-10-28", "2025-10-27", "2025-10-23"])
        #expect(found.reader.accounts.map(\.currency) == [.gbp])
        #expect(found.problems.isEmpty)
        let (_, records, _) = try CSVFileTests.read(CSVFileTests.file(lines.map { $0 + "\n" }.joined()))
        #expect(records.map(\.line) == [5, 10, 15])
        #expect(records.map(\.description) == ["CORNER: SHOP", "BAKERY", "SALARY"])
    }

    @Test func theOtherSideMayHaveANameNobodyKnows() throws {
        let found = try read([
            "Date,Text,Credit,Quux", "2026-04-13,Roof,,310.00", "2026-04-14,Pay,1900.00,", "2026-04-15,Jam,,4.10",
        ])
        #expect(found.amounts == [-31_000, 190_000, -410])
        #expect(found.reader.layout.assumptions.count == 1)
    }

    @Test func twoColumnsWithoutNamesAreAskedAbout() throws {
        let rows = ["Date,Text,Quux,Corge", "2026-04-13,Aaa,310.00,", "2026-04-14,Bbb,,1900.00"]
        #expect(doubt(rows) == .sides(text: "Aaa", amount: "310.00", column: "“Quux”"))
        #expect(try read(rows, ImportOptions(keepsSign: true)).amounts == [-31_000, 190_000])
        #expect(try read(rows, ImportOptions(flipsSign: true)).amounts == [31_000, -190_000])
        let columns = try #require(ColumnChoice.list("in=Quux, out=4"))
        #expect(try read(rows, ImportOptions(columns: columns)).amounts == [31_000, -190_000])
    }

    @Test func aDayWithoutAKnownNameGoesBeforeTheValueDate() throws {
        let found = try read(["Quux;Valuta;Text;Betrag", "03.04.2026;13.04.2026;Aaa;-1,00"])
        #expect(found.dates == ["2026-04-03"])
    }

    @Test func daysThatAreWeeksApartLeaveTheOrderOpen() throws {
        let rows = ["Date,Post Date,Text,Amount", "01/02/2026,02/02/2026,A,-4.50", "03/02/2026,05/02/2026,B,-21.00"]
        #expect(doubt(rows) == .dateOrder(date: "01/02/2026"))
        let close = ["Date,Post Date,Text,Amount", "02/01/2026,02/02/2026,A,-4.50", "02/03/2026,02/05/2026,B,-21.00"]
        // Nor do days that are close prove anything.
        #expect(doubt(close) == .dateOrder(date: "02/01/2026"))
    }

    @Test func aColumnThatNeverChangesIsNoAmount() throws {
        let rows = [
            "2026-04-13,KROGER,8.19,1000.00", "2026-04-14,KROGER,9.20,1000.00", "2026-04-15,KROGER,3.00,1000.00",
        ]
        #expect(try read(rows).amounts == [-819, -920, -300])
    }

    @Test func anotherColumnsCurrencyIsTheTables() throws {
        let found = try read(["Date,Text,Share price in CHF,Cash Flow", "2026-04-13,Aaa,10.00,-20.00"])
        #expect(found.reader.accounts.first?.currency == Currency("CHF"))
    }

    @Test func amountsWithoutCentsAreNotReadAsDollars() throws {
        let found = try read(["取引日,摘要,お支払金額,お預り金額,差引残高", "2026/04/02,店,850,,99150", "2026/04/25,給与,,280000,379150"])
        #expect(found.amounts == [-850, 280_000])
        #expect(found.reader.layout.assumptions.first?.contains("JPY was assumed") ?? false)
    }

    @Test func aBalanceOfWhatIsOwedRunsTheOtherWay() throws {
        // Charges and debt are positive, and a row says what only a card's statement says.
        let card = [
            "Date,Text,Amount,Balance", "2026-04-13,KROGER,50.00,550.00",
            "2026-04-14,PAYMENT - THANK YOU,-500.00,50.00",
            "2026-04-15,SHELL OIL,20.00,70.00",
        ]
        #expect(try read(card).amounts == [-5000, 50_000, -2000])
        let owed = ["Date,Text,Amount,Left", "2026-04-13,salary,-50.00,-450.00", "2026-04-14,coffee,5.00,-445.00"]
        #expect(doubt(owed + ["2026-04-15,grocery,7.00,-438.00"]) == .sign(text: "salary", amount: "-50.00"))
    }

    @Test func aPaymentOfTheCardAmongPurchasesOfTheSameSignIsAskedAbout() throws {
        let rows = ["Date,Text,Amount", "2026-04-13,AMAZON MKTPL,-3.00", "2026-04-14,PAYMENT - THANK YOU,-20.00"]
        #expect(doubt(rows) == .sign(text: "PAYMENT - THANK YOU", amount: "-20.00"))
    }

    @Test func aFeeAloneIsAnAmountWhereTheBalanceSaysSo() throws {
        let rows = [
            "Date,Text,Money In,Money Out,Fee,Balance", "2026-04-02,Aaa,,-40.00,,60.00",
            "2026-04-05,Bbb,,-10.00,-2.00,48.00", "2026-04-06,Ccc,,,-7.50,40.50", "2026-04-08,Ddd,9.00,,,49.50",
        ]
        #expect(try read(rows).amounts == [-4000, -1200, -750, 900])
    }

    @Test func aLineAboveTheTableNamesTheCurrency() throws {
        let table = ["", "Date,Text,Debit,Credit", "21.04.2026,Aaa,3.00,"]
        for line in [
            "Currency,AED", "\"Private account, AE07 0331 2345 6789 0123 456, AED\"", "Account,AE070331234567890123456",
        ] {
            #expect(try read([line] + table).reader.accounts.first?.currency == Currency("AED"), "\(line)")
        }
        #expect(try read(["Accounts,ALL"] + table).reader.accounts.first?.currency == nil)
    }

    @Test func theDollarsSignIsNoEuro() throws {
        let rows = ["Fecha;Concepto;Importe", "13/04/2026;Pan;$-3,00", "14/04/2026;Sal;$-4,00"]
        #expect(try read(rows).reader.layout.likelyCurrency == nil)
    }

    @Test func whatIsChargedGoesOutAndWhatIsPaidComesIn() throws {
        let found = try read([
            "Posting Date,Text,Charge Amount,Payment Amount", "2026-04-13,Aaa,50.00,", "2026-04-14,Bbb,,20.00",
        ])
        #expect(found.amounts == [-5000, 2000])
    }

    @Test func theAmountsOwnCurrencyGoesBeforeAnotherColumns() throws {
        let rows = ["Datum;Text;Betrag Original;Währung;Betrag CHF", "13.04.2026;Aaa;25.00;EUR;-24.10"]
        #expect(try read(rows).reader.accounts.first?.currency == Currency("CHF"))
    }

    @Test func whoSendsPayoutsSells() throws {
        let rows = [
            "Date,Text,Type,Amount,Fee", "2026-04-13,Sale,Charge,50.00,-1.75", "2026-04-14,Out,Payout,-48.25,0",
        ]
        #expect(try read(rows).amounts.map { $0 > 0 } == [true, false])
    }

    @Test func aBalanceProvesWhichSideIsWhich() throws {
        let rows = ["2026-04-13,Aaa,310.00,,690.00", "2026-04-14,Bbb,,1900.00,2590.00", "2026-04-15,Ccc,1.00,,2589.00"]
        #expect(try read(rows).amounts == [-31_000, 190_000, -100])
    }

    @Test(arguments: [
        ["Date,Balance", "2026-04-13,100.00", "2026-04-14,90.00"],
        ["Datum;Saldo", "13.04.2026;100,00", "14.04.2026;90,00"],
        ["20260413,475,10000", "20260414,165,25000"],
        ["Date,Ticker,Shares,Price,Value", "2026-04-13,ABC,10,90.00,900.00"],
        ["Due,Payment,Principal,Interest,Balance", "2026-04-13,50.00,40.00,10.00,960.00"],
        ["Order Date,Order ID,Item Name,Quantity,Unit Price,Item Total", "2026-04-13,7,Soap,2,3.00,6.00"],
        ["date,description,account,amount", "2026-04-13,x,expenses:food,1.00", "2026-04-13,x,assets:cash,-1.00"],
        ["Month,Income,Expenses", "2026-04-01,900.00,700.00", "2026-05-01,900.00,650.00"],
        ["Month,Plan,Spent,Left", "2026-04-01,900.00,700.00,200.00", "2026-05-01,900.00,950.00,-50.00"],
        // The balance falls by one amount and rises by the next.
        [
            "Date,Text,Amount,Balance", "2026-04-23,Aaa,250.00,750.00", "2026-04-20,Bbb,1.00,1000.00",
            "2026-04-15,Ccc,5.00,999.00",
        ],
        ["Asset,Date Acquired,Date Sold,Proceeds,Cost Basis", "ABC,2025-04-13,2026-04-14,900.00,700.00"],
    ])
    func whatIsNoStatementIsRefused(lines: [String]) {
        #expect(throws: ImportError.self) { try read(lines) }
    }

    @Test func severalColumnsOfMoneyAreChosenFrom() throws {
        let rows = ["Date,Text,Quux,Corge", "2026-04-13,Aaa,-3.00,7.00", "2026-04-14,Bbb,-9.00,-2.00"]
        #expect(throws: ImportError.self) { try read(rows) }
        let columns = try #require(ColumnChoice.list("amount=Corge"))
        #expect(try read(rows, ImportOptions(columns: columns, today: nil)).amounts == [700, -200])
        #expect(throws: ImportError.self) { try read(rows, ImportOptions(columns: [ColumnChoice(.amount, "Nope")])) }
    }

    @Test(arguments: ["date", "amount=", "=3", "sum=3", ""]) func rolesNeedColumns(text: String) {
        #expect(ColumnChoice.list(text) == nil)
    }

    // MARK: Dates

    @Test(
        arguments: [
            (["01/02/2026", "03/02/2026"], nil), (["05/01/2026", "05/02/2026", "05/03/2026"], nil),
            // Rows in order; a number that stays.
            (["01/02/2026", "05/02/2026", "01/03/2026"], "dmy"),
            (["05/01/2026", "05/01/2026", "05/02/2026", "05/07/2026"], "mdy"),
            (["01/05/2026", "07/05/2026", "07/05/2026", "09/05/2026"], "dmy"),
        ] as [([String], String?)])
    func orderOfDates(dates: [String], order: String?) throws {
        let rows = ["Date,Text,Amount"] + dates.map { "\($0),Thing,-1.00" }
        if let order {
            #expect(try read(rows).reader.layout.dateOrder.rawValue == order)
        } else {
            #expect(doubt(rows) == .dateOrder(date: dates[0]))
        }
    }

    @Test func whatSettlesDates() throws {
        let rows = ["Date,Text,Amount", "01/02/2026,Thing,-1.00"]
        #expect(doubt(rows) != nil)
        // No row of March lies half a year ahead.
        let today = try #require(CivilDate(iso: "2026-03-12"))
        let spring = ["Date,Text,Amount", "03/09/2026,Thing,-1.00"]
        #expect(try read(spring, ImportOptions(today: today)).dates == ["2026-03-09"])
        let known = KnownAccount(type: .checking, dateOrder: .dmy)
        #expect(try read(rows, ImportOptions(known: known)).dates == ["2026-02-01"])
        let posted = ["Date,Posted Date,Text,Amount", "01/02/2026,16/02/2026,Thing,-1.00"]
        #expect(try read(posted).dates == ["2026-02-01"])
        let texts = ["Date,Text,Amount", "01/02/2026,TESCO EXTRA 77,-1.00"]
        #expect(try read(texts).dates == ["2026-02-01"])
        let states = ["Date,Text,Amount", "01/02/2026,ZORK BANGOR ME,-1.00", "01/03/2026,PLIM AKRON OH,-1.00"]
        #expect(try read(states).dates == ["2026-01-02", "2026-01-03"])
    }

    // MARK: Signs

    @Test func amountsWithoutAnySignAreAskedAbout() throws {
        let rows = ["Date,Text,Amount", "2026-04-13,Zork,3.00", "2026-04-14,Plim,4.00"]
        #expect(doubt(rows) == .sign(text: "Zork", amount: "3.00"))
        #expect(doubt(["Date,Text,Amount", "2026-04-13,Interest Paid,0.31"]) == nil)
        #expect(try read(rows, ImportOptions(accountType: .savings)).amounts == [300, 400])
    }

    @Test func salesAreMoneyInForWhoeverSells() throws {
        let rows = [
            "Date,Type,Title,Amount,Fees,Net", "2026-04-13,Sale,Mug,20.00,-1.00,19.00",
            "2026-04-14,Sale,Bowl,30.00,-1.50,28.50", "2026-04-15,Refund,Mug,-20.00,0.00,-20.00",
        ]
        #expect(try read(rows).amounts == [1900, 2850, -2000])
    }

    @Test func aKindThatNobodyKnowsIsSaid() throws {
        let found = try read([
            "Date,Type,Text,Amount", "2026-04-13,Withdrawal,Zork,3.00", "2026-04-14,Deposit,Plim,4.00",
            "2026-04-15,Flarp,Grault,5.00",
        ])
        #expect(found.amounts == [-300, 400])
        #expect(found.problems.map(\.line) == [4])
    }

    @Test func aQuoteThatShiftsCellsIsSaid() throws {
        let found = try read([
            "Date,Text,Amount,Balance", "2026-04-13,Zork,-3.00,97.00", "\"2026-04-14,\"CAFE, ULM\",-4.00,93.00",
            "2026-04-15,Plim,-5.00,88.00",
        ])
        #expect(found.amounts == [-300, -500])
        #expect(found.problems.map(\.line) == [3])
    }

    // MARK: Currency

    @Test(arguments: [
        ("Buchungstag;Verwendungszweck;Betrag\n14.04.2026;Brot;-3,00\n", "EUR"),
        ("Bokföringsdag;Rubrik;Belopp\n2026-04-14;Bröd;-3,00\n", "SEK"),
        ("Date,Description,Money In,Money Out\n14/04/2026,Bread,,3.00\n", "GBP"),
    ])
    func theLanguageTellsTheLikelyCurrency(text: String, code: String) throws {
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(reader.layout.likelyCurrency == Currency(code))
        #expect(records.map(\.currency) == [nil])
    }
}
