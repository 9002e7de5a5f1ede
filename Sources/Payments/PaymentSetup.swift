import Feeds
import Ledger
import Store

/// The provider that is set up: its keys, its cards. Nothing is asked of anybody until one is.
public struct PaymentSetup {
    private let index: HouseholdIndex
    private let vault: () throws(FeedError) -> SecretVault
    private let http: () -> BankHTTP

    /// - Parameters:
    ///   - vault: where the keys are sealed; opened when one is needed.
    ///   - http: makes a client.
    public init(
        _ index: HouseholdIndex, vault: @escaping () throws(FeedError) -> SecretVault,
        http: @escaping () -> BankHTTP = { BankHTTP(timeout: 15) }
    ) {
        (self.index, self.vault, self.http) = (index, vault, http)
    }

    private static let off = PaymentError(
        .off,
        "no payment provider is set up; run `coach cards setup stripe`, or for testing `coach cards setup mock`")

    // MARK: The provider

    /// Sets the mock up.
    public func setUpMock() throws {
        try checkNothingIsOpen(PaymentProvider.mock, isLive: false)
        try index.keep(PaymentAccount(provider: PaymentProvider.mock.rawValue, isLive: false))
    }

    /// Sets Stripe up, once it has taken the key.
    ///
    /// - Parameters:
    ///   - isLive: whether real money is meant; a key of the other kind is refused.
    ///   - address: of a server on this machine to ask in Stripe's place.
    public func setUpStripe(_ secret: Secret, isLive: Bool, address: String?) throws {
        let secret = secret.trimmed
        guard try StripeKey.isLive(secret) == isLive else {
            throw PaymentError(
                .refused,
                isLive
                    ? "that's a key for test money; leave out --live to use it"
                    : "that's a key for real money; with --live, coach charges it")
        }
        let name = PaymentProvider.stripe
        try checkNothingIsOpen(name, isLive: isLive)
        let before = try index.paymentAccount()
        let isSame = before?.provider == name.rawValue && before?.isLive == isLive && before?.address == address
        let processor = try StripeProcessor(http(), secret: secret, address: address)
        var account = PaymentAccount(provider: name.rawValue, isLive: isLive)
        if isSame, let before { account = before }
        account.address = address
        // A key of another account would not know the customer that the cards are of.
        try processor.tryKey(customer: account.customer)
        account.sealedSecret = try vault().seal(secret, for: StripeKey.reference(isLive: isLive))
        try index.keep(account)
    }

    /// Keeps what signs Stripe's webhooks.
    public func setUpWebhook(_ secret: Secret) throws {
        let secret = secret.trimmed
        try StripeKey.checkWebhook(secret)
        var account = try account()
        guard account.provider == PaymentProvider.stripe.rawValue else {
            throw PaymentError(.conflict, "only Stripe sends webhooks; set it up first")
        }
        account.sealedWebhookSecret = try vault().seal(
            secret, for: StripeKey.webhookReference(isLive: account.isLive))
        try index.keep(account)
    }

    /// Forgets the provider and its keys. Cards and charges stay known.
    public func turnOff() throws {
        try checkNothingIsOpen(nil, isLive: false)
        try index.keep(nil)
    }

    /// What has no outcome could not be asked about any more.
    private func checkNothingIsOpen(_ provider: PaymentProvider?, isLive: Bool) throws {
        guard let before = try index.paymentAccount() else { return }
        guard before.provider != provider?.rawValue || before.isLive != isLive else { return }
        func isOfIt(_ charge: Charge) throws -> Bool {
            let source = try index.fundingSource(charge.funding)
            return source?.provider == before.provider && source?.isLive == before.isLive
        }
        guard try index.openCharges().isEmpty else {
            throw PaymentError(
                .conflict,
                "a charge is still open; `coach charge check` asks about it, `coach charge cancel ID` ends it")
        }
        if let charge = try index.chargesWithOpenRefunds().first(where: isOfIt) {
            throw PaymentError(
                .conflict,
                "a refund of charge \(charge.id) is still open; `coach charge check \(charge.id)` asks about it")
        }
    }

    public func account() throws -> PaymentAccount {
        guard let account = try index.paymentAccount() else { throw PaymentSetup.off }
        return account
    }

    /// The keys as they are kept: where, sealed, and what they are sealed for.
    public static func sealed(in index: HouseholdIndex) throws -> [(SealedField, [UInt8], reference: String)] {
        guard let account = try index.paymentAccount() else { return [] }
        return [
            account.sealedSecret.map { (\.sealedSecret, $0, StripeKey.reference(isLive: account.isLive)) },
            account.sealedWebhookSecret.map {
                (\.sealedWebhookSecret, $0, StripeKey.webhookReference(isLive: account.isLive))
            },
        ].compactMap(\.self)
    }

