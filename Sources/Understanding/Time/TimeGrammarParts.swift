import Ledger

/// Quarters, seasons, named days, and parts of other times: "first week of October", "late March".
extension TimeGrammar {
    /// `Q3`, "third quarter", `H1`, "first half", each with or without a year.
    func quarterOrHalf(at index: Int) -> Found<TimePoint>? {
        let (months, number, end): (Int, Int, Int)
        switch (word(index), word(index + 1)) {
        case (.quarter(let value)?, _): (months, number, end) = (3, value, index + 1)
        case (.half(let value)?, _): (months, number, end) = (6, value, index + 1)
        case (.ordinal(let value)?, .unit(.quarter)?): (months, number, end) = (3, value, index + 2)
        case (.ordinal(let value)?, .unit(.half)?) where isYearly(index + 2):
            (months, number, end) = (6, value, index + 2)
        case (.unit(.quarter)?, .number(let value)?): (months, number, end) = (3, value, index + 2)
        default: return nil
        }
        guard number * months <= 12 else { return nil }
        func span(_ year: Int) -> TimeSpan? {
            guard let start = CivilDate(year: year, month: (number - 1) * months + 1, day: 1) else { return nil }
            let label = months == 6 ? "the \(number == 1 ? "first" : "second") half of \(year)" : nil
            return TimeSpan(
                start, start.adding(months: months - 1).endOfMonth, months == 6 ? .half : .quarter, label: label)
        }
        // `q1 25 groceries`
        let isShort = end == index + 1 && shortYear(at: end, isSure: true).map { isNear($0.value) } ?? false
        return withYear(span, at: end, isSure: isShort)
    }

    /// Whether a year is one that people ask about: the last ten and the next.
    func isNear(_ year: Int) -> Bool { (asOf.year - 9...asOf.year + 1).contains(year) }

    /// Whether a half that ends here is one of a year: nothing or a year follows.
    private func isYearly(_ index: Int) -> Bool {
        if yearAfter(index) != nil || key(index) != "of" { return true }
        if case .unit(.year)? = word(skip(index + 1, "the")) { return true }
        return false
    }

    /// - Parameter isSure: whether two digits that follow are a year, whatever comes after them.
    private func withYear(
        _ span: @escaping (Int) -> TimeSpan?, at index: Int, isSure: Bool = false
    ) -> Found<TimePoint> {
        let next = ["/", "-"].contains(key(index)) && isGlued(index) ? index + 1 : index
        if let year = yearAfter(next), let found = span(year.value) { return (.span(found), year.end) }
        if let short = shortYear(at: skip(index, "of"), isSure: isSure || key(index) == "of"),
            let found = span(short.value)
        {
            return (.span(found), short.end)
        }
        return (annual(span), index)
    }

    /// Two digits that can be no day or month: `25`, `98`.
    ///
    /// - Parameter isSure: whether they can be nothing but a year, so that any word may follow.
    func shortYear(at index: Int, isSure: Bool = false) -> Found<Int>? {
        guard let short = digits(index), tokens[index].text.utf8.count == 2, short > 12, isSure || isBoundary(index + 1)
        else { return nil }
        return (fullYear(short), index + 1)
    }

    /// Meteorological seasons: summer is June to August, the winter of a year begins in its December.
    func season(at index: Int) -> Found<TimePoint>? {
        guard case .season(let season)? = word(index) else { return nil }
        func span(_ year: Int) -> TimeSpan? {
            guard let start = CivilDate(year: year, month: season.rawValue, day: 1) else { return nil }
            let end = start.adding(months: 2).endOfMonth
            return TimeSpan(
                start, end, .year, label: season == .winter ? "winter \(year)–\(year + 1)" : "\(season.name) \(year)")
        }
        // `the summer months`
        return withYear(span, at: skip(index + 1, "months"))
    }

