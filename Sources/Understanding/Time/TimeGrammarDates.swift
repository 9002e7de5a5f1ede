import Ledger

/// Dates in numbers and months by name.
extension TimeGrammar {
    /// A year in four digits, or in two after an apostrophe.
    func year(at index: Int) -> Found<Int>? {
        if let value = digits(index), (1900...2100).contains(value), tokens[index].text.utf8.count == 4 {
            return (value, index + 1)
        }
        if let short = digits(index + 1), short < 100, isGlued(index + 1), tokens[index + 1].text.utf8.count == 2,
            ["'", "’", "‘", "`"].contains(key(index))
        {
            return (fullYear(short), index + 2)
        }
        return nil
    }

    /// A two-digit year means the century that puts it at most 20 years after the as-of date.
    func fullYear(_ value: Int) -> Int {
        guard value < 100 else { return value }
        let year = asOf.year / 100 * 100 + value
        return year > asOf.year + 20 ? year - 100 : year
    }

    /// "2025", "last year", "two years ago" after what they belong to, with or without "of" or "in".
    func yearAfter(_ index: Int) -> Found<Int>? {
        var next = skip(index, ",", "of", "in", "from")
        next = skip(next, "the")
        if let year = year(at: reads(next, "year") ? next + 1 : next) { return year }
        if let amount = amount(at: next), amount.value.unit == .year, key(amount.end) == "ago" {
            return (asOf.year - amount.value.count, amount.end + 1)
        }
        guard let found = relative(at: next) ?? unitBeforeLast(at: next),
            case .span(let span) = found.value, span.unit == .year, span.label == nil
        else { return nil }
        return (span.start.year, found.end)
    }

    /// Numbers with signs between them: `2026-10-31`, `10/31/26`, `31.10.2026`, `2026-10`, `10/31`.
    func numericDate(at index: Int) -> Found<TimePoint>? {
        guard let first = digits(index), ["-", "/", "."].contains(key(index + 1)), isGlued(index + 1),
            isGlued(index + 2), let second = digits(index + 2)
        else { return nil }
        let separator = key(index + 1)
        let firstWidth = tokens[index].text.utf8.count
        if key(index + 3) == separator, isGlued(index + 3), isGlued(index + 4), let third = digits(index + 4) {
            if firstWidth == 4 { return fullDate(year: first, month: second, day: third, end: index + 5) }
            let width = tokens[index + 4].text.utf8.count
            guard width == 2 || width == 4, firstWidth <= 2 else { return nil }
            return ordered(
                first, second, year: fullYear(third), from: index, end: index + 5, isDotted: separator == ".")
        }
        let width = tokens[index + 2].text.utf8.count
        if firstWidth == 4, (1900...2100).contains(first), width <= 2, separator != ".",
            let month = Period.month(year: first, month: second)
        {
            return (.span(TimeSpan(month.start, month.end, .month)), index + 3)
        }
        if width == 4, (1900...2100).contains(second), firstWidth <= 2, separator != ".",
            let month = Period.month(year: second, month: first)
        {
            return (.span(TimeSpan(month.start, month.end, .month)), index + 3)
        }
        guard separator == "/", width <= 2, firstWidth <= 2, key(index + 3) != "of", (first, second) != (24, 7) else {
            return nil
        }
        if first <= 12, second > 12, let month = monthOfShortYear(first, yearAt: index + 2, from: index) {
            return month
        }
        return ordered(first, second, year: nil, from: index, end: index + 3, isDotted: false)
    }

    private func fullDate(year: Int, month: Int, day: Int, end: Int) -> Found<TimePoint>? {
        CivilDate(year: year, month: month, day: day).map { (.span(.day($0)), end) }
    }

