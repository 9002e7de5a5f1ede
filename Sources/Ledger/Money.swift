/// An ISO 4217 currency.
public struct Currency: Hashable, Sendable {
    /// Three upper-case letters.
    public let code: String

    /// - Returns: nil when `code` is not three ASCII letters. Lower case is accepted.
    public init?(_ code: some StringProtocol) {
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
        self.code = code.utf8.contains { $0 & 0x20 != 0 } ? code.uppercased() : String(code)
    }

    private init(known code: String) { self.code = code }

    public static let usd = Currency(known: "USD")
    public static let eur = Currency(known: "EUR")
    public static let gbp = Currency(known: "GBP")
    public static let cad = Currency(known: "CAD")
    public static let jpy = Currency(known: "JPY")

    /// Decimal digits of the minor unit (ISO 4217 list one): 2 for most, 0 for JPY, 3 for KWD.
    public var minorDigits: Int {
        switch code {
        // Nearly every amount is of one of these.
        case "USD", "EUR", "GBP", "CAD": 2
        case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF":
            0
        case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
        default: 2
        }
    }

    /// Minor units in one major unit: 100, 1 or 1000.
    public var minorPerMajor: Int64 {
        switch minorDigits {
        case 0: 1
        case 3: 1000
        default: 100
        }
    }

    /// The sign written before an amount; nil where only the code is unambiguous.
    public var symbol: String? {
        switch code {
        case "USD": "$"
        case "EUR": "€"
        case "GBP": "£"
        case "JPY": "¥"
        case "CAD": "CA$"
        case "AUD": "A$"
        case "NZD": "NZ$"
        case "INR": "₹"
        case "CNY": "CN¥"
        case "KRW": "₩"
        case "BRL": "R$"
        case "MXN": "MX$"
        case "HKD": "HK$"
        case "ILS": "₪"
        default: nil
        }
    }
}

/// Two amounts of different currencies were to be added or compared.
public struct CurrencyMismatch: Error, Equatable {
    public let left: Currency
    public let right: Currency
}

/// An exact amount: signed integer minor units of one currency. Negative means money out.
public struct Money: Hashable, Sendable {
    public var minorUnits: Int64
    public var currency: Currency

    public init(_ minorUnits: Int64, _ currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// - Throws: `CurrencyMismatch`; currencies are never added to one another.
    public static func + (a: Money, b: Money) throws(CurrencyMismatch) -> Money {
        guard a.currency == b.currency else { throw CurrencyMismatch(left: a.currency, right: b.currency) }
        return Money(a.minorUnits + b.minorUnits, a.currency)
    }

    public static func - (a: Money, b: Money) throws(CurrencyMismatch) -> Money {
        try a + (-b)
    }

    public static prefix func - (a: Money) -> Money { Money(-a.minorUnits, a.currency) }

    public var magnitude: Money { Money(abs(minorUnits), currency) }

    /// What a person reads: `$1,234.56`, `-€5.00`, `SEK 1,234.50`, `¥1,200`.
    public var text: String {
        let digits = currency.minorDigits
        let amount = minorUnits.magnitude
        let major = amount / UInt64(currency.minorPerMajor)
        let minor = amount % UInt64(currency.minorPerMajor)
        var out = minorUnits < 0 ? "-" : ""
        out += currency.symbol ?? (currency.code + " ")
        out += groupedThousands(major)
        if digits > 0 { out += "." + padded(Int(minor), to: digits) }
        return out
    }

    /// For files that programs read: `-1234.56`, no symbol, no grouping.
    public var plainText: String {
        let amount = minorUnits.magnitude
        let per = UInt64(currency.minorPerMajor)
        let sign = minorUnits < 0 ? "-" : ""
        let major = "\(sign)\(amount / per)"
        return currency.minorDigits == 0 ? major : major + "." + padded(Int(amount % per), to: currency.minorDigits)
    }
}

/// `1234567` → `1,234,567`.
public func groupedThousands(_ value: some BinaryInteger) -> String {
    let digits = Array(String(value.magnitude).utf8)
    var out: [UInt8] = value < 0 ? [0x2D] : []
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { out.append(0x2C) }
        out.append(digit)
    }
    return String(decoding: out, as: UTF8.self)
}

/// A multiple divided, rounded half away from zero: the rounding people expect of an average. No amount is too large;
/// a result that is not within 64 bits is the nearest that is.
///
/// - Parameter factor: multiplies the dividend first, without loss.
/// - Precondition: `divisor > 0`.
public func roundedQuotient(_ dividend: Int64, times factor: Int64 = 1, by divisor: Int64) -> Int64 {
    let product = Int128(dividend) * Int128(factor)
    let half = Int128(divisor / 2)
    return Int64(clamping: (product + (product >= 0 ? half : -half)) / Int128(divisor))
}
