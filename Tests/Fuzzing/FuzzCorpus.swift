import Glibc
import Importing

/// The kept inputs, and damage done to them at random.
public enum FuzzCorpus {
    private static let fixtures =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/"

    /// The files of a folder of fixtures, by name.
    public static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        guard let directory = opendir(fixtures + folder) else { return [] }
        defer { closedir(directory) }
        var files: [(name: String, bytes: [UInt8])] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), let file = try? StatementBytes(path: fixtures + folder + "/" + name) else {
                continue
            }
            files.append((name, Array(file.bytes)))
        }
        return files.sorted { $0.name < $1.name }
    }

    /// Pieces that parsers look for.
    private static let pieces: [[UInt8]] = [
        "\"", ",", ";", "\n", "\r", "\t", "\0", "-", "99999999999999999999", "1e5", "2026-02-30", "31/12/2026", "<",
        ">", "</",
        "<!--", "<![CDATA[", "&#x110000;", "^", ":61:", ":86:", "{", "}", "[", "]", "\\u0000", "\\ud800", "é",
        "\u{FEFF}",
        "1.234,56", "''", "null", "%00", "data: ",
    ].map { Array($0.utf8) }

    /// One to six changes: bytes that are others, gone, doubled, cut off, or pieces that parsers look for.
    public static func damaged(_ bytes: [UInt8], _ numbers: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &numbers) where !bytes.isEmpty {
            let at = Int.random(in: 0..<bytes.count, using: &numbers)
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &numbers)
            case 1: bytes.remove(at: at)
            case 2: bytes.removeLast(min(bytes.count, Int.random(in: 1...64, using: &numbers)))
            case 3: bytes.insert(contentsOf: pieces.randomElement(using: &numbers) ?? [], at: at)
            case 4:
                let end = min(bytes.count, at + Int.random(in: 1...200, using: &numbers))
                bytes.insert(contentsOf: bytes[at..<end], at: at)
            default: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...40, using: &numbers)))
            }
        }
        return bytes
    }
}
