import Ledger
import Resources

/// A number as a cell writes it, before it is known what a comma or point in it means.
struct AmountShape {
    /// What a word behind or before the number says of its direction.
    enum Marker: UInt8 {
        case none, credit, debit
    }

    /// All digits as one number.
    private(set) var digits: Int64 = 0
    private(set) var digitCount = 0
    private(set) var isNegative = false
    private(set) var hasPlus = false
    private(set) var marker = Marker.none
    /// What the cell says of the currency: a symbol or code.
    private(set) var unit: CurrencyUnit?
    private var points = 0
    private var commas = 0
    private var lastSeparator: UInt8 = 0
    /// Digits before the first and behind the last separator.
    private var lead = 0
    private var tail = 0
    private var hasGrouping = false

    enum Evidence {
        case point, comma, none
    }

    /// - Returns: nil when the cell is no amount: no digit, other words, a slash, a percent sign, more than 18 digits.
    init?(_ cell: UnsafeRawBufferPointer) {
        var scan = AmountScanner(cell)
        guard scan.run() else { return nil }
        digits = scan.digits
        digitCount = scan.digitCount
        isNegative = scan.isNegative
        hasPlus = scan.hasPlus
        marker = scan.marker
        unit = scan.unit
        points = scan.points
        commas = scan.commas
        lastSeparator = scan.lastSeparator
        lead = scan.lead
        tail = scan.tail
        hasGrouping = scan.hasGrouping
        guard points + commas <= 1 || isGrouped else { return nil }
    }

    /// Several separators are a grouped number only when the last one has a kind of its own, or three digits follow.
    private var isGrouped: Bool {
        if points > 0, commas > 0 { return (lastSeparator == 0x2E ? points : commas) == 1 }
        return tail == 3
    }

    /// What this cell alone says of the decimal mark of its column.
    var evidence: Evidence {
        guard points + commas > 0 else { return .none }
        if points > 0, commas > 0 { return lastSeparator == 0x2E ? .point : .comma }
        if points > 1 { return .comma }
        if commas > 1 { return .point }
        guard tail != 3 || lead > 3 || hasGrouping || (lead <= 1 && digits < 1000) else { return .none }
        return lastSeparator == 0x2E ? .point : .comma
    }

    /// Whether a person would take it for money: two decimals or a currency.
    var looksLikeMoney: Bool { unit != nil || (points + commas > 0 && tail == 2) }
    var hasSeparator: Bool { points + commas > 0 }
    var isZero: Bool { digits == 0 }

    /// How many of the digits stand behind the decimal mark.
    func fractionDigits(decimal: UInt8) -> Int {
        guard points + commas > 0 else { return 0 }
        if points > 0, commas > 0 { return tail }
        if points + commas > 1 { return 0 }
        if lastSeparator == decimal { return tail }
        // A comma in a file with decimal points groups thousands, unless it cannot.
        return tail == 3 && !(lead <= 1 && digits < 1000) && lead <= 3 ? 0 : tail
    }

    /// Whether the mark may stand behind thousands as well as before decimals: the point of `1.234`.
    func mayBeGrouped(by mark: UInt8) -> Bool {
        points + commas == 1 && lastSeparator == mark && tail == 3 && (1...3).contains(lead) && digits >= 1000
            && !hasGrouping
    }

    /// A fraction of so many digits is what a program computed, not what a bank wrote.
    private static let computedDigits = 9

    /// Whether it has no parts of a unit of 10^-scale, so that `value` need not round: `4.500` has none of a cent.
    func isWhole(decimal: UInt8, scale: Int) -> Bool {
        let fraction = fractionDigits(decimal: decimal)
        guard fraction > scale, fraction < AmountShape.computedDigits else { return true }
        return (scale..<fraction).reduce((digits, true)) { rest, _ in (rest.0 / 10, rest.1 && rest.0 % 10 == 0) }.1
    }

    /// The value in units of 10^-scale, signed; rounded half away from zero where the cell has more digits.
    ///
    /// - Returns: nil beyond 10^15, which no account holds.
    func value(decimal: UInt8, scale: Int) -> Int64? {
        let fraction = fractionDigits(decimal: decimal)
        var magnitude = digits
        if fraction <= scale {
            for _ in fraction..<scale {
                guard magnitude <= 1_000_000_000_000_000 else { return nil }
                magnitude *= 10
            }
        } else {
            var divisor: Int64 = 1
            for _ in scale..<fraction { divisor *= 10 }
            magnitude = roundedQuotient(magnitude, by: divisor)
        }
        guard magnitude <= 1_000_000_000_000_000 else { return nil }
        return isNegative ? -magnitude : magnitude
    }
}

