import Glibc

/// The bytes of a file to import.
///
/// They are read and not mapped: a file that another program cuts short while it is mapped ends the process.
public final class StatementBytes: @unchecked Sendable {
    /// The largest file that is read at once.
    static let limit = 1 << 30

    /// The path as the person wrote it.
    public let path: String
    /// Valid as long as this object lives.
    public let bytes: UnsafeRawBufferPointer

    /// What stands for the standard input where a path is expected.
    public static let standardInput = "-"

    /// The files that a path names: one, or those of an archive.
    ///
    /// - Throws: as `init(path:)`, and when an archive is damaged or holds no files.
    public static func files(at path: String) throws(ImportError) -> [StatementBytes] {
        try unpacked(StatementBytes(path: path))
    }

    /// The same for what is in memory already.
    public static func unpacked(_ file: StatementBytes) throws(ImportError) -> [StatementBytes] {
        try StatementArchive.files(in: file)
    }

    /// Reads a regular file, a pipe, or for `-` the standard input to its end.
    ///
    /// - Throws: when it does not exist, may not be read, is a directory or a device, is empty or holds more than 1 GiB.
    public init(path: String) throws(ImportError) {
        let isInput = path == StatementBytes.standardInput
        let descriptor = isInput ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        let path = isInput ? "standard input" : path
        guard descriptor >= 0 else { throw StatementBytes.openError(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StatementBytes.openError(path) }
        self.path = path
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO, S_IFCHR, S_IFSOCK:
            let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
            bytes = try StatementBytes.content(of: descriptor, size: size, path: path)
        case S_IFDIR:
            throw ImportError("\(path) is a folder: name the files in it, such as \(path)/*.csv")
        default:
            throw ImportError("\(path) isn't a readable file: name a CSV, OFX, or QFX file")
        }
    }

    /// Bytes that are in memory already; `path` is what messages call them.
    public init(_ content: [UInt8], path: String) {
        self.path = path
        bytes = StatementBytes.copy(content)
    }

    deinit { bytes.deallocate() }

    private static func copy(_ content: [UInt8]) -> UnsafeRawBufferPointer {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: content.count, alignment: 16)
        buffer.copyBytes(from: content)
        return UnsafeRawBufferPointer(buffer)
    }

    /// - Parameter size: what there is to read, as far as that is known.
    private static func content(of descriptor: Int32, size: Int, path: String) throws(ImportError)
        -> UnsafeRawBufferPointer
    {
        guard size <= limit else { throw sizeError(path, size) }
        // One byte more than there should be, so that the end is seen without another buffer.
        var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size + 1, 1 << 16), alignment: 16)
        var used = 0
        while true {
            if used == buffer.count {
                let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: used * 2, alignment: 16)
                larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
                buffer.deallocate()
                buffer = larger
            }
            let count = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: used), buffer.count - used)
            if count < 0, errno == EINTR { continue }
            used += max(0, count)
            guard count > 0, used <= limit else {
                let problem: ImportError? =
                    if count < 0 {
                        ImportError("\(path) cannot be read: \(String(cString: strerror(errno)))")
                    } else if used > limit {
                        sizeError(path, used)
                    } else if used == 0 {
                        emptyError(path)
                    } else if used < size {
                        ImportError("\(path) was cut short while it was read: import it again once it is whole")
                    } else {
                        nil
                    }
                guard let problem else { return UnsafeRawBufferPointer(rebasing: buffer[..<used]) }
                buffer.deallocate()
                throw problem
            }
        }
    }

    private static func openError(_ path: String) -> ImportError {
        switch errno {
        case ENOENT, ENOTDIR: ImportError("\(path) doesn't exist: check the name and the folder")
        case EACCES, EPERM: ImportError("you don't have permission to read \(path): ask its owner, or chmod u+r it")
        default: ImportError("\(path) can't be opened: \(String(cString: strerror(errno)))")
        }
    }

    private static func emptyError(_ path: String) -> ImportError {
        ImportError("\(path) is empty: download the statement again")
    }

    private static func sizeError(_ path: String, _ count: Int) -> ImportError {
        let tenths = (count * 10 + limit / 2) / limit
        return ImportError(
            "\(path) is \(tenths / 10).\(tenths % 10) GB, more than coach reads at once (1 GB): "
                + "split it or export fewer years")
    }
}

/// The kind of file, found from its first bytes.
public enum StatementFormat: String, Sendable, CaseIterable {
    case csv, ofx, qif, camt, mt940, plaid

    /// What reads a file of this format.
    ///
    /// - Throws: when it cannot be read as one, or leaves something open.
    public func reader(_ file: StatementBytes, _ options: ImportOptions) throws(ImportError) -> any StatementReader {
        switch self {
        case .csv: try CSVReader(file, options: options)
        case .ofx: try OFXReader(file, options: options)
        case .qif: try QIFReader(file, options: options)
        case .camt: try CAMTReader(file, options: options)
        case .mt940: try MT940Reader(file, options: options)
        case .plaid: try PlaidReader(file, options: options)
        }
    }

