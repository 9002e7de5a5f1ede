import Ledger

/// A sentence of a model in the form in which it is checked: what a reader sees, in plain signs.
///
/// A model's words are not trusted. Digits of other scripts, HTML entities, Markdown marks and invisible signs become
/// what they look like; what looks like something else than it is cannot be checked and is said to be so.
struct GuardText: Sendable {
    /// Without marks and invisible signs.
    let text: String
    /// Where each UTF-8 byte of `text` stands in the original, and the original's end.
    private let origins: [Int]
    private let original: [UInt8]
    /// Signs that a reader and a program read differently.
    let obscured: [String]

    init(_ sentence: String) {
        var writer = GuardTextWriter(sentence)
        writer.run()
        text = String(decoding: writer.bytes, as: UTF8.self)
        original = Array(sentence.utf8)
        origins = writer.origins + [original.count]
        obscured = writer.obscured
    }

    /// What stands in the original where `range` (UTF-8 bytes) is in `text`.
    func written(_ range: Range<Int>) -> String {
        guard range.lowerBound < origins.count else { return "" }
        let start = origins[range.lowerBound]
        let last = max(range.lowerBound, min(range.upperBound, origins.count - 1) - 1)
        var end = max(origins[last] + 1, start)
        while end < original.count, original[end] & 0xC0 == 0x80 { end += 1 }
        return String(decoding: original[start..<min(end, original.count)], as: UTF8.self)
    }
}

/// Goes once over the scalars of a sentence.
private struct GuardTextWriter {
    private let scalars: [Unicode.Scalar]
    /// The UTF-8 offset of each scalar.
    private let starts: [Int]
    private var index = 0
    private(set) var bytes: [UInt8] = []
    private(set) var origins: [Int] = []
    private(set) var obscured: [String] = []
    private var isLineStart = true

    init(_ sentence: String) {
        scalars = Array(sentence.unicodeScalars)
        var offset = 0
        starts = scalars.map { scalar in
            defer { offset += UTF8.width(scalar) }
            return offset
        }
        bytes.reserveCapacity(offset)
        origins.reserveCapacity(offset + 1)
    }

    mutating func run() {
        while index < scalars.count {
            if isLineStart { skipListMark() }
            guard index < scalars.count else { break }
            let here = index
            if let (scalar, length) = GuardEntities.scalar(in: scalars, at: index) {
                index += length
                write(scalar, at: here)
            } else if let length = tagLength {
                skipTag(length)
            } else if isPromptMark {
                hide("mark of the prompt")
                index += 1
            } else {
                index += 1
                write(scalars[here], at: here)
            }
        }
    }

    private func next(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    private mutating func put(_ text: String, at place: Int) {
        for byte in text.utf8 {
            bytes.append(byte)
            origins.append(starts[min(place, starts.count - 1)])
        }
        if let last = text.utf8.last { isLineStart = last == 0x0A }
    }

    // MARK: Line starts

    /// `1. `, `2) `, `- `, `> `, `## ` and `1️⃣ ` number or mark a line; they say nothing.
    private mutating func skipListMark() {
        var ahead = index
        func at(_ place: Int) -> Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }
        func skipSpaces() { while at(ahead) == " " || at(ahead) == "\t" { ahead += 1 } }
        skipSpaces()
        while let mark = at(ahead), "#>-*+•‣◦–".unicodeScalars.contains(mark) {
            let end = ahead + 1
            guard mark == "#" || at(end) == " " || at(end) == "\t" else { break }
            ahead = end
            skipSpaces()
        }
        while let mark = at(ahead), mark == "*" || mark == "_" { ahead += 1 }
        var digits = ahead
        while digits - ahead < 2, let digit = at(digits), ("0"..."9").contains(digit) { digits += 1 }
        if digits > ahead {
            var end = digits
            if at(end) == "." || at(end) == ")" {
                end += 1
                while at(end) == "*" || at(end) == "_" { end += 1 }
                if at(end) == " " || at(end) == "\t" { ahead = end }
            } else if digits - ahead == 1, at(end) == "\u{FE0F}" || at(end) == "\u{20E3}" {
                while at(end) == "\u{FE0F}" || at(end) == "\u{20E3}" { end += 1 }
                ahead = end
            }
        }
        isLineStart = false
        guard ahead > index else { return }
        index = ahead
        put("\n", at: max(0, ahead - 1))
        isLineStart = false
    }

    // MARK: Tags

    /// Tags that only change how letters look. All others are shown as they stand, and so are checked.
    private static let tags: Set<String> = ["b", "i", "em", "strong", "u", "br", "span", "sup", "sub"]

    /// The length of the tag that begins here; nil where none does. One with attributes is none: they would be shown.
    private var tagLength: Int? {
        guard next() == "<" else { return nil }
        var length = next(1) == "/" ? 2 : 1
        var name = ""
        while let letter = next(length), letter.properties.isAlphabetic, name.utf8.count < 8 {
            name.unicodeScalars.append(letter)
            length += 1
        }
        while next(length) == " " || next(length) == "/" { length += 1 }
        return next(length) == ">" && GuardTextWriter.tags.contains(name.lowercased()) ? length + 1 : nil
    }

    /// `</data>`, `<question>`: marks that only the prompt has.
    private var isPromptMark: Bool {
        guard next() == "<" else { return false }
        let start = next(1) == "/" ? 2 : 1
        return ["data>", "question>"].contains { mark in
            mark.unicodeScalars.enumerated().allSatisfy { next(start + $0.offset) == $0.element }
        }
    }

