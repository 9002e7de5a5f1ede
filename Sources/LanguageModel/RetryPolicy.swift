/// When a request that failed is sent again, and after how long.
///
/// Exponential backoff with full jitter (M. Brooker, “Exponential Backoff And Jitter”, AWS Architecture Blog, 2015):
/// a random time between nothing and a limit that doubles. All times are seconds.
public struct RetryPolicy: Hashable, Sendable {
    /// Requests in all.
    public var attempts = 4
    /// Requests in all where no connection is made: a server that is not there seldom comes up in a second.
    public var connectionAttempts = 2
    public var firstLimit = 0.5
    public var highestLimit = 8.0
    /// All waiting for one reply together; what needs longer is not tried again, since a person waits.
    public var longestWaiting = 15.0

    public init() {}

    /// One request and no more.
    public static let none: RetryPolicy = {
        var policy = RetryPolicy()
        policy.attempts = 1
        policy.connectionAttempts = 1
        return policy
    }()

    /// - Parameters:
    ///   - failures: how often it failed, from 1.
    ///   - retryAfter: what the endpoint asks for.
    ///   - waited: so far.
    ///   - random: 0 to 1.
    /// - Returns: how long to wait; nil to give up.
    func wait(
        failures: Int, isConnection: Bool, retryAfter: Double?, waited: Double, random: Double
    ) -> Double? {
        guard failures < (isConnection ? connectionAttempts : attempts) else { return nil }
        var limit = firstLimit
        for _ in 1..<max(failures, 1) { limit = min(limit * 2, highestLimit) }
        // An endpoint that asks for no wait, or for one that is over, is not to be hurried.
        let wait = max(retryAfter ?? 0, limit * random)
        return waited + wait <= longestWaiting ? wait : nil
    }
}
