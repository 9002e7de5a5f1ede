import Glibc

/// A statement's text as UTF-8 without byte order mark, and the encoding it came in.
struct DecodedText {
    let file: StatementBytes
    /// Where the text begins: behind the byte order mark.
    let start: Int
    let encoding: TextEncoding

    /// Decodes the whole file; UTF-8 stays as it is.
    ///
    /// - Throws: when the system has no table for the encoding.
    init(_ file: StatementBytes) throws(ImportError) {
        encoding = TextEncoding.detect(file.bytes)
        switch encoding {
        case .utf8:
            self.file = file
            start = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        case .utf16le, .utf16be:
            self.file = StatementBytes(
                DecodedText.utf16(file.bytes, bigEndian: encoding == .utf16be), path: file.path)
            start = self.file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        case .windows1252, .latin1, .cp1250, .cp1251, .cp1253, .cp1254, .cp1255, .cp1257:
            guard let table = DecodedText.table(of: encoding) else { throw DecodedText.noTable(file, encoding) }
            var out: [UInt8] = []
            out.reserveCapacity(file.bytes.count + file.bytes.count / 8)
            for byte in file.bytes {
                if byte < 0x80 { out.append(byte) } else { out += table[Int(byte) - 0x80] }
            }
            self.file = StatementBytes(out, path: file.path)
            start = 0
        case .gbk, .big5, .shiftJIS, .eucKR, .utf32le, .utf32be:
            guard let name = encoding.multibyteName, let converter = Converter(from: name) else {
                throw DecodedText.noTable(file, encoding)
            }
            self.file = StatementBytes(converter.convert(file.bytes), path: file.path)
            start = self.file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        }
        // Cells keep their place in 32 bits.
        guard self.file.bytes.count <= Int(Int32.max) else {
            throw ImportError(
                "\(file.path) is too large in \(encoding.rawValue): save it as UTF-8 or export fewer years")
        }
    }

    /// The same text, cut into columns.
    init(_ text: DecodedText, cut bytes: [UInt8]) {
        file = StatementBytes(bytes, path: text.file.path)
        start = 0
        encoding = text.encoding
    }

    private static func noTable(_ file: StatementBytes, _ encoding: TextEncoding) -> ImportError {
        ImportError("\(file.path) is in \(encoding.rawValue), which this system can't read: save it as UTF-8")
    }

    private static func utf16(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for pair in 0..<bytes.count / 2 {
            let unit = bytes.loadUnaligned(fromByteOffset: pair * 2, as: UInt16.self)
            units.append(bigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// UTF-8 of the 128 upper bytes of an encoding; U+FFFD for those that it leaves undefined.
    private static func table(of encoding: TextEncoding) -> [[UInt8]]? {
        let name =
            encoding == .latin1 ? "ISO-8859-1" : encoding == .windows1252 ? "CP1252" : encoding.rawValue.uppercased()
        guard let converter = Converter(from: name) else { return nil }
        return (0x80...0xFF).map { byte in
            withUnsafeBytes(of: UInt8(byte)) { converter.convert($0) }
        }
    }
}
