import Ledger
import Resources

/// What a monthly limit is on: one category with those beneath it, one of the twelve Guardian categories, or several
/// categories that one everyday word means.
///
/// Of a name that is both a category's and a Guardian one (`groceries`), the category is meant, as it is in questions.
public struct RuleCategory: Hashable, Sendable {
    /// A category id, a Guardian name, or several ids with `+` between them: `games`, `fun`, `restaurants+coffee`.
    public let id: String
    /// What a reply calls it: `Groceries`, `Restaurants and Coffee`.
    public let name: String
    /// Every category whose rows count, those beneath the first level among them.
    public let members: Set<String>
    /// The categories of a query that counts these rows and no others.
    private let included: [String]
    private let excluded: [String]

    /// - Returns: nil when `id` names nothing that money is spent on.
    public init?(id: String, in taxonomy: Taxonomy) {
        let parts = id.split(separator: "+").map(String.init)
        let categories = parts.compactMap { taxonomy[$0] }.filter { $0.flow == .out }
        if !parts.isEmpty, categories.count == parts.count {
            included = parts
            name = RuleCategory.listed(categories.map(\.name))
        } else if let guardian = RuleCategory.guardianNames[id] {
            included = taxonomy.covered(byGuardian: id)
            name = guardian
        } else {
            return nil
        }
        self.id = id
        let whole = Set(included.flatMap(taxonomy.withDescendants))
        members = taxonomy.members(of: id)
        excluded = whole.subtracting(members).sorted()
    }

    /// The Guardian names, with what to call them.
    private static let guardianNames = [
        "rent_bills": "Rent & bills", "groceries": "Groceries", "fast_food": "Fast food", "alcohol": "Alcohol",
        "clothing": "Clothing", "electronics": "Electronics", "pharmacy_health": "Pharmacy & health",
        "transport": "Transport", "subscription": "Subscriptions", "misc_online": "Online & all else", "fun": "Fun",
        "entertainment": "Entertainment",
    ]

    /// The Guardian names in the order of the alphabet.
    public static var guardianIDs: [String] { guardianNames.keys.sorted() }

    /// The categories that the id names, each with those beneath it.
    public var parts: [String] { included }

    /// Whether everything that `other` counts is counted here too.
    public func covers(_ other: RuleCategory) -> Bool { members.isSuperset(of: other.members) }

    /// The spending on it in a period.
    public func query(_ period: Period?) -> Query {
        Query(period: period, categories: included, excludedCategories: excluded)
    }

    /// The name inside a sentence: `groceries`, but `ATM fees`.
    public var words: String {
        let second = name.unicodeScalars.dropFirst().first
        return second?.properties.isUppercase == true ? name : name.prefix(1).lowercased() + name.dropFirst()
    }

    private static func listed(_ names: [String]) -> String {
        guard let first = names.first, names.count > 1 else { return names.first ?? "" }
        let rest = names.dropFirst().map { $0.lowercased() }
        return ([first] + rest.dropLast()).joined(separator: ", ") + " and " + (rest.last ?? "")
    }
}

extension RuleCategory {
    /// What a person calls it: an id, a name, a bank's name for it, or an everyday word (`eating out`).
    public init?(named text: String, in taxonomy: Taxonomy) {
        let key = NameKey.key(of: text)
        guard !key.isEmpty else { return nil }
        let own = taxonomy.categories.first { NameKey.key(of: $0.id) == key || NameKey.key(of: $0.name) == key }
        let guardian = RuleCategory.guardianNames.first {
            NameKey.key(of: $0.key) == key || NameKey.key(of: $0.value) == key
        }
        let id =
            own?.id ?? guardian?.key ?? (text.contains("+") ? text : nil) ?? RuleCategory.everyday(text)
            ?? taxonomy.category(bankName: text)
        guard let id else { return nil }
        self.init(id: id, in: taxonomy)
    }

    /// What an everyday word means in a question; nil where it is none.
    public init?(everyday word: String, in taxonomy: Taxonomy) {
        guard let id = RuleCategory.everyday(word) else { return nil }
        self.init(id: id, in: taxonomy)
    }

    /// The categories of a phrase of `rag-index/synonyms/words.tsv`.
    private static func everyday(_ text: String) -> String? {
        let phrase = text.lowercased().split { $0 == " " || $0 == "_" }.joined(separator: " ")
        let row = Resource.named("rag-index/synonyms/words.tsv").tableRows.first { $0[0] == phrase }
        return row.map { $0[1].split(separator: " ").joined(separator: "+") }
    }
}
