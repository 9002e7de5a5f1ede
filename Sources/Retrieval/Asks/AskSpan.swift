import Ledger

/// Units of the calendar: their numbers, ends and lengths.
///
/// A day is its day number, a week that of its Monday, a weekend that of its Saturday; a month counts from year 0.
enum CalendarUnit: Int, Comparable {
    case day, weekend, week, month, quarter, year

    init?(_ unit: Ask.Unit) {
        switch unit {
        case .day: self = .day
        case .week: self = .week
        case .weekend: self = .weekend
        case .month: self = .month
        case .quarter: self = .quarter
        case .year: self = .year
        case .transaction, .merchant, .category, .account: return nil
        }
    }

    init?(_ grouping: Ask.Grouping) {
        switch grouping {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        case .quarter: self = .quarter
        case .year: self = .year
        case .category, .merchant, .account, .weekday, .currency, .weekend: return nil
        }
    }

    static func < (a: CalendarUnit, b: CalendarUnit) -> Bool { a.rawValue < b.rawValue }

    /// Months in it; nil for what is counted in days.
    var months: Int? {
        switch self {
        case .day, .week, .weekend: nil
        case .month: 1
        case .quarter: 3
        case .year: 12
        }
    }

    /// The number of the unit that a day is in; nil for a day that is in no weekend.
    func number(_ day: CivilDate) -> Int64? {
        switch self {
        case .day: Int64(day.dayNumber)
        case .week: Int64(day.startOfWeek.dayNumber)
        case .weekend: day.weekday >= 6 ? Int64(day.startOfWeek.dayNumber) + 5 : nil
        case .month: Int64(day.monthNumber)
        case .quarter: Int64(day.monthNumber / 3)
        case .year: Int64(day.year)
        }
    }

    /// The days of the unit of that number.
    func period(_ number: Int64) -> Period {
        func days(_ first: Int64, _ count: Int) -> Period {
            let start = CivilDate(dayNumber: Int32(first))
            return Period(start, start.adding(days: count - 1))
        }
        switch self {
        case .day: return days(number, 1)
        case .week: return days(number, 7)
        case .weekend: return days(number, 2)
        case .month, .quarter, .year:
            let count = months ?? 1
            let month = Int(number) * count
            let start = CivilDate(year: max(1, month / 12), month: month % 12 + 1, day: 1) ?? CivilDate(dayNumber: 0)
            return Period(start, start.adding(months: count).adding(days: -1))
        }
    }

    /// The number of a unit made of whole months from a month's own number.
    func number(ofMonth month: Int64) -> Int64 { month / Int64(months ?? 1) }

    /// Whether no day of the one lies in two of the other, so that sums of it are sums of these.
    func isWithin(_ other: CalendarUnit) -> Bool {
        self == other || self == .day || self == .weekend && other == .week || (months != nil && self < other)
    }
}

/// The days that an ask is about as far as there is data, and what can be counted in them.
struct AskSpan {
    /// In order of time, apart from one another.
    let spans: [Period]
    /// Whether a row that is meant can have been made on a day: `on weekends` leaves out the others.
    let isEligible: (CivilDate) -> Bool
    /// What coverage ends a span, so that a unit which only lacks days without rows is whole.
    private let coverage: Period?
    private let asOf: CivilDate

    /// Days without a row at either end of the data that are days without purchases; more are days without data.
    static let grace = 7

    /// - Parameter periods: those asked for; nil for everything there is.
    init(_ periods: [Period]?, filter: RowFilter, coverage: Period?, asOf: CivilDate) {
        self.coverage = coverage
        self.asOf = asOf
        isEligible = { filter.allows($0) != false }
        guard let coverage else {
            spans = []
            return
        }
        let lastKnown = max(asOf, coverage.end)
        let everything = Period(
            coverage.start, lastKnown <= coverage.end.adding(days: AskSpan.grace) ? lastKnown : coverage.end)
        spans = (periods ?? [everything]).compactMap { asked in
            let start = coverage.start > asked.start.adding(days: AskSpan.grace) ? coverage.start : asked.start
            var end = min(asked.end, lastKnown)
            if coverage.end.adding(days: AskSpan.grace) < end { end = coverage.end }
            return start <= end ? Period(start, end) : nil
        }
    }

    private init(_ spans: [Period], _ isEligible: @escaping (CivilDate) -> Bool, _ other: AskSpan) {
        self.spans = spans
        self.isEligible = isEligible
        (coverage, asOf) = (other.coverage, other.asOf)
    }

    /// The part of it within a group of time.
    func within(_ period: Period) -> AskSpan {
        AskSpan(
            spans.compactMap { span in
                let (start, end) = (max(span.start, period.start), min(span.end, period.end))
                return start <= end ? Period(start, end) : nil
            }, isEligible, self)
    }

    /// Only days of these ISO weekdays.
    func on(_ weekdays: Set<Int>) -> AskSpan {
        let isEligible = isEligible
        return AskSpan(spans, { weekdays.contains($0.weekday) && isEligible($0) }, self)
    }

    // MARK: Units

    /// Every unit that has a day in it on which there can be a row, in order of time.
    func units(_ unit: CalendarUnit) -> [Int64] { units(unit, in: spans) }

