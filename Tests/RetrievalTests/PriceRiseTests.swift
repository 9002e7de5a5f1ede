import Ledger
import TestSupport
import Testing

@testable import Retrieval

/// What a rise has come to, reckoned by hand.
@Suite struct PriceRiseTests {
    /// Monthly payments at one price and then at another.
    private func raised(_ before: Int64, _ times: Int, then after: Int64, _ later: Int) -> RecurringStream? {
        let rows =
            monthly("Netflix", "streaming", from: "2025-10-04", count: times, -before)
            + monthly(
                "Netflix", "streaming", from: day("2025-10-04").adding(months: times).iso, count: later, -after,
                firstID: 100)
        return streams(rows, asOf: "2026-10-14").first
    }

    @Test func sumsWhatWasMore() throws {
        // Four payments of $15.49 from October, then nine of $17.99 from February on.
        let stream = try #require(raised(1549, 4, then: 1799, 9))
        let rise = try #require(stream.rise)
        #expect(rise.on == day("2026-02-04"))
        #expect(rise.payments == 9)
        #expect(rise.step == Money(250, .usd))
        #expect(rise.extra == Money(9 * 250, .usd))
        #expect(rise.percent == 16.1)
        #expect(stream.raisedPerYear == Money(3000, .usd))
        #expect(stream.raisedPerMonth == Money(250, .usd))
    }

    /// Cents that differ from one payment to the next are summed as they were paid.
    @Test func sumsWhatWasPaid() throws {
        let rows =
            monthly("Water", "water", from: "2026-01-10", count: 5, -5000)
            + charges(
                "Water", "water",
                [("2026-06-10", -6000), ("2026-07-10", -6010), ("2026-08-10", -6000), ("2026-09-10", -6000)],
                firstID: 50)
        let rise = try #require(streams(rows, asOf: "2026-09-20").first?.rise)
        #expect(rise.payments == 4)
        #expect(rise.extra == Money(1000 + 1010 + 1000 + 1000, .usd))
    }

    @Test func payThatRose() throws {
        let start = day("2026-01-09")
        let list = (0..<20).map { (start.adding(days: $0 * 14).iso, $0 < 12 ? Int64(261_877) : 273_109) }
        let rows = charges("Acme", "salary", list, kind: .income)
        let stream = try #require(streams(rows, asOf: "2026-10-10").first)
        #expect(stream.rise?.extra == Money(8 * (273_109 - 261_877), .usd))
        // 26 fortnights of $112.32.
        #expect(stream.raisedPerYear == Money(26 * 11232, .usd))
    }

    @Test(arguments: [
        (Cadence.weekly, Int64(52)), (.biweekly, 26), (.semimonthly, 24), (.monthly, 12), (.bimonthly, 6),
        (.quarterly, 4), (.halfYearly, 2), (.yearly, 1),
    ])
    func paymentsOfAYear(_ cadence: Cadence, _ times: Int64) {
        #expect(cadence.timesAYear == times)
        #expect(abs(365.25 / cadence.days - Double(times)) < 0.2)
    }

    /// Whatever the prices, what is extra is what was paid less as many payments at the price before.
    @Test func extraIsTheDifference() {
        var dice = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let before = Int64.random(in: 300...9000, using: &dice)
            let after = before + max(100, before * Int64.random(in: 5...20, using: &dice) / 100)
            let (times, later) = (Int.random(in: 4...7, using: &dice), Int.random(in: 3...5, using: &dice))
            guard let rise = raised(before, times, then: after, later)?.rise else { continue }
            #expect(rise.extra.minorUnits == (after - before) * Int64(later))
            #expect(rise.paid.minorUnits == -after * Int64(later))
        }
    }
}
