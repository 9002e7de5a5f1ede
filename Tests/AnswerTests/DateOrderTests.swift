import Coaching
import Ledger
import Store
import Testing
import Understanding

/// Dates that can be read in two ways are read as configured, and the reply says how.
@Suite struct DateOrderTests {
    @Test(arguments: [
        (DateOrder.mdy, "2026-03-04", "read 3/4/2026 as March 4"), (.dmy, "2026-04-03", "read 3/4/2026 as April 3"),
    ])
    func ambiguousDates(_ order: DateOrder, _ day: String, _ note: String) throws {
        let index = try HouseholdIndex(path: ":memory:")
        var coach = try Coach(index, asOf: try #require(CivilDate(iso: "2026-10-15")), dateOrder: order)
        let answer = try coach.answer("how much did I spend on 3/4/2026?")
        #expect(answer.understood.query.period?.start.iso == day)
        #expect(answer.warnings == [note])
    }
}