    private mutating func skipTag(_ length: Int) {
        // A line break separates.
        let isBreak = (next(1) == "b" || next(1) == "B") && (next(2) == "r" || next(2) == "R")
        if isBreak { put("\n", at: index) }
        index += length
    }

    // MARK: Scalars

    private mutating func write(_ scalar: Unicode.Scalar, at place: Int) {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: put(String(scalar), at: place)
        case 0x0A: put("\n", at: place)
        case 0x09, 0x20: put(" ", at: place)
        case 0x00...0x1F, 0x7F...0x9F: hide("control character")
        case 0x21...0x7E: writeSign(scalar, at: place)
        default: writeWide(scalar, at: place)
        }
    }

    private mutating func hide(_ what: String) {
        if !obscured.contains(what) { obscured.append(what) }
    }

    private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
    private var lastIsDigit: Bool { bytes.last.map { (0x30...0x39).contains($0) } ?? false }
    private var lastIsLetter: Bool { bytes.last.map { (0x41...0x5A).contains($0 & 0xDF) || $0 >= 0x80 } ?? false }

    private mutating func writeSign(_ scalar: Unicode.Scalar, at place: Int) {
        switch scalar {
        case "*", "`":
            // Between two digits it is no mark of style.
            if lastIsDigit, isDigit(next()) { put(" ", at: place) }
        case "_":
            if lastIsDigit || lastIsLetter, isDigit(next()) || next()?.properties.isAlphabetic == true {
                put(" ", at: place)
            }
        case "\\": if isDigit(next()) || next()?.properties.isAlphabetic == true { put(" ", at: place) }
        case "~":
            if next() == "~" { index += 1 } else { put("~", at: place) }
        case "'": writeApostrophe(at: place)
        case "[": put("[", at: place)
        default: put(String(scalar), at: place)
        }
    }

    /// `Target's`, `that's`: what owns or is shortened counts as the bare word.
    private mutating func writeApostrophe(at place: Int) {
        if lastIsLetter || lastIsDigit || bytes.last == 0x2E, next() == "s" || next() == "S",
            next(1)?.properties.isAlphabetic != true, !isDigit(next(1))
        {
            index += 1
            return
        }
        put("'", at: place)
    }

    private mutating func writeWide(_ scalar: Unicode.Scalar, at place: Int) {
        switch scalar.value {
        case 0x00A0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: put(" ", at: place)
        case 0x2028, 0x2029, 0x85: put("\n", at: place)
        case 0x00AD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF, 0x180E, 0x034F, 0xFE00...0xFE0F: break
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: hide("direction mark")
        case 0xE0000...0xE01EF: hide("invisible sign")
        case 0x2010, 0x2011, 0x2212, 0xFE63: put("-", at: place)
        case 0x2012...0x2015: put("–", at: place)
        case 0x2018, 0x2019, 0x02BC, 0x2032: writeApostrophe(at: place)
        case 0x201C...0x201F, 0x2033: put("\"", at: place)
        case 0x2044, 0x2215: put("/", at: place)
        case 0x2248, 0x223C: put("~", at: place)
        case 0xFF01...0xFF5E: writeAscii(scalar.value - 0xFEE0, at: place)
        case 0xFE69: put("$", at: place)
        case 0xFE6A, 0x066A: put("%", at: place)
        case 0x20E3: hide("keycap")
        case 0x1D400...0x1D7CD, 0x2460...0x24FF, 0x1F100...0x1F1AC: hide("letter of another kind: \(scalar)")
        case 0x0300...0x036F where lastIsDigit: hide("accent on a digit")
        default: writeOther(scalar, at: place)
        }
    }

    private mutating func writeAscii(_ value: UInt32, at place: Int) {
        if let scalar = Unicode.Scalar(value) { write(scalar, at: place) }
    }

    private mutating func writeOther(_ scalar: Unicode.Scalar, at place: Int) {
        let properties = scalar.properties
        if let words = GuardEntities.fractions[scalar] {
            put((lastIsDigit ? " " : "") + words, at: place)
        } else if properties.numericType == .decimal, let value = properties.numericValue {
            put(String(Int(value)), at: place)
        } else if properties.numericType != nil, !properties.isAlphabetic {
            hide("number sign: \(scalar)")
        } else {
            put(String(scalar), at: place)
        }
    }
}

/// Signs that HTML spells out.
enum GuardEntities {
    static let fractions: [Unicode.Scalar: String] = [
        "½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4", "⅕": "1/5", "⅛": "1/8",
    ]

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "dollar": "$", "euro": "€",
        "pound": "£", "yen": "¥", "cent": "¢", "ndash": "–", "mdash": "–", "minus": "-", "percnt": "%", "comma": ",",
        "period": ".", "num": "#", "colon": ":", "lpar": "(", "rpar": ")", "thinsp": " ", "ensp": " ", "emsp": " ",
        "frac12": "½", "frac14": "¼", "frac34": "¾", "hellip": "…", "rsquo": "'", "lsquo": "'", "shy": "\u{AD}",
        "zwj": "\u{200D}", "zwnj": "\u{200C}",
    ]

    /// The sign that an entity at `start` stands for, and the entity's length.
    static func scalar(in scalars: [Unicode.Scalar], at start: Int) -> (Unicode.Scalar, Int)? {
        guard scalars[start] == "&" else { return nil }
        var name = ""
        var end = start + 1
        while end < scalars.count, end - start <= 10, scalars[end] != ";" {
            name.unicodeScalars.append(scalars[end])
            end += 1
        }
        guard end < scalars.count, scalars[end] == ";" else { return nil }
        let length = end - start + 1
        if let scalar = named[name] { return (scalar, length) }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let value =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init).map { ($0, length) }
    }
}
