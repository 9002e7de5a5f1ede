/// Transactions written below each other, each a block of lines such as `Date: 28/10/2025` and `Amount: -23.40`, as a table
/// with tabs: each label is a column.
struct LabeledBlocks {
    /// The table; each transaction stands on the line on which its block begins.
    let text: [UInt8]

    /// Blocks that show which labels there are; fewer tell nothing.
    private static let fewestBlocks = 2
    private static let longestLabel = 30

    private struct Line {
        let label: String
        let value: String
    }

    /// - Returns: nil where fewer than two blocks have the same labels, the first of them a date's.
    init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(LabeledBlocks.plain)
        let labeled = lines.map(LabeledBlocks.labeled)
        guard let first = labeled.compactMap(\.?.label).first(where: LabeledBlocks.isDate) else { return nil }
        let starts = labeled.indices.filter { labeled[$0]?.label == first }
        guard starts.count >= LabeledBlocks.fewestBlocks else { return nil }
        var labels: [String] = []
        for (position, start) in starts.enumerated() {
            let end = position + 1 < starts.count ? starts[position + 1] : labeled.endIndex
            for case let line? in labeled[start..<end] where !labels.contains(line.label) { labels.append(line.label) }
        }
        // What few blocks have is part of a text.
        labels.removeAll { label in labeled.count { $0?.label == label } * 2 < starts.count }
        guard labels.count >= 3 else { return nil }
        var table = lines.map { $0.replacing(": ", with: "\t") }
        let header = labels.joined(separator: "\t")
        for (position, start) in starts.enumerated() {
            let end = position + 1 < starts.count ? starts[position + 1] : lines.endIndex
            table[start] = LabeledBlocks.row(lines[start..<end], labeled[start..<end], labels)
            for line in start + 1..<end { table[line] = "" }
        }
        // The line above the first block is blank, as that between any two.
        if starts[0] > 0, table[starts[0] - 1].isEmpty {
            table[starts[0] - 1] = header
        } else {
            table.insert(header, at: starts[0])
        }
        text = Array((table.joined(separator: "\n") + "\n").utf8)
    }

    /// The cells of one block; a line without a label goes on with the one above. A blank line ends the block once its labels were
    /// seen: what follows is a page's line or a footer.
    private static func row(_ lines: ArraySlice<String>, _ labeled: ArraySlice<Line?>, _ labels: [String]) -> String {
        var cells = [String](repeating: "", count: labels.count)
        var column = 0
        var awaited = Set(labeled.compactMap(\.?.label)).intersection(labels)
        for (line, part) in zip(lines, labeled) {
            guard !line.isEmpty else {
                if awaited.isEmpty { break }
                continue
            }
            if let part, let found = labels.firstIndex(of: part.label) {
                awaited.remove(part.label)
                column = found
                if cells[column].isEmpty { cells[column] = part.value }
            } else {
                cells[column] += cells[column].isEmpty ? line : " " + line
            }
        }
        return cells.joined(separator: "\t")
    }

    /// Without blanks that do not break, tabs, and blanks around; a quote at its beginning would be one around it.
    private static func plain(_ line: Substring) -> String {
        var text = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            text.append(scalar == "\u{A0}" || scalar == "\t" ? " " : scalar == "\"" ? "'" : scalar)
        }
        return String(text).trimmingSpaces
    }

    private static func labeled(_ line: String) -> Line? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let label = line[..<colon].trimmingSpaces
        guard !label.isEmpty, label.count <= longestLabel, !label.contains(where: \.isNumber) else { return nil }
        return Line(label: label, value: line[line.index(after: colon)...].trimmingSpaces)
    }

    private static func isDate(_ label: String) -> Bool {
        let dates: [CSVRole] = [.transactionDate, .date, .postedDate, .valueDate]
        return CSVVocabulary.read(label).roles.contains(where: dates.contains)
    }
}
