/// What the program says of its commands, said for a conversation: `coach undo` there is /undo.
enum SlashWords {
    /// The text with each command line between backquotes that a conversation has a command for replaced by that.
    static func inConversation(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "`")) else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var out = String(parts[0])
        var index = 1
        while index < parts.count {
            // Every other part stands between two backquotes.
            if index + 1 < parts.count, let command = slash(parts[index]) {
                out += command + parts[index + 1]
                index += 2
            } else {
                out += "`" + parts[index]
                index += 1
            }
        }
        return out
    }

    /// - Returns: nil for what can only be typed in a shell.
    private static func slash(_ line: Substring) -> String? {
        guard line.hasPrefix("coach ") else { return nil }
        var words = line.split(separator: " ").dropFirst().map(String.init)
        let name = words.removeFirst()
        if name == Command.ask.rawValue {
            return "“\(words.joined(separator: " ").filter { $0 != "\"" })”"
        }
        if name == "help", words.count == 1, let command = command(words[0]) { return "/help \(command)" }
        guard let command = command(name) else { return nil }
        if words == ["--help"] { return "/help \(command)" }
        switch (name, words.first) {
        case (Command.rules.rawValue, RulesCommand.Action.set.rawValue),
            (Command.rules.rawValue, RulesCommand.Action.progress.rawValue),
            (Command.review.rawValue, "--" + Options.answer.name):
            words.removeFirst()
        default: break
        }
        return (["/" + command] + words).joined(separator: " ")
    }

    /// The command of a conversation that does the same as one of the command line.
    private static func command(_ name: String) -> String? {
        if name == Command.conversations.rawValue { return SlashCommand.resume.rawValue }
        return SlashCommand.allCases.first { $0.entry.command?.rawValue == name }?.rawValue
    }
}
