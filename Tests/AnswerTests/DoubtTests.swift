import Coaching
import Ledger
import Testing

/// A line that may well ask something else is answered, and the other reading is offered behind the answer.
@Suite struct DoubtTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-05-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-03-05,SHELL OIL 1234,-41.00", "2026-03-19,CHEVRON 88,-39.00", "2026-04-02,SHELL OIL 1234,-44.00",
                "2026-04-09,EXXON 12,-37.00", "2026-04-23,CHEVRON 88,-46.00", "2026-05-07,SHELL OIL 1234,-42.00",
                "2026-03-08,KROGER #12,-71.00", "2026-04-11,KROGER #12,-83.00", "2026-05-09,KROGER #12,-64.00",
                "2026-04-14,ALDI 77,-52.00", "2026-05-12,ALDI 77,-31.00", "2026-05-15,BURGER BARN,-18.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// Lines that fifty kinds of people type, some of which two readers read differently.
    private static let lines = [
        "how many diff gas stations in april", "what went up most from march to april",
        "which month in the last 3 did we get gas the most", "kroger or aldi, who do we hit more",
        "where did we last get gas", "gas stations vs groceries who won april", "who gets the most of us n how much",
        "kroger run totals in april", "are groceries this month ahead of last month", "kroger price now",
        "out of everything what share went to shell", "the gas thing, per fill, lately",
    ]

    @Test func theOtherReadingIsOfferedBehindTheAnswer() throws {
        var offered = 0
        for line in Self.lines {
            var coach = try coach()
            let answer = try coach.answer(line)
            guard answer.evidence != nil, let choice = answer.choices.first else { continue }
            offered += 1
            #expect(answer.choices.count == 1 && answer.reply.hasSuffix("?"), "\(line): \(answer.reply)")
            #expect(answer.clarify == "Or did you mean: \(choice.reading)?" || choice.request == answer.request)
            // What is offered is another answer, and `yes` takes it.
            let other = try coach.answer("yes")
            #expect(other.request == choice.request, "\(line): \(other.reply)")
            #expect(other.evidence?.matched ?? 0 > 0)
            if choice.request != answer.request { #expect(other.reply != answer.reply) }
        }
        #expect(offered > 0)
    }

    @Test(arguments: [
        "how much did I spend on groceries in April", "gas in April", "how many times did I go to Kroger this year",
        "what was my biggest purchase in April", "which store did I spend the most at in April",
    ])
    func whatIsPlainIsNotDoubted(_ line: String) throws {
        var coach = try coach()
        let answer = try coach.answer(line)
        #expect(answer.choices.isEmpty && answer.clarify == nil, "\(answer.reply)")
    }
}
