import Coaching
import Ledger
import Store
import Terminal

/// Questions and commands, one after the other, from a person at a terminal or from a pipe.
struct Conversation {
    /// With the model that was chosen last.
    var session: Session
    let index: HouseholdIndex
    let isTerminal: Bool
    var coach: Coach
    var voice: Voice
    var transcript = Transcript()
    var keeper: ConversationKeeper
    /// What `/why` and `/sources` are about.
    var lastAnswer: Answer?
    /// A question that Ctrl-C ended, whether it was to be kept, and the turn whose place it was to take; `/retry` asks it
    /// again.
    var cancelled: (question: String, isKept: Bool, number: Int?)?
    var isOver = false
    /// What could be undone when the conversation began, and what a yes would undo now.
    let before: Undoable
    var asksToUndo: SlashLine?
    /// Whether the line before changed something.
    var changedLast = false
    /// Questions that were proposed, until the next line: a number asks one of them.
    var offered: [String] = []
    /// The lines of a pipe.
    private let piped: QuestionLines
    /// The number of the line of a pipe.
    private var line = 0
    /// Of the whole pipe: 1 when any of its lines failed.
    private var exitCode: Int32 = 0
    private var isFirst = true
    /// Whether wishes are due that a pipe's first answer brings back.
    private var asksOfWishes = false
    /// The command that is run, as it was typed.
    var slash: (text: String, command: SlashCommand)?

    init(_ session: Session) throws {
        var session = session
        session.isConversation = true
        self.session = session
        // Prompts and the sequences of the input line have no place in a file.
        let isTerminal = TerminalDevice.isTerminal(.input) && TerminalDevice.isTerminal(.output)
        self.isTerminal = isTerminal
        var piped = QuestionLines()
        index = try session.preparing { [session] in
            if isTerminal { return try session.openIndex() }
            do { return try session.openIndexWithLimits() } catch let failure as Failure where failure.exitCode == 4 {
                // Lines may bring something in first.
                guard !TerminalDevice.isTerminal(.input), try !Conversation.beginsWithQuestion(&piped, session) else {
                    let offers = session.command.name == Command.start.rawValue && !session.wantsJSON
                    if offers { try session.write(ImportOffer(session: session).text) }
                    throw failure
                }
                return try session.openIndex()
            }
        }
        self.piped = piped
        before = try Undoable(index)
        coach = try session.coach(index)
        voice = try Voice(session, index)
        // A pipe is kept only where it asks for it: a script's ten thousand questions are no conversation.
        let isKept = isTerminal || session.command[Options.goOn] || session.command[Options.conversation] != nil
        keeper = ConversationKeeper(index, isOn: isKept && !session.command[Options.isPrivate])
    }

    /// Whether the first line of a pipe needs something to be there.
    private static func beginsWithQuestion(_ lines: inout QuestionLines, _ session: Session) throws -> Bool {
        guard let first = try lines.first()?.trimmed, !"{[".contains(first.prefix(1)) else { return true }
        switch PromptReader(home: session.environment("HOME") ?? "", files: FilePattern.files).read(first) {
        case .quit: return true
        case .question(let text): return text.lowercased() != "help"
        case .command(let command, _): return !Conversation.ofNoRows.contains(command)
        case .slash(let text): return (try? SlashLine(text).command.entry.needsRows) ?? false
        default: return false
        }
    }

    /// Commands that bring something in, or say by themselves what they need.
    private static let ofNoRows: Set<Command> = [
        .import, .connect, .sync, .start, .doctor, .config, .balance, .restore, .demo, .imports, .rules, .goal,
        .secrets,
        .privacy, .geofence, .conversations, .mcp, .serve, .token, .hooks, .schema, .completions, .manual,
    ]

