import Terminal

/// Words of a reply on their way to a terminal or a pipe: made safe, and broken between words at the width there is.
struct ReplyStream {
    private let width: Int?
    private var column = 0
    private(set) var isEmpty = true

    /// - Parameter width: the columns there are; nil leaves lines as they are.
    init(width: Int?) { self.width = width.flatMap { $0 > 10 ? $0 : nil } }

    /// - Parameter words: whole words; the line breaks in them are kept.
    mutating func add(_ words: String) -> String {
        isEmpty = isEmpty && words.isEmpty
        var out = ""
        for (index, line) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                out += "\n"
                column = 0
            }
            out += wrapped(SafeText.line(String(line)))
        }
        return out
    }

    private mutating func wrapped(_ line: String) -> String {
        guard let width else { return line }
        var out = ""
        for word in line.split(separator: " ") {
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
}
