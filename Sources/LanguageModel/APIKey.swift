import Glibc
import Ledger

/// A key for an endpoint, or the command that prints it. It shows itself in no description.
public struct APIKey: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    private enum Source: Hashable, Sendable {
        case value(String)
        case command(String)
    }

    private let source: Source

    /// The key itself.
    public static func value(_ key: String) -> APIKey { APIKey(source: .value(key)) }
    /// A line for `/bin/sh` whose output is the key; it runs when the key is needed, not before.
    public static func command(_ line: String) -> APIKey { APIKey(source: .command(line)) }

    public var description: String { "APIKey" }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether a command gives it.
    public var isCommand: Bool { if case .command = source { true } else { false } }

    /// The key without space around it.
    ///
    /// - Parameters:
    ///   - cancellation: ends the waiting for a command.
    ///   - longestWait: for a command, in seconds.
    /// - Throws: `ModelError` when the command fails, takes too long or prints nothing, or what is no header text.
    func text(
        cancellation: Cancellation = Cancellation(), longestWait: Double = 60
    ) throws(ModelError) -> String {
        var key: Substring
        switch source {
        case .value(let value): key = Substring(value)
        case .command(let line):
            key = Substring(
                try KeyCommand.output(
                    of: line, named: KeyCommand.ofModel, cancellation: cancellation, longestWait: longestWait))
        }
        while key.first?.isWhitespace == true { key.removeFirst() }
        while key.last?.isWhitespace == true { key.removeLast() }
        let origin = isCommand ? "api_key_command printed" : "the API key is"
        guard !key.isEmpty else { throw ModelError(.configuration, origin + " nothing; it must be the key") }
        guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ModelError(.configuration, origin + " more than a key: it has spaces or control characters within")
        }
        return String(key)
    }
}

/// Runs a command that prints a key.
public enum KeyCommand {
    /// What the configuration calls the one for a model's key.
    static let ofModel = "api_key_command"

    /// Gives a command's output to `body`; nothing of it is left afterwards.
    ///
    /// - Parameter name: what the configuration calls the command.
    /// - Throws: `ModelError` when the command fails or takes longer than a minute.
    public static func withOutput<T>(of line: String, named name: String, _ body: (UnsafeRawBufferPointer) -> T)
        throws(ModelError) -> T
    {
        try withOutput(of: line, named: name, cancellation: Cancellation(), longestWait: 60, body)
    }

    /// A key is far shorter.
    private static let mostBytes = 65_536
    /// Seconds that a command gets to end after its line.
    private static let graceAfterLine = 0.5
    /// Milliseconds between two looks at the cancellation and at whether the command has ended.
    private static let patience: Int32 = 25

    /// The command's standard output. It reads nothing and may complain on standard error.
    ///
    /// Its end is enough, since what it leaves behind may hold its output open; and so is a line, soon after.
    static func output(
        of line: String, named name: String, cancellation: Cancellation, longestWait: Double
    ) throws(ModelError) -> String {
        try withOutput(of: line, named: name, cancellation: cancellation, longestWait: longestWait) {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func withOutput<T>(
        of line: String, named name: String, cancellation: Cancellation, longestWait: Double,
        _ body: (UnsafeRawBufferPointer) -> T
    ) throws(ModelError) -> T {
        func failure(_ words: String) -> ModelError { Self.failure(name, words) }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw failure("cannot be started: \(String(cString: strerror(errno)))") }
        // Neither end is for the command; its standard output becomes a copy of the second.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = spawn(line, output: ends[1])
        close(ends[1])
        guard let child else { throw failure("cannot be started") }

        // One piece of memory, so that nothing of the key is left where it grew.
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: mostBytes, alignment: 1)
        defer {
            explicit_bzero(bytes.baseAddress!, bytes.count)
            bytes.deallocate()
        }
        var run = Run(name: name, child: child, longestWait: longestWait)
        defer { run.end() }
        let count = try run.read(ends[0], into: bytes, cancellation)
        return body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }

    /// A command on its way.
    private struct Run {
        /// What the configuration calls the command.
        let name: String
        let child: pid_t
        /// Seconds.
        let longestWait: Double
        private var deadline: Double
        /// As `waitpid` gives it; nil while the command runs.
        private var status: Int32?

        init(name: String, child: pid_t, longestWait: Double) {
            self.name = name
            self.child = child
            self.longestWait = longestWait
            deadline = HTTPClient.now() + longestWait
        }