    mutating func run() throws -> Int32 {
        let isStart = session.command.name == Command.start.rawValue
        if isTerminal, try !index.isEmpty { try session.write(ConversationWords.greeting(index, session)) }
        if isTerminal, session.command[Options.isPrivate], !session.isDemo {
            try session.write(session.style(session.prose(ConversationWords.isPrivate), .dim) + "\n\n")
        }
        if try isStart || isTerminal && index.isEmpty { try start() }
        if isOver { return exitCode }
        if isTerminal { try refreshBanks() }
        try takeUp()
        if isTerminal, !session.isDemo, let wishes = try coach.dueWishes(isTold: true) {
            try session.write(lines(wishes) + "\n\n")
        }
        asksOfWishes = try !isTerminal && !session.isDemo && coach.askOfDueWishes() != nil
        var lines = try isTerminal ? QuestionLines(terminal: session, index: index) : piped
        if !isTerminal, TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.error) {
            session.warn("the answers go elsewhere: type one question per line, Ctrl-D to quit")
        }
        while !isOver, let text = try lines.next() {
            line = lines.number
            try take(text)
        }
        if isTerminal, !isOver { try session.write("\n") }
        if exitCode == 0 { try voice.checkRequirement() }
        return exitCode
    }

    /// Hours after which banks have something new to tell.
    private static let freshHours: Int64 = 12

    /// What banks have to tell is brought first where the configuration says so, and else told of.
    private mutating func refreshBanks() throws {
        guard !session.isDemo, let last = try index.oldestSync,
            Session.now - last > Conversation.freshHours * 3600
        else { return }
        if session.configuration.syncsOnStart == true { return try take("/sync") }
        let days = (Session.now - last) / 86_400
        let when =
            days > 0 ? "\(days) day\(days == 1 ? "" : "s") ago" : "more than \(Conversation.freshHours) hours ago"
        try session.write(
            session.style(session.prose("Your banks were last synced \(when); /sync brings what's new."), .dim) + "\n\n"
        )
    }

    /// `--continue` and `--conversation`.
    private mutating func takeUp() throws {
        if let id = session.command[Options.conversation] {
            if session.command[Options.goOn] {
                throw Failure("use --continue or --conversation, not both", exitCode: 2)
            }
            try goOn(with: Int64(id))
        } else if session.command[Options.goOn] {
            guard let last = try index.lastConversation() else {
                return session.warn("there's no conversation to continue, so this starts one")
            }
            try goOn(with: last.id)
        }
    }

    mutating func take(_ question: String) throws {
        var text = question.trimmed
        // In a file it is a comment; at the prompt it may be a tag.
        let isTag = isTerminal && text.hasPrefix("#") && text.dropFirst().first?.isLetter == true
        if text.isEmpty || text.hasPrefix("#") && !isTag { return }
        if let number = Int(text), offered.indices.contains(number - 1) {
            text = offered[number - 1]
            try session.write(session.style(session.prose("› " + text), .dim) + "\n")
        } else {
            offered = []
        }
        let changes = index.ownChanges
        defer { changedLast = index.ownChanges != changes }
        do {
            if let undo = asksToUndo {
                asksToUndo = nil
                switch YesOrNo(text) {
                case .yes?: return try runCommand(undo)
                case .no?: return try show("Nothing was changed.\n")
                case nil: break
                }
            }
            if !isTerminal, text.hasPrefix("{") || text.hasPrefix("[") { return try take(json: text) }
            switch promptLine(text) {
            case .slash(let text): try runSlash(text)
            // A line that begins with a space is kept nowhere, neither in the history nor in the conversation.
            case .question(let text): try ask(text, isKept: !(isTerminal && question.first == " "))
            case let line: try run(line, typed: text)
            }
        } catch let error as ClosedOutput {
            throw error
        } catch {
            // A line that fails does not stop the rest.
            let message = Failure(error).message
            session.warn(isTerminal ? message : "line \(line): \(message)")
            if isTerminal { TerminalDevice.write("\n", to: .error) }
            fail()
        }
    }

    /// A line of a pipe that is JSON: a question or a request, as `POST /api/ask` takes them, or a request by itself.
    private mutating func take(json text: String) throws {
        try Conversation.checkLength(text)
        let json: JSON
        do { json = try JSON.parse(text) } catch {
            throw Failure(
                "it begins like JSON and isn't (\(error.message)); write a question, or {\"question\": \"…\"}")
        }
        if json["jsonrpc"] != nil { throw Failure("it's JSON-RPC; `coach mcp` speaks that") }
        let isAlone = json.object?.count == 1
        if let question = json["question"]?.string {
            guard isAlone else {
                throw Failure(
                    "a question in a pipe goes on from the lines before it: write {\"question\": \"…\"} alone")
            }
            return try ask(question)
        }
        let request = isAlone ? json["request"] ?? json : json
        do { try ask("", requests: Request.list(jsonText: request.text)) } catch let error as RequestError {
            throw Failure("it's JSON and no request (\(error)); write a question, or {\"question\": \"…\"}")
        }
    }

    private mutating func runSlash(_ text: String) throws {
        // Which command it is stands at its beginning, whatever follows.
        if text.utf8.count > Conversation.longestQuestion { _ = try SlashLine(String(text.prefix(64))) }
        try Conversation.checkLength(text)
        let line = try SlashLine(text)
        slash = (text, line.command)
        defer { slash = nil }
        try run(line)
    }

    /// A person sees what went wrong; a script reads it from the exit code.
    mutating func fail() { if !isTerminal { exitCode = 1 } }

    // MARK: Questions

    /// - Parameters:
    ///   - requests: what is asked instead of the question.
    ///   - number: the turn whose place the question takes; what stands from there on goes only once this one is answered.
    mutating func ask(
        _ question: String, requests: [Request] = [], isKept: Bool = true, inPlaceOf number: Int? = nil
    ) throws {
        try Conversation.checkLength(question)
        cancelled = nil
        let before = (coach: coach, lastAnswer: lastAnswer)
        let said: Voice.Said
        do {
            if let number { try goBack(to: number) }
            let answer = try requests.isEmpty ? coach.answer(question) : coach.answer(requests)
            // Of nothing imported nothing can be said; of limits, a price, and what accounts hold something can.
            if try index.isEmpty, Conversation.ofRows.contains(answer.understood.intent), !answer.isWithoutTransactions
            {
                throw session.emptyIndex
            }
            session.explain(answer)
            said = try voice.say(answer, &coach, after: before.coach, lead: isFirst || isTerminal ? "" : "\n")
        } catch {
            // As if it had not been asked: what follows goes on from the question before.
            restore(before, number)
            throw error
        }
        if said.isCancelled {
            // What was shown was said, but nothing that stands there gives way to a part of a reply.
            let isSaid = said.isShown && number == nil
            if !isSaid { restore(before, number) }
            if !isSaid || !isKept { cancelled = (question, isKept, number) }
            try session.write(session.style("Cancelled.", .dim) + "\n\n")
            if !isSaid { return }
        } else {
            try show(said)
            if session.command[Options.chart], !session.wantsJSON,
                let chart = try AnswerChart(session).text(said.answer)
            {
                try showPicture(chart)
            }
            try tellOfWishes()
        }
        // "Why?" is about the answer before, and so is what is asked after it.
        if !said.answer.understood.asksWhy { lastAnswer = said.answer }
        guard isKept else { return }
        if let number { transcript.drop(from: number) }
        transcript.add(said.answer)
        if let warning = keeper.keep(said.answer, inPlaceOf: number) { session.warn(warning) }
    }

    private static let ofRows: Set<Intent> = [
        .spending, .transactions, .income, .cashFlow, .recurring, .unusual, .summary, .advice,
    ]

    /// Brings what is understood and said to where it was before this question; the transcript stays.
    private mutating func goBack(to number: Int) throws {
        var earlier = transcript
        earlier.drop(from: number)
        try resume(earlier)
    }

    private mutating func restore(_ before: (coach: Coach, lastAnswer: Answer?), _ number: Int?) {
        (coach, lastAnswer) = before
        if number != nil { voice.resume(transcript.turns) }
    }

    /// Below a pipe's first answer, as part of it: what is due, unless that line said something of it.
    private mutating func tellOfWishes() throws {
        guard asksOfWishes, !session.wantsJSON else { return }
        asksOfWishes = false
        if let wishes = try coach.askOfDueWishes() { try session.write(lines(wishes) + "\n") }
    }

    private func lines(_ text: String) -> String {
        text.split(separator: "\n").map { session.prose(String($0)) }.joined(separator: "\n")
    }

    /// An answer as JSON; a pipe's first one has what is due in it.
    private mutating func json(_ answer: Answer) throws -> JSON {
        guard asksOfWishes, case .object(let members) = answer.json else { return answer.json }
        asksOfWishes = false
        guard let wishes = try coach.askOfDueWishes() else { return answer.json }
        return .object(members + [("due_wishes", .strings(wishes.split(separator: "\n").map(String.init)))])
    }

    private mutating func show(_ said: Voice.Said) throws {
        let text = AnswerText(session)
        if session.wantsJSON {
            try show(json(said.answer).text + "\n")
        } else if said.isShown {
            // Nothing may belong beneath the words.
            let rest = text.supplement(said.answer)
            if isTerminal { try showPage(rest) } else { try session.write(rest) }
            isFirst = false
        } else {
            try show(text.text(said.answer))
        }
    }

    /// Bytes of a question or command. What is longer was not asked by a person, and reading it takes more than a moment.
    private static let longestQuestion = 4_000

    static func checkLength(_ question: String) throws {
        guard question.utf8.count > longestQuestion else { return }
        throw Failure(
            "a \(question.hasPrefix("/") ? "command" : "question") of \(groupedThousands(question.utf8.count)) bytes is too long: the most I can read is "
                + "\(groupedThousands(longestQuestion))")
    }

    /// Brings what was understood and said to where a transcript is.
    private mutating func resume(_ transcript: Transcript) throws {
        try coach.resume(transcript.questions)
        voice.resume(transcript.turns)
        lastAnswer = coach.lastAnswer
    }

    mutating func startAfresh() throws {
        cancelled = nil
        coach.startAfresh()
        voice.startAfresh()
        transcript = Transcript()
        keeper.begin()
        lastAnswer = nil
        // In a pipe it prints nothing.
        if isTerminal, !session.wantsJSON { try show("Starting a new conversation.\n") }
    }

    /// Takes a conversation up that was kept.
    mutating func goOn(with id: Int64) throws {
        guard let record = try index.conversation(id: id) else {
            throw Failure("there's no conversation \(id); `coach conversations` lists them")
        }
        cancelled = nil
        transcript = Transcript(try index.turns(ofConversation: id), taxonomy: index.taxonomy)
        try resume(transcript)
        keeper.goOn(with: id)
        if isTerminal { try session.write(ConversationWords.goingOn(record, transcript, session)) }
    }

    // MARK: Output

    /// Shows a whole answer: in a pipe an empty line stands between two, on a terminal after each. No pager takes the
    /// keys in a conversation: what is typed next is the next question.
    mutating func show(_ text: String) throws {
        guard !text.isEmpty else { return }
        if isTerminal {
            try session.wantsJSON ? session.write(text) : showPage(text)
        } else {
            try session.write((isFirst || session.wantsJSON ? "" : "\n") + text)
        }
        isFirst = false
    }

    /// Shows a text and a blank line before the next prompt.
    private func showPage(_ text: String) throws {
        try session.writeNow(text + "\n")
    }

    /// Shows the answer of a command; for programs one line of JSON.
    mutating func show(_ text: String, _ json: JSON) throws {
        try show(session.wantsJSON ? tagged(json).text + "\n" : text)
    }

    /// What a command shows, with the line and its intent as every answer has them.
    func tagged(_ json: JSON) -> JSON {
        guard let slash, case .object(let members) = json, !members.contains(where: { $0.0 == "question" }) else {
            return json
        }
        return .object(
            [("question", .string(slash.text)), ("intent", .string(slash.command.intent.rawValue))]
                + members.filter { $0.0 != "intent" })
    }
}
