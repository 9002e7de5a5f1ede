import Feeds
import Glibc
import Ledger
import Synchronization
import Testing

@testable import Service

/// Access tokens of an OpenID provider, signed once by keys that were made for that (`Tests/Fixtures/openid`).
@Suite struct OpenIDTests {
    private static let now: Int64 = 1_800_000_000

    /// A provider as it answers in a test.
    private final class Peer: Sendable {
        let keys: Mutex<[JSON]>
        let isAway = Mutex(false)
        let asked = Mutex(0)

        init(_ keys: [JSON]) { self.keys = Mutex(keys) }

        func reply(_ address: String) throws(FeedError) -> BankHTTP.Reply {
            asked.withLock { $0 += 1 }
            if isAway.withLock({ $0 }) { throw FeedError(.network, "away") }
            let json: JSON =
                address.hasSuffix("openid-configuration")
                ? .object([("issuer", .string("https://id.example")), ("jwks_uri", .string("https://id.example/jwks"))])
                : .object([("keys", .array(keys.withLock { $0 }))])
            return BankHTTP.Reply(status: 200, body: Array(json.text.utf8))
        }
    }

    private let vectors: JSON
    private let peer: Peer
    private let provider: OpenIDProvider

    init() throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        let file = try #require(fopen(folder + "/Fixtures/openid/tokens.json", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        let vectors = try JSON.parse(Array(bytes[..<count]))
        let peer = Peer([try #require(vectors["rsa"]), try #require(vectors["ec"])])
        var settings = OpenIDSettings(issuer: "https://id.example", audience: "coach-api", people: ["maya": "me"])
        settings.clientID = nil
        (self.vectors, self.peer) = (vectors, peer)
        provider = OpenIDProvider(settings) { request throws(FeedError) in try peer.reply(request.address) }
    }

    private func token(_ name: String) throws -> String { try #require(vectors["tokens"]?[name]?.string) }

    @Test(arguments: [("rsa", Scope.read), ("ec", .read), ("several", .read), ("write", .write)])
    func whatTheProviderSignedIsTaken(_ name: String, _ scope: Scope) throws {
        let grant = try provider.grant(token(name), at: Self.now)
        #expect(grant == Grant(device: "openid-me", person: "me", scope: scope))
    }

    @Test(arguments: ["audience", "issuer", "early", "noexp", "nosub", "kind"])
    func whatIsMeantForOthersIsNot(_ name: String) throws {
        #expect(try provider.grant(token(name), at: Self.now) == nil)
    }

    @Test(arguments: ["stranger", "noscope"])
    func whoIsNobodyHereIsRefused(_ name: String) throws {
        let fault = #expect(throws: HTTPFault.self) { try provider.grant(token(name), at: Self.now) }
        #expect(fault?.code == .forbidden)
    }

    /// Who is somebody in another index isn't let into this one, whatever else is written of the subject.
    @Test func whoBelongsElsewhereIsRefused() throws {
        let peer = peer
        var settings = OpenIDSettings(issuer: "https://id.example", audience: "coach-api", people: ["other": "me"])
        settings.elsewhere = ["maya"]
        let provider = OpenIDProvider(settings) { request throws(FeedError) in try peer.reply(request.address) }
        let fault = #expect(throws: HTTPFault.self) { try provider.grant(token("rsa"), at: Self.now) }
        #expect(fault == HTTPFault.signInElsewhere)
        // What isn't signed isn't told whose it is.
        #expect(try provider.grant(token("rsa").dropLast(20) + String(repeating: "A", count: 20), at: Self.now) == nil)
    }

    @Test func aTokenIsGoodForItsTime() throws {
        for name in ["rsa", "ec"] {
            #expect(try provider.grant(token(name), at: Self.now + 299) != nil)
            let fault = #expect(throws: HTTPFault.self) { try provider.grant(token(name), at: Self.now + 300) }
            #expect(fault?.code == .unauthenticated)
            // Signed ten seconds before; clocks may differ by a minute.
            #expect(try provider.grant(token(name), at: Self.now - 70) != nil)
            #expect(try provider.grant(token(name), at: Self.now - 71) == nil)
        }
    }

    /// Wherever one character of a token is another one, it is not believed.
    @Test(arguments: ["rsa", "ec"])
    func changedTokensAreNotBelieved(_ name: String) throws {
        let whole = Array(try token(name).utf8)
        let dots = whole.indices.filter { whole[$0] == UInt8(ascii: ".") }
        for place in stride(from: 0, to: whole.count, by: 7) where !dots.contains(place) {
            // The last character of a part may hold bits that say nothing.
            if place + 1 == whole.count || dots.contains(place + 1) { continue }
            var changed = whole
            changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let text = String(decoding: changed, as: UTF8.self)
            #expect((try? provider.grant(text, at: Self.now)) ?? nil == nil, "at \(place)")
        }
        #expect(try provider.grant("a.b.c", at: Self.now) == nil)
        #expect(try provider.grant(String(repeating: "a", count: 9_000) + ".b.c", at: Self.now) == nil)
    }

    @Test func newKeysAreAskedForAndOldOnesEnd() throws {
        #expect(try provider.grant(token("later"), at: Self.now) == nil)
        // Where the configuration stands, and the keys.
        #expect(peer.asked.withLock { $0 } == 2)
        // Nobody has the provider asked again and again.
        for _ in 0..<5 { #expect(try provider.grant(token("later"), at: Self.now + 9) == nil) }
        #expect(peer.asked.withLock { $0 } == 2)
        peer.keys.withLock { $0 = [vectors["ec2"]!] }
        #expect(try provider.grant(token("ec"), at: Self.now + 9) != nil)
        #expect(try provider.grant(token("later"), at: Self.now + 10) != nil)
        #expect(peer.asked.withLock { $0 } == 3)
        #expect(try provider.grant(token("ec"), at: Self.now + 10) == nil)
    }

    /// Whoever signs in right after the keys were changed isn't kept waiting.
    @Test func aNewKeyIsAskedForAtOnce() throws {
        #expect(try provider.grant(token("ec"), at: Self.now) != nil)
        peer.keys.withLock { $0 = [vectors["ec2"]!] }
        #expect(try provider.grant(token("later"), at: Self.now + 1) != nil)
        #expect(peer.asked.withLock { $0 } == 3)
    }

    /// Made-up keys have the provider asked a few times, then once in ten seconds; a real one is found with the next of these.
    @Test func madeUpKeysDoNotFloodTheProvider() throws {
        let parts = try token("later").split(separator: ".")
        func madeUp(_ number: Int) -> String {
            let head = Secret(#"{"alg":"ES256","kid":"k\#(number)","typ":"at+jwt"}"#)
                .base64Encoded(after: "").withBytes { String(decoding: $0, as: UTF8.self) }
            let safe = head.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
            return String(safe) + ".\(parts[1]).\(parts[2])"
        }
        #expect(try provider.grant(token("ec"), at: Self.now) != nil)
        for number in 0..<50 { #expect(try provider.grant(madeUp(number), at: Self.now + 1) == nil) }
        // The configuration, the keys, and the keys again six more times.
        #expect(peer.asked.withLock { $0 } == 8)
        for number in 50..<100 { #expect(try provider.grant(madeUp(number), at: Self.now + 11) == nil) }
        #expect(peer.asked.withLock { $0 } == 9)
        peer.keys.withLock { $0 = [vectors["ec2"]!] }
        #expect(try provider.grant(token("later"), at: Self.now + 21) != nil)
    }

    /// Many behind one address whose sign-ins are over are told so, and keep nobody out; guesses are counted.
    @Test func whatIsOverIsNoGuess() throws {
        let site = try WebServiceTests.Site {
            $0.openID = provider
            $0.now = { Self.now + 400 }
        }
        for _ in 0..<30 { #expect(site.send("GET", "/rules", token: try? token("rsa")).status == 401) }
        #expect(site.send("GET", "/rules", token: site.over).status == 401)
        let forged = try token("rsa").dropLast(20) + String(repeating: "A", count: 20)
        let codes = (0..<11).map { _ in site.send("GET", "/rules", token: String(forged)).status }
        #expect(codes == Array(repeating: 401, count: 10) + [429])
        let said = site.send("GET", "/rules", token: try token("rsa"))
        #expect(said.status == 401 && said.json["message"]?.string?.contains("expired") == true)
    }

    @Test func keysOutliveAProviderThatIsAway() throws {
        peer.isAway.withLock { $0 = true }
        let fault = #expect(throws: HTTPFault.self) { try provider.grant(token("ec"), at: Self.now - 60) }
        #expect(fault?.code == .unavailable)
        peer.isAway.withLock { $0 = false }
        #expect(try provider.grant(token("ec"), at: Self.now - 50) != nil)
        peer.isAway.withLock { $0 = true }
        // Older than five minutes, so others are asked for; these stay good while there are none.
        #expect(try provider.grant(token("ec"), at: Self.now + 299) != nil)
    }
}
