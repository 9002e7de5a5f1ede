import Ledger

extension JSON {
    /// The same value for a model to read: in its texts no character that a terminal obeys, that hides, or that could be
    /// taken for the mark of an instruction. What goes back as it is, requests and SQL, is left alone.
    var plainWords: JSON {
        switch self {
        case .string(let text): .string(JSON.plain(text))
        case .array(let values): .array(values.map(\.plainWords))
        case .object(let members):
            .object(members.map { ($0, ["request", "statements"].contains($0) ? $1 : $1.plainWords) })
        case .null, .bool, .integer, .number, .exact: self
        }
    }

    private static func plain(_ text: String) -> String {
        // Nearly every text has nothing of the kind.
        guard text.unicodeScalars.contains(where: isMark) else { return text }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": out.append("‹")
            case ">": out.append("›")
            case "\n": out.append(scalar)
            default: out.append(isMark(scalar) ? " " : scalar)
            }
        }
        return String(out)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || [0x3C, 0x3E, 0x7F].contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
