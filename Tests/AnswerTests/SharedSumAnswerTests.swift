import Coaching
import Ledger
import Testing

/// Sums that several share, what is told beside a question, and days that something happened, over a ledger worked out by hand.
@Suite struct SharedSumAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-11-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-06-03,KROGER,-60.00", "2026-07-03,KROGER,-90.00", "2026-09-03,KROGER,-120.00",
                "2026-10-03,KROGER,-80.00", "2026-10-17,KROGER,-10.00", "2026-03-09,OVERDRAFT FEE,-35.00",
                "2026-02-11,HULU,-9.99", "2026-03-11,HULU,-9.99", "2026-04-11,HULU,-11.99", "2026-05-11,HULU,-11.99",
                "2026-10-02,ACME PAYROLL DIRECT DEP,2500.00", "2026-11-02,ACME PAYROLL DIRECT DEP,2500.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func reply(_ lines: String...) throws -> String {
        var coach = try coach()
        var last = ""
        for line in lines { last = try coach.answer(line).reply }
        return last
    }

    @Test(arguments: [
        ("groceries in October divided by the 3 of us", "$30.00"), ("groceries in September split 4 ways", "$30.00"),
        ("what did Kroger come to in October, split in half", "$45.00"),
    ])
    func isDivided(_ line: String, _ part: String) throws { #expect(try reply(line).contains(part)) }

    @Test func isDividedAfterwards() throws {
        #expect(try reply("groceries in October", "split that 3 ways").contains("$30.00"))
    }

    /// Of two sums none is divided, and that is said.
    @Test func isOneSum() throws {
        var coach = try coach()
        let answer = try coach.answer("groceries in October vs September, divided by 3")
        #expect(answer.unread.contains("3"))
    }

    /// What is told in a sentence of its own says when, and is nothing to look for.
    @Test func isTold() throws {
        let reply = try reply("our son moved out in September. groceries since then")
        #expect(reply.contains("$210.00"))
    }

    /// Where no balance is known, what the bank took for an overdraft tells the day.
    @Test(arguments: ["how long ago was the overdraft", "when did I last go into overdraft"])
    func isOverdraft(_ line: String) throws { #expect(try reply(line).contains("March 9")) }

    /// Of February to November only those with groceries are left out of what had none.
    @Test func monthsThatHadNone() throws {
        let reply = try reply("which months had no kroger in 2026")
        #expect(reply.contains("August 2026") && !reply.contains("July 2026"), "\(reply)")
    }

    /// `my last Amazon gift` names a row and orders nothing.
    @Test func aNameAloneFilesNothing() throws {
        let reply = try reply("my last kroger gift")
        #expect(!reply.contains("Done"), "\(reply)")
    }

    @Test func isMonthOfSum() throws {
        let reply = try reply("what month did groceries pass $200 for the year")
        #expect(reply.contains("September 3"))
    }
}
