import Coaching
import Ledger
import Testing

/// Lines that hold two questions, over rows written out by hand.
@Suite struct QuestionPairTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-05-01,ZORVEX FREIGHT DIRECT DEP,1620.00", "2026-06-05,ZORVEX FREIGHT DIRECT DEP,1580.00",
                "2026-06-02,KROGER #344,-80.00", "2026-06-08,KROGER #344,-95.50", "2026-06-20,KROGER #344,-40.00",
                "2026-06-11,STARBUCKS STORE 1,-5.00", "2026-06-21,STARBUCKS STORE 1,-7.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func sums(_ answer: Answer) -> [Int64] {
        (answer.evidence?.figures ?? []).compactMap { figure in
            if case .money(let money) = figure.value { money.minorUnits } else { nil }
        }
    }

    @Test(arguments: [
        ("coffee in june 2026 and how much did I earn", [1200, 158_000] as [Int64]),
        ("what did I spend on coffee in june 2026 and what did I earn", [1200, 158_000]),
    ])
    func bothAreAnswered(line: String, wanted: [Int64]) throws {
        var coach = try coach()
        let answer = try coach.answer(line)
        #expect(Set(wanted).isSubset(of: sums(answer)), "\(answer.reply)")
        #expect(answer.requests.count == 2)
        #expect(answer.unread.isEmpty)
    }

    /// The month with the most, and what made it so.
    @Test func whyIsASecondQuestion() throws {
        var coach = try coach()
        let answer = try coach.answer("which month of 2026 had the most spending and why")
        #expect(answer.reply.contains("June 2026") && answer.unread.isEmpty, "\(answer.reply)")
    }

    /// Of 227.50 in June 12.00 went to Starbucks.
    @Test func whatTakesUpTheFirstQuestionIsASecondOne() throws {
        var coach = try coach()
        let answer = try coach.answer("what did I spend in june 2026 and how much of it was coffee")
        #expect(Set([22_750, 1200]).isSubset(of: sums(answer)), "\(answer.reply)")
    }

    /// What is one question stays one.
    @Test func oneQuestionIsAnsweredOnce() throws {
        var coach = try coach()
        let answer = try coach.answer("how many times did I go to kroger in june 2026 and how much did it come to")
        #expect(answer.requests.count == 1)
        #expect(sums(answer).contains(21_550))
    }

    /// A question writes nothing, in two parts either.
    @Test func nothingIsChanged() throws {
        var coach = try coach()
        _ = try coach.answer("kroger and starbucks put together in june 2026, what did they come to")
        let after = try coach.answer("how much did I spend at kroger in june 2026")
        #expect(sums(after).contains(21_550))
    }
}
