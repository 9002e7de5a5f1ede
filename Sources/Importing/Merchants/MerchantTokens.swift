import Ledger

/// A bank's text cut into words in the form in which the merchant tables are written: upper case, accents folded,
/// apostrophes, dots and hyphens inside a word taken out, everything else a separator.
///
/// Made to be filled again for each text: an import does this a million times.
struct MerchantTokens {
    struct Token {
        /// Where its normalised bytes stand in `bytes`.
        var range: Range<Int>
        /// Where it stands in the raw text, in UTF-8 bytes.
        var raw: Range<Int>
        /// Of its normalised bytes.
        var hash: UInt64
        var letters: Int
        var digits: Int
        /// What stands between the token before and this one.
        var gap: Gap

        var isNumber: Bool { letters == 0 }
        var isMixed: Bool { letters > 0 && digits > 0 }
        var count: Int { range.count }
    }

    /// The most telling sign between two words.
    enum Gap: UInt8, Comparable {
        case none, space, dash, ampersand, slash, wide, colon, hash, star

        static func < (a: Gap, b: Gap) -> Bool { a.rawValue < b.rawValue }
    }

    private(set) var bytes: [UInt8] = []
    private(set) var tokens: [Token] = []
    private var gap: Gap = .none
    private var spaces = 0

    static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = MerchantTokens.hash(byte, after: hash) }
        return hash
    }

    static func hash(_ byte: UInt8, after hash: UInt64) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    init() {
        bytes.reserveCapacity(128)
        tokens.reserveCapacity(24)
    }

    /// The token at a place, in small letters.
    func word(_ place: Int) -> String { String(decoding: bytes[tokens[place].range], as: UTF8.self).lowercased() }

    mutating func fill(_ raw: UnsafeBufferPointer<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        tokens.removeAll(keepingCapacity: true)
        gap = .none
        spaces = 0
        var i = 0
        while i < raw.count {
            if MerchantTokens.isWordByte(raw[i]) {
                i = readWord(raw, from: i)
            } else {
                note(raw[i])
                i += 1
            }
        }
    }

    /// What a sign between words tells.
    private mutating func note(_ byte: UInt8) {
        switch byte {
        case 0x20, 0x09:
            spaces += 1
            gap = max(gap, spaces >= 3 ? .wide : .space)
            return
        case 0x2A: gap = max(gap, .star)
        case 0x23: gap = max(gap, .hash)
        case 0x3A: gap = max(gap, .colon)
        case 0x2F: gap = max(gap, .slash)
        case 0x26: gap = max(gap, .ampersand)
        case 0x2D where spaces > 0: gap = max(gap, .dash)
        default: gap = max(gap, .space)
        }
        spaces = 0
    }

    private mutating func readWord(_ raw: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let first = bytes.count
        var letters = 0
        var digits = 0
        var i = start
        var end = start
        while i < raw.count {
            let byte = raw[i]
            if (0x30...0x39).contains(byte) {
                bytes.append(byte)
                digits += 1
                i += 1
            } else if (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80 {
                bytes.append(byte & 0xDF)
                letters += 1
                i += 1
            } else if byte >= 0xC2 {
                let before = bytes.count
                let length = appendScalar(raw, at: i)
                // A sign such as ’ or – is no letter; it ends the word unless another one follows at once.
                if bytes.count == before, !MerchantTokens.isApostrophe(raw, i) { break }
                letters += bytes.count - before
                i += length
            } else if MerchantTokens.isJoint(byte), i + 1 < raw.count, MerchantTokens.isWordByte(raw[i + 1]) {
                i += 1
                continue
            } else {
                break
            }
            end = i
        }
        if bytes.count == first {
            // Nothing but signs beyond ASCII: pass over one of them.
            gap = max(gap, .space)
            return start + MerchantTokens.length(raw, start)
        }
        let hash = MerchantTokens.hash(bytes[first...])
        tokens.append(
            Token(range: first..<bytes.count, raw: start..<end, hash: hash, letters: letters, digits: digits, gap: gap))
        gap = .none
        spaces = 0
        return max(end, start + 1)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || byte >= 0xC2 || ((0x41...0x5A).contains(byte & 0xDF) && byte < 0x80)
    }

    /// Apostrophe, grave accent, dot, hyphen.
    private static func isJoint(_ byte: UInt8) -> Bool {
        byte == 0x27 || byte == 0x60 || byte == 0x2E || byte == 0x2D
    }

    /// U+2018 and U+2019.
    private static func isApostrophe(_ raw: UnsafeBufferPointer<UInt8>, _ i: Int) -> Bool {
        i + 2 < raw.count && raw[i] == 0xE2 && raw[i + 1] == 0x80 && (raw[i + 2] == 0x98 || raw[i + 2] == 0x99)
    }

    private static func length(_ raw: UnsafeBufferPointer<UInt8>, _ i: Int) -> Int {
        let byte = raw[i]
        return min(raw.count - i, byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4)
    }

    /// Appends the folded letters of one scalar; nothing when it is no letter.
    private mutating func appendScalar(_ raw: UnsafeBufferPointer<UInt8>, at i: Int) -> Int {
        let length = MerchantTokens.length(raw, i)
        let text = String(decoding: raw[i..<i + length], as: UTF8.self)
        let before = bytes.count
        for scalar in text.unicodeScalars { NameKey.append(scalar, to: &bytes) }
        for j in before..<bytes.count where (0x61...0x7A).contains(bytes[j]) { bytes[j] -= 32 }
        return length
    }

    /// The same text with shortened words in full; nil where there are none.
    func spelledOut() -> MerchantTokens? {
        guard tokens.contains(where: { Abbreviations.builtIn.whole($0.hash) != nil }) else { return nil }
        var copy = self
        for index in tokens.indices {
            guard let whole = Abbreviations.builtIn.whole(tokens[index].hash) else { continue }
            copy.tokens[index].range = copy.bytes.count..<copy.bytes.count + whole.bytes.count
            copy.tokens[index].hash = whole.hash
            copy.bytes += whole.bytes
        }
        return copy
    }

    /// Makes the last letters of a token one of their own.
    ///
    /// - Precondition: they are ASCII letters, and more stand before them.
    mutating func cut(_ index: Int, last count: Int) {
        var (front, back) = (tokens[index], tokens[index])
        front.range = front.range.lowerBound..<front.range.upperBound - count
        front.raw = front.raw.lowerBound..<front.raw.upperBound - count
        front.letters -= count
        front.hash = MerchantTokens.hash(bytes[front.range])
        back.range = front.range.upperBound..<back.range.upperBound
        back.raw = front.raw.upperBound..<back.raw.upperBound
        back.letters = count
        back.digits = 0
        back.gap = .space
        back.hash = MerchantTokens.hash(bytes[back.range])
        tokens.replaceSubrange(index...index, with: [front, back])
    }

    /// Whether a token's normalised text is this.
    func isToken(_ index: Int, _ text: StaticString) -> Bool {
        guard tokens.indices.contains(index), tokens[index].count == text.utf8CodeUnitCount else { return false }
        let range = tokens[index].range
        return text.withUTF8Buffer { wanted in
            for j in 0..<wanted.count where bytes[range.lowerBound + j] != wanted[j] { return false }
            return true
        }
    }
}
