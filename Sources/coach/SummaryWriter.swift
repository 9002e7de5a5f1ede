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
        guard let path else {
            try session.write(try text(report, width: session.width, style: session.style))
            return try draw(report)
        }
        try PrivateFile.write(try text(report, width: nil, style: .plain), to: path)
        try say(path)
    }

    /// `--chart`: spending month by month, else by category, beneath the words.
    private func draw(_ report: SummaryReport) throws {
        guard session.command[Options.chart], format == .text, session.command[Options.mail] == nil else { return }
        let sections = report.sections(report.facts.main)
        let months = sections.first { $0.title == "Month by month" } ?? sections.first { $0.table.sizes.count > 1 }
        guard let months, let chart = try AnswerChart(session).text(months.table) else { return }
        try session.writePicture("\n" + session.style(months.title, .bold) + "\n" + chart)
    }

    /// Where the page is, for somebody at a terminal, who can open it from there. Scripts know what they asked for.
    private func say(_ path: String) throws {
        guard session.width != nil else { return }
        let shown = session.link(SafeText.line(path), to: Hyperlink.address(ofFile: path))
        try session.write("Written to \(shown)\n")
    }

    /// - Parameter folder: gets a file for each month; nil for standard output, one after the other.
    func write(_ reports: [SummaryReport], to folder: String?) throws {
        if let folder {
            try PrivateFile.makeFolder(folder)
            for report in reports {
                let path = "\(folder)/\(report.facts.span.key).\(format.fileExtension)"
                try PrivateFile.write(try text(report, width: nil, style: .plain), to: path)
            }
            try say(folder)
        } else if format == .json {
            try session.write(.array(reports.map(\.json)))
        } else {
            let texts = try reports.map { try text($0, width: session.width, style: session.style) }
            try session.write(texts.joined(separator: "\n"))
        }
    }

    private func text(_ report: SummaryReport, width: Int?, style: Style) throws -> String {
        if let recipient = session.command[Options.mail] { return SummaryMail(report, to: recipient).text }
        return formatted(report, width: width, style: style)
    }

    private func formatted(_ report: SummaryReport, width: Int?, style: Style) -> String {
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
        out += report.paragraphs.map { wrapped(width == nil ? $0 : WholeAmounts.shown($0)) }.joined(separator: "\n")
        for currency in report.facts.currencies {
            if let heading = report.heading(currency) { out += "\n" + style(heading, .bold) + "\n" }
            if let days = report.days(currency) { out += blocks(days) }
            for section in report.sections(currency) {
                out += "\n" + style(section.title, .bold) + "\n" + body(section)
            }
        }
        return out
    }

    /// Lines longer than this are hard to read.
    private static let widestLine = 100

    private func wrapped(_ words: String) -> String {
        Wrapping.wrap(SafeText.line(words), width: width.map { min($0, SummaryText.widestLine) }) + "\n"
    }

    /// A block for each day; only on a terminal, and where all days have room.
    private func blocks(_ days: DailyBlocks) -> String {
        guard let width, let most = days.lines.map(\.values.count).max(), most > 1, most <= width else { return "" }
        var out = "\n" + style("Day by day", .bold) + "\n"
        let name = days.lines.map { DisplayWidth.of($0.name) }.max() ?? 0
        if name + 2 + most <= width {
            for line in days.lines {
                out += DisplayWidth.padded(line.name, to: name) + "  " + Chart.blocks(line.values, top: days.top) + "\n"
            }
        } else if let first = days.lines.first {
            out += Chart.blocks(first.values, top: days.top) + "\n"
        }
        return out + wrapped(days.note)
    }

    private func body(_ section: SummarySection) -> String {
        guard section.sentences.isEmpty else { return section.sentences.map(wrapped).joined() }
        return AnswerText(width: width, style: style).table(fitting(section))
    }

    /// What the first column keeps while a spare one can be left out for it.
    private static let comfortable = 20

    private func fitting(_ section: SummarySection) -> AnswerTable {
        guard let width else { return section.table }
        func isWide(_ table: AnswerTable) -> Bool {
            let taken = table.columns.indices.reduce(-2) { sum, column in
                let cells = table.rows.map { DisplayWidth.of(SafeText.line($0[column])) }
                let widest = max(DisplayWidth.of(table.columns[column].title), cells.max() ?? 0)
                return sum + 2 + (column == 0 ? min(widest, SummaryText.comfortable) : widest)
            }
            return taken > width
        }
        let fewest = (0...section.spare.count).first { !isWide(section.table(without: $0)) }
        return section.table(without: fewest ?? section.spare.count)
    }
}
