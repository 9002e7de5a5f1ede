/// Why a model gave no reply, in one line for people that says what to do.
///
/// The message never holds a key, what was sent, or what was received beyond the endpoint's own error text.
public struct ModelError: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// No connection, or a broken one.
        case unreachable
        /// Silence for too long, or a reply or a key that took longer than one may.
        case timedOut
        /// 401, 403.
        case unauthorized
        /// 404: the model or the path.
        case notFound
        case contextOverflow
        case rateLimited
        /// 5xx, or an error within a stream.
        case server
        /// A reply that is none: HTML, broken JSON, nothing.
        case malformed
        /// What the configuration asks for is not possible.
        case configuration
        case cancelled
    }

    public var reason: Reason
    public var message: String
    /// Whether words had arrived before.
    public var hadText: Bool
    /// How often it was tried; 0 where it did not come to that.
    public var requests = 1

    public init(_ reason: Reason, _ message: String, hadText: Bool = false) {
        self.reason = reason
        self.message = message
        self.hadText = hadText
    }
}
