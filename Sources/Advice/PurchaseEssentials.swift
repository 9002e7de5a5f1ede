import Ledger

/// Which purchases one cannot well do without.
public enum EssentialCategories {
    /// First-level categories stand for all beneath them. The test is the need itself, not how often it is paid.
    private static let ids: Set<String> = [
        "groceries", "rent", "mortgage", "utilities", "insurance", "health", "fuel", "public_transit", "car_care",
        "taxes", "fees", "loans", "car_payment", "laundry",
    ]
    /// The Guardian names that hold little else.
    static let guardians: Set<String> = ["groceries", "rent_bills", "pharmacy_health"]

    /// - Parameter category: a category id or a Guardian name.
    public static func contain(_ category: String, in taxonomy: Taxonomy) -> Bool {
        if ids.contains(category) || guardians.contains(category) { return true }
        return taxonomy[category]?.parent.map(ids.contains) ?? false
    }
}

extension Purchase {
    /// Whether it is something one cannot well do without.
    func isEssential(_ taxonomy: Taxonomy) -> Bool {
        isNeed ?? category.map { EssentialCategories.contain($0, in: taxonomy) } ?? false
    }

    /// The categories of what is bought anyway: one buys groceries once, but a wish comes on top of other ones. nil for
    /// what is expected in no everyday spending.
    func expectedCategories(_ taxonomy: Taxonomy) -> Set<String>? {
        guard isEssential(taxonomy), instalments == nil, !isLent, !isRunning else { return nil }
        return category.flatMap { RuleCategory(id: $0, in: taxonomy)?.members }
    }
}
