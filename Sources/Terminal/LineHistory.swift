import Glibc

/// The lines that were typed, kept across runs in a file that only the user can read, or only while the program runs.
public struct LineHistory {
    /// Lines that are kept at most, and that a file may exceed this by before it is written anew.
    static let limit = 10_000
    static let slack = 1_000

    private let path: String?
    /// The oldest first, each once.
    public private(set) var lines: [String]

    /// - Parameter path: the file; its folder is made when the first line is kept. nil keeps nothing for later runs.
    public init(path: String?) {
        self.path = path
        let found = path.map(Self.lines) ?? []
        lines = Self.latest(of: found, limit: Self.limit)
        if found.count > Self.limit + Self.slack { keep(nil) }
    }

    /// Keeps a line for later runs, unless it begins with a space or is empty.
    ///
    /// - Returns: the line as it is kept, on one line; nil when it is not.
    public mutating func add(_ line: String) -> String? {
        guard let first = line.first, first != " " else { return nil }
        var kept = line.split(whereSeparator: \.isNewline).joined(separator: " ")
        while kept.last == " " { kept.removeLast() }
        guard !kept.isEmpty else { return nil }
        if lines.last != kept { keep(kept) }
        lines.removeAll { $0 == kept }
        lines.append(kept)
        return kept
    }

    /// The last `limit` different lines, in the order in which each was last used.
    static func latest(of lines: [String], limit: Int) -> [String] {
        var seen: Set<String> = []
        var kept: [String] = []
        for line in lines.reversed() where kept.count < limit && seen.insert(line).inserted { kept.append(line) }
        return kept.reversed()
    }

    // MARK: The file

    /// All that stands in a file.
    private static func read(_ file: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func lines(_ path: String) -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        // One that another program made, or that was restored from somewhere, is for the user alone from now on.
        fchmod(file, 0o600)
        return read(file).split(separator: "\n").map(String.init)
    }

    /// Opens the file and keeps other programs from writing to it until it is closed.
    private static func lock(_ path: String) -> Int32? {
        while true {
            let file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return nil }
            var (locked, there) = (stat(), stat())
            guard flock(file, LOCK_EX) == 0, fstat(file, &locked) == 0 else {
                close(file)
                return nil
            }
            if stat(path, &there) == 0, there.st_ino == locked.st_ino, there.st_dev == locked.st_dev { return file }
            // Another one has put a new file in its place meanwhile.
            close(file)
        }
    }

    /// Adds a line at the end of the file; where it stands in it already, it moves there.
    ///
    /// Other programs add lines too, so it is the file that says what stands in it. A history that cannot be written
    /// is no reason to disturb the conversation.
    private func keep(_ line: String?) {
        guard let path else { return }
        PrivateFile.makeFolder(of: path)
        guard let file = Self.lock(path) else { return }
        defer { close(file) }
        fchmod(file, 0o600)
        let text = Self.read(file)
        let there = text.split(separator: "\n").map(String.init)
        if let line, !there.contains(line), there.count < Self.limit + Self.slack {
            // Who wrote the file may have left its last line open.
            _ = Self.write((text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + line + "\n", to: file)
        } else {
            Self.replace(path, with: Self.latest(of: there + [line].compactMap { $0 }, limit: Self.limit))
        }
    }

    private static func write(_ text: String, to file: Int32) -> Bool {
        Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } == text.utf8.count
    }

    private static func replace(_ path: String, with lines: [String]) {
        // A link stays one: the file that it leads to is replaced.
        let place = realpath(path, nil)
        defer { free(place) }
        let path = place.map { String(cString: $0) } ?? path
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return }
        let isWritten = write(lines.map { $0 + "\n" }.joined(), to: file)
        close(file)
        if isWritten { rename(new, path) } else { unlink(new) }
    }
}

/// Folders that hold what is private.
enum PrivateFile {
    /// Makes the folders above a file, for the user alone.
    static func makeFolder(of path: String) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard access(folder, F_OK) != 0 else { return }
        makeFolder(of: folder)
        mkdir(folder, 0o700)
    }
}
