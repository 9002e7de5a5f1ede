import Glibc
import Testing

/// Conversations that are kept, and the commands in them, as a person at a terminal has them.
@Suite(.serialized) struct ConversationTests {
    private static let prompt = "›"

    private func demo(_ environment: [String: String] = [:]) throws -> Pseudoterminal {
        let terminal = try Pseudoterminal("coach demo", environment: environment)
        try terminal.expect(Self.prompt)
        return terminal
    }

    private func threeRows() throws -> String {
        try household([
            "2026-09-09,CORNER BAKERY,-30.50", "2026-10-05,CORNER BAKERY,-54.50", "2026-10-06,TOWN LIBRARY,-2.00",
        ])
    }

    private func end(_ terminal: Pseudoterminal) throws {
        try terminal.expect(Self.prompt)
        terminal.press(.controlD)
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func anEmptyIndexSaysThreeWaysToBegin() throws {
        let terminal = try Pseudoterminal("coach")
        try terminal.expect("import FILE")
        try terminal.expect("connect simplefin")
        try terminal.expect("coach demo")
        try end(terminal)
    }

    @Test func aConversationIsGoneOnWith() throws {
        let home = try threeRows()
        let options = "--as-of 2026-10-31"
        let first = try Pseudoterminal("coach \(options)", home: home)
        try first.expect(Self.prompt)
        first.enter("corner bakery this month")
        try first.expect("$54.50")
        try end(first)
        let second = try Pseudoterminal("coach --continue \(options)", home: home)
        try second.expect("Continuing “corner bakery this month”, 1 question.")
        try second.expect(Self.prompt)
        second.enter("and last month?")
        try second.expect("$30.50")
        try second.expect(Self.prompt)
        second.enter("/resume")
        try second.expect("corner bakery this month")
        try end(second)
    }

    @Test func aPrivateConversationIsNotKept() throws {
        let home = try threeRows()
        let first = try Pseudoterminal("coach --private --as-of 2026-10-31", home: home)
        try first.expect(Self.prompt)
        first.enter("corner bakery this month")
        try first.expect("$54.50")
        try end(first)
        #expect(access(home + "/state/coach/history", F_OK) != 0)
        let second = try Pseudoterminal("coach conversations", home: home)
        try second.expect("You have no saved conversations.")
    }

    /// Neither in the history nor in the conversation; what follows goes on from it nevertheless.
    @Test func aLineThatBeginsWithASpaceIsKeptNowhere() throws {
        let home = try threeRows()
        let first = try Pseudoterminal("coach --as-of 2026-10-31", home: home)
        try first.expect(Self.prompt)
        first.enter(" corner bakery this month")
        try first.expect("$54.50")
        try first.expect(Self.prompt)
        first.enter("and last month?")
        try first.expect("$30.50")
        try end(first)
        let second = try Pseudoterminal("coach conversations", home: home)
        let listed = try second.expect("and last month?")
        #expect(!listed.contains("corner bakery"))
    }

    @Test func commandsAreCompletedAndCorrected() throws {
        let terminal = try demo()
        terminal.type("/hist\t\r")
        try terminal.expect("You haven't asked anything yet.")
        terminal.enter("/sorces")
        try terminal.expect("did you mean /sources?")
        try end(terminal)
    }

    @Test func anEarlierQuestionIsAskedInOtherWords() throws {
        let terminal = try demo()
        terminal.enter("coffee last month")
        try terminal.expect("on coffee in September 2026")
        terminal.enter("and in August?")
        try terminal.expect("on coffee in August 2026")
        terminal.enter("/edit 1 groceries last month")
        try terminal.expect("on groceries in September 2026")
        terminal.enter("/history")
        try terminal.expect("1  groceries last month\r\n")
        terminal.enter("and in August?")
        try terminal.expect("on groceries in August 2026")
        try end(terminal)
    }

    /// Where a summary went can be opened from a terminal that has links; another one shows the name alone.
    @Test(arguments: ["1", "0"]) func aWrittenPageIsALink(support: String) throws {
        let terminal = try Pseudoterminal(
            "coach summary 2026-09 --demo --output \"$HOME/my page.html\"", environment: ["FORCE_HYPERLINK": support])
        try terminal.expect("Written to ")
        #expect(try terminal.expect("my page.html").contains("\u{1B}]8;;file://") == (support == "1"))
        #expect(try terminal.waitForEnd() == 0)
    }

    /// What is typed next is the next question, so that no pager takes the keys, however long an answer is.
    @Test func noPagerTakesTheKeysOfAConversation() throws {
        let terminal = try demo(["PAGER": "sed s/^/paged:/"])
        terminal.enter("/help")
        #expect(!(try terminal.expect("for the keyboard.")).contains("paged:"))
        try end(terminal)
    }

    /// A list of the shell is paged.
    @Test(arguments: [
        "search --limit 100", "summary", "--help", "help search",
        "ask list all transactions in October",
        "recurring",
    ]) func aListOfTheShellGoesThroughThePager(command: String) throws {
        let words = command.hasPrefix("-") || command.hasPrefix("help") ? command : "--demo \(command)"
        let terminal = try Pseudoterminal(
            "coach \(words)", environment: ["PAGER": "sed s/^/paged:/"], rows: 8)
        try terminal.expect("paged:")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test(arguments: ["accounts", "search --json --limit 100", "export", "summary --format json"])
    func whatFitsOrIsForProgramsIsNotPaged(command: String) throws {
        let terminal = try Pseudoterminal(
            "coach --demo \(command)", environment: ["PAGER": "sed s/^/paged:/"],
            rows: command == "accounts" ? 40 : 8)
        #expect(try terminal.waitForEnd() == 0)
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("paged:"))
    }

    @Test(arguments: ["false", "no-such-pager", "exit 7", "true"]) func aPagerThatFailsHidesNothing(
        pager: String
    ) throws {
        let terminal = try Pseudoterminal("coach --demo recurring", environment: ["PAGER": pager], rows: 8)
        try terminal.expect("Netflix")
        #expect(try terminal.waitForEnd() == 0)
    }

    @Test func aBlankLineStandsBehindWhatIsLong() throws {
        let terminal = try demo([:])
        terminal.enter("/help")
        let shown = try terminal.expect(Self.prompt)
        #expect(shown.contains("keyboard.\r\n\r\n"), "\(shown)")
    }

    @Test func aNewConversationSaysSoAndKeysHaveTheirHelp() throws {
        let terminal = try demo()
        terminal.enter("/new")
        try terminal.expect("Starting a new conversation.")
        terminal.enter("/help keys")
        for key in ["Tab", "Ctrl-R", "Ctrl-X Ctrl-E", "\"\"\"", "Ctrl-C", "Ctrl-D"] {
            try terminal.expect(key)
        }
        try end(terminal)
    }
}