    /// A date of two numbers whose order is not written; with points between them it is always the day first.
    private func ordered(
        _ first: Int, _ second: Int, year: Int?, from index: Int, end: Int, isDotted: Bool
    ) -> Found<TimePoint>? {
        let dayFirst = isDotted || (context.dateOrder == .dmy ? second <= 12 : first > 12)
        let (day, month) = dayFirst ? (first, second) : (second, first)
        guard CivilDate(year: year ?? 2000, month: month, day: day) != nil else { return nil }
        var note: String?
        if !isDotted, first <= 12, second <= 12, first != second {
            let written = tokens[index..<end].map(\.text).joined()
            note = "read \(written) as \(CivilDate.monthNames[month - 1]) \(day)"
        }
        return date(day: day, month: month, year: year, note: note).map { ($0, end) }
    }

    private func date(day: Int, month: Int, year: Int?, note: String? = nil) -> TimePoint? {
        func span(_ year: Int) -> TimeSpan? {
            guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
            var span = TimeSpan.day(date)
            span.ambiguity = note
            return span
        }
        if let year { return span(year).map { .span($0) } }
        guard day <= CivilDate.days(inMonth: month, year: 2000) else { return nil }
        return annual(span)
    }

    /// What comes back every year.
    func annual(_ span: @escaping (Int) -> TimeSpan?) -> TimePoint {
        let year = asOf.year
        return .recurring(Recurrence(.year) { span(year + $0) })
    }

    /// A month with the day before or after it, each with or without a year: "the 3rd of October", "Oct 15, 2026".
    func monthDate(at index: Int) -> Found<TimePoint>? {
        if case .month(let month)? = word(index) {
            return dayAfterMonth(month, at: index + 1) ?? wholeMonth(month, at: index + 1)
        }
        guard let day = dayOfMonth(at: index), !isRank(index) else { return nil }
        var next = skip(day.end, "day")
        next = skip(next, "of")
        if case .ordinal? = word(index) { next = skip(next, "in") }
        if key(next) == "-" || key(next) == "/", isGlued(next), isGlued(next + 1) { next += 1 }
        guard case .month(let month)? = word(next) else { return nil }
        next += 1
        if key(next) == ".", isGlued(next), year(at: next + 1) != nil { next += 1 }
        if key(next) == "-" || key(next) == "/", isGlued(next), isGlued(next + 1), digits(next + 1) != nil { next += 1 }
        return dated(day: day.value, month: month, yearAt: next)
    }

    /// Whether the number counts things ("top 5 may …") rather than days.
    private func isRank(_ index: Int) -> Bool {
        ["top", "biggest", "largest", "smallest", "best", "worst"].contains(key(index - 1))
    }

    /// `15`, `15th`, "fifteenth", "twenty first".
    func dayOfMonth(at index: Int) -> Found<Int>? {
        if case .ordinal(let value)? = word(index) { return (value, index + 1) }
        if let value = digits(index) {
            guard (1...31).contains(value) else { return nil }
            let isSpelled = ["st", "nd", "rd", "th"].contains(key(index + 1))
            return (value, index + (isSpelled ? 2 : 1))
        }
        guard case .number(let tens)? = word(index), tens == 20 || tens == 30,
            case .ordinal(let ones)? = word(skip(index + 1, "-")), tens + ones <= 31, ones < 10
        else { return nil }
        return (tens + ones, skip(index + 1, "-") + 1)
    }

    private func dayAfterMonth(_ month: Int, at index: Int) -> Found<TimePoint>? {
        var next = index
        if key(next) == ".", isGlued(next) { next += 1 }
        if key(next) == "-" || key(next) == "/", isGlued(next), isGlued(next + 1) { next += 1 }
        next = skip(next, "the")
        guard let day = dayOfMonth(at: next), !countsThings(day.end) else { return nil }
        if case .ordinal? = word(next), tokens[next].text.utf8.first.map({ $0 > 0x39 }) == true, key(next - 1) != "the"
        {
            return nil
        }
        if key(next - 1) != "the", day.end == next + 1, yearAfter(day.end) == nil,
            let month = monthOfShortYear(month, yearAt: next, from: index - 1)
        {
            return month
        }
        return dated(day: day.value, month: month, yearAt: day.end)
    }

