import Ledger

/// Dates that can be read in two ways, and the words that decide between them.
extension TimeGrammar {
    /// Words after which a day stands, never a month of a year.
    private static let dayLeads: Set<String> = [
        "on", "from", "to", "between", "and", "until", "till", "til", "thru", "through", "since", "before", "after",
        "by", "-", "–",
        "the", "at", "of", "than", "vs",
    ]

    /// `in feb 25`, `in 3/26`: after `in` two digits that can be a near year are one, since nothing happens in a day.
    ///
    /// - Parameter start: the token that the date begins with.
    /// - Returns: nil where it is a day, as it is after `on`; the day itself with a note where nothing decides.
    func monthOfShortYear(_ month: Int, yearAt index: Int, from start: Int) -> Found<TimePoint>? {
        guard let short = digits(index), tokens[index].text.utf8.count == 2, (1...12).contains(month),
            (asOf.year - 12...asOf.year).contains(fullYear(short)), !isShortYear(index + 1),
            let period = Period.month(year: fullYear(short), month: month), period.start <= asOf
        else { return nil }
        let written = text(start...index)
        let before = key(start - 1)
        if ["in", "during", "throughout"].contains(before) {
            var span = TimeSpan(period.start, period.end, .month)
            span.ambiguity = "read “\(written)” as \(period.label)"
            return (.span(span), index + 1)
        }
        if TimeGrammar.dayLeads.contains(before) || key(index + 1) == "-" || key(index + 1) == "to" { return nil }
        func span(_ year: Int) -> TimeSpan? {
            guard let date = CivilDate(year: year, month: month, day: short) else { return nil }
            var span = TimeSpan.day(date)
            span.ambiguity = "read “\(written)” as a day, \(CivilDate.monthNames[month - 1]) \(short)"
            return span
        }
        guard CivilDate(year: 2000, month: month, day: short) != nil else { return nil }
        return (annual(span), index + 1)
    }

    /// Whether two digits follow that are the year of the date before: `march 20 26`.
    private func isShortYear(_ index: Int) -> Bool {
        guard let short = digits(index) else { return false }
        return tokens[index].text.utf8.count == 2 && (asOf.year - 12...asOf.year + 3).contains(fullYear(short))
    }

    private func text(_ range: ClosedRange<Int>) -> String {
        var text = ""
        for index in range {
            if !text.isEmpty, tokens[index].hasSpaceBefore { text += " " }
            text += tokens[index].text
        }
        return text
    }

    /// `july 4 weekend`: the free days in a row around a day.
    func weekendAround(at index: Int) -> Found<TimePoint>? {
        guard let found = monthDate(at: index), case .unit(.weekend)? = word(found.end),
            let day = resolve(found.value, .past), day.start == day.end
        else { return nil }
        let (month, number) = (day.start.month, day.start.day)
        let weekend = Holiday(
            name: "\(CivilDate.monthNames[month - 1]) \(number)", rule: .fixed(month: month, day: number),
            extent: .weekend)
        let end = found.end + 1
        if let year = yearAfter(end), let span = weekend.span(in: year.value) { return (.span(span), year.end) }
        if case .span = found.value { return weekend.span(in: day.start.year).map { (.span($0), end) } }
        return (annual(weekend.span), end)
    }
}
