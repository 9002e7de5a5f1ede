import Ledger

/// Says in one or two sentences what the limits make of a purchase.
struct RuleRationale {
    let purchase: Purchase
    let category: RuleCategory?
    /// Minor units.
    let spent: Int64
    let cost: Int64
    /// `this month`, `in November 2026`.
    let month: String
    let limit: Int64?

    func text(_ reason: RuleAssessment.BlockReason, _ suggestion: RuleSuggestion?) -> String {
        guard let limit, let category else { return unlimited(suggestion) }
        let of = "your \(money(limit)) monthly limit on \(category.words)"
        switch reason {
        case .largeFraction:
            return "\(costWords) is more than half of \(of) at once. \(standing(limit))"
        case .exceedsLimit:
            return "You have spent \(money(spent)) of \(of) \(month). \(costWords) more would be "
                + "\(money(spent + cost - limit)) over it."
        case .none:
            return "You have spent \(money(spent)) of \(of) \(month). After this \(money(limit - spent - cost)) "
                + "would be left."
        }
    }

    private var costWords: String {
        money(cost) + (cost == purchase.amount.minorUnits ? "" : " a month")
    }

    private func standing(_ limit: Int64) -> String {
        let left = limit - spent
        let rest = left >= 0 ? "so \(money(left)) is left" : "\(money(-left)) more than the limit"
        return "You have spent \(money(spent)) \(month), \(rest)."
    }

    private func unlimited(_ suggestion: RuleSuggestion?) -> String {
        guard let category else {
            guard let merchant = purchase.merchant else { return "No limit applies: its category is not known." }
            return
                "No limit applies: its category is not known. You have spent \(some(spent)) at \(merchant) \(month)."
        }
        let spending = "You have no limit on \(category.words) and have spent \(some(spent)) on it \(month)."
        guard let suggestion else { return spending }
        return spending + " It usually comes to \(suggestion.median.text) a month, so a limit of "
            + "\(suggestion.rule.monthlyLimit.text) would suit."
    }

    private func some(_ units: Int64) -> String { units == 0 ? "nothing" : money(units) }

    private func money(_ units: Int64) -> String { Money(units, purchase.amount.currency).text }
}
