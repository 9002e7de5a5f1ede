import Ledger

/// One time by itself, and spans between two.
extension TimeGrammar {
    /// The longest time that begins at a token, with what belongs to it afterwards.
    func point(at index: Int) -> Found<TimePoint>? {
        if let first = firstOfYear(at: index) { return first }
        if let found = holiday(at: index), key(index) == "the" { return found }
        let next = skip(index, "the", "my", "our")
        guard mayBegin(at: next) else { return nil }
        var weekend: Found<TimePoint>?
        if next > index || TimeGrammar.prepositions.contains(key(index - 1)), case .unit(.weekend)? = word(next) {
            weekend = (theWeekend, next + 1)
        }
        let found = longest([
            weekend, weekendAround(at: next),
            numericDate(at: next), monthDate(at: next), ordinalDay(at: next), relative(at: next), ago(at: next),
            fromNow(at: next), unitBeforeLast(at: next), namedDay(at: next), weekday(at: next),
            quarterOrHalf(at: next), season(at: next), holiday(at: next), unitOf(at: next), part(at: next),
            unitBesidePoint(at: next), sameTime(at: next), toDate(at: next), payPeriod(at: next),
            numberedWeek(at: next), unitEnding(at: next), yearFirst(at: next),
        ])
        return found.map(withSequel)
    }

    /// Whether any rule can begin here, so that most words of a question cost one look-up.
    private func mayBegin(at index: Int) -> Bool {
        word(index) != nil || TimeGrammar.openings.contains(key(index)) || Holiday.begins(with: key(index))
            || TimeGrammar.weekLetters.contains { key(index).hasPrefix($0) }
    }

    /// What rules begin with besides the words of the lexicon.
    private static let openings: Set<String> = [
        "a", "an", "that", "same", "so", "early", "beginning", "start", "mid", "middle", "late", "end", "final",
        "calendar", "iso", "ttm", "ltm",
    ]
    /// What the number of a week is written after: `W10`, `KW 10`.
    private static let weekLetters = ["w", "kw", "cw"]

    /// "the weekend": the one that has begun last.
    private var theWeekend: TimePoint {
        let asOf = asOf
        return .recurring(Recurrence(.week) { .containing(asOf, .weekend, offset: $0) })
    }

    private func withSequel(_ found: Found<TimePoint>) -> Found<TimePoint> {
        var (point, end) = found
        let span = resolve(point, .past)
        if case .span(let week) = point, week.unit == .week, week.count == 1, week.start.weekday == 1,
            case .weekday(let weekday)? = word(skip(end, "on"))
        {
            return (.span(.day(week.start.adding(days: weekday - 1))), skip(end, "on") + 1)
        }
        if let span, span.start == span.end {
            end = skip(end, "morning", "afternoon", "evening", "night")
            if key(end) == "on" || key(end) == ",", case .weekday? = word(end + 1) { end += 2 }
        }
        if reads(end, "or", "so") { end += 2 }
        if reads(end, "so", "far") || reads(end, "to", "date") {
            end += 2
            if let begun = span.flatMap(begun) { return (.span(begun), end) }
        }
        return (point, end)
    }

    /// "the same time last year", "same month last year", "this time last month".
    ///
    /// The same time is the running month to date, moved back by the unit named; after "last week" the week to date.
    func sameTime(at index: Int) -> Found<TimePoint>? {
        var next = skip(index, "this", "that", "the")
        let saysSame = key(next) == "same"
        if saysSame { next += 1 } else if !(next > index && key(next) == "time") { return nil }
        let what = key(next)
        var unit: TimeUnit?
        if case .unit(let value)? = word(next) { unit = value }
        guard unit != nil || ["time", "period", "point", "span", "date", "stretch"].contains(what) else { return nil }
        next = skip(skip(next + 1, "in", "of", "as"), "the")
        if key(next) == "," { next += 1 }
        let back: TimeUnit
        let steps: Int
        let end: Int
        if let year = year(at: next) {
            (back, steps, end) = (.year, asOf.year - year.value, year.end)
        } else if let amount = amount(at: next), key(amount.end) == "ago" {
            (back, steps, end) = (amount.value.unit, amount.value.count, amount.end + 1)
        } else if case .relation(let relation)? = word(next), relation == .last || relation == .past,
            case .unit(let value)? = word(next + 1)
        {
            (back, steps, end) = (value, 1, next + 2)
        } else {
            return nil
        }
        guard (0...1200).contains(steps) else { return nil }
        return (.span(moved(sameAs: unit, back: back, steps: steps)), end)
    }

