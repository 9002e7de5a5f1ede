import Glibc
import Ledger
import Testing

@testable import Importing

/// Files as a whole: what cannot be opened, what is no statement, encodings, and what the person importing says.
struct CSVFileTests {
    static func error(_ body: () throws(ImportError) -> Void) -> String {
        do throws(ImportError) { try body() } catch { return error.message }
        return "nothing was wrong"
    }

    static func file(_ text: String) -> StatementBytes { StatementBytes(Array(text.utf8), path: "f.csv") }

    static func read(_ file: StatementBytes, _ options: ImportOptions = ImportOptions()) throws(ImportError)
        -> (reader: CSVReader, records: [ImportedRecord], problems: [RowProblem])
    {
        var reader = try CSVReader(file, options: options)
        var records: [ImportedRecord] = []
        var problems: [RowProblem] = []
        _ = try reader.read(upTo: 10_000, into: &records, problems: &problems)
        return (reader, records, problems)
    }

    /// A file in the folder for temporary files, removed afterwards.
    static func withFile(_ content: [UInt8], size: Int? = nil, _ body: (String) throws -> Void) throws {
        var template = Array("/tmp/coach-csv-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        try #require(descriptor >= 0)
        let path = template.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
        defer { unlink(path) }
        _ = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if let size { ftruncate(descriptor, size) }
        close(descriptor)
        try body(path)
    }

    // MARK: Opening

    @Test func whatCannotBeOpened() throws {
        #expect(
            CSVFileTests.error { () throws(ImportError) in _ = try StatementBytes(path: "/tmp/no-such-statement.csv") }
                == "/tmp/no-such-statement.csv doesn't exist: check the name and the folder")
        #expect(
            CSVFileTests.error { () throws(ImportError) in _ = try StatementBytes(path: "/tmp") }
                == "/tmp is a folder: name the files in it, such as /tmp/*.csv")
        try CSVFileTests.withFile([]) { path in
            #expect(
                CSVFileTests.error { () throws(ImportError) in _ = try StatementBytes(path: path) }
                    == "\(path) is empty: download the statement again")
        }
        try CSVFileTests.withFile([0x41], size: 2 << 30) { path in
            #expect(
                CSVFileTests.error { () throws(ImportError) in _ = try StatementBytes(path: path) }
                    == "\(path) is 2.0 GB, more than coach reads at once (1 GB): split it or export fewer years")
        }
    }

    @Test(.enabled(if: getuid() != 0, "root may read every file"))
    func whatMayNotBeRead() throws {
        try CSVFileTests.withFile([0x41]) { path in
            chmod(path, 0)
            #expect(
                CSVFileTests.error { () throws(ImportError) in _ = try StatementBytes(path: path) }
                    == "\(path) may not be read: ask its owner, or chmod u+r it")
        }
    }

    @Test func mappedBytesAreTheFile() throws {
        let content = Array("Date,Amount\n2026-10-31,5\n".utf8)
        try CSVFileTests.withFile(content) { path in
            let file = try StatementBytes(path: path)
            #expect(withExtendedLifetime(file) { Array(file.bytes) } == content)
        }
    }

    @Test func pipesAreReadToTheirEnd() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let content = Array("Date,Amount\n2026-10-31,5\n".utf8)
        _ = content.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        let file = try StatementBytes(path: "/dev/fd/\(ends[0])")
        close(ends[0])
        #expect(withExtendedLifetime(file) { Array(file.bytes) } == content)
    }

    // MARK: Formats

    @Test(arguments: [
        ("Date,Amount\n", StatementFormat.csv), ("OFXHEADER:100\n", .ofx),
        ("<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\"?>", .ofx), ("<OFX><SIGNONMSGSRSV1>", .ofx),
        ("!Type:Bank\nD10/31'26\n", .qif), ("!Account\nNChecking\n", .qif),
        ("{\"accounts\": [], \"transactions\": []}", .plaid), ("{\"added\": []}", .plaid),
        ("[DN]TRANSFER,5\n", .csv), ("\u{FEFF}Date;Betrag\n", .csv),
    ])
    func formats(text: String, format: StatementFormat) throws {
        #expect(try StatementFormat.detect(CSVFileTests.file(text)) == format)
    }

    @Test(arguments: [
        ("%PDF-1.7\n", "a PDF"), ("PK\u{3}\u{4}", "a ZIP archive within another file"),
        ("<!DOCTYPE html><html>", "a web page"), ("{\\rtf1", "an RTF text"),
        ("SQLite format 3\0", "a SQLite database"), ("{\"a\": 1}", "JSON without Plaid transactions"),
        ("ab\0cd\0\0\0xyz", "a binary file"),
    ])
    func noBankFiles(text: String, what: String) {
        #expect(
            CSVFileTests.error { () throws(ImportError) in _ = try StatementFormat.detect(CSVFileTests.file(text)) }
                == "f.csv is \(what): download the statement as CSV, OFX, or QFX from your bank's website")
    }

    // MARK: Encodings

    @Test(arguments: [
        ("utf-8", "Café", [0x43, 0x61, 0x66, 0xC3, 0xA9]), ("latin-1", "Café", [0x43, 0x61, 0x66, 0xE9]),
        ("windows-1252", "Eis 5€", [0x45, 0x69, 0x73, 0x20, 0x35, 0x80]),
        ("latin-1", "Tea £2", [0x54, 0x65, 0x61, 0x20, 0xA3, 0x32]),
        (
            "cp1250", "Česká spořitelna",
            [0xC8, 0x65, 0x73, 0x6B, 0xE1, 0x20, 0x73, 0x70, 0x6F, 0xF8, 0x69, 0x74, 0x65, 0x6C, 0x6E, 0x61]
        ),
        ("cp1251", "Булочная", [0xC1, 0xF3, 0xEB, 0xEE, 0xF7, 0xED, 0xE0, 0xFF]),
        (
            "cp1257", "mokėjimo įmoka",
            [0x6D, 0x6F, 0x6B, 0xEB, 0x6A, 0x69, 0x6D, 0x6F, 0x20, 0xE1, 0x6D, 0x6F, 0x6B, 0x61]
        ),
        ("gbk", "支付宝", [0xD6, 0xA7, 0xB8, 0xB6, 0xB1, 0xA6]),
        (
            "shift-jis", "コンビニ振込",
            [0x83, 0x52, 0x83, 0x93, 0x83, 0x72, 0x83, 0x6A, 0x90, 0x55, 0x8D, 0x9E]
        ),
        (
            "euc-kr", "편의점결제급여",
            [0xC6, 0xED, 0xC0, 0xC7, 0xC1, 0xA1, 0xB0, 0xE1, 0xC1, 0xA6, 0xB1, 0xDE, 0xBF, 0xA9]
        ),
        (
            "big5", "便利商店購物",
            [0xAB, 0x4B, 0xA7, 0x51, 0xB0, 0xD3, 0xA9, 0xB1, 0xC1, 0xCA, 0xAA, 0xAB]
        ),
        ("cp1254", "Alışveriş", [0x41, 0x6C, 0xFD, 0xFE, 0x76, 0x65, 0x72, 0x69, 0xFE]),
    ])
    func encodings(name: String, text: String, bytes: [UInt8]) throws {
        let content = Array("Date,Text,Amount\n2026-10-31,".utf8) + bytes + Array(",-5.00\n".utf8)
        let (reader, records, _) = try CSVFileTests.read(StatementBytes(content, path: "f.csv"))
        #expect(reader.layout.encoding == name)
        #expect(records.map(\.description) == [text])
    }

    @Test(arguments: [true, false], [true, false])
    func wideEncodings(isBig: Bool, hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "Date,Text,Amount\n2026-10-31,Zażółć 支付,-5.00\n"
        let content = text.utf16.flatMap {
            isBig ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        let (reader, records, _) = try CSVFileTests.read(StatementBytes(content, path: "f.csv"))
        #expect(reader.layout.encoding == (isBig ? "utf-16be" : "utf-16le"))
        #expect(records.map(\.description) == ["Zażółć 支付"])
    }

    // MARK: Columns by their place

    @Test func columnsThatStandBelowEachOther() throws {
        let text = """
            Statement of April
            Date       Description                 Amount     Balance
            04/03/2026 CORNER BAKERY                -4.50      995.50
            04/15/2026 PAY OF ACME INC             850.00    1,845.50
            04/16/2026 CITY WATER                  -31.18    1,814.32

            """
        let (reader, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map(\.minorUnits) == [-450, 85_000, -3118])
        #expect(records.map(\.description) == ["CORNER BAKERY", "PAY OF ACME INC", "CITY WATER"])
        #expect(records.map(\.line) == [3, 4, 5])
        #expect(records.last?.balance == 181_432)
        #expect(reader.layout.delimiter == nil)
        #expect(problems.isEmpty)
    }

    @Test func amountsOfRecordsWithoutMarksAreNoMoney() {
        let text = "20 20260403 BAKERY            D 0000000450\n20 20260405 PAY               C 0000085000\n"
        #expect(throws: ImportError.self) { try CSVFileTests.read(CSVFileTests.file(text)) }
    }

    // MARK: Layouts and options

    @Test func layoutIsReported() throws {
        let text = "Konto;Girokonto\n\nBuchungstag;Text;Betrag\n31.10.2026;Bäckerei;-4,50\n30.10.2026;Lohn;1.000,00\n"
        let (reader, _, _) = try CSVFileTests.read(CSVFileTests.file(text))
        var expected = StatementLayout(
            encoding: "utf-8", delimiter: ";", headerLine: 3, dateOrder: .dmy, decimal: ",", sign: .asIs)
        expected.signature = "csv:buchungstag,text,betrag"
        expected.likelyCurrency = Currency("EUR")
        expected.leaningCurrency = Currency("EUR")
        (expected.shown.sign, expected.shown.dateOrder) = (.asIs, .dmy)
        expected.certainty = LayoutCertainty([
            .init(.dates, .certain, "2 of 2 can be read one way only"),
            .init(.amounts, .certain, "the column is called “Betrag”"),
            .init(.signs, .certain, "2 of 2 descriptions that tell agree"),
        ])
        #expect(reader.layout == expected)
        #expect(reader.accounts.map(\.name) == ["Girokonto"])
    }

    @Test(
        arguments: [
            (.mdy, "05/06/2026", ",", "2026-05-06"), (.dmy, "05/06/2026", ",", "2026-06-05"),
            (nil, "05.06.2026", ";", "2026-06-05"), (nil, "05.06.2026", ",", "2026-06-05"),
            (.mdy, "25/06/2026", ",", "2026-06-25"),
        ] as [(StatementLayout.DateOrder?, String, String, String)])
    func ambiguousDates(order: StatementLayout.DateOrder?, date: String, delimiter: String, iso: String) throws {
        let text = "Date,Text,Amount\n\(date),Shop,-5\n".split(separator: ",").joined(separator: delimiter)
        let (_, records, _) = try CSVFileTests.read(CSVFileTests.file(text), ImportOptions(dateOrder: order))
        #expect(records.map(\.date.iso) == [iso])
    }

    /// Under one reading the rows stand in order, under the other they do not.
    @Test func orderOfRowsSettlesDates() throws {
        let text = "Date,Text,Amount\n01/02/2026,A,-5\n02/02/2026,B,-5\n05/02/2026,C,-5\n01/03/2026,D,-5\n"
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(reader.layout.dateOrder == .dmy)
        #expect(records.map(\.date.iso) == ["2026-02-01", "2026-02-02", "2026-02-05", "2026-03-01"])
    }

    /// A quote without its end takes no row that follows with it, whatever quotes that one has.
    @Test(arguments: [
        ("2026-10-01,\"Coffee,-3.00", "2026-10-02,Tea,-4.00"),
        ("2026-10-01,\"Coffee,-3.00", "2026-10-02,\"Tea\",-4.00"),
        ("2026-10-01,Coffee,\"-3.00", "2026-10-02,Tea,\"-4.00\""),
        ("\"2026-10-01\",\"Coffee\",\"-3.00", "\"2026-10-02\",\"Tea\",\"-4.00\""),
        ("\"2026-10-01\",\"Coffee,\"-3.00\"", "\"2026-10-02\",\"Tea\",\"-4.00\""),
    ])
    func unclosedQuotes(broken: String, next: String) throws {
        for end in ["\n", "\r\n", ""] {
            let rows = ["Date,Text,Amount", "2026-09-30,Bread,-2.00", broken, next]
            let text = rows.joined(separator: end.isEmpty ? "\n" : end) + end
            let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
            let found = records.map { "\($0.line) \($0.minorUnits)" }
            // The broken row is read where its amount is whole, else it is named; the next one is always there.
            #expect(found.first == "2 -200" && found.last == "4 -400", "\(text)")
            #expect(
                found == ["2 -200", "3 -300", "4 -400"] || problems.map(\.line) == [3], "\(text) \(found) \(problems)")
        }
    }

    @Test func aCellThatHoldsARowIsNamed() throws {
        let text = """
            Date,Text,Amount,Note
            2026-10-01,Coffee,-3.00,"
            2026-10-02,Tea,-4.00,"
            2026-10-03,Bread,-5.00,"two
            lines"

            """
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map { "\($0.line) \($0.minorUnits)" } == ["3 -400", "4 -500"])
        let reason = "a quote in it is not closed: fix it and import the file again"
        #expect(problems == [RowProblem(line: 2, reason: reason)])
    }

    /// A row with a cell less is not read by position, where a balance would be the amount; one more is a comma in the text.
    @Test func cellsThatAreShifted() throws {
        let text = """
            Date,Description,Amount,Balance
            2026-01-01,BAKERY,-1.50,99.00
            2026-01-02,-2.50,96.50
            2026-01-03,SHOP, 7,-3.00,93.50
            2026-01-04,MARKET,-4.00,89.50,
            2026-01-05,TAXI,-5.00

            """
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map { "\($0.line) \($0.minorUnits)" } == ["2 -150", "4 -300", "5 -400", "6 -500"])
        #expect(problems.map(\.line) == [3])
    }

    /// What `coach export` guards against spreadsheets is the bank's own text again.
    @Test func theGuardOfASpreadsheetIsTakenOff() throws {
        let rows = ["2026-01-01,'-REFUND ADJ,-1.00", "2026-01-02,'=X,-2.00", "2026-01-03,'TIS,-3.00"]
        let text = (["Date,Description,Amount"] + rows).map { $0 + "\n" }.joined()
        let (_, records, _) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map(\.description) == ["-REFUND ADJ", "=X", "'TIS"])
    }

    /// Another program may cut a file short at any moment, a download that begins anew for example.
    @Test func aFileThatIsCutShortLater() throws {
        let content = Array("Date,Text,Amount\n".utf8) + Array(repeating: 0x0A, count: 1 << 20)
        try CSVFileTests.withFile(content) { path in
            let file = try StatementBytes(path: path)
            truncate(path, 0)
            #expect(file.bytes.count == content.count)
            #expect(file.bytes.elementsEqual(content))
        }
    }

    /// The names of shops that are words for sums elsewhere.
    @Test func shopsAreNoSums() throws {
        let text = "Date,Text,Amount\n2026-10-30,TOTAL,-60.00\n2026-10-31,New Balance,-90.00\n,Total,-150.00\n"
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map(\.description) == ["TOTAL", "New Balance"])
        #expect(problems.map(\.line) == [4])
    }

    @Test func flippedOnRequest() throws {
        let text = "Date,Text,Amount\n2026-10-31,Shop,5.00\n"
        let kept = try CSVFileTests.read(CSVFileTests.file(text), ImportOptions(keepsSign: true))
        #expect(kept.records.map(\.minorUnits) == [500])
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text), ImportOptions(flipsSign: true))
        #expect(records.map(\.minorUnits) == [-500])
        #expect(reader.layout.sign == .flipped)
    }

    @Test func accountTypeTellsTheSign() throws {
        let text = "Date,Text,Amount\n2026-10-31,Thing,5.00\n2026-10-30,Other thing,7.00\n"
        let (_, records, _) = try CSVFileTests.read(CSVFileTests.file(text), ImportOptions(accountType: .creditCard))
        #expect(records.map(\.minorUnits) == [-500, -700])
    }

    @Test func everySkippedRowHasAReason() throws {
        let text = """
            Date,Description,Amount,Status
            02/28/2026,Corner Market,-5.00,Posted
            02/30/2026,Impossible Day,-6.00,Posted
            03/01/2026,No Amount,,Posted
            Date,Description,Amount,Status
            03/02/2026,Bad Amount,abc,Posted
            03/03/2026,Turned Down,-9.00,Declined
            Pending,Not Yet,-9.00,
            03/04/2026,Too Much,-9999999999999999,Posted
            03/04/2026,Closing balance,100.00,

            ,Total,-5.00,
            A very long line that nobody wanted to have in the file at all,,,
            03/05/2026,Last One,-7.00,Posted
            """
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map(\.line) == [2, 14])
        let reasons = problems.map { "\($0.line): \($0.reason)" }
        #expect(
            reasons == [
                "3: impossible date \"02/30/2026\": fix it and import the file again",
                "4: no amount: \"No Amount\"",
                "5: a repeat of the header", "6: unreadable amount \"abc\": fix it and import the file again",
                "7: declined, no money moved: \"Turned Down\"", "8: pending, no date yet: \"Not Yet\"",
                "9: amount \"-9999999999999999\" is too large: fix it and import the file again",
                "10: a balance or total, not a transaction: \"Closing balance\"",
                "12: a balance or total, not a transaction: \"Total\"",
                "13: no date: \"A very long line that nobody wanted to …\"",
            ])
    }

    @Test(arguments: [
        ("Date,Note\n2026-10-31,hello\n", "has dates but no amounts next to them"),
        ("Item,Price\nTea,2.50\n", "has amounts but no dates next to them"),
        ("just some words\nand more\n", "has no rows with a date and an amount"),
    ])
    func noTable(text: String, what: String) {
        #expect(
            CSVFileTests.error { () throws(ImportError) in
                _ = try CSVReader(CSVFileTests.file(text), options: ImportOptions())
            }
                == "f.csv \(what): export the transactions of an account as CSV, OFX, or QFX")
    }

    @Test func emptyTablesAreNoError() throws {
        let (reader, records, problems) = try CSVFileTests.read(CSVFileTests.file("Date,Description,Amount\n"))
        #expect(records.isEmpty && problems.isEmpty && reader.layout.headerLine == 1)
    }

    @Test func columnsBesideTheAmount() throws {
        let text = """
            Transaction Date,Post Date,Description,Category,Type,Amount,Currency,Status,Balance,Transaction ID,Account
            10/30/2026,10/31/2026,Corner Market,Groceries,Sale,-5.00,EUR,Pending,95.00,TX-000000001,Card 1234567890123456
            10/31/2026,11/01/2026,Hilltop Coffee,Coffee,Sale,-6.75,EUR,Posted,88.25,TX-000000002,Card 1234567890123456
            """
        let (reader, records, _) = try CSVFileTests.read(CSVFileTests.file(text))
        let first = try #require(records.first)
        #expect(first.date.iso == "2026-10-30" && first.posted?.iso == "2026-10-31")
        #expect(first.bankCategory == "Groceries" && first.bankType == "Sale" && first.bankID == "TX-000000001")
        #expect(first.currency == .eur && first.isPending && first.balance == 9500 && first.accountName == "Card …3456")
        #expect(!records[1].isPending)
        #expect(reader.accounts == [StatementAccount(name: "Card …3456", mask: "3456", currency: nil)])
    }

    /// Batches of any size give the same records as one.
    @Test(arguments: 1...9)
    func batchesOfAnySize(limit: Int) throws {
        let text = "Date,Text,Amount\n" + (1...20).map { "2026-10-\($0 + 10),Row \($0),-\($0).00\n" }.joined()
        let whole = try CSVFileTests.read(CSVFileTests.file(text)).records
        var reader = try CSVReader(CSVFileTests.file(text), options: ImportOptions())
        var parts: [ImportedRecord] = []
        var batch: [ImportedRecord] = []
        var problems: [RowProblem] = []
        var more = true
        while more {
            more = try reader.read(upTo: limit, into: &batch, problems: &problems)
            #expect(batch.count <= limit)
            parts += batch
        }
        #expect(parts == whole && parts.count == 20)
        #expect(reader.progress == 1)
    }

    /// The records of a file that is many times as long as what is looked at first.
    @Test func longFiles() throws {
        var text = "Date,Description,Amount\n"
        for index in 0..<30_000 {
            let day = CivilDate(dayNumber: 18_000 + Int32(index / 20))
            text += "\(day.month)/\(day.day)/\(day.year),Shop \(index % 97),-\(index % 500).\(10 + index % 90)\n"
        }
        var reader = try CSVReader(CSVFileTests.file(text), options: ImportOptions())
        var batch: [ImportedRecord] = []
        var problems: [RowProblem] = []
        var count = 0
        var sum: Int64 = 0
        var more = true
        while more {
            more = try reader.read(upTo: 1000, into: &batch, problems: &problems)
            count += batch.count
            sum += batch.reduce(0) { $0 + $1.minorUnits }
        }
        var expected: Int64 = 0
        for index in 0..<30_000 { expected -= Int64(index % 500) * 100 + 10 + Int64(index % 90) }
        #expect(count == 30_000 && sum == expected && problems.isEmpty)
    }
}

