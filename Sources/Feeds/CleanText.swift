import Ledger

/// Text that a bank or a provider wrote, made fit to keep: one line, no control characters or escape sequences, nothing
/// invisible, no tags.
enum CleanText {
    /// - Parameter longest: in characters; what is longer is cut.
    static func line(_ text: String, longest: Int = 200) -> String {
        if isClean(text, longest) { return text }
        let scalars = withoutTags(withoutEscapes(Array(text.unicodeScalars)))
        var out = String.UnicodeScalarView()
        var marks = 0
        for scalar in scalars {
            let category = scalar.properties.generalCategory
            switch category {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if let last = out.last, last != " " { out.append(" ") }
                marks = 0
            case .format, .privateUse, .unassigned, .surrogate: continue
            case .nonspacingMark, .spacingMark, .enclosingMark:
                // A letter with more marks than any language puts on one climbs over other lines.
                marks += 1
                if marks <= 4, !scalar.properties.isDefaultIgnorableCodePoint { out.append(scalar) }
            default:
                marks = 0
                if !scalar.properties.isDefaultIgnorableCodePoint { out.append(scalar) }
            }
        }
        while out.last == " " { out.removeLast() }
        let line = String(out)
        return line.count > longest ? String(line.prefix(longest - 1)) + "…" : line
    }

    /// Whether it is one already: printable ASCII without tags and without a space too many, as most are.
    private static func isClean(_ text: String, _ longest: Int) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= longest, bytes.first != 0x20, bytes.last != 0x20 else { return false }
            var last: UInt8 = 0
            for byte in bytes {
                guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "<"), byte != 0x20 || last != 0x20 else {
                    return false
                }
                last = byte
            }
            return true
        }
    }

    private static func withoutEscapes(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard scalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) else { return scalars }
        var out: [Unicode.Scalar] = []
        var index = 0
        while index < scalars.count {
            let length = EscapeSequence.length(at: index, count: scalars.count) { (at: Int) in scalars[at].value }
            if length == 0 { out.append(scalars[index]) }
            index += max(1, length)
        }
        return out
    }

    /// A tag is a letter or a slash behind `<`, up to `>`; of a script what stands between goes too.
    private static func withoutTags(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard scalars.contains("<") else { return scalars }
        var out: [Unicode.Scalar] = []
        var index = 0
        while index < scalars.count {
            guard scalars[index] == "<", index + 1 < scalars.count, isTagStart(scalars[index + 1]),
                let end = scalars[index...].firstIndex(of: ">")
            else {
                out.append(scalars[index])
                index += 1
                continue
            }
            let name = String(String.UnicodeScalarView(scalars[(index + 1)..<end])).lowercased()
            index = end + 1
            out.append(" ")
            guard name == "script" || name.hasPrefix("script ") || name == "style" else { continue }
            while index < scalars.count, scalars[index] != "<" { index += 1 }
        }
        return out
    }

    private static func isTagStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "/" || scalar == "!" || scalar.properties.isAlphabetic && scalar.isASCII
    }
}

/// An account's name with no more of its number than the last four digits.
struct AccountLabel: Equatable {
    let name: String
    let mask: String?

    /// - Parameter text: `Everyday Checking (1234)`, `Visa 4111111111111111`.
    init(_ text: String) {
        var out = ""
        var digits = ""
        var last: String?
        for character in CleanText.line(text, longest: 80) + "\0" {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            if digits.count >= 4 { last = String(digits.suffix(4)) }
            out += digits.count > 4 ? "…" + digits.suffix(4) : digits
            digits = ""
            if character != "\0" { out.append(character) }
        }
        mask = last
        name = out
    }
}
