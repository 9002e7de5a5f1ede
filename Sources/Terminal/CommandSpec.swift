/// An option as the parser and the help see it, whatever its value's type.
public protocol OptionDeclaration: Sendable {
    /// Without the dashes: `date-order`.
    var name: String { get }
    /// nil for a flag, which takes no value.
    var placeholder: String? { get }
    /// What its value must look like; empty for a flag.
    var expectation: String { get }
    /// What may be written as its value.
    var completion: ValueCompletion { get }
    /// One line for the help.
    var summary: String { get }
    func accepts(_ text: String) -> Bool
}

/// An option with a value. Written more than once, the last one counts, or all where the reader asks for all.
public struct ValueOption<Value: Sendable>: OptionDeclaration {
    public let name: String
    public let form: ValueForm<Value>
    public let summary: String

    public init(_ name: String, _ form: ValueForm<Value>, _ summary: String) {
        self.name = name
        self.form = form
        self.summary = summary
    }

    public var placeholder: String? { form.placeholder }
    public var expectation: String { form.expectation }
    public var completion: ValueCompletion { form.completion }
    public func accepts(_ text: String) -> Bool { form.read(text) != nil }
}

/// An option that is there or not.
public struct Flag: OptionDeclaration {
    public let name: String
    public let summary: String

    public init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    public var placeholder: String? { nil }
    public var expectation: String { "" }
    public var completion: ValueCompletion { .nothing }
    public func accepts(_ text: String) -> Bool { false }
}

/// The words after a command that are no options.
public struct OperandDeclaration: Sendable {
    public let placeholder: String
    public let expectation: String
    /// How many there may be.
    public let count: ClosedRange<Int>
    /// How they can be written, where there is more than one way: `set CATEGORY AMOUNT`.
    public let forms: [String]
    public let completion: ValueCompletion
    let accepts: @Sendable (String) -> Bool

    public init<Value>(_ form: ValueForm<Value>, count: ClosedRange<Int>, forms: [String] = []) {
        self.forms = forms
        placeholder = form.placeholder
        expectation = form.expectation
        completion = form.completion
        self.count = count
        accepts = { form.read($0) != nil }
    }

    /// `FILE…`, `[TEXT…]`.
    var usage: String {
        let words = placeholder + (count.upperBound > 1 ? "…" : "")
        return count.lowerBound == 0 ? "[\(words)]" : words
    }
}

/// One command: what it takes, and what its help says.
public struct CommandSpec: Sendable {
    /// Empty for what the program does without a command.
    public let name: String
    /// One line that completes "this command …".
    public let summary: String
    /// nil when it takes none.
    public let operands: OperandDeclaration?
    public let options: [any OptionDeclaration]
    /// Whole command lines, the first one the simplest.
    public let examples: [String]

    public init(
        _ name: String, _ summary: String, operands: OperandDeclaration? = nil,
        options: [any OptionDeclaration] = [], examples: [String]
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.options = options
        self.examples = examples
    }
}

/// Everything that can be written on the command line: parsing, help and suggestions are made from it.
public struct CommandSet: Sendable {
    public let program: String
    public let version: String
    /// One line that says what the program is.
    public let summary: String
    /// In the order of the help; the one without a name first.
    ///
    /// An option that several commands have must take a value in all of them or in none.
    public let commands: [CommandSpec]
    /// Options that go with every command.
    public let sharedOptions: [any OptionDeclaration]
    /// The command that answers a question: suggested to who writes a question without it.
    public let questionCommand: String
    /// Command lines that show what the program is for.
    public let examples: [String]

    public init(
        program: String, version: String, summary: String, commands: [CommandSpec],
        sharedOptions: [any OptionDeclaration], questionCommand: String, examples: [String]
    ) {
        self.examples = examples
        self.program = program
        self.version = version
        self.summary = summary
        self.commands =
            commands + [
                CommandSpec(
                    "help", "shows help for a command",
                    operands: OperandDeclaration(.text("COMMAND", expectation: "the name of a command"), count: 0...1),
                    examples: ["\(program) help", "\(program) help \(questionCommand)"])
            ]
        self.sharedOptions =
            sharedOptions + [
                Flag("help", "show help and examples"),
                Flag("version", "show the version"),
            ]
        self.questionCommand = questionCommand
    }

    public func command(named name: String) -> CommandSpec? { commands.first { $0.name == name } }
}
