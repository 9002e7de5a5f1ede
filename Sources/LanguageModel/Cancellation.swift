import Synchronization

/// Ends an exchange with a model from outside, such as when the user presses Ctrl-C.
///
/// Setting it is one atomic store, which a signal handler may do.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)
    private let isEnded: @Sendable () -> Bool

    /// - Parameter isEnded: asked some times a second while the model is waited for; true ends the exchange too.
    public init(_ isEnded: @escaping @Sendable () -> Bool = { false }) { self.isEnded = isEnded }

    public var isCancelled: Bool { flag.load(ordering: .relaxed) || isEnded() }
    public func cancel() { flag.store(true, ordering: .relaxed) }
    /// For the next exchange.
    public func reset() { flag.store(false, ordering: .relaxed) }
}
