import Coaching
import Ledger
import Store
import Testing

/// Claims that are easily made a little wrong.
struct SummaryWordsTests {
    /// Pay, rent and groceries from January to July 2026.
    private static let even: [String] = (1...7).flatMap { month in
        [
            "2026-0\(month)-01,ACME CORP PAYROLL,3000.00", "2026-0\(month)-02,OAK STREET APARTMENTS RENT,-1200.00",
            "2026-0\(month)-10,WHOLE FOODS MKT,-200.00", "2026-0\(month)-28,SHELL OIL,-40.00",
        ]
    }

    private func household(_ rows: [String] = []) throws -> SummaryHousehold {
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, SummaryWordsTests.even + rows)
        return household
    }

    @Test func aPartIsNotMoreThanTheWhole() throws {
        let household = try household(["2026-07-12,HYATT REGENCY,-700.00", "2026-07-13,HYATT REGENCY,100.00"])
        let text = try household.narrative("2026-07", asOf: "2026-08-03")
        #expect(
            text.contains("$600.00") && text.contains("$700.00 at Hyatt on July 12, minus refunds."), "\(text)")
        #expect(!text.contains("of it at Hyatt"), "\(text)")
    }

    @Test func whatCameBackIsNotKeptOfIncome() throws {
        let household = try household(["2026-07-12,BEST BUY,5000.00"])
        let text = try household.narrative("2026-07", asOf: "2026-08-03")
        // 5000.00 back, less 1440.00.
        #expect(text.contains("refunds beat purchases by $3,560.00. You also brought in $3,000.00."), "\(text)")
        #expect(!text.contains("You kept"), "\(text)")
    }

    @Test func aSmallChangeNeedsNoCause() throws {
        let household = try household(["2026-07-13,SHELL OIL,-21.00"])
        let text = try household.narrative("2026-07", asOf: "2026-08-03")
        #expect(text.contains("$21.00 (1.5%) more than in June"), "\(text)")
        #expect(!text.contains("of the difference"), "\(text)")
    }

    /// The same part of income in two months is said once.
    @Test func theSameRateIsNoChange() throws {
        let text = try household().narrative("2026-06", asOf: "2026-08-03")
        #expect(text.contains("52.0%, the same as in May."), "\(text)")
    }

    @Test func aFirstMonthTellsWhereMoneyWent() throws {
        let text = try household().narrative("2026-01", asOf: "2026-08-03")
        #expect(text.contains("Most went to rent ($1,200.00), then groceries ($200.00) and fuel ($40.00)."), "\(text)")
    }

    @Test func purchasesThatAllCameBack() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Card", .creditCard, .usd, ["2026-05-04,BEST BUY,-20.00", "2026-05-30,BEST BUY,20.00"])
        let text = try household.narrative("2026-05", asOf: "2026-06-03")
        #expect(text.hasPrefix("Everything you bought in May 2026 was refunded."), "\(text)")
    }

    @Test func dataOfOneDay() throws {
        let household = try SummaryHousehold()
        try household.bring("Card", .creditCard, .usd, ["2026-05-04,BEST BUY,-20.00"])
        let text = try household.narrative("2026-04", asOf: "2026-06-03")
        #expect(text == "There are no transactions in April 2026. Your data only covers May 4, 2026.")
    }

    // MARK: Running months

    @Test func whatIsLeftOfARunningMonthIsNotKeptYet() throws {
        let text = try household().narrative("2026-07", asOf: "2026-07-15")
        #expect(text.contains("You still have $1,600.00 (53.3%) of the $3,000.00 you've brought in so far."), "\(text)")
        #expect(!text.contains("You kept"), "\(text)")
    }

    /// Fuel on the third instead of the 28th is the day, not the amount; twice the amount is not.
    @Test(arguments: [("-40.00", false), ("-95.00", true)])
    func anEarlierDayIsNoRise(_ amount: String, _ isRise: Bool) throws {
        let household = try household(["2026-08-01,ACME CORP PAYROLL,3000.00", "2026-08-03,SHELL OIL,\(amount)"])
        let facts = try household.facts("2026-08", asOf: "2026-08-05").main
        let fuel = try #require(facts.categories.first { $0.id == "fuel" })
        #expect(fuel.habit?.amount == 0)
        #expect(fuel.usual == 4_000)
        #expect((fuel.departure != 0) == isRise)
        let text = try household.narrative("2026-08", asOf: "2026-08-05")
        #expect(text.contains("already at $95.00, when a whole month usually comes to $40.00") == isRise, "\(text)")
        #expect(!text.contains("went to groceries"), "\(text)")
    }

    @Test func oneRowSoFar() throws {
        let household = try household(["2026-08-03,SHELL OIL,-40.00"])
        #expect(
            try household.narrative("2026-08", asOf: "2026-08-05")
                == "August 2026 has just one transaction so far: $40.00 at Shell on August 3.")
    }

    // MARK: A second currency

    /// Months before its first row teach nothing about it.
    @Test func aCurrencyHasItsOwnPast() throws {
        let household = try household()
        try household.bring("Savings", .savings, .usd, ["2026-07-31,INTEREST PAID,1.00"])
        try household.bring(
            "Konto", .checking, .eur,
            (5...7).flatMap { ["2026-0\($0)-03,MIETE,-800.00", "2026-0\($0)-09,REWE MARKT,-90.00"] })
        let euros = try #require(try household.facts("2026-07", asOf: "2026-08-03").currencies.last)
        #expect(euros.currency == .eur)
        #expect(euros.usualSpending == nil)
        #expect(euros.months.map(\.spending) == [89_000, 89_000, 89_000])
        #expect(euros.drivers.isEmpty)
        let first = try #require(try household.facts("2026-05", asOf: "2026-08-03").currencies.last)
        #expect(first.previous == nil)
        let text = try household.narrative("2026-05", asOf: "2026-08-03")
        #expect(text.contains("Your EUR data only goes back that far"), "\(text)")
    }

    // MARK: Day by day

    @Test func aLargeDayDoesNotFlattenTheRest() throws {
        let facts = try household().facts("2026-07", asOf: "2026-08-03")
        let report = try household().report("2026-07", asOf: "2026-08-03")
        let days = try #require(report.days(facts.main))
        #expect(days.lines.map(\.name) == ["July", "June"])
        #expect(days.lines.map(\.values.count) == [31, 30])
        // Of 40.00, 200.00 and 1200.00 twice each, 200.00 is the third quarter.
        #expect(days.top == 20_000)
        #expect(days.note == "A full block is $200.00 or more in a day; above that: July 2 ($1,200.00).")
    }
}
