import Coaching
import Ledger
import Testing

/// Lines that look like something else than what they are.
@Suite struct NotTakenForTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        let pay = (1...6).map { "2026-0\($0)-01,ACME TOOLS PAYROLL DIRECT DEP,3000.00" }
        let venmo = (1...6).map { "2026-0\($0)-1\($0),VENMO PAYMENT 88\($0),-7\($0)0.00" }
        try ledger.bring("Checking", .checking, pay + venmo + ["2026-06-09,TARGET 0123,-64.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// A model's number is no number of things.
    @Test(arguments: [
        ("should I buy levis 501 jeans at $70", 7_000), ("should I get new balance 990 sneakers at $200", 20_000),
        ("should I buy 4 chairs at $70", 28_000), ("should I buy 300 chairs at 12 dollars", 360_000),
    ])
    func modelsAreNotCounted(_ line: String, _ price: Int64) throws {
        var coach = try coach()
        #expect(try coach.answer(line).advice?.purchase.amount.minorUnits == price)
    }

    @Test(arguments: [
        "show all I venmoed Ana in 2026", "list everything I zelled over 50", "total I venmoed in 2026",
    ])
    func aQuestionOfWhatWasSentTellsOfNoDebt(_ line: String) throws {
        var coach = try coach()
        #expect(try !coach.answer(line).reply.contains("I keep no list"))
    }

    @Test(arguments: [
        "list charges over $20, remind me tomorrow", "what did I spend over $50 at target, remind me tomorrow",
    ])
    func noWishIsMadeOfAQuestion(_ line: String) throws {
        var coach = try coach()
        let answer = try coach.answer(line)
        #expect(answer.advice == nil && !answer.reply.contains("I'll ask you about"), "\(answer.reply)")
    }

    /// `Venmo Payment` may be anybody's.
    @Test func aWayToPayIsNoLandlord() throws {
        var coach = try coach()
        #expect(try !coach.answer("how much was the rent in June").reply.contains("Is that your rent?"))
    }

    @Test func thingsThatWereSentAreNoMoney() throws {
        var coach = try coach()
        #expect(try !coach.answer("ana sent me 3 photos for the insurance claim").reply.contains("from a gift"))
    }
}
