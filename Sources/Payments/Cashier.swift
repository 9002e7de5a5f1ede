import Feeds
import Ledger
import Store

/// A payment that somebody asks for and that was approved before.
public struct ChargeRequest: Sendable {
    public var amount: Money
    /// As it was approved; nil where the amount says which approval is meant.
    public var merchant: String?
    /// The approval's number; nil for the newest one that fits.
    public var approval: Int64?
    /// The card; nil for the default one.
    public var funding: Int64?
    /// Tells the request from others, where it may come again.
    public var requestKey: String?
    /// Whether the same as was paid minutes ago is to be paid once more.
    public var isAgain = false
    /// Whether the cardholder would answer the bank on a page in a browser, rather than in the provider's library on a phone.
    public var wantsPage = false

    public init(
        _ amount: Money, merchant: String? = nil, approval: Int64? = nil, funding: Int64? = nil,
        requestKey: String? = nil
    ) {
        (self.amount, self.merchant, self.approval) = (amount, merchant, approval)
        (self.funding, self.requestKey) = (funding, requestKey)
    }

    /// Whether it may be of a card: of that one, or of none that is named.
    func isOf(_ funding: Int64) -> Bool { self.funding ?? funding == funding }
}

/// How a charge stands after something was done about it.
public struct ChargeOutcome: Sendable {
    public let charge: Charge
    /// Whether the card was asked for nothing yet, as far as the provider knows.
    public var isUnsent = false
    /// For the phone, where the cardholder has to answer the bank; kept nowhere.
    public var clientSecret: String?
    /// Where the cardholder answers the bank in a browser; kept nowhere.
    public var confirmPage: String?
    /// Why it is not known yet what comes of it.
    public var note: String?
    /// Whether it's given up, which the provider couldn't be told yet.
    public var isGivenUp = false
    /// Whether a second payment was asked for, and this is the one before: there was no approval for another.
    public var isOnlyBefore = false
}

/// Charges own cards: each approved payment once, whatever ends or breaks on the way.
///
/// | written down before | then asked for | where it ends in between |
/// |---|---|---|
/// | `new`: the charge with its key | an intent, which moves nothing | nothing can have been charged |
/// | `sent`: the intent's id | that the intent is carried out | the intent says what came of it |
/// | its outcome, and the pending row | | |
///
/// Each row is on the disk before the next thing is asked. An intent succeeds once or never, so that asking again never
/// charges twice; what has no outcome when its approval is over is canceled at the provider, so that it never comes late.
/// Only who orders a payment has an intent carried out: whoever checks only asks, and what somebody wants canceled, or what
/// a later decline took back, is canceled.
public struct Cashier {
    /// Seconds that an approval holds.
    static let approvalLife = Approval.life
    /// Seconds that the cardholder has to answer the bank.
    static let actionLife: Int64 = 3_600
    /// Seconds within which the same payment, or the same refund without a key, may be the one before.
    static let echoLife: Int64 = 600
    /// Seconds after which a refund that the provider never heard of is given up.
    static let refundLife: Int64 = 300

    let index: HouseholdIndex
    let processor: any Processor
    let today: CivilDate
    let now: () -> Int64

    /// - Parameter now: seconds since 1970-01-01 UTC.
    public init(_ index: HouseholdIndex, _ processor: any Processor, today: CivilDate, now: @escaping () -> Int64) {
        (self.index, self.processor, self.today, self.now) = (index, processor, today, now)
    }

    static func newKey() throws(PaymentError) -> String {
        do throws(FeedError) {
            return "coach-" + HexText.text(try Secret.random(count: 16).withBytes { Array($0) })
        } catch {
            throw PaymentError(error)
        }
    }

    // MARK: Charging

    /// Charges what was approved in the last five minutes: exactly this amount, at that merchant, once for each approval.
    ///
    /// The same payment that is not settled yet is carried on instead of another one begun. Who says a key gets the answer of
    /// that key's charge alone, never another one's.
    ///
    /// - Parameter objection: why an approval holds no more, by what happened since; nil where it does. It is asked before a
    ///   charge is written down, while nobody else writes. It takes the approval back for good.
    public func charge(_ request: ChargeRequest, unless objection: (Approval) throws -> String? = { _ in nil }) throws
        -> ChargeOutcome
    {
        for _ in 0..<3 {
            switch try claim(request, objection) {
            case .new(let charge): return try begin(charge, request, isNew: true)
            case .refused(let problem): throw PaymentError(.notApproved, problem)
            case .known(let charge):
                guard !charge.state.isOpen else { return try carryOn(charge, request) }
                var outcome = ChargeOutcome(charge: charge)
                outcome.isOnlyBefore = request.isAgain && request.requestKey == nil
                return outcome
            case .unsettled(let charge):
                let isMeant = request.requestKey == nil && !charge.isCancelAsked && request.isOf(charge.funding)
                let found = try isMeant ? carryOn(charge, request) : resolve(charge)
                guard found.charge.state == .succeeded || found.charge.state.isOpen else { continue }
                guard isMeant else { throw Cashier.anothersCharge(found.charge) }
                return found
            }
        }
        throw PaymentError(.busy, "another payment of the same amount is on its way; try again in a moment")
    }

