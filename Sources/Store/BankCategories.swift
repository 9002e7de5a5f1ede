import Ledger

/// What one account's bank says of a merchant holds for the rows of accounts whose banks say nothing of it.
extension HouseholdIndex {
    private typealias FiledRow = (name: String, id: Int64, day: Int32, category: Int64, basis: Int64)

    /// Groups and categories whose rows a bank files by what they are, whoever is paid.
    private static let ofBanks: Set = ["fees", "loans", "cash", "checks", "people", "taxes"]
    private static let ofHomes: Set = ["housing", "rent", "mortgage"]

    /// Puts rows that were decided by the words of a name under the category that most of the merchant's rows have from a bank.
    ///
    /// - Parameter merchants: names that are in no directory.
    public func takeBankCategories(of merchants: Set<String>, _ changes: any RowChanges) throws(StoreError) {
        for (_, rows) in try filed(under: merchants) {
            guard let told = told(by: rows), let category = taxonomy[told] else { continue }
            for row in rows where row.basis <= DecisionBasis.rules.rawValue {
                let own = categorySlug(row.category)
                guard own != told, isOpen(own, to: category) else { continue }
                try refile(row.id, day: row.day, to: told, changes)
            }
        }
    }

    /// What banks call the merchant in more than half of the rows that they have a category for.
    private func told(by rows: [FiledRow]) -> String? {
        let filed = rows.filter { $0.basis == DecisionBasis.bank.rawValue }
        let counts = Dictionary(grouping: filed, by: \.category).mapValues(\.count)
        guard let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value * 2 > filed.count
        else { return nil }
        let slug = categorySlug(best.key)
        return isOfMerchants(slug) && slug != Taxonomy.fallback ? slug : nil
    }

    private func isOfMerchants(_ slug: String) -> Bool {
        guard let category = taxonomy[slug], category.flow == .out else { return false }
        return !HouseholdIndex.ofBanks.contains(category.parent ?? category.id)
            && !HouseholdIndex.ofHomes.contains(slug)
    }

    /// A whole group that a bank names says less than one of the categories in any group.
    private func isOpen(_ own: String, to told: Category) -> Bool {
        if own == Taxonomy.fallback { return true }
        return told.parent != nil && isOfMerchants(own)
    }

    private func filed(under merchants: Set<String>) throws(StoreError) -> [String: [FiledRow]] {
        try rows(
            ofMerchants: merchants, columns: "t.id, t.day, t.category_id, t.basis",
            where:
                "t.kind <= 1 AND t.parent_id IS NULL AND t.pair_id IS NULL AND t.basis <= \(DecisionBasis.bank.rawValue)"
        ) { ($0.text(0), $0.int(1), $0.dayNumber(2), $0.int(3), $0.int(4)) }
    }
}
