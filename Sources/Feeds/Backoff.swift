import Glibc
import Store

/// When a request that failed is sent again: exponential backoff with full jitter (M. Brooker, “Exponential Backoff And
/// Jitter”, AWS Architecture Blog, 2015). All times are seconds.
public struct Backoff: Sendable {
    /// Requests in all.
    public var attempts = 4
    public var firstLimit = 1.0
    public var highestLimit = 30.0
    /// What a provider asks to wait at most; what needs longer is left to the next sync.
    public var longestWait = 60.0
    /// 0 to 1.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }
    /// Waits; returns early when a signal comes.
    public var pause: @Sendable (Double) -> Void = { seconds in usleep(UInt32(seconds * 1_000_000)) }

    public init() {}

    /// How long to wait after so many attempts that failed.
    func wait(after attempt: Int) -> Double {
        var limit = firstLimit
        for _ in 1..<max(attempt, 1) { limit = min(limit * 2, highestLimit) }
        return limit * random()
    }

    /// Sends until it works, for reasons that pass by themselves.
    ///
    /// - Parameter reasons: those that pass.
    public func retrying<T>(
        _ reasons: Set<FeedError.Reason> = [.network, .provider, .rateLimited, .notReady],
        _ body: () throws(FeedError) -> T
    ) throws(FeedError) -> T {
        var attempt = 1
        while true {
            do throws(FeedError) {
                return try body()
            } catch {
                guard attempt < attempts, reasons.contains(error.reason), !error.hasTimedOut,
                    (error.retryAfter ?? 0) <= longestWait
                else { throw error }
                pause(max(error.retryAfter ?? 0, wait(after: attempt)))
                attempt += 1
            }
        }
    }
}
