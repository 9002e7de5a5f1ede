import Advice
import Feeds
import Importing
import Ledger
import Retrieval
import Store
import TestSupport
import Testing

@testable import Payments

/// A household with a card, and the time as a test sets it.
final class Counter {
    let index: HouseholdIndex
    let bank = ScriptedProcessor()
    var now: Int64 = 1_792_497_600
    let today = CivilDate(iso: "2026-10-20")!
    private(set) var card: Int64 = 0

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        _ = try index.addAccount(name: "Visa", type: .creditCard, currency: .usd, mask: "4242")
        card = try addCard("pm_1").id
    }

    @discardableResult
    func addCard(_ method: String, _ account: Int64? = nil, isLive: Bool = true) throws -> FundingSource {
        let account = try account ?? #require(try index.accounts.first).id
        try index.keep(PaymentAccount(provider: "stripe", isLive: isLive))
        return try index.keep(
            FundingSource(
                label: method, provider: "stripe", isLive: isLive, externalID: method, customer: "cus_1", brand: "visa",
                mask: "4242", accountID: account, madeAt: now))
    }

    var cashier: Cashier { Cashier(index, bank, today: today, now: { self.now }) }

    @discardableResult
    func approve(_ cents: Int64, _ merchant: String = "Steam Games", for category: String = "games") throws -> Int64 {
        let purchase = Purchase(amount: Money(cents, .usd), merchant: merchant, category: category, day: today)
        let answer = try Guardian(index).authorize(purchase, asOf: today, at: now)
        try #require(answer.decision == .approve)
        return answer.event
    }

    /// The purchase is asked about when a limit speaks against it.
    @discardableResult
    func decline(_ cents: Int64, _ merchant: String = "Steam Games") throws -> Int64 {
        let fun = try #require(RuleCategory(id: "fun", in: .builtIn))
        try RuleBook(index).set(fun, limit: Money(1, .usd), on: today)
        defer { _ = try? RuleBook(index).remove(fun, on: today) }
        let purchase = Purchase(amount: Money(cents, .usd), merchant: merchant, category: "games", day: today)
        let answer = try Guardian(index).authorize(purchase, asOf: today, at: now)
        try #require(answer.decision == .decline)
        return answer.event
    }

    /// - Parameter isAgain: whether it may be a second payment; most tests pay the same amount several times.
    func charge(
        _ cents: Int64, _ merchant: String? = "Steam Games", card: Int64? = nil, key: String? = nil,
        isAgain: Bool = true
    ) throws -> Charge {
        var request = ChargeRequest(Money(cents, .usd), merchant: merchant, funding: card, requestKey: key)
        request.isAgain = isAgain
        return try cashier.charge(request).charge
    }

    /// A payment that is approved and charged.
    func pay(_ cents: Int64, _ merchant: String = "Steam Games", card: Int64? = nil, key: String? = nil) throws
        -> Charge
    {
        try approve(cents, merchant)
        return try charge(cents, merchant, card: card, key: key)
    }

    /// Amount and state of each row.
    func rows() throws -> [String] {
        try index.database.rows("SELECT amount, pending FROM txn ORDER BY id") {
            "\($0.int(0))\($0.int(1) == 1 ? " pending" : "")"
        }
    }

    func importStatement(_ rows: String, into account: String = "Visa") throws {
        var request = IngestRequest()
        request.account = account
        let file = StatementBytes(Array(("Date,Description,Amount\n" + rows).utf8), path: "visa.csv")
        _ = try Ingest(index, today: today).importBytes(file, request)
    }
}

@Suite struct CashierTests {
    /// Where Stripe counts in other units than banks do, the same number would be another amount.
    @Test(arguments: [
        ("USD", true), ("EUR", true), ("JPY", true), ("KRW", true), ("ISK", false), ("MGA", false), ("UGX", false),
        ("KWD", false), ("TND", false),
    ]) func onlyCurrenciesThatStripeCountsAlikeAreCharged(_ code: String, _ counts: Bool) throws {
        #expect(StripeProcessor.counts(try #require(Currency(code))) == counts)
    }

    private let counter: Counter
    private var bank: ScriptedProcessor { counter.bank }

    init() throws { counter = try Counter() }

