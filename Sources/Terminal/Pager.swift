import Glibc

/// Output that does not fit the window, shown by the user's own pager.
public enum Pager {
    /// Shows a text through `$PAGER`, or less, where it has more lines than the terminal has rows; an empty `$PAGER`
    /// wants none.
    ///
    /// - Returns: false when the text was not shown, since it fits, is not for a terminal, or no pager could be started.
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
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        // less: quit when it fits, keep colours, leave the screen as it is, and say how one gets out.
        let settings = "LESS=${LESS:-'FRX-PsSpace shows more, q goes back$'}; export LESS; exec "
        let words = ["sh", "-c", settings + command].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var child = pid_t()
        let isStarted = posix_spawn(&child, "/bin/sh", &actions, nil, words + [nil], environ) == 0
        close(ends[0])
        guard isStarted else {
            close(ends[1])
            return false
        }
        let bytes = Array(text.utf8)
        var written = 0
        // Who leaves the pager early has seen enough.
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return true } }
        // 127: the shell found no such program.
        return (status >> 8) & 0xFF != 127
    }
}