    private func units(_ unit: CalendarUnit, in spans: [Period]) -> [Int64] {
        var out: [Int64] = []
        for span in spans {
            for offset in 0..<span.days {
                let day = span.start.adding(days: offset)
                guard let number = unit.number(day), out.last != number, isEligible(day) else { continue }
                out.append(number)
            }
        }
        return out
    }

    /// The units that lie in it wholly; all where none does. A running month is none beside full ones.
    func fullUnits(_ unit: CalendarUnit) -> [Int64] {
        let spans = snapped(to: unit)
        let all = units(unit, in: spans)
        let full = all.filter { number in
            let days = unit.period(number)
            return spans.contains { $0.start <= days.start && days.end <= $0.end }
        }
        return full.isEmpty ? all : full
    }

    /// What a sum is divided by for its mean per unit, as a fraction, and the units that the sum is of; nil units for all.
    struct Divisor {
        var numerator: Int64
        var denominator: Int64
        var only: Set<Int64>?
        /// The running unit that is left out.
        var leftOut: Period?

        /// A sum divided by it, half away from zero.
        func mean(_ sum: Int64) -> Int64 { roundedQuotient(sum, times: denominator, by: numerator) }
    }

    /// - Returns: nil where there is no such unit in it.
    func divisor(_ unit: CalendarUnit) -> Divisor? {
        let days = spans.reduce(Int64(0)) { $0 + Int64($1.days) }
        guard days > 0 else { return nil }
        guard let length = unit.months else {
            if unit == .week { return Divisor(numerator: days, denominator: 7) }
            let count = Int64(units(unit).count)
            return count > 0 ? Divisor(numerator: count, denominator: 1) : nil
        }
        let snapped = snapped(to: unit)
        if snapped.allSatisfy({ span in unit.number(span.start).map { unit.period($0).start == span.start } ?? false })
        {
            let all = Set(snapped.flatMap { units(unit, of: $0) }).sorted()
            let full = all.filter { number in
                let days = unit.period(number)
                return snapped.contains { $0.start <= days.start && days.end <= $0.end }
            }
            if !full.isEmpty {
                let rest = all.filter { !full.contains($0) }
                return Divisor(
                    numerator: Int64(full.count), denominator: 1, only: rest.isEmpty ? nil : Set(full),
                    leftOut: rest.last.map(unit.period))
            }
        }
        if snapped.allSatisfy({ $0.start.day == 1 && $0.end == $0.end.endOfMonth }) {
            let months = snapped.reduce(0) { $0 + $1.end.monthNumber - $1.start.monthNumber + 1 }
            return Divisor(numerator: Int64(months), denominator: Int64(length))
        }
        // `the past 6 months`, from one day of a month to the day before it.
        let months = snapped.map(\.wholeMonths)
        if months.allSatisfy({ $0 != nil }) {
            return Divisor(numerator: Int64(months.reduce(0) { $0 + ($1 ?? 0) }), denominator: Int64(length))
        }
        // A month is 365.25 / 12 days.
        return Divisor(numerator: days * 1200, denominator: 36_525 * Int64(length))
    }

    /// Units by their ends alone, whatever days rows can be on.
    private func units(_ unit: CalendarUnit, of span: Period) -> [Int64] {
        guard let first = unit.number(span.start), let last = unit.number(span.end) else { return [] }
        return Array(first...last)
    }

    /// The spans with ends that only lack days without rows at the ends of the data moved to those of the unit.
    private func snapped(to unit: CalendarUnit) -> [Period] {
        guard unit.months != nil, let coverage else { return spans }
        return spans.map { span in
            var (start, end) = (span.start, span.end)
            if start == coverage.start, let number = unit.number(start) {
                let first = unit.period(number).start
                if start <= first.adding(days: AskSpan.grace) { start = first }
            }
            if end == coverage.end, let number = unit.number(end) {
                let last = unit.period(number).end
                if last <= end.adding(days: AskSpan.grace), last <= asOf { end = last }
            }
            return Period(start, end)
        }
    }
}

extension RowFilter {
    /// Whether rows of a day can meet it: false where its weekdays or days of the month leave the day out, nil where that
    /// depends on the row.
    func allows(_ day: CivilDate) -> Bool? {
        switch self {
        case .all: return true
        case .weekdays(let days): return days.contains(day.weekday)
        case .daysOfMonth(let days): return days.contains(day.day)
        case .not(let part): return part.allows(day).map { !$0 }
        case .and(let parts):
            let all = parts.map { $0.allows(day) }
            return all.contains(false) ? false : all.contains(nil) ? nil : true
        case .or(let parts):
            let all = parts.map { $0.allows(day) }
            return all.contains(true) ? true : all.contains(nil) ? nil : false
        case .category, .merchant, .account, .text, .amount, .status, .currency, .recurring, .rows, .near, .after,
            .before:
            return nil
        }
    }
}

extension Period {
    /// How many months it lasts, where it ends on the day before the one of the month that it began on; nil for other spans.
    fileprivate var wholeMonths: Int? {
        let months = end.adding(days: 1).monthNumber - start.monthNumber
        return months > 0 && start.adding(months: months) == end.adding(days: 1) ? months : nil
    }
}
