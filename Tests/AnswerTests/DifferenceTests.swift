import Coaching
import Ledger
import Testing

/// `minus`: what flows the other way is no part of a sum, and taken off it all the same. Over rows written out by hand.
@Suite struct DifferenceTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-10-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-08-01,LANDLORD RENT,-1500.00", "2026-09-01,LANDLORD RENT,-1500.00",
                "2026-09-03,ZELLE FROM DEVIN OKAFOR,740.00", "2026-09-09,KROGER #344,-80.00",
                "2026-09-12,STARBUCKS,-5.00", "2026-09-15,ACME PAYROLL DIRECT DEP,2000.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func answer(_ line: String) throws -> Answer {
        var coach = try coach()
        return try coach.answer(line)
    }

    private func figure(_ answer: Answer, _ name: String) -> FigureValue? {
        answer.evidence?.figures(named: name).first?.value
    }

    @Test func whatComesInIsTakenOff() throws {
        let answer = try answer("rent in september minus what devin sent")
        #expect(figure(answer, "difference") == .money(Money(76_000, .usd)), "\(answer.reply)")
        // Both sums are told.
        #expect(answer.reply.contains("$1,500.00"))
        #expect(answer.reply.contains("$740.00"))
        #expect(!answer.reply.contains("to leave out"))
    }

    /// A shop of which rows are is left out as ever.
    @Test func whatIsPartOfTheSumIsLeftOut() throws {
        let answer = try answer("september spending minus kroger")
        #expect(figure(answer, "total") == .money(Money(150_500, .usd)), "\(answer.reply)")
        #expect(figure(answer, "difference") == nil)
    }

    /// `without` leaves rows out, and takes no sum off.
    @Test func withoutTakesNothingOff() throws {
        let answer = try answer("rent in september without devin")
        #expect(figure(answer, "difference") == nil, "\(answer.reply)")
        #expect(figure(answer, "total") == .money(Money(150_000, .usd)))
    }
}
