import Coaching
import Ledger
import Testing

/// Which way money went, what coach neither does nor knows, and conditions on months. Worked out by hand from these rows:
///
///     2026            March    April           May              June
///     into savings    300.00   200.00          250.00
///     out of savings           150.00                           80.00
///     interest        1.00     1.00            1.00             1.00
///     Kroger          60.00    40.00, 90.00    30.00            50.00
///     Starbucks       5.00                     6.00
///     Duke            110.00   150.00          95.00            120.00
@Suite struct DirectionTests {
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        let moves = [("03-04", -300), ("04-04", -200), ("05-04", -250), ("04-20", 150), ("06-20", 80)]
        try ledger.bring(
            "Checking", .checking,
            moves.map { "2026-\($0.0),\($0.1 < 0 ? "TRANSFER TO SAVINGS" : "TRANSFER FROM SAVINGS"),\($0.1).00" } + [
                "2026-03-06,KROGER #12,-60.00", "2026-04-06,KROGER #12,-40.00", "2026-04-18,KROGER #12,-90.00",
                "2026-05-06,KROGER #12,-30.00", "2026-06-06,KROGER #12,-50.00", "2026-03-07,STARBUCKS,-5.00",
                "2026-05-07,STARBUCKS,-6.00", "2026-03-10,DUKE ENERGY,-110.00", "2026-04-10,DUKE ENERGY,-150.00",
                "2026-05-10,DUKE ENERGY,-95.00", "2026-06-10,DUKE ENERGY,-120.00",
                "2026-03-15,ACME PAYROLL DIRECT DEP,2000.00", "2026-04-15,ACME PAYROLL DIRECT DEP,2000.00",
                "2026-05-15,ACME PAYROLL DIRECT DEP,2000.00", "2026-06-15,ACME PAYROLL DIRECT DEP,2100.00",
            ])
        try ledger.bring(
            "Rainy Day Savings", .savings,
            moves.map { "2026-\($0.0),\($0.1 < 0 ? "TRANSFER FROM CHECKING" : "TRANSFER TO CHECKING"),\(-$0.1).00" }
                + (3...6).map { "2026-0\($0)-28,INTEREST PAID,1.00" })
        return ledger
    }

    private func reply(_ lines: String...) throws -> String { try ledger().reply(to: lines) }

    @Test(arguments: [
        ("savings account: what went in this year", "moved $750.00 into Rainy Day Savings"),
        ("total deposits to savings this year", "moved $750.00 into Rainy Day Savings"),
        ("rainy day savings, what came out in april", "moved $150.00 out of Rainy Day Savings"),
        ("withdrawals from savings this year", "moved $230.00 out of Rainy Day Savings"),
        ("how much did we save this year by putting it into savings", "moved $750.00 into Rainy Day Savings"),
        ("savings in 2026: put in, taken out, what's the difference", "That is $520.00"),
    ])
    func savingsSayWhichWay(_ line: String, _ told: String) throws {
        let reply = try reply(line)
        #expect(reply.contains(told), "\(reply)")
    }

    @Test func depositsAfterSavingsAreMovedThere() throws {
        let reply = try reply("what did we move to savings in march", "total deposits in 2026")
        #expect(reply.contains("$750.00 into Rainy Day Savings"), "\(reply)")
    }

    @Test(arguments: [
        "can you zelle ana 50 bucks for me", "please pay duke energy", "venmo ana 20 for pizza", "send ana $40",
        "move 200 from savings to checking", "could you put 100 into savings for me",
        "schedule a payment to duke energy",
        "pay the electric bill for us",
    ])
    func ordersAreNotCarriedOut(_ line: String) throws {
        let reply = try reply(line)
        #expect(reply.hasPrefix("I can't move money or pay bills."), "\(reply)")
    }

    @Test(arguments: [
        "can you show me what we paid duke energy", "what did we move to savings this year",
        "duke energy payments this year",
        "move my last kroger purchase to gifts", "can we pay off a card in 6 months",
    ])
    func questionsAreNoOrders(_ line: String) throws {
        let reply = try reply(line)
        #expect(!reply.hasPrefix("I can't move money"), "\(reply)")
    }

    @Test(arguments: [
        ("what did we actually buy at kroger on april 18, the items", "not what was in the basket"),
        ("which items did i get at kroger", "not what was in the basket"),
        ("how many gallons did we pump in may", "how many gallons"),
        ("how much do we still owe on the truck", "not what is left of a loan"),
    ])
    func whatNoBankTells(_ line: String, _ said: String) throws {
        let reply = try reply(line)
        #expect(reply.hasPrefix("Your bank's data") && reply.contains(said), "\(reply)")
    }

    /// What is owed on a card is its balance, and no loan's rest.
    @Test(arguments: ["how much do we still owe on the visa", "what's the payoff amount on my card"])
    func cardsAreNoLoans(_ line: String) throws {
        let reply = try reply(line)
        #expect(!reply.hasPrefix("Your bank's data"), "\(reply)")
    }

    @Test(arguments: [
        "was there any month with nothing spent on coffee", "is there a month without coffee",
        "did we have a month without coffee",
    ])
    func monthsOfNothing(_ line: String) throws {
        let reply = try reply(line)
        #expect(reply.hasPrefix("2 of 4 months") && reply.contains("April 2026 and June 2026"), "\(reply)")
    }

    @Test func mostMonthsAreUsualOnes() throws {
        let reply = try reply("how much do we spend at kroger most months")
        #expect(reply.contains("a month at Kroger on average"), "\(reply)")
    }

    @Test func whatWasShownIsTheLimit() throws {
        let reply = try reply("how much did we spend on groceries in april", "use that as the grocery budget")
        #expect(reply.contains("groceries is now $130.00 a month"), "\(reply)")
        let other = try self.reply("how much did we spend on groceries in april", "ok let's make that the limit")
        #expect(other.contains("groceries is now $130.00 a month"), "\(other)")
    }

    /// 455.00 for power and 270.00 for groceries.
    @Test func whatWasToldByMonthIsAddedUp() throws {
        let reply = try reply("duke energy from march to june", "what was each month", "and kroger?", "add them up")
        #expect(reply.contains("$745.00"), "\(reply)")
    }

    @Test func withoutTheBiggestOfAWholeLine() throws {
        let reply = try reply("groceries in april not counting the biggest trip")
        #expect(reply.contains("$40.00 on groceries") && !reply.contains("left out"), "\(reply)")
    }

    @Test func whatIsTakenBackIsNotAsked() throws {
        let reply = try reply("starbucks in may? nah scratch that, kroger in june")
        #expect(reply.hasPrefix("You spent $50.00 at Kroger in June 2026"), "\(reply)")
    }

    @Test func whatWentDownIsHeldAgainstTheTimeBefore() throws {
        let reply = try reply("spending in may by category", "what went down the most")
        #expect(reply.contains("Groceries fell the most, from $130.00") || reply.contains("fell the most"), "\(reply)")
    }

    /// A store called nearly like a month is no month.
    @Test func aShopIsNoMonth() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring("Checking", .checking, ["2026-05-06,MARCS,-20.00", "2026-05-09,ALDI,-12.00"])
        let reply = try ledger.reply(to: ["compare marcs and aldi for may"])
        #expect(reply.contains("$20.00") && reply.contains("$12.00"), "\(reply)")
    }

    /// Who issues a card is told by how it is paid.
    @Test func aCardIsFoundByItsBank() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring(
            "Checking", .checking,
            (3...6).map { "2026-0\($0)-20,CITI CARD ONLINE PAYMENT,-\($0)0.00" } + ["2026-03-01,KROGER,-10.00"])
        try ledger.bring(
            "Costco Visa", .creditCard,
            (3...6).map { "2026-0\($0)-20,ONLINE PAYMENT THANK YOU,\($0)0.00" } + ["2026-05-01,KROGER,-25.00"])
        #expect(try ledger.reply(to: ["kroger on the citi card"]).contains("$25.00 at Kroger with Costco Visa"))
        #expect(try ledger.reply(to: ["how much did we pay the citi card in may"]).contains("$50.00 into Costco Visa"))
    }
}
