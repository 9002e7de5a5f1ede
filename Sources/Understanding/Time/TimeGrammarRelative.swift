import Ledger

/// What is said relative to the as-of date: "last month", "past 30 days", "3 weeks ago".
extension TimeGrammar {
    /// So many of a unit: "3 weeks", "a couple of months", "half a year", `90d`.
    struct Amount {
        var count: Int
        var unit: TimeUnit
        /// Only whole calendar units: "3 full months".
        var isWhole = false
        /// Whether it was said in hours, which count the as-of date as one of the days.
        var isInHours = false
    }

    func amount(at index: Int) -> Found<Amount>? {
        if case .span(let count, let unit)? = word(index), count > 0 {
            return (Amount(count: count, unit: unit), index + 1)
        }
        if let half = halfUnit(at: index) { return half }
        guard let quantity = quantity(at: index), quantity.value > 0 else { return nil }
        var next = skip(quantity.end, "-")
        let isWhole = TimeGrammar.whole.contains(key(next))
        if isWhole { next += 1 }
        if ["hour", "hours", "hrs", "hr"].contains(key(next)) {
            return (Amount(count: quantity.value / 24 + 1, unit: .day, isInHours: true), next + 1)
        }
        if key(next) == "fortnight" || key(next) == "fortnights" {
            return (Amount(count: 2 * quantity.value, unit: .week), next + 1)
        }
        let unit: TimeUnit
        switch word(next) {
        case .unit(let value)?: unit = value
        case .weekdays([6, 7])?: unit = .weekend
        default: return nil
        }
        let amount = Amount(count: quantity.value, unit: unit, isWhole: isWhole)
        return andAHalf(amount, at: next + 1) ?? (amount, next + 1)
    }

    /// "a year and a half": 18 months; half a month is 15 days and half a week 3.
    private func andAHalf(_ amount: Amount, at index: Int) -> Found<Amount>? {
        guard reads(index, "and", "a", "half") else { return nil }
        switch amount.unit {
        case .year: return (Amount(count: 12 * amount.count + 6, unit: .month), index + 3)
        case .month: return (Amount(count: 30 * amount.count + 15, unit: .day), index + 3)
        case .week: return (Amount(count: 7 * amount.count + 3, unit: .day), index + 3)
        default: return nil
        }
    }

    static let whole: Set<String> = ["full", "whole", "complete", "completed", "entire", "calendar"]

    private func halfUnit(at index: Int) -> Found<Amount>? {
        guard case .unit(.half)? = word(index), case .unit(let unit)? = word(skip(skip(index + 1, "-"), "a")) else {
            return nil
        }
        let end = skip(skip(index + 1, "-"), "a") + 1
        switch unit {
        case .year: return (Amount(count: 6, unit: .month), end)
        case .month: return (Amount(count: 15, unit: .day), end)
        default: return nil
        }
    }

    private func quantity(at index: Int) -> Found<Int>? {
        let next = skip(index, "a", "an")
        guard case .number(let value)? = word(next) else {
            return next > index && word(next) != nil ? (1, next) : nil
        }
        if tokens[next].form == .word, value >= 20, value % 10 == 0,
            case .number(let ones)? = word(skip(next + 1, "-")),
            ones < 10
        {
            return (value + ones, skip(next + 1, "-") + 1)
        }
        return (value, skip(next + 1, "of"))
    }

