import Advice
import Coaching
import Glibc
import Ledger
import Store
import Terminal

/// What the commands of a conversation do.
extension Conversation {
    mutating func run(_ line: SlashLine) throws {
        switch line.command {
        case .help: try help(line.text)
        case .why: try why()
        case .sources: try sources()
        case .chart: try chart()
        case .assess: try assess(line)
        case .bought: try tellOutcome(.bought, line.text)
        case .skipped: try tellOutcome(.skipped, line.text)
        case .model: try model(line.text)
        case .usage: try usage()
        case .history: try history()
        case .edit: try edit(line.text)
        case .retry: try retry()
        case .export: try export(to: line.words.joined(separator: " "), isForced: line.isForced)
        case .hide: try hideAmounts(line.text)
        case .new: try startAfresh()
        case .resume: try resume(line.text)
        case .quit: isOver = true
        case .undo where coach.hasPreview && line.text.isEmpty: try ask("undo", isKept: false)
        case .undo where try line.text.isEmpty && !isLastDone(): try askToUndo(line)
        case .accounts, .networth, .holdings, .recurring, .unusual, .forecast, .summary, .search, .budget, .decisions,
            .goal, .review, .undo:
            try runCommand(line)
        case .sync: try sync(line)
        case .privacy:
            if try !switchPrivacy(line) { try runCommand(line) }
        }
    }

    /// Whether what an undo takes back was done in this conversation, an import by the line before: nobody thinks of an older one.
    private func isLastDone() throws -> Bool {
        let now = try Undoable(index)
        guard now.file == nil else {
            // On a terminal the command itself asks.
            return isTerminal && !session.wantsJSON || session.isDemo || now.file != before.file && changedLast
        }
        return try now.correction == 0 || now.correction != before.correction || index.lastIsFinal() != nil
    }

    /// Says what an undo would take back, and waits for a yes.
    private mutating func askToUndo(_ line: SlashLine) throws {
        guard let last = try index.lastChange() else { return try runCommand(line) }
        let what: String
        if let number = try index.importToUndo {
            let rows = try index.imports().first { $0.number == number }?.kept ?? 0
            what = "the import of \(last.what) (\(groupedThousands(rows)) transaction\(rows == 1 ? "" : "s"))"
        } else {
            what = "a change to \(last.what), from before this conversation"
        }
        asksToUndo = line
        let text = "The last thing done is \(SafeText.line(what)). Undo it? Say “yes” or “no”."
        try show(session.prose(text) + "\n", .object([("would_undo", .string(last.what)), ("clarify", .string(text))]))
    }

    mutating func runCommand(_ line: SlashLine) throws {
        guard let command = line.command.entry.command else { return }
        try host(command, SlashArguments.words(of: line, asOf: session.asOf(index)))
    }

    /// New rows may change what the questions so far are about, and in the demo the day that is today.
    private mutating func sync(_ line: SlashLine) throws {
        try runCommand(line)
        try renew()
    }

    mutating func renew() throws {
        let renewed = try session.coach(index)
        coach = renewed
        try coach.resume(transcript.questions)
        lastAnswer = coach.lastAnswer ?? lastAnswer
    }

    mutating func help(_ name: String) throws {
        let (width, style) = (session.width, session.style)
        let text =
            name.isEmpty
            ? SlashHelp.overview(width: width, style: style) : try SlashHelp.text(on: name, width: width, style: style)
        try show(text, SlashHelp.json)
    }

    // MARK: The last answer

    private func answered() throws -> Answer {
        guard let lastAnswer else { throw Failure("there's no answer yet: ask something first") }
        return lastAnswer
    }

    private mutating func why() throws {
        let report = try coach.why(answered())
        try show(ConversationWords.why(report, session), report.json)
    }

    private mutating func sources() throws {
        guard let rows = try coach.sources(of: answered()) else {
            throw Failure("the last answer isn't based on transactions")
        }
        let text =
            rows.table.map { AnswerText(session).table($0) }
            ?? "There are no single transactions behind the last answer.\n"
        try show(
            text,
            .object([("transactions", .array(rows.transactions.map(\.json))), ("matched", .int(rows.matched))]))
    }

    // MARK: Commands of the command line

    /// Runs a command over the index and with the options of the conversation.
    mutating func host(_ command: Command, _ words: [String]) throws {
        guard case .run(let parsed) = try Command.set.parse([command.rawValue] + words) else {
            let spec = Command.set.command(named: command.rawValue)
            return try show(Command.set.help(on: spec, style: session.style, width: session.width))
        }
        let output = CollectedOutput()
        do {
            if try perform(command, session.hosting(parsed, index, output)) != 0 { fail() }
        } catch {
            try show(oneLine(output.text))
            throw error
        }
        try show(oneLine(output.text))
        if let next = output.next { try take(next) }
    }

