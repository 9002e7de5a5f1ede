import Glibc
import TestSupport
import Testing

/// Commands of a conversation on a terminal: what Tab knows, what they say, and how they end.
@Suite(.serialized) struct CommandTests {
    private static let prompt = "›"

    private func open(
        _ command: String = "coach demo", home: String? = nil, environment: [String: String] = [:],
        columns: UInt16 = 80,
        rows: UInt16 = 24
    ) throws -> Pseudoterminal {
        let terminal = try Pseudoterminal(
            command, home: home, environment: environment, columns: columns, rows: rows)
        try terminal.expect(Self.prompt)
        return terminal
    }

    private func end(_ terminal: Pseudoterminal) throws {
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    /// A merchant that nothing is known of, so that there is something to review.
    private func doubtful() throws -> String {
        try household(["2026-09-09,ZQXV 77,-30.50", "2026-10-05,QVKW 12,-54.50"])
    }

    // MARK: Import

    /// What a file does not tell is asked, and asked again until it is answered.
    @Test(arguments: [("y", "-$4.50"), ("n", "$4.50")])
    func theSignOfAFileIsAsked(answer: String, amount: String) throws {
        let home = try TestFolder.lasting()
        let rows = ["10-01,STARBUCKS,4.50", "10-02,UBER TRIP,12.00", "10-03,NETFLIX,15.49", "10-04,SOMEBODY,-20.00"]
        try writeFile(home + "/shop.csv", "Date,Description,Amount\n" + rows.map { "2026-\($0)\n" }.joined())
        let terminal = try Pseudoterminal("coach import \(home)/shop.csv", home: home)
        try terminal.expect("n = received")
        terminal.type("perhaps\r")
        try terminal.expect("n = received")
        terminal.type(answer + "\r")
        try terminal.expect("4 new")
        #expect(try terminal.waitForEnd() == 0)
        let list = try Pseudoterminal("coach search starbucks", home: home)
        try list.expect(" " + amount)
        #expect(try list.waitForEnd() == 0)
    }

    // MARK: Tab

    @Test(arguments: [
        ("/summary 2026-0\t\t", "2026-03"), ("/summary \t\t\t", "2025-12"), ("/help lang\t", "uage"),
        ("/budget sugg\t", "est"), ("/forecast --bu\t", "ffer"), ("how much in 2026-1\t", "0"),
    ]) func whatMayFollowACommandIsCompleted(typed: String, shown: String) throws {
        let terminal = try open()
        terminal.type(String(typed.prefix { $0 != "\t" }))
        try terminal.expect(String(typed.prefix { $0 != "\t" }.suffix(4)))
        for _ in typed.filter({ $0 == "\t" }) { terminal.press(.tab) }
        try terminal.expect(shown)
    }

    @Test func filesAreCompletedWhereOneIsNamed() throws {
        let home = try TestFolder.lasting()
        try writeFile(home + "/statement-of-may.md", "")
        let terminal = try open(home: home)
        terminal.type("/export \(home)/state")
        try terminal.expect("/state")
        terminal.press(.tab)
        try terminal.expect("ment-of-may.md")
    }

    @Test func namesInOtherScriptsAreCompleted() throws {
        let home = try household(["2026-10-05,東京ラーメン,-12.50", "2026-10-06,CAFÉ ZOË,-3.50"])
        let terminal = try open("coach --as-of 2026-10-31", home: home)
        terminal.type("how much at 東")
        try terminal.expect("東")
        terminal.press(.tab)
        try terminal.expect("京ラーメン")
        // A second Tab after a whole name adds nothing to it.
        terminal.press(.tab)
        terminal.enter("this month")
        try terminal.expect("$12.50")
    }

    // MARK: Words

    @Test func aConversationNamesItsOwnCommands() throws {
        let terminal = try open(
            "coach --as-of 2026-10-31", home: try household(["2026-10-05,WHOLE FOODS 123,-30.50"]))
        terminal.enter("/budget groceries 600")
        let said = try terminal.expect("takes that back.")
        #expect(said.contains("/undo") && !said.contains("coach undo"))
        terminal.enter("/budget groceries")
        try terminal.expect("$600.00 monthly limit on groceries")
        terminal.enter("/budget groceries off")
        try terminal.expect("is gone. /undo takes that back.")
        terminal.enter("/undo")
        try terminal.expect("Your limit on groceries is back to $600.00 a month.")
        terminal.enter("/networth now")
        try terminal.expect("see /help networth")
    }

    @Test(arguments: [UInt16(24), 40, 80]) func noLineIsCutByTheWindow(columns: UInt16) throws {
        // A pager is another program, and rows for all there is to show keep it away.
        let terminal = try open(columns: columns, rows: 400)
        for line in [
            "/help", "/help edit", "/help plans", "/edit", "/search coffee", "/privacy", "/frobnicate", "/summary",
            "/recurring", "/accounts", "/unusual", "/goal", "/bought 7", "/forecast nonsense", "top 10 merchants",
        ] {
            terminal.enter(line)
            try terminal.expect(line)
            let answer = try terminal.expect("\u{1B}[?2004h")
            for shown in visible(answer).split(whereSeparator: \.isNewline) {
                // What takes two columns is not among it. Paths have no place to break.
                #expect(shown.count <= Int(columns) || !shown.contains(" "), "\(line): \(shown)")
            }
        }
    }

    /// Without escape sequences.
    private func visible(_ text: String) -> String {
        var out = ""
        var isInSequence = false
        for character in text {
            if character == "\u{1B}" { isInSequence = true }
            if !isInSequence { out.append(character) }
            if isInSequence, character.isLetter { isInSequence = false }
        }
        return out
    }

    @Test func anEmptyIndexGreetsInANarrowWindow() throws {
        let terminal = try Pseudoterminal("coach", columns: 40)
        let greeting = try terminal.expect("\u{1B}[?2004h")
        #expect(visible(greeting).split(whereSeparator: \.isNewline).allSatisfy { $0.count <= 40 }, "\(greeting)")
        #expect(greeting.contains("import my bank\r\n    find bank files"))
    }

    // MARK: Review

    @Test func aReviewShowsItsQuestionAndLetsAnotherCommandIn() throws {
        let terminal = try open("coach --as-of 2026-10-31", home: try doubtful())
        terminal.enter("/review")
        try terminal.expect("1 of 2")
        try terminal.expect("q = quit")
        terminal.enter("nonsense")
        try terminal.expect("“nonsense” isn't one of them")
        try terminal.expect("q = quit")
        terminal.enter("/history")
        try terminal.expect("You haven't asked anything yet.")
        try terminal.expect(Self.prompt)
        try end(terminal)
    }

    @Test func controlCLeavesAReview() throws {
        let terminal = try open("coach --as-of 2026-10-31", home: try doubtful())
        terminal.enter("/review")
        try terminal.expect("q = quit")
        terminal.press(.controlC)
        try terminal.expect("Nothing was changed.")
        try terminal.expect(Self.prompt)
        terminal.enter("/history")
        try terminal.expect("You haven't asked anything yet.")
        try terminal.expect(Self.prompt)
        try end(terminal)
    }

    // MARK: What is kept

    @Test func aPrivateConversationHasItsLinesWhileItLasts() throws {
        let terminal = try open("coach --private --as-of 2026-10-31", home: try doubtful())
        terminal.enter("how much in September?")
        try terminal.expect("$30.50")
        try terminal.expect(Self.prompt)
        terminal.press(.up)
        terminal.enter("")
        try terminal.expect("$30.50")
        try terminal.expect(Self.prompt)
        try end(terminal)
        #expect(access(terminal.home + "/state/coach/history", F_OK) != 0)
    }

    @Test func theSampleKeepsNothing() throws {
        let terminal = try open()
        terminal.enter("groceries last month")
        try terminal.expect("September 2026")
        try terminal.expect(Self.prompt)
        try end(terminal)
        #expect(access(terminal.home + "/state/coach/history", F_OK) != 0)
    }

    @Test func anIndexIsClosedAtTheEnd() throws {
        let home = try doubtful()
        let terminal = try open("coach --as-of 2026-10-31", home: home)
        terminal.enter("how much in September?")
        try terminal.expect("$30.50")
        try terminal.expect(Self.prompt)
        try end(terminal)
        #expect(access(home + "/data/coach/coach.db", F_OK) == 0)
        #expect(access(home + "/data/coach/coach.db-wal", F_OK) != 0)
    }

    // MARK: Output elsewhere

    @Test func answersInAFileAreLikeThoseOfAPipe() throws {
        let home = try TestFolder.lasting()
        let terminal = try Pseudoterminal("coach demo > \(home)/answers", home: home)
        try terminal.expect("type one question per line")
        terminal.enter("coffee last month")
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
        let answers = try readFile(home + "/answers")
        #expect(answers.hasPrefix("You spent $77.45 on coffee in September 2026, in 13 transactions."))
        // One line, neither broken nor with a prompt before it.
        #expect(answers.split(separator: "\n", omittingEmptySubsequences: false).map(\.isEmpty) == [false, true])
    }

    @Test func aHalfTypedLineIsLeftBeforeTheShellsPrompt() throws {
        let terminal = try open()
        terminal.type("half")
        try terminal.expect("half")
        terminal.send(SIGTERM)
        #expect(try terminal.waitForEnd() == 128 + SIGTERM)
        #expect(terminal.output.last == UInt8(ascii: "\n"))
    }

    @Test func anEmptyPagerIsNone() throws {
        let terminal = try open(environment: ["PAGER": ""], rows: 10)
        terminal.enter("/help")
        try terminal.expect("/quit")
        try terminal.expect(Self.prompt)
        try end(terminal)
    }
}
