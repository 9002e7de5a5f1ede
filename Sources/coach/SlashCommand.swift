import Terminal

/// The commands of a conversation. Help, completion and “did you mean” are made from this table.
enum SlashCommand: String, CaseIterable {
    case help
    case why, sources, chart
    case sync
    case accounts, networth, holdings, recurring, unusual, forecast, summary, search
    case budget, assess, bought, skipped, decisions, goal
    case review, undo
    case model, usage, privacy
    case history, edit, retry, export, hide, new, resume, quit

    /// What the help groups commands under.
    enum Topic: String, CaseIterable {
        case answer = "The last answer"
        case money = "Your money"
        case plans = "Limits, purchases, and goals"
        case corrections = "Corrections"
        case model = "The language model"
        case conversation = "This conversation"

        /// What it is called in `/help NAME`.
        var name: String {
            switch self {
            case .answer: "answers"
            case .money: "money"
            case .plans: "plans"
            case .corrections: "corrections"
            case .model: "language"
            case .conversation: "conversation"
            }
        }

        /// Whether a person who writes this word means it: its name or a word of its heading.
        func isMeant(by word: String) -> Bool {
            let words = rawValue.lowercased().split { !$0.isLetter }.map(String.init) + [name]
            return words.contains { $0.count > 3 && ($0 == word || $0 == word + "s" || $0 + "s" == word) }
        }
    }

    struct Entry {
        let topic: Topic
        /// What may follow; empty for nothing.
        var arguments = ""
        /// One line.
        let summary: String
        /// What more there is to say, for `/help NAME`.
        var details = ""
        /// The command of the command line that does the same; its options can be written too.
        var command: Command?

        /// Whether it tells of transactions, so that without any there is nothing to say.
        var needsRows: Bool { topic == .money && command != .sync }
    }

    var entry: Entry {
        switch self {
        case .why:
            Entry(
                topic: .answer, summary: "how the last answer was computed",
                details:
                    "How your question was read, the period, the filters, how many rows were counted, what was left "
                    + "out and why, and the SQL. Just ask “why?” for the short version.")
        case .sources: Entry(topic: .answer, summary: "every row behind the last figure, newest first")
        case .chart:
            Entry(
                topic: .answer, summary: "the last answer as a chart",
                details:
                    "As a picture if your terminal can show one, otherwise in blocks; COACH_GRAPHICS=blocks asks for "
                    + "those.")
        case .sync:
            Entry(
                topic: .money, summary: "fetches what's new from your banks",
                details: "In the demo, coach's built-in bank brings two more days each time.", command: .sync)
        case .accounts: Entry(topic: .money, summary: "accounts and their balances", command: .accounts)
        case .networth: Entry(topic: .money, summary: "what you own and owe", command: .networth)
        case .holdings: Entry(topic: .money, summary: "what your investments hold", command: .holdings)
        case .recurring: Entry(topic: .money, summary: "subscriptions, bills, and pay", command: .recurring)
        case .unusual:
            Entry(topic: .money, arguments: "[MONTH]", summary: "charges worth a second look", command: .unusual)
        case .forecast:
            Entry(
                topic: .money, arguments: "[DAYS]", summary: "what's due and what's safe to spend",
                command: .forecast)
        case .summary:
            Entry(
                topic: .money, arguments: "[MONTH]", summary: "a month at a glance",
                details:
                    "/summary covers the last full month; /summary 2026-08, /summary August, and /summary 2025 cover another one.",
                command: .summary)
        case .search: Entry(topic: .money, arguments: "TEXT", summary: "finds transactions", command: .search)
        case .budget:
            Entry(
                topic: .plans, arguments: "[CATEGORY [AMOUNT]]",
                summary: "how much of your limits is used, or sets one",
                details: "/budget groceries 600 sets a monthly limit, /budget groceries off removes it. "
                    + "list, suggest, and history work too.", command: .rules)
        case .assess:
            Entry(
                topic: .plans, arguments: "PURCHASE", summary: "whether to buy something",
                details:
                    "Say it in plain words, as in /assess headphones for $80 at Best Buy, or use the options of `coach assess`.",
                command: .assess)
        case .bought:
            Entry(
                topic: .plans, arguments: "[ID]", summary: "you bought the last thing you asked about, or purchase ID")
        case .skipped:
            Entry(topic: .plans, arguments: "[ID]", summary: "you didn't buy it, or purchase ID")
        case .decisions: Entry(topic: .plans, summary: "purchases you asked about", command: .decisions)
        case .goal: Entry(topic: .plans, summary: "what you're saving for", command: .goal)
        case .review:
            Entry(
                topic: .corrections, arguments: "[ID CHOICE]", summary: "transactions that need your input",
                command: .review)
        case .undo: Entry(topic: .corrections, summary: "undoes the last correction or import", command: .undo)
        case .model:
            Entry(
                topic: .model, arguments: "[NAME]", summary: "the model that words the answers, or another one",
                details:
                    "/model NAME switches to another model at the same endpoint; /model off or none goes without.")
        case .usage: Entry(topic: .model, summary: "tokens the model has used in this conversation")
        case .privacy:
            Entry(
                topic: .model, arguments: "[QUESTION | off | labels | aggregates | full]",
                summary: "what was sent to a model, and what would be",
                details: "Add off, labels, aggregates, or full to change what a model gets in this conversation.",
                command: .privacy)
        case .help:
            Entry(topic: .conversation, arguments: "[NAME]", summary: "the commands, or more on one or on a topic")
        case .history: Entry(topic: .conversation, summary: "your questions so far, numbered")
        case .edit:
            Entry(
                topic: .conversation, arguments: "N TEXT", summary: "asks question N in other words",
                details: "Everything after it is dropped. Limits and decisions made there stay as they are.")
        case .retry: Entry(topic: .conversation, summary: "asks the last question again")
        case .export:
            Entry(
                topic: .conversation, arguments: "[FILE]", summary: "the conversation as Markdown",
                details: "Without FILE, it's shown here. Use /export! FILE to overwrite an existing file.")
        case .hide:
            Entry(
                topic: .conversation, arguments: "[off]", summary: "hides amounts, for a screen that others see",
                details:
                    "Clears the screen and scrollback. Counts, percentages, days, and names stay, and files still contain "
                    + "amounts. /hide off shows amounts again."
            )
        case .new: Entry(topic: .conversation, summary: "starts a new conversation")
        case .resume:
            Entry(topic: .conversation, arguments: "[ID]", summary: "earlier conversations, or continues one")
        case .quit: Entry(topic: .conversation, summary: "quits; so does Ctrl-D")
        }
    }

