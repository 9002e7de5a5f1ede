import Ledger
import TestSupport
import Testing

@testable import LanguageModel

/// A real engine with random words.
@Suite(
    .serialized, .enabled(if: Peer.llama.url != nil, "llama-server does not run here: `make test-peers` starts it"))
struct LlamaTests {
    private static let protocols: [ModelProvider] = [.openai, .anthropic]

    private func question(_ provider: ModelProvider, key: String? = "sk-local") throws -> PeerQuestion {
        var question = PeerQuestion(provider: provider, url: try #require(Peer.llama.url), key: key, model: "tiny")
        question.maximumTokens = 12
        return question
    }

    @Test(arguments: protocols, [true, false])
    func words(provider: ModelProvider, streams: Bool) throws {
        var question = try question(provider)
        question.streams = streams
        let reply = try question.ask("coffee?")
        let usage = try #require(reply.usage)
        #expect(!reply.text.isEmpty && usage.prompt > 5 && (1...12).contains(usage.completion))
        #expect(reply.finish == .length || usage.completion < 12)
    }

    /// A schema binds even a model of random words: whatever comes to its end fits it. Few of its replies do before the
    /// limit, so questions go on until one has.
    @Test func readings() throws {
        var question = try question(.openai)
        question.schema = ReplySchema(name: "reading", text: ReadingSchema.json.text)
        question.maximumTokens = 1500
        var whole = 0
        for number in 1...60 where whole < 3 {
            let reply = try question.ask("coffee \(number)?")
            guard reply.finish == .stop else { continue }
            let json = try JSON.parse(reply.text)
            let fault = SchemaCheck(ReadingSchema.json).fault(in: json)
            #expect(fault == nil, "\(fault ?? "") in \(reply.text)")
            whole += 1
        }
        #expect(whole > 0)
    }

    @Test(arguments: protocols)
    func failures(provider: ModelProvider) throws {
        #expect(try question(provider, key: "sk-wrong").failure("coffee?")?.reason == .unauthorized)
        #expect(try question(provider, key: nil).failure("coffee?")?.message.contains("wants a key") == true)
        let long = String(repeating: "coffee ", count: 9000)
        #expect(try question(provider).failure(long)?.reason == .contextOverflow)
    }
}
