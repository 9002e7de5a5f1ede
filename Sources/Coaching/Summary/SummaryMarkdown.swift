import Ledger

/// A summary as Markdown with tables (GitHub's flavour).
public struct SummaryMarkdown {
    private let report: SummaryReport

    public init(_ report: SummaryReport) { self.report = report }

    /// Ends with a line break.
    public var text: String {
        var blocks = ["# \(report.title)"]
        blocks += report.paragraphs.map { InertMarkdown.line($0) }
        for currency in report.facts.currencies {
            let heading = report.heading(currency)
            if let heading { blocks.append("## \(heading)") }
            for section in report.sections(currency) {
                blocks.append("\(heading == nil ? "##" : "###") \(section.title)")
                blocks.append(SummaryMarkdown.table(section.table))
            }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func table(_ table: AnswerTable) -> String {
        func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        var lines = [
            line(table.columns.map { InertMarkdown.line($0.title) }),
            line(table.columns.map { $0.isNumber ? "--:" : "---" }),
        ]
        lines += table.rows.map { line($0.map { InertMarkdown.line($0) }) }
        if table.omitted > 0 { lines.append("\n… and \(groupedThousands(table.omitted)) more") }
        return lines.joined(separator: "\n")
    }
}
