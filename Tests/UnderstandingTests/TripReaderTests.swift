import Ledger
import Testing

@testable import Understanding

/// Words for the days of a trip, on 31 October 2026.
@Suite struct TripReaderTests {
    private static let household = Household(trips: [
        Trip(Period(day("2026-04-03"), day("2026-04-06")), towns: ["Chicago"]),
        Trip(Period(day("2026-07-11"), day("2026-07-18")), towns: ["Pismo Beach", "Atascadero"]),
    ])

    @Test(
        arguments: [
            ("what did the pismo trip cost", "2026-07-11..2026-07-18"),
            ("how much did we spend on our trip to chicago", "2026-04-03..2026-04-06"),
            ("restaurants during the trip", "2026-07-11..2026-07-18"),
            ("restaurants on the april trip", "2026-04-03..2026-04-06"),
            ("how much did I spend when we were in chicago", "2026-04-03..2026-04-06"),
            ("what did pismo beach cost us", "2026-07-11..2026-07-18"),
            ("restaurants while in chicago", "2026-04-03..2026-04-06"),
        ])
    func days(line: String, expected: String) throws {
        #expect(try Self.household.ask(line).selection.span.days.map(written) == [expected])
    }

    @Test(arguments: [
        "july restaurants leaving out the pismo days", "restaurants in july without the trip",
        "restaurants in july outside our vacation", "restaurants in july except the days we were in pismo beach",
    ])
    func leftOut(line: String) throws {
        let days = try Self.household.ask(line).selection.span.days
        #expect(days.map(written) == ["2026-07-01..2026-07-10", "2026-07-19..2026-07-31"])
    }

    @Test(
        arguments: [
            // Whose days are said, and trips to a shop.
            ("the pismo trip, july 11 to 16", ["2026-07-11..2026-07-16"]),
            ("how many costco trips in august", ["2026-08-01..2026-08-31"]),
            ("what did the beach chairs cost in august", ["2026-08-01..2026-08-31"]),
        ])
    func other(line: String, expected: [String]) throws {
        #expect(try Self.household.ask(line).selection.span.days.map(written) == expected)
    }

    /// What was bought there is found by the bank's text, and no shop that is called so.
    @Test func inATown() throws {
        let filter = try Self.household.ask("how much did we spend in pismo beach").selection.filter
        #expect(filter == .text("pismo beach"))
    }

    /// A trip that is to be comes on no day of the one that was.
    @Test func tripsToCome() {
        let slots = Self.household.understood("should we spend $900 on the trip?").purchase
        #expect(slots.amount == Money(90_000, .usd) && slots.day == nil)
    }
}
