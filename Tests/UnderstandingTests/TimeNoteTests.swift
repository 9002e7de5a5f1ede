import Ledger
import Testing

@testable import Understanding

/// What an expression tells besides its days: labels, notes, units, the uncut period.
@Suite struct TimeNoteTests {
    static let asOf = day("2026-10-15")

    static func first(_ question: String, _ context: TimeContext = TimeContext(asOf: asOf)) throws -> TimeExpression {
        try #require(TimeParser.expressions(in: Tokenizer.tokens(of: question), context: context).first)
    }

    @Test(arguments: [
        ("this month", "October 2026 so far"), ("last month", "September 2026"), ("october", "October 2026 so far"),
        ("last week", "last week (October 5–11, 2026)"), ("this week", "this week (October 12–15, 2026)"),
        ("next week", "next week (October 19–25, 2026)"),
        ("this year", "2026 so far"), ("last year", "2025"), ("q3", "Q3 2026"), ("past 30 days", "the past 30 days"),
        ("past year", "the past year"), ("last 3 months", "the past 3 months"),
        ("yesterday", "yesterday (October 14, 2026)"),
        ("today", "today (October 15, 2026)"), ("on friday", "Friday, October 9, 2026"),
        ("since march", "since March 1, 2026"),
        ("before 2025", "before 2025"), ("first half of 2025", "the first half of 2025"),
        ("last summer", "summer 2026"),
        ("last winter", "winter 2025–2026"), ("over christmas 2025", "Christmas 2025"), ("all time", "all time"),
        ("from march 3 to march 10", "March 3–10, 2026"), ("from january to march", "Q1 2026"),
        ("from 2022 to 2024", "2022–2024"), ("from november to february", "November 2025 – February 2026"),
        ("until friday", "until October 16, 2026"), ("lately", "the past 30 days"),
        ("ytd", "2026 so far"), ("3 weeks ago", "September 21–27, 2026"),
        ("last 2 full months", "August–September 2026"),
    ])
    func label(_ question: String, _ label: String) throws {
        #expect(try Self.first(question).period.label == label)
    }

    @Test func ambiguousDatesAreReadInTheConfiguredOrderAndSaySo() throws {
        let american = try Self.first("on 3/4/2026")
        #expect(american.period.start == day("2026-03-04"))
        #expect(american.ambiguity == "read 3/4/2026 as March 4")
        let european = try Self.first("on 3/4/2026", TimeContext(asOf: Self.asOf, dateOrder: .dmy))
        #expect(european.period.start == day("2026-04-03"))
        #expect(european.ambiguity == "read 3/4/2026 as April 3")
        let range = try Self.first("from 3/4 to 5/6")
        #expect(written(range.period) == "2026-03-04..2026-05-06")
        #expect(range.ambiguity == "read 3/4 as March 4, read 5/6 as May 6")
        for clear in ["2026-04-03", "25/3/2026", "3/25/2026", "4/4/2026", "3.4.2026", "3 April"] {
            #expect(try Self.first(clear).ambiguity == nil)
        }
        #expect(try Self.first("3.4.2026").period.start == day("2026-04-03"))
    }

    @Test func runningUnitsKeepTheirWholeLength() throws {
        let month = try Self.first("this month")
        #expect(written(month.period) == "2026-10-01..2026-10-15")
        #expect(written(month.whole) == "2026-10-01..2026-10-31")
        #expect(month.unit == .month && month.count == 1)
        #expect(month.shifted(by: -1) == Period(day("2026-09-01"), day("2026-09-30")))
        #expect(month.shifted(by: -1).label == "September 2026")
    }

    @Test func expressionsMoveByTheirOwnLength() throws {
        #expect(written(try Self.first("past 30 days").shifted(by: -1)) == "2026-08-17..2026-09-15")
        #expect(written(try Self.first("last 3 full months").shifted(by: -1)) == "2026-04-01..2026-06-30")
        #expect(written(try Self.first("past 3 months").shifted(by: -1)) == "2026-04-16..2026-07-15")
        #expect(written(try Self.first("last year").shifted(by: -1)) == "2024-01-01..2024-12-31")
        #expect(written(try Self.first("last weekend").shifted(by: -1)) == "2026-10-03..2026-10-04")
        #expect(written(try Self.first("on thanksgiving").shifted(by: -1)) == "2024-11-28")
        #expect(written(try Self.first("february 2024").shifted(by: 12)) == "2025-02-01..2025-02-28")
    }

    @Test func unknownPayDaysAreSaid() throws {
        let since = try Self.first("since my last paycheck")
        #expect(written(since.period) == "2026-09-16..2026-10-15")
        #expect(since.assumption == "no pay day is known, so this is the past 30 days")
        let until = try Self.first("until payday")
        #expect(written(until.period) == "2026-10-15..2026-10-31")
        #expect(until.assumption != nil)
        let known = TimeContext(asOf: Self.asOf, payDays: [day("2026-10-09"), day("2026-09-25")])
        #expect(written(try Self.first("until payday", known).period) == "2026-10-15..2026-10-22")
        #expect(written(try Self.first("since payday", known).period) == "2026-10-09..2026-10-15")
    }

    @Test func thePrepositionIsPartOfTheExpression() throws {
        #expect(try Self.first("coffee in october please").tokens == 1..<3)
        #expect(try Self.first("spent over the past 3 months").tokens == 1..<6)
        #expect(try Self.first("since march").tokens == 0..<2)
        #expect(try Self.first("before 2025").isOpenStart)
        #expect(try !Self.first("in 2025").isOpenStart)
    }

    @Test func habitualPeriodIsSixFullMonths() {
        #expect(written(TimeParser.habitualPeriod(asOf: Self.asOf)) == "2026-04-01..2026-09-30")
        #expect(written(TimeParser.habitualPeriod(asOf: day("2028-02-29"))) == "2027-08-01..2028-01-31")
    }

    /// Easter Sundays as almanacs list them, leap years and the earliest and latest dates among them.
    @Test(arguments: [
        "1961-04-02", "1981-04-19", "2000-04-23", "2008-03-23", "2011-04-24", "2024-03-31", "2025-04-20", "2026-04-05",
        "2027-03-28", "2028-04-16", "2038-04-25", "2049-04-18",
    ])
    func easter(_ iso: String) {
        #expect(Holiday.easter(in: day(iso).year) == day(iso))
    }
}