    /// What a command wrote; its JSON on one line, as whoever reads line by line expects.
    private func oneLine(_ text: String) -> String {
        guard session.wantsJSON, let json = try? JSON.parse(text) else { return text }
        return tagged(json).text + "\n"
    }

    private mutating func assess(_ line: SlashLine) throws {
        if line.text.isEmpty { throw Failure("what would you buy? Try /assess headphones for $80") }
        if line.text.contains("--") { return try host(.assess, line.words) }
        try ask("should I buy \(line.text)")
    }

    private mutating func tellOutcome(_ word: DecisionWord, _ text: String) throws {
        let id = Int64(text)
        if id == nil, !text.isEmpty {
            throw Failure("“\(SafeText.line(text))”: expected the number of a purchase; /decisions lists them")
        }
        let reply = try coach.tellOutcome(word, decision: id)
        try show(
            session.prose(reply) + "\n", .object([("reply", .string(reply))]))
    }

    // MARK: The conversation

    private mutating func history() throws {
        let width = String(transcript.count).count
        let lines = transcript.turns.map { turn in
            let line = "\(DisplayWidth.padded(String(turn.number), to: width, alignment: .right))  \(turn.question)"
            return SafeText.line(line) + "\n"
        }
        let questions = transcript.turns.map { turn in
            JSON.object([("number", .int(turn.number)), ("question", .string(turn.question))])
        }
        try show(
            lines.isEmpty ? "You haven't asked anything yet.\n" : lines.joined(),
            .object([("history", .array(questions))]))
    }

    private mutating func edit(_ text: String) throws {
        let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard parts.count == 2, let number = Int(parts[0]) else {
            throw Failure("/edit needs the number of a question and its new words, such as /edit 2 and in August?")
        }
        guard transcript.turns.contains(where: { $0.number == number }) else {
            throw Failure("there's no question \(number); /history lists them")
        }
        try ask(parts[1].trimmed, inPlaceOf: number)
    }

    private mutating func retry() throws {
        if let cancelled { return try ask(cancelled.question, isKept: cancelled.isKept, inPlaceOf: cancelled.number) }
        guard let last = transcript.turns.last else { throw Failure("you haven't asked anything yet") }
        try ask(last.question, inPlaceOf: last.number)
    }

    private mutating func resume(_ text: String) throws {
        if !text.isEmpty {
            guard let id = Int64(text) else {
                throw Failure("“\(SafeText.line(text))”: expected the number of a conversation; /resume lists them")
            }
            return try goOn(with: id)
        }
        let records = try index.conversations()
        let list = ConversationWords.list(records, session)
        try show(
            records.isEmpty ? "You have no saved conversations.\n" : list + "\nContinue one with /resume ID.\n",
            .object([("conversations", .array(records.map { .object(ConversationWords.json($0)) }))]))
    }

    // MARK: Export

    /// - Parameter path: empty for the screen.
    private mutating func export(to path: String, isForced: Bool) throws {
        let markdown = transcript.safeMarkdown
        if markdown.isEmpty { throw Failure("there's nothing to export yet") }
        if path.isEmpty { return try show(markdown, .object([("markdown", .string(markdown))])) }
        try ConversationFile.write(markdown, to: path, isForced: isForced)
        let count = "\(transcript.turns.count) question\(transcript.turns.count == 1 ? "" : "s")"
        try show("Wrote \(count) to \(SafeText.line(path)).\n", .object([("file", .string(path))]))
    }
}

extension Transcript {
    /// Markdown without anything that a terminal obeys: banks and models wrote some of it.
    var safeMarkdown: String {
        markdown.split(separator: "\n", omittingEmptySubsequences: false).map { SafeText.line(String($0)) }
            .joined(separator: "\n")
    }
}

/// A file of a conversation, which only its owner can read.
private enum ConversationFile {
    static func write(_ text: String, to path: String, isForced: Bool) throws {
        let home = environmentVariable("HOME") ?? ""
        let place = path.hasPrefix("~/") ? home + path.dropFirst() : path
        if PrivateFile.isFolder(place) {
            throw Failure(
                "\(path): is a folder; give a file in it, such as \(path.hasSuffix("/") ? path : path + "/")coach.md")
        }
        guard isForced || access(place, F_OK) != 0 else {
            throw Failure("\(path): already exists; use /export! \(path) to overwrite it")
        }
        try PrivateFile.write(text, to: place, named: path, else: "choose another file")
    }
}

/// What an undo would take back.
struct Undoable {
    /// The number of an import, where that came last.
    let file: Int64?
    /// The number of the correction, 0 for none.
    let correction: Int64

    init(_ index: HouseholdIndex) throws {
        (file, correction) = (try index.importToUndo, try index.lastCorrection)
    }
}
