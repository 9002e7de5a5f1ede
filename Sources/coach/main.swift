import Coaching
import Glibc
import Ledger
import Service
import Terminal

// A closed reader is noticed where it is written to, not by a signal that ends the process.
signal(SIGPIPE, SIG_IGN)
// So is a limit on the size of files.
signal(SIGXFSZ, SIG_IGN)

let arguments = Array(CommandLine.arguments.dropFirst())
let style = Style(
    isTerminal: TerminalDevice.isTerminal(.output), noColorOption: arguments.contains("--no-color"),
    environment: environmentVariable)

do {
    switch try Command.set.parse(arguments) {
    case .help(let command):
        try writePage(Command.set.help(on: command, style: style, width: TerminalDevice.columns(.output)))
    case .version: try writeOutput("coach \(Command.set.version)\n")
    case .run(let parsed): exit(try run(parsed))
    }
} catch let error as ClosedOutput {
    if !error.isPipe { TerminalDevice.write("coach: can't write the output; is the disk full?\n", to: .error) }
    exit(error.isPipe ? 0 : 1)
} catch {
    let failure = Failure(error)
    if arguments.prefix(while: { $0 != "--" }).contains("--json") { try? failure.writeJSON() }
    warnUser(failure.message)
    exit(failure.exitCode)
}

/// - Returns: the exit code.
func run(_ parsed: ParsedCommand) throws -> Int32 {
    guard let command = Command(rawValue: parsed.name) else { return UsageError.exitCode }
    defer { Coach.settle() }
    var session = Session(parsed, style: style, isDemo: command == .demo)
    // `doctor` says itself what is wrong with it.
    if command != .doctor {
        try session.configure()
        // A day that is none is said before anything is done.
        _ = try session.saidDay()
    }
    try AmountPrivacy.start(command, session)
    do {
        return command.writesAsItGoes
            ? try perform(command, session) : try session.paging { try perform(command, $0) }
    } catch let error where !(error is ClosedOutput) {
        let failure = Failure(error)
        throw Failure(session.named(failure.message), exitCode: failure.exitCode)
    }
}

/// - Returns: the exit code.
func perform(_ command: Command, _ session: Session) throws -> Int32 {
    switch command {
    case .conversation, .demo, .start: return try AskCommand(session: session).converse()
    case .ask: return try AskCommand(session: session).ask()
    case .import: return try ImportCommand(session: session).run()
    case .connect: return try ConnectCommand(session: session).connect()
    case .sync: return try SyncCommand(session: session).run()
    case .disconnect: return try ConnectCommand(session: session).disconnect()
    case .webhook: return try WebhookCommand(session: session).run()
    case .secrets: return try ConnectCommand(session: session).secrets()
    case .search: return try DataCommands(session: session).search()
    case .accounts: return try BalanceCommands(session: session).accounts()
    case .balance: return try BalanceCommands(session: session).balance()
    case .networth: return try BalanceCommands(session: session).netWorth()
    case .holdings: return try BalanceCommands(session: session).holdings()
    case .forecast: return try BalanceCommands(session: session).forecast()
    case .recurring: return try RecurringCommands(session: session).recurring()
    case .unusual: return try RecurringCommands(session: session).unusual()
    case .assess: return try AssessCommand(session: session).run()
    case .decisions: return try DecisionsCommand(session: session).run()
    case .goal: return try GoalCommand(session: session).run()
    case .rules: return try RulesCommand(session: session).run()
    case .summary: return try SummaryCommand(session: session).run()
    case .authorize: return try AuthorizeCommand(session: session).authorize()
    case .override: return try AuthorizeCommand(session: session).override()
    case .edit: return try DataCommands(session: session).edit()
    case .review: return try ReviewCommand(session: session).run()
    case .imports: return try KeepingCommands(session: session).imports()
    case .undo: return try DataCommands(session: session).undo()
    case .export: return try DataCommands(session: session).export()
    case .backup: return try BackupCommands(session: session).backUp()
    case .restore: return try BackupCommands(session: session).restore()
    case .conversations: return try ConversationsCommand(session: session).run()
    case .privacy: return try PrivacyCommand(session: session).run()
    case .config: return try ConfigCommand(session: session).run()
    case .doctor: return try DoctorCommand(session: session).run()
    case .mcp: return try MCPCommand(session: session).run()
    case .serve: return try ServeCommand(session: session).run()
    case .token: return try TokenCommand(session: session).run()
    case .geofence: return try GeofenceCommand(session: session).run()
    case .location: return try LocationCommand(session: session).run()
    case .places: return try PlacesCommand(session: session).run()
    case .counter: return try CounterCommand(session: session).run()
    case .wishes: return try WishesCommand(session: session).run()
    case .cards: return try CardsCommand(session: session).run()
    case .charge: return try ChargeCommand(session: session).run()
    case .hooks: return try HooksCommand(session: session).run()
    case .schema:
        let isOfServer = session.command.operands.first?.lowercased() == "openapi"
        try session.write(isOfServer ? OpenAPI.document(version: Command.set.version) : RequestSchema.json)
        return 0
    case .completions: return try ShellCommands(session: session).completions()
    case .manual: return try ShellCommands(session: session).manual()
    }
}
