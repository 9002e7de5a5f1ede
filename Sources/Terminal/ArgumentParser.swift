extension CommandSet {
    /// One part of the command line before it is known which command it belongs to.
    private enum Part {
        case word(String)
        case option(name: String, value: String?)
        /// An option of one dash and letters: none is known but `-h`.
        case shortOption(String)
    }

    /// Reads the words after the program's name.
    ///
    /// Options stand anywhere, as `--name value` or `--name=value`; `--` ends them. A help option wins over
    /// everything else that is wrong with the line.
    ///
    /// - Throws: what is wrong, with what to write instead.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let parts = parts(of: arguments)
        var names: Set<String> = []
        var words: [String] = []
        for part in parts {
            switch part {
            case .option(let name, _): names.insert(name)
            case .word(let word): words.append(word)
            case .shortOption: break
            }
        }
        if names.contains("version"), words.isEmpty { return .version }
        guard let command = command(named: words.first ?? "") else {
            if case .word? = parts.first {} else { try checkOptions(parts) }
            throw unknownCommand(words)
        }
        if names.contains("help") { return .help(command.name.isEmpty ? nil : command) }
        let parsed = try read(parts, for: command)
        return command.name == "help" ? try help(on: parsed.operands.first) : .run(parsed)
    }

    private func help(on name: String?) throws(UsageError) -> Invocation {
        guard let name else { return .help(nil) }
        guard let command = command(named: name) else { throw unknownCommand([name]) }
        return .help(command)
    }

    private func parts(of arguments: [String]) -> [Part] {
        let withValue = Set(
            (sharedOptions + commands.flatMap(\.options)).filter { $0.placeholder != nil }.map(\.name))
        var parts: [Part] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                parts += arguments[index...].map { .word($0) }
                break
            } else if argument.hasPrefix("--") {
                let halves = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(halves[0])
                var value = halves.count == 2 ? String(halves[1]) : nil
                if value == nil, withValue.contains(name), index < arguments.count, !arguments[index].hasPrefix("--") {
                    value = arguments[index]
                    index += 1
                }
                parts.append(.option(name: name, value: value))
            } else if argument == "-h" {
                parts.append(.option(name: "help", value: nil))
            } else if argument.first == "-", argument.dropFirst().first?.isLetter == true {
                parts.append(.shortOption(argument))
            } else {
                parts.append(.word(argument))
            }
        }
        return parts
    }

    private func read(_ parts: [Part], for command: CommandSpec) throws(UsageError) -> ParsedCommand {
        var flags: Set<String> = []
        var values: [String: [String]] = [:]
        var words: [String] = []
        for part in parts {
            switch part {
            case .word(let word): words.append(word)
            case .shortOption(let text): throw unknownOption(text, for: command)
            case .option(let name, let value):
                guard let option = options(of: command).first(where: { $0.name == name }) else {
                    throw unknownOption("--" + name, for: command)
                }
                if option.placeholder == nil {
                    if value != nil { throw UsageError("--\(name) takes no value") }
                    flags.insert(name)
                } else {
                    guard let value else { throw UsageError("--\(name) needs a value: \(option.expectation)") }
                    guard option.accepts(value) else {
                        throw UsageError("--\(name) \(quoted(value)): expected \(option.expectation)")
                    }
                    values[name, default: []].append(value)
                }
            }
        }
        let operands = command.name.isEmpty ? words : Array(words.dropFirst())
        try check(operands, of: command)
        return ParsedCommand(name: command.name, operands: operands, flags: flags, values: values)
    }

    private func check(_ operands: [String], of command: CommandSpec) throws(UsageError) {
        guard let declaration = command.operands else {
            guard let first = operands.first else { return }
            throw UsageError("\(title(command)) takes no arguments, but got \(quoted(first)): see \(helpLine(command))")
        }
        if operands.count < declaration.count.lowerBound {
            let example = command.examples.first.map { ": for example `\($0)`" } ?? ""
            throw UsageError("\(title(command)) needs \(declaration.placeholder)\(example)")
        }
        if operands.count > declaration.count.upperBound {
            let extra = operands[declaration.count.upperBound]
            throw UsageError(
                "\(title(command)) only takes \(declaration.placeholder), but also got \(quoted(extra)): see "
                    + helpLine(command))
        }
        if let wrong = operands.first(where: { !declaration.accepts($0) }) {
            throw UsageError("\(quoted(wrong)): expected \(declaration.expectation)")
        }
    }

    /// Options that no command knows are reported before a command that is unknown because of them.
    private func checkOptions(_ parts: [Part]) throws(UsageError) {
        let known = Set((sharedOptions + commands.flatMap(\.options)).map(\.name))
        for part in parts {
            switch part {
            case .option(let name, _) where !known.contains(name): throw unknownOption("--" + name, for: nil)
            case .shortOption(let text): throw unknownOption(text, for: nil)
            default: break
            }
        }
    }

    func options(of command: CommandSpec) -> [any OptionDeclaration] { command.options + sharedOptions }

    private func unknownOption(_ text: String, for command: CommandSpec?) -> UsageError {
        let options = command.map(options(of:)) ?? sharedOptions + commands.flatMap(\.options)
        let bare = String(text.drop { $0 == "-" })
        let title = command.map(title) ?? "`\(program)`"
        // `--html` where `--format html` is meant.
        let valued = options.first { $0.completion.holds(bare) }.map { "\($0.name) \(bare)" }
        let known = valued ?? Suggestion.nearest(to: bare, among: options.map(\.name))
        let advice = known.map { "did you mean --\($0)?" } ?? "see `\(title.dropFirst().dropLast()) --help`"
        return UsageError("unknown option \(SafeText.line(text)) for \(title): \(advice)")
    }

    private func unknownCommand(_ words: [String]) -> UsageError {
        let word = words[0]
        if ["exit", "quit", "leave", "bye"].contains(word.lowercased()) {
            return UsageError("\(quoted(word)) isn't a command: end a conversation with /quit or Ctrl-D")
        }
        if let name = Suggestion.nearest(to: word, among: commands.map(\.name)) {
            return UsageError("unknown command \(quoted(word)): did you mean `\(program) \(name)`?")
        }
        let text = words.joined(separator: " ")
        if text.contains(where: { $0 == " " || $0 == "?" }) {
            let question = SafeText.line(text).replacing("\"", with: "'")
            return UsageError(
                "unknown command \(quoted(word)): to ask a question, run "
                    + "`\(program) \(questionCommand) \"\(question)\"`")
        }
        return UsageError("unknown command \(quoted(word)): see `\(program) help`")
    }

    /// The command as one types it.
    private func title(_ command: CommandSpec) -> String {
        command.name.isEmpty ? "`\(program)`" : "`\(program) \(command.name)`"
    }

    private func helpLine(_ command: CommandSpec) -> String {
        "`\(title(command).dropFirst().dropLast()) --help`"
    }

    private func quoted(_ text: String) -> String { "`\(SafeText.line(text))`" }
}
