import Advice
import Ledger
import Resources
import Store
import Understanding

/// What somebody asks at the counter.
public struct CounterRequest {
    /// In words; nil where only a purchase is named.
    public var message: String?
    /// The lines of theirs before it, the earliest first.
    public var history: [String] = []
    /// What they are about to pay for.
    public var purchase: Purchase?
    public var fix: LocationFix?

    public init() {}
}

/// What coach says to it.
public struct CounterReply: Sendable {
    /// Whether it is fine to buy; nil where no purchase was judged.
    public let isFine: Bool?
    public let message: String
    /// What being there means for it, with the figure that matters.
    public let nudge: String?
    public let offers: [Offer]

    public var json: JSON {
        .object([
            ("result", .optional(isFine) { .string($0 ? "ALLOW" : "BLOCK") }), ("message", .string(message)),
            ("nudge", .optional(nudge, JSON.string)), ("actions", .array(offers.map(\.json))),
        ])
    }
}

/// Advice before paying: a line, where one is, and what one is about to pay for go in; advice, a nudge, and what coach can do
/// about it come out. Nothing is done before it is confirmed.
public struct CounterDesk {
    private let index: HouseholdIndex
    private let asOf: CivilDate
    private var settings: PurchaseSettings
    private let mayWrite: Bool
    private let nudges: SaidNudges?

    /// - Parameters:
    ///   - settings: with where one is; what a request says of that comes first.
    ///   - mayWrite: whether positions and offers may be kept.
    ///   - said: remembers what was said of staying where they may not.
    public init(
        _ index: HouseholdIndex, asOf: CivilDate, settings: PurchaseSettings = PurchaseSettings(), mayWrite: Bool,
        said: SaidNudges? = nil
    ) {
        (self.index, self.asOf, self.settings) = (index, asOf, settings)
        (self.mayWrite, nudges) = (mayWrite, said)
    }

    /// - Throws: `FixProblem` for a position that cannot be.
    public func reply(to request: CounterRequest, now: Int64) throws -> CounterReply {
        var request = request
        for text in [request.message, request.purchase?.merchant, request.purchase?.item] + request.history {
            try StoreError.refuseCardNumber(in: text.map(Coach.withoutPosition))
        }
        let wanted = request.message.flatMap(Coach.wanted)
        if let wanted, let reply = try elsewhere(wanted, request, now) { return reply }
        if request.fix == nil, wanted == nil {
            request.fix = request.message.flatMap { PositionText.place(in: $0) }?.fix(at: now)
        }
        // An offer keeps the lines that it is about, and a position is kept nowhere but with the positions.
        request.message = request.message.map(Coach.withoutPosition)
        if request.message?.allSatisfy(\.isWhitespace) ?? false { request.message = nil }
        request.history = request.history.map(PositionText.removed)
        request.fix = request.fix.map { LocationGuard.settled($0, now: now) }
        var here = self
        here.settings.whereabouts = Whereabouts(hours: hours, said: request.fix) { now }
        let guardian = LocationGuard(index, asOf: asOf, hours: hours, said: nudges)
        let check = try request.fix.map { fix in
            try mayWrite ? guardian.update(fix, now: now) : guardian.check(fix, now: now)
        }
        request.fix = try request.fix ?? here.settings.whereabouts?.fix(in: index)
        if try here.settings.whereabouts?.isDoubted(in: index) ?? false { request.fix = nil }
        return try here.reply(to: request, check ?? guardian.standing(now: now), now)
    }

    /// What is said to who wants something where they aren't: an offer keeps no position, so none is made of a geofence there.
    ///
    /// - Returns: nil where they are there.
    private func elsewhere(
        _ wanted: Coach.WantedThere, _ request: CounterRequest, _ now: Int64
    ) throws -> CounterReply? {
        guard let order = wanted.order else { return said(Coach.unreadOrder) }
        let (hits, all) = try (LocationGuard(index, asOf: asOf, hours: 0).hits(of: wanted.point), index.geofences())
        if order.wish.isOfPlace {
            let isDeclined = hits.contains { $0.geofence.policy == .block }
            return said(
                GeofenceWords.there(hits.map(\.geofence), isNamed: true, in: index.taxonomy),
                isFine: request.purchase != nil && isDeclined ? false : nil)
        }
        let known = order.meant(of: hits, among: all)
        guard let policy = order.wish.policy else {
            guard let known else { return said(order.nothingToRemove(isHere: false)) }
            let offer = removal(of: known)
            return said("\(offer.question) Confirm it and it's done.", try kept([offer], now))
        }
        let radius = try order.radius ?? known?.radius ?? UsualPlace.radius
        let fix = try request.fix ?? settings.whereabouts?.fix(in: index)
        if let fix, fix.point.distance(to: wanted.point) <= Double(radius) + fix.accuracy { return nil }
        if let known, let standing = order.standing(known, in: index.taxonomy) { return said(standing) }
        let name = order.name ?? known?.name ?? OfferBook.freeName(OfferBook.unnamed, among: all)
        let reason = fix == nil ? "I don't know whether you're there" : "You aren't there now"
        return said(
            "\(reason), so I can't set it up from here: run `coach geofence add \"\(name)\" LAT LON \(radius)m "
                + "--\(policy.rawValue)` to add the geofence.")
    }

