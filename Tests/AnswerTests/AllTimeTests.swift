import Coaching
import Ledger
import Testing

/// Figures over everything there is, beside answers over days that nobody named. Seen from 31 October 2026; the past 30 days begin
/// on 2 October, and the last six full months are April to September.
@Suite struct AllTimeTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-01-05,KROGER,-100.00", "2026-02-05,KROGER,-100.00", "2026-06-05,KROGER,-60.00",
                "2026-10-10,KROGER,-40.00", "2026-10-12,TRADER JOES,-60.00", "2026-01-09,STARBUCKS,-4.00",
                "2026-06-09,STARBUCKS,-5.00", "2026-10-20,STARBUCKS,-6.00", "2026-10-25,TARGET,-30.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func answer(_ line: String) throws -> Answer {
        var coach = try coach()
        return try coach.answer(line)
    }

    private func ever(_ answer: Answer) -> Figure? { answer.evidence?.figures(named: "ever").first }
    private static let since = "In all your data, since January 5, 2026, "

    @Test func aSumIsToldOverEverythingAsWell() throws {
        let answer = try answer("how much did I spend at starbucks")
        #expect(answer.reply.hasPrefix("You spent $6.00"))
        #expect(answer.reply.contains(AllTimeTests.since + "it is $15.00."))
        let figure = try #require(ever(answer))
        #expect(figure.value == .money(Money(1500, .usd)))
        #expect(figure.rows == 3)
        #expect(figure.label == "Starbucks, all time")
        #expect(figure.period?.start.iso == "2026-01-05")
        #expect(figure.period?.end.iso == "2026-10-25")
        // The figure asked for stays the first one.
        #expect(answer.evidence?.figures.first?.value == .money(Money(600, .usd)))
    }

    @Test func aCountIsToldOverEverythingAsWell() throws {
        let answer = try answer("how many times did I go to starbucks")
        #expect(ever(answer)?.value == .count(3), "\(answer.reply)")
        #expect(answer.reply.contains("there were 3 purchases"))
    }

    @Test func aShareIsToldOverEverythingAsWell() throws {
        let answer = try answer("what percent of my groceries goes to kroger")
        #expect(answer.evidence?.figures(named: "share").first?.value == .percent(40), "\(answer.reply)")
        #expect(ever(answer)?.value == .percent(83.3))
    }

    @Test func theFirstOfAllTimeIsNamedWithItsFigure() throws {
        let answer = try answer("which grocery store gets most of my money")
        #expect(answer.evidence?.groups.first?.key == "Trader Joe's", "\(answer.reply)")
        #expect(answer.reply.contains(AllTimeTests.since + "it is Kroger, with $300.00."))
        #expect(ever(answer)?.value == .money(Money(30_000, .usd)))
        #expect(ever(answer)?.label == "Kroger, all time")
    }

    /// Nothing was bought there before, so there is nothing to add.
    @Test(arguments: [
        "how much did I spend at target", "how much did I spend at starbucks in 2026", "which was my biggest purchase",
        "how much can I spend", "show my starbucks purchases",
    ])
    func nothingIsToldTwice(line: String) throws {
        let answer = try answer(line)
        #expect(ever(answer) == nil)
        #expect(!answer.reply.contains("In all your data, since"), "\(answer.reply)")
    }

    /// The perfect tense names no end of days, and is about everything.
    @Test(arguments: [
        "what have kroger and trader joes cost me together": 36_000, "how much has starbucks had from me": 1500,
        "how much of my money has gone to starbucks": 1500, "how much has kroger cost me in 2026": 30_000,
        "how much has starbucks cost me this month": 600,
    ])
    func thePerfectTenseIsAboutEverything(line: String, cents: Int64) throws {
        let answer = try answer(line)
        #expect(answer.evidence?.figures(named: "total").first?.value == .money(Money(cents, .usd)), "\(answer.reply)")
        #expect(ever(answer) == nil)
    }
}
