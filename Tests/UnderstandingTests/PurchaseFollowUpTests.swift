import Ledger
import Testing

@testable import Understanding

/// Lines after a purchase was asked about; today is Saturday, 31 October 2026.
@Suite struct PurchaseFollowUpTests {
    @Test(arguments: [
        ("80", 8000), ("it's 80", 8000), ("about 80 bucks", 8000), ("like 80 I think", 8000), ("it costs $80", 8000),
        ("eighty", 8000), ("two fifty", 25_000), ("five hundred dollars", 50_000), ("1999", 199_900), ("2000", 200_000),
        ("between 70 and 80", 8000), ("80 at Best Buy", 8000), ("make it 80", 8000), ("4 x 20", 8000),
        ("80 from my savings account", 8000), ("-80", -8000), ("free", 0), ("a million dollars", 100_000_000),
        ("80 with 10% off", 7200),
    ])
    func thePriceAskedFor(_ answer: String, _ cents: Int64) {
        let understood = Household().understood("should I get a tv", answer)
        #expect(understood.intent == .purchase && understood.clarification == nil)
        #expect(understood.purchase.amount == Money(cents, .usd))
        #expect(understood.purchase.item == "tv")
    }

    /// What comes on top of a price that is known, and what takes its place.
    @Test(arguments: [
        ("plus 40 for shipping", 34_000), ("and with the warranty for 60", 36_000),
        ("and if I add a $25 cable", 32_500),
        ("how bout a 150 one instead", 15_000), ("with tax it's 320", 32_000), ("with 20 off", 28_000),
        ("used for 80", 8000),
    ])
    func whatIsPutOnTop(_ line: String, _ cents: Int64) {
        let understood = Household().understood("can I afford a $300 tv", line)
        #expect(understood.intent == .purchase)
        #expect(understood.purchase.amount == Money(cents, .usd))
        #expect(understood.purchase.item == "tv")
    }

    @Test func thePriceInAnotherCurrency() {
        let understood = Household().understood("should I get a tv", "80 euros")
        #expect(understood.purchase.amount == Money(8000, .eur))
    }

    @Test(arguments: [
        ("set a fun limit of $100", Intent.budget), ("what did I spend over $50 yesterday", .transactions),
        ("show transactions over 100", .transactions), ("can I afford a $300 jacket", .purchase),
        ("how much did I spend on groceries last month", .spending), ("what's my balance", .balance),
        ("cap groceries at 500", .budget),
    ])
    func anyOtherLineStartsAfresh(_ line: String, _ intent: Intent) {
        var state = ConversationState()
        let context = Household().context()
        _ = Understander().understand("should I get a tv", context: context, state: &state)
        let understood = Understander().understand(line, context: context, state: &state)
        #expect(understood.intent == intent)
        #expect(understood.purchase.item != "tv")
        // The purchase is over: a price that comes later belongs to nothing.
        let later = Understander().understand("it's 80", context: context, state: &state)
        #expect(later.purchase.item != "tv")
    }

    @Test func whereAndWhenDoNotAnswerHowMuch() {
        let asked = Household().understood("should I get a tv", "from Best Buy")
        #expect(asked.clarification?.text == "How much is it?")
        let answered = Household().understood("should I get a tv", "from Best Buy", "450")
        #expect(answered.purchase.merchant == "Best Buy" && answered.purchase.amount == Money(45_000, .usd))
    }

    /// Line, and what it makes of a tv for $900: cents, plan, day, account, merchant.
    @Test(arguments: [
        ("how about 80?", "8000"), ("what if it's on sale for 600", "60000"), ("and if it were 700", "70000"),
        ("what if I pay in 4", "90000 4x22500"), ("over 12 months", "90000 12x7500"),
        ("what about 50 a month for 20 months", "100000 20x5000"), ("what about a used one for 300", "30000"),
        ("with 20% off", "72000"), ("split with my sister", "45000"), ("two of them", "180000"),
        ("from savings?", "90000 High-Yield Savings"), ("and at Target?", "90000 @Target"),
        ("what if I wait 2 weeks", "90000 2026-11-14"), ("what if I wait until december", "90000 2026-12-01"),
        ("after christmas", "90000 2026-12-26"), ("and next month?", "90000 2026-11-01"),
        ("if I wait until payday?", "90000 2026-11-06"), ("should I wait?", "90000"),
        ("what if I save for it until march", "90000 2027-03-01"), ("what if I put 300 down", "90000"),
    ])
    func anotherTry(_ line: String, _ slots: String) {
        var state = ConversationState()
        var context = Household().context()
        context.nextPayDay = CivilDate(year: 2026, month: 11, day: 6)
        _ = Understander().understand("should I get a tv for $900", context: context, state: &state)
        let understood = Understander().understand(line, context: context, state: &state)
        #expect(understood.intent == .purchase && understood.purchase.item == "tv")
        #expect(Self.words(understood.purchase) == slots)
    }

    private static func words(_ slots: PurchaseSlots) -> String {
        var parts = ["\(slots.amount?.minorUnits ?? -1)"]
        if let plan = slots.instalments { parts.append("\(plan.count ?? 0)x\(plan.cents)") }
        if let day = slots.day { parts.append(day.iso) }
        if let account = slots.account { parts.append(account) }
        if let merchant = slots.merchant { parts.append("@" + merchant) }
        return parts.joined(separator: " ")
    }

    @Test func aCheaperOneHasAnotherPrice() {
        let understood = Household().understood("should I get a tv for $900", "what about a cheaper one")
        #expect(understood.clarification?.text == "How much is it?")
        #expect(
            Household().understood("should I get a tv for $900", "what about a cheaper one", "350").purchase.amount
                == Money(35_000, .usd))
    }

    /// It goes on with the purchase, and with another price it is asked afresh.
    @Test func theCaseAgainstItIsAskedForLater() {
        let first = "should I get a tv for $900"
        let against = Household().understood(first, "talk me out of it").purchase
        #expect(against.asked == .against && against.amount == Money(90_000, .usd))
        let cheaper = Household().understood(first, "talk me out of it", "and if it's $200 less").purchase
        #expect(cheaper.asked == .whether && cheaper.amount == Money(70_000, .usd))
    }

    @Test func aLongerPlanKeepsItsPayments() {
        let understood = Household().understood("should I get a tv for $50 a month for 12 months", "and for 18 months")
        #expect(understood.purchase.instalments?.count == 18 && understood.purchase.amount == Money(90_000, .usd))
    }

    @Test(arguments: [
        ("and groceries?", Intent.spending), ("what about a laptop for 700", .purchase),
        ("set groceries to 100", .budget),
        ("how much did I spend at Target", .spending),
    ])
    func anotherSubjectIsNoChange(_ line: String, _ intent: Intent) {
        let understood = Household().understood("should I get a tv for $900", line)
        #expect(understood.intent == intent && understood.purchase.item != "tv")
    }
}
