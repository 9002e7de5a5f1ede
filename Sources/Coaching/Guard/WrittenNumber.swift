import Ledger
import Understanding

/// A number as it was written: its value, and how precise the writing is.
struct WrittenNumber: Hashable, Sendable {
    /// The value is `digits` × 10^`power`.
    let digits: Int64
    let power: Int
    /// Whether zeros at the end may only fill up: `1,200` may stand for 1,187, `1,200.00` and `1.2k` say what they mean.
    var hasSoftZeros = false
    /// `a couple of hundred`, `a few hundred`: a size more than a number.
    var isVague = false

    init(_ digits: Int64, power: Int = 0, hasSoftZeros: Bool = false) {
        self.digits = digits
        self.power = power
        self.hasSoftZeros = hasSoftZeros
    }

    var value: Double { Double(digits) * WrittenNumber.tens(power) }

    /// The value when it is whole.
    var integer: Int? { scaled(to: 0).map(Int.init) }

    /// The size of its last written place.
    var step: Double { WrittenNumber.tens(power) }

    /// The size of its last place that is not zero: 10 for 650, 100 for 1,200, 0.1 for 3.5.
    var lastPlace: Double { last.size }

    /// The same, where halves are round too: 50 for 650. What something is more or less than is said so.
    var roundStep: Double { last.digit == 5 && last.isOfMore ? last.size * 5 : last.size }

    private var last: (size: Double, digit: Int64, isOfMore: Bool) {
        guard hasSoftZeros, digits != 0 else { return (step, 0, false) }
        var (rest, size) = (digits, step)
        while rest % 10 == 0 {
            rest /= 10
            size *= 10
        }
        return (size, rest % 10, rest > 10)
    }

    /// How many digits stand before the zeros at the end.
    var significantDigits: Int {
        var rest = digits
        while rest != 0, rest % 10 == 0 { rest /= 10 }
        return String(rest.magnitude).utf8.count
    }

    /// The value in units of 10^-`places`; nil where it is no whole number of them or too large.
    func scaled(to places: Int) -> Int64? {
        var shift = power + places
        var result = digits
        while shift > 0 {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            guard !overflow, shift < 40 else { return nil }
            result = product
            shift -= 1
        }
        while shift < 0 {
            guard result % 10 == 0 else { return nil }
            result /= 10
            shift += 1
        }
        return result
    }

    func times(tens: Int) -> WrittenNumber {
        var copy = WrittenNumber(digits, power: power + tens)
        copy.isVague = isVague
        return copy
    }

    func times(_ factor: Int64) -> WrittenNumber? {
        let (product, overflow) = digits.multipliedReportingOverflow(by: factor)
        return overflow ? nil : WrittenNumber(product, power: power, hasSoftZeros: hasSoftZeros)
    }

    private static func tens(_ power: Int) -> Double {
        var result = 1.0
        for _ in 0..<abs(power) { result *= 10 }
        return power < 0 ? 1 / result : result
    }

    /// `1,234`, `1234.50`, with grouping commas and at most one point.
    init?(plain text: some StringProtocol) {
        var digits: Int64 = 0
        var decimals = 0
        var sawPoint = false
        var count = 0
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39:
                count += 1
                guard count <= 17 else { return nil }
                digits = digits * 10 + Int64(byte - 0x30)
                if sawPoint { decimals += 1 }
            case 0x2C where !sawPoint: break
            case 0x2E where !sawPoint: sawPoint = true
            default: return nil
            }
        }
        guard count > 0 else { return nil }
        self.init(digits, power: -decimals, hasSoftZeros: !sawPoint)
    }
}

/// A number with the tokens it covers.
struct FoundNumber: Hashable, Sendable {
    var number: WrittenNumber
    var end: Int
    /// What was written behind it without a space: `k`, `x`, `th`.
    var suffix = ""
    /// Whether it is written in words.
    var isSpelled = false
}

/// Reads numbers out of tokens, in digits and in words.
struct GuardNumbers {
    let tokens: [Token]