/// Lines that cannot be trusted are reported; the others are read.
struct CSVDoubtTests {
    private func read(_ amounts: [String], delimiter: String = ",", currency: Currency? = nil) throws -> (
        [Int64], [RowProblem]
    ) {
        var text = "Date\(delimiter)Description\(delimiter)Amount\n"
        for (number, amount) in amounts.enumerated() {
            text += "2026-10-\(10 + number)\(delimiter)SHOP \(number)\(delimiter)\(amount)\n"
        }
        var options = ImportOptions()
        options.currency = currency
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text), options)
        return (records.map(\.minorUnits), problems)
    }

    /// Three digits behind a mark: thousands where nothing else says cents, a question where cents are written. Parts of a cent
    /// are refused, never rounded.
    @Test(
        arguments: [
            (["-1.234", "-2.50", "-3.75"], ",", [-250, -375], [2]),
            (["-1.234", "-12.500", "-3"], ",", [-123_400, -1_250_000, -300], []),
            (["-1,234", "-12,500", "-999"], ";", [-123_400, -1_250_000, -99_900], []),
            (["-0.125", "-12.375", "-8.250"], ",", [-825], [2, 3]),
            (["-1.234,50", "-1.234", "-7,25"], ";", [-123_450, -123_400, -725], []),
            (["-7,25", "-1,234", "-8,50"], ";", [-725, -850], [3]),
        ] as [([String], String, [Int64], [Int])])
    func threeDigitsBehindAMark(amounts: [String], delimiter: String, cents: [Int64], lines: [Int]) throws {
        let (found, problems) = try read(amounts, delimiter: delimiter)
        #expect(found == cents)
        #expect(problems.map(\.line) == lines)
    }

    @Test func aCurrencyOfThreeDecimalsHasThem() throws {
        let (found, problems) = try read(["-1.234", "-12.500"], currency: Currency("KWD"))
        #expect(found == [-1234, -12_500] && problems.isEmpty)
    }

    @Test func aZeroByteCostsItsLineAlone() throws {
        let text =
            "Date,Description,Amount\n2026-10-01,KROGER,-1.00\n2026-10-02,KRO\0GER,-2.00\n2026-10-03,KROGER,-3.00\n"
        #expect(try StatementFormat.detect(CSVFileTests.file(text)) == .csv)
        let (_, records, problems) = try CSVFileTests.read(CSVFileTests.file(text))
        #expect(records.map(\.minorUnits) == [-100, -300])
        #expect(problems.map(\.line) == [3])
    }
}
