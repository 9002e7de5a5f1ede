import Advice
import Coaching
import Glibc
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// What a forecast expects to be spent, and what that means for purchases; worked out by hand.
@Suite struct ExpectedSpendingTests {
    private func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// $2,000.00 on 30 June 2026. From 2 January on groceries of 32, 58, 41, 75, 22 and 49 dollars in turn, 1, 12, 3, 9,
    /// 2 and 8 days from one to the next: 16 of them in the last 90 days, $715.00 in all, $45.00 in the middle.
    private func ledger(with others: [String] = []) throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        var rows: [String] = []
        var day = date("2026-01-02")
        for turn in 0..<32 {
            let shop = ["TRADER JOE S #12", "KROGER #7", "SAFEWAY 0042", "ALDI 71"][(turn * turn + turn / 3) % 4]
            rows.append("\(day.iso),\(shop),-\([32, 58, 41, 75, 22, 49][turn % 6]).00")
            day = day.adding(days: [1, 12, 3, 9, 2, 8][turn % 6])
        }
        try ledger.bring("Checking", .checking, rows + others)
        try ledger.tell("Checking", 200_000, on: "2026-06-30")
        return ledger
    }

    private func input(_ ledger: WrittenLedger) throws -> ForecastInput {
        let report = try Retriever(ledger.index).forecast(ForecastRequest(), asOf: ledger.asOf, currency: .usd)
        return try #require(report.forecast).input
    }

    /// A sofa, a trip, a yearly bill and a sofa sent back are spread over no days to come; a second, small purchase of a
    /// rare kind is.
    @Test func whatWasBoughtOnceIsNotEveryday() throws {
        #expect(try input(ledger()).everyday == EverydaySpending(total: 71_500, days: 90))
        #expect(try input(ledger()).flows.isEmpty)
        let once = [
            "2026-05-20,WEST ELM,-1742.00", "2026-06-03,HYATT HOTELS,-640.00", "2026-06-02,SOUTHWEST AIRLINES,-612.00",
            "2026-05-03,STATE FARM INSURANCE,-900.00", "2026-06-20,WEST ELM,980.00", "2026-06-21,WALGREENS #5,-12.00",
        ]
        #expect(try input(ledger(with: once)).everyday == EverydaySpending(total: 72_700, days: 90))
    }

    private func cash(_ ledger: WrittenLedger, _ cents: Int64, _ category: String) throws -> CashFigures {
        let purchase = Purchase(amount: Money(cents, .usd), category: category, day: ledger.asOf)
        return try #require(try PurchaseDesk(ledger.index, asOf: ledger.asOf).assess(purchase).cash)
    }

    /// Groceries of $45.00 are those that would be bought in the next six days; of $500.00 that is true of $45.00 only; a
    /// game comes on top of all.
    @Test func whatIsExpectedIsNotAddedAgain() throws {
        let ledger = try ledger()
        // 2,000.00 − 35 · 715.00 / 90
        let groceries = try cash(ledger, 4500, "groceries")
        #expect(groceries.lowestWithout.cents == 172_194 && groceries.lowestWith.cents == 172_194)
        #expect(groceries.leftOnDay == 195_500)
        #expect(try cash(ledger, 50_000, "groceries").lowestWith.cents == 126_694)
        #expect(try cash(ledger, 4500, "games").lowestWith.cents == 167_694)
    }

    @Test func aLargerAmountNeverLeavesMore() throws {
        let ledger = try ledger()
        var last = Int64.max
        for cents in stride(from: Int64(500), to: 30_000, by: 700) {
            let low = try cash(ledger, cents, "groceries").lowestWith.cents
            #expect(low <= last)
            last = low
        }
    }

    /// $80.00 each Friday up to 25 September: five of them are due in the 35 days after the 30th, and of $1,000.00 there are
    /// $600.00 left. Groceries take the place of the next of them up to $80.00, also on the Friday itself; games do not.
    @Test(arguments: [
        (8000 as Int64, "groceries", "2026-09-30", 60_000 as Int64), (30_000, "groceries", "2026-09-30", 38_000),
        (8000, "groceries", "2026-10-02", 60_000), (8000, "games", "2026-09-30", 52_000),
    ])
    func aShopInARhythmIsNotCountedAgain(_ cents: Int64, _ category: String, _ day: String, _ lowest: Int64) throws {
        let ledger = try WrittenLedger(asOf: "2026-09-30")
        let fridays = (0..<39).map { date("2026-01-02").adding(days: 7 * $0).iso }
        try ledger.bring("Checking", .checking, fridays.map { "\($0),KROGER #7,-80.00" })
        try ledger.tell("Checking", 100_000, on: "2026-09-30")
        let purchase = Purchase(amount: Money(cents, .usd), category: category, day: date(day))
        let found = try #require(try PurchaseDesk(ledger.index, asOf: ledger.asOf).assess(purchase).cash)
        // Seen from 2 October the day on which the sixth Friday comes is the last one.
        let more: Int64 = day == "2026-10-02" ? 8000 : 0
        #expect(found.lowestLaterWithout.cents == 60_000 - more && found.lowestLater.cents == lowest - more)
    }

    // MARK: Payments that go on

    private func paidLedger(balance: Int64) throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        var rows = (1...6).map { "2026-0\($0)-01,LANDLORD RENT,-900.00" }
        rows += (1...6).map { "2026-0\($0)-08,NETFLIX.COM,-15.00" }
        var payday = date("2026-01-09")
        while payday <= date("2026-06-12") {
            rows.append("\(payday.iso),ACME TOOLS PAYROLL DIRECT DEP,1200.00")
            payday = payday.adding(days: 14)
        }
        try ledger.bring("Checking", .checking, rows)
        try ledger.tell("Checking", balance, on: "2026-06-20")
        return ledger
    }

    @Test(arguments: [
        ("can I afford my rent", 90_000 as Int64, "costs $900.00 each time, next on July 1"),
        ("can I afford Netflix?", 1500, "Netflix costs $15.00 each time, next on July 8"),
    ])
    func aPriceThatIsKnown(_ question: String, _ cents: Int64, _ words: String) throws {
        let ledger = try paidLedger(balance: 100_000)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(question)
        #expect(answer.clarify == nil && answer.reply.hasPrefix("Yes, you can afford it."), "\(answer.reply)")
        #expect(answer.reply.contains(words), "\(answer.reply)")
        #expect(answer.advice?.purchase.amount == Money(cents, .usd))
        #expect(answer.advice?.cash?.lowestWith == answer.advice?.cash?.lowestWithout)
        #expect(answer.advice?.cash?.lowestLater.cents == 100_000)
    }

    @Test func anotherOneIsAskedFor() throws {
        var coach = try Coach(try paidLedger(balance: 100_000).index, asOf: date("2026-06-20"))
        #expect(try coach.answer("can I afford a new apartment for rent").clarify == "How much is it?")
        #expect(try coach.answer("can I afford Hulu").clarify == "How much is it?")
    }

    // MARK: Money that is short anyway

    /// $50.00 are below the reserve before anything is bought.
    @Test func shortAlready() throws {
        var coach = try Coach(try paidLedger(balance: 5000).index, asOf: date("2026-06-20"))
        let reply = try coach.answer("should I buy a toy for $45").reply
        #expect(
            reply.contains(
                "already short without it: Checking is at $50.00 on June 20, before your next paycheck on June 26, "
                    + "below the $100.00 I keep in reserve; with it, that would be $5.00."), "\(reply)")
        // What is short whatever is bought isn't fine for less.
        #expect(!reply.contains("would be fine"), "\(reply)")
    }

    /// What one needs is not told to be gone without: it is said that the money is not there, or that a limit is in the way.
    @Test(arguments: [
        ("should I buy medicine for $30", -20_000 as Int64, "The money isn't there for it. You're already short"),
        ("should I buy medicine for $30", 2999, "The money isn't there for it. $30.00 is more than the $29.99"),
        ("should I buy a toy for $30", 2999, "I'd skip it. $30.00 is more than the $29.99"),
        ("should I buy bread for $12", 90_000, "It doesn't fit your limit. $12.00 is more than half of your $20.00"),
    ])
    func whatIsNeededIsNotSkipped(_ question: String, _ balance: Int64, _ words: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring("Checking", .checking, ["2026-06-01,LANDLORD RENT,-900.00"])
        try ledger.tell("Checking", balance, on: "2026-06-20")
        let book = RuleBook(ledger.index)
        if let groceries = book.category("groceries") {
            try book.set(groceries, limit: Money(2000, .usd), on: ledger.asOf)
        }
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(question)
        #expect(answer.reply.hasPrefix(words), "\(answer.reply)")
        #expect(answer.advice?.verdict.outcome == .skip && answer.advice?.verdict.waitUntil == nil)
    }

    // MARK: Prices far from all that was

    /// The dearest of 24 wishes was $90.00; $500.00 is ten times the common $50.00. $5,000.00 is far beyond both and most
    /// of $8,000.00, but not a tenth of what $80,000.00 are beyond three months of spending. No pay is in sight.
    @Test(arguments: [
        (800_000, "2026-06-30"), (800_000, "2026-07-01"), (800_000, "2026-07-15"), (8_000_000, "2026-06-30"),
    ])
    func aPriceBeyondAllMeansIsAvoidable(_ balance: Int64, _ day: String) throws {
        let ledger = try ledger(with: (1...24).map { "2026-05-\($0 + 2),STEAM GAMES,-\(66 + $0).00" })
        try ledger.tell("Checking", balance, on: "2026-06-30")
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        let advice = try desk.assess(
            Purchase(amount: Money(500_000, .usd), merchant: "Zyzzyx", day: date(day)))
        let cash = try #require(advice.cash)
        let spare = Double(cash.lowestLaterWithout.cents - 10_000)
        let excess = min(max(log2(500_000 / max(50_000, spare / 4)) / 2, 0), 1)
        let days = 500_000 / spare
        let sum = -3.2556 + 2.4670 * excess + 1.9155 + 1.3511 * (days + excess * (1 - days))
        #expect(abs(advice.score.model - 1 / (1 + exp(-sum))) < 1e-9)
        #expect(advice.verdict.outcome == (balance == 800_000 ? .skip : .buy))
    }

    // MARK: Without an income

    /// $4,000.00 and $2,000.00 at 900 + 600 a month.
    @Test(arguments: ["can I afford to quit my job", "could we retire?", "how long would my savings last"])
    func runway(_ question: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-07-10")
        let rows = (1...6).flatMap { month in
            [
                "2026-0\(month)-01,LANDLORD RENT,-900.00", "2026-0\(month)-02,ACME TOOLS PAYROLL DIRECT DEP,3000.00",
                "2026-0\(month)-20,TRADER JOE S #12,-600.00",
            ]
        }
        try ledger.bring("Checking", .checking, rows + ["2026-07-05,TRADER JOE S #12,-1.00"])
        try ledger.tell("Checking", 400_000, on: "2026-07-10")
        try ledger.tell("Savings", 200_000, on: "2026-07-10", .savings)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let reply = try coach.answer(question).reply
        #expect(reply.hasPrefix("With no income, your money would last about 4 months: "), "\(reply)")
        #expect(reply.contains("$6,000.00") && reply.contains("$1,500.00"))
    }

    /// A usual month is the mean of the full ones, told as theirs and explained as that: five of 1,500 and one of 3,000.
    @Test func aUsualMonthIsThatOfTheFullOnes() throws {
        let ledger = try WrittenLedger(asOf: "2026-07-10")
        let rows = (1...6).flatMap { month in
            [
                "2026-0\(month)-01,LANDLORD RENT,-\(month == 3 ? 2400 : 900).00",
                "2026-0\(month)-02,ACME TOOLS PAYROLL DIRECT DEP,3000.00", "2026-0\(month)-20,TRADER JOE S #12,-600.00",
            ]
        }
        try ledger.bring("Checking", .checking, rows + ["2026-07-05,TRADER JOE S #12,-1.00"])
        try ledger.tell("Checking", 700_000, on: "2026-07-10")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let months = Period(try #require(CivilDate(iso: "2026-01-01")), try #require(CivilDate(iso: "2026-06-30")))
        for (question, name, cents) in [
            ("how long would my money last", "spending_per_month", Int64(175_000)),
            ("how long will it take to save $5000", "kept_per_month", 125_000),
        ] {
            let answer = try coach.answer(question)
            let figure = try #require(answer.evidence?.figures(named: name).first, "\(question)")
            #expect(figure.value == .money(Money(cents, .usd)) && figure.period == months, "\(question): \(figure)")
            let why = try coach.why(answer).lines.first { $0.label == "How" }?.text ?? ""
            #expect(why.contains("the average of your last full months, up to six"), "\(why)")
        }
        let purchase = try #require(try coach.answer("can I afford a $90 jacket").evidence)
        #expect(purchase.figures(named: "kept_per_month").map(\.period) == [months])
        #expect(purchase.figures(named: "spent").map(\.period) == [Period.month(of: ledger.asOf)])
        // Where nothing is in a currency, nothing is usual in it.
        let other = try coach.answer("how long will it take to save €5000").reply
        #expect(other == "I need at least one full month in EUR to tell how fast you save.")
    }

    // MARK: What it is paid with and in

    @Test func ofTwoCardsTheOneMostUsed() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring("Checking", .checking, ["2026-06-01,LANDLORD RENT,-900.00"])
        try ledger.bring("Blue Card", .creditCard, ["2026-06-03,SHELL OIL 5512,-30.00"])
        try ledger.bring("Red Card", .creditCard, ["2026-06-03,SHELL OIL 5512,-31.00", "2026-06-05,ZOO,-9.00"])
        try ledger.tell("Checking", 200_000, on: "2026-06-20")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("should I buy shoes for $90 on my card")
        #expect(answer.advice?.card == "Red Card")
        #expect(answer.warnings == ["used Red Card, the card you use most; tell me if you meant Blue Card"])
    }

    @Test func aBarePriceIsInWhatTheMerchantIsPaidIn() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring("Checking", .checking, (1...6).map { "2026-0\($0)-01,ACME TOOLS PAYROLL DIRECT DEP,3000.00" })
        try ledger.bring("Giro", .checking, currency: .eur, ["2026-06-03,EDEKA,-30.00", "2026-06-09,EDEKA,-21.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("should I spend 40 at Edeka").advice?.purchase.amount == Money(4000, .eur))
        #expect(try coach.answer("should I spend $40 at Edeka").advice?.purchase.amount == Money(4000, .usd))
    }
}
