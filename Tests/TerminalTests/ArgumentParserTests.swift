import Ledger
import Testing

@testable import Terminal

private let since = ValueOption("from", .date, "first day")
private let least = ValueOption("min", .amount, "least")
private let topic = ValueOption("topic", .text("NAME", expectation: "a name"), "topic")
private let format = ValueOption("format", .choice(["csv", "json"]), "format")
private let count = ValueOption("limit", .number("N", in: 1...99, expectation: "a number such as 20"), "limit")
private let json = Flag("json", "machine form")
private let identifier = ValueForm.number("ID", in: 1...Int.max, expectation: "a number such as 812")
private let words = ValueForm.text("TEXT", expectation: "words")

private let set = CommandSet(
    program: "tool", version: "1.2", summary: "does things",
    commands: [
        CommandSpec("", "the default", examples: ["tool"]),
        CommandSpec("ask", "answers", operands: OperandDeclaration(words, count: 1...9), examples: ["tool ask why"]),
        CommandSpec(
            "search", "finds", operands: OperandDeclaration(words, count: 0...2),
            options: [since, least, topic, format, count], examples: ["tool search tea", "tool search --min 5"]),
        CommandSpec(
            "edit", "corrects", operands: OperandDeclaration(identifier, count: 1...9), examples: ["tool edit 8"]),
        CommandSpec("undo", "reverts", examples: ["tool undo"]),
    ], sharedOptions: [json], questionCommand: "ask", examples: ["tool ask why"])

private func run(_ line: String...) throws -> ParsedCommand {
    guard case .run(let parsed) = try set.parse(line) else { throw UsageError("not a command to run") }
    return parsed
}

private func problem(_ line: [String]) -> String? {
    do throws(UsageError) {
        _ = try set.parse(line)
        return nil
    } catch { return error.message }
}

@Suite struct ArgumentParserTests {
    @Test(arguments: [
        ["search", "green", "tea", "--from", "2026-03-01", "--json"],
        ["--from=2026-03-01", "search", "--json", "green", "tea"],
        ["--json", "--from", "2026-03-01", "search", "green", "tea"],
        ["search", "--json", "--from=2026-03-01", "--", "green", "tea"],
    ]) func optionsStandAnywhere(line: [String]) throws {
        guard case .run(let parsed) = try set.parse(line) else {
            Issue.record("not a command to run")
            return
        }
        #expect(parsed.name == "search")
        #expect(parsed.text == "green tea")
        #expect(parsed[json])
        #expect(parsed[since]?.start == CivilDate(iso: "2026-03-01"))
        #expect(parsed[topic] == nil)
    }

    @Test func noCommandIsTheDefault() throws {
        #expect(try run().name == "")
        #expect(try run("--json")[json])
    }

    @Test func theLastOfRepeatedOptionsCountsAndAllCanBeRead() throws {
        let parsed = try run("search", "--topic", "a", "--topic=b", "--topic", "")
        #expect(parsed[topic] == "")
        #expect(parsed.all(topic) == ["a", "b", ""])
    }

    @Test func negativeNumbersAreValuesAndOperands() throws {
        let parsed = try run("search", "--min", "-5", "-7.50")
        #expect(parsed[least]?.minorUnits(in: .usd) == -500)
        #expect(parsed.operands == ["-7.50"])
    }

    @Test func afterTwoDashesNothingIsAnOption() throws {
        #expect(try run("search", "--", "--json", "-x").operands == ["--json", "-x"])
    }

    @Test func valuesMayHoldEqualSignsAndDashes() throws {
        #expect(try run("search", "--topic=a=b")[topic] == "a=b")
        #expect(try run("search", "--topic=--json")[topic] == "--json")
        #expect(try run("search", "--topic", "-x")[topic] == "-x")
    }

    @Test func operandsAreReadInTheirForm() throws {
        #expect(try run("edit", "8", "13").operands(as: identifier) == [8, 13])
    }

    @Test(
        arguments: [
            (["--help"], nil), (["-h"], nil), (["help"], nil), (["search", "--help"], "search"),
            (["help", "search"], "search"), (["--help", "edit", "--bogus"], "edit"), (["edit", "-h"], "edit"),
            (["search", "--min", "--help"], "search"), (["help", "help"], "help"),
        ] as [([String], String?)]) func helpWinsOverWhatElseIsWrong(line: [String], name: String?) throws
    {
        guard case .help(let command) = try set.parse(line) else {
            Issue.record("does not ask for help")
            return
        }
        #expect(command?.name == name)
    }

    @Test func version() throws {
        guard case .version = try set.parse(["--version"]) else {
            Issue.record("does not ask for the version")
            return
        }
    }

