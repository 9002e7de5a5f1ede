import Coaching
import Ledger
import Store
import Terminal

/// Brings summaries into their format and to where they belong.
struct SummaryWriter {
    let session: Session
    let index: HouseholdIndex
    let format: SummaryCommand.Format

    /// - Parameter path: a file; nil for standard output.
    func write(_ report: SummaryReport, to path: String?) throws {
        guard let path else { return try session.write(try text(report, width: session.width, style: session.style)) }
        try PrivateFile.write(try text(report, width: nil, style: .plain), to: path)
    }

    /// - Parameter folder: gets a file for each month; nil for standard output, one after the other.
    func write(_ reports: [SummaryReport], to folder: String?) throws {
        if let folder {
            try PrivateFile.makeFolder(folder)
            for report in reports {
                let path = "\(folder)/\(report.facts.span.key).\(format.fileExtension)"
                try PrivateFile.write(try text(report, width: nil, style: .plain), to: path)
            }
        } else if format == .json {
            try session.write(.array(reports.map(\.json)))
        } else {
            let texts = try reports.map { try text($0, width: session.width, style: session.style) }
            try session.write(texts.joined(separator: "\n"))
        }
    }

    private func text(_ report: SummaryReport, width: Int?, style: Style) throws -> String {
        switch format {
        case .json: report.json.prettyText + "\n"
        case .markdown: safeLines(SummaryMarkdown(report).text)
        case .html: SummaryPage(report).html
        case .text: SummaryText(width: width, style: style).text(report)
        }
    }

    /// Nothing from a bank file may steer a terminal that shows the Markdown.
    private func safeLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line(String($0)) }
            .joined(separator: "\n")
    }
}

/// A summary as lines for people.
struct SummaryText {
    /// nil where nothing is cut and no charts are drawn.
    let width: Int?
    let style: Style

    func text(_ report: SummaryReport) -> String {
        var out = style(SafeText.line(report.title), .bold) + "\n\n"
        let paragraphs = report.paragraphs.map { Wrapping.wrap(SafeText.line($0), width: width) + "\n" }
        out += paragraphs.joined(separator: "\n")
        for currency in report.facts.currencies {
            if let heading = report.heading(currency) { out += "\n" + style(heading, .bold) + "\n" }
            if let series = report.series(currency) { out += AnswerText(width: width, style: style).series(series) }
            for section in report.sections(currency) {
                out += "\n" + style(section.title, .bold) + "\n" + body(section)
            }
        }
        return out
    }

    private func body(_ section: SummarySection) -> String {
        guard section.sentences.isEmpty else {
            return section.sentences.map { Wrapping.wrap(SafeText.line($0), width: width) + "\n" }.joined()
        }
        return AnswerText(width: width, style: style).table(section.table)
    }
}
