import Glibc
import Terminal

/// Files that only their owner reads, each there as a whole or not at all.
enum PrivateFile {
    static func isFolder(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }

    /// Writes beside the file and puts it in its place at the end.
    ///
    /// Where the path is a link the file that it leads to is replaced; a device or a pipe is written into. A database,
    /// such as the index itself, is never replaced.
    ///
    /// - Parameters:
    ///   - name: what the file is called in an error; the path where it is left out.
    ///   - advice: what to do about an error.
    static func write(
        _ text: String, to path: String, named name: String? = nil, else advice: String = "choose another --output"
    ) throws {
        let name = name ?? path
        var info = stat()
        let isThere = stat(path, &info) == 0
        if isThere, info.st_mode & S_IFMT == S_IFDIR {
            throw Failure("\(SafeText.line(path)): is a folder; give --output a file name")
        }
        do {
            if isThere, info.st_mode & S_IFMT != S_IFREG { return try writeInto(text, path) }
            if isThere && isDatabase(path) || isBesideDatabase(path) {
                throw Failure("\(SafeText.line(name)): is a database, which nothing is written over; \(advice)")
            }
            let resolved = isThere ? realpath(path, nil) : nil
            defer { free(resolved) }
            try replace(resolved.map { String(cString: $0) } ?? path, with: text)
        } catch let reason as SystemFailure {
            let words = String(cString: strerror(reason.code))
            throw Failure("\(SafeText.line(name)): can't be written (\(words)); \(advice)")
        }
    }

    private struct SystemFailure: Error {
        var code = errno
    }

    /// SQLite's files: a database, its log, its journal.
    private static func isDatabase(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head = [UInt8](repeating: 0, count: 16)
        let count = read(descriptor, &head, head.count)
        let marks = [
            Array("SQLite format 3".utf8), [0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83],
            [0xD9, 0xD5, 0x05, 0xF9],
        ]
        return count > 0 && marks.contains { head.starts(with: $0) }
    }

    /// A log or journal of a database that lies beside it, there or not yet.
    private static func isBesideDatabase(_ path: String) -> Bool {
        ["-wal", "-shm", "-journal"].contains { path.hasSuffix($0) && isDatabase(String(path.dropLast($0.utf8.count))) }
    }

    private static func writeInto(_ text: String, _ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure() }
        defer { close(descriptor) }
        guard writeAll(text, to: descriptor) else { throw SystemFailure() }
    }

    private static func replace(_ path: String, with text: String) throws {
        let scratch = "\(path).\(getpid()).part"
        let descriptor = open(scratch, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure() }
        let isWritten = writeAll(text, to: descriptor) && fsync(descriptor) == 0
        let problem = errno
        close(descriptor)
        guard isWritten, rename(scratch, path) == 0 else {
            let reason = isWritten ? errno : problem
            unlink(scratch)
            throw SystemFailure(code: reason)
        }
    }

    /// Makes the folder (0700) where it is not there; its parent must be.
    /// - Parameter withParents: whether the folders it lies in are made as well.
    static func makeFolder(_ path: String, withParents: Bool = false) throws {
        var info = stat()
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        if withParents, !parent.isEmpty, stat(path, &info) != 0 { try makeFolder(parent, withParents: true) }
        if stat(path, &info) == 0 {
            guard info.st_mode & S_IFMT == S_IFDIR else {
                throw Failure("\(SafeText.line(path)): is a file; give --output a folder name")
            }
        } else if mkdir(path, 0o700) != 0 {
            throw Failure(
                "\(SafeText.line(path)): can't be written (\(String(cString: strerror(errno)))); choose another --output"
            )
        }
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
