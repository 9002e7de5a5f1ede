import Ledger

/// Amounts that a follow-up names: bounds of what is asked about, and limits.
extension FollowUp {
    func changeAmounts(_ query: inout Query) {
        guard !reading.amounts.isEmpty else { return }
        let built = QueryBuilder(reading: reading, intent: .transactions, context: context).build().query
        // `only over $100` within `under $500` narrows; elsewhere the new bound stands for the old ones.
        let narrows = reading.keys.contains { ["only", "just", "and", "but", "also"].contains($0) }
        let keepsMaximum = narrows && built.maximum == nil && built.minimum ?? .max < query.maximum ?? 0
        let keepsMinimum = narrows && built.minimum == nil && built.maximum ?? 0 > query.minimum ?? .max
        if !keepsMinimum { (query.minimum, query.isMinimumExclusive) = (built.minimum, built.isMinimumExclusive) }
        if !keepsMaximum { (query.maximum, query.isMaximumExclusive) = (built.maximum, built.isMaximumExclusive) }
    }

    func changeBudget(_ understood: inout Understood) {
        let slots = SlotReader(reading: reading, context: context).budget()
        if let category = slots.category { understood.budget.category = category }
        understood.budget.amount = slots.amount
        // A limit is only changed by words that say so: another category alone is asked about.
        if slots.amount == nil || slots.action != .progress { understood.budget.action = slots.action }
    }
}
