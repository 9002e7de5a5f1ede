import Ledger

/// Says in one or two sentences what the limits make of a purchase.
struct RuleRationale {
    let purchase: Purchase
    let category: RuleCategory?
    /// Minor units.
    let spent: Int64
    let cost: Int64
    /// What of `spent` are payments by card that may still come to nothing.
    let underWay: Int64
    /// `this month`, `in November 2026`.
    let month: String
    let limit: Int64?
    /// That the data ended long ago, where the limit is this month's.
    let dataAge: String?

    func text(_ reason: RuleAssessment.BlockReason, _ suggestion: RuleSuggestion?) -> String {
        let open = underWay > 0 ? " That counts \(money(underWay)) still being charged to your card." : ""
        return said(reason, suggestion) + open + (limit == nil ? "" : dataAge.map { " \($0)" } ?? "")
    }

    private func said(_ reason: RuleAssessment.BlockReason, _ suggestion: RuleSuggestion?) -> String {
        guard let limit, let category else { return unlimited(suggestion) }
        let of = "your \(money(limit)) monthly limit on \(category.words)"
        switch reason {
        case .largeFraction where limit == 0:
            return "Your monthly limit on \(category.words) is \(money(limit)), so nothing fits it. \(standing(limit))"
        case .largeFraction:
            return "\(costWords) is more than half of \(of) all at once. \(standing(limit))"
        case .exceedsLimit:
            return "You've spent \(money(spent)) of \(of) \(month). \(costWords) more would put you "
                + "\(money(spent + cost - limit)) over."
        case .none:
            return "You've spent \(money(spent)) of \(of) \(month). After this, you'd have "
                + "\(money(limit - spent - cost)) left."
        }
    }

    private var costWords: String {
        money(cost) + (cost == purchase.amount.minorUnits ? "" : " a month")
    }

    private func standing(_ limit: Int64) -> String {
        let left = limit - spent
        guard limit > 0 || spent != 0 else { return "You've spent nothing \(month)." }
        let rest = left >= 0 ? "so you have \(money(left)) left" : "\(money(-left)) over the limit"
        return "You've spent \(money(spent)) \(month), \(rest)."
    }

    private func unlimited(_ suggestion: RuleSuggestion?) -> String {
        guard let category else {
            guard let merchant = purchase.merchant else { return "No limit applies: I don't know its category." }
            return
                "No limit applies: I don't know its category. You've spent \(some(spent)) at \(merchant) \(month)."
        }
        let spending = "You've spent \(some(spent)) on \(category.words) \(month) and haven't set a limit for it."
        guard let suggestion else { return spending }
        return spending + " \(suggestion.words.prefix(1).uppercased())\(suggestion.words.dropFirst()), so a limit of "
            + "\(suggestion.rule.monthlyLimit.text) would fit."
    }

    private func some(_ units: Int64) -> String { units == 0 ? "nothing" : money(units) }

    private func money(_ units: Int64) -> String { Money(units, purchase.amount.currency).text }
}
