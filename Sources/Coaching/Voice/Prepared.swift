import Glibc
import Synchronization

/// A value that is made on a thread of its own, while the one who will want it waits for something else.
final class Prepared<Value: Sendable>: Sendable {
    private let made = Mutex<Value?>(nil)
    private let make: @Sendable () -> Value

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
        let work = Unmanaged.passRetained(Work { _ = self.value })
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { work in
                work.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        // Without a thread the value is made when it is wanted.
        if status == 0 { pthread_detach(thread) } else { work.release() }
    }

    /// Waits until it is made.
    var value: Value {
        made.withLock { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
