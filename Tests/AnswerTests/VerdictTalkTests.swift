import Advice
import Coaching
import Ledger
import Retrieval
import Store
import Testing
import Understanding

/// What is said after a verdict, after a question back, and what asks nothing.
@Suite struct VerdictTalkTests {
    private func coach() throws -> (Coach, WrittenLedger) {
        let ledger = try WrittenLedger.payAndRent()
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger)
    }

    @Test(arguments: [
        "is groceries my biggest category?", "how much did groceries cost", "what about groceries?", "is rent too high",
    ])
    func aQuestionWritesNoLimit(_ line: String) throws {
        var (coach, ledger) = try coach()
        #expect(try coach.answer("set an overall budget of $3000").reply.contains("Which category"))
        _ = try coach.answer(line)
        #expect(try ledger.index.monthlyLimits().isEmpty)
    }

    @Test func aPlainAnswerWritesIt() throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("set a budget of $3000")
        _ = try coach.answer("for groceries")
        #expect(try ledger.index.monthlyLimits().map(\.limit.minorUnits) == [300_000])
    }

    /// $500.00 are kept a month: 3,200 / 500 = 6.4; at $800.00 a month it is 4.
    @Test(arguments: [
        ("how long do I need to save for a $3200 kitchen?", "7 months,", Int64(50_000)),
        ("how many months would it take to save $500", "1 month,", 50_000),
        ("how long will it take to save $3200 if I save $800 a month", "4 months,", 80_000),
    ])
    func howLongItTakes(_ line: String, _ words: String, _ rate: Int64) throws {
        var (coach, _) = try coach()
        let answer = try coach.answer(line)
        #expect(answer.reply.contains(words), "\(answer.reply)")
        let kept = answer.evidence?.figures.first { $0.name == "kept_per_month" }
        #expect(kept?.value == .money(Money(rate, .usd)))
    }

    @Test func aBillIsNoPurchase() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a tv")
        let bill = try coach.answer("my rent is $2355")
        #expect(bill.advice == nil)
        #expect(bill.reply.contains("don't need to tell me"))
        let price = try coach.answer("$200")
        #expect(price.advice?.purchase.amount == Money(20_000, .usd))
        #expect(price.advice?.purchase.item == "tv")
    }

    @Test(arguments: ["ok I bought it for $35", "bought", "I bought it"])
    func itIsNotedAsBought(_ line: String) throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("should I buy a $90 lamp?")
        let answer = try coach.answer(line)
        #expect(answer.advice == nil && answer.reply.hasPrefix("Got it: you bought the lamp"), "\(answer.reply)")
        #expect(try DecisionBook(ledger.index).record(asOf: ledger.asOf).decisions.map(\.word) == [.bought])
    }

    @Test func aLimitBesideAPurchaseIsSet() throws {
        var (coach, ledger) = try coach()
        let answer = try coach.answer("set games limit to $50 and should I buy a $30 game?")
        #expect(try ledger.index.monthlyLimits().map { "\($0.category) \($0.limit.minorUnits)" } == ["games 5000"])
        #expect(answer.understood.notes.contains { $0.contains("should I buy a $30 game") })
        let other = try coach.answer("should I buy a $30 game and set books limit to $40")
        #expect(other.advice?.purchase.amount == Money(3_000, .usd))
        #expect(other.understood.notes.contains { $0.contains("set books limit to $40") })
    }

    /// A lamp for $90.00: twice is $180.00, half is $45.00.
    @Test(arguments: [
        ("what if it was twice that?", Int64(18_000)), ("what if half?", 4_500), ("what if I bought two?", 18_000),
        ("what about three of them", 27_000), ("and double?", 18_000),
    ])
    func soManyTimesThePrice(_ line: String, _ cents: Int64) throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a $90 lamp?")
        let answer = try coach.answer(line)
        #expect(answer.advice?.purchase.amount == Money(cents, .usd), "\(answer.reply)")
        #expect(answer.advice?.purchase.item == "lamp")
    }

    /// 6 payments of $40.00, doubled 6 of $80.00.
    @Test func thePaymentsAreScaledToo() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a tv for $40 a month for 6 months?")
        let purchase = try coach.answer("what if it was twice that?").advice?.purchase
        #expect(purchase?.amount == Money(48_000, .usd))
        #expect(purchase?.instalments?.cents == 8_000 && purchase?.instalments?.count == 6)
    }

    @Test(arguments: [
        ("is it too expensive?", "Yes"), ("show me the numbers", "I went through each day"),
        ("how did you work that out?", "I went through each day"),
        ("what's the most I could pay?", "You could spend up to $"),
        ("how much can I spend on it at most?", "You could spend up to $"),
        ("what would I need to change?", "Nothing needs to change"),
        ("what has to change?", "Nothing needs to change"), ("what does avoidable mean?", "“Avoidable” means"),
        ("it wasn't worth it", "Got it: you regret the lamp"), ("I returned it", "Once the refund is in your data"),
        ("as a subscription?", "How much is it each time?"), ("is that a yes", "Yes"),
        ("when would it be ok?", "Right now"), ("ok, what price is ok", "You could spend up to $"),
        ("what do you mean by avoidable", "“Avoidable” means"), ("what would make it a yes", "Nothing needs to change"),
    ])
    func whatIsAskedOfAVerdict(_ line: String, _ start: String) throws {
        var (coach, _) = try coach()
        #expect(try coach.answer("should I buy a $20 lamp?").reply.hasPrefix("Yes"))
        let answer = try coach.answer(line)
        #expect(answer.reply.hasPrefix(start), "\(answer.reply)")
    }

    @Test func thePriceCanStillBeSaid() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a watch")
        #expect(try coach.answer("what do you mean?").reply.hasPrefix("I need the price"))
        let answer = try coach.answer("I don't know yet, maybe 200")
        #expect(answer.advice?.purchase.amount == Money(20_000, .usd), "\(answer.reply)")
    }

    /// No pay, a bill of $500.00 on the 22nd and $3,000.00 there: both look as far, and past it.
    @Test func withoutPayBothLookAsFar() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-19")
        try ledger.bring("Checking", .checking, (1...5).map { "2026-0\($0)-22,LANDLORD RENT,-500.00" })
        try ledger.tell("Checking", 300_000, on: "2026-06-19")
        let report = try Retriever(ledger.index).forecast(ForecastRequest(), asOf: ledger.asOf, currency: .usd)
        let cash = try PurchaseDesk(ledger.index, asOf: ledger.asOf).assess(
            Purchase(amount: Money(1_000, .usd), day: ledger.asOf)
        ).cash
        // Two rents fall due up to the 24th of July: 3,000 − 1,000 − 100 in reserve.
        #expect(report.forecast?.safeToSpend(through: report.until).minorUnits == 190_000)
        #expect(cash?.safeToSpend == 190_000)
    }

    /// What no category is known of is not called dear: 20 books of $10.00 and a row of $1,300.00.
    @Test func unclearRowsAreNoWishes() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        let books = (1...20).map { "2026-06-\($0 < 10 ? "0" : "")\($0),BARNES & NOBLE #\($0),-10.00" }
        try ledger.bring("Checking", .checking, books + ["2026-06-25,XQZ 4471 PMT,-1300.00"])
        let habits = try PurchaseHabits(
            of: Purchase(amount: Money(100_000, .usd), day: ledger.asOf), asOf: ledger.asOf, in: ledger.index)
        #expect(habits.dearest == 1_000)
    }
}

