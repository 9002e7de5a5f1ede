import Ledger

/// Dates as banks write them in OFX.
enum OFXValues {
    /// The day that is written: `20261031`, `20261031235959.123[-5:EST]`, `2026-10-31T00:00:00`. Time and zone are left
    /// out of account, for the day on the bank's statement is the one that people know.
    ///
    /// - Returns: nil when there is no such day, or it is in no year that a statement can speak of.
    static func day(_ text: String) -> CivilDate? {
        written(text).flatMap { DateParser.years.contains($0.year) ? $0 : nil }
    }

    private static func written(_ text: String) -> CivilDate? {
        let bytes = Array(text.utf8)
        if bytes.count >= 10, bytes[4] == UInt8(ascii: "-") {
            return CivilDate(iso: String(decoding: bytes[0..<10], as: UTF8.self))
        }
        guard bytes.count >= 8, bytes[0..<8].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        return CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    }
}

/// An amount as banks write it in OFX: `-1234.56`, `-1.234,56`, `1 234,56-`, `$5.00`.
///
/// A single point or comma is the decimal sign (OFX 1.6, section 3.2.9.1), save that a comma before exactly three digits
/// groups thousands: `1,500` is no price. All other separators must group: `-12.34.56` is no amount.
struct OFXAmount {
    let isNegative: Bool
    /// Digits before and behind the decimal sign.
    private let whole: [UInt8]
    private let fraction: [UInt8]
    let hasDecimalComma: Bool

    /// - Parameter commaIsDecimal: whether a single comma always stands before decimals, as in MT940.
    /// - Returns: nil when the text is no number.
    init?(_ text: String, commaIsDecimal: Bool = false) {
        var core = text[...]
        var isNegative = false
        var hasSign = false
        func isBlank(_ character: Character) -> Bool { [" ", "\u{A0}", "$", "€", "£"].contains(character) }
        while let first = core.first, isBlank(first) || (!hasSign && ["-", "−", "+"].contains(first)) {
            hasSign = hasSign || !isBlank(first)
            isNegative = isNegative || ["-", "−"].contains(first)
            core.removeFirst()
        }
        while let last = core.last, isBlank(last) || (!hasSign && ["-", "−"].contains(last)) {
            hasSign = hasSign || !isBlank(last)
            isNegative = isNegative || !isBlank(last)
            core.removeLast()
        }
        let decimal = OFXAmount.decimalSign(in: core, commaIsDecimal: commaIsDecimal)
        guard let whole = OFXAmount.ungrouped(core[..<(decimal ?? core.endIndex)]) else { return nil }
        let fraction = decimal.map { Array(core[$0...].dropFirst().utf8) } ?? []
        guard fraction.allSatisfy(OFXAmount.isDigit), !(whole.isEmpty && fraction.isEmpty) else { return nil }
        self.isNegative = isNegative
        self.whole = whole
        self.fraction = fraction
        hasDecimalComma = decimal.map { core[$0] == "," } ?? false
    }

    var isZero: Bool { (whole + fraction).allSatisfy { $0 == UInt8(ascii: "0") } }

    /// A fraction of so many digits is what a program computed, not what a bank wrote: it is rounded.
    private static let computedDigits = 9

    /// Whether it has no parts of the currency's minor unit: `1.005` dollars are no amount of money.
    func isWhole(in currency: Currency) -> Bool {
        fraction.count >= OFXAmount.computedDigits
            || fraction.dropFirst(currency.minorDigits).allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// - Returns: nil where it has parts of the minor unit, and beyond 10^15, which no account holds.
    func minorUnits(of currency: Currency) -> Int64? {
        guard isWhole(in: currency) else { return nil }
        let digits = currency.minorDigits
        let cents =
            fraction.prefix(digits) + Array(repeating: UInt8(ascii: "0"), count: max(0, digits - fraction.count))
        var value: Int64 = 0
        for digit in whole + cents {
            value = value * 10 + Int64(digit - UInt8(ascii: "0"))
            guard value <= OFXAmount.largest else { return nil }
        }
        if let next = fraction.dropFirst(digits).first, next >= UInt8(ascii: "5") { value += 1 }
        guard value <= OFXAmount.largest else { return nil }
        return isNegative ? -value : value
    }

    /// Why a text is no amount of a currency, in words; nil where it is one.
    static func fault(of text: String, in currency: Currency, commaIsDecimal: Bool = false) -> String? {
        let quoted = CSVText.quoted(text)
        guard let amount = OFXAmount(text, commaIsDecimal: commaIsDecimal) else { return "unreadable amount \(quoted)" }
        guard amount.isWhole(in: currency) else {
            return "amount \(quoted) has more decimals than \(currency.code) allows"
        }
        return amount.minorUnits(of: currency) == nil ? "amount \(quoted) is larger than any account holds" : nil
    }

    private static let largest: Int64 = 1_000_000_000_000_000

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Where the decimal sign stands, if there is one.
    private static func decimalSign(in core: Substring, commaIsDecimal: Bool) -> Substring.Index? {
        let marks = core.indices.filter { core[$0] == "." || core[$0] == "," }
        guard let last = marks.last, marks.count(where: { core[$0] == core[last] }) == 1 else { return nil }
        let lead = core[..<last]
        let groups =
            !commaIsDecimal && core[last] == "," && marks.count == 1 && core[last...].dropFirst().count == 3
            && (1...3).contains(lead.count)
            && lead.first != "0"
        return groups ? nil : last
    }

    /// The digits of a number whose thousands may be grouped by one kind of mark, in threes or, as in India, in twos
    /// before the last three.
    ///
    /// - Returns: nil when anything else stands in it.
    private static func ungrouped(_ text: Substring) -> [UInt8]? {
        var groups: [Substring] = [text]
        if let mark = text.first(where: { [".", ",", " ", "\u{A0}", "'", "’"].contains($0) }) {
            groups = text.split(separator: mark, omittingEmptySubsequences: false)
        }
        guard groups.joined().utf8.allSatisfy(isDigit) else { return nil }
        let isGrouped =
            groups.count == 1
            || (1...3).contains(groups[0].utf8.count) && groups.last?.utf8.count == 3
                && groups.dropFirst().allSatisfy { (2...3).contains($0.utf8.count) }
        return isGrouped ? Array(groups.joined().utf8) : nil
    }
}
