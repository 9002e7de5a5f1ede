import Glibc
import Ledger

@testable import Importing

/// What a reader gives from beginning to end.
struct OFXReading {
    var accounts: [StatementAccount]
    var layout: StatementLayout
    var records: [ImportedRecord] = []
    var problems: [RowProblem] = []

    init(_ reader: OFXReader, batch: Int = 3) throws(ImportError) {
        var reader = reader
        accounts = reader.accounts
        layout = reader.layout
        var read: [ImportedRecord] = []
        var goesOn = true
        while goesOn {
            goesOn = try reader.read(upTo: batch, into: &read, problems: &problems)
            records += read
        }
    }

    init(fixture name: String) throws(ImportError) {
        try self.init(try OFXReader(path: OFXReading.folder + name, options: ImportOptions()))
    }

    init(_ text: String, options: ImportOptions = ImportOptions()) throws(ImportError) {
        try self.init(Array(text.utf8), options: options)
    }

    init(_ bytes: [UInt8], options: ImportOptions = ImportOptions(), batch: Int = 3) throws(ImportError) {
        try self.init(try OFXReader(StatementBytes(bytes, path: "x.ofx"), options: options), batch: batch)
    }

    static let folder: String = {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        return tests.joined(separator: "/") + "/Fixtures/ofx/"
    }()

    static func bytes(ofFixture name: String) -> [UInt8] {
        guard let file = fopen(folder + name, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }
}

/// A statement of one checking account in US dollars around some transactions.
func ofxStatement(
    _ transactions: String, number: String = "12345678", type: String = "CHECKING", currency: String = "USD"
) -> String {
    """
    <STMTTRNRS><STMTRS><CURDEF>\(currency)<BANKACCTFROM><BANKID>1<ACCTID>\(number)<ACCTTYPE>\(type)</BANKACCTFROM>
    <BANKTRANLIST>\(transactions)</BANKTRANLIST></STMTRS></STMTTRNRS>
    """
}

func ofxFile(_ statements: String...) -> String {
    "OFXHEADER:100\nENCODING:UTF-8\n\n<OFX><BANKMSGSRSV1>\(statements.joined())</BANKMSGSRSV1></OFX>\n"
}
