import Ledger
import TestSupport
import Testing

@testable import Service

/// The protocol by its messages, in both eras.
@Suite struct MCPProtocolTests {
    private let server = MCPProtocol(version: "9.9", tools: ToolTable.tools(allowsWrites: false)) { name, arguments in
        name == "get_budgets" ? ToolResult(.object([("echo", arguments)])) : ToolDesk.emptyResult()
    }

    private func reply(_ text: String) -> JSON? { server.reply(to: Array(text.utf8)) }

    private func result(_ method: String, _ params: String = "{}") throws -> JSON {
        let reply = try #require(self.reply(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#))
        #expect(reply["id"]?.int == 7)
        #expect(reply["error"] == nil)
        return try #require(reply["result"])
    }

    private func code(_ text: String) -> Int64? { reply(text)?["error"]?["code"]?.int64 }

    private let meta = #"""
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}
        """#

    @Test(arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
    ]) func aHandshakeAgreesOnAVersion(_ asked: String, _ given: String) throws {
        let hello = try result("initialize", #"{"protocolVersion":"\#(asked)","capabilities":{}}"#)
        #expect(hello["protocolVersion"]?.string == given)
        #expect(hello["serverInfo"]?["name"]?.string == "coach")
        #expect(hello["serverInfo"]?["version"]?.string == "9.9")
        #expect(hello["capabilities"]?["tools"] != nil)
        #expect(hello["resultType"] == nil)
    }

    @Test func theOlderEraHasPingAndNoDiscovery() throws {
        #expect(try result("ping").object?.isEmpty == true)
        #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#) == -32602)
        #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#) == -32601)
    }

    @Test func theStatelessEraNeedsNoHandshake() throws {
        let found = try result("server/discover", "{\(meta)}")
        #expect(found["supportedVersions"]?[0]?.string == "2026-07-28")
        #expect(found["resultType"]?.string == "complete")
        #expect(found["_meta"]?["io.modelcontextprotocol/serverInfo"]?["name"]?.string == "coach")
        let list = try result("tools/list", "{\(meta)}")
        #expect(list["ttlMs"]?.int64 == 3_600_000)
        #expect(list["cacheScope"]?.string == "private")
        #expect(list["tools"]?.array?.count == 12)
        let called = try result("tools/call", #"{"name":"get_budgets","arguments":{"a":1},\#(meta)}"#)
        #expect(called["resultType"]?.string == "complete")
        #expect(called["structuredContent"]?["echo"]?["a"]?.int == 1)
        #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{\#(meta)}}"#) == -32601)
        #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{\#(meta)}}"#) == -32601)
    }

    @Test func anotherStatelessVersionIsToldWhichOneThereIs() throws {
        let other =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}"#
        let error = try #require(reply(other)?["error"])
        #expect(error["code"]?.int64 == -32022)
        #expect(error["data"]?["supported"]?[0]?.string == "2026-07-28")
        #expect(error["data"]?["requested"]?.string == "2031-01-01")
        let bare =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#
        #expect(code(bare) == -32602)
    }

    @Test func contentIsGivenAsStructureAndAsText() throws {
        let called = try result("tools/call", #"{"name":"get_budgets","arguments":{"name":"a\u001bb"}}"#)
        #expect(called["isError"]?.bool == false)
        let text = try #require(called["content"]?[0]?["text"]?.string)
        #expect(try JSON.parse(text).text == called["structuredContent"]?.text)
    }

    @Test(arguments: [
        ("{", -32700), ("", -32700), ("[]", -32600), ("7", -32600), (#"{"id":1,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"undo"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"3"}}"#, -32602),
        (#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}"#, -32602),
    ]) func whatIsNoRequestHasItsCode(_ text: String, _ expected: Int64) { #expect(code(text) == expected) }

    @Test func nothingIsSaidToNotificationsAndReplies() {
        #expect(reply(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
        #expect(reply(#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_budgets"}}"#) == nil)
        #expect(reply(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
        #expect(reply(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#) == nil)
    }

    @Test func aListOfMessagesHasAListOfReplies() {
        let both = reply(
            #"[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"x"}]"#
        )
        #expect(both?.array?.count == 2)
        #expect(both?[0]?["id"]?.string == "a")
        #expect(both?[1]?["error"]?["code"]?.int64 == -32601)
    }

    @Test func anEndlessMessageIsRefused() {
        let text = "\"" + String(repeating: "a", count: MCPProtocol.longestMessage) + "\""
        #expect(code(text) == -32600)
    }

    /// Whatever bytes come, a reply is one of JSON-RPC, and there is one for each request that can be read.
    @Test(arguments: [UInt64(1), 2, 3]) func damagedMessagesDoNoHarm(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let messages = [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
            #"{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":"get_budgets","arguments":{"cursor":"1"}}}"#,
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{\#(meta)}}"#,
        ].map { Array($0.utf8) }
        for _ in 0..<2_000 {
            var bytes = messages.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                default: bytes.insert(contentsOf: #"{}[]",:\0-9"#.utf8.shuffled(using: &random).prefix(3), at: place)
                }
            }
            guard let reply = server.reply(to: bytes) else { continue }
            for one in reply.array ?? [reply] {
                #expect(one["jsonrpc"]?.string == "2.0")
                #expect((one["result"] == nil) != (one["error"] == nil))
            }
        }
    }

    @Test func eachToolSaysWhatItDoes() {
        for tool in ToolTable.tools(allowsWrites: true) {
            let annotations = tool.json["annotations"]
            #expect(annotations?["readOnlyHint"]?.bool == !["update_transaction", "undo"].contains(tool.name))
            #expect(annotations?["openWorldHint"]?.bool == false)
            #expect(tool.input["type"]?.string == "object")
            #expect(tool.output["type"]?.string == "object")
            #expect(!tool.description.isEmpty)
        }
        #expect(Set(ToolTable.tools(allowsWrites: true).map(\.name)).count == 14)
    }
}