    /// Whether a number that ends here belongs to a noun: "march 5 biggest", "may 3 weeks".
    private func countsThings(_ index: Int) -> Bool {
        switch word(index) {
        // `july 4 weekend` is one around a day.
        case .unit(.weekend)? where key(index).utf8.last != 0x73: false
        case .unit?, .weekdays?: true
        default: ["biggest", "largest", "smallest", "transactions", "purchases", "most", "%"].contains(key(index))
        }
    }

    private func dated(day: Int, month: Int, yearAt index: Int) -> Found<TimePoint>? {
        var year = yearAfter(index)
        if year == nil, let short = digits(index), tokens[index].text.utf8.count == 2, !countsThings(index + 1),
            (asOf.year - 12...asOf.year + 3).contains(fullYear(short))
        {
            year = (fullYear(short), index + 1)
        }
        if let year, let point = date(day: day, month: month, year: year.value) { return (point, year.end) }
        return date(day: day, month: month, year: nil).map { ($0, index) }
    }

    private func wholeMonth(_ month: Int, at index: Int) -> Found<TimePoint>? {
        func span(_ year: Int) -> TimeSpan? {
            Period.month(year: year, month: month).map { TimeSpan($0.start, $0.end, .month) }
        }
        let next = ["-", "/", "."].contains(key(index)) && isGlued(index) ? index + 1 : index
        if let year = yearAfter(next), let span = span(year.value) { return (.span(span), year.end) }
        // `march of 25`; without `of` the number may be a day.
        if key(index) == "of", let short = shortYear(at: index + 1, isSure: true), short.value <= asOf.year,
            let span = span(short.value)
        {
            return (.span(span), short.end)
        }
        return (annual(span), index)
    }

    /// "the 15th", "the 1st of last month": a day whose month is said elsewhere or not at all.
    func ordinalDay(at index: Int) -> Found<TimePoint>? {
        guard case .ordinal? = word(index) ?? nil, let day = dayOfMonth(at: index) else { return nil }
        let isInDigits = tokens[index].text.utf8.first.map { $0 < 0x3A } == true
        if let month = monthAfter(day.end) {
            guard let date = CivilDate(year: month.value.year, month: month.value.month, day: day.value) else {
                return nil
            }
            return (.span(.day(date)), month.end)
        }
        let ofTheMonth = reads(day.end, "of", "the", "month")
        let isNamed = key(index - 1) == "the" && !["avenue", "ave", "street", "st", "party"].contains(key(day.end))
        guard ofTheMonth || (isInDigits && (isBoundary(day.end) || isNamed)), !isPeriodic(day.end) else { return nil }
        if !ofTheMonth, let anchor = context.anchor, anchor.start.startOfMonth == anchor.end.startOfMonth,
            anchor.days > 1, let date = anchor.start.startOfMonth.with(day: day.value)
        {
            // `the 12th to the 20th` after a month that was asked about are days of it.
            return (.span(.day(date)), day.end)
        }
        let start = asOf.startOfMonth
        let recurrence = Recurrence(.month) { offset in
            let month = start.adding(months: offset).components
            return CivilDate(year: month.year, month: month.month, day: day.value).map { TimeSpan.day($0) }
        }
        return (.recurring(recurrence), ofTheMonth ? day.end + 3 : day.end)
    }

    /// "of each month": no time but a rhythm.
    func isPeriodic(_ index: Int) -> Bool {
        let next = skip(index, "of", "in")
        return ["each", "every", "per", "any"].contains(key(next)) || reads(index, "of", "a")
    }

    private func monthAfter(_ index: Int) -> Found<(year: Int, month: Int)>? {
        let next = skip(skip(index, "of", "in"), "the")
        guard let found = relative(at: next) ?? unitBeforeLast(at: next) ?? ago(at: next),
            let span = resolve(found.value), span.unit == .month, span.count == 1, span.start.day == 1
        else { return nil }
        return ((span.start.year, span.start.month), found.end)
    }
}

extension CivilDate {
    /// The day of that number in its month; nil where the month has none.
    fileprivate func with(day: Int) -> CivilDate? {
        let own = components
        return CivilDate(year: own.year, month: own.month, day: day)
    }
}
