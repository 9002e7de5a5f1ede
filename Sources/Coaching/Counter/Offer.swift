import Advice
import Ledger
import Store

/// Something that coach offers to do at the counter. It is done only when it is confirmed.
public struct Offer: Sendable {
    public enum Kind: Sendable, Equatable {
        /// A monthly limit on a category.
        case limit(category: String, Money)
        case geofence(GeofenceDraft)
        /// That the geofence of a number, which has that name, is no more.
        case removal(Int64, String)
        /// That where one is and was is forgotten.
        case forgetting
        /// To be asked about a purchase again on a day.
        case coolingOff(Purchase, CivilDate)
        /// What a line asks for, with the lines before it.
        case request([String])

        /// Whether a position is needed for it.
        var isPlaced: Bool { if case .geofence(let draft) = self { draft.changes == nil } else { false } }

        var name: String {
            switch self {
            case .limit: "set_limit"
            case .geofence: "geofence"
            case .removal: "remove_geofence"
            case .forgetting: "forget_positions"
            case .coolingOff: "cooling_off"
            case .request: "request"
            }
        }
    }

    /// A geofence around where one was when it was offered. Where that is, is not kept with the offer.
    public struct GeofenceDraft: Sendable, Equatable {
        public let name: String
        /// Meters.
        public let radius: Int
        public let category: String?
        public let policy: Geofence.Policy
        /// The geofence that is changed, and stays where it is; nil for a new one.
        public var changes: Int64?
        /// When one was there, which the position is found by as long as it is kept; nil where it wasn't known.
        public var seenAt: Int64?
    }

    /// Its number, by which it is confirmed; nil where nothing can be changed.
    public var id: Int64?
    public let kind: Kind
    /// What confirming does, as a short sentence.
    public let label: String

    /// The label as a question: one that ends with somebody's own question is one.
    var question: String { label.hasSuffix("?”") ? label : label + "?" }

    public var json: JSON {
        .object([
            ("id", .optional(id, JSON.integer)), ("type", .string(kind.name)), ("label", .string(label)),
            ("parameters", kind.body),
        ])
    }
}

extension Offer.GeofenceDraft {
    /// A geofence with another policy, or radius in meters.
    init(_ known: Geofence, _ policy: Geofence.Policy, radius: Int? = nil) {
        self.init(
            name: known.name, radius: radius ?? known.radius, category: known.category, policy: policy,
            changes: known.id)
    }
}

extension Offer.Kind {
    var body: JSON {
        switch self {
        case .limit(let category, let limit):
            return .object([
                ("category", .string(category)), ("monthly_limit_cents", .integer(limit.minorUnits)),
                ("currency", .string(limit.currency.code)),
            ])
        case .geofence(let draft):
            return .object([
                ("name", .string(draft.name)), ("radius_m", .int(draft.radius)),
                ("category", .optional(draft.category, JSON.string)), ("policy", .string(draft.policy.rawValue)),
                ("geofence_id", .optional(draft.changes, JSON.integer)),
                ("seen_at", .optional(draft.seenAt, JSON.integer)),
            ])
        case .removal(let id, let name): return .object([("geofence_id", .integer(id)), ("name", .string(name))])
        case .forgetting: return .object([])
        case .coolingOff(let purchase, let day):
            return .object([
                ("amount_cents", .integer(purchase.amount.minorUnits)),
                ("currency", .string(purchase.amount.currency.code)),
                ("merchant", .optional(purchase.merchant, JSON.string)),
                ("item", .optional(purchase.item, JSON.string)),
                ("category", .optional(purchase.category, JSON.string)), ("ask_again_on", .string(day.iso)),
            ])
        case .request(let lines): return .object([("lines", .strings(lines))])
        }
    }