    /// "this month", "last October", "next Friday", "the past 30 days".
    func relative(at index: Int) -> Found<TimePoint>? {
        guard case .relation(var relation)? = word(index) else { return nil }
        var next = index + 1
        if case .relation(let second)? = word(next) {
            relation = second
            next += 1
        }
        if relation == .next, key(next) == "up" { next += 1 }
        if key(next) == "night", relation == .last { return (.span(.day(asOf.adding(days: -1))), next + 1) }
        if ["morning", "afternoon", "evening"].contains(key(next)), relation == .this {
            return (.span(.day(asOf)), next + 1)
        }
        if let weekdays = lastWeekdays(at: next), relation == .last || relation == .past {
            return (.span(weekdays.value), weekdays.end)
        }
        if let amount = amount(at: next) {
            return counted(amount.value, relation).map { (.span($0), amount.end) }
        }
        // `ytd vs last ytd`
        if relation == .last, case .toDate(let unit)? = word(next),
            let span = begun(.containing(asOf, unit, offset: -1))
        {
            return (.span(span), next + 1)
        }
        let isWhole = TimeGrammar.whole.contains(key(next))
        if isWhole { next += 1 }
        if case .unit(let unit)? = word(next) {
            if relation == .next, unit == .day { return nil }
            if unit == .year, !isWhole, let part = part(at: next + 1, ofYear: relation) { return part }
            if relation == .this, let end = yearBefore(at: next + 1), let before = yearBefore(.containing(asOf, unit)) {
                return (.span(before), end)
            }
            if relation == .next, key(index - 1) == "the",
                ["in", "over", "within", "during", "for"].contains(key(index - 2))
            {
                return (.span(ahead(Amount(count: 1, unit: unit))), next + 1)
            }
            // `over the last year` is the twelve months up to now, `last year` the year before this one.
            if relation == .last, unit == .year, !isWhole, key(index - 1) == "the",
                ["in", "over", "within", "during", "for", "across"].contains(key(index - 2))
            {
                relation = .past
            }
            if let more = andAHalf(Amount(count: 1, unit: unit), at: next + 1) {
                return counted(more.value, relation).map { (.span($0), more.end) }
            }
            return (.span(single(unit, isWhole && relation == .past ? .last : relation, at: next)), next + 1)
        }
        guard let named = recurrence(at: next), case .recurring(let recurrence) = named.value else { return nil }
        guard var span = nearest(recurrence, relation) else { return nil }
        span.cycle = recurrence.cycle
        return (.span(span), named.end)
    }

    /// `last year summer`, `this year spring`: a season of that year.
    private func part(at index: Int, ofYear relation: TimeWord.Relation) -> Found<TimePoint>? {
        guard relation == .last || relation == .this, key(index) != "fall", case .season? = word(index) else {
            return nil
        }
        guard let named = recurrence(at: index), case .recurring(let recurrence) = named.value,
            let span = recurrence.occurrence(relation == .last ? -1 : 0), span.start <= asOf
        else { return nil }
        return (.span(span), named.end)
    }

    /// The token after `last year`, `a year ago`, right behind `this month`.
    private func yearBefore(at index: Int) -> Int? {
        if case .relation(.last)? = word(index), case .unit(.year)? = word(index + 1) { return index + 2 }
        guard let amount = amount(at: index), amount.value.unit == .year, amount.value.count == 1,
            key(amount.end) == "ago"
        else { return nil }
        return amount.end + 1
    }

    /// The same week or month of the year before.
    private func yearBefore(_ span: TimeSpan) -> TimeSpan? {
        switch span.unit {
        case .week: return TimeSpan(span.start.adding(days: -364), span.end.adding(days: -364), .week)
        case .month, .quarter: return .containing(span.start.adding(months: -12), span.unit)
        default: return nil
        }
    }

    /// "5 Fridays" after "the last".
    private func lastWeekdays(at index: Int) -> Found<TimeSpan>? {
        guard let quantity = quantity(at: index), (1...500).contains(quantity.value),
            case .weekdays(let days)? = word(quantity.end), days.count == 1, let weekday = days.first
        else { return nil }
        let last = asOf.adding(days: -((asOf.weekday - weekday + 6) % 7 + 1))
        let first = last.adding(days: 7 * (1 - quantity.value))
        var span = TimeSpan(first, last, .week, count: quantity.value)
        span.weekdays = days
        return (span, quantity.end + 1)
    }

    /// What can be the last, this or next one and is no unit.
    private func recurrence(at index: Int) -> Found<TimePoint>? {
        switch word(index) {
        case .month(let month)?:
            let whole: (Int) -> TimeSpan? = { year in
                Period.month(year: year, month: month).map { TimeSpan($0.start, $0.end, .month) }
            }
            if let dated = monthDate(at: index), case .recurring = dated.value { return dated }
            return (annual(whole), index + 1)
        case .weekday(let weekday)?: return (weekly(weekday), index + 1)
        case .ordinal?:
            guard let day = dayOfMonth(at: index), case .unit? = word(day.end) else { return ordinalDay(at: index) }
            return nil
        default: return quarterOrHalf(at: index) ?? season(at: index) ?? holiday(at: index)
        }
    }

