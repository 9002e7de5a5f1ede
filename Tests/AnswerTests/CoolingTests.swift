import Advice
import Coaching
import Importing
import Ledger
import Store
import Testing

/// A wish that is to be asked about again: kept, brought back on its day with what changed, and counted.
@Suite struct CoolingTests {
    private static let monday = CivilDate(year: 2026, month: 10, day: 19)!

    private func index(_ rows: String = "") throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        let text = """
            Date,Description,Amount,Balance
            2026-08-03,PAYROLL ACME,2400.00,2400.00
            2026-09-03,PAYROLL ACME,2400.00,4800.00
            2026-10-03,PAYROLL ACME,2400.00,7200.00
            \(rows)
            """
        _ = try Ingest(index, today: Self.monday)
            .importBytes(StatementBytes(Array(text.utf8), path: "checking.csv"), IngestRequest())
        return index
    }

    @Test(arguments: [
        ("ask me again tomorrow", "October 20"), ("let me sleep on it", "October 20"),
        ("remind me in 3 days", "October 22"),
        ("ask me again in 24 hours", "October 20"), ("please remind me about it on Friday", "October 23"),
        ("ask me again on Monday", "October 26"), ("ask me again next week", "October 26"),
        ("can you remind me in two weeks", "November 2"), ("ask me again yesterday", "When should"),
    ]) func theDayIsUnderstood(_ line: String, _ day: String) throws {
        var coach = try Coach(index(), asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        let reply = try coach.answer(line).reply
        #expect(reply.contains(day), "\(reply)")
    }

    @Test func theWishComesBackOnceOnItsDay() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        #expect(
            try coach.answer("ask me again tomorrow").reply
                == "Okay: I'll ask you about the jacket again on October 20.")
        #expect(try coach.dueWishes(isTold: true) == nil)
        var later = try Coach(index, asOf: Self.monday.adding(days: 1))
        let words = try #require(try later.dueWishes(isTold: true))
        #expect(words.hasPrefix("You wanted to sleep on the jacket for $60.00. Still:"), "\(words)")
        #expect(try later.dueWishes(isTold: true) == nil)
        // What was said meanwhile ends it.
        _ = try later.answer("ask me again tomorrow")
        _ = try later.answer("I skipped it")
        #expect(try Coach(index, asOf: Self.monday.adding(days: 5)).dueWishes(isTold: true) == nil)
    }

    @Test func whatWasSleptOnAndSkippedIsSaved() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        let verdict = try coach.answer("should I buy a jacket for $60?").advice?.verdict.outcome
        #expect(verdict == .buy)
        _ = try coach.answer("ask me again tomorrow")
        #expect(try DecisionBook(index).record(asOf: Self.monday).saved.isEmpty)
        _ = try coach.answer("I skipped it")
        #expect(try DecisionBook(index).record(asOf: Self.monday).saved == [Money(6_000, .usd)])
    }

    @Test func withoutAPurchaseThereIsNothingToAskAgain() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("ask me again tomorrow")
        #expect(try index.dueReminders(asOf: Self.monday.adding(days: 9)).isEmpty)
    }
}
