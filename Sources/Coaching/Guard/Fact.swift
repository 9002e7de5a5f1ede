import Ledger
import Understanding

/// Something that the evidence says: a value, and what it is a value of.
struct Fact: Sendable {
    enum Value: Hashable, Sendable {
        /// The sign is kept for changes and nets.
        case money(Money)
        /// Not rounded where its parts are known.
        case percent(Double)
        case multiple(Double)
        case count(Int, Claim.Noun)
        case day(CivilDate)
    }

    enum Role: Hashable, Sendable {
        case total, previous, change, group, row, average, other
    }

    /// What a percentage is of.
    enum Whole: Hashable, Sendable {
        /// All that was spent or came in, or what of it was asked about.
        case all(MoneyKind, Set<String>)
        /// What there was before.
        case before
        /// Another thing: groceries as a part of rent.
        case other(Set<String>)
        /// What is left of all without something.
        case rest
    }

    var value: Value
    /// What it is of: `c:groceries`, `n:costco`, `r:income`; empty for everything together.
    var labels: Set<String> = []
    /// The days it is for; nil where none are known.
    var period: Period?
    /// For a change the days it is a change from.
    var otherPeriod: Period?
    var role = Role.other
    /// What it is an amount per.
    var per: Query.AverageUnit?
    /// The labels of each part of a sum; all of them must be meant.
    var parts: [Set<String>] = []
    /// What kind of money it is; empty where that is open.
    var kinds: Set<MoneyKind> = []
    /// For a percentage what it is a part of; nil where that is open.
    var whole: Whole?
    /// Words of which a sentence must have one to speak of it: an amount that is usual is none that was spent.
    var needs: Set<String> = []
    /// The one day on which it is so; nil where that is open.
    var day: CivilDate?
    /// It is so without the purchase that was asked about, and no more so after it.
    var isBeforePurchase = false

    var isCount: Bool { if case .count = value { true } else { false } }
    /// A number of rows.
    var isOfRows: Bool {
        guard case .count(_, let noun) = value else { return false }
        return noun == .rows || noun == .either
    }
    /// How long something is.
    var isLength: Bool {
        guard case .count(_, let noun) = value else { return false }
        return labels.isEmpty && [.days, .weeks, .months, .years].contains(noun)
    }
    var money: Money? { if case .money(let money) = value { money } else { nil } }
}

/// The days and spans that may be named, and which of them a sentence means.
struct KnownDays: Sendable {
    let asOf: CivilDate
    private(set) var days: Set<CivilDate> = []
    /// Days on which something happened or will: rows, due dates.
    private(set) var eventDays: Set<CivilDate> = []
    private var figureDays: Set<CivilDate> = []
    private(set) var periods: [Period] = []
    private(set) var weekdays: Set<Int> = []
    private var months: Set<Int> = []
    var main: Period?
    var comparison: Period?

    init(asOf: CivilDate) {
        self.asOf = asOf
        days.insert(asOf)
    }

    private mutating func add(_ day: CivilDate) {
        days.insert(day)
        months.insert(day.monthNumber)
    }

    /// A day that a figure is, such as that of the lowest balance, may be said of what the figure is of.
    mutating func add(figure day: CivilDate) {
        add(event: day)
        figureDays.insert(day)
    }

    mutating func add(event day: CivilDate) {
        add(day)
        eventDays.insert(day)
        weekdays.insert(day.weekday)
    }

    mutating func add(weekday: Int) { weekdays.insert(weekday) }

    /// The months of a quarter may each be named, those of a year only where something is known of them.
    private static let namedThroughout = 100

    mutating func add(_ period: Period) {
        guard !periods.contains(period) else { return }
        periods.append(period)
        add(period.start)
        add(period.end)
        guard period.days <= KnownDays.namedThroughout else { return }
        for month in period.start.monthNumber...period.end.monthNumber { months.insert(month) }
    }

    /// The spans that a form may stand for; nil when there is no such day or span here, empty when it says nothing
    /// about which.
    func meanings(of form: SaidPeriod.Form) -> [Period]? {
        switch form {
        case .day(let month, let day, let year):
            return found(days.filter { falls($0, month: month, day: day, year: year) }.map { Period($0, $0) })
        case .dayOfMonth(let day): return found(days.filter { $0.day == day }.map { Period($0, $0) })
        case .month(let month, let year):
            let known = months.filter { $0 % 12 + 1 == month && (year == nil || $0 / 12 == year) }
            return found(known.compactMap { Period.month(year: $0 / 12, month: $0 % 12 + 1) })
        case .year(let year):
            guard months.contains(where: { $0 / 12 == year }) else { return nil }
            return CivilDate(year: year, month: 1, day: 1).map { [Period($0, $0.endOfYear)] }
        case .quarter(let quarter, let year):
            return found(
                periods.filter {
                    $0.start == $0.start.startOfQuarter && $0.start.quarter == quarter
                        && $0.end <= $0.start.endOfQuarter
                        && $0.days > 31 && (year ?? $0.start.year) == $0.start.year
                })
        case .weekday(let weekday):
            // `since Monday`, where the week begins with it.
            let isEnd = main.map { $0.start.weekday == weekday || $0.end.weekday == weekday } ?? false
            return weekdays.contains(weekday) || isEnd ? [] : nil
        case .span, .months: return span(form)
        case .relative(let period, let whole): return relative(period, whole)
        case .before(let unit): return before(unit)
        }
    }

