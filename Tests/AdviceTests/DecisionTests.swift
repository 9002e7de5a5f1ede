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

    /// (0.9 − 1)² = 0.01, (0.2 − 0)² = 0.04, (0.7 − 0)² = 0.49: a mean of 0.18. What was not bought says nothing, whatever
    /// it was told.
    @Test func brierScore() throws {
        let record = DecisionRecord(
            [
                decision("bike", 100, .skip, on: "2026-03-01", avoidance: 0.9, word: .regret),
                decision("hat", 100, .buy, on: "2026-03-01", avoidance: 0.2, word: .worthIt),
                decision("lamp", 100, .skip, on: "2026-02-01", avoidance: 0.6),
                decision("kite", 100, .buy, on: "2026-02-01", avoidance: 0.1),
                decision("sofa", 100, .skip, on: "2026-03-28", avoidance: 0.9),
                madeOf(decision("drum", 100, .wait, on: "2026-03-01", avoidance: 0.7)),
            ], dataEnd: date("2026-03-31"))
        #expect(record.judged == 3)
        #expect(abs(try #require(record.brierScore) - 0.18) < 1e-9)
    }

    private func madeOf(_ decision: Decision) -> Decision {
        var made = decision
        made.bought = (1, decision.day)
        return made
    }

    @Test(arguments: [("2026-03-21", false), ("2026-03-20", true)])
    func whatIsNotBoughtInTenDaysIsLeft(_ day: String, _ expected: Bool) {
        let lamp = decision("lamp", 100, .wait, on: day)
        #expect(lamp.wasLeft(dataEnd: date("2026-03-31")) == expected && lamp.wasAvoidable == nil)
        #expect(!madeOf(lamp).wasLeft(dataEnd: date("2026-03-31")) && madeOf(lamp).wasAvoidable == false)
    }

    @Test(arguments: [(DecisionWord.worthIt, false), (.regret, true), (.skipped, true), (.bought, false)])
    func theUsersWordGoesBeforeWhatWasBought(_ word: DecisionWord, _ expected: Bool) {
        #expect(madeOf(decision("lamp", 100, .buy, on: "2026-03-01", word: word)).wasAvoidable == expected)
        #expect(decision("lamp", 100, .skip, on: "2026-03-01", word: word).wasAvoidable == expected)
    }

    /// A yes that was slept on and let go was none to avoid, and none that was borne out.
    @Test func aYesThatWasSleptOnSaysNothing() {
        var lamp = decision("lamp", 100, .buy, on: "2026-03-01", word: .skipped)
        lamp.askAgainOn = date("2026-03-02")
        #expect(lamp.wasAvoidable == nil && lamp.isSaved(dataEnd: date("2026-03-31")))
        var sofa = decision("sofa", 100, .skip, on: "2026-03-01", word: .skipped)
        sofa.askAgainOn = date("2026-03-02")
        #expect(sofa.wasAvoidable == true)
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
        #expect(bought.wasAvoidable == false, "what was bought was not avoided, however late")
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

    private func bought(_ name: String, _ cents: Int64, _ day: String) -> Spent { Spent(day, -cents, name, "games") }

    /// Asked twice and bought once: the second asking has the outcome, the first none, and nothing was avoided.
    @Test func aWishThatWasBoughtIsNotAvoided() throws {
        let index = try HouseholdIndex.holding([bought("Steam", 6000, "2026-03-20"), bought("Cafe", 100, "2026-05-30")])
        let book = DecisionBook(index)
        for asked in ["2026-03-01", "2026-03-18"] {
            _ = try book.keep(decision("", 60, .wait, on: asked, avoidance: 0.5, merchant: "Steam"))
        }
        let record = try book.record(asOf: date("2026-05-31"))
        #expect(record.decisions.map { $0.bought?.day.iso } == ["2026-03-20", nil])
        #expect(record.decisions.map { $0.wasAvoidable } == [false, nil])
        #expect(record.judged == 1 && record.brierScore == 0.25 && record.saved.isEmpty && record.waiting.isEmpty)
    }

    /// Told to wait until 1 May and bought on 5 May: it was bought, and nothing was saved.
    @Test func whatIsBoughtAfterTheWaitIsBought() throws {
        let index = try HouseholdIndex.holding([bought("Steam", 6050, "2026-05-05"), bought("Cafe", 1, "2026-06-30")])
        var asked = decision("", 60, .wait, on: "2026-03-01", merchant: "Steam")
        asked.waitUntil = date("2026-05-01")
        _ = try DecisionBook(index).keep(asked)
        let early = try DecisionBook(index).record(asOf: date("2026-05-04"))
        #expect(early.decisions[0].wasAvoidable == nil, "it is not over")
        let record = try DecisionBook(index).record(asOf: date("2026-06-30"))
        #expect(record.decisions[0].boughtFor == 6050 && record.judged == 1 && record.saved.isEmpty)
        #expect(record.decisions[0].wasAvoidable == false)
    }

    /// Ten days after it was asked about it is the outcome, on the eleventh it is not; up to the thirtieth it was not
    /// saved either.
    @Test(arguments: [
        ("2026-03-11", true, false), ("2026-03-12", false, false), ("2026-03-31", false, false),
        ("2026-04-01", false, true),
    ])
    func anOutcomeComesWithinTenDays(_ day: String, _ isBought: Bool, _ isSaved: Bool) throws {
        let index = try HouseholdIndex.holding([bought("Steam", 6000, day), bought("Cafe", 100, "2026-05-30")])
        _ = try DecisionBook(index).keep(decision("", 60, .skip, on: "2026-03-01", merchant: "Steam"))
        let record = try DecisionBook(index).record(asOf: date("2026-05-31"))
        #expect((record.decisions[0].bought != nil) == isBought)
        #expect(record.decisions[0].wasAvoidable == (isBought ? false : nil))
        #expect(record.decisions[0].wasLeft(dataEnd: record.dataEnd) == !isBought)
        #expect(record.decisions[0].isSaved(dataEnd: record.dataEnd) == isSaved)
    }

    /// Two purchases of one price and two askings: each has its own.
    @Test func eachTransactionIsOneOutcome() throws {
        let index = try HouseholdIndex.holding([
            bought("Steam", 6000, "2026-03-02"), bought("Steam", 6000, "2026-03-06"),
        ])
        for asked in ["2026-03-01", "2026-03-05"] {
            _ = try DecisionBook(index).keep(decision("", 60, .buy, on: asked, merchant: "Steam"))
        }
        let decisions = try DecisionBook(index).record(asOf: date("2026-03-20")).decisions
        #expect(decisions.map { $0.bought?.day.iso } == ["2026-03-06", "2026-03-02"])
    }

    /// A small purchase at the merchant, or one in another currency, is not what was put off.
    @Test func aWishIsNotLostByAnotherOne() throws {
        let book = DecisionBook(try HouseholdIndex(path: ":memory:"))
        _ = try book.keep(decision("", 60, .wait, on: "2026-03-01", merchant: "Steam"))
        _ = try book.keep(decision("", 5, .buy, on: "2026-03-02", merchant: "Steam"))
        var euros = decision("", 60, .buy, on: "2026-03-01", merchant: "Steam")
        euros.purchase.amount = Money(6000, .eur)
        _ = try book.keep(euros)
        #expect(try book.record(asOf: date("2026-03-03")).waiting.map(\.purchase.amount) == [Money(6000, .usd)])
        _ = try book.keep(decision("", 60, .buy, on: "2026-03-03", merchant: "Steam"))
        #expect(try book.record(asOf: date("2026-03-03")).waiting.isEmpty)
    }

    /// One transaction answers one decision: of two things at $40 the one asked about last.
    @Test func aTransactionAnswersOneDecision() throws {
        let index = try HouseholdIndex.holding([bought("Steam", 4000, "2026-03-05")])
        _ = try DecisionBook(index).keep(decision("hat", 40, .buy, on: "2026-03-01", merchant: "Steam"))
        _ = try DecisionBook(index).keep(decision("shoes", 40, .buy, on: "2026-03-02", merchant: "Steam"))
        let decisions = try DecisionBook(index).record(asOf: date("2026-03-06")).decisions
        #expect(decisions.map { $0.bought != nil } == [true, false])
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
        #expect(try index.undoLastCorrection()?.summary == "the goal is back the way it was")
        #expect(try book.goals() == kept)
        _ = try index.undoLastCorrection()
        #expect(try book.goals().map(\.target.minorUnits) == [150_000])
        _ = try index.undoLastCorrection()
        #expect(try book.goals().isEmpty)
        #expect(try index.undoLastCorrection() == nil)
    }
}
