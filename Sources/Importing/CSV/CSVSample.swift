import Ledger
import Resources

/// What one cell looks like, regardless of its column.
enum CSVCell {
    private static let apostrophe: UInt8 = 0x27

    static func isDate(_ cell: UnsafeRawBufferPointer) -> Bool {
        // Marked as text, so that a spreadsheet leaves it alone.
        if cell.count > 2, cell[0] == apostrophe, cell[cell.count - 1] == apostrophe {
            return isDate(UnsafeRawBufferPointer(rebasing: cell[1..<cell.count - 1]))
        }
        guard cell.count >= 6, cell.count <= 40, let shape = DateShape(cell), shape.isClean else { return false }
        guard case .compact = shape.form else {
            return shape.date(.mdy) != nil || shape.date(.dmy) != nil || shape.date(.ymd) != nil
        }
        // Eight digits are more often a number than a date of another century.
        guard cell.prefix(7).allSatisfy(DateParser.isDigit) else { return false }
        return [shape.date(.mdy), shape.date(.dmy), shape.date(.ymd)].contains {
            $0.map { (1980...2079).contains($0.year) } ?? false
        }
    }

    /// What to do about a cell that would be a date if it had a year, or was one before a spreadsheet made a number of it.
    static func dateAdvice(_ cell: UnsafeRawBufferPointer) -> String? {
        guard (3...12).contains(cell.count) else { return nil }
        let text = String(decoding: cell, as: UTF8.self)
        // Days from 1982 to 2064, as spreadsheets count them.
        if let number = Int(text), (30_000...60_000).contains(number) {
            return
                "is a spreadsheet's number of a day: give the column the format of a date, save it as CSV, and import it again"
        }
        guard !isDate(cell), text.contains(where: { !$0.isNumber }) else { return nil }
        let isDay = [" 2024", "/2024", "2024", "-2024"].contains { year in
            var whole = text + year
            return whole.withUTF8 { isDate(UnsafeRawBufferPointer($0)) }
        }
        return isDay ? "has no year: add it in the file and import it again" : nil
    }

    /// An amount; dates written with points and long bare numbers are none.
    static func amount(_ cell: UnsafeRawBufferPointer) -> AmountShape? {
        guard let shape = AmountShape(cell) else { return nil }
        return shape.hasSeparator || shape.unit != nil || shape.digitCount <= 9 ? shape : nil
    }

    /// Nothing, or a sign that stands for nothing.
    @inline(__always)
    static func isBlank(_ cell: UnsafeRawBufferPointer) -> Bool {
        switch cell.count {
        case 0: true
        case 1: cell[0] == 0x2D || cell[0] == 0x2F
        case 2: cell[0] == 0x2D && cell[1] == 0x2D
        // N/A, n/a, and the dashes – and —
        case 3:
            cell.elementsEqual([0x4E, 0x2F, 0x41]) || cell.elementsEqual([0x6E, 0x2F, 0x61])
                || (cell[0] == 0xE2 && cell[1] == 0x80 && (cell[2] == 0x93 || cell[2] == 0x94))
        default: false
        }
    }

    /// A currency code or name alone.
    static func isCurrency(_ cell: UnsafeRawBufferPointer) -> Bool { CurrencyUnit(cell) != nil }

    /// `18:03`, `06:50 PM`, `7:54:07`
    static func isTime(_ cell: UnsafeRawBufferPointer) -> Bool {
        guard (4...16).contains(cell.count), let colon = cell.firstIndex(of: 0x3A), colon <= 2 else { return false }
        return cell.prefix(colon).allSatisfy(DateParser.isDigit)
            && cell[colon + 1..<min(colon + 3, cell.count)].allSatisfy(DateParser.isDigit)
    }

    /// One word with several digits in it, or digits alone: a number of an account, a reference.
    static func isCode(_ cell: UnsafeRawBufferPointer) -> Bool {
        let digits = cell.lazy.filter(DateParser.isDigit).count
        guard cell.count >= 6, digits >= 4 else { return false }
        if !cell.contains(0x20) { return digits * 2 >= cell.count }
        // An account number in groups: "NL00 BANK 0123 4567 89".
        let isGrouped =
            cell[0] &- 0x41 < 26 && cell[1] &- 0x41 < 26 && DateParser.isDigit(cell[2]) && digits * 2 >= cell.count
        // "Reference: 320261030001"
        let isLabelled =
            digits >= 8 && cell.contains(0x3A) && cell.lazy.filter { $0 == 0x20 }.count == 1
            && DateParser.isDigit(cell[cell.count - 1])
        return isGrouped || isLabelled || !cell.contains { ($0 | 0x20) &- 0x61 < 26 || $0 >= 0x80 }
    }
}

