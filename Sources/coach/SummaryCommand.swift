import Coaching
import Ledger
import Service
import Store
import Terminal

/// `coach summary`: what was different in a month, and why.
struct SummaryCommand {
    let session: Session

    enum Format: String, CaseIterable {
        case text, markdown, html, json

        var fileExtension: String {
            switch self {
            case .text: "txt"
            case .markdown: "md"
            case .html, .json: rawValue
            }
        }
    }

    func run() throws -> Int32 {
        let output = session.command[Options.output].flatMap { ["-", "/dev/stdout"].contains($0) ? nil : $0 }
        let isSeries = session.command[Options.all] || session.command[Options.since] != nil
        let format = try format(output, isFolder: isSeries && output != nil)
        try checkOptions(format, isSeries: isSeries, output)
        let index = try session.openFilledIndex()
        let asOf = try session.asOf(index)
        let book = SummaryBook(index, asOf: asOf)
        let writer = SummaryWriter(session: session, index: index, format: format)
        var teller = try SummaryTeller(session, book, index)
        if isSeries {
            let spans = try spans(book, asOf)
            var reports: [SummaryReport] = []
            for span in spans { reports.append(try teller.report(span)) }
            try writer.write(reports, to: output)
        } else {
            try writer.write(try teller.report(try span(asOf)), to: output)
        }
        if !isSeries, session.command[Options.year] == nil {
            let month = session.command.operands.first.flatMap(Operands.month.read)
            let last = SummarySpan.lastFullMonth(asOf: asOf)
            let events = month == nil || month == last ? [HookEvent.summaryReady(last)] : []
            HookBell(session: session).ringAfter(index, events)
        }
        try teller.checkRequirement()
        return 0
    }

    // MARK: What is asked for

    /// `--format`, `--json`, what the name of the file says, a page for a folder, else text.
    private func format(_ output: String?, isFolder: Bool) throws -> Format {
        if let format = session.command[Options.summaryFormat] {
            guard !session.wantsJSON || format == .json else {
                throw Failure(
                    "--json and --format \(format.rawValue) don't go together: use one of them", exitCode: 2)
            }
            return format
        }
        if session.wantsJSON { return .json }
        if isFolder { return .html }
        guard let name = output?.lowercased() else { return .text }
        return Format.allCases.first { name.hasSuffix("." + $0.fileExtension) }
            ?? (name.hasSuffix(".htm") ? .html : .text)
    }

    private func checkOptions(_ format: Format, isSeries: Bool, _ output: String?) throws {
        var asked: [String] = []
        if !session.command.operands.isEmpty { asked.append("a month") }
        if session.command[Options.year] != nil { asked.append("--year") }
        if session.command[Options.all] { asked.append("--all") }
        if session.command[Options.since] != nil { asked.append("--since") }
        guard asked.count < 2 else {
            throw Failure("\(asked.joined(separator: " and ")) don't go together: use one of them", exitCode: 2)
        }
        if session.command[Options.mail] != nil {
            guard !isSeries, session.command[Options.summaryFormat] == nil, !session.wantsJSON else {
                throw Failure(
                    "--mail writes one message with one page: leave --all, --since, --format, and --json out",
                    exitCode: 2)
            }
        }
        if session.command[Options.chart] {
            guard format == .text, output == nil, !isSeries, session.command[Options.mail] == nil else {
                throw Failure(
                    "--chart draws one month or year on the screen: leave --output, --format, --json, --mail, --all, and "
                        + "--since out", exitCode: 2)
            }
        }
        guard !isSeries || format != .html || output != nil else {
            throw Failure("several pages need a folder: add --output FOLDER", exitCode: 2)
        }
        guard let output else { return }
        let name = output.lowercased()
        if isSeries, [".html", ".htm", ".md", ".json", ".txt"].contains(where: name.hasSuffix),
            !PrivateFile.isFolder(output)
        {
            throw Failure(
                "\(SafeText.line(output)): is a file name, but several months need a folder; give --output a "
                    + "folder name", exitCode: 2)
        }
        if name.hasSuffix(".pdf"), session.command[Options.summaryFormat] == nil {
            throw Failure(
                "\(SafeText.line(output)): coach can't write PDFs; give --output a name ending in .html and print "
                    + "that page", exitCode: 2)
        }
    }

    /// The months of `--all` and `--since`; a warning where there is none.
    private func spans(_ book: SummaryBook, _ asOf: CivilDate) throws -> [SummarySpan] {
        let since = session.command[Options.since]
        if let since, since > asOf {
            throw Failure(
                "--since \(since.iso.prefix(7)) hasn't started yet: pick a month up to \(asOf.iso.prefix(7))",
                exitCode: 2)
        }
        let spans = try book.months(since: since)
        if let since, spans.isEmpty {
            session.warn("there are no transactions since \(since.iso.prefix(7)), so nothing was written")
        }
        return spans
    }

    private func span(_ asOf: CivilDate) throws -> SummarySpan {
        if let year = session.command[Options.year] {
            guard let first = CivilDate(year: year, month: 1, day: 1),
                let span = SummarySpan(.year, of: first, asOf: asOf)
            else { throw Failure("\(year) hasn't started yet: pick a year up to \(asOf.year)", exitCode: 2) }
            return span
        }
        guard let name = session.command.operands.first else {
            return SummarySpan(.month, of: SummarySpan.lastFullMonth(asOf: asOf), asOf: asOf)!
        }
        guard let month = Operands.month.read(name), let span = SummarySpan(.month, of: month, asOf: asOf) else {
            throw Failure(
                "\(SafeText.line(name)) hasn't started yet: pick a month up to \(asOf.iso.prefix(7))", exitCode: 2)
        }
        return span
    }
}
