import Coaching
import Ledger
import Testing

/// Lines that ask for two figures of the same rows, or for both ends of them.
@Suite struct SeveralFiguresTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-03-05,KROGER #12,-40.00", "2026-03-19,KROGER #12,-60.00", "2026-04-02,KROGER #12,-30.00",
                "2026-05-09,KROGER #12,-90.00", "2026-06-11,KROGER #12,-80.00", "2026-04-20,SHELL OIL 1234,-45.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// 5 purchases of $60.00 on average.
    @Test(arguments: [
        "how many trips to kroger this year and how much each", "how many kroger purchases in 2026 and avg each",
        "how many kroger visits this year and what did one cost on average",
        "how many grocery trips to kroger this year and how much each time",
    ])
    func aCountAndWhatEachCost(_ line: String) throws {
        var coach = try coach()
        let reply = try coach.answer(line).reply
        #expect(reply.contains("5 purchases") && reply.contains("$60.00") && !reply.contains("left out"), "\(reply)")
    }

    @Test(arguments: [
        ("highest and lowest month for groceries in 2026", "March 2026", "April 2026"),
        ("highest n lowest month for groceries this year", "March 2026", "April 2026"),
        ("highest month and lowest month for groceries in 2026", "March 2026", "April 2026"),
        ("the cheapest month for groceries in 2026 and the priciest", "April 2026", "March 2026"),
        ("largest kroger purchase this year and the smallest one", "$90.00", "$30.00"),
    ])
    func bothEnds(_ line: String, _ first: String, _ second: String) throws {
        var coach = try coach()
        let reply = try coach.answer(line).reply
        let (one, other) = (
            try #require(reply.firstRange(of: first)), try #require(reply.firstRange(of: second), "\(reply)")
        )
        #expect(one.lowerBound < other.lowerBound && !reply.contains("left out"), "\(reply)")
    }
}
