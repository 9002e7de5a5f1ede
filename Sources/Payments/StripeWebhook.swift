import Feeds
import Ledger
import Store

/// A webhook that is from Stripe (https://docs.stripe.com/webhooks#verify-manually).
public struct StripeWebhook: Sendable, Equatable {
    /// Why one is not taken. Nothing else of it is believed or kept.
    public enum Refusal: Error, Equatable, Sendable {
        /// No signature, or none of the one kind that is checked.
        case malformed
        case signature
        /// Signed more than five minutes ago, or in the future.
        case time
        /// Of test money where real money is set up, or the other way round.
        case mode

        public var message: String {
            switch self {
            case .malformed: "it has no signature that Stripe makes"
            case .signature: "its signature is wrong"
            case .time: "it was signed more than five minutes ago, or this machine's clock is wrong"
            case .mode: "it's about the other kind of money, test or real"
            }
        }
    }

    public let id: String
    /// Such as `payment_intent.succeeded`.
    public let type: String
    /// The intent that it is about; nil where it is about none.
    let intent: String?
    /// As the intent was asked for.
    let key: String?

    /// The longest life of a signature, and how far clocks may differ, in seconds.
    static let tolerance: Int64 = 300
    /// Seconds for which Stripe may send an event again.
    static let resending: Int64 = 4 * 86_400
    private static let longestHeader = 4_096

    /// Believes a webhook that is signed as Stripe signs, over the very bytes of its body, in the last five minutes.
    ///
    /// - Parameters:
    ///   - body: as it came; written anew it would be another one.
    ///   - header: of `Stripe-Signature`.
    ///   - secret: `whsec_…`, all of it.
    ///   - isLive: which kind of money is set up.
    ///   - now: seconds since 1970-01-01 UTC.
    public static func verify(body: [UInt8], header: String, secret: Secret, isLive: Bool, now: Int64) throws
        -> StripeWebhook
    {
        guard header.utf8.count <= longestHeader else { throw Refusal.malformed }
        var (times, codes): ([Int64], [[UInt8]]) = ([], [])
        for part in header.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1)
            guard sides.count == 2 else { continue }
            // What is signed another way proves nothing, so that nobody can choose a weaker one.
            switch sides[0] {
            case "t": if let time = Int64(sides[1]) { times.append(time) }
            case "v1": if let code = HexText.bytes(String(sides[1])), code.count == 32 { codes.append(code) }
            default: break
            }
        }
        guard times.count == 1, let time = times.first, !codes.isEmpty else { throw Refusal.malformed }
        let code = try HMAC.sha256(Array("\(time).".utf8) + body, key: secret)
        guard codes.reduce(false, { isSame($1, code) || $0 }) else { throw Refusal.signature }
        guard abs(now - time) <= tolerance else { throw Refusal.time }
        return try StripeWebhook(body, isLive: isLive)
    }

    private init(_ body: [UInt8], isLive: Bool) throws {
        guard let json = try? JSON.parse(body), let id = json["id"]?.string, id.hasPrefix("evt_"),
            StripeProcessor.isID(id), let type = json["type"]?.string, let object = json["data"]?["object"]
        else { throw Refusal.malformed }
        guard json["livemode"]?.bool == isLive else { throw Refusal.mode }
        self.id = id
        self.type = type
        let name = object["object"]?.string
        intent = name == "payment_intent" ? object["id"]?.string : object["payment_intent"]?.string
        key = object["metadata"]?["coach_charge"]?.string
    }

    /// In a time that says nothing of where they differ.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Cashier {
    /// What comes of a webhook.
    public enum Effect: Sendable {
        /// The charge that it is about, as the provider now tells of it.
        case looked(ChargeOutcome)
        /// It concerns nothing here.
        case nothing
        /// It was taken before.
        case replay
    }

    /// Takes a webhook in, once. Nothing but the charge's name is taken from it: events come late and in any order, so the
    /// provider is asked how the charge stands.
    ///
    /// - Throws: `PaymentError` where the provider can't be asked now; it is taken when it comes again.
    public func take(_ webhook: StripeWebhook) throws -> Effect {
        guard let charge = try charge(of: webhook) else { return .nothing }
        if try index.hasWebhook(webhook.id) { return .replay }
        let found =
            try charge.state.isOpen || charge.state == .declined ? resolve(charge) : ChargeOutcome(charge: charge)
        if let note = found.note { throw PaymentError(.unreachable, note) }
        if webhook.type.contains("refund") { try syncRefunds(of: found.charge) }
        let isNew = try index.takeWebhook(webhook.id, at: now(), life: StripeWebhook.resending) { ((), true) } != nil
        guard isNew else { return .replay }
        return .looked(ChargeOutcome(charge: try index.charge(charge.id) ?? charge))
    }

    private func charge(of webhook: StripeWebhook) throws -> Charge? {
        if let intent = webhook.intent, let charge = try index.charge(intent: intent) { return charge }
        return try webhook.key.flatMap { try index.charge(key: $0) }
    }
}