    private func said(_ words: String, isFine: Bool? = nil, _ offers: [Offer] = []) -> CounterReply {
        CounterReply(isFine: isFine, message: words, nudge: nil, offers: offers)
    }

    /// Offers that can be confirmed, where that is allowed.
    private func kept(_ offers: [Offer], _ now: Int64) throws -> [Offer] {
        mayWrite ? try OfferBook(index, asOf: asOf, settings: settings).keep(offers, at: now) : offers
    }

    private var hours: Int { settings.whereabouts?.hours ?? LocationGuard.mostHours }

    private func reply(to request: CounterRequest, _ check: LocationCheck?, _ now: Int64) throws -> CounterReply {
        var request = request
        request.purchase = try request.purchase.map { try completed($0, request) }
        let reply = try said(request, check)
        return CounterReply(
            isFine: reply.isFine, message: reply.message, nudge: reply.nudge, offers: try kept(reply.offers, now))
    }

    /// What is about to be paid, with the thing that the lines name where nothing else does: it says more of what is bought
    /// than the shop.
    private func completed(_ purchase: Purchase, _ request: CounterRequest) throws -> Purchase {
        var purchase = purchase
        if purchase.item == nil {
            var coach = try Coach(index, asOf: asOf)
            let lines = request.history + [request.message].compactMap(\.self)
            purchase.item = try lines.reversed().lazy.compactMap { try coach.thing(in: $0) }.first
        }
        return try PurchaseDesk(index, asOf: asOf, settings: settings).completed(purchase)
    }

    private func said(_ request: CounterRequest, _ check: LocationCheck?) throws -> CounterReply {
        let nudge = check.flatMap { $0.nudge?.message ?? $0.hits.first?.sentence }
        // Whether it's fine to pay here is what the verdict says.
        let isOfVerdict = request.purchase != nil && request.message.flatMap { GeofenceOrder($0)?.wish } == .pay
        if let message = request.message, !isOfVerdict {
            if let offer = try geofence(message, request, check) {
                let missing = request.fix == nil && offer.kind.isPlaced ? " I need your position for it." : ""
                let lead = "\(offer.question) Confirm it and it's done.\(missing)"
                if let purchase = request.purchase {
                    return try judged(purchase, after: lead, offer, nudge, request, check)
                }
                return CounterReply(isFine: nil, message: lead, nudge: nudge, offers: [offer])
            }
            let tried = try answer(message, request)
            // What is judged is what is about to be paid, whatever else the line speaks of.
            if tried.offer == nil, let advice = tried.answer.advice,
                request.purchase.map({ $0.amount == advice.purchase.amount }) ?? true
            {
                return try judged(advice, tried.answer.reply, nudge, request, check)
            }
            let reply = tried.offer.map { "\($0.question) Confirm it and it's done." } ?? tried.answer.reply
            if request.purchase == nil, let offer = tried.offer, let advice = tried.answer.advice {
                return try judged(advice.purchase, after: reply, offer, nudge, request, check)
            }
            guard let purchase = request.purchase else {
                return CounterReply(isFine: nil, message: reply, nudge: nudge, offers: tried.offer.map { [$0] } ?? [])
            }
            // Beside an amount both are told: what the line asks or wants, and what the purchase is.
            let lead = tried.isUnderstood ? reply : tried.asksForPrice ? nil : CounterDesk.notRead(message)
            return try judged(
                purchase, after: lead, tried.offer, nudge, request, check,
                isWhole: tried.isAboutTheVerdict && !message.contains(where: \.isNumber))
        }
        guard let purchase = request.purchase else {
            return CounterReply(
                isFine: nil, message: "What would you like to buy, and what does it cost?", nudge: nudge, offers: [])
        }
        return try judged(purchase, after: nil, nil, nudge, request, check)
    }

