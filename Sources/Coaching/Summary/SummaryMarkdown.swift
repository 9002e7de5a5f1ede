import Ledger

/// A summary as Markdown with tables (GitHub's flavour).
public struct SummaryMarkdown {
    private let report: SummaryReport

    public init(_ report: SummaryReport) { self.report = report }

    /// Ends with a line break.
    public var text: String {
        var blocks = ["# \(report.title)"]
        blocks += report.paragraphs.map(SummaryMarkdown.escaped)
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
            line(table.columns.map { escaped($0.title) }), line(table.columns.map { $0.isNumber ? "--:" : "---" }),
        ]
        lines += table.rows.map { line($0.map(escaped)) }
        if table.omitted > 0 { lines.append("\n… and \(groupedThousands(table.omitted)) more") }
        return lines.joined(separator: "\n")
    }

    /// Text in which nothing is markup: a merchant's name may hold any sign.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#", "~", "&":
                out.unicodeScalars.append("\\")
                out.unicodeScalars.append(scalar)
            case "\n", "\r": out.unicodeScalars.append(" ")
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
