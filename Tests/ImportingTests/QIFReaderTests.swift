import Ledger
import Testing

@testable import Importing

struct QIFReaderTests {
    /// All records of a text, and what is said of the rest.
    static func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws(ImportError) -> (
        reader: QIFReader, records: [ImportedRecord], problems: [RowProblem]
    ) {
        var reader = try QIFReader(StatementBytes(Array(text.utf8), path: "f.qif"), options: options)
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        while try reader.read(upTo: 100, into: &records, problems: &problems) {}
        return (reader, records, problems)
    }

    @Test func partsOfASplitAddUpToItsAmount() throws {
        let text = """
            !Type:CCard
            D3/14'26
            T-52.10
            PMARKET HALL
            LFood:Groceries
            SFood:Groceries
            $-40.00
            SGifts
            EFlowers
            $-12.10
            ^
            D3/15'26
            T-9.00
            PKIOSK
            L[Cash box]
            ^
            """
        let (reader, records, problems) = try Self.read(text)
        #expect(problems.isEmpty)
        #expect(reader.accounts.map(\.type) == [.creditCard])
        #expect(records.map(\.minorUnits) == [-5210, -900])
        #expect(records.map(\.date.iso) == ["2026-03-14", "2026-03-15"])
        #expect(records[0].parts.map(\.minorUnits) == [-4000, -1210])
        #expect(records[0].parts.map(\.note) == ["", "Flowers"])
        #expect(records[1].bankType == "Transfer")
    }

    @Test(arguments: [("25/03/2026", "2026-03-25"), ("03/25/2026", "2026-03-25"), ("25.3.26", "2026-03-25")])
    func eitherOrderOfDates(date: String, iso: String) throws {
        let (_, records, _) = try Self.read("!Type:Bank\nD\(date)\nT-1.00\nPA\n^\n")
        #expect(records.map(\.date.iso) == [iso])
    }

    @Test func tradesAreMoneyOfTheirAccount() throws {
        let text = """
            !Account
            NBrokerage
            TInvst
            ^
            !Type:Invst
            D10/27'25
            NBuy
            YIndex Fund
            I204.89
            Q7.321
            T1,500.00
            ^
            D10/26'25
            NBuyX
            YIndex Fund
            T200.00
            L[Checking]
            $200.00
            ^
            D10/25'25
            NSell
            YIndex Fund
            T1,000.00
            ^
            D10/20'25
            NDiv
            YMoney Fund
            T18.22
            ^
            D10/20'25
            NReinvDiv
            YMoney Fund
            T18.22
            ^
            D10/19'25
            NIntInc
            T1.02
            ^
            D10/18'25
            NMiscExp
            MAdvisory fee
            T12.00
            ^
            D10/17'25
            NXIn
            L[Checking]
            T2,000.00
            ^
            D10/16'25
            NXOut
            PWithdrawal
            T300.00
            ^
            D10/15'25
            NCash
            PCorrection
            T-4.00
            ^
            D10/14'25
            NShrsIn
            YIndex Fund
            Q3
            ^
            D10/13'25
            NFrobnicate
            T3.00
            ^
            """
        let (reader, records, problems) = try Self.read(text)
        #expect(reader.accounts.map(\.type) == [.investment])
        let read = records.map { "\($0.minorUnits) \($0.description) \($0.bankType ?? "-")" }
        #expect(
            read == [
                "-150000 Bought Index Fund Buy", "-20000 Bought Index Fund Buy",
                "20000 Transfer from Checking Transfer",
                "100000 Sold Index Fund Sell", "1822 Dividend Money Fund Dividend", "1822 Dividend Money Fund Dividend",
                "-1822 Reinvestment Money Fund Reinvest", "102 Interest Interest", "-1200 Advisory fee Fee",
                "200000 Transfer from Checking Transfer", "-30000 Withdrawal Transfer", "-400 Correction -",
            ])
        #expect(
            Set(problems.map(\.reason)) == [
                "1 transaction moves securities and no money: left out",
                "unknown action \"Frobnicate\": enter this transaction by hand",
            ])
    }

    /// Of a purchase for 1,000.00 of which 600.00 come from elsewhere, the account's own cash pays 400.00.
    @Test(
        arguments: [
            ("BuyX", "$600.00", [-100_000, 60_000]), ("BuyX", "$1,000.00", [-100_000, 100_000]),
            ("BuyX", "", [-100_000, 100_000]), ("BuyX", "$0.00", [-100_000]), ("SellX", "$600.00", [100_000, -60_000]),
            ("DivX", "$-600.00", [100_000, -60_000]),
        ] as [(String, String, [Int64])])
    func whatIsTransferredMoves(action: String, transferred: String, amounts: [Int64]) throws {
        let lines = [
            "!Type:Invst", "D10/26'25", "N\(action)", "YIndex Fund", "T1,000.00", "L[Checking]", transferred, "^",
        ]
        let (_, records, problems) = try Self.read(lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n")
        #expect(problems.isEmpty)
        #expect(records.map(\.minorUnits) == amounts)
    }

    @Test func aRegisterWithoutItsFirstLineIsRead() throws {
        let text = "D25/03/2026\nT-1.50\nPKIOSK\n^\nD26/03/2026\nT20.00\nPPAY\n^\n"
        #expect(try StatementFormat.detect(StatementBytes(Array(text.utf8), path: "f.qif")) == .qif)
        let (reader, records, _) = try Self.read(text)
        #expect(reader.accounts.count == 1)
        #expect(records.map(\.minorUnits) == [-150, 2000])
        #expect(records.map(\.date.iso) == ["2026-03-25", "2026-03-26"])
    }

    @Test func anOpenDateIsAskedAbout() throws {
        let text = "!Type:Bank\nD03/04/2026\nT-1.00\nPA\n^\n"
        let error = #expect(throws: ImportError.self) { try Self.read(text) }
        #expect(error?.doubt == .dateOrder(date: "03/04/2026"))
        #expect(try Self.read(text, ImportOptions(dateOrder: .dmy)).records.map(\.date.iso) == ["2026-04-03"])
    }

    @Test func eachAccountHasItsRows() throws {
        let text = """
            !Account
            NEveryday
            TBank
            ^
            !Type:Bank
            D2026-03-25
            T1.250,50
            PPAY
            ^
            !Account
            NPlatinum
            TCCard
            ^
            !Type:CCard
            D2026-03-26
            T-7,25
            PBAKER
            ^
            D2026-13-26
            T-7,25
            PBAKER
            ^
            """
        let (reader, records, problems) = try Self.read(text)
        #expect(reader.accounts.map(\.name) == ["Everyday", "Platinum"])
        #expect(records.map(\.accountName) == ["Everyday", "Platinum"])
        #expect(records.map(\.minorUnits) == [125_050, -725])
        #expect(problems.map(\.line) == [19])
    }
}

