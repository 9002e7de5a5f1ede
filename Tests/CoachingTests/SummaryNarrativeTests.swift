import Advice
import Coaching
import Ledger
import Store
import Testing

struct SummaryNarrativeTests {
    /// Six even months, then one with a large purchase, a dearer subscription and no coffee.
    private func household() throws -> SummaryHousehold {
        var rows: [String] = []
        for month in 1...7 {
            let name = "2026-0\(month)"
            rows.append("\(name)-01,ACME CORP PAYROLL,3000.00")
            rows.append("\(name)-02,OAK STREET APARTMENTS RENT,-1200.00")
            rows.append("\(name)-08,NETFLIX.COM,-\(month < 7 ? "15.49" : "17.99")")
            rows.append("\(name)-10,WHOLE FOODS MKT,-2\(month)0.00")
            if month < 7 { rows.append("\(name)-12,STARBUCKS,-45.00") }
        }
        rows.append("2026-07-15,BEST BUY,-899.00")
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, rows)
        return household
    }

    @Test func whatWasDifferentAndWhy() throws {
        let text = try household().narrative("2026-07", asOf: "2026-08-03")
        // 1200.00 + 17.99 + 270.00 + 899.00, against 1200.00 + 15.49 + 260.00 + 45.00.
        #expect(text.contains("$2,386.99"), "\(text)")
        #expect(text.contains("$866.50 (57.0%) more than in June"), "\(text)")
        #expect(text.contains("electronics") && text.contains("all of it at Best Buy on July 15"), "\(text)")
        #expect(text.contains("coffee (nothing, usually $45.00)"), "\(text)")
        #expect(text.contains("Netflix went up from $15.49 to $17.99"), "\(text)")
        #expect(text.contains("You kept $613.01 of the $3,000.00"), "\(text)")
    }

    @Test func littleIsSaidWhereLittleHappened() throws {
        let text = try household().narrative("2026-05", asOf: "2026-08-03")
        #expect(!text.contains("went to"), "\(text)")
        #expect(text.split(separator: ". ").count <= 6, "\(text)")
    }

    // MARK: What went back, pauses, and trifles

    @Test func whatWentBackIsNoLargestPurchase() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            [
                "2026-05-02,BEST BUY,-899.00", "2026-05-09,BEST BUY REFUND,899.00", "2026-05-03,IKEA,-240.00",
                "2026-05-20,IKEA REFUND,40.00", "2026-05-11,KROGER,-61.20", "2026-05-30,REI,-120.00",
                "2026-06-04,REI REFUND,120.00",
            ])
        let largest = try household.facts("2026-05", asOf: "2026-08-03").main.largest
        // A part that came back leaves the purchase one; so does what comes back after the month.
        #expect(largest.map(\.amount.minorUnits) == [-24_000, -12_000, -6_120])
    }

    /// Afterschool care, September through May: the pause of a summer may be an end until it comes again.
    @Test(arguments: [(until: 2025 * 12 + 6, stopped: 1), (2025 * 12 + 9, 0), (2026 * 12 + 9, 0)])
    func aPauseOfEverySummerIsNoEnd(_ data: (until: Int, stopped: Int)) throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in (2024 * 12 + 8)...data.until {
            let prefix = "\(month / 12)-\(month % 12 < 9 ? "0" : "")\(month % 12 + 1)"
            rows.append("\(prefix)-02,OAK STREET APARTMENTS RENT,-1200.00")
            rows.append("\(prefix)-20,KROGER,-80.00")
            if !(5...7).contains(month % 12) { rows.append("\(prefix)-05,LITTLE OAKS AFTERSCHOOL CARE,-305.00") }
        }
        try household.bring("Checking", .checking, .usd, rows)
        func stopped(_ month: String) throws -> [String] {
            try household.facts(month, asOf: "2026-10-31").main.streams.filter { $0.change == .stopped }
                .map(\.stream.merchant)
        }
        #expect(try stopped("2025-06").count == data.stopped)
        let words = try household.narrative("2025-06", asOf: "2026-10-31")
        #expect(words.contains("has paused or ended") == (data.stopped > 0), "\(words)")
        guard data.until > 2026 * 12 + 6 else { return }
        #expect(try stopped("2026-06").isEmpty)
        // 1,200 and 80 in both Junes.
        #expect(
            try household.narrative("2026-06", asOf: "2026-10-31").contains(
                "A year before, June came to $1,280.00, just as much."))
    }

    /// Insurance that comes twice a year explains a month after it best, and stays within no habit.
    @Test func whatMovedSpendingMostIsAlwaysTold() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 1...9 {
            let name = "2026-0\(month)"
            rows.append("\(name)-01,ACME CORP PAYROLL,4000.00")
            rows.append("\(name)-02,OAK STREET APARTMENTS RENT,-1200.00")
            rows.append("\(name)-10,WHOLE FOODS MKT,-\(400 + month * 7 % 5 * 12).00")
            rows.append("\(name)-12,STARBUCKS,-4\(month % 3).00")
            rows.append("\(name)-20,CHIPOTLE,-\(month == 9 ? 160 : 60 + month % 2).00")
            rows.append("\(name)-21,SHELL OIL,-\(month == 9 ? 190 : 70 + month % 2).00")
            rows.append("\(name)-22,TARGET,-\(month == 9 ? 180 : 80 + month % 2).00")
        }
        rows += ["2026-02-14,GEICO,-741.00", "2026-08-14,GEICO,-741.00"]
        try household.bring("Checking", .checking, .usd, rows)
        let text = try household.narrative("2026-09", asOf: "2026-10-03")
        #expect(text.contains("insurance, which went from $741.00 to nothing"), "\(text)")
        // The bill itself is told in its own month.
        #expect(try household.narrative("2026-08", asOf: "2026-10-03").contains("insurance"))
    }

    /// $600 of insurance went against $240 of clothes in a month that cost $340 less.
    @Test func whatWentAgainstTheWholeIsTold() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 1...4 {
            rows.append("2026-0\(month)-02,OAK STREET APARTMENTS RENT,-1200.00")
            rows.append("2026-0\(month)-10,WHOLE FOODS MKT,-400.00")
        }
        rows += ["2026-03-05,BEST BUY,-500.00", "2026-03-06,OLD NAVY,-440.00", "2026-04-14,GEICO,-600.00"]
        try household.bring("Checking", .checking, .usd, rows)
        let text = try household.narrative("2026-04", asOf: "2026-05-03")
        #expect(text.contains("$340.00") && text.contains("electronics, which went from $500.00 to nothing"), "\(text)")
        #expect(text.lowercased().contains("insurance"), "\(text)")
    }

    /// A bill of every quarter that fell is no bill that explains a cheaper month.
    @Test func aBillThatFellIsToldAsWhatMoved() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 1...8 {
            rows.append("2026-0\(month)-02,OAK STREET APARTMENTS RENT,-1200.00")
            rows.append("2026-0\(month)-10,WHOLE FOODS MKT,-400.00")
            if month % 3 == 1 { rows.append("2026-0\(month)-15,GEICO,-300.00") }
        }
        rows.append("2026-06-20,GEICO HOMEOWNERS,-1900.00")
        try household.bring("Checking", .checking, .usd, rows)
        let text = try household.narrative("2026-07", asOf: "2026-08-30")
        #expect(text.contains("insurance, which went from $1,900.00 to $300.00"), "\(text)")
    }

    /// A lawn service that mows from April through October, at a shop where other things are bought all year.
    @Test func aPauseIsSeenAmongOtherPurchases() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in (2024 * 12 + 3)...(2026 * 12 + 2) {
            let prefix = "\(month / 12)-\(month % 12 < 9 ? "0" : "")\(month % 12 + 1)"
            rows.append("\(prefix)-20,KROGER,-80.00")
            if (3...9).contains(month % 12) { rows.append("\(prefix)-05,GREEN ACRES LAWN,-120.00") }
            rows.append("\(prefix)-17,GREEN ACRES LAWN,-\(9 + month % 4).50")
        }
        try household.bring("Checking", .checking, .usd, rows)
        let stopped = try ["2025-11", "2025-12"].flatMap {
            try household.facts($0, asOf: "2026-03-31").main.streams.filter { $0.change == .stopped }
        }
        #expect(stopped.isEmpty)
    }

    /// The data ends on November 12, and so does the last month that counts in a mean.
    @Test func aMeanIsOfMonthsThatTheDataCovers() throws {
        let household = try SummaryHousehold()
        let months = (1...11).map { "2026-\($0 < 10 ? "0" : "")\($0)" }
        try household.bring(
            "Checking", .checking, .usd, months.map { "\($0)-\($0 == "2026-11" ? "12" : "02"),KROGER,-80.00" })
        let today = day("2026-12-31")
        let year = try #require(SummarySpan(.year, of: day("2026-01-01"), asOf: today))
        let facts = try SummaryBook(household.index, asOf: today).facts(year).main
        #expect(facts.wholeMonths == Period(day("2026-01-01"), day("2026-10-31")))
        #expect(facts.categories.first { $0.id == "groceries" }?.monthly == 8_000)
    }

    /// Data from April on: what was before isn't known, and no month of $0.00.
    @Test func monthsBeforeTheDataAreNotZero() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd, (4...7).map { "2026-0\($0)-10,KROGER,-\($0)0.00" })
        let today = day("2026-08-03")
        let year = try #require(SummarySpan(.year, of: day("2026-01-01"), asOf: today))
        let facts = try SummaryBook(household.index, asOf: today).facts(year)
        #expect(facts.main.months.map(\.spending) == [4_000, 5_000, 6_000, 7_000, 0])
        let words = SummaryNarrative(facts, taxonomy: household.index.taxonomy).narrative
        let report = SummaryReport(facts, words, taxonomy: household.index.taxonomy)
        let table = try #require(report.sections(facts.main).first { $0.title == "Month by month" }?.table)
        #expect(table.rows[2] == ["March 2026", "", "no transactions", ""])
        #expect(table.rows[3] == ["April 2026", "$0.00", "$40.00", "-$40.00"])
        #expect(table.rows.count == 8)
    }

    @Test func aTrifleIsNoThingToDo() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 1...7 {
            rows.append("2026-0\(month)-02,OAK STREET APARTMENTS RENT,-5200.00")
            rows.append("2026-0\(month)-10,WHOLE FOODS MKT,-400.00")
            rows += [3, 11, 19].map { "2026-0\(month)-\($0 < 10 ? "0" : "")\($0),STARBUCKS,-25.00" }
        }
        try household.bring("Checking", .checking, .usd, rows)
        // A tenth of $75 of coffee beside $5,675.
        #expect(try household.facts("2026-07", asOf: "2026-08-03").main.suggestion == nil)
    }

    // MARK: Odd months

    @Test func anEmptyMonth() throws {
        let text = try household().narrative("2025-11", asOf: "2026-08-03")
        #expect(
            text
                == "There are no transactions in November 2025. Your data runs from January 1 to July 15, 2026.")
    }

    @Test func onlyTransfers() throws {
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, ["2026-05-04,ONLINE TRANSFER TO SAVINGS,-200.00"])
        try household.bring("Savings", .savings, .usd, ["2026-05-04,ONLINE TRANSFER FROM CHECKING,200.00"])
        let text = try household.narrative("2026-05", asOf: "2026-06-03")
        #expect(text.hasPrefix("There's no spending or income in May 2026"), "\(text)")
    }

    @Test func aFirstMonthHasNothingToCompareWith() throws {
        let facts = try household().facts("2026-01", asOf: "2026-08-03")
        #expect(facts.main.previous == nil)
        let text = try household().narrative("2026-01", asOf: "2026-08-03")
        #expect(text.contains("Your data only goes back that far"), "\(text)")
        #expect(!text.contains("more than in") && !text.contains("usual"), "\(text)")
    }

    @Test func oneRow() throws {
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, ["2026-05-04,STARBUCKS,-4.50"])
        #expect(
            try household.narrative("2026-05", asOf: "2026-06-03")
                == "May 2026 has just one transaction: $4.50 at Starbucks on May 4.")
    }

    @Test func refundsOutweighPurchases() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Card", .creditCard, .usd, ["2026-05-04,BEST BUY,-20.00", "2026-05-09,BEST BUY,120.00"])
        let text = try household.narrative("2026-05", asOf: "2026-06-03")
        #expect(
            text.hasPrefix("You got back more than you spent in May 2026: refunds beat purchases by $100.00."),
            "\(text)")
    }

    @Test func currenciesStandApart() throws {
        let household = try household()
        try household.bring("Konto", .checking, .eur, ["2026-07-05,REWE MARKT,-50.00", "2026-07-06,REWE MARKT,-8.00"])
        // The household's own currency is that of most accounts.
        try household.bring("Savings", .savings, .usd, ["2026-07-31,INTEREST PAID,1.00"])
        let facts = try household.facts("2026-07", asOf: "2026-08-03")
        #expect(facts.currencies.map(\.currency.code) == ["USD", "EUR"])
        #expect(facts.currencies[0].flow.spending == 238_699)
        #expect(facts.currencies[1].flow.spending == 5_800)
        #expect(facts.currencies[1].largest.allSatisfy { $0.amount.currency == .eur })
        let text = try household.narrative("2026-07", asOf: "2026-08-03")
        #expect(text.contains("USD: ") && text.contains("EUR: ") && text.contains("€58.00"), "\(text)")
    }

    // MARK: Purchases asked about

    /// The data ends on July 28: what was asked about within ten days of it may still be bought, the bag of July 2 wasn't.
    @Test(arguments: [
        ([2], [], "You asked me about the bag 2 ($40.02) and didn't buy it."),
        ([25], [], "You asked me about the bag 25 ($40.25) and haven't told me if you bought it."),
        ([24, 25], [], "You asked me about 2 purchases, and I don't know yet whether you made them."),
        ([2, 24, 25, 26], [24], "Of the 4 purchases you asked me about, you made 1; I don't know yet about 2."),
        ([2, 24, 25], [24], "Of the 3 purchases you asked me about, you made 1; I don't know yet about one."),
        ([2, 3], [], "Of the 2 purchases you asked me about, you made none."),
    ])
    func whatCameOfPurchasesIsSaidAsFarAsItIsKnown(_ asked: [Int], _ bought: [Int], _ words: String) throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            ["2026-06-03,KROGER,-80.00", "2026-07-03,KROGER,-80.00", "2026-07-28,KROGER,-20.00"])
        let book = DecisionBook(household.index)
        for number in asked {
            let today = day("2026-07-\(number < 10 ? "0" : "")\(number)")
            let purchase = Purchase(
                amount: Money(Int64(4_000 + number), .usd), item: "bag \(number)", category: "clothing", day: today)
            let id = try book.keep(
                Decision(
                    id: 0, day: today, purchase: purchase, verdict: .buy, waitUntil: nil, avoidance: 0.5, features: ""))
            if bought.contains(number) { _ = try book.tell(.bought, of: id, on: today) }
        }
        let text = try household.narrative("2026-07", asOf: "2026-08-03")
        #expect(text.contains(words), "\(text)")
    }
}
