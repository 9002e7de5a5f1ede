import CMarkdown

/// Markdown as a terminal shows it: emphasis by the terminal's own means, tables in columns, lists with hanging
/// lines, all within the width there is.
///
/// Text comes from outside: each piece passes `SafeText` before anything is put around it. Of
/// links and pictures the words are shown and not where they lead, for no answer is there; HTML is shown as it is written.
public struct MarkdownText {
    private let width: Int?
    private let style: Style

    /// - Parameter width: the columns there are; nil breaks no lines.
    public init(width: Int?, style: Style) {
        self.width = width
        self.style = style
    }

    /// - Returns: lines without a break at the end; blocks stand apart by an empty line.
    public func render(_ markdown: String) -> String {
        var markdown = markdown
        let document = markdown.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmarkdown_parse($0.baseAddress, $0.count) }
        }
        guard let document else { return "" }
        defer { cmark_node_free(document) }
        return blocks(of: document, width: width).joined(separator: "\n")
    }

    // MARK: Blocks

    /// The lines of the blocks beneath a node.
    private func blocks(of node: Node, width: Int?, isTight: Bool = false) -> [String] {
        var lines: [String] = []
        for child in Children(node) {
            let block = self.block(child, width: width)
            if !lines.isEmpty, !block.isEmpty, !isTight { lines.append("") }
            lines += block
        }
        return lines
    }

    private func block(_ node: Node, width: Int?) -> [String] {
        if cmarkdown_is_table(node) == 1 { return table(node, width: width) }
        switch cmark_node_get_type(node) {
        case CMARK_NODE_PARAGRAPH: return wrap(inlines(of: node), width: width)
        case CMARK_NODE_HEADING: return wrap(inlines(of: node, [.bold]), width: width)
        case CMARK_NODE_LIST: return list(node, width: width)
        case CMARK_NODE_BLOCK_QUOTE:
            return blocks(of: node, width: width.map { max(1, $0 - 2) }).map { style("│", .dim) + " " + $0 }
        case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
            return literal(node).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map { "    " + SafeText.line(String($0)) }
        case CMARK_NODE_THEMATIC_BREAK: return [String(repeating: "─", count: min(width ?? 20, 20))]
        default: return blocks(of: node, width: width)
        }
    }

    private func list(_ node: Node, width: Int?) -> [String] {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        let isTight = cmark_node_get_list_tight(node) == 1
        var number = Int(cmark_node_get_list_start(node))
        var lines: [String] = []
        for item in Children(node) {
            let mark = isOrdered ? "\(number). " : "• "
            number += 1
            let indent = DisplayWidth.of(mark)
            let inner = blocks(of: item, width: width.map { max(1, $0 - indent) }, isTight: isTight)
            if !lines.isEmpty, !isTight { lines.append("") }
            for (index, line) in (inner.isEmpty ? [""] : inner).enumerated() {
                lines.append((index == 0 ? mark : String(repeating: " ", count: indent)) + line)
            }
        }
        return lines
    }

    private func table(_ node: Node, width: Int?) -> [String] {
        let count = Int(cmark_gfm_extensions_get_table_columns(node))
        let alignments = cmark_gfm_extensions_get_table_alignments(node)
        var rows = Children(node).map { row in
            Children(row).map { cell in inlines(of: cell).map(\.text).joined() }
        }
        guard !rows.isEmpty, count > 0 else { return [] }
        let headings = rows.removeFirst()
        var table = Table(
            (0..<count).map { index in
                let isRight = alignments.map { $0[index] == UInt8(ascii: "r") } ?? false
                return Table.Column(
                    SafeText.line(index < headings.count ? headings[index] : ""), isRight ? .right : .left)
            })
        for row in rows { table.add((0..<count).map { $0 < row.count ? row[$0] : "" }) }
        let text = table.text(width: width, style: style)
        return text.split(separator: "\n").map(String.init)
    }

    // MARK: Inlines

    /// A piece of a line in one emphasis.
    private struct Run {
        var text: String
        var emphases: [Style.Emphasis]
    }

    private func inlines(of node: Node, _ emphases: [Style.Emphasis] = []) -> [Run] {
        Children(node).flatMap { inline($0, emphases) }
    }

    private func inline(_ node: Node, _ emphases: [Style.Emphasis]) -> [Run] {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_SOFTBREAK: return [Run(text: " ", emphases: emphases)]
        case CMARK_NODE_LINEBREAK: return [Run(text: "\n", emphases: [])]
        case CMARK_NODE_STRONG: return inlines(of: node, emphases + [.bold])
        case CMARK_NODE_EMPH: return inlines(of: node, emphases + [.underline])
        case CMARK_NODE_CODE: return [Run(text: SafeText.line(literal(node)), emphases: emphases + [.bold])]
        case CMARK_NODE_TEXT, CMARK_NODE_HTML_INLINE:
            return [Run(text: SafeText.line(literal(node)), emphases: emphases)]
        default: return inlines(of: node, emphases)
        }
    }

    private func literal(_ node: Node) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    // MARK: Lines

    /// Runs broken between words; a word may have several emphases in it.
    private func wrap(_ runs: [Run], width: Int?) -> [String] {
        var lines: [String] = []
        var line = ""
        var column = 0
        for word in words(of: runs) {
            guard let word else {
                lines.append(line)
                (line, column) = ("", 0)
                continue
            }
            let size = word.reduce(0) { $0 + DisplayWidth.of($1.text) }
            if column > 0, let width, column + 1 + size > width {
                lines.append(line)
                (line, column) = ("", 0)
            } else if column > 0 {
                line += " "
                column += 1
            }
            line += word.map { run in run.emphases.reduce(run.text) { style($0, $1) } }.joined()
            column += size
        }
        return column > 0 || lines.isEmpty ? lines + [line] : lines
    }

    /// The words of runs, each of one or more runs; nil for a line break that is meant.
    private func words(of runs: [Run]) -> [[Run]?] {
        var words: [[Run]?] = []
        var word: [Run] = []
        func finish() {
            if !word.isEmpty { words.append(word) }
            word = []
        }
        for run in runs {
            if run.text == "\n" {
                finish()
                words.append(nil)
                continue
            }
            for (index, part) in run.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if index > 0, part.first?.isNumber == true, let last = word.last, word.count == 1,
                    WrittenAmount.isCode(last.text)
                {
                    // An amount stays on one line with the code of its currency.
                    word[0].text += " " + part
                    continue
                }
                if index > 0 { finish() }
                if !part.isEmpty { word.append(Run(text: String(part), emphases: run.emphases)) }
            }
        }
        finish()
        return words
    }
}

private typealias Node = OpaquePointer

/// The nodes directly beneath another.
private struct Children: Sequence, IteratorProtocol {
    private var node: Node?

    init(_ parent: Node) { node = cmark_node_first_child(parent) }

    mutating func next() -> Node? {
        defer { node = node.flatMap { cmark_node_next($0) } }
        return node
    }
}
