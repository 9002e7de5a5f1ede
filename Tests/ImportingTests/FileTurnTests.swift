import Ledger
import Testing

@testable import Importing

/// Files whose signs, columns, currencies, or rows aren't what they seem.
struct FileTurnTests {
    private func read(_ lines: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError) -> (
        reader: CSVReader, records: [ImportedRecord], problems: [RowProblem]
    ) {
        try CSVFileTests.read(CSVFileTests.file(lines.map { $0 + "\n" }.joined()), options)
    }

    private func error(_ lines: [String]) -> ImportError? {
        do throws(ImportError) {
            _ = try read(lines)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Signs

    @Test("Shops on both sides, most of them positive, are asked about")
    func refundOnly() {
        let rows = [
            "Date,Description,Amount", "2026-11-20,LINDEN PHARMACY,120.50", "2026-11-18,JOES CORNER,45.20",
            "2026-11-17,ROSA FLOWERS,33.10", "2026-11-16,MAYR GARAGE,80.00", "2026-11-13,LINDEN PHARMACY,-20.50",
        ]
        guard case .sign? = error(rows)?.doubt else {
            Issue.record("not asked")
            return
        }
    }

    @Test("Pay among a few shops isn't asked about")
    func pay() throws {
        let found = try read([
            "Date,Description,Amount", "2026-11-20,ACME CORP PAYROLL,1200.50", "2026-11-18,ACME CORP PAYROLL,1450.20",
            "2026-11-17,ACME CORP PAYROLL,1330.10", "2026-11-13,LINDEN PHARMACY,-20.50",
        ])
        #expect(found.records.map(\.minorUnits) == [120_050, 145_020, 133_010, -2050])
    }

    @Test("Securities bought without a minus sign beside what was paid in are refused")
    func trades() {
        let rows = [
            "Action,Time,ISIN,Name,Total,Currency", "Deposit,2026-11-02 10:00:00,,,500.00,GBP",
            "Market buy,2026-11-03 10:00:00,US0378331005,Apple,149.60,GBP",
            "Withdrawal,2026-11-06 10:00:00,,,-100.00,GBP",
        ]
        #expect(error(rows)?.message.contains("no minus sign where securities were bought") ?? false)
    }

    private static func ofx(_ rows: [(type: String, amount: String)]) -> String {
        ofxFile(
            ofxStatement(
                rows.enumerated().map { index, row in
                    "<STMTTRN><TRNTYPE>\(row.type)<DTPOSTED>2026110\(index + 1)<TRNAMT>\(row.amount)<FITID>\(index)"
                        + "<NAME>ROW\(index)</STMTTRN>\n"
                }.joined()))
    }

    @Test("Kinds that all contradict the signs of an OFX file turn them")
    func turned() throws {
        let text = Self.ofx([("DEBIT", "45.20"), ("POS", "10.00"), ("CREDIT", "-300.00"), ("XFER", "7.00")])
        let found = try OFXReading(text)
        #expect(found.records.map(\.minorUnits) == [-4520, -1000, 30_000, -700])
        #expect(found.layout.assumptions.contains { $0.contains("--keep-sign") })
        #expect(
            try OFXReading(text, options: ImportOptions(keepsSign: true)).records.map(\.minorUnits)
                == [4520, 1000, -30_000, 700])
    }

    @Test("In an OFX file without signs the kinds tell them")
    func unsigned() throws {
        let found = try OFXReading(
            Self.ofx([
                ("POS", "45.20"), ("ATM", "60.00"), ("DIRECTDEP", "1500.00"), ("CHECK", "75.00"), ("XFER", "9.00"),
            ]))
        #expect(found.records.map(\.minorUnits) == [-4520, -6000, 150_000, -7500])
        #expect(found.problems.count == 1)
    }

    @Test("Nothing but positive debits is asked about")
    func onlyDebits() {
        do throws(ImportError) {
            _ = try OFXReading(Self.ofx([("DEBIT", "45.20"), ("DEBIT", "10.00")]))
            Issue.record("not asked")
        } catch {
            #expect(error.doubt == .sign(text: "ROW0", amount: "45.20"))
        }
    }

    @Test("What was paid in at a machine, and a fee given back, keep the signs of an OFX file")
    func ownSigns() throws {
        let rows = [("DEBIT", "-45.20"), ("ATM", "60.00"), ("FEE", "3.00"), ("CREDIT", "12.00"), ("DEBIT", "5.00")]
        #expect(try OFXReading(Self.ofx(rows)).records.map(\.minorUnits) == [-4520, 6000, 300, 1200, 500])
        let deposits = [("ATM", "60.00"), ("CHECK", "75.00"), ("DEP", "20.00")]
        #expect(try OFXReading(Self.ofx(deposits)).records.map(\.minorUnits) == [6000, 7500, 2000])
    }

    @Test("Corrections within an OFX file are applied")
    func corrections() throws {
        func row(_ id: Int, _ amount: String, _ correction: String = "") -> String {
            "<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105<TRNAMT>\(amount)<FITID>\(id)<NAME>KROGER\(correction)</STMTTRN>\n"
        }
        let found = try OFXReading(
            ofxFile(
                ofxStatement(
                    row(1, "-12.50") + row(2, "-13.50", "<CORRECTFITID>1<CORRECTACTION>REPLACE") + row(3, "-5.00")
                        + row(4, "0.00", "<CORRECTFITID>3<CORRECTACTION>DELETE") + row(5, "-6.00")
                        + row(6, "0.00", "<CORRECTFITID>99<CORRECTACTION>DELETE"))))
        #expect(found.records.map(\.minorUnits) == [-1350, -600])
        // What isn't in the file is for the person.
        #expect(found.problems.count == 1)
    }

    @Test("A card's QIF register of positive amounts is asked about, unless a payment is among them")
    func cardRegister() throws {
        let rows = ["D11/13/2026\nT60.00\nPLULU NAILS\n^\n", "D11/18/2026\nT42.15\nPBLUE HERON\n^\n"]
        do throws(ImportError) {
            _ = try QIFReaderTests.read("!Type:CCard\n" + rows.joined())
            Issue.record("not asked")
        } catch {
            #expect(error.doubt == .sign(text: "LULU NAILS", amount: "60.00"))
        }
        let paid = "D11/20/2026\nT100.00\nPBANK\nL[Checking]\n^\n"
        #expect(
            try QIFReaderTests.read("!Type:CCard\n" + rows.joined() + paid).records.map(\.minorUnits) == [
                6000, 4215, 10_000,
            ])
        #expect(try QIFReaderTests.read("!Type:Bank\n" + rows.joined()).records.count == 2)
    }

