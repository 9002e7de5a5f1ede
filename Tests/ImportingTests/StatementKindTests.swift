import Importing
import Ledger
import Store
import Testing

/// What rows are, and in which account, by the words and columns of their files.
struct StatementKindTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ lines: [String], file: String = "bank.csv", _ change: (inout IngestRequest) -> Void = { _ in })
        throws -> ImportReport
    {
        var request = IngestRequest()
        request.isDryRun = true
        change(&request)
        let text = lines.joined(separator: "\n") + "\n"
        return try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(
            StatementBytes(Array(text.utf8), path: file), request)
    }

    private func kinds(_ report: ImportReport) -> [TransactionKind] { report.preview.map(\.classification.kind) }
    private func amounts(_ report: ImportReport) -> [Int64] { report.preview.map(\.record.minorUnits) }
    private func texts(_ report: ImportReport) -> [String] { report.preview.map(\.record.description) }

    @Test func aPaymentFromACheckingAccountIsNoCardBill() throws {
        let report = try bring([
            "Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories",
            "55001,27/05/2026,DR LIM DENTAL,250.00,,1045.20,PAYMENT",
            "55001,26/05/2026,THE GRIND CAFE,5.50,,1295.20,PAYMENT",
            "55001,25/05/2026,ACME SALARY,,900.00,1300.70,DEP",
        ])
        #expect(kinds(report) == [.expense, .expense, .income])
    }

    /// What the same broker's OFX, QIF, and CSV files have is of one kind.
    @Test(arguments: ["invest.ofx", "invest.qif", "invest.csv"])
    func aBrokersRowsAreOfTheSameKindsInEachFormat(file: String) throws {
        func trade(_ name: String, _ total: String) -> String {
            """
            <\(name)><INVTRAN><FITID>\(name)<DTTRADE>20260504</INVTRAN><SECID><UNIQUEID>C1</SECID>
            <TOTAL>\(total)</\(name)>
            """
        }
        let lines =
            switch file {
            case "invest.ofx":
                [
                    "OFXHEADER:100\n\n<OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><CURDEF>USD<INVACCTFROM><ACCTID>99</INVACCTFROM>",
                    "<INVTRANLIST>", trade("BUYMF", "-1500"), trade("SELLSTOCK", "900"), trade("INCOME", "18.22"),
                    trade("INVEXPENSE", "-12"), "</INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>",
                    "<SECLIST><SECINFO><SECID><UNIQUEID>C1</SECID><SECNAME>Fidelity 500 Index</SECINFO></SECLIST></OFX>",
                ]
            case "invest.qif":
                ["!Type:Invst"]
                    + [("Buy", "1500"), ("Sell", "900"), ("Div", "18.22"), ("MiscExp", "12")].flatMap {
                        ["D5/14'26", "N\($0.0)", "YFidelity 500 Index", "T\($0.1)", "^"]
                    }
            default:
                [
                    "Date,Action,Symbol,Description,Quantity,Amount",
                    "05/14/2026,Buy,FXAIX,Fidelity 500 Index,7,-1500.00",
                    "05/14/2026,Sell,FXAIX,Fidelity 500 Index,4,900.00",
                    "05/14/2026,Dividend,FXAIX,Fidelity 500 Index,,18.22",
                    "05/14/2026,Fee,FXAIX,Fidelity 500 Index,,-12.00",
                ]
            }
        let report = try bring(lines, file: file)
        #expect(report.accounts.map(\.type) == [.investment])
        #expect(amounts(report) == [-150_000, 90_000, 1_822, -1_200])
        #expect(kinds(report) == [.transfer, .transfer, .income, .expense])
        let categories = report.preview.map(\.classification.category)
        #expect(categories == ["investment_transfer", "investment_transfer", "dividends", "fees"])
    }

    @Test(
        arguments: [
            "LITTLE ACORNS ELC GRAND RAPIDS MI", "BRIGHT EARLY LEARNING CTR", "TENDER CARE LEARNING CENTER",
            "STARS CHILDCARE LEARNING CENTER", "MAPLE PRESCHOOL TUITION",
        ])
    func dayCareIsNoEducation(text: String) throws {
        let report = try bring([
            "Date,Description,Amount", "2026-05-27,\(text),-590.00", "2026-05-26,ACME PAYROLL,900.00",
        ])
        #expect(report.preview.map(\.classification.category).first == "family")
        let school = try bring(
            [
                "Date,Description,Amount", "2026-05-27,STATE UNIVERSITY TUITION,-590.00",
                "2026-05-26,ACME PAYROLL,900.00",
            ])
        #expect(school.preview.map(\.classification.category).first == "education")
    }

    @Test func aCompteDeDepotHoldsNoSecurities() throws {
        let report = try bring([
            "Compte de Dépôt carte n° 00099", "Date;Libellé;Débit euros;Crédit euros", "27/05/2026;LOYER MAI;640,00;",
            "26/05/2026;VIR SALAIRE;;1900,00",
        ])
        #expect(report.accounts.map(\.type) == [.checking])
        #expect(kinds(report).first == .expense)
    }

    @Test(arguments: ["Pagamento recebido", "Ihre Zahlung", "Pago recibido", "Payment received thank you"])
    func aCardsPaymentIsKnownInOtherLanguages(text: String) throws {
        let report = try bring(
            ["date,title,amount", "2026-05-27,Zork,80.00", "2026-05-26,Plim,12.00", "2026-05-12,\(text),-92.00"])
        #expect(report.accounts.map(\.type) == [.creditCard])
        #expect(amounts(report) == [-8000, -1200, 9200])
        #expect(kinds(report).last == .transfer)
    }

    @Test func aFailedPaymentMovedNoMoney() throws {
        let report = try bring([
            "Date,Description,Amount,Status", "2026-05-27,Zork,-30.00,PAYMENT FAILED",
            "2026-05-26,Plim,-4.00,CARD DECLINED",
            "2026-05-25,Quux,-5.00,Authorization expired", "2026-05-24,Corge,-6.00,PAYMENT SENT",
        ])
        #expect(amounts(report) == [-600] && report.skipped.count == 3)
    }

    @Test func whatIsTradedIsNeitherSpentNorEarned() throws {
        let exchange = try bring([
            "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Total,Notes",
            "1,2026-05-27,Buy,BTC,0.002,$214.20,Bought BTC",
            "2,2026-05-26,Receive,BTC,0.01,$900.00,Received BTC", "3,2026-05-25,Sell,ETH,0.1,$405.00,Sold ETH",
        ])
        #expect(exchange.accounts.map(\.type) == [.investment])
        #expect(kinds(exchange) == [.transfer, .transfer, .transfer])
        let broker = try bring([
            "Activity Date,Instrument,Description,Trans Code,Quantity,Price,Amount",
            "05/27/2026,VTX,Broad Market,Buy,2,$10.00,($20.00)",
            "05/26/2026,,ACH Deposit,ACH,,,$700.00", "05/25/2026,VTX,Broad Market,Sell,1,$11.00,$11.00",
        ])
        #expect(broker.accounts.map(\.type) == [.investment])
        #expect(kinds(broker) == [.transfer, .transfer, .transfer])
    }

    @Test func aBrokersActionIsItsText() throws {
        let report = try bring([
            "Run Date,Action,Symbol,Description,Quantity,Amount",
            "05/27/2026,YOU BOUGHT BROAD INDEX FUND (VTX) (Cash),VTX,FUND,7,-1500.00",
            "05/24/2026,DIRECT DEBIT HARBOR CABLE (Cash),,No Description,0,-62.00",
        ])
        #expect(texts(report).map { $0.prefix(10) } == ["YOU BOUGHT", "DIRECT DEB"])
    }

    @Test func aSaleIsIncomeOfWhoSells() throws {
        let report = try bring([
            "Date,Type,Title,Currency,Amount,Fees & Taxes,Net",
            "2026-05-27,Sale,Payment for Order #3311,USD,$42.00,--,$42.00",
            "2026-05-26,Sale,Payment for Order #3312,USD,$12.00,--,$12.00",
            "2026-05-25,Fee,Listing fee,USD,--,-$2.00,-$2.00",
        ])
        #expect(report.accounts.map(\.type) == [.checking])
        #expect(kinds(report).prefix(2) == [.income, .income])
    }

    @Test func threeDecimalsAreNoThousands() throws {
        let rows = ["27/05/2026,ZORK,-1.250", "26/05/2026,PLIM,-12.400", "25/05/2026,SALARY,900.000"]
        let named = try bring(["Date,Description,Amount,Currency"] + rows.map { $0 + ",KWD" })
        #expect(amounts(named) == [-1250, -12_400, 900_000])
        for delimiter in [",", ";"] {
            let plain = (["Date,Description,Amount"] + rows).map { $0.replacing(",", with: delimiter) }
            #expect(amounts(try bring(plain) { $0.options.currency = Currency("BHD") }) == [-1250, -12_400, 900_000])
            #expect(
                amounts(try bring(plain) { $0.options.currency = .eur }) == [-125_000, -1_240_000, 90_000_000])
            let error = #expect(throws: ImportError.self) { try bring(plain) }
            #expect(error?.message.contains("--currency") ?? false)
        }
    }

    @Test func centsAreCents() throws {
        let report = try bring(["date,description,amount_cents", "2026-05-27,ZORK,-5417", "2026-05-26,PLIM,-1240"])
        #expect(amounts(report) == [-5417, -1240])
    }

    @Test func aColumnForEachCurrency() throws {
        let report = try bring(
            [
                "Account Type,Account Number,Transaction Date,Cheque Number,Description 1,CAD$,USD$",
                "Chequing,05012-5099999,5/27/2026,,ZORK,-4.85,", "Chequing,05012-5099999,5/26/2026,,PLIM,-12.00,",
                "Visa,4512000011112222,5/25/2026,,QUUX,,-30.00",
            ], file: "csv777.csv")
        #expect(amounts(report) == [-485, -1200, -3000])
        #expect(report.preview.map(\.currency.code) == ["CAD", "CAD", "USD"])
        #expect(report.accounts.map(\.type) == [.checking, .creditCard])
    }

    @Test func theOwnersNameIsNotTheOtherSide() throws {
        let wallet = try bring([
            "ID,Datetime,Type,Status,Note,From,To,Amount (total)",
            "1001,2026-05-01T10:00:00,Payment,Complete,tacos,Ann Oak,Ben Ash,- $25.00",
            "1002,2026-05-02T10:00:00,Payment,Complete,rent,Ben Ash,Ann Oak,+ $60.00",
        ])
        #expect(texts(wallet) == ["Ben Ash tacos", "Ben Ash rent"])
        let bank = try bring([
            "Buchungsdatum;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Betrag (€)",
            "29.05.26;Gebucht;Ann Oak;Kiosk Nord;Einkauf;-8,40", "28.05.26;Gebucht;Ann Oak;Stadtwerke;Abschlag;-89,00",
            "27.05.26;Gebucht;Nordwind AG;Ann Oak;Gehalt;2745,18",
        ])
        #expect(texts(bank) == ["Kiosk Nord Einkauf", "Stadtwerke Abschlag", "Nordwind AG Gehalt"])
    }

    @Test func aCopyUnderABrowsersNameCorrects() throws {
        let header = "Date,Description,Amount"
        let rows = (1...6).map { "2026-05-0\($0),SHOP \($0),-\($0).40" }
        _ = try bring([header] + rows, file: "stmt.csv") { $0.isDryRun = false }
        var corrected = rows.dropLast()
        corrected[2] = "2026-05-03,SHOP 3,-4.30"
        let report = try bring([header] + corrected + ["2026-05-07,SHOP 7,-7.00"], file: "stmt (1).csv") {
            $0.isDryRun = false
        }
        #expect(report.corrected == 1 && report.added == 1)
        #expect(
            try index.database.first("SELECT sum(amount) FROM txn") { $0.int(0) }
                == -(140 + 240 + 430 + 440 + 540 + 640 + 700))
        // What the copy has as well is its own now.
        let first = try #require(try index.imports().first)
        #expect(try index.removeImport(first.number)?.removed == 1)
        #expect(try index.database.first("SELECT count(*) FROM txn") { $0.int(0) } == 6)
    }

    @Test func theNextMonthUnderABrowsersNameIsNoCopy() throws {
        let header = "Date,Description,Amount"
        _ = try bring([header] + (1...6).map { "2026-05-0\($0),SHOP \($0),-\($0).40" }, file: "stmt.csv") {
            $0.isDryRun = false
        }
        let next = try bring([header] + (1...6).map { "2026-05-0\($0),PLACE \($0),-\($0).40" }, file: "stmt (1).csv") {
            $0.isDryRun = false
        }
        #expect(next.added == 6 && next.corrected == 0)
    }
}
