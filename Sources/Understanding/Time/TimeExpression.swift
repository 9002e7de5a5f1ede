import Ledger

/// Which part of a date that is written in numbers only comes first: `3/4` is March 4 or 3 April.
public enum DateOrder: String, Hashable, Sendable {
    case mdy, dmy
}

/// What the meaning of a time expression depends on besides its words.
public struct TimeContext: Equatable, Sendable {
    /// The day that counts as today.
    public var asOf: CivilDate
    public var dateOrder: DateOrder
    /// The days on which pay is known to have arrived, newest first; may be empty.
    public var payDays: [CivilDate]
    /// The day on which pay is expected next.
    public var nextPayDay: CivilDate?
    /// Where a period without a beginning ("all time", "before 2025") starts.
    public var earliest: CivilDate
    /// The period that the conversation is about: what `in that time` points back at.
    var anchor: Period?
    /// The day of the one row that was shown last: what `that day` points back at.
    var anchorDay: CivilDate?
    /// The one group of time that the last answer named: what `that month` points back at.
    var anchorGroup: AnchorGroup?

    struct AnchorGroup: Equatable, Sendable {
        let unit: TimeUnit
        let period: Period
    }

    public init(
        asOf: CivilDate, dateOrder: DateOrder = .mdy, payDays: [CivilDate] = [], nextPayDay: CivilDate? = nil,
        earliest: CivilDate = CivilDate(dayNumber: 0)
    ) {
        self.asOf = asOf
        self.dateOrder = dateOrder
        self.payDays = payDays
        self.nextPayDay = nextPayDay
        self.earliest = earliest
    }
}

/// A unit by which people count time.
public enum TimeUnit: Hashable, Sendable {
    case day, week, weekend, month, quarter, half, year

    /// The unit in months; nil for those that are counted in days.
    var months: Int? {
        switch self {
        case .day, .week, .weekend: nil
        case .month: 1
        case .quarter: 3
        case .half: 6
        case .year: 12
        }
    }
}

/// Words of a question that name a time, and the days they mean.
public struct TimeExpression: Sendable, Hashable {
    /// The days meant. A month, quarter or year that is still running ends at the as-of date.
    public var period: Period
    /// The same up to the end of the calendar unit, where `period` was cut at the as-of date.
    public var whole: Period
    /// The tokens covered, the preposition included: "since march", "over the past 3 months".
    public var tokens: Range<Int>
    /// Whether it is what another period is compared to: "than in august", "vs last month".
    public var isComparison: Bool
    /// Whether it is named in one list with the time before it, so that both count: `January and March`.
    public var isListed: Bool
    /// The ISO weekdays it is restricted to (1 = Monday); empty for all.
    public var weekdays: Set<Int>
    /// Whether only weekdays were said ("on fridays") and `period` is merely the past 30 days: another expression
    /// of the question, or what the question is about, gives the period.
    public var isWeekdaysOnly: Bool
    /// Whether it has no beginning ("all time", "before 2025"), so that `period` starts at the earliest date.
    public var isOpenStart: Bool
    /// Whether it is no other time than the one talked about: "in that time".
    var pointsBack = false
    /// Whether it is the days of a trip that was: no day to buy something on.
    var isTrip = false
    /// Rows of these days that are no cost of the trip.
    var notOfTrip: [Int64] = []
    /// Whether its days are to be left out: `except february`.
    var isLeftOut = false
    /// How a date that can be read in two ways was read, for the reply.
    public var ambiguity: String?
    /// What was assumed because the index does not say it (no pay day is known), for the reply.
    public var assumption: String?
    /// The unit by which "the one before" moves, and how many of them the expression spans.
    public var unit: TimeUnit
    public var count: Int
    /// A named day whose date is worked out anew in another year.
    var holiday: Holiday?
    /// Whether the year was left open, so that a year said later in the question may be meant.
    var lacksYear: Bool
    /// How often what was named comes again: March every year, Friday every week.
    var cycle: Recurrence.Cycle?
    /// Of days since something what that is: of `since the end of June` the last days of June.
    var origin: Period?

    init(_ span: TimeSpan, tokens: Range<Int>, asOf: CivilDate) {
        (period, whole) = span.periods(asOf: asOf)
        self.tokens = tokens
        isComparison = false
        isListed = false
        weekdays = span.weekdays
        isWeekdaysOnly = false
        isOpenStart = span.isOpenStart
        ambiguity = span.ambiguity
        assumption = span.assumption
        unit = span.unit
        count = span.count
        holiday = span.holiday
        lacksYear = span.lacksYear
        cycle = span.cycle
        origin = span.origin
    }

    /// The one of the same name before it: of March the March of the year before, of a Friday that of the week before.
    var before: Period {
        switch cycle {
        case .week?: whole.moved(by: -1, .week)
        case .month?: whole.moved(by: -1, .month)
        case .year? where holiday == nil: whole.moved(by: -1, .year)
        default: shifted(by: -1)
        }
    }

    /// The period `steps` of its own lengths later, or earlier when negative: for a month the months around it,
    /// for the past 30 days the 30 days before them.
    ///
    /// A period cut at the as-of date moves as the whole unit it is part of.
    public func shifted(by steps: Int) -> Period {
        if let holiday, let moved = holiday.span(in: whole.start.year + steps) {
            return moved.periods(asOf: nil).period
        }
        return whole.moved(by: steps * count, unit)
    }
}

extension TimeExpression {
}

extension Period {
    /// The period `count` units later; one of whole calendar months keeps beginning and ending with a month.
    func moved(by count: Int, _ unit: TimeUnit) -> Period {
        guard let months = unit.months.map({ $0 * count }) else {
            let days = unit == .day ? count : 7 * count
            return Period(start.adding(days: days), end.adding(days: days))
        }
        let first = start.adding(months: months)
        if start == start.startOfMonth, end == end.endOfMonth {
            let last = end.startOfMonth.adding(months: months).endOfMonth
            return Period(first, last, label: TimeSpan.monthsLabel(first, last))
        }
        let last = end.adding(days: 1).adding(months: months).adding(days: -1)
        return Period(first, max(first, last))
    }
}
