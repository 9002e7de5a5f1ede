import CCrypto
import Ledger
import Store

/// The public half of a key that signs Plaid's webhooks (RFC 7517), as `/webhook_verification_key/get` gives it.
public struct PlaidWebhookKey: Sendable, Equatable {
    let key: JSONWebKey
    /// Seconds since 1970-01-01 UTC; nil while it is in use.
    let expiredAt: Int64?

    /// - Returns: nil where it is no key of the one kind that Plaid uses.
    public init?(_ json: JSON) {
        guard let key = JSONWebKey(json), key.algorithm == .es256 else { return nil }
        self.key = key
        expiredAt = json["expired_at"]?.int64
    }
}

/// A webhook that is from Plaid (https://plaid.com/docs/api/webhooks/webhook-verification).
public struct PlaidWebhook: Sendable {
    /// Why one is not taken. Nothing else of it is believed or kept.
    public enum Refusal: Error, Equatable, Sendable {
        /// No signature, or none of the one kind that Plaid uses.
        case malformed
        case unknownKey
        case expiredKey
        case signature
        /// Signed more than five minutes ago, or in the future.
        case time
        /// The body is not what was signed.
        case body

        public var message: String {
            switch self {
            case .malformed: "it has no signature that Plaid makes"
            case .unknownKey: "Plaid doesn't know the key it's signed with"
            case .expiredKey: "the key it's signed with is no longer in use"
            case .signature: "its signature is wrong"
            case .time: "it was signed more than five minutes ago, or this machine's clock is wrong"
            case .body: "its body isn't what was signed"
            }
        }
    }

    /// `TRANSACTIONS`, `ITEM`, `HOLDINGS`.
    public let type: String
    /// `SYNC_UPDATES_AVAILABLE`, `PENDING_EXPIRATION`.
    public let code: String
    /// The connection's reference; empty where it concerns none.
    public let item: String
    private let json: JSON
    /// Of the text that was signed: of one text there are several right signatures.
    let hash: String

    /// The longest life of a signature, and how far clocks may differ, in seconds.
    static let life: Int64 = 300
    private static let skew: Int64 = 60
    private static let longestHeader = 4096

    /// Believes a webhook that is signed as Plaid signs, over the very bytes of its body, in the last five minutes.
    ///
    /// - Parameters:
    ///   - body: as it came; written anew it would be another one.
    ///   - header: of `Plaid-Verification`.
    ///   - keys: gives the key of an id; nil where Plaid knows none.
    ///   - now: seconds since 1970-01-01 UTC.
    public static func verify(
        body: [UInt8], header: String, keys: (String) throws -> PlaidWebhookKey?, now: Int64
    ) throws -> PlaidWebhook {
        guard let signed = JSONWebSignature(header, longest: longestHeader), signed.algorithm == .es256 else {
            throw Refusal.malformed
        }
        guard let key = try keys(signed.keyID), key.key.id == signed.keyID else { throw Refusal.unknownKey }
        if let expired = key.expiredAt, expired <= now { throw Refusal.expiredKey }
        guard try signed.isSigned(by: key.key) else { throw Refusal.signature }
        guard let time = signed.claims["iat"]?.int64, time >= now - life, time <= now + skew else { throw Refusal.time }
        guard isSame(signed.claims["request_body_sha256"]?.string ?? "", HexText.text(try hash(body))) else {
            throw Refusal.body
        }
        return try PlaidWebhook(body, hash: HexText.text(try hash(signed.text)))
    }

    /// One whose signature is checked.
    init(_ body: [UInt8], hash: String) throws {
        guard let json = try? JSON.parse(body), let type = json["webhook_type"]?.string,
            let code = json["webhook_code"]?.string
        else { throw Refusal.malformed }
        self.type = type
        self.code = code
        self.json = json
        self.hash = hash
        item = json["item_id"]?.string ?? ""
    }

    // MARK: Parts

