import COFX
import Ledger

/// Reads OFX and QFX downloads, version 1 (SGML) and 2 (XML), through libofx.
///
/// The file is gone through twice: for the statements and their balances when the reader is made, then for the
/// transactions, some at a time.
public struct OFXReader: StatementReader {
    public let layout: StatementLayout
    public let accounts: [StatementAccount]

    private let path: String
    private let options: ImportOptions
    private let size: Int
    private var scanner: OFXScanner
    /// Which of the accounts each statement of the file belongs to.
    private let accountOfStatement: [Int]
    private let currencies: [Currency]
    /// What is to be said of the file as a whole.
    private var notes: [RowProblem]
    private var ready: [ImportedRecord] = []
    private var taken = 0
    private var isAtEnd = false

    /// Whether libofx is installed, which reading needs.
    public static var isAvailable: Bool { cofx_is_available() == 1 }

    /// - Throws: when the file cannot be read, is no OFX or holds no statement, or libofx is not installed.
    public init(path: String, options: ImportOptions) throws(ImportError) {
        try self.init(StatementBytes(path: path), options: options)
    }

    /// The same for a file that is open already.
    public init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        let path = file.path
        let (text, encoding) = OFXText.decode(Array(file.bytes))
        let survey = try OFXSurvey(text, path: path, options: options)
        self.path = path
        self.options = options
        size = text.count
        scanner = OFXScanner(text)
        accounts = survey.accounts
        accountOfStatement = survey.accountOfStatement
        currencies = survey.currencies
        notes = survey.notes
        layout = StatementLayout(
            encoding: encoding, delimiter: nil, headerLine: 0, dateOrder: .ymd,
            decimal: survey.hasDecimalComma ? "," : ".", sign: options.flipsSign ? .flipped : .asIs)
    }

    public var progress: Double {
        size == 0 ? 1 : Double(scanner.position) / Double(size)
    }

    public mutating func read(upTo limit: Int, into records: inout [ImportedRecord], problems: inout [RowProblem])
        throws(ImportError) -> Bool
    {
        records.removeAll(keepingCapacity: true)
        problems += notes
        notes = []
        while records.count < limit {
            if taken == ready.count {
                if isAtEnd { return false }
                try readBatch(&problems)
            }
            let count = min(limit - records.count, ready.count - taken)
            records += ready[taken..<taken + count]
            taken += count
        }
        return true
    }

    private mutating func readBatch(_ problems: inout [RowProblem]) throws(ImportError) {
        ready.removeAll(keepingCapacity: true)
        taken = 0
        var found: [RowProblem] = []
        var rows: [OFXRow] = []
        while rows.count < OFXDocument.mostTransactions {
            guard let transaction = scanner.nextTransaction() else {
                isAtEnd = true
                break
            }
            do {
                rows.append(try OFXRow(transaction, scanner))
            } catch {
                found.append(RowProblem(line: transaction.line, reason: error.reason))
            }
        }
        if !rows.isEmpty {
            var document = OFXDocument()
            document.append(rows.map(\.fields))
            add(rows, try document.read(for: path).entries, &found)
        }
        problems += found.sorted { $0.line < $1.line }
    }

    private mutating func add(_ rows: [OFXRow], _ entries: [OFXEntry], _ problems: inout [RowProblem]) {
        var records = [ImportedRecord?](repeating: nil, count: rows.count)
        for entry in entries where rows.indices.contains(entry.key) {
            records[entry.key] = record(rows[entry.key], entry)
        }
        for (row, record) in zip(rows, records) {
            if let record {
                ready.append(record)
            } else {
                problems.append(
                    RowProblem(line: row.line, reason: "libofx can't read this transaction: enter it by hand"))
            }
        }
    }

    /// - Returns: nil when libofx found no day or no amount.
    private func record(_ row: OFXRow, _ entry: OFXEntry) -> ImportedRecord? {
        guard let posted = entry.posted,
            let minor = OFXValues.minorUnits(entry.amount, of: row.currency ?? currencies[row.statement])
        else { return nil }
        let check = entry.checkNumber.isEmpty ? entry.type : "CHECK \(entry.checkNumber)"
        return ImportedRecord(
            line: row.line, date: entry.user ?? posted, posted: entry.user == nil ? nil : posted,
            description: entry.text.isEmpty ? check : entry.text,
            minorUnits: options.flipsSign ? -minor : minor, currency: row.currency, bankID: row.id,
            bankType: entry.type.isEmpty ? nil : entry.type, isPending: row.isPending,
            accountName: accounts[accountOfStatement[row.statement]].name)
    }
}