/// Amounts that say nothing of their cents.
extension QIFReaderTests {
    private func amounts(_ amounts: [String], _ options: ImportOptions = ImportOptions()) throws(ImportError) -> (
        read: [Int64], problems: Int
    ) {
        let records = amounts.enumerated().map { "D4/\($0.offset + 13)/2026\nT\($0.element)\nPZork\n^\n" }.joined()
        let (_, read, problems) = try Self.read("!Type:Bank\n" + records, options)
        return (read.map(\.minorUnits), problems.count)
    }

    @Test(
        "With and without cents in one register",
        arguments: [
            (["-1,234.56", "-50", "2,000", "0.5"], [-123_456, -5000, 200_000, 50]),
            (["-12,5", "-1.250,00", "1.300", "7"], [-1250, -125_000, 130_000, 700]),
            (["-1,234", "-50"], [-123_400, -5000]), (["-1.234", "-50"], [-123_400, -5000]),
        ] as [([String], [Int64])])
    func mixed(written: [String], cents: [Int64]) throws {
        let found = try amounts(written)
        #expect(found.read == cents)
        #expect(found.problems == 0)
    }

    @Test("Three digits behind the mark in all of them are thousands or thousandths: the currency says which")
    func allOpen() throws {
        let message = CSVFileTests.error { () throws(ImportError) in _ = try amounts(["-1.234", "-2.500"]) }
        #expect(message.contains("-1.234") && message.contains("--currency EUR or --currency KWD"))
        #expect(
            try amounts(["-1.234", "-2.500"], ImportOptions(currency: Currency("EUR"))).read == [-123_400, -250_000])
        #expect(try amounts(["-1.234", "-2.500"], ImportOptions(currency: Currency("KWD"))).read == [-1234, -2500])
    }

    @Test("One of them among others with cents is said, and not read as two dollars and a half")
    func oneOpen() throws {
        let found = try amounts(["-12.50", "-2.500"])
        #expect(found.read == [-1250])
        #expect(found.problems == 1)
    }
}

extension QIFReaderTests {
    @Test("A card's register whose payments have a minus sign is asked about, and the options are obeyed")
    func turnedRegister() throws {
        let text = "!Type:CCard\nD4/20/2026\nT12.50\nPZork\n^\nD4/21/2026\nT-50.00\nPPayment Thank You\n^\n"
        var doubt: LayoutDoubt?
        do throws(ImportError) { _ = try Self.read(text) } catch { doubt = error.doubt }
        #expect(doubt == .sign(text: "Zork", amount: "12.50"))
        #expect(try Self.read(text, ImportOptions(flipsSign: true)).records.map(\.minorUnits) == [-1250, 5000])
        #expect(try Self.read(text, ImportOptions(keepsSign: true)).records.map(\.minorUnits) == [1250, -5000])
    }
}