    func key(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].key : "" }

    private func touches(_ index: Int) -> Bool { tokens.indices.contains(index) && !tokens[index].hasSpaceBefore }

    /// The number that begins at `index`.
    ///
    /// - Parameter isMoney: whether a currency sign stands before it, so that `12,50` is an amount.
    func number(at index: Int, isMoney: Bool = false) -> FoundNumber? {
        guard tokens.indices.contains(index) else { return nil }
        switch tokens[index].form {
        case .number: return inDigits(at: index, isMoney: isMoney)
        case .word: return abbreviated(at: index) ?? NumberWords.number(at: index) { key($0) }
        case .sign: return nil
        }
    }

    private func inDigits(at index: Int, isMoney: Bool) -> FoundNumber? {
        guard var number = WrittenNumber(plain: tokens[index].text) else { return nil }
        var end = index + 1
        if key(end) == ",", touches(end), touches(end + 1), tokens[end + 1].form == .number {
            // `12,50` and `1.234,56`: a comma for the point.
            let fraction = tokens[end + 1].text
            let hasGroups = tokens[index].text.contains(".")
            let isCurrency =
                isMoney || CurrencyWords.sign(key(end + 2)) != nil || CurrencyWords.word(key(end + 2)) != nil
            if fraction.utf8.count <= 2, hasGroups || isCurrency,
                let whole = WrittenNumber(plain: tokens[index].text.filter { $0 != "." } + "." + fraction)
            {
                number = whole
                end += 2
            }
        } else if isMoney || CurrencyWords.sign(key(end + 1)) != nil, tokens[index].text.utf8.count <= 3,
            tokens.indices.contains(end), tokens[end].form == .number, isGroup(tokens[end].text),
            let whole = WrittenNumber(plain: tokens[index].text + tokens[end].text)
        {
            // `1 234.56`: a space between groups.
            number = whole
            end += 1
        }
        if let power = NumberWords.powers[key(end)], power > 0 || key(end) == "hundred" {
            return FoundNumber(number: number.times(tens: power), end: end + 1)
        }
        if key(end) == "and", key(end + 1) == "a", key(end + 2) == "half", let whole = number.scaled(to: 1) {
            return FoundNumber(number: WrittenNumber(whole + 5, power: -1), end: end + 3)
        }
        return FoundNumber(number: number, end: end)
    }

    private func isGroup(_ text: String) -> Bool {
        let whole = text.prefix { $0 != "." }
        return whole.utf8.count == 3 && whole.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// `1.2k`, `3x`, `2nd`, `USD1234`: digits and letters in one word.
    private func abbreviated(at index: Int) -> FoundNumber? {
        let text = tokens[index].text
        guard let first = text.utf8.first, (0x30...0x39).contains(first) || first == 0x2E else { return nil }
        let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
        let suffix = text.dropFirst(digits.count).lowercased()
        guard let number = WrittenNumber(plain: digits) else { return nil }
        switch suffix {
        case "k": return FoundNumber(number: number.times(tens: 3), end: index + 1, suffix: suffix)
        case "m", "mm", "mn": return FoundNumber(number: number.times(tens: 6), end: index + 1, suffix: suffix)
        case "bn": return FoundNumber(number: number.times(tens: 9), end: index + 1, suffix: suffix)
        default: return FoundNumber(number: number, end: index + 1, suffix: suffix)
        }
    }
}

/// Numbers in words: `twelve hundred`, `six hundred and seventy-one`, `a couple of hundred`, `half a dozen`.
enum NumberWords {
    static let powers: [String: Int] = ["hundred": 2, "thousand": 3, "grand": 3, "million": 6, "billion": 9, "k": 3]

