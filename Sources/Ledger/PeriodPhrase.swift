/// Days and periods as Americans write them.
extension CivilDate {
    /// `October 9`.
    public var monthAndDay: String { "\(CivilDate.monthNames[month - 1]) \(day)" }
    /// `October 9, 2026`.
    public var americanText: String { "\(monthAndDay), \(year)" }
}

extension Period {
    /// With the preposition that belongs to it: `in October 2026`, `on October 9, 2026`, `from March 3 to April 10, 2026`,
    /// `in the past 30 days`, `yesterday`.
    public var phrase: String { phrase(showsYear: true) }

    /// The same without the year: for a second mention, and beside a period of the same year.
    public var shortPhrase: String { phrase(showsYear: false) }

    /// The name alone: `October 2026`, `March 3 to April 10, 2026`, `the past 30 days`.
    public var name: String { hasOwnName ? label : span(showsYear: true) }

    /// Several by name; runs of days of one year say the year once: `July 1 to 10 and July 15 to 31, 2026`.
    public static func names(of periods: [Period]) -> String {
        let years = Set(periods.flatMap { [$0.start.year, $0.end.year] })
        let isOfDays = periods.contains { $0.start.day != 1 || $0.end != $0.end.endOfMonth }
        guard years.count == 1, isOfDays, !periods.contains(where: \.hasOwnName) else {
            return NumberText.list(periods.map(\.name))
        }
        return NumberText.list(
            periods.enumerated().map { $0.element.span(showsYear: $0.offset == periods.count - 1) })
    }

    private var hasOwnName: Bool { label != Period.describe(start, end) }

    private func phrase(showsYear: Bool) -> String {
        if label == "all time" {
            return "since \(CivilDate.monthNames[start.month - 1]) \(start.year)"
        }
        if hasOwnName { return preposition + label }
        let (s, e) = (start.components, end.components)
        if start == end { return "on " + span(showsYear: showsYear) }
        let isWholeMonths = s.day == 1 && end == end.endOfMonth
        if isWholeMonths, s.year == e.year, s.month == e.month || label.first == "Q" || label == "\(s.year)" {
            return "in " + span(showsYear: showsYear)
        }
        return "from " + span(showsYear: showsYear)
    }

    private func span(showsYear: Bool) -> String {
        let (s, e) = (start.components, end.components)
        let year = showsYear ? " \(e.year)" : ""
        let months = CivilDate.monthNames
        if start == end { return showsYear ? start.americanText : start.monthAndDay }
        if s.day == 1, end == end.endOfMonth {
            if s.year != e.year { return "\(months[s.month - 1]) \(s.year) through \(months[e.month - 1]) \(e.year)" }
            if s.month == e.month { return months[s.month - 1] + year }
            if s.month == 1, e.month == 12 { return "\(s.year)" }
            if label.first == "Q" { return "Q\(start.quarter)" + year }
            return "\(months[s.month - 1]) through \(months[e.month - 1])" + year
        }
        let tail = showsYear ? ", \(e.year)" : ""
        if s.year != e.year { return "\(start.americanText) to \(end.americanText)" }
        return s.month == e.month
            ? "\(start.monthAndDay) to \(e.day)" + tail : "\(start.monthAndDay) to \(end.monthAndDay)" + tail
    }

    /// What stands before a name that is not the days' own; empty where the name holds it.
    private var preposition: String {
        let own = [
            "yesterday", "today", "tomorrow", "since ", "before ", "after ", "until ", "up to ", "this ", "last ",
            "next ", "on ", "from ", "over ", "between ", "the day ", "weekends ", "weekdays ", "the rest ", "by ",
        ]
        let words = label.lowercased()
        if own.contains(where: words.hasPrefix) { return "" }
        // Runs of days by name: `from July 1 to 10 and July 15 to 31, 2026`.
        if words.hasPrefix("\(start.monthAndDay.lowercased()) to ") { return "from " }
        return start == end ? "on " : "in "
    }
}