    private static func notRead(_ message: String) -> String {
        let line = DataText.withoutControls(message).split(whereSeparator: \.isNewline).joined(separator: " ")
        let shown = line.count > 80 ? line.prefix(80) + "…" : line
        return "I couldn't make anything of “\(shown)”, so this is about the purchase alone."
    }

    /// The verdict on what one is about to pay for, behind what its line is answered with.
    ///
    /// - Parameter isWhole: whether that says all there is to say.
    private func judged(
        _ purchase: Purchase, after lead: String?, _ offer: Offer?, _ nudge: String?, _ request: CounterRequest,
        _ check: LocationCheck?, isWhole: Bool = false
    ) throws -> CounterReply {
        let desk = PurchaseDesk(index, asOf: asOf, settings: settings)
        let advice = try desk.assess(purchase)
        let words = VerdictWords(advice, taxonomy: index.taxonomy).reply
        let reply = try judged(advice, words, nudge, request, check)
        let others = reply.offers.filter { $0.kind.name != offer?.kind.name }
        return CounterReply(
            isFine: reply.isFine,
            message: [lead, isWhole ? nil : reply.message].compactMap(\.self).joined(separator: " "),
            nudge: nudge,
            offers: (offer.map { [$0] } ?? []) + others)
    }

    // MARK: What is said

    private func judged(
        _ advice: PurchaseAdvice, _ words: String, _ nudge: String?, _ request: CounterRequest, _ check: LocationCheck?
    ) throws -> CounterReply {
        let isFine = advice.verdict.outcome == .buy
        // What is told as the nudge isn't told twice.
        let words = nudge.map { words.replacing(" \($0)", with: "") } ?? words
        return CounterReply(
            isFine: isFine, message: words, nudge: nudge,
            offers: isFine ? [] : try offers(advice, request, check))
    }

    // MARK: What is offered

    private func offers(_ advice: PurchaseAdvice, _ request: CounterRequest, _ check: LocationCheck?) throws -> [Offer]
    {
        let purchase = advice.purchase
        let name = DecisionWords.name(purchase)
        var offers = [
            Offer(
                kind: .coolingOff(purchase, asOf.adding(days: 1)),
                label: "Sleep on \(name) and be asked again tomorrow")
        ]
        if let rule = advice.rules.suggestedRule,
            let category = RuleBook(index).category(rule.category)
        {
            offers.append(
                Offer(
                    kind: .limit(category: rule.category, rule.monthlyLimit),
                    label: "Set a limit of \(rule.monthlyLimit.text) a month on \(category.words)"))
        }
        if let fix = request.fix, check?.hits.isEmpty ?? true, let merchant = purchase.merchant {
            offers.append(geofence(named: try newName(merchant), purchase.category, .warn, fix))
        }
        return offers
    }

    private func geofence(
        named name: String, _ category: String?, _ policy: Geofence.Policy, _ fix: LocationFix?
    ) -> Offer {
        offer(
            Offer.GeofenceDraft(
                name: name, radius: UsualPlace.radius, category: category, policy: policy,
                seenAt: hours > 0 ? fix?.time : nil))
    }

    private func offer(_ draft: Offer.GeofenceDraft) -> Offer {
        Offer(
            kind: .geofence(draft),
            label: draft.policy == .block
                ? "Decline payments at \(draft.name)" : "Warn you before you pay at \(draft.name)")
    }

    /// `block payments here`, `warn me here`: the geofence that one is in is changed, else there is a new one. `stop warning me
    /// here`: it's removed. Nil where it's that way already.
    private func geofence(_ message: String, _ request: CounterRequest, _ check: LocationCheck?) throws -> Offer? {
        guard let order = GeofenceOrder(message) else { return nil }
        let wish = order.wish
        if wish == .forget { return Offer(kind: .forgetting, label: "Forget where you are and have been") }
        let isDoubted = try settings.whereabouts?.isDoubted(in: index) ?? false
        let known = order.meant(of: isDoubted ? [] : check?.hits ?? [], among: try index.geofences())
        if wish.isRemoval, let known { return removal(of: known) }
        guard let policy = wish.policy else { return nil }
        if let known {
            guard known.policy != policy || order.isDetailed else { return nil }
            let change = offer(Offer.GeofenceDraft(known, policy, radius: try order.radius))
            return Offer(
                kind: change.kind, label: "\(change.label), \(GeofenceWords.state(known, in: index.taxonomy)) so far")
        }
        return offer(
            try order.draft(
                of: nil, policy, among: index.geofences(), named: request.purchase?.merchant,
                seenAt: hours > 0 ? request.fix?.time : nil))
    }

