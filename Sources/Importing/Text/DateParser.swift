import Ledger
import Resources

/// Reads the day out of a cell, whatever stands behind it (a time, a zone, `as of …`).
struct DateParser: Sendable {
    typealias Order = StatementLayout.DateOrder

    /// Years that a statement can speak of; the rest is a typing error or a mask (`1111/11/11`).
    static let years = 1900...2199

    /// Which number comes first where the cell itself does not tell.
    var order: Order

    enum Outcome: Equatable {
        case date(CivilDate)
        /// It has the form of a date, but there is no such day.
        case impossible
        case none
    }

    @inline(__always)
    func parse(_ cell: UnsafeRawBufferPointer) -> Outcome {
        if let date = DateParser.isoDate(cell) { return .date(date) }
        guard let shape = DateShape(cell) else { return .none }
        guard let date = shape.date(order) else { return .impossible }
        return .date(date)
    }

    /// `YYYY-MM-DD` and the like with any of `- / .` between, the form that most files have.
    @inline(__always)
    private static func isoDate(_ cell: UnsafeRawBufferPointer) -> CivilDate? {
        guard cell.count >= 10, cell[4] == cell[7], [0x2D, 0x2E, 0x2F].contains(cell[4]) else { return nil }
        @inline(__always) func digits(_ from: Int, _ count: Int) -> Int? {
            var value = 0
            for index in from..<from + count {
                let digit = cell[index] &- 0x30
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
            }
            return value
        }
        guard let year = digits(0, 4), let month = digits(5, 2), let day = digits(8, 2), years.contains(year),
            cell.count == 10 || !isDigit(cell[10])
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

/// The parts of a date as they stand in a cell, before it is known which is which.
struct DateShape {
    enum Form {
        /// Three numbers: `31/10/2026`, `2026-1-5`, `10.31.26`.
        case numbers
        /// One number of six, eight, twelve or fourteen digits: `20261031`, `31102026`, `20261031120000`.
        case compact
        /// A month in words; the numbers are day and year, or year and day.
        case named(month: Int)
    }

    let form: Form
    private(set) var first = 0
    private(set) var second = 0
    private(set) var third = 0
    private var firstDigits = 0
    private(set) var thirdDigits = 0
    /// The byte between the first two parts; 0 for a compact date.
    private(set) var separator: UInt8 = 0
    /// The month stands in words before the day.
    private(set) var isMonthFirst = false
    /// True when only a time, a zone or nothing follows.
    let isClean: Bool

    /// - Returns: nil when the cell does not begin with a date.
    init?(_ cell: UnsafeRawBufferPointer) {
        var scan = PartScanner(cell)
        guard let head = scan.next() else { return nil }
        if !head.isWord, head.digits > 4 {
            guard [6, 8, 12, 14].contains(head.digits) else { return nil }
            form = .compact
            (first, firstDigits) = (head.value, head.digits)
        } else {
            guard let middle = scan.next(), let tail = scan.next(), !tail.isWord, tail.digits <= 4, tail.digits != 3
            else {
                return nil
            }
            if head.isWord || middle.isWord {
                let number = head.isWord ? middle : head
                guard !number.isWord, DateShape.isDayOrYear(number, beside: tail) else { return nil }
                form = .named(month: head.isWord ? head.value : middle.value)
                (first, firstDigits) = (number.value, number.digits)
            } else {
                guard DateShape.isNumericDate(head, middle, tail) else { return nil }
                form = .numbers
                (first, firstDigits) = (head.value, head.digits)
                second = middle.value
            }
            (third, thirdDigits) = (tail.value, tail.digits)
            isMonthFirst = head.isWord
            separator = middle.separator
        }
        isClean = scan.restIsTime()
    }

    /// One of two numbers may be a year of four digits.
    private static func isDayOrYear(_ number: PartScanner.Part, beside other: PartScanner.Part) -> Bool {
        number.digits <= 2 || (number.digits == 4 && other.digits <= 2)
    }

    /// A year of three digits counts from the founding of the Republic of China: `115/10/31`.
    private static func isRepublicYear(_ head: PartScanner.Part, _ middle: PartScanner.Part) -> Bool {
        head.digits == 3 && (100...199).contains(head.value) && [0x2F, 0x2E].contains(middle.separator)
    }

    private static func isNumericDate(
        _ head: PartScanner.Part, _ middle: PartScanner.Part, _ tail: PartScanner.Part
    ) -> Bool {
        guard middle.digits <= 2, isDayOrYear(head, beside: tail) || (isRepublicYear(head, middle) && tail.digits <= 2)
        else { return false }
        guard middle.separator == tail.separator || tail.separator == 0x27 else { return false }
        // Numbers apart by spaces or a colon are as likely a telephone or a time.
        switch middle.separator {
        case 0x20: return head.digits == 4 || tail.digits == 4
        case 0x3A: return head.digits == 4
        default: return true
        }
    }

    /// A year of four digits comes first; the order of the rest follows.
    var isYearFirst: Bool {
        if case .compact = form {
            return firstDigits == 12 || firstDigits == 14
                || (firstDigits == 8 && (1900...2199).contains(first / 10_000))
        }
        return firstDigits >= 3
    }

    /// One number of digits alone.
    var isCompact: Bool { if case .compact = form { true } else { false } }

    /// Two digits for each part, the first of which may be the year: `251128`, `25-11-28`.
    var mayBeginWithYear: Bool {
        switch form {
        case .named: false
        case .compact: firstDigits == 6 && date(.ymd) != nil
        case .numbers: firstDigits == 2 && thirdDigits == 2 && separator == 0x2D && date(.ymd) != nil
        }
    }

    /// The day under an order of the numbers; nil where there is no such day.
    func date(_ order: DateParser.Order) -> CivilDate? {
        switch form {
        case .named(let month):
            if firstDigits == 4 || first > 31 { return DateShape.day(first, month, third, yearDigits: firstDigits) }
            return DateShape.day(third, month, first, yearDigits: thirdDigits)
        case .numbers:
            if firstDigits >= 3 || (order == .ymd && thirdDigits < 4) || first > 31 {
                return DateShape.day(first, second, third, yearDigits: firstDigits)
            }
            return order == .dmy
                ? DateShape.day(third, second, first, yearDigits: thirdDigits)
                : DateShape.day(third, first, second, yearDigits: thirdDigits)
        case .compact: return compactDate(order)
        }
    }

    private func compactDate(_ order: DateParser.Order) -> CivilDate? {
        if firstDigits == 6 {
            let (a, b, c) = (first / 10_000, first / 100 % 100, first % 100)
            switch order {
            case .ymd: return DateShape.day(a, b, c, yearDigits: 2)
            case .mdy: return DateShape.day(c, a, b, yearDigits: 2)
            case .dmy: return DateShape.day(c, b, a, yearDigits: 2)
            }
        }
        let eight = firstDigits == 8 ? first : firstDigits == 12 ? first / 10_000 : first / 1_000_000
        if let date = DateShape.day(eight / 10_000, eight / 100 % 100, eight % 100, yearDigits: 4) { return date }
        guard firstDigits == 8 else { return nil }
        let (a, b, year) = (eight / 1_000_000, eight / 10_000 % 100, eight % 10_000)
        return order == .mdy
            ? DateShape.day(year, a, b, yearDigits: 4) : DateShape.day(year, b, a, yearDigits: 4)
    }

    /// Years of one or two digits: 00…69 are 2000…2069, 70…99 are 1970…1999 (POSIX `strptime` has 68 and 69).
    private static func day(_ year: Int, _ month: Int, _ day: Int, yearDigits: Int) -> CivilDate? {
        var full = yearDigits >= 4 ? year : yearDigits == 3 ? 1911 + year : year < 70 ? 2000 + year : 1900 + year
        // The Buddhist calendar of Thai banks is 543 years ahead; no statement is of such a year otherwise.
        if (2513...2642).contains(full) { full -= 543 }
        guard DateParser.years.contains(full) else { return nil }
        return CivilDate(year: full, month: month, day: day)
    }
}

/// Cuts a cell into numbers and month names.
private struct PartScanner {
    struct Part {
        var value: Int
        /// 0 for a word.
        var digits: Int
        /// What stood before it.
        var separator: UInt8
        var isWord: Bool { digits == 0 }
    }

    private let cell: UnsafeRawBufferPointer
    private var index = 0

    init(_ cell: UnsafeRawBufferPointer) { self.cell = cell }

    /// The next number or month; weekdays and filling words (`of`, `de`, `den`, `st`, `nd`, `rd`, `th`) are passed over.
    mutating func next() -> Part? {
        let begin = index
        var separator: UInt8 = 0
        var gap = 0
        while index < cell.count, gap < 4 {
            let byte = cell[index]
            if DateParser.isDigit(byte) { return number(separator) }
            if isLetter(byte) {
                let start = index
                while index < cell.count, isLetter(cell[index]) { index += 1 }
                let word = UnsafeRawBufferPointer(rebasing: cell[start..<index])
                if let month = MonthNames.month(word) { return Part(value: month, digits: 0, separator: separator) }
                guard MonthNames.isFilling(word) else { break }
                gap = 0
                continue
            }
            guard PartScanner.isSeparator(byte) else { break }
            if separator == 0 || separator == 0x20 { separator = byte }
            gap += 1
            index += 1
        }
        index = begin
        return nil
    }

    /// `- / . : , '` and the space.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2D, 0x2F, 0x2E, 0x3A, 0x2C, 0x27, 0x20: true
        default: false
        }
    }

