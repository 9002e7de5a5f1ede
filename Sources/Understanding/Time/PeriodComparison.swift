import Ledger

/// Sets beside a period what it is compared with, so that like is held against like: a month that is still running
/// against the same days of the one before, a part of a year against the same part of another.
public struct PeriodComparison {
    let asOf: CivilDate

    /// What another time means beside a period.
    ///
    /// A time that is named (`August`, `2025`) is taken whole, except a year beside what is no year; one that is said by
    /// how far it is away (`last month`) is taken as far as the running one has come.
    /// - Parameters:
    ///   - isNamed: whether it is called by its own name.
    ///   - isAssumed: whether `period` was assumed to stand beside it.
    func other(_ other: TimeExpression, beside period: Period, isNamed: Bool, isAssumed: Bool = false) -> Period {
        if let part = samePartOfYear(other, beside: period, isNamed: isNamed && !isAssumed) { return part }
        let isYear = other.unit == .year
        var result = !isNamed || isAssumed && isYear ? asFar(other, as: period) : other.period
        if result == period { result = other.before }
        return result
    }

    /// The same days of another calendar year, where that year as a whole was said.
    private func samePartOfYear(_ other: TimeExpression, beside period: Period, isNamed: Bool) -> Period? {
        guard other.unit == .year, other.count == 1, isCalendarUnit(other), !isWholeYear(period) else { return nil }
        let isYearToDate = period.start == asOf.startOfYear && period.end == asOf
        if isYearToDate, isNamed { return nil }
        let years = period.end.year - other.whole.start.year
        guard years != 0, period.days <= 366 else { return nil }
        let moved = period.moved(by: -years, .year)
        return moved.start <= asOf ? Period(moved.start, min(moved.end, asOf)) : nil
    }

    private func isWholeYear(_ period: Period) -> Bool {
        period.start == period.start.startOfYear && period.end == period.start.endOfYear
    }

    /// Whether the expression means a unit of the calendar and not a season or days counted back.
    private func isCalendarUnit(_ time: TimeExpression) -> Bool {
        let unit = TimeSpan.containing(time.whole.start, time.unit)
        return time.holiday == nil && time.count == 1 && unit.start == time.whole.start && unit.end == time.whole.end
    }

    /// What a period is held against when nothing is said: the same days of the month before, of a year before, or as many
    /// days before these.
    ///
    /// - Parameter earliest: the first day of the data; a part of a year is held against the same part of the year before
    ///   only where that is known.
    public static func preceding(_ period: Period, knownFrom earliest: CivilDate? = nil) -> Period {
        let start = period.start
        if start == start.startOfYear, period.end == start.endOfYear {
            return Period(start.adding(months: -12), start.adding(days: -1))
        }
        if start == start.startOfYear, period.days > 31, let earliest, earliest <= start.adding(months: -12) {
            return period.moved(by: -1, .year)
        }
        if start == start.startOfMonth, period.end <= start.endOfMonth {
            let month = Period.month(of: start.adding(months: -1))
            if period.end == start.endOfMonth { return month }
            return Period(month.start, min(month.end, month.start.adding(days: period.days - 1)))
        }
        return Period(start.adding(days: -period.days), start.adding(days: -1))
    }

    /// The beginning of a unit, as many days as the running one has had.
    private func asFar(_ other: TimeExpression, as period: Period) -> Period {
        guard isCalendarUnit(other) else { return other.period }
        return PeriodComparison.begun(other.whole, other.unit, as: period, asOf: asOf) ?? other.period
    }

    /// The first days of `whole`, where `period` is a unit of that kind that is still running.
    static func begun(_ whole: Period, _ unit: TimeUnit, as period: Period, asOf: CivilDate) -> Period? {
        let running = TimeSpan.containing(asOf, unit)
        guard unit != .day, period.start == running.start, period.end == asOf, asOf < running.end,
            whole.start < period.start
        else { return nil }
        let end: CivilDate
        if unit.months == nil {
            end = whole.start.adding(days: period.days - 1)
        } else {
            end = asOf.adding(months: whole.start.monthNumber - period.start.monthNumber)
        }
        return Period(whole.start, min(whole.end, max(whole.start, end)))
    }

    /// What words such as "the month before" mean beside a period, as far as a running one has come.
    func neighbour(in tokens: [Token], of period: Period, context: TimeContext) -> Period? {
        guard let moved = TimeParser.shift(in: tokens, from: period, context: context) else { return nil }
        return PeriodComparison.begun(moved.whole, moved.unit, as: period, asOf: asOf) ?? moved.period
    }

    /// The period to hold against a time when none is said: the running unit of its kind, else as many days up to now.
    func current(beside other: TimeExpression) -> Period? {
        guard other.whole.end < asOf else { return nil }
        if isCalendarUnit(other), other.unit != .day {
            return TimeSpan.containing(asOf, other.unit).periods(asOf: asOf).period
        }
        let past = Period.past(days: other.period.days, endingOn: asOf)
        // No day is held against itself.
        return past.start > other.whole.end ? past : Period(other.whole.end.adding(days: 1), asOf)
    }
}

extension QuestionReading {
    /// Whether a time is called by its own name and not by how far it is from today.
    func isNamed(_ time: TimeExpression) -> Bool {
        !keys[time.tokens].contains {
            ["last", "previous", "prev", "prior", "past", "ago", "before", "preceding", "earlier"].contains($0)
        }
    }
}
