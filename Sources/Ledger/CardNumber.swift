/// Tells what may be a card's number, so that none is kept: 13 to 19 digits, or 12 where they begin as Maestro's do, with a check
/// digit (Luhn), together, in the groups that people write, or digit by digit in words.
public enum CardNumber {
    /// What somebody is told who writes one.
    public static let refusal =
        "that looks like a card's number, which belongs nowhere in coach; write it without the number"

    private static let lengths = 13...19
    private static let mask = "(a card's number)"
    /// What people write between its groups, besides spaces and dashes; a blank of Braille is one.
    private static let separators: Set<Character> = ["\t", "−", ".", "_", "/", "\u{2800}"]

    private static func isSeparator(_ character: Character) -> Bool {
        if character == " " || character == "-" || separators.contains(character) { return true }
        guard !character.isASCII, let category = character.unicodeScalars.first?.properties.generalCategory else {
            return false
        }
        return category == .spaceSeparator || category == .dashPunctuation
    }

    /// Digits that stand together.
    private struct Group {
        var digits: [Int] = []
        /// In the characters of the text.
        var range: Range<Int>
        /// What stands before it; nil where that is no separator.
        let gap: [Character]?

        /// Whether it begins another line than the group before it ends.
        var isOnNextLine: Bool { gap?.contains(where: \.isNewline) ?? false }
    }

    public static func isIn(_ text: String) -> Bool { !ranges(in: scalars(text)).isEmpty }

    /// The text with words in place of each.
    public static func masked(_ text: String) -> String {
        let characters = scalars(text)
        var (out, at) = ("", 0)
        for range in ranges(in: characters) {
            out += String(characters[at..<range.lowerBound]) + mask
            at = range.upperBound
        }
        return out + String(characters[at...])
    }

    /// Each scalar by itself: with a mark behind it a digit is another character.
    private static func scalars(_ text: String) -> [Character] { text.unicodeScalars.map { Character($0) } }

    private static func ranges(in text: [Character]) -> [Range<Int>] {
        let seen = text.indices.filter { !isUnseen(text[$0]) }
        if seen.count == text.count { return ranges(inSeen: text) }
        return ranges(inSeen: seen.map { text[$0] }).map { seen[$0.lowerBound]..<seen[$0.upperBound - 1] + 1 }
    }

    /// Whether nobody sees a character, or it only marks the one before it: a soft hyphen, a space without width, an accent, a
    /// control. The end of a line isn't one.
    private static func isUnseen(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first, !character.isNewline else { return false }
        if scalar.isASCII { return scalar != "\t" && (scalar.value < 0x20 || scalar.value == 0x7F) }
        return scalar.properties.isDefaultIgnorableCodePoint
            || unseen.contains(scalar.properties.generalCategory)
    }

    private static let unseen: Set<Unicode.GeneralCategory> = [
        .control, .format, .nonspacingMark, .spacingMark, .enclosingMark,
    ]

    private static func ranges(inSeen text: [Character]) -> [Range<Int>] {
        let plain = withoutEscapes(text)
        // What looks like an escape may be the number's own beginning: `%6011`.
        let asWritten = plain == text ? [] : ranges(of: groups(text))
        let found = tracks(text) + ranges(of: groups(plain)) + asWritten + ranges(of: spelledGroups(text))
        return found.sorted { $0.lowerBound < $1.lowerBound }
            .reduce(into: []) { found, range in
                guard let last = found.last, range.lowerBound < last.upperBound else { return found.append(range) }
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            }
    }

    /// What a card reader types: `%B4242424242424242^DOE/JANE^2512…?`, with the name and the day that it expires.
    private static func tracks(_ text: [Character]) -> [Range<Int>] {
        text.indices.compactMap { start in
            guard text[start] == "%", text[(start + 1)...].first.map({ "Bb".contains($0) }) ?? false else { return nil }
            let number = text[(start + 2)...].prefix { $0.isNumber || isSeparator($0) }
            guard (lengths.lowerBound - 1...lengths.upperBound).contains(number.count(where: \.isNumber)),
                text[number.endIndex...].first == "^"
            else { return nil }
            let name = text[(number.endIndex + 1)...].prefix(longestName).prefix { $0 != "^" && !$0.isNewline }
            guard text[name.endIndex...].first == "^" else { return start..<number.endIndex + 1 }
            return start..<name.endIndex + 1 + text[(name.endIndex + 1)...].prefix { $0.isNumber || $0 == "?" }.count
        }
    }

    /// Characters of a name on a card's track.
    private static let longestName = 26