    private func moved(sameAs unit: TimeUnit?, back: TimeUnit, steps: Int) -> TimeSpan {
        func earlier(_ date: CivilDate) -> CivilDate {
            if let months = back.months { return date.adding(months: -months * steps) }
            return date.adding(days: -steps * (back == .day ? 1 : 7))
        }
        switch unit {
        case .day?: return .day(earlier(asOf))
        case .week?, .weekend?:
            return .containing(back == .year ? asOf.adding(days: -364 * steps) : earlier(asOf), unit ?? .week)
        case let unit?: return .containing(earlier(asOf.startOfMonth), unit)
        case nil:
            let first = back == .week || back == .weekend || back == .day ? asOf.startOfWeek : asOf.startOfMonth
            return TimeSpan(earlier(first), earlier(asOf), back.months == nil ? .week : .month)
        }
    }

    /// "ytd", "month to date", "so far this year".
    func toDate(at index: Int) -> Found<TimePoint>? {
        if case .toDate(let unit)? = word(index) {
            if let year = yearAfter(index + 1), unit == .year {
                let span = calendarYear(year.value)
                return (.span(begun(span) ?? span), year.end)
            }
            return (.span(.containing(asOf, unit)), index + 1)
        }
        if ["ttm", "ltm"].contains(key(index)) {
            return (.span(trailing(Amount(count: 12, unit: .month))), index + 1)
        }
        if reads(index, "so", "far") {
            let next = skip(index + 2, "in", "for", "during", "of")
            let found = longest([
                relative(at: next), monthDate(at: next), quarterOrHalf(at: next),
                year(at: next).map {
                    (.span(calendarYear($0.value)), $0.end)
                },
            ])
            return found ?? (.span(.containing(asOf, .month)), index + 2)
        }
        guard case .unit(let unit)? = word(index) else { return nil }
        // `the cheapest week of the year`
        if [.year, .month].contains(unit), reads(index - 2, "of", "the"),
            index + 1 == keys.count || key(index + 1) == "?"
        {
            return (.span(.containing(asOf, unit)), index + 1)
        }
        // `the year so far`
        if reads(index + 1, "so", "far"), key(index - 1) == "the" || index == 0 {
            return (.span(.containing(asOf, unit)), index + 3)
        }
        let to = skip(index + 1, "-")
        guard key(to) == "to", key(skip(to + 1, "-")) == "date" else { return nil }
        return (.span(.containing(asOf, unit)), skip(to + 1, "-") + 1)
    }

    /// `travel in 25`
    private func nearYear(at index: Int, after preposition: String) -> Found<Int>? {
        guard ["in", "since", "before", "after", "during"].contains(preposition), let short = shortYear(at: index)
        else {
            return nil
        }
        // `euros in 25` asks for a rate.
        let isOfRates = keys.contains {
            ["euro", "euros", "dollars", "pounds", "yen", "exchange", "rate"].contains($0)
        }
        return isNear(short.value) && !isOfRates ? short : nil
    }

    /// A year that stands alone: only where it can hardly be an amount.
    func bareYear(at index: Int, after preposition: String) -> Found<TimePoint>? {
        guard let year = year(at: index) ?? nearYear(at: index, after: preposition) else { return nil }
        if isGlued(index), [".", "/", "-"].contains(key(index - 1)), digits(index - 2) != nil { return nil }
        let isSure = ["in", "since", "during", "before", "after", "until", "throughout", "till", "til"].contains(
            preposition)
        let isNear = (asOf.year - 15...asOf.year + 3).contains(year.value)
        if case .unit? = word(year.end) { return nil }
        let isAmount =
            [
                "spend", "spent", "pay", "paid", "cost", "costs", "save", "afford", "earn", "make", "to", "limit",
                "budget", "is", "a", "only", "another", "have", "for",
            ].contains(key(index - 1)) && !(key(index - 1) == "a" && year.end >= tokens.count)
            && !(preposition == "for" && year.value <= asOf.year)
            // `total insurance paid 2026`
            && !(endsLookingBack(index) && (asOf.year - 2...asOf.year).contains(year.value)
                && year.end >= tokens.count)
            && !(key(index - 1) == "to" && comparing == .sideBySide) && !isHeldAgainstYear(year.end)
            // `2025 to 2026`
            && !(key(index - 1) == "to" && self.year(at: index - 2) != nil)
        guard isSure || (isNear && !isAmount) else { return nil }
        return (.span(calendarYear(year.value)), year.end)
    }