    /// What a request with a key of its own is told where a charge that isn't its own stands in the way.
    private static func anothersCharge(_ other: Charge) -> PaymentError {
        let next = other.state == .succeeded ? Cashier.howAgain : "check or cancel that one before you begin another"
        let state = other.state.isOpen && other.isCancelAsked ? "isn't canceled yet" : other.state.words
        return PaymentError(.conflict, "charge \(other.id) is of the same amount there: it \(state); \(next)")
    }

    private enum Claim {
        case new(Charge)
        /// What happened since the approval speaks against it.
        case refused(String)
        /// The approval or the request was used by this one.
        case known(Charge)
        /// Another one of the same amount at the same merchant.
        case unsettled(Charge)
    }

    private func claim(_ request: ChargeRequest, _ objection: (Approval) throws -> String?) throws -> Claim {
        let wanted = request.merchant.map { NameKey.key(of: $0) }
        let key = try Cashier.newKey()
        return try index.writeThrough {
            if let requestKey = request.requestKey, let known = try index.charge(requestKey: requestKey) {
                guard known.amount == request.amount, wanted ?? known.merchantKey == known.merchantKey else {
                    throw PaymentError(.conflict, "this key came with another payment before")
                }
                guard request.isOf(known.funding) else {
                    throw PaymentError(.conflict, "this key came with another card before")
                }
                return .known(known)
            }
            let now = now()
            let approvals = try index.approvals(
                request.approval, of: request.amount, from: now - Cashier.approvalLife + 1, to: now
            ).filter { wanted ?? $0.merchantKey == $0.merchantKey }
            let free = try approvals.filter { try index.charge(ofApproval: $0.id) == nil }
            if Set(free.map(\.merchantKey)).count > 1 {
                let names = Set(free.map(\.merchant)).sorted().map { $0.prefix(60) }.joined(separator: " or ")
                throw PaymentError(
                    .conflict, "several payments of that amount are approved; say with `merchant` which one: \(names)")
            }
            let merchant = free.first?.merchantKey ?? wanted
            if let open = try index.openCharges().first(where: {
                $0.amount == request.amount && $0.merchantKey == merchant ?? $0.merchantKey
            }) {
                return .unsettled(open)
            }
            guard let approval = free.first else {
                if let used = try approvals.first.flatMap({ try index.charge(ofApproval: $0.id) }) {
                    // Another card is another attempt, as another key is.
                    guard request.requestKey == nil, request.isOf(used.funding) else {
                        throw PaymentError(
                            .notApproved,
                            "that approval is used up by charge \(used.id), which \(used.state.words); ask for approval again"
                        )
                    }
                    return .known(used)
                }
                throw PaymentError(
                    .notApproved,
                    "no payment of exactly that amount was approved there in the last five minutes; ask for approval first"
                )
            }
            let source = try source(request.funding, for: request.amount.currency)
            if let problem = try objection(approval) {
                // What it was refused for may be forgotten in a moment; the refusal isn't.
                try index.takeBack(approval, on: today, at: now)
                return .refused(problem)
            }
            if !request.isAgain, let echo = try echo(of: approval.amount, at: approval.merchant, with: source.id) {
                throw PaymentError(.conflict, "\(echo); \(Cashier.howAgain)")
            }
            let charge = try index.addCharge(
                on: approval, key: key, requestKey: request.requestKey, funding: source.id,
                day: today, now: now, expiresAt: approval.askedAt + Cashier.approvalLife)
            return .new(charge)
        }
    }

    private static let howAgain = "if it's a second payment, run `coach charge --again`"