    @Test(arguments: [
        ("search --fro 2026", "unknown option --fro for `tool search`: did you mean --from?"),
        ("search --FROM 2026-01", "unknown option --FROM for `tool search`: did you mean --from?"),
        ("search --form csv", "unknown option --form for `tool search`: did you mean --format?"),
        ("search --lim 5", "unknown option --lim for `tool search`: did you mean --limit?"),
        ("search --csv", "unknown option --csv for `tool search`: did you mean --format csv?"),
        ("search --zebra", "unknown option --zebra for `tool search`: see `tool search --help`"),
        ("search -j", "unknown option -j for `tool search`: see `tool search --help`"),
        ("undo --from 2026-01", "unknown option --from for `tool undo`: see `tool undo --help`"),
        ("--fro 2026 search", "unknown option --fro for `tool`: did you mean --from?"),
        ("--jsn", "unknown option --jsn for `tool`: did you mean --json?"),
        ("search --json=yes", "--json takes no value"),
        ("search --min", "--min needs a value: an amount such as 12.34 or $1,234"),
        ("search --min --json", "--min needs a value: an amount such as 12.34 or $1,234"),
        ("search --min= tea", "--min ``: expected an amount such as 12.34 or $1,234"),
        ("search --min ten", "--min `ten`: expected an amount such as 12.34 or $1,234"),
        (
            "search --from 2026-02-30",
            "--from `2026-02-30`: expected a date such as 2026-03-31 or a month such as 2026-03"
        ),
        ("search --limit 0", "--limit `0`: expected a number such as 20"),
        ("search --format xml", "--format `xml`: expected csv or json"),
        ("search a b c", "`tool search` only takes TEXT, but also got `c`: see `tool search --help`"),
        ("undo 5", "`tool undo` takes no arguments, but got `5`: see `tool undo --help`"),
        ("ask", "`tool ask` needs TEXT: for example `tool ask why`"),
        ("edit 8 x", "`x`: expected a number such as 812"),
        ("edit 0", "`0`: expected a number such as 812"),
        ("serach tea", "unknown command `serach`: did you mean `tool search`?"),
        ("Undo", "unknown command `Undo`: did you mean `tool undo`?"),
        ("sea", "unknown command `sea`: did you mean `tool search`?"),
        ("help serch", "unknown command `serch`: did you mean `tool search`?"),
        ("help undo edit", "`tool help` only takes COMMAND, but also got `edit`: see `tool help --help`"),
        ("balance", "unknown command `balance`: see `tool help`"),
        ("balance?", "unknown command `balance?`: to ask a question, run `tool ask \"balance?\"`"),
        (
            "how much did I spend",
            "unknown command `how`: to ask a question, run `tool ask \"how much did I spend\"`"
        ),
    ]) func wrongLinesSayWhatToWrite(line: String, message: String) {
        #expect(problem(line.split(separator: " ").map(String.init)) == message)
    }

    @Test(arguments: 1...90) func helpFitsItsWindow(width: Int) {
        for line in set.help(on: set.command(named: "search"), style: .plain, width: width).split(separator: "\n") {
            // A word, an example and a usage are never broken.
            #expect(DisplayWidth.of(line) <= max(width, 34), "\(line)")
        }
    }

    @Test func messagesHoldNothingThatATerminalObeys() throws {
        let message = try #require(problem(["search", "--\u{1B}[31mred\nx"]))
        #expect(!message.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test func helpNamesEverythingThatIsDeclaredWithinEightyColumns() {
        for command in set.commands {
            let text = set.help(on: command, style: .plain)
            for option in set.options(of: command) {
                #expect(text.contains("--\(option.name)"))
                #expect(text.contains(option.summary))
            }
            for example in command.examples { #expect(text.contains(example)) }
            for line in text.split(separator: "\n") { #expect(DisplayWidth.of(line) <= 80) }
        }
        let overview = set.help(on: nil, style: .plain)
        for command in set.commands { #expect(overview.contains(command.summary)) }
        #expect(set.help(on: nil, style: Style(isColored: true)).contains("\u{1B}[1mtool\u{1B}[0m"))
    }
}

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("import", "import", 0), ("importt", "import", 1), ("ipmort", "import", 1), ("xport", "export", 1),
        ("", "ask", 3), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ]) func distances(a: String, b: String, expected: Int) {
        #expect(Suggestion.distance(Array(a.utf8), Array(b.utf8)) == expected)
        #expect(Suggestion.distance(Array(b.utf8), Array(a.utf8)) == expected)
    }

    @Test(
        arguments: [
            ("how", nil), ("", nil), ("e", nil), ("expo", "export"), ("edt", "edit"), ("under", nil), ("ASK", "ask"),
        ] as [(String, String?)]) func nearest(word: String, expected: String?)
    {
        #expect(Suggestion.nearest(to: word, among: ["", "ask", "edit", "export", "help", "undo"]) == expected)
    }
}
