import Ledger
import Retrieval
import Store
import Testing

@testable import Advice

@Suite struct RuleTests {
    private let asOf = day("2026-10-20")

    private func category(_ id: String) throws -> RuleCategory {
        try #require(RuleCategory(id: id, in: .builtIn))
    }

    // MARK: Categories

    @Test func parentsHoldTheirChildren() throws {
        #expect(try category("food").covers(category("coffee")))
        #expect(try !category("coffee").covers(category("food")))
        #expect(try category("restaurants+coffee").covers(category("coffee")))
        #expect(try category("fun").covers(category("games")))
        #expect(try category("fun").covers(category("flights")))
    }

    /// Travel is fun, but rental cars are transport: the column of the taxonomy decides row by row.
    @Test func guardianNamesHoldWhatTheTaxonomySaysAndNoMore() throws {
        #expect(try !category("fun").members.contains("rental_car"))
        #expect(try !category("fun").covers(category("travel")))
        for name in RuleCategory.guardianIDs {
            let covered = Set(Taxonomy.builtIn.covered(byGuardian: name))
            guard Taxonomy.builtIn[name] == nil else { continue }
            #expect(try category(name).members == covered, "\(name)")
        }
        #expect(RuleCategory.guardianIDs.count == 12)
        let named = Set(Taxonomy.builtIn.categories.compactMap(\.guardian))
        #expect(named == Set(RuleCategory.guardianIDs))
    }

    @Test(arguments: [
        ("groceries", "groceries"), ("Groceries", "groceries"), ("Fast food & delivery", "fast_food"),
        ("fun", "fun"), ("rent bills", "rent_bills"), ("Pharmacy & health", "pharmacy_health"),
        ("subscriptions", "subscription"), ("eating out", "restaurants+fast_food+coffee"), ("GAMES", "games"),
        ("restaurants+coffee", "restaurants+coffee"),
    ])
    func peopleNameCategoriesInManyWays(text: String, id: String) {
        #expect(RuleCategory(named: text, in: .builtIn)?.id == id)
    }

    @Test(arguments: ["salary", "income", "card_payment", "nonsense", "", "groceries+salary", "+"])
    func whatIsNotSpentHasNoLimit(text: String) {
        #expect(RuleCategory(named: text, in: .builtIn) == nil)
    }

    // MARK: Setting

