import Advice
import Feeds
import Ledger
import Store
import Testing

@testable import Payments

/// A household that charges cards at the test kit's mock of Stripe.
private final class Till {
    let url: String
    let http = BankHTTP()
    let index: HouseholdIndex
    let vault: SecretVault
    let today = CivilDate(iso: "2026-11-22")!
    var now: Int64 = 1_795_348_800

    init() throws {
        url = try #require(Peer.stripe.url)
        index = try HouseholdIndex(path: ":memory:")
        vault = try SecretVault(SecretVault.newMaterial())
        try setup.setUpStripe(Secret("sk_test_coach"), isLive: false, address: url)
    }

    var setup: PaymentSetup { PaymentSetup(index, vault: { () throws(FeedError) in self.vault }) }

    var cashier: Cashier {
        get throws { Cashier(index, try setup.processor(), today: today, now: { self.now }) }
    }

    @discardableResult
    func ask(_ path: String, _ form: String? = nil) throws -> JSON {
        var request = BankHTTP.Request(url + path)
        request.body = form.map { Array($0.utf8) }
        request.headers = ["Authorization: Bearer sk_test_coach", "Content-Type: application/x-www-form-urlencoded"]
        return (try? JSON.parse(try http.send(request, to: "the mock").body)) ?? .null
    }

    func charge(_ cents: Int64, _ card: String) throws -> ChargeOutcome {
        let source = try setup.addCard(card, label: nil, now: now)
        now += 1
        let purchase = Purchase(
            amount: Money(cents, .usd), merchant: "Shop \(now)", category: "games", day: today)
        try #require(
            try Guardian(index).authorize(purchase, asOf: today, at: now).decision == .approve)
        return try cashier.charge(
            ChargeRequest(Money(cents, .usd), merchant: "Shop \(now)", funding: source.id))
    }

    /// What the mock took of cards of one amount, which no other test charges.
    func taken(_ cents: Int64) throws -> Int {
        try (ask("/v1/payment_intents?limit=100")["data"]?.array ?? []).filter {
            $0["amount"]?.int64 == cents && $0["status"]?.string == "succeeded"
        }.count
    }
}

@Suite(
    "Stripe, against a mock that checks every request by Stripe's own types", .serialized,
    .enabled(if: Peer.stripe.url != nil, "needs the kit of test peers: make test-peers"))
struct StripeTests {
    @Test func aCardIsSetUpAndCharged() throws {
        let till = try Till()
        #expect(try till.setup.beginCard().clientSecret.hasPrefix("seti_"))
        let charged = try till.charge(2101, "pm_card_visa")
        #expect(charged.charge.state == .succeeded)
        #expect(try till.taken(2101) == 1)
        #expect(try till.cashier.refund(charged.charge.id, 1000).state == .succeeded)
        #expect(try till.cashier.refund(charged.charge.id).amount == 1101)
        #expect(throws: PaymentError.self) { try till.cashier.refund(charged.charge.id, 1) }
    }

