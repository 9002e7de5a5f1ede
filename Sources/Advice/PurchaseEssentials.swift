import Ledger

/// Which purchases one cannot well do without.
public enum EssentialCategories {
    /// First-level categories stand for all beneath them. The test is the need itself, not how often it is paid.
    private static let ids: Set<String> = [
        "groceries", "rent", "mortgage", "utilities", "insurance", "health", "fuel", "public_transit", "car_care",
        "taxes", "fees", "loans", "car_payment", "laundry", "veterinary",
    ]
    /// What one decides for once and pays for long.
    static let commitments: Set<String> = ["rent", "mortgage", "car_payment", "loans"]
    /// The Guardian names that hold little else.
    static let guardians: Set<String> = ["groceries", "rent_bills", "pharmacy_health"]

    /// - Parameter category: a category id or a Guardian name.
    public static func contain(_ category: String, in taxonomy: Taxonomy) -> Bool {
        if ids.contains(category) || guardians.contains(category) { return true }
        return taxonomy[category]?.parent.map(ids.contains) ?? false
    }
}

extension Purchase {
    /// Whether it is something one cannot well do without. What is signed for anew, a home or a car, is a choice, and so is
    /// what costs more than what it takes the place of.
    func isEssential(_ taxonomy: Taxonomy) -> Bool {
        guard !isLent, replaced.map({ !$0.isDearer }) ?? true else { return false }
        if let isNeed { return isNeed }
        guard let category else { return false }
        let isChosen = instalments != nil && !isRunning && EssentialCategories.commitments.contains(category)
        return !isChosen && EssentialCategories.contain(category, in: taxonomy)
    }

    /// The categories of what is bought anyway: one buys groceries once, but a wish comes on top of other ones. nil for
    /// what is expected in no everyday spending.
    func expectedCategories(_ taxonomy: Taxonomy) -> Set<String>? {
        guard isEssential(taxonomy), instalments == nil, !isLent, !isRunning else { return nil }
        return category.flatMap { RuleCategory(id: $0, in: taxonomy)?.members }
    }
}
