import Synchronization
import Terminal

/// What a terminal shows while a bank is asked or its rows are kept. A bank may take minutes to answer: `turn` is called
/// again and again meanwhile.
final class BankProgress: Sendable {
    static let shared = BankProgress()

    private struct State {
        var progress = Progress()
        var label: String
        var fraction: Double?
    }

    private let state = Mutex<State?>(nil)

    /// - Parameter fraction: 0...1; nil where nobody knows how much there is to do.
    func show(_ label: String, _ fraction: Double? = nil) {
        state.withLock { state in
            var now = state ?? State(label: label)
            (now.label, now.fraction) = (label, fraction)
            now.progress.update(fraction, label: label)
            state = now
        }
    }

    func turn() {
        state.withLock { state in
            guard var now = state else { return }
            now.progress.update(now.fraction, label: now.label)
            state = now
        }
    }

    /// Takes the line away, before anything else is written.
    func finish() {
        state.withLock { state in
            state?.progress.finish()
            state = nil
        }
    }
}