    /// What is to be said where just this was paid with the same card minutes ago, and not sent back; nil where it wasn't.
    public func echo(of amount: Money, at merchant: String, with card: Int64) throws -> String? {
        let (now, key) = (now(), NameKey.key(of: merchant))
        let last = try index.paidCharges(of: amount, since: now - Cashier.echoLife + 1).first {
            $0.merchantKey == key && $0.funding == card && $0.paidAt <= now && $0.refunded < amount.minorUnits
        }
        return last.map { charge in
            let (made, paid) = (Cashier.age(now - charge.madeAt), Cashier.age(now - charge.paidAt))
            return "you already paid \(amount.text) at \(charge.merchant)"
                + (charge.paidAt - charge.madeAt < 60
                    ? " \(paid)" : ": you ordered it \(made), and it was confirmed \(paid)")
        }
    }

    static func age(_ seconds: Int64) -> String {
        let minutes = seconds / 60
        return minutes == 0 ? "just now" : "\(minutes) minute\(minutes == 1 ? "" : "s") ago"
    }

    /// The card that is meant, of the provider and kind of money that are set up.
    private func source(_ id: Int64?, for currency: Currency) throws -> FundingSource {
        let sources = try index.fundingSources()
        guard let source = id.map({ id in sources.first { $0.id == id } }) ?? sources.first(where: \.isDefault) else {
            throw PaymentError(
                .notFound,
                id == nil
                    ? "there's no card to charge yet; `coach cards add PM_ID` or `POST /funding/cards/confirm` adds one"
                    : "there's no such card")
        }
        try check(source)
        // A card for trying needs no account.
        let account = try index.accounts.first { $0.id == source.accountID }
        let own = try source.isLive ? account?.currency : account?.currency ?? index.homeCurrency
        guard own == currency else {
            throw PaymentError(
                .conflict, "that card's account is in \(own?.code ?? "another currency"), not \(currency.code)")
        }
        return source
    }

    private func check(_ source: FundingSource) throws(PaymentError) {
        guard source.provider == processor.provider.rawValue, source.isLive == processor.isLive else {
            throw PaymentError(
                .conflict,
                source.isLive == processor.isLive
                    ? "that card is another provider's"
                    : "a key for \(processor.isLive ? "real" : "test") money doesn't go with a card for "
                        + "\(source.isLive ? "real" : "test") money")
        }
    }

    private func order(_ charge: Charge, for request: ChargeRequest? = nil) throws -> PaymentOrder {
        guard let source = try index.fundingSource(charge.funding) else {
            throw PaymentError(.notFound, "the card of this charge is gone")
        }
        try check(source)
        return PaymentOrder(
            amount: charge.amount, customer: source.customer, method: source.externalID, key: charge.key,
            wantsPage: request?.wantsPage ?? false)
    }

    // MARK: Step by step

    /// Has a charge carried out whose intent isn't known.
    ///
    /// - Parameter isNew: whether nothing was asked of the provider yet.
    private func begin(_ charge: Charge, _ request: ChargeRequest, isNew: Bool) throws -> ChargeOutcome {
        guard try mayConfirm(charge) else { return try abandon(charge) }
        let order = try order(charge, for: request)
        switch try takeIntent(of: charge, order, isNew: isNew) {
        case .over(let charge): return ChargeOutcome(charge: charge)
        // Where another process, a webhook's, is further on already, the provider says how it stands.
        case .taken(let noted, let intent):
            return noted.state == .sent ? try carryOut(noted, intent, order) : try resolve(noted)
        case .unknown(let error):
            // A key that is refused now says nothing of what was asked before.
            guard error.leavesOpen || !isNew && error.reason == .key else { return try end(charge, error.message) }
            return ChargeOutcome(charge: charge, note: error.message)
        }
    }

    /// Ends a charge whose intent isn't known. One may be there all the same, where nobody heard of the answer: it's found,
    /// or asked for with the same key, and canceled.
    private func abandon(_ charge: Charge) throws -> ChargeOutcome {
        let order = try order(charge)
        switch try takeIntent(of: charge, order, isNew: false) {
        case .over(let charge): return ChargeOutcome(charge: charge)
        case .taken(let noted, let intent): return try giveUp(noted, intent, order)
        case .unknown(let error):
            // What the provider fails at each time, and has none of, comes to nothing.
            let isNone = error.reason == .provider && (try? processor.intents(of: order))?.isEmpty == true
            guard isNone || error.reason == .refused else {
                return ChargeOutcome(charge: charge, note: error.message, isGivenUp: true)
            }
            return try end(charge, try whyCanceled(charge))
        }
    }

