import Ledger
import Testing

@Suite struct CivilDateTests {
    @Test("what lies beyond the calendar ends with it", arguments: [99_999_999_999, Int.max, 4_000_000_000])
    func beyondTheCalendar(count: Int) {
        let day = CivilDate(dayNumber: 20_000)
        #expect(day.adding(days: count) == .last)
        #expect(day.adding(days: -count) == .first)
        #expect(day.adding(months: count) == .last)
        #expect(day.adding(months: -count) == .first)
        #expect(day.adding(years: count) == .last)
        #expect(day.adding(years: -count) == .first)
        #expect(CivilDate.first.iso == "0001-01-01" && CivilDate.last.iso == "9999-12-31")
        #expect(CivilDate.last.adding(days: 1) == .last && CivilDate.last.adding(months: 1) == .last)
        #expect(CivilDate.first.adding(days: -1) == .first && CivilDate.first.adding(months: -1) == .first)
    }

    /// Day numbers and weekdays as Python's `datetime.date` gives them.
    @Test(arguments: [
        ("0001-01-01", -719162, 1), ("1582-10-15", -141427, 5), ("1600-02-29", -135081, 2), ("1899-12-31", -25568, 7),
        ("1900-02-28", -25509, 3), ("1900-03-01", -25508, 4), ("1969-12-31", -1, 3), ("1970-01-01", 0, 4),
        ("2000-02-29", 11016, 2), ("2000-03-01", 11017, 3), ("2016-02-29", 16860, 1), ("2024-02-29", 19782, 4),
        ("2024-12-31", 20088, 2), ("2025-01-01", 20089, 3), ("2026-10-31", 20757, 6), ("2038-01-19", 24855, 2),
        ("2099-12-31", 47481, 4), ("2100-02-28", 47540, 7), ("2100-03-01", 47541, 1), ("9999-12-31", 2_932_896, 5),
    ]) func dayNumbersAndWeekdays(iso: String, dayNumber: Int32, weekday: Int) throws {
        let date = try #require(CivilDate(iso: iso))
        #expect(date.dayNumber == dayNumber)
        #expect(date.weekday == weekday)
        #expect(CivilDate(dayNumber: dayNumber).iso == iso)
        #expect("\(date)" == iso)
    }

