import Advice
import Coaching
import Ledger
import Store
import Testing

/// Lines that tell or mark transactions: tags, what was paid back, and cash.
@Suite struct EverydayTellingTests {
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-05-29,ACME PAYROLL DIRECT DEP,3000.00", "2026-06-03,TAP AIR PORTUGAL LISBON PT,-412.00",
                "2026-06-05,HOTEL TIVOLI LISBON PT,-330.00", "2026-06-12,PINGO DOCE LISBON PT,-31.20",
                "2026-06-12,NETFLIX.COM,-17.99", "2026-06-20,KROGER #412 DAYTON OH,-63.18",
                "2026-09-30,LUIGIS RISTORANTE DAYTON OH,-84.00", "2026-10-06,Zelle payment from ANA LIMA 2839201,42.00",
                "2026-10-10,SUSHI HANA DAYTON OH,-60.00", "2026-10-12,VENMO CASHOUT PPD ID: 5264681992,30.00",
                "2026-10-15,TARGET 0123 DAYTON OH,-52.40", "2026-10-30,ACME PAYROLL DIRECT DEP,3000.00",
            ])
        return ledger
    }

    /// The replies to the lines of one conversation; the kept sums stay those of the rows.
    private func replies(_ lines: [String], in ledger: WrittenLedger) throws -> [String] {
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try lines.map { line in
            let reply = try coach.answer(line).reply
            #expect(try ledger.index.firstTotalFault() == nil && ledger.index.firstSearchFault() == nil)
            return reply
        }
    }

    private func replies(_ lines: String...) throws -> [String] { try replies(lines, in: ledger()) }

    // MARK: Tags

    /// $412.00, $330.00, and $31.20; neither what was paid at home on these days nor what came later.
    @Test func aTripIsTaggedAndAddedUp() throws {
        let said = try replies(
            "tag everything from June 3 to 12 in Lisbon as Portugal", "what did Portugal cost?", "by merchant", "undo",
            "what tags do I have")
        #expect(
            said[0].hasPrefix("Done: tagged 3 transactions as “Portugal”, $773.20 in all, June 3 to June 12, 2026."))
        #expect(
            said[1].hasPrefix(
                "Portugal cost $773.20 in 3 transactions, June 3 to June 12, 2026 (10 days, $77.32 a day)."))
        #expect(said[2].contains("$773.20") && said[2].contains("TAP Air Portugal"))
        #expect(said[3].hasPrefix("Undone: 3 transactions"))
        #expect(said[4].hasPrefix("You have no tags yet."))
    }

    @Test func whatTheLastAnswerWasAboutIsTagged() throws {
        let said = try replies("show my Target purchases", "tag that as #work", "untag work")
        #expect(said[1].hasPrefix("Done: tagged 1 transaction as “work”, $52.40 in all"))
        #expect(said[2].hasPrefix("Done: 1 transaction no longer tagged “work”."))
    }

    @Test(arguments: ["tag that as nice", "tag everything from June 3 to 12 in Porto as X"])
    func whereNoRowIsMeantNothingIsTagged(_ line: String) throws {
        let ledger = try ledger()
        let said = try replies([line], in: ledger)
        #expect(said[0].hasPrefix("Which transactions?") || said[0].hasPrefix("I tagged nothing"))
        #expect(try ledger.index.tags().isEmpty)
    }

    /// A category's name after `as` is that category.
    @Test func aCategoryIsNoTag() throws {
        let ledger = try ledger()
        _ = try replies(["tag my last Target purchase as gifts"], in: ledger)
        #expect(try ledger.index.tags().isEmpty)
    }

    @Test(arguments: ["a-b", "#Sommer 2026", " Küche ", "x_1"]) func aTagIsKeptInNotes(_ name: String) throws {
        let tag = try #require(RowTags.tag(name))
        #expect(RowTags.tags(in: "paid by card #\(tag) later") == [tag])
        #expect(RowTags.tag(tag) == tag)
    }

    // MARK: Paid back

    /// Half of $84.00 came back in October and counts in September, where the dinner was.
    @Test(
        arguments: [
            "the $84 dinner: Ana paid me back 42", "Ana paid me back 42 for the 84 dinner",
            "Ana sent me her half of Luigis Ristorante",
        ])
    func whatCameBackCountsWhereTheExpenseIs(_ line: String) throws {
        let said = try replies(
            line, "how much on restaurants in September", "how much on restaurants in October", "undo",
            "how much on restaurants in September")
        #expect(said[0].hasPrefix("Done: $42.00 from Zelle from Ana Lima (October 6) now counts against $84.00 at"))
        #expect(said[1].contains("$42.00") && said[2].contains("$60.00"))
        #expect(said[3].hasPrefix("Undone: 1 transaction"))
        #expect(said[4].contains("$84.00"))
    }

    @Test func whatMayHaveComeBackIsFound() throws {
        let said = try replies(
            "any reimbursements?", "2", "how much on restaurants in October", "any reimbursements?", "no")
        #expect(said[0].contains("1. $42.00") && said[0].contains("2. $30.00"))
        #expect(said[1].hasPrefix("Done: $30.00 from Venmo Cashout"))
        #expect(said[2].contains("$30.00"))
        #expect(said[3].hasPrefix("Do these two go together?") && said[4].hasPrefix("Okay, I didn't change anything"))
    }

    @Test(
        arguments: [
            ("the $99 dinner: Ana paid me back 42", "I don't see the expense of $99.00"),
            ("Ana paid me back 13 for the $84 dinner", "I see $84.00 at Luigis Ristorante"),
        ])
    func whatIsNotThereIsSaid(_ line: String, _ said: String) throws {
        #expect(try replies(line)[0].hasPrefix(said))
    }

    /// What came back cannot be paid back twice, and no more than was spent counts.
    @Test func moneyIsLinkedOnceAndNoMoreThanItCost() throws {
        let ledger = try ledger()
        try ledger.bring("Wallet", .cash, ["2026-10-16,Zelle payment from BEN DOE 1111111,60.00"])
        let rows = try ledger.index.moneyBack(
            from: try #require(CivilDate(iso: "2026-10-01")), through: ledger.asOf)
        let ben = try #require(rows.first { $0.amount.minorUnits == 6_000 })
        let target = try #require(try ledger.index.transaction(id: 11))
        #expect(target.merchant == "Target")
        _ = try ledger.index.repay(target.id, by: ben.id)
        #expect(throws: SplitError.self) { try ledger.index.repay(target.id, by: ben.id) }
        #expect(throws: SplitError.self) { try ledger.index.repay(ben.id, by: target.id) }
        #expect(throws: UnknownTransaction.self) { try ledger.index.repay(target.id, by: 9_999) }
        // $52.40 of the $60.00 cover it whole; $7.60 stay what they were.
        let said = try replies(["how much at Target in October", "how much did people send me in October"], in: ledger)
        #expect(said[0].contains("$0.00"))
        #expect(try ledger.index.firstTotalFault() == nil)
    }

    /// $42.00 from Ana is half of the dinner's $84.00, and $30.00 by Venmo half of the $60.00 of sushi.
    @Test func anOfferIsKeptUntilItIsAnswered() throws {
        let said = try replies("any reimbursements?", "9", "yes", "nnoe", "2", "any reimbursements?", "none", "1")
        let expected = "Nothing is changed yet: say a number from 1 to 2, or “none”."
        #expect(said[1] == expected && said[2] == expected)
        #expect(said[3] == "I didn't get “nnoe”. \(expected)")
        #expect(said[4].hasPrefix("Done: $30.00 from Venmo Cashout"), "\(said[4])")
        #expect(said[6].hasPrefix("Okay, I didn't change anything"), "\(said[6])")
        #expect(!said[7].hasPrefix("Done"), "\(said[7])")
    }

    @Test func aQuestionEndsAnOffer() throws {
        let said = try replies("any reimbursements?", "how much on restaurants in October", "2")
        #expect(said[1].contains("$60.00") && !said[2].hasPrefix("Done"), "\(said)")
    }

    /// Ana's money is hers; the wallet's may be anybody's, and who calls somebody Dad doesn't say his name.
    @Test(arguments: [("Ben", false, true), ("Ana", true, false), ("dad", true, true)])
    func whatNamesSomebodyElseIsNotTheirs(_ who: String, _ ofAna: Bool, _ ofWallet: Bool) throws {
        let said = try replies("\(who) paid me back")[0]
        #expect(said.contains("Ana Lima") == ofAna && said.contains("Venmo") == ofWallet, "\(said)")
    }

    @Test func whoPaidNothingIsSaidToHavePaidNone() throws {
        let said = try replies("Ben paid me back 42")[0]
        #expect(said.hasPrefix("I see no $42.00 from Ben that fits an expense"), "\(said)")
    }

    // MARK: Cash

    /// A slip of the hand isn't a no.
    @Test(arguments: ["maybe", "yess"]) func anEntryWaitsForItsAnswer(_ slip: String) throws {
        let ledger = try ledger()
        let count = try ledger.count()
        let said = try replies(
            ["how much on restaurants in October", "cash: lunch 12 yesterday", slip, "yes"], in: ledger)
        #expect(said[2] == "I didn't get “\(slip)”. Nothing is added yet: say “yes” or “no”.")
        #expect(said[3].hasPrefix("Added: Lunch, $12.00"), "\(said[3])")
        #expect(try ledger.count() == count + 1)
    }

    @Test(arguments: ["February 30", "2026-02-30", "Sept 31"]) func aDayOfNoCalendarIsNoAmount(_ day: String) throws {
        let said = try replies("cash: lunch 12 on \(day)")[0]
        #expect(said.hasPrefix("There is no \(day)."), "\(said)")
    }

    /// What was paid is no purchase to judge, unless something is asked of it.
    @Test(arguments: [
        ("I paid 12 for lunch", true), ("paid $30 for a haircut", true), ("yesterday we spent 40 on gas", true),
        ("I just spent 52 dollars on a pumpkin patch", true), ("I paid 12 for lunch, is that too much", false),
        ("I spent $300 on food last month, is that ok", false), ("I paid 12 for lunch?", false),
        ("should I have paid 12 for lunch", false),
    ])
    func whatWasPaidIsNoPurchase(_ line: String, _ isTold: Bool) throws {
        let said = try replies(line)[0]
        #expect(said.contains("“cash: lunch 12 yesterday”") == isTold, "\(said)")
    }

    @Test(
        arguments: [
            ("cash: lunch 12 with Ana yesterday", "Lunch with Ana, $12.00, restaurants, on October 30"),
            ("Cash: $4.50 coffee", "Coffee, $4.50, coffee, on October 31"),
            ("I paid 20 cash for parking today", "Parking, $20.00, parking & tolls, on October 31"),
            ("log a cash expense of $40 for a haircut on October 12", "Haircut, $40.00, hair & beauty, on October 12"),
            ("add income 50 from babysitting yesterday", "Babysitting, $50.00 in, income, on October 30"),
        ])
    func anEntryIsShownAddedAndTakenBack(_ line: String, _ said: String) throws {
        let ledger = try ledger()
        let count = try ledger.count()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer(line).reply.hasPrefix("I'd add to Cash: \(said). Shall I?"))
        #expect(try ledger.count() == count)
        #expect(try coach.answer("yes").reply.hasPrefix("Added: \(said)."))
        #expect(try ledger.count() == count + 1)
        _ = try coach.answer("how much on groceries in June")
        #expect(try coach.answer("undo").reply == "Undone: it's gone again.")
        #expect(try ledger.count() == count)
        #expect(try ledger.index.firstTotalFault() == nil)
    }

    @Test(
        arguments: [
            "how much cash did I take out", "cash: 12 and 13 for lunch", "cash: lunch 12 tomorrow",
            "cash withdrawals in May",
            "I paid 20 for parking?", "what did I pay in cash in 2026",
        ])
    func whatIsNoEntryAddsNothing(_ line: String) throws {
        let ledger = try ledger()
        let count = try ledger.count()
        _ = try replies([line, "yes"], in: ledger)
        #expect(try ledger.count() == count)
    }

    /// The same said twice is there twice, and no means no.
    @Test func twoCoffeesAreTwo() throws {
        let ledger = try ledger()
        let count = try ledger.count()
        _ = try replies(["cash: coffee 4", "yes", "cash: coffee 4", "yes", "cash: coffee 4", "no"], in: ledger)
        #expect(try ledger.count() == count + 2)
    }

    /// Going on with a conversation does nothing again.
    @Test(arguments: ["tag my Target purchases as work", "the $84 dinner: Ana paid me back 42"])
    func nothingIsDoneAgain(_ line: String) throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        try coach.resume([(question: line, day: ledger.asOf, requests: nil)])
        #expect(try ledger.index.lastCorrection == 0)
    }

    // MARK: In other words

    /// $84.00 at Luigi's, and $42.00 from Ana a week later.
    @Test(arguments: [
        "Ana venmoed me 42 for the Luigi's dinner", "the Luigi's dinner: Ana sent me 42 back",
        "Venmo'd back half of the Luigi's Ristorante dinner", "the zelle payment was Ana paying me back for Luigi's",
        "I was reimbursed 42 for the Luigi's dinner", "Luigi's: my sister reimbursed 42",
        "Ana zelled me her half of Luigi's",
    ])
    func whatCameBackIsToldInManyWays(_ line: String) throws {
        let ledger = try ledger()
        let said = try replies([line], in: ledger)[0]
        #expect(said.hasPrefix("Done: $42.00 from"), "\(said)")
        #expect(said.contains("$84.00 at Luigis Ristorante"), "\(said)")
        // Nothing changed its category, and no rule came of it.
        #expect(try ledger.index.database.rows("SELECT count(*) FROM merchant_rule") { $0.int(0) } == [0])
    }

    /// Things go back, and money moves, without anybody paying one.
    @Test(arguments: ["sent back the shoes", "sent half to savings", "I paid Ana back for the dinner"])
    func whatGoesBackIsNoMoneyIn(_ line: String) throws {
        let said = try replies(line)[0]
        #expect(!said.hasPrefix("Done") && !said.contains("came in after it"), "\(said)")
    }

    /// Another purchase of that amount is none that is meant.
    @Test func aDinnerIsNoClothing() throws {
        let ledger = try ledger()
        try ledger.bring("Card", .creditCard, ["2026-10-03,OLD NAVY 0123 DAYTON OH,-71.30"])
        let said = try replies(["the $71 dinner: Ana paid me back 42"], in: ledger)[0]
        #expect(
            said
                == "I don't see the expense of $71.00 in the last four months. There is $71.30 at Old Navy on October 3: "
                + "if that's it, say “Old Navy: Ana paid me back $42.00”.", "\(said)")
        #expect(try ledger.index.lastCorrection == 0)
    }

    @Test(arguments: ["did Bo pay me back", "has Marisol venmoed us yet"])
    func whoIsNowhereHasNotPaid(_ line: String) throws {
        #expect(try replies(line)[0].hasPrefix("I see no money from “"))
    }

    /// Ana's $42.00 are looked up; Analytics is nobody.
    @Test func aNameIsNoBeginningOfAnother() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring("Checking", .checking, ["2026-10-16,BLUEBONNET ANALYTICS PAYROLL DIRECT DEP,3000.00"])
        #expect(try replies(["did Ana pay me back"], in: ledger)[0].hasPrefix("I see no money from “Ana”"))
        #expect(try replies("did Ana pay me back")[0].contains("42.00"))
    }

    @Test func moreThanItCostIsSaidToBeThat() throws {
        let said = try replies("the $84 dinner: Ana paid me back 100")[0]
        #expect(said.contains("$84.00 at Luigis Ristorante") && said.contains("$100.00 is more than that"), "\(said)")
    }

    /// What is told of people is no purchase to be judged.
    @Test(arguments: [
        "Ana owes me 42 for dinner", "Ana borrowed 50 from me", "I lent Ana 50", "I owe Tom 30 for the tickets",
        "venmoed Ana 20 for gas", "Paypaled Ana 20 for gas", "Tom lent me 50", "I borrowed 200 from mom",
        "Amazon refunded me 72.62 for the headphones",
    ])
    func whatSomebodyOwesIsNoPurchase(_ line: String) throws {
        #expect(try replies(line)[0].hasPrefix("I keep no list of who owes you what."))
    }

    /// An occasion is no expense, though money came in that would fit one.
    @Test(arguments: [
        "mom gave me 42 for my birthday", "grandma sent me 42 for Christmas", "my boss gave me 42 for the holidays",
        "the bank gave me 42 for opening an account", "grandma sent me 100", "yesterday my uncle gave us $42",
    ])
    func aGiftIsNoReimbursement(_ line: String) throws {
        let ledger = try ledger()
        let said = try replies([line], in: ledger)[0]
        #expect(said.hasPrefix("Money that reaches your bank shows up on its own"), "\(said)")
        #expect(try ledger.index.lastCorrection == 0)
    }

    @Test(arguments: ["wish: $45 book", "Wishlist: a $45 book"])
    func aWishIsKept(_ line: String) throws {
        let said = try replies(line)[0]
        #expect(said.contains("I'll ask you about the book again"), "\(said)")
    }

    @Test(arguments: [
        ("am I near Costco", true), ("are we close to the mall?", true), ("am I near my grocery limit", false),
    ])
    func aPlaceThatIsNotThereIsSaidToBeNone(_ line: String, _ isPlace: Bool) throws {
        let said = try replies(line)[0]
        #expect(said.contains("you have no geofence called “") == isPlace, "\(said)")
    }

    @Test(arguments: [
        "I gave Sam $40", "yesterday we sent mom 200", "I gave 40 to charity", "I sent Ana $42 for dinner",
    ])
    func whatIsGivenIsNoPurchase(_ line: String) throws {
        #expect(try replies(line)[0].hasPrefix("Money that leaves your bank shows up on its own"))
    }

    @Test(arguments: ["cash rewards 150 redeemed", "redeemed 150 cash rewards", "cash statement credit 40"])
    func rewardsAreNoExpense(_ line: String) throws {
        let said = try replies(line)[0]
        #expect(!said.hasPrefix("I'd add"), "\(said)")
    }

    @Test(arguments: [
        ("cash 8.50 coffee this morning", "Coffee, $8.50, coffee"), ("cash lunch 12", "Lunch, $12.00, restaurants"),
        ("lunch 12 cash yesterday", "Lunch, $12.00, restaurants"), ("add 12 dollars cash for lunch", "Lunch, $12.00"),
        ("log 20 cash for taxi", "Taxi, $20.00"),
    ])
    func cashIsToldInManyWays(_ line: String, _ entry: String) throws {
        let said = try replies(line)[0]
        #expect(said.hasPrefix("I'd add to Cash: \(entry)"), "\(said)")
    }

    /// $40.00 were taken out, and $12.00 told; the card has cash in its name as well.
    @Test func inCashIsNotOnACardOfThatName() throws {
        let ledger = try ledger()
        try ledger.bring("Citi Double Cash", .creditCard, ["2026-10-20,KROGER #412 DAYTON OH,-63.18"])
        try ledger.bring("Checking", .checking, ["2026-10-21,ATM WITHDRAWAL 0042 DAYTON OH,-40.00"])
        let said = try replies(["cash lunch 12", "yes", "how much did I spend in cash in October"], in: ledger)
        #expect(said[2].contains("$52.00") && !said[2].contains("Citi"), "\(said[2])")
    }

    @Test func anUndoDropsWhatWaits() throws {
        let ledger = try ledger()
        let said = try replies(["cash: lunch 12", "yes", "cash: dinner 30", "undo", "cash: lunch"], in: ledger)
        #expect(said[3] == "Okay, I didn't add it.")
        #expect(said[4].hasPrefix("How much was it?"))
        #expect(try ledger.index.account(named: "Cash") != nil)
    }

    @Test(arguments: ["cash vs card last month", "cash in october 2026", "should I pay 20 cash for lunch", "20 cash"])
    func aQuestionOfCashIsNoEntry(_ line: String) throws {
        #expect(try !replies(line)[0].hasPrefix("I'd add"))
    }

    // MARK: Names and places of trips

    /// What a category is called can be a tag where everything of some days is meant.
    @Test(arguments: ["vacation", "trip", "groceries", "holiday"])
    func aTagMayBeCalledLikeACategory(_ name: String) throws {
        let said = try replies("tag everything from June 3 to 12 as \(name)", "tag that Target charge as gifts")
        #expect(said[0].hasPrefix("Done: tagged 4 transactions as “\(name)”"), "\(said[0])")
    }

    /// Lisbon is LISBOA in one shop's bank text; Netflix came on a day of the trip, too, and a shop at home is called Roma.
    @Test func aPlaceIsFoundByItsOtherNames() throws {
        let ledger = try ledger()
        try ledger.bring(
            "Card", .creditCard,
            [
                "2026-06-06,PASTEIS DE BELEM LISBOA PT,-14.40", "2026-07-02,HOFBRAU MUENCHEN DE,-31.00",
                "2026-07-05,TRATTORIA AL PANTHEON ROMA IT,-52.00", "2026-07-20,ROMA PIZZA DAYTON OH,-18.00",
            ])
        let said = try replies(
            [
                "tag everything from June 3 to 12 in Lisbon as Portugal", "how much did I spend in Munich in July",
                "how much did I spend in München in July", "how much did I spend in Rome in July",
            ], in: ledger)
        // $412.00, $330.00, $31.20, and $14.40.
        #expect(said[0].contains("tagged 4 transactions as “Portugal”, $787.60"), "\(said[0])")
        #expect(said[0].contains("1 other transaction on those days ($17.99) doesn't match that"), "\(said[0])")
        #expect(said[1].contains("$31.00") && said[2].contains("$31.00"), "\(said[1]) \(said[2])")
        #expect(said[3].contains("$52.00"), "\(said[3])")
    }

    /// $63.18 of groceries, and $791.19 tagged as groceries.
    @Test func aTagDoesNotTakeOverACategory() throws {
        let said = try replies(
            "tag everything from June 3 to 12 as groceries", "how much on groceries this year",
            "what did groceries cost",
            "#groceries", "what did #groceries cost?", "what is tagged groceries", "how much did the tag groceries cost"
        )
        #expect(said[0].contains("Ask “what did #groceries cost?”"), "\(said[0])")
        #expect(!said[1].contains("$791.19"), "\(said[1])")
        #expect(!said[2].contains("$791.19") && said[2].contains("Ask “what did #groceries cost?”"), "\(said[2])")
        for line in said[3...] { #expect(line.contains(" cost $791.19 in 4 transactions"), "\(line)") }
    }

    /// A trip is a tag, and no category.
    @Test func aShopIsTaggedAsATrip() throws {
        let said = try replies("tag Target as trip", "what did the trip cost?")
        #expect(said[0].hasPrefix("Done: tagged 1 transaction as “trip”, $52.40"), "\(said[0])")
        #expect(said[1].contains("$52.40"), "\(said[1])")
    }

    /// $412.00, $330.00, $31.20, and $17.99.
    @Test(arguments: [
        ("vacation", "what did the vacation cost?"), ("trip", "what did the trip cost?"),
        ("trip", "how much was the trip?"),
    ])
    func aTagCalledLikeATripIsAskedFor(_ name: String, _ question: String) throws {
        let said = try replies("tag everything from June 3 to 12 as \(name)", question)[1]
        #expect(said.hasPrefix("The \(name) cost $791.19 in 4 transactions"), "\(said)")
    }

    @Test func aTripThatNobodySeesIsSaidToBeNone() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring("Card", .creditCard, ["2026-06-20,DELTA AIR LINES,-410.00", "2026-10-20,KROGER,-10.00"])
        let said = try replies(["what did our last trip cost?"], in: ledger)[0]
        #expect(said.hasPrefix("I don't see a trip in your data"), "\(said)")
    }

    // MARK: Money that is told of, and prices that were paid

    /// What somebody else pays is no purchase: nothing is judged or kept.
    @Test(arguments: [
        "Kayla pays 810 of the rent", "my roommate covers half the internet", "Sam paid $40 for the Netflix bill",
    ])
    func whatOthersPayIsNoPurchase(_ line: String) throws {
        let ledger = try ledger()
        #expect(try replies([line], in: ledger)[0].hasPrefix("I only know what your transactions show"))
        #expect(try DecisionBook(ledger.index).record(asOf: ledger.asOf).decisions.isEmpty)
    }

    /// Three restaurants: 84, 60, and 18, 54 on average.
    @Test func aPricePaidIsHeldAgainstWhatIsUsual() throws {
        let ledger = try ledger()
        try ledger.bring("Card", .creditCard, ["2026-10-17,THAI BASIL DAYTON OH,-18.00"])
        let said = try replies(
            [
                "I paid 54 for dinner at a restaurant, is that too much",
                "we paid $81 for a restaurant, is that a lot?",
                "i paid 12 for spelunking, was that too much",
            ], in: ledger)
        #expect(said[0].hasPrefix("No, $54.00 is about what you usually pay, $54.00 on average, over 3 purchases"))
        #expect(
            said[1].hasPrefix("Yes, it's more than usual: $81.00 is 50% above what you usually pay, $54.00 on average"))
        #expect(said[2].hasPrefix("I can't hold it against anything"))
        #expect(try DecisionBook(ledger.index).record(asOf: ledger.asOf).decisions.isEmpty)
    }

    /// Groceries of 400, 420, 380, 410, 390 and 400 a month in two purchases each, the power at 100 to 150.
    @Test(arguments: [
        (
            "is 600 a lot for groceries",
            "Yes, it's more than usual: $600.00 is 50% above what you usually spend on groceries in a month, $400.00"
        ),
        (
            "is 390 a month high for groceries?",
            "No, $390.00 is about what you usually spend on groceries in a month, $400.00"
        ),
        (
            "is 100 a lot for groceries",
            "No, $100.00 is 50% below what you usually pay, $200.00 on average, over 12 purchases"
        ),
        (
            "is it normal to pay 125 for electricity",
            "Yes, $125.00 is about what you usually pay, $125.00 on average, over 6"
        ),
        ("the electric bill was 250, is that normal", "No, it's more than usual: $250.00 is 100% above"),
        ("$60 for electricity, is that low?", "Yes, it's less than usual: $60.00 is 52% below"),
        (
            "groceries came to 800 this month, is that too much",
            "It's more than usual: $800.00 is 100% above what you usually spend on groceries in a month"
        ),
    ])
    func aPriceIsHeldAgainstWhatIsUsual(_ line: String, _ expected: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        let months = zip(4..., [400, 420, 380, 410, 390, 400])
        try ledger.bring(
            "Card", .creditCard,
            months.flatMap { month, sum in
                [
                    "2026-0\(month)-05,KROGER #12,-\(sum / 2).00", "2026-0\(month)-19,KROGER #12,-\(sum / 2).00",
                    "2026-0\(month)-08,XCEL ENERGY,-\(60 + 10 * month).00",
                ]
            })
        let said = try replies([line], in: ledger)[0]
        #expect(said.hasPrefix(expected), "\(said)")
        #expect(try DecisionBook(ledger.index).record(asOf: ledger.asOf).decisions.isEmpty)
    }

    /// What somebody thinks of buying is weighed, not held against other things of its kind.
    @Test func aThingToBuyIsWeighed() throws {
        let said = try replies("is 1400 a lot for a laptop")[0]
        #expect(!said.contains("than usual") && !said.contains("usually pay"), "\(said)")
    }

    /// An account is renamed by its own name, a shop by the one it has; what nobody knows renames nothing that was spoken of.
    @Test func whatIsRenamedIsNamed() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring(
            "My Account 12", .creditCard, ["2026-10-01,ELM DAYCARE,-160.00", "2026-10-08,ELM DAYCARE,-160.00"])
        let said = try replies(
            [
                "how much did I spend at Elm Daycare in October", "rename my y to Blue",
                "rename My Account 12 to Blue Card",
                "rename that to Elm School", "how much did I spend at Elm School in October",
            ], in: ledger)
        #expect(said[1].hasPrefix("I don't know “"), "\(said[1])")
        #expect(said[2].hasPrefix("Done: My Account 12 is now called Blue Card."), "\(said[2])")
        #expect(try ledger.index.accounts.map(\.name) == ["Blue Card"])
        #expect(said[4].contains("$320.00"), "\(said[4])")
    }

    /// $30.00 of Venmo is half of $60.00; pay is nobody's payback, in whatever days.
    @Test(arguments: [
        "did anyone pay me back", "has anybody paid me back this month", "did anybody venmo me in October",
        "has anyone paid me back for dinner?",
    ])
    func whoeverPaidBackIsLookedFor(_ line: String) throws {
        let said = try replies(line)[0]
        #expect(said.contains("$30.00") && !said.contains("ACME") && !said.contains("3,000"), "\(said)")
    }

    @Test func nobodyPaidBackInDaysWithoutSuchMoney() throws {
        let said = try replies("did anyone pay me back in June")[0]
        #expect(said.hasPrefix("I found no money that came back for an expense in June 2026"), "\(said)")
    }

    // MARK: Trips

    /// Lisbon, June 3 to 12: 412.00, 330.00 and 31.20, and 17.99 of Netflix; the last trip is no part of what was spoken of.
    private func traveler() throws -> WrittenLedger {
        let ledger = try ledger()
        try ledger.bring(
            "Card", .creditCard,
            [
                "2026-08-07,CAFE DU MONDE NEW ORLEANS LA,-22.00", "2026-08-08,COCHON RESTAURANT NEW ORLEANS LA,-88.00",
                "2026-08-09,HOTEL MONTELEONE NEW ORLEANS LA,-290.00", "2026-08-20,SUSHI HANA DAYTON OH,-40.00",
                "2026-07-02,KROGER #412 DAYTON OH,-50.00", "2026-07-09,KROGER #412 DAYTON OH,-50.00",
                "2026-07-16,KROGER #412 DAYTON OH,-50.00", "2026-07-23,KROGER #412 DAYTON OH,-50.00",
            ])
        return ledger
    }

    @Test(arguments: ["what trips did we take", "which trips did I take in August?", "show my trips"])
    func tripsAreListed(_ line: String) throws {
        let said = try replies([line], in: traveler())[0]
        #expect(said.contains("New Orleans, August 7 to 9, 2026: $400.00"), "\(said)")
    }

    /// 22.00 + 88.00 + 290.00 there, whatever was spoken of; the sushi of 40.00 was eaten at home.
    @Test(arguments: ["what did New Orleans cost?", "what did the New Orleans trip cost?"])
    func aTripIsAskedForByItselfAndLeftOut(_ line: String) throws {
        let said = try replies(
            ["how much on groceries in July", line, "restaurants in August without the trip"], in: traveler())
        #expect(said[1].hasPrefix("You spent $400.00 in all from August 7 to 9, 2026"), "\(said[1])")
        #expect(
            said[2].contains("$40.00") && said[2].contains("from August 1 to 6 and August 10 to 31, 2026"), "\(said[2])"
        )
    }

    @Test func withoutTripsNoneAreListed() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring("Checking", .checking, ["2026-10-03,KROGER #412 DAYTON OH,-50.00"])
        #expect(try replies(["what trips did we take"], in: ledger)[0].hasPrefix("I don't see a trip in your data"))
    }

    /// A row leaves a tag by what it is called, by its amount, or by its day; what isn't there is said.
    @Test(arguments: [
        ("untag the Tivoli hotel from Portugal", "$443.20"), ("untag Portugal from the $31.20 one", "$742.00"),
        ("untag the $412 one from Portugal", "$361.20"), ("untag the June 12 purchase from Portugal", "$742.00"),
        ("take the Pingo Doce purchase out of Portugal", "$742.00"), ("untag the Pingo Doce purchase", "$742.00"),
    ]) func aRowLeavesATag(_ line: String, _ left: String) throws {
        let said = try replies(
            "tag everything from June 3 to 12 in Lisbon as Portugal", line, "what did Portugal cost?")
        #expect(said[1].hasPrefix("Done: 1 transaction no longer tagged “Portugal”."), "\(line): \(said[1])")
        #expect(said[2].hasPrefix("Portugal cost \(left) in 2 transactions"), "\(line): \(said[2])")
        let none = try replies(
            "tag everything from June 3 to 12 in Lisbon as Portugal", "untag the Kroger purchase from Portugal")
        #expect(none[1].contains("so I didn't change anything"), "\(none[1])")
    }

    /// What was said not to go together isn't offered again; an undo takes that back.
    @Test func aRefusedPairIsNotOfferedAgain() throws {
        let ledger = try ledger()
        let said = try replies(["any reimbursements?", "none", "any reimbursements?"], in: ledger)
        #expect(said[0].contains("$42.00"), "\(said[0])")
        #expect(said[1].contains("I won't offer"), "\(said[1])")
        #expect(said[2].hasPrefix("I found no money that came back"), "\(said[2])")
    }

    /// An exact amount means one purchase however old it is, and money that came months later is taken where it's said.
    @Test func anExactAmountIsFoundAtAnyAge() throws {
        let ledger = try ledger()
        try ledger.bring(
            "Checking", .checking,
            ["2026-02-03,LAKESIDE CABIN RENTAL OH,-410.60", "2026-04-20,Zelle payment from ANA LIMA 7739201,205.00"])
        let said = try replies(["the $410.60 cabin: Ana paid me back 205"], in: ledger)[0]
        #expect(said.hasPrefix("Done: $205.00 from"), "\(said)")
        #expect(said.contains("$410.60"), "\(said)")
    }
}

extension WrittenLedger {
    /// How many transactions there are.
    fileprivate func count() throws -> Int { try index.imports().reduce(0) { $0 + $1.kept } }
}
