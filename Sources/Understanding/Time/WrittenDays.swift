import Ledger

/// Days as a program writes them (`2026-05`, `2026-05-03..2026-05-09`, `2026`) or a person says them (`last month`, `since
/// March`, `the past 90 days`), read by the rules that hold for lines.
public struct WrittenDays {
    private let context: UnderstandingContext
    /// The day that counts as today.
    public var today: CivilDate { context.asOf }

    public init(_ context: UnderstandingContext) { self.context = context }

    /// What a text means.
    public enum Meaning: Hashable, Sendable {
        case everything
        case period(Period)
    }

    private static let ofEverything: Set<String> = ["all time", "everything", "ever", "all", "all data", "all days"]
    private static let ofHabit: Set<String> = ["usual", "usually", "the last 6 full months", "last 6 full months"]
    private static let ofBefore: Set<String> = ["before", "the time before", "the period before", "previous period"]

    /// - Parameter isAhead: whether days to come are meant: a month that runs is then taken to its end.
    /// - Returns: nil for what is no time, or more than one.
    public func meaning(_ text: String, isAhead: Bool = false) -> Meaning? {
        let words = text.lowercased()
        if WrittenDays.ofEverything.contains(words) { return .everything }
        if WrittenDays.ofHabit.contains(words) { return .period(TimeParser.habitualPeriod(asOf: today)) }
        if let written = written(words) { return .period(isAhead ? written : begun(written)) }
        return said(text).map { .period(isAhead ? $0.whole : $0.period) }
    }

    /// What a period is held against: as many days of what is named by how far it is away as the running one has had.
    ///
    /// - Parameter period: nil where it is not one alone.
    public func other(_ text: String, beside period: Period?) -> Period? {
        let words = text.lowercased()
        if WrittenDays.ofBefore.contains(words), let period {
            return PeriodComparison.preceding(period, knownFrom: context.names.coverage?.start)
        }
        if let written = written(words) { return begun(written) }
        if WrittenDays.ofHabit.contains(words) { return TimeParser.habitualPeriod(asOf: today) }
        guard let time = said(text) else { return nil }
        guard let period else { return time.period }
        let isNamed = !Tokenizer.tokens(of: words).contains { WrittenDays.relative.contains($0.key) }
        return PeriodComparison(asOf: today).other(time, beside: period, isNamed: isNamed)
    }

    private static let relative: Set<String> = [
        "last", "previous", "prev", "prior", "past", "ago", "before", "preceding", "earlier",
    ]

    /// The one time that a text is, and nothing besides.
    private func said(_ text: String) -> TimeExpression? {
        let tokens = Tokenizer.tokens(of: text)
        let found = TimeParser.expressions(in: tokens, context: context.withoutShown.time)
        guard found.count == 1, let time = found.first, !time.isWeekdaysOnly, time.weekdays.isEmpty, !time.isLeftOut,
            tokens.indices.allSatisfy({ time.tokens.contains($0) || ["the", "in"].contains(tokens[$0].key) })
        else { return nil }
        return time
    }

    // MARK: ISO

    /// `2026`, `2026-Q2`, `2026-05`, `2026-05-03`, and two of them with `..` between; `..today` for an end.
    private func written(_ text: String) -> Period? {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
        switch ends.count {
        case 1: return unit(text)
        case 2:
            let last = ends[1].isEmpty || ends[1] == "today" ? Period(today, today) : unit(ends[1])
            let first = ends[0].isEmpty ? context.names.coverage.map { Period($0.start, $0.start) } : unit(ends[0])
            guard let first, let last, first.start <= last.end else { return nil }
            return Period(first.start, last.end)
        default: return nil
        }
    }

    private func unit(_ text: String) -> Period? {
        if let day = CivilDate(iso: text) { return Period(day, day) }
        let parts = text.split(separator: "-").map(String.init)
        guard let year = parts.first.flatMap({ Int($0) }), (1970...2200).contains(year), parts[0].utf8.count == 4,
            let first = CivilDate(year: year, month: 1, day: 1)
        else { return nil }
        if parts.count == 1, text.utf8.count == 4 { return Period(first, first.endOfYear) }
        guard parts.count == 2 else { return nil }
        if parts[1].hasPrefix("q"), let quarter = Int(parts[1].dropFirst()), (1...4).contains(quarter) {
            let start = first.adding(months: 3 * (quarter - 1))
            return Period(start, start.adding(months: 2).endOfMonth)
        }
        guard parts[1].utf8.count == 2, let month = Int(parts[1]) else { return nil }
        return Period.month(year: year, month: month)
    }

    /// Up to today where it runs.
    private func begun(_ period: Period) -> Period {
        guard period.start <= today, today < period.end else { return period }
        return Period(period.start, today)
    }
}

extension Ask {
    /// The days that are meant where a question names none: the past 30 for a sum or a number, full months for what is usual,
    /// everything for lists, single days, and what is told apart by time.
    public func unsaidSpan(asOf: CivilDate) -> Selection.Span {
        let isOfTime = [grouping, each].contains { $0?.isOfTime ?? false }
        if view == .rows || isOfTime || condition?.quantity == .count || selection.filter.hasEvent {
            return .everything
        }
        switch measure {
        case .count(let unit) where unit.isOfTime && unit != .day: return .everything
        case .count(.transaction) where grouping != nil && order == .largest: return .everything
        case .largest, .smallest, .lastDay, .firstDay, .longestStreak, .gap, .spread, .reachedDay: return .everything
        case .average(.year), .median(.year):
            let month = asOf.startOfMonth
            return .assumed(
                Period(month.adding(months: -12), month.adding(days: -1), label: "the last 12 full months"))
        case .average, .median, .rate: return .assumed(TimeParser.habitualPeriod(asOf: asOf))
        default: return .assumed(Period.past(days: 30, endingOn: asOf))
        }
    }
}

extension RowFilter {
    /// Whether rows are told by what others they are near to, or come after.
    fileprivate var hasEvent: Bool {
        switch self {
        case .near, .after, .before: true
        case .and(let parts), .or(let parts): parts.contains(where: \.hasEvent)
        case .not(let part): part.hasEvent
        default: false
        }
    }
}
