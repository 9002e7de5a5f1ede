import Advice
import Coaching
import Ledger
import Store
import Testing

/// Goals, limits and what is said of verdicts, in a conversation.
@Suite struct GoalTalkTests {
    private func coach() throws -> (Coach, HouseholdIndex) {
        let ledger = try WrittenLedger.payAndRent()
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger.index)
    }

    @Test func aGoalIsSetChangedAndForgotten() throws {
        var (coach, index) = try coach()
        // 1,000 at 500 a month: two mean months of 30.44 days are 61 days from the 1st of October.
        #expect(
            try coach.answer("I want to save 1000 for a trip by december").reply
                == "Got it. Trip: $0.00 of $1,000.00 saved. To get there by December 31, put aside $334.51 a month. You "
                + "usually keep $500.00 a month, so you'd have it by December 1, in time.")
        _ = try coach.answer("make it 2000")
        #expect(try GoalBook(index).goals().map(\.target) == [Money(200_000, .usd)])
        _ = try coach.answer("by february instead")
        #expect(try GoalBook(index).goals().map(\.by) == [CivilDate(iso: "2027-02-28")])
        #expect(try coach.answer("forget the goal").reply == "Your goal Trip is gone.")
        #expect(try GoalBook(index).goals().isEmpty)
    }

    @Test(arguments: [
        "save $-5 for a desk by 2027-01-01", "save -500 for a bike by june", "save minus 500 for a boat",
        "set a goal of -$80 for a lamp by june",
    ])
    func aGoalBelowZeroIsRefused(_ line: String) throws {
        var (coach, index) = try coach()
        #expect(try coach.answer(line).reply == "A goal has to be an amount above zero, such as 3000.")
        #expect(try GoalBook(index).goals().isEmpty)
    }

    @Test func whatAGoalLacksIsAskedFor() throws {
        var (coach, index) = try coach()
        #expect(try coach.answer("save for a bike").reply == "How much do you want to save, and by when?")
        #expect(try coach.answer("400").reply == "By when?")
        _ = try coach.answer("by march")
        #expect(try GoalBook(index).goals().map(\.name) == ["Bike"])
        #expect(try coach.answer("save 300 for a desk").reply == "By when?")
        // Another question lets it be.
        #expect(try coach.answer("how much did I earn in september").reply.contains("$2,000.00"))
        _ = try coach.answer("by march")
        #expect(try GoalBook(index).goals().map(\.name) == ["Bike"])
    }

    @Test func aNameThatNoGoalHasIsNotTakenForAnother() throws {
        var (coach, index) = try coach()
        _ = try coach.answer("save 400 for a bike by march")
        coach.startAfresh()
        #expect(try coach.answer("delete the boat goal").reply == "Which goal do you mean: “Bike”? Say it by name.")
        #expect(try GoalBook(index).goals().count == 1)
    }

    @Test func aGoalEndsThePriceThatWasAskedFor() throws {
        var (coach, index) = try coach()
        #expect(try coach.answer("should I get a tv").clarify == "How much is it?")
        _ = try coach.answer("set a goal of 3000 for vacation by june")
        #expect(try GoalBook(index).goals().map(\.target) == [Money(300_000, .usd)])
        #expect(try coach.answer("it's 80").understood.intent != .purchase)
    }

    @Test func limitsInTurn() throws {
        var (coach, index) = try coach()
        func limits() throws -> [Int64] { try RuleBook(index).rules().map(\.monthlyLimit.minorUnits) }
        _ = try coach.answer("cap groceries at 300")
        _ = try coach.answer("make it 250")
        _ = try coach.answer("raise it by 50")
        #expect(try limits() == [30_000])
        _ = try coach.answer("cut it by 10%")
        #expect(try limits() == [27_000])
        _ = try coach.answer("double it")
        #expect(try limits() == [54_000])
        _ = try coach.answer("my kid wants a $70 toy")
        #expect(try limits() == [54_000])
        _ = try coach.answer("set a fun limit of 90")
        #expect(try coach.answer("remove all limits").reply.hasPrefix("All 2 limits are gone."))
        #expect(try limits().isEmpty)
    }

    @Test(arguments: [
        ("should I buy a tv for -500", "A price has to be above zero, not -$500.00."),
        ("should I buy a tv for $0", "A price has to be above zero, not $0.00."),
        (
            "should I buy a tv for 5 billion dollars",
            "$5,000,000,000.00 is more than I can work with. Is that amount right?"
        ),
        (
            "can I afford a $99999999999999 boat",
            "That price is more than I can work with. Is that amount right?"
        ),
    ])
    func pricesThatCannotBe(_ question: String, _ reply: String) throws {
        var (coach, _) = try coach()
        let answer = try coach.answer(question)
        #expect(answer.reply == reply && answer.clarify == nil)
    }

    @Test func whatIsSaidOfAVerdict() throws {
        var (coach, _) = try coach()
        #expect(try coach.answer("should I buy a tv for $9,000").reply.contains("kip it."))
        let change = try coach.answer("what would change this?").reply
        #expect(change.contains("up to $"), "\(change)")
        #expect(try coach.answer("when can I buy it?").reply.hasPrefix("Not in the next 60 days"))
        #expect(try coach.answer("ok, I'll wait").reply == "Sounds good: the tv can wait.")
        #expect(try coach.answer("I'll skip it").reply == "Nice: you skipped the tv and kept $9,000.00.")
    }
}
