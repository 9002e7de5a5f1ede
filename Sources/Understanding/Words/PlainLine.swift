extension String {
    /// Without what a terminal obeys: control characters and escape sequences. White space stays.
    ///
    /// A line of a pipe or one that was pasted may hold colours; they are no part of what is asked.
    public var withoutControls: String {
        let isPlain = utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } || !unicodeScalars.contains(where: String.isControl)
        if isPlain { return self }
        var kept = UnicodeScalarView()
        var rest = Substring(self).unicodeScalars
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B: String.dropSequence(&rest, introducer: rest.popFirst())
            case 0x9B: String.dropSequence(&rest, introducer: "[")
            case 0x9D: String.dropSequence(&rest, introducer: "]")
            case 0x09...0x0D: kept.append(" ")
            default: if !String.isControl(scalar) { kept.append(scalar) }
            }
        }
        return String(kept)
    }

    private static func isControl(_ scalar: UnicodeScalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// Drops the rest of an escape sequence: up to the letter of `ESC [ 31 m`, up to the end of a string (`ESC ] …`).
    private static func dropSequence(_ rest: inout Substring.UnicodeScalarView, introducer: UnicodeScalar?) {
        switch introducer {
        case "[":
            while let next = rest.popFirst(), !(0x40...0x7E).contains(next.value) {}
        case "]", "P", "X", "^", "_":
            while let next = rest.popFirst(), next.value != 0x07, next.value != 0x9C {
                if next.value == 0x1B {
                    _ = rest.popFirst()
                    return
                }
            }
        default: break
        }
    }
}
