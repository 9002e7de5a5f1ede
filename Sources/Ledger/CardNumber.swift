/// Tells what may be a card's number, so that none is kept: 13 to 19 digits, or 12 where they begin as Maestro's do, with a check
/// digit (Luhn), together or in the groups that people write.
public enum CardNumber {
    /// What somebody is told who writes one.
    public static let refusal =
        "that looks like a card's number, which belongs nowhere in coach; write it without the number"

    private static let lengths = 13...19
    private static let mask = "(a card's number)"
    /// What people write between its groups.
    private static let separators: Set<Character> = [
        " ", "\t", "\u{A0}", "\u{202F}", "-", "‐", "‑", "‒", "–", "—", "−", ".", "_", "/",
    ]

    /// Digits that stand together.
    private struct Group {
        var digits: [Int] = []
        /// In the characters of the text.
        var range: Range<Int>
        /// What stands before it; nil where that is no separator.
        let gap: [Character]?
    }

    public static func isIn(_ text: String) -> Bool { !ranges(in: Array(text)).isEmpty }

    /// The text with words in place of each.
    public static func masked(_ text: String) -> String {
        let characters = Array(text)
        var (out, at) = ("", 0)
        for range in ranges(in: characters) {
            out += String(characters[at..<range.lowerBound]) + mask
            at = range.upperBound
        }
        return out + String(characters[at...])
    }

    private static func ranges(in text: [Character]) -> [Range<Int>] {
        let groups = groups(text)
        var found: [Range<Int>] = []
        var first = 0
        while first < groups.count {
            let last = (first..<groups.count).prefix { $0 == first || groups[$0].gap != nil }.last {
                isNumber(groups[first...$0])
            }
            if let last { found.append(groups[first].range.lowerBound..<groups[last].range.upperBound) }
            first = (last ?? first) + 1
        }
        return found
    }

    private static func groups(_ text: [Character]) -> [Group] {
        var found: [Group] = []
        for (place, character) in text.enumerated() {
            guard let digit = character.wholeNumberValue, digit < 10 else { continue }
            if let last = found.last, last.range.upperBound == place {
                found[found.count - 1].digits.append(digit)
                found[found.count - 1].range = last.range.lowerBound..<place + 1
            } else {
                let gap = text[(found.last?.range.upperBound ?? place)..<place]
                let isOne = !gap.isEmpty && gap.allSatisfy(separators.contains)
                found.append(Group(digits: [digit], range: place..<place + 1, gap: isOne ? Array(gap) : nil))
            }
        }
        return found
    }

    private static func isNumber(_ groups: ArraySlice<Group>) -> Bool {
        let digits = groups.flatMap(\.digits)
        guard digits.count <= lengths.upperBound, begins(digits, alone: groups.count == 1), isWritten(groups) else {
            return false
        }
        return isChecked(digits)
    }

    /// Whether digits are as many as their beginning allows; days, years, and books begin otherwise.
    private static func begins(_ digits: [Int], alone isAlone: Bool) -> Bool {
        guard digits.count > 11 else { return false }
        let lead = digits[0] * 10 + digits[1]
        if digits.count < lengths.lowerBound { return isAlone && (lead == 50 || (56...69).contains(lead)) }
        let isBook = digits.count == 13 && lead == 97 && digits[2] > 7
        return digits[0] > 0 && ![19, 20].contains(lead) && !isBook
    }

    /// Whether groups are parted as a card's are: none short, or all alike. Days, amounts, and positions aren't.
    private static func isWritten(_ groups: ArraySlice<Group>) -> Bool {
        guard let first = groups.first, let last = groups.last, groups.count > 1 else { return true }
        let inner = groups.dropFirst().dropLast()
        if first.digits.count > 3, inner.allSatisfy({ $0.digits.count > 2 }) { return true }
        return inner.allSatisfy { $0.digits.count == first.digits.count } && last.digits.count <= first.digits.count
            && groups.dropFirst().allSatisfy { $0.gap == last.gap }
    }

    /// Whether the last digit is the one that the others ask for (Luhn).
    private static func isChecked(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10)
    }
}