    /// Puts a key, sealed anew, in its place.
    public static func keep(_ sealed: [UInt8], as field: SealedField, in index: HouseholdIndex) throws {
        guard var account = try index.paymentAccount() else { return }
        account[keyPath: field] = sealed
        try index.keep(account)
    }

    public typealias SealedField = WritableKeyPath<PaymentAccount, [UInt8]?>

    // MARK: What is asked of it

    /// The provider that is set up.
    ///
    /// - Throws: `PaymentError` where there is none, or where its key and what is kept of it do not go together.
    public func processor() throws -> any Processor {
        let account = try account()
        guard account.provider == PaymentProvider.stripe.rawValue else { return MockProcessor() }
        guard let sealed = account.sealedSecret else { throw PaymentSetup.off }
        let secret = try vault().open(sealed, for: StripeKey.reference(isLive: account.isLive))
        let processor = try StripeProcessor(http(), secret: secret, address: account.address)
        guard processor.isLive == account.isLive else {
            throw PaymentError(.conflict, "the key is of the other kind of money; set Stripe up again")
        }
        return processor
    }

    /// Believes a webhook, or says why not.
    public func webhook(body: [UInt8], header: String, now: Int64) throws -> StripeWebhook {
        let account = try account()
        guard let sealed = account.sealedWebhookSecret else {
            throw PaymentError(.off, "no signing secret is set up; `coach cards webhook` keeps it")
        }
        let secret = try vault().open(sealed, for: StripeKey.webhookReference(isLive: account.isLive))
        return try StripeWebhook.verify(
            body: body, header: header, secret: secret, isLive: account.isLive, now: now)
    }

    public func cashier(today: CivilDate, now: @escaping () -> Int64) throws -> Cashier {
        Cashier(index, try processor(), today: today, now: now)
    }

    /// Cancels the charges of a payment whose approval a decline took back: as soon as it is kept, so that the cardholder's bank
    /// can't have them paid any more. What the provider can't be told now waits for a sweep.
    public func cancelTakenBack(
        _ amount: Money, at merchant: String, today: CivilDate, now: @escaping () -> Int64
    ) throws -> [ChargeOutcome] {
        guard try !index.openChargesTakenBack(amount, at: merchant).isEmpty else { return [] }
        do {
            return try cashier(today: today, now: now).cancelTakenBack(amount, at: merchant)
        } catch is PaymentError {
            return []
        }
    }

    /// Whether a charge or a refund waits for the provider.
    var isAnythingWaiting: Bool {
        get throws {
            guard try index.paymentAccount() != nil else { return false }
            return try !index.openCharges().isEmpty || !index.chargesWithOpenRefunds().isEmpty
        }
    }

    // MARK: Cards

    private func customer(_ processor: any Processor) throws -> String {
        if let known = try account().customer { return known }
        let made = try processor.customer(key: try Cashier.newKey())
        return try index.keep(paymentCustomer: made)
    }

    /// Begins to set a card up: what the phone needs to show its number to the provider, and to nobody else.
    public func beginCard() throws -> CardSetup {
        let processor = try processor()
        return try processor.cardSetup(try customer(processor), key: try Cashier.newKey())
    }

    /// Keeps a card that the provider knows.
    ///
    /// - Parameters:
    ///   - method: the provider's id of it.
    ///   - account: the name of the account that its charges are rows of; nil for the one with its last digits, else one of its
    ///     own. A card for trying, whose charges are no rows, gets none made.
    public func addCard(_ method: String, label: String?, account name: String? = nil, now: Int64) throws
        -> FundingSource
    {
        guard method.hasPrefix("pm_"), StripeProcessor.isID(method) else {
            throw PaymentError(
                .refused, "a card is named by its provider's id, such as pm_1N…; its number belongs nowhere in coach")
        }
        guard !CardNumber.isIn(label ?? "") else {
            throw PaymentError(
                .refused,
                "that label looks like a card's number, which belongs nowhere in coach; try one such as My Visa")
        }
        let processor = try processor()
        let customer = try customer(processor)
        let card = try processor.card(method, of: customer, key: try Cashier.newKey())
        let label = label ?? PaymentSetup.label(card)
        let account = try ledgerAccount(name, card, label, isLive: processor.isLive)
        let before = try index.fundingSources().first { $0.externalID == card.id }?.accountID
        if let before, let account, before != account.id, try index.holdsOnlyCharges(before),
            let own = try index.accounts.first(where: { $0.id == before })
        {
            // Its payments so far go along, and what the bank told of them already isn't there twice.
            do { _ = try index.renameAccount(own.name, to: account.name) } catch let error as AccountError {
                throw PaymentError(.conflict, error.message)
            }
        }
        return try index.keep(
            FundingSource(
                label: label, provider: processor.provider.rawValue, isLive: processor.isLive, externalID: card.id,
                customer: customer, brand: card.brand, mask: card.mask,
                accountID: account?.id ?? 0, madeAt: now))
    }

