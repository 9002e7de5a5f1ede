import Glibc

/// Work that nobody waits for, on a thread of its own.
enum Background {
    private final class Job {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Threads that work beside one another at most.
    private static let most = 16

    /// Runs `body` for each item, beside one another, and waits for all of them.
    static func each<Item: Sendable>(_ items: [Item], _ body: @escaping @Sendable (Item) -> Void) {
        for start in stride(from: 0, to: items.count, by: most) {
            let part = items[start..<min(start + most, items.count)]
            // The last one needs no thread of its own.
            let threads = part.dropLast().map { item in thread { body(item) } }
            part.last.map(body)
            for case let thread? in threads { pthread_join(thread, nil) }
        }
    }

    /// Runs `body` later; at once where no thread can be made.
    static func run(_ body: @escaping @Sendable () -> Void) {
        if let thread = thread(body) { pthread_detach(thread) }
    }

    /// - Returns: nil where no thread could be made, in which case it was run at once.
    private static func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let job = Unmanaged.passRetained(Job(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, job.toOpaque())
        guard status == 0 else {
            job.takeRetainedValue().body()
            return nil
        }
        return thread
    }
}
