import Ledger

/// What one sum over two questions covers.
extension Query {
    /// Whether it is about a part of what there is, which can have a share.
    var isPart: Bool {
        !categories.isEmpty || !merchants.isEmpty || !accounts.isEmpty || text != nil || !weekdays.isEmpty
            || !excludedCategories.isEmpty || !excludedMerchants.isEmpty || minimum != nil || maximum != nil
    }

    mutating func join(_ other: Period, beside period: Period) {
        cover([period] + otherPeriods + [other])
    }

    /// Takes in the names or the periods of another query, whichever of them differ; nothing where both do.
    mutating func join(_ other: Query) {
        let isSamePeriod = periods == other.periods
        let isSameSubject =
            categories == other.categories && merchants == other.merchants && accounts == other.accounts
            && text == other.text
        if isSameSubject, let own = periods, let others = other.periods {
            cover(own + others)
        } else if isSamePeriod, text == nil, other.text == nil {
            // Rows of a category and rows of a merchant cannot be asked for at once.
            if merchants == other.merchants, accounts == other.accounts {
                categories = Query.union(other.categories, categories)
            } else if categories == other.categories, accounts == other.accounts {
                merchants = Query.union(other.merchants, merchants)
            } else if categories == other.categories, merchants == other.merchants {
                accounts = Query.union(other.accounts, accounts)
            } else if accounts == other.accounts, isOfOneKind, other.isOfOneKind {
                categories = other.categories + categories.filter { !other.categories.contains($0) }
                merchants = other.merchants + merchants.filter { !other.merchants.contains($0) }
                isUnion = true
            }
        }
    }

    /// Whether it is of categories, of merchants, or of either; not of merchants within categories.
    private var isOfOneKind: Bool { categories.isEmpty != merchants.isEmpty || isUnion }

    /// An empty list restricts nothing, and neither does one that is joined with it.
    private static func union(_ first: [String], _ second: [String]) -> [String] {
        first.isEmpty || second.isEmpty ? [] : first + second.filter { !first.contains($0) }
    }
}
