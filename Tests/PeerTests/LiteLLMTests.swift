import Testing

@testable import LanguageModel

@Suite(
    .serialized, .enabled(if: Peer.litellm.url != nil, "LiteLLM does not run here: `make test-peers` starts it"))
struct LiteLLMTests {
    private static let protocols: [ModelProvider] = [.openai, .anthropic]

    private func question(_ provider: ModelProvider, key: String = "sk-good", streams: Bool = true) throws
        -> PeerQuestion
    {
        PeerQuestion(provider: provider, url: try #require(Peer.litellm.url), key: key, streams: streams)
    }

    @Test(arguments: protocols, [true, false])
    func words(provider: ModelProvider, streams: Bool) throws {
        let reply = try question(provider, streams: streams).ask("hello")
        #expect(reply.text == calm && reply.finish == .stop && reply.usage?.prompt == 11)
    }

    /// What a tool is called with is the reply, in pieces or whole.
    @Test(arguments: [true, false])
    func aSchemaOfAnthropic(streams: Bool) throws {
        var question = try question(.anthropic, streams: streams)
        question.schema = ReplySchema(name: "sum", text: #"{"type": "object", "properties": {}}"#)
        let reply = try question.ask("bakery")
        // A whole reply is written anew, without the space.
        let text = reply.text.filter { $0 != " " }
        #expect(reply.finish == .stop && text == #"Onemoment.{"category":"bakery"}"#)
    }

    @Test(arguments: protocols)
    func failures(provider: ModelProvider) throws {
        #expect(try question(provider, key: "sk-wrong").failure("hello")?.reason == .unauthorized)
        var unknown = try question(provider)
        unknown.model = "nosuch"
        #expect(unknown.failure("hello")?.reason == .notFound)
        #expect(try question(provider).failure("limited")?.reason == .rateLimited)
        #expect(try question(provider).failure("broken")?.reason == .server)
        #expect(try question(provider).failure("endless")?.reason == .contextOverflow)
        let collapse = try question(provider).failure("collapse")
        #expect(collapse?.hadText == true && collapse?.reason == .server)
    }

    @Test func theThirdRequestOfAMinuteIsRefused() throws {
        let question = try question(.openai, key: "sk-rpm2")
        // An earlier run may have used the minute up.
        for _ in 0..<2 { _ = try? question.ask("hello") }
        let error = question.failure("hello")
        #expect(error?.reason == .rateLimited && error?.message.contains("it asks to wait") == true)
    }

    @Test(arguments: protocols)
    func endedInTheMiddle(provider: ModelProvider) throws {
        let request = ChatRequest(messages: [ChatMessage(.user, "crawl")])
        var pieces = 0
        let reply = try question(provider).model().reply(to: request) { _ in
            pieces += 1
            return pieces < 2
        }
        #expect(reply.finish == .cancelled && pieces == 2 && !reply.text.contains("epsilon"))
        let cancellation = Cancellation()
        let error = #expect(throws: ModelError.self) {
            try question(provider).model(cancellation).reply(to: request) { _ in
                cancellation.cancel()
                return true
            }
        }
        #expect(error?.reason == .cancelled)
    }
}
