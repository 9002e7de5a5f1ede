import Glibc
import TestSupport
import Testing

/// The conversation as a person at a terminal has it.
@Suite(.serialized) struct LineEditingTests {
    private static let prompt = "›"

    private func demo(
        _ command: String = "coach demo", home: String? = nil, environment: [String: String] = [:], columns: UInt16 = 80
    ) throws -> Pseudoterminal {
        let terminal = try Pseudoterminal(command, home: home, environment: environment, columns: columns)
        try terminal.expect(Self.prompt)
        return terminal
    }

    @Test func controlDEndsWithZeroAndTheTerminalAsItWas() throws {
        let terminal = try Pseudoterminal("coach demo")
        let before = terminal.settingsAtFirst
        try terminal.expect(Self.prompt)
        #expect(terminal.settings != before, "readline reads keys, not lines")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.settings == before)
    }

    @Test func controlCClearsTheLineAndNeverEndsTheProgram() throws {
        let terminal = try demo()
        terminal.type("how much on gro")
        try terminal.expect("gro")
        terminal.press(.controlC)
        try terminal.expect("^C")
        try terminal.expect(Self.prompt)
        terminal.press(.controlC)
        try terminal.expect(Self.prompt)
        terminal.enter("groceries last month")
        try terminal.expect("September 2026")
        terminal.enter("/quit")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: [
        SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGSYS,
    ]) func aSignalLeavesTheTerminalAsItWas(
        _ signal: Int32
    ) throws {
        let terminal = try Pseudoterminal("coach demo")
        let before = terminal.settingsAtFirst
        try terminal.expect(Self.prompt)
        #expect(terminal.settings != before)
        terminal.send(signal)
        #expect(try terminal.waitForEnd() == 128 + signal)
        #expect(terminal.settings == before)
        try terminal.expect("\u{1B}[?2004l")
    }

    @Test func controlCLeavesASearchThroughTheHistory() throws {
        let terminal = try demo()
        terminal.enter("groceries last month")
        try terminal.expect("September 2026")
        try terminal.expect(Self.prompt)
        terminal.type("\u{12}groc")
        try terminal.expect("(search")
        terminal.press(.controlC)
        try terminal.expect(Self.prompt)
        terminal.enter("/quit")
        let rest = try terminal.expect("/quit")
        #expect(!rest.contains("groceries"), "what was found does not stand on the next line")
        #expect(try terminal.waitForEnd() == 0)
    }

    /// A few letters of an earlier line find it; Enter asks it again.
    @Test func anEarlierLineIsFoundByAFewLetters() throws {
        let terminal = try demo()
        for line in ["coffee last month", "groceries last month"] {
            terminal.enter(line)
            try terminal.expect("September 2026")
            try terminal.expect(Self.prompt)
        }
        terminal.type("\u{12}cofmon")
        try terminal.expect("(search")
        terminal.type("\r")
        try terminal.expect("on coffee in September 2026")
        try terminal.expect(Self.prompt)
        // Ctrl-G gives back what was typed before.
        terminal.type("rent\u{12}groc")
        try terminal.expect("(search")
        terminal.type("\u{07}")
        terminal.type(" in September 2026\r")
        try terminal.expect("on rent in September 2026")
    }

    /// Ctrl-R once more goes to the next best, and an arrow goes on with what was found.
    @Test func aSearchGoesOnToTheNextLine() throws {
        let terminal = try demo()
        for line in ["coffee last month", "coffee in August 2026"] {
            terminal.enter(line)
            try terminal.expect("on coffee in")
            try terminal.expect(Self.prompt)
        }
        terminal.type("\u{12}coffee")
        try terminal.expect("(search")
        terminal.type("\u{12}")
        terminal.type("\u{1B}[D")
        terminal.type("\u{05}s\u{7F}\r")
        try terminal.expect("on coffee in September 2026")
    }

    /// What an earlier line goes on with stands dim behind the cursor; the right arrow takes it, Enter leaves it.
    @Test func aLineIsSuggestedAndTaken() throws {
        let terminal = try demo()
        terminal.enter("coffee last month")
        try terminal.expect("September 2026")
        try terminal.expect(Self.prompt)
        terminal.type("cof")
        try terminal.expect("\u{1B}[2mfee last month\u{1B}[0m")
        terminal.type("\u{1B}[C")
        terminal.type("\r")
        try terminal.expect("on coffee in September 2026")
        try terminal.expect(Self.prompt)
        terminal.type("coffee")
        try terminal.expect("\u{1B}[2m last month\u{1B}[0m")
        terminal.type("\r")
        // Nothing of the suggestion stays on the screen.
        let shown = try terminal.expect("You spent")
        #expect(shown.contains("\u{1B}[K"))
    }

