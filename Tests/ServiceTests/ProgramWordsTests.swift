import Ledger
import Resources
import Testing

@testable import Service

/// A program is told of addresses and tools, and of commands only with where they are typed.
@Suite struct ProgramWordsTests {
    private typealias Site = WebServiceTests.Site

    @Test(
        arguments: [
            (
                "To set one, run `coach rules set fun 80` or say “set a fun limit”.",
                "To set one, send `POST /rules` or say “set a fun limit”."
            ),
            ("Done. `coach undo` takes it back.", "Done. “undo” at `POST /api/ask` takes it back."),
            ("Try `coach ask \"should I buy shoes for $90?\"`.", "Try “should I buy shoes for $90?”."),
            (
                "Import a bank file with `coach import FILE`.",
                "Import a bank file with `coach import FILE` on the machine that runs coach."
            ),
            ("`coach accounts` lists them", "`GET /api/accounts` lists them"),
            ("No `code` of ours, and one ` alone", "No `code` of ours, and one ` alone"), ("", ""),
            ("`coach ", "`coach "),
        ])
    func commandsAreSaidForPrograms(_ text: String, _ said: String) {
        #expect(ProgramWords.http.said(text) == said)
        // What was said for a program once stays as it is.
        #expect(ProgramWords.http.said(said) == said)
    }

    @Test(
        arguments: [
            (
                "run `coach import FILE` first",
                "run `coach import FILE --person anna` on the machine that runs coach first"
            ),
            (
                "the bank wants you to sign in again: run `coach connect plaid \"First Harbor\"`",
                "the bank wants you to sign in again: send `POST /api/plaid/link-token` with `{\"connection\": \"First Harbor\"}`"
            ),
            ("run `coach connect plaid` again", "send `POST /api/plaid/link-token` again"),
            ("`coach undo` takes it back", "“undo” at `POST /api/ask` takes it back"),
        ])
    func commandsAreAboutWhoAsks(_ text: String, _ said: String) {
        let words = ProgramWords.http.about(.init(options: ["--person anna"]))
        #expect(words.said(text) == said)
        #expect(words.said(said) == said)
        // What a tool said before doesn't know whose it is.
        #expect(words.said(ProgramWords.tools.said("run `coach import FILE`")) == words.said("run `coach import FILE`"))
    }

    @Test func whereAnotherFileIsServedCommandsSaySo() {
        let words = ProgramWords.http.about(.init(options: ["--person anna"], note: ", with the --db that it serves"))
        let said = words.said("`coach import FILE` imports one")
        #expect(
            said
                == "`coach import FILE --person anna` on the machine that runs coach, with the --db that it serves, imports one"
        )
        #expect(words.said(said) == said)
        // Where that is, is told once.
        let both = words.said("`coach cards setup mock` is for testing, `coach cards setup stripe` for real")
        #expect(
            both
                == "`coach cards setup mock --person anna` on the machine that runs coach, with the --db that it serves, "
                + "is for testing, `coach cards setup stripe --person anna` for real")
        #expect(words.said(both) == both)
        let tools = ProgramWords.tools.about(.init(options: ["--db \"trial.db\""]))
        #expect(
            tools.said("`coach import FILE`") == "`coach import FILE --db \"trial.db\"` on the machine that runs coach")
    }

    /// Whatever another person is told names their own index.
    @Test func otherPeopleAreToldOfTheirOwnIndex() throws {
        let site = try Site()
        let said = site.send("POST", "/api/ask", #"{"question": "groceries"}"#, token: site.other)
        #expect(said.json.text.contains("`coach import FILE --person anna` on the machine"))
        let call =
            #"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": "groceries"}}}"#
        let reply = site.send("POST", "/mcp", call, token: site.other).json
        #expect(
            reply["result"]?["structuredContent"]?["hint"]?.string?.contains("`coach import FILE --person anna`")
                == true)
        #expect(!reply.text.contains("`coach import FILE`"), "\(reply.text)")
    }

    @Test func toolsAreNamedToAssistants() {
        #expect(ProgramWords.tools.said("`coach accounts` lists them") == "`get_accounts` lists them")
        #expect(
            ProgramWords.tools.said("run `coach sync` again") == "run `coach sync` on the machine that runs coach again"
        )
        // Over HTTP such an answer goes through both.
        let once = ProgramWords.tools.said("run `coach sync`")
        #expect(ProgramWords.http.said(once) == once)
    }

    /// What the table names is there.
    @Test func everyAddressAndToolIsThere() {
        let tools = ToolTable.tools(allowsWrites: true).map(\.name)
        for row in Resource.named("rag-index/replies/programs.tsv").tableRows {
            for address in row[1].split(separator: "`") where address.contains(" /") {
                #expect(Routes.all.contains { "\($0.method) \($0.template)" == address }, "\(row)")
            }
            #expect(row[2].isEmpty || tools.contains(row[2].filter { $0 != "`" }), "\(row)")
        }
    }

    /// A command that is named in whatever answer is one for whoever runs the machine.
    private func check(_ text: String, _ options: String = "") {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var isPlaced = false
        for (part, after) in zip(parts, parts.dropFirst()) where part.hasPrefix("coach ") {
            isPlaced = isPlaced || after.hasPrefix(" on the machine that runs coach")
            #expect(isPlaced, "\(text.prefix(400))")
            #expect(part.hasSuffix(options), "\(text.prefix(400))")
        }
    }

    @Test func noAnswerSendsAProgramToTheTerminal() throws {
        let site = try Site()
        let limit = site.send("POST", "/api/ask", #"{"question": "set a grocery budget of $600"}"#, token: site.writer)
        check(limit.json.text)
        // What the table says instead of the command.
        #expect(site.send("GET", "/rules", token: site.reader).json.array?.count == 1)
        #expect(site.send("POST", "/api/ask", #"{"question": "undo"}"#, token: site.writer).status == 200)
        #expect(site.send("GET", "/rules", token: site.reader).json.array?.isEmpty == true)
        let questions = [
            "what are my limits?", "suggest limits", "when did you last sync?", "how do I import my bank?", "help",
            "connect my bank", "what's my net worth?", "will I run out of money?", "what did I decide?",
            "what's unusual?", "split a transaction", "what goals do I have?", "is my data safe?",
        ]
        for question in questions {
            let body = JSON.object([("question", .string(question))]).text
            check(site.send("POST", "/api/ask", body, token: site.reader).json.text)
            let call = JSON.object([
                ("jsonrpc", .string("2.0")), ("id", .int(1)), ("method", .string("tools/call")),
                (
                    "params",
                    .object([
                        ("name", .string("ask")), ("arguments", .object([("question", .string(question))])),
                    ])
                ),
            ])
            check(site.send("POST", "/mcp", call.text, token: site.reader).json.text)
            let chat = JSON.object([("message", .string(question))]).text
            let headers = [("Host", "localhost"), ("Accept", "text/event-stream")]
            let events = site.send("POST", "/api/chat", chat, token: site.reader, headers).response.body
            check(String(decoding: events, as: UTF8.self))
        }
        check(site.send("GET", "/rules", token: nil).json.text)
        check(site.send("POST", "/api/ask", #"{"question": "fun"}"#, token: site.other).json.text, " --person anna")
        check(site.send("POST", "/api/plaid/link-token", token: site.admin).json.text)
    }
}
