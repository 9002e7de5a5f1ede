import Glibc
import Ledger
import Terminal

/// What is done with lines at the prompt that are no questions.
extension Conversation {
    func promptLine(_ text: String) -> PromptLine {
        PromptReader(home: session.environment("HOME") ?? "", files: FilePattern.files).read(text)
    }

    /// - Parameter typed: the line as it was typed.
    mutating func run(_ line: PromptLine, typed: String) throws {
        switch line {
        case .quit: isOver = true
        case .help: try help("")
        case .helpOn(let name):
            guard case .help(let command) = try Command.set.parse(["help"] + [name].compactMap { $0 }) else { return }
            try show(Command.set.help(on: command, style: session.style, width: session.width))
        case .files(let paths): try runCommand(.import, paths, typed)
        case .anyFiles: try show(ImportOffer(session: session, index: index).text)
        case .allFiles:
            let offer = ImportOffer(session: session, index: index)
            let paths = offer.paths
            try paths.isEmpty ? show(offer.text) : runCommand(.import, paths, typed)
        case .command(let command, let words): try runCommand(command, words, typed)
        case .misspelt(let word, let command, let rest):
            let whole = (["coach", command.rawValue] + rest).joined(separator: " ")
            throw Failure("there's no command “\(SafeText.line(word))”: did you mean `\(SafeText.line(whole))`?")
        case .shell:
            throw Failure("that's a line for your shell: leave with /quit first; Ctrl-L clears the screen")
        case .version: try show("coach \(Command.set.version)\n")
        case .slash, .question: break
        }
    }

    /// Commands that answer over standard input or put another index in the place of this one.
    private static let ofShell: Set<Command> = [
        .conversation, .demo, .mcp, .serve, .restore, .completions, .manual,
    ]
    /// Commands after which questions may be about other rows.
    private static let changing: Set<Command> = [.import, .imports, .connect, .sync, .disconnect]

    private mutating func runCommand(_ command: Command, _ words: [String], _ typed: String) throws {
        if Conversation.ofShell.contains(command) {
            throw Failure("`coach \(command.rawValue)` runs in your shell: leave with /quit first")
        }
        if session.isDemo, [.import, .connect, .disconnect, .backup].contains(command) {
            throw Failure(
                "this is the sample household; for your own money leave with /quit and run `coach \(command.rawValue)`")
        }
        if command == .start { return try start() }
        let wasEmpty = try index.isEmpty
        slash = SlashCommand.allCases.first { $0.entry.command == command }.map { (typed, $0) }
        defer { slash = nil }
        try host(command, words)
        guard Conversation.changing.contains(command) else { return }
        try renew()
        if wasEmpty, isTerminal, try !index.isEmpty { try settleIn() }
    }
}
