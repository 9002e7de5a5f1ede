/// Breaks lines between words.
public enum Wrapping {
    /// - Parameter width: the columns there are; nil leaves the text as it is.
    public static func wrap(_ text: String, width: Int?) -> String {
        guard let width, width > 10 else { return text }
        var out = ""
        var column = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
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
