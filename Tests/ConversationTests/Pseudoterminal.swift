import Glibc
import TestSupport

/// A program in a terminal of its own, in a fresh home, with someone who types.
final class Pseudoterminal {
    struct SystemError: Error, CustomStringConvertible {
        let call: String
        var description: String { "\(call): errno \(errno)" }
    }

    /// What was waited for did not come.
    struct TimedOut: Error, CustomStringConvertible {
        let wanted: String
        let screen: String
        var description: String { "waited for “\(wanted)”; the terminal got:\n\(screen)" }
    }

    let home: String
    private let controller: Int32
    /// Kept open, so that the terminal's settings can be read after the program has ended.
    private let terminal: Int32
    /// The settings before the program was started.
    private(set) var settingsAtFirst: [UInt32] = []
    private(set) var process = pid_t()
    /// Everything that the program wrote, as bytes.
    private(set) var output: [UInt8] = []
    /// How much of the output has been waited for.
    private var seen = 0
    private var status: Int32?

    /// - Parameters:
    ///   - home: the home of an earlier one, which is to go on with its files; nil for a fresh one.
    init(
        _ command: String, home: String? = nil, environment: [String: String] = [:], columns: UInt16 = 80,
        rows: UInt16 = 24
    ) throws {
        self.home = try home ?? TestFolder.lasting()
        // What posix_openpt, unlockpt and ptsname do, which Swift does not see: TIOCSPTLCK and TIOCGPTN of Linux.
        controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var unlocked: Int32 = 0
        var number: Int32 = 0
        guard controller >= 0, ioctl(controller, 0x4004_5431, &unlocked) == 0,
            ioctl(controller, 0x8004_5430, &number) == 0
        else { throw SystemError(call: "/dev/ptmx") }
        let path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        settingsAtFirst = Self.settings(of: terminal)
        resize(columns: columns, rows: rows)
        // The sample household is imported once for all tests, not by each.
        var all = [
            "PATH": "\(ProgramUnderTest.folder):/usr/local/bin:/usr/bin:/bin", "HOME": self.home, "TMPDIR": self.home,
            "XDG_DATA_HOME": self.home + "/data", "XDG_CONFIG_HOME": self.home + "/config",
            "XDG_STATE_HOME": self.home + "/state", "XDG_CACHE_HOME": ProgramUnderTest.folder + "/test-cache",
            "LANG": "C.UTF-8",
            "TZ": "UTC", "TERM": "xterm", "INPUTRC": "/dev/null",
        ]
        all.merge(environment) { $1 }
        try start(command, path, all)
    }

    private func start(_ command: String, _ path: String, _ environment: [String: String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens becomes its own.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of a test hold signals back, which a program that is started would inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let newSession: Int16 = 0x80
        posix_spawnattr_setflags(
            &attributes, newSession | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["/bin/sh", "-c", "exec " + command].map { (word: String) in strdup(word) }
        let variables = environment.map { (name: String, value: String) in strdup("\(name)=\(value)") }
        defer { for text in words + variables { free(text) } }
        guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words + [nil], variables + [nil]) == 0 else {
            throw SystemError(call: "posix_spawn")
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            var ignored: Int32 = 0
            waitpid(process, &ignored, 0)
        }
        close(controller)
        close(terminal)
    }

    // MARK: Typing

    func type(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(controller, $0.baseAddress, min($0.count, 512)) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
            drain(milliseconds: 0)
        }
    }

    func enter(_ line: String) { type(line + "\r") }

    func press(_ key: Key) { type(key.rawValue) }

    enum Key: String {
        case controlC = "\u{3}"
        case controlD = "\u{4}"
        case tab = "\t"
        case up = "\u{1B}[A"
        case escape = "\u{1B}"
        case editor = "\u{18}\u{5}"
    }

    /// As a terminal sends what is pasted.
    func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
    }

    /// The settings of the line discipline, for comparing before and after.
    var settings: [UInt32] { Self.settings(of: terminal) }

    private static func settings(of terminal: Int32) -> [UInt32] {
        var now = termios()
        tcgetattr(terminal, &now)
        return [now.c_iflag, now.c_oflag, now.c_lflag]
    }

    // MARK: Reading

    /// How long is waited for what must come; only a failure takes as long.
    private static let patience: Int32 = 60_000

    /// Waits until the program has written this text after what was last waited for, and returns all up to it.
    @discardableResult
    func expect(_ text: String) throws -> String {
        let wanted = Array(text.utf8)
        var left = Self.patience
        while true {
            if let end = find(wanted) {
                defer { seen = end }
                return String(decoding: output[seen..<end], as: UTF8.self)
            }
            let isOpen = drain(milliseconds: 100)
            left -= 100
            guard left > 0, isOpen || find(wanted) != nil else {
                throw TimedOut(wanted: text, screen: String(decoding: output, as: UTF8.self))
            }
        }
    }

    private func find(_ wanted: [UInt8]) -> Int? {
        guard output.count - seen >= wanted.count else { return nil }
        return (seen...(output.count - wanted.count)).first { output[$0...].starts(with: wanted) }
            .map { $0 + wanted.count }
    }

    /// Takes what the program has written.
    ///
    /// - Returns: false when it has ended and nothing more will come.
    @discardableResult
    private func drain(milliseconds: Int32) -> Bool {
        var wait = milliseconds
        while true {
            var input = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, wait) > 0 else { return !hasEnded }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = read(controller, &buffer, buffer.count)
            guard count > 0 else { return false }
            output += buffer[..<count]
            wait = 0
        }
    }

    private var hasEnded: Bool {
        if status != nil { return true }
        var now: Int32 = 0
        guard waitpid(process, &now, WNOHANG) == process else { return false }
        status = now
        return true
    }

    func send(_ signal: Int32) { kill(process, signal) }

    /// - Returns: the exit code; for a program that a signal ended 128 and its number, as a shell tells it.
    func waitForEnd() throws -> Int32 {
        var left = Self.patience
        while !hasEnded {
            drain(milliseconds: 20)
            left -= 20
            guard left > 0 else {
                throw TimedOut(wanted: "the end", screen: String(decoding: output, as: UTF8.self))
            }
        }
        drain(milliseconds: 0)
        let code = status ?? 0
        return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
    }
}