    @Test func changesAreKeptAndCanBeTakenBack() throws {
        let index = try HouseholdIndex.holding([Spent("2026-10-01", -100, "Shop", "groceries")])
        let book = RuleBook(index)
        let groceries = try category("groceries")
        #expect(try book.set(groceries, limit: dollars(60_000), on: day("2026-10-02")) == nil)
        #expect(try book.set(groceries, limit: dollars(55_000), on: day("2026-10-05")) == dollars(60_000))
        #expect(try book.set(groceries, limit: dollars(55_000), on: day("2026-10-06")) == dollars(55_000))
        #expect(try book.set(groceries, limit: Money(40_000, .eur), on: day("2026-10-06")) == nil)
        #expect(try book.rules().map(\.monthlyLimit) == [Money(40_000, .eur), dollars(55_000)])
        #expect(try book.remove(groceries, on: day("2026-10-07")).count == 2)
        #expect(try book.rules().isEmpty)
        #expect(
            try book.history().map { "\($0.day) \($0.before?.text ?? "-") \($0.after?.text ?? "-")" } == [
                "2026-10-07 $550.00 -", "2026-10-07 €400.00 -", "2026-10-06 - €400.00",
                "2026-10-05 $600.00 $550.00", "2026-10-02 - $600.00",
            ])
        #expect(try index.undoLastCorrection()?.summary == "the limits are back the way they were", "taken away as one")
        #expect(try book.rules().map(\.monthlyLimit) == [Money(40_000, .eur), dollars(55_000)])
        for _ in 0..<3 { _ = try index.undoLastCorrection() }
        #expect(try book.rules().isEmpty)
        #expect(try book.history().isEmpty)
        #expect(try index.undoLastCorrection() == nil)
    }

    @Test func anUndoneEditLeavesLaterLimitsAlone() throws {
        let index = try HouseholdIndex.holding([Spent("2026-10-01", -100, "Shop", "groceries")])
        let book = RuleBook(index)
        try book.set(category("fun"), limit: dollars(20_000), on: asOf)
        _ = try index.correct([1], Correction(category: "coffee"), always: true)
        #expect(
            try index.undoLastCorrection()?.summary
                == "1 transaction is back the way it was: Shop, $1.00 on October 1, 2026")
        #expect(try book.rules().count == 1)
    }

    /// Nothing at all may be spent then: whatever is, goes over, and no part of it can be told.
    @Test func aLimitOfNothingIsOne() throws {
        let index = try HouseholdIndex.holding([Spent("2026-10-01", -100, "Shop", "groceries")])
        let book = RuleBook(index)
        for id in ["fun", "groceries", "coffee"] {
            try book.set(category(id), limit: dollars(id == "coffee" ? 100 : 0), on: asOf)
        }
        let progress = try book.progress(asOf: asOf)
        #expect(progress.map(\.rule.category) == ["groceries", "coffee", "fun"])
        #expect(progress.map(\.utilization) == [nil, 0, nil] && progress.map(\.isExceeded) == [true, false, false])
        #expect(progress[0].remaining == dollars(-100))
        #expect(try book.set(category("fun"), limit: dollars(0), on: asOf) == dollars(0))
        #expect(try index.undoLastCorrection() != nil)
        #expect(try book.rules().map(\.category) == ["fun", "groceries"])
    }

    @Test(arguments: [-1, 100_000_000_100])
    func absurdLimitsAreRefused(cents: Int64) throws {
        let book = RuleBook(try HouseholdIndex.holding([]))
        #expect(throws: RuleError.self) { try book.set(category("fun"), limit: dollars(cents), on: asOf) }
        #expect(try book.rules().isEmpty)
    }

    // MARK: Progress

    @Test func progressIsTheSpendingOfTheMonth() throws {
        let index = try HouseholdIndex.holding(
            [
                Spent("2026-09-30", -9900, "Shop", "groceries"), Spent("2026-10-01", -5000, "Shop", "groceries"),
                Spent("2026-10-10", 1000, "Shop", "groceries"),
                Spent("2026-10-20", -4000, "Shop", "groceries", isPending: true),
                Spent("2026-10-21", -7000, "Shop", "groceries"), Spent("2026-10-05", -3000, "Bar", "alcohol"),
                Spent("2026-10-05", -900, "Laden", "groceries", account: "Giro"),
            ], currencies: ["Giro": .eur])
        let book = RuleBook(index)
        try book.set(category("groceries"), limit: dollars(10_000), on: asOf)
        let one = try #require(try book.progress(asOf: asOf).first)
        #expect(one.spent == dollars(8000))
        #expect(one.remaining == dollars(2000))
        #expect(one.utilization == 0.8)
        #expect(one.rows == 3)
        #expect(one.pending == dollars(4000))
        // 80.00 in 20 of 31 days.
        #expect(one.projected == dollars(12_400))
        #expect(one.isHeadedOver && !one.isExceeded)
        #expect(try book.progress(inMonthOf: day("2026-09-15"), asOf: asOf).isEmpty, "it was set in October")
        let earlier = try #require(
            try book.progress(of: one.rule, inMonthOf: day("2026-09-15"), asOf: asOf))
        #expect(earlier.spent == dollars(9900))
        #expect(earlier.projected == nil)
        let chat = try Retriever(index).figures(Query(period: one.period, categories: ["groceries"]))
        #expect(chat.figures(named: "total").first?.value == .money(one.spent))
    }

    @Test(arguments: [("2026-02-28", 28), ("2026-10-31", 31), ("2028-02-29", 29)])
    func aMonthThatEndsTodayEndsWithWhatWasSpent(last: String, days: Int) throws {
        let end = day(last)
        let index = try HouseholdIndex.holding([Spent(end.startOfMonth.iso, -12_345, "Shop", "groceries")])
        let book = RuleBook(index)
        try book.set(category("groceries"), limit: dollars(12_345), on: end)
        let one = try #require(try book.progress(asOf: end).first)
        #expect(one.period.days == days)
        #expect(one.projected == dollars(12_345))
        #expect(one.remaining == dollars(0) && !one.isExceeded && one.utilization == 1)
    }

    // MARK: Suggestions

    private func monthly(_ amounts: [Int64], _ category: String = "games", endingBefore asOf: String) -> [Spent] {
        amounts.reversed().enumerated().compactMap { back, cents in
            let first = day(asOf).startOfMonth.adding(months: -1 - back)
            return cents == 0 ? nil : Spent(first.adding(days: 9).iso, -cents, "Shop", category)
        } + [Spent(day(asOf).startOfMonth.adding(months: -12).iso, -1, "Old", "fees")]
    }

    @Test(arguments: [
        // What is usual counts each of six months, the limit those with something: of three, of four, of six of eight.
        ([17_000, 12_000, 18_000], 7833, 16_000), ([10_000, 20_000, 30_001, 40_000], 16_667, 25_000),
        ([99_999, 88_888, 100, 200, 300, 400, 500, 600], 350, 350), ([0, 5000, 0, 41_250, 0, 173_000], 36_542, 74_000),
        ([1, 2, 3], 1, 2), ([9900, 9901, 10_100], 4984, 10_000),
        // One month alone is in what is usual, and no measure for a limit.
        ([30_000, 30_000, 30_000, 150_000, 30_000, 30_000], 50_000, 30_000),
    ])
    func aSuggestionFitsTheLastFullMonths(amounts: [Int64], usual: Int64, limit: Int64) throws {
        let index = try HouseholdIndex.holding(monthly(amounts, endingBefore: "2026-10-20"))
        let found = try #require(try RuleBook(index).suggestion(category("games"), in: .usd, asOf: asOf))
        #expect(found.usual == dollars(usual))
        #expect(found.rule.monthlyLimit == dollars(limit))
        #expect(
            try RuleBook(index).suggestion(category("fun"), in: .usd, asOf: asOf)?.rule.monthlyLimit == dollars(limit))
    }

    @Test func twoMonthsAreTooFew() throws {
        let index = try HouseholdIndex.holding(
            monthly([5000, 6000], endingBefore: "2026-10-20") + [Spent("2026-10-02", -4000, "Shop", "games")])
        #expect(try RuleBook(index).suggestion(category("games"), in: .usd, asOf: asOf) == nil)
        #expect(try RuleBook(index).suggestion(category("games"), in: .eur, asOf: asOf) == nil)
    }

    @Test func suggestionsLeaveOutWhatIsLimitedAndFixed() throws {
        let rows =
            monthly([90_000, 90_000, 90_000], "rent", endingBefore: "2026-10-20")
            + monthly([5000, 6000, 7000], "games", endingBefore: "2026-10-20")
            + monthly([20_000, 30_000, 40_000], "groceries", endingBefore: "2026-10-20")
            + monthly([3000, 3000, 3000], "other", endingBefore: "2026-10-20")
            + monthly([1000, 2000, 4000], "coffee", endingBefore: "2026-10-20")
        let book = RuleBook(try HouseholdIndex.holding(rows))
        try book.set(category("fun"), limit: dollars(10_000), on: asOf)
        #expect(try book.suggestions(in: .usd, asOf: asOf).map(\.rule.category) == ["groceries", "coffee"])
    }
}
