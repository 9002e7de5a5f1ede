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
        let faults = [
            "expired", "early", "audience", "issuer", "signature", "none", "hs256", "kid", "key", "critical",
            "id-token",
            "no-sub", "no-exp",
        ]
        for fault in faults {
            let wrong = try mock("/mock/token?sub=maya&client=\(client)&fault=\(fault)")
            #expect(try provider.grant(wrong, at: now) == nil, "\(fault)")
        }
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