    // MARK: Columns

    @Test("The amount is the column that is filled, in the account's currency")
    func ownAmount() throws {
        let found = try read([
            "Date,Details,Intl.Amount,Amount(in Rs),Type", "05/11/2026,SWIGGY,0,\"1,452.00\",Debit",
            "14/11/2026,PAYMENT,0,\"25,000.00\",Credit", "23/11/2026,GITHUB,10 USD,852.30,Debit",
        ])
        #expect(found.records.map(\.minorUnits) == [-145_200, 2_500_000, -85_230])
        let curve = try read(
            [
                "Date,Merchant,Txn Amount (Funding Card),Txn Amount (Foreign Spend),Type",
                "2026-11-05,Lidl,12.50,,CARD_PAYMENT", "2026-11-06,Fnac,17.30,20.00,CARD_PAYMENT",
                "2026-11-07,Fnac,-17.30,-20.00,REFUND",
            ], ImportOptions(flipsSign: true))
        #expect(curve.records.map(\.minorUnits) == [-1250, -1730, 1730])
    }

    @Test("A fee amount is a fee")
    func feeAmount() throws {
        let found = try read([
            "Date,Name,Fee amount,Amount (after fees)", "2026-11-05,Bob,1.20,-98.80", "2026-11-06,Acme,0.00,1500.00",
        ])
        #expect(found.records.map(\.minorUnits) == [-9880, 150_000])
    }