/// Walks over a cell that may be an amount.
private struct AmountScanner {
    var digits: Int64 = 0
    var digitCount = 0
    var isNegative = false
    var hasPlus = false
    var marker = AmountShape.Marker.none
    var unit: CurrencyUnit?
    var points = 0
    var commas = 0
    var lastSeparator: UInt8 = 0
    var lead = 0
    var tail = 0
    var hasGrouping = false

    private let cell: UnsafeRawBufferPointer
    private var index = 0
    private var inParentheses = false
    private var isClosed = false
    /// Digits since a grouping space or apostrophe; three must follow each.
    private var sinceSpace = 0
    private var spaceBroke = false

    init(_ cell: UnsafeRawBufferPointer) { self.cell = cell }

    mutating func run() -> Bool {
        guard !cell.isEmpty, cell.count <= 64 else { return false }
        while index < cell.count {
            let byte = cell[index]
            let digit = byte &- 0x30
            if digit < 10 {
                guard add(digit) else { return false }
                index += 1
            } else if byte == 0x2E || byte == 0x2C {
                guard separator(byte) else { return false }
                index += 1
            } else if byte == 0x2D {
                guard sign(negative: true) else { return false }
                index += 1
            } else if !other(byte) {
                return false
            }
        }
        // "15 90" is no number, and neither is "1 23,4".
        return digitCount > 0 && (!hasGrouping || sinceSpace == 3 || points + commas > 0)
            && (!inParentheses || isClosed)
    }

    private mutating func add(_ digit: UInt8) -> Bool {
        guard digitCount < 18, !isClosed, !spaceBroke else { return false }
        digits = digits * 10 + Int64(digit)
        digitCount += digits == 0 ? 0 : 1
        if digits == 0, digitCount == 0 { digitCount = 1 }
        if points + commas == 0 { lead += 1 }
        tail += 1
        sinceSpace += 1
        return true
    }

    private mutating func separator(_ byte: UInt8) -> Bool {
        guard !isClosed, !hasGrouping || sinceSpace == 3 else { return false }
        // The point of "Rs.500" ends an abbreviation, that of "$.23" does not.
        if digitCount == 0, unit != nil, byte == 0x2E, index > 0, (cell[index - 1] | 0x20) &- 0x61 < 26 { return true }
        if byte == 0x2E { points += 1 } else { commas += 1 }
        lastSeparator = byte
        tail = 0
        return true
    }

    private mutating func sign(negative: Bool) -> Bool {
        guard !isNegative, !hasPlus else { return false }
        isNegative = negative
        hasPlus = !negative
        if digitCount > 0 { isClosed = true }
        return true
    }

    private mutating func other(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09: return grouping(width: 1)
        case 0x27: return grouping(width: 1)
        case 0x2B:
            index += 1
            return sign(negative: false)
        case 0x28:
            if digitCount > 0 { return note() }
            guard !isNegative, !inParentheses else { return false }
            inParentheses = true
            isNegative = true
            index += 1
            return true
        case 0x29:
            guard inParentheses, digitCount > 0, !isClosed else { return false }
            isClosed = true
            index += 1
            return true
        case 0xC2 where at(1) == 0xA0: return grouping(width: 2)
        case 0xE2 where at(1) == 0x80 && [0xAF, 0x89, 0x99].contains(at(2)): return grouping(width: 3)
        case 0xE2 where (at(1) == 0x88 && at(2) == 0x92) || (at(1) == 0x80 && at(2) == 0x93):
            index += 3
            return sign(negative: true)
        default: return word()
        }
    }

    private func at(_ offset: Int) -> UInt8 { index + offset < cell.count ? cell[index + offset] : 0 }

    /// A space or apostrophe between digits groups thousands; elsewhere it says nothing.
    private mutating func grouping(width: Int) -> Bool {
        index += width
        guard digitCount > 0, !isClosed, index < cell.count, cell[index] &- 0x30 < 10 else { return true }
        guard points + commas == 0, hasGrouping ? sinceSpace == 3 : lead <= 3 else {
            spaceBroke = true
            return false
        }
        hasGrouping = true
        sinceSpace = 0
        return true
    }

    /// Something in parentheses behind the number is a remark: `131.77(refunded 89.84)`.
    private mutating func note() -> Bool {
        guard cell.last == 0x29 || cell.suffix(3).elementsEqual([0xEF, 0xBC, 0x89]) else { return false }
        index = cell.count
        return true
    }

    /// A currency or a word of direction; anything else makes the cell a text.
    private mutating func word() -> Bool {
        let start = index
        while index < cell.count, !(cell[index] &- 0x30 < 10),
            ![0x20, 0x09, 0x2D, 0x2B, 0x28, 0x29].contains(cell[index]),
            !(cell[index] == 0xC2 && at(1) == 0xA0),
            !(cell[index] == 0x2C || (cell[index] == 0x2E && at(1) &- 0x30 < 10))
        {
            index += 1
        }
        guard index > start, index - start <= 8 else { return false }
        let word = UnsafeRawBufferPointer(rebasing: cell[start..<index])
        if digitCount > 0, let found = AmountScanner.markers[String(decoding: word, as: UTF8.self).uppercased()] {
            guard marker == .none else { return false }
            marker = found
            isClosed = true
            return true
        }
        // A letter alone is the rand's sign only where an amount stands beside it.
        let rand = word.elementsEqual([0x52]) ? Currency("ZAR").map(CurrencyUnit.known) : nil
        guard unit == nil, let found = CurrencyUnit(word) ?? rand else { return false }
        unit = found
        if digitCount > 0 { isClosed = true }
        return true
    }

    private static let markers: [String: AmountShape.Marker] = [
        "CR": .credit, "CR.": .credit, "C": .credit, "H": .credit, "DR": .debit, "DR.": .debit, "D": .debit,
        "DB": .debit,
        "S": .debit,
    ]
}

