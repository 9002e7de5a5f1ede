import Ledger
import Testing

@testable import Understanding

@Suite struct TimeShiftTests {
    static let asOf = day("2026-10-31")

    /// `first question | follow-up | moved period`, on 31 October 2026.
    static let rows = """
        last month | and the month before? | 2026-08-01..2026-08-31
        this month | what about the month before | 2026-09-01..2026-09-30
        this month | the month before that | 2026-09-01..2026-09-30
        last week | and the week before? | 2026-10-12..2026-10-18
        last week | the week before that | 2026-10-12..2026-10-18
        last week | the week after | 2026-10-26..2026-10-31
        in march | the following month | 2026-04-01..2026-04-30
        in march | the next month | 2026-04-01..2026-04-30
        in march | and the previous one? | 2026-02-01..2026-02-28
        in january | the one before that | 2025-12-01..2025-12-31
        q1 2026 | the quarter before | 2025-10-01..2025-12-31
        last year | the year before | 2024-01-01..2024-12-31
        this year | the year before that | 2025-01-01..2025-12-31
        last month | same month last year | 2025-09-01..2025-09-30
        in march | same stretch last year | 2025-03-01..2025-03-31
        this year | the same stretch last year | 2025-01-01..2025-10-31
        from january to march | same season last year | 2025-01-01..2025-03-31
        last month | a year earlier | 2025-09-01..2025-09-30
        last month | and the same time last year? | 2025-09-01..2025-09-30
        last month | how does that compare to a year ago | vs 2025-09-01..2025-09-30
        last month | and the year before | 2025-09-01..2025-09-30
        last month | compared to the month before | vs 2026-08-01..2026-08-31
        past 30 days | and the 30 days before that | 2026-09-02..2026-10-01
        past 30 days | the previous period | 2026-09-02..2026-10-01
        past 3 months | the 3 months before | 2026-05-01..2026-07-31
        last 3 full months | the previous 3 months | 2026-04-01..2026-06-30
        yesterday | the day before | 2026-10-29
        yesterday | and the day after | 2026-10-31
        last friday | a week earlier | 2026-10-23
        last friday | the week before | 2026-10-19..2026-10-25
        last weekend | the weekend before | 2026-10-17..2026-10-18
        in 2025 | the month before | 2024-12-01..2024-12-31
        in march | the 2 months before that | 2026-01-01..2026-02-28
        in march | two months later | 2026-05-01..2026-05-31
        in march | before that | 2026-02-01..2026-02-28
        in march | year over year | 2025-03-01..2025-03-31
        from january to march | the three months after that | 2026-04-01..2026-06-30
        last month | just starbucks | -
        last month | what about in march | -
        last month | the week before christmas | -
        last month | before october 10 | -
        last month | what was the biggest one | -
        """

    static func expression(_ question: String) -> TimeExpression? {
        TimeParser.expressions(in: Tokenizer.tokens(of: question), context: TimeContext(asOf: asOf)).first
    }

    @Test(arguments: rows.split(separator: "\n").map(String.init))
    func moves(_ row: String) throws {
        let parts = row.split(separator: "|").map { String($0.drop { $0 == " " }) }
        let first = try #require(Self.expression(parts[0]))
        let moved = TimeParser.shift(
            in: Tokenizer.tokens(of: parts[1]), from: first.period, context: TimeContext(asOf: Self.asOf))
        #expect(written(moved.map { [$0] } ?? []) == parts[2], "\(row)")
    }
}
