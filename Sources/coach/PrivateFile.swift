import Glibc
import Terminal

/// Files that only their owner reads, each there as a whole or not at all.
enum PrivateFile {
    /// Writes beside the file and puts it in its place at the end.
    static func write(_ text: String, to path: String) throws {
        var info = stat()
        if stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
            throw Failure("\(SafeText.line(path)): is a folder; give --output the name of a file")
        }
        // A device or a pipe has its place; putting a file there would take it away.
        if stat(path, &info) == 0, info.st_mode & S_IFMT != S_IFREG { return try writeInto(text, path) }
        let scratch = "\(path).\(getpid()).part"
        let descriptor = open(scratch, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        let isWritten = writeAll(text, to: descriptor) && fsync(descriptor) == 0
        let problem = errno
        close(descriptor)
        guard isWritten, rename(scratch, path) == 0 else {
            let reason = isWritten ? errno : problem
            unlink(scratch)
            throw failure(path, reason)
        }
    }

    private static func writeInto(_ text: String, _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard writeAll(text, to: descriptor) else { throw failure(path) }
    }

    /// Makes the folder (0700) where it is not there; its parent must be.
    static func makeFolder(_ path: String) throws {
        var info = stat()
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFDIR else {
                throw Failure("\(SafeText.line(path)): is a file; give --output the name of a folder")
            }
        } else if mkdir(path, 0o700) != 0 {
            throw failure(path)
        }
    }

    private static func failure(_ path: String, _ reason: Int32 = errno) -> Failure {
        Failure(
            "\(SafeText.line(path)): cannot be written (\(String(cString: strerror(reason)))); choose another --output")
    }

    private static func writeAll(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[written...])
            }
            return true
        }
    }
}
