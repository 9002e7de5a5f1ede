import Coaching
import Ledger
import Testing

/// A question about a rent that no row is filed under: who is most likely paid it is offered, and a yes is taken.
@Suite struct HomeOfferTests {
    /// Too irregular for the guess of an import: twice a month, on any day, not the same amount.
    private func coach(_ payments: [(String, Int)], category: String = "ZELLE TO DANA WHITLOCK") throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        let rows = payments.map { "2026-\($0.0),\(category),-\($0.1).00" }
        try ledger.bring("Checking", .checking, rows + ["2026-06-09,KROGER #12,-64.00", "2026-05-12,ALDI 77,-31.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private static let rents = [
        ("02-12", 870), ("03-03", 860), ("04-14", 880), ("05-04", 870), ("06-13", 860),
    ]

    @Test(arguments: ["how much was the rent in June", "when is rent due", "what was spent in June without rent"])
    func whoIsPaidIsOffered(_ question: String) throws {
        var coach = try coach(Self.rents)
        let answer = try coach.answer(question)
        #expect(
            answer.reply.contains(
                "I don't see any rent payments. About $870.00 a month goes out as Zelle to Dana Whitlock"))
        #expect(answer.clarify == "Is that your rent?")
    }

    @Test func aYesFilesAndAnswersAnew() throws {
        var coach = try coach(Self.rents)
        _ = try coach.answer("how much was the rent in June")
        let yes = try coach.answer("yes")
        #expect(
            yes.reply.contains("5 transactions") && yes.reply.contains("$860.00 on rent in June 2026"), "\(yes.reply)")
        #expect(try coach.answer("rent this year").reply.contains("$4,340.00"))
        _ = try coach.answer("undo")
        #expect(try coach.answer("rent this year").reply.contains("Is that your rent?"))
    }

    @Test func aNoLeavesItAndIsNotAskedAgain() throws {
        var coach = try coach(Self.rents)
        _ = try coach.answer("how much was the rent in June")
        #expect(try coach.answer("no").reply.hasPrefix("Okay, it stays where it is."))
        #expect(try !coach.answer("how much was the rent in May").reply.contains("Is that your rent?"))
    }

    /// What ended, is small, or comes now and then is no rent; where one is known nothing is offered.
    @Test(arguments: [
        [("01-12", 870), ("02-03", 860), ("03-14", 880)], [("04-12", 87), ("05-03", 86), ("06-14", 88)],
        [("01-12", 870), ("06-20", 860)],
    ])
    func othersAreNoHome(_ payments: [(String, Int)]) throws {
        var coach = try coach(payments)
        #expect(try !coach.answer("how much was the rent in June").reply.contains("Is that your"))
        var known = try self.coach(Self.rents, category: "OAK STREET APARTMENTS RENT")
        #expect(try !known.answer("how much was the rent in January").reply.contains("Is that your"))
    }

    /// What is left out of itself is all but it.
    @Test func withoutWhatWasAskedOfIsAllTheRest() throws {
        var coach = try coach(Self.rents)
        _ = try coach.answer("groceries in June")
        let rest = try coach.answer("spending in June without groceries")
        #expect(rest.reply.contains("$860.00") && !rest.reply.contains("is filed under"), "\(rest.reply)")
    }
}
