/// Tells what may be a card's number, so that none is kept.
enum CardNumber {
    private static let lengths = 12...19
    /// What people write between its digits.
    private static let separators: Set<Character> = [" ", "\u{A0}", "-", ".", "_", "/"]

    /// Whether digits in a text, in one group or in several, have the length and the check digit of one.
    static func isIn(_ text: String) -> Bool {
        var groups: [[Int]] = [[]]
        for character in text {
            if let digit = character.wholeNumberValue, digit < 10 {
                groups[groups.count - 1].append(digit)
                continue
            }
            if isAtEnd(of: groups) { return true }
            groups = separators.contains(character) ? groups + [[]] : [[]]
        }
        return isAtEnd(of: groups)
    }

    /// Whether the last groups are one; what stands before it, such as a month, is none of it.
    private static func isAtEnd(of groups: [[Int]]) -> Bool {
        var digits: [Int] = []
        for group in groups.reversed() where !group.isEmpty {
            digits = group + digits
            guard digits.count <= lengths.upperBound else { return false }
            if digits.count >= lengths.lowerBound, isChecked(digits) { return true }
        }
        return false
    }

    /// Whether the last digit is the one that the others ask for (Luhn).
    private static func isChecked(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10) && digits.contains { $0 != 0 }
    }
}
