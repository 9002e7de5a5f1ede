import Ledger

/// An exact decimal number: `digits` × 10^`power`, and how many tokens it was read from.
struct Decimal {
    var digits: Int64
    var power: Int
    var length = 1
    /// `grand` and `k` are said of money only.
    var impliesMoney = false

    init(digits: Int64, power: Int = 0, length: Int = 1) {
        self.digits = digits
        self.power = power
        self.length = length
    }

    /// Digits with at most one point.
    ///
    /// - Returns: nil for all else, and for more than 12 digits.
    init?(_ text: some StringProtocol) {
        var digits: Int64 = 0
        var power = 0
        var count = 0
        var sawPoint = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39 where count < 12:
                digits = digits * 10 + Int64(byte - 0x30)
                count += 1
                if sawPoint { power -= 1 }
            case 0x2E where !sawPoint: sawPoint = true
            default: return nil
            }
        }
        guard (1...12).contains(count) else { return nil }
        self.init(digits: digits, power: power)
    }

    /// `12k`, `1.5k`, `2m`.
    init?(abbreviated text: String) {
        guard let last = text.utf8.last, let number = Decimal(text.dropLast()) else { return nil }
        switch last {
        case 0x6B, 0x4B: self.init(digits: number.digits, power: number.power + 3)
        case 0x6D, 0x4D: self.init(digits: number.digits, power: number.power + 6)
        default: return nil
        }
        impliesMoney = true
    }

    /// The value in units of 10^-`digits`; digits beyond are rounded half up.
    ///
    /// - Returns: nil when it is greater than 10^15.
    func minorUnits(digits places: Int) -> Int64? {
        var value = digits
        var exponent = power + places
        while exponent > 0 {
            guard value <= 100_000_000_000_000 else { return nil }
            value *= 10
            exponent -= 1
        }
        while exponent < 0 {
            value = exponent == -1 ? (value + 5) / 10 : value / 10
            exponent += 1
        }
        return value
    }
}

/// The words that amounts are said with.
enum AmountWords {
    static func sign(_ key: String, home: Currency) -> Currency? {
        switch key {
        case "$": .dollar(home: home)
        case "€": .eur
        case "£": .gbp
        case "¥": .jpy
        case "usd", "eur", "gbp", "cad", "jpy", "aud", "chf": Currency(key)
        default: nil
        }
    }

    static func word(_ key: String, home: Currency) -> Currency? { CurrencyNames.builtIn.currency(key, home: home) }

    static func multiplier(_ key: String) -> (zeros: Int, impliesMoney: Bool)? {
        switch key {
        case "hundred": (2, false)
        case "thousand": (3, false)
        case "k", "grand": (3, true)
        case "million", "mil": (6, false)
        case "billion", "bn": (9, false)
        default: nil
        }
    }

    private static let units: [String: Int64] = [
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
        "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50,
        "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    ]

    /// The value of one number word or of digits, for counts: `five`, `10`, `a dozen` is not one.
    static func count(_ key: String) -> Int? {
        units[key].map(Int.init) ?? Int(key).flatMap { (0...largestCount).contains($0) ? $0 : nil }
    }

    /// More days than any plan has, and far fewer than would go beyond the calendar.
    private static let largestCount = 100_000

    /// The word of a number that has one; nil for all others.
    static func word(for count: Int) -> String? {
        units.first { $0.value == Int64(count) && $0.key != "fourty" }?.key
    }

    /// `fifty`, `twenty five`, `a hundred`, `two thousand five hundred`, `a grand`.
    static func spelled(from start: Int, key: (Int) -> String) -> Decimal? {
        var index = start
        var total: Int64 = 0
        var part: Int64 = 0
        var impliesMoney = false
        var sawNumber = false
        if ["a", "couple", "half"].contains(key(index)) {
            var next = index + 1
            var value: Int64 = 1
            if key(index) == "a", key(next) == "couple" {
                value = 2
                next += 1
            }
            if key(next) == "of" { next += 1 }
            guard multiplier(key(next)) != nil else { return nil }
            part = value
            index = next
        }
        while true {
            let word = key(index)
            if let unit = units[word], !(unit >= 20 && part % 100 >= 20) {
                // "two fifty" is 250.
                part = (1...9).contains(part) && unit >= 20 ? part * 100 + unit : part + unit
            } else if let power = multiplier(word), part > 0 || sawNumber, max(part, total) < 1_000_000_000 {
                part = max(1, part)
                for _ in 0..<power.zeros { part *= 10 }
                impliesMoney = impliesMoney || power.impliesMoney
                if power.zeros > 2 {
                    total += part
                    part = 0
                }
            } else if let next = units[key(index + 1)], sawNumber,
                word == "and"
                    ? part >= 100 || total > 0 : word == "-" && part % 100 >= 20 && part % 10 == 0 && next < 10
            {
                index += 1
                continue
            } else {
                break
            }
            sawNumber = true
            index += 1
            if index - start > 8 { break }
        }
        guard sawNumber else { return nil }
        var number = Decimal(digits: total + part, power: 0, length: index - start)
        number.impliesMoney = impliesMoney
        return number
    }

    static let relationsBefore: [String: AmountExpression.Relation] = {
        var table: [String: AmountExpression.Relation] = [:]
        let words: [(AmountExpression.Relation, [String])] = [
            (
                .over,
                [
                    "over", "above", "more than", "greater than", "bigger than", "larger than", "higher than",
                    "exceeding", "exceed", "exceeds", "exceeded", "beyond", "north of", "in excess of", ">",
                    "costing over", "upwards of", "more then", "more expensive than", "pricier than", "costlier than",
                    "dearer than",
                ]
            ),
            (.atLeast, ["at least", "minimum of", "no less than", "not less than", "a minimum of", "≥", "min"]),
            (
                .under,
                [
                    "under", "below", "less than", "lower than", "smaller than", "cheaper than", "fewer than", "<",
                    "south of", "less then", "less expensive than",
                ]
            ),
            (
                .atMost,
                [
                    "at most", "up to", "no more than", "not more than", "maximum of", "a maximum of", "≤", "max",
                    "within",
                ]
            ),
            (
                .around,
                [
                    "around", "about", "roughly", "approximately", "approx", "circa", "close to", "nearly", "almost",
                    "some", "~", "ish",
                ]
            ),
            (.exactly, ["exactly", "of exactly", "equal to"]),
        ]
        for (relation, phrases) in words { for phrase in phrases { table[phrase] = relation } }
        return table
    }()

    static let relationsAfter: [String: AmountExpression.Relation] = [
        "or more": .atLeast, "and up": .atLeast, "and more": .atLeast, "or above": .atLeast, "and above": .atLeast,
        "and over": .atLeast, "or over": .atLeast, "or higher": .atLeast, "+": .atLeast, "plus": .atLeast,
        "or less": .atMost, "or under": .atMost, "and under": .atMost, "and below": .atMost, "or below": .atMost,
        "or lower": .atMost, "or so": .around, "ish": .around,
    ]
}
