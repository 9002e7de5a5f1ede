import Feeds
import Ledger
import Synchronization

/// What the configuration says of an OpenID provider.
public struct OpenIDSettings: Sendable {
    /// Its address, as it stands in tokens; encrypted, or on this machine.
    public var issuer: String
    /// For whom its access tokens must be.
    public var audience: String
    /// Which person of the index that is served each subject is; nobody else gets in.
    public var people: [String: String]
    /// Subjects who are somebody in another index.
    public var elsewhere: Set<String> = []
    /// What a token may do whose `scope` has none of `read`, `write`, `admin`; nil for nothing.
    public var usualScope: Scope?
    /// As which `POST /api/auth/token` asks the provider; nil where that is not offered.
    public var clientID: String?
    /// Gives the client's secret; nil for a public client.
    public var clientSecret: (@Sendable () throws(FeedError) -> Secret)?

    public init(issuer: String, audience: String, people: [String: String]) {
        (self.issuer, self.audience, self.people) = (issuer, audience, people)
    }
}

/// Believes the access tokens of one OpenID provider (RFC 9068), by the keys that it publishes.
public final class OpenIDProvider: Sendable {
    /// Sends one request to the provider.
    public typealias Send = @Sendable (BankHTTP.Request) throws(FeedError) -> BankHTTP.Reply

    private struct Known {
        var endpoints: Endpoints?
        var keys: [JSONWebKey] = []
        /// Seconds since 1970-01-01 UTC, of the keys there are and of the last attempt to get others that failed.
        var read: Int64 = 0
        var failed: Int64?
        /// When the keys were last asked for in vain, by the id that was looked for.
        var missing: [String: Int64] = [:]
        /// How far the provider is ahead of its pauses; the time that it would be rested at.
        var rested: Int64 = 0

        /// Whether the provider may be asked for a key now, which then counts.
        mutating func mayAsk(for id: String, at now: Int64) -> Bool {
            missing = missing.filter { now - $0.value < OpenIDProvider.pause }
            if let failed, now - failed < OpenIDProvider.pause { return false }
            guard missing[id] == nil, rested - now < OpenIDProvider.pause * OpenIDProvider.mostAtOnce else {
                return false
            }
            rested = max(rested, now) + OpenIDProvider.pause
            return true
        }
    }

    private struct Endpoints {
        let keys: String
        let token: String?
    }

    /// In seconds: how long keys are good without being asked for again, how long where the provider is away, and the pause
    /// before the same key is looked for again.
    private static let fresh: Int64 = 300
    private static let longest: Int64 = 86_400
    private static let pause: Int64 = 10
    /// A new key is asked for at once; this often one after the other, then once in each pause, so that nobody has the provider
    /// asked again and again with tokens of made-up keys.
    private static let mostAtOnce: Int64 = 6
    /// How far clocks may differ, in seconds.
    private static let skew: Int64 = 60
    private static let longestToken = 8_192
    private static let mostKeys = 100

    private let settings: OpenIDSettings
    private let send: Send
    private let known = Mutex(Known())
    /// Held while the provider is asked, so that it is asked once.
    private let asking = Mutex(())

    public init(_ settings: OpenIDSettings, send: @escaping Send) { (self.settings, self.send) = (settings, send) }

    /// Whether a token has the form of those that providers sign; coach's own never do.
    static func isSigned(_ token: String) -> Bool { token.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 }

    /// What an access token allows; nil where it is not to be believed.
    ///
    /// - Throws: `HTTPFault` where the provider can't be asked for its keys, or the token is over, or of nobody here.
    func grant(_ token: String, at now: Int64) throws -> Grant? {
        guard let signed = JSONWebSignature(token, longest: OpenIDProvider.longestToken), isOfThem(signed, at: now),
            let end = seconds(signed.claims["exp"]), let key = try key(of: signed, at: now),
            try signed.isSigned(by: key)
        else { return nil }
        guard now < end else { throw HTTPFault.over }
        guard let subject = signed.claims["sub"]?.string, !subject.isEmpty else { return nil }
        if settings.elsewhere.contains(subject) { throw HTTPFault.signInElsewhere }
        guard let person = settings.people[subject], TokenBook.isName(person) else {
            throw HTTPFault(
                .forbidden, "this sign-in is nobody's here; “openid_people” in config.json says whose it is")
        }
        let said = (signed.claims["scope"]?.string ?? "").split(separator: " ").compactMap {
            Scope(rawValue: String($0))
        }
        guard let scope = said.max() ?? settings.usualScope else {
            throw HTTPFault(.forbidden, "this sign-in has none of the scopes read, write, and admin")
        }
        return Grant(device: "openid-\(person)", person: person, scope: scope)
    }

