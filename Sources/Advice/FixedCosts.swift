import Ledger

/// What was decided for once and comes by itself since: a home, utilities, insurance, loans. What is bought anew each time
/// is none of it, however needed it is.
public enum FixedCosts {
    /// First-level categories stand for all beneath them.
    private static let ids: Set<String> = [
        "rent", "mortgage", "home_security", "utilities", "insurance", "car_payment", "loans", "taxes", "storage",
    ]

    /// Where some people have a contract and others shop: the rows tell which it is.
    public static let mixed: Set<String> = [
        "family", "education", "giving", "people", "checks", "services", Taxonomy.fallback,
    ]

    /// - Parameter category: a category id.
    public static func contain(_ category: String, in taxonomy: Taxonomy) -> Bool {
        ids.contains(category) || taxonomy[category]?.parent.map(ids.contains) ?? false
    }
}
