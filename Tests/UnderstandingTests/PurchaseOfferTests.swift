import Ledger
import Testing

@testable import Understanding

/// A thing and what it costs is a purchase without a verb that asks.
@Suite struct PurchaseOfferTests {
    private func understood(_ line: String) -> Understood { Household().understood(line) }

    /// Cents worked out by hand.
    @Test(arguments: [
        ("snow tires, 620 mounted", 62_000 as Int64), ("weighing up the $75 griddle", 7500),
        ("wireless mouse 42", 4200), ("croissant $4 every morning", 146_000), ("a dozen muffins at $2 each", 2400),
        ("half a dozen stools at 40 each", 24_000), ("drone was 500, now 380", 38_000),
        ("rug, originally 300, half off", 15_000), ("armchair $400 minus 25%", 30_000),
        ("grill for $600 with a $90 loyalty discount", 51_000), ("tablet at $21 x 18", 37_800),
        ("bookcase 120 and lamp 60", 18_000), ("stove 800 plus 5% tax", 84_000),
        ("a tutor at $40 a week", 208_000), ("quilting retreat $350", 35_000),
        // Prices of a thing and what comes with it, not limits; what was paid before is no part of a price.
        ("$55 concert plus 20 parking", 7500), ("season tickets, 24 games at 62 each", 148_800),
        ("ski tuning season pass, $220 unlimited, ive spent 40 to 85 each time", 22_000),
        ("boxing club at $90 a month instead of the gym", 108_000),
    ])
    func aThingAndItsPrice(_ line: String, _ cents: Int64) {
        let understood = understood(line)
        #expect(understood.intent == .purchase)
        #expect(understood.purchase.amount == Money(cents, .usd))
    }

    @Test(arguments: [
        "pay our $85 water bill", "coffee over $5", "how many times did I buy shoes", "I spent $60 on shoes last month",
        "move $200 to savings", "what is 20 dollars in pesos",
        "someone took $80 from my account",
    ])
    func othersAreNone(_ line: String) { #expect(understood(line).intent != .purchase) }

    @Test func categoriesWithAmountsAreAskedAbout() {
        let understood = understood("groceries 450 and coffee 40")
        #expect(understood.clarification?.text.contains("set groceries to $450.00 and coffee to $40.00") ?? false)
    }

    @Test(arguments: [
        ("a root canal for 900", true as Bool?), ("antibiotics $25", true),
        ("new freezer 500, the old one leaks", true), ("car needs a new clutch, $1,150", true),
        ("AC died, 4,900 for a new unit", true), ("retainer replacement, 275, she lost it at school", true),
        ("fridge stopped cooling last night. the shop has one for 1,149", true),
        ("a suit for my interview, 140", true), ("a freezer for 500", nil), ("lasik 4,000", false),
    ])
    func whatIsNeeded(_ line: String, _ isNeed: Bool?) { #expect(understood(line).purchase.isNeed == isNeed) }

    @Test(arguments: [
        ("swap my phone plan for one at $30 a month", "phone plan"),
        ("ditch spectrum for fiber at $60 a month", "spectrum"),
    ])
    func whatIsGivenUp(_ line: String, _ words: String) {
        let understood = understood(line)
        #expect(understood.intent == .purchase && understood.purchase.replacedWords == words)
    }

    /// $900.00 less $150.00.
    @Test func aPriceMayBeSoMuchLess() {
        let understood = Household().understood("should I get a tv for $900", "and if it's $150 less")
        #expect(understood.purchase.amount == Money(75_000, .usd))
    }
}
