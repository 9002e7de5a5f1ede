import Ledger
import Testing

@testable import Understanding

@Suite struct TimeTableTests {
    static let payDays = ["2026-10-30", "2026-10-16", "2026-10-02"]

    static func expressions(_ row: TimeRow) -> [TimeExpression] {
        let context = TimeContext(
            asOf: day(row.asOf), payDays: payDays.map(day), nextPayDay: day("2026-11-13"), earliest: day("2020-01-01"))
        return TimeParser.expressions(in: Tokenizer.tokens(of: row.question), context: context)
    }

    @Test(arguments: TimeRows.relative + TimeRows.named + TimeRows.dates + TimeRows.ranges)
    func means(_ row: TimeRow) {
        #expect(written(Self.expressions(row)) == row.expected, "\(row)")
    }

    @Test(
        arguments: TimeRows.phrasing + TimeRows.more + TimeRows.nothing + TimeRows.borders + TimeRows.said
            + TimeRows.sides)
    func meansInContext(_ row: TimeRow) {
        #expect(written(Self.expressions(row)) == row.expected, "\(row)")
    }
}
