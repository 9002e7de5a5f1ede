import Glibc
import Testing

@testable import LanguageModel

private let whole = """
    data: {"choices":[{"delta":{"content":"Calm "}}]}

    data: {"choices":[{"delta":{"content":"month."},"finish_reason":"stop"}]}

    data: [DONE]


    """
private let half = "data: {\"choices\":[{\"delta\":{\"content\":\"Calm \"}}]}\n\n"

/// The transport against a server on this machine that misbehaves as it is told.
@Suite struct HTTPModelTests {
    private final class Waits {
        var seconds: [Double] = []
    }

    private let waits = Waits()
    private let cancellation = Cancellation()

    private func model(
        _ server: ScriptedServer, key: String? = "sk-secret-1234", _ change: (inout ModelSettings) -> Void = { _ in }
    ) throws -> HTTPChatModel {
        var settings = ModelSettings(
            provider: .openai, address: try #require(ModelAddress(server.url + "/v1/chat/completions")), model: "tiny",
            key: key.map(APIKey.value))
        settings.firstTokenTimeout = 20
        change(&settings)
        let effects = HTTPChatModel.Effects(random: { 1 }, pause: { seconds, _ in waits.seconds.append(seconds) })
        return HTTPChatModel(settings, cancellation: cancellation, retries: RetryPolicy(), effects: effects)
    }

    private func ask(_ model: HTTPChatModel, _ text: String = "coffee?") throws -> (ChatReply, pieces: [String]) {
        var pieces: [String] = []
        let reply = try model.reply(to: ChatRequest(messages: [ChatMessage(.user, text)])) { piece in
            pieces.append(piece)
            return true
        }
        return (reply, pieces)
    }

    private func failure(_ model: HTTPChatModel, _ text: String = "coffee?") -> ModelError? {
        #expect(throws: ModelError.self) { try ask(model, text) }
    }

    @Test func wordsArriveAndTheKeyIsInItsHeaderOnly() throws {
        let server = ScriptedServer([ScriptedServer.events(whole)])
        let (reply, pieces) = try ask(try model(server))
        #expect(reply.text == "Calm month." && pieces.joined() == "Calm month." && reply.finish == .stop)
        #expect(reply.millisecondsToFirstToken != nil)
        let request = try #require(server.requests.first)
        #expect(request.head.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
        #expect(request.head.contains("\r\nAuthorization: Bearer sk-secret-1234"))
        #expect(!request.body.contains("sk-secret"))
        #expect(
            request.body == #"{"model":"tiny","messages":[{"role":"user","content":"coffee?"}],"stream":true,"#
                + #""stream_options":{"include_usage":true},"temperature":0.3}"#)
    }