    /// - Throws: when the bytes are clearly no bank file; the message names what they are and what to do.
    public static func detect(_ file: StatementBytes) throws(ImportError) -> StatementFormat {
        let bytes = file.bytes
        if let what = binaryKind(bytes) {
            throw ImportError("\(file.path) is \(what): \(advice)")
        }
        let head = sniffable(bytes)
        let upper = head.uppercased()
        if upper.contains("OFXHEADER") || upper.contains("<OFX>") || upper.contains("<?OFX") { return .ofx }
        if ["!TYPE", "!ACCOUNT", "!OPTION", "!CLEAR"].contains(where: upper.hasPrefix) || isRegister(head) {
            return .qif
        }
        if upper.contains("BKTOCSTMR") { return .camt }
        if head.hasPrefix(":20:") || head.hasPrefix("{1:F01") || isMT940(head) { return .mt940 }
        if head.hasPrefix("{") || head.hasPrefix("[{") || head.hasPrefix("[ {") || head.hasPrefix("[\n") {
            // A page begins with its accounts, which may be many.
            let whole = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
            if ["\"transactions\"", "\"added\"", "\"transaction_id\""].contains(where: whole.contains) {
                return .plaid
            }
            throw ImportError("\(file.path) is JSON without Plaid transactions: \(advice)")
        }
        if let what = textKind(head, upper) {
            throw ImportError("\(file.path) is \(what): \(advice)")
        }
        return .csv
    }

    /// Some banks put lines of their own before the first field.
    private static func isMT940(_ head: String) -> Bool {
        // By bytes: CR LF is one character.
        let lines = head.utf8.split { $0 == 0x0A || $0 == 0x0D }
        return [":20:", ":25:"].allSatisfy { tag in lines.contains { $0.starts(with: tag.utf8) } }
    }

    /// A QIF register without its first line: a date, an amount, and the sign that ends a record.
    private static func isRegister(_ head: String) -> Bool {
        let lines = head.split(whereSeparator: \.isNewline).prefix(12).map(\.trimmingSpaces)
        guard let first = lines.first, first.first == "D", first.dropFirst().trimmingSpaces.first?.isNumber == true
        else { return false }
        return lines.contains("^") && lines.contains { $0.first == "T" && $0.last?.isNumber == true }
    }

    private static let advice = "download the statement as CSV, OFX, or QFX from your bank's website"

    /// What a file is by its first bytes, where these belong to a format that holds no statement.
    private static func binaryKind(_ bytes: UnsafeRawBufferPointer) -> String? {
        let signatures: [(bytes: [UInt8], name: String)] = [
            (Array("%PDF".utf8), "a PDF"), (Array("PK\u{3}\u{4}".utf8), "a ZIP archive within another file"),
            ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel workbook or Word file"),
            ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
            ([0xFF, 0xD8, 0xFF], "a JPEG picture"), (Array("GIF8".utf8), "a GIF picture"),
            ([0x1F, 0x8B], "a gzip archive within another file"), ([0x42, 0x5A, 0x68], "a bzip2 archive"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz archive"), ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"),
            ([0x7F, 0x45, 0x4C, 0x46], "a program"),
            (Array("MZ\u{90}".unicodeScalars.map { UInt8($0.value) }), "a program"),
            (Array("{\\rtf".utf8), "an RTF text"), (Array("SQLite format 3".utf8), "a SQLite database"),
        ]
        if let match = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return match.name }
        guard TextEncoding.utf16(bytes) == nil, TextEncoding.utf32(bytes) == nil else { return nil }
        let head = bytes.prefix(1 << 16)
        guard head.contains(0) else { return nil }
        // A zero byte here and there is damage in a text; in what is no text every tenth byte is a control character.
        let controls = head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A }
        return controls * 20 > head.count ? "a binary file" : nil
    }

    /// What a text is by its first words, where these belong to a format that is not read.
    private static func textKind(_ head: String, _ upper: String) -> String? {
        if upper.hasPrefix("<!DOCTYPE HTML") || upper.hasPrefix("<HTML") || upper.hasPrefix("<HEAD")
            || upper.hasPrefix("<TABLE")
        {
            return "a web page"
        }
        if upper.hasPrefix("<?XML") || upper.hasPrefix("<!") { return "an XML file without bank data" }
        return nil
    }

    /// The first 4 kB as text without byte order mark, NUL bytes and leading white space.
    private static func sniffable(_ bytes: UnsafeRawBufferPointer) -> String {
        var head = bytes.prefix(4096).filter { $0 != 0 }[...]
        for mark in [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] where head.starts(with: mark) {
            head = head.dropFirst(mark.count)
        }
        head = head.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return String(decoding: head, as: UTF8.self)
    }
}