/// Goals, limits and decisions spoken of again.
@Suite struct SpokenAgainTests {
    private func coach() throws -> (Coach, WrittenLedger) {
        let ledger = try WrittenLedger.payAndRent()
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger)
    }

    @Test func aGoalByPartOfItsName() throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("save 2000 for trip Japan by June 2027")
        let name = try #require(try GoalBook(ledger.index).goals().first?.name)
        _ = try coach.answer("how much is in checking")
        _ = try coach.answer("push the Japan goal to August 2027")
        #expect(try GoalBook(ledger.index).goals().map(\.by.iso) == ["2027-08-31"])
        _ = try coach.answer("make my Japan goal $3000")
        let goals = try GoalBook(ledger.index).goals()
        #expect(goals.map(\.name) == [name] && goals.map(\.target.minorUnits) == [300_000])
        _ = try coach.answer("save 500 for an Italy trip by May 2027")
        #expect(try GoalBook(ledger.index).goals().count == 2)
    }

    @Test func theGoalAndThePurchase() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a $90 lamp?")
        #expect(try coach.answer("will it delay my vacation goal?").reply.contains("don't have a savings goal"))
        _ = try coach.answer("save 2000 for vacation by June 2027")
        _ = try coach.answer("should I buy a $300 lamp?")
        // $300.00 at $500.00 a month are 18.3 days, rounded up as the goal's own day is.
        let reply = try coach.answer("will it delay my vacation goal?").reply
        #expect(reply.contains("Vacation by 1") && reply.contains("days"), "\(reply)")
    }

    @Test func anotherThingAtItsPrice() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a $90 lamp?")
        let answer = try coach.answer("what about a $70 chair instead?")
        #expect(answer.advice?.purchase.amount == Money(7_000, .usd))
        #expect(answer.advice?.purchase.item == "chair")
        // 70 · 1.08
        #expect(try coach.answer("with tax 8%").advice?.purchase.amount == Money(7_560, .usd))
        #expect(try coach.answer("in euros").reply.contains("don't convert"))
    }

    @Test func aLimitIsRaisedAgain() throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("set groceries to 300")
        _ = try coach.answer("raise the limit to 400")
        #expect(try ledger.index.monthlyLimits().map(\.limit.minorUnits) == [40_000])
    }

    @Test func whatWasAskedIsNamed() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("should I buy a $90 lamp?")
        let reply = try coach.answer("list my decisions").reply
        #expect(reply.hasPrefix("You asked me about 1 purchase: the lamp for $90.00 (buy)."), "\(reply)")
    }

    /// $3,000.00 in checking and $100,000.00 in savings: what a $4,000.00 car lacks is taken from the latter.
    @Test func savingsAreNamed() throws {
        let ledger = try WrittenLedger.payAndRent()
        try ledger.tell("Savings", 10_000_000, on: "2026-10-01", .savings)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let reply = try coach.answer("should I buy a $4000 car?").reply
        #expect(reply.contains("Take $2,600.00 of it out of savings, which leaves $97,400.00 there"), "\(reply)")
    }

    @Test func howMuchOnAThing() throws {
        var (coach, _) = try coach()
        for thing in ["laptop", "new couch"] {
            let answer = try coach.answer("how much can I spend on a \(thing)?")
            #expect(answer.understood.intent == .forecast || answer.advice != nil, "\(thing): \(answer.reply)")
        }
    }
}
