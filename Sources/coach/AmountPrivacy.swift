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
        AmountPrivacy.isOn = word != "off"
        try show(
            AmountPrivacy.isOn
                ? "Amounts are hidden on this screen. /hide off shows them again.\n" : "Amounts are shown again.\n")
    }
}
