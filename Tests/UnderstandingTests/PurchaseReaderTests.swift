import Ledger
import Testing

@testable import Understanding

/// What questions say of price, plan, day and account; today is Saturday, 31 October 2026.
@Suite struct PurchaseReaderTests {
    /// `cents`, and where they are said: `4x5000/14d`, `twice` for added prices, the day, the account, `online`.
    private static let rows: [(question: String, slots: String)] = [
        ("should I buy a couch for 1.2k", "120000"),
        ("should I buy a couch for 1,200 dollars", "120000"),
        ("can I afford a 300 dollar jacket", "30000"),
        ("should I buy a phone for 4 payments of $50", "20000 4x5000/14d"),
        ("should I get a tv for 12 monthly payments of $49.99", "59988 12x4999/1m"),
        ("should I buy a sofa for 6 interest-free payments of $80", "48000 6x8000/1m"),
        ("should I get a phone for $80 a month for 2 years", "192000 24x8000/1m"),
        ("can I afford a car for $310/month over 60 months", "1860000 60x31000/1m"),
        ("should I get a gym membership for $40 per month", "48000 subscription 4000/1m"),
        ("should I subscribe to hulu for $15/mo", "18000 subscription 1500/1m"),
        ("should I get a magazine subscription for $99 a year", "9900 subscription 9900/12m"),
        ("can I afford a cleaner for $60 every two weeks", "162000 subscription 6000/14d"),
        ("should I buy shoes for $90 and a hat for $30", "12000 added 2"),
        ("can I afford a desk for $200, a chair for $150 and a lamp for $40", "39000 added 3"),
        ("should I get two tickets at $60 each", "12000"),
        ("I have $500, should I buy a $300 bike", "30000"),
        ("should I buy the $200 headphones, they were $350", "20000"),
        ("should I buy a jacket for between $80 and $100", "10000"),
        ("should I buy a tent for $150 tomorrow", "15000 2026-11-01"),
        ("can I afford a $90 dinner next Friday", "9000 2026-11-06"),
        ("should I buy a tv for $700 on Black Friday", "70000 2026-11-27"),
        ("can I afford a $60 haircut on Monday", "6000 2026-11-02"),
        ("can I afford a $60 haircut today", "6000"),
        ("can I afford a $900 flight next month", "90000 2026-11-01"),
        ("can I afford a $900 couch from my savings account", "90000 from High-Yield Savings"),
        ("should I buy a $900 couch with the chase sapphire card", "90000 from Chase Sapphire"),
        ("should I buy a keyboard online for $80", "8000 online"),
        ("should I buy a keyboard", ""),
    ]

    @Test(arguments: rows) func slots(_ row: (question: String, slots: String)) {
        #expect(Self.words(Household().understood(row.question).purchase) == row.slots)
    }

    private static func words(_ slots: PurchaseSlots) -> String {
        var parts: [String] = []
        if let amount = slots.amount { parts.append("\(amount.minorUnits)") }
        if let plan = slots.instalments {
            let step: String =
                switch plan.every {
                case .days(let days): "\(days)d"
                case .months(let months): "\(months)m"
                }
            parts.append(plan.count.map { "\($0)x" } ?? "subscription ")
            parts[parts.count - 1] += "\(plan.cents)/\(step)"
        }
        if slots.prices > 1 { parts.append("added \(slots.prices)") }
        if let day = slots.day { parts.append(day.iso) }
        if let account = slots.account { parts.append("from \(account)") }
        if slots.isOnline { parts.append("online") }
        return parts.joined(separator: " ")
    }

    @Test(arguments: [
        ("a laptop", "electronics"), ("new running shoes", "clothing"), ("concert tickets", "events"),
        ("leather phone case", "electronics"), ("Winter Coat", "clothing"), ("puppies", "pets"),
        ("a pair of sneakers", "clothing"), ("bottle of wine", "alcohol"), ("dog bed", "pets"),
        ("coffee table", "furniture"), ("coffee", "coffee"), ("gym membership", "fitness"),
        ("nintendo switch", "games"), ("watches", "clothing"), ("T-shirt", "clothing"),
    ])
    func items(_ item: String, _ category: String) { #expect(PurchaseItems.category(of: item) == category) }

    @Test func whatNobodyKnowsHasNoCategory() { #expect(PurchaseItems.category(of: "a flurb") == nil) }

    @Test(arguments: ["about 400", "400 bucks", "it's 400", "$400", "around $400 I think"])
    func aPriceAsked(_ answer: String) {
        let understood = Household().understood("can I afford a couch", answer)
        #expect(understood.intent == .purchase)
        #expect(understood.purchase.amount == Money(40_000, .usd))
        #expect(understood.purchase.item == "couch")
    }

    @Test func thePriceAskedForMayBeAPlan() {
        let understood = Household().understood("should I get a new phone", "$40 a month for 2 years")
        #expect(understood.purchase.amount == Money(96_000, .usd))
        #expect(understood.purchase.instalments?.count == 24)
    }

    @Test(arguments: ["can I afford an iphone", "should I order a kayak", "should we get a puppy"])
    func everydayThingsArePurchases(_ question: String) {
        #expect(Household().understood(question).intent == .purchase)
    }

    @Test(arguments: ["should I buy Tesla stock", "should I buy 100 shares of Apple", "can I afford to invest in gold"])
    func investmentsAreNot(_ question: String) { #expect(Household().understood(question).intent == .outOfScope) }

    @Test func aDroppedQuestionIsNotAnswered() {
        var state = ConversationState()
        let context = Household().context()
        _ = Understander().understand("can I afford a couch", context: context, state: &state)
        #expect(state.asksForPrice)
        state.dropQuestion()
        #expect(!state.asksForPrice)
    }
}
