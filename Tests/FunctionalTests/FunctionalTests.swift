import Glibc
import TestSupport
import Testing

/// One file of `scripts`.
struct ScriptFile: CustomTestStringConvertible {
    let path: String

    var testDescription: String { String(path.split(separator: "/").last ?? "") }

    /// Where the scripts and their helpers are.
    static let folder = "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/")

    static let all: [ScriptFile] = {
        var found = glob_t()
        defer { globfree(&found) }
        // COACH_SCRIPT=slash runs one of them while it is worked on.
        let name = getenv("COACH_SCRIPT").map { String(cString: $0) } ?? "*"
        guard glob("\(folder)/scripts/\(name).test", 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { ScriptFile(path: String(cString: $0)) } }
    }()
}

@Suite struct FunctionalTests {
    @Test func thereAreScripts() {
        #expect(!ScriptFile.all.isEmpty)
        #expect(access(ProgramUnderTest.folder + "/coach", X_OK) == 0, "build the product coach first")
    }

    @Test(arguments: ScriptFile.all) func script(_ file: ScriptFile) throws {
        let script = try Script(try Shell.read(file.path))
        var shell = try Shell(binaries: ProgramUnderTest.folder)
        defer { try? shell.remove() }
        // Steps whose outcome is not as written yet.
        let open = try Set(
            shell.run("cat \"\(ScriptFile.folder)/open.tsv\"", input: "").output.split(separator: "\n").map(
                String.init))
        shell.set("TESTS", to: ScriptFile.folder)
        for step in script.steps {
            switch step {
            case .file(let name, let content): try shell.write(content, to: name)
            case .environment(let name, let value): shell.set(name, to: value)
            case .condition(let text):
                guard try shell.run(text, input: "").exitCode == 0 else {
                    print("\(file.testDescription): skipped from here on, where this does not hold: \(text)")
                    return
                }
            case .command(let command):
                let result = try shell.run(command.text, input: command.input.map { $0 + "\n" }.joined())
                let comment: Comment = "\(file.testDescription):\(command.line)\n\(command.transcript(result))"
                if open.contains("\(file.testDescription)\t\(command.text)") {
                    withKnownIssue(isIntermittent: true) { #expect(command.isMet(by: result), comment) }
                } else {
                    #expect(command.isMet(by: result), comment)
                }
            }
        }
    }
}

extension Script.Command {
    func isMet(by result: Shell.Result) -> Bool {
        exitCode == result.exitCode && Script.matches(Self.lines(result.output), output)
            && Script.matches(Self.lines(result.errors), errors)
    }

    /// What happened, in the form of a script.
    func transcript(_ result: Shell.Result) -> String {
        var lines = ["$ " + text]
        lines += input.map { "< " + $0 }
        lines += Self.lines(result.output).map { "> " + $0 }
        lines += Self.lines(result.errors).map { "2> " + $0 }
        if result.exitCode != 0 { lines.append(">= \(result.exitCode)") }
        return lines.joined(separator: "\n")
    }

    private static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() } else { lines.append("\\ no line break at the end") }
        return lines
    }
}
