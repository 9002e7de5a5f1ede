import Coaching
import Ledger
import Testing

/// A line that may well ask something else is answered, and the other reading is offered behind the answer.
@Suite struct OtherReadingTests {
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

    /// Read to the last charge of 42.00 alone; all of 41 + 44 + 42 = 127 is what may be meant as well. The other one has no second answer.
    /// (The second reading is learned: another training may ask for other lines here.)
    private static let (asksElse, isOdd) = (
        "shell total so far and when was the latest charge", "gas and groceries change from march"
    )

    @Test func theOtherReadingIsOfferedBehindTheAnswer() throws {
        var coach = try coach()
        let answer = try coach.answer(Self.asksElse)
        #expect(answer.reply.contains("$42.00"))
        let choice = try #require(answer.choices.first)
        #expect(answer.choices.count == 1 && choice.request != answer.request)
        #expect(
            answer.reply.contains(try #require(answer.clarify))
                && answer.clarify?.hasPrefix("Or did you mean: ") == true)
        let other = try coach.answer("yes")
        guard case .ask(let offered) = choice.request, case .ask(let taken)? = other.request else {
            Issue.record("\(choice.request)")
            return
        }
        // Days that were assumed are said by then.
        #expect(taken.selection.filter == offered.selection.filter && taken.view == offered.view)
        #expect(taken.measure == offered.measure && taken.limit == offered.limit && taken.order == offered.order)
        #expect(other.reply.contains("$127.00") && other.reply.contains("Shell"))
        // It was taken.
        #expect(try coach.answer("yes").choices.isEmpty)
    }

    @Test(arguments: ["no", "no, I didn't", "nope"])
    func theAnswerStandsWithANo(_ line: String) throws {
        var coach = try coach()
        _ = try coach.answer(Self.asksElse)
        let kept = try coach.answer(line)
        #expect(kept.evidence == nil && kept.choices.isEmpty && kept.reply.hasPrefix("Then the answer stands."))
    }

    /// 41.00 at Shell in March: what follows goes on from what was answered.
    @Test func linesGoOnFromWhatWasAnswered() throws {
        var coach = try coach()
        _ = try coach.answer(Self.asksElse)
        let next = try coach.answer("and in March?")
        #expect(next.reply.contains("$41.00"), "\(next.reply)")
        // What was offered is over then.
        let late = try coach.answer("yes")
        #expect(!late.reply.contains("list of") && late.evidence?.transactions.isEmpty ?? true)
    }

    @Test(arguments: ["ok", "thanks", "right"])
    func takingNoteTakesNothing(_ line: String) throws {
        var coach = try coach()
        let answer = try coach.answer(Self.asksElse)
        let choice = try #require(answer.choices.first)
        #expect(try coach.answer(line).request != choice.request)
    }

    @Test func aReadingWithNoOtherAnswerIsAskedBack() throws {
        var coach = try coach()
        let answer = try coach.answer(Self.isOdd)
        #expect(answer.reply.contains("$137.00"))
        #expect(answer.reply.hasSuffix("Is that what you meant?") && answer.choices.first?.request == answer.request)
        var other = coach
        #expect(try coach.answer("yes").reply == "Good, then the answer stands.")
        #expect(try other.answer("no").reply.hasPrefix("Then I misread it."))
    }

    @Test func whatIsSaidOutrightIsNotDoubted() throws {
        for line in [
            "how much did I spend on groceries in April", "gas in April", "how many times did I go to Kroger this year",
            "what was my biggest purchase in April", "which store did I spend the most at in April",
        ] {
            var coach = try coach()
            let answer = try coach.answer(line)
            #expect(answer.choices.isEmpty && answer.clarify == nil, "\(line): \(answer.reply)")
        }
    }
}