    private func reason(_ body: () throws -> Charge) -> PaymentError.Reason? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? PaymentError)?.reason
        }
    }

    @Test func anApprovedPaymentIsChargedOnceAndIsAPendingRow() throws {
        let charge = try counter.pay(4500)
        #expect(charge.state == .succeeded && !charge.isSettled)
        #expect(try counter.rows() == ["-4500 pending"])
        // Asked for again it is the same charge: an approval is used up.
        #expect(try counter.charge(4500).id == charge.id)
        #expect(bank.taken == [4500])
        try counter.approve(4500)
        #expect(try counter.charge(4500).id != charge.id)
        #expect(bank.taken == [4500, 4500])
    }

    @Test func onlyExactlyWhatWasApprovedIsCharged() throws {
        let start = counter.now
        #expect(reason { try counter.charge(4500) } == .notApproved)
        try counter.approve(4500)
        #expect(reason { try counter.charge(4501) } == .notApproved)
        #expect(reason { try counter.charge(4499) } == .notApproved)
        #expect(reason { try counter.charge(4500, "Another Shop") } == .notApproved)
        let euros = ChargeRequest(Money(4500, Currency("EUR")!), merchant: "Steam Games")
        #expect(reason { try counter.cashier.charge(euros).charge } == .notApproved)
        counter.now = start + 300
        #expect(reason { try counter.charge(4500) } == .notApproved)
        counter.now = start - 1
        #expect(reason { try counter.charge(4500) } == .notApproved)
        #expect(bank.requests.isEmpty)
        counter.now = start + 299
        #expect(try counter.charge(4500).state == .succeeded)
    }

    @Test func whatWasDeclinedIsNoApproval() throws {
        let fun = try #require(RuleCategory(id: "fun", in: .builtIn))
        try RuleBook(counter.index).set(fun, limit: Money(1000, .usd), on: counter.today)
        let purchase = Purchase(
            amount: Money(4500, .usd), merchant: "Steam Games", category: "games", day: counter.today)
        let guardian = Guardian(counter.index)
        #expect(try guardian.authorize(purchase, asOf: counter.today, at: counter.now).decision == .decline)
        #expect(reason { try counter.charge(4500) } == .notApproved)
        _ = try guardian.allow(Money(4500, .usd), at: "Steam Games", now: counter.now)
        #expect(reason { try counter.charge(4500) } == .notApproved)
        #expect(try guardian.authorize(purchase, asOf: counter.today, at: counter.now).decision == .approve)
        #expect(try counter.charge(4500).state == .succeeded)
    }

    @Test func aLaterDeclineTakesTheApprovalBack() throws {
        let approval = try counter.approve(4500)
        try counter.approve(4500, "Bookshop")
        counter.now += 10
        try counter.decline(4500, "STEAM games")
        #expect(reason { try counter.charge(4500) } == .notApproved)
        let named = ChargeRequest(Money(4500, .usd), approval: approval)
        #expect(reason { try counter.cashier.charge(named).charge } == .notApproved)
        // Neither another merchant's approval nor one of another amount is meant.
        #expect(try counter.charge(4500, nil).merchant == "Bookshop")
        try counter.approve(4501)
        try counter.decline(4500)
        #expect(try counter.charge(4501).state == .succeeded)
        // What is approved after the decline counts again, also where the clock was set back in between.
        counter.now -= 5
        try counter.approve(4500)
        #expect(try counter.charge(4500).state == .succeeded)
        #expect(bank.taken.sorted() == [4500, 4500, 4501])
    }

    @Test func aDeclineCountsWhateverTheClockSays() throws {
        try counter.approve(4500)
        counter.now += 60
        try counter.decline(4500)
        counter.now -= 30
        #expect(reason { try counter.charge(4500) } == .notApproved)
    }

    @Test func anAmountApprovedAtTwoPlacesNeedsTheMerchant() throws {
        try counter.approve(4500)
        try counter.approve(4500, "Bookshop")
        #expect(reason { try counter.charge(4500, nil) } == .conflict)
        #expect(try counter.charge(4500, "bookshop").merchant == "Bookshop")
        #expect(try counter.charge(4500, nil).merchant == "Steam Games")
    }

    @Test func aRequestThatComesAgainWithItsKeyIsTheSame() throws {
        try counter.approve(4500)
        try counter.approve(4500)
        let first = try counter.charge(4500, key: "k")
        #expect(try counter.charge(4500, key: "k").id == first.id)
        #expect(reason { try counter.charge(4600, key: "k") } == .conflict)
        #expect(reason { try counter.charge(4500, "Another", key: "k") } == .conflict)
        #expect(bank.taken == [4500])
    }

    @Test(arguments: [true, false]) func anotherKeyNeedsAnApprovalOfItsOwn(isDeclined: Bool) throws {
        let card = isDeclined ? try counter.addCard("pm_Declined").id : nil
        let approval = try counter.approve(4500)
        let first = try counter.charge(4500, card: card, key: "a")
        #expect(first.state == (isDeclined ? .declined : .succeeded))
        #expect(reason { try counter.charge(4500, key: "b") } == .notApproved)
        let named = ChargeRequest(Money(4500, .usd), approval: approval, requestKey: "b")
        #expect(reason { try counter.cashier.charge(named).charge } == .notApproved)
        #expect(try counter.charge(4500, card: card, key: "a").id == first.id)
        try counter.approve(4500)
        let second = try counter.charge(4500, key: "b")
        #expect(second.id != first.id && second.state == .succeeded)
        #expect(bank.taken == (isDeclined ? [4500] : [4500, 4500]))
    }

    /// Whoever begins anew with another key isn't told of the first charge as if it were this one, nor pays twice unawares.
    @Test func anotherKeyWhileOneIsOpenIsTold() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let first = try counter.charge(4500, card: card.id, key: "a")
        try counter.approve(4500)
        #expect(reason { try counter.charge(4500, key: "b") } == .conflict)
        bank.answer(true)
        #expect(reason { try counter.charge(4500, key: "b") } == .conflict)
        #expect(bank.taken == [4500])
        #expect(try counter.charge(4500, key: "a").state == .succeeded)
        #expect(try counter.charge(4500, key: "b").id != first.id)
        #expect(bank.taken == [4500, 4500])
    }

    /// The same soon again may be the first one, whose answer nobody heard: what was learned of it otherwise is told.
    @Test(arguments: ["a", nil], ["b", nil] as [String?]) func theSamePaymentSoonAgainIsToldFirst(
        key: String?, other: String?
    ) throws {
        bank.faults = [1: .unanswered, 2: .lost]
        let first = try counter.pay(4500, key: key)
        #expect(first.state.isOpen)
        #expect(try counter.cashier.resolveOpen().map(\.charge.state) == [.succeeded])
        counter.now += 180
        try counter.approve(4500)
        do {
            _ = try counter.charge(4500, key: other, isAgain: false)
            Issue.record("it was paid twice")
        } catch let error as PaymentError {
            #expect(error.reason == .conflict, "\(error)")
            #expect(error.message.contains("you already paid $45.00 at Steam Games 3 minutes ago"), "\(error)")
        }
        #expect(bank.taken == [4500])
        #expect(try counter.charge(4500, key: other).id != first.id)
        #expect(bank.taken == [4500, 4500])
    }

    /// Another amount, merchant, or card is another payment, as is what comes ten minutes later or was sent back.
    @Test func anotherPaymentIsNoEcho() throws {
        func pay(_ cents: Int64, _ merchant: String = "Steam Games", card: Int64? = nil) throws -> Charge {
            // So many games are let through on purpose.
            _ = try Guardian(counter.index).allow(Money(cents, .usd), at: merchant, now: counter.now)
            try counter.approve(cents, merchant)
            return try counter.charge(cents, merchant, card: card, isAgain: false)
        }
        let first = try pay(4500)
        #expect(try pay(4501).state == .succeeded)
        #expect(try pay(4500, "Bookshop").state == .succeeded)
        #expect(try pay(4500, card: counter.addCard("pm_2").id).state == .succeeded)
        #expect(reason { try pay(4500, "STEAM games") } == .conflict)
        counter.now += Cashier.echoLife - 1
        #expect(reason { try pay(4500) } == .conflict)
        counter.now += 1
        let second = try pay(4500)
        #expect(second.id != first.id)
        _ = try counter.cashier.refund(second.id, 4499)
        #expect(reason { try pay(4500) } == .conflict)
        _ = try counter.cashier.refund(second.id)
        #expect(try pay(4500).state == .succeeded)
    }

    /// A refusal at the charge holds, though what it was for is over a moment later.
    @Test func aRefusalAtTheChargeTakesTheApprovalBack() throws {
        try counter.approve(4500)
        try counter.approve(4600)
        let request = ChargeRequest(Money(4500, .usd), merchant: "Steam Games")
        do {
            _ = try counter.cashier.charge(request) { _ in "You're at Mall." }
            Issue.record("it was charged")
        } catch let error as PaymentError {
            #expect(error == PaymentError(.notApproved, "You're at Mall."))
        }
        #expect(reason { try counter.charge(4500) } == .notApproved)
        #expect(try counter.charge(4600).state == .succeeded)
        try counter.approve(4500)
        #expect(try counter.charge(4500).state == .succeeded)
        #expect(bank.taken.sorted() == [4500, 4600])
    }

    // MARK: Limits

    /// What may still go through counts as if it did: once, by its own category, day, and kind of money.
    @Test(arguments: [true, false]) func whatIsStillOpenCountsAgainstLimits(answer: Bool) throws {
        let fun = try #require(RuleCategory(id: "fun", in: .builtIn))
        try RuleBook(counter.index).set(fun, limit: Money(10_000, .usd), on: counter.today)
        let card = try counter.addCard("pm_Asks")
        try counter.approve(5000)
        #expect(try counter.charge(5000, card: card.id).state == .requiresAction)
        try counter.approve(2000, "Arcade")
        #expect(try counter.charge(2000, "Arcade", card: card.id).state == .requiresAction)
        func assessed(_ cents: Int64, _ category: String = "games", _ day: CivilDate? = nil) throws -> RuleAssessment {
            let purchase = Purchase(
                amount: Money(cents, .usd), merchant: "Steam Games", category: category, day: day ?? counter.today)
            return try RuleAssessor(counter.index).assess(purchase, asOf: day ?? counter.today)
        }
        let open = try assessed(3001)
        #expect(open.spentMonthToDate == 7000 && open.blockReason == .exceedsLimit)
        #expect(open.rationale.hasSuffix(" That counts $70.00 still being charged to your card."))
        #expect(try assessed(3000).blockReason == .none)
        #expect(try assessed(3001, "groceries").spentMonthToDate == 0)
        #expect(try assessed(3001, "games", CivilDate(iso: "2026-11-20")).spentMonthToDate == 0)
        #expect(open.count7Days == 2 && open.spent7Days == 7000)
        bank.answer(answer)
        _ = try counter.cashier.resolveOpen()
        let over = try assessed(3001)
        #expect(over.spentMonthToDate == (answer ? 7000 : 0))
        #expect(!over.rationale.contains("still being charged"))
    }

    /// A limit on several categories fills with what was approved for it, before and after the bank's row; a usual category of
    /// the merchant is kept only where it is one of them.
    @Test(arguments: [
        ("fun", "", "hobbies"), ("fun", "toys", "toys"), ("fun", "groceries", "hobbies"),
        ("restaurants+coffee", "", "restaurants"), ("restaurants+coffee", "coffee", "coffee"),
        ("games", "toys", "games"), ("rent_bills", "", "housing"), ("alcohol", "", "alcohol"),
    ]) func whatWasApprovedForALimitCountsTowardIt(limit: String, usual: String, filed: String) throws {
        let category = try #require(RuleCategory(id: limit, in: .builtIn))
        if !usual.isEmpty {
            try counter.approve(1000, "Zed Nova", for: usual)
            _ = try counter.charge(1000, "Zed Nova")
        }
        func spent() throws -> Int64 {
            let later = counter.today.adding(days: 5)
            let purchase = Purchase(amount: Money(1, .usd), merchant: nil, category: category.id, day: later)
            return try RuleAssessor(counter.index).assess(purchase, asOf: later).spentMonthToDate
        }
        let before = try spent()
        try RuleBook(counter.index).set(category, limit: Money(20_000, .usd), on: counter.today)
        try counter.approve(9000, "Zed Nova", for: limit)
        #expect(try counter.charge(9000, "Zed Nova").state == .succeeded)
        #expect(try spent() == before + 9000)
        let found = try counter.index.database.first(
            "SELECT category_id FROM txn WHERE amount = -9000"
        ) { counter.index.categorySlug($0.int(0)) }
        #expect(found == filed)
        try counter.importStatement("2026-10-21,ZED NOVA 42,-90.00\n")
        #expect(try counter.rows().last == "-9000")
        #expect(try spent() == before + 9000)
    }

    @Test(arguments: RuleCategory.guardianIDs) func eachGroupHasACategoryToFileUnder(id: String) throws {
        let category = try #require(RuleCategory(id: id, in: .builtIn))
        #expect(category.members.contains(try #require(Taxonomy.builtIn.filing(of: id))))
    }

    @Test func testAndRealMoneyAreNotMixedUp() throws {
        let test = try counter.addCard("pm_test", isLive: false)
        try counter.approve(4500)
        #expect(reason { try counter.charge(4500, card: test.id) } == .conflict)
        try counter.index.keep(PaymentAccount(provider: "stripe", isLive: true))
        #expect(reason { try counter.charge(4500, card: test.id) } == .notFound)
        bank.isLive = false
        #expect(reason { try counter.charge(4500) } == .conflict)
        #expect(bank.requests.isEmpty)
    }

    /// Trying doesn't spoil the books: charges and refunds for trying are kept, and count nowhere.
    @Test func whatIsChargedForTryingCountsNowhere() throws {
        let fun = try #require(RuleCategory(id: "fun", in: .builtIn))
        try RuleBook(counter.index).set(fun, limit: Money(10_000, .usd), on: counter.today)
        bank.isLive = false
        let card = try counter.addCard("pm_Asks", 0, isLive: false)
        let other = try counter.addCard("pm_test", 0, isLive: false)
        func spent() throws -> Int64 {
            let purchase = Purchase(
                amount: Money(1, .usd), merchant: "Steam Games", category: "games", day: counter.today)
            return try RuleAssessor(counter.index).assess(purchase, asOf: counter.today).spentMonthToDate
        }
        try counter.approve(4500)
        let open = try counter.charge(4500, card: card.id)
        #expect(open.state == .requiresAction && open.isTest)
        #expect(try spent() == 0)
        bank.answer(true)
        #expect(try counter.cashier.resolveOpen().map(\.charge.state) == [.succeeded])
        for cents: Int64 in [4600, 4700] {
            try counter.approve(cents)
            #expect(try counter.charge(cents, card: other.id).state == .succeeded)
        }
        #expect(try counter.cashier.refund(open.id, 1500).state == .succeeded)
        #expect(try counter.cashier.resolveOpen().isEmpty)
        #expect(try counter.index.chargesWithOpenRefunds().isEmpty)
        #expect(try counter.rows() == [] && spent() == 0)
        let kept = try counter.index.charges(limit: 9)
        #expect(kept.map(\.isTest) == [true, true, true] && kept.last?.refunded == 1500)
        #expect(ChargeOutcome(kept[0]).sentence.contains("as a test"))
    }

    // MARK: What the card says

    @Test func aDeclinedChargeCanComeOfNothingLater() throws {
        let card = try counter.addCard("pm_Declined")
        try counter.approve(4500)
        #expect(try counter.charge(4500, card: card.id).state == .declined)
        #expect(!bank.hasOpenIntents)
        #expect(try counter.rows() == [])
        // The approval is used up; another one is asked for first.
        #expect(try counter.charge(4500).state == .declined)
        try counter.approve(4500)
        #expect(try counter.charge(4500).state == .succeeded)
        #expect(bank.taken == [4500])
    }

    @Test(arguments: [true, false, nil]) func theCardholderIsAsked(answer: Bool?) throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        #expect(try counter.charge(4500, card: card.id).state == .requiresAction)
        #expect(try counter.rows() == [])
        // While that is open no second one begins, whatever is approved.
        try counter.approve(4500)
        #expect(try counter.charge(4500).state == .requiresAction)
        if let answer { bank.answer(answer) } else { counter.now += 3_600 }
        let found = try #require(try counter.cashier.resolveOpen().first)
        #expect(found.charge.state == (answer == true ? .succeeded : answer == false ? .declined : .canceled))
        #expect(try counter.rows() == (answer == true ? ["-4500 pending"] : []))
        #expect(!bank.hasOpenIntents)
    }

    /// On a terminal the bank's question is answered on a page, which is told each time until it's answered; what a phone ordered
    /// gets one when a terminal orders it too.
    @Test(arguments: [true, false]) func aPageLeadsToTheBank(isPhoneFirst: Bool) throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        var request = ChargeRequest(Money(4500, .usd), merchant: "Steam Games", funding: card.id)
        if isPhoneFirst { #expect(try counter.cashier.charge(request).confirmPage == nil) }
        request.wantsPage = true
        let asked = try counter.cashier.charge(request)
        #expect(asked.charge.state == .requiresAction && asked.confirmPage == "https://bank.example/pi_1")
        counter.now += 1_000
        for found in [try counter.cashier.resolve(asked.charge), try counter.cashier.charge(request)] {
            #expect(found.charge.state == .requiresAction && found.confirmPage == asked.confirmPage)
        }
        bank.answer(true)
        let paid = try counter.cashier.resolve(asked.charge)
        #expect(paid.charge.state == .succeeded && paid.confirmPage == nil)
        #expect(bank.taken == [4500] && bank.intents.count == 1)
    }

    /// What is paid late, after the bank's question, is minutes ago from then on.
    @Test func theMinutesCountFromThePayment() throws {
        let card = try counter.addCard("pm_Asks")
        func pay() throws -> Charge {
            try counter.approve(4500)
            return try counter.charge(4500, card: card.id, isAgain: false)
        }
        let first = try pay()
        counter.now += 1_800
        bank.answer(true)
        #expect(try counter.cashier.resolve(first).charge.state == .succeeded)
        counter.now += Cashier.echoLife - 1
        try counter.approve(4500)
        let said = try counter.cashier.echo(of: Money(4500, .usd), at: "Steam Games", with: card.id)
        #expect(
            said
                == "you already paid $45.00 at Steam Games: you ordered it 39 minutes ago, and it was confirmed 9 minutes ago"
        )
        #expect(reason { try pay() } == .conflict)
        counter.now += 1
        #expect(try pay().state == .requiresAction)
    }

    /// An intent that nobody heard of is canceled at the provider, or that it isn't yet is said.
    @Test(arguments: [true, false]) func anIntentThatNobodyHeardOfIsCanceled(isOrdered: Bool) throws {
        bank.faults = [0: .unanswered]
        let charge = try counter.pay(4500)
        #expect(charge.state == .new && bank.intents["pi_1"]?.status == .unconfirmed)
        bank.isOffline = true
        func end() throws -> ChargeOutcome {
            if isOrdered { return try counter.cashier.cancel(counter.index.charge(charge.id) ?? charge) }
            return try counter.cashier.resolve(charge)
        }
        if !isOrdered { counter.now += Cashier.approvalLife }
        let open = try end()
        #expect(open.charge.state.isOpen)
        #expect(open.sentence.contains("as soon as the provider can be reached"), "\(open.sentence)")
        bank.isOffline = false
        #expect(try end().charge.state == .canceled)
        #expect(bank.intents.count == 1 && bank.intents["pi_1"]?.status == .canceled)
    }

    /// A request that names another card isn't told of the first one's charge as if it were its own.
    @Test(arguments: ["pm_Declined", "pm_Asks", "pm_1"]) func anotherCardIsAnotherAttempt(method: String) throws {
        let first = try counter.addCard(method)
        let second = try counter.addCard("pm_2")
        try counter.approve(4500)
        let charge = try counter.charge(4500, card: first.id)
        let isOpen = charge.state.isOpen
        #expect(reason { try counter.charge(4500, card: second.id) } == (isOpen ? .conflict : .notApproved))
        #expect(try counter.charge(4500, card: first.id).id == charge.id)
        #expect(bank.taken == (method == "pm_1" ? [4500] : []))
        if isOpen { _ = try counter.cashier.cancel(charge) }
        try counter.approve(4500)
        let other = try counter.charge(4500, card: second.id, key: "k")
        #expect(other.id != charge.id && other.funding == second.id && other.state == .succeeded)
        #expect(reason { try counter.charge(4500, card: first.id, key: "k") } == .conflict)
    }

    // MARK: Connections that break

    /// Every pair of faults at the first requests, then all works again: one charge or none, and what is known is what is.
    @Test func networkLossAtEveryStepNeitherLosesNorRepeatsACharge() throws {
        for first in 0..<8 {
            for second in (first + 1)..<9 {
                for fault in ScriptedProcessor.Fault.allCases {
                    for other in ScriptedProcessor.Fault.allCases {
                        try oneCharge([first: fault, second: other], goesOnAfter: 1)
                        try oneCharge([first: fault, second: other], goesOnAfter: 400)
                    }
                }
            }
        }
    }

    private func oneCharge(_ faults: [Int: ScriptedProcessor.Fault], goesOnAfter seconds: Int64) throws {
        let counter = try Counter()
        counter.bank.faults = faults
        _ = try counter.pay(4500)
        counter.now += seconds
        // Whoever sees it break off asks, and orders it again.
        for _ in 0..<6 {
            _ = try counter.cashier.resolveOpen()
            if seconds == 1 { _ = try counter.charge(4500) }
        }
        counter.bank.faults = [:]
        _ = try counter.cashier.resolveOpen()
        // What the provider answers no more with its keys is given up when the approval is over.
        counter.now += Cashier.approvalLife
        _ = try counter.cashier.resolveOpen()
        let charge = try #require(try counter.index.charges(limit: 1).first)
        #expect(!charge.state.isOpen, "\(faults)")
        #expect(counter.bank.taken == (charge.state == .succeeded ? [4500] : []), "\(faults) \(charge.state)")
        #expect(try counter.rows() == (charge.state == .succeeded ? ["-4500 pending"] : []), "\(faults)")
        #expect(!counter.bank.hasOpenIntents && !counter.bank.hasForgottenIntents, "\(faults)")
        if seconds == 1, charge.state != .succeeded { #expect(charge.problem != nil) }
    }

    /// Offline from any request on, for good or until the approval is over.
    @Test(arguments: 0..<3) func whatBecameOfAChargeIsAskedLater(requests: Int) throws {
        bank.meanwhile = { [bank] number in if number == requests { bank.isOffline = true } }
        let open = try counter.pay(4500)
        // The third request would have been the one after the charge: there is none.
        #expect(open.state.isOpen == (requests < 2))
        counter.now += 600
        #expect(try counter.cashier.resolveOpen().allSatisfy { $0.note != nil || !$0.charge.state.isOpen })
        bank.meanwhile = { _ in }
        bank.isOffline = false
        _ = try counter.cashier.resolveOpen()
        #expect(bank.taken == (requests < 2 ? [] : [4500]))
        #expect(!bank.hasOpenIntents)
    }

    @Test func aChargeThatNobodyHeardOfIsCanceledInTime() throws {
        bank.isOffline = true
        let charge = try counter.pay(4500)
        #expect(charge.state == .new)
        #expect(charge.waitsFor == .order)
        bank.isOffline = false
        #expect(try counter.cashier.cancel(charge).charge.state == .canceled)
        #expect(reason { try counter.cashier.cancel(try counter.index.charge(charge.id)!).charge } == .conflict)
        #expect(bank.taken.isEmpty)
    }

    /// What waits is asked about without anybody's order: a few at a time, and none that somebody is just about to carry out.
    @Test func whatWaitsIsSweptAFewAtATime() throws {
        bank.meanwhile = { [bank] number in bank.isOffline = number % 2 == 1 }
        for number: Int64 in 0..<30 {
            try counter.approve(100 + number, "Shop \(number)")
            bank.isOffline = false
            let charge = try counter.charge(100 + number, "Shop \(number)")
            #expect(charge.state.isOpen)
        }
        bank.meanwhile = { _ in }
        bank.isOffline = true
        _ = try counter.cashier.cancel(try #require(try counter.index.charges(limit: 1).first))
        bank.isOffline = false
        // Only what is to be canceled, as long as the others may be on their way.
        var requests = bank.requests.count
        var sweep = try counter.cashier.sweep()
        #expect(sweep.ended.map(\.charge.state) == [.canceled] && sweep.isWaiting && !sweep.isUnreachable)
        #expect(bank.requests.count == requests + 1)
        counter.now += 400
        bank.isOffline = true
        requests = bank.requests.count
        sweep = try counter.cashier.sweep()
        #expect(sweep.ended.isEmpty && sweep.isWaiting && sweep.isUnreachable)
        #expect(bank.requests.count == requests + Cashier.mostUnheard)
        bank.isOffline = false
        sweep = try counter.cashier.sweep()
        #expect(sweep.ended.count == Cashier.mostSwept && sweep.isWaiting)
        sweep = try counter.cashier.sweep()
        #expect(sweep.ended.count == 29 - Cashier.mostSwept && !sweep.isWaiting)
        #expect(bank.taken.isEmpty && !bank.hasOpenIntents)
    }

    @Test func whatAChargeWaitsForIsSaid() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let asked = try counter.charge(4500, card: card.id)
        #expect(asked.waitsFor == .cardholder)
        bank.isOffline = true
        #expect(try counter.cashier.cancel(asked).charge.waitsFor == .cancellation)
        bank.isOffline = false
        #expect(try counter.cashier.sweep().ended.map(\.charge.waitsFor) == [nil])
    }

    /// What somebody canceled is never charged afterwards, whatever is asked or ordered, though the network broke at each step.
    @Test(arguments: [false, true]) func whatIsToBeCanceledIsOnlyCanceledLater(isOrderedAgain: Bool) throws {
        // Made, and then offline: at the confirmation, when it's asked about, and when it's canceled.
        bank.meanwhile = { [bank] number in if number == 1 { bank.isOffline = true } }
        try counter.approve(4500)
        let open = try counter.charge(4500, key: "k")
        #expect(open.state == .sent)
        let said = try counter.cashier.cancel(open)
        #expect(said.charge.state.isOpen && said.charge.isCancelAsked)
        #expect(said.sentence.contains("I'll cancel it as soon as the provider can be reached"))
        let asked = try counter.cashier.resolveOpen()
        #expect(asked.map(\.sentence).allSatisfy { $0.contains("I'll cancel it as soon as") })
        (bank.meanwhile, bank.isOffline) = ({ _ in }, false)
        if isOrderedAgain {
            #expect(try counter.charge(4500, key: "k").state == .canceled)
        } else {
            #expect(try counter.cashier.resolveOpen().map(\.charge.state) == [.canceled])
        }
        #expect(bank.taken.isEmpty && bank.intents["pi_1"]?.status == .canceled)
        #expect(try counter.index.charge(open.id)?.problem == "You canceled it.")
        // Another order is another charge.
        try counter.approve(4500)
        #expect(try counter.charge(4500).id != open.id)
        #expect(bank.taken == [4500])
    }

    /// The confirmation was carried out unheard: it's charged, and the wish to cancel doesn't hide that.
    @Test func whatWasChargedBeforeItCouldBeCanceledIsTold() throws {
        bank.faults = [1: .unanswered, 2: .lost, 3: .lost]
        let open = try counter.pay(4500)
        #expect(open.state == .sent)
        #expect(try counter.cashier.cancel(open).charge.state.isOpen)
        let found = try counter.cashier.resolveOpen()
        #expect(found.map(\.charge.state) == [.succeeded])
        #expect(found[0].sentence.contains("was charged before it could be canceled"))
        #expect(try counter.rows() == ["-4500 pending"])
    }

    @Test func whatTheCardholderIsAskedSaysThatItWasCanceled() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let canceled = try counter.cashier.cancel(counter.charge(4500, card: card.id))
        #expect(canceled.charge.state == .canceled && canceled.charge.problem == "You canceled it.")
        #expect(canceled.sentence == "$45.00 at Steam Games wasn't charged. You canceled it.")
    }

    /// Whoever checks only asks: an intent that nothing was asked of is carried out by another order alone.
    @Test(arguments: ["k", nil]) func onlyAnOrderHasACardCharged(key: String?) throws {
        for lost in [[0: ScriptedProcessor.Fault.lost], [1: .lost, 2: .lost]] {
            let counter = try Counter()
            counter.bank.faults = lost
            try counter.approve(4500)
            let open = try counter.charge(4500, key: key)
            counter.bank.faults = [:]
            let asked = try #require(try counter.cashier.resolveOpen().first)
            #expect(asked.charge.state.isOpen && asked.isUnsent && counter.bank.taken.isEmpty)
            #expect(asked.sentence.contains("hasn't been charged so far"))
            #expect(try counter.charge(4500, key: key).id == open.id)
            #expect(counter.bank.taken == [4500])
        }
    }

    /// Neither a check nor the same order again charges what was declined after it was approved.
    @Test(arguments: [true, false], ["k", nil]) func aLaterDeclineEndsWhatIsOpen(isOrdered: Bool, key: String?) throws {
        for lost in [[0: ScriptedProcessor.Fault.lost], [1: .lost, 2: .lost]] {
            let counter = try Counter()
            counter.bank.faults = lost
            try counter.approve(4500)
            let open = try counter.charge(4500, key: key)
            counter.bank.faults = [:]
            try counter.decline(4500)
            if isOrdered { _ = try? counter.charge(4500, key: key) } else { _ = try counter.cashier.resolveOpen() }
            let ended = try #require(try counter.index.charge(open.id))
            #expect(ended.state == .canceled && ended.problem?.contains("declined after it was approved") == true)
            #expect(counter.bank.taken.isEmpty)
        }
    }

    /// Another order carries the charge out while the request that began it still waits for its intent.
    @Test(arguments: ["pm_1", "pm_Declined", "pm_Asks"]) func twoAtTheSameChargeLeaveItAsItIs(method: String) throws {
        let card = try counter.addCard(method)
        try counter.approve(4500)
        var other: Charge.State?
        bank.meanwhile = { [counter] number in
            guard number == 0 else { return }
            other = try? counter.charge(4500).state
        }
        let request = ChargeRequest(Money(4500, .usd), merchant: "Steam Games", funding: card.id)
        let outcome = try counter.cashier.charge(request)
        let (charge, isTaken) = (outcome.charge, method == "pm_1")
        // The phone that asked has to show the cardholder the bank's question all the same.
        #expect(outcome.clientSecret == (method == "pm_Asks" ? "pi_1_secret" : nil))
        #expect(other == (isTaken ? .succeeded : method == "pm_Asks" ? .requiresAction : .declined))
        #expect(charge.state == other)
        #expect(bank.taken == (isTaken ? [4500] : []))
        #expect(try counter.rows() == (isTaken ? ["-4500 pending"] : []))
        #expect(bank.hasOpenIntents == (method == "pm_Asks"))
    }

    /// One process hears of a fault and makes an intent with another key; the other one made and wrote down its own.
    @Test(arguments: ["pm_1", "pm_Declined", "pm_Asks"]) func ofTwoIntentsOneIsCarriedOut(method: String) throws {
        let card = try counter.addCard(method)
        try counter.approve(4500)
        // The other one's requests are 3 to 6: it finds none, makes its intent, and hears nothing of carrying it out.
        bank.faults = [0: .gateway, 5: .lost, 6: .lost]
        var stale: Charge?
        bank.meanwhile = { [counter] number in
            guard number == 2 else { return }
            stale = try? counter.charge(4500)
        }
        let outcome = try counter.cashier.charge(
            ChargeRequest(Money(4500, .usd), merchant: "Steam Games", funding: card.id))
        let taken: [Int64] = method == "pm_1" ? [4500] : []
        #expect(bank.intents.count == 2 && bank.intents["pi_2"]?.status == .canceled)
        #expect(outcome.charge.intent == "pi_1" && bank.taken == taken)
        #expect(outcome.clientSecret == "pi_1_secret")
        #expect(try #require(stale).intent == "pi_1")
        // The other one goes on with what it knew.
        #expect(try counter.cashier.resolve(#require(stale)).charge.state == outcome.charge.state)
        #expect(bank.taken == taken)
        #expect(try counter.rows() == taken.map { "-\($0) pending" })
        #expect(bank.hasOpenIntents == (method == "pm_Asks"))
    }

    // MARK: Webhooks

    private func webhook(_ id: String, _ charge: Charge, _ type: String = "payment_intent.succeeded") throws
        -> StripeWebhook
    {
        let body = Array(
            (#"{"id": "evt_\#(id)", "type": "\#(type)", "livemode": false, "data": {"object": {"object": "payment_intent", "#
                + #""id": "\#(charge.intent ?? "pi_unknown")", "metadata": {"coach_charge": "\#(charge.key)"}}}}"#).utf8
        )
        let secret = Secret("whsec_of_tests")
        let code = HexText.text(try HMAC.sha256(Array("\(counter.now).".utf8) + body, key: secret))
        return try StripeWebhook.verify(
            body: body, header: "t=\(counter.now),v1=\(code)", secret: secret, isLive: false, now: counter.now)
    }

    private func word(_ effect: Cashier.Effect) -> String {
        switch effect {
        case .looked(let outcome): outcome.charge.state.rawValue
        case .nothing: "nothing"
        case .replay: "replay"
        }
    }

    @Test func aWebhookIsTakenOnceAndOnlyMakesCoachAsk() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let charge = try counter.charge(4500, card: card.id)
        // It says that the charge went through; the provider says that nobody answered yet, and is believed.
        #expect(word(try counter.cashier.take(webhook("1", charge))) == "requires_action")
        #expect(try counter.rows() == [])
        bank.answer(true)
        #expect(word(try counter.cashier.take(webhook("1", charge))) == "replay")
        #expect(try counter.rows() == [])
        #expect(word(try counter.cashier.take(webhook("2", charge, "payment_intent.created"))) == "succeeded")
        #expect(try counter.rows() == ["-4500 pending"])
        #expect(word(try counter.cashier.take(webhook("2", charge, "payment_intent.created"))) == "replay")
        #expect(try counter.rows() == ["-4500 pending"])
        // Four days later Stripe sends it no more, and it is forgotten.
        counter.now += StripeWebhook.resending + 1
        _ = try counter.cashier.take(webhook("3", charge))
        #expect(try counter.index.hasWebhook("evt_2") == false)
    }

    @Test func aWebhookThatCannotBeLookedIntoIsTakenLater() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let charge = try counter.charge(4500, card: card.id)
        bank.answer(true)
        bank.isOffline = true
        #expect(throws: PaymentError.self) { try counter.cashier.take(webhook("1", charge)) }
        bank.isOffline = false
        #expect(word(try counter.cashier.take(webhook("1", charge))) == "succeeded")
    }

    @Test func aWebhookAboutAnothersChargeConcernsNothing() throws {
        let charge = try counter.pay(4500)
        let other = try Counter()
        other.now = counter.now
        #expect(word(try other.cashier.take(webhook("1", charge))) == "nothing")
        #expect(other.bank.requests.isEmpty)
    }

    @Test func aWebhookTellsOfARefundMadeElsewhere() throws {
        let charge = try counter.pay(4500)
        bank.sendBack(1500)
        #expect(word(try counter.cashier.take(webhook("1", charge, "charge.refunded"))) == "succeeded")
        #expect(try counter.rows() == ["-4500 pending", "1500 pending"])
        #expect(word(try counter.cashier.take(webhook("1", charge, "charge.refunded"))) == "replay")
        #expect(try counter.rows() == ["-4500 pending", "1500 pending"])
    }

    // MARK: Money back

    @Test func partsGoBackUpToAll() throws {
        let id = try counter.pay(4500).id
        #expect(try counter.cashier.refund(id, 2000).state == .succeeded)
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, 2501) }
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, 0) }
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, -1) }
        #expect(try counter.cashier.refund(id).amount == 2500)
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id) }
        #expect(try counter.rows() == ["-4500 pending", "2000 pending", "2500 pending"])
    }

    @Test func aRefundMadeElsewhereCounts() throws {
        let id = try counter.pay(4500).id
        bank.sendBack(4000)
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, 1000) }
        #expect(try counter.rows() == ["-4500 pending", "4000 pending"])
        #expect(try counter.cashier.refund(id).amount == 500)
    }

    @Test(arguments: ScriptedProcessor.Fault.allCases, 2..<6)
    func refundsAreNeitherLostNorRepeated(fault: ScriptedProcessor.Fault, request: Int) throws {
        let id = try counter.pay(4500).id
        bank.faults = [request: fault]
        let refund = try? counter.cashier.refund(id, 2000)
        bank.faults = [:]
        _ = try counter.cashier.resolveOpen()
        _ = try counter.cashier.resolveOpen()
        let known = try counter.index.refunds(ofCharge: id).filter { $0.state == .succeeded }.map(\.amount)
        #expect(bank.sentBack.map(\.amount) == known)
        #expect(known.count <= 1)
        if refund != nil { #expect(known == [2000]) }
        #expect(try counter.rows().dropFirst() == known.map { "\($0) pending" }[...])
    }

    @Test func aRefundThatComesAgainWithItsKeyIsTheSame() throws {
        let id = try counter.pay(4500).id
        try counter.approve(3000, "Bookshop")
        let other = try counter.charge(3000, "Bookshop").id
        let first = try counter.cashier.refund(id, 500, requestKey: "k")
        #expect(try counter.cashier.refund(id, 500, requestKey: "k").id == first.id)
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, 501, requestKey: "k") }
        #expect(throws: PaymentError.self) { try counter.cashier.refund(other, 500, requestKey: "k") }
        // Another key is another wish.
        #expect(try counter.cashier.refund(id, 500, requestKey: "l").id != first.id)
        #expect(bank.sentBack.map(\.amount) == [500, 500])
    }

    /// Without a key the same again within minutes may be the first one, whose answer nobody heard.
    @Test(arguments: ["k", nil]) func theSameRefundSoonAgainIsToldFirst(key: String?) throws {
        let id = try counter.pay(4500).id
        let first = try counter.cashier.refund(id, 500, requestKey: key)
        counter.now += 180
        do {
            _ = try counter.cashier.refund(id, 500)
            Issue.record("it went back twice")
        } catch let error as PaymentError {
            #expect(error.reason == .conflict && error.message.contains("$5.00 of it back 3 minutes ago"), "\(error)")
            #expect(error.message.contains("`coach charge refund \(id) 5.00 --again`"), "\(error)")
        }
        #expect(bank.sentBack.map(\.amount) == [500])
        #expect(try counter.cashier.refund(id, 700).amount == 700)
        #expect(try counter.cashier.refund(id, 500, isAgain: true).id != first.id)
        counter.now += Cashier.echoLife
        #expect(try counter.cashier.refund(id, 500).id != first.id)
        #expect(bank.sentBack.map(\.amount) == [500, 700, 500, 500])
        // All that is left is no repetition, whatever it comes to.
        #expect(try counter.cashier.refund(id).amount == 2300)
    }

    /// The refund is written down and carried out, and nobody hears of it before it is asked for again.
    @Test(arguments: [500, nil] as [Int64?], ["k", nil])
    func aRefundThatBrokeOffIsCarriedOn(amount: Int64?, key: String?) throws {
        let id = try counter.pay(4500).id
        let requests = bank.requests.count
        // The list of refunds, the refund, and the list again.
        bank.faults = [requests + 1: .unanswered, requests + 2: .lost]
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, amount, requestKey: key) }
        #expect(bank.sentBack.map(\.amount) == [amount ?? 4500])
        bank.faults = [:]
        #expect(try counter.cashier.refund(id, amount, requestKey: key).state == .succeeded)
        #expect(bank.sentBack.map(\.amount) == [amount ?? 4500])
        #expect(try counter.rows() == ["-4500 pending", "\(amount ?? 4500) pending"])
    }

    @Test func anotherAmountOrKeyIsNoneThatBrokeOff() throws {
        let id = try counter.pay(4500).id
        let requests = bank.requests.count
        bank.faults = [requests + 1: .unanswered, requests + 2: .lost]
        #expect(throws: PaymentError.self) { try counter.cashier.refund(id, 500) }
        bank.faults = [:]
        #expect(try counter.cashier.refund(id, 600).amount == 600)
        #expect(try counter.cashier.refund(id, 500, requestKey: "k").amount == 500)
        #expect(bank.sentBack.map(\.amount) == [500, 600, 500])
    }

    /// A refund that never arrived isn't sent along with another one, nor by a check; it's told, and given up in time.
    @Test func aRefundThatNeverArrivedTakesItsOwnRequest() throws {
        let charge = try counter.pay(4500)
        let requests = bank.requests.count
        bank.faults = [requests + 1: .lost, requests + 2: .lost]
        #expect(throws: PaymentError.self) { try counter.cashier.refund(charge.id, 500) }
        bank.faults = [:]
        let other = try counter.cashier.refund(charge.id, 600)
        _ = try counter.cashier.resolveOpen()
        #expect(bank.sentBack.map(\.amount) == [600])
        let word = try Cashier.unsentRefunds(of: charge, besides: other.id, in: counter.index)
        #expect(word?.contains("an earlier refund of $5.00 at Steam Games hasn't gone through") == true)
        let known = try #require(try counter.index.charge(charge.id))
        #expect(known.refunded == 1100 && known.refundedUnheard == 500)
        #expect(try counter.cashier.refund(charge.id, 500).state == .succeeded)
        #expect(bank.sentBack.map(\.amount) == [600, 500])
        let later = bank.requests.count
        bank.faults = [later + 1: .lost, later + 2: .lost]
        #expect(throws: PaymentError.self) { try counter.cashier.refund(charge.id, 700) }
        bank.faults = [:]
        counter.now += Cashier.refundLife
        _ = try counter.cashier.resolveOpen()
        #expect(try Cashier.unsentRefunds(of: charge, in: counter.index) == nil)
        #expect(try counter.cashier.refund(charge.id).amount == 3400)
        #expect(bank.sentBack.map(\.amount) == [600, 500, 3400])
    }

    /// Killed between noting what came of it and its row.
    @Test func aRefundWithoutItsRowGetsIt() throws {
        let id = try counter.pay(4500).id
        let refund = try counter.cashier.refund(id, 500)
        try counter.index.database.run("UPDATE charge_refund SET txn_id = NULL WHERE id = ?", .int(refund.id))
        try counter.index.database.run("DELETE FROM txn WHERE amount = 500")
        _ = try counter.cashier.resolveOpen()
        #expect(try counter.rows() == ["-4500 pending", "500 pending"])
    }

    /// Another process orders the same refund while this one still asks what went back already.
    @Test(arguments: [true, false]) func refundsOrderedAtOnceGoBackOnce(isHeard: Bool) throws {
        let id = try counter.pay(4500).id
        let list = bank.requests.count
        bank.faults = isHeard ? [:] : [list + 2: .lost, list + 3: .lost]
        bank.meanwhile = { [counter] number in
            if number == list { _ = try? counter.cashier.refund(id, 500) }
        }
        do {
            _ = try counter.cashier.refund(id, 500)
            Issue.record("it went back twice")
        } catch let error as PaymentError {
            #expect(error.reason == (isHeard ? .conflict : .busy), "\(error)")
        }
        #expect(bank.sentBack.map(\.amount) == (isHeard ? [500] : []))
        bank.faults = [:]
        if !isHeard { #expect(try counter.cashier.refund(id, 500).state == .succeeded) }
        #expect(bank.sentBack.map(\.amount) == [500])
        #expect(try counter.rows() == ["-4500 pending", "500 pending"])
    }

    /// What another process orders and hears of meanwhile is no refund made elsewhere.
    @Test func aRefundLearnedTwiceIsOneRecord() throws {
        let id = try counter.pay(4500).id
        let list = bank.requests.count
        bank.meanwhile = { [counter] number in
            if number == list { _ = try? counter.cashier.refund(id, 500) }
        }
        #expect(try counter.cashier.refund(id, 700).state == .succeeded)
        let known = try counter.index.refunds(ofCharge: id)
        #expect(known.map(\.amount) == [500, 700] && known.allSatisfy { $0.state == .succeeded && $0.row != nil })
        #expect(try counter.rows() == ["-4500 pending", "500 pending", "700 pending"])
    }

    enum Healer: CaseIterable { case check, sweep, webhook, refund }

    /// Two records of one refund, as indexes of before may have: the order of it never heard of, or heard of first.
    @Test(arguments: Healer.allCases, [true, false]) func twoRecordsOfARefundBecomeOne(by healer: Healer, isHeard: Bool)
        throws
    {
        let charge = try counter.pay(4500)
        _ = try counter.cashier.refund(charge.id, 500)
        let own = try #require(try counter.index.refunds(ofCharge: charge.id).first)
        let row = isHeard ? nil : own.row
        if !isHeard {
            try counter.index.database.run("UPDATE charge_refund SET state = 'sent', external_id = NULL, txn_id = NULL")
        }
        try counter.index.database.run(
            """
            INSERT INTO charge_refund (key, charge_id, amount, made_at, day, state, external_id, txn_id)
            SELECT 're_1', charge_id, amount, made_at, day, ?, ?, ? FROM charge_refund
            """, .text(isHeard ? "sent" : "succeeded"), .optional(isHeard ? nil : "re_1"), .optional(row))
        switch healer {
        case .check: _ = try counter.cashier.resolveOpen()
        case .sweep: _ = try counter.cashier.sweep()
        case .webhook: _ = try counter.cashier.take(webhook("1", charge, "charge.refunded"))
        case .refund: #expect(try counter.cashier.refund(charge.id, 4000).amount == 4000)
        }
        let known = try counter.index.refunds(ofCharge: charge.id).filter { $0.amount == 500 }
        #expect(known.map(\.id) == [own.id] && known[0].key == own.key && known[0].state == .succeeded)
        #expect(known[0].externalID == "re_1" && known[0].row == own.row)
        #expect(try counter.index.chargesWithOpenRefunds().isEmpty)
        #expect(try counter.rows().prefix(2) == ["-4500 pending", "500 pending"])
    }

    /// What has no key is the open refund of its amount, until that one itself is heard of.
    @Test func aRefundWithoutItsKeyIsTheOpenOne() throws {
        let charge = try counter.pay(4500)
        let requests = bank.requests.count
        bank.faults = [requests + 1: .lost, requests + 2: .lost]
        #expect(throws: PaymentError.self) { try counter.cashier.refund(charge.id, 500) }
        bank.faults = [:]
        let own = try #require(try counter.index.refunds(ofCharge: charge.id).first)
        bank.sendBack(500)
        _ = try counter.cashier.resolveOpen()
        #expect(try counter.index.refunds(ofCharge: charge.id).map(\.state) == [.succeeded])
        #expect(try counter.rows() == ["-4500 pending", "500 pending"])
        _ = try bank.refund("pi_1", 500, key: own.key)
        try counter.cashier.syncRefunds(of: charge)
        let known = try counter.index.refunds(ofCharge: charge.id)
        #expect(known.map(\.externalID) == ["re_2", "re_elsewhere"])
        #expect(known.map(\.key) == [own.key, "re_elsewhere"])
        #expect(try counter.rows() == ["-4500 pending", "500 pending", "500 pending"])
        try counter.cashier.syncRefunds(of: charge)
        #expect(try counter.index.refunds(ofCharge: charge.id) == known)
    }

    // MARK: The bank's rows

    /// A debit card's payments in an account of the card's own, and the bank's rows of them in another: each once when both are
    /// one, and nothing else is taken for one.
    @Test func aCardsAccountGoesIntoThatOfItsStatement() throws {
        let index = counter.index
        _ = try index.addAccount(name: "Checking", type: .checking, currency: .usd)
        let card = try #require(try index.fundingSources().first)
        #expect(try index.holdsOnlyCharges(card.accountID))
        #expect(try PaymentSetup.untied(card, in: index)?.contains("has no bank transactions") == true)
        for _ in 0..<2 {
            try counter.approve(4500)
            _ = try counter.charge(4500)
        }
        try counter.approve(3000, "Bookshop")
        let other = try counter.charge(3000, "Bookshop")
        _ = try counter.cashier.refund(other.id, 1000)
        let rows =
            "2026-10-12,DELI,-45.00\n2026-10-21,STEAMGAMES 42,-45.00\n2026-10-22,SP STEAM GAMES,-45.00\n2026-10-23,BOOKSHOP 7,10.00\n"
            + "2026-10-21,HARDWARE BARN,-30.00\n"
        try counter.importStatement(rows + "2026-10-31,BOOKSHOP 7,-30.00\n", into: "Checking")
        #expect(try index.chargesToldElsewhere(card.accountID).map(\.charge.id) == [1, 2])
        #expect(
            try PaymentSetup.untied(card, in: index)?.contains("count twice: in Visa, and as your bank's in Checking")
                == true)
        #expect(try index.renameAccount("Visa", to: "Checking").dropped == 3)
        #expect(
            try counter.rows().sorted()
                == ["-3000", "-3000", "-3000 pending", "-4500", "-4500", "-4500", "1000"])
        #expect(try index.charges(limit: 9).map(\.isSettled) == [false, true, true])
        let tied = try #require(try index.fundingSources().first)
        #expect(try PaymentSetup.untied(tied, in: index) == nil)
    }

    /// What the cardholder hasn't confirmed yet is ended by a decline that comes later; what they confirmed before that was seen is
    /// paid.
    @Test(arguments: [true, false]) func aLaterDeclineEndsWhatWaitsForTheCardholder(isConfirmed: Bool) throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        let asked = try counter.charge(4500, card: card.id)
        #expect(asked.state == .requiresAction)
        counter.now += 5
        #expect(try counter.cashier.resolve(asked).charge.state == .requiresAction)
        try counter.decline(4500)
        if isConfirmed { bank.answer(true) }
        let found = try counter.cashier.resolve(asked).charge
        #expect(found.state == (isConfirmed ? .succeeded : .canceled))
        #expect(bank.taken == (isConfirmed ? [4500] : []))
        guard !isConfirmed else { return }
        #expect(found.problem == "It was declined after it was approved, so it was canceled.")
        bank.answer(true)
        #expect(bank.taken == [] && !bank.hasOpenIntents)
    }

    /// A decline ends what it took the approval of in the same moment, whatever it waits for, and nothing else.
    @Test(arguments: ["pm_Asks", "pm_1"]) func aDeclineCancelsAtOnce(method: String) throws {
        let card = try counter.addCard(method)
        try counter.approve(4500)
        // Of the second, nobody heard whether it was confirmed.
        if method == "pm_1" { bank.faults = [1: .lost, 2: .lost] }
        let open = try counter.charge(4500, card: card.id)
        #expect(open.state == (method == "pm_1" ? .sent : .requiresAction))
        let asks = try counter.addCard("pm_Asks")
        try counter.approve(900)
        let other = try counter.charge(900, card: asks.id)
        #expect(try counter.cashier.cancelTakenBack(Money(4_500, .usd), at: "STEAM games").isEmpty)
        try counter.decline(4500)
        let ended = try counter.cashier.cancelTakenBack(Money(4_500, .usd), at: "STEAM games")
        #expect(ended.map(\.charge.id) == [open.id] && ended.map(\.charge.state) == [.canceled])
        #expect(ended.first?.charge.problem == "It was declined after it was approved, so it was canceled.")
        #expect(bank.requests.last == "cancel" && bank.taken.isEmpty)
        #expect(try counter.index.charge(other.id)?.state == .requiresAction)
        // What is approved anew is another charge.
        try counter.approve(4500)
        #expect(try counter.charge(4500, card: counter.card).state == .succeeded)
    }

    /// Where the provider can't be told, that's said, and the next sweep does it without waiting.
    @Test func aDeclineIsToldThereLaterWhereItCannotBeAtOnce() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        _ = try counter.charge(4500, card: card.id)
        try counter.decline(4500)
        bank.isOffline = true
        let ended = try #require(try counter.cashier.cancelTakenBack(Money(4_500, .usd), at: "STEAM games").first)
        #expect(ended.charge.state == .requiresAction && ended.charge.isCancelAsked)
        #expect(
            ended.told.hasPrefix("Charge 1: $45.00 at Steam Games isn't canceled yet: Stripe can't be reached. I'll"))
        // Another payment's decline has nothing to do with it.
        try counter.decline(700)
        #expect(try counter.cashier.cancelTakenBack(Money(700, .usd), at: "Steam Games").isEmpty)
        bank.isOffline = false
        #expect(try counter.cashier.sweep().ended.map(\.charge.state) == [.canceled])
        bank.answer(true)
        #expect(bank.taken == [] && !bank.hasOpenIntents)
    }

    /// What the cardholder had confirmed by then is paid, and said to be.
    @Test func aDeclineThatComesTooLateSaysSo() throws {
        let card = try counter.addCard("pm_Asks")
        try counter.approve(4500)
        _ = try counter.charge(4500, card: card.id)
        bank.answer(true)
        try counter.decline(4500)
        let ended = try #require(try counter.cashier.cancelTakenBack(Money(4_500, .usd), at: "STEAM games").first)
        #expect(ended.charge.state == .succeeded)
        #expect(
            ended.told
                == "Charge 1: $45.00 at Steam Games was charged before it could be canceled. A refund sends it back.")
    }

    /// What is being processed is known to be, can't be stopped, isn't charged again, and ends as the provider says.
    @Test(arguments: [true, false], [true, false]) func whatIsBeingProcessedIsWaitedFor(
        isPaid: Bool, isCancelAsked: Bool
    )
        throws
    {
        let card = try counter.addCard("pm_Slow")
        try counter.approve(4500)
        let begun = try counter.charge(4500, card: card.id)
        #expect(begun.state == .processing)
        #expect(try counter.rows() == [])
        #expect(try counter.charge(4500, card: card.id).id == begun.id)
        if isCancelAsked {
            #expect(try counter.cashier.cancel(begun).charge.state == .processing)
        } else {
            try counter.decline(4500)
        }
        counter.now += 7_200
        #expect(try counter.cashier.resolveOpen().map(\.charge.state) == [.processing])
        bank.finish(isPaid)
        let end: Charge.State = isPaid ? .succeeded : isCancelAsked ? .canceled : .declined
        #expect(try counter.cashier.resolveOpen().map(\.charge.state) == [end])
        #expect(try counter.rows() == (isPaid ? ["-4500 pending"] : []))
        #expect(bank.taken == (isPaid ? [4500] : []) && bank.requests.count { $0 == "confirm" } == 1)
    }

    /// What has no outcome could not be asked about any more: neither a charge nor a refund.
    @Test func paymentsStayOnWhileMoneyIsOnItsWay() throws {
        let setup = PaymentSetup(counter.index, vault: { () throws(FeedError) in throw FeedError(.key, "none") })
        let paid = try counter.pay(4500)
        bank.isSlowToSendBack = true
        #expect(try counter.cashier.refund(paid.id, 1_000).state == .pending)
        for change in [{ try setup.turnOff() }, { try setup.setUpMock() }] {
            let problem = #expect(throws: PaymentError.self) { try change() }
            #expect(problem?.message.hasPrefix("a refund of charge \(paid.id) is still open") == true)
        }
        #expect(try counter.index.paymentAccount() != nil)
        bank.arrive()
        _ = try counter.cashier.resolveOpen()
        try setup.turnOff()
        #expect(try counter.index.paymentAccount() == nil)
    }

    /// A card finds the account with its digits: of the number, of one of several cards, or in the name.
    @Test(
        arguments: [
            (["Visa 4242"], 0), (["Checking", "Chase …4242"], 1), (["Visa (x4242)"], 0), (["5500000000004242"], 0),
            (["Visa 4242", "Old Visa 4242"], nil), (["Visa 42421"], nil), (["Visa"], nil),
        ] as [([String], Int?)]) func aCardFindsItsAccount(_ names: [String], _ place: Int?) throws
    {
        let index = try HouseholdIndex(path: ":memory:")
        for name in names { _ = try index.addAccount(name: name, type: .creditCard, currency: .usd) }
        let setup = PaymentSetup(index, vault: { () throws(FeedError) in throw FeedError(.key, "none") })
        try setup.setUpMock()
        let source = try setup.addCard("pm_card_visa", label: "Mine", now: counter.now)
        #expect(source.mask == "4242")
        let account = try index.accounts.first { $0.id == source.accountID }
        #expect(account?.name == place.map { names[$0] })
    }

    /// What the bank's row is called decides: another shop's row of the same amount is another payment, and is asked about.
    @Test(arguments: [
        ("STEAMGAMES.COM 4259522985 WA", nil, true), ("SQ *STEAM GAMES 0042", nil, true), ("HARDWARE BARN", nil, false),
        ("STMGMS 42", nil, false), ("MAYAS SHOP 800-555", "MAYA'S SHOP", true), ("HARDWARE BARN", "MAYA'S SHOP", false),
    ]) func onlyARowOfItsMerchantSettlesACharge(text: String, descriptor: String?, isSettled: Bool) throws {
        bank.descriptor = descriptor
        try counter.importStatement("2026-10-12,CORNER DELI,-3.20\n")
        let id = try counter.pay(4500).id
        try counter.importStatement("2026-10-12,CORNER DELI,-3.20\n2026-10-22,\(text),-45.00\n")
        #expect(try counter.index.charge(id)?.isSettled == isSettled)
        #expect(try counter.rows() == (isSettled ? ["-320", "-4500"] : ["-320", "-4500 pending", "-4500"]))
        guard !isSettled else { return }
        let found = try ReviewReader(counter.index).findings(asOf: counter.today.adding(days: 3)).settled
        let pair = try #require(found.first)
        #expect(found.count == 1)
        // Said to be one, it is on the statement.
        let key = ReviewAnswerKey(kind: .pending, first: pair.pending, second: pair.posted)
        _ = try counter.index.keep(answer: "same", to: key, .duplicate(row: pair.pending, of: pair.posted))
        #expect(try counter.index.charge(id)?.isSettled == true)
    }

    @Test func theBanksRowSettlesTheCharge() throws {
        try counter.importStatement("2026-10-12,CORNER DELI,-3.20\n")
        let id = try counter.pay(4500).id
        try counter.importStatement("2026-10-12,CORNER DELI,-3.20\n2026-10-22,STEAMGAMES.COM 4259522985 WA,-45.00\n")
        #expect(try counter.index.charge(id)?.isSettled == true)
        #expect(try counter.rows() == ["-320", "-4500"])
    }

    /// The day it was made is the charge's, the bank's is that of the posting; the same statement again adds nothing, and one
    /// that has another equal payment adds that.
    @Test func aSettledChargeKeepsItsDay() throws {
        func days() throws -> [String] {
            try counter.index.database.rows("SELECT day, posted_day FROM txn WHERE amount = -4500 ORDER BY id") {
                "\($0.day(0).iso) \($0.isNull(1) ? "-" : $0.day(1).iso)"
            }
        }
        let row = "2026-11-02,STEAMGAMES.COM 4259522985 WA,-45.00\n"
        try counter.importStatement("2026-10-12,CORNER DELI,-3.20\n")
        let made = try counter.pay(4500).day
        let posted = made.adding(days: 2).iso
        for _ in 0..<2 {
            try counter.importStatement("\(posted),STEAMGAMES.COM 4259522985 WA,-45.00\n")
            #expect(try days() == ["\(made.iso) \(posted)"])
        }
        try counter.importStatement("\(posted),STEAMGAMES.COM 4259522985 WA,-45.00\n" + row)
        #expect(try days() == ["\(made.iso) \(posted)", "2026-11-02 -"])
    }

    /// An undo behind a payment, or money sent back, takes nothing back that was done before; behind one that came to nothing
    /// it goes on as if there had been none.
    @Test func anUndoStopsAtAPayment() throws {
        let counter = try Counter()
        let point = try #require(GeoPoint(latitude: 30, longitude: -97))
        _ = try counter.index.keepGeofence("Mall", at: point, radius: 100, category: nil, policy: .warn)
        func undo() throws -> String {
            do {
                return try counter.index.undoLastCorrection()?.summary ?? "nothing"
            } catch let final as IrreversibleAction {
                return final.message
            }
        }
        try counter.approve(1_200)
        let paid = try counter.charge(1_200)
        #expect(
            try undo()
                == "the last thing done was the payment of $12.00 at Steam Games, which can't be undone, so nothing was "
                + "changed; `coach charge refund \(paid.id)` sends the money back")
        _ = try counter.cashier.refund(paid.id, 500)
        #expect(try undo().hasPrefix("the last thing done was sending $5.00 of your payment at Steam Games back"))
        #expect(try counter.index.geofences().count == 1)

        let other = try Counter()
        _ = try other.index.keepGeofence("Mall", at: point, radius: 100, category: nil, policy: .warn)
        try other.approve(1_200)
        let card = try other.addCard("pm_Declined")
        #expect(try other.charge(1_200, card: card.id).state == .declined)
        #expect(try other.index.undoLastCorrection()?.summary == "the geofence Mall is gone")
    }
}
