import Ledger

extension RowFilter {
    /// The rows that a query is about, whatever their days and the way the money went.
    init(_ query: Query) {
        func any(_ parts: [RowFilter]) -> [RowFilter] { parts.count > 1 ? [.or(parts)] : parts }
        let categories = query.categories.map(RowFilter.category)
        let merchants = query.merchants.map(RowFilter.merchant)
        var parts = query.isUnion ? any(categories + merchants) : any(categories) + any(merchants)
        parts += any(query.accounts.map(RowFilter.account))
        if let text = query.text { parts.append(.text(text)) }
        if query.minimum != nil || query.maximum != nil {
            parts.append(
                .amount(
                    query.minimum.map { $0 + (query.isMinimumExclusive ? 1 : 0) },
                    query.maximum.map { $0 - (query.isMaximumExclusive ? 1 : 0) }))
        }
        if !query.weekdays.isEmpty { parts.append(.weekdays(query.weekdays)) }
        if let status = query.status { parts.append(.status(status)) }
        if let currency = query.currency { parts.append(.currency(currency)) }
        parts += (query.excludedCategories.map(RowFilter.category) + query.excludedMerchants.map(RowFilter.merchant))
            .map(RowFilter.not)
        self = .all(parts)
    }
}

extension Selection.Span {
    /// The days of a query; everything where it names none.
    init(_ query: Query) { self = query.periods.map(Selection.Span.periods) ?? .everything }
}
