import Feeds

/// Why a card was not set up or charged, in words for people. Keys, card data, and what the provider wrote are in none
/// of them.
public struct PaymentError: Error, Equatable, Sendable {
    public enum Reason: String, Sendable {
        /// No provider is set up.
        case off
        /// What was asked for is wrong.
        case refused
        /// No approval of exactly this payment is there.
        case notApproved
        case notFound
        /// It doesn't go with what is there, such as keys for real money with cards for trying.
        case conflict
        /// No connection, or no answer: what was asked may have been done.
        case unreachable
        /// The provider is out of order: what was asked may have been done.
        case provider
        /// The provider is busy with it or with others: nothing was done.
        case busy
        /// The provider doesn't know the key.
        case key
        /// A reply that breaks the provider's protocol, or tells of other money.
        case malformed
    }

    public let reason: Reason
    /// One line: what happened and what to do.
    public let message: String

    public init(_ reason: Reason, _ message: String) { (self.reason, self.message) = (reason, message) }

    /// Whether what was asked may have been done all the same.
    var leavesOpen: Bool { [.unreachable, .provider, .busy, .malformed].contains(reason) }

    init(_ error: FeedError) {
        switch error.reason {
        case .network, .cancelled: self.init(.unreachable, error.message)
        case .configuration, .key: self.init(.key, error.message)
        default: self.init(.provider, error.message)
        }
    }
}