    private func removal(of known: Geofence) -> Offer {
        Offer(
            kind: .removal(known.id, known.name),
            label: "Remove the geofence \(known.name), \(GeofenceWords.state(known, in: index.taxonomy))")
    }

    private func newName(_ name: String) throws -> String {
        OfferBook.freeName(name, among: try index.geofences())
    }

    // MARK: What a line says

    private struct Tried {
        let answer: Answer
        /// What it would have changed.
        let offer: Offer?
        /// Whether the line was read: to be answered, or to be done.
        var isUnderstood: Bool {
            offer != nil || answer.charge != nil
                || (answer.clarify == nil || answer.offersOther) && answer.understood.intent != .outOfScope
        }
        /// Whether it asks something about the verdict alone: `when can I buy it?`.
        var isAboutTheVerdict: Bool {
            offer == nil && isUnderstood && answer.understood.intent == .purchase && answer.evidence == nil
        }
        /// Whether it's about a purchase whose price is said beside it.
        var asksForPrice: Bool {
            answer.understood.intent == .purchase && answer.understood.clarification?.need == .amount
        }
    }

    /// Answers a line with those before it, and takes back what that changed: it becomes an offer.
    private func answer(_ message: String, _ request: CounterRequest) throws -> Tried {
        func run() throws -> Tried {
            var coach = try Coach(index, asOf: asOf)
            coach.purchaseSettings = settings
            for line in request.history { _ = try coach.answer(line) }
            if request.history.isEmpty, let purchase = request.purchase { try coach.hear(of: purchase) }
            let before = (mark: try index.mark(), rules: try RuleBook(index).rules())
            let answer = try coach.answer(message)
            guard try index.mark() != before.mark else { return Tried(answer: answer, offer: nil) }
            return Tried(answer: answer, offer: try offer(message, request, besides: before.rules))
        }
        do {
            return try mayWrite ? index.trying(run) : run()
        } catch let error as StoreError where error.reason == .readOnly && !mayWrite {
            throw OfferError(message: "that would change something, which this token may not")
        }
    }

    private func offer(_ message: String, _ request: CounterRequest, besides before: [SpendingRule]) throws -> Offer {
        if let rule = try RuleBook(index).rules().first(where: { !before.contains($0) }),
            let category = RuleBook(index).category(rule.category)
        {
            return Offer(
                kind: .limit(category: rule.category, rule.monthlyLimit),
                label: "Set a limit of \(rule.monthlyLimit.text) a month on \(category.words)")
        }
        let wishes = try WishBook(index, asOf: asOf, settings: settings).waiting()
        let isPriced = CoolingWish.withPurchase(message) != nil
        if let names = isPriced ? [] : CoolingWish(SpokenLine(message))?.names,
            let wish = wishes.filter({ $0.decision.isCalled(names) }).max(by: { $0.decision.id < $1.decision.id })
        {
            let day = wish.askAgainOn
            return Offer(
                kind: .coolingOff(wish.decision.purchase, day),
                label: "Sleep on \(DecisionWords.name(wish.decision.purchase)) and be asked again on "
                    + day.text(near: asOf))
        }
        return Offer(kind: .request(request.history + [message]), label: "Do this: “\(message)”")
    }
}

extension Coach {
    /// What somebody wants to buy, or to be asked about again, as a line calls it; nil where it calls it nothing.
    fileprivate mutating func thing(in line: String) throws -> String? {
        try begin()
        let line = line.withoutControls
        if let wish = CoolingWish(SpokenLine(line)) {
            let names = wish.names.filter { $0.contains(where: \.isLetter) }
            return names.isEmpty ? nil : names.joined(separator: " ")
        }
        var state = talk.state
        let understood = Understander().understand(line, context: context, state: &state)
        return understood.intent == .purchase ? understood.purchase.item : nil
    }

    /// Judges a purchase as if a line had asked for it, so that the next line can be about it.
    fileprivate mutating func hear(of purchase: Purchase) throws {
        let place = purchase.merchant.map { " at \($0)" } ?? ""
        let spending = "spend \(purchase.amount.text)\(place)"
        let buying = purchase.item.map { "buy the \($0)\(place) for \(purchase.amount.text)" }
        _ = try answer("should I \(buying ?? spending)")
    }
}
