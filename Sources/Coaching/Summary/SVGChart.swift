import Ledger

/// The frame of a chart inside a page: 400 units wide, which is about a phone's width, so that text keeps its size.
struct SVGChart {
    /// Stands in the names of the elements, once on a page.
    let id: String
    let title: String
    /// What is seen, in words.
    let description: String
    let height: Double
    private(set) var body = ""

    static let width = 400.0

    init(id: String, title: String, description: String, height: Double) {
        self.id = id
        self.title = title
        self.description = description
        self.height = height
    }

    /// The figure with its title, the chart, and the same as a table to open.
    ///
    /// - Parameters:
    ///   - level: of its heading, 2 or 3.
    ///   - table: nil where a table of the page has its figures already.
    func figure(note: String, level: Int, table: AnswerTable?) -> String {
        """
        <figure>
        <figcaption><h\(level)>\(HTMLText.escaped(title))</h\(level)><p>\(HTMLText.escaped(note))</p></figcaption>
        <svg viewBox="0 0 \(SVGChart.number(SVGChart.width)) \(SVGChart.number(height))" role="img" \
        aria-labelledby="\(id)-t \(id)-d">
        <title id="\(id)-t">\(HTMLText.escaped(title))</title>
        <desc id="\(id)-d">\(HTMLText.escaped(description))</desc>
        \(body)</svg>\(table.map(details) ?? "")
        </figure>
        """
    }

    private func details(_ table: AnswerTable) -> String {
        """

        <details><summary>The figures of this chart</summary>
        \(HTMLText.table(table, caption: title))
        </details>
        """
    }

    // MARK: Marks

    mutating func rectangle(_ type: String, x: Double, y: Double, width: Double, height: Double) {
        guard width > 0, height > 0 else { return }
        let n = SVGChart.number
        body +=
            "<rect class=\"\(type)\" x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\" rx=\"2\"/>\n"
    }

    mutating func line(_ type: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        let n = SVGChart.number
        body += "<line class=\"\(type)\" x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\"/>\n"
    }

    mutating func path(_ type: String, _ points: [(x: Double, y: Double)], closedAt floor: Double? = nil) {
        guard let first = points.first, let last = points.last else { return }
        let n = SVGChart.number
        var words = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(n($1.x)) \(n($1.y))" }
        if let floor { words += ["L\(n(last.x)) \(n(floor))", "L\(n(first.x)) \(n(floor))", "Z"] }
        body += "<path class=\"\(type)\" d=\"\(words.joined(separator: " "))\"/>\n"
    }

    enum Anchor: String {
        case start, middle, end
    }

    mutating func text(_ words: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, type: String = "") {
        let n = SVGChart.number
        let type = type.isEmpty ? "" : " class=\"\(type)\""
        body +=
            "<text\(type) x=\"\(n(x))\" y=\"\(n(y))\" text-anchor=\"\(anchor.rawValue)\">\(HTMLText.escaped(words))</text>\n"
    }

    /// With at most one decimal, the same on every machine.
    static func number(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let magnitude = tenths.magnitude
        return magnitude % 10 == 0 ? "\(sign)\(magnitude / 10)" : "\(sign)\(magnitude / 10).\(magnitude % 10)"
    }
}

/// Round values along an axis that begins at zero.
struct AxisScale {
    /// Minor units between two lines.
    let step: Int64
    /// The last line.
    let top: Int64

    /// 1, 2 or 5 times a power of ten whole units, so that there are at most five lines.
    init(_ largest: Int64, _ currency: Currency) {
        let per = currency.minorPerMajor
        let largest = max(largest, per)
        var step = per
        var turn = 0
        while (largest + step - 1) / step > 4 {
            step = turn % 3 == 1 ? step / 2 * 5 : step * 2
            turn += 1
        }
        self.step = step
        top = (largest + step - 1) / step * step
    }

    var lines: [Int64] { Array(stride(from: 0, through: top, by: Int(step))) }
}

extension Money {
    /// Whole units for an axis: `$1,500`, `€20`.
    var wholeText: String {
        let text = self.text
        guard let point = text.lastIndex(of: "."), currency.minorDigits > 0 else { return text }
        return String(text[..<point])
    }
}
