import Glibc
import Testing

@testable import LanguageModel

/// What endpoints, proxies and keys do amiss, and the words for it.
@Suite struct HTTPFailureTests {
    private final class Waits {
        var count = 0
    }

    private let waits = Waits()
    private static let schema = ReplySchema(name: "sum", text: "{}")

    private func model(
        _ server: ScriptedServer, key: String? = nil, _ change: (inout ModelSettings) -> Void = { _ in }
    ) throws -> HTTPChatModel {
        var settings = ModelSettings(
            provider: .openai, address: try #require(ModelAddress(server.url + "/v1/chat/completions")), model: "tiny",
            key: key.map(APIKey.value))
        change(&settings)
        let effects = HTTPChatModel.Effects(random: { 0 }, pause: { _, _ in waits.count += 1 })
        return HTTPChatModel(settings, cancellation: Cancellation(), retries: RetryPolicy(), effects: effects)
    }

    private func failure(_ model: HTTPChatModel, schema: ReplySchema? = nil) -> ModelError? {
        let request = ChatRequest(messages: [ChatMessage(.user, "coffee?")], schema: schema)
        return #expect(throws: ModelError.self) { try model.reply(to: request) { _ in true } }
    }

    private static func refusal(_ status: Int, _ body: String) -> [ScriptedServer.Step] {
        [.send(ScriptedServer.head(status) + body)]
    }

    // MARK: Ways to word an error

    /// As Google's endpoint, FastAPI and OpenRouter do it.
    @Test(arguments: [
        #"[{"error":{"code":400,"message":"No such field."}}]"#,
        #"{"detail":[{"loc":["body","x"],"msg":"No such field."}]}"#,
    ])
    func wordsOfOthers(body: String) throws {
        let server = ScriptedServer([Self.refusal(400, body)])
        #expect(failure(try model(server))?.message == "\(server.url) reports an error (400): “No such field.”")
    }

