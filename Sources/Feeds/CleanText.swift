import Ledger

/// Text that a bank or a provider wrote, made fit to keep: one line, no control characters or escape sequences, nothing
/// invisible, no tags.
enum CleanText {
    /// - Parameter longest: in characters; what is longer is cut.
    static func line(_ text: String, longest: Int = 200) -> String {
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

/// Decimal amounts as providers write them.
enum DecimalText {
    /// In minor units, rounded half away from zero where there are more decimals than the currency has.
    ///
    /// - Returns: nil for what is no number, or larger than any account holds.
    static func minorUnits(_ text: String, _ currency: Currency) -> Int64? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts.first ?? []
        let fraction = parts.count > 1 ? parts[1] : []
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        guard whole.count + fraction.count > 0, whole.allSatisfy(isDigit), fraction.allSatisfy(isDigit),
            whole.drop(while: { $0 == 0x30 }).count <= 15
        else { return nil }
        var units: Int64 = 0
        for byte in whole { units = units * 10 + Int64(byte - 0x30) }
        let decimals = currency.minorDigits
        for place in 0..<decimals {
            let index = fraction.index(fraction.startIndex, offsetBy: place, limitedBy: fraction.endIndex)
            let digit = index.flatMap { $0 < fraction.endIndex ? fraction[$0] - 0x30 : nil } ?? 0
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            units = product + Int64(digit)
        }
        if fraction.count > decimals, fraction[fraction.startIndex + decimals] >= 0x35 { units += 1 }
        return isNegative ? -units : units
    }
}
