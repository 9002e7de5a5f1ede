import Ledger
import TestSupport
import Testing

@testable import Retrieval
@testable import Store

/// How SQLite goes about what is asked: nothing of a few days, or of one subject, looks at every row there is.
@Suite struct QueryPlanTests {
    private static let month = Selection.Span.periods([
        Period(CivilDate(year: 2026, month: 5, day: 1)!, CivilDate(year: 2026, month: 5, day: 31)!)
    ])

    /// What a question is of.
    private static let filters: [RowFilter] = [
        .all, .category("groceries"), .merchant("Bakery"), .account("Checking"), .text("cafe"), .amount(1000, nil),
        .weekdays([6, 7]), .status(.pending), .not(.category("groceries")),
        .or([.category("groceries"), .merchant("Bakery")]),
        .and([.category("groceries"), .account("Checking")]),
    ]

    private static func asks(_ selection: Selection) -> [Ask] {
        [
            Ask(selection), Ask(selection, measure: .count(.transaction)), Ask(selection, measure: .count(.day)),
            Ask(selection, measure: .average(.transaction)), Ask(selection, measure: .largest),
            Ask(selection, measure: .lastDay), Ask(selection, by: .category), Ask(selection, by: .merchant),
            Ask(selection, by: .day), Ask(selection, by: .week), Ask(selection, by: .month),
            Ask(selection, view: .rows, order: .newest, limit: 5),
            Ask(selection, view: .rows, order: .largest, limit: 5),
        ]
    }

    private func scans(_ statement: String, _ index: HouseholdIndex) throws -> [String] {
        try index.database.rows("EXPLAIN QUERY PLAN " + statement) { $0.text(3) }.filter { step in
            ["SCAN t", "SCAN txn", "SCAN spending", "SCAN p"].contains { step == $0 || step.hasPrefix($0 + " ") }
        }
    }

    @Test func aQuestionAboutDaysReadsOnlyThoseDays() throws {
        let (rows, asOf) = AskPropertyTests.household(3)
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill(rows)
        let evaluator = AskEvaluator(index, asOf: asOf)
        var count = 0
        for filter in QueryPlanTests.filters {
            for ask in QueryPlanTests.asks(Selection(.spending, filter, QueryPlanTests.month)) {
                for statement in try evaluator.evaluate(ask).evidence.statements {
                    count += 1
                    let scans = try scans(statement, index)
                    if !scans.isEmpty { Issue.record("\(scans): \(statement)\n\(Request.ask(ask).json.text)") }
                }
            }
        }
        #expect(count > 100)
    }

    /// Over all days a subject's own rows are read, or the sums that are kept.
    @Test func aQuestionAboutASubjectReadsOnlyItsRows() throws {
        let (rows, asOf) = AskPropertyTests.household(3)
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill(rows)
        let evaluator = AskEvaluator(index, asOf: asOf)
        for filter in [RowFilter.merchant("Bakery"), .text("cafe")] {
            for ask in QueryPlanTests.asks(Selection(.spending, filter)) {
                for statement in try evaluator.evaluate(ask).evidence.statements {
                    let scans = try scans(statement, index)
                    if !scans.isEmpty { Issue.record("\(scans): \(statement)\n\(Request.ask(ask).json.text)") }
                }
            }
        }
    }

    @Test func streamsAndAccountsAreFoundThroughIndexes() throws {
        let (rows, _) = AskPropertyTests.household(3)
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill(rows)
        #expect(try scans(Retriever.recurringStatement, index) == [])
        // Two indexes hold only the few rows that are parts or do not count.
        let steps = try scans(HouseholdIndex.countsStatement, index)
        #expect(steps.allSatisfy { $0.hasSuffix("txn_parent") || $0.hasSuffix("txn_left_out") }, "\(steps)")
        let extents = try index.accountExtents()
        let counted = try index.database.rows(
            "SELECT account_id, count(*), min(day), max(day) FROM txn WHERE parent_id IS NULL GROUP BY account_id"
        ) { ($0.int(0), Int($0.int(1)), $0.day(2), $0.day(3)) }
        #expect(extents.count == counted.count)
        for (account, rows, first, last) in counted {
            #expect(extents[account] == AccountExtent(rows: rows, period: Period(first, last)))
        }
    }
}
