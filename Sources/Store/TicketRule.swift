import Ledger

/// What a place sells, where its kind leaves two things open and what is usually paid there at a time tells which.
public enum TicketRule: Sendable, CaseIterable {
    /// A cafe sells coffee or meals.
    case cafe
    /// A convenience store sells snacks or gas.
    case convenience
    /// A pub sells drinks or meals with them.
    case pub

    /// Its categories with the usual ticket from which on they are meant, in hundredths of the currency's unit.
    fileprivate var steps: [(category: String, from: Int64)] {
        switch self {
        // A lunch costs more than a coffee and less than a meal that is served.
        case .cafe: [("coffee", 0), ("fast_food", 850), ("restaurants", 1_200)]
        case .convenience: [("convenience_stores", 0), ("fuel", 2_000)]
        case .pub: [("alcohol", 0), ("restaurants", 3_000)]
        }
    }

    fileprivate static let fewest = 3
    /// Currencies whose unit buys about as much.
    static let currencies: Set<String> = ["USD", "EUR", "GBP", "CAD", "AUD", "NZD", "CHF"]

    /// The category of the smallest tickets.
    public var smallest: String { steps[0].category }
}

extension HouseholdIndex {
    /// Puts the rows of merchants under one of a rule's categories by the median of what was paid there; what the bank or
    /// the user said stays.
    ///
    /// - Parameter merchants: names of places of that kind that nothing else is known of.
    public func settle(_ rule: TicketRule, of merchants: Set<String>, _ changes: any RowChanges) throws(StoreError) {
        var steps: [(id: Int64, from: Int64)] = []
        for step in rule.steps { steps.append((try categoryID(step.category), step.from)) }
        // What a bank says between the two ends is more than a kind of place.
        let ends = [steps[0].id, steps[steps.count - 1].id]
        let accounts = try self.accounts.filter { TicketRule.currencies.contains($0.currency.code) }.map {
            String($0.id)
        }
        let found = try paid(at: merchants, in: accounts)
        for merchant in merchants.sorted() {
            let rows = found[merchant, default: []].sorted { ($0.price, $0.id) < ($1.price, $1.id) }
            guard !rows.isEmpty else { continue }
            let usual = rows[rows.count / 2].price
            // One or two tickets are no habit: they tell only one end from the other.
            let told = rows.count < TicketRule.fewest ? [steps[0], steps[steps.count - 1]] : steps
            let category = (told.last { usual >= $0.from } ?? steps[0]).id
            for row in rows where row.category != category {
                let isOpen =
                    row.basis <= DecisionBasis.rules.rawValue
                    ? steps.contains { $0.id == row.category }
                    : row.basis == DecisionBasis.bank.rawValue && ends.contains(row.category)
                guard isOpen else { continue }
                try refile(row.id, day: row.day, to: categorySlug(category), changes)
            }
        }
    }

    private typealias PaidRow = (name: String, id: Int64, day: Int32, price: Int64, category: Int64, basis: Int64)

    private func paid(at merchants: Set<String>, in accounts: [String]) throws(StoreError) -> [String: [PaidRow]] {
        try rows(
            ofMerchants: merchants, columns: "t.id, t.day, -t.amount, t.category_id, t.basis",
            where: "t.kind = 0 AND t.parent_id IS NULL AND t.account_id IN (\(accounts.joined(separator: ", ")))"
        ) { ($0.text(0), $0.int(1), $0.dayNumber(2), $0.int(3), $0.int(4), $0.int(5)) }
    }
}
