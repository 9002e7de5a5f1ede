/// A span of whole days, both ends included, with the words a reply names it by.
public struct Period: Sendable {
    public let start: CivilDate
    public let end: CivilDate
    /// What a reply calls it: `October 2026`, `the past 30 days`, `March 1–15, 2026`.
    public let label: String

    /// - Precondition: `start <= end`.
    public init(_ start: CivilDate, _ end: CivilDate, label: String? = nil) {
        precondition(start <= end, "a period ends before it starts")
        self.start = start
        self.end = end
        self.label = label ?? Period.describe(start, end)
    }

    /// The number of days, both ends counted.
    public var days: Int { end.days(since: start) + 1 }

    public func contains(_ date: CivilDate) -> Bool { start <= date && date <= end }

    public static func month(year: Int, month: Int) -> Period? {
        guard let first = CivilDate(year: year, month: month, day: 1) else { return nil }
        return Period(first, first.endOfMonth)
    }

    /// The calendar month of a day.
    public static func month(of date: CivilDate) -> Period { Period(date.startOfMonth, date.endOfMonth) }

    /// The `count` days that end on `date`.
    public static func past(days count: Int, endingOn date: CivilDate) -> Period {
        Period(date.adding(days: 1 - max(1, count)), date, label: "the past \(count) days")
    }

    /// The two ends: `February 26 to April 9, 2026`; of a single day `April 9, 2026`.
    public var ends: String {
        if start == end { return end.longText }
        return (start.year == end.year ? start.dayText : start.longText) + " to " + end.longText
    }

    /// Words for a span without any other name: a month, quarter or year by its name, else its two ends.
    public static func describe(_ start: CivilDate, _ end: CivilDate) -> String {
        let (s, e) = (start.components, end.components)
        if start == end { return start.longText }
        if s.day == 1, end == end.endOfMonth, s.year == e.year {
            if s.month == e.month { return "\(CivilDate.monthNames[s.month - 1]) \(s.year)" }
            if s.month == 1, e.month == 12 { return "\(s.year)" }
            if (s.month - 1) % 3 == 0, e.month == s.month + 2 { return "Q\(start.quarter) \(s.year)" }
            return "\(CivilDate.monthNames[s.month - 1])–\(CivilDate.monthNames[e.month - 1]) \(s.year)"
        }
        if s.year == e.year, s.month == e.month {
            return "\(start.dayText)–\(e.day), \(s.year)"
        }
        if s.year == e.year { return "\(start.dayText) – \(end.longText)" }
        return "\(start.longText) – \(end.longText)"
    }
}

extension Period: Hashable {
    /// Two periods are the same when they span the same days, whatever they are called.
    public static func == (a: Period, b: Period) -> Bool { a.start == b.start && a.end == b.end }
    public func hash(into hasher: inout Hasher) {
        hasher.combine(start)
        hasher.combine(end)
    }
}

extension Period: CustomStringConvertible {
    public var description: String { "\(start)…\(end)" }
}
