/// How many columns of a terminal a text takes, and text cut or filled up to a number of columns.
public enum DisplayWidth {
    /// Columns of a text without control characters: 2 for East Asian wide characters and emoji (a sequence of
    /// joined emoji or a flag is one), 0 for combining marks, 1 for the rest.
    public static func of(_ text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        if first.properties.isEmojiPresentation, !isRegionalIndicator(first) || scalars.count > 1 { return 2 }
        return scalars.reduce(0) { $0 + of($1) }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        if scalar.properties.generalCategory.isMark || scalar.properties.isDefaultIgnorableCodePoint { return 0 }
        // The vowels and final consonants of Hangul are drawn into the syllable that their first letter opened.
        if (0x1160...0x11FF).contains(scalar.value) || (0xD7B0...0xD7FB).contains(scalar.value) { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// East Asian Width W and F of Unicode's EastAsianWidth.txt, in whole blocks; emoji are known by their property.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
    ]

    /// The text, or as much of its beginning as fits before a `…`, in at most `columns` columns.
    public static func truncated(_ text: String, to columns: Int) -> String {
        if of(text) <= columns { return text }
        guard columns > 0 else { return "" }
        var out = ""
        var used = 1
        for character in text {
            used += of(character)
            if used > columns { break }
            out.append(character)
        }
        while out.last == " " { out.removeLast() }
        return out + "…"
    }

    public enum Alignment: Hashable, Sendable {
        case left, right
    }

    /// The text filled up with spaces to `columns` columns; longer text as it is.
    public static func padded(_ text: String, to columns: Int, alignment: Alignment = .left) -> String {
        let fill = String(repeating: " ", count: max(0, columns - of(text)))
        return alignment == .left ? text + fill : fill + text
    }
}
