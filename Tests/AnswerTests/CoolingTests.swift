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

    /// The wish and the price in one line: it's judged and kept; at the counter it's offered, with the verdict.
    @Test(arguments: [
        ("ask me again tomorrow about the $90 shoes", "shoes", 9_000, "October 20"),
        ("I want a $300 chair, ask me tomorrow", "chair", 30_000, "October 20"),
        ("24 hours cooling-off for the $300 chair", "chair", 30_000, "October 20"),
        ("start a cooling-off period of two days for the $300 chair", "chair", 30_000, "October 21"),
        ("sleep on it: chair $300", "chair", 30_000, "October 20"),
        ("let me sleep on the $300 chair", "chair", 30_000, "October 20"),
        ("remind me tomorrow about the $300 chair", "chair", 30_000, "October 20"),
        ("should I buy a chair for $300? ask me again on Friday", "chair", 30_000, "October 23"),
        ("I'm thinking of buying a $1,200 bike but ask me next week", "bike", 120_000, "October 26"),
    ]) func aPricedWishIsKept(_ line: String, _ item: String, _ cents: Int64, _ day: String) throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        let answer = try coach.answer(line)
        #expect(answer.reply.hasSuffix("I'll ask you about the \(item) again on \(day)."), "\(answer.reply)")
        #expect(answer.advice?.purchase.amount.minorUnits == cents && answer.question == line)
        let waiting = try WishBook(index, asOf: Self.monday).waiting()
        #expect(waiting.map(\.decision.purchase.amount.minorUnits) == [cents])
        #expect(try coach.answer("what am I sleeping on?").reply.contains("You're sleeping on the \(item) for "))
        let atCounter = try self.index()
        var request = CounterRequest()
        request.message = line
        let reply = try CounterDesk(atCounter, asOf: Self.monday, mayWrite: true).reply(to: request, now: 1_792_400_000)
        #expect(
            reply.offers.first?.label.hasPrefix("Sleep on the \(item) and be asked again on") == true,
            "\(reply.message)")
        #expect(reply.isFine != nil)
        #expect(try WishBook(atCounter, asOf: Self.monday).waiting().isEmpty)
    }

    /// What is put off without a word of what it is.
    @Test func whatIsNotKnownIsAskedFor() throws {
        for line in ["not sure, ask me later", "ask me again tomorrow"] {
            var coach = try Coach(index(), asOf: Self.monday)
            let reply = try coach.answer(line).reply
            #expect(reply.hasPrefix("Okay, it can wait. To be asked again, say what it is"), "\(line): \(reply)")
            _ = try coach.answer("should I buy a jacket for $60?")
            #expect(try coach.answer(line).reply == "Okay: I'll ask you about the jacket again on October 20.")
        }
    }

    /// What was bought on the day that it was judged anew isn't held against the no before.
    @Test func whatWasSleptOnIsNotHeldAgainstTheNo() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a bike for $9,000?")
        _ = try coach.answer("ask me again tomorrow")
        var later = try Coach(index, asOf: Self.monday.adding(days: 1))
        _ = try later.dueWishes(isTold: true)
        _ = try later.answer("bought it")
        let record = try DecisionBook(index).record(asOf: Self.monday.adding(days: 1))
        #expect(record.decisions.map(\.verdict) != [.buy] && record.decisions.map(\.word) == [.bought])
        #expect(record.judged == 0)
        // Against a no that wasn't slept on it is.
        let other = try self.index()
        var at = try Coach(other, asOf: Self.monday)
        _ = try at.answer("should I buy a bike for $9,000?")
        _ = try at.answer("bought it")
        #expect(try DecisionBook(other).record(asOf: Self.monday).judged == 1)
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

    /// What is wished for again within a month is the same wish, and counts once; later it's another one.
    @Test func aWishMadeTwiceCountsOnce() throws {
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
        #expect(try saved(second) == [])
        _ = try book(second).tell(.skipped, of: id)
        #expect(try saved(second) == [8_000])
        let third = second.adding(days: 31)
        let last = try wish(8_000, third)
        #expect(try saved(third) == [8_000])
        _ = try book(third).tell(.skipped, of: last)
        #expect(try saved(third) == [16_000])
        #expect(try wish(8_000, second) == id)
        #expect(try saved(second) == [])
        #expect(try book(second).waiting().map(\.decision.id) == [id])
        // What was bought within a month after all was not saved before.
        _ = try book(second).tell(.bought, of: id)
        #expect(try saved(second) == [])
    }

    @Test(arguments: [
        "I'll sleep on it", "let me sleep on it", "I want to sleep on it first", "let me think about it",
        "I'll think about it",
        "I need to think it over", "gonna sleep on that", "I need some more time to think", "let's sleep on it",
        "I should sleep on it",
    ]) func sleepingOnItKeepsAWish(_ line: String) throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        let reply = try coach.answer(line).reply
        #expect(reply == "Okay: I'll ask you about the jacket again on October 20.", "\(reply)")
        #expect(try index.dueReminders(asOf: Self.monday.adding(days: 1)).count == 1)
    }

    /// What people say to “do you still want it?”, and what is kept of it.
    @Test(arguments: [
        ("no", "skipped"), ("nah, not anymore", "skipped"), ("Nope.", "skipped"), ("no thanks", "skipped"),
        ("not really", "skipped"), ("I don't want it anymore", "skipped"), ("I changed my mind", "skipped"),
        ("no, I lost interest", "skipped"), ("I'll pass", "skipped"), ("skip it", "skipped"),
        ("I can live without it", "skipped"),
        ("I decided not to get it", "skipped"), ("no, too expensive", "skipped"),
        ("found something cheaper", "skipped"),
        ("no, not the jacket", "skipped"),
        ("yes I bought it", "bought"), ("already bought it", "bought"), ("bought", "bought"),
        ("yep, got it yesterday", "bought"),
        ("I already have it", "bought"),
        ("still thinking", "2026-10-21"), ("I'm still not sure", "2026-10-21"), ("maybe", "2026-10-21"),
        ("don't know yet", "2026-10-21"), ("not yet", "2026-10-21"), ("let me sleep on it", "2026-10-21"),
        ("I need more time", "2026-10-21"), ("tomorrow", "2026-10-21"), ("ask me tomorrow", "2026-10-21"),
        ("next week", "2026-10-27"), ("maybe next week", "2026-10-27"), ("not yet, ask me next week", "2026-10-27"),
        ("in 3 days", "2026-10-23"), ("in a couple of days", "2026-10-22"), ("on Friday", "2026-10-23"),
        ("this weekend", "2026-10-24"), ("remind me in two weeks", "2026-11-03"),
        ("yes", "open"), ("yeah, I still want it", "open"), ("I do", "open"), ("yes, I'll buy it", "open"),
        ("how much did I spend on groceries", "other"), ("no more than $50", "other"),
    ]) func theQuestionTakesPeoplesWords(_ line: String, _ outcome: String) throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        _ = try coach.answer("ask me again tomorrow")
        let tuesday = Self.monday.adding(days: 1)
        var later = try Coach(index, asOf: tuesday)
        _ = try #require(try later.dueWishes(isTold: true))
        let reply = try later.answer(line).reply
        let decision = try #require(try DecisionBook(index).record(asOf: tuesday).decisions.first)
        switch outcome {
        case "skipped": #expect(decision.word == .skipped && reply.contains("skipped the jacket"), "\(reply)")
        case "bought": #expect(decision.word == .bought && reply.contains("you bought the jacket"), "\(reply)")
        case "open":
            #expect(decision.word == nil && reply.contains("Say “bought it” once you have the jacket"), "\(reply)")
        case "other": #expect(decision.word == nil && !reply.contains("jacket"), "\(reply)")
        default:
            #expect(decision.word == nil && decision.askAgainOn?.iso == outcome, "\(reply)")
            #expect(reply.hasPrefix("Okay: I'll ask you about the jacket again on "), "\(reply)")
        }
    }

    /// Of several the named one is meant; asked which one, its name alone does.
    @Test func oneOfSeveralIsNamed() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        for thing in ["boots", "jacket", "lamp", "desk"] {
            _ = try coach.answer("should I buy a \(thing) for $60?")
            _ = try coach.answer("ask me again tomorrow")
        }
        let tuesday = Self.monday.adding(days: 1)
        var later = try Coach(index, asOf: tuesday)
        _ = try #require(try later.dueWishes(isTold: true))
        #expect(
            try later.answer("no").reply == "Which one do you mean: the boots, the jacket, the lamp, or the desk?")
        #expect(try later.answer("the jacket").reply.contains("you skipped the jacket"))
        #expect(try later.answer("no to the boots").reply.contains("you skipped the boots"))
        #expect(
            try later.answer("neither").reply == """
                Nice: you skipped the lamp and kept $60.00. Nice: you skipped the desk and kept $60.00.
                """)
    }

    /// What is said of what was saved is true of it: here the verdict had been a yes.
    @Test func whatWasSavedIsTold() throws {
        let index = try index("2026-11-25,MARKET,-10.00,7190.00")
        var coach = try Coach(index, asOf: Self.monday)
        for (thing, line) in [("jacket", "I'll sleep on it"), ("lamp", "I'll sleep on it")] {
            #expect(try coach.answer("should I buy a \(thing) for $60?").advice?.verdict.outcome == .buy)
            _ = try coach.answer(line)
        }
        _ = try coach.answer("I skipped it")
        #expect(
            try coach.answer("how much have I saved by waiting?").reply
                == "Waiting and skipping saved you $60.00: what you told me you skipped.")
        var later = try Coach(index, asOf: Self.monday.adding(days: 37))
        #expect(
            try later.answer("how much have I saved by waiting?").reply
                == "Waiting and skipping saved you $120.00: what you told me you skipped and what you slept on and didn't buy "
                + "within 30 days. That's as far as I can see: I look for a payment to that merchant within 1% of the price."
        )
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
        #expect(!words.contains(": i "), "\(words)")
        #expect(try later.dueWishes(isTold: true) == nil)
        // What was said meanwhile ends it.
        _ = try later.answer("ask me again tomorrow")
        _ = try later.answer("I skipped it")
        var last = try Coach(index, asOf: Self.monday.adding(days: 5))
        #expect(try last.dueWishes(isTold: true) == nil)
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

    /// A wish waits for its day, whatever is asked about it before that.
    @Test func aWishThatIsAskedAboutBeforeItsDayIsKept() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $80?")
        _ = try coach.answer("ask me again tomorrow")
        _ = try coach.answer("should I buy a jacket for $81?")
        let book = WishBook(index, asOf: Self.monday)
        #expect(try book.waiting().map(\.decision.purchase.amount) == [Money(8_000, .usd)])
        var later = try Coach(index, asOf: Self.monday.adding(days: 1))
        let tomorrow = try later.dueWishes(isTold: true)
        #expect(tomorrow?.contains("jacket for $80.00") == true)
    }

    @Test func withoutAPurchaseThereIsNothingToAskAgain() throws {
        let index = try index()
        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("ask me again tomorrow")
        #expect(try index.dueReminders(asOf: Self.monday.adding(days: 9)).isEmpty)
    }

    /// Putting a purchase off, and what is said of it, are actions that an undo takes back before any other.
    @Test func aWishIsTakenBack() throws {
        let index = try index()
        let book = WishBook(index, asOf: Self.monday)
        let chair = Purchase(amount: Money(30_000, .usd), item: "chair", day: Self.monday)
        let id = try book.putOff(chair, until: Self.monday.adding(days: 1))
        _ = try book.putOff(String(id), until: Self.monday.adding(days: 5))
        #expect(try book.tell(.skipped, of: id) != nil)
        #expect(try index.importToUndo == nil && index.lastChange()?.what == "the chair")
        #expect(try index.undoLastCorrection()?.summary == "what you said about the chair no longer counts")
        #expect(
            try index.undoLastCorrection()?.summary == "you'll be asked about the chair on October 20, 2026, as before")
        #expect(try book.waiting().map(\.askAgainOn) == [Self.monday.adding(days: 1)])
        #expect(try index.undoLastCorrection()?.summary == "the reminder about the chair is off again")
        #expect(try book.waiting().isEmpty && index.importToUndo != nil)

        var coach = try Coach(index, asOf: Self.monday)
        _ = try coach.answer("should I buy a jacket for $60?")
        _ = try coach.answer("ask me again tomorrow")
        #expect(try coach.answer("undo that").reply == "Undone: the reminder about the jacket is off again.")
        #expect(try book.waiting().isEmpty)
    }

    /// Where nobody may be reading a due wish is asked about until something is said of it.
    @Test func aDueWishIsBroughtBackUntilItIsAnswered() throws {
        let index = try index()
        let book = WishBook(index, asOf: Self.monday)
        for (item, price) in [("jacket", Int64(6_000)), ("desk", 30_000)] {
            let wish = Purchase(amount: Money(price, .usd), item: item, day: Self.monday)
            _ = try book.putOff(wish, until: Self.monday.adding(days: 1))
        }
        let day = Self.monday.adding(days: 1)
        for _ in 0..<2 {
            var coach = try Coach(index, asOf: day)
            let words = try #require(try coach.askOfDueWishes())
            #expect(words.contains("the jacket") && words.contains("the desk"))
            #expect(try coach.answer("nah").reply == "Which one do you mean: the jacket or the desk?")
        }
        var coach = try Coach(index, asOf: day)
        _ = try coach.askOfDueWishes()
        _ = try coach.answer("how much did I earn in September?")
        _ = try coach.askOfDueWishes()
        #expect(try coach.answer("skipped the jacket").reply == "Nice: you skipped the jacket and kept $60.00.")
        #expect(try coach.askOfDueWishes()?.contains("the jacket") == false)
    }

    /// A word about one of several wishes that weren't spoken of is asked about, not guessed.
    @Test(arguments: [("bought it", "Got it: you bought the desk."), ("I skipped it", "Nice: you skipped the desk")])
    func whichWishIsMeantIsAsked(_ line: String, _ told: String) throws {
        let index = try index()
        let book = WishBook(index, asOf: Self.monday)
        for item in ["jacket", "desk"] {
            let wish = Purchase(amount: Money(6_000, .usd), item: item, day: Self.monday)
            _ = try book.putOff(wish, until: Self.monday.adding(days: 9))
        }
        var coach = try Coach(index, asOf: Self.monday)
        let asked = try coach.answer(line).reply
        #expect(asked == "Which one do you mean: the jacket or the desk?")
        #expect(try coach.answer("the desk").reply.hasPrefix(told))
        #expect(try book.waiting().map(\.decision.purchase.item) == ["jacket"])
        // With one there's nothing to ask.
        var other = try Coach(index, asOf: Self.monday)
        let one = try other.answer(line).reply
        #expect(one.contains("the jacket"))
    }
}
