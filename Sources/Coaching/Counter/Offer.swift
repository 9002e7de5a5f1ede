import Advice
import Ledger
import Store

/// Something that coach offers to do at the counter. It is done only when it is confirmed.
public struct Offer: Sendable {
    public enum Kind: Sendable, Equatable {
        /// A monthly limit on a category.
        case limit(category: String, Money)
        /// A circle around where one is then; where that is, is not kept with the offer.
        case fence(name: String, radius: Int, category: String?, Geofence.Policy)
        /// To be asked about a purchase again on a day.
        case coolingOff(Purchase, CivilDate)
        /// What a line asks for, with the lines before it.
        case request([String])

        var name: String {
            switch self {
            case .limit: "set_limit"
            case .fence: "geofence"
            case .coolingOff: "cooling_off"
            case .request: "request"
            }
        }
    }

    /// Its number, by which it is confirmed; nil where nothing can be changed.
    public var id: Int64?
    public let kind: Kind
    /// What confirming does, as a short sentence.
    public let label: String

    public var json: JSON {
        .object([
            ("id", .optional(id, JSON.integer)), ("type", .string(kind.name)), ("label", .string(label)),
            ("parameters", kind.body),
        ])
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
        case .fence(let name, let radius, let category, let policy):
            return .object([
                ("name", .string(name)), ("radius_m", .int(radius)), ("category", .optional(category, JSON.string)),
                ("policy", .string(policy.rawValue)),
            ])
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
            self = .fence(name: name, radius: radius, category: body["category"]?.string, policy)
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
    /// - Parameter point: where one is, for a circle around it.
    /// - Returns: what was done, as a sentence.
    public func confirm(_ id: Int64, at point: GeoPoint? = nil, now: Int64) throws -> String {
        guard let kept = try index.offer(id), let kind = Offer.Kind(kept.kind, kept.body, today: asOf) else {
            throw OfferError(message: "there's no such offer", isUsage: true)
        }
        guard !kept.isDone else { throw OfferError(message: "that was done already") }
        guard (0..<OfferBook.life).contains(now - kept.madeAt) else {
            throw OfferError(message: "that offer is over; ask again")
        }
        return try index.database.write {
            guard try index.takeOffer(id, at: now) else { throw OfferError(message: "that was done already") }
            return try carryOut(kind, point, now)
        }
    }

    private func carryOut(_ kind: Offer.Kind, _ point: GeoPoint?, _ now: Int64) throws -> String {
        switch kind {
        case .limit(let id, let limit):
            let book = RuleBook(index)
            guard let category = book.category(id) else { throw OfferError(message: "that category is gone") }
            try book.set(category, limit: limit, on: asOf)
            return "Your limit on \(category.words) is \(limit.text) a month now."
        case .fence(let name, let radius, let category, let policy):
            let last = try index.positions().first { now - $0.time <= LocationGuard.oldest }
            // One that is there stays where it is.
            let known = try index.geofences().first { $0.name.lowercased() == name.lowercased() }
            guard let center = known?.center ?? point ?? last?.point else {
                throw OfferError(message: "say where you are: a geofence needs a position", isUsage: true)
            }
            _ = try index.keepGeofence(name, at: center, radius: radius, category: category, policy: policy)
            return policy == .block
                ? "Payments within \(radius) m of \(name) will be declined."
                : "You'll be warned of payments within \(radius) m of \(name)."
        case .coolingOff(let purchase, let day):
            let wishes = WishBook(index, asOf: asOf, settings: settings)
            return try wishes.said(of: try wishes.putOff(purchase, until: day))
        case .request(let lines):
            var coach = try Coach(index, asOf: asOf)
            coach.purchaseSettings = settings
            var reply = ""
            for line in lines { reply = try coach.answer(line).reply }
            return reply
        }
    }
}
