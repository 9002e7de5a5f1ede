import Coaching
import Ledger
import Testing

/// Conditions that no row meets together on any day are no answer of nothing, over rows written out by hand.
@Suite struct VoidReadingsTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-05-01,ZORVEX FREIGHT DIRECT DEP,1620.00", "2026-06-05,ZORVEX FREIGHT DIRECT DEP,1580.00",
                "2026-05-04,KROGER #344,-80.00", "2026-06-08,KROGER #344,-95.50", "2026-06-20,SHELL OIL 5521,-38.25",
                "2026-06-30,INTEREST EARNED,4.10",
            ])
        try ledger.bring("Visa", .creditCard, ["2026-06-11,NETFLIX.COM,-15.00", "2026-06-15,SPOTIFY USA,-11.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func total(_ answer: Answer) -> Int64? {
        answer.evidence?.figures.first { $0.name == "total" }.flatMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    /// Groceries were never paid with the Visa: one of the two is what the line does not mean, and that is said.
    @Test func oneOfTwoConditionsIsLeftOutAndSaid() throws {
        var coach = try coach()
        let answer = try coach.answer("how much did we spend on groceries on the visa in 2026")
        #expect(answer.unread == ["groceries"] || answer.unread == ["Visa"])
        #expect(answer.evidence?.matched ?? 0 > 0)
        #expect(answer.reply.contains("Nothing"))
    }

    /// A shop and a card are names: that nothing was bought there with it is the answer.
    @Test func aShopAndACardStay() throws {
        var coach = try coach()
        let answer = try coach.answer("how much did we spend at kroger on the visa in 2026")
        #expect(answer.evidence?.matched == 0)
        #expect(answer.unread.isEmpty)
    }

    /// Whether there was any is answered with no.
    @Test func whetherIsAnsweredWithNo() throws {
        var coach = try coach()
        let answer = try coach.answer("did I buy anything at kroger with the visa this year?")
        #expect(answer.reply.hasPrefix("No"))
        #expect(answer.unread.isEmpty)
    }

    /// Of a person no payment is filed under anything: the name is what the line asks of.
    @Test func aCategoryGivesWayToAPerson() throws {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-07-01,ZELLE FROM MARISOL VEGA,625.00", "2026-06-01,ZELLE FROM MARISOL VEGA,625.00",
                "2026-07-02,LANDLORD RENT,-900.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("did marisol pay the rent in july")
        #expect(answer.reply.hasPrefix("Yes"), "\(answer.reply)")
        #expect(answer.reply.contains("$625.00"))
    }

    /// What goes to the bank of a card is moved, not spent, and whoever says that it is paid means that.
    @Test(arguments: ["how much do we pay capital one in june", "what did I pay capital one in june"])
    func whatIsPaidToACardIsMoved(_ line: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-05-15,CAPITAL ONE MOBILE PMT,-310.00", "2026-06-15,CAPITAL ONE MOBILE PMT,-285.40",
                "2026-06-20,KROGER #344,-50.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(line)
        #expect(total(answer) == 28_540, "\(answer.reply)")
    }

    /// That nothing was found is told with how the line was taken, as a question, where it may well have been misread.
    @Test func nothingFoundMayBeAMisreading() throws {
        var coach = try coach()
        let answer = try coach.answer("biggest airline refund compared to last year")
        #expect(answer.evidence?.matched == 0)
        #expect(answer.choices.count == 1 && answer.reply.contains("I took that as: "), "\(answer.reply)")
    }

    /// Of an account with which nothing is bought it is what was moved out of it.
    @Test func ofSavingsItIsWhatWasMoved() throws {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking, ["2026-06-03,TRANSFER FROM SAVINGS,250.00", "2026-06-08,KROGER,-20.00"])
        try ledger.bring("Rainy Day Savings", .savings, ["2026-06-03,TRANSFER TO CHECKING,-250.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("out of rainy day savings in june")
        #expect(answer.reply.contains("$250.00"), "\(answer.reply)")
    }

    /// A line that goes on to another account asks of that one.
    @Test func anAccountThatALineGoesOnToStays() throws {
        var coach = try coach()
        _ = try coach.answer("kroger this year")
        let answer = try coach.answer("and on the visa?")
        #expect(answer.evidence?.matched == 0)
        #expect(answer.unread.isEmpty)
    }

    /// The sum of what is there, and a word for what is not.
    @Test func oneOfSeveralThatIsNowhereIsSaid() throws {
        var coach = try coach()
        let answer = try coach.answer("netflix, spotify and zibbleflix together in june 2026")
        #expect(total(answer) == 2600)
        #expect(answer.unread == ["zibbleflix"])
        #expect(answer.reply.contains("“zibbleflix”"))
    }
}
