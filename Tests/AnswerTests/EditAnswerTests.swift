import Coaching
import Ledger
import TestSupport
import Testing

/// Corrections in words change the rows that are meant, and no other ones.
@Suite struct EditAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-06-01,KROGER,-50.00", "2026-06-03,AMAZON.COM,-20.00", "2026-06-10,AMAZON.COM,-35.00",
                "2026-06-12,STARBUCKS,-5.00", "2026-06-14,STARBUCKS,-6.00", "2026-06-20,OLIVE GARDEN,-64.00",
                "2026-06-21,OLIVE GARDEN,-64.00", "2026-06-25,ACME TOOLS PAYROLL DIRECT DEP,900.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// What was spent on something in June, cents.
    private func spent(_ coach: inout Coach, on what: String) throws -> Int64 {
        let answer = try coach.answer("how much did I spend on \(what) in June 2026")
        for figure in answer.evidence?.figures ?? [] where figure.name == "total" {
            if case .money(let money) = figure.value { return money.minorUnits }
        }
        return 0
    }

    @Test func theLastOneIsChangedAndTakenBack() throws {
        var coach = try coach()
        let answer = try coach.answer("put my last Amazon purchase under gifts")
        #expect(answer.understood.intent == .edit)
        #expect(answer.reply.hasPrefix("Done: $35.00 at Amazon on June 10 is now in gifts"))
        #expect(try spent(&coach, on: "gifts") == 3500)
        #expect(try spent(&coach, on: "online shopping") == 2000)
        #expect(
            try coach.answer("undo that").reply
                == "Undone: 1 transaction is back the way it was: Amazon, $35.00 on June 10, 2026.")
        #expect(try spent(&coach, on: "gifts") == 0)
    }

    @Test func aDayOrAnAmountNamesTheRow() throws {
        var coach = try coach()
        #expect(
            try coach.answer("the Amazon charge on June 3 was groceries").reply
                .hasPrefix("Done: $20.00 at Amazon on June 3 is now in groceries"))
        #expect(try spent(&coach, on: "groceries") == 7000)
        #expect(try coach.answer("exclude the $35.00 charge").reply.contains("is now left out of your totals"))
        #expect(try spent(&coach, on: "online shopping") == 0)
        #expect(try coach.answer("count the $35.00 charge again").reply.contains("counts again"))
        #expect(try spent(&coach, on: "online shopping") == 3500)
    }

    @Test func whereSeveralFitItAsks() throws {
        var coach = try coach()
        let answer = try coach.answer("exclude the 64.00 charge")
        #expect(answer.reply.hasPrefix("Which one do you mean?") && answer.evidence?.transactions.count == 2)
        #expect(try spent(&coach, on: "restaurants") == 12_800)
        _ = try coach.answer("exclude the 64.00 charge")
        #expect(try coach.answer("never mind").reply == "Okay, I didn't change anything.")
        _ = try coach.answer("exclude the 64.00 charge")
        #expect(try coach.answer("the second one").reply.contains("Olive Garden on June 20 is now left out"))
        #expect(try spent(&coach, on: "restaurants") == 6400)
    }

    @Test func aMerchantIsChangedForGood() throws {
        var coach = try coach()
        let answer = try coach.answer("always put Starbucks under restaurants")
        #expect(
            answer.reply.hasPrefix(
                "Done: 2 transactions at Starbucks are now in restaurants, and the same goes for later"))
        #expect(try spent(&coach, on: "restaurants") == 13_900)
        #expect(try spent(&coach, on: "coffee") == 0)
    }

    @Test func notesAndNamesAreKeptAsTheyAreWritten() throws {
        var coach = try coach()
        let note = try coach.answer("add a note saying dinner with mom to the Kroger charge")
        #expect(note.reply.contains("now has the note “dinner with mom”"))
        #expect(try coach.answer("rename Kroger to Corner Shop").reply.contains("is now called Corner Shop"))
        #expect(try coach.answer("how much at Corner Shop in June 2026").reply.contains("$50.00"))
    }

    @Test func thatIsWhatWasShown() throws {
        var coach = try coach()
        _ = try coach.answer("show my last Starbucks purchase")
        #expect(
            try coach.answer("that was a gift").reply.hasPrefix("Done: $6.00 at Starbucks on June 14 is now in gifts"))
        // What was done is not done again by what comes next.
        let next = try coach.answer("how much did I spend on groceries in June 2026")
        #expect(next.understood.intent == .spending)
        #expect(try coach.answer("and coffee?").reply.contains("$5.00"))
    }

    /// An import that came last is taken back by the command, and no correction before it by words.
    @Test func anImportIsTakenBackByItsCommand() throws {
        let folder = try TestFolder()
        let ledger = try WrittenLedger(asOf: "2026-10-31", path: folder.file("coach.db"))
        try ledger.bring("Checking", .checking, ["2026-10-03,LUIGIS RISTORANTE,-30.00"])
        let said = "The last thing changed was the import of Checking.csv. `coach undo` takes it back."
        #expect(try ledger.reply(to: ["undo"]) == said)
        let lines = ["show my last purchase at Luigis", "that was a gift", "undo", "undo"]
        #expect(try ledger.reply(to: Array(lines.prefix(3))).hasPrefix("Undone: "))
        try ledger.bring("Card", .creditCard, ["2026-10-05,KROGER,-30.00"])
        let later = try ledger.reply(to: ["how much on groceries in October", "undo"])
        #expect(later.contains("the import of Card.csv"), "\(later)")
    }

    /// A number that is none of the list's chooses nothing, and drops nothing.
    @Test func aNumberOfNoRowIsAskedForAgain() throws {
        var coach = try coach()
        let asked = try coach.answer("put my Starbucks purchase under gifts").reply
        try #require(asked.hasPrefix("Which one do you mean?"), "\(asked)")
        #expect(try coach.answer("99").reply.hasPrefix("Say a number from 1 to "))
        #expect(try coach.answer("1").reply.hasPrefix("Done: "))
    }

    @Test func whatIsNotKnownChangesNothing() throws {
        var coach = try coach()
        #expect(try coach.answer("exclude the $99.99 charge").reply.hasPrefix("I don't see a transaction like that"))
        #expect(try coach.answer("undo that").reply == "There's nothing to undo.")
        #expect(try coach.answer("split my last Amazon purchase in half").reply.hasPrefix("I can't split"))
        let asked = try coach.answer("fix the category of my last Amazon purchase")
        #expect(asked.clarify == "Which category should it be in?")
        #expect(try coach.answer("gifts").reply.hasPrefix("Done: $35.00 at Amazon"))
    }
}
