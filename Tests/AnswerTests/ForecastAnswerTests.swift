import Coaching
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// Forecasts from ledgers, worked out by hand.
@Suite struct ForecastAnswerTests {
    private func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// Shops that are visited now and then and make no stream: day, shop and amount move.
    private static let purchases: [(day: CivilDate, shop: String, cents: Int64)] = {
        var state: UInt64 = 11
        func below(_ limit: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % limit)
        }
        return (0..<60).map { _ in
            let shop = ["GREEN GROCER", "TOOL SHOP", "CORNER CAFE", "BOOK NOOK", "BAKERY", "SHOE BARN"][below(6)]
            let day = CivilDate(iso: "2026-01-02") ?? CivilDate(dayNumber: 0)
            return (day.adding(days: below(168)), shop, Int64(below(60) * 100 + 500 + below(80)))
        }
    }()

    /// Half a year: rent of $900.00 on the 1st, pay of $1,200.00 every second Friday up to 12 June 2026 and, where
    /// wanted, sixty purchases.
    private func household(withGroceries: Bool = true, endingOn asOf: String = "2026-06-20") throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: asOf)
        var rows: [(day: CivilDate, text: String)] = []
        for month in 1...6 { rows.append((date("2026-0\(month)-01"), "LANDLORD RENT,-900.00")) }
        var payday = date("2026-01-09")
        while payday <= date("2026-06-12") {
            rows.append((payday, "ACME TOOLS PAYROLL DIRECT DEP,1200.00"))
            payday = payday.adding(days: 14)
        }
        if withGroceries {
            rows += Self.purchases.map { ($0.day, "\($0.shop),-\($0.cents / 100).\($0.cents % 100 + 10)") }
        }
        let lines = rows.sorted { $0.day < $1.day }.map { "\($0.day.iso),\($0.text)" }
        try ledger.bring("Checking", .checking, lines)
        return ledger
    }

    private func report(_ ledger: WrittenLedger, days: Int = 30, buffer: Int64? = nil) throws -> ForecastReport {
        try Retriever(ledger.index).forecast(
            ForecastRequest(days: days, buffer: buffer), asOf: ledger.asOf, currency: .usd)
    }

    /// 1,500.00 on the 20th, rent of 900.00 on the 24th, pay on the 26th: of days that end before the rent no more is safe than
    /// 1,500.00 − 900.00 − the reserve of 100.00.
    @Test(arguments: ["2026-06-21", "2026-06-23"]) func whatIsSafeLastsUntilPay(through end: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        let rent = (1...5).map { "2026-0\($0)-24,LANDLORD RENT,-900.00" }
        let pay = (0..<12).map { date("2026-01-09").adding(days: 14 * $0) }.map {
            "\($0.iso),ACME TOOLS PAYROLL DIRECT DEP,1200.00"
        }
        try ledger.bring("Checking", .checking, (rent + pay).sorted())
        try ledger.tell("Checking", 150_000, on: "2026-06-20")
        let days = Period(ledger.asOf, date(end))
        let report = try Retriever(ledger.index).forecast(
            ForecastRequest(period: days), asOf: ledger.asOf, currency: .usd)
        let safe = report.evidence.figures.first { $0.name == "safe_to_spend" }
        #expect(safe?.value == .money(Money(50_000, .usd)))
        #expect(report.until == date("2026-06-25"))
        // The balance at the end of the days that were asked about stays that.
        #expect(report.projected?.balance == Money(150_000, .usd))
    }

    @Test func rentAndPayOnTheirDays() throws {
        let ledger = try household(withGroceries: false)
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        let forecast = try #require(try report(ledger).forecast)
        #expect(
            forecast.input.flows.sorted { $0.date < $1.date }.map { "\($0.date.iso) \($0.amount.minorUnits)" } == [
                "2026-06-26 120000", "2026-07-01 -90000", "2026-07-10 120000",
            ])
        #expect(forecast.input.everyday.total == 0)
        #expect(forecast.input.nextPay == date("2026-06-26"))
        #expect(forecast.safeToSpend() == Money(40_000, .usd), "500.00 less the reserve of 100.00")
        #expect(forecast.balance(on: date("2026-07-01")).balance == Money(80_000, .usd))
        #expect(forecast.days.last?.balance == Money(200_000, .usd))
        #expect(try report(ledger, buffer: 0).forecast?.safeToSpend() == Money(50_000, .usd))
    }

    /// Rent and pay are streams, so everyday spending is the groceries alone: no bill counts twice.
    @Test func everydaySpendingIsWhatIsLeft() throws {
        let ledger = try household()
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        let input = try #require(try report(ledger).forecast).input
        let start = date("2026-06-20").adding(days: -89)
        let spent = Self.purchases.filter { $0.day >= start && $0.day <= date("2026-06-20") }
        #expect(input.everyday == EverydaySpending(total: spent.reduce(0) { $0 + $1.cents + 10 }, days: 90))
    }

    /// One large purchase is not expected again.
    @Test func aOneOffPurchaseIsNotEveryday() throws {
        let ledger = try household()
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        let before = try #require(try report(ledger).forecast).input.everyday
        try ledger.bring("Checking", .checking, ["2026-06-18,SOFA WORLD,-1800.00"])
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        #expect(try #require(try report(ledger).forecast).input.everyday == before)
    }

    /// Rent that is due and not there yet is still to come; the data says nothing after its end.
    @Test func whatIsOverdueIsExpectedNext() throws {
        let ledger = try household(withGroceries: false)
        // On 3 July neither the pay of 26 June nor the rent of 1 July is in the data, which ends on 12 June.
        try ledger.tell("Checking", 50_000, on: "2026-06-12")
        let report = try Retriever(ledger.index).forecast(ForecastRequest(), asOf: date("2026-07-03"), currency: .usd)
        let forecast = try #require(report.forecast)
        #expect(report.dataEnd == date("2026-06-12"))
        #expect(forecast.days[0].balance == Money(50_000 + 120_000 - 90_000, .usd))
    }

    /// What is bought with a card that is paid in full counts when the card is paid, once.
    @Test func aCardCountsWhenItIsPaid() throws {
        let ledger = try household(withGroceries: false)
        var card: [String] = []
        var checking: [String] = []
        for month in 1...6 {
            card.append("2026-0\(month)-08,BOOK NOOK,-\(100 + month).00")
            // Statements of the 15th are paid on the 5th of the next month.
            guard month < 6 else { continue }
            checking.append("2026-0\(month + 1)-05,PAYMENT TO CREDIT CARD,-\(100 + month).00")
            card.append("2026-0\(month + 1)-05,PAYMENT THANK YOU,\(100 + month).00")
        }
        try ledger.bring("Card", .creditCard, card)
        try ledger.bring("Checking", .checking, checking)
        try ledger.tell("Checking", 100_000, on: "2026-06-20")
        let input = try #require(try report(ledger).forecast).input
        let payments = input.flows.filter { $0.kind == .cardPayment }
        #expect(payments.map(\.date) == [date("2026-07-05")])
        #expect(payments.map(\.amount) == [Money(-10_600, .usd)], "what was charged in June")
        #expect(input.everyday.total == 0, "the card's purchases are in its payment")
    }

    @Test func withoutABalanceItSaysWhatItNeeds() throws {
        let ledger = try household()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("how much can I safely spend until payday?")
        #expect(answer.understood.intent == .forecast)
        #expect(answer.evidence?.figures.isEmpty == true)
        #expect(answer.reply.contains("coach balance \"Checking\" AMOUNT"))
    }

    @Test(arguments: [
        ("how much can I safely spend until payday?", "safe_to_spend", Int64(40_000), "You can safely spend $400.00"),
        ("will I run out of money before july 15?", "lowest", 50_000, "No, you won't run out"),
        ("how much will I have on july 5?", "projected_balance", 80_000, "about $800.00 in Checking on July 5"),
    ])
    func questions(question: String, figure: String, cents: Int64, words: String) throws {
        let ledger = try household(withGroceries: false)
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(question)
        #expect(answer.understood.intent == .forecast)
        let value = answer.evidence?.figures.first { $0.name == figure }?.value
        #expect(value == .money(Money(cents, .usd)), "\(answer.reply)")
        #expect(answer.reply.contains(words), "\(answer.reply)")
    }

    /// 1,000.00 until the pay of 500.00 on the 26th, and 900.00 of rent on July 1 after it: what is safe until then is more
    /// than what keeps July safe, so who hears the one hears the other, with a model too.
    @Test func whatKeepsTheWeeksAfterPayday() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        let rent = (1...6).map { "2026-0\($0)-01,LANDLORD RENT,-900.00" }
        let pay = (0..<12).map { date("2026-01-09").adding(days: 14 * $0) }.map {
            "\($0.iso),ACME TOOLS PAYROLL DIRECT DEP,500.00"
        }
        try ledger.bring("Checking", .checking, (rent + pay).sorted())
        try ledger.tell("Checking", 100_000, on: "2026-06-20")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("how much can I safely spend until payday?")
        #expect(answer.evidence?.figures.first { $0.name == "safe_to_spend" }?.value == .money(Money(90_000, .usd)))
        let facts = try #require(answer.evidence?.facts)
        let caution = try #require(facts.first { $0.role == .caution })
        #expect(caution.wording?.text.hasSuffix("spend no more than $500.00") == true)
        // Up to a day behind the rent they are one and the same.
        let later = try #require(coach.answer("how much is safe to spend through july 5?").evidence?.facts)
        #expect(later.first { $0.role == .safeToSpend }?.value == .money(Money(50_000, .usd)))
        #expect(!later.contains { $0.role == .caution })
    }

    /// The month's end asked for on the month's last day is today.
    @Test func thePeriodEndsToday() throws {
        let ledger = try household(withGroceries: false, endingOn: "2026-06-30")
        try ledger.tell("Checking", 50_000, on: "2026-06-30")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("how much money will I have at the end of the month?")
        let value = answer.evidence?.figures.first { $0.name == "projected_balance" }?.value
        #expect(value == .money(Money(50_000, .usd)), "\(answer.reply)")
    }

    @Test func moneyThatRunsOut() throws {
        let ledger = try household(withGroceries: false)
        try ledger.tell("Checking", -40_000, on: "2026-06-20")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("will I run out of money this month?")
        #expect(
            answer.reply.hasPrefix("Yes, the way things are going: Checking should drop below zero on June 20"),
            "\(answer.reply)"
        )
    }

    /// "since my last paycheck" and "until payday" go by the pay that is there.
    @Test func payDaysAreKnownToQuestions() throws {
        let ledger = try household()
        let calendar = try Retriever(ledger.index).payCalendar(asOf: ledger.asOf)
        #expect(calendar.days.prefix(2) == [date("2026-06-12"), date("2026-05-29")])
        #expect(calendar.days.count == 12)
        #expect(calendar.next == date("2026-06-26"))
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("how much did I spend since my last paycheck?")
        #expect(answer.understood.query.period?.start == date("2026-06-12"))
    }

    /// A year is looked ahead: what begins beyond it has no figure, and no table.
    @Test(arguments: ["how much did I spend in 2099?", "how much will I spend on groceries in 2099?"])
    func whatBeginsBeyondAYearHasNoForecast(_ question: String) throws {
        let ledger = try household()
        try ledger.tell("Checking", 50_000, on: "2026-06-20")
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(question)
        #expect(answer.reply == "2099 hasn't started yet, and I look ahead a year at most.")
        #expect(answer.tables.isEmpty)
    }

    /// $950.00, rent of $900.00 on July 1 and 10 after pay of $1,200.00 on June 26, then nothing: the card's $1,900.00 come on July 5.
    private func shortAfterPay() throws -> WrittenLedger {
        let ledger = try household(withGroceries: false)
        var card: [String] = []
        var checking: [String] = []
        for month in 1...6 {
            card.append("2026-0\(month)-08,BOOK NOOK,-1900.00")
            guard month < 6 else { continue }
            checking.append("2026-0\(month + 1)-05,PAYMENT TO CREDIT CARD,-1900.00")
            card.append("2026-0\(month + 1)-05,PAYMENT THANK YOU,1900.00")
        }
        try ledger.bring("Card", .creditCard, card)
        try ledger.bring("Checking", .checking, checking)
        try ledger.tell("Checking", 95_000, on: "2026-06-20")
        return ledger
    }

    /// 950.00 + 1,200.00 − 900.00 − 1,900.00 = −650.00 on July 5; before the pay of June 26 there are 850.00 above the reserve.
    @Test func aLowAfterPaydayIsPartOfTheAnswer() throws {
        let ledger = try shortAfterPay()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("will I run out before payday?")
        #expect(
            answer.reply.hasPrefix(
                "Not before your next paycheck on June 26, but after that: Checking should drop below zero on July 5, to "
                    + "about -$650.00."), "\(answer.reply)")
        #expect(answer.reply.contains("There's nothing to spare through"), "\(answer.reply)")
        #expect(!answer.reply.contains("You can safely spend"))
        let shown = answer.table?.rows.map { [$0[0], $0[2]] } ?? []
        #expect(shown.contains(["2026-07-05", "-$1,900.00"]), "\(shown)")
        let told = try coach.answer("how much can I safely spend until payday?").reply
        #expect(
            told.contains("the low point comes on July 5, at about -$650.00") && told.contains("it would be $850.00"),
            "\(told)")
        #expect(!told.contains("You can safely spend"), "\(told)")
    }

    /// What a card will be paid is due as well, where the forecast knows it.
    @Test func cardPaymentsAreDueBesideBills() throws {
        let ledger = try shortAfterPay()
        let said = try ledger.reply(to: ["what bills are due before July 8?"])
        #expect(said.contains("due through July 7, 2026") || said.contains("due through July 7"), "\(said)")
        #expect(!said.contains("until"), "\(said)")
        #expect(said.contains("card payment comes on top of that"), "\(said)")
        #expect(said.contains("about $1,900.00, July 5"), "\(said)")
    }
}
