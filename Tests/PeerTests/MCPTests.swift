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

    /// Where the build puts the program: beside the tests.
    private static var program: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        let path = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return "/" + path.split(separator: "/").dropLast().joined(separator: "/") + "/coach"
    }

    private func run(_ command: String) throws -> (output: String, code: Int32) {
        let pipe = try #require(popen(command, "r"))
        var (output, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
        return (String(decoding: output, as: UTF8.self), pclose(pipe))
    }

    /// Lists all tools and calls each.
    @Test(arguments: eras) func everyToolIsListedAndCalled(_ era: String) throws {
        let client = try #require(getenv("COACH_TEST_MCP").map { String(cString: $0) })
        let calls = Self.calls.map { "--call \($0.tool) '\($0.arguments)'" }.joined(separator: " ")
        let (output, code) = try run("\(client) \(era) \(calls) -- \(Self.program) mcp --demo --no-model 2>&1")
        #expect(code == 0, "\(output.suffix(2_000))")
        let lines = output.split(separator: "\n")
        let tools = try #require(lines.first { $0.hasPrefix("tools ") })
        #expect(try JSON.parse(String(tools.dropFirst(6)))["tools"]?.array?.count == 12)
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

    /// llama.cpp's server as a third client.
    @Test(.enabled(if: getenv("COACH_TEST_MCP_LLAMA") != nil, "llama-server isn't built"))
    func anotherServerIsAClientToo() throws {
        let url = try #require(getenv("COACH_TEST_MCP_LLAMA").map { String(cString: $0) })
        let tools = try run("curl -s -H 'Authorization: Bearer sk-local' \(url)/tools")
        #expect(tools.output.contains("coach_get_spending"), "\(tools.output.prefix(500))")
        let body = #"{"tool": "coach_get_spending", "params": {"category": "groceries", "period": "last month"}}"#
        let called = try run("curl -s -H 'Authorization: Bearer sk-local' -d '\(body)' \(url)/tools")
        #expect(called.output.contains("67151"), "\(called.output.prefix(500))")
    }
}
