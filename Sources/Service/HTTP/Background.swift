import Glibc

/// Work that nobody waits for, on a thread of its own.
enum Background {
    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` later; at once where no thread can be made.
    static func run(_ body: @escaping @Sendable () -> Void) {
        let job = Unmanaged.passRetained(Job(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, job.toOpaque())
        guard status == 0 else { return job.takeRetainedValue().body() }
        pthread_detach(thread)
    }
}