    /// A question that this household's data makes worth asking is suggested before any was asked.
    @Test func aStarterIsSuggested() throws {
        let terminal = try demo()
        terminal.type("which sub")
        try terminal.expect("\u{1B}[2mscriptions got more expensive?\u{1B}[0m")
    }

    @Test func withoutColorsNothingIsSuggested() throws {
        let terminal = try demo("coach demo --no-color")
        terminal.type("which sub\r")
        #expect(!(try terminal.expect(Self.prompt).contains("expensive")))
    }

    @Test func controlDEndsSeveralLines() throws {
        let terminal = try demo()
        terminal.enter("\"\"\"groceries")
        try terminal.expect("…")
        terminal.enter("last month")
        try terminal.expect("…")
        terminal.press(.controlD)
        try terminal.expect("September 2026")
        try terminal.expect(Self.prompt)
        terminal.enter("/quit")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func tabCompletesNamesOfOneAndOfSeveralWords() throws {
        let terminal = try demo()
        terminal.type("how much at whole fo\t")
        try terminal.expect("Foods")
        terminal.type("last month\r")
        try terminal.expect("at Whole Foods in September 2026")
        try terminal.expect(Self.prompt)
        terminal.type("/he\t")
        try terminal.expect("/help")
    }

    @Test func historyIsKeptAcrossRunsWithoutRepetitionAndWithoutWhatBeginsWithASpace() throws {
        let first = try demo(
            "coach --as-of 2026-10-31",
            home: try household(["2026-09-03,STARBUCKS 12,-4.50", "2026-09-09,WHOLE FOODS 123,-30.50"]))
        for line in ["coffee last month", "groceries last month", "coffee last month", " rent last month"] {
            first.enter(line)
            try first.expect("2026")
            try first.expect(Self.prompt)
        }
        first.press(.controlD)
        #expect(try first.waitForEnd() == 0)
        let second = try demo("coach --as-of 2026-10-31", home: first.home)
        // readline draws only what differs, so the answers tell which lines came up.
        second.press(.up)
        second.enter("")
        try second.expect("on coffee in September 2026")
        try second.expect(Self.prompt)
        second.press(.up)
        second.press(.up)
        second.enter("")
        try second.expect("on groceries in September 2026")
        try second.expect(Self.prompt)
        second.press(.controlD)
        #expect(try second.waitForEnd() == 0)
        var about = stat()
        #expect(stat(first.home + "/state/coach/history", &about) == 0)
        #expect(about.st_mode & 0o777 == 0o600)
    }

    @Test func pastedLinesWaitForEnterAndAreThenAQuestionEach() throws {
        let terminal = try demo()
        terminal.paste("coffee last month\ngroceries last month")
        try terminal.expect("groceries last month")
        terminal.type("\r")
        try terminal.expect("on coffee in September 2026")
        try terminal.expect("on groceries in September 2026")
    }

    @Test func threeQuotesHoldOneQuestionOfSeveralLines() throws {
        let terminal = try demo()
        terminal.enter("\"\"\"how much")
        try terminal.expect("…")
        terminal.enter("on groceries")
        try terminal.expect("…")
        terminal.enter("last month\"\"\"")
        try terminal.expect("on groceries in September 2026")
    }

    @Test func threeQuotesHoldOneQuestionInWhatIsPasted() throws {
        let terminal = try demo()
        terminal.paste(
            "\"\"\"how much\non groceries\nlast month\"\"\"\ncoffee last month\n\"\"\"rent\nlast month\"\"\""
        )
        try terminal.expect("rent")
        terminal.type("\r")
        try terminal.expect("on groceries in September 2026")
        try terminal.expect("on coffee in September 2026")
        try terminal.expect("on rent in September 2026")
        try terminal.expect(Self.prompt)
        // Each is a line of its own in the history, and the one of several lines is one again.
        for _ in 0..<3 { terminal.press(.up) }
        terminal.enter("")
        try terminal.expect("on groceries in September 2026")
    }

    @Test func aZeroByteInWhatIsPastedCutsNothing() throws {
        let terminal = try demo()
        terminal.paste("groceries\u{0} last month")
        terminal.type("\r")
        try terminal.expect("on groceries in September 2026")
    }

    @Test(arguments: [
        ("no-such-editor", "can't be started"), ("/nowhere/vi -x", "can't be started"),
        ("false", "failed (1)"),
        ("sh -c 'exit 3'", "failed (3)"),
    ]) func anEditorThatFailsIsSaidInALineAndTheLineStays(editor: String, words: String) throws {
        let terminal = try demo(environment: ["EDITOR": editor, "VISUAL": ""])
        terminal.type("coffee last month")
        try terminal.expect("last month")
        terminal.press(.editor)
        let said = try terminal.expect(words)
        #expect(
            said.split(separator: "\n").count { $0.contains("coach:") } == 1 && !said.contains("sh:"),
            "\(said)")
        try terminal.expect("last month")
        terminal.type("\r")
        try terminal.expect("on coffee in September 2026")
    }

