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
        ("remind me next Friday about the jacket", "the jacket again on October 23"),
        ("wait until Monday with the jacket", "the jacket again on October 26"),
        ("let's wait with the jacket until Monday", "the jacket again on October 26"),
        ("ask me about the jacket again on Thursday", "the jacket again on October 22"),
        ("I think I'll hold off on it for a week", "October 26"), ("ok I'll wait until Saturday", "October 24"),
        ("hold off on the jacket until November 5", "November 5"), ("sleep on it until Friday", "October 23"),
    ]) func theDayIsUnderstood(_ line: String, _ day: String) throws {
        var coach = try Coach(index(), asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        let reply = try coach.answer(line).reply
        #expect(reply.contains(day), "\(reply)")
    }

    /// No wish: what is to be done, what nobody asked about, waiting for nothing in particular, and questions.
    @Test(arguments: [
        "remind me to pay rent on Friday", "remind me next Friday about the dentist", "wait for it to go on sale",
        "wait until Monday with the dentist", "should I wait until Monday with the jacket?", "wait a minute",
    ]) func otherLinesAreNoWish(_ line: String) throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        _ = try coach.answer(line)
        #expect(try index.dueReminders(asOf: Self.monday.adding(days: 60)).isEmpty)
    }

    /// Of several wishes the one that is named is meant, and asked what waits all are told.
    @Test func theNamedWishIsMeantAndWhatWaitsIsTold() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        for line in ["should I buy boots for $120?", "should I buy a jacket for $60?"] { _ = try coach.answer(line) }
        #expect(
            try coach.answer("remind me next Friday about the boots").reply
                == "Okay: I'll ask you about the boots again on October 23.")
        let told = try coach.answer("what was I waiting for").reply
        #expect(told.contains("You're sleeping on the boots for $120.00 until October 23."), "\(told)")
        #expect(!told.contains("jacket"), "\(told)")
    }

    /// What was let go stays saved, whatever is wished later; a wish that is open again isn't saved yet.
    @Test func aSecondWishLeavesWhatTheFirstSaved() throws {
        let index = try index()
        func saved(_ day: CivilDate) throws -> [Int64] {
            try DecisionBook(index).record(asOf: day).saved.map(\.minorUnits)
        }
        func book(_ day: CivilDate) -> WishBook { WishBook(index, asOf: day) }
        func wish(_ cents: Int64, _ day: CivilDate) throws -> Int64 {
            let purchase = Purchase(amount: Money(cents, .usd), merchant: nil, item: "boots", day: day)
            return try book(day).putOff(purchase, until: day.adding(days: 1))
        }
        let (first, second) = (Self.monday, Self.monday.adding(days: 3))
        _ = try book(first).tell(.skipped, of: try wish(12_000, first))
        #expect(try saved(first) == [12_000])
        let id = try wish(8_000, second)
        #expect(try saved(second) == [12_000])
        _ = try book(second).tell(.skipped, of: id)
        #expect(try saved(second) == [20_000])
        #expect(try wish(8_000, second) == id)
        #expect(try saved(second) == [12_000])
        #expect(try book(second).waiting().map(\.decision.id) == [id])
        // What was bought within a month after all was not saved before.
        _ = try book(second).tell(.bought, of: id)
        #expect(try saved(second) == [])
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
