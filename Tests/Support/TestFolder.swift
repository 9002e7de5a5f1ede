import Glibc

/// A folder of its own for the files of one test, gone when the value is.
public final class TestFolder: Sendable {
    /// A call of the system failed.
    public struct Failure: Error {
        public let call: String
        public let number: Int32
    }

    public let path: String

    public init() throws(Failure) { path = try Self.made("/tmp/coach-test-XXXXXX") }

    deinit { Self.remove(path) }

    /// A folder that stays until the process ends, for what outlives a value: a program that still runs in it.
    public static func lasting() throws(Failure) -> String { try made(all.get() + "/XXXXXX") }

    private static let all: Result<String, Failure> = Result { () throws(Failure) in
        let path = try made("/tmp/coach-test-XXXXXX")
        atexit { if case .success(let path) = TestFolder.all { TestFolder.remove(path) } }
        return path
    }

    private static func made(_ template: String) throws(Failure) -> String {
        var template = Array(template.utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp", number: errno) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func remove(_ path: String) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        if info.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) {
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            closedir(folder)
        }
        Glibc.remove(path)
    }

    public func file(_ name: String) -> String { path + "/" + name }

    public static func mode(_ path: String) -> mode_t? {
        var info = stat()
        return stat(path, &info) == 0 ? info.st_mode & 0o777 : nil
    }

    public static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var content: [UInt8] = []
        while case let byte = getc(file), byte != EOF { content.append(UInt8(byte)) }
        return content
    }

    /// Length and hash of a file: short enough to be shown where two differ.
    public static func fingerprint(_ path: String) -> String {
        let bytes = bytes(path)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return "\(bytes.count) bytes, \(String(hash, radix: 16))"
    }

    public static func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }
}
