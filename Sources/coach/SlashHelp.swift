import Ledger
import Terminal

/// What `/help` says.
enum SlashHelp {
    private static let intro =
        "Ask in plain words: “how much on groceries last month?”, “and in August?”, “why?”. Lines that begin with / are commands:"

    /// Every command under its topic.
    static func overview(width: Int?, style: Style) -> String {
        var out = Wrapping.wrap(intro, width: width) + "\n"
        for topic in SlashCommand.Topic.allCases {
            out += "\n" + style(topic.rawValue, .bold) + "\n"
            for command in SlashCommand.allCases where command.entry.topic == topic {
                let line = "  \(DisplayWidth.padded(synopsis(command), to: column))  \(command.entry.summary)"
                out += (width.map { DisplayWidth.truncated(line, to: $0) } ?? line) + "\n"
            }
        }
        return out
    }

    private static let column = 28

    /// One command, by its name with or without the slash.
    static func text(on name: String, width: Int?, style: Style) throws -> String {
        let name = name.hasPrefix("/") ? name : "/" + name
        let command = try SlashLine(name).command
        let entry = command.entry
        var out = "\(style(synopsis(command), .bold))  \(entry.summary)\n"
        if !entry.details.isEmpty { out += "\n" + Wrapping.wrap(entry.details, width: width) + "\n" }
        if let spec = entry.command.flatMap({ Command.set.command(named: $0.rawValue) }), !spec.options.isEmpty {
            let options = spec.options.map { "--\($0.name)" }.joined(separator: ", ")
            out +=
                "\n" + Wrapping.wrap("Options: \(options); `coach help \(spec.name)` explains them.", width: width)
                + "\n"
        }
        return out
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
