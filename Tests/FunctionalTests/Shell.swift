import Glibc

/// A fresh home in a temporary directory, in which command lines run with nothing of the outer environment.
struct Shell {
    struct Result {
        let output: String
        let errors: String
        let exitCode: Int32
    }

    struct SystemError: Error {
        let call: String
        let number: Int32
    }

    private let root: String
    private var environment: [String: String]

    /// - Parameter binaries: the directory of the program under test.
    init(binaries: String) throws(SystemError) {
        var template = Array("/tmp/coach-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(call: "mkdtemp", number: errno) }
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        environment = [
            "PATH": "\(binaries):/usr/local/bin:/usr/bin:/bin", "HOME": root, "TMPDIR": root,
            "XDG_DATA_HOME": "\(root)/data", "XDG_CONFIG_HOME": "\(root)/config", "XDG_STATE_HOME": "\(root)/state",
            "COACH_DB": "\(root)/coach.db", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "dumb",
        ]
        guard mkdir(directory, 0o700) == 0 else { throw SystemError(call: "mkdir", number: errno) }
    }

    /// Where the commands run and the scripts' files are.
    private var directory: String { root + "/work" }

    mutating func set(_ name: String, to value: String) { environment[name] = value }

    func write(_ content: String, to name: String) throws(SystemError) {
        try Self.write(content, toPath: "\(directory)/\(name)")
    }

    /// Runs a command line and waits for its end; one that hangs is ended after two minutes with exit code 124.
    func run(_ command: String, input: String) throws(SystemError) -> Result {
        let (inputPath, outputPath, errorsPath) = ("\(root)/stdin", "\(root)/stdout", "\(root)/stderr")
        try Self.write(input, toPath: inputPath)
        // posix_spawn changes the directory by a GNU extension only, which Swift does not see.
        let code = try spawn(
            ["/usr/bin/env", "-C", directory, "timeout", "120", "/bin/sh", "-c", command], input: inputPath,
            output: outputPath, errors: errorsPath)
        return Result(output: try Self.read(outputPath), errors: try Self.read(errorsPath), exitCode: code)
    }

    /// Removes the home with all that is in it.
    func remove() throws(SystemError) {
        _ = try spawn(["/bin/rm", "-rf", root], input: "/dev/null", output: "/dev/null", errors: "/dev/null")
    }

    /// - Returns: the exit code; for a process that a signal ended 128 and its number, as a shell tells it.
    private func spawn(
        _ arguments: [String], input: String, output: String, errors: String
    ) throws(SystemError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

        // Threads of the tests hold signals back, and what they start would never be ended by one.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process: pid_t = 0
        let failure = posix_spawn(&process, arguments[0], &actions, &attributes, &argv, &envp)
        guard failure == 0 else { throw SystemError(call: "posix_spawn", number: failure) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError(call: "waitpid", number: errno) }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func write(_ content: String, toPath path: String) throws(SystemError) {
        guard let file = fopen(path, "w") else { throw SystemError(call: "fopen \(path)", number: errno) }
        defer { fclose(file) }
        let bytes = Array(content.utf8)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw SystemError(call: "fwrite \(path)", number: errno)
        }
    }

    static func read(_ path: String) throws(SystemError) -> String {
        guard let file = fopen(path, "r") else { throw SystemError(call: "fopen \(path)", number: errno) }
        defer { fclose(file) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { content += buffer[..<count] }
        return String(decoding: content, as: UTF8.self)
    }
}
