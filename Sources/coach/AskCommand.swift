import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// Questions: one from the command line, or one a line from a pipe or a terminal.
struct AskCommand {
    let session: Session

    func ask() throws -> Int32 {
        let question = session.command.text
        if question.trimmed.isEmpty {
            throw Failure("the question is empty: write one, such as `coach ask \"groceries last month\"`", exitCode: 2)
        }
        try Conversation.checkLength(question)
        let index = try session.preparing(session.openFilledIndex)
        var coach = try Coach(index, asOf: session.asOf(index))
        let answer = try coach.answer(question)
        session.explain(answer)
        var voice = try Voice(session, index)
        // A signal is not to leave the sign of waiting behind.
        if TerminalDevice.isTerminal(.error) { TerminalGuard.install() }
        let said = try voice.say(answer, &coach)
        if said.isCancelled { return AskCommand.cancelled }
        if session.wantsJSON {
            try session.write(said.answer.json)
        } else {
            let text = AnswerText(session)
            try session.write(said.isShown ? text.supplement(said.answer) : text.text(said.answer))
        }
        try voice.checkRequirement()
        return 0
    }

    /// As a shell tells of a program that Ctrl-C ended.
    static let cancelled: Int32 = 130

    /// The conversation on a terminal, or the questions of a pipe.
    func converse() throws -> Int32 {
        var conversation = try Conversation(session)
        return try conversation.run()
    }
}

extension Session {
    /// `--verbose`: what was understood and which statements computed it.
    func explain(_ answer: Answer) {
        guard command[Options.verbose] else { return }
        let confidence = Int((answer.understood.confidence * 100).rounded())
        warn("understood as \(answer.understood.intent.rawValue), \(confidence) % sure")
        for statement in answer.evidence?.statements ?? [] { warn(statement) }
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
    private let width: Int?
    private let style: Style

    init(_ session: Session) { self.init(width: session.width, style: session.style) }

    /// - Parameter width: the columns there are; nil cuts nothing and draws no charts.
    init(width: Int?, style: Style) {
        self.width = width
        self.style = style
    }

    func text(_ answer: Answer) -> String {
        Wrapping.wrap(SafeText.line(answer.reply), width: width) + "\n" + supplement(answer)
    }

    /// What stands beneath the words: notes, a line of values, a table.
    func supplement(_ answer: Answer) -> String {
        var out = ""
        for warning in answer.warnings {
            out += style(Wrapping.wrap("Note: " + SafeText.line(warning), width: width), .dim) + "\n"
        }
        if let series = answer.series { out += self.series(series) }
        if let table = answer.table { out += "\n" + self.table(table) }
        return out
    }

    /// A line of blocks between its two ends; only on a terminal.
    func series(_ series: AnswerSeries) -> String {
        guard let width, series.values.count > 1 else { return "" }
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
        var out = shown.text(width: width, style: style)
        if table.omitted > 0 { out += "… and \(groupedThousands(table.omitted)) more\n" }
        return out
    }

    /// A bar for each row in what the table leaves of the terminal's width; none in a pipe or where there is no room.
    private func bars(_ table: AnswerTable) -> [String] {
        guard let width, table.sizes.count == table.rows.count, table.sizes.count > 1 else { return [] }
        let taken = table.columns.indices.reduce(0) { sum, column in
            let cells = table.rows.map { DisplayWidth.of(SafeText.line($0[column])) }
            return sum + max(DisplayWidth.of(table.columns[column].title), cells.max() ?? 0) + 2
        }
        let room = min(width - taken, AnswerText.widest)
        return room >= AnswerText.narrowest ? Chart.bars(table.sizes, width: room) : []
    }
}
