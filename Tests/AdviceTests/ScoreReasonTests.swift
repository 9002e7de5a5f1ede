import Ledger
import Testing

@testable import Advice

@Suite struct ScoreReasonTests {
    private func reason(
        _ cents: Int64, _ guardianClass: String?, on date: String = "2026-10-16",
        habits: PurchaseHabits = PurchaseHabits(),
        spent: Int64 = 0, limit: Int64? = nil, nextPay: String? = nil
    ) -> String {
        let rules = RuleAssessment(
            existingRule: nil, spentMonthToDate: spent, spent7Days: 0, count7Days: 0, limit: limit, remaining: nil,
            blockReason: .none, suggestedRule: nil, rationale: "")
        return AvoidanceModel.shipped.score(
            Purchase(amount: dollars(cents), merchant: "Cafe", day: day(date)), rules: rules, profile: .average,
            habits: habits, guardianClass: guardianClass, nextPay: nextPay.map(day),
            isEssential: guardianClass == "groceries"
        ).reason
    }

    private let visits = ["2026-10-12", "2026-10-14", "2026-10-15"].map(day)

    @Test func theTwoThatWeighMostAreNamed() {
        #expect(
            reason(1500, "fast_food", habits: PurchaseHabits(usualAtMerchant: 500, visits: visits))
                == "Against it: your fourth visit in a week and an amount 3 times your usual $5.00 there.")
        #expect(
            reason(3000, "groceries", habits: PurchaseHabits(usualAtMerchant: 8000), nextPay: "2026-10-31")
                == "In its favor: a kind of purchase people need and an amount below your usual $80.00 there.")
    }

    @Test func aLimitThatIsBrokenComesFirst() {
        #expect(
            reason(15_000, "fun", spent: 12_000, limit: 20_000).hasPrefix(
                "Against it: a limit that would be 135% used and "))
        #expect(reason(100, "fun", spent: 90_000, limit: 20_000).contains("a limit that would be 451% used"))
    }

    @Test func nothingKnownIsSaid() {
        #expect(reason(100, nil) == "Nothing stands out about it.")
        #expect(reason(100, "fun") == "Against it: a kind of purchase you can often do without.")
        #expect(reason(100, "subscription") == "In its favor: a kind of purchase people rarely regret.")
    }

    /// Without history the price is compared with what such a purchase usually costs.
    @Test func aPriceWithoutHistory() {
        func common(_ cents: Int64) -> String { reason(cents, "fun", habits: PurchaseHabits(commonTicket: 5000)) }
        #expect(common(40_000).contains("a price 8 times what this kind of purchase usually costs ($50.00)"))
        #expect(common(3000).contains("a price below what this kind of purchase usually costs ($50.00)"))
        let own = reason(40_000, "fun", habits: PurchaseHabits(usualInCategory: 10_000, commonTicket: 5000))
        #expect(own.contains("an amount 4 times your usual $100.00 for this category"))
    }

    /// What is out of the person's own habit stands alone; the day and the kind are none of it.
    @Test func whatIsOutOfHabit() {
        let model = AvoidanceModel.shipped
        func habit(_ cents: Int64) -> String? {
            let rules = RuleAssessment(
                existingRule: nil, spentMonthToDate: 0, spent7Days: 0, count7Days: 0, limit: nil, remaining: nil,
                blockReason: .none, suggestedRule: nil, rationale: "")
            return model.score(
                Purchase(amount: dollars(cents), day: day("2026-10-17")), rules: rules, profile: .average,
                habits: PurchaseHabits(usualInCategory: 10_000), guardianClass: "fun", nextPay: nil
            ).habit
        }
        #expect(habit(5000) == nil)
        #expect(habit(50_000) == "an amount 5 times your usual $100.00 for this category")
    }

    @Test(arguments: [
        (1.5, "1.5 times"), (1.74, "1.7 times"), (1.97, "twice"), (2.0, "twice"), (2.04, "twice"), (3.1, "3.1 times"),
        (9.97, "10 times"), (10.0, "10 times"), (10.01, "more than 10 times"),
        (50.0, "50 times"), (57.0, "more than 50 times"),
        (12_345.0, "more than 12,340 times"), (1e12, "more than a billion times"),
    ])
    func multiples(value: Double, words: String) { #expect(ScoreReason.times(value) == words) }

    @Test(arguments: [
        (1, "first"), (10, "tenth"), (11, "11th"), (12, "12th"), (21, "21st"), (22, "22nd"), (113, "113th"),
    ])
    func ordinals(number: Int, words: String) { #expect(ScoreReason.ordinal(number) == words) }
}
