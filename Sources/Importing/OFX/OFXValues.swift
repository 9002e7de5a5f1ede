import Ledger

/// Dates and amounts as banks write them in OFX.
enum OFXValues {
    /// The day that is written: `20261031`, `20261031235959.123[-5:EST]`, `2026-10-31T00:00:00`. Time and zone are left
    /// out of account, for the day on the bank's statement is the one that people know.
    ///
    /// - Returns: nil when there is no such day.
    static func day(_ text: String) -> CivilDate? {
        let bytes = Array(text.utf8)
        if bytes.count >= 10, bytes[4] == UInt8(ascii: "-") {
            return CivilDate(iso: String(decoding: bytes[0..<10], as: UTF8.self))
        }
        guard bytes.count >= 8, bytes[0..<8].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        return CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    }

    /// An amount with a point and without grouping, as libofx reads it right: `-1234.56` for `-1.234,56`, `1 234,56-`.
    ///
    /// A single separator is the decimal sign (OFX 1.6, section 3.2.9.1), save that a comma before exactly three digits
    /// groups thousands: `1,500` is no price.
    /// - Returns: nil when it is no number.
    static func amount(_ text: String) -> (plain: String, hasDecimalComma: Bool)? {
        var isNegative = false
        var digits: [Character] = []
        for (offset, character) in text.enumerated() {
            switch character {
            case "-", "−":
                guard offset == 0 || offset == text.count - 1, !isNegative else { return nil }
                isNegative = true
            case "+": guard offset == 0 else { return nil }
            case "0"..."9", ".", ",": digits.append(character)
            case " ", "'", "’", "$", "€", "£": break
            default: return nil
            }
        }
        guard digits.contains(where: { $0 != "." && $0 != "," }) else { return nil }
        let separator = decimalSeparator(of: digits)
        let whole = digits[..<(separator ?? digits.endIndex)].filter { $0 != "." && $0 != "," }
        var plain = (isNegative ? "-" : "") + (whole.isEmpty ? "0" : String(whole))
        if let separator { plain += "." + String(digits[(separator + 1)...]) + "0" }
        return (plain, separator.map { digits[$0] == "," } ?? false)
    }

    /// Where the decimal sign stands, if there is one.
    private static func decimalSeparator(of digits: [Character]) -> Int? {
        guard let last = digits.lastIndex(where: { $0 == "." || $0 == "," }) else { return nil }
        let same = digits.filter { $0 == digits[last] }.count
        guard same == 1 else { return nil }
        let isOnly = digits.firstIndex { $0 == "." || $0 == "," } == last
        let groups = digits[last] == "," && isOnly && digits.count - last == 4 && last <= 3 && digits[0] != "0"
        return groups && last > 0 ? nil : last
    }

    /// Major units as libofx gives them → minor units, rounded half away from zero.
    ///
    /// - Returns: nil for what is no amount of money: not a number, or more than 10^15 minor units.
    static func minorUnits(_ amount: Double, of currency: Currency) -> Int64? {
        let minor = (amount * Double(currency.minorPerMajor)).rounded(.toNearestOrAwayFromZero)
        guard minor.magnitude <= 1e15 else { return nil }
        return Int64(minor)
    }
}
