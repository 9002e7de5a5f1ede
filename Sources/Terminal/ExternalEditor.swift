import Glibc

/// A text in the user's own editor: `$VISUAL`, `$EDITOR`, or vi.
public enum ExternalEditor {
    /// - Returns: what the editor left, on one line for each of its own, without the last line break; nil when it
    ///   could not be started or failed.
    public static func edit(_ text: String) -> String? {
        let folder = environmentVariable("XDG_RUNTIME_DIR") ?? environmentVariable("TMPDIR") ?? "/tmp"
        // mkstemps makes the file for the user alone.
        var path = Array((folder + "/coach-XXXXXX.txt").utf8CString)
        let file = mkstemps(&path, 4)
        guard file >= 0 else { return nil }
        defer { unlink(path) }
        let bytes = Array((text + "\n").utf8)
        let isWritten = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count
        close(file)
        guard isWritten, run(on: path), let edited = read(path) else { return nil }
        var lines = edited
        while lines.last?.isNewline == true { lines.removeLast() }
        return lines
    }

    private static func run(on path: [CChar]) -> Bool {
        let chosen = ["VISUAL", "EDITOR"].compactMap(environmentVariable).first { !$0.isEmpty }
        let command = chosen ?? "vi"
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
            guard posix_spawn(&child, "/bin/sh", nil, &attributes, &arguments, environ) == 0 else { return false }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0 { guard errno == EINTR else { return false } }
            return status == 0
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
