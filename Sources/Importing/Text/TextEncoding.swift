import Glibc

/// How the characters of a text are written as bytes.
///
/// Valid UTF-8 is UTF-8. A NUL in every second byte is UTF-16. What is left is told by which bytes above 127 occur: each
/// language uses a small set of letters, and the encoding whose language covers the most of them is taken.
enum TextEncoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16le = "utf-16le"
    case utf16be = "utf-16be"
    case utf32le = "utf-32le"
    case utf32be = "utf-32be"
    case windows1252 = "windows-1252"
    case latin1 = "latin-1"
    case cp1250, cp1251, cp1253, cp1254, cp1255, cp1257
    case gbk, big5
    case shiftJIS = "shift-jis"
    case eucKR = "euc-kr"

    /// What the C library calls one that writes a character as several bytes; nil for the others.
    var multibyteName: String? {
        switch self {
        case .gbk: "GB18030"
        case .big5: "BIG5-HKSCS"
        case .shiftJIS: "CP932"
        case .eucKR: "CP949"
        case .utf32le: "UTF-32LE"
        case .utf32be: "UTF-32BE"
        default: nil
        }
    }

    static func detect(_ bytes: UnsafeRawBufferPointer) -> TextEncoding {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
        if let wide = utf32(bytes) ?? utf16(bytes) { return wide }
        let (sequences, broken) = utf8Sequences(bytes)
        // A bank's own cut in the middle of a character does not make another encoding of the whole file.
        if broken == 0 || sequences >= broken * 20 { return .utf8 }
        return eightBit(bytes)
    }

    /// UTF-32 by its byte order mark.
    static func utf32(_ bytes: UnsafeRawBufferPointer) -> TextEncoding? {
        guard bytes.count.isMultiple(of: 4) else { return nil }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32le }
        return bytes.starts(with: [0, 0, 0xFE, 0xFF]) ? .utf32be : nil
    }

    /// UTF-16 by its byte order mark, or by NUL bytes on one side of most pairs.
    static func utf16(_ bytes: UnsafeRawBufferPointer) -> TextEncoding? {
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16le }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16be }
        let pairs = min(bytes.count, 4096) / 2
        guard pairs >= 2 else { return nil }
        var even = 0
        var odd = 0
        for pair in 0..<pairs {
            if bytes[pair * 2] == 0 { even += 1 }
            if bytes[pair * 2 + 1] == 0 { odd += 1 }
        }
        if even * 10 >= pairs * 4, odd * 20 <= pairs { return .utf16be }
        if odd * 10 >= pairs * 4, even * 20 <= pairs { return .utf16le }
        return nil
    }

    /// Counts the well-formed sequences of two to four bytes and the bytes that belong to none (RFC 3629).
    private static func utf8Sequences(_ bytes: UnsafeRawBufferPointer) -> (wellFormed: Int, broken: Int) {
        var wellFormed = 0
        var broken = 0
        var index = 0
        let count = bytes.count
        while index < count {
            if index + 8 <= count,
                bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
                continue
            }
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            let length = sequenceLength(bytes, at: index)
            if length == 0 { broken += 1 } else { wellFormed += 1 }
            index += max(length, 1)
        }
        return (wellFormed, broken)
    }

    /// The length of the well-formed sequence that begins at `index`, 0 when there is none.
    private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let lead = bytes[index]
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        guard (0xC2...0xF4).contains(lead), index + length <= bytes.count else { return 0 }
        for offset in 1..<length where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        let second = bytes[index + 1]
        switch lead {
        case 0xE0 where second < 0xA0, 0xED where second > 0x9F, 0xF0 where second < 0x90, 0xF4 where second > 0x8F:
            return 0
        default: return length
        }
    }

    // MARK: Eight-bit encodings

    /// Letters above 127 of one language, as bytes of the encoding it is written in.
    private struct Alphabet {
        let encoding: TextEncoding
        let letters: [Bool]
        /// Below 1 for a mixture, so that one language that explains all wins over it.
        let weight: Double

        init(_ encoding: TextEncoding, _ letters: [UInt8], weight: Double = 1) {
            self.encoding = encoding
            self.weight = weight
            var table = [Bool](repeating: false, count: 256)
            for letter in letters { table[Int(letter)] = true }
            self.letters = table
        }
    }

    private static let french: [UInt8] = [
        0xE9, 0xE8, 0xEA, 0xEB, 0xE0, 0xE2, 0xE7, 0xEE, 0xEF, 0xF4, 0xF9, 0xFB, 0x9C, 0xC9, 0xC8, 0xC0, 0xC7, 0xCA,
        0xCE,
    ]
    private static let german: [UInt8] = [0xE4, 0xF6, 0xFC, 0xDF, 0xC4, 0xD6, 0xDC, 0xE9]
    private static let iberian: [UInt8] = [
        0xE1, 0xE9, 0xED, 0xF3, 0xFA, 0xF1, 0xFC, 0xC1, 0xC9, 0xCD, 0xD3, 0xDA, 0xD1, 0xAA, 0xBA, 0xBF, 0xE0, 0xE2,
        0xE3,
        0xE7, 0xEA, 0xF4, 0xF5, 0xC3, 0xC7, 0xD5, 0xC2, 0xCA, 0xD4, 0xC0,
    ]
    private static let italian: [UInt8] = [0xE0, 0xE8, 0xE9, 0xEC, 0xF2, 0xF9, 0xC0, 0xC8]
    private static let nordic: [UInt8] = [0xE5, 0xE4, 0xF6, 0xE6, 0xF8, 0xC5, 0xC4, 0xD6, 0xC6, 0xD8, 0xE9, 0xFC]

    /// Ties go to the first.
    private static let alphabets: [Alphabet] = [
        Alphabet(.windows1252, german), Alphabet(.windows1252, french), Alphabet(.windows1252, iberian),
        Alphabet(.windows1252, italian), Alphabet(.windows1252, nordic),
        Alphabet(.windows1252, german + french + iberian + italian + nordic, weight: 0.9),
        // Czech and Slovak, Polish, Hungarian, Croatian and Slovene
        Alphabet(
            .cp1250,
            [
                0xE1, 0xE8, 0xEF, 0xE9, 0xEC, 0xED, 0xF2, 0xF3, 0xF8, 0x9A, 0x9D, 0xFA, 0xF9, 0xFD, 0x9E, 0xF4, 0xE4,
                0xBE,
                0xE5, 0xC1, 0xC8, 0xCF, 0xC9, 0xCC, 0xCD, 0xD2, 0xD3, 0xD8, 0x8A, 0x8D, 0xDA, 0xD9, 0xDD, 0x8E, 0xBC,
            ]),
        Alphabet(
            .cp1250,
            [
                0xB9, 0xE6, 0xEA, 0xB3, 0xF1, 0xF3, 0x9C, 0x9F, 0xBF, 0xA5, 0xC6, 0xCA, 0xA3, 0xD1, 0xD3, 0x8C, 0x8F,
                0xAF,
            ]),
        Alphabet(
            .cp1250,
            [
                0xE1, 0xE9, 0xED, 0xF3, 0xF6, 0xF5, 0xFA, 0xFC, 0xFB, 0xC1, 0xC9, 0xCD, 0xD3, 0xD6, 0xD5, 0xDA, 0xDC,
                0xDB,
            ]),
        Alphabet(.cp1250, [0xE8, 0xE6, 0x9E, 0x9A, 0xF0, 0xC8, 0xC6, 0x8E, 0x8A, 0xD0]),
        // Turkish
        Alphabet(.cp1254, [0xE7, 0xF0, 0xFD, 0xF6, 0xFE, 0xFC, 0xC7, 0xD0, 0xDD, 0xD6, 0xDE, 0xDC]),
        // Lithuanian, Latvian, Estonian
        Alphabet(
            .cp1257,
            [
                0xE0, 0xE8, 0xE6, 0xEB, 0xE1, 0xF0, 0xF8, 0xFB, 0xFE, 0xC0, 0xC8, 0xC6, 0xCB, 0xC1, 0xD0, 0xD8, 0xDB,
                0xDE,
            ]),
        Alphabet(
            .cp1257,
            [
                0xE2, 0xE8, 0xE7, 0xEC, 0xEE, 0xED, 0xEF, 0xF2, 0xF0, 0xFB, 0xFE, 0xC2, 0xC8, 0xC7, 0xCC, 0xCE, 0xCD,
                0xCF,
                0xD2, 0xD0, 0xDB, 0xDE,
            ]),
        Alphabet(.cp1257, [0xE4, 0xF5, 0xF6, 0xFC, 0xF0, 0xFE, 0xC4, 0xD5, 0xD6, 0xDC, 0xD0, 0xDE]),
    ]

    private static func eightBit(_ bytes: UnsafeRawBufferPointer) -> TextEncoding {
        let sample = bytes.prefix(4 << 20)
        var counts = [Int](repeating: 0, count: 256)
        for (index, byte) in sample.enumerated() where byte >= 0x80 {
            // Signs and letters share A0…BF: a letter stands beside a letter, "£" before a number.
            let next = index + 1 < sample.count ? sample[sample.startIndex + index + 1] : 0
            let previous = index > 0 ? sample[sample.startIndex + index - 1] : 0
            if !(0xA0...0xBF).contains(byte) || isLetter(previous) || isLetter(next) { counts[Int(byte)] += 1 }
        }
        let runs = HighRuns(sample)
        if let wide = DoubleByteText.detect(sample) { return wide }
        if runs.looksChinese { return .gbk }
        let letters = counts[0xC0...0xFF].reduce(0, +)
        let high = counts[0x80...0xFF].reduce(0, +)
        // Other languages of these alphabets mix accented letters with plain ones; Cyrillic words have no plain ones.
        if letters * 10 >= high * 8, runs.averageLength >= 3 { return nonLatin(counts) }

        // What some alphabet has as a letter; quotes and dashes of the range tell nothing.
        let used = (0x80...0xFF).filter { byte in byte >= 0xC0 || alphabets.contains { $0.letters[byte] } }
        let total = max(1, used.reduce(0) { $0 + counts[$1] })
        func score(_ alphabet: Alphabet) -> Double {
            let covered = used.reduce(0) { $0 + (alphabet.letters[$1] ? counts[$1] : 0) }
            return Double(covered) / Double(total) * alphabet.weight
        }
        var best = alphabets[0]
        for alphabet in alphabets.dropFirst() where score(alphabet) > score(best) + 0.001 { best = alphabet }
        guard best.encoding == .windows1252 else { return best.encoding }
        let undefined = [0x81, 0x8D, 0x8F, 0x90, 0x9D].reduce(0) { $0 + counts[$1] }
        let c1 = counts[0x80...0x9F].reduce(0, +)
        return c1 > 0 && undefined == 0 ? .windows1252 : .latin1
    }

    /// Which alphabet writes whole words in bytes above 127: Hebrew has no capitals, and what Russian and Greek use most are
    /// rare letters in the other one's encoding.
    private static func nonLatin(_ counts: [Int]) -> TextEncoding {
        func sum(_ bytes: [Int]) -> Int { bytes.reduce(0) { $0 + counts[$1] } }
        let letters = sum(Array(0xC0...0xFF))
        if sum(Array(0xE0...0xFA)) * 50 >= letters * 49, sum([0xE5, 0xE9, 0xFA]) * 10 >= letters * 2,
            sum([0xE0, 0xEE, 0xE8]) * 4 < letters
        {
            return .cp1255
        }
        let russian = sum([0xC0, 0xCE, 0xC8, 0xE0, 0xEE, 0xE8])
        let greek = sum([0xC1, 0xCF, 0xC9, 0xE1, 0xEF, 0xE9])
        return greek > russian ? .cp1253 : .cp1251
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0xC0 }

    /// The stretches of bytes above 127.
    private struct HighRuns {
        var count = 0
        var bytes = 0
        var evenRuns = 0
        /// Pairs whose first byte is that of a common Chinese character (GB 2312, level 1: B0…D7).
        var commonPairs = 0

        init(_ sample: Slice<UnsafeRawBufferPointer>) {
            var length = 0
            for byte in sample {
                if byte >= 0x80 {
                    if length % 2 == 0, (0xB0...0xD7).contains(byte) { commonPairs += 1 }
                    length += 1
                } else if length > 0 {
                    add(length)
                    length = 0
                }
            }
            if length > 0 { add(length) }
        }

        private mutating func add(_ length: Int) {
            count += 1
            bytes += length
            if length % 2 == 0 { evenRuns += 1 }
        }

        var averageLength: Double { count == 0 ? 0 : Double(bytes) / Double(count) }
        var looksChinese: Bool { count > 0 && evenRuns * 20 >= count * 17 && commonPairs * 4 >= bytes }
    }
}
