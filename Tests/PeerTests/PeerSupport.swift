import Glibc
import Testing

@testable import LanguageModel

/// Programs that speak the protocols, as `make test-peers` starts them.
enum Peer: String {
    case litellm = "COACH_TEST_LITELLM"
    case faults = "COACH_TEST_FAULTS"
    case llama = "COACH_TEST_LLAMA"
    case simplefin = "COACH_TEST_SIMPLEFIN"
    case plaid = "COACH_TEST_PLAID"
    case openid = "COACH_TEST_OIDC"
    case stripe = "COACH_TEST_STRIPE"

    /// Its address; nil where it does not run.
    var url: String? { getenv(rawValue).map { String(cString: $0) } }
}

/// Commands beside the tests.
enum PeerCommand {
    /// Where the build puts the program: beside the tests.
    static var program: String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return folder(of: String(decoding: buffer[..<max(0, count)], as: UTF8.self)) + "/coach"
    }

    /// A file beside this one.
    static func script(_ name: String) -> String { folder(of: #filePath) + "/" + name }

    static func run(_ command: String) throws -> (output: String, code: Int32) {
        let pipe = try #require(popen(command, "r"))
        var (output, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
        return (String(decoding: output, as: UTF8.self), pclose(pipe))
    }

    private static func folder(of path: String) -> String {
        "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }
}

/// One question to a peer, without waiting between attempts.
struct PeerQuestion {
    var provider = ModelProvider.openai
    var url: String
    var key: String? = "sk-good"
    var model = "scripted"
    var streams = true
    var retries = RetryPolicy()
    var firstTokenTimeout = 60.0
    var idleTimeout = 30.0
    var schema: ReplySchema?
    var maximumTokens: Int?

    func model(_ cancellation: Cancellation = Cancellation()) throws -> HTTPChatModel {
        let base = try #require(ModelAddress(url))
        var settings = ModelSettings(
            provider: provider, address: ModelSettings.requestAddress(base, provider), model: model,
            key: key.map(APIKey.value))
        settings.streams = streams
        settings.connectTimeout = 5
        settings.firstTokenTimeout = firstTokenTimeout
        settings.idleTimeout = idleTimeout
        settings.maximumTokens = maximumTokens
        return HTTPChatModel(
            settings, cancellation: cancellation, retries: retries,
            effects: HTTPChatModel.Effects(random: { 0 }, pause: { _, _ in }))
    }

    func ask(_ text: String) throws -> ChatReply {
        var shown = ""
        let reply = try model().reply(to: ChatRequest(messages: [ChatMessage(.user, text)], schema: schema)) { piece in
            shown += piece
            return true
        }
        #expect(shown == reply.text)
        return reply
    }

    func failure(_ text: String) -> ModelError? { #expect(throws: ModelError.self) { try ask(text) } }
}

let calm = "Good day – your café spending 🍕 was calm."