    /// The way back; nil for what is none.
    init?(_ name: String, _ body: JSON, today: CivilDate) {
        func money(_ member: String) -> Money? {
            guard let cents = body[member]?.int64, let currency = body["currency"]?.string.flatMap({ Currency($0) })
            else { return nil }
            return Money(cents, currency)
        }
        switch name {
        case "set_limit":
            guard let category = body["category"]?.string, let limit = money("monthly_limit_cents") else { return nil }
            self = .limit(category: category, limit)
        case "geofence":
            guard let name = body["name"]?.string, let radius = body["radius_m"]?.int,
                let policy = body["policy"]?.string.flatMap(Geofence.Policy.init)
            else { return nil }
            self = .geofence(
                Offer.GeofenceDraft(
                    name: name, radius: radius, category: body["category"]?.string, policy: policy,
                    changes: body["geofence_id"]?.int64, seenAt: body["seen_at"]?.int64))
        case "remove_geofence":
            guard let id = body["geofence_id"]?.int64, let name = body["name"]?.string else { return nil }
            self = .removal(id, name)
        case "forget_positions": self = .forgetting
        case "cooling_off":
            guard let amount = money("amount_cents"),
                let day = body["ask_again_on"]?.string.flatMap({ CivilDate(iso: $0) })
            else { return nil }
            let purchase = Purchase(
                amount: amount, merchant: body["merchant"]?.string, item: body["item"]?.string,
                category: body["category"]?.string, day: today)
            self = .coolingOff(purchase, day)
        case "request":
            guard let lines = body["lines"]?.array?.compactMap(\.string), !lines.isEmpty else { return nil }
            self = .request(lines)
        default: return nil
        }
    }
}

/// Why an offer is not carried out, as one line for people.
public struct OfferError: Error, Equatable, Sendable {
    public let message: String
    /// Whether what was asked for can never be, rather than not now.
    public var isUsage = false

    public init(message: String, isUsage: Bool = false) { (self.message, self.isUsage) = (message, isUsage) }
}

/// Keeps offers, and carries out those that are confirmed.
public struct OfferBook {
    /// Seconds that an offer stands.
    static let life: Int64 = 3_600

    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let settings: PurchaseSettings

    public init(_ index: HouseholdIndex, asOf: CivilDate, settings: PurchaseSettings = PurchaseSettings()) {
        (self.index, self.asOf, self.settings) = (index, asOf, settings)
    }

    /// Keeps offers so that they can be confirmed.
    public func keep(_ offers: [Offer], at now: Int64) throws -> [Offer] {
        try offers.map { offer in
            var kept = offer
            kept.id = try index.addOffer(
                offer.kind.name, offer.kind.body, at: now, forgettingBefore: now - 24 * OfferBook.life)
            return kept
        }
    }

    /// Does what was offered, once.
    ///
    /// - Parameter point: where a geofence goes whose own position isn't known.
    /// - Returns: what was done, as a sentence.
    public func confirm(_ id: Int64, at point: GeoPoint? = nil, now: Int64) throws -> String {
        guard let kept = try index.offer(id), let kind = Offer.Kind(kept.kind, kept.body, today: asOf) else {
            throw OfferError(message: "there's no such offer", isUsage: true)
        }
        guard !kept.isDone else { throw OfferError(message: "that was done already") }
        guard (0..<OfferBook.life).contains(now - kept.madeAt) else {
            throw OfferError(message: "that offer is over; ask again")
        }
        var talk = try conversation(before: kind)
        func take() throws {
            guard try index.takeOffer(id, at: now) else { throw OfferError(message: "that was done already") }
        }
        if kind == .forgetting {
            // No byte is left only once the taking is kept.
            try take()
            return try carryOut(kind, point, now, in: &talk)
        }
        return try index.database.write {
            try take()
            return try carryOut(kind, point, now, in: &talk)
        }
    }

    /// The conversation that a line goes on from. What its lines would change was not confirmed, and is not done.
    private func conversation(before kind: Offer.Kind) throws -> Coach {
        var coach = try Coach(index, asOf: asOf)
        coach.purchaseSettings = settings
        guard case .request(let lines) = kind, lines.count > 1 else { return coach }
        return try index.trying {
            for line in lines.dropLast() { _ = try coach.answer(line) }
            return coach
        }
    }

