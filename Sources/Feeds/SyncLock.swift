import Glibc

/// Keeps two syncs of one index apart: the second waits for the first. It ends with the process, however that ends.
public struct SyncLock: ~Copyable {
    private let descriptor: Int32

    /// - Parameters:
    ///   - path: of the index; the lock is a file beside it.
    ///   - onWaiting: called once when another sync is running.
    ///   - isCancelled: asked some times a second while it runs.
    /// - Throws: where the file cannot be made, or the waiting is cancelled.
    public init(besides path: String, onWaiting: () -> Void, isCancelled: () -> Bool = { false }) throws(FeedError) {
        descriptor = open(path + ".sync", O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw FeedError(
                .configuration,
                "\(path).sync can't be written (\(String(cString: strerror(errno)))); make its folder writable, or choose "
                    + "another index with --db")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else { return }
        onWaiting()
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if isCancelled() {
                close(descriptor)
                throw FeedError.cancelled
            }
            usleep(50_000)
        }
    }

    deinit { close(descriptor) }
}
