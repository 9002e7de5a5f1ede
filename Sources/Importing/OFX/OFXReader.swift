import Ledger

/// Reads OFX and QFX downloads, version 1 (SGML) and 2 (XML).
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
    private let trades: OFXTrades
    private let corrections: OFXCorrections
    private let balances: OFXBalances
    /// How many transactions have been gone through.
    private var count = 0
    /// nil where the person says what the signs mean.
    private let signs: OFXSigns?
    /// What is to be said of the file as a whole.
    private var notes: [RowProblem]

    /// - Throws: when the file cannot be read, is no OFX or holds no statement.
    public init(path: String, options: ImportOptions) throws(ImportError) {
        try self.init(StatementBytes(path: path), options: options)
    }

    /// The same for a file that is open already.
    public init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        let (text, encoding) = OFXText.decode(Array(file.bytes))
        let survey = try OFXSurvey(text, path: file.path, options: options)
        self.options = options
        size = text.count
        scanner = OFXScanner(text)
        accounts = survey.accounts
        accountOfStatement = survey.accountOfStatement
        currencies = survey.currencies
        trades = survey.trades
        corrections = survey.corrections
        balances = survey.balances
        signs = options.flipsSign || options.keepsSign ? nil : survey.signs
        path = file.path
        notes = survey.notes
        var layout = StatementLayout(
            encoding: encoding, delimiter: nil, headerLine: 0, dateOrder: .ymd,
            decimal: survey.hasDecimalComma ? "," : ".", sign: options.flipsSign ? .flipped : .asIs)
        layout.assumptions = (signs?.notes ?? []) + [balances.note].compactMap(\.self)
        self.layout = layout
    }

    public var progress: Double {
        size == 0 ? 1 : Double(scanner.position) / Double(size)
    }

    public mutating func read(upTo limit: Int, into records: inout [ImportedRecord], problems: inout [RowProblem])
        throws(ImportError) -> Bool
    {
        records.removeAll(keepingCapacity: true)
        if let doubt = signs?.doubt { throw ImportError(doubt, in: path) }
        problems += notes
        notes = []
        while records.count < limit {
            guard let transaction = scanner.nextTransaction() else { return false }
            count += 1
            if corrections.isSettled(transaction, scanner) { continue }
            if balances.indices.contains(count - 1) {
                let text = CSVText.quoted(OFXBalances.text(transaction, scanner))
                problems.append(
                    RowProblem(line: transaction.line, reason: "a balance, not a transaction: \(text)"))
                continue
            }
            do {
                let account = accounts[accountOfStatement[transaction.statement]].name
                let currency = currencies[transaction.statement]
                guard let action = transaction.trade else {
                    records.append(
                        try OFXRow(
                            transaction, scanner, currency: currency, account: account, options: options, signs: signs
                        ).record)
                    continue
                }
                records += try OFXTrade(transaction, action, scanner, currency: currency, options: options)
                    .records(account: account, trades)
            } catch {
                problems.append(RowProblem(line: transaction.line, reason: error.reason))
            }
        }
        return true
    }
}