    private func carryOut(
        _ kind: Offer.Kind, _ point: GeoPoint?, _ now: Int64, in talk: inout Coach
    ) throws -> String {
        switch kind {
        case .limit(let id, let limit):
            let book = RuleBook(index)
            guard let category = book.category(id) else { throw OfferError(message: "that category is gone") }
            try book.set(category, limit: limit, on: asOf)
            return "Your limit on \(category.words) is \(limit.text) a month now."
        case .geofence(let draft): return try carryOut(draft, point, now)
        case .removal(let id, let name):
            guard try index.removeGeofence(id) else { throw OfferError(message: "that geofence is gone already") }
            return "The geofence \(name) is gone."
        case .forgetting: return try LocationGuard.forgetAll(in: index).words
        case .coolingOff(let purchase, let day):
            let wishes = WishBook(index, asOf: asOf, settings: settings)
            // Whoever confirms it after midnight sleeps on it another night.
            return try wishes.said(of: try wishes.putOff(purchase, until: max(day, asOf.adding(days: 1))))
        case .request(let lines): return try lines.last.map { try talk.answer($0).reply } ?? ""
        }
    }

    /// - Returns: what was done, as a sentence.
    func carryOut(_ draft: Offer.GeofenceDraft, _ point: GeoPoint?, _ now: Int64) throws -> String {
        let geofences = try index.geofences()
        var known: Geofence?
        if let id = draft.changes {
            known = geofences.first { $0.id == id }
            guard known != nil else { throw OfferError(message: "that geofence is gone; ask again") }
        }
        guard let center = try known?.center ?? center(of: draft, point, now) else {
            throw OfferError(message: "say where you are: a geofence needs a position", isUsage: true)
        }
        // An equal offer of the same place may be confirmed already; elsewhere it is another place.
        known =
            known
            ?? geofences.first {
                $0.name.lowercased() == draft.name.lowercased()
                    && $0.center.distance(to: center) <= Double($0.radius)
            }
        if let known, (known.radius, known.category, known.policy) == (draft.radius, draft.category, draft.policy) {
            return GeofenceWords.standing(known, in: index.taxonomy) + "."
        }
        let name = known?.name ?? OfferBook.freeName(draft.name, among: geofences)
        _ = try index.keepGeofence(
            name, at: known?.center ?? center, radius: draft.radius, category: draft.category, policy: draft.policy)
        return try index.geofence(named: name).map {
            GeofenceWords.rule($0, after: known, in: index.taxonomy)
        } ?? ""
    }

    /// Where one was when it was offered; where that wasn't known, where one is.
    private func center(of draft: Offer.GeofenceDraft, _ point: GeoPoint?, _ now: Int64) throws -> GeoPoint? {
        guard let seenAt = draft.seenAt else {
            guard point == nil, let here = settings.whereabouts, try !here.isDoubted(in: index) else { return point }
            return try here.fix(in: index)?.point
        }
        return try index.positions().first { $0.time == seenAt }?.point ?? point
    }

    /// What a new geofence is called that has no name of its own.
    static let unnamed = "Place"

    /// A name that no geofence has: one of the same name would be changed.
    static func freeName(_ name: String, among geofences: [Geofence]) -> String {
        let taken = Set(geofences.map { $0.name.lowercased() })
        let words = name.split(separator: " ")
        let isUnnamed =
            words.first == unnamed[...] && words.count <= 2 && words.dropFirst().allSatisfy { Int($0) != nil }
        guard isUnnamed || taken.contains(name.lowercased()) else { return name }
        let base = isUnnamed ? unnamed : name
        var number = isUnnamed ? 1 : 2
        while taken.contains("\(base) \(number)".lowercased()) { number += 1 }
        return "\(base) \(number)"
    }
}
