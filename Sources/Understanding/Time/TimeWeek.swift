import Ledger

/// Weeks by their number, as ISO 8601 counts them: `2026-W10`, `week 10 of 2026`, `W10`.
extension TimeGrammar {
    func numberedWeek(at index: Int) -> Found<TimePoint>? {
        if let year = year(at: index) {
            let next = key(year.end) == "-" && isGlued(year.end) ? year.end + 1 : year.end
            guard let week = weekNumber(glued: key(next)), let span = TimeGrammar.week(week, of: year.value) else {
                return nil
            }
            return (.span(span), next + 1)
        }
        guard let week = weekWithWord(at: index) else { return nil }
        if let year = yearAfter(week.end), let span = TimeGrammar.week(week.value, of: year.value) {
            return (.span(span), year.end)
        }
        // "week 2 of March" is a week of that month.
        if ["of", "in"].contains(key(week.end)), word(skip(week.end + 1, "the")) != nil { return nil }
        return (annual { TimeGrammar.week(week.value, of: $0) }, week.end)
    }

    private func weekWithWord(at index: Int) -> Found<Int>? {
        if let week = weekNumber(glued: key(index)) { return (week, index + 1) }
        let next = ["calendar", "iso"].contains(key(index)) ? index + 1 : index
        guard ["week", "wk", "cw", "kw", "w"].contains(key(next)), key(next) != "w" || isGlued(next + 1) else {
            return nil
        }
        let number = skip(next + 1, "number", "no", "nr", "#", ".")
        guard let week = digits(number), (1...53).contains(week) else { return nil }
        return (week, number + 1)
    }

    /// `w10`, `kw10`.
    private func weekNumber(glued key: String) -> Int? {
        for prefix in ["w", "wk", "kw", "cw", "week"] where key.hasPrefix(prefix) {
            let digits = key.dropFirst(prefix.count)
            if (1...2).contains(digits.utf8.count), let week = Int(digits), (1...53).contains(week) { return week }
        }
        return nil
    }

    /// The Monday to Sunday of a week; week 1 is the one with 4 January. Nil where a year has only 52.
    static func week(_ number: Int, of year: Int) -> TimeSpan? {
        guard let fourth = CivilDate(year: year, month: 1, day: 4),
            let next = CivilDate(year: year + 1, month: 1, day: 4)
        else { return nil }
        let monday = fourth.startOfWeek.adding(days: 7 * (number - 1))
        guard monday < next.startOfWeek else { return nil }
        let days = Period.describe(monday, monday.adding(days: 6))
        return TimeSpan(monday, monday.adding(days: 6), .week, label: "week \(number) of \(year) (\(days))")
    }
}

/// Units that are named by the day they end on, and years that are said first.
extension TimeGrammar {
    /// "the 3 months to May", "year ending June 2026", "quarter ended 30 September".
    func unitEnding(at index: Int) -> Found<TimePoint>? {
        var length: Found<Amount>?
        if case .unit(let unit)? = word(index), unit != .day, unit != .weekend {
            length = (Amount(count: 1, unit: unit), index + 1)
        }
        guard let amount = length ?? amount(at: index), amount.value.count <= 1200 else { return nil }
        let isTo = key(amount.end) == "to" && comparing == .no && key(index - 1) != "from"
        guard isTo || ["ending", "ended"].contains(key(amount.end)) else { return nil }
        let next = skip(skip(amount.end + 1, "in", "on", "with", "at"), "the", "end")
        guard let end = longest([numericDate(at: next), monthDate(at: next)]) else { return nil }
        guard let span = resolve(end.value) else { return nil }
        let unit = amount.value.unit
        let first = Period(span.end.adding(days: 1), span.end.adding(days: 1)).moved(by: -amount.value.count, unit)
        return (.span(TimeSpan(first.start, span.end, unit, count: amount.value.count)), end.end)
    }

    /// `2025 Q3`, `2025 March`: the year before what it belongs to.
    func yearFirst(at index: Int) -> Found<TimePoint>? {
        guard let year = year(at: index) ?? yearAfter(index), !["-", "/", "."].contains(key(year.end)),
            let found = withinYear(year, saidAt: index), case .recurring(let recurrence) = found.value,
            recurrence.cycle == .year,
            let span = recurrence.occurrence(year.value - asOf.year)
        else { return nil }
        return (.span(span), found.end)
    }

    /// What is named behind a year, with a small word between them where the year is `last year`, and no other end behind it.
    private func withinYear(_ year: Found<Int>, saidAt index: Int) -> Found<TimePoint>? {
        var next = year.end
        if self.year(at: index) == nil { next = skip(skip(next, ","), "in", "for", "during") }
        guard let found = longest([quarterOrHalf(at: next), monthDate(at: next), season(at: next)]),
            next == year.end || !TimeGrammar.goingOn.contains(key(found.end))
        else { return nil }
        return found
    }

    /// Words that a second time follows.
    private static let goingOn: Set<String> = [
        "to", "through", "thru", "until", "till", "-", "–", "and", "or", "vs", "versus",
    ]

    /// "last year to date", `ytd 2025`: as far into a unit as today is in the running one.
    func begun(_ span: TimeSpan) -> TimeSpan? {
        let running = TimeSpan.containing(asOf, span.unit)
        let period = Period(running.start, max(running.start, asOf))
        guard
            let begun = PeriodComparison.begun(
                Period(span.start, span.end), span.unit, as: period, asOf: asOf)
        else { return nil }
        return TimeSpan(begun.start, begun.end, span.unit)
    }
}
