import Ledger

/// Which spending is a matter of choice from month to month, so that less of it can be suggested.
public enum FlexibleCategories {
    /// Neither needed nor a habit one would ask somebody to change: people, children, gifts of money, learning, and what
    /// is not known well enough.
    private static let kept: Set<String> = [
        Taxonomy.fallback, "people", "checks", "cash", "family", "education", "giving", "services", "postage",
        "storage",
        "home_security",
    ]

    /// - Parameter category: a category id.
    public static func contain(_ category: String, in taxonomy: Taxonomy) -> Bool {
        !kept.contains(category) && !EssentialCategories.contain(category, in: taxonomy)
            && taxonomy[category]?.flow == .out
    }
}
