/// Markdown that arrives piece by piece, shown as soon as how it looks can no longer change.
///
/// The pieces are whole sentences, items of lists or rows of tables. A paragraph grows as it comes; a table waits for
/// its last row, since that may widen its columns.
public struct MarkdownStream {
    private let markdown: MarkdownText
    /// The blocks that are not over yet, and what was shown of them.
    private var open = ""
    private var shown = ""
    public private(set) var isEmpty = true

    public init(width: Int?, style: Style) { markdown = MarkdownText(width: width, style: style) }

    /// - Returns: what can be written now.
    public mutating func add(_ words: String) -> String {
        open += words
        let end = Self.stableEnd(of: open)
        let out = show(String(open[..<end]))
        closeBlocks()
        return out
    }

    /// - Returns: what is left, without a line break at its end.
    public mutating func finish() -> String {
        defer { (open, shown) = ("", "") }
        return show(open)
    }

    private mutating func show(_ text: String) -> String {
        let rendered = markdown.render(text)
        // What is on the screen stays as it is: where an earlier line came to mean something else, nothing is added
        // until it fits again, and the end shows the rest in a line of its own.
        guard rendered.hasPrefix(shown) else { return "" }
        let out = String(rendered.dropFirst(shown.count))
        shown = rendered
        if !out.isEmpty { isEmpty = false }
        return out
    }

    /// The end of what will look the same whatever follows: all of it, or what stands before a table or code at its end.
    private static func stableEnd(of text: String) -> String.Index {
        var end = text.endIndex
        var isInCode = false
        var start = text.startIndex
        var tableStart: String.Index?
        while start < text.endIndex {
            let lineEnd = text[start...].firstIndex(of: "\n") ?? text.endIndex
            let line = text[start..<lineEnd].drop { $0 == " " }
            if line.hasPrefix("```") {
                end = isInCode ? text.endIndex : start
                isInCode.toggle()
            }
            if !isInCode {
                tableStart = line.hasPrefix("|") ? tableStart ?? start : nil
            }
            start = lineEnd < text.endIndex ? text.index(after: lineEnd) : lineEnd
        }
        if let tableStart { return min(end, tableStart) }
        return isInCode ? end : text.endIndex
    }

    /// Forgets blocks that are over, so that a long reply costs no more than its last paragraph.
    private mutating func closeBlocks() {
        guard !open.contains("```"), let gap = open.range(ofLast: "\n\n"), markdown.render(open) == shown else {
            return
        }
        let rest = open[gap.upperBound...]
        // What is indented belongs to a list that goes on.
        guard let first = rest.first, !first.isWhitespace, !first.isNumber, !"-*+|".contains(first) else { return }
        let rendered = markdown.render(String(rest))
        guard shown.hasSuffix("\n\n" + rendered) else { return }
        open = String(rest)
        shown = rendered
    }
}

extension String {
    fileprivate func range(ofLast text: String) -> Range<String.Index>? {
        var end = endIndex
        while end > startIndex {
            guard let start = index(end, offsetBy: -text.count, limitedBy: startIndex) else { return nil }
            if self[start..<end] == text { return start..<end }
            end = index(before: end)
        }
        return nil
    }
}
