import Feeds
import Ledger

/// What signs messages to an address, in the form of Standard Webhooks 1.0: the receiver computes the same code from id, time,
/// and body.
public enum HookSecret {
    /// What the vault seals it for.
    public static func reference(_ hook: Int64) -> String { "hook \(hook)" }

    /// 192 bits, as the standard asks for.
    public static func random() throws(FeedError) -> Secret { try Secret.random(count: 24) }

    /// As receivers are told of it, once.
    public static func text(_ secret: Secret) -> String {
        secret.base64Encoded(after: "whsec_").withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The headers of a message.
    ///
    /// - Parameter time: of this attempt, so that an old message can be told from a repeated one.
    public static func headers(id: String, at time: Int64, body: String, _ secret: Secret) throws(FeedError) -> [String]
    {
        let code = try HMAC.sha256(Array("\(id).\(time).\(body)".utf8), key: secret)
        let signature = code.withUnsafeBytes { Secret(copying: $0).base64Encoded(after: "v1,") }
        return [
            "webhook-id: \(id)", "webhook-timestamp: \(time)",
            "webhook-signature: " + signature.withBytes { String(decoding: $0, as: UTF8.self) },
        ]
    }
}
