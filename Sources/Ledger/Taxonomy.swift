/// One category of the two-level list in `rag-index/taxonomy`.
public struct Category: Hashable, Sendable {
    /// Which way money normally flows in it.
    public enum Flow: String, Hashable, Sendable {
        case out, `in`, transfer
    }

    /// Lower case, `_` between words; stable, used in files and JSON.
    public let id: String
    /// The parent's id; nil for the first level.
    public let parent: String?
    /// What a reply calls it.
    public let name: String
    public let flow: Flow
    /// The Guardian category that covers it; nil for income and transfers.
    public let guardian: String?

    public init(id: String, parent: String?, name: String, flow: Flow, guardian: String?) {
        self.id = id
        self.parent = parent
        self.name = name
        self.flow = flow
        self.guardian = guardian
    }
}

/// The category list and what other systems call its entries.
public struct Taxonomy: Sendable {
    public let categories: [Category]
    private let byID: [String: Int]
    private let children: [String: [String]]
    private let byPlaidCode: [String: String]
    private let byBankName: [String: String]

    /// The category of rows that nothing else fits.
    public static let fallback = "other"

    public struct Row {
        public let category: Category
        public let plaidCodes: [String]
        public let bankNames: [String]

        public init(category: Category, plaidCodes: [String], bankNames: [String]) {
            self.category = category
            self.plaidCodes = plaidCodes
            self.bankNames = bankNames
        }
    }

    public init(_ rows: [Row]) {
        categories = rows.map(\.category)
        var byID = [String: Int](minimumCapacity: rows.count)
        var children: [String: [String]] = [:]
        var byPlaidCode = [String: String](minimumCapacity: rows.reduce(0) { $0 + $1.plaidCodes.count })
        var byBankName = [String: String](minimumCapacity: rows.reduce(0) { $0 + $1.bankNames.count })
        for (index, row) in rows.enumerated() {
            byID[row.category.id] = index
            if let parent = row.category.parent { children[parent, default: []].append(row.category.id) }
            for code in row.plaidCodes { byPlaidCode[code] = row.category.id }
            for name in row.bankNames { byBankName[name] = row.category.id }
        }
        self.byID = byID
        self.children = children
        self.byPlaidCode = byPlaidCode
        self.byBankName = byBankName
    }

    public subscript(id: String) -> Category? { byID[id].map { categories[$0] } }

    /// The category and, when it is of the first level, all beneath it.
    public func withDescendants(_ id: String) -> [String] { [id] + (children[id] ?? []) }

    /// The categories that a Guardian name (`fun`, `rent_bills`) covers; empty when there is no such name.
    public func covered(byGuardian name: String) -> [String] {
        categories.filter { $0.guardian == name }.map(\.id)
    }

    /// The categories that count toward what a limit's id names: a category with those beneath it, several with `+` between
    /// them, or a Guardian name; empty where it names nothing that money is spent on.
    public func members(of id: String) -> Set<String> {
        let parts = id.split(separator: "+").map(String.init)
        guard !parts.isEmpty, parts.allSatisfy({ self[$0]?.flow == .out }) else { return Set(covered(byGuardian: id)) }
        return Set(parts.flatMap(withDescendants))
    }

    /// The category that a purchase is filed under of which no more is known than such an id, so that it counts toward that.
    public func filing(of id: String) -> String? {
        if let part = id.split(separator: "+").map(String.init).first, self[part]?.flow == .out { return part }
        let covered = covered(byGuardian: id)
        return Taxonomy.generalMembers[id].flatMap { covered.contains($0) ? $0 : nil } ?? covered.first
    }

    /// The member of a Guardian category that says least of what was bought, where none has its name.
    private static let generalMembers = [
        "fun": "hobbies", "misc_online": "shopping", "rent_bills": "housing", "pharmacy_health": "health",
        "subscription": "software",
    ]

    /// - Parameter code: a personal-finance category of Plaid, version 1 or 2, primary or detailed.
    public func category(plaidCode code: String) -> String? { byPlaidCode[code] }

    /// - Parameter name: a category as a bank file writes it; case and outer spaces do not matter.
    public func category(bankName name: String) -> String? {
        let isSpaced = name.utf8.first == 0x20 || name.utf8.last == 0x20
        let words = isSpaced ? name.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") : name
        return byBankName[words.lowercased()]
    }

    /// What a row of this category is: money out an expense or a transfer, money in a refund of what was spent, income or
    /// a transfer. Money out under an income category is an expense.
    ///
    /// - Parameter minorUnits: negative = money out.
    public func kind(of category: String, minorUnits: Int64) -> TransactionKind {
        switch (self[category]?.flow ?? .out, minorUnits > 0) {
        case (.transfer, _): .transfer
        case (.out, true): .refund
        case (.in, true): .income
        case (.out, false), (.in, false): .expense
        }
    }

    /// What a reply calls a category id; the id itself where the list does not have it.
    public func displayName(_ id: String) -> String { self[id]?.name ?? id }
}
