import Ledger

/// Rows under headings, for people: two spaces between columns and no lines, no spaces at the ends of lines.
///
/// Cells may hold text from outside: what a terminal would obey is taken out of them.
public struct Table: Sendable {
    public struct Column: Sendable {
        public let heading: String
        public let alignment: DisplayWidth.Alignment

        /// - Parameter alignment: right for money and counts. Columns on the left give way when the table is too wide.
        public init(_ heading: String, _ alignment: DisplayWidth.Alignment = .left) {
            self.heading = heading
            self.alignment = alignment
        }
    }

    private let columns: [Column]
    private var rows: [(cells: [String], emphasis: Style.Emphasis?)] = []

    /// A text column keeps this many columns, which is a day, while another one can be left out for it.
    private static let comfortable = 12
    /// What is left of the last text columns in a very narrow terminal.
    private static let narrowest = 3

    public init(_ columns: [Column]) { self.columns = columns }

    /// - Precondition: one cell for each column.
    public mutating func add(_ cells: [String], emphasis: Style.Emphasis? = nil) {
        precondition(cells.count == columns.count, "a row of \(cells.count) cells in a table of \(columns.count)")
        rows.append((cells.map(SafeText.line), emphasis))
    }

    /// - Parameter width: the columns there are; nil for a file or a pipe, where nothing is cut.
    /// - Returns: lines that each end with a line break; nothing for a table without rows.
    public func text(width: Int? = nil, style: Style = .plain) -> String {
        guard !rows.isEmpty else { return "" }
        guard width == nil || isForPeople else { return forPeople.text(width: width, style: style) }
        let natural = naturalWidths
        let shown = shownColumns(natural, limit: width)
        let widths = fitted(natural, shown, limit: width)
        var out = line(columns.map(\.heading), shown, widths, width, style, .underline)
        for row in rows { out += line(row.cells, shown, widths, width, style, row.emphasis) }
        return out
    }

    /// Whether days stand as people write them.
    private var isForPeople = false

    /// On a screen days are written as people write them, one beneath the other; programs read ISO.
    private var forPeople: Table {
        var table = self
        table.isForPeople = true
        for row in table.rows.indices {
            table.rows[row].cells = table.rows[row].cells.map { Table.dayText($0) ?? Table.withDay($0) }
        }
        return table
    }

    /// `Oct  9, 2026`; nil for what is no day.
    static func dayText(_ cell: String) -> String? {
        guard cell.utf8.count == 10, let day = CivilDate(iso: cell) else { return nil }
        return day.day < 10 ? day.columnText.replacing(" ", with: "  ", maxReplacements: 1) : day.columnText
    }

    /// `bought 2026-10-09` with its day as people write it; what holds anything else before the day is left as it is.
    static func withDay(_ cell: String) -> String {
        let words = cell.split(separator: " ", omittingEmptySubsequences: false)
        guard let place = words.firstIndex(where: { $0.utf8.count == 10 && CivilDate(iso: String($0)) != nil }),
            place > 0,
            words[..<place].allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLowercase) }),
            let day = CivilDate(iso: String(words[place]))
        else { return cell }
        return (words[..<place] + [day.columnText[...]] + words[(place + 1)...]).joined(separator: " ")
    }

    private var naturalWidths: [Int] {
        columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].heading)) { max($0, DisplayWidth.of($1.cells[index])) }
        }
    }

    /// Where there is too little room, the last text columns are left out, then the last figures: the first column, one
    /// more text and the first figure stay longest. What has no heading is a mark on its row, which outlasts other texts.
    private func shownColumns(_ natural: [Int], limit: Int?) -> [Int] {
        var shown = Array(columns.indices)
        guard let limit else { return shown }
        func least(_ column: Int) -> Int {
            columns[column].alignment == .left ? min(natural[column], Self.comfortable) : natural[column]
        }
        func last(_ alignment: DisplayWidth.Alignment, keeping kept: Int) -> Int? {
            let found = shown.indices.filter { columns[shown[$0]].alignment == alignment }
            let plain = found.filter { !columns[shown[$0]].heading.isEmpty }
            let next = plain.last.flatMap { $0 == 0 ? nil : $0 } ?? found.last
            return found.count > kept && next != 0 ? next : nil
        }
        while shown.reduce(0, { $0 + least($1) + 2 }) - 2 > limit,
            let next = last(.left, keeping: 2) ?? last(.right, keeping: 1) ?? last(.left, keeping: 1)
        {
            shown.remove(at: next)
        }
        return shown
    }

    /// The widths of the columns that are shown; the widest text gives way first.
    private func fitted(_ natural: [Int], _ shown: [Int], limit: Int?) -> [Int] {
        var widths = natural
        guard let limit else { return widths }
        var excess = shown.reduce(0) { $0 + widths[$1] + 2 } - 2 - limit
        while excess > 0 {
            let candidates = shown.filter { columns[$0].alignment == .left && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { (widths[$0], $1) < (widths[$1], $0) }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func line(
        _ cells: [String], _ shown: [Int], _ widths: [Int], _ limit: Int?, _ style: Style, _ emphasis: Style.Emphasis?
    ) -> String {
        var text = shown.map { index in
            DisplayWidth.padded(
                DisplayWidth.truncated(cells[index], to: widths[index]), to: widths[index],
                alignment: columns[index].alignment)
        }.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return style(limit.map { DisplayWidth.truncated(text, to: $0) } ?? text, emphasis) + "\n"
    }
}
