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