    private func found(_ periods: [Period]) -> [Period]? { periods.isEmpty ? nil : periods }

    private func falls(_ date: CivilDate, month: Int, day: Int, year: Int?) -> Bool {
        let parts = date.components
        return parts.month == month && parts.day == day && (year == nil || parts.year == year)
    }

    private func span(_ form: SaidPeriod.Form) -> [Period]? {
        func ends(_ first: Set<CivilDate>, _ last: Set<CivilDate>, longest: Int) -> [Period]? {
            let pairs = first.flatMap { start in
                last.filter { $0 > start && $0.days(since: start) < longest }.map { Period(start, $0) }
            }
            return found(pairs)
        }
        switch form {
        case .span(let first, let month, let firstYear, let last, let other, let year):
            return ends(
                days.filter { falls($0, month: month, day: first, year: firstYear) },
                days.filter { falls($0, month: other, day: last, year: year) }, longest: firstYear == nil ? 400 : 40_000
            )
        case .months(let first, let last, let year):
            let starts = months.filter { $0 % 12 + 1 == first }
            let stops = months.filter { $0 % 12 + 1 == last && (year == nil || $0 / 12 == year) }
            let pairs = starts.flatMap { start in
                stops.filter { $0 > start && $0 - start < 12 }.compactMap { stop -> Period? in
                    guard let begin = Period.month(year: start / 12, month: start % 12 + 1),
                        let end = Period.month(year: stop / 12, month: stop % 12 + 1)
                    else { return nil }
                    return Period(begin.start, end.end)
                }
            }
            return found(pairs)
        default: return nil
        }
    }

    private func relative(_ period: Period, _ whole: Period) -> [Period]? {
        // `the next 30 days` may begin today or tomorrow.
        if let main, period.days > 7, period.end > asOf, main.isNear(period) { return [main, period, whole] }
        if periods.contains(period) || periods.contains(whole) { return [period, whole] }
        if whole.days == 1, let comparison, period.start == asOf.adding(years: -1) { return [comparison, period] }
        if whole.days == 1 { return days.contains(period.start) ? [period] : nil }
        let isMonth = whole == Period.month(of: whole.start)
        if isMonth, months.contains(whole.start.monthNumber) { return [period, whole] }
        // `your last three months`, where each of them is known.
        let isOfMonths = whole.start.day == 1 && whole.end.adding(days: 1).day == 1 && whole.days < 370
        if isOfMonths, (whole.start.monthNumber...whole.end.monthNumber).allSatisfy(months.contains) {
            return [period, whole]
        }
        let ahead = whole.end > asOf ? whole : period
        if period.days <= 92, eventDays.contains(where: ahead.contains) { return [period, whole] }
        if let comparison, comparison.start == period.start { return [comparison] }
        let isRunning =
            main.map {
                $0.start == period.start && $0.end <= whole.end && ($0.end >= asOf.adding(days: -1) || isMonth)
            } ?? false
        return isRunning ? [period, whole] : nil
    }

    private func before(_ unit: TimeUnit?) -> [Period]? {
        if let comparison { return [comparison] }
        if unit == .day { return [] }
        guard let main else { return nil }
        let earlier = periods.filter { $0.end < main.start && main.start.days(since: $0.end) <= 1 }
        if let unit, earlier.isEmpty {
            let start: CivilDate
            switch unit {
            case .day: start = asOf.adding(days: -1)
            case .week, .weekend: start = asOf.startOfWeek.adding(days: -7)
            case .month: start = asOf.startOfMonth.adding(months: -1)
            case .quarter: start = asOf.startOfQuarter.adding(months: -3)
            case .half: start = asOf.startOfMonth.adding(months: -6)
            case .year: start = asOf.startOfYear.adding(years: -1)
            }
            return found(periods.filter { $0.start == start && $0.end < asOf })
        }
        return found(earlier)
    }
}

extension KnownDays {
    /// Whether a figure for `period` may be said of the span `said`.
    func fits(_ period: Period, said: Period) -> Bool {
        if period == said { return true }
        let isInside = said.contains(period.start) && said.contains(period.end)
        if isInside {
            // What is safe to spend this week is so from today on.
            if period.start == asOf, period.end == said.end { return true }
            // A single day, a span cut at today, or most of a month.
            let isCut = said.days <= 31 || period.end >= asOf.adding(days: -1) || period == comparison
            return period.days == 1 || period.start == said.start && isCut
                || said.days <= 31 && period.days >= 20 && said == Period.month(of: said.start)
        }
        let isWithin = period.contains(said.start) && period.contains(said.end)
        return isWithin && said.days == 1
            && ([period.start, period.end, asOf].contains(said.start) || figureDays.contains(said.start))
            || said.days == 1 && period.days > 1
                && (said.start == period.end.adding(days: 1) || said.start == period.start.adding(days: -1))
    }
}

extension Period {
    /// Whether both ends are at most a day from those of another.
    fileprivate func isNear(_ other: Period) -> Bool {
        abs(start.days(since: other.start)) <= 1 && abs(end.days(since: other.end)) <= 1
    }
}
