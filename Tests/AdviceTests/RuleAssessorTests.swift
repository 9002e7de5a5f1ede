import Ledger
import Store
import TestSupport
import Testing

@testable import Advice

@Suite struct RuleAssessorTests {
    private let asOf = day("2026-10-20")

    private func household(spent: Int64, limit: Int64?, category: String = "fun") throws -> HouseholdIndex {
        let rows =
            [
                Spent("2026-10-03", -(spent - 3000), "Steam Games", "games"),
                Spent("2026-10-14", -1000, "Steam Games", "games"), Spent("2026-10-17", -1500, "Hobby Shop", "hobbies"),
                Spent("2026-10-20", -500, "Steam Games", "games"), Spent("2026-10-20", -7777, "Market", "groceries"),
            ]
        let index = try HouseholdIndex.holding(rows)
        if let limit, let category = RuleCategory(id: category, in: .builtIn) {
            try RuleBook(index).set(category, limit: dollars(limit), on: asOf)
        }
        return index
    }

    private func purchase(_ cents: Int64, _ category: String? = "fun", on date: String = "2026-10-20") -> Purchase {
        Purchase(amount: dollars(cents), merchant: "Steam Games", category: category, day: day(date))
    }

    @Test func theExampleOfTheContract() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        let found = try RuleAssessor(index).assess(purchase(15_000), asOf: asOf)
        #expect(found.shouldBlock)
        #expect(found.blockReason == .largeFraction)
        #expect(found.limit == 20_000 && found.remaining == 8000)
        #expect(found.spentMonthToDate == 12_000)
        #expect(found.spent7Days == 3000 && found.count7Days == 3)
        #expect(found.existingRule == SpendingRule(category: "fun", monthlyLimit: dollars(20_000)))
        #expect(found.suggestedRule == nil)
        #expect(
            found.rationale
                == "$150.00 is more than half of your $200.00 monthly limit on fun all at once. You've spent $120.00 this "
                + "month, so you have $80.00 left.")
    }

    /// Cost, spent before, limit, and what stands against it.
    @Test(arguments: [
        (10_000 as Int64, 0 as Int64, 20_000 as Int64?, RuleAssessment.BlockReason.none),
        (10_001, 0, 20_000, .largeFraction),
        (9_999, 0, 20_000, .none), (8000, 12_000, 20_000, .none), (8001, 12_000, 20_000, .exceedsLimit),
        (7999, 12_000, 20_000, .none), (1, 20_000, 20_000, .exceedsLimit), (1, 25_000, 20_000, .exceedsLimit),
        // Both: the large part is named first.
        (15_000, 12_000, 20_000, .largeFraction), (3, 0, 5, .largeFraction), (2, 0, 5, .none),
        (1, 0, 1, .largeFraction),
        // Refunds leave more than the limit.
        (10_000, -5000, 20_000, .none), (500, 0, nil, .none),
    ])
    func boundaries(cost: Int64, spent: Int64, limit: Int64?, reason: RuleAssessment.BlockReason) {
        #expect(RuleAssessment.blockReason(cost: cost, spent: spent, limit: limit) == reason)
    }

    @Test func aRuleCoversWhatIsBeneathIt() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        #expect(try RuleAssessor(index).assess(purchase(9000, "games"), asOf: asOf).blockReason == .exceedsLimit)
        #expect(try RuleAssessor(index).assess(purchase(9000, "groceries"), asOf: asOf).limit == nil)
        let rationale = try RuleAssessor(index).assess(purchase(9000, "games"), asOf: asOf).rationale
        #expect(
            rationale
                == "You've spent $120.00 of your $200.00 monthly limit on fun this month. $90.00 more would put you "
                + "$10.00 over.")
    }

    /// Cost, the limits on fun and on games in it, and the one that is named.
    @Test(
        arguments: [
            (25_000, 20_000, 3_000, "games", "$250.00 is more than half of your $30.00 monthly limit on video games"),
            (10_500, 20_000, 40_000, "fun", "$105.00 is more than half of your $200.00 monthly limit on fun"),
            (2_000, 20_000, 3_000, "games", "$20.00 is more than half of your $30.00 monthly limit on video games"),
        ] as [(Int64, Int64, Int64, String, String)])
    func theFiguresAreOfTheLimitThatIsNamed(
        cost: Int64, fun: Int64, games: Int64, named: String, words: String
    ) throws {
        let index = try household(spent: 4_000, limit: fun)
        try RuleBook(index).set(
            try #require(RuleCategory(id: "games", in: .builtIn)), limit: dollars(games), on: asOf)
        let advice = try PurchaseAdvisor(index).assess(purchase(cost, "games"), asOf: asOf)
        #expect(advice.rules.existingRule?.category == named)
        let reasons = VerdictWords(advice, taxonomy: index.taxonomy).reply
        #expect(reasons.contains(words), "\(reasons)")
        #expect(VerdictBasis(advice)[.limit] == advice.rules.limit)
    }

    @Test func ofSeveralTheOneThatBlocksIsTold() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        let book = RuleBook(index)
        for (id, cents) in [("entertainment", 100_000), ("games", 60_000)] {
            let category = try #require(RuleCategory(id: id, in: .builtIn))
            try book.set(category, limit: dollars(Int64(cents)), on: asOf)
        }
        let assessor = RuleAssessor(index)
        #expect(try assessor.assess(purchase(9000, "games"), asOf: asOf).existingRule?.category == "fun")
        #expect(try assessor.assess(purchase(100, "games"), asOf: asOf).existingRule?.category == "fun")
        #expect(try assessor.assess(purchase(100, "movies_nowhere"), asOf: asOf).existingRule == nil)
    }

    @Test func daysDecideTheMonthAndTheWeek() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        let assessor = RuleAssessor(index)
        // The first of the next month starts the limit anew, and its week reaches back to the 26th.
        let next = try assessor.assess(purchase(9000, on: "2026-11-01"), asOf: asOf)
        #expect(next.spentMonthToDate == 0 && next.remaining == 20_000 && next.spent7Days == 0)
        #expect(next.blockReason == .none)
        #expect(next.rationale.contains("in November 2026"))
        let soon = try assessor.assess(purchase(9000, on: "2026-10-24"), asOf: asOf)
        #expect(soon.spentMonthToDate == 12_000 && soon.spent7Days == 500 && soon.count7Days == 1)
        // Rows after the day that counts as today are not known yet.
        let before = try assessor.assess(purchase(9000, on: "2026-10-16"), asOf: day("2026-10-16"))
        #expect(before.spentMonthToDate == 10_000 && before.count7Days == 1)
        // Seven days: the 14th counts on the 20th, not on the 21st.
        #expect(try assessor.assess(purchase(1, on: "2026-10-21"), asOf: day("2026-10-21")).spent7Days == 2000)
    }

    @Test func withoutARuleOneIsSuggestedFromThreeMonthsOn() throws {
        let rows = (7...9).map { Spent("2026-0\($0)-10", -17_600, "Steam Games", "games") }
        let index = try HouseholdIndex.holding(rows + [Spent("2026-06-30", -1, "Shop", "fees")])
        let found = try RuleAssessor(index).assess(purchase(1000, "games"), asOf: asOf)
        #expect(found.suggestedRule == SpendingRule(category: "games", monthlyLimit: dollars(18_000)))
        #expect(found.existingRule == nil && found.limit == nil && found.remaining == nil && !found.shouldBlock)
        #expect(
            found.rationale
                == "You've spent nothing on video games this month and haven't set a limit for it. You usually spend $176.00 a month, "
                + "so a limit of $180.00 would fit.")
        let less = try HouseholdIndex.holding(Array(rows.dropFirst()) + [Spent("2026-06-30", -1, "Shop", "fees")])
        #expect(try RuleAssessor(less).assess(purchase(1000, "games"), asOf: asOf).suggestedRule == nil)
    }

    @Test func withoutACategoryTheMerchantIsLookedAt() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        let found = try RuleAssessor(index).assess(purchase(15_000, nil), asOf: asOf)
        #expect(found.spentMonthToDate == 10_500 && found.count7Days == 2 && !found.shouldBlock)
        let nothing = try HouseholdIndex.holding([])
        #expect(try RuleAssessor(nothing).assess(purchase(15_000, nil), asOf: asOf).spentMonthToDate == 0)
    }

    @Test func otherCurrenciesAreNeverAdded() throws {
        let index = try household(spent: 12_000, limit: 20_000)
        let euros = Purchase(amount: Money(15_000, .eur), merchant: "Steam Games", category: "fun", day: asOf)
        let found = try RuleAssessor(index).assess(euros, asOf: asOf)
        #expect(found.limit == nil && found.spentMonthToDate == 0 && !found.shouldBlock)
    }

    @Test func aLargerCostNeverPassesWhereASmallerOneIsBlocked() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<20 {
            let index = try household(spent: Int64.random(in: 3001...30_000, using: &random), limit: 20_000)
            let games = try #require(RuleCategory(id: "games", in: .builtIn))
            let limit = dollars(Int64.random(in: 1...40_000, using: &random))
            try RuleBook(index).set(games, limit: limit, on: asOf)
            var wasBlocked = false
            var ratio = 0.0
            for cost in (0..<25).map({ Int64($0) * 997 + 1 }) {
                let found = try RuleAssessor(index).assess(purchase(cost, "games"), asOf: asOf)
                #expect(!wasBlocked || found.shouldBlock)
                wasBlocked = found.shouldBlock
                let now = max(Double(found.spentMonthToDate + cost) / Double(found.limit ?? 1), 1)
                #expect(now >= ratio, "what goes beyond the limit must not shrink")
                ratio = now
            }
        }
    }
}
