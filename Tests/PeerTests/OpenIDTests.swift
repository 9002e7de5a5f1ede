import Feeds
import Glibc
import Testing

@testable import Service

@Suite(
    "Access tokens of a real OpenID provider", .serialized,
    .enabled(if: Peer.openid.url != nil, "needs the kit of test peers: make test-peers"))
struct OpenIDPeerTests {
    private let url: String
    private let provider: OpenIDProvider
    private static let faults = [
        "expired", "early", "audience", "issuer", "signature", "none", "hs256", "kid", "key", "critical", "id-token",
        "no-sub", "no-exp",
    ]
    private var now: Int64 { Int64(time(nil)) }

    init() throws {
        url = try #require(Peer.openid.url)
        let settings = OpenIDSettings(issuer: url, audience: "coach-api", people: ["maya": "me"])
        provider = OpenIDProvider(settings) { request throws(FeedError) in
            try BankHTTP().send(request, to: "the provider")
        }
    }

    private func mock(_ path: String, posts: Bool = false) throws -> String {
        var request = BankHTTP.Request(url + path)
        if posts { request.body = [] }
        let reply = try BankHTTP().send(request, to: "the provider")
        try #require(reply.status == 200)
        return String(decoding: reply.body, as: UTF8.self)
    }

    @Test(
        "Right ones are taken, and 13 kinds of wrong ones are not, of either algorithm",
        arguments: ["coach", "coach-es256"])
    func faults(_ client: String) throws {
        let right = try provider.grant(mock("/mock/token?sub=maya&client=\(client)"), at: now)
        #expect(right == Grant(device: "openid-me", person: "me", scope: .read))
        for fault in OpenIDPeerTests.faults {
            let wrong = try mock("/mock/token?sub=maya&client=\(client)&fault=\(fault)")
            if fault == "expired" {
                // A sign-in that is over is told as such.
                #expect(throws: HTTPFault.self) { try provider.grant(wrong, at: now) }
            } else {
                #expect(try provider.grant(wrong, at: now) == nil, "\(fault)")
            }
        }
    }

    /// The built program: signing in with a code and with a refresh token, and what is refused.
    @Test("Apps sign in through the program, and wrong tokens are refused there too") func program() throws {
        let script = PeerCommand.script("openid.py")
        let (output, code) = try PeerCommand.run("python3 \(script) \(PeerCommand.program) \(url) 2>&1")
        #expect(code == 0, "\(output.suffix(2_000))")
        let signedIn = [
            "code 200 me Bearer", "sample 200", "asks 67151", "refresh 200 200", "code twice 401",
            "another verifier 401",
            "another index 403", "another person 403", "the other index 200 403",
        ]
        let refused =
            OpenIDPeerTests.faults[..<7].map { "\($0) 401" } + ["right 200"]
            + OpenIDPeerTests.faults[7...].map { "\($0) 401" } + ["right 200"]
        let expected = ["coach", "coach-es256"].flatMap { client in (signedIn + refused).map { "\(client) \($0)" } }
        #expect(output.split(separator: "\n").map(String.init) == expected)
    }

    @Test("Keys change, old ones end, and those that are known outlive a provider that is away")
    func rotation() throws {
        let old = try mock("/mock/token?sub=maya")
        #expect(try provider.grant(old, at: now) != nil)
        _ = try mock("/mock/rotate", posts: true)
        let new = try mock("/mock/token?sub=maya")
        // Keys are asked for every ten seconds at most.
        #expect(try provider.grant(new, at: now + 11) != nil)
        #expect(try provider.grant(old, at: now + 11) != nil)
        _ = try mock("/mock/rotate?drop=1", posts: true)
        _ = try mock("/mock/rotate", posts: true)
        let newest = try mock("/mock/token?sub=maya")
        #expect(try provider.grant(newest, at: now + 22) != nil)
        #expect(try provider.grant(old, at: now + 22) == nil)
        _ = try mock("/mock/jwks?status=503", posts: true)
        #expect(try provider.grant(newest, at: now + 200) != nil)
        _ = try mock("/mock/jwks?status=200", posts: true)
    }
}
