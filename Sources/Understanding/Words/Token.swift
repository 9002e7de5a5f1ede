import Ledger

/// A word, number or sign of a question.
public struct Token: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        /// Letters, perhaps with digits, apostrophes inside taken out: `i've` → `ive`, `q3`, `at`, `2nd`, `12k`.
        case word
        /// Digits with grouping commas and at most one decimal point: `1,234.50`.
        case number
        /// One sign: `$ € £ / - & % . , ? ! # ( ) : + " * @ =`.
        case sign
    }

    public let form: Form
    /// As it was written.
    public let text: String
    /// Accents folded, lower case, letters and digits only; for a number its digits and point without the grouping
    /// commas; for a sign the sign itself.
    public let key: String
    /// Where it stands in the question, in UTF-8 bytes.
    public let range: Range<Int>
    /// Whether white space (or the beginning) stands before it: `3/4` are three tokens, only the first with space.
    public let hasSpaceBefore: Bool

    public init(form: Form, text: String, key: String, range: Range<Int>, hasSpaceBefore: Bool) {
        self.form = form
        self.text = text
        self.key = key
        self.range = range
        self.hasSpaceBefore = hasSpaceBefore
    }

    /// The value of a number token without a decimal point; nil for everything else.
    public var integer: Int? { form == .number ? Int(key) : nil }
}

/// Cuts a question into tokens; nothing but white space is lost.
public enum Tokenizer {
    public static func tokens(of question: String) -> [Token] {
        let bytes = Array(question.utf8)
        let scalars = Array(question.unicodeScalars)
        var tokens: [Token] = []
        var index = 0
        var offset = 0
        var spaceBefore = true
        while index < scalars.count {
            let scalar = scalars[index]
            if isSpace(scalar) {
                spaceBefore = true
                offset += utf8Length(scalar)
                index += 1
                continue
            }
            let end = endOfToken(scalars, from: index)
            var length = 0
            for scalar in scalars[index..<end] { length += utf8Length(scalar) }
            let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
            let form = form(of: scalars[index..<end])
            let key =
                switch form {
                case .word: NameKey.key(of: text)
                case .number: String(text.filter { $0 != "," })
                case .sign: text
                }
            tokens.append(
                Token(form: form, text: text, key: key, range: offset..<offset + length, hasSpaceBefore: spaceBefore))
            offset += length
            index = end
            spaceBefore = false
        }
        return tokens
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
    }

    private static func utf8Length(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? (0x41...0x5A).contains(scalar.value & 0xDF)
            : scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "\u{2019}" || scalar == "\u{2018}" || scalar == "`"
    }

    private static func form(of scalars: ArraySlice<Unicode.Scalar>) -> Token.Form {
        if scalars.contains(where: isLetter) { return .word }
        return scalars.contains(where: isDigit) ? .number : .sign
    }

    private static func endOfToken(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
        var end = start + 1
        let first = scalars[start]
        func next(_ i: Int) -> Unicode.Scalar? { i < scalars.count ? scalars[i] : nil }
        guard
            isDigit(first) || isLetter(first)
                || (first == "." && next(end).map(isDigit) == true && !followsDigit(scalars, at: start))
        else { return end }
        var isNumber = !isLetter(first)
        var sawPoint = first == "."
        while let scalar = next(end) {
            if isDigit(scalar) {
                end += 1
            } else if isLetter(scalar) {
                isNumber = false
                end += 1
            } else if isApostrophe(scalar), !isNumber, next(end + 1).map(isLetter) == true {
                end += 2
            } else if isNumber, scalar == ",", isThousandsGroup(scalars, at: end + 1) {
                end += 4
            } else if isNumber, !sawPoint, scalar == ".", next(end + 1).map(isDigit) == true,
                !isDottedDate(scalars, at: end), !followsDot(scalars, at: start)
            {
                sawPoint = true
                end += 2
            } else {
                break
            }
        }
        return end
    }

    /// Exactly three digits, then no further digit: `1,234` but not `1,2345`.
    private static func isThousandsGroup(_ scalars: [Unicode.Scalar], at start: Int) -> Bool {
        guard start + 3 <= scalars.count, scalars[start..<start + 3].allSatisfy(isDigit) else { return false }
        return start + 3 == scalars.count || !isDigit(scalars[start + 3])
    }

    private static func followsDigit(_ scalars: [Unicode.Scalar], at start: Int) -> Bool {
        start >= 1 && isDigit(scalars[start - 1])
    }

    /// Whether the number that begins at `start` is a later part of a dotted date: the `10` of `3.10.2026`.
    private static func followsDot(_ scalars: [Unicode.Scalar], at start: Int) -> Bool {
        start >= 2 && scalars[start - 1] == "." && isDigit(scalars[start - 2])
    }

    /// Whether the point at `point` is the first of `3.10.2026`: then it separates and is no decimal point.
    private static func isDottedDate(_ scalars: [Unicode.Scalar], at point: Int) -> Bool {
        var i = point + 1
        while i < scalars.count, isDigit(scalars[i]) { i += 1 }
        return i + 1 < scalars.count && scalars[i] == "." && isDigit(scalars[i + 1])
    }
}
