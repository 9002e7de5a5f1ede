import Ledger
import Testing

@testable import Understanding

/// What lines say of a thing beside its price: that it would hardly be used, that it is given, what it takes the place of.
@Suite struct PurchaseDoubtTests {
    private func slots(_ line: String) -> PurchaseSlots { Household().understood(line).purchase }

    @Test(
        arguments: [
            ("should I get fleece jeans for $40, I already have two pair", .unused),
            ("should I get a dental cleaning for $120? I go twice a year", nil),
            ("a flight home for $300? I see my mom twice a year", nil),
            ("should I buy a couch for $900? I have enough saved", nil),
            ("should I buy a couch for $900, I have enough", nil),
            ("a $720 trainer package, I'd use half of it", .unused),
            ("should I fix the fender for $900, it's cosmetic", .unused),
            ("a $229 protection plan for the laptop, should I add it", .poorDeal),
            ("extended warranty on the rv, $1,895", .poorDeal),
            ("should I get a $300 bike, I ride twice a week", nil),
            ("the add-on is $75, over the $99 we pay twice a year", nil),
            ("I bought a $650 recliner, my wife says we have enough chairs", .unused),
            ("do I have enough in the bank for a $60 cutter set", nil), ("a $90 jacket, worth it?", nil),
        ] as [(String, PurchaseDoubt?)])
    func doubts(_ line: String, _ doubt: PurchaseDoubt?) { #expect(slots(line).doubt == doubt) }

    @Test(
        arguments: [
            ("I just bought $46 of shirts that weren't on the list. return it?", .toReturn),
            ("my husband came home with a $520 grill. does it go back", .toReturn),
            ("talk him out of it please, a $225 hockey stick", .against),
            ("somebody tell me I don't need a $1,050 fly rod", .against),
            ("should I wait until November 27 for the vacuum, it's $275 today", .toWait),
        ] as [(String, PurchaseQuestion)])
    func whatIsAsked(_ line: String, _ asked: PurchaseQuestion) {
        let understood = Household().understood(line)
        #expect(understood.intent == .purchase && understood.purchase.asked == asked)
    }

    @Test(arguments: [
        ("a bus tour at $429 per person, both of us", 85_800 as Int64),
        ("can we afford $600 for christmas for the three kids, $200 each", 60_000),
        ("christmas checks for the grandkids, $100 each and there's five", 50_000),
        ("a treadmill for $800 off a lady from church, worth it?", 80_000),
        ("better binoculars, $275. Mine are from 1998", 27_500),
        ("a new tv, it comes to 429 with the fees", 42_900),
    ])
    func whatAPriceComesTo(_ line: String, _ cents: Int64) { #expect(slots(line).amount == Money(cents, .usd)) }

    @Test(arguments: [
        ("should I get a truck at $279 a month for 60", 27_900 as Int64, 60 as Int?),
        ("a cleaning lady 2x a month at $90", 18_000, nil),
        ("the paper wants $9 more a month", 900, nil),
    ])
    func howItIsPaid(_ line: String, _ cents: Int64, _ count: Int?) {
        let plan = slots(line).instalments
        #expect(plan?.cents == cents && plan?.count == count)
    }

    @Test(arguments: [
        ("internet for $50 a month if I sign, paying 71", 7100 as Int64?),
        ("covered storage is $128 a month, we're in the open lot at 72", 7200),
        ("the supplement is $168 a month, the old one is 196", 19_600),
        ("the paper is up to $22 a month, digital only would be $9.99", 2200),
        ("a sofa for $900 at $75 a month", nil),
    ])
    func whatIsPaidNow(_ line: String, _ cents: Int64?) { #expect(slots(line).replacedCents == cents) }

    @Test func whatHasBeenIsNoDayToCome() {
        #expect(slots("two tires for $382, I just did two in May").day == nil)
        #expect(slots("should I buy a tent for $200 in May").day != nil)
    }

    @Test func giftsAndWhatEarns() {
        #expect(slots("a $150 coat for mom for christmas").isGift)
        #expect(slots("a $389 heat press, it pays for itself").earns)
        #expect(!slots("should I get a $150 coat").isGift)
    }

    /// November 27, 2026 is the day after Thanksgiving.
    @Test func blackFridayIsNear() {
        func until(_ iso: String) -> String? {
            CivilDate(iso: iso).flatMap { PurchaseAsk.waits(until: nil, asOf: $0)?.iso }
        }
        #expect(until("2026-11-22") == "2026-11-27" && until("2026-11-01") == nil && until("2026-11-27") == nil)
    }
}
