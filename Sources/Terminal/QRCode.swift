import CQRCode
import Glibc

/// A text as a square that phones read (ISO/IEC 18004).
public struct QRCode {
    private let squares: [Bool]
    private let width: Int
    /// Light squares around it, without which cameras do not find it.
    private static let margin = 2

    /// - Returns: nil where libqrencode is not there or the text is too long.
    public init?(_ text: String) {
        var width: Int32 = 0
        guard let found = cqrcode_squares(text, &width) else { return nil }
        defer { free(found) }
        self.width = Int(width)
        squares = (0..<Int(width * width)).map { found[$0] == 1 }
    }

    /// Two rows of squares to a line, light ones as filled blocks; with colors they are white on black whatever the terminal's
    /// background is.
    public func text(style: Style) -> String {
        let range = -QRCode.margin..<(width + QRCode.margin)
        func isLight(_ row: Int, _ column: Int) -> Bool {
            guard (0..<width).contains(row), (0..<width).contains(column) else { return true }
            return !squares[row * width + column]
        }
        return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
            let line = range.map { column in
                let isLowerLight = row + 1 < range.upperBound && isLight(row + 1, column)
                switch (isLight(row, column), isLowerLight) {
                case (true, true): return "█"
                case (true, false): return "▀"
                case (false, true): return "▄"
                case (false, false): return " "
                }
            }.joined()
            return (style.isColored ? "\u{1B}[97;40m\(line)\u{1B}[0m" : line) + "\n"
        }.joined()
    }
}
