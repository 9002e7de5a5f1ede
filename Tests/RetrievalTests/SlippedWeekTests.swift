import Ledger
import Testing

@testable import Retrieval

/// Weekly payments that the bank posts some days late now and then.
@Suite struct SlippedWeekTests {
    /// Each Thursday from January 8, 2026; of every `late` weeks one is posted on the Monday after.
    private func weeks(_ count: Int, late: Int, _ cents: (Int) -> Int64 = { _ in -16_000 }) -> [RecurringRow] {
        charges(
            "Music School", "education",
            (0..<count).map { week in
                (day("2026-01-08").adding(days: week * 7 + (week % late == late - 1 ? 4 : 0)).iso, cents(week))
            })
    }

    @Test(arguments: [4, 10]) func arePaidWeekly(late: Int) throws {
        let rows = weeks(24, late: late)
        let found = streams(rows, asOf: "2026-06-26")
        #expect(found.map(\.cadence) == [.weekly])
        let stream = try #require(found.first)
        #expect(stream.rowIDs.count == 24)
        // 160.00 × 52 ÷ 12.
        #expect(stream.monthlyCost == Money(69_333, .usd))
        #expect(
            stream.dates(after: day("2026-06-26"), through: day("2026-07-09")) == ["2026-07-02", "2026-07-09"].map(day))
    }

    /// One price a week is no rhythm where no weekday is kept, nor where the price moves each time.
    @Test func whatKeepsNoWeekdayIsNone() {
        let offsets = [0, 3, 6, 1, 5, 2, 6, 0, 4, 1, 6, 3, 0, 5, 2, 6]
        let rows = charges(
            "Corner", "education",
            offsets.enumerated().map { (day("2026-01-05").adding(days: $0.offset * 7 + $0.element).iso, -16_000) })
        #expect(streams(rows, asOf: "2026-05-01").filter { $0.cadence == .weekly }.isEmpty)
        #expect(streams(weeks(24, late: 3) { -16_000 - Int64($0 * 7919 % 9000) }, asOf: "2026-06-26").isEmpty)
    }

    @Test func twoWeeksAreNoDoubleCharge() {
        // A week that is posted on the Tuesday and the next one on its Friday are three days apart.
        var rows = weeks(24, late: 30)
        let slipped = [(10, 5), (11, 1)]
        for (week, days) in slipped {
            let row = rows[week]
            rows[week] = RecurringRow(
                id: row.id, date: row.date.adding(days: days), merchant: row.merchant, account: row.account,
                category: row.category, amount: row.amount, kind: row.kind)
        }
        let period = Period(day("2026-01-01"), day("2026-06-26"))
        let all = streams(rows, asOf: "2026-06-26")
        #expect(all.map(\.cadence) == [.weekly])
        func doubles(_ rows: [RecurringRow]) -> [UnusualFinding] {
            UnusualDetector.findings(rows: rows, streams: streams(rows, asOf: "2026-06-26"), period: period)
                .filter { if case .doubleCharge = $0.reason { true } else { false } }
        }
        #expect(doubles(rows).isEmpty)
        #expect(EqualCharges.pairs(among: rows, in: period, weekly: UnusualHabits.weekly(all)).isEmpty)
        // Twice on one day stays what it is.
        let last = rows[20]
        let again = RecurringRow(
            id: 99, date: last.date, merchant: last.merchant, account: last.account, category: last.category,
            amount: last.amount, kind: last.kind)
        #expect(doubles(rows + [again]).map(\.row.id) == [99])
    }

    @Test(
        arguments: [
            ("MUSIC SCHOOL 09/03 PURCHASE DAYTON OH", "2026-09-08", "2026-09-03"),
            ("PURCHASE AUTHORIZED ON 12/30 CAFE", "2027-01-03", "2026-12-30"),
            ("MUSIC SCHOOL PURCHASE DAYTON OH", "2026-09-08", nil), ("PART 13/45 PURCHASE", "2026-09-08", nil),
            // A bank that is months behind is none.
            ("CAFE 03/04 PURCHASE", "2026-09-08", nil),
        ] as [(String, String, String?)])
    func theDayOfAPurchaseStandsInItsText(_ text: String, _ booked: String, _ expected: String?) {
        #expect(PurchaseDay.read(text, booked: day(booked))?.iso == expected)
    }
}
