/// A readable script of commands and what they must print.
///
///     # what it shows                a comment
///     COACH_AS_OF=2026-10-31         the environment of the commands below
///     <<< checking.csv               a file, up to the next line that is only <<<
///     Date,Description,Amount
///     <<<
///     $ coach import checking.csv    a command line for /bin/sh
///     < how much on coffee?          its standard input
///     > 1 row added                  its standard output, all of it; nothing when left out
///     2> warning: …                  its standard error, likewise
///     >= 0                           its exit code; 0 when left out
///     ? command -v sqlite3           a condition: where it does not hold, the rest of the script is left out
///
/// In what is expected `…` stands for any characters of a line, and on a line of its own for any lines.
struct Script {
    enum Step {
        case file(name: String, content: String)
        case environment(name: String, value: String)
        case command(Command)
        /// A command line that succeeds where the rest of the script can be run.
        case condition(String)
    }

    struct Command {
        let line: Int
        let text: String
        var input: [String] = []
        var output: [String] = []
        var errors: [String] = []
        var exitCode: Int32 = 0
    }

    struct SyntaxError: Error, Equatable {
        let line: Int
        let message: String
    }

    private(set) var steps: [Step] = []

    init(_ text: String) throws(SyntaxError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
        var command: Command?
        func append(_ step: Step?) {
            if let finished = command.take() { steps.append(.command(finished)) }
            if let step { steps.append(step) }
        }
        while let line = lines.first {
            let number = lines.startIndex + 1
            lines.removeFirst()
            if line.isEmpty || line.hasPrefix("#") { continue }
            if let name = line.after("<<< ") {
                guard let end = lines.firstIndex(of: "<<<") else {
                    throw SyntaxError(line: number, message: "a file without its end, a line that is only <<<")
                }
                append(.file(name: name, content: lines[..<end].map { $0 + "\n" }.joined()))
                lines = lines[(end + 1)...]
            } else if let text = line.after("$ ") {
                append(nil)
                command = Command(line: number, text: text)
            } else if let text = line.after("? ") {
                append(.condition(text))
            } else if let code = line.after(">= ").flatMap({ Int32($0) }), command != nil {
                command?.exitCode = code
            } else if let text = line.after("2>"), command != nil {
                command?.errors.append(text.after(" ") ?? text)
            } else if let text = line.after(">"), command != nil {
                command?.output.append(text.after(" ") ?? text)
            } else if let text = line.after("<"), command != nil {
                command?.input.append(text.after(" ") ?? text)
            } else if let equals = line.firstIndex(of: "="), line[..<equals].allSatisfy({ $0.isLetter || $0 == "_" }) {
                append(.environment(name: String(line[..<equals]), value: String(line[equals...].dropFirst())))
            } else {
                throw SyntaxError(line: number, message: "neither a comment, a file, a command nor what it prints")
            }
        }
        append(nil)
    }

    /// Whether a whole output is what its lines say.
    static func matches(_ actual: some Collection<String>, _ expected: some Collection<String>) -> Bool {
        guard let first = expected.first else { return actual.isEmpty }
        let rest = expected.dropFirst()
        if first == "…" {
            return matches(actual, rest) || (!actual.isEmpty && matches(actual.dropFirst(), expected.dropFirst(0)))
        }
        guard let line = actual.first, matchesLine(line, first) else { return false }
        return matches(actual.dropFirst(), rest)
    }

    private static func matchesLine(_ actual: String, _ expected: String) -> Bool {
        let parts = expected.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return actual == expected }
        guard actual.hasPrefix(first) else { return false }
        var rest = actual.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

extension String {
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