    @Test("Rows of nothing are said")
    func zeros() throws {
        let found = try read([
            "Date,Description,Amount", "2026-11-05,A,0.00", "2026-11-06,B,0.00", "2026-11-07,C,-3.00",
        ])
        #expect(found.reader.layout.assumptions.contains { $0.hasPrefix("2 of 3 rows have an amount of 0") })
    }

    @Test("Totals between the rows, and rows that have both sides, are no transactions")
    func totals() throws {
        let found = try read([
            "Date,Description,Withdrawals,Deposits,Balance", "11/13/2026,KROGER,12.50,,987.50",
            "11/18/2026,ACME PAYROLL,,1500.00,2487.50", "11/20/2026,Page Total,42.50,1500.00,",
            "11/20/2026,Net change,,1457.50,", "11/20/2026,Whatever,42.50,1500.00,",
        ])
        #expect(found.records.map(\.minorUnits) == [-1250, 150_000])
        #expect(found.problems.count == 3)
    }

    // MARK: Currencies

    @Test("The sign in a cell goes before the file's currency")
    func mixedSigns() throws {
        let pounds = try read([
            "Date,Description,Amount", "2026-11-20,Tesco,-£12.50", "2026-11-18,Amazon US,-$20.00",
            "2026-11-13,Salary,\"£1,800.00\"",
        ])
        #expect(pounds.records.map { $0.currency?.code } == ["GBP", "USD", "GBP"])
        let dollars = try read([
            "Date,Description,Amount (CAD)", "2026-11-20,Tims,-$12.50", "2026-11-18,Amazon,-US$20.00",
            "2026-11-13,Salary,\"$1,800.00\"",
        ])
        #expect(dollars.records.map { $0.currency?.code } == ["CAD", "USD", "CAD"])
    }

    @Test("A second section is another account, in its own currency")
    func sections() throws {
        let found = try read([
            "Account number,123,Currency,HKD", "Date,Description,Deposit,Withdrawal,Balance",
            "20/11/2026,PARKNSHOP,,452.00,548.00", "13/11/2026,SALARY,1000.00,,1000.00", "",
            "Account number,124,Currency,USD", "Date,Description,Deposit,Withdrawal,Balance",
            "18/11/2026,AMAZON US,,20.00,80.00", "12/11/2026,INTEREST,100.00,,100.00",
        ])
        #expect(found.records.map(\.minorUnits) == [-45_200, 100_000, -2000, 10_000])
        #expect(found.records.map { $0.currency?.code } == ["HKD", "HKD", "USD", "USD"])
        #expect(found.records.map(\.accountName) == [nil, nil, "124", "124"])
        #expect(found.reader.layout.assumptions.contains { $0.contains("another account or currency: 124, USD") })
    }

    // MARK: Dates

    @Test("Dates that a spreadsheet has exchanged are refused")
    func exchanged() {
        let rows = [
            "Date,Description,Amount", "2026-05-11 00:00:00,TESCO,-12.50", "2026-06-11 00:00:00,GAS,-50.00",
            "13/11/2026,SALARY,1800.00", "20/11/2026,SAINSBURYS,-30.00",
        ]
        #expect(error(rows)?.message.contains("exchanged day and month") ?? false)
    }

    @Test("A day without a year, and a spreadsheet's number of a day, are named")
    func oddDates() throws {
        let head = "Date,Description,Amount"
        let yearless = try read([head, "28 Dec,KROGER,-12.50", "31 Dec,SHELL,-30.00"])
        #expect(yearless.records.isEmpty && yearless.problems.allSatisfy { $0.reason.contains("has no year") })
        let numbered = try read([head, "46331,KROGER,-12.50", "46332,SHELL,-30.00"])
        #expect(numbered.problems.count == 2)
        #expect(numbered.problems.allSatisfy { $0.reason.contains("spreadsheet's number of a day") })
    }
}