/// A currency as a cell or header names it.
enum CurrencyUnit: Hashable, Sendable {
    case known(Currency)
    /// `$`, `kr`, `¥`, `元` stand for several; which one, the rest of the file has to say.
    case dollar, krone, yuanOrYen, yuan

    init?(_ word: UnsafeRawBufferPointer) {
        guard word.count <= CurrencyUnit.longest else { return nil }
        self.init(String(decoding: word, as: UTF8.self))
    }

    init?(_ text: String) {
        if let unit = CurrencyUnit.symbols[text.lowercased()] {
            self = unit
            return
        }
        let upper = text.uppercased()
        if let code = CurrencyUnit.oldCodes[upper] {
            self = .known(code)
        } else if upper.utf8.count == 3, CurrencyUnit.codes.contains(upper), let code = Currency(upper) {
            self = .known(code)
        } else {
            return nil
        }
    }

    /// A sign or word, and no code of ISO 4217.
    init?(sign: String) {
        guard let unit = CurrencyUnit.symbols[sign.lowercased()] else { return nil }
        self = unit
    }

    /// What a text of a script without spaces names: `新臺幣金額`.
    static func named(within text: String) -> CurrencyUnit? {
        guard text.unicodeScalars.contains(where: { $0.value >= 0x2E80 }) else { return nil }
        return unspaced.first { text.contains($0.word) }?.unit
    }

    /// Words of two letters or more in such scripts, longest first.
    private static let unspaced: [(word: String, unit: CurrencyUnit)] = symbols.filter { word, _ in
        word.count > 1 && (word.unicodeScalars.first?.value ?? 0) >= 0x2E80
    }.map { ($0.key, $0.value) }.sorted { $0.word.utf8.count > $1.word.utf8.count || $0.word < $1.word }

    /// The currency where the sign alone says it.
    var currency: Currency? {
        if case .known(let currency) = self { return currency }
        return nil
    }

    /// Signs and words by `rag-index/imports/currencies.tsv`, in lower case.
    private static let symbols: [String: CurrencyUnit] = {
        var table: [String: CurrencyUnit] = [:]
        for row in Resource.named("rag-index/imports/currencies.tsv").tableRows {
            guard let unit = unit(ofCodes: row[1]) else { continue }
            for word in row[0].split(separator: "|") { table[word.lowercased()] = unit }
        }
        return table
    }()

    private static func unit(ofCodes codes: String) -> CurrencyUnit? {
        switch codes {
        case "USD CAD": .dollar
        case "SEK NOK DKK": .krone
        case "JPY CNY": .yuanOrYen
        case "CNY TWD": .yuan
        default: Currency(codes).map(CurrencyUnit.known)
        }
    }

    /// The longest of these, in bytes.
    private static let longest = symbols.keys.map(\.utf8.count).max() ?? 0

    private static let oldCodes: [String: Currency] = {
        var table: [String: Currency] = [:]
        for (old, code) in [
            ("RUR", "RUB"), ("CDN", "CAD"), ("STG", "GBP"), ("RMB", "CNY"), ("CNH", "CNY"), ("EURO", "EUR"),
        ] {
            if let currency = Currency(code) { table[old] = currency }
        }
        return table
    }()

    /// ISO 4217 list one, and codes that old statements still have.
    private static let codes: Set<String> = Set(
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
        CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF
        IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
        MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
        SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED
        VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL LTL LVL EEK DEM FRF ITL ATS NLG BEF ESP PTE SKK SIT IEP FIM
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