    /// As vLLM and llama.cpp word it for Gemma, and the templates of Mistral for themselves.
    @Test(arguments: [
        (400, "System role not supported"), (500, "Jinja Exception: System role not supported"),
        (400, "Conversation roles must alternate user/assistant/user/assistant/..."),
        (400, "Only user and assistant roles are supported!"),
    ])
    func aModelWithoutASystem(status: Int, words: String) throws {
        let whole = ScriptedServer.events(
            "data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n")
        let server = ScriptedServer([Self.refusal(status, "{\"error\":{\"message\":\"\(words)\"}}"), whole, whole])
        let model = try model(server)
        let request = ChatRequest(messages: [ChatMessage(.system, "Be calm."), ChatMessage(.user, "coffee?")])
        for _ in 1...2 { #expect(try model.reply(to: request) { _ in true }.text == "x") }
        let sent = #""messages":[{"role":"user","content":"Be calm.\n\ncoffee?"}]"#
        #expect(server.requests.dropFirst().allSatisfy { $0.body.contains(sent) } && waits.count == 0)
    }

    // MARK: Schemas

    /// As OpenAI's older models, DeepSeek, vLLM, LiteLLM, OpenRouter, llama.cpp, Ollama and others word it. What cannot be
    /// held to a schema is asked for without one, and for good.
    @Test(arguments: [
        (400, #"{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported"}}"#),
        (400, #"{"error":{"message":"This response_format type is unavailable now"}}"#),
        (400, #"{"error":{"message":"Invalid schema for response_format 'sum': …"}}"#),
        (400, #"{"error":"registry.example/tiny does not support tools"}"#),
        (400, #"{"object":"error","message":"Failed to convert the JSON schema to a grammar"}"#),
        (404, #"{"error":{"message":"No endpoints found that support tool use.","code":404}}"#),
        (500, #"{"error":"invalid JSON schema in format"}"#), (422, #"{"detail":"response_format: extra fields"}"#),
    ])
    func schemasThatAreRefused(status: Int, body: String) throws {
        let whole = ScriptedServer.events(
            "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n")
        let server = ScriptedServer([Self.refusal(status, body), whole, whole])
        let model = try model(server)
        let request = ChatRequest(messages: [ChatMessage(.user, "coffee?")], schema: Self.schema)
        for _ in 1...2 { #expect(try model.reply(to: request) { _ in true }.text == "{}") }
        #expect(server.requests.map { $0.body.contains("json_schema") } == [true, false, false] && waits.count == 0)
    }

    /// The same words are another matter where no schema was sent.
    @Test func anErrorWithoutASchema() throws {
        let body = #"{"error":{"message":"bad format"}}"#
        let server = ScriptedServer([Self.refusal(400, body)])
        #expect(failure(try model(server))?.reason == .server && server.requests.count == 1)
    }

    @Test func aPromptThatIsTooLongIsNoRefusalOfASchema() throws {
        let body = #"{"error":{"message":"maximum context length is 8192 tokens, 9000 in the messages and schema"}}"#
        let server = ScriptedServer([Self.refusal(400, body)])
        #expect(failure(try model(server), schema: Self.schema)?.reason == .contextOverflow)
    }

    @Test func tooManyTokensOfAMinute() throws {
        let body = #"{"message":"Too many tokens, please wait before trying again."}"#
        let server = ScriptedServer(Array(repeating: Self.refusal(429, body), count: 4))
        #expect(failure(try model(server))?.reason == .rateLimited)
        #expect(waits.count == 3)
    }

    /// What was paid for and is used up does not come back by waiting.
    @Test func aQuotaThatIsUsedUp() throws {
        let body = #"{"error":{"message":"See your plan.","type":"insufficient_quota","code":"insufficient_quota"}}"#
        let server = ScriptedServer([Self.refusal(429, body)])
        let error = failure(try model(server))
        #expect(
            error?.message
                == "\(server.url) takes no more requests, since what was paid for is used up (429): “See your plan.”")
        #expect(error?.reason == .rateLimited && waits.count == 0)
    }

    // MARK: Keys

    @Test func aCommandThatFailsIsNoRequest() throws {
        let server = ScriptedServer([])
        let error = failure(try model(server) { $0.key = .command("exit 3") })
        #expect(error?.reason == .configuration && error?.requests == 0)
    }

    /// A redirection is not followed: the key goes nowhere else.
    @Test(arguments: [301, 302, 307, 308])
    func theKeyIsNotSentElsewhere(status: Int) throws {
        let other = ScriptedServer([Self.refusal(401, "{}")])
        let server = ScriptedServer([
            [.send(ScriptedServer.head(status, "text/html", ["Location: \(other.url)/v1/chat/completions"]))]
        ])
        #expect(failure(try model(server, key: "sk-secret-1234"))?.message.contains("(\(status))") == true)
        #expect(other.requests.isEmpty && other.unused == 1)
    }

    /// Neither a key nor a part of it is shown, wherever in a text it stands.
    @Test(
        arguments: [
            (703, "wrong key ", 0..<703, false), (40, "wrong key ", 0..<40, false),
            (40, "wrong key " + String(repeating: "long ", count: 90), 0..<40, false),
            (40, "wrong key ", 0..<12, false), (40, "wrong key …", 30..<38, false),
            (40, "wrong key …", 36..<40, true), (40, "wrong", 0..<0, true), (5, "wrong key ", 0..<5, false),
        ] as [(Int, String, Range<Int>, Bool)])
    func keysAreNotShown(length: Int, text: String, part: Range<Int>, isShown: Bool) throws {
        var random = Seeded(state: 11)
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let key = String((0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
        let message = text + key.dropFirst(part.lowerBound).prefix(part.count)
        let server = ScriptedServer([Self.refusal(400, "{\"error\":{\"message\":\"\(message)\"}}")])
        let shown = failure(try model(server, key: key))?.message ?? ""
        #expect(shown.contains("wrong") == isShown)
    }

    // MARK: Encodings

    /// No compression is asked for, since it holds words back; what comes compressed all the same is understood.
    @Test func aCompressedReply() throws {
        let digits = Array(Self.compressed.filter { !$0.isWhitespace })
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        let head = ScriptedServer.head(200, "application/json", ["Content-Encoding: gzip"])
        let server = ScriptedServer([[.send(head), .bytes(bytes)]])
        let reply = try model(server).reply(to: ChatRequest(messages: [ChatMessage(.user, "x")])) { _ in true }
        #expect(reply.text == "Calm." && reply.finish == .stop)
        #expect(server.requests[0].head.contains("Accept-Encoding: identity"))
    }

    /// `{"choices":[{"message":{"content":"Calm."},"finish_reason":"stop"}]}` as gzip.
    private static let compressed = """
        1f8b08000000000002030dc9410a80300c04c0bfec597c40af3e43444a89b6d026e2f616f2779deb384ab5568448bb63
        08996f417214d3293a91b0e53e56c482ab69633d5fc934fd83d31ec4111f7efb97cb44000000
        """

    // MARK: Silence

    /// Thoughts are signs of life: silence after them is silence between words.
    @Test(arguments: [#"{"reasoning_content":"hm"}"#])
    func silenceAfterThoughts(delta: String) throws {
        let server = ScriptedServer([
            ScriptedServer.events("data: {\"choices\":[{\"delta\":\(delta)}]}\n\n") + [.hang]
        ])
        let error = failure(try model(server) { $0.idleTimeout = 0.1 })
        #expect(error?.message == "\(server.url) sent nothing for 0.1 s (idle_timeout)" && error?.hadText == false)
    }

    @Test func aLateErrorTakesNothingAway() throws {
        let body = """
            data: {"choices":[{"delta":{"content":"Calm."},"finish_reason":"stop"}]}

            data: {"error":{"message":"late","code":500}}


            """
        let server = ScriptedServer([ScriptedServer.events(body)])
        let reply = try model(server).reply(to: ChatRequest(messages: [ChatMessage(.user, "x")])) { _ in true }
        #expect(reply.text == "Calm." && reply.finish == .stop)
    }

    // MARK: Proxies

    @Test func proxiesAreNamed() throws {
        let address = try #require(ModelAddress("https://api.example/v1"))
        func words(_ variable: String?, _ end: HTTPClient.End) -> String? {
            var settings = ModelSettings(provider: .openai, address: address, model: "m")
            settings.proxyVariable = variable
            let words = FailureWords(settings: settings, sent: "", key: nil, hasSchema: false, now: 0)
            return words.failure(end, hadText: false, hadSign: false)?.error.message
        }
        let proxy =
            "https://api.example is not reached through the proxy of HTTPS_PROXY: check that proxy, or unset HTTPS_PROXY"
        #expect(words("HTTPS_PROXY", .noProxy) == proxy && words("HTTPS_PROXY", .noConnection) == proxy)
        #expect(words(nil, .noConnection)?.hasPrefix("nothing answers at https://api.example") == true)
        #expect(
            words("ALL_PROXY", .connectTimeout)
                == "https://api.example did not answer through the proxy of ALL_PROXY within 10 s (connect_timeout)")
    }
}