    private static func ranges(of groups: [Group]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var first = 0
        while first < groups.count {
            let reach = first..<min(groups.count, first + lengths.upperBound)
            let last = reach.prefix { $0 == first || groups[$0].gap != nil }.last {
                isNumber(groups[first...$0]) && !isOfList(first...$0, groups)
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
                let isOne = !gap.isEmpty && (gap.allSatisfy(isSeparator) || isMark(gap) || isBreak(gap))
                found.append(Group(digits: [digit], range: place..<place + 1, gap: isOne ? Array(gap) : nil))
            }
        }
        return found
    }

    /// The text with a mark in each place of what the web writes for one: `%20`, `&nbsp;`, `&#160;`.
    private static func withoutEscapes(_ text: [Character]) -> [Character] {
        guard text.contains("%") || text.contains("&") else { return text }
        var out = text
        for place in text.indices {
            let rest = text[(place + 1)...]
            var length = 0
            if text[place] == "%" {
                length = escape(text[place...])
            } else if text[place] == "&" {
                let name = rest.prefix(longestEntity).prefix { $0 == "#" || $0.isASCII && ($0.isLetter || $0.isNumber) }
                length = !name.isEmpty && rest.dropFirst(name.count).first == ";" ? name.count + 1 : 0
            }
            for inner in rest.prefix(length).indices { out[inner] = blank }
        }
        return out
    }

    /// Characters behind a percent sign that write a mark with it, alone or with the escapes behind it: `%20`, `%C2%A0`.
    ///
    /// - Returns: 0 where it isn't one of a mark: `%B4`, `%41`.
    private static func escape(_ text: ArraySlice<Character>) -> Int {
        var bytes: [UInt8] = []
        var rest = text
        while bytes.count < 4, rest.first == "%", let byte = byte(rest.dropFirst().prefix(2)) {
            bytes.append(byte)
            rest = rest.dropFirst(3)
            guard let written = String(validating: bytes, as: UTF8.self)?.first else { continue }
            return written.isLetter || written.isNumber ? 0 : bytes.count * 3 - 1
        }
        return 0
    }

    private static func byte(_ code: ArraySlice<Character>) -> UInt8? {
        guard code.count == 2, code.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        return UInt8(String(code), radix: 16)
    }

    /// Characters between the signs of a character's name on the web: `&thinsp;`.
    private static let longestEntity = 8
    /// Stands in an escape's place; it parts nothing that its sign doesn't.
    private static let blank: Character = "\u{200B}"

    /// Whether a gap is any other mark that may part groups: none of words, sums, or amounts.
    private static func isMark(_ gap: ArraySlice<Character>) -> Bool {
        gap.count { $0 != blank } <= longestMark
            && gap.allSatisfy {
                $0 == "x" || $0 == "X"
                    || !$0.isLetter && !$0.isNumber && !$0.isCurrencySymbol && !$0.isNewline && !isOfSum($0, in: gap)
            }
    }

    /// Whether a gap is the end of a line, behind a separator or none: a comma there is of a list, and a mark that begins the next line, too.
    private static func isBreak(_ gap: ArraySlice<Character>) -> Bool {
        let next = gap.drop { !$0.isNewline }
        return gap.count <= longestMark && !next.isEmpty && next.allSatisfy(\.isWhitespace)
            && gap[..<next.startIndex].allSatisfy(isSeparator)
    }

    /// Whether groups that stand on several lines are some of a list of numbers that are alike: others come before them, or more than
    /// the day on which a card expires behind them.
    private static func isOfList(_ range: ClosedRange<Int>, _ groups: [Group]) -> Bool {
        let size = groups[range.lowerBound].digits.count
        func isItem(_ place: Int) -> Bool {
            groups.indices.contains(place) && groups[place].isOnNextLine && groups[place].digits.count == size
        }
        let sizes = groups[range].map(\.digits.count)
        guard groups[range].dropFirst().contains(where: \.isOnNextLine), sizes.dropLast().allSatisfy({ $0 == size }),
            sizes[sizes.count - 1] <= size
        else { return false }
        let isBehindAnother =
            range.lowerBound > 0 && isItem(range.lowerBound) && groups[range.lowerBound - 1].digits.count == size
        return isBehindAnother || isItem(range.upperBound + 1) && (size > 4 || isItem(range.upperBound + 2))
    }

    /// Sums have blanks around their signs; a form on the web has a plus for each blank.
    private static func isOfSum(_ sign: Character, in gap: ArraySlice<Character>) -> Bool {
        (sign == "+" || sign == "=") && gap.count > 1
    }

    /// Characters of a mark with what stands around it.
    private static let longestMark = 5

    // MARK: Words

    private static let digits: [String: Int] = [
        "zero": 0, "oh": 0, "o": 0, "nought": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
        "seven": 7, "eight": 8, "nine": 9,
    ]