    /// `total insurance paid 2026`, `coffee spend 2025`, unlike `can I spend 2025`
    private func endsLookingBack(_ index: Int) -> Bool {
        if ["paid", "spent", "only"].contains(key(index - 1)) { return true }
        return ["spend", "cost", "costs"].contains(key(index - 1))
            && keys.allSatisfy { !["can", "could", "should", "would", "may", "to", "will", "wanna"].contains($0) }
    }

    /// `spent 2025 vs 2024`: another year follows that it is held against.
    private func isHeldAgainstYear(_ end: Int) -> Bool {
        guard ["vs", "versus", "v", "against", "compared", "and", "or", "than"].contains(key(end)) else { return false }
        let next = skip(skip(skip(end + 1, ".", "to", "with"), "in"), "the")
        return year(at: next).map { (asOf.year - 15...asOf.year + 3).contains($0.value) } ?? false
    }

    /// `the first of the year`: its first day.
    private func firstOfYear(at index: Int) -> Found<TimePoint>? {
        let next = skip(index, "the")
        guard ["first", "1st"].contains(key(next)), key(next + 1) == "of",
            case let unit = skip(next + 2, "the", "this"),
            unit > next + 2, case .unit(.year)? = word(unit)
        else { return nil }
        return (.span(.day(asOf.startOfYear)), unit + 1)
    }

    /// Two times with "to" or a dash between them, after "from" also with "until", after "between" with "and".
    func range(at index: Int, after opening: String = "") -> Found<TimePoint>? {
        guard let first = edge(at: index, mayBeNow: !opening.isEmpty),
            let next = connector(at: first.end, after: opening),
            let second = edge(at: next, mayBeNow: true)
        else { return nil }
        if case .number = first.value, case .number = second.value { return nil }
        guard let from = value(first.value, beside: second.value), let to = value(second.value, beside: first.value)
        else { return nil }
        let end = saysRelation(next..<second.end) ? withNewYearAfter(to) : to
        guard let days = combine(from, end) else { return nil }
        // `sept 12-18 2026`: the year closes both days.
        if case .number = second.value, case .recurring(let every) = days, every.cycle == .year,
            let year = yearAfter(second.end), let span = every.occurrence(year.value - asOf.year)
        {
            return (.span(span), year.end)
        }
        return (days, second.end)
    }

    private func saysRelation(_ range: Range<Int>) -> Bool {
        range.contains { if case .relation? = word($0) { true } else { false } }
    }

    /// `from christmas to new years last year` ends with the day after that year.
    private func withNewYearAfter(_ point: TimePoint) -> TimePoint {
        guard case .span(let span) = point, let holiday = span.holiday, holiday.rule == .fixed(month: 1, day: 1),
            let after = holiday.span(in: span.start.year + 1)
        else { return point }
        return .span(after)
    }

    private enum Edge {
        case point(TimePoint)
        /// A day that is written as a mere number.
        case number(Int)
    }

    private func edge(at index: Int, mayBeNow: Bool) -> Found<Edge>? {
        let next = skip(index, "the", "on", "in")
        if mayBeNow, ["now", "present"].contains(key(next)) || (key(next) == "date" && key(index - 1) == "to") {
            return (.point(.span(.day(asOf))), next + 1)
        }
        if let point = point(at: index) ?? (next > index ? point(at: next) : nil) {
            return (.point(point.value), point.end)
        }
        if let year = year(at: next) { return (.point(.span(calendarYear(year.value))), year.end) }
        guard let day = dayOfMonth(at: next) else { return nil }
        return (.number(day.value), day.end)
    }