    private static func hash(_ bytes: [UInt8]) throws(FeedError) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: ccrypto_sha256_size)
        guard ccrypto_sha256(bytes, bytes.count, &out) else { throw FeedError.noCrypto }
        return out
    }

    /// In a time that says nothing of where they differ.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        let (a, b) = (Array(one.utf8), Array(other.utf8))
        return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension PlaidWebhook {
    /// What comes of one.
    public enum Effect: Sendable, Equatable {
        /// The connection has news: sync it.
        case sync(Connection)
        /// How the connection does was noted.
        case noted(Connection, String)
        /// It concerns nothing here.
        case nothing
        /// It was taken before.
        case replay
    }

    /// Takes it in, once. One that asks for a sync is taken when `finish` says that the sync is done, so that Plaid may send it again
    /// until then.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    public func apply(to index: HouseholdIndex, at now: Int64) throws -> Effect {
        let life = PlaidWebhook.life + PlaidWebhook.skew
        return try index.takeWebhook(hash, at: now, life: life) {
            let connection = try index.connection(provider: FeedProvider.plaid.rawValue, reference: item)
            guard let connection else { return (Effect.nothing, true) }
            let effect = try effect(on: connection, index, now)
            if case .sync = effect { return (effect, false) }
            return (effect, true)
        } ?? .replay
    }

    /// Notes that the sync it asked for is done.
    public func finish(in index: HouseholdIndex, at now: Int64) throws { try index.noteWebhook(hash, at: now) }

    private func effect(on connection: Connection, _ index: HouseholdIndex, _ now: Int64) throws -> Effect {
        switch (type, code) {
        case ("TRANSACTIONS", "SYNC_UPDATES_AVAILABLE"), ("TRANSACTIONS", "INITIAL_UPDATE"),
            ("TRANSACTIONS", "HISTORICAL_UPDATE"), ("TRANSACTIONS", "DEFAULT_UPDATE"),
            ("TRANSACTIONS", "TRANSACTIONS_REMOVED"), ("HOLDINGS", "DEFAULT_UPDATE"):
            return .sync(connection)
        case ("ITEM", "LOGIN_REPAIRED"):
            try index.noteRenewal(ofConnection: connection.id)
            return .sync(connection)
        case ("ITEM", "ERROR"), ("ITEM", "USER_PERMISSION_REVOKED"):
            let object = json["error"].flatMap { $0.isNull ? nil : $0 }
            let error =
                object.map { PlaidErrors.error($0, name: connection.name) }
                ?? PlaidErrors.error(code: code, name: connection.name)
            try index.note(error.health, error.message, isOver: error.isEnd, ofConnection: connection.id)
            return .noted(connection, error.message)
        case ("ITEM", "PENDING_EXPIRATION"), ("ITEM", "PENDING_DISCONNECT"), ("ITEM", "USER_ACCOUNT_REVOKED"),
            ("ITEM", "NEW_ACCOUNTS_AVAILABLE"):
            return try warn(connection, index, now)
        default: return .nothing
        }
    }

    /// Days for which a warning holds that does not say how long.
    private static let warningDays: Int64 = 30

    private func warn(_ connection: Connection, _ index: HouseholdIndex, _ now: Int64) throws -> Effect {
        let end = Plaid.day(json["consent_expiration_time"]) ?? Plaid.day(json["disconnect_time"])
        var words = PlaidErrors.warning(code, name: connection.name, until: end)
        // One account that is shared no more, which the webhook names by its id.
        if code == "USER_ACCOUNT_REVOKED", let account = json["account_id"]?.string,
            let link = try index.connectionAccounts(of: connection.id).first(where: { $0.remoteID == account }),
            let name = try index.accounts.first(where: { $0.id == link.accountID })?.name
        {
            words = "\(name): \(words)"
            try index.note(.attention, words, ofLink: link.id)
        }
        let until = end.map { Int64($0.dayNumber + 1) * 86_400 } ?? now + PlaidWebhook.warningDays * 86_400
        try index.warn(code, words, until: until, ofConnection: connection.id)
        return .noted(connection, words)
    }
}

/// Plaid's keys, each asked for once.
public final class PlaidWebhookKeys {
    private let plaid: Plaid
    private var known: [String: PlaidWebhookKey] = [:]

    public init(_ plaid: Plaid) { self.plaid = plaid }

    /// - Returns: nil where Plaid knows none of that id.
    public func key(_ id: String) throws(FeedError) -> PlaidWebhookKey? {
        if let key = known[id] { return key }
        do throws(FeedError) {
            let call = PlaidClient.Call("/webhook_verification_key/get", [("key_id", .string(id))])
            known[id] = try plaid.client.ask(call)["key"].flatMap { PlaidWebhookKey($0) }
            return known[id]
        } catch {
            if error.code == "INVALID_WEBHOOK_VERIFICATION_KEY_ID" { return nil }
            throw error
        }
    }
}