        /// - Returns: how many bytes came.
        mutating func read(
            _ output: Int32, into bytes: UnsafeMutableRawBufferPointer, _ cancellation: Cancellation
        ) throws(ModelError) -> Int {
            var count = 0
            var isOpen = true
            var hasLine = false
            while true {
                // Asked first: what came before its end is then read below.
                let isDone = hasEnded()
                if isOpen { isOpen = take(output, into: bytes, &count, waits: !isDone) } else { usleep(5000) }
                guard count < bytes.count else { throw KeyCommand.failure(name, "prints far more than a key") }
                if isDone {
                    try checkStatus()
                    return count
                }
                if !hasLine, isLine(bytes[..<count]) {
                    hasLine = true
                    deadline = min(deadline, HTTPClient.now() + KeyCommand.graceAfterLine)
                }
                if cancellation.isCancelled { throw ModelError(.cancelled, "cancelled") }
                if HTTPClient.now() > deadline {
                    if hasLine { return count }
                    let option = name == KeyCommand.ofModel ? " (api_key_timeout)" : ""
                    throw KeyCommand.failure(
                        name, "printed no key within \(JSON.number(longestWait).text) s\(option)", .timedOut)
                }
            }
        }

        /// Reads what is there, waiting a little for it.
        ///
        /// - Returns: whether more may come.
        private func take(
            _ output: Int32, into bytes: UnsafeMutableRawBufferPointer, _ count: inout Int, waits: Bool
        ) -> Bool {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, waits ? KeyCommand.patience : 0) > 0 else { return true }
            var got = -1
            repeat {
                got = Glibc.read(output, bytes.baseAddress! + count, bytes.count - count)
            } while got < 0 && errno == EINTR
            count += max(got, 0)
            return got > 0
        }

        /// Whether a line has ended that holds more than space.
        private func isLine(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
            bytes.drop { $0 <= 0x20 }.contains(0x0A)
        }

        private mutating func hasEnded() -> Bool {
            var found: Int32 = 0
            if status == nil, waitpid(child, &found, WNOHANG) == child { status = found }
            return status != nil
        }

        private func checkStatus() throws(ModelError) {
            let status = status ?? 0
            if status & 0x7F != 0 { throw KeyCommand.failure(name, "was ended by signal \(status & 0x7F)") }
            let code = status >> 8 & 0xFF
            guard code == 0 else { throw KeyCommand.failure(name, "failed with exit code \(code)") }
        }

        /// Stops the command if it is still running, along with what it started, which would hold a caller's pipe open. It has no
        /// process group of its own, so that it can ask for a passphrase on the terminal.
        mutating func end() {
            guard !hasEnded() else { return }
            let started = KeyCommand.descendants(of: child)
            for process in [child] + started { kill(process, SIGTERM) }
            let limit = HTTPClient.now() + KeyCommand.graceAfterLine
            while !hasEnded(), HTTPClient.now() < limit { usleep(5000) }
            for process in started { kill(process, SIGKILL) }
            guard !hasEnded() else { return }
            kill(child, SIGKILL)
            _ = waitpid(child, nil, 0)
        }
    }

    /// The processes that a process started, and these in turn.
    private static func descendants(of process: pid_t) -> [pid_t] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        var children: [pid_t: [pid_t]] = [:]
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let id = pid_t(name), let parent = parent(of: id) else { continue }
            children[parent, default: []].append(id)
        }
        var found = children[process] ?? []
        var next = 0
        while next < found.count {
            found += children[found[next]] ?? []
            next += 1
        }
        return found
    }

    private static func parent(of process: pid_t) -> pid_t? {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        // `12 (name) S 7 …`; a name may hold anything.
        guard let name = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: bytes[(name + 1)..<count], as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? pid_t(fields[1]) : nil
    }

    /// The command itself is not shown: it may hold a secret.
    private static func failure(_ name: String, _ words: String, _ reason: ModelError.Reason = .configuration)
        -> ModelError
    {
        ModelError(reason, "\(name) \(words); try it in a shell")
    }

    private static func spawn(_ line: String, output: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Standard input may hold the user's questions.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        // Signals that coach ignores are ordinary ones for other programs.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var ordinary = sigset_t()
        sigemptyset(&ordinary)
        sigaddset(&ordinary, SIGPIPE)
        sigaddset(&ordinary, SIGXFSZ)
        posix_spawnattr_setsigdefault(&attributes, &ordinary)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        let arguments = ["/bin/sh", "-c", line].map { (word: String) in strdup(word) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        return posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ) == 0 ? child : nil
    }
}