    private func connector(at index: Int, after opening: String) -> Int? {
        switch key(index) {
        case "-", "–", "—": return index + 1
        case "to":
            let isRange = opening == "from" ? comparing != .change : comparing == .no || joinsOtherwise
            return isRange || opening == "between" ? index + 1 : nil
        case "through", "thru": return index + 1
        case "until", "till", "til":
            return opening.isEmpty && !["now", "today", "present"].contains(key(index + 1)) ? nil : index + 1
        case "up" where opening == "from": return ["to", "until"].contains(key(index + 1)) ? index + 2 : nil
        case "and", "&", "n": return opening == "between" && comparing == .no ? index + 1 : nil
        default: return nil
        }
    }

    /// Whether what is set side by side is joined by another word than `to`: `Jan to June vs July to Dec`.
    private var joinsOtherwise: Bool {
        guard comparing == .sideBySide else { return false }
        let joints = keys.indices.count {
            keys[$0] == "to" && !["compared", "compare", "relative"].contains(key($0 - 1))
        }
        let isHeld = keys.indices.contains {
            ["compared", "compare", "relative"].contains(keys[$0]) && ["to", "with"].contains(key($0 + 1))
        }
        return joints > 1 || joints == 1 && isHeld || keys.contains { ["vs", "versus", "against"].contains($0) }
    }

    private func value(_ edge: Edge, beside other: Edge) -> TimePoint? {
        switch edge {
        case .point(let point): return point
        case .number(let day):
            guard case .point(let point) = other, isDay(point) else { return nil }
            return monthly(day)
        }
    }

    /// A day of every month.
    func monthly(_ day: Int) -> TimePoint {
        let start = asOf.startOfMonth
        return .recurring(
            Recurrence(.month) { offset in
                let month = start.adding(months: offset).components
                return CivilDate(year: month.year, month: month.month, day: day).map { TimeSpan.day($0) }
            })
    }

    /// From the beginning of one to the end of the other; where one does not say which occurrence it is, the
    /// nearest that fits.
    private func combine(_ from: TimePoint, _ to: TimePoint) -> TimePoint? {
        switch (from, to) {
        case (.span(let a), .span(let b)): return joined(a, b).map { .span(uncut($0)) }
        case (.span(let a), .recurring(let b)):
            guard let end = b.centred(on: a.start, asOf: asOf).next(after: a.start.adding(days: -1)) else { return nil }
            return joined(a, end).map { .span(uncut($0)) }
        case (.recurring(let a), .span(let b)):
            guard let start = a.centred(on: b.start, asOf: asOf).lastBegun(on: b.start) else { return nil }
            return joined(start, b).map { .span($0) }
        case (.recurring(let a), .recurring(let b)):
            let asOf = asOf
            if a.cycle >= b.cycle {
                return .recurring(
                    Recurrence(a.cycle) { index in
                        guard let start = a.occurrence(index) else { return nil }
                        let end = b.centred(on: start.start, asOf: asOf).next(after: start.start.adding(days: -1))
                        return end.flatMap { joined(start, $0) }
                    })
            }
            return .recurring(
                Recurrence(b.cycle) { index in
                    guard let end = b.occurrence(index) else { return nil }
                    let start = a.centred(on: end.start, asOf: asOf).lastBegun(on: end.start)
                    return start.flatMap { joined($0, end) }
                })
        }
    }

    /// What begins today is about what is to come.
    private func uncut(_ span: TimeSpan) -> TimeSpan {
        var span = span
        span.isCutAtAsOf = span.start != asOf
        return span
    }

    private func joined(_ a: TimeSpan, _ b: TimeSpan) -> TimeSpan? {
        guard a.start <= b.end else { return joined(b, a) }
        let isMonths = a.start.day == 1 && b.end == b.end.endOfMonth
        let months = b.end.monthNumber - a.start.monthNumber + 1
        var span = TimeSpan(
            a.start, b.end, isMonths ? .month : .day, count: isMonths ? months : b.end.days(since: a.start) + 1)
        span.ambiguity = [a.ambiguity, b.ambiguity].compactMap { $0 }.joined(separator: ", ")
        if span.ambiguity?.isEmpty == true { span.ambiguity = nil }
        return span
    }
}
