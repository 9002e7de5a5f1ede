import Advice
import Coaching
import Importing
import Ledger
import Store
import Testing

/// What is said of paying: which purchase a line is about, orders to pay, and what is asked of a verdict.
@Suite struct CounterTalkTests {
    private static let day = CivilDate(year: 2026, month: 10, day: 19)!

    private func index() throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: ":memory:")
        let text = """
            Date,Description,Amount,Balance
            2026-08-03,PAYROLL ACME,2400.00,2400.00
            2026-09-03,PAYROLL ACME,2400.00,4800.00
            2026-10-03,PAYROLL ACME,2400.00,7200.00
            2026-10-05,STEAM GAMES,-29.99,7170.01
            2026-10-09,KROGER #412 DAYTON OH,-61.20,7108.81
            """
        _ = try Ingest(index, today: Self.day)
            .importBytes(StatementBytes(Array(text.utf8), path: "checking.csv"), IngestRequest())
        return index
    }

    /// A payment where no such thing is sold is one of its own; another price of the same thing goes on with it.
    @Test(
        arguments: [
            ("what about $20 at Chipotle?", nil, "Chipotle"), ("can I pay $45 at Steam?", nil, "Steam"),
            ("$45 at Steam", nil, "Steam"), ("I am about to pay $45 at Steam, good idea?", nil, "Steam"),
            ("what about $250 at IKEA?", "desk", "IKEA"), ("what about $250 at Amazon?", "desk", "Amazon"),
            ("can I get it for $250 at Steam?", "desk", "Steam"), ("is $250 ok?", "desk", nil),
        ] as [(String, String?, String?)])
    func aPaymentElsewhereIsAnotherPurchase(_ line: String, _ item: String?, _ merchant: String?) throws {
        var coach = try Coach(index(), asOf: Self.day)
        _ = try coach.answer("should I buy a desk for $300?")
        let purchase = try coach.answer(line).advice?.purchase
        #expect(purchase?.item == item && purchase?.merchant == merchant, "\(String(describing: purchase))")
    }

    @Test(
        arguments: [
            ("charge my card $20 at Steam", "20.00 --currency USD --merchant Steam"),
            ("please charge $20 to my visa at Chipotle", "20.00 --currency USD --merchant Chipotle"),
            ("pay $12.50 at Steam with my debit card", "12.50 --currency USD --merchant Steam"),
            ("pay $12.50 to Steam with my card", "12.50 --currency USD --merchant Steam"),
            ("can you put $12.50 on my card at IKEA?", "12.50 --currency USD --merchant IKEA"),
            ("use my card to pay $20 at Joe's Diner", "20.00 --currency USD --merchant 'Joe'\\''s Diner'"),
            ("charge 20 euros at Steam", "20.00 --currency EUR --merchant Steam"),
            // A payment of another amount is another one.
            ("charge my card $20", "20.00 --currency USD --merchant NAME"),
            // What was judged is meant.
            ("charge my card", nil), ("ok charge it", nil), ("charge it", nil), ("put it on my card", nil),
            ("ok pay for it with my card", nil), ("just put it on my credit card", nil), ("put that on the visa", nil),
            ("can you put it on my card?", nil), ("I'll put it on my card", nil),
            ("yes, buy it with my card please", nil),
            ("pay with my card", nil), ("use my card", nil), ("use my card to pay for it", nil),
            ("put it on my Chase Sapphire card", nil), ("bill it to my card", nil), ("do it on my card", nil),
            ("put the desk on my card", nil), ("charge my card for the desk", nil), ("buy the desk with plastic", nil),
            ("I'd like to pay for it with my Visa", nil), ("ring it up", nil), ("pay it", nil), ("swipe it", nil),
            ("charge my card $300", nil), ("great, put it on my card at IKEA", nil),
        ] as [(String, String?)]) func anOrderToPayIsAnsweredWithTheCommand(_ line: String, _ options: String?) throws
    {
        let index = try index()
        var coach = try Coach(index, asOf: Self.day)
        _ = try coach.answer("should I buy a desk for $300 at IKEA?")
        let answer = try coach.answer(line)
        let command = "coach charge --amount " + (options ?? "300.00 --currency USD --merchant IKEA")
        #expect(answer.reply.hasPrefix("I charge nothing from a conversation: `\(command)` pays it"), "\(answer.reply)")
        #expect(answer.understood.intent == .outOfScope, "it reaches no model")
        #expect(answer.json["charge"]?["command"]?.string == command)
        #expect(
            try coach.answer("would it be ok in December?").advice?.purchase.item == "desk",
            "the desk is spoken of still")
        var other = try Coach(index, asOf: Self.day)
        #expect(
            try other.answer("charge my card").charge?.command
                == "coach charge --amount AMOUNT --currency USD --merchant NAME")
    }

    /// What was spoken of lines ago is meant still by an order that can be nothing else.
    @Test func anOrderFindsThePurchaseSpokenOfBefore() throws {
        var coach = try Coach(index(), asOf: Self.day)
        _ = try coach.answer("should I buy a desk for $300 at IKEA?")
        _ = try coach.answer("how much did I spend on games this month?")
        #expect(try coach.answer("put it on my card").charge?.amount == Money(30_000, .usd))
        _ = try coach.answer("how much did I spend on games this month?")
        #expect(try coach.answer("pay it").charge == nil)
        #expect(try coach.answer("put the lamp on my card").charge == nil)
        _ = try coach.answer("should I buy a chair?")
        #expect(try coach.answer("put it on my card").charge?.amount == nil, "its price was asked for")
    }

    /// Beside a purchase, the verdict comes first.
    @Test(arguments: [
        ("should I get the $30 game at Steam? if so, put it on my card", true),
        ("I'm about to pay $30 at Steam, charge it", true), ("pay $30 at Steam with my card, charge it", false),
    ]) func anOrderBesideAPurchaseIsOfIt(_ line: String, _ isJudged: Bool) throws {
        var coach = try Coach(index(), asOf: Self.day)
        let answer = try coach.answer(line)
        #expect(answer.charge?.command == "coach charge --amount 30.00 --currency USD --merchant Steam")
        #expect((answer.advice != nil) == isJudged && answer.question == line)
        #expect((answer.reply + answer.warnings.joined()).contains("`coach charge --amount 30.00"), "\(answer.reply)")
    }

    /// What was paid, may be paid, or is to be corrected is no order.
    @Test(arguments: [
        "charges over $20 at Steam", "charge of $29.99 at Steam?", "I paid $20 with my card at Steam",
        "put the Steam charge under gifts", "should I pay $20 at Steam with my card?",
        "what did they charge me at Steam?", "should I put it on my card?", "can I put it on my card?",
        "what if I put it on my card?", "put it on my card?", "use my Checking card", "put it on my gift card",
        "pay my card", "pay off my card", "pay the amex", "put $200 from checking on my card", "get a $40 card holder",
        "pay my rent",
    ]) func otherLinesAreNoOrder(_ line: String) throws {
        var coach = try Coach(index(), asOf: Self.day)
        _ = try coach.answer("should I buy a desk for $300 at IKEA?")
        let answer = try coach.answer(line)
        #expect(answer.charge == nil && !answer.reply.contains("coach charge"), "\(answer.reply)")
    }

    @Test(arguments: [
        "I put it on my card", "I paid with my card", "we already charged it", "paid for it with my Visa",
    ])
    func whatWasPutOnACardWasBought(_ line: String) throws {
        var coach = try Coach(index(), asOf: Self.day)
        _ = try coach.answer("should I buy a desk for $300 at IKEA?")
        #expect(try coach.answer(line).reply.hasPrefix("Got it: you bought the desk"))
    }

    @Test(arguments: ["good idea?", "a good idea?", "bad idea?", "a smart buy?", "good idea or bad?"])
    func anIdeaWithAQuestionMarkAsksForTheVerdict(_ line: String) throws {
        var coach = try Coach(index(), asOf: Self.day)
        let verdict = try coach.answer("should I spend $20 at Chipotle?").reply
        let again = try coach.answer(line).reply
        #expect(verdict.hasPrefix(String(again.prefix(12))) && !again.contains("Anything else"), "\(again)")
        #expect(try coach.answer("good idea").reply.contains("Anything else"))
    }

    @Test(arguments: [
        "ok to pay $20 at Steam?", "is it ok to pay $20 at Steam?", "I'm about to pay $20 at Steam",
        "good idea to pay $20 at Steam?",
    ]) func payingIsNoThing(_ line: String) throws {
        var coach = try Coach(index(), asOf: Self.day)
        let purchase = try #require(try coach.answer(line).advice?.purchase)
        #expect(purchase.item == nil && purchase.merchant == "Steam")
    }

    /// A position goes with the words that lead up to it, and the question stays.
    @Test(arguments: [
        "I'm at 33 45.92 N 82 12.74 W, should I pay $20 at Steam?", "lat 33.76 lon -82.21 should I pay $20 at Steam?",
        "I am at 865QVQ8P+XX should I pay $20 at Steam?",
        "my position is 33.7653, -82.2123. should I pay $20 at Steam?",
        "33 deg 45.92 min N 82 deg 12.74 min W should I pay $20 at Steam?",
        "should I pay $20 at Steam? near 33.7653, -82.2123",
    ]) func aPositionLeavesTheQuestion(_ line: String) throws {
        var coach = try Coach(index(), asOf: Self.day)
        #expect(try coach.answer(line).question == "should I pay $20 at Steam?")
    }

    /// The thing that a line beside a payment names says what is bought, not the shop.
    @Test(arguments: [
        ("should I get the headphones?", "electronics"), ("remind me about the headphones tomorrow", "electronics"),
        ("ok to pay?", "groceries"),
    ]) func theThingNamedBesideAPaymentCounts(_ message: String, _ category: String) throws {
        let index = try index()
        var request = CounterRequest()
        request.message = message
        request.purchase = Purchase(amount: Money(2_000_000, .usd), merchant: "Kroger", day: Self.day)
        let reply = try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: 1_792_400_000)
        let offer = try #require(
            reply.offers.compactMap { offer -> Purchase? in
                if case .coolingOff(let purchase, _) = offer.kind { purchase } else { nil }
            }.first)
        #expect(offer.category == category)
        _ = try OfferBook(index, asOf: Self.day).confirm(
            try #require(reply.offers.first?.id), at: nil, now: 1_792_400_000)
        #expect(try WishBook(index, asOf: Self.day).waiting().map(\.decision.purchase.category) == [category])
    }

    /// A limit beside data that ended weeks ago says so, wherever it is told.
    @Test func aLimitSaysThatItsDataIsOld() throws {
        let index = try index()
        let groceries = try #require(RuleCategory(id: "groceries", in: .builtIn))
        try RuleBook(index).set(groceries, limit: Money(30_000, .usd), on: Self.day)
        let note = "Your data ends on October 9, so nothing you spent after that is counted."
        func told(_ day: CivilDate) throws -> [Bool] {
            var coach = try Coach(index, asOf: day)
            let asked = [
                try coach.answer("how much of my groceries limit is left?"),
                try coach.answer("should I spend $20 at Kroger?"),
            ].map { $0.notes.contains(note) }
            let purchase = try PurchaseDesk(index, asOf: day).completed(
                Purchase(amount: Money(2_000, .usd), merchant: "Kroger", day: day))
            let guardian = try Guardian(index).authorize(purchase, asOf: day, at: 1_792_400_000).message
            return asked + [guardian.contains(note)]
        }
        #expect(try told(Self.day) == [false, false, false])
        #expect(try told(Self.day.adding(days: 9)) == [true, true, true])
    }

    /// What waits to be confirmed holds no position of the lines that it is of.
    @Test func anOfferHoldsNoPosition() throws {
        let index = try index()
        var request = CounterRequest()
        request.history = ["I'm at 33 45.92 N 82 12.74 W"]
        request.message = "mark my last Steam purchase as a gift, at 865QVQ8P+XX"
        let reply = try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: 1_792_400_000)
        let kept = try reply.offers.compactMap { try $0.id.flatMap { try index.offer($0) }?.body.text }.joined()
        for digits in ["45.92", "12.74", "VQ8P"] {
            #expect(!kept.contains(digits) && !reply.message.contains(digits), "\(kept) \(reply.message)")
        }
    }

    /// Lines before the one that is confirmed are what it goes on from; what they ask for is not done with it.
    @Test func onlyTheLineThatIsConfirmedIsDone() throws {
        let index = try index()
        var request = CounterRequest()
        request.history = ["set a grocery limit of $250"]
        request.message = "mark my last Steam purchase as a gift"
        let reply = try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: 1_792_400_000)
        let before = try index.mark()
        _ = try OfferBook(index, asOf: Self.day).confirm(
            try #require(reply.offers.first?.id), at: nil, now: 1_792_400_000)
        #expect(try RuleBook(index).rules().isEmpty)
        #expect(try index.mark() != before)
    }

    /// A purchase that is typed in is an offer like any other: nothing is added before it is confirmed, and then once.
    @Test func aTypedPurchaseIsAnOffer() throws {
        let index = try index()
        func rows() throws -> Int {
            try index.database.first("SELECT count(*) FROM txn") { $0.int(0) }.map(Int.init) ?? 0
        }
        let count = try rows()
        var request = CounterRequest()
        request.history = ["cash: lunch 12"]
        request.message = "yes"
        let reply = try CounterDesk(index, asOf: Self.day, mayWrite: true).reply(to: request, now: 1_792_400_000)
        #expect(try rows() == count)
        let offer = try #require(reply.offers.first?.id)
        #expect(!reply.message.contains("Added"))
        _ = try OfferBook(index, asOf: Self.day).confirm(offer, at: nil, now: 1_792_400_000)
        #expect(try rows() == count + 1)
    }
}
