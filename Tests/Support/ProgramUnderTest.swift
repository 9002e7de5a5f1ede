import Glibc

/// The program that tests run as a process of its own.
public enum ProgramUnderTest {
    /// The folder it is in: where the build puts it, beside the tests, or what `COACH_BINARIES` says, such as the optimized one.
    public static let folder: String = {
        if let chosen = getenv("COACH_BINARIES") { return String(cString: chosen) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes {
            readlink("/proc/self/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        let path = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        return "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }()
}