    /// "next Friday" is the one of next week, "coming Friday" the very next one.
    private func nearest(_ recurrence: Recurrence, _ relation: TimeWord.Relation) -> TimeSpan? {
        switch relation {
        case .last, .past: return recurrence.lastOver(before: asOf)
        case .this:
            let current = recurrence.running(on: asOf) ?? recurrence.occurrence(0)
            if tense == .past, let current, current.start > asOf { return recurrence.lastBegun(on: asOf) }
            return current
        case .next:
            return recurrence.cycle == .week ? recurrence.occurrence(1) : recurrence.next(after: asOf)
        case .coming: return recurrence.next(after: asOf)
        }
    }

    func weekly(_ weekday: Int) -> TimePoint {
        let monday = asOf.startOfWeek
        return .recurring(
            Recurrence(.week) { week in
                let date = monday.adding(days: 7 * week + weekday - 1)
                return .day(date, label: "\(CivilDate.weekdayNames[weekday - 1]), \(date.longText)")
            })
    }

    private func single(_ unit: TimeUnit, _ relation: TimeWord.Relation, at index: Int) -> TimeSpan {
        let isPlural = keys[index].utf8.last == 0x73
        switch relation {
        case .this:
            let current = TimeSpan.containing(asOf, unit)
            let isAhead = unit == .weekend && tense != .future && current.start > asOf
            return isAhead && tense == .past ? .containing(asOf, unit, offset: -1) : named(current, 0)
        case .last: return named(.containing(asOf, unit, offset: -1), -1)
        case .next, .coming:
            if isPlural { return ahead(Amount(count: unit == .month ? 3 : unit == .week ? 4 : 7, unit: unit)) }
            return named(.containing(asOf, unit, offset: 1), 1)
        case .past:
            if unit == .weekend || unit == .day { return .containing(asOf, unit, offset: -1) }
            return trailing(Amount(count: isPlural ? 3 : 1, unit: unit))
        }
    }

    /// Weeks and weekends have no name of their own: "last week (19–25 October 2026)".
    private func named(_ span: TimeSpan, _ offset: Int) -> TimeSpan {
        guard span.unit == .week || span.unit == .weekend else { return span }
        var span = span
        let name = ["last", "this", "next"][offset + 1] + (span.unit == .week ? " week" : " weekend")
        span.label = "\(name) (\(Period.describe(span.start, span.end)))"
        if span.start <= asOf { span.cutLabel = "\(name) (\(Period.describe(span.start, min(span.end, asOf))))" }
        return span
    }

    private func counted(_ amount: Amount, _ relation: TimeWord.Relation) -> TimeSpan? {
        guard (1...1200).contains(amount.count) || amount.unit == .day, amount.count <= 9999 else { return nil }
        if relation == .next || relation == .coming { return ahead(amount) }
        guard amount.isWhole || amount.unit == .weekend else { return trailing(amount) }
        let first = TimeSpan.containing(asOf, amount.unit, offset: -amount.count)
        let last = TimeSpan.containing(asOf, amount.unit, offset: -1)
        var span = TimeSpan(first.start, last.end, amount.unit, count: amount.count)
        if amount.unit == .weekend { span.weekdays = [6, 7] }
        return span
    }

    /// So many units that end on the as-of date.
    func trailing(_ amount: Amount) -> TimeSpan {
        let start: CivilDate
        if let months = amount.unit.months {
            // Counted from tomorrow, so that a month's last day ends whole months: February 29 less 3 is December 1.
            start = asOf.adding(days: 1).adding(months: -months * amount.count)
        } else {
            start = asOf.adding(days: 1 - amount.count * (amount.unit == .day ? 1 : 7))
        }
        return TimeSpan(start, asOf, amount.unit, count: amount.count, label: "the past \(words(for: amount))")
    }

    /// So many units that begin tomorrow.
    private func ahead(_ amount: Amount) -> TimeSpan {
        let end: CivilDate
        if let months = amount.unit.months {
            end = asOf.adding(months: months * amount.count)
        } else {
            end = asOf.adding(days: amount.count * (amount.unit == .day ? 1 : 7))
        }
        return TimeSpan(
            asOf.adding(days: 1), end, amount.unit, count: amount.count, label: "the next \(words(for: amount))")
    }

    private func words(for amount: Amount) -> String {
        let name =
            switch amount.unit {
            case .day: "day"
            case .week: "week"
            case .weekend: "weekend"
            case .month: "month"
            case .quarter: "quarter"
            case .half: "half-year"
            case .year: "year"
            }
        return amount.count == 1 ? name : "\(amount.count) \(name)s"
    }

