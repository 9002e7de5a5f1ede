import Glibc

/// What must not be cut in half: Ctrl-C and the like wait until it is done.
enum HeldSignals {
    static func during<T>(_ body: () throws -> T) rethrows -> T {
        var held = sigset_t()
        var before = sigset_t()
        sigemptyset(&held)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&held, signal) }
        pthread_sigmask(SIG_BLOCK, &held, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }
}
