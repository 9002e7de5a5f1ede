import Glibc
import Ledger

/// Reads OFX and QFX downloads, version 1 (SGML) and 2 (XML), through libofx.
///
/// The file is gone through twice: for the statements and their balances when the reader is made, then for the
/// transactions, some at a time.
public struct OFXReader: StatementReader {
    public let layout: StatementLayout
    public private(set) var accounts: [StatementAccount]

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

    /// - Throws: when the file cannot be read, is no OFX or holds no statement, or libofx is not there.
    public init(path: String, options: ImportOptions) throws(ImportError) {
        try self.init(bytes: OFXReader.content(of: path), path: path, options: options)
    }

    /// - Parameter path: what messages call the file.
    init(bytes: [UInt8], path: String, options: ImportOptions) throws(ImportError) {
        let (text, encoding) = OFXText.decode(bytes)
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
                problems.append(RowProblem(line: row.line, reason: "libofx cannot read this transaction: enter it by hand"))
            }
        }
    }

    /// - Returns: nil when libofx found no day or no amount.
    private func record(_ row: OFXRow, _ entry: OFXEntry) -> ImportedRecord? {
        guard let posted = entry.posted,
            let minor = OFXValues.minorUnits(entry.amount, of: entry.currency ?? currencies[row.statement])
        else { return nil }
        let check = entry.checkNumber.isEmpty ? entry.type : "CHECK \(entry.checkNumber)"
        return ImportedRecord(
            line: row.line, date: entry.user ?? posted, posted: entry.user == nil ? nil : posted,
            description: entry.text.isEmpty ? check : entry.text,
            minorUnits: options.flipsSign ? -minor : minor, currency: entry.currency, bankID: row.id,
            bankType: entry.type.isEmpty ? nil : entry.type, isPending: row.isPending,
            accountName: accounts[accountOfStatement[row.statement]].name)
    }

    private static func content(of path: String) throws(ImportError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ImportError("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ImportError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
            guard count > 0 else { return content }
            content += chunk[0..<count]
        }
    }
}
