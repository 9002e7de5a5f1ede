import Advice
import Ledger
import Retrieval
import Store

/// A shop in a town that one goes to, as the bank's texts tell it.
public struct UsualPlace: Sendable, Hashable {
    public let merchant: String
    /// As the bank writes it, such as `Dayton OH`.
    public let town: String
    /// The category of the newest purchase.
    public let category: String
    public let visits: Int
    /// The middle amount.
    public let usual: Money
    public let last: CivilDate
    /// What is left of the monthly limit that it counts against; nil without one.
    public let left: Money?

    public var json: JSON {
        .object([
            ("merchant", .string(merchant)), ("town", .string(town)), ("category", .string(category)),
            ("visits", .int(visits)), ("usual_cents", .integer(usual.minorUnits)),
            ("currency", .string(usual.currency.code)), ("last", .string(last.iso)),
            ("limit_left_cents", .optional(left) { .integer($0.minorUnits) }),
        ])
    }
}

extension UsualPlace {
    /// Days that are looked back.
    private static let lookBack = 365
    /// Visits that make a place a usual one.
    private static let fewest = 3

    /// The shops with a town in their texts that one went to three times in the last year, the most visited first.
    public static func all(_ index: HouseholdIndex, asOf: CivilDate) throws -> [UsualPlace] {
        var rows: [String: [Transaction]] = [:]
        try index.forEachTransaction(in: Period.past(days: lookBack, endingOn: asOf)) { row in
            guard row.kind == .expense, !row.isExcluded, let town = town(in: row.rawDescription) else { return }
            rows["\(row.merchant)\n\(town)\n\(row.amount.currency.code)", default: []].append(row)
        }
        let progress = try RuleBook(index).progress(asOf: asOf)
        return rows.values.filter { $0.count >= fewest }.compactMap { visits in
            guard let newest = visits.last, let town = town(in: newest.rawDescription) else { return nil }
            let amounts = visits.map { -$0.amount.minorUnits }.sorted()
            let limit = progress.first {
                $0.category.members.contains(newest.category) && $0.limit.currency == newest.amount.currency
            }
            return UsualPlace(
                merchant: newest.merchant, town: town, category: newest.category, visits: visits.count,
                usual: Money(amounts[(amounts.count - 1) / 2], newest.amount.currency), last: newest.date,
                left: limit?.remaining)
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
