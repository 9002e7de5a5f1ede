import Ledger

/// Reads the CSV exports of banks: encoding, delimiter, header, columns, order of dates, decimal mark and sign are found
/// from the file itself.
public struct CSVReader: StatementReader {
    public private(set) var layout: StatementLayout
    public let accounts: [StatementAccount]

    private let finder: CSVLayoutFinder
    private var rows: CSVRowReader
    /// Records that did not fit into the last call's.
    private var held: [ImportedRecord] = []
    /// Lines of text since the last row, which are a footer if no row follows.
    private var footer: [RowProblem] = []
    /// Tables found so far; a file of nothing but headers is not looked at for ever.
    private var tables = 1
    /// Rows without a date since the last row with one, which may name the account of the table below.
    private var between: [CSVSample.Row] = []
    private static let mostBetween = 20
    /// What is said of rows of the tables that were left behind.
    private var notes: [String] = []
    private var counts = (rows: 0, zeros: 0)

    /// Looks at the beginning of the file, and at stretches of the rest, and decides what its columns mean.
    ///
    /// - Throws: when no row has a date and an amount; the message says which of them is missing and what to do.
    public init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        guard !file.bytes.isEmpty else { throw ImportError("\(file.path) is empty: download the statement again") }
        let text = try DecodedText(file)
        let (finder, plan) = try CSVReader.found(text, options)
        self.finder = finder
        layout = plan.layout
        accounts = plan.accounts
        rows = CSVRowReader(plan, text: finder.text.file)
    }

    /// The table of a text; of one without delimiters that whose columns stand below each other, or whose rows are blocks of
    /// labeled lines.
    private static func found(_ text: DecodedText, _ options: ImportOptions) throws(ImportError)
        -> (CSVLayoutFinder, CSVPlan)
    {
        let finder = CSVLayoutFinder(text: text, options: options)
        do throws(ImportError) {
            let plan = try finder.plan(position: text.start, line: 1)
            if !plan.hasRows, let found = try yearless(text, options) { return found }
            return (finder, plan)
        } catch {
            if error.isOfTable, let found = try yearless(text, options) { return found }
            let bytes = text.file.bytes[text.start...]
            guard error.isOfTable, let table = LabeledBlocks(bytes)?.text ?? FixedWidthTable(bytes)?.text else {
                throw error
            }
            let finder = CSVLayoutFinder(text: DecodedText(text, cut: table), options: options)
            guard var plan = try? finder.plan(delimiter: 0x09, position: 0, line: 1) else { throw error }
            plan.layout.delimiter = nil
            return (finder, plan)
        }
    }

    /// The table of a text whose days have no year.
    private static func yearless(_ text: DecodedText, _ options: ImportOptions) throws(ImportError)
        -> (CSVLayoutFinder, CSVPlan)?
    {
        guard let days = try YearlessDays(text, options: options) else { return nil }
        let finder = CSVLayoutFinder(text: DecodedText(text, cut: days.text), options: options)
        var plan = try finder.plan(delimiter: days.delimiter, position: 0, line: 1)
        plan.layout.assumptions.insert(days.note, at: 0)
        return (finder, plan)
    }

    public var progress: Double {
        Double(rows.scanner.position) / Double(max(1, finder.text.file.bytes.count))
    }

    public mutating func read(
        upTo limit: Int, into records: inout [ImportedRecord], problems: inout [RowProblem]
    ) throws(ImportError) -> Bool {
        records.removeAll(keepingCapacity: true)
        if let doubt = rows.plan.doubts.first { throw ImportError(doubt, in: finder.path) }
        records += held
        held = []
        while rows.scanner.next() {
            switch rows.row(into: &records) {
            case .record:
                problems += footer
                footer = []
                between = []
                if records.count > limit {
                    held = Array(records[limit...])
                    records.removeSubrange(limit...)
                    return true
                }
            case .blank: break
            case .continuation(let field):
                // It belongs to the row above, unless that one was skipped.
                guard rows.lastWasRecord, let last = records.indices.last else { break }
                let addition = rows.scanner.string(field)
                records[last].description += records[last].description.isEmpty ? addition : " " + addition
            case .headerAgain:
                problems.append(RowProblem(line: rows.scanner.rowLine, reason: "a repeat of the header"))
                var plan = rows.plan
                plan.start = (rows.scanner.position, rows.scanner.line)
                if takeSection(&plan) { begin(plan) }
            case .skipped(let reason):
                if startsNewTable() { break }
                if between.count < Self.mostBetween { between.append(row) }
                let problem = RowProblem(line: rows.scanner.rowLine, reason: reason)
                if rows.isText {
                    footer.append(problem)
                } else {
                    problems += footer + [problem]
                    footer = []
                }
            }
        }
        // Once: the end is read only once.
        if let problem = rows.balanceProblem { problems.append(problem) }
        noteFooter(&problems)
        if tables == 1 { weighBalance() }
        leaveTable()
        layout.assumptions += notes + [zeroNote].compactMap(\.self)
        (notes, counts) = ([], (0, 0))
        return false
    }

    private var row: CSVSample.Row {
        let scanner = rows.scanner
        return CSVSample.Row(
            line: scanner.rowLine, start: scanner.rowStart, cells: Array(scanner.fields), stretch: 0)
    }

    private mutating func leaveTable() {
        notes += [rows.stateNote, rows.balanceNote].compactMap(\.self)
        counts = (counts.rows + rows.counts.rows, counts.zeros + rows.counts.zeros)
    }

    private mutating func begin(_ plan: CSVPlan) {
        leaveTable()
        rows = CSVRowReader(plan, text: finder.text.file)
        between = []
    }

    /// More rows without an amount than that are not by chance.
    private static let fewestZeros = 2

    private var zeroNote: String? {
        guard counts.zeros >= Self.fewestZeros else { return nil }
        return
            "\(counts.zeros) of \(counts.rows) rows have an amount of 0: if another column holds the amount, import the "
            + "file again and say which, such as --columns \"date=1, amount=4\"."
    }

    /// Takes over what lines between two tables say of the account below them.
    ///
    /// - Returns: whether it is another one.
    private mutating func takeSection(_ plan: inout CSVPlan) -> Bool {
        guard !between.isEmpty, plan.columns.account == nil else { return false }
        let sample = CSVSample(
            text: finder.text.file.bytes, delimiter: plan.delimiter, position: rows.scanner.rowStart, line: 1, limit: 1)
        let currency = finder.options.currency ?? CSVAccounts.currency(above: between, in: sample)
        let name = CSVAccounts.account(above: between, in: sample).name
        let known = rows.plan.section ?? accounts.first?.name
        let isOther = name != nil && name != known || currency != nil && currency != rows.plan.currency
        guard isOther else { return false }
        plan.currency = currency ?? plan.currency
        if let name, name != known { plan.section = name }
        tables += 1
        let what = [name, currency?.code].compactMap(\.self).joined(separator: ", ")
        notes.append("The rows from line \(rows.scanner.line) on are of another account or currency: \(what).")
        return true
    }

    /// What the balance shows is stated by all rows, not by those that were looked at first.
    private mutating func weighBalance() {
        let agreement = rows.agreement
        guard agreement.tries >= 2, agreement.hits >= 2 else { return }
        let degree: LayoutCertainty.Degree = agreement.isClose ? .certain : .likely
        if layout.certainty[.amounts]?.isOfBalance ?? false {
            layout.certainty.note(.init(.amounts, degree, agreement.words, isOfBalance: true))
        }
        if rows.plan.sign.restsOnBalance {
            layout.certainty.note(.init(.signs, degree, agreement.words, isOfBalance: true))
        }
    }

    /// Lines of a footer that are told as one.
    private static let mostFooterLines = 3

    private mutating func noteFooter(_ problems: inout [RowProblem]) {
        defer { footer = [] }
        guard footer.count > Self.mostFooterLines, let first = footer.first, let last = footer.last else {
            problems += footer
            return
        }
        problems.append(
            RowProblem(
                line: first.line,
                reason: "\(footer.count) lines of text without amounts, up to line \(last.line): not transactions"))
    }

    /// A header of other columns begins another table.
    private mutating func startsNewTable() -> Bool {
        let scanner = rows.scanner
        guard tables < 32, scanner.fields.count >= 3 else { return false }
        let row = row
        guard finder.isHeader(row, scanner) else { return false }
        tables += 1
        guard var plan = try? finder.plan(delimiter: scanner.delimiter, position: row.start, line: row.line) else {
            return false
        }
        _ = takeSection(&plan)
        begin(plan)
        return true
    }
}
