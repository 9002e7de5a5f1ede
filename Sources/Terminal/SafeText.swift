import Ledger

/// Text from bank files and models on its way to a terminal: it never moves the cursor, changes colours, reverses
/// the reading direction, or hides.
public enum SafeText {
    /// The same text on one line, with nothing in it that a terminal obeys.
    ///
    /// - Escape sequences are dropped whole.
    /// - Line breaks, tabs and line or paragraph separators become one space.
    /// - Other control characters, private-use and unassigned ones become `·`.
    /// - Invisible ones (zero-width, direction marks and overrides, fillers) are dropped, but for those that hold
    ///   an emoji together.
    /// - Of more than four combining marks in a row the rest is dropped.
    public static func line(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        let scalars = Array(text.unicodeScalars)
        var out = String.UnicodeScalarView()
        var marks = 0
        var sequenceEnd = 0
        for (index, scalar) in scalars.enumerated() where index >= sequenceEnd {
            if scalar.properties.generalCategory == .control {
                sequenceEnd =
                    index + EscapeSequence.length(at: index, count: scalars.count) { (at: Int) in scalars[at].value }
                if sequenceEnd > index { continue }
            }
            if isBreak(scalar) {
                if index == 0 || !isBreak(scalars[index - 1]) { out.append(" ") }
                marks = 0
            } else if isInvisible(scalar) {
                if joinsEmoji(scalars, at: index) { out.append(scalar) }
            } else if hasNoShape(scalar) {
                out.append("·")
                marks = 0
            } else {
                marks = scalar.properties.generalCategory.isMark ? marks + 1 : 0
                if marks <= 4 { out.append(scalar) }
            }
        }
        return String(out)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .format
    }

    private static func hasNoShape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .unassigned, .surrogate: true
        default: false
        }
    }

    /// A variation selector after an emoji, or a zero-width joiner between two.
    private static func joinsEmoji(_ scalars: [Unicode.Scalar], at index: Int) -> Bool {
        guard index > 0 else { return false }
        let before = scalars[index - 1]
        switch scalars[index].value {
        case 0xFE0E, 0xFE0F: return before.properties.isEmoji
        case 0x200D:
            let isEmojiBefore = before.properties.isEmoji || before.value == 0xFE0F
            return isEmojiBefore && index + 1 < scalars.count && scalars[index + 1].properties.isEmoji
        default: return false
        }
    }
}

extension Unicode.GeneralCategory {
    /// Combining marks of every kind.
    var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
