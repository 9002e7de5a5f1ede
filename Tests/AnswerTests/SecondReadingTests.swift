import Coaching
import Ledger
import Testing

/// What was learned from other people's lines is told beside an answer in doubt, and never without saying so.
@Suite struct SecondReadingTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-05-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-03-05,SHELL OIL 1234,-41.00", "2026-04-02,SHELL OIL 1234,-44.00",
                "2026-05-07,SHELL OIL 1234,-42.00",
                "2026-03-08,KROGER #12,-71.00", "2026-04-11,KROGER #12,-83.00", "2026-05-09,KROGER #12,-64.00",
                "2026-03-11,NETFLIX.COM,-15.49", "2026-04-11,NETFLIX.COM,-15.49", "2026-05-11,NETFLIX.COM,-15.49",
                "2026-04-20,ALDI 77,-52.00", "2026-05-12,ALDI 77,-31.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// 3 × 15.49 = 46.47 at Netflix, the last on May 11. (What is read is learned: another training may ask for other lines here.)
    @Test func bothFiguresOfALineAreTold() throws {
        var coach = try coach()
        let answer = try coach.answer("total netflix so far and the date of the last charge")
        #expect(answer.reply.contains("$46.47") && answer.reply.contains("May 11"), "\(answer.reply)")
        let learned = try #require(
            try self.coach().secondReading(of: "total netflix so far and the date of the last charge"))
        guard case .ask(let ask)? = learned.requests.first else {
            Issue.record("\(learned.requests)")
            return
        }
        #expect(ask.measure == .total && ask.also == [.lastDay])
    }

    @Test func whatIsToldAsWellIsAskedAboutAndCanBeTaken() throws {
        var coach = try coach()
        let answer = try coach.answer("total netflix so far and the date of the last charge")
        let choice = try #require(answer.choices.first)
        #expect(choice.request != answer.request)
        let question = try #require(answer.clarify)
        #expect(answer.reply.contains(question))
        #expect(try coach.answer("yes").request == choice.request)
    }

    /// 83.00 at Kroger and 15.49 at Netflix in April.
    @Test func bothAreWhatWasAskedBefore() throws {
        var coach = try coach()
        _ = try coach.answer("how much at Kroger in April")
        _ = try coach.answer("and Netflix?")
        let learned = try #require(coach.secondReading(of: "both together"))
        guard case .ask(let ask)? = learned.requests.first else {
            Issue.record("\(learned.requests)")
            return
        }
        guard case .or(let names) = ask.selection.filter else {
            Issue.record("\(ask)")
            return
        }
        #expect(Set(names) == [.merchant("Kroger"), .merchant("Netflix")])
        #expect(
            ask.selection.span.sole
                == Period(try #require(CivilDate(iso: "2026-04-01")), try #require(CivilDate(iso: "2026-04-30"))))
    }

    /// Each figure that is told is explained: 3 × 15.49 = 46.47, and the day of the last charge.
    @Test func bothReadingsAreExplained() throws {
        var coach = try coach()
        let answer = try coach.answer("total netflix so far and the date of the last charge")
        let choice = try #require(answer.choices.first)
        let report = try coach.why(answer)
        #expect(report.lines.contains { $0.label == "Also read" && $0.text == choice.reading }, "\(report.lines)")
        #expect(report.lines.count { $0.label == "Counted" } == 2, "\(report.lines)")
    }

    /// What is off the subject is no question about rows for either reader.
    @Test(arguments: ["what's the weather in paris", "write me a poem about the sea", "who won the game last night"])
    func refusalsStay(_ line: String) throws {
        var coach = try coach()
        let answer = try coach.answer(line)
        #expect(answer.evidence == nil && answer.choices.isEmpty, "\(answer.reply)")
    }

    /// What cannot be mistaken is not read twice.
    @Test func plainLinesHaveOneAnswer() throws {
        var coach = try coach()
        let answer = try coach.answer("how much did I spend at Kroger in April")
        #expect(answer.reply.contains("$83.00") && answer.choices.isEmpty && answer.clarify == nil)
    }

    /// A line that goes on is read with the request before it: 83 in April.
    @Test func linesThatGoOnAreReadAfterWhatWasAsked() throws {
        var coach = try coach()
        _ = try coach.answer("how much did I spend at Kroger in May")
        let learned = try #require(coach.secondReading(of: "and the month before"))
        guard case .ask(let ask)? = learned.requests.first else {
            Issue.record("\(learned.requests)")
            return
        }
        #expect(ask.selection.filter == .merchant("Kroger"))
    }
}
