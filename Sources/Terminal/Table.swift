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

    /// No text column is cut below this many columns, so that a narrow terminal wraps rather than shows nothing.
    private static let narrowest = 8

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
        let widths = columnWidths(limit: width)
        var out = line(columns.map(\.heading), widths, style, .underline)
        for row in rows { out += line(row.cells, widths, style, row.emphasis) }
        return out
    }

    private func columnWidths(limit: Int?) -> [Int] {
        var widths = columns.indices.map { index in
            rows.reduce(DisplayWidth.of(columns[index].heading)) { max($0, DisplayWidth.of($1.cells[index])) }
        }
        guard let limit else { return widths }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - limit
        while excess > 0 {
            let candidates = columns.indices.filter { columns[$0].alignment == .left && widths[$0] > Self.narrowest }
            guard let widest = candidates.max(by: { (widths[$0], $1) < (widths[$1], $0) }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    private func line(_ cells: [String], _ widths: [Int], _ style: Style, _ emphasis: Style.Emphasis?) -> String {
        var text = columns.indices.map { index in
            DisplayWidth.padded(
                DisplayWidth.truncated(cells[index], to: widths[index]), to: widths[index],
                alignment: columns[index].alignment)
        }.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return style(text, emphasis) + "\n"
    }
}
