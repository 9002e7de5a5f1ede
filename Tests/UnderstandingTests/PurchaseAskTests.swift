import Ledger
import Testing

@testable import Understanding

/// How a purchase is asked about, what a price is of, and what it would take the place of.
@Suite struct PurchaseAskTests {
    private func slots(_ question: String) -> PurchaseSlots { Household().understood(question).purchase }

    /// 4 · 90, 2 · 250, 900 / 3 + 120, 640 − 60, two of 75, the lower of a former and a present price.
    @Test(arguments: [
        ("should I buy four $90 stools", 36_000 as Int64), ("2 lamps at $250 each, worth it?", 50_000),
        ("a cabin for $900 split three ways plus a 120 bus, ok?", 42_000),
        ("should I get the $640 grill if it's $60 less", 58_000),
        ("should I get a $75 jacket for me and one for Ana", 15_000),
        ("boots down from $180 to $140, should I get them", 14_000),
        ("should I put $7,000 down on a truck", 700_000),
        // What others put in, and what it will cost later, are none of the price; what a word is of ends at a comma.
        ("should I get her a $380 telescope, he'd pitch in $80", 30_000),
        ("can we cover the braces, they're $2,100 and she can put in $600", 150_000),
        ("passes are $620 until Friday, after that they go to $700, should we buy", 62_000),
        ("should I pay for eight lessons for his balance, $410", 41_000),
        ("I've got $260 of yarn in the cart, is that too much", 26_000),
    ])
    func whatAPriceComesTo(_ question: String, _ cents: Int64) {
        #expect(slots(question).amount == Money(cents, .usd))
    }

    /// Each payment, how many there are, and how often.
    @Test(arguments: [
        ("should I get a phone for 24 months at $41", 4100 as Int64, 24 as Int?, Instalments.Interval.months(1)),
        ("$8 latte every workday, is that ok", 4000, nil, .days(7)),
        ("is it ok to get takeout three times a week, about $20 each time", 6000, nil, .days(7)),
        ("should I get a $5 juice every day", 500, nil, .days(1)),
    ])
    func howOftenItIsPaid(_ question: String, _ cents: Int64, _ count: Int?, _ every: Instalments.Interval) {
        let plan = slots(question).instalments
        #expect(plan?.cents == cents && plan?.count == count && plan?.every == every)
    }

    @Test func whatAThingIsUsedForIsNoPayment() {
        let slots = slots("should I buy a $300 bike to ride every day")
        #expect(slots.instalments == nil && slots.amount == Money(30_000, .usd))
    }

    @Test(arguments: [
        ("should I get the $80 plan instead of the $60 one I have now", 96_000 as Int64, 6000 as Int64),
        ("would it be silly to upgrade my $45 phone plan to the $70 one", 84_000, 4500),
        ("cancel the $65 cable and get internet tv for $83 a month, good idea?", 99_600, 6500),
        ("should I switch to internet for $50 a month, we pay 75 now", 60_000, 7500),
        ("gym membership at 25 instead of 15", 2500, 1500),
    ])
    func whatItTakesThePlaceOf(_ question: String, _ cents: Int64, _ before: Int64) {
        let slots = slots(question)
        #expect(slots.amount == Money(cents, .usd) && slots.replacedCents == before)
    }

    @Test func theWordsForWhatItTakesThePlaceOf() {
        #expect(slots("should I rent a flat at $2,100 instead of my current apartment").replacedWords == "apartment")
    }

    @Test func howItIsAsked() {
        #expect(slots("talk me out of a $900 watch").asked == .against)
        #expect(slots("is $900 crazy for a couch").asked == .tooMuch)
        #expect(slots("should I return the $250 headphones I bought yesterday").asked == .toReturn)
        let waiting = slots("should I wait until payday to buy the $85 jacket")
        #expect(waiting.asked == .toWait && waiting.day == nil)
        #expect(slots("should I buy a $300 bike").asked == .whether)
    }

    @Test(arguments: [
        "the sofa set is 2100 all in, would that be stupid", "we need two new brake pads at $95 each before winter",
        "our rent goes up to $1,900 a month, is that ok",
    ])
    func aJudgementOfAPriceIsAPurchase(_ question: String) {
        #expect(Household().understood(question).intent == .purchase)
    }

    @Test(arguments: [
        "I spent $300 on food last month, is that ok", "how much did I spend every day", "set a limit of $200 on fun",
    ])
    func othersAreNone(_ question: String) {
        #expect(Household().understood(question).intent != .purchase)
    }

    @Test func aContractionIsNoWednesday() {
        let slots = slots("we'd like to redo the kitchen, 32 grand")
        #expect(slots.day == nil && slots.amount == Money(3_200_000, .usd))
    }

    @Test(
        arguments: [
            ("a new phone for $700 or a $60 battery for the old one", true),
            ("buy the kit at $300 vs renting it for $50", true),
            // One thing and how it is paid, and waiting for a lower price.
            ("a couch for $900 or $75 a month", false), ("a watch for $300, or wait till it is $250", false),
            ("shoes for $90 and a hat for $30", false), ("a $90 lamp", false),
        ])
    func twoThings(line: String, expected: Bool) {
        #expect(ChoiceLine.namesTwo(SpokenLine(line), context: Household().context()) == expected)
    }

    @Test func savingOrPaying() {
        #expect(ChoiceLine.savesOrPays("should i save 500 or pay off the card".split(separator: " ").map(String.init)))
        for line in [
            "which one the 300 or the 450", "which of the two the 300 chair or the 450 chair",
            "the 300 chair or the 450 chair",
        ] {
            #expect(ChoiceLine.asksWhich(line.split(separator: " ").map(String.init)))
        }
        #expect(!ChoiceLine.asksWhich("which months were over 300 or under 100".split(separator: " ").map(String.init)))
        #expect(!ChoiceLine.savesOrPays("should i buy a tv or pay off the card".split(separator: " ").map(String.init)))
    }
}
