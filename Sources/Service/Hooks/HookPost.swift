import Feeds
import Ledger
import Store

/// Tells addresses what happened: sets messages on their way, and delivers those whose time has come. At least once each,
/// whatever ends in between.
public struct HookPost {
    /// Seconds from one attempt to the next; after the last one the message is given up.
    static let waits: [Int64] = [60, 300, 1_800, 7_200, 28_800, 86_400]
    /// Seconds that the log is kept.
    private static let keeping: Int64 = 30 * 86_400

    /// Sends one message, from whichever thread.
    ///
    /// - Returns: the status of HTTP; nil where nothing answered.
    public typealias Send = @Sendable (_ url: String, _ headers: [String], _ body: String) -> Int?

    private let index: HouseholdIndex
    private let vault: () throws(FeedError) -> SecretVault
    private let now: () -> Int64
    private let send: Send

    /// - Parameters:
    ///   - vault: opens the secrets; asked only where there is something to send.
    ///   - now: seconds since 1970-01-01 UTC.
    public init(
        _ index: HouseholdIndex, vault: @escaping () throws(FeedError) -> SecretVault, now: @escaping () -> Int64,
        send: @escaping Send
    ) {
        (self.index, self.vault, self.now, self.send) = (index, vault, now, send)
    }

    /// Keeps an address and what it wants to hear of. What happened before is no news.
    ///
    /// - Returns: the secret that signs, which is told once.
    public func add(_ url: String, _ kinds: [HookEvent.Kind], known: [HookEvent]) throws -> Secret {
        let secret = try HookSecret.random()
        let vault = try vault()
        try index.database.write {
            _ = try index.addHook(url, events: kinds.map(\.rawValue), at: now()) { id in
                try vault.seal(secret, for: HookSecret.reference(id))
            }
            for event in known { _ = try index.noteHookEvent(event.key, at: now()) }
        }
        return secret
    }

    /// Sets what is new on its way to whoever wants to hear of it.
    public func enqueue(_ events: [HookEvent]) throws {
        try index.database.write {
            let hooks = try index.hooks()
            guard !hooks.isEmpty else { return }
            for event in events where try index.noteHookEvent(event.key, at: now()) {
                for hook in hooks where event.isNews(for: hook) {
                    let id = try HookPost.newID()
                    try index.addHookDelivery(
                        to: hook.id, message: id, event: event.kind.rawValue, body: event.body(id: id, at: now()),
                        at: now())
                }
            }
            try index.forgetHookDeliveries(before: now() - HookPost.keeping)
        }
    }

    /// Delivers what is due, each once; addresses are told beside one another, each of its messages in their order.
    ///
    /// - Returns: how many were delivered, and how many were not.
    /// - Throws: also where the secret of one address can't be had, after the others were told.
    public func deliver() throws -> (delivered: Int, failed: Int) {
        let due = try index.dueHookDeliveries(at: now())
        guard !due.isEmpty else { return (0, 0) }
        let round = HookRound(index, try vault(), now: now)
        let hooks = try index.hooks().filter { hook in due.contains { $0.hookID == hook.id } }
        let send = send
        Background.each(hooks) { hook in
            round.tell(hook, due.filter { $0.hookID == hook.id }, send)
        }
        return try round.counts()
    }

    private static func newID() throws(FeedError) -> String {
        let digits = Array("0123456789abcdef")
        return try Secret.random(count: 12).withBytes { bytes in
            "msg_" + String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
        }
    }
}
