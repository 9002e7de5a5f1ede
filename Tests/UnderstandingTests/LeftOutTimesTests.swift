import Ledger
import Testing

@testable import Understanding

/// Days that are left out, rates and closing years, on 31 October 2026; the days were worked out by hand.
@Suite struct LeftOutTimesTests {
    @Test(
        arguments: [
            ("spending this year except february", ["2026-01-01..2026-01-31", "2026-03-01..2026-10-31"]),
            ("groceries in 2025 without december", ["2025-01-01..2025-11-30"]),
            ("total for 2025 minus december", ["2025-01-01..2025-11-30"]),
            ("spending in 2025 except for june and july", ["2025-01-01..2025-05-31", "2025-08-01..2025-12-31"]),
            (
                "spending since january 2025 except december",
                ["2025-01-01..2025-11-30", "2026-01-01..2026-10-31"]
            ),
            // A difference leaves nothing out.
            ("september minus august", ["2026-09-01..2026-09-30"]),
            // Nothing of a comparison is left out, and the reply says so.
            ("spending this year excluding february vs last year", ["2026-01-01..2026-10-31"]),
            ("how much did i spend sept 12-18 2026", ["2026-09-12..2026-09-18"]),
            ("groceries sept 1-15 2025", ["2025-09-01..2025-09-15"]),
            ("what did i spend march 3-9, 2026", ["2026-03-03..2026-03-09"]),
        ] as [(String, [String])])
    func periods(question: String, expected: [String]) {
        let query = Household().understood(question).query
        #expect(([query.period].compactMap { $0 } + query.otherPeriods).map(written) == expected)
    }

    @Test(
        arguments: [
            ("spending in september excluding weekends", [1, 2, 3, 4, 5]),
            ("coffee in august but not on weekends", [1, 2, 3, 4, 5]),
            ("spending excluding saturdays and sundays last month", [1, 2, 3, 4, 5]),
            ("spending on weekends in september", [6, 7]),
        ] as [(String, [Int])])
    func weekdays(question: String, expected: [Int]) {
        let understood = Household().understood(question)
        #expect(understood.query.weekdays.sorted() == expected)
        #expect(understood.query.period?.days == (question.contains("august") ? 31 : 30))
    }

    @Test func goesOnWithoutAMonth() {
        var state = ConversationState()
        var query = Query()
        for line in ["uber this year", "excluding june"] {
            query = Understander().understand(line, context: Household().context(), state: &state).query
        }
        #expect(
            ([query.period].compactMap { $0 } + query.otherPeriods).map(written)
                == ["2026-01-01..2026-05-31", "2026-07-01..2026-10-31"])
    }

    @Test(
        arguments: [
            ("how much a month do i spend", .month), ("how much a week do i spend", .week),
            ("what do i spend a day", .day), ("how much a day did i spend in september", .day),
        ] as [(String, Query.AverageUnit)])
    func rates(question: String, unit: Query.AverageUnit) {
        let query = Household().understood(question).query
        #expect(query.measure == .average)
        #expect(query.averageUnit == unit)
    }

    @Test func aRetirementAccountIsNoAmount() {
        let reader = AmountReader(
            tokens: Tokenizer.tokens(of: "max out my 401k or spend 40k"),
            taken: [Bool](repeating: false, count: 8), home: .usd)
        #expect(reader.amounts().map(\.amount) == [4_000_000])
    }

    @Test func interestIsLeftOut() {
        let query = Household().understood("income excluding interest in september").query
        #expect(query.categories.isEmpty)
        #expect(query.excludedCategories == ["interest_income"])
    }

    @Test func askedBack() {
        for question in [
            "what percent of my amazon spending was returned in 2026", "how much did i spend on the 1st of each month",
        ] { #expect(Household().understood(question).clarification != nil, "\(question)") }
    }

    @Test(
        arguments: [
            ("times i went to heb per month", .average, .month), ("visits to heb per month", .average, .month),
            ("how much do i spend when i go to costco", .average, .transaction),
            ("avg tank of gas", .average, .transaction),
        ] as [(String, Query.Measure, Query.AverageUnit)])
    func visits(question: String, measure: Query.Measure, unit: Query.AverageUnit) {
        let query = Household().understood(question).query
        #expect(query.measure == measure)
        #expect(query.averageUnit == unit)
        #expect((query.counted == .transactions) == question.contains("heb"))
    }

    @Test func aServiceIsNotPassedOver() {
        #expect(Household().understood("zelle payments last month").query.text == "zelle")
        #expect(Household().understood("show zelle payments in august").query.text == "zelle")
    }

    @Test func theDayOfOneRow() {
        for question in ["when was my biggest grocery shop", "when did i spend the most at heb"] {
            let understood = Household().understood(question)
            #expect(understood.intent == .transactions, "\(question)")
            #expect(understood.query.order == .largest)
            #expect(understood.query.limit == 1)
        }
    }

    @Test func asManyDaysBefore() {
        let query = Household().understood("last 30 days vs the 30 before").query
        #expect(query.period.map(written) == "2026-10-02..2026-10-31")
        #expect(query.comparison.map(written) == "2026-09-02..2026-10-01")
    }

    @Test func moneyLeft() {
        #expect(Household().understood("how much until payday").intent == .forecast)
        for question in ["am i in the red this month", "in the black in august", "in the green this year"] {
            #expect(Household().understood(question).intent == .cashFlow, "\(question)")
        }
    }
}