    /// The line begins two rows above the cursor once it is broken at 40 columns; readline would go up none.
    @Test func aLongLineIsDrawnAnewFromItsFirstRow() throws {
        let terminal = try demo(columns: 120)
        let line = String(repeating: "groceries ", count: 10) + "X"
        terminal.type(line)
        try terminal.expect("X")
        terminal.resize(columns: 40, rows: 24)
        try terminal.expect("\u{1B}[2A\r\u{1B}[J")
        try terminal.expect("X")
        terminal.resize(columns: 120, rows: 24)
        let drawn = try terminal.expect("X")
        #expect(drawn.contains("\r\u{1B}[J") && !drawn.contains("A\r"), "\(drawn)")
    }

    @Test func viModeOfTheUsersInputrc() throws {
        let home = try TestFolder.lasting()
        let path = home + "/inputrc"
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        let text = Array("$if coach\nset editing-mode vi\n$endif\n".utf8)
        #expect(write(file, text, text.count) == text.count)
        close(file)
        let terminal = try demo(home: home, environment: ["INPUTRC": path])
        terminal.type("coffee last monthX")
        try terminal.expect("X")
        // Out of insertion, the character under the cursor away.
        terminal.press(.escape)
        terminal.type("x")
        terminal.type("\r")
        try terminal.expect("on coffee in September 2026")
    }

    @Test func theEditorChangesTheLine() throws {
        let terminal = try demo(environment: ["EDITOR": "sed -i s/coffee/groceries/", "VISUAL": ""])
        terminal.type("coffee last month")
        try terminal.expect("last month")
        terminal.press(.editor)
        terminal.type("\r")
        try terminal.expect("on groceries in September 2026")
    }

    @Test func anotherWindowSizeIsUsedAtOnce() throws {
        let terminal = try demo()
        terminal.resize(columns: 40, rows: 24)
        terminal.send(SIGWINCH)
        terminal.enter("groceries last month by merchant")
        let answer = try terminal.expect("Trader").split(separator: "\r\n").map { String($0) }
        let lines = answer.drop { !$0.contains("You spent") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 40 || $0.contains("\u{1B}") }, "\(lines)")
    }

    @Test func aDumbTerminalGetsNoSequences() throws {
        let terminal = try demo(environment: ["TERM": "dumb", "INPUTRC": "/dev/null"])
        terminal.enter("groceries last month")
        try terminal.expect("September 2026")
        terminal.enter("/quit")
        #expect(try terminal.waitForEnd() == 0)
        #expect(!terminal.output.contains(0x1B))
    }

    /// Ctrl-D pressed before the prompt is there ends the conversation as soon as it is.
    @Test func theEndMayBeTypedAhead() throws {
        let terminal = try Pseudoterminal("coach demo")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func theProgramStopsAndGoesOnWithTheLine() throws {
        let terminal = try demo()
        terminal.type("groceries la")
        try terminal.expect("groceries la")
        // A session's leader cannot be stopped from its terminal, so the shell's job control is not at hand here:
        // the signal is caught, the line is drawn anew, and the process goes on.
        terminal.send(SIGCONT)
        terminal.type("st month\r")
        try terminal.expect("on groceries in September 2026")
    }
}