    private enum Found {
        /// It is written down.
        case taken(Charge, intent: String)
        /// Another process ended the charge meanwhile.
        case over(Charge)
        case unknown(PaymentError)
    }

    /// Finds a charge's intent, or makes one where there is none, and writes it down; all others are canceled.
    private func takeIntent(of charge: Charge, _ order: PaymentOrder, isNew: Bool) throws -> Found {
        var made: [PaymentIntent] = []
        do throws(PaymentError) {
            if !isNew { made = try processor.intents(of: order) }
            if made.isEmpty { made = [try makeIntent(order)] }
        } catch {
            return .unknown(error)
        }
        try index.note(.sent, intent: made.first?.id, problem: nil, ofCharge: charge.id)
        let noted = try index.charge(charge.id) ?? charge
        // What went through can't be canceled; of what another process took, it's as it is.
        let kept = noted.state.isOpen ? noted.intent : nil
        for other in made where other.id != kept { _ = try? processor.cancel(other.id, order) }
        return kept.map { .taken(noted, intent: $0) } ?? .over(noted)
    }

    /// Whether the card may still be asked: the approval holds, and nobody wants the payment gone.
    private func mayConfirm(_ charge: Charge) throws -> Bool {
        guard now() < charge.expiresAt, let kept = try index.charge(charge.id) else { return false }
        return try !kept.isCancelAsked && !index.isTakenBack(kept)
    }

    private func whyCanceled(_ charge: Charge) throws -> String {
        if [.new, .sent, .requiresAction].contains(charge.state), try index.isTakenBack(charge) {
            return "It was declined after it was approved, so it was canceled."
        }
        if try index.charge(charge.id)?.isCancelAsked == true { return "You canceled it." }
        return "It wasn't carried out in time, so it was canceled."
    }

    /// A server's fault would come again with the same key: another one is made with another key where there is none.
    private func makeIntent(_ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        do throws(PaymentError) {
            return try processor.intent(order, key: order.key + "-make")
        } catch {
            guard error.reason == .provider else { throw error }
            if let made = try processor.intents(of: order).first { return made }
            return try processor.intent(order, key: order.key + "-make-again")
        }
    }

    private func carryOut(_ charge: Charge, _ intent: String, _ order: PaymentOrder) throws -> ChargeOutcome {
        // The second time with the same key; then a server's fault may have been kept with that.
        for suffix in ["-confirm", "-confirm", "-confirm-again"] {
            guard try mayConfirm(charge) else { break }
            var found: PaymentIntent
            do throws(PaymentError) {
                found = try processor.confirm(intent, order, key: order.key + suffix)
            } catch {
                do throws(PaymentError) {
                    found = try processor.look(at: intent, order)
                } catch let later {
                    return ChargeOutcome(
                        charge: charge, note: later.leavesOpen ? later.message : error.message)
                }
            }
            if found.status != .unconfirmed { return try settle(charge, found) }
        }
        return try giveUp(charge, intent, order)
    }

    /// Ends what was not carried out, so that it never is.
    private func giveUp(_ charge: Charge, _ intent: String, _ order: PaymentOrder) throws -> ChargeOutcome {
        let found: PaymentIntent
        do throws(PaymentError) {
            found = try processor.cancel(intent, order)
        } catch {
            return ChargeOutcome(charge: charge, note: error.message)
        }
        return try settle(charge, found)
    }

    /// Carries on with a charge that has no outcome, for who orders it again.
    private func carryOn(_ charge: Charge, _ request: ChargeRequest) throws -> ChargeOutcome {
        guard let intent = charge.intent else { return try begin(charge, request, isNew: false) }
        let found = try resolve(charge)
        // What a phone ordered gets its page by another confirmation; an intent succeeds once, whatever it's asked.
        let lacksPage = found.charge.state == .requiresAction && request.wantsPage && found.confirmPage == nil
        guard try found.isUnsent || lacksPage && mayConfirm(found.charge) else { return found }
        return try carryOut(found.charge, intent, try order(charge, for: request))
    }

