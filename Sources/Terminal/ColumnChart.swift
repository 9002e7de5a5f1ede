/// A series as columns with their names beneath, from zero up, as a picture or in blocks.
public struct ColumnChart: Sendable {
    /// Lines of the terminal that the highest column takes.
    static let rows = 8
    private static let widest = 12
    /// Columns of the terminal below which names have no room.
    private static let narrowest = 4
    private static let steps = Array("▁▂▃▄▅▆▇█").map(String.init)

    private let labels: [String]
    private let values: [Int64]
    /// Columns of the terminal for each value, with the gap behind it.
    private let step: Int

    /// - Parameters:
    ///   - labels: one for each value, safe; or as many as there are, for the first and the last.
    ///   - values: what is below zero has no column. Where there are more than columns, the last ones are drawn.
    ///   - width: columns of the terminal.
    /// - Returns: nil where there is nothing to compare.
    public init?(labels: [String], values: [Int64], width: Int) {
        guard values.count > 1, width > 1, values.contains(where: { $0 > 0 }) else { return nil }
        self.values = Array(values.suffix(width))
        self.labels = ColumnChart.short(labels.count == values.count ? Array(labels.suffix(width)) : labels)
        step = max(1, min(ColumnChart.widest, width / self.values.count))
    }

    private var width: Int { step * values.count }
    private var gap: Int { step > 1 ? 1 : 0 }
    private var top: Int64 { values.max() ?? 1 }

    /// Where all are months of a year, their first letters.
    private static func short(_ labels: [String]) -> [String] {
        let parts = labels.map { $0.split(separator: " ") }
        let areMonths = parts.allSatisfy { $0.count == 2 && $0[1].count == 4 && $0[1].allSatisfy(\.isNumber) }
        return areMonths ? parts.map { String($0[0].prefix(3)) } : labels
    }

    /// Lines that end with a line break.
    public func text(_ graphics: Graphics) -> String {
        switch graphics {
        case .blocks: blocks + names
        // A picture leaves the cursor on its last line.
        case .sixel(let cell):
            // Bands of six rows must not reach below the last line.
            picture(cell.width, cell.height, height: ColumnChart.rows * cell.height / 6 * 6).sixel + "\n" + names
        case .kitty:
            picture(4, 8, height: ColumnChart.rows * 8).kitty(columns: width, rows: ColumnChart.rows) + "\n" + names
        }
    }

    private func picture(_ cellWidth: Int, _ cellHeight: Int, height: Int) -> Bitmap {
        var picture = Bitmap(width: width * cellWidth, height: height)
        for (place, value) in values.enumerated() where value > 0 {
            let tall = max(1, Int((Double(value) / Double(top) * Double(height)).rounded()))
            let left = place * step * cellWidth
            picture.fill(x: left..<(left + (step - gap) * cellWidth), y: (height - tall)..<height)
        }
        return picture
    }

    private var blocks: String {
        let levels = values.map { value -> Int in
            value > 0 ? max(1, Int((Double(value) / Double(top) * Double(ColumnChart.rows * 8)).rounded())) : 0
        }
        let lines = (0..<ColumnChart.rows).reversed().map { row in
            levels.map { level in
                let part = min(8, level - row * 8)
                let block = part > 0 ? ColumnChart.steps[part - 1] : " "
                return String(repeating: block, count: step - gap) + String(repeating: " ", count: gap)
            }.joined()
        }
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
    }

    private var names: String {
        let room = step - gap
        guard room >= ColumnChart.narrowest - 1, labels.count == values.count else {
            guard let first = labels.first, let last = labels.last else { return "" }
            let space = width - DisplayWidth.of(first) - DisplayWidth.of(last)
            return first + String(repeating: " ", count: max(1, space)) + last + "\n"
        }
        let line = labels.map { DisplayWidth.padded(DisplayWidth.truncated($0, to: room), to: step) }.joined()
        return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
    }
}