    @Test func whatIsSentIsTold() throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(503))], ScriptedServer.events(whole)])
        var sent: [String] = []
        let address = try #require(ModelAddress(server.url))
        var retries = RetryPolicy()
        retries.firstLimit = 0
        let settings = ModelSettings(provider: .openai, address: address, model: "tiny")
        let model = try makeModel(settings, retries: retries) { sent.append($1) }
        _ = try ask(model)
        #expect(sent == server.requests.map(\.body) && sent.count == 2)
    }

    /// More than is taken in at once, so that the sender has to wait.
    @Test func manyPieces() throws {
        let words = (0..<60_000).map { "\($0) " }
        let body = words.map { "data: {\"choices\":[{\"delta\":{\"content\":\"\($0)\"}}]}\n\n" }.joined()
        let server = ScriptedServer([ScriptedServer.events(body + "data: [DONE]\n\n")])
        let (reply, pieces) = try ask(try model(server))
        #expect(reply.text == words.joined() && pieces.joined() == reply.text)
    }

    @Test func withoutStreaming() throws {
        let body =
            #"{"choices":[{"message":{"content":"Calm."},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}"#
        let server = ScriptedServer([[.send(ScriptedServer.head(200) + body)]])
        let (reply, pieces) = try ask(try model(server) { $0.streams = false })
        #expect(reply.text == "Calm." && pieces == ["Calm."] && reply.usage == TokenUsage(prompt: 3, completion: 2))
        #expect(server.requests[0].body.contains(#""stream":false"#))
        #expect(!server.requests[0].body.contains("stream_options"))
    }

    // MARK: Trying again

    @Test(arguments: [408, 409, 429, 500, 502, 503, 529])
    func triedAgain(status: Int) throws {
        let failing: [ScriptedServer.Step] = [.send(ScriptedServer.head(status) + "{}")]
        let server = ScriptedServer([failing, failing, ScriptedServer.events(whole)])
        #expect(try ask(try model(server)).0.text == "Calm month.")
        #expect(waits.seconds == [0.5, 1])
    }

    @Test(arguments: [400, 401, 403, 404, 410, 422])
    func notTriedAgain(status: Int) throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(status) + "{}")], ScriptedServer.events(whole)])
        #expect(failure(try model(server)) != nil)
        #expect(server.unused == 1)
    }

    @Test func givesUpAfterFourRequests() throws {
        let server = ScriptedServer(Array(repeating: [.send(ScriptedServer.head(500) + "oops")], count: 4))
        let error = failure(try model(server))
        var expected = ModelError(.server, "\(server.url) reports an error (500)")
        expected.requests = 4
        #expect(error == expected)
        #expect(waits.seconds == [0.5, 1, 2] && server.unused == 0)
    }

    @Test(
        arguments: [
            (["Retry-After: 3"], 3), (["Retry-After: 0.5"], 0.5), (["llm_provider-retry-after: 2"], 2),
            (["Date: Sat, 31 Oct 2026 23:59:58 GMT", "Retry-After: Sun, 01 Nov 2026 00:00:02 GMT"], 4),
            (["Date: Sun, 01 Nov 2026 00:00:05 GMT", "Retry-After: Sun, 01 Nov 2026 00:00:02 GMT"], 0.5),
            (["Retry-After: soon"], 0.5), (["Retry-After: -1"], 0.5),
        ] as [([String], Double)])
    func theEndpointSaysWhen(headers: [String], seconds: Double) throws {
        let server = ScriptedServer([
            [.send(ScriptedServer.head(429, "application/json", headers))], ScriptedServer.events(whole),
        ])
        _ = try ask(try model(server))
        #expect(waits.seconds == [seconds])
    }

    @Test func nobodyWaitsForAMinute() throws {
        let server = ScriptedServer([
            [.send(ScriptedServer.head(429, "application/json", ["Retry-After: 60"]))], ScriptedServer.events(whole),
        ])
        let error = failure(try model(server))
        #expect(
            error == ModelError(.rateLimited, "\(server.url) takes no more requests now (429); it asks to wait 60 s"))
        #expect(waits.seconds == [] && server.unused == 1)
    }

    /// Whatever number an endpoint asks for, people are told a wait that they can read.
    @Test(arguments: [
        ("179.2", "3 minutes"), ("120", "120 s"), ("600", "10 minutes"), ("10800", "3 hours"), ("259200", "3 days"),
        ("999999999999999999999", "more than a month"),
    ])
    func aWaitIsReadable(seconds: String, words: String) throws {
        let server = ScriptedServer([
            [.send(ScriptedServer.head(429, "application/json", ["Retry-After: \(seconds)"]))]
        ])
        #expect(failure(try model(server))?.message.hasSuffix("it asks to wait \(words)") == true)
    }

    @Test func brokenBeforeAnyWordIsTriedAgain() throws {
        let server = ScriptedServer([
            [.reset], [], [.send(ScriptedServer.head(200, "text/event-stream", ["Content-Length: 900"]) + "data: {")],
            ScriptedServer.events(whole),
        ])
        #expect(try ask(try model(server)).0.text == "Calm month.")
    }

    @Test func nothingIsTriedAgainAfterWords() throws {
        for end: [ScriptedServer.Step] in [
            [], [.wait(20), .reset], [.send("data: {\"error\":{\"code\":\"503\"}}\n\n")],
        ] {
            let server = ScriptedServer([ScriptedServer.events(half) + end, ScriptedServer.events(whole)])
            #expect(failure(try model(server))?.hadText == true)
            #expect(server.unused == 1)
        }
    }

    @Test func nobodyThere() throws {
        let server = ScriptedServer([])
        let error = failure(try model(server))
        #expect(error?.reason == .unreachable && error?.message.hasPrefix("nothing answers at \(server.url)") == true)
        #expect(waits.seconds == [0.5])
    }

    @Test func errorsWithinAStream() throws {
        let overloaded =
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}\n\n"
        let tooLong = overloaded.replacing("overloaded_error", with: "invalid_request_error")
            .replacing("\"x\"", with: "\"prompt is too long: 9001 tokens\"")
        let server = ScriptedServer([overloaded, tooLong].map(ScriptedServer.events))
        #expect(failure(try model(server) { $0.provider = .anthropic })?.reason == .contextOverflow)
        #expect(waits.seconds == [0.5])
    }

    // MARK: Silence and the end

    @Test func theFirstWordsAreLate() throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(200, "text/event-stream") + ": waiting\n\n"), .hang]])
        let model = try model(server) { $0.firstTokenTimeout = 0.1 }
        #expect(failure(model)?.message == "\(server.url) sent nothing for 0.1 s (first_token_timeout)")
    }

    @Test func silenceBetweenWords() throws {
        let server = ScriptedServer([ScriptedServer.events(half) + [.hang]])
        let error = failure(try model(server) { $0.idleTimeout = 0.1 })
        #expect(error?.message == "\(server.url) sent nothing for 0.1 s (idle_timeout)" && error?.hadText == true)
    }

    /// However often something comes, a reply ends; bytes without words are no reason to wait longer either.
    @Test func aReplyThatDrips() throws {
        let drip: [ScriptedServer.Step] = (0..<400).flatMap { _ in [.send(half), .wait(10)] }
        let server = ScriptedServer([[.send(ScriptedServer.head(200, "text/event-stream"))] + drip])
        let error = failure(try model(server) { $0.replyTimeout = 1.5 })
        #expect(error?.message == "\(server.url) did not come to the end of its reply within 1.5 s (reply_timeout)")
        #expect(error?.reason == .timedOut && error?.hadText == true)
    }

    @Test func commentsThatDripAreSilence() throws {
        let drip: [ScriptedServer.Step] = (0..<400).flatMap { _ in [.send(": ping\n\n"), .wait(10)] }
        let server = ScriptedServer([ScriptedServer.events(half) + drip])
        let error = failure(try model(server) { $0.idleTimeout = 0.3 })
        #expect(error?.message == "\(server.url) sent nothing for 0.3 s (idle_timeout)")
    }

    // MARK: Endpoints that hang

    private final class Clock {
        var now = 1000.0
    }

    /// A model that is left alone by a clock of its own.
    private func model(
        _ server: ScriptedServer, _ clock: Clock, _ change: (inout ModelSettings) -> Void = { _ in }
    ) throws -> HTTPChatModel {
        var settings = ModelSettings(
            provider: .openai, address: try #require(ModelAddress(server.url + "/v1/chat/completions")), model: "tiny")
        settings.idleTimeout = 0.1
        change(&settings)
        return HTTPChatModel(
            settings, cancellation: cancellation, retries: RetryPolicy(),
            effects: HTTPChatModel.Effects(now: { clock.now }))
    }

    /// The second question does not wait, and after a while the endpoint gets another chance, each time a later one.
    ///
    /// It hangs between words: the whole reply, which comes in one piece, can then be as late as the machine is slow.
    @Test func aHungEndpointIsLeftAloneForAWhile() throws {
        let hung = ScriptedServer.events(half) + [.hang]
        let server = ScriptedServer([hung, hung, ScriptedServer.events(whole), hung])
        let clock = Clock()
        let model = try model(server, clock)
        let silence = "\(server.url) sent nothing for 0.1 s (idle_timeout)"
        func rest(_ wait: String) -> String {
            silence + ", so coach answers by itself and tries the model again after \(wait)"
        }
        for (later, message, requests) in [
            (0, silence, 1), (1, rest("60 s"), 0), (58, rest("60 s"), 0), (2, silence, 1), (119, rest("120 s"), 0),
        ] {
            clock.now += Double(later)
            let error = failure(model)
            #expect(error?.message == message && error?.requests == requests && error?.reason == .timedOut)
        }
        clock.now += 2
        #expect(try ask(model).0.text == "Calm month.")
        // After a reply it begins afresh.
        #expect(failure(model)?.message == silence)
        #expect(failure(model)?.message == rest("60 s"))
        #expect(server.unused == 0)
    }

    /// Only what costs a wait is remembered.
    @Test func afterAnErrorItIsAskedAgain() throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(401) + "{}")], ScriptedServer.events(whole)])
        let model = try model(server, Clock())
        #expect(failure(model)?.reason == .unauthorized)
        #expect(try ask(model).0.text == "Calm month.")
    }

    @Test func aCommandForTheKeyThatHangs() throws {
        let server = ScriptedServer([])
        let clock = Clock()
        let model = try model(server, clock) {
            $0.key = .command("sleep 40")
            $0.keyTimeout = 0.2
        }
        let words = "api_key_command printed no key within 0.2 s (api_key_timeout); try it in a shell"
        #expect(failure(model)?.message == words)
        let again = failure(model)
        #expect(again?.message.hasPrefix(words + ", so") == true && again?.requests == 0)
    }

    /// The words are whole: what the connection does then is no failure.
    @Test func theConnectionStaysOpenOrBreaksBehindTheEnd() throws {
        for end: [ScriptedServer.Step] in [[.hang], [.wait(20), .reset]] {
            let server = ScriptedServer([ScriptedServer.events(whole) + end])
            #expect(try ask(try model(server)).0.text == "Calm month.")
        }
    }

    @Test func theReceiverWantsNoMore() throws {
        let server = ScriptedServer([ScriptedServer.events(half + half) + [.hang]])
        var pieces = 0
        let reply = try model(server).reply(to: ChatRequest(messages: [ChatMessage(.user, "x")])) { _ in
            pieces += 1
            return false
        }
        #expect(reply.finish == .cancelled && pieces == 1)
    }

    @Test func cancelledFromOutside() throws {
        let server = ScriptedServer([ScriptedServer.events(half) + [.hang], ScriptedServer.events(whole)])
        let model = try model(server)
        let error = #expect(throws: ModelError.self) {
            try model.reply(to: ChatRequest(messages: [ChatMessage(.user, "x")])) { _ in
                cancellation.cancel()
                return true
            }
        }
        #expect(error == ModelError(.cancelled, "cancelled", hadText: true))
        #expect(failure(model)?.reason == .cancelled && server.unused == 1)
        cancellation.reset()
        #expect(try ask(model).0.text == "Calm month.")
    }

    // MARK: Words for what fails

    @Test(
        arguments: [
            (
                401, "{}", .unauthorized,
                "{} refuses the key (401): check COACH_API_KEY"
            ),
            (
                403, "{}", .unauthorized,
                "{} does not let this key use tiny (403): check --model, and COACH_API_KEY"
            ),
            (
                404, #"{"error":{"message":"The model does not exist"}}"#, .notFound,
                "{} has no model tiny, or nothing at /v1/chat/completions (404): “The model does not exist”: "
                    + "check --model and --model-url"
            ),
            (
                404, "<html>404</html>", .notFound,
                "{} has no model tiny, or nothing at /v1/chat/completions (404): check --model and --model-url"
            ),
            (
                400, #"{"error":{"message":"Invalid model name passed in model=tiny","code":"400"}}"#, .notFound,
                "{} has no model tiny, or nothing at /v1/chat/completions (400): "
                    + "“Invalid model name passed in model=tiny”: check --model and --model-url"
            ),
            (
                400, #"{"error":{"message":"too long","type":"exceed_context_size_error","n_ctx":4096}}"#,
                .contextOverflow,
                "the question is too long for tiny: “too long”: choose a model or server with a larger context, or begin afresh with /new"
            ),
            (
                400,
                #"{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}"#,
                .contextOverflow,
                "the question is too long for tiny: “This model's maximum context length is 8192 tokens”: choose a model or server with a larger context, or begin afresh with /new"
            ),
            (
                413, "", .contextOverflow,
                "the question is too long for tiny: choose a model or server with a larger context, or begin afresh with /new"
            ),
            (
                301, "", .malformed,
                "{} sends requests elsewhere (301), which is not followed: set --model-url to where it is"
            ),
            (
                400, #"{"detail":"line one\nline two \u001b[31m"}"#, .server,
                "{} reports an error (400): “line one line two”"
            ),
            (400, #"{"error":"for sk-secret-1234"}"#, .server, "{} reports an error (400)"),
            (
                400, #"{"error":"you said: how much at the corner bakery in May?"}"#, .server,
                "{} reports an error (400)"
            ),
        ] as [(Int, String, ModelError.Reason, String)])
    func wordsOfFailures(status: Int, body: String, reason: ModelError.Reason, message: String) throws {
        let server = ScriptedServer([
            [.send(ScriptedServer.head(status, "application/json", ["Location: http://elsewhere.invalid/"]) + body)]
        ])
        let error = failure(try model(server), "how much at the corner bakery in May?")
        #expect(error == ModelError(reason, message.replacing("{}", with: server.url)))
    }

    @Test(
        arguments: [
            ("", "answered with nothing"),
            ("<html>hi</html>", "sent a web page instead of a reply: is the path of the address right?"),
            ("{\"choices\":[]}", "sent a reply without words"),
            ("{", "sent something that is no openai reply"),
            ("{}", "sent something that is no openai reply"), ("[]", "sent something that is no openai reply"),
            ("{\"message\":{\"content\":\"Calm.\"},\"done\":true}", "sent something that is no openai reply"),
            ("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n", "sent a reply without words"),
            (
                "data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"content_filter\"}]}\n\n",
                "keeps the reply back by a rule of its own"
            ),
            (
                "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"No.\"},\"finish_reason\":\"stop\"}]}",
                "keeps the reply back by a rule of its own"
            ),
            (
                "data: {\"choices\":[{\"delta\":{\"refusal\":\"No.\"},\"finish_reason\":\"stop\"}]}\n\n",
                "keeps the reply back by a rule of its own"
            ),
        ])
    func repliesThatAreNone(body: String, words: String) throws {
        let server = ScriptedServer(Array(repeating: ScriptedServer.events(body), count: 4))
        #expect(failure(try model(server))?.message == "\(server.url) \(words)")
    }

    /// No choice is a whole reply, though an empty one: asking again would bring no other.
    @Test func anEmptyReplyIsNotAskedForAgain() throws {
        let server = ScriptedServer(Array(repeating: ScriptedServer.events("{\"choices\":[]}"), count: 4))
        let error = failure(try model(server))
        #expect(error?.requests == 1 && server.unused == 3)
    }

    @Test func aMissingKeyIsNamed() throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(401))]])
        #expect(failure(try model(server, key: nil))?.message.contains("wants a key (401)") == true)
        #expect(!server.requests[0].head.contains("Authorization"))
    }

    @Test func ollamaSaysHowToGetAModel() throws {
        let server = ScriptedServer([[.send(ScriptedServer.head(404) + #"{"error":"model 'tiny' not found"}"#)]])
        let error = failure(try model(server) { $0.provider = .ollama })
        #expect(error?.reason == .notFound && error?.message.contains("`ollama pull tiny`") == true)
    }

    // MARK: What an endpoint does not take

    @Test func parametersThatAreRefusedAreLeftOut() throws {
        func refusal(_ words: String) -> [ScriptedServer.Step] {
            [.send(ScriptedServer.head(400) + #"{"error":{"message":"\#(words)"}}"#)]
        }
        let server = ScriptedServer([
            refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
            refusal("'temperature' does not support 0.3 with this model."), refusal("unknown field stream_options"),
            ScriptedServer.events(whole), ScriptedServer.events(whole),
        ])
        let model = try model(server) { $0.maximumTokens = 90 }
        let request = ChatRequest(messages: [ChatMessage(.user, "x")])
        _ = try model.reply(to: request) { _ in true }
        _ = try model.reply(to: request) { _ in true }
        let last =
            #"{"model":"tiny","messages":[{"role":"user","content":"x"}],"stream":true,"max_completion_tokens":90}"#
        #expect(server.requests.map(\.body).suffix(2) == [last, last] && waits.seconds == [])
    }

    @Test func aRefusalThatStaysIsTold() throws {
        let refusal: [ScriptedServer.Step] = [.send(ScriptedServer.head(400) + #"{"error":"temperature is wrong"}"#)]
        let server = ScriptedServer([refusal, refusal])
        #expect(failure(try model(server))?.message == "\(server.url) reports an error (400): “temperature is wrong”")
    }

    // MARK: Safety

    @Test func plainHTTPStaysOnThisMachine() throws {
        let address = try #require(ModelAddress("http://192.0.2.1/v1"))
        var settings = ModelSettings(provider: .openai, address: address, model: "m")
        #expect(throws: ModelError.self) { try makeModel(settings) }
        settings.allowsInsecureHTTP = true
        #expect(throws: Never.self) { try makeModel(settings) }
    }

    @Test func aServerWithoutTLSIsNoSecureOne() throws {
        let server = ScriptedServer([[.send("HTTP/1.1 200 OK\r\n\r\n")]])
        let model = try model(server) {
            $0.address = ModelAddress(server.url.replacing("http://", with: "https://")) ?? $0.address
        }
        #expect(failure(model)?.message == "https://127.0.0.1:\(server.port) speaks no HTTPS; is the address right?")
    }
}