    /// Asks what came of a charge that has no outcome, and cancels what may not be carried out any more. It has nothing carried
    /// out itself.
    public func resolve(_ charge: Charge) throws -> ChargeOutcome {
        guard let intent = charge.intent else {
            guard try mayConfirm(charge) else { return try abandon(charge) }
            return ChargeOutcome(charge: charge, isUnsent: true)
        }
        let order = try order(charge)
        if charge.isCancelAsked { return try giveUp(charge, intent, order) }
        let found: PaymentIntent
        do throws(PaymentError) {
            found = try processor.look(at: intent, order)
        } catch {
            return ChargeOutcome(charge: charge, note: error.message)
        }
        switch found.status {
        case .unconfirmed where try !mayConfirm(charge): return try giveUp(charge, intent, order)
        case .unconfirmed:
            let noted = try settle(charge, found).charge
            return ChargeOutcome(charge: noted, isUnsent: noted.state == .sent)
        case .requiresAction where try now() >= charge.madeAt + Cashier.actionLife || index.isTakenBack(charge):
            return try giveUp(charge, intent, order)
        default: return try settle(charge, found)
        }
    }

    /// Gives up a charge that has no outcome. The wish is kept, so that it is canceled later where the provider can't be reached.
    public func cancel(_ charge: Charge) throws -> ChargeOutcome {
        guard charge.state.isOpen else {
            throw PaymentError(.conflict, "this charge is over: it \(charge.state.words)")
        }
        try index.askToCancel(charge: charge.id, at: now())
        let asked = try index.charge(charge.id) ?? charge
        guard asked.state.isOpen else { return ChargeOutcome(charge: asked) }
        guard let intent = asked.intent else { return try abandon(asked) }
        return try giveUp(asked, intent, try order(asked))
    }

    /// Gives up the charges of a payment whose approval a decline took back.
    public func cancelTakenBack(_ amount: Money, at merchant: String) throws -> [ChargeOutcome] {
        try index.openChargesTakenBack(amount, at: merchant).filter(isAsked).map(cancel)
    }

    private func end(_ charge: Charge, _ problem: String) throws -> ChargeOutcome {
        try index.note(.canceled, intent: nil, problem: problem, ofCharge: charge.id)
        return ChargeOutcome(charge: try index.charge(charge.id) ?? charge)
    }

    /// Keeps what came of a charge.
    private func settle(_ charge: Charge, _ intent: PaymentIntent) throws -> ChargeOutcome {
        func note(_ state: Charge.State, _ problem: String? = nil) throws {
            try index.note(state, intent: intent.id, problem: problem, ofCharge: charge.id)
        }
        switch intent.status {
        case .succeeded:
            let row = try ledgerWords(charge)
            try index.recordCharge(
                charge.id, intent: intent.id, descriptor: intent.descriptor, merchant: row.merchant,
                category: row.category, on: today, at: now())
        case .declined:
            try note(.declined, intent.problem ?? "The card was declined.")
            // Another card could carry it out still: it must not, where coach waits for it no longer.
            if let order = try? order(charge) { _ = try? processor.cancel(intent.id, order) }
        case .canceled where charge.state == .declined: break
        case .canceled: try note(.canceled, try whyCanceled(charge))
        case .requiresAction: try note(.requiresAction)
        case .processing: try note(.processing)
        case .unconfirmed: try note(.sent)
        }
        return ChargeOutcome(
            charge: try index.charge(charge.id) ?? charge, clientSecret: intent.clientSecret,
            confirmPage: intent.confirmPage)
    }

    /// The merchant as rows have it, and the category.
    func ledgerWords(_ charge: Charge) throws -> (merchant: String, category: String) {
        let known = try index.merchantNames(key: charge.merchantKey).first
        return (known ?? charge.merchant, try category(of: charge))
    }

    /// What the row is filed under, so that it counts toward what was approved: of several categories the one that one
    /// usually buys of there.
    private func category(of charge: Charge) throws -> String {
        guard let id = charge.category, let category = index.taxonomy.filing(of: id) else { return Taxonomy.fallback }
        guard index.taxonomy[id] == nil, let usual = try index.lastSpendingCategory(atMerchant: charge.merchant),
            index.taxonomy.members(of: id).contains(usual)
        else { return category }
        return usual
    }

    // MARK: All that is open

    /// Finds out what came of all that has no outcome. Nothing of another provider or another kind of money is asked for.
    public func resolveOpen() throws -> [ChargeOutcome] {
        var found: [ChargeOutcome] = []
        for charge in try index.openCharges().filter(isAsked) { found.append(try resolve(charge)) }
        for charge in try index.chargesWithOpenRefunds().filter(isAsked) { try? syncRefunds(of: charge) }
        return found
    }
}

extension Charge {
    var merchantKey: String { NameKey.key(of: merchant) }
}

extension Approval {
    var merchantKey: String { NameKey.key(of: merchant) }
}
