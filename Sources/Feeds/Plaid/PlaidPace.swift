import Synchronization

/// Keeps to the requests that Plaid allows a minute in production (https://plaid.com/docs/errors/rate-limit-exceeded), for
/// each connection and for all of a client together. All times are seconds.
final class PlaidPace: Sendable {
    private struct Limit {
        let perItem: Int
        let perClient: Int
    }

    private static let limits: [String: Limit] = [
        "/accounts/get": Limit(perItem: 15, perClient: 15_000),
        "/accounts/balance/get": Limit(perItem: 5, perClient: 1_200),
        "/transactions/sync": Limit(perItem: 50, perClient: 2_500),
        "/investments/holdings/get": Limit(perItem: 15, perClient: 2_000),
        "/item/get": Limit(perItem: 15, perClient: 5_000),
        "/item/remove": Limit(perItem: 30, perClient: 2_000),
        "/webhook_verification_key/get": Limit(perItem: 60, perClient: 60),
    ]
    /// For what Plaid publishes no limit of, such as `/link/token/get`.
    private static let usual = Limit(perItem: 15, perClient: 60)
    private static let span = 60.0

    private let sent = Mutex<[String: [Double]]>([:])
    private let now: @Sendable () -> Double
    private let pause: @Sendable (Double) -> Void
    private let isCancelled: @Sendable () -> Bool

    /// - Parameter pause: waits; may return early when a signal comes.
    init(
        now: @escaping @Sendable () -> Double, pause: @escaping @Sendable (Double) -> Void,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.now = now
        self.pause = pause
        self.isCancelled = isCancelled
    }

    /// Waits until one more request is allowed, and counts it.
    func wait(for path: String, item: String?) {
        let limit = PlaidPace.limits[path] ?? PlaidPace.usual
        let keys = [(path, limit.perClient)] + (item.map { [("\(path) \($0)", limit.perItem)] } ?? [])
        let start = sent.withLock { sent -> Double in
            let moment = now()
            var start = moment
            for (key, most) in keys {
                let recent = (sent[key] ?? []).filter { $0 > moment - PlaidPace.span }
                if recent.count >= most { start = max(start, recent[recent.count - most] + PlaidPace.span) }
                sent[key] = recent
            }
            for (key, _) in keys { sent[key, default: []].append(start) }
            return start
        }
        while true {
            let left = start - now()
            guard left > 0, !isCancelled() else { return }
            pause(left)
        }
    }
}
