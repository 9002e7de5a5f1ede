import Ledger
import Terminal

/// What `/help` says.
enum SlashHelp {
    private static let intro =
        "Ask in plain words: “how much on groceries last month?”, “and in August?”, “why?”. Lines that start with / are commands:"

    /// Every command under its topic.
    static func overview(width: Int?, style: Style) -> String {
        var out = Wrapping.wrap(intro, width: width) + "\n"
        for topic in SlashCommand.Topic.allCases { out += "\n" + heading(topic, width, style) + list(topic, width) }
        let hint =
            "For more: /help budget for one command, /help money for a group of them, /help keys for the keyboard."
        return out + "\n" + Wrapping.wrap(hint, width: width) + "\n"
    }

    private static func heading(_ topic: SlashCommand.Topic, _ width: Int?, _ style: Style) -> String {
        style(Wrapping.wrap(topic.rawValue, width: width), .bold) + "\n"
    }

    private static func list(_ topic: SlashCommand.Topic, _ width: Int?) -> String {
        commands(topic).map { Wrapping.entry(synopsis($0), $0.entry.summary, column: column, width: width) + "\n" }
            .joined() + (topic == .money ? importing(width) : "")
    }

    /// What brings rows in begins with no slash.
    private static func importing(_ width: Int?) -> String {
        Wrapping.entry(
            "import FILE", "imports a bank file; “import my bank” finds some", column: column, width: width) + "\n"
    }

    private static func commands(_ topic: SlashCommand.Topic) -> [SlashCommand] {
        SlashCommand.allCases.filter { $0.entry.topic == topic }
    }

    private static let column = 28

    /// One command, by its name with or without the slash, or those of a topic.
    static func text(on name: String, width: Int?, style: Style) throws -> String {
        let word = (name.hasPrefix("/") ? String(name.dropFirst()) : name).lowercased()
        let first = word.split(separator: " ").first.map(String.init) ?? ""
        if keyWords.contains(first) { return list(of: keys, "Keys", width, style) }
        if let command = SlashCommand.named(first) { return text(on: command, width, style) }
        if let topic = SlashCommand.Topic.allCases.first(where: { $0.isMeant(by: first) }) {
            let details = commands(topic).filter { !$0.entry.details.isEmpty }
                .map { "\n" + Wrapping.wrap($0.entry.details, width: width) + "\n" }
            return heading(topic, width, style) + list(topic, width) + details.joined()
        }
        if first == Command.import.rawValue { return importing(width) }
        let names = SlashCommand.allCases.map(\.rawValue) + SlashCommand.Topic.allCases.map(\.name) + keyWords
        let near = Suggestion.nearest(to: first, among: names)
        throw Failure(
            "there's no help on “\(DisplayWidth.truncated(SafeText.line(name), to: 40))”: "
                + (near.map { "did you mean /help \($0)?" } ?? "/help lists the commands"))
    }

    private static func text(on command: SlashCommand, _ width: Int?, _ style: Style) -> String {
        let entry = command.entry
        var out = Wrapping.wrap("\(synopsis(command)): \(entry.summary)", width: width) + "\n"
        if !entry.details.isEmpty { out += "\n" + Wrapping.wrap(entry.details, width: width) + "\n" }
        let spec = entry.command.flatMap { Command.set.command(named: $0.rawValue) }
        let options = spec?.options.map { option in
            let name = "--\(option.name)" + (option.placeholder.map { " \($0)" } ?? "")
            return Wrapping.entry(name, option.summary, column: 24, width: width) + "\n"
        }
        if let options, !options.isEmpty { out += "\n" + style("Options", .bold) + "\n" + options.joined() }
        return out
    }

    private static let keyWords = ["keys", "key", "keyboard", "shortcuts"]

    /// The keys of the input line, beside those of every program with GNU readline.
    private static let keys: [(term: String, text: String)] = [
        ("Tab", "Completes commands, categories, merchants, accounts, and months."),
        (
            "Up, Ctrl-R, Page Up",
            "Bring back earlier lines, or find one by a few of its letters; a line that starts with a space isn't saved."
        ),
        ("Right arrow, End", "Takes what is suggested in gray behind the line."),
        ("Ctrl-X Ctrl-E", "Opens the line in your editor: $VISUAL, $EDITOR, or vi."),
        ("\"\"\"", "Starts and ends a question that spans several lines."),
        ("Ctrl-C", "Cancels the line or a running reply."),
        ("Ctrl-D", "Quits, on an empty line."),
    ]

    private static func list(of rows: [(term: String, text: String)], _ title: String, _ width: Int?, _ style: Style)
        -> String
    {
        style(title, .bold) + "\n"
            + rows.map { Wrapping.entry($0.term, $0.text, column: column, width: width) + "\n" }.joined()
    }

    /// The commands and keys as the manual page has them.
    static var manual: [(term: String, text: String)] {
        SlashCommand.allCases.map { command in
            let details = command.entry.details.isEmpty ? "" : " " + command.entry.details
            return (
                synopsis(command),
                command.entry.summary.prefix(1).uppercased() + command.entry.summary.dropFirst()
                    + "." + details
            )
        } + keys
    }

    static var json: JSON {
        .object([
            (
                "commands",
                .array(
                    SlashCommand.allCases.map { command in
                        .object([
                            ("name", .string("/" + command.rawValue)), ("arguments", .string(command.entry.arguments)),
                            ("topic", .string(command.entry.topic.rawValue)),
                            ("summary", .string(command.entry.summary)),
                        ])
                    })
            )
        ])
    }

    private static func synopsis(_ command: SlashCommand) -> String {
        "/" + command.rawValue + (command.entry.arguments.isEmpty ? "" : " " + command.entry.arguments)
    }
}
