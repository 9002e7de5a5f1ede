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
            (
                "spending since january 2025 except december",
                ["2025-01-01..2025-11-30", "2026-01-01..2026-10-31"]
            ),
            // Nothing of a comparison is left out, and the reply says so.
            ("spending this year excluding february vs last year", ["2026-01-01..2026-10-31"]),
            ("how much did i spend sept 12-18 2026", ["2026-09-12..2026-09-18"]),
            ("groceries sept 1-15 2025", ["2025-09-01..2025-09-15"]),
            ("what did i spend march 3-9, 2026", ["2026-03-03..2026-03-09"]),
        ] as [(String, [String])])
    func periods(question: String, expected: [String]) throws {
        #expect(try Household().ask(question).selection.span.days.map(written) == expected)
    }

    @Test(
        arguments: [
            ("spending in september excluding weekends", [1, 2, 3, 4, 5]),
            ("coffee in august but not on weekends", [1, 2, 3, 4, 5]),
            ("spending excluding saturdays and sundays last month", [1, 2, 3, 4, 5]),
            ("spending on weekends in september", [6, 7]),
        ] as [(String, [Int])])
    func weekdays(question: String, expected: [Int]) throws {
        let selection = try Household().ask(question).selection
        #expect(selection.filter.holds(.weekdays(Set(expected))))
        #expect(selection.span.days.map(\.days) == [question.contains("august") ? 31 : 30])
    }

    @Test(
        arguments: [
            ("how much a month do i spend", .month), ("how much a week do i spend", .week),
            ("what do i spend a day", .day), ("how much a day did i spend in september", .day),
        ] as [(String, Ask.Unit)])
    func rates(question: String, unit: Ask.Unit) throws {
        #expect(try Household().ask(question).measure == .average(unit))
    }

    @Test func aRetirementAccountIsNoAmount() {
        let reader = AmountReader(
            tokens: Tokenizer.tokens(of: "max out my 401k or spend 40k"),
            taken: [Bool](repeating: false, count: 8), home: .usd)
        #expect(reader.amounts().map(\.amount) == [4_000_000])
    }

    @Test func askedBack() {
        for question in [
            "what percent of my amazon spending was returned in 2026", "how much did i spend on the last of each month",
        ] { #expect(Household().understood(question).clarification != nil, "\(question)") }
    }

    @Test func asManyDaysBefore() throws {
        let ask = try Household().ask("last 30 days vs the 30 before")
        #expect(ask.selection.span.days.map(written) == ["2026-10-02..2026-10-31"])
        #expect(ask.against == .period(Period(day("2026-09-02"), day("2026-10-01"))))
    }

    @Test func moneyLeft() {
        #expect(Household().understood("how much until payday").intent == .forecast)
    }
}

extension RowFilter {
    /// Whether a filter is this one, or one of the parts that all have to hold.
    fileprivate func holds(_ part: RowFilter) -> Bool {
        if case .and(let parts) = self { return parts.contains(part) }
        return self == part
    }
}