    /// The sum is Python's: `s = (s * 31 + y * 2976 + m * 248 + d * 8 + isoweekday) % (2**31 - 1)` over all days.
    @Test func everyDayOfTwoCenturies() throws {
        let first = try #require(CivilDate(iso: "1900-01-01"))
        let last = try #require(CivilDate(iso: "2100-12-31"))
        var sum = 0
        var before: (year: Int, month: Int, day: Int)?
        for number in first.dayNumber...last.dayNumber {
            let date = CivilDate(dayNumber: number)
            let c = date.components
            guard CivilDate(year: c.year, month: c.month, day: c.day) == date, CivilDate(iso: date.iso) == date else {
                Issue.record("\(date) does not come back")
                return
            }
            sum = (sum * 31 + c.year * 2976 + c.month * 248 + c.day * 8 + date.weekday) % 2_147_483_647
            if let before { #expect(before < (c.year, c.month, c.day)) }
            before = c
        }
        #expect(last.days(since: first) + 1 == 73414)
        #expect(sum == 1_626_767_505)
    }

    @Test(arguments: [
        (2026, 4, 31), (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
        (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (2026, 6, -5),
    ]) func thereIsNoSuchDay(year: Int, month: Int, day: Int) {
        #expect(CivilDate(year: year, month: month, day: day) == nil)
    }

    @Test(arguments: [
        "", "2026-1-01", "2026-01-1", "26-01-01", "2026/01/01", "2026-01-01 ", " 2026-01-01", "2026-01-0a",
        "+026-01-01", "2026-02-30", "2026-00-10", "20260101", "２０２６-01-01", "2026-01-01T00:00", "0000-01-01",
    ]) func noISODate(text: String) {
        #expect(CivilDate(iso: text) == nil)
    }

    @Test(arguments: [
        ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
        ("2026-01-15", -1, "2025-12-15"), ("2026-01-15", -13, "2024-12-15"), ("2026-08-31", 1, "2026-09-30"),
        ("2024-02-29", 12, "2025-02-28"), ("2024-02-29", 48, "2028-02-29"), ("2026-10-31", 0, "2026-10-31"),
        ("2026-12-01", 1, "2027-01-01"), ("1900-01-31", 1, "1900-02-28"), ("2000-01-31", 1, "2000-02-29"),
        ("2026-10-31", 1200, "2126-10-31"), ("2026-11-30", 3, "2027-02-28"),
    ]) func monthsLater(start: String, months: Int, expected: String) throws {
        let date = try #require(CivilDate(iso: start))
        #expect(date.adding(months: months).iso == expected)
        if months % 12 == 0 { #expect(date.adding(years: months / 12).iso == expected) }
    }

    /// Start and end of week, month, quarter and year.
    @Test(arguments: [
        ("2026-10-31", "2026-10-26", "2026-10-01", "2026-10-31", "2026-10-01", "2026-12-31", 4),
        ("2026-01-01", "2025-12-29", "2026-01-01", "2026-01-31", "2026-01-01", "2026-03-31", 1),
        ("2024-02-29", "2024-02-26", "2024-02-01", "2024-02-29", "2024-01-01", "2024-03-31", 1),
        ("2025-06-30", "2025-06-30", "2025-06-01", "2025-06-30", "2025-04-01", "2025-06-30", 2),
        ("2025-09-07", "2025-09-01", "2025-09-01", "2025-09-30", "2025-07-01", "2025-09-30", 3),
        ("1969-12-31", "1969-12-29", "1969-12-01", "1969-12-31", "1969-10-01", "1969-12-31", 4),
    ]) func spansAroundADay(
        iso: String, week: String, month: String, monthEnd: String, quarter: String, quarterEnd: String, number: Int
    ) throws {
        let date = try #require(CivilDate(iso: iso))
        #expect(date.startOfWeek.iso == week)
        #expect(date.startOfMonth.iso == month)
        #expect(date.endOfMonth.iso == monthEnd)
        #expect(date.startOfQuarter.iso == quarter)
        #expect(date.endOfQuarter.iso == quarterEnd)
        #expect(date.quarter == number)
        #expect(date.startOfYear.iso == iso.prefix(4) + "-01-01")
        #expect(date.endOfYear.iso == iso.prefix(4) + "-12-31")
    }

    @Test func spansHoldTheirDay() throws {
        let first = try #require(CivilDate(iso: "2023-12-01"))
        for offset in 0..<1200 {
            let date = first.adding(days: offset)
            #expect(date.startOfWeek.weekday == 1 && (0...6).contains(date.days(since: date.startOfWeek)))
            #expect(date.startOfMonth <= date && date <= date.endOfMonth)
            #expect(date.startOfQuarter <= date && date <= date.endOfQuarter)
            #expect(date.endOfMonth.adding(days: 1).day == 1)
            #expect(date.adding(months: 1).monthNumber == date.monthNumber + 1)
            #expect(date.adding(months: -1).monthNumber == date.monthNumber - 1)
            #expect(date.adding(days: 7).weekday == date.weekday)
        }
    }

    /// The year is said where it is neither today's nor that of a month next to today's.
    @Test(arguments: [
        ("2026-12-31", "December 31"), ("2026-01-01", "January 1"), ("2025-12-31", "December 31, 2025"),
        ("2027-01-01", "January 1, 2027"),
    ])
    func yearsThatAreKnown(_ iso: String, _ words: String) throws {
        let (day, today) = (try #require(CivilDate(iso: iso)), try #require(CivilDate(iso: "2026-10-31")))
        #expect(day.text(near: today) == words)
    }

    @Test func monthsNextToEachOtherNeedNoYear() throws {
        let (december, january) = (
            try #require(CivilDate(iso: "2025-12-30")), try #require(CivilDate(iso: "2026-01-02"))
        )
        #expect(december.text(near: january) == "December 30" && january.text(near: december) == "January 2")
    }

    @Test func words() throws {
        let date = try #require(CivilDate(iso: "2026-03-05"))
        #expect(date.longText == "March 5, 2026")
        #expect(date.dayText == "March 5")
        #expect(date.monthNumber == 2026 * 12 + 2)
        #expect(CivilDate(year: 33, month: 4, day: 3)?.iso == "0033-04-03")
    }
}
