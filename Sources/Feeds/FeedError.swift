import Store

/// Why a bank could not be connected or asked, in words for people. Tokens, addresses with tokens, and what banks wrote
/// about money are in none of them.
public struct FeedError: Error, Equatable, Sendable {
    public enum Reason: String, Equatable, Sendable {
        /// No connection, or one that broke; trying again may help.
        case network
        /// The provider is out of order; trying again may help.
        case provider
        /// Too many requests.
        case rateLimited
        /// The provider is not ready yet; trying again may help.
        case notReady
        /// coach itself keeps to the requests that a provider allows.
        case budget
        /// The owner has to sign in again.
        case relink
        /// The consent is gone: connect again.
        case revoked
        /// What was typed is wrong.
        case refused
        /// Access was given once, and is known to nobody.
        case lost
        /// The key of the secrets does not fit, or cannot be had.
        case key
        case configuration
        case cancelled
        /// A reply that breaks the provider's protocol.
        case malformed
        /// The index did not take what the bank told.
        case index
        /// The pages of a pull changed meanwhile; it begins anew.
        case mutated
    }

    public let reason: Reason
    /// One line: what happened and what to do.
    public let message: String
    /// Seconds that the provider asks to wait.
    public var retryAfter: Double?
    /// Whether the request may have reached the provider although there is no reply to it.
    public var mayHaveArrived: Bool
    /// Whether the provider was waited for as long as makes sense: at once trying again would only take as long once more.
    public var hasTimedOut = false
    /// The provider's own code, such as `ITEM_LOGIN_REQUIRED`.
    public var code: String?

    public init(
        _ reason: Reason, _ message: String, retryAfter: Double? = nil, code: String? = nil,
        mayHaveArrived: Bool = false
    ) {
        self.reason = reason
        self.message = message
        self.retryAfter = retryAfter
        self.code = code
        self.mayHaveArrived = mayHaveArrived
    }

    static let cancelled = FeedError(.cancelled, "canceled; nothing was lost, and the next sync picks up from here")

    /// Access that Plaid gave, as it does once, to a program that ended before it could keep it.
    static func lost(_ bank: String) -> FeedError {
        let bank = CleanText.line(bank, longest: 60)
        return FeedError(
            .lost,
            "the access to \(bank.isEmpty ? "your bank" : bank) is lost: coach ended while it took it, and Plaid gives it only once; run "
                + "`coach connect plaid --new` to connect the bank again, and end what was lost at https://my.plaid.com"
        )
    }

    static let noCrypto = FeedError(
        .key, "bank connections need OpenSSL's libcrypto 3, which isn't here: install the package libssl3")

    /// Whether it is none of the bank's or the provider's: coach lacks a key or a setting.
    var isOwn: Bool { reason == .key || reason == .configuration && code == nil }

    /// Whether the connection's access is gone for good.
    public var isEnd: Bool { reason == .revoked }

    /// What the connection is like after it.
    public var health: ConnectionHealth {
        switch reason {
        case .relink, .revoked: .relink
        default: .failed
        }
    }
}
