import Ledger

/// Decimal amounts as providers write them.
public enum DecimalText {
    /// A number of JSON without its exponent: `1e5` is `100000`. In a text no amount is written so.
    ///
    /// - Returns: nil for an exponent that no amount has.
    public static func plain(_ text: String) -> String? {
        guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return text }
        guard let power = Int(text[text.index(after: mark)...]), (-30...30).contains(power) else { return nil }
        let sign = text.hasPrefix("-") ? "-" : ""
        let parts = text[..<mark].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        var digits = String(parts.joined())
        let point = parts[0].count + power
        if point <= 0 { digits = String(repeating: "0", count: 1 - point) + digits }
        if point > digits.count { digits += String(repeating: "0", count: point - digits.count) }
        let (whole, fraction) = (digits.prefix(max(1, point)), digits.dropFirst(max(1, point)))
        return sign + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// In minor units, rounded half away from zero where there are more decimals than the currency has.
    ///
    /// - Returns: nil for what is no number, or larger than any account holds.
    public static func minorUnits(_ text: String, _ currency: Currency) -> Int64? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative || bytes.first == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts.first ?? []
        let fraction = parts.count > 1 ? parts[1] : []
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        guard whole.count + fraction.count > 0, whole.allSatisfy(isDigit), fraction.allSatisfy(isDigit),
            whole.drop(while: { $0 == 0x30 }).count <= 15
        else { return nil }
        var units: Int64 = 0
        for byte in whole { units = units * 10 + Int64(byte - 0x30) }
        let decimals = currency.minorDigits
        for place in 0..<decimals {
            let index = fraction.index(fraction.startIndex, offsetBy: place, limitedBy: fraction.endIndex)
            let digit = index.flatMap { $0 < fraction.endIndex ? fraction[$0] - 0x30 : nil } ?? 0
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            units = product + Int64(digit)
        }
        if fraction.count > decimals, fraction[fraction.startIndex + decimals] >= 0x35 { units += 1 }
        return isNegative ? -units : units
    }

    /// The same for an amount of money, which has no parts of the minor unit.
    ///
    /// - Returns: nil where it has some, and for text that is no number.
    public static func exactMinorUnits(_ text: String, _ currency: Currency) -> Int64? {
        guard OFXAmount(text)?.isWhole(in: currency) == true else { return nil }
        return minorUnits(text, currency)
    }

    /// The sum of two decimal numbers, without what is lost in binary ones.
    ///
    /// - Returns: nil where one is no such number, or has more digits than there is room for.
    public static func sum(_ one: String, _ other: String) -> String? {
        guard let a = parts(one), let b = parts(other) else { return nil }
        let decimals = max(a.decimals, b.decimals)
        func scaled(_ number: (units: Int128, decimals: Int)) -> Int128? {
            (number.decimals..<decimals).reduce(number.units as Int128?) { units, _ in
                units.flatMap { $0.magnitude < UInt128(Int128.max) / 10 ? $0 * 10 : nil }
            }
        }
        guard let first = scaled(a), let second = scaled(b) else { return nil }
        let (sum, overflow) = first.addingReportingOverflow(second)
        guard !overflow else { return nil }
        var digits = String(sum.magnitude)
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = digits.dropLast(decimals)
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (sum < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func parts(_ text: String) -> (units: Int128, decimals: Int)? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let units = Int128(parts.joined()) else { return nil }
        return (units, parts.count == 2 ? parts[1].utf8.count : 0)
    }
}
