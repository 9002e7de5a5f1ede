import Advice
import Ledger
import Store
import Testing

@Suite struct DecisionTests {
    private func decision(
        _ item: String, _ dollars: Int64, _ verdict: PurchaseVerdict, on day: String, avoidance: Double = 0.5,
        merchant: String? = nil, word: DecisionWord? = nil
    ) -> Decision {
        Decision(
            id: 0, day: date(day),
            purchase: Purchase(
                amount: Money(dollars * 100, .usd), merchant: merchant, item: item, category: "games", day: date(day)),
            verdict: verdict, waitUntil: nil, avoidance: avoidance, features: "", word: word)
    }

    /// (0.9 − 1)² = 0.01, (0.2 − 0)² = 0.04, (0.6 − 1)² = 0.16: a mean of 0.07. The fourth is open.
    @Test func brierScore() throws {
        let record = DecisionRecord(
            [
                decision("bike", 100, .skip, on: "2026-03-01", avoidance: 0.9, word: .regret),
                decision("hat", 100, .buy, on: "2026-03-01", avoidance: 0.2, word: .worthIt),
                decision("lamp", 100, .skip, on: "2026-02-01", avoidance: 0.6),
                decision("sofa", 100, .skip, on: "2026-03-28", avoidance: 0.9),
            ], dataEnd: date("2026-03-31"))
        #expect(record.judged == 3)
        #expect(abs(try #require(record.brierScore) - 0.07) < 1e-9)
    }

    @Test(arguments: [("2026-03-21", nil), ("2026-03-20", true)] as [(String, Bool?)])
    func whatIsNotBoughtInTenDaysWasAvoided(_ day: String, _ expected: Bool?) {
        #expect(decision("lamp", 100, .wait, on: day).wasAvoidable(dataEnd: date("2026-03-31")) == expected)
    }

    /// 30 days after 1 March is 31 March.
    @Test func savedIsWhatWasToldToWaitAndNotBought() {
        let end = date("2026-03-31")
        #expect(decision("lamp", 100, .wait, on: "2026-03-01").isSaved(dataEnd: end))
        #expect(!decision("lamp", 100, .wait, on: "2026-03-02").isSaved(dataEnd: end))
        #expect(decision("lamp", 100, .skip, on: "2026-03-30", word: .skipped).isSaved(dataEnd: end))
        #expect(!decision("lamp", 100, .skip, on: "2026-03-01", word: .bought).isSaved(dataEnd: end))
        #expect(!decision("lamp", 100, .buy, on: "2026-03-01").isSaved(dataEnd: end))
        var bought = decision("lamp", 100, .wait, on: "2026-03-01")
        bought.bought = (1, date("2026-03-20"))
        #expect(!bought.isSaved(dataEnd: end))
        #expect(bought.wasAvoidable(dataEnd: end) == true, "after more than ten days it was no answer to the verdict")
    }

    @Test func aWishCountsOnceWithItsLastPrice() {
        let record = DecisionRecord(
            [
                decision("Lamp", 80, .wait, on: "2026-02-10"), decision("lamp", 100, .wait, on: "2026-02-01"),
                decision("sofa", 900, .skip, on: "2026-02-01"),
            ], dataEnd: date("2026-03-31"))
        #expect(record.saved == [Money(98_000, .usd)])
        #expect(record.waiting.map(\.purchase.amount.minorUnits) == [8000])
    }

    // MARK: In an index

    @Test func keptToldAndForgotten() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let book = DecisionBook(index)
        var asked = decision("e-bike", 2400, .wait, on: "2026-03-01", avoidance: 0.4375)
        asked.waitUntil = date("2026-03-20")
        asked.purchase.instalments = Instalments(cents: 10_000, count: 24, every: .months(1))
        let id = try book.keep(asked)
        #expect(try book.keep(asked) == id, "the same wish on the same day is one")
        #expect(try book.tell(.regret, of: id, on: date("2026-04-01")))
        #expect(try !book.tell(.regret, of: id + 1, on: date("2026-04-01")))
        let kept = try #require(try book.record(asOf: date("2026-04-01")).decisions.first)
        #expect(kept.purchase == asked.purchase)
        #expect(kept.verdict == .wait && kept.waitUntil == asked.waitUntil && kept.avoidance == 0.4375)
        #expect(kept.word == .regret && kept.wordDay == date("2026-04-01"))
        #expect(try book.record(asOf: date("2026-02-28")).decisions.isEmpty, "it was not asked yet")
        #expect(try book.forget(id) == 1)
        #expect(try book.forget() == 0)
    }

    @Test func goalsAreKept() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let book = GoalBook(index)
        var goal = SavingGoal(
            name: "Trip", target: Money(150_000, .usd), by: date("2026-09-01"), since: date("2026-03-01"))
        try book.set(goal)
        goal.target = Money(200_000, .usd)
        goal.since = date("2026-04-01")
        try book.set(goal)
        let kept = try book.goals()
        #expect(kept.map(\.target.minorUnits) == [200_000])
        #expect(kept.map(\.since) == [date("2026-03-01")], "a changed goal keeps the day it was set on")
        #expect(try book.remove("trip"))
        #expect(try !book.remove("trip"))
    }
}