    @Test(arguments: ["sk_live_coach", "pk_test_coach", "sk_test_nobody"]) func otherKeysAreRefused(key: String) throws
    {
        let till = try Till()
        #expect(throws: PaymentError.self) {
            try till.setup.setUpStripe(Secret(key), isLive: false, address: till.url)
        }
    }

    /// Lists have pages of 100: what is behind the first one is found too.
    @Test func whatIsOnALaterPageIsFound() throws {
        let till = try Till()
        let source = try till.setup.addCard("pm_card_visa", label: nil, now: till.now)
        let processor = try till.setup.processor()
        func order(_ key: String) -> PaymentOrder {
            PaymentOrder(
                amount: Money(2_150, .usd), customer: source.customer, method: source.externalID, key: key,
                wantsPage: false)
        }
        let run = "page-\(UInt64.random(in: 0...(.max)))"
        let first = try processor.intent(order("\(run)-first"), key: "\(run)-first")
        for number in 0..<100 { _ = try processor.intent(order("\(run)-\(number)"), key: "\(run)-\(number)") }
        #expect(try processor.intents(of: order("\(run)-first")).map(\.id) == [first.id])
    }

    @Test func aDeclinedCardSaysWhyAndIsNotCharged() throws {
        let till = try Till()
        let said = try till.charge(2102, "pm_card_chargeCustomerFail")
        #expect(said.charge.state == .declined && said.charge.problem != nil)
        #expect(try till.taken(2102) == 0)
    }

    @Test(arguments: ["ok", "fail"]) func theCardholderIsAsked(answer: String) throws {
        let till = try Till()
        let cents: Int64 = answer == "ok" ? 2103 : 2104
        let asked = try till.charge(cents, "pm_card_authenticationRequired")
        #expect(asked.charge.state == .requiresAction && asked.clientSecret != nil)
        try till.ask("/authenticate/\(try #require(asked.charge.intent))?result=\(answer)", "")
        let found = try till.cashier.resolve(asked.charge)
        #expect(found.charge.state == (answer == "ok" ? .succeeded : .declined))
        #expect(try till.taken(cents) == (answer == "ok" ? 1 : 0))
    }

    /// The reply to the intent, or to the confirmation, is lost, or the server is out of order.
    @Test(arguments: ["cut", "500", "429", "409"], [0, 1]) func aLostReplyChargesOnce(fault: String, step: Int) throws {
        let till = try Till()
        let cents = Int64(2200 + step * 10 + (["cut", "500", "429", "409"].firstIndex(of: fault) ?? 0))
        let source = try till.setup.addCard("pm_card_visa", label: nil, now: till.now)
        let purchase = Purchase(amount: Money(cents, .usd), merchant: "Shop", category: "games", day: till.today)
        _ = try Guardian(till.index).authorize(purchase, asOf: till.today, at: till.now)
        let broken = FaultyAtStep(try till.setup.processor(), step) {
            _ = try? till.ask("/mock/next?fault=\(fault)", "")
        }
        let cashier = Cashier(till.index, broken, today: till.today, now: { till.now })
        _ = try cashier.charge(ChargeRequest(Money(cents, .usd), merchant: "Shop", funding: source.id))
        // Ordered again it is the same.
        _ = try till.cashier.charge(ChargeRequest(Money(cents, .usd), merchant: "Shop", funding: source.id))
        let charge = try #require(try till.index.charges(limit: 1).first)
        #expect(charge.state == .succeeded)
        #expect(try till.taken(cents) == 1)
    }
}

/// Tells the mock to break the next request, once, before one of a charge's two steps.
private final class FaultyAtStep: Processor {
    private let base: any Processor
    private let step: Int
    private let fault: () -> Void
    private var isDone = false
    var provider: PaymentProvider { base.provider }
    var isLive: Bool { base.isLive }

    init(_ base: any Processor, _ step: Int, _ fault: @escaping () -> Void) {
        (self.base, self.step, self.fault) = (base, step, fault)
    }

    private func breakOnce(at number: Int) {
        guard number == step, !isDone else { return }
        isDone = true
        fault()
    }

    func customer(key: String) throws(PaymentError) -> String { try base.customer(key: key) }
    func cardSetup(_ customer: String, key: String) throws(PaymentError) -> CardSetup {
        try base.cardSetup(customer, key: key)
    }
    func card(_ method: String, of customer: String, key: String) throws(PaymentError) -> CardDetails {
        try base.card(method, of: customer, key: key)
    }
    func forget(_ method: String) throws(PaymentError) { try base.forget(method) }
    func intent(_ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        breakOnce(at: 0)
        return try base.intent(order, key: key)
    }
    func confirm(_ intent: String, _ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        breakOnce(at: 1)
        return try base.confirm(intent, order, key: key)
    }
    func intents(of order: PaymentOrder) throws(PaymentError) -> [PaymentIntent] { try base.intents(of: order) }
    func look(at intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        try base.look(at: intent, order)
    }
    func cancel(_ intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        try base.cancel(intent, order)
    }
    func refund(_ intent: String, _ amount: Int64, key: String) throws(PaymentError) -> ProcessorRefund {
        try base.refund(intent, amount, key: key)
    }
    func refunds(of intent: String) throws(PaymentError) -> [ProcessorRefund] { try base.refunds(of: intent) }
}