    /// "3 weeks ago" is that calendar week, "2 months ago" that month, "10 days ago" that day.
    ///
    /// "A year ago" is the same month of last year, "3 years ago" that whole year.
    func ago(at index: Int) -> Found<TimePoint>? {
        if let weekday = weekdaysAgo(at: index) { return weekday }
        guard let amount = amount(at: index), ["ago", "back", "agos"].contains(key(amount.end)) else { return nil }
        var value = amount.value
        if value.isInHours { value.count -= 1 }
        var span: TimeSpan
        if value.unit == .year, value.count == 1 {
            span = .containing(asOf.startOfMonth.adding(months: -12), .month)
        } else {
            guard value.count <= 1200 || value.unit == .day else { return nil }
            span = .containing(asOf, value.unit, offset: -value.count)
        }
        // `a year ago this month`
        if value.unit == .year, value.count == 1, case .relation(.this)? = word(amount.end + 1),
            case .unit(let unit)? = word(amount.end + 2), let before = yearBefore(.containing(asOf, unit))
        {
            return (.span(before), amount.end + 3)
        }
        let isToday = reads(amount.end + 1, "today")
        if isToday, let months = value.unit.months { span = .day(asOf.adding(months: -months * value.count)) }
        if isToday, value.unit == .week { span = .day(asOf.adding(days: -7 * value.count)) }
        return (.span(span), amount.end + (isToday ? 2 : 1))
    }

    /// "two fridays ago".
    private func weekdaysAgo(at index: Int) -> Found<TimePoint>? {
        guard case .number(let count)? = word(index), key(index + 2) == "ago", (1...500).contains(count) else {
            return nil
        }
        let weekday: Int
        switch word(index + 1) {
        case .weekdays(let set)? where set.count == 1: weekday = set.first ?? 1
        case .weekday(let day)?: weekday = day
        default: return nil
        }
        let latest = asOf.adding(days: -((asOf.weekday - weekday + 6) % 7 + 1))
        return (.span(.day(latest.adding(days: 7 * (1 - count)))), index + 3)
    }

    /// "two days from now", "3 weeks away", and with "in" before it "in 8 days".
    func fromNow(at index: Int, after preposition: String = "") -> Found<TimePoint>? {
        guard let amount = amount(at: index), amount.value.count <= 9999 else { return nil }
        var end = amount.end
        if key(end) == "away" { end += 1 }
        if key(end) == "from", ["now", "today"].contains(key(end + 1)) {
            end += 2
        } else if key(end) == "hence" {
            end += 1
        }
        if end == amount.end {
            let isRate = key(index) == "a" || key(index) == "an"
            guard preposition == "in", key(end) != "ago", isRate ? tense == .future : tense != .past else { return nil }
        }
        return (.span(.day(ahead(amount.value).end)), end)
    }

    /// "the week before last", "month after next".
    func unitBeforeLast(at index: Int) -> Found<TimePoint>? {
        let weekday: Int?
        let unit: TimeUnit
        switch word(index) {
        case .unit(let value)?: (unit, weekday) = (value, nil)
        case .weekday(let day)?: (unit, weekday) = (.week, day)
        default: return nil
        }
        let offset: Int
        if reads(index + 1, "before", "last") {
            offset = -2
        } else if reads(index + 1, "after", "next") {
            offset = 2
        } else {
            return nil
        }
        if word(index + 3).map({ if case .unit = $0 { true } else { false } }) == true { return nil }
        if let weekday {
            let latest = asOf.adding(days: -((asOf.weekday - weekday + 6) % 7 + 1))
            return (.span(.day(latest.adding(days: offset < 0 ? -7 : 21))), index + 3)
        }
        return (.span(.containing(asOf, unit, offset: offset)), index + 3)
    }

    /// "yesterday", "last night", "the day before yesterday".
    func namedDay(at index: Int) -> Found<TimePoint>? {
        if case .unit(.day)? = word(index), case .day(let offset)? = word(index + 2) {
            if key(index + 1) == "before" { return (day(offset - 1), index + 3) }
            if key(index + 1) == "after" { return (day(offset + 1), index + 3) }
        }
        guard case .day(let offset)? = word(index) else { return nil }
        return (day(offset), index + 1)
    }

    private func day(_ offset: Int) -> TimePoint {
        let date = asOf.adding(days: offset)
        let names = [-1: "yesterday", 0: "today", 1: "tomorrow"]
        return .span(.day(date, label: names[offset].map { "\($0) (\(date.longText))" }))
    }
}
