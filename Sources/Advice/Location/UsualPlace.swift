import Ledger
import Retrieval
import Store

/// A shop that one goes to, as the bank's texts tell it.
public struct UsualPlace: Sendable, Hashable {
    public let merchant: String
    /// As the bank writes it, such as `Dayton OH`; empty where its texts have none.
    public let town: String
    /// The category of the newest purchase.
    public let category: String
    public let visits: Int
    /// The middle amount.
    public let usual: Money
    public let last: CivilDate
    /// What is left of the monthly limit that it counts against; nil without one.
    public let left: Money?
    /// What that limit is on, as part of a sentence.
    let limited: String?

    public var json: JSON {
        .object([
            ("merchant", .string(merchant)), ("town", .string(town)), ("category", .string(category)),
            ("visits", .int(visits)), ("usual_cents", .integer(usual.minorUnits)),
            ("currency", .string(usual.currency.code)), ("last", .string(last.iso)),
            ("limit_left_cents", .optional(left) { .integer($0.minorUnits) }),
        ])
    }

    /// Once one is there: `usually $62.00, $140.00 left of your groceries limit this month.`
    public var words: String {
        let usually = "usually \(usual.text)"
        guard let left, let limited else { return "\(usually), in \(visits) visits over the past year." }
        return left.minorUnits < 0
            ? "\(usually), and you're \(left.magnitude.text) over your \(limited) limit this month."
            : "\(usually), \(left.text) left of your \(limited) limit this month."
    }
}

extension UsualPlace {
    /// Days that are looked back.
    private static let lookBack = 365
    /// Visits that make a place a usual one.
    private static let fewest = 3

    /// The shops with a town in their texts that one went to three times in the last year, the most visited first.
    public static func all(_ index: HouseholdIndex, asOf: CivilDate) throws -> [UsualPlace] {
        try places(index, asOf) { row in town(in: row.rawDescription) }
    }

    /// Meters around a shop.
    public static let radius = 150

    /// A shop as a circle that only lacks where it is.
    public struct Offer: Sendable {
        public let place: UsualPlace
        /// The merchant, with the town where there are several.
        public let name: String

        public var json: JSON {
            .object([
                ("name", .string(name)), ("radius_m", .int(UsualPlace.radius)), ("category", .string(place.category)),
                ("policy", .string(Geofence.Policy.warn.rawValue)),
            ])
        }
    }

    /// The same shops, to make circles of.
    public static func offers(_ index: HouseholdIndex, asOf: CivilDate) throws -> [Offer] {
        let places = try all(index, asOf: asOf)
        return places.map { place in
            let isOnly = places.count { $0.merchant == place.merchant } == 1
            let town = place.town.split(separator: " ").dropLast().joined(separator: " ")
            return Offer(place: place, name: isOnly ? place.merchant : "\(place.merchant) \(town)")
        }
    }

    /// The shop that a circle's name begins with: `H-E-B on Burnet` is H-E-B, `Kroger Dayton` the one in that town.
    ///
    /// - Returns: nil where one doesn't go there.
    public static func of(_ name: String, _ index: HouseholdIndex, asOf: CivilDate) throws -> UsualPlace? {
        let words = name.split(separator: " ").map { NameKey.key(of: $0) }
        // The longest name first: `Whole Foods Market` before `Whole Foods`.
        for count in stride(from: words.count, to: 0, by: -1) {
            let key = words[..<count].joined()
            guard let merchant = try index.merchantNames(key: key).first else { continue }
            let rest = words[count...]
            let found = try places(index, asOf) { row in
                guard row.merchant == merchant else { return nil }
                let town = town(in: row.rawDescription) ?? ""
                return rest.contains(NameKey.key(of: town.split(separator: " ").first ?? "-")) ? town : ""
            }
            return found.first { !$0.town.isEmpty } ?? found.first
        }
        return nil
    }

    /// - Parameter town: of a row; nil leaves it out.
    private static func places(_ index: HouseholdIndex, _ asOf: CivilDate, town: (Transaction) -> String?) throws
        -> [UsualPlace]
    {
        var rows: [String: (town: String, visits: [Transaction])] = [:]
        try index.forEachTransaction(in: Period.past(days: lookBack, endingOn: asOf)) { row in
            guard row.kind == .expense, !row.isExcluded, let town = town(row) else { return }
            rows["\(row.merchant)\n\(town)\n\(row.amount.currency.code)", default: (town, [])].visits.append(row)
        }
        let progress = try RuleBook(index).progress(asOf: asOf)
        return rows.values.filter { $0.visits.count >= fewest }.compactMap { town, visits in
            guard let newest = visits.last else { return nil }
            let amounts = visits.map { -$0.amount.minorUnits }.sorted()
            let limit = progress.first {
                $0.category.members.contains(newest.category) && $0.limit.currency == newest.amount.currency
            }
            return UsualPlace(
                merchant: newest.merchant, town: town, category: newest.category, visits: visits.count,
                usual: Money(amounts[(amounts.count - 1) / 2], newest.amount.currency), last: newest.date,
                left: limit?.remaining, limited: limit?.category.words)
        }.sorted { ($1.visits, $0.merchant, $0.town) < ($0.visits, $1.merchant, $1.town) }
    }

    /// The town at the end of a bank's text: `KROGER #412 DAYTON OH` is in Dayton OH. Only where a number or a sign stands
    /// before it, so that no part of a name is taken for a town.
    static func town(in text: String) -> String? {
        var words = text.split(separator: " ").map(String.init)
        if let last = words.last, ["US", "USA"].contains(last) { words.removeLast() }
        guard let state = words.last, states.contains(state) else { return nil }
        words.removeLast()
        var town: [String] = []
        while let word = words.last, town.count < 3, word.allSatisfy({ $0.isLetter || $0 == "." }), word.count > 1 {
            town.insert(word, at: 0)
            words.removeLast()
        }
        guard let before = words.last, before.contains(where: \.isNumber), !town.isEmpty else { return nil }
        return (town.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() } + [state]).joined(separator: " ")
    }

    private static let states = Set(
        ("AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK "
            + "OR PA RI SC SD TN TX UT VT VA WA WV WI WY").split(separator: " ").map(String.init))
}
