import Synchronization
import Terminal

/// Whether amounts are hidden from a screen that others see: `--private-amounts` and `/hide`. What goes to files is whole.
enum AmountPrivacy {
    private static let state = Atomic<Bool>(false)

    static var isOn: Bool {
        get { state.load(ordering: .relaxed) }
        set { state.store(newValue, ordering: .relaxed) }
    }

    static func shown(_ text: String) -> String { isOn ? HiddenAmounts.hidden(text) : text }

    /// Runs `body` with amounts shown.
    static func showing<T>(_ body: () throws -> T) rethrows -> T {
        let before = isOn
        isOn = false
        defer { isOn = before }
        return try body()
    }

    /// Clears the screen and what can be scrolled back to, and begins at the top (ECMA-48 ED 2, xterm's ED 3, CUP).
    fileprivate static let clearing = "\u{1B}[2J\u{1B}[3J\u{1B}[H"

    /// Commands whose output is for programs.
    private static let forPrograms: Set<Command> = [.export, .mcp, .serve, .hooks, .schema]

    /// - Throws: where hidden amounts would make output that programs read wrong.
    static func start(_ command: Command, _ session: Session) throws {
        guard session.command[Options.privateAmounts] else { return }
        let isForPage =
            [.json, .html].contains(session.command[Options.summaryFormat])
            || session.command[Options.mail] != nil
        guard !session.wantsJSON, !isForPage, !forPrograms.contains(command) else {
            throw Failure(
                "--private-amounts hides amounts on a screen; this output is for programs, which need them: leave "
                    + "--private-amounts out", exitCode: 2)
        }
        isOn = true
    }
}

extension Conversation {
    /// `/hide` and `/hide off`.
    mutating func hideAmounts(_ text: String) throws {
        let word = text.lowercased()
        guard ["", "on", "off"].contains(word) else {
            throw Failure("“\(SafeText.line(text))”: /hide hides amounts, /hide off shows them again")
        }
        guard !session.wantsJSON else { throw Failure("/hide is for screens; JSON keeps its figures") }
        let wasOn = AmountPrivacy.isOn
        AmountPrivacy.isOn = word != "off"
        guard AmountPrivacy.isOn else { return try show("Amounts are shown again.\n") }
        let clears = isTerminal && !wasOn
        let canClear = session.environment("TERM").map { $0 != "dumb" } ?? false
        // What stands on the screen and above it shows amounts still.
        if clears, canClear { TerminalDevice.write(AmountPrivacy.clearing, to: .output) }
        let above = clears && !canClear ? " Amounts above still show." : ""
        try show("Amounts are hidden on this screen.\(above) /hide off shows them again.\n")
    }
}