    /// Digits that are written as words; the signs between them are taken for blanks.
    private static func spelledGroups(_ text: [Character]) -> [Group] {
        guard text.count > lengths.lowerBound * 2 else { return [] }
        var found: [Group] = []
        var (start, end) = (0, 0)
        while start < text.count {
            guard text[start].isLetter || text[start].isNumber else {
                start += 1
                continue
            }
            let word = text[start...].prefix { $0.isLetter || $0.isNumber }
            if let digit = digits[String(word).lowercased()] {
                let isNext = end > 0 && start - end <= longestMark
                found.append(Group(digits: [digit], range: start..<word.endIndex, gap: isNext ? [" "] : nil))
                end = word.endIndex
            } else {
                end = 0
            }
            start = word.endIndex
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
        guard groups.dropFirst().allSatisfy({ $0.gap?.allSatisfy(isSeparator) ?? false }) else {
            return isPrinted(groups) || isWrapped(groups)
        }
        let inner = groups.dropFirst().dropLast()
        if first.digits.count > 3, inner.allSatisfy({ $0.digits.count > 2 }) { return true }
        return inner.allSatisfy { $0.digits.count == first.digits.count } && last.digits.count <= first.digits.count
            && groups.dropFirst().allSatisfy { $0.gap == last.gap }
    }

    /// Whether groups are as cards have them, whatever marks are between them, and no list of amounts or numbers: those are round, or
    /// rise.
    private static func isPrinted(_ groups: ArraySlice<Group>) -> Bool {
        guard isPrinted(groups.map(\.digits.count)) else { return false }
        // A list on lines has no mark that tells it from a card's groups.
        if groups.dropFirst().contains(where: \.isOnNextLine), !beginsAsIssued(groups) { return false }
        return !isOfAmounts(groups)
    }

    private static func isPrinted(_ counts: [Int]) -> Bool {
        let isOfFours =
            counts.count > 3 && counts.prefix(4).allSatisfy { $0 == 4 } && counts.dropFirst(4).allSatisfy { $0 < 4 }
        return isOfFours && counts.count < 6 || printed.contains(counts)
    }

    private static func isOfAmounts(_ groups: ArraySlice<Group>) -> Bool {
        let values = groups.map { $0.digits.reduce(0) { $0 &* 10 &+ $1 } }
        let isRising = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
        return isRising || values.count { $0.isMultiple(of: 10) && $0 > 0 } > 1
    }

    /// Whether a line that ended broke a number, wherever that was: one of its groups is longer than an amount, or what the end parts
    /// is one of a card's groups.
    private static func isWrapped(_ groups: ArraySlice<Group>) -> Bool {
        let behind = groups.dropFirst()
        guard behind.contains(where: \.isOnNextLine), beginsAsIssued(groups),
            behind.allSatisfy({ $0.gap?.allSatisfy { isSeparator($0) || $0.isNewline } ?? false })
        else { return false }
        let counts = groups.map(\.digits.count)
        let areAlike = counts.allSatisfy { $0 == counts[0] }
        if counts.contains(where: { $0 >= fewestOfLong }), !(areAlike && isOfAmounts(groups)) {
            let isOfLines = behind.allSatisfy { $0.gap?.allSatisfy(\.isNewline) ?? false }
            return isOfLines || counts[0] > 3 && counts.dropFirst().dropLast().allSatisfy { $0 > 2 }
        }
        let joined = behind.reduce(into: [counts[0]]) { counts, group in
            if group.gap?.allSatisfy(\.isNewline) ?? false {
                counts[counts.count - 1] += group.digits.count
            } else {
                counts.append(group.digits.count)
            }
        }
        return behind.count(where: \.isOnNextLine) == 1 && joined.count < counts.count && isPrinted(joined)
    }

    /// Digits of a group that is no amount of a list.
    private static let fewestOfLong = 7

    /// Whether the first digits are of a network that issues cards.
    private static func beginsAsIssued(_ groups: ArraySlice<Group>) -> Bool {
        let lead = groups.flatMap(\.digits).prefix(2)
        guard lead.count > 1 else { return false }
        return (3...6).contains(lead[0]) || (22...27).contains(lead[0] * 10 + lead[1])
    }

    /// Groups of American Express and Diners Club.
    private static let printed = [[4, 6, 5], [4, 6, 4]]

    /// Whether the last digit is the one that the others ask for (Luhn).
    private static func isChecked(_ digits: [Int]) -> Bool {
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element : digit.element * 2
            return sum + (value > 9 ? value - 9 : value)
        }
        return sum.isMultiple(of: 10)
    }
}
