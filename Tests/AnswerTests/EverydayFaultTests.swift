import Coaching
import Ledger
import Testing

/// Questions that were once answered with something else.
@Suite struct EverydayFaultTests {
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        var (checking, card): ([String], [String]) = ([], [])
        for month in 1...10 {
            let day = "2026-\(month < 10 ? "0" : "")\(month)"
            checking.append("\(day)-15,ACME PAYROLL DIRECT DEP,2000.00")
            checking.append("\(day)-02,GREENWAY APARTMENTS RENT,-1100.00")
            card.append("\(day)-08,NETFLIX.COM,-17.99")
        }
        card += ["2026-05-11,CHIPOTLE 1123,-10.00", "2026-05-12,LUIGIS RESTAURANT,-30.00"]
        card += ["2025-04-10,AMAZON PRIME ANNUAL,-139.00", "2026-04-10,AMAZON PRIME ANNUAL,-139.00"]
        card.append("2026-05-09,IKEA COLUMBUS,-639.47")
        try ledger.bring("Checking", .checking, checking)
        try ledger.bring("Citi", .creditCard, card)
        try ledger.bring(
            "Savings", .savings,
            ["2025-06-30,INTEREST PAID,12.25", "2025-12-31,INTEREST PAID,13.50", "2026-06-30,INTEREST PAID,14.00"])
        return ledger
    }

    private func reply(_ line: String) throws -> String { try ledger().reply(to: [line]) }

    /// 12 times $17.99, and $139.00; never twelve times the $11.58 that a month of it is rounded to.
    @Test func aYearlyPriceIsNoTwelveRoundedMonths() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("am I wasting money on subscriptions?")
        #expect(answer.reply.contains("$354.88 a year"))
        let years = answer.tables.first?.rows.map { $0.last ?? "" } ?? []
        #expect(Set(years) == ["$215.88", "$139.00"])
    }

    @Test func interestOfAYearIsFound() throws {
        #expect(try reply("how much interest did I earn last year").contains("$25.75"))
    }

    @Test func payIsFound() throws {
        #expect(try reply("did I get paid this month").contains("$2,000.00"))
    }

    /// $2,000.00 came in, and $1,100.00 and $17.99 went out.
    @Test func aSavingsRateIsOfAllAccounts() throws {
        #expect(try reply("what was my savings rate in September").contains("$882.01"))
    }

    @Test(arguments: ["how much did I spend on the citi card in May", "what did I put on the citi card in May"])
    func onTheCardIsNoPaymentOfIt(_ line: String) throws {
        #expect(try reply(line).contains("$697.46"))
    }

    @Test func aChargeIsNamedWithItsMerchantAndDay() throws {
        let said = try reply("What was that $639 charge?")
        #expect(said.contains("IKEA") && said.contains("May 9, 2026"))
    }

    @Test func restaurantsSayWhatElseIsCounted() throws {
        let said = try reply("how much did I spend on restaurants in May")
        #expect(said.contains("fast food & delivery") && said.contains("$40.00"))
    }

    /// Who asks for restaurants alone gets those, and hears what that leaves out.
    @Test(arguments: ["restaurants only in May", "just restaurants in May", "how much on only restaurants in May"])
    func restaurantsAloneAreSaidToBeThat(_ line: String) throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(line)
        #expect(answer.reply.contains("$30.00") && !answer.reply.contains("$40.00"), "\(answer.reply)")
        #expect(answer.warnings.contains { $0.contains("as restaurants without fast food & delivery") })
    }

    @Test(
        arguments: [
            ("what year is it", "It's 2026."), ("What month is it?", "It's October 2026."),
            ("what day is it today", "It's Saturday, October 31, 2026."),
            ("what's today's date?", "It's Saturday, October 31, 2026."),
        ])
    func todayIsNoPeriodOfSpending(_ line: String, _ said: String) throws {
        #expect(try reply(line) == said)
    }

    @Test(arguments: ["what year did I spend the most", "what month is my most expensive", "what day is rent due"])
    func whatAsksForMoreIsNoQuestionAboutToday(_ line: String) throws {
        #expect(try !reply(line).hasPrefix("It's "))
    }

    @Test func aFlightUpgradeIsNoEducation() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(
            try coach.answer("should I buy a flight upgrade for $120?").json.text.contains("\"category\":\"flights\""))
    }

    @Test(arguments: ["what day is today", "which day is it", "what date is it today"])
    func todayIsADay(_ line: String) throws { #expect(try reply(line) == "It's Saturday, October 31, 2026.") }

    /// A category of a month is a question of its own after one charge, and one charge is looked for on all days.
    @Test func aNewQuestionDoesNotKeepTheAmount() throws {
        let ledger = try ledger()
        let restaurants = try ledger.reply(to: ["what was that $639.47 charge", "restaurants in May"])
        #expect(restaurants.contains("$40.00"), "\(restaurants)")
        let charge = try ledger.reply(to: ["what did I spend on coffee this week", "what was that $639.47 charge"])
        #expect(charge.contains("IKEA") && charge.contains("May 9"), "\(charge)")
    }

    /// The card's payment is a transfer, and is said to be.
    @Test func anAmountThatWasMovedIsSaidToBe() throws {
        let ledger = try ledger()
        try ledger.bring("Checking", .checking, ["2026-10-18,CITI CARD ONLINE PAYMENT,-1190.84"])
        try ledger.bring("Citi", .creditCard, ["2026-10-18,PAYMENT THANK YOU,1190.84"])
        let said = try ledger.reply(to: ["what was that 1190.84 charge?"])
        #expect(said.contains("You have no purchases of exactly $1,190.84"), "\(said)")
        #expect(said.contains("But there's a transfer or card payment of $1,190.84 on October 18"), "\(said)")
    }

    /// What is delivered is filed with fast food, and who wants no fast food wants none of it.
    @Test func noFastFoodIsNoDelivery() throws {
        let ledger = try ledger()
        try ledger.bring("Citi", .creditCard, ["2026-05-13,DOORDASH*TACO PLACE,-24.00"])
        let said = try ledger.reply(to: ["just restaurants in May, no fast food"])
        #expect(said.contains("$30.00") && !said.contains("$54"), "\(said)")
    }
}
