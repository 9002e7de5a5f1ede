import Ledger

extension BudgetSlots {
    /// Takes over what a line says of its amounts beyond the first: a minus, a rhythm, further limits.
    mutating func complete(from reading: QuestionReading, home: Currency) {
        if let odd = OddPrice(reading, home: home, given: []).amount, odd.minorUnits < 0 || odd.minorUnits == .max {
            amount = odd
            return
        }
        if let pairs = LimitPairs(reading)?.pairs, step == nil {
            (category, amount) = (pairs[0].category, Money(pairs[0].amount.amount, pairs[0].amount.currency))
            others = pairs.dropFirst().map { pair in
                BudgetSlots(
                    action: .set, category: pair.category, amount: Money(pair.amount.amount, pair.amount.currency))
            }
        }
        if others.isEmpty, step == nil, let shared = SharedLimit(reading), let amount {
            category = shared.categories[0]
            others = shared.categories.dropFirst().map { BudgetSlots(action: .set, category: $0, amount: amount) }
            if !others.isEmpty { notes.append("set \(amount.text) on each of the \(others.count + 1) categories") }
        }
        guard let interval = LimitInterval(reading) else { return }
        amount = amount.map { monthly($0, interval) }
        for place in others.indices { others[place].amount = others[place].amount.map { monthly($0, interval) } }
    }

    private mutating func monthly(_ amount: Money, _ interval: LimitInterval) -> Money {
        let month = Money(interval.monthly(amount.minorUnits), amount.currency)
        notes.append("limits are monthly: read \(amount.text) \(interval.words) as \(month.text) a month")
        return month
    }
}
