import Advice
import Feeds
import Ledger
import Store
import Testing

@testable import Service

/// Webhooks: what is told, once, signed, and when it is tried again.
@Suite struct HookTests {
    private static let key = Secret("0123456789abcdef0123456789abcdef")

    /// A receiver that answers what it is told to, and a clock.
    private final class World {
        var now: Int64 = 1_000_000
        var statuses: [Int?] = []
        var received: [(url: String, headers: [String], body: String)] = []

        func post(_ index: HouseholdIndex) -> HookPost {
            HookPost(
                index, vault: { () throws(FeedError) in try SecretVault(HookTests.key) }, now: { self.now },
                send: {
                    self.received.append(($0, $1, $2))
                    return self.statuses.isEmpty ? 204 : self.statuses.removeFirst()
                })
        }
    }

    private func event(_ key: String) -> HookEvent { HookEvent(.priceRose, key, [("merchant", .string(key))]) }

    /// The example of the standard's own libraries.
    @Test func aSignatureIsAsTheStandardHasIt() throws {
        let secret = try #require(Secret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").base64Decoded())
        let headers = try HookSecret.headers(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330, body: #"{"test": 2432232314}"#, secret)
        #expect(headers[2] == "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(HookSecret.text(secret) == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    }

    /// Test cases 1, 2, and 6 of RFC 4231: a short key, a text key, and one longer than a block.
    @Test func keyedHashesAreThoseOfTheRFC() throws {
        func hex(_ bytes: [UInt8]) -> String { HexText.text(bytes) }
        func key(_ bytes: [UInt8]) -> Secret { bytes.withUnsafeBytes { Secret(copying: $0) } }
        #expect(
            hex(try HMAC.sha256(Array("Hi There".utf8), key: key([UInt8](repeating: 0x0B, count: 20))))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex(try HMAC.sha256(Array("what do ya want for nothing?".utf8), key: Secret("Jefe")))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let text = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            hex(try HMAC.sha256(Array(text.utf8), key: key([UInt8](repeating: 0xAA, count: 131))))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func whatHappenedBeforeIsNoNewsAndNothingIsToldTwice() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [event("old")])
        try post.enqueue([event("old"), event("new"), HookEvent(.summaryReady, "2026-09", [])])
        try post.enqueue([event("new")])
        #expect(try post.deliver() == (1, 0))
        #expect(try post.deliver() == (0, 0))
        #expect(world.received.count == 1)
        let body = try JSON.parse(world.received[0].body)
        #expect(body["type"]?.string == "price_rose")
        #expect(body["data"]?["merchant"]?.string == "new")
        #expect(world.received[0].headers.contains("webhook-id: \(body["id"]?.string ?? "")"))
    }

    @Test func anAttemptThatFailsComesAgainLaterAndLater() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        world.statuses = Array(repeating: 503, count: 20)
        var waits: [Int64] = []
        while try post.deliver().failed > 0 {
            guard let next = try index.hookDeliveries(limit: 1).first?.nextAt else { break }
            // A second early is too early.
            waits.append(next - world.now)
            world.now = next - 1
            #expect(try post.deliver() == (0, 0))
            world.now = next
        }
        #expect(waits == HookPost.waits)
        let last = try #require(try index.hookDeliveries(limit: 1).first)
        #expect(last.outcome == .failed)
        #expect(last.status == 503)
        #expect(last.attempts == HookPost.waits.count + 1)
        #expect(last.body.isEmpty)
        // Every attempt has the same message, signed for its own time.
        #expect(Set(world.received.map(\.body)).count == 1)
        #expect(Set(world.received.map { $0.headers[2] }).count == world.received.count)
    }

    @Test func oneThatIsGoneIsGivenUpAndOneThatIsSilentNotWaitedForTwice() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        world.statuses = [410]
        #expect(try post.deliver() == (0, 1))
        #expect(try index.hookDeliveries(limit: 1).first?.outcome == .failed)
        try post.enqueue([event("b"), event("c")])
        world.statuses = [nil]
        #expect(try post.deliver() == (0, 1))
        #expect(world.received.count == 2)
        #expect(try post.deliver() == (1, 0))
    }

    /// A process that ends in the middle of an attempt loses nothing.
    @Test func aMessageOutlivesWhoSendsIt() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let world = World()
        let post = world.post(index)
        _ = try post.add("https://a.example/x", [.priceRose], known: [])
        try post.enqueue([event("a")])
        let delivery = try #require(try index.dueHookDeliveries(at: world.now).first)
        #expect(try index.takeHookDelivery(delivery, at: world.now, until: world.now + 60))
        // Another one leaves it alone meanwhile.
        #expect(try !index.takeHookDelivery(delivery, at: world.now, until: world.now + 60))
        #expect(try post.deliver() == (0, 0))
        world.now += 60
        #expect(try post.deliver() == (1, 0))
    }

    @Test func theSampleHasChargesAndPricesToTellOf() throws {
        let sample = try SampleDesk()
        let before = try HookWatch(sample.index, asOf: SampleDesk.today).events()
        #expect(!before.contains { $0.kind == .limitPassed })
        // Lavaca Street Kitchen's second charge of October 10.
        #expect(before.contains { $0.kind == .unusualCharge && $0.key.hasSuffix("double_charge") })
        let category = try #require(RuleCategory(named: "groceries", in: sample.index.taxonomy))
        try RuleBook(sample.index).set(category, limit: Money(10_000, .usd), on: SampleDesk.today)
        let after = try HookWatch(sample.index, asOf: SampleDesk.today).events()
        #expect(after.filter { $0.kind == .limitPassed }.map(\.key) == ["limit_passed/groceries/USD/10000/2026-10"])
        #expect(Set(after.map(\.key)).count == after.count)
    }

    @Test(arguments: [
        ("https://example.com/x", true), ("http://127.0.0.1:8080/x", true), ("http://localhost/x", true),
        ("http://example.com/x", false), ("https://me:pw@example.com/x", false), ("ftp://example.com", false),
        ("x", false),
    ]) func whereMessagesMayGo(_ url: String, _ isAllowed: Bool) {
        #expect((HookAddress.problem(with: url) == nil) == isAllowed)
    }
}
