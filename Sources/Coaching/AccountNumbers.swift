/// Hides account and card numbers: of every run of eight or more digits, and of every IBAN, the last four characters stay.
///
/// Digits may be grouped by one or two spaces, hyphens, dots, slashes or the like. Days (`2026-10-31`, `31.10.2026`), years
/// beside one another, days of a month before a year (`14-19 2026`), amounts after a currency sign and thousands set apart by commas are no account numbers.
public enum AccountNumbers {
    /// The fewest digits of what is hidden.
    private static let shortest = 8
    private static let mask = "****"

    public static func masked(_ text: String) -> String {
        // What has less than eight digits holds none; an IBAN has at least eight of them too.
        guard text.unicodeScalars.reduce(0, { $0 + (isDigit($1) ? 1 : 0) }) >= shortest else { return text }
        var scalars = Array(text.unicodeScalars)
        scalars = replacing(scalars, ibanEnd)
        scalars = replacing(scalars, numberEnd)
        var out = String.UnicodeScalarView()
        out.append(contentsOf: scalars)
        return String(out)
    }

    /// - Parameter end: where what begins at an index ends, and whether it is to be hidden; nil when nothing begins there.
    private static func replacing(
        _ scalars: [Unicode.Scalar], _ end: ([Unicode.Scalar], Int) -> (end: Int, isHidden: Bool)?
    ) -> [Unicode.Scalar] {
        var out: [Unicode.Scalar] = []
        var index = 0
        while index < scalars.count {
            guard let found = end(scalars, index) else {
                out.append(scalars[index])
                index += 1
                continue
            }
            let run = scalars[index..<found.end]
            if found.isHidden {
                out += Array(mask.unicodeScalars) + Array(run.filter { isDigit($0) || isLetter($0) }.suffix(4))
            } else {
                out += run
            }
            index = found.end
        }
        return out
    }

    // MARK: Runs of digits

    private static func numberEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> (end: Int, isHidden: Bool)? {
        guard isDigit(scalars[start]), start == 0 || !isDigit(scalars[start - 1]) else { return nil }
        if let end = dateEnd(scalars, start) { return (end, false) }
        if let end = amountEnd(scalars, start) { return (end, false) }
        var groups = [0]
        var end = start
        var index = start
        while index < scalars.count {
            if isDigit(scalars[index]) {
                groups[groups.count - 1] += 1
                index += 1
                end = index
            } else {
                var next = index
                while next < scalars.count, next - index < 3, isSeparator(scalars[next]) { next += 1 }
                if next == index, joins(scalars, index) { next += 1 }
                guard next > index, next < scalars.count, isDigit(scalars[next]), dateEnd(scalars, next) == nil else {
                    break
                }
                groups.append(0)
                index = next
            }
        }
        let digits = groups.reduce(0, +)
        let run = scalars[start..<end]
        return (end, digits >= shortest && !areYears(run, groups) && !areDaysOfYear(run, groups))
    }

