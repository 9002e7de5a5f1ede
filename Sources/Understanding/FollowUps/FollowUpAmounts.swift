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

extension TimeExpression {
    /// `sorry, meant 2025` after August 2026: a year alone puts right the year of shorter days.
    func period(correcting said: Period) -> Period {
        guard unit == .year, said.start.year == said.end.year, said.start.year != period.start.year,
            said.start != said.start.startOfYear || said.days < 360
        else { return period }
        let years = period.start.year - said.start.year
        let end = said.end == said.end.endOfMonth ? said.start.adding(years: years) : said.end.adding(years: years)
        guard said.end == said.end.endOfMonth else { return Period(said.start.adding(years: years), end) }
        let months = said.end.monthNumber - said.start.monthNumber
        return Period(end, end.startOfMonth.adding(months: months).endOfMonth)
    }
}
