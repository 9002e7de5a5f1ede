import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// Questions: one from the command line, or one a line from a pipe or a terminal.
struct AskCommand {
    let session: Session

    func ask() throws -> Int32 {
        if session.command.text.trimmed.isEmpty {
            throw Failure("the question is empty: write one, such as `coach ask \"groceries last month\"`", exitCode: 2)
        }
        let index = try session.openFilledIndex()
        var coach = try Coach(index, asOf: session.asOf(index))
        let answer = try coach.answer(session.command.text)
        explain(answer)
        var voice = try Voice(session, index)
        try voice.write(answer, &coach)
        try voice.checkRequirement()
        return 0
    }

    /// The conversation on a terminal, or the questions of a pipe.
    func converse() throws -> Int32 {
        let isTerminal = TerminalDevice.isTerminal(.input)
        let index = isTerminal ? try session.openIndex() : try session.openFilledIndex()
        var coach = try Coach(index, asOf: session.asOf(index))
        var voice = try Voice(session, index)
        if isTerminal { try greet(index) }
        var lines = try isTerminal ? QuestionLines(terminal: session, index: index) : QuestionLines()
        var exitCode: Int32 = 0
        var isFirst = true
        while let line = lines.next() {
            let text = line.trimmed
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("/") {
                switch Slash(text) {
                case .new:
                    coach.startAfresh()
                    voice.startAfresh()
                case .quit: return exitCode
                case .help: try say("Ask in plain words. /new starts afresh, /quit ends.\n", isTerminal, &isFirst)
                case .unknown:
                    session.warn("unknown command \(text.split(separator: " ")[0]): there are /help, /new and /quit")
                    exitCode = isTerminal ? 0 : 1
                }
                continue
            }
            do {
                let answer = try coach.answer(text)
                explain(answer)
                let isApart = !isFirst && !isTerminal && !session.wantsJSON
                try voice.write(answer, &coach, lead: isApart ? "\n" : "", tail: isTerminal ? "\n" : "")
                isFirst = false
            } catch let error as ClosedOutput {
                throw error
            } catch {
                // A question that fails does not stop the rest.
                session.warn(Failure(error).message)
                exitCode = isTerminal ? 0 : 1
            }
        }
        if isTerminal { try session.write("\n") }
        if exitCode == 0 { try voice.checkRequirement() }
        return exitCode
    }

    /// `--verbose`: what was understood and which statements computed it.
    private func explain(_ answer: Answer) {
        guard session.command[Options.verbose] else { return }
        let confidence = Int((answer.understood.confidence * 100).rounded())
        session.warn("understood as \(answer.understood.intent.rawValue), \(confidence) % sure")
        for statement in answer.evidence?.statements ?? [] { session.warn(statement) }
    }

    private func say(_ text: String, _ isTerminal: Bool, _ isFirst: inout Bool) throws {
        try session.write((isFirst || isTerminal ? "" : "\n") + text + (isTerminal ? "\n" : ""))
        isFirst = false
    }

    private func greet(_ index: HouseholdIndex) throws {
        guard let coverage = try index.coverage else {
            return try session.write(
                """
                There is nothing here yet. Three ways to begin:
                  coach demo          look around in a sample household
                  coach import FILE   bring a CSV, OFX or QFX file of your bank in
                  coach --help        everything else

                """)
        }
        let accounts = try index.accounts.map(\.name).joined(separator: ", ")
        try session.write(
            Wrapping.wrap(
                "I know \(SafeText.line(accounts)), from \(coverage.start.longText) to \(coverage.end.longText). "
                    + "Ask me about your money; /help helps, Ctrl-D ends.", width: session.width) + "\n\n")
    }

    fileprivate enum Slash {
        case new, quit, help, unknown

        init(_ text: String) {
            switch text.split(separator: " ").first.map({ $0.lowercased() }) {
            case "/new": self = .new
            case "/quit", "/exit": self = .quit
            case "/help": self = .help
            default: self = .unknown
            }
        }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        guard let start = firstIndex(where: { !isSpace($0) }), let end = lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return String(self[start...end])
    }
}

/// An answer as lines for people.
struct AnswerText {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func text(_ answer: Answer) -> String {
        Wrapping.wrap(SafeText.line(answer.reply), width: session.width) + "\n" + supplement(answer)
    }

    /// What stands beneath the words: notes, a line of values, a table.
    func supplement(_ answer: Answer) -> String {
        var out = ""
        for warning in answer.warnings {
            out += session.style(Wrapping.wrap("Note: " + SafeText.line(warning), width: session.width), .dim) + "\n"
        }
        if let series = answer.series { out += self.series(series) }
        if let table = answer.table { out += "\n" + self.table(table) }
        return out
    }

    /// A line of blocks between its two ends; only on a terminal.
    func series(_ series: AnswerSeries) -> String {
        guard let width = session.width, series.values.count > 1 else { return "" }
        let room = width - DisplayWidth.of(series.first) - DisplayWidth.of(series.last) - 2
        guard room >= AnswerText.narrowest else { return "" }
        let line = Chart.sparkline(series.values, width: min(room, AnswerText.widest))
        return "\n\(SafeText.line(series.first)) \(line) \(SafeText.line(series.last))\n"
    }

    /// Columns that a chart takes at least, and at most.
    private static let narrowest = 8
    private static let widest = 40

    func table(_ table: AnswerTable) -> String {
        let bars = bars(table)
        let columns = table.columns.map { Table.Column($0.title, $0.isNumber ? .right : .left) }
        var shown = Table(columns + (bars.isEmpty ? [] : [Table.Column("")]))
        for (index, row) in table.rows.enumerated() { shown.add(row + (bars.isEmpty ? [] : [bars[index]])) }
        var out = shown.text(width: session.width, style: session.style)
        if table.omitted > 0 { out += "… and \(groupedThousands(table.omitted)) more\n" }
        return out
    }

    /// A bar for each row in what the table leaves of the terminal's width; none in a pipe or where there is no room.
    private func bars(_ table: AnswerTable) -> [String] {
        guard let width = session.width, table.sizes.count == table.rows.count, table.sizes.count > 1 else { return [] }
        let taken = table.columns.indices.reduce(0) { sum, column in
            let cells = table.rows.map { DisplayWidth.of(SafeText.line($0[column])) }
            return sum + max(DisplayWidth.of(table.columns[column].title), cells.max() ?? 0) + 2
        }
        let room = min(width - taken, AnswerText.widest)
        return room >= AnswerText.narrowest ? Chart.bars(table.sizes, width: room) : []
    }
}
