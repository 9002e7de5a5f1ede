/// Tells the encodings of East Asia, which write a character as two bytes, from each other and from those of one byte.
///
/// Each puts the characters of everyday texts into a range of first bytes of its own; the other languages' accented
/// letters stand alone between plain ones, where these stand one beside the other.
struct DoubleByteText {
    /// What an encoding allows as the two bytes of a character, and the first bytes that everyday texts have.
    private struct Form {
        let encoding: TextEncoding
        let first: [ClosedRange<UInt8>]
        let second: [ClosedRange<UInt8>]
        let everyday: [ClosedRange<UInt8>]
        /// Characters of one byte above 127.
        var single: ClosedRange<UInt8>?
        /// How much of a text the everyday ones are, in percent.
        let share: Int
    }

    /// In the order in which they are tried: what is common in one is rare in those before it.
    private static let forms = [
        Form(
            encoding: .shiftJIS, first: [0x81...0x9F, 0xE0...0xFC], second: [0x40...0x7E, 0x80...0xFC],
            everyday: [0x81...0x83, 0x88...0x97], single: 0xA1...0xDF, share: 70),
        Form(
            encoding: .eucKR, first: [0xA1...0xFE], second: [0xA1...0xFE], everyday: [0xB0...0xC8], share: 97),
        Form(
            encoding: .big5, first: [0xA1...0xF9], second: [0x40...0x7E, 0xA1...0xFE], everyday: [0xA4...0xC6],
            share: 90),
    ]

    /// - Returns: nil where it is none of these.
    static func detect(_ bytes: Slice<UnsafeRawBufferPointer>) -> TextEncoding? {
        forms.first { form in DoubleByteText(bytes, form).isLikely(form) }?.encoding
    }

    private var pairs = 0
    private var everyday = 0
    /// Pairs right behind another one.
    private var neighbors = 0
    /// Second bytes that are no letters above 127: nothing but a second byte stands so.
    private var lowSeconds = 0
    private var broken = 0

    private init(_ bytes: Slice<UnsafeRawBufferPointer>, _ form: Form) {
        func isIn(_ ranges: [ClosedRange<UInt8>], _ byte: UInt8) -> Bool { ranges.contains { $0.contains(byte) } }
        var index = bytes.startIndex
        var followsPair = false
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x80 else {
                followsPair = false
                continue
            }
            guard isIn(form.first, byte) else {
                if form.single?.contains(byte) != true { broken += 1 }
                continue
            }
            guard index < bytes.endIndex, isIn(form.second, bytes[index]) else {
                broken += 1
                followsPair = false
                continue
            }
            pairs += 1
            if isIn(form.everyday, byte) { everyday += 1 }
            if followsPair { neighbors += 1 }
            if bytes[index] < 0x80 { lowSeconds += 1 }
            followsPair = true
            index += 1
        }
    }

    private func isLikely(_ form: Form) -> Bool {
        guard pairs >= 6, broken * 50 <= pairs, everyday * 100 >= pairs * form.share, neighbors * 2 >= pairs else {
            return false
        }
        // Without it, Big5 is no other than the Chinese of the mainland.
        return form.encoding != .big5 || lowSeconds * 6 >= pairs
    }
}
