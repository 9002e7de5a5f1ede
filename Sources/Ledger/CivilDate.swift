/// A day of the proleptic Gregorian calendar without time or zone, kept as the number of days since
/// 1970-01-01 (negative before). Ordering and differences are integer operations.
///
/// The conversions follow Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let dayNumber: Int32

    public init(dayNumber: Int32) {
        self.dayNumber = dayNumber
    }

    /// - Returns: nil when there is no such day (31 April, 29 February of a common year) or the year is
    ///   outside 1...9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDate.days(inMonth: month, year: year)
        else { return nil }
        self.init(validYear: year, month: month, day: day)
    }

    private init(validYear year: Int, month: Int, day: Int) {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        dayNumber = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    /// Year, month 1...12 and day 1...31.
    public var components: (year: Int, month: Int, day: Int) {
        let z = Int(dayNumber) + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthIndex + 2) / 5 + 1
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, day)
    }

    public var year: Int { components.year }
    public var month: Int { components.month }
    public var day: Int { components.day }

    /// The ISO weekday: 1 = Monday … 7 = Sunday.
    public var weekday: Int {
        let shifted = (Int(dayNumber) + 3) % 7
        return (shifted < 0 ? shifted + 7 : shifted) + 1
    }

    /// Months since year 0, for counting and grouping by calendar month.
    public var monthNumber: Int {
        let c = components
        return c.year * 12 + c.month - 1
    }

    public static func isLeap(year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    public static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.dayNumber < b.dayNumber }

    /// The first and last day whose year has at most four digits; a calculation that would go beyond ends there.
    public static let first = CivilDate(validYear: 1, month: 1, day: 1)
    public static let last = CivilDate(validYear: 9999, month: 12, day: 31)

    public func adding(days: Int) -> CivilDate {
        let (sum, isBeyond) = Int(dayNumber).addingReportingOverflow(days)
        if isBeyond { return days > 0 ? .last : .first }
        return CivilDate(
            dayNumber: Int32(min(max(sum, Int(CivilDate.first.dayNumber)), Int(CivilDate.last.dayNumber))))
    }

    /// The same day of the month `months` later, or the month's last day when it is shorter
    /// (31 January + 1 month = 28 or 29 February).
    public func adding(months: Int) -> CivilDate {
        let c = components
        let (total, isBeyond) = (c.year * 12 + c.month - 1).addingReportingOverflow(months)
        let year = total >= 0 ? total / 12 : (total - 11) / 12
        guard !isBeyond, (1...9999).contains(year) else { return months > 0 ? .last : .first }
        let month = total - year * 12 + 1
        return CivilDate(validYear: year, month: month, day: min(c.day, CivilDate.days(inMonth: month, year: year)))
    }

    /// Years move 29 February to 28 February of a common year.
    public func adding(years: Int) -> CivilDate {
        adding(months: years.multipliedReportingOverflow(by: 12).overflow ? years : years * 12)
    }

    /// Days from `other` to this day; positive when this day is later.
    public func days(since other: CivilDate) -> Int { Int(dayNumber) - Int(other.dayNumber) }

    public var startOfMonth: CivilDate { adding(days: 1 - day) }
    public var endOfMonth: CivilDate {
        let c = components
        return adding(days: CivilDate.days(inMonth: c.month, year: c.year) - c.day)
    }
    public var startOfYear: CivilDate { CivilDate(validYear: year, month: 1, day: 1) }
    public var endOfYear: CivilDate { CivilDate(validYear: year, month: 12, day: 31) }
    /// The Monday of this day's week.
    public var startOfWeek: CivilDate { adding(days: 1 - weekday) }
    /// The quarter of the year, 1...4.
    public var quarter: Int { (month - 1) / 3 + 1 }
    public var startOfQuarter: CivilDate {
        let c = components
        return CivilDate(validYear: c.year, month: (c.month - 1) / 3 * 3 + 1, day: 1)
    }
    public var endOfQuarter: CivilDate { startOfQuarter.adding(months: 2).endOfMonth }

    /// Parses exactly `YYYY-MM-DD`.
    public init?(iso text: some StringProtocol) {
        let u = Array(text.utf8)
        guard u.count == 10, u[4] == 0x2D, u[7] == 0x2D else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for i in range {
                guard (0x30...0x39).contains(u[i]) else { return nil }
                value = value * 10 + Int(u[i] - 0x30)
            }
            return value
        }
        guard let y = number(0..<4), let m = number(5..<7), let d = number(8..<10) else { return nil }
        self.init(year: y, month: m, day: d)
    }

    /// `YYYY-MM-DD`.
    public var iso: String {
        let c = components
        return "\(padded(c.year, to: 4))-\(padded(c.month, to: 2))-\(padded(c.day, to: 2))"
    }

    public static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    public static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// `Oct 31, 2026`, for a column.
    public var columnText: String {
        let c = components
        return "\(CivilDate.monthNames[c.month - 1].prefix(3)) \(c.day), \(c.year)"
    }

    /// `October 31, 2026`.
    public var longText: String { "\(dayText), \(year)" }

    /// `October 31`.
    public var dayText: String {
        let c = components
        return "\(CivilDate.monthNames[c.month - 1]) \(c.day)"
    }

    /// The day as one says it on another one: `October 31`, with the year only where nobody would guess it, outside of
    /// that day's year and the months next to that day.
    public func text(near today: CivilDate) -> String {
        year == today.year || abs(monthNumber - today.monthNumber) <= 1 ? dayText : longText
    }
}

extension CivilDate: CustomStringConvertible {
    public var description: String { iso }
}

/// A non-negative number in decimal with leading zeros up to `width`.
func padded(_ value: Int, to width: Int) -> String {
    let digits = String(value)
    return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
