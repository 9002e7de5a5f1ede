import Testing

@testable import LanguageModel

/// LiteLLM behind a proxy that breaks what passes.
@Suite(
    .serialized, .enabled(if: Peer.faults.url != nil, "The fault proxy does not run here: `make test-peers` starts it"))
struct FaultTests {
    private static let protocols: [ModelProvider] = [.openai, .anthropic]

    private func question(_ provider: ModelProvider, _ fault: String) throws -> PeerQuestion {
        PeerQuestion(
            provider: provider,
            url: try #require(Peer.faults.url) + "/fault/" + fault + (provider == .openai ? "/v1" : ""))
    }

    /// However the bytes come, the words are the same.
    @Test(
        arguments: protocols,
        [
            "bytes", "chunk:1", "chunk:7", "chunk:64", "crlf", "comment", "crlf+comment+bytes", "crlf+chunk:3",
            "wait:0.3", "delay:20", "status:429:first=1:ra=1", "status:503:first=3", "status:408:first=1",
            "status:409:first=2",
        ])
    func survived(provider: ModelProvider, fault: String) throws {
        var question = try question(provider, fault)
        _ = try? PeerQuestion(url: try #require(Peer.faults.url) + "/fault/reset/x").ask("hello")
        #expect(try question.ask("hello").text == calm)
        question.streams = false
        #expect(try question.ask("hello").text == calm)
    }

    @Test(
        arguments: [
            ("cut:300", ModelError.Reason.unreachable, true), ("rst:300", .unreachable, true),
            ("truncate:700", .unreachable, true), ("rst", .unreachable, false), ("cut:20", .unreachable, false),
            ("html:502", .server, false), ("html:200", .malformed, false), ("status:500", .server, false),
            ("status:401", .unauthorized, false), ("status:403", .unauthorized, false),
            ("status:404", .notFound, false), ("status:429:ra=60", .rateLimited, false),
        ])
    func told(fault: String, reason: ModelError.Reason, hadText: Bool) throws {
        let error = try question(.openai, fault).failure("hello")
        #expect(error?.reason == reason && error?.hadText == hadText, "\(error?.message ?? "")")
    }

    /// An event that cannot be read leaves a gap, and the words around it stay.
    @Test func junk() throws {
        let text = try question(.openai, "junk").ask("hello").text
        #expect(String(text.unicodeScalars.filter { $0 != ChatReply.gap }.map(Character.init)) == calm)
    }

    @Test func silence() throws {
        var question = try question(.openai, "hang")
        question.firstTokenTimeout = 0.3
        #expect(question.failure("hello")?.message.contains("first_token_timeout") == true)
    }

    @Test func nothingListens() {
        #expect(PeerQuestion(url: "http://127.0.0.1:9/v1").failure("hello")?.reason == .unreachable)
    }
}
