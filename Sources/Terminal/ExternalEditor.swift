import Glibc

/// A text in the user's own editor: `$VISUAL`, `$EDITOR`, or vi.
public enum ExternalEditor {
    /// Why there is no edited text, for people.
    public struct Failure: Error, Hashable {
        public let message: String
    }

    /// - Returns: what the editor left, on one line for each of its own, without the last line break.
    public static func edit(_ text: String) throws(Failure) -> String {
        let folder = environmentVariable("XDG_RUNTIME_DIR") ?? environmentVariable("TMPDIR") ?? "/tmp"
        // mkstemps makes the file for the user alone.
        var path = Array((folder + "/coach-XXXXXX.txt").utf8CString)
        let file = mkstemps(&path, 4)
        guard file >= 0 else {
            throw Failure(message: "can't create a file for the editor in \(folder)")
        }
        defer { unlink(path) }
        let bytes = Array((text + "\n").utf8)
        let isWritten = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count
        close(file)
        guard isWritten else {
            throw Failure(message: "can't write the editor's file in \(folder)")
        }
        try run(on: path)
        guard let edited = read(path) else {
            throw Failure(message: "can't read what the editor wrote")
        }
        var lines = edited
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines
    }

    /// The shell's code for a program that is not there.
    private static let isMissing: Int32 = 127

    private static func run(on path: [CChar]) throws(Failure) {
        let chosen = ["VISUAL", "EDITOR"].compactMap(environmentVariable).first { !$0.isEmpty }
        let command = chosen ?? "vi"
        let status = isThere(command) ? status(of: command, on: path) : isMissing
        let name = "the editor `\(SafeText.line(command))`"
        if status == isMissing {
            throw Failure(
                message: "\(name) can't be started: set EDITOR to one that's installed, such as nano")
        }
        guard status == 0 else {
            throw Failure(message: "\(name) failed (\(status)): your line is unchanged")
        }
    }

    /// Whether the program is there, as far as its name is a plain one; the shell's own word on it would disturb the
    /// screen.
    private static func isThere(_ command: String) -> Bool {
        let name = String(command.drop { $0 == " " }.prefix { $0 != " " })
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || "._-+/".contains($0) }) else {
            return true
        }
        if name.contains("/") { return access(name, X_OK) == 0 }
        let folders = (environmentVariable("PATH") ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// - Returns: its exit code, or 128 and the number of the signal that ended it.
    private static func status(of command: String, on path: [CChar]) -> Int32 {
        // The editor may be written with options, so the shell reads it; the path is an argument, never part of it.
        let words = ["sh", "-c", command + " \"$1\"", "sh"].map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // While a line is read, signals are held back; the editor is to get its own.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        return path.withUnsafeBufferPointer { path in
            var arguments = words + [UnsafeMutablePointer(mutating: path.baseAddress), nil]
            var child = pid_t()
            guard posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ) == 0 else {
                return isMissing
            }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return isMissing } }
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        }
    }

    private static func read(_ path: [CChar]) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count >= 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