/// The rows that are looked at to understand a file: its beginning, and stretches from all over the rest.
struct CSVSample {
    struct Row {
        var line: Int
        var start: Int
        var cells: [CSVField]
        /// Rows of one stretch stand one below the other.
        var stretch: Int

        /// Cells up to the last one that holds anything.
        var width: Int { (cells.lastIndex { !$0.isEmpty } ?? -1) + 1 }
    }

    static let headRows = 2000
    private static let stretches = 12
    private static let stretchRows = 120

    let scanner: CSVScanner
    private(set) var rows: [Row] = []

    /// - Parameter position: where the first row begins.
    init(text: UnsafeRawBufferPointer, delimiter: UInt8, position: Int, line: Int, limit: Int = headRows) {
        var scanner = CSVScanner(text: text, delimiter: delimiter, position: position, line: line)
        while rows.count < limit, scanner.next() {
            rows.append(
                Row(line: scanner.rowLine, start: scanner.rowStart, cells: Array(scanner.fields), stretch: 0))
        }
        self.scanner = scanner
    }

    /// Adds stretches from the rest of the file. Their line numbers are not known.
    mutating func addStretches() {
        let text = scanner.text
        let rest = text.count - scanner.position
        guard rest > 0 else { return }
        let width = rows.reversed().first { $0.width > 1 }?.cells.count ?? 0
        for stretch in 1...CSVSample.stretches {
            // The last one is the end of the file, where totals and the oldest rows stand.
            let offset =
                scanner.position + rest / CSVSample.stretches * stretch
                - (rest > 1 << 16 ? 1 << 14 : rest / CSVSample.stretches)
            guard var begin = CSVSample.lineStart(text, after: offset) else { continue }
            // A quoted cell may have line breaks: begin at the first row that has as many cells as the others.
            var probe = CSVScanner(text: text, delimiter: scanner.delimiter, position: begin)
            for _ in 0..<8 where probe.next() && probe.fields.count != width { begin = probe.position }
            var part = CSVScanner(text: text, delimiter: scanner.delimiter, position: begin)
            for _ in 0..<CSVSample.stretchRows where part.next() {
                rows.append(Row(line: 0, start: part.rowStart, cells: Array(part.fields), stretch: stretch))
            }
        }
    }

    private static func lineStart(_ text: UnsafeRawBufferPointer, after offset: Int) -> Int? {
        guard offset < text.count else { return nil }
        return text[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 }
    }

    func bytes(_ row: Row, _ column: Int) -> UnsafeRawBufferPointer {
        guard column < row.cells.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return scanner.bytes(row.cells[column])
    }

    func string(_ row: Row, _ column: Int) -> String {
        column < row.cells.count ? scanner.string(row.cells[column]) : ""
    }

    /// Folded words of a cell, joined by spaces.
    func key(_ row: Row, _ column: Int) -> String { HeaderText.words(string(row, column)).joined(separator: " ") }

    /// A row that has a date and an amount, in cells of their own.
    func isData(_ row: Row) -> Bool {
        var hasDate = false
        var hasAmount = false
        for field in row.cells where !field.isEmpty {
            let cell = scanner.bytes(field)
            if !hasDate, CSVCell.isDate(cell) {
                hasDate = true
            } else if !hasAmount, CSVCell.amount(cell) != nil {
                hasAmount = true
            }
        }
        return hasDate && hasAmount
    }
}

/// What the cells of one column look like, counted over the rows of a sample that have a date.
struct CSVColumnProfile {
    private(set) var rows = 0
    private(set) var filled = 0
    private(set) var dates = 0
    private(set) var amounts = 0
    /// Amounts with two decimals or a currency.
    private(set) var money = 0
    private(set) var negatives = 0
    private(set) var positives = 0
    private(set) var explicitSigns = 0
    private(set) var separators = 0
    private(set) var points = 0
    private(set) var commas = 0
    /// Amounts such as `1.234` and `1,234`, which may be thousands as well as thousandths.
    private(set) var doubtfulPoints = 0
    private(set) var doubtfulCommas = 0
    private(set) var creditMarks = 0
    private(set) var debitMarks = 0
    private(set) var currencies = 0
    private(set) var times = 0
    private(set) var codes = 0
    /// Words for kinds of transactions that go with a direction.
    private(set) var kinds = 0
    private(set) var categories = 0
    private(set) var states = 0
    private(set) var flagsOut = 0
    private(set) var flagsIn = 0
    private(set) var flagsNeither = 0
    private(set) var textLength = 0
    private var values: Set<Int> = []
    private var units: [CurrencyUnit: Int] = [:]
    private var names: Set<CurrencyUnit> = []

