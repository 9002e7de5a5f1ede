import Ledger

/// An exact amount as a person types it, before it is known how many decimals its currency has.
public struct DecimalAmount: Hashable, Sendable {
    /// The digits without the point: 1234 for `12.34`.
    public let digits: Int64
    /// How many of the digits stand after the point, 0...3.
    public let decimals: Int
    /// What its sign says, but for `$`, which several currencies use; nil without one.
    private let sign: Currency?
    private let isDollars: Bool

    /// Reads `12.34`, `-5`, `$1,234`, `-€9.50`, `20€`, `150 JPY`, `CHF 20`.
    ///
    /// - Returns: nil for anything else, such as commas that do not group thousands (`12,34`) or more than three
    ///   decimals.
    public init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if isNegative { rest.removeFirst() }
        var signs: [Currency?] = []
        let first = rest.firstIndex { $0.isNumber || $0 == "." } ?? rest.startIndex
        if let sign = Self.sign(rest[..<first]) {
            signs.append(sign)
            rest = rest[first...]
        }
        let last = rest.lastIndex { $0.isNumber || $0 == "." }.map(rest.index(after:)) ?? rest.endIndex
        if let sign = Self.sign(rest[last...]) {
            signs.append(sign)
            rest = rest[..<last]
        }
        guard signs.count <= 1 else { return nil }

        let halves = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = halves.count == 2 ? halves[1] : ""
        guard let whole = Self.ungrouped(halves[0]), fraction.utf8.count <= 3,
            fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let digits = Int64(whole + fraction)
        else { return nil }
        self.digits = isNegative ? -digits : digits
        decimals = fraction.utf8.count
        sign = signs.first ?? nil
        isDollars = signs.first == .some(nil)
    }

    private static let signs: [Substring: Currency?] = ["$": nil, "€": .eur, "£": .gbp, "¥": .jpy]

    /// What a sign or code beside the digits says, nil in it for `$`; nil for other text.
    private static func sign(_ text: Substring) -> Currency?? {
        let code = text.filter { $0 != " " }
        if let sign = signs[Substring(code)] { return sign }
        return code.utf8.count == 3 ? Currency(inUse: code).map { .some($0) } : nil
    }

    /// What its sign says; nil without one.
    ///
    /// - Parameter home: the currency that most of one's money is in, which decides whose dollars `$` means.
    public func currency(home: Currency) -> Currency? { isDollars ? .dollar(home: home) : sign }

    /// Why `minorUnits` has none, in words that say what to do.
    public func problem(in currency: Currency) -> String {
        isBeyond(.max / 1000 / currency.minorPerMajor)
            ? "that's more than I can work with: expected an amount such as 12.34"
            : "\(currency.code) has \(currency.minorDigits) decimals: expected an amount such as "
                + Money(1234, currency).plainText
    }

    /// Whether it is further from zero than so many major units, up to a million billions.
    public func isBeyond(_ major: Int64) -> Bool {
        let scale: UInt64 = [1, 10, 100, 1000][decimals]
        return digits.magnitude > UInt64(major) * scale
    }

    /// - Returns: nil when it has more decimals than the currency, or is too large.
    public func minorUnits(in currency: Currency) -> Int64? {
        var value = digits
        for _ in 0..<max(0, decimals - currency.minorDigits) {
            guard value % 10 == 0 else { return nil }
            value /= 10
        }
        for _ in 0..<max(0, currency.minorDigits - decimals) {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            value = product
        }
        return value
    }

    /// The digits without grouping commas; nil when the commas do not cut them into threes.
    private static func ungrouped(_ text: Substring) -> String? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        guard groups.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        if groups.count > 1 {
            guard (1...3).contains(groups[0].utf8.count), groups.dropFirst().allSatisfy({ $0.utf8.count == 3 })
            else { return nil }
        }
        return groups.joined()
    }
}
