/// Breaks lines between words.
public enum Wrapping {
    /// - Parameter width: the columns there are; nil leaves the text as it is.
    public static func wrap(_ text: String, width: Int?) -> String {
        guard let width, width > 0 else { return text }
        var out = ""
        var column = 0
        for word in words(text) {
            let size = DisplayWidth.of(word)
            if column > 0, column + 1 + size > width {
                out += "\n"
                column = 0
            } else if column > 0 {
                out += " "
                column += 1
            }
            out += word
            column += size
        }
        return out
    }

    /// What stays on one line: words, and an amount with the code of its currency (`CHF 12.00`).
    private static func words(_ text: String) -> [Substring] {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard words.contains(where: WrittenAmount.isCode) else { return words }
        var out: [Substring] = []
        for word in words {
            if word.first?.isNumber == true, let code = out.last, WrittenAmount.isCode(code) {
                out[out.count - 1] = code + " " + word
            } else {
                out.append(word)
            }
        }
        return out
    }

    /// A term and what it means beside it; beneath it where the window is too narrow or the term too long.
    ///
    /// - Parameters:
    ///   - column: the columns that terms are given, after an indent of two.
    ///   - width: the columns there are; nil for a file or a pipe, where no text is broken.
    /// - Returns: lines without the last line break.
    public static func entry(_ term: String, _ text: String, column: Int, width: Int?) -> String {
        let isNarrow = width.map { $0 < column + 4 + narrowest } ?? false
        let indent = isNarrow ? 4 : column + 4
        let margin = String(repeating: " ", count: indent)
        let lines = wrap(text, width: width.map { max(1, $0 - indent) }).split(separator: "\n")
        let isBeneath = isNarrow || DisplayWidth.of(term) > column
        let broken = wrap(term, width: width.map { max(1, $0 - 2) }).replacing("\n", with: "\n  ")
        let start = isBeneath ? "  \(broken)\n\(margin)" : "  \(DisplayWidth.padded(term, to: column))  "
        return start + lines.joined(separator: "\n" + margin)
    }

    /// Columns in which a meaning can still be read beside its term.
    private static let narrowest = 24
}
