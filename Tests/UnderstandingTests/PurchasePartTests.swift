import Ledger
import Testing

@testable import Understanding

/// Money beside a price, prices in other currencies and writings, and payments that are said in part; today is Saturday,
/// 31 October 2026.
@Suite struct PurchasePartTests {
    private func purchase(_ lines: String...) -> PurchaseSlots {
        let context = Household().context()
        var state = ConversationState()
        var last = PurchaseSlots()
        for line in lines { last = Understander().understand(line, context: context, state: &state).purchase }
        return last
    }

    @Test(arguments: [
        ("A$50", 5_000, "AUD"), ("C$50", 5_000, "CAD"), ("HK$50", 5_000, "HKD"), ("US $50", 5_000, "USD"),
        ("50 Canadian dollars", 5_000, "CAD"), ("₹2000", 200_000, "INR"), ("Rs 2000", 200_000, "INR"),
        ("30 kr", 3_000, "SEK"), ("50 MYR", 5_000, "MYR"), ("TWD 500", 50_000, "TWD"), ("$50 CAD", 5_000, "CAD"),
        ("$50 dollars", 5_000, "USD"), ("a $50 bill", 5_000, "USD"), ("50 in euros", 5_000, "EUR"),
        ("1500 in yen", 1_500, "JPY"),
    ])
    func currencies(_ price: String, _ cents: Int64, _ code: String) throws {
        let currency = try #require(Currency(code))
        #expect(purchase("should I buy a hat for \(price)").amount == Money(cents, currency))
    }

    @Test(arguments: [
        ("$1 000", 100_000), ("$12 500", 1_250_000), ("1 000 dollars", 100_000), ("2 500 dollars", 250_000),
        ("$1'200", 120_000), ("$1.500,50", 150_050), ("$1.500.000", 150_000_000), ("$1,00,000", 10_000_000),
        ("$12,50", 1_250), ("$1,234.50", 123_450), ("$0.999", 100),
    ])
    func writings(_ price: String, _ cents: Int64) {
        #expect(purchase("should I buy a hat for \(price)").amount == Money(cents, .usd))
    }

    @Test(arguments: [
        ("should I buy a $30 500 piece puzzle", 3_000), ("should I get the iPhone 12 $500", 50_000),
        ("should I get 5 pounds of beef for $30", 3_000), ("should I buy a pixel 9 749 dollars", 74_900),
    ])
    func numbersOfOtherThings(_ line: String, _ cents: Int64) {
        #expect(purchase(line).amount == Money(cents, .usd))
    }

    @Test(arguments: [
        ("should I buy a hat for $1,2,3", "I can't read “1,2,3” as an amount. Write it like 1234.50."),
        ("should I buy a hat for €1.500", "Is “1.500” €1,500.00 or €1.50?"),
        ("should I buy a laptop for $500 on Nov 31", "There is no Nov 31. Which day do you mean?"),
        ("should I buy a laptop for $500 on Feb 30th", "There is no Feb 30th. Which day do you mean?"),
        ("what did I spend over €1.500", "Is “1.500” €1,500.00 or €1.50?"),
    ])
    func whatCannotBeToldIsAsked(_ line: String, _ question: String) {
        #expect(Household().understood(line).clarification?.text == question)
    }

    @Test func theAnswerKeepsTheCurrency() {
        #expect(purchase("should I buy a hat for €1.500", "1500").amount == Money(150_000, .eur))
        #expect(purchase("should I buy a hat for €1.500", "1.50").amount == Money(150, .eur))
    }

    /// Whole cost, payments and what is paid up front. $579.98 is 30,000 · i / (1 − (1 + i)⁻⁶⁰) with i = 0.06 / 12.
    @Test(arguments: [
        ("car $299 a month for 36 months with $2,000 due at signing, should I", 1_276_400, 36, 29_900, 200_000),
        ("should I get a phone for 12 monthly payments of $45 with $50 fee", 59_000, 12, 4_500, 5_000),
        ("should I buy a $35000 car with 5000 down and 60 months at 6%", 3_979_880, 60, 57_998, 500_000),
        ("should I buy a $900 fridge with 50% down and the rest over 6 months", 90_000, 6, 7_500, 45_000),
        ("should I buy a $900 fridge, a third now and the rest in 4 months", 90_000, 4, 15_000, 30_000),
        ("should I buy a tv for $500 in 12x50", 60_000, 12, 5_000, 0),
        ("should I buy a tv in 12x49.99", 59_988, 12, 4_999, 0),
    ])
    func plans(_ line: String, _ whole: Int64, _ count: Int, _ each: Int64, _ down: Int64) {
        let slots = purchase(line)
        #expect(slots.amount == Money(whole, .usd))
        #expect(slots.instalments == Instalments(cents: each, count: count, every: .months(1), down: down))
        #expect(slots.day == nil)
        #expect(slots.merchant == nil)
    }

    @Test(arguments: [
        ("should I subscribe to hulu for $11.99", 1_199, Instalments.Interval.months(1)),
        ("should I get a yearly magazine subscription for $99", 9_900, .months(12)),
        ("should I get a $30 haircut every 6 weeks", 3_000, .days(42)),
        ("should I get a $30 massage every other week", 3_000, .days(14)),
    ])
    func whatComesAgain(_ line: String, _ each: Int64, _ every: Instalments.Interval) {
        #expect(purchase(line).instalments == Instalments(cents: each, count: nil, every: every))
    }

    @Test(arguments: [
        ("should I get a $200 per person dinner for 4", 80_000, "read as 4 at $200.00 each"),
        ("should I get a $200 per person dinner", 20_000, "counted $200.00 once: say for how many people"),
        ("should I get shoes for $80 each for my 3 kids", 24_000, "read as 3 at $80.00 each"),
        ("should I buy a kettle for $80 plus $10 shipping", 9_000, "added $10.00 to $80.00: $90.00"),
        (
            "should I buy a $1200 sofa and sell my old one for $300", 120_000,
            "I didn't take off the $300.00 you expect from selling: ask again for $900.00 once you have it"
        ),
        ("should I trade in my old phone for $200 and buy a $900 one", 70_000, "took $200.00 off $900.00: $700.00"),
        (
            "should I buy a tv for $500 over 1000 months", 50_000,
            "counted the whole $500.00 as paid up front: I can handle payments over 2 to 480 months, not over 1000 "
                + "months"
        ),
    ])
    func amounts(_ line: String, _ cents: Int64, _ note: String) {
        let slots = purchase(line)
        #expect(slots.amount == Money(cents, .usd))
        #expect(slots.notes == [note])
    }

    @Test(arguments: [
        "should I buy a $50 game on sale for $30", "should I get a $90 coat marked down to $30",
        "should I buy a kettle for $30 including $5 shipping",
    ])
    func formerPricesAreNone(_ line: String) {
        #expect(purchase(line).amount == Money(3_000, .usd))
    }

    /// The week before is that of Sunday 18 to Saturday 24 October, or the seven days to the 25th; today is no part of it.
    @Test func lastWeekIsOver() throws {
        let slots = purchase("should I have bought the $300 headphones last week")
        let day = try #require(slots.day)
        #expect(day < Household().context().asOf)
        #expect(slots.notes == ["used \(day.longText) as the day; tell me if it's another one"])
    }

    @Test func pluralsOfLongerPhrasesComeFirst() {
        #expect(PurchaseItems.category(of: "poker chips") == "hobbies")
        #expect(PurchaseItems.category(of: "potato chips") == PurchaseItems.category(of: "chips"))
    }
}
