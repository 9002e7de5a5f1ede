import Glibc
import Ledger
import Testing

/// The official clients of the Model Context Protocol with `coach mcp` as their server. They exit with 1 where anything but
/// JSON-RPC is on its standard output, and hold each result against its schema.
@Suite(.enabled(if: getenv("COACH_TEST_MCP") != nil, "the clients aren't there; `make test-peers` starts them"))
struct MCPTests {
    /// Which client, and the era it speaks.
    static let eras = ["--v1", "--mode auto", "--mode legacy", "--mode 2026-07-28"]

    private static let calls: [(tool: String, arguments: String)] = [
        ("ask", #"{"question": "how much did I spend on groceries last month?"}"#),
        ("get_spending", #"{"category": "groceries", "period": "last month", "group_by": "merchant"}"#),
        ("get_transactions", #"{"merchant": "Starbucks", "limit": 5}"#), ("get_income_and_savings", "{}"),
        ("get_recurring_transactions", #"{"kind": "subscriptions"}"#), ("get_forecast", "{}"), ("get_accounts", "{}"),
        ("get_budgets", "{}"), ("assess_purchase", #"{"amount_cents": 15000, "merchant": "Steam Games"}"#),
        ("get_unusual", "{}"), ("explain_figure", #"{"question": "coffee in October"}"#),
        ("list_names", #"{"kind": "accounts"}"#),
    ]

    private func environment(_ name: String) throws -> String { try #require(getenv(name).map { String(cString: $0) }) }

    /// Holds what a client printed against what the tools are and give.
    private func check(_ output: String, tools count: Int) throws {
        let lines = output.split(separator: "\n")
        let tools = try #require(lines.first { $0.hasPrefix("tools ") })
        #expect(try JSON.parse(String(tools.dropFirst(6)))["tools"]?.array?.count == count)
        for (tool, _) in Self.calls {
            let line = try #require(lines.first { $0.hasPrefix("call \(tool) ") })
            let result = try JSON.parse(String(line.dropFirst(tool.utf8.count + 6)))
            #expect(result["isError"]?.bool != true, "\(line)")
            #expect(result["structuredContent"]?.object != nil, "\(line)")
        }
        let asked = try #require(lines.first { $0.hasPrefix("call ask ") })
        // By the facts of the sample's generator.
        #expect(asked.contains("67151"))
    }

    /// Lists all tools and calls each.
    @Test(arguments: eras) func everyToolIsListedAndCalled(_ era: String) throws {
        let client = try environment("COACH_TEST_MCP")
        let calls = Self.calls.map { "--call \($0.tool) '\($0.arguments)'" }.joined(separator: " ")
        let command = "\(client) \(era) \(calls) -- \(PeerCommand.program) mcp --demo --no-model 2>&1"
        let (output, code) = try PeerCommand.run(command)
        #expect(code == 0, "\(output.suffix(2_000))")
        try check(output, tools: 12)
    }

    /// The same over HTTP, by the client of either generation; the sample is nobody's, so that all tools are offered.
    @Test(arguments: [
        ("COACH_TEST_MCP1_PYTHON", "auto", "2025-11-25"), ("COACH_TEST_MCP_PYTHON", "auto", "2026-07-28"),
        ("COACH_TEST_MCP_PYTHON", "legacy", "2025-11-25"), ("COACH_TEST_MCP_PYTHON", "2026-07-28", "2026-07-28"),
    ])
    func everyToolIsListedAndCalledOverHTTP(_ python: String, _ mode: String, _ version: String) throws {
        let calls = Self.calls.map { "\($0.tool) '\($0.arguments)'" }.joined(separator: " ")
        let script = "\(try environment(python)) \(PeerCommand.script("mcp_http.py"))"
        let (output, code) = try PeerCommand.run("\(script) \(PeerCommand.program) \(mode) \(calls) 2>&1")
        #expect(code == 0, "\(output.suffix(2_000))")
        #expect(output.hasPrefix("protocol \(version)\n"))
        try check(output, tools: 14)
    }

    /// llama.cpp's server as a third client.
    @Test(.enabled(if: getenv("COACH_TEST_MCP_LLAMA") != nil, "llama-server isn't built"))
    func anotherServerIsAClientToo() throws {
        let ask = "curl -s -H 'Authorization: Bearer sk-local' \(try environment("COACH_TEST_MCP_LLAMA"))/tools"
        let tools = try JSON.parse(PeerCommand.run(ask).output).array?.compactMap { $0["tool"]?.string } ?? []
        #expect(Set(tools) == Set(Self.calls.map { "coach_" + $0.tool }))
        for (tool, arguments) in Self.calls {
            let body = #"{"tool": "coach_\#(tool)", "params": \#(arguments)}"#
            let (output, _) = try PeerCommand.run("\(ask) -d '\(body)'")
            let text = try #require(try JSON.parse(output)["plain_text_response"]?.string, "\(output.prefix(500))")
            let answer = try JSON.parse(text)
            // Names are of no day.
            #expect(answer["error"] == nil && (answer["as_of"] ?? answer["names"]) != nil, "\(text.prefix(500))")
            #expect(tool != "ask" && tool != "get_spending" || text.contains("67151"))
        }
    }
}
