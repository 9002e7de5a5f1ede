import CZlib

/// Unpacks files that banks and people compress: gzip, and ZIP archives of statements.
enum StatementArchive {
    /// What a file holds: itself, or the files in it, which messages call `archive.zip/name.csv`.
    ///
    /// - Throws: when it is damaged, has nothing in it, or holds more than coach reads at once.
    static func files(in file: StatementBytes) throws(ImportError) -> [StatementBytes] {
        if file.bytes.starts(with: [0x1F, 0x8B]) {
            guard let content = inflated(file.bytes, windowBits: 31, limit: StatementBytes.limit) else {
                throw ImportError("\(file.path) is a damaged gzip file, or a very large one: download it again")
            }
            let name = file.path.lowercased().hasSuffix(".gz") ? String(file.path.dropLast(3)) : file.path
            return [StatementBytes(content, path: name)]
        }
        guard file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return [file] }
        return try entries(of: file)
    }

    private static func entries(of file: StatementBytes) throws(ImportError) -> [StatementBytes] {
        guard let directory = ZIPDirectory(file.bytes) else {
            throw ImportError("\(file.path) is a damaged ZIP archive: download it again")
        }
        if directory.entries.contains(where: { $0.name.hasPrefix("xl/") || $0.name.hasPrefix("word/") }) {
            throw ImportError(
                "\(file.path) is an Excel workbook or a Word file: save it as CSV, or download CSV, OFX, or QFX from your "
                    + "bank's website")
        }
        var left = StatementBytes.limit
        var files: [StatementBytes] = []
        for entry in directory.entries where isStatement(entry.name) {
            guard !entry.isEncrypted else {
                throw ImportError("\(file.path) is locked with a password: unpack it and import the files in it")
            }
            guard let content = content(of: entry, in: file.bytes, limit: left) else {
                throw ImportError("\(file.path) is damaged at \(entry.name), or very large: download it again")
            }
            left -= content.count
            if !content.isEmpty { files.append(StatementBytes(content, path: file.path + "/" + entry.name)) }
        }
        guard !files.isEmpty else { throw ImportError("\(file.path) has no files in it") }
        return files
    }

    /// Folders, and what a Mac adds, are none.
    private static func isStatement(_ name: String) -> Bool {
        !name.hasSuffix("/") && !name.hasPrefix("__MACOSX/")
            && !(name.split(separator: "/").last?.hasPrefix(".") ?? true)
    }

    private static func content(of entry: ZIPDirectory.Entry, in bytes: UnsafeRawBufferPointer, limit: Int) -> [UInt8]?
    {
        guard let data = entry.data(in: bytes) else { return nil }
        switch entry.method {
        case 0: return data.count <= limit ? Array(data) : nil
        case 8: return inflated(UnsafeRawBufferPointer(rebasing: data), windowBits: -15, limit: limit)
        default: return nil
        }
    }

    /// - Returns: nil where the data is damaged, cut short, or comes to more than `limit` bytes.
    private static func inflated(_ bytes: UnsafeRawBufferPointer, windowBits: Int32, limit: Int) -> [UInt8]? {
        var stream = z_stream()
        guard coach_inflate_begin(&stream, windowBits) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        var out: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(clamping: bytes.count)
        while true {
            let (status, produced) = chunk.withUnsafeMutableBufferPointer { buffer in
                stream.next_out = buffer.baseAddress
                stream.avail_out = UInt32(buffer.count)
                let status = inflate(&stream, Z_NO_FLUSH)
                return (status, buffer.count - Int(stream.avail_out))
            }
            guard out.count + produced <= limit else { return nil }
            out += chunk[..<produced]
            if status == Z_STREAM_END {
                // A gzip file may be several, one behind the other.
                guard windowBits > 0, stream.avail_in > 0 else { return out }
                guard inflateReset(&stream) == Z_OK else { return nil }
                continue
            }
            guard status == Z_OK, produced > 0 || stream.avail_in > 0 else { return nil }
        }
    }
}

/// The list of files at the end of a ZIP archive (APPNOTE 6.3, section 4.3.12).
struct ZIPDirectory {
    struct Entry {
        let name: String
        /// 0 as it is, 8 deflated.
        let method: Int
        let isEncrypted: Bool
        fileprivate let size: Int
        fileprivate let header: Int

        func data(in bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer>? {
            guard header + 30 <= bytes.count, ZIPDirectory.number(bytes, header, 4) == 0x0403_4B50 else { return nil }
            let start =
                header + 30 + ZIPDirectory.number(bytes, header + 26, 2) + ZIPDirectory.number(bytes, header + 28, 2)
            guard start <= bytes.count, size <= bytes.count - start else { return nil }
            return bytes[start..<start + size]
        }
    }

    let entries: [Entry]

    /// - Returns: nil where there is no such list.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 22 else { return nil }
        // The end record may have a comment behind it.
        var end = bytes.count - 22
        let lowest = max(0, bytes.count - 22 - 0xFFFF)
        while Self.number(bytes, end, 4) != 0x0605_4B50 {
            guard end > lowest else { return nil }
            end -= 1
        }
        var at = Self.number(bytes, end + 16, 4)
        var entries: [Entry] = []
        for _ in 0..<Self.number(bytes, end + 10, 2) {
            guard at + 46 <= bytes.count, Self.number(bytes, at, 4) == 0x0201_4B50 else { return nil }
            let nameLength = Self.number(bytes, at + 28, 2)
            guard at + 46 + nameLength <= bytes.count else { return nil }
            entries.append(
                Entry(
                    name: String(decoding: bytes[at + 46..<at + 46 + nameLength], as: UTF8.self),
                    method: Self.number(bytes, at + 10, 2), isEncrypted: Self.number(bytes, at + 8, 2) & 1 == 1,
                    size: Self.number(bytes, at + 20, 4), header: Self.number(bytes, at + 42, 4)))
            at += 46 + nameLength + Self.number(bytes, at + 30, 2) + Self.number(bytes, at + 32, 2)
        }
        self.entries = entries
    }

    fileprivate static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
}