    /// With their slash.
    static let names = allCases.map { "/" + $0.rawValue }
    /// Other names that people try.
    private static let aliases: [String: SlashCommand] = [
        "": .help, "?": .help, "h": .help, "exit": .quit, "q": .quit, "rules": .budget, "limits": .budget,
        "conversations": .resume,
    ]

    static func named(_ name: String) -> SlashCommand? {
        SlashCommand(rawValue: name) ?? aliases[name]
    }
}

/// A line that begins with a slash.
struct SlashLine {
    let command: SlashCommand
    /// What follows the name, without spaces at its ends.
    let text: String
    /// `/export!`: what is in the way may go.
    let isForced: Bool

    /// - Throws: for an unknown name; with the one that was probably meant.
    init(_ line: String) throws {
        let parts = line.dropFirst().split(maxSplits: 1, whereSeparator: \.isWhitespace)
        if line.dropFirst().first?.isWhitespace == true {
            throw Failure("put the command right after the slash, such as /help")
        }
        var name = parts.first.map { $0.lowercased() } ?? ""
        isForced = name.count > 1 && name.hasSuffix("!")
        if isForced { name.removeLast() }
        guard let command = SlashCommand.named(name) else {
            let near = Suggestion.nearest(to: name, among: SlashCommand.allCases.map(\.rawValue))
            throw Failure(
                "unknown command /\(DisplayWidth.truncated(SafeText.line(name), to: 40)): "
                    + (near.map { "did you mean /\($0)?" } ?? "/help lists them"))
        }
        if isForced, command != .export { throw Failure("/\(name) takes no “!”") }
        self.command = command
        text = parts.count > 1 ? String(parts[1]).trimmed : ""
        if command.entry.arguments.isEmpty, command.entry.command == nil, !text.isEmpty {
            throw Failure("/\(command.rawValue) takes no arguments, but got “\(SafeText.line(text))”")
        }
    }

    /// The words of `text` as a shell splits them: by spaces that do not stand between quotation marks.
    var words: [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in text {
            if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character.isWhitespace, !isQuoted {
                if let done = word { words.append(done) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap { $0 }
    }
}
