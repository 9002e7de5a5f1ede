import Ledger

/// The words for what a query is about, without its period: `Groceries`, `Whole Foods and Costco on Travel Card`.
public enum Subject {
    public static func words(_ query: Query, taxonomy: Taxonomy) -> String {
        var parts: [String] = []
        let names = query.merchants + query.categories.map(taxonomy.displayName)
        if !names.isEmpty { parts.append(list(names)) }
        if let text = query.text { parts.append("“\(text)”") }
        var words = parts.joined(separator: " with ")
        if words.isEmpty { words = Flow(query)?.name ?? "Transactions" }
        if query.kinds == [.refund], !parts.isEmpty { words += " refunds" }
        if query.direction == .in, query.kinds.isEmpty, !parts.isEmpty { words += " income" }
        let excluded = query.excludedMerchants + query.excludedCategories.map(taxonomy.displayName)
        if !excluded.isEmpty { words += " without " + list(excluded) }
        if !query.accounts.isEmpty { words += " on " + list(query.accounts) }
        if let currency = query.currency { words += " in " + currency.code }
        if !query.weekdays.isEmpty { words += " on " + weekdays(query.weekdays) }
        if let status = query.status { words += " (\(status.rawValue))" }
        return words
    }

    /// `a`, `a and b`, `a, b and c`.
    public static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    public static func weekdays(_ days: Set<Int>) -> String {
        if days == [6, 7] { return "weekends" }
        if days == [1, 2, 3, 4, 5] { return "weekdays" }
        let names = days.sorted().map { CivilDate.weekdayNames[$0 - 1] + "s" }
        return names.joined(separator: ", ")
    }
}
