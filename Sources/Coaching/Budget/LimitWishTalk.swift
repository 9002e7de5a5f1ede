import Advice
import Ledger
import Store
import Understanding

extension Coach {
    /// The answer to a wish about limits; nil for other lines, and for names of no category.
    mutating func limitWish(_ spoken: SpokenLine) throws -> Answer? {
        guard let wish = LimitWish(spoken, context: context) else { return nil }
        let line = spoken.text
        var understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        switch wish {
        case .suggest(let name):
            understood.budget = BudgetSlots(
                action: .suggest, category: RuleCategory(named: name, in: index.taxonomy)?.id)
            guard name.isEmpty || understood.budget.category != nil else { return nil }
            talk.state.dropQuestionBack()
            return try budget(line, understood)
        case .move(let amount, let from, let to):
            guard let giver = RuleCategory(named: from, in: index.taxonomy),
                let taker = RuleCategory(named: to, in: index.taxonomy)
            else { return nil }
            talk.state.dropQuestionBack()
            return try move(amount, giver, taker, line, understood)
        }
    }

    /// Takes an amount from one limit and adds it to another; neither is changed where one of them cannot be.
    private func move(
        _ amount: Money, _ giver: RuleCategory, _ taker: RuleCategory, _ line: String, _ understood: Understood
    ) throws -> Answer {
        func refused(_ reply: String) -> Answer { plain(line, understood, reply) }
        guard giver.id != taker.id else {
            return refused("Those are both your limit on \(giver.words), so I didn't move anything.")
        }
        for category in [giver, taker] where try index.monthlyLimit(category.id, in: amount.currency) == nil {
            return refused(
                "You have no limit on \(category.words) in \(amount.currency.code), so I didn't move anything. Set one first: "
                    + "“set \(category.words) to \(amount.text)”.")
        }
        let before = try index.monthlyLimit(giver.id, in: amount.currency)?.minorUnits ?? 0
        guard amount.minorUnits > 0, before > amount.minorUnits else {
            return refused(
                "Your limit on \(giver.words) is \(Money(before, amount.currency).text), and moving \(amount.text) would leave "
                    + "nothing of it, so I didn't move anything.")
        }
        var both = understood
        func step(_ category: RuleCategory, _ sign: Int64) -> BudgetSlots {
            var slots = BudgetSlots(action: .set, category: category.id, amount: amount)
            slots.step = sign
            return slots
        }
        both.budget = step(giver, -1)
        both.budget.others = [step(taker, 1)]
        return try budget(line, both)
    }
}
