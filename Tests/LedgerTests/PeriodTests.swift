import Ledger
import Testing

@Suite struct PeriodTests {
    @Test(arguments: [
        ("2026-10-31", "2026-10-31", "October 31, 2026", 1), ("2026-10-01", "2026-10-31", "October 2026", 31),
        ("2024-02-01", "2024-02-29", "February 2024", 29), ("2024-02-01", "2024-02-28", "February 1–28, 2024", 28),
        ("2026-01-01", "2026-12-31", "2026", 365), ("2024-01-01", "2024-12-31", "2024", 366),
        ("2026-04-01", "2026-06-30", "Q2 2026", 91), ("2026-05-01", "2026-07-31", "May–July 2026", 92),
        ("2026-01-01", "2026-06-30", "January–June 2026", 181), ("2026-03-03", "2026-03-10", "March 3–10, 2026", 8),
        ("2026-03-03", "2026-04-10", "March 3 – April 10, 2026", 39),
        ("2025-12-28", "2026-01-03", "December 28, 2025 – January 3, 2026", 7),
        ("2025-01-01", "2026-12-31", "January 1, 2025 – December 31, 2026", 730),
    ]) func labelsAndLengths(start: String, end: String, label: String, days: Int) throws {
        let period = Period(try #require(CivilDate(iso: start)), try #require(CivilDate(iso: end)))
        #expect(period.label == label)
        #expect(period.days == days)
        #expect(period.contains(period.start) && period.contains(period.end))
        #expect(!period.contains(period.start.adding(days: -1)) && !period.contains(period.end.adding(days: 1)))
        #expect("\(period)" == "\(start)…\(end)")
    }

    @Test func equalityIsOfDays() throws {
        let month = try #require(Period.month(year: 2026, month: 10))
        let named = Period(month.start, month.end, label: "last month")
        #expect(named == month)
        #expect(Set([month, named]).count == 1)
        #expect(named.label == "last month")
        #expect(Period.month(year: 2026, month: 13) == nil)
        #expect(Period.month(of: month.start.adding(days: 17)) == month)
    }

    @Test(arguments: [(1, "2026-10-31"), (7, "2026-10-25"), (30, "2026-10-02"), (365, "2025-11-01"), (0, "2026-10-31")])
    func pastDaysCountTheLastOne(count: Int, start: String) throws {
        let period = Period.past(days: count, endingOn: try #require(CivilDate(iso: "2026-10-31")))
        #expect(period.start.iso == start)
        #expect(period.end.iso == "2026-10-31")
        #expect(period.days == max(1, count))
    }
}
