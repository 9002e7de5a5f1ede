import Ledger

/// The month or year that a summary is about, as far as it has gone, and those before it.
public struct SummarySpan: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable {
        case month, year

        var months: Int { self == .month ? 1 : 12 }
    }

    public let unit: Unit
    /// All of its days.
    public let whole: Period
    /// The days that have passed.
    public let period: Period

    /// - Returns: nil for one that has not begun.
    public init?(_ unit: Unit, of day: CivilDate, asOf: CivilDate) {
        let whole =
            unit == .month
            ? Period.month(of: day) : Period(day.startOfYear, day.endOfYear)
        guard whole.start <= asOf else { return nil }
        self.unit = unit
        self.whole = whole
        period = Period(whole.start, min(whole.end, asOf))
    }

    /// The last month that is over at the end of a day.
    public static func lastFullMonth(asOf: CivilDate) -> CivilDate {
        asOf == asOf.endOfMonth ? asOf.startOfMonth : asOf.startOfMonth.adding(months: -1)
    }

    public var isComplete: Bool { period == whole }

    /// `2026-10`, or `2026` of a year.
    public var key: String { String(whole.start.iso.prefix(unit == .month ? 7 : 4)) }

    /// `October 2026`, `2026`.
    public var name: String { whole.label }

    /// The day from which everything is seen: nothing that came after it changes a summary, but that a payment came again.
    var viewDay: CivilDate { period.end }

    /// All of the month or year so many before this one.
    func earlier(_ count: Int) -> Period {
        let start = whole.start.adding(months: -count * unit.months)
        return Period(start, start.adding(months: unit.months).adding(days: -1))
    }

    /// The same days of an earlier one: all of it, or as many as have passed of this one.
    func sameDays(_ count: Int) -> Period {
        let earlier = earlier(count)
        if isComplete { return earlier }
        let end = min(earlier.end, period.end.adding(months: -count * unit.months))
        return Period(earlier.start, end)
    }
}
