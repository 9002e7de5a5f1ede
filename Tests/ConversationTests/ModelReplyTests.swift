import Glibc
import TestSupport
import Testing

private let hasPython = ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/python3", X_OK) == 0 }

/// Replies of a model that a person at a terminal does not wait for.
@Suite(.serialized, .enabled(if: hasPython, "python3 is not here")) struct ModelReplyTests {
    private static let prompt = "›"
    private static let question = "how much did I spend on coffee in September 2026?"

    /// The sample's conversation beside a model that gives these replies.
    private func conversation(
        _ replies: String, home: String? = nil, command: String = "coach demo", hasPrompt: Bool = true,
        path: String = #filePath
    ) throws -> Pseudoterminal {
        let home = try home ?? TestFolder.lasting()
        let file = open(home + "/replies.json", O_WRONLY | O_CREAT, 0o600)
        let bytes = Array(replies.utf8)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        close(file)
        let tests = "/" + path.split(separator: "/").dropLast(2).joined(separator: "/")
        let terminal = try Pseudoterminal(
            "env -C \(home) python3 \(tests)/FunctionalTests/scripted-model.py replies.json \(command)", home: home)
        if hasPrompt { try terminal.expect(Self.prompt) }
        return terminal
    }

    /// Waits until the model has the request that the program waits for.
    private func expectAsked(_ terminal: Pseudoterminal) throws {
        try terminal.expect("thinking")
        for _ in 0..<600 where access(terminal.home + "/requests.jsonl", F_OK) != 0 { usleep(50_000) }
        #expect(access(terminal.home + "/requests.jsonl", F_OK) == 0, "the model was not asked")
    }

    /// Waits until the model has noticed that its reader went away.
    private func expectClosed(_ terminal: Pseudoterminal) {
        for _ in 0..<600 where access(terminal.home + "/closed.log", F_OK) != 0 { usleep(50_000) }
        #expect(access(terminal.home + "/closed.log", F_OK) == 0, "the connection stays open")
    }

    @Test func controlCEndsAReplyAndTheConversationGoesOn() throws {
        let terminal = try conversation(
            """
            [{"text": "You spent $77.45 on coffee in September 2026. That was ", "pace": 0.01, "then": "hang"},
             {"text": "For context, [[coffee.sep]]."}]
            """)
        terminal.enter(Self.question)
        try terminal.expect("$77.45")
        terminal.press(.controlC)
        try terminal.expect("Cancelled.")
        try terminal.expect(Self.prompt)
        expectClosed(terminal)
        // What was shown was said: it is in the history, and can be asked about.
        terminal.enter("/history")
        try terminal.expect("1  \(Self.question)")
        try terminal.expect(Self.prompt)
        terminal.enter("/edit 1 \(Self.question)")
        try terminal.expect("For context, you spent $77.45 on coffee in September 2026.")
        try terminal.expect(Self.prompt)
        terminal.enter("/export")
        #expect(try !terminal.expect(Self.prompt).contains("You spent $77.45 on coffee"))
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.settings == terminal.settingsAtFirst)
    }

    /// Who does not wait for the model gets the program's answer, and `/retry` asks that question again.
    @Test func retryAsksTheStoppedQuestion() throws {
        let terminal = try conversation(
            """
            [{"text": "You spent $77.45 on coffee in September 2026."}, {"text": "", "then": "hang"},
             {"text": "It was [[groceries.sep]]."}]
            """)
        terminal.enter(Self.question)
        try terminal.expect("$77.45")
        try terminal.expect(Self.prompt)
        terminal.enter("how much did I spend on groceries in September 2026?")
        try expectAsked(terminal)
        terminal.press(.controlC)
        try terminal.expect("$672")
        try terminal.expect(Self.prompt)
        terminal.enter("/retry")
        try terminal.expect("You spent $672 on groceries in September 2026.")
        try terminal.expect(Self.prompt)
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// What was read is said and answered, also where the reader then has enough of the words.
    @Test func controlCAfterALineWasRead() throws {
        let terminal = try conversation(
            #"""
            [{"text": "{\"answer\":{\"requests\":[{\"kind\":\"recurring\",\"streams\":\"subscriptions\"}]}}"},
             {"text": "You have [[count]]. They are ", "pace": 0.01, "then": "hang"}]
            """#)
        terminal.enter("kids bills")
        try terminal.expect("Read as: subscriptions.")
        try terminal.expect("$131.15 a month")
        terminal.press(.controlC)
        try terminal.expect("Cancelled.")
        try terminal.expect(Self.prompt)
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// Who does not wait for the model gets the program's answer.
    @Test func controlCEndsTheWaitForTheFirstWord() throws {
        let terminal = try conversation(#"[{"text": "", "then": "hang"}, {"text": "It was [[coffee.sep]]."}]"#)
        terminal.enter(Self.question)
        try expectAsked(terminal)
        terminal.press(.controlC)
        try terminal.expect("$77.45")
        expectClosed(terminal)
        try terminal.expect(Self.prompt)
        terminal.enter(Self.question)
        try terminal.expect("You spent $77.45 on coffee")
        try terminal.expect(Self.prompt)
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func controlCWhileASingleQuestionWaits() throws {
        let terminal = try conversation(
            #"[{"text": "", "then": "hang"}]"#, command: "coach ask --demo '\(Self.question)'", hasPrompt: false)
        try expectAsked(terminal)
        terminal.press(.controlC)
        try terminal.expect(" on coffee in September 2026, in 13 transactions.")
        #expect(try terminal.waitForEnd() == 0)
    }

    /// Of several months none waits after the first that was not waited for.
    @Test func controlCWhileASummaryWaits() throws {
        let terminal = try conversation(
            #"[{"text": "", "then": "hang"}]"#,
            command: "coach summary --demo --require-model --since 2026-08 --output pages --format text",
            hasPrompt: false)
        try expectAsked(terminal)
        terminal.press(.controlC)
        // A model was required, and none answered.
        #expect(try terminal.waitForEnd() == 3)
        for month in ["2026-08", "2026-09"] {
            #expect(access("\(terminal.home)/pages/\(month).txt", R_OK) == 0)
        }
    }

    /// What `/edit` and `/retry` take the place of goes only once there is an answer in its place.
    @Test func aQuestionThatIsCancelledTakesNoPlace() throws {
        let home = try household(["2026-09-09,CORNER BAKERY,-30.50", "2026-10-05,CORNER BAKERY,-54.50"])
        let spent = "You spent $54.50 at Corner Bakery Cafe in October 2026."
        let terminal = try conversation(
            """
            [{"text": "\(spent)"}, {"text": "You spent $30.50 at Corner Bakery Cafe in September 2026."},
             {"text": "You spent $30.50 at Corner Bakery Cafe in September 2026. That ", "pace": 0.01, "then": "hang"},
             {"text": "You spent $30.50 at Corner Bakery Cafe in September 2026. That ", "pace": 0.01, "then": "hang"}]
            """, home: home, command: "coach --as-of 2026-10-31")
        terminal.enter("corner bakery this month")
        try terminal.expect("$54.50")
        try terminal.expect(Self.prompt)
        terminal.enter("and last month?")
        try terminal.expect("$30.50")
        try terminal.expect(Self.prompt)
        for line in ["/edit 1 corner bakery in September", "/retry"] {
            terminal.enter(line)
            try terminal.expect("$30.50 at Corner Bakery")
            terminal.press(.controlC)
            try terminal.expect("Cancelled.")
            try terminal.expect(Self.prompt)
            terminal.enter("/history")
            try terminal.expect("1  corner bakery this month\r\n2  and last month?\r\n")
            try terminal.expect(Self.prompt)
        }
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
        let kept = try Pseudoterminal("coach conversations show 1", home: home)
        try kept.expect("$54.50")
        try kept.expect("$30.50")
    }

    @Test func whatIsTypedAheadStandsBehindTheNextPrompt() throws {
        let terminal = try conversation(
            #"[{"text": "You spent $77.45 on coffee in September 2026. ", "pace": 0.05}]"#)
        terminal.enter(Self.question)
        try expectAsked(terminal)
        terminal.type("/history\r")
        let reply = try terminal.expect(Self.prompt)
        #expect(reply.contains("$77.45") && !reply.contains("/hist"), "\(reply)")
        try terminal.expect("/history")
        try terminal.expect("1  \(Self.question)")
        try terminal.expect(Self.prompt)
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
        #expect(terminal.settings == terminal.settingsAtFirst)
    }

    @Test func aSignalErasesTheSignOfWaiting() throws {
        let terminal = try conversation(#"[{"text": "", "then": "hang"}]"#)
        terminal.enter(Self.question)
        try expectAsked(terminal)
        terminal.send(SIGTERM)
        #expect(try terminal.waitForEnd() == 128 + SIGTERM)
        try terminal.expect("\r\u{1B}[K\u{1B}[?25h")
        #expect(terminal.settings == terminal.settingsAtFirst)
    }

    @Test func aSignalDuringAReplyPutsTheTerminalBack() throws {
        let terminal = try conversation(
            #"[{"text": "You spent $77.45 on coffee in September 2026. That was ", "pace": 0.01, "then": "hang"}]"#)
        terminal.enter(Self.question)
        try terminal.expect("$77.45")
        terminal.send(SIGTERM)
        #expect(try terminal.waitForEnd() == 128 + SIGTERM)
        #expect(terminal.settings == terminal.settingsAtFirst)
    }
}
