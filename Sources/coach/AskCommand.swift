import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// Questions: one from the command line, or one a line from a pipe or a terminal.
struct AskCommand {
    let session: Session

    func ask() throws -> Int32 {
        if let text = session.command[Options.request] { return try answer(requests(text)) }
        let question = session.command.text
        if session.command.operands.isEmpty {
            throw Failure(
                "`coach ask` needs QUESTION: for example `\(Command.ask.spec.examples[0])`",
                exitCode: UsageError.exitCode)
        }
        if question.trimmed.isEmpty {
            throw Failure("the question is empty: try one, such as `coach ask \"groceries last month\"`", exitCode: 2)
        }
        try Conversation.checkLength(question)
        let index = try session.preparing {
            try session.openExistingIndex() ?? session.openIndex(keepsNothing: true)
        }
        let isEmpty = try index.isEmpty
        var coach = try session.coach(index)
        let parses = session.command[Options.explain] ? coach.parses(of: question) : nil
        let before = coach
        let answer = try coach.answer(question)
        // Of limits and of a price something can be said before the first transactions.
        let isAnswered = try !isEmpty || index.isKept && index.hasLimits && answer.isWithoutTransactions
        guard isAnswered || answer.understood.intent == .purchase else {
            throw session.emptyIndex(index)
        }
        return try say(answer, &coach, index, isAnswered: isAnswered, after: isAnswered ? before : nil, parses)
    }

    /// The requests that an option states, `-` for standard input.
    private func requests(_ text: String) throws -> [Request] {
        var json = text
        if text == "-" {
            json = ""
            while let line = readLine(strippingNewline: false) { json += line }
        }
        do { return try Request.list(jsonText: json) } catch {
            throw Failure("the request cannot be read: \(error)", exitCode: UsageError.exitCode)
        }
    }

    private func answer(_ requests: [Request]) throws -> Int32 {
        let index = try session.preparing { try session.openExistingIndex() ?? session.openIndex(keepsNothing: true) }
        guard try !index.isEmpty else { throw session.emptyIndex(index) }
        var coach = try session.coach(index)
        return try say(coach.answer(requests), &coach, index, isAnswered: true)
    }

    private func say(
        _ answer: Answer, _ coach: inout Coach, _ index: HouseholdIndex, isAnswered: Bool, after before: Coach? = nil,
        _ parses: [Coach.Parse]? = nil
    ) throws -> Int32 {
        session.explain(answer)
        var voice = try Voice(session, index)
        TerminalGuard.installForReply()
        let said = try voice.say(answer, &coach, after: before)
        if said.isCancelled { return AskCommand.cancelled }
        if session.wantsJSON {
            var members = said.answer.json.object ?? []
            if let parses { members.append(("explain", .array(parses.map(\.json)))) }
            try session.write(.object(members))
        } else {
            let text = AnswerText(session)
            let explained = (parses ?? []).map { parse in
                let score = Int((parse.score * 100).rounded())
                let left = parse.unread.isEmpty ? "" : "; left out: " + parse.unread.joined(separator: ", ")
                return "\nRead as (\(score)): \(parse.reading)\(left)\n" + parse.spans.map { "  \($0)\n" }.joined()
            }
            try writePage(
                (said.isShown ? text.supplement(said.answer) : text.text(said.answer)) + explained.joined())
            if session.command[Options.chart] {
                if let chart = try AnswerChart(session).text(said.answer) {
                    try session.write("\n" + chart)
                } else {
                    session.warn(AnswerChart.nothing)
                }
            }
        }
        try voice.checkRequirement()
        guard isAnswered else { throw session.emptyIndex(index) }
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
        warn("understood as \(answer.understood.intent.rawValue), \(confidence)% sure")
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

extension Answer {
    /// Whether it tells sums, of which nobody needs the cents; a single row, a price, and what a bank says of an account are
    /// told to the cent, and so is how something was computed and what was changed.
    var tellsSums: Bool {
        guard !understood.asksWhy, ![.largest, .smallest].contains(understood.query.measure) else { return false }
        switch understood.intent {
        case .spending, .cashFlow, .income, .netWorth, .forecast, .advice, .summary, .budget, .purchase: return true
        default: return false
        }
    }
}

/// An answer as lines for people.
struct AnswerText {
    private let width: Int?
    private let style: Style
    private let isConversation: Bool

    init(_ session: Session) {
        self.init(width: session.width, style: session.style, isConversation: session.isConversation)
    }

    /// - Parameters:
    ///   - width: the columns there are; nil cuts nothing and draws no charts.
    ///   - isConversation: whether the commands to name are those of a conversation.
    init(width: Int?, style: Style, isConversation: Bool = false) {
        self.width = width
        self.style = style
        self.isConversation = isConversation
    }

    func text(_ answer: Answer) -> String {
        // On a terminal a verdict is a line of its own.
        guard width != nil, let verdict = answer.verdictLine, answer.reply.count > verdict.count else {
            return withTotal(prose(rounded(answer.reply, answer))) + "\n" + supplement(answer)
        }
        let rest = String(answer.reply.dropFirst(verdict.count + 1))
        return style(prose(rounded(verdict, answer)), .bold) + "\n" + prose(rounded(rest, answer)) + "\n"
            + supplement(answer)
    }

    /// Sums in whole dollars on a terminal; in a pipe every cent stays.
    private func rounded(_ text: String, _ answer: Answer) -> String {
        width == nil || !answer.tellsSums ? text : WholeAmounts.shown(text, asked: answer.question)
    }

    /// What an answer comes to stands out on a terminal: the first amount of its first sentence.
    private func withTotal(_ text: String) -> String {
        guard width != nil, style.isColored, let total = HiddenAmounts.firstAmount(in: text) else { return text }
        let before = text[..<total.lowerBound]
        guard !before.contains(". ") else { return text }
        return before + style(String(text[total]), .bold) + text[total.upperBound...]
    }

    private func prose(_ text: String) -> String {
        Wrapping.wrap(SafeText.line(isConversation ? SlashWords.inConversation(text) : text), width: width)
    }

    /// What stands beneath the words: notes, a line of values, a table.
    func supplement(_ answer: Answer) -> String {
        var out = ""
        for warning in answer.warnings {
            out += style(prose("Note: " + warning), .dim) + "\n"
        }
        if let series = answer.series { out += self.series(series) }
        for table in answer.tables {
            out += "\n" + self.table(table, whatToDo: isConversation ? whatToDo(table, answer) : "")
        }
        return out
    }

    /// What shows the lines that a table leaves out.
    private func whatToDo(_ table: AnswerTable, _ answer: Answer) -> String {
        switch table.rest {
        case .sources where answer.evidence?.transactions.isEmpty == false: "; /sources lists them all"
        case .more: "; “more” lists the next"
        case .sources, nil: ""
        }
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

    /// - Parameter whatToDo: follows the number of rows that are left out.
    func table(_ table: AnswerTable, whatToDo: String = "") -> String {
        let bars = bars(table)
        let columns = table.columns.map { Table.Column($0.title, $0.isNumber ? .right : .left) }
        var shown = Table(columns + (bars.isEmpty ? [] : [Table.Column("")]))
        for (index, row) in table.rows.enumerated() { shown.add(row + (bars.isEmpty ? [] : [bars[index]])) }
        var out = shown.text(width: width, style: style)
        if table.omitted > 0 { out += prose("… and \(groupedThousands(table.omitted)) more\(whatToDo)") + "\n" }
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