    private static let units: [String: Int64] = {
        let names =
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
            + "seventeen eighteen nineteen"
        var table: [String: Int64] = [:]
        for (value, name) in names.split(separator: " ").enumerated() { table[String(name)] = Int64(value) }
        return table
    }()
    private static let tens: [String: Int64] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
        "ninety": 90,
    ]

    /// - Parameter key: the token's key at an index, empty past the end.
    static func number(at start: Int, key: (Int) -> String) -> FoundNumber? {
        if let special = special(at: start, key: key) { return special }
        let hasArticle = key(start) == "a" && powers[key(start + 1)] != nil
        var index = hasArticle ? start + 1 : start
        var sum = Sum(group: hasArticle ? 1 : 0)
        while index - start < 16, sum.take(key(index), next: key(index + 1)) { index += 1 }
        guard sum.isFound else { return nil }
        return half(WrittenNumber(sum.total + sum.group, hasSoftZeros: true), end: index, key: key)
    }

    /// What has been read of a number so far: whole thousands, and the group below a thousand.
    private struct Sum {
        var total: Int64 = 0
        var group: Int64
        var isFound = false

        init(group: Int64) { self.group = group }

        /// - Returns: whether the word belongs to the number.
        mutating func take(_ word: String, next: String) -> Bool {
            if let value = units[word], group % (value < 10 ? 10 : 100) == 0, value > 0 || !isFound {
                group += value
            } else if let value = tens[word], group % 100 == 0 {
                group += value
            } else if let power = powers[word], word != "k", group > 0 || !isFound, word != "grand" || group > 0 {
                take(power: power)
            } else {
                // What joins parts of one number: `two hundred and ten`, `seventy-one`.
                return isFound && isPart(next)
                    && (word == "and" && total + group >= 100 && group % 100 == 0
                        || word == "-" && (units[next] ?? 10) < 10 && group % 10 == 0 && group % 100 >= 20)
            }
            isFound = true
            return total < 1_000_000_000_000
        }

        private mutating func take(power: Int) {
            if power == 2 {
                group = max(1, group) * 100
            } else {
                total += max(1, group) * power10(power)
                group = 0
            }
        }
    }

    /// `two and a half`, `two point five`.
    private static func half(_ number: WrittenNumber, end: Int, key: (Int) -> String) -> FoundNumber {
        if key(end) == "and", key(end + 1) == "a", key(end + 2) == "half" {
            let halves = WrittenNumber(number.digits * 10 + 5, power: -1)
            if let power = powers[key(end + 3)], key(end + 3) != "k" {
                return FoundNumber(number: halves.times(tens: power), end: end + 4, isSpelled: true)
            }
            return FoundNumber(number: halves, end: end + 3, isSpelled: true)
        }
        if key(end) == "point", let tenth = units[key(end + 1)], tenth < 10 {
            return FoundNumber(
                number: WrittenNumber(number.digits * 10 + tenth, power: -1), end: end + 2, isSpelled: true)
        }
        return FoundNumber(number: number, end: end, isSpelled: true)
    }

    private static func isPart(_ word: String) -> Bool { units[word].map { $0 > 0 } ?? (tens[word] != nil) }

    private static func power10(_ power: Int) -> Int64 { (0..<power).reduce(1) { product, _ in product * 10 } }

    private static func special(at start: Int, key: (Int) -> String) -> FoundNumber? {
        var index = start
        if key(index) == "half", key(index + 1) == "a", key(index + 2) == "dozen" {
            return FoundNumber(number: WrittenNumber(6), end: index + 3, isSpelled: true)
        }
        if key(index) == "a", ["couple", "dozen", "few"].contains(key(index + 1)) { index += 1 }
        let size: Int64
        switch key(index) {
        case "couple": size = 2
        case "few", "several": size = 4
        case "dozen": return FoundNumber(number: WrittenNumber(12), end: index + 1, isSpelled: true)
        default:
            if let count = units[key(index)], key(index + 1) == "dozen" {
                return FoundNumber(number: WrittenNumber(count * 12), end: index + 2, isSpelled: true)
            }
            return nil
        }
        index += 1
        if key(index) == "of" { index += 1 }
        if let power = powers[key(index)], key(index) != "k" {
            var number = WrittenNumber(size * power10(power), hasSoftZeros: true)
            number.isVague = true
            return FoundNumber(number: number, end: index + 1, isSpelled: true)
        }
        guard size == 2 else { return nil }
        return FoundNumber(number: WrittenNumber(2), end: index, isSpelled: true)
    }
}

/// What currencies are called.
enum CurrencyWords {
    /// Signs and codes that stand before or behind an amount. A dollar sign may be any dollar.
    static func sign(_ key: String) -> [Currency]? {
        switch key {
        case "$": return dollars
        case "€": return [.eur]
        case "£": return [.gbp]
        case "¥": return [.jpy, Currency("CNY")].compactMap { $0 }
        case "₹": return [Currency("INR")].compactMap { $0 }
        case "₩": return [Currency("KRW")].compactMap { $0 }
        case "₪": return [Currency("ILS")].compactMap { $0 }
        case "₽", "₺", "₫", "₱", "₴", "₦", "฿", "₿", "¢": return []
        default: return nil
        }
    }

    /// - Returns: the currencies a word may mean; empty for money that is none of ours (`pesos`).
    static func word(_ key: String) -> [Currency]? { words[key] }

    static let dollars = ["USD", "CAD", "AUD", "NZD", "HKD", "SGD", "MXN"].compactMap { Currency($0) }

    private static let words: [String: [Currency]] = {
        var table: [String: [Currency]] = [:]
        for word in ["dollar", "dollars", "buck", "bucks"] { table[word] = dollars }
        for word in ["euro", "euros"] { table[word] = [.eur] }
        for word in ["pounds", "pound", "quid", "sterling"] { table[word] = [.gbp] }
        for word in ["yen"] { table[word] = [.jpy] }
        for word in ["rupees", "rupee"] { table[word] = [Currency("INR")].compactMap { $0 } }
        for word in [
            "pesos", "peso", "yuan", "won", "rubles", "francs", "kronor", "kroner", "shekels", "bitcoin", "btc",
        ] {
            table[word] = []
        }
        for code in [
            "USD", "EUR", "GBP", "CAD", "AUD", "NZD", "JPY", "CHF", "SEK", "NOK", "DKK", "INR", "CNY", "MXN", "BRL",
            "PLN", "CZK", "HUF", "ILS", "KRW", "HKD", "SGD", "ZAR",
        ] {
            table[code.lowercased()] = [Currency(code)].compactMap { $0 }
        }
        return table
    }()
}
