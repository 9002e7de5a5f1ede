import Coaching
import Ledger
import Testing

/// What is said of one thing is said in the singular, wherever the count comes from.
@Suite struct NumberAgreementTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-31")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-07-01,STARBUCKS,-5.00", "2026-07-02,STARBUCKS,-6.00", "2026-07-10,KROGER,-40.00",
                "2026-07-20,SHELL,-30.00", "2026-06-20,SHELL,-30.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private static let july = Period(
        CivilDate(year: 2026, month: 7, day: 1)!, CivilDate(year: 2026, month: 7, day: 31)!)

    /// Rows of July from an offset on.
    private func reply(_ filter: RowFilter, limit: Int, offset: Int, _ flow: Selection.Flow = .any) throws -> String {
        var coach = try coach()
        let selection = Selection(flow, filter, .periods([Self.july]))
        return try coach.answer(.ask(Ask(selection, view: .rows, limit: limit, offset: offset))).reply
    }

    @Test func onePageAfterTheOther() throws {
        let groceries = RowFilter.merchant("Kroger")
        for flow in [Selection.Flow.any, .spending] {
            let after = try reply(groceries, limit: 50, offset: 1, flow)
            #expect(after.contains("There is 1 transaction"), "\(after)")
            #expect(
                !after.contains("are 1") && !after.contains("these 1") && !after.contains("which come to"), "\(after)")
            let first = try reply(groceries, limit: 50, offset: 0, flow)
            #expect(first.contains("There is 1 transaction"), "\(first)")
        }
        let coffee = RowFilter.merchant("Starbucks")
        let all = try reply(coffee, limit: 50, offset: 0)
        #expect(all.contains("There are 2 transactions"), "\(all)")
        let last = try reply(coffee, limit: 50, offset: 1)
        #expect(last.contains("This is the next one."), "\(last)")
        let none = try reply(coffee, limit: 50, offset: 2)
        #expect(none.contains("There are no more than these 2."), "\(none)")
    }

    @Test(
        arguments: [
            ("how many days between my last two coffees", "There was 1 day between the last two"),
            ("how many days between my last two fuel purchases", "There were 30 days between the last two"),
        ])
    func daysBetween(_ question: String, _ words: String) throws {
        var coach = try coach()
        let reply = try coach.answer(question).reply
        #expect(reply.contains(words), "\(reply)")
    }
}