    /// Whether claims are meant for this server, by now, and for access: whoever issues them issues others too.
    private func isOfThem(_ token: JSONWebSignature, at now: Int64) -> Bool {
        let claims = token.claims
        let kind = (token.header["typ"]?.string ?? "JWT").lowercased()
        guard ["at+jwt", "application/at+jwt", "jwt"].contains(kind), claims["iss"]?.string == settings.issuer else {
            return false
        }
        let audiences = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string ?? ""]
        guard audiences.contains(settings.audience) else { return false }
        func hasBegun(_ name: String) -> Bool {
            guard let value = claims[name] else { return true }
            return seconds(value).map { $0 <= now + OpenIDProvider.skew } ?? false
        }
        return hasBegun("nbf") && hasBegun("iat")
    }

    /// Seconds, whole or not (RFC 7519, section 2).
    private func seconds(_ value: JSON?) -> Int64? {
        value?.int64 ?? value?.double.flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    // MARK: Keys

    /// - Throws: `HTTPFault` where no key is known since the provider can't be asked.
    private func key(of token: JSONWebSignature, at now: Int64) throws -> JSONWebKey? {
        func find() -> (key: JSONWebKey?, isFresh: Bool) {
            known.withLock { known in
                (
                    now - known.read < OpenIDProvider.longest
                        ? known.keys.first { $0.id == token.keyID && $0.algorithm == token.algorithm } : nil,
                    now - known.read < OpenIDProvider.fresh
                )
            }
        }
        let first = find()
        if first.isFresh, let key = first.key { return key }
        try asking.withLock { _ in
            let second = find()
            if second.isFresh, second.key != nil { return }
            guard known.withLock({ $0.mayAsk(for: token.keyID, at: now) }) else { return }
            do {
                try readKeys(at: now)
                if find().key == nil { known.withLock { $0.missing[token.keyID] = now } }
            } catch {
                known.withLock { $0.failed = now }
                // Those that are there stay good for a day.
                guard known.withLock({ $0.keys.isEmpty || now - $0.read >= OpenIDProvider.longest }) else { return }
                throw OpenIDProvider.away
            }
        }
        if let key = find().key { return key }
        if known.withLock({ $0.keys.isEmpty }) { throw OpenIDProvider.away }
        return nil
    }

    private static var away: HTTPFault {
        var fault = HTTPFault(.unavailable, "sign-ins can't be checked: their provider doesn't answer")
        fault.retryAfter = Int(pause)
        return fault
    }

    private func readKeys(at now: Int64) throws(FeedError) {
        let endpoints = try endpoints()
        let reply = try json(BankHTTP.Request(endpoints.keys))
        guard let listed = reply["keys"]?.array else { throw OpenIDProvider.malformed }
        let keys = listed.prefix(OpenIDProvider.mostKeys).compactMap(JSONWebKey.init)
        known.withLock { known in (known.keys, known.read, known.failed) = (keys, now, nil) }
    }

    /// Where the provider says that it is asked (OpenID Connect Discovery 1.0).
    private func endpoints() throws(FeedError) -> Endpoints {
        if let endpoints = known.withLock({ $0.endpoints }) { return endpoints }
        let base = settings.issuer.hasSuffix("/") ? String(settings.issuer.dropLast()) : settings.issuer
        let found = try json(BankHTTP.Request(base + "/.well-known/openid-configuration"))
        // One provider doesn't speak for another.
        guard found["issuer"]?.string == settings.issuer,
            let keys = found["jwks_uri"]?.string, OpenIDProvider.isSafe(keys)
        else { throw OpenIDProvider.malformed }
        let token = found["token_endpoint"]?.string.flatMap { OpenIDProvider.isSafe($0) ? $0 : nil }
        let endpoints = Endpoints(keys: keys, token: token)
        known.withLock { $0.endpoints = endpoints }
        return endpoints
    }

    /// Whether an address can be asked: encrypted, or on this machine.
    public static func isSafe(_ address: String) -> Bool {
        guard let parts = BankAddress(address), parts.credentials == nil else { return false }
        return parts.isEncrypted || parts.isLoopback
    }

    private static let malformed = FeedError(.malformed, "the sign-in provider's reply makes no sense")

    private func json(_ request: BankHTTP.Request) throws(FeedError) -> JSON {
        let reply = try send(request)
        guard reply.status == 200, let json = try? JSON.parse(reply.body), json.object != nil else {
            throw OpenIDProvider.malformed
        }
        return json
    }

    // MARK: Tokens

    /// Passes a code or a refresh token on to the provider.
    ///
    /// - Parameter fields: of the form that it takes (RFC 6749, sections 4.1.3 and 6).
    /// - Returns: its reply with what the access token allows.
    func exchange(_ fields: [(String, String)], at now: Int64) throws -> (reply: JSON, grant: Grant) {
        guard let client = settings.clientID, let address = try endpoints().token else {
            throw HTTPFault(.notFound, "signing in isn't offered here; “openid_client_id” in config.json turns it on")
        }
        var request = BankHTTP.Request(address)
        request.headers = ["Content-Type: application/x-www-form-urlencoded"]
        var fields = fields
        if let secret = try settings.clientSecret?() {
            request.secretHeaders = [OpenIDProvider.basic(client, secret)]
        } else {
            fields.append(("client_id", client))
        }
        let form = fields.map { "\($0.0)=\(OpenIDProvider.encoded($0.1))" }.joined(separator: "&")
        request.secretBody = Secret(form)
        let reply = try send(request)
        let json = (try? JSON.parse(reply.body)) ?? .null
        guard reply.status == 200, let token = json["access_token"]?.string else {
            let code = json["error"]?.string ?? ""
            if reply.status >= 500 || json.object == nil { throw OpenIDProvider.away }
            if code == "invalid_grant" {
                throw HTTPFault(
                    .unauthenticated, "the code or refresh token isn't valid, or not any more; sign in again")
            }
            throw HTTPFault(.invalidRequest, "the sign-in provider refused the request")
        }
        guard let grant = try grant(token, at: now) else {
            throw HTTPFault(.provider, "the sign-in provider's access token isn't one for this server")
        }
        return (json, grant)
    }

    private static func basic(_ client: String, _ secret: Secret) -> Secret {
        let name = Array((encoded(client) + ":").utf8)
        let secret = secret.trimmed
        let both = Secret(count: name.count + secret.count) { target in
            target.copyBytes(from: name)
            secret.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[name.count...]).copyMemory(from: $0) }
        }
        return both.base64Encoded(after: "Authorization: Basic ")
    }

    /// As forms have texts.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(
            decoding: text.utf8.flatMap { byte -> [UInt8] in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: [byte]
                default: [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }, as: UTF8.self)
    }
}