    func holiday(at index: Int) -> Found<TimePoint>? {
        guard keys.indices.contains(index), let found = Holiday.named(keys[index...]) else { return nil }
        var holiday = found.holiday
        var end = index + found.words
        let previous = key(index - 1)
        if case .unit(let unit)? = word(end), unit == .weekend || unit == .week {
            holiday.extent = unit == .week ? .week : .weekend
            end += 1
        } else if case .fixed(12, 25) = holiday.rule, holiday.extent == .day,
            ["over", "during", "around"].contains(previous)
        {
            holiday.extent = .around
        }
        let isTime = ["over", "during", "around", "last", "this", "since", "until", "before", "after", "next"]
        let isSpending = [
            "spending", "purchases", "transactions", "expenses", "charges", "total", "cost", "costs", "damage",
            "splurge", "haul", "shopping",
        ].contains(key(end))
        let isSale = ["Black Friday", "Cyber Monday"].contains(holiday.name)
        guard isBoundary(end) || isSale || isTime.contains(previous) || isSpending else { return nil }
        return withYear(holiday.span, at: end)
    }

    /// A day of the week, with the week or the date it belongs to: "Friday", "Monday last week", "Thursday, 16th November".
    func weekday(at index: Int) -> Found<TimePoint>? {
        guard case .weekday(let weekday)? = word(index), !["ruby", "tgi", "taco", "other"].contains(key(index - 1))
        else {
            return nil
        }
        if isPeriodic(index + 1) { return nil }
        let next = skip(skip(skip(index + 1, ","), "on"), "the")
        if let date = monthDate(at: next) ?? numericDate(at: next) ?? ordinalDay(at: next),
            isDay(date.value)
        {
            return date
        }
        if let week = weekAfter(index + 1) {
            return (.span(.day(week.value.adding(days: weekday - 1))), week.end)
        }
        return (weekly(weekday), index + 1)
    }

    func isDay(_ point: TimePoint) -> Bool { resolve(point, .past).map { $0.start == $0.end } == true }

    /// The Monday of the week named: "last week", "of the week before last", "in two weeks".
    private func weekAfter(_ index: Int) -> Found<CivilDate>? {
        let next = skip(skip(index, "of", "in", ","), "the")
        if let found = relative(at: next) ?? unitBeforeLast(at: next) ?? ago(at: next),
            let span = resolve(found.value), span.unit == .week, span.count == 1, span.start.weekday == 1
        {
            return (span.start, found.end)
        }
        guard key(index) == "in", let amount = amount(at: index + 1), amount.value.unit == .week else { return nil }
        return (asOf.startOfWeek.adding(days: 7 * amount.value.count), amount.end)
    }

    /// "week of the 1st", "month of March", "year 2025".
    func unitOf(at index: Int) -> Found<TimePoint>? {
        guard case .unit(let unit)? = word(index) else { return nil }
        // `in how many weeks of July` counts them.
        if key(index).hasSuffix("s"), ["many", "different", "separate"].contains(key(index - 1)) { return nil }
        if unit == .week || unit == .weekend, ["of", "ending", "starting", "beginning"].contains(key(index + 1)),
            let found = day(at: skip(skip(index + 2, "on"), "the"))
        {
            let isEnd = key(index + 1) == "ending"
            guard let day = resolve(found.value)?.start else { return nil }
            let week = TimeSpan(day.adding(days: -6), day, .week)
            return (.span(isEnd ? week : .containing(day, unit)), found.end)
        }
        if unit == .week, let number = digits(index + 1), (1...5).contains(number),
            ["of", "in"].contains(key(index + 2)),
            let month = monthDate(at: skip(index + 3, "the")), !isDay(month.value)
        {
            return (map(month.value) { TimePart.unit(number, .week).cut($0) }, month.end)
        }
        if unit == .month, key(index + 1) == "of", let found = monthDate(at: index + 2), !isDay(found.value) {
            return found
        }
        if unit == .year, let year = year(at: skip(index + 1, "of")) {
            return (.span(calendarYear(year.value)), year.end)
        }
        return nil
    }

    private func day(at index: Int) -> Found<TimePoint>? {
        numericDate(at: index) ?? monthDate(at: index) ?? ordinalDay(at: index) ?? holiday(at: index)
    }

