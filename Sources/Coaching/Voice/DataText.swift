import Ledger

/// Text of banks, shops and users on its way into a prompt: one line, of limited length, without account numbers and
/// without any character that could end the block it stands in or be taken for an instruction's mark.
public enum DataText {
    /// Characters of a name or a bank's text.
    public static let nameLength = 60
    /// Characters of a question.
    static let questionLength = 2000

    /// - Controls, line breaks and invisible characters become one space or vanish.
    /// - `<` `>` become `‹` `›`, other brackets round ones, `|` a `/`, a backtick an apostrophe.
    /// - Account numbers keep their last four digits; positions are hidden.
    public static func line(_ text: String, limit: Int = nameLength) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": out.append("‹")
            case ">": out.append("›")
            case "[", "{": out.append("(")
            case "]", "}": out.append(")")
            case "|": out.append("/")
            case "`": out.append("'")
            default:
                if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                    if out.last != " ", !out.isEmpty { out.append(" ") }
                } else if !isInvisible(scalar) {
                    out.append(scalar)
                }
            }
        }
        let masked = AccountNumbers.masked(PositionText.masked(String(out)))
        guard masked.count > limit else { return masked.last == " " ? String(masked.dropLast()) : masked }
        return masked.prefix(limit) + "…"
    }

    /// A model's own words on their way back to it: as `line`, with its references.
    static func reply(_ text: String, limit: Int) -> String {
        let marks = (open: "\u{E000}", close: "\u{E001}")
        let kept = text.replacing(marks.open, with: "").replacing(marks.close, with: "")
            .replacing(Reference.open, with: marks.open).replacing(Reference.close, with: marks.close)
        var out = ""
        var piece = ""
        for character in kept {
            guard character == "\u{E000}" || character == "\u{E001}" else {
                piece.append(character)
                continue
            }
            out += DataText.spaced(piece) + (character == "\u{E000}" ? Reference.open : Reference.close)
            piece = ""
        }
        return String((out + DataText.spaced(piece)).prefix(limit))
    }

    /// A line that keeps a space at either end.
    private static func spaced(_ text: String) -> String {
        let core = line(text, limit: 2000)
        guard !core.isEmpty else { return text.isEmpty ? "" : " " }
        return core + (text.last?.isWhitespace ?? false && core.last != " " ? " " : "")
    }

    /// Without the sequences that a terminal obeys; everything else stays.
    static func withoutControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control && $0 != "\n" }) else {
            return text
        }
        let scalars = Array(text.unicodeScalars)
        var out = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let length = EscapeSequence.length(at: index, count: scalars.count) { (at: Int) in scalars[at].value }
            if length == 0 { out.append(scalars[index]) }
            index += max(length, 1)
        }
        return String(out)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format, .privateUse, .unassigned, .surrogate: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
