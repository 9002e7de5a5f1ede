import Feeds
import Ledger
import Store
import Synchronization

/// Messages on their way to several addresses at once, so that one that doesn't answer keeps no other waiting.
final class HookRound: @unchecked Sendable {
    private struct State {
        var delivered = 0
        var failed = 0
        /// Why an address couldn't be told at all.
        var fault: (any Error)?
    }

    // Whoever holds `state` may use these.
    private let index: HouseholdIndex
    private let vault: SecretVault
    private let now: () -> Int64
    private let state = Mutex(State())

    init(_ index: HouseholdIndex, _ vault: SecretVault, now: @escaping () -> Int64) {
        (self.index, self.vault, self.now) = (index, vault, now)
    }

    /// - Throws: what kept an address from being told.
    func counts() throws -> (delivered: Int, failed: Int) {
        try state.withLock { state in
            if let fault = state.fault { throw fault }
            return (state.delivered, state.failed)
        }
    }

    /// Sends an address its messages, one after the other, until one isn't answered at all: the others would be waited for just
    /// as long.
    func tell(_ hook: Hook, _ messages: [HookDelivery], _ send: HookPost.Send) {
        do {
            for message in messages {
                guard let attempt = try begin(message, to: hook) else { continue }
                let status = send(hook.url, attempt.headers, message.body)
                try end(attempt, of: message, status)
                if status == nil { return }
            }
        } catch {
            state.withLock { $0.fault = error }
        }
    }

    private struct Attempt {
        let time: Int64
        /// Seconds until the next one; nil after the last.
        let wait: Int64?
        let headers: [String]
    }

    /// - Returns: nil where another process has the message.
    private func begin(_ message: HookDelivery, to hook: Hook) throws -> Attempt? {
        try state.withLock { _ in
            let time = now()
            let secret = try vault.open(hook.sealedSecret, for: HookSecret.reference(hook.id))
            let wait = message.attempts < HookPost.waits.count ? HookPost.waits[message.attempts] : nil
            guard try index.takeHookDelivery(message, at: time, until: time + (wait ?? HookPost.waits[0])) else {
                return nil
            }
            let headers = try HookSecret.headers(id: message.messageID, at: time, body: message.body, secret)
            return Attempt(time: time, wait: wait, headers: headers)
        }
    }

    private func end(_ attempt: Attempt, of message: HookDelivery, _ status: Int?) throws {
        try state.withLock { state in
            if let status, (200..<300).contains(status) {
                state.delivered += 1
                return try index.settleHookDelivery(message.id, status: status, outcome: .delivered, nextAt: nil)
            }
            state.failed += 1
            // 410: the receiver wants no more of it.
            let next = status == 410 ? nil : attempt.wait.map { attempt.time + $0 }
            try index.settleHookDelivery(
                message.id, status: status, outcome: next == nil ? .failed : .waiting, nextAt: next)
            if status == nil {
                let moment = attempt.time + (attempt.wait ?? HookPost.waits.last!)
                try index.putOffHookDeliveries(to: message.hookID, until: moment)
            }
        }
    }
}
