import Testing

@Suite struct ScriptTests {
    @Test func everyPartOfAScriptIsRead() throws {
        let script = try Script(
            """
            # a comment
            COACH_AS_OF=2026-10-31

            <<< a.csv
            Date,Amount
            # not a comment

            <<<
            $ coach import a.csv
            < first
            <
            > out
            >
            >   indented
            2> err
            >= 3
            ? test -d /
            $ true
            """)
        #expect(script.steps.count == 5)
        guard case .environment("COACH_AS_OF", "2026-10-31") = script.steps[0],
            case .file("a.csv", "Date,Amount\n# not a comment\n\n") = script.steps[1],
            case .command(let command) = script.steps[2], case .condition("test -d /") = script.steps[3],
            case .command(let last) = script.steps[4]
        else {
            Issue.record("\(script.steps)")
            return
        }
        #expect(command.line == 9)
        #expect(command.text == "coach import a.csv")
        #expect(command.input == ["first", ""])
        #expect(command.output == ["out", "", "  indented"])
        #expect(command.errors == ["err"])
        #expect(command.exitCode == 3)
        #expect(last.text == "true")
        #expect(last.output == [])
        #expect(last.exitCode == 0)
    }

    @Test(arguments: [
        ("> out\n", 1), ("$ true\nout\n", 2), ("<<< a\nb\n", 1), ("\n>= 1\n", 2), ("$ true\n>= one\n", 0),
    ]) func mistakesAreLocated(text: String, line: Int) {
        do throws(Script.SyntaxError) {
            _ = try Script(text)
            // `>= one` is a line of output.
            #expect(line == 0)
        } catch { #expect(error.line == line) }
    }

    @Test(
        arguments: [
            ([], [], true), (["a"], ["a"], true), (["a"], [], false), ([], ["a"], false), (["a", "b"], ["a"], false),
            (["a", "b", "c"], ["…"], true), ([], ["…"], true), (["a", "b", "c"], ["a", "…", "c"], true),
            (["a", "c"], ["a", "…", "c"], true), (["a", "b"], ["a", "…", "c"], false),
            (["3 rows in 12 ms"], ["3 rows in … ms"], true), (["3 rows in  s"], ["3 rows in … ms"], false),
            (["abcabc"], ["a…c"], true), (["abcabc"], ["…b…b…"], true), (["abcabc"], ["…b…b…b…"], false),
            (["ab"], ["ab…b"], false), (["x…"], ["x…"], true),
        ] as [([String], [String], Bool)]) func wildcards(actual: [String], expected: [String], isMatch: Bool)
    {
        #expect(Script.matches(actual, expected) == isMatch)
    }

    @Test func aCommandIsHeldToItsOutputErrorsAndExitCode() throws {
        var shell = try Shell(binaries: "/nowhere")
        shell.set("NAME", to: "value")
        try shell.write("in the file\n", to: "a.txt")
        let result = try shell.run("cat; cat a.txt; printf '%s' \"$NAME\"; echo oops >&2; exit 3", input: "line\n")
        try shell.remove()
        let script = try Script(
            """
            $ test
            > line
            > in the file
            > value
            > \\ no line break at the end
            2> oops
            >= 3
            """)
        guard case .command(let command) = script.steps[0] else { return }
        #expect(command.isMet(by: result))
        #expect(command.transcript(result).hasSuffix("2> oops\n>= 3"))
        for changed in ["> line", "2> oops", ">= 3"] {
            let lines = [
                "$ test", "> line", "> in the file", "> value", "> \\ no line break at the end", "2> oops", ">= 3",
            ]
            let other = try Script(lines.filter { $0 != changed }.joined(separator: "\n"))
            guard case .command(let command) = other.steps[0] else { return }
            #expect(!command.isMet(by: result), "without \(changed)")
        }
    }
}