    private static func label(_ card: CardDetails) -> String {
        let brand = card.brand.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "Card"
        return card.mask.map { "\(brand) ending in \($0)" } ?? brand
    }

    private func ledgerAccount(_ name: String?, _ card: CardDetails, _ label: String, isLive: Bool) throws -> Account? {
        if let name {
            if let account = try index.account(named: name) { return account }
            throw PaymentError(.notFound, "there's no account of that name; `coach accounts` lists them")
        }
        if let known = try index.fundingSources().first(where: { $0.externalID == card.id }),
            let account = try index.accounts.first(where: { $0.id == known.accountID })
        {
            return account
        }
        let own = try accounts(endingIn: card.mask)
        if own.count == 1 { return own[0] }
        if let account = try index.account(named: label) { return account }
        guard isLive else { return nil }
        return try index.addAccount(
            name: label, type: .creditCard, currency: try index.homeCurrency, mask: card.mask)
    }

    /// The accounts with a card's last digits: of their numbers, of one of their cards, or where no number is known, in their
    /// names.
    private func accounts(endingIn mask: String?) throws -> [Account] {
        guard let mask else { return [] }
        let numbered = try index.accounts.filter { $0.mask == mask }
        guard numbered.isEmpty else { return numbered }
        let ofCard = try index.cards.filter { $0.masks == [mask] }.map(\.account)
        guard ofCard.isEmpty else { return ofCard }
        return try index.accounts.filter { account in
            let numbers = account.name.split { !($0.isASCII && $0.isNumber) }
            return account.mask == nil && numbers.contains { $0.hasSuffix(mask) }
        }
    }

    /// What is to be said of a card whose payments no statement settles; nil where one does, or may.
    ///
    /// - Parameter isPaying: whether a payment is about to be made: what may be amiss is said with the first one only.
    public static func untied(_ source: FundingSource, in index: HouseholdIndex, isPaying: Bool = false) throws
        -> String?
    {
        guard source.isLive, try index.holdsOnlyCharges(source.accountID),
            let account = try index.accounts.first(where: { $0.id == source.accountID })
        else { return nil }
        let remedy = "`coach accounts --rename \"\(account.name)\" ACCOUNT` puts them together"
        let twice = try index.chargesToldElsewhere(account.id)
        guard let first = twice.first else {
            guard try !isPaying || !index.hasPaid(with: source.id) else { return nil }
            return
                "payments with \(source.label) go to \(account.name), which has no bank transactions; if your bank's go to "
                + "another account, each counts twice, and \(remedy)"
        }
        let count = twice.count == 1 ? "" : " and \(twice.count - 1) more"
        return
            "\(first.charge.amount.text) at \(first.charge.merchant)\(count) seems to count twice: in \(account.name), and as your "
            + "bank's in \(first.account.name); \(remedy)"
    }

    /// What a card that was removed leaves.
    public struct Removal {
        public let card: FundingSource
        /// The card that is charged from then on where none is named; nil where there's none left.
        public let charged: FundingSource?

        /// What came of it, for people.
        public var sentence: String {
            let gone = "\(card.label) is forgotten, here and at its provider."
            guard let charged else { return gone + " No card is left to charge." }
            return card.isDefault ? gone + " From now on, \(charged.label) (card \(charged.id)) is charged." : gone
        }
    }

    /// Forgets a card here and at the provider.
    ///
    /// - Parameter last: runs the last step, which forgets it here.
    @discardableResult public func removeCard<T>(
        _ id: Int64, now: Int64, last: (() throws -> Removal) throws -> T = { try $0() }
    ) throws -> T {
        guard let source = try index.fundingSources().first(where: { $0.id == id }) else {
            throw PaymentError(.notFound, "there's no card \(id)")
        }
        guard try !index.openCharges().contains(where: { $0.funding == id }) else {
            throw PaymentError(.conflict, "a charge of this card is still open")
        }
        try processor().forget(source.externalID)
        return try last {
            try index.remove(source, at: now)
            return Removal(card: source, charged: try index.fundingSources().first(where: \.isDefault))
        }
    }
}

extension StripeProcessor {
    /// Whether Stripe takes the key, and knows the customer where there is one.
    func tryKey(customer: String?) throws(PaymentError) {
        do throws(PaymentError) {
            _ = try get(customer.map { "customers/\($0)" } ?? "payment_intents?limit=1")
        } catch {
            guard error.reason == .notFound else { throw error }
            throw PaymentError(
                .conflict, "that key is another Stripe account's: `coach cards off` forgets the one before first")
        }
    }
}
