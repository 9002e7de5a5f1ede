/// What the command line asks for.
public enum Invocation: Sendable {
    case run(ParsedCommand)
    /// Show the help of a command, or of the whole program when nil.
    case help(CommandSpec?)
    case version
}

/// A command with its options and operands, all of the declared form.
public struct ParsedCommand: Sendable {
    /// Empty when no command was written.
    public let name: String
    /// The words that are no options, in their order.
    public let operands: [String]
    private var flags: Set<String>
    private var values: [String: [String]]

    init(name: String, operands: [String], flags: Set<String>, values: [String: [String]]) {
        self.name = name
        self.operands = operands
        self.flags = flags
        self.values = values
    }

    /// The same command with the options of another one where it has none of its own.
    public func inheriting(_ options: [any OptionDeclaration], from other: ParsedCommand) -> ParsedCommand {
        var copy = self
        for name in options.map(\.name) {
            if other.flags.contains(name) { copy.flags.insert(name) }
            if copy.values[name] == nil { copy.values[name] = other.values[name] }
        }
        return copy
    }

    /// The same command with an option as if it had been written last.
    public func setting<Value>(_ option: ValueOption<Value>, to text: String) -> ParsedCommand {
        var copy = self
        copy.values[option.name, default: []].append(text)
        return copy
    }

    public func setting(_ flag: Flag, to isSet: Bool) -> ParsedCommand {
        var copy = self
        if isSet { copy.flags.insert(flag.name) } else { copy.flags.remove(flag.name) }
        return copy
    }

    public subscript(_ flag: Flag) -> Bool { flags.contains(flag.name) }

    /// The value of an option; of the last one where it was written more than once.
    public subscript<Value>(_ option: ValueOption<Value>) -> Value? { all(option).last }

    /// The values of an option that may be written more than once.
    public func all<Value>(_ option: ValueOption<Value>) -> [Value] {
        (values[option.name] ?? []).compactMap(option.form.read)
    }

    /// The operands read in the form that they were declared with.
    public func operands<Value>(as form: ValueForm<Value>) -> [Value] { operands.compactMap(form.read) }

    /// The operands as one text: a question, the words to search for.
    public var text: String { operands.joined(separator: " ") }
}

/// The command line is wrong. The message is one line for people: what is wrong and what to write instead.
public struct UsageError: Error, Equatable, Sendable {
    public static let exitCode: Int32 = 2

    public let message: String

    public init(_ message: String) { self.message = message }
}
