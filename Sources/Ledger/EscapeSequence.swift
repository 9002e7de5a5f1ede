/// What programs send to a terminal to make it obey: the control sequences of ECMA-48.
public enum EscapeSequence {
    private static let escape: UInt32 = 0x1B

    /// How many units the sequence has that begins here; 0 where none does.
    ///
    /// Of a string (a title, a link) that nothing ends only what opens it counts: the rest may be text.
    ///
    /// - Parameter unit: the value of the unit at an index below `count`; of bytes only those of ASCII are to be told.
    public static func length(at start: Int, count: Int, unit: (Int) -> UInt32) -> Int {
        let first = unit(start)
        var index = start + 1
        var kind = first
        if first == escape {
            guard index < count else { return 0 }
            // ESC and a letter is the long form of a C1 control.
            let second = unit(index)
            kind = (0x40...0x5F).contains(second) ? second + 0x40 : second
            guard (0x20...0x7E).contains(second) else { return 0 }
            index += 1
        }
        switch kind {
        case 0x9B: return controlSequence(index, count, unit) - start
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return string(index, count, unit) - start
        case 0x20...0x2F where first == escape:
            while index < count, (0x20...0x2F).contains(unit(index)) { index += 1 }
            return (index < count && (0x30...0x7E).contains(unit(index)) ? index + 1 : index) - start
        default: return first == escape ? index - start : 0
        }
    }

    /// - Returns: where it ends: behind parameters, intermediates and a final character.
    private static func controlSequence(_ start: Int, _ count: Int, _ unit: (Int) -> UInt32) -> Int {
        var index = start
        while index < count, (0x30...0x3F).contains(unit(index)) { index += 1 }
        while index < count, (0x20...0x2F).contains(unit(index)) { index += 1 }
        return index < count && (0x40...0x7E).contains(unit(index)) ? index + 1 : index
    }

    /// - Returns: behind the bell or the string terminator; `start` without either.
    private static func string(_ start: Int, _ count: Int, _ unit: (Int) -> UInt32) -> Int {
        for index in start..<max(start, count) {
            switch unit(index) {
            case 0x07, 0x9C: return index + 1
            case escape: return index + 1 < count && unit(index + 1) == 0x5C ? index + 2 : start
            default: continue
            }
        }
        return start
    }
}