    private mutating func number(_ separator: UInt8) -> Part? {
        let start = index
        var value = 0
        while index < cell.count, DateParser.isDigit(cell[index]) {
            guard index - start < 14 else { return nil }
            value = value * 10 + Int(cell[index] - 0x30)
            index += 1
        }
        return Part(value: value, digits: index - start, separator: separator)
    }

    private func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 }

    /// Whether a time follows a mark: `:08:00`, `-08:00:00`.
    private func isClock(behind mark: Int) -> Bool {
        cell.count - mark > 4 && (cell[mark] == 0x3A || cell[mark + 3] == 0x3A)
    }

    /// What follows begins with none of the signs of a number or word that would make it something else, and has only
    /// the signs of times, zones and their names.
    func restIsTime() -> Bool {
        guard index < cell.count else { return true }
        var letters = 0
        for offset in index..<cell.count {
            let byte = cell[offset]
            if isLetter(byte) {
                letters += 1
                if letters > 6 { return false }
            } else if !DateParser.isDigit(byte), ![0x20, 0x3A, 0x2E, 0x2D, 0x2B, 0x5B, 0x5D, 0x2C].contains(byte) {
                return false
            }
        }
        // 31.12.2026.5 and 2026-10-31-7 are no dates; a trailing dot is usual in Hungarian.
        let next = cell[index]
        return next == 0x20 || next == 0x54 || next == 0x74 || next == 0x5B || index + 1 == cell.count || next == 0x2C
            || (next == 0x2E && cell[index + 1] == 0x20) || ([0x3A, 0x2D].contains(next) && isClock(behind: index))
    }
}

/// Names of months, by `rag-index/imports/months.tsv`.
enum MonthNames {
    private static let months: [String: Int] = {
        var table: [String: Int] = [:]
        for row in Resource.named("rag-index/imports/months.tsv").tableRows {
            for name in row[1].split(separator: "|") { table[String(name)] = Int(row[0]) }
        }
        return table
    }()

    private static let filling: Set<String> = [
        "of", "de", "del", "den", "der", "the", "st", "nd", "rd", "th", "er", "o", "mon", "tue", "tues", "wed", "thu",
        "thur", "thurs", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
        "sunday", "mo", "di", "mi", "do", "fr", "sa", "so",
    ]

    static func month(_ word: UnsafeRawBufferPointer) -> Int? {
        guard (3...24).contains(word.count) else { return nil }
        return months[NameKey.key(of: String(decoding: word, as: UTF8.self))]
    }

    static func isFilling(_ word: UnsafeRawBufferPointer) -> Bool {
        guard word.count <= 9 else { return false }
        return filling.contains(NameKey.key(of: String(decoding: word, as: UTF8.self)))
    }
}
