import Synchronization

/// Ends an exchange with a model from outside, such as when the user presses Ctrl-C.
///
/// Setting it is one atomic store, which a signal handler may do.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
    public func cancel() { flag.store(true, ordering: .relaxed) }
    /// For the next exchange.
    public func reset() { flag.store(false, ordering: .relaxed) }
}
