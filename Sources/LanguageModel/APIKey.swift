import Glibc

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
    /// - Throws: `ModelError` when the command fails or prints nothing, or what is no header text.
    func text() throws(ModelError) -> String {
        var key: Substring
        switch source {
        case .value(let value): key = Substring(value)
        case .command(let line): key = Substring(try KeyCommand.output(of: line))
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

/// Runs the command that prints a key.
enum KeyCommand {
    /// A key is far shorter.
    private static let mostBytes = 65_536

    /// The command's standard output. It reads nothing and may complain on standard error.
    static func output(of line: String) throws(ModelError) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw failure("cannot be started: \(String(cString: strerror(errno)))") }
        // Neither end is for the command; its standard output becomes a copy of the second.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let child = spawn(line, output: ends[1])
        close(ends[1])
        guard let child else { throw failure("cannot be started") }

        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= mostBytes {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        defer { buffer.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
        guard bytes.count <= mostBytes else {
            kill(child, SIGTERM)
            _ = status(of: child)
            throw failure("prints far more than a key")
        }
        let status = status(of: child)
        if status & 0x7F != 0 { throw failure("was ended by signal \(status & 0x7F)") }
        let code = status >> 8 & 0xFF
        guard code == 0 else { throw failure("failed with exit code \(code)") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The command itself is not shown: it may hold a secret.
    private static func failure(_ words: String) -> ModelError {
        ModelError(.configuration, "api_key_command \(words); try it in a shell")
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

    private static func status(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
