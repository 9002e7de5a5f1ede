import Ledger
import Testing

@testable import Retrieval

@Suite struct RecurringScheduleTests {
    private func next(_ cadence: Cadence, _ seen: [String], through: String) -> [String] {
        let dates = seen.map(day)
        let last = dates[dates.count - 1]
        return RecurringSchedule.fit(cadence, to: dates).schedule.dates(after: last, through: day(through)).map(\.iso)
    }

    @Test func monthEndsAreHeld() {
        #expect(
            next(.monthly, ["2025-10-31", "2025-11-30", "2025-12-31"], through: "2026-05-31")
                == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
        #expect(
            next(.monthly, ["2025-12-30", "2026-01-30", "2026-02-28", "2026-03-30"], through: "2026-05-31") == [
                "2026-04-30", "2026-05-30",
            ])
    }

    @Test func weekendsMoveADayAsTheyDidBefore() {
        // The 10th: Saturday in January and October 2026, Sunday in May.
        let later = [
            "2026-03-10", "2026-04-10", "2026-05-11", "2026-06-10", "2026-07-10", "2026-08-10", "2026-09-10",
            "2026-10-12",
        ]
        #expect(next(.monthly, later, through: "2027-01-31") == ["2026-11-10", "2026-12-10", "2027-01-11"])
        let earlier = [
            "2026-03-10", "2026-04-10", "2026-05-08", "2026-06-10", "2026-07-10", "2026-08-10", "2026-09-10",
            "2026-10-09",
        ]
        #expect(next(.monthly, earlier, through: "2027-01-31") == ["2026-11-10", "2026-12-10", "2027-01-08"])
        let none = [
            "2026-03-10", "2026-04-10", "2026-05-10", "2026-06-10", "2026-07-10", "2026-08-10", "2026-09-10",
            "2026-10-10",
        ]
        #expect(next(.monthly, none, through: "2027-01-31") == ["2026-11-10", "2026-12-10", "2027-01-10"])
    }

    @Test func aHolidayDoesNotMoveAWeekday() {
        #expect(
            next(.biweekly, ["2026-10-02", "2026-10-16", "2026-10-29"], through: "2026-11-30") == [
                "2026-10-30", "2026-11-13", "2026-11-27",
            ])
        #expect(
            next(.weekly, ["2026-10-05", "2026-10-12", "2026-10-19"], through: "2026-11-02") == [
                "2026-10-26", "2026-11-02",
            ])
    }

    @Test func fourWeeksAreNoMonth() {
        #expect(
            next(
                .monthly, ["2026-06-01", "2026-06-29", "2026-07-27", "2026-08-24", "2026-09-21", "2026-10-19"],
                through: "2026-12-31")
                == ["2026-11-16", "2026-12-14"])
    }

    @Test(arguments: [
        (Cadence.bimonthly, ["2026-05-17", "2026-07-17", "2026-09-17"], ["2026-11-17", "2027-01-17"]),
        (.quarterly, ["2026-01-22", "2026-04-22", "2026-07-22"], ["2026-10-22", "2027-01-22"]),
        (.halfYearly, ["2025-08-13", "2026-02-13", "2026-08-13"], ["2027-02-13"]),
        (.yearly, ["2024-02-29", "2025-02-28", "2026-02-28"], ["2027-02-28"]),
    ]) func monthsApart(cadence: Cadence, seen: [String], expected: [String]) {
        #expect(next(cadence, seen, through: "2027-03-01").filter { $0 > "2026-09-17" } == expected)
    }

    @Test func bothEndsOfASpanAreReckonedAsSaid() {
        let schedule = RecurringSchedule(rule: .days(7, anchor: day("2026-10-05")), shift: .none)
        #expect(schedule.dates(after: day("2026-10-05"), through: day("2026-10-12")) == [day("2026-10-12")])
        #expect(schedule.dates(after: day("2026-10-04"), through: day("2026-10-05")) == [day("2026-10-05")])
        #expect(
            schedule.dates(after: day("2026-09-20"), through: day("2026-09-28"))
                == ["2026-09-21", "2026-09-28"].map(day))
        #expect(schedule.dates(after: day("2026-10-05"), through: day("2026-10-05")).isEmpty)
        // Saturday 1 August is moved to 31 July, which is in the span.
        let first = RecurringSchedule(rule: .months(1, days: [1], anchor: 0), shift: .earlier)
        #expect(first.dates(after: day("2026-07-01"), through: day("2026-07-31")) == [day("2026-07-31")])
    }
}