    /// The end of an amount, which stands behind a currency sign or has its thousands set apart; nil where none begins.
    private static func amountEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        var groups = [0]
        var end = start
        while end < scalars.count {
            if isDigit(scalars[end]) {
                groups[groups.count - 1] += 1
            } else if scalars[end] == ",", end + 1 < scalars.count, isDigit(scalars[end + 1]) {
                groups.append(0)
            } else {
                break
            }
            end += 1
        }
        let isThousands = groups.count > 1 && groups[0] <= 3 && groups.dropFirst().allSatisfy { $0 == 3 }
        let hasSign = start > 0 && scalars[start - 1].properties.generalCategory == .currencySymbol
        guard hasSign || isThousands else { return nil }
        if end + 1 < scalars.count, scalars[end] == ".", isDigit(scalars[end + 1]) {
            end += 1
            while end < scalars.count, isDigit(scalars[end]) { end += 1 }
        }
        return end
    }

    /// Whether a mark that also parts the members of a list stands between groups of an account number: without space, and
    /// with three digits or more on both sides.
    private static func joins(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard ",:*\n".unicodeScalars.contains(scalars[index]), index >= 3, index + 3 < scalars.count else {
            return false
        }
        return (index - 3..<index).allSatisfy { isDigit(scalars[$0]) }
            && (index + 1...index + 3).allSatisfy { isDigit(scalars[$0]) }
    }

    /// Two or three years beside one another: `2024 2025`.
    private static func areYears(_ run: ArraySlice<Unicode.Scalar>, _ groups: [Int]) -> Bool {
        guard (2...3).contains(groups.count), groups.allSatisfy({ $0 == 4 }) else { return false }
        let digits = run.filter(isDigit).map(value)
        return stride(from: 0, to: digits.count, by: 4).allSatisfy { start in
            let century = digits[start] * 10 + digits[start + 1]
            return century == 19 || century == 20
        }
    }

    /// Two days of a month and a year: `14-19 2026`.
    private static func areDaysOfYear(_ run: ArraySlice<Unicode.Scalar>, _ groups: [Int]) -> Bool {
        guard groups == [2, 2, 4] else { return false }
        let digits = run.filter(isDigit).map(value)
        let isDay = stride(from: 0, to: 4, by: 2).allSatisfy { (1...31).contains(digits[$0] * 10 + digits[$0 + 1]) }
        return isDay && [19, 20].contains(digits[4] * 10 + digits[5])
    }

    /// The end of a day in digits: `2026-10-31`, `31.10.2026`, `10/31/2026`.
    private static func dateEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> Int? {
        var numbers: [(digits: Int, value: Int)] = []
        var separator: Unicode.Scalar?
        var index = start
        while numbers.count < 3 {
            var (digits, number) = (0, 0)
            while index < scalars.count, isDigit(scalars[index]), digits < 5 {
                number = number * 10 + value(scalars[index])
                digits += 1
                index += 1
            }
            guard digits > 0 else { return nil }
            numbers.append((digits, number))
            guard numbers.count < 3 else { break }
            guard index < scalars.count, "-./".unicodeScalars.contains(scalars[index]),
                separator == nil || separator == scalars[index]
            else { return nil }
            separator = scalars[index]
            index += 1
        }
        if index < scalars.count, isDigit(scalars[index]) { return nil }
        // A fourth group makes it a longer number.
        if let separator, index + 1 < scalars.count, scalars[index] == separator, isDigit(scalars[index + 1]) {
            return nil
        }
        let isDay: (Int, Int) -> Bool = { (1...31).contains(numbers[$0].value) && (1...31).contains(numbers[$1].value) }
        let isYear: (Int) -> Bool = { (1900...2099).contains(numbers[$0].value) }
        if numbers[0].digits == 4, isYear(0), numbers[1].digits <= 2, numbers[2].digits <= 2, isDay(1, 2) {
            return index
        }
        if numbers[2].digits == 4, isYear(2), numbers[0].digits <= 2, numbers[1].digits <= 2, isDay(0, 1) {
            return index
        }
        return nil
    }

    // MARK: IBANs

    /// Two letters, two check digits, and 11 to 30 letters and digits (ISO 13616), together or in groups of four.
    private static func ibanEnd(_ scalars: [Unicode.Scalar], _ start: Int) -> (end: Int, isHidden: Bool)? {
        guard start + 15 <= scalars.count, isLetter(scalars[start]), isLetter(scalars[start + 1]),
            isDigit(scalars[start + 2]), isDigit(scalars[start + 3]),
            start == 0 || !(isLetter(scalars[start - 1]) || isDigit(scalars[start - 1]))
        else { return nil }
        var index = start
        var length = 0
        var digits = 0
        var end = start
        while index < scalars.count, length < 34 {
            if isLetter(scalars[index]) || isDigit(scalars[index]) {
                length += 1
                digits += isDigit(scalars[index]) ? 1 : 0
                index += 1
                end = index
            } else if length % 4 == 0, isSeparator(scalars[index]), index + 1 < scalars.count,
                groupFollows(scalars, index + 1)
            {
                index += 1
            } else {
                break
            }
        }
        let isWhole = end == scalars.count || !(isLetter(scalars[end]) || isDigit(scalars[end]))
        return isWhole && length >= 15 && digits >= shortest ? (end, true) : nil
    }

    /// One to four letters and digits with at least one digit among them, or an upper-case bank code.
    private static func groupFollows(_ scalars: [Unicode.Scalar], _ start: Int) -> Bool {
        let group = scalars[start...].prefix { isLetter($0) || isDigit($0) }
        return (1...4).contains(group.count)
            && (group.contains(where: isDigit) || group.count == 4 && group.allSatisfy(\.properties.isUppercase))
    }

    // MARK: Characters

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x30...0x39).contains(scalar.value) }
        return scalar.properties.numericType == .decimal
    }

    private static func value(_ digit: Unicode.Scalar) -> Int { Int(digit.properties.numericValue ?? 0) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0x41...0x5A).contains(scalar.value & ~0x20) && scalar.isASCII
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "-", ".", "/", "_", "\u{A0}", "\u{202F}": true
        default: scalar.properties.generalCategory == .dashPunctuation || scalar.properties.generalCategory == .format
        }
    }
}
