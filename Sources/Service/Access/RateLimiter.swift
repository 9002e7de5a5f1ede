import Synchronization

/// Counts requests by whoever makes them, minute by minute.
final class RateLimiter: Sendable {
    private struct Window {
        var minute: Int64 = 0
        var counts: [String: Int] = [:]
    }

    private let window = Mutex(Window())

    /// - Parameter now: in seconds.
    /// - Returns: seconds to wait; nil where there is room.
    func take(_ key: String, perMinute most: Int, now: Int64) -> Int? {
        window.withLock { window in
            if window.minute != now / 60 { window = Window(minute: now / 60) }
            window.counts[key, default: 0] += 1
            return window.counts[key]! > most ? Int(60 - now % 60) : nil
        }
    }
}
