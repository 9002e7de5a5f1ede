import Ledger
import Testing

@testable import Understanding

/// What several numbers of a line come to: how many, what is added, what another one takes the place of, and what is no price.
@Suite struct PurchaseSumTests {
    private func slots(_ line: String) -> PurchaseSlots { Household().understood(line).purchase }

    /// Cents worked out by hand.
    @Test(arguments: [
        // So many of them.
        ("two loads of gravel at 180, worth it?", 36_000 as Int64), ("stadium seats $95 each, four of us", 38_000),
        ("kennel for the dog, 4 nights x 35", 14_000), ("raffle tickets, $15 x 6", 9000),
        ("should I get 300 lb of clay at $0.80 a lb", 24_000), ("flights 3 x $210", 63_000),
        // What is added.
        ("a desk from wayfair $240 delivery 35", 27_500), ("dryer $520 with haul away 40", 56_000),
        ("winter tires, 4 x 150 plus mounting 80", 68_000), ("dance wants a $120 fee and shoes for 60", 18_000),
        ("the hall wants a $400 deposit, the cake is 250", 65_000),
        // One's own part.
        ("a group gift for the coach, my half 75", 7500),
        ("he'll go in halves on a mower, it's $480 so 240 to me", 24_000),
        ("go in 1/3 on a recliner for dad, $900", 30_000),
        // What is no price, or not the one that counts.
        ("2019 Outback, 62k, asking $17,500", 1_750_000),
        ("mom's fridge, the shop says $300, and we moved twice", 30_000),
        ("grill was 450 new, he wants 200", 20_000),
        ("a $1,200 piano, they'd take 300 for our old one", 90_000),
        ("meal kit 60% off, would be $32", 3200), ("eight candles at $9, free shipping over 75", 7200),
    ])
    func whatItComesTo(_ line: String, _ cents: Int64) { #expect(slots(line).amount == Money(cents, .usd)) }

    @Test(arguments: [
        ("the climbing gym is $58 a month, she goes three times a week", 5800 as Int64, nil as Int?),
        ("couch, 24 months no interest at $60", 6000, 24), ("nails $55 every two wks", 5500, nil),
        ("the museum at 12 a month or 120 for the year", 1200, nil),
        ("braces, 900 down, then 140 for 24", 14_000, 24),
    ])
    func howItIsPaid(_ line: String, _ cents: Int64, _ count: Int?) {
        let plan = slots(line).instalments
        #expect(plan?.cents == cents && plan?.count == count)
    }

    /// The thing of the price's own clause, else the nearest one before it.
    @Test(arguments: [
        ("a beagle puppy, $700. The house is too quiet", "pets" as String?),
        ("a tv for my room, 50 inch, $260", "electronics"),
        ("a crown on a molar, my part is $900 after insurance", "dental"),
    ])
    func whatItIs(_ line: String, _ category: String?) { #expect(slots(line).category == category) }

    @Test(arguments: [
        ("the zoo pass is $90, we've gone once since spring", .unused as PurchaseDoubt?),
        ("a $300 console, he already has the old one", .unused), ("a used grill, used twice, $150", nil),
    ])
    func whatSpeaksAgainstIt(_ line: String, _ doubt: PurchaseDoubt?) { #expect(slots(line).doubt == doubt) }

    /// Of two prices with an `or` between them the lower one is known as well.
    @Test func ofTwoTheLowerIsKnown() {
        let slots = slots("should I get the sofa for $900 or the used one for $400")
        #expect(slots.amount == Money(90_000, .usd) && slots.lowerPrice == 40_000)
    }
}