    func calendarYear(_ year: Int) -> TimeSpan {
        .containing(CivilDate(year: year, month: 1, day: 1) ?? asOf, .year)
    }

    func map(_ point: TimePoint, _ transform: @escaping (TimeSpan) -> TimeSpan?) -> TimePoint {
        switch point {
        case .span(let span): .span(transform(span) ?? span)
        case .recurring(let recurrence):
            .recurring(Recurrence(recurrence.cycle) { recurrence.occurrence($0).flatMap(transform) })
        }
    }

    /// "first week of October", "last 10 days of March", "mid-June", "end of last month".
    func part(at index: Int) -> Found<TimePoint>? {
        guard let part = partName(at: index) else { return nil }
        let next = skip(skip(part.end, "of", "in", "-"), "the")
        let hasOf = next > part.end
        guard let base = base(at: next, mayBeBare: hasOf), !isDay(base.value) else { return nil }
        if !hasOf, case .slice = part.value {} else if !hasOf { return nil }
        return (map(base.value) { part.value.cut($0) }, base.end)
    }

    /// What has parts: a month, a year, and with "the" also the running unit: "end of the month".
    private func base(at index: Int, mayBeBare: Bool) -> Found<TimePoint>? {
        if let found = longest([
            monthDate(at: index), relative(at: index), quarterOrHalf(at: index), season(at: index), unitOf(at: index),
            ago(at: index), unitBeforeLast(at: index), year(at: index).map { (.span(calendarYear($0.value)), $0.end) },
        ]) {
            return found
        }
        guard mayBeBare, case .unit(let unit)? = word(index) else { return nil }
        return (.span(.containing(asOf, unit)), index + 1)
    }

    func longest(_ candidates: [Found<TimePoint>?]) -> Found<TimePoint>? {
        var best: Found<TimePoint>?
        for case let candidate? in candidates where candidate.end > best?.end ?? 0 { best = candidate }
        return best
    }

    private func partName(at index: Int) -> Found<TimePart>? {
        switch key(index) {
        case "early": return (.slice(0), index + 1)
        case "beginning", "start": return key(index + 1) == "of" ? (.slice(0), index + 1) : nil
        case "mid", "middle": return (.slice(1), index + 1)
        case "late": return (.slice(2), index + 1)
        case "end": return (.slice(2), index + 1)
        default: break
        }
        let number: Int
        switch (word(index), key(index)) {
        case (.ordinal(let value)?, _): number = value
        case (.relation(.last)?, _), (_, "final"): number = 0
        default: return nil
        }
        switch word(index + 1) {
        case .unit(let unit)? where number > 0 || !["month", "year"].contains(key(index + 1)):
            return (.unit(number, unit), index + 2)
        case .unit(let unit)? where key(index + 2) == "of": return (.unit(number, unit), index + 2)
        case .weekday(let weekday)?:
            return ["of", "in"].contains(key(index + 2)) ? (.weekday(number, weekday), index + 2) : nil
        default: break
        }
        guard let amount = amount(at: index + 1), number <= 1, key(amount.end) == "of" else { return nil }
        return (.some(amount.value, fromEnd: number == 0), amount.end)
    }

    /// "the week before Christmas", "3 days after the 10th", "the day after Thanksgiving".
    func unitBesidePoint(at index: Int) -> Found<TimePoint>? {
        var length: Found<Amount>?
        if case .unit(let unit)? = word(index) { length = (Amount(count: 1, unit: unit), index + 1) }
        guard let amount = length ?? amount(at: index), ["before", "after"].contains(key(amount.end)) else {
            return nil
        }
        let next = skip(amount.end + 1, "the")
        guard
            let base = longest([numericDate(at: next), monthDate(at: next), ordinalDay(at: next), holiday(at: next)]),
            amount.value.count <= 1000
        else { return nil }
        let isBefore = key(amount.end) == "before"
        let unit: TimeUnit = amount.value.unit.months == nil ? .day : amount.value.unit
        let days = amount.value.unit == .week ? 7 * amount.value.count : amount.value.count
        return (
            map(base.value) { span in
                let edge = isBefore ? span.start.adding(days: -1) : span.end.adding(days: 1)
                let far = Period(edge, edge).moved(by: isBefore ? -days : days, unit).start.adding(
                    days: isBefore ? 1 : -1)
                return TimeSpan(min(edge, far), max(edge, far), unit, count: days)
            }, base.end
        )
    }
}

