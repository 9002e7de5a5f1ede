/// Numbers as shapes of block characters, for a terminal.
public enum Chart {
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    private static let steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// One bar for each value, the largest `width` columns long, the others in eighths of a column.
    ///
    /// What is not zero shows, be it ever so little; what is below zero has no bar.
    public static func bars(_ values: [Int64], width: Int) -> [String] {
        let largest = values.max() ?? 0
        guard largest > 0, width > 0 else { return values.map { _ in "" } }
        return values.map { value in
            guard value > 0 else { return "" }
            let length = max(1, Int((Double(value) / Double(largest) * Double(width * 8)).rounded()))
            return String(repeating: "█", count: length / 8) + eighths[length % 8]
        }
    }

    /// A line of blocks that rises and falls with the values, at most `width` columns long.
    ///
    /// Where there are more values than columns each column stands for the lowest of its values, since what a balance
    /// falls to matters more than what it rises to.
    public static func sparkline(_ values: [Int64], width: Int) -> String {
        guard !values.isEmpty, width > 0 else { return "" }
        let count = min(values.count, width)
        let columns = (0..<count).map { column in
            values[column * values.count / count..<(column + 1) * values.count / count].min() ?? 0
        }
        let (low, high) = (columns.min() ?? 0, columns.max() ?? 0)
        let range = Double(high) - Double(low)
        return columns.map { value in
            range == 0 ? steps[3] : steps[Int(((Double(value) - Double(low)) / range * 7).rounded())]
        }.joined()
    }

    /// One block for each value from zero on, a full one for `top` and what is above it.
    ///
    /// What is above zero is higher than what is not, be it ever so little.
    public static func blocks(_ values: [Int64], top: Int64) -> String {
        values.map { value in
            guard value > 0, top > 0 else { return steps[0] }
            return steps[1 + min(6, Int((Double(min(value, top)) / Double(top) * 6).rounded()))]
        }.joined()
    }
}
