import Ledger

/// Whole days that an expression means, before it is decided where in the question they apply.
struct TimeSpan {
    var start: CivilDate
    var end: CivilDate
    var unit: TimeUnit
    var count = 1
    /// nil for the two ends in words.
    var label: String?
    /// What it is called when it is cut at the as-of date, where that is more than "so far".
    var cutLabel: String?
    var weekdays: Set<Int> = []
    /// Whether a span that is still running ends at the as-of date.
    var isCutAtAsOf = true
    var isOpenStart = false
    var ambiguity: String?
    var assumption: String?
    var holiday: Holiday?
    /// Whether it comes every year and no year was said.
    var lacksYear = false
    /// How often what was named comes again: March every year, Friday every week.
    var cycle: Recurrence.Cycle?
    /// Of days since something what that is.
    var origin: Period?

    init(_ start: CivilDate, _ end: CivilDate, _ unit: TimeUnit, count: Int = 1, label: String? = nil) {
        self.start = start
        self.end = max(start, end)
        self.unit = unit
        self.count = count
        self.label = label
    }

    static func day(_ date: CivilDate, label: String? = nil) -> TimeSpan { TimeSpan(date, date, .day, label: label) }

    /// The calendar unit that `date` lies in.
    static func containing(_ date: CivilDate, _ unit: TimeUnit) -> TimeSpan {
        switch unit {
        case .day: return .day(date)
        case .week: return TimeSpan(date.startOfWeek, date.startOfWeek.adding(days: 6), .week)
        case .weekend:
            let saturday = date.startOfWeek.adding(days: 5)
            return TimeSpan(saturday, saturday.adding(days: 1), .weekend)
        case .month: return TimeSpan(date.startOfMonth, date.endOfMonth, .month)
        case .quarter: return TimeSpan(date.startOfQuarter, date.endOfQuarter, .quarter)
        case .half:
            let start = date.month > 6 ? date.startOfYear.adding(months: 6) : date.startOfYear
            return TimeSpan(start, start.adding(months: 5).endOfMonth, .half)
        case .year: return TimeSpan(date.startOfYear, date.endOfYear, .year)
        }
    }

    /// The calendar unit `offset` units from the one that `date` lies in.
    static func containing(_ date: CivilDate, _ unit: TimeUnit, offset: Int) -> TimeSpan {
        if let months = unit.months {
            return containing(date.startOfMonth.adding(months: offset * months), unit)
        }
        return containing(date.adding(days: offset * (unit == .day ? 1 : 7)), unit)
    }

    /// Whole months of several years by their names, `2024–2025`; nil for all else.
    static func monthsLabel(_ start: CivilDate, _ end: CivilDate) -> String? {
        guard start.day == 1, end == end.endOfMonth, start.year != end.year else { return nil }
        if start.month == 1, end.month == 12 { return "\(start.year)–\(end.year)" }
        let names = CivilDate.monthNames
        return "\(names[start.month - 1]) \(start.year) – \(names[end.month - 1]) \(end.year)"
    }

    /// The period meant and the same uncut; nothing is cut without an as-of date.
    func periods(asOf: CivilDate?) -> (period: Period, whole: Period) {
        let whole = Period(start, end, label: label ?? TimeSpan.monthsLabel(start, end))
        guard let asOf, isCutAtAsOf, start <= asOf, asOf < end else { return (whole, whole) }
        let isNamed = unit.months != nil || label != nil
        return (Period(start, asOf, label: cutLabel ?? (isNamed ? "\(whole.label) so far" : nil)), whole)
    }
}

/// What a word names without saying which one: "March", "Friday", "the 15th", "Christmas".
///
/// Occurrence 0 lies in the year, month or week of the as-of date, −1 in the one before.
struct Recurrence {
    enum Cycle: Int, Comparable, Sendable {
        case week, month, year
        static func < (a: Cycle, b: Cycle) -> Bool { a.rawValue < b.rawValue }
    }

    var cycle: Cycle
    /// nil where there is none: 29 February of a common year.
    var occurrence: (Int) -> TimeSpan?

    init(_ cycle: Cycle, _ occurrence: @escaping (Int) -> TimeSpan?) {
        self.cycle = cycle
        self.occurrence = occurrence
    }

    /// The most recent one that has begun on `date`.
    func lastBegun(on date: CivilDate) -> TimeSpan? { latest { $0.start <= date } }

    /// The most recent one that is over before `date`.
    func lastOver(before date: CivilDate) -> TimeSpan? { latest { $0.end < date } }

    /// The first one that is not over before `date`.
    func nextRunning(on date: CivilDate) -> TimeSpan? { earliest { $0.end >= date } }

    func next(after date: CivilDate) -> TimeSpan? { earliest { $0.start > date } }

    /// The one in whose days `date` lies.
    func running(on date: CivilDate) -> TimeSpan? {
        latest { $0.start <= date }.flatMap { $0.end >= date ? $0 : nil }
    }

    /// Leap days are up to eight years apart.
    private func latest(where holds: (TimeSpan) -> Bool) -> TimeSpan? {
        for index in stride(from: 1, through: -9, by: -1) {
            if let span = occurrence(index), holds(span) { return span }
        }
        return nil
    }

    private func earliest(where holds: (TimeSpan) -> Bool) -> TimeSpan? {
        for index in -2...9 {
            if let span = occurrence(index), holds(span) { return span }
        }
        return nil
    }

    /// The same counted from the cycle that `date` lies in instead of that of the as-of date.
    func centred(on date: CivilDate, asOf: CivilDate) -> Recurrence {
        let shift =
            switch cycle {
            case .week: date.startOfWeek.days(since: asOf.startOfWeek) / 7
            case .month: date.monthNumber - asOf.monthNumber
            case .year: date.year - asOf.year
            }
        return Recurrence(cycle) { occurrence($0 + shift) }
    }
}

/// A span, or what is one once it is known which occurrence is meant.
enum TimePoint {
    case span(TimeSpan)
    case recurring(Recurrence)
}
