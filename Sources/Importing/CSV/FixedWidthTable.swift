/// A table whose columns are told apart by where they stand in the line, as terminals and printers write it.
///
/// Every line is cut at the places that are blank in all rows, so that it can be read as one with tabs.
struct FixedWidthTable {
    /// The same lines with tabs between the columns.
    let text: [UInt8]

    /// Rows that show the columns; fewer tell nothing.
    private static let fewestRows = 2
    private static let mostRows = 2000
    /// Words stand one blank apart, columns more.
    private static let leastGap = 2

    /// - Returns: nil where fewer than two lines begin with a date and have an amount of money behind it.
    init?(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map { Array($0.unicodeScalars) }
        let rows = lines.lazy.filter(FixedWidthTable.isRow).prefix(FixedWidthTable.mostRows)
        guard rows.count >= FixedWidthTable.fewestRows else { return nil }
        let gaps = FixedWidthTable.gaps(Array(rows))
        guard gaps.count >= 2 else { return nil }
        var text: [UInt8] = []
        for line in lines {
            text += FixedWidthTable.cells(line, gaps).joined(separator: "\t").utf8
            text.append(0x0A)
        }
        self.text = text
    }

    private static func isRow(_ line: [Unicode.Scalar]) -> Bool {
        var words = line.split { $0 == " " }.map { word in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: word)
            return String(text)
        }
        guard words.count >= 3, holds(words[0], CSVCell.isDate) else { return false }
        words.removeFirst()
        return words.contains { word in holds(word) { CSVCell.amount($0)?.looksLikeMoney ?? false } }
    }

    private static func holds(_ word: String, _ test: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        var word = word
        return word.withUTF8 { test(UnsafeRawBufferPointer($0)) }
    }

    /// The places that no row has anything at, between those that some have.
    private static func gaps(_ rows: [[Unicode.Scalar]]) -> [Range<Int>] {
        let width = rows.map(\.count).max() ?? 0
        var isFilled = [Bool](repeating: false, count: width)
        for row in rows {
            for (place, scalar) in row.enumerated() where scalar != " " { isFilled[place] = true }
        }
        var gaps: [Range<Int>] = []
        var start: Int?
        for place in 0..<width {
            if isFilled[place] {
                if let first = start, first > 0, place - first >= leastGap { gaps.append(first..<place) }
                start = nil
            } else if start == nil {
                start = place
            }
        }
        if let end = dateEnd(rows), !gaps.contains(where: { $0.contains(end) }) { gaps.insert(end..<end + 1, at: 0) }
        return gaps
    }

    /// One blank is enough behind the date that all rows begin with.
    private static func dateEnd(_ rows: [[Unicode.Scalar]]) -> Int? {
        let ends = Set(
            rows.map { row in
                let begin = row.firstIndex { $0 != " " } ?? 0
                return row[begin...].firstIndex(of: " ") ?? row.count
            })
        return ends.count == 1 ? ends.first : nil
    }

    /// Cuts a line in the gaps; a name that reaches into one is cut at the blank beside it.
    private static func cells(_ line: [Unicode.Scalar], _ gaps: [Range<Int>]) -> [String] {
        var cells: [String] = []
        var start = 0
        for gap in gaps {
            let cut = max(start, min(line.count, cut(line, gap)))
            cells.append(cell(line[start..<cut]))
            start = cut
        }
        return cells + [cell(line[start...])]
    }

    private static func cut(_ line: [Unicode.Scalar], _ gap: Range<Int>) -> Int {
        func isBlank(_ place: Int) -> Bool { place >= line.count || line[place] == " " }
        if let place = gap.last(where: isBlank) { return place }
        for distance in 1...24 {
            if isBlank(gap.upperBound - 1 + distance) { return gap.upperBound - 1 + distance }
            if gap.lowerBound >= distance, isBlank(gap.lowerBound - distance) { return gap.lowerBound - distance }
        }
        return gap.lowerBound
    }

    private static func cell(_ part: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in part.drop(while: { $0 == " " || $0 == "\t" }) {
            // A quote at its beginning would be one around it.
            text.append(scalar == "\"" ? "'" : scalar == "\t" ? " " : scalar)
        }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