    var distinct: Int { values.count }
    /// Another value in every row.
    var isUnique: Bool { rows > 1 && distinct == rows }
    /// In bytes.
    var averageLength: Int { filled == 0 ? 0 : textLength / filled }
    var texts: Int { filled - dates - amounts - times }
    /// The currency that most of its cells name.
    var unit: CurrencyUnit? { units.max { $0.value < $1.value }?.key }

    /// Whether its amounts have signs of several currencies.
    var mixesUnits: Bool { units.count > 1 }

    /// What a column of currencies says in all its cells.
    var onlyCurrency: Currency? { names.count == 1 ? names.first?.currency : nil }

    mutating func add(_ cell: UnsafeRawBufferPointer, key: () -> String) {
        rows += 1
        guard !CSVCell.isBlank(cell) else { return }
        filled += 1
        textLength += cell.count
        if values.count < 4000 {
            var hasher = Hasher()
            hasher.combine(bytes: cell)
            values.insert(hasher.finalize())
        }
        if CSVCell.isDate(cell) {
            dates += 1
        } else if let amount = CSVCell.amount(cell) {
            add(amount)
        } else if CSVCell.isTime(cell) {
            times += 1
        } else {
            if let unit = CurrencyUnit(cell) {
                currencies += 1
                names.insert(unit)
            }
            if CSVCell.isCode(cell) { codes += 1 }
            if cell.count <= 40, Taxonomy.builtIn.category(bankName: String(decoding: cell, as: UTF8.self)) != nil {
                categories += 1
            }
            if cell.count <= 24 {
                let key = key()
                if CSVStates.builtIn.isState(key) { states += 1 }
                if CSVPhrases.kind(key, onCard: true) != .none { kinds += 1 }
                switch cell.count == 1 && cell[0] == 0x2B ? .in : CSVPhrases.flag(key) {
                case .out: flagsOut += 1
                case .in: flagsIn += 1
                case .some(.none): flagsNeither += 1
                case nil: break
                }
            }
        }
    }

    private mutating func add(_ amount: AmountShape) {
        amounts += 1
        if amount.looksLikeMoney { money += 1 }
        if amount.hasSeparator { separators += 1 }
        if amount.isNegative || amount.hasPlus { explicitSigns += 1 }
        if !amount.isZero { if amount.isNegative { negatives += 1 } else { positives += 1 } }
        switch amount.marker {
        case .credit: creditMarks += 1
        case .debit: debitMarks += 1
        case .none: break
        }
        switch amount.evidence {
        case .point: points += 1
        case .comma: commas += 1
        case .none:
            if amount.mayBeGrouped(by: 0x2E) { doubtfulPoints += 1 }
            if amount.mayBeGrouped(by: 0x2C) { doubtfulCommas += 1 }
        }
        if let unit = amount.unit { units[unit, default: 0] += 1 }
    }

    /// Mostly dates; mostly amounts; mostly currency codes.
    var isDates: Bool { filled > 0 && dates * 2 >= filled }
    var isAmounts: Bool { filled > 0 && amounts * 2 >= filled }
    var isCurrencies: Bool { filled > 0 && currencies * 10 >= filled * 8 }
    /// Mostly flags of direction, of few kinds.
    var isFlags: Bool {
        flagsOut + flagsIn > 0 && (flagsOut + flagsIn + flagsNeither) * 10 >= filled * 8 && distinct <= 8
    }
    /// Words for states of a transaction.
    var isStates: Bool { filled > 0 && states * 10 >= filled * 8 && distinct <= 6 }
    /// Names of categories that bank files use.
    var isCategories: Bool { filled > 0 && categories * 3 >= filled }
    /// The same few words again and again.
    var isRepetitive: Bool { distinct <= max(1, min(filled / 3, 40)) || kinds * 10 >= filled * 8 }
}
