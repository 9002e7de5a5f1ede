import Coaching
import Ledger
import Testing

/// What came in beside what went out, and payments that came each month but one. Over rows written out by hand.
@Suite struct BothWaysTests {
    private func answer(_ line: String) throws -> Answer {
        let ledger = try WrittenLedger(asOf: "2026-10-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-06-05,ZELLE FROM GREG PARSONS,300.00", "2026-07-06,ZELLE FROM GREG PARSONS,300.00",
                "2026-08-01,LANDLORD RENT,-1500.00", "2026-09-01,LANDLORD RENT,-1500.00",
                "2026-09-04,ZELLE FROM GREG PARSONS,300.00", "2026-09-09,KROGER #344,-80.00",
                "2026-09-12,STARBUCKS,-5.00", "2026-09-15,ACME PAYROLL DIRECT DEP,2000.00",
                "2026-10-05,ZELLE FROM GREG PARSONS,300.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try coach.answer(line)
    }

    /// $2,000.00 less $1,585.00.
    @Test(arguments: [
        "what was left of september pay after everything we spent",
        "how much is left from my paycheck in september after everything i spent",
    ])
    func payAfterEverything(_ line: String) throws {
        let answer = try answer(line)
        #expect(
            answer.evidence?.figures(named: "difference").first?.value == .money(Money(41_500, .usd)), "\(answer.reply)"
        )
    }

    /// What was made and spent is told by rows, and no forecast.
    @Test func whatWasMadeAgainstWhatWasSpent() throws {
        let answer = try answer("did what i made in september cover what i spent")
        #expect(answer.understood.intent == .cashFlow, "\(answer.reply)")
        #expect(answer.reply.contains("$1,585.00"), "\(answer.reply)")
    }

    @Test func aMonthThatWasSkipped() throws {
        let answer = try answer("did greg skip any month")
        #expect(answer.reply.contains("August"), "\(answer.reply)")
        #expect(!answer.reply.contains("July 2026"), "\(answer.reply)")
    }

    @Test(arguments: [
        "how much at kroger since school started september 1"
    ])
    func sinceSomethingBegan(_ line: String) throws {
        let answer = try answer(line)
        #expect(answer.evidence?.figures(named: "total").first?.value == .money(Money(8000, .usd)), "\(answer.reply)")
        #expect(answer.unread.isEmpty, "\(answer.unread)")
    }
}
