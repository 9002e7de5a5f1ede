import Glibc

/// Output that does not fit the window, shown by the user's own pager.
public enum Pager {
    /// Shows a text through `$PAGER`, or less, where it has more lines than the terminal has rows; an empty `$PAGER`
    /// wants none.
    ///
    /// - Returns: false when the text was not shown, since it fits, is not for a terminal, or the pager took nothing.
    public static func show(_ text: String) -> Bool {
        guard let rows = TerminalDevice.rows(.output), TerminalDevice.isTerminal(.input),
            environmentVariable("TERM") != "dumb", text.utf8.count(where: { $0 == 0x0A }) >= rows
        else { return false }
        let pager = environmentVariable("PAGER") ?? "less"
        return !pager.isEmpty && run(pager, text)
    }

    private static func run(_ command: String, _ text: String) -> Bool {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        guard let child = start(command, input: ends[0]) else {
            close(ends[1])
            return false
        }
        // Ctrl-C is the pager's as long as it runs.
        var before = sigaction()
        var ignoring = sigaction()
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGINT, &ignoring, &before)
        defer { sigaction(SIGINT, &before, nil) }
        var status: Int32 = 0
        let written = feed(Array(text.utf8), to: ends[1], of: child, &status)
        close(ends[1])
        if !written.hasEnded {
            while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return true } }
        }
        // A pager that took nothing has shown nothing: it is not there, or it failed at once.
        var left: Int32 = 0
        return ioctl(ends[0], UInt(FIONREAD), &left) != 0 || Int(left) < written.count
    }

    private static func start(_ command: String, input: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What is ignored here is not to be ignored there.
        var usual = sigset_t()
        sigemptyset(&usual)
        for signal in [SIGINT, SIGPIPE, SIGXFSZ] { sigaddset(&usual, signal) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // less: quit when it fits, keep colours, leave the screen as it is, and say how one gets out.
        let settings = "LESS=${LESS:-'FRX-PsSpace shows more, q goes back$'}; export LESS; exec "
        let words = ["sh", "-c", settings + command].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var child = pid_t()
        return posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], environ) == 0 ? child : nil
    }

    /// Writes until all is written or the pager has ended: who leaves it early has seen enough.
    ///
    /// The reading end stays open here, to see what was taken, so that no write fails when the pager ends.
    private static func feed(_ bytes: [UInt8], to end: Int32, of child: pid_t, _ status: inout Int32)
        -> (count: Int, hasEnded: Bool)
    {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(end, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
                continue
            }
            guard count < 0, errno == EAGAIN || errno == EINTR else { break }
            var room = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, 50) == 0, waitpid(child, &status, WNOHANG) == child { return (written, true) }
        }
        return (written, false)
    }
}
