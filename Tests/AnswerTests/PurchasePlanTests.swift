import Advice
import Coaching
import Ledger
import Store
import TestSupport
import Testing

/// What a verdict offers can be taken up, what takes the place of something is judged by the difference, and words on
/// purchases teach about their kind alone.
@Suite struct PurchasePlanTests {
    private func coach() throws -> (Coach, WrittenLedger) {
        let ledger = try WrittenLedger.payAndRent()
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger)
    }

    @Test func yesMakesAGoalOfWhatIsSavedFor() throws {
        var (coach, ledger) = try coach()
        let answer = try coach.answer("should I buy a $3,000 piano?")
        #expect(answer.advice?.verdict.isSavedFor == true && answer.reply.contains("Say “yes” to make it a goal"))
        _ = try coach.answer("yes please")
        let goals = try GoalBook(ledger.index).goals()
        #expect(goals.map(\.name) == ["piano"] && goals.map(\.target) == [Money(300_000, .usd)])
        let day = try #require(answer.advice?.verdict.waitUntil)
        #expect(goals.allSatisfy { $0.by >= day })
    }

    @Test func yesToAYesMakesNone() throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("should I buy a $20 lamp?")
        _ = try coach.answer("yes")
        #expect(try GoalBook(ledger.index).goals().isEmpty)
    }

    /// Rent on file is $1,500.00 a month.
    @Test func aHomeTakesThePlaceOfTheHome() throws {
        var (coach, _) = try coach()
        let replaced = try coach.answer("rent a bigger apartment at $1,900 a month?").advice?.purchase.replaced
        #expect(replaced?.before == 150_000 && replaced?.cents == 190_000)
    }

    /// Two watches regretted say something of a jacket, which is clothing too, and nothing of a lamp.
    @Test func wordsTeachAboutTheirKind() throws {
        var (coach, _) = try coach()
        let lamp = try coach.answer("should I buy a $90 lamp?").advice
        let jacket = try coach.answer("should I buy a $90 jacket?").advice
        for price in [80, 120] {
            _ = try coach.answer("should I buy a $\(price) watch?")
            _ = try coach.answer("I regret it")
        }
        let (sameLamp, sameJacket) = (
            try coach.answer("should I buy a $90 lamp?").advice, try coach.answer("should I buy a $90 jacket?").advice
        )
        #expect(lamp?.score.probability == sameLamp?.score.probability && sameLamp?.words.avoided == 0)
        #expect(sameJacket?.words.avoided == 2)
        #expect(try #require(sameJacket).score.probability > #require(jacket).score.probability)
    }

    /// A goal that the line names is what is bought, so that it is not said to be pushed back by itself.
    @Test func aGoalIsWhatIsSavedFor() throws {
        var (coach, ledger) = try coach()
        try GoalBook(ledger.index).set(
            SavingGoal(
                name: "Lisbon trip", target: Money(200_000, .usd), by: ledger.asOf.adding(days: 20), since: ledger.asOf)
        )
        let advice = try coach.answer("flights to lisbon for $450").advice
        #expect(advice?.purchase.goal == "Lisbon trip")
        #expect(advice?.verdict.grounds.contains { $0.role == .missesGoal } == false)
    }
}