extension TimeWord.Season {
    var name: String {
        switch self {
        case .spring: "spring"
        case .summer: "summer"
        case .autumn: "autumn"
        case .winter: "winter"
        }
    }
}

/// A part of a longer time.
enum TimePart {
    /// Early, mid or late: of a month the days 1–10, 11–20 and from 21, of all else a third.
    case slice(Int)
    /// The n-th unit, the last one for 0; the weeks of a month are its days 1–7, 8–14 and so on.
    case unit(Int, TimeUnit)
    case weekday(Int, Int)
    case some(TimeGrammar.Amount, fromEnd: Bool)

    func cut(_ span: TimeSpan) -> TimeSpan? {
        switch self {
        case .slice(let third): return slice(span, third)
        case .weekday(let number, let weekday): return nth(number, weekday, of: span)
        case .some(let amount, let fromEnd): return edge(span, amount.count, amount.unit, fromEnd: fromEnd)
        case .unit(let number, .weekend):
            guard let saturday = nth(number, 6, of: span) else { return nil }
            return TimeSpan(saturday.start, saturday.start.adding(days: 1), .weekend)
        case .unit(let number, .half) where span.unit == .month:
            let middle = span.start.adding(days: 14)
            return number == 1
                ? TimeSpan(span.start, middle, .day, count: 15)
                : TimeSpan(middle.adding(days: 1), span.end, .day, count: 15)
        case .unit(let number, let unit):
            guard number > 0 else { return edge(span, 1, unit, fromEnd: true) }
            let first = Period(span.start, span.start).moved(by: number - 1, unit).start
            guard first <= span.end else { return nil }
            let last = Period(span.start, span.start).moved(by: number, unit).start.adding(days: -1)
            return TimeSpan(first, min(last, span.end), unit)
        }
    }

    private func slice(_ span: TimeSpan, _ third: Int) -> TimeSpan {
        if let months = span.unit.months, span.start.day == 1, span.count * months % 3 == 0 {
            let length = span.end.monthNumber - span.start.monthNumber + 1
            let first = span.start.adding(months: third * length / 3)
            return TimeSpan(
                first, span.start.adding(months: (third + 1) * length / 3).adding(days: -1), .month,
                count: max(1, length / 3))
        }
        let days = span.end.days(since: span.start) + 1
        let ends = days < 28 ? [0, (days + 2) / 3, (2 * days + 2) / 3, days] : [0, 10, 20, days]
        let first = span.start.adding(days: ends[third])
        let last = span.start.adding(days: max(ends[third], ends[third + 1] - 1))
        return TimeSpan(first, last, .day, count: last.days(since: first) + 1)
    }

    private func nth(_ number: Int, _ weekday: Int, of span: TimeSpan) -> TimeSpan? {
        if number == 0 {
            return .day(span.end.adding(days: -((span.end.weekday - weekday + 7) % 7)))
        }
        let date = span.start.adding(days: (weekday - span.start.weekday + 7) % 7 + 7 * (number - 1))
        return date <= span.end ? .day(date) : nil
    }

    private func edge(_ span: TimeSpan, _ count: Int, _ unit: TimeUnit, fromEnd: Bool) -> TimeSpan? {
        guard count <= 1000 else { return nil }
        if fromEnd {
            let first = Period(span.end.adding(days: 1), span.end.adding(days: 1)).moved(by: -count, unit).start
            return TimeSpan(max(first, span.start), span.end, unit, count: count)
        }
        let last = Period(span.start, span.start).moved(by: count, unit).start.adding(days: -1)
        return TimeSpan(span.start, min(last, span.end), unit, count: count)
    }
}
