import Feeds
import Ledger
import Store
import Testing

@testable import Payments

@Suite struct StripeWebhookTests {
    private static let now: Int64 = 1_795_348_800
    private static let secret = "whsec_of_tests"
    private static let body =
        #"{"id": "evt_1", "type": "payment_intent.succeeded", "livemode": false, "data": {"object": "#
        + #"{"object": "payment_intent", "id": "pi_1", "metadata": {"coach_charge": "coach-1"}}}}"#

    private static func code(_ time: Int64, _ body: String = body, _ secret: String = secret) throws -> String {
        HexText.text(try HMAC.sha256(Array("\(time).\(body)".utf8), key: Secret(secret)))
    }

    private func taken(_ header: String, body: String = body, isLive: Bool = false) throws -> StripeWebhook {
        try StripeWebhook.verify(
            body: Array(body.utf8), header: header, secret: Secret(Self.secret), isLive: isLive, now: Self.now)
    }

    /// The second one was computed with Python's hmac.
    @Test func theSignatureIsAnHMACOverTimeAndBody() throws {
        let webhook = try taken("t=1795348800,v1=\(try Self.code(Self.now))")
        #expect(webhook.id == "evt_1" && webhook.type == "payment_intent.succeeded")
        #expect(webhook.intent == "pi_1" && webhook.key == "coach-1")
        let known = HexText.text(try HMAC.sha256(Array("1.{}".utf8), key: Secret("whsec_x")))
        #expect(known == "36ee2f7498f0c1777d1312b2a7361947fe5ad31223be30d0c62421f4ca753401")
    }

    /// A secret that is being replaced signs beside the new one; what is signed another way counts nothing.
    @Test func oneOfSeveralSignaturesIsEnough() throws {
        let old = try Self.code(Self.now, Self.body, "whsec_before")
        let code = try Self.code(Self.now)
        _ = try taken("t=\(Self.now),v1=\(old),v1=\(code),v0=\(old)")
        #expect(throws: StripeWebhook.Refusal.malformed) { try taken("t=\(Self.now),v0=\(code)") }
    }

    @Test(arguments: [(-300, true), (300, true), (-301, false), (301, false), (-86_400, false)])
    func aSignatureLivesForFiveMinutes(seconds: Int64, isTaken: Bool) throws {
        let time = Self.now + seconds
        let header = "t=\(time),v1=\(try Self.code(time))"
        if isTaken {
            _ = try taken(header)
        } else {
            #expect(throws: StripeWebhook.Refusal.time) { try taken(header) }
        }
    }

    @Test func whatIsSignedWronglyIsRefused() throws {
        let code = try Self.code(Self.now)
        for header in ["", "t=1", "v1=\(code)", "t=\(Self.now)", "t=x,v1=\(code)", "t=1,t=2,v1=\(code)", "t=1,v1=ab"] {
            #expect(throws: StripeWebhook.Refusal.malformed, "\(header)") { try taken(header) }
        }
        #expect(throws: StripeWebhook.Refusal.malformed) { try taken(String(repeating: "t=1,", count: 2_000)) }
        let wrong = try Self.code(Self.now, Self.body, "whsec_another")
        #expect(throws: StripeWebhook.Refusal.signature) { try taken("t=\(Self.now),v1=\(wrong)") }
        // Another time or body under the same signature; a signature by an empty key proves nothing.
        #expect(throws: StripeWebhook.Refusal.signature) { try taken("t=\(Self.now + 1),v1=\(code)") }
        #expect(throws: StripeWebhook.Refusal.signature) {
            try taken("t=\(Self.now),v1=\(code)", body: Self.body + " ")
        }
        #expect(throws: StripeWebhook.Refusal.signature) { try taken("t=\(Int64.min),v1=\(code)") }
    }

    @Test func testAndRealMoneyAreNotMixedUp() throws {
        let header = "t=\(Self.now),v1=\(try Self.code(Self.now))"
        #expect(throws: StripeWebhook.Refusal.mode) { try taken(header, isLive: true) }
    }

    /// Every single byte counts, in the body and in the signature.
    @Test func noByteCanBeChanged() throws {
        let code = try Self.code(Self.now)
        let bytes = Array(Self.body.utf8)
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: StripeWebhook.Refusal.signature) {
                try StripeWebhook.verify(
                    body: changed, header: "t=\(Self.now),v1=\(code)", secret: Secret(Self.secret), isLive: false,
                    now: Self.now)
            }
        }
        for place in code.indices {
            var changed = code
            changed.replaceSubrange(place...place, with: code[place] == "0" ? "1" : "0")
            #expect(throws: StripeWebhook.Refusal.signature) { try taken("t=\(Self.now),v1=\(changed)") }
        }
    }
}
