import Ledger

/// What goes on with advice: another thing, amount or part to save, another month to explain.
extension FollowUp {
    /// Whether a line says how much less is supposed to be spent, after advice that supposes so.
    func changesCut(of last: ConversationState.Turn) -> Bool {
        guard last.advice.topic == .cut else { return false }
        let cut = CutReader(reading: reading)
        return cut.alone != nil || cut.step != nil
    }

    /// Changes what advice was asked for.
    ///
    /// - Returns: whether nothing else is to be changed.
    func changeAdvice(_ understood: inout Understood) -> Bool {
        switch understood.advice.topic {
        case .cut:
            let reader = CutReader(reading: reading)
            if let cut = reader.alone {
                understood.advice.cut = cut
                return true
            }
            if let up = reader.step {
                understood.advice.cut = understood.advice.cut?.moved(up: up) ?? understood.advice.cut
                return true
            }
        case .saving:
            let amounts = reading.amounts + reading.bareAmounts
            if amounts.count == 1, let amount = amounts.first {
                understood.advice.target = Money(amount.amount, amount.currency)
            }
        case .reasons where asksForGroups:
            // Which of them it was is told by how much each changed.
            guard let period = understood.query.period else { return false }
            understood.query.comparison = understood.query.comparison ?? PeriodComparison.preceding(period)
            understood.query.grouping = reading.has("group.merchant") ? .merchant : .category
            understood.query.direction = .out
            let wasLess = understood.advice.expects < 0
            understood.query.order = wasLess ? .fall : .rise
            understood.query.limit = 5
            return true
        case .reasons:
            understood.query.comparison = nil
            understood.query.grouping = nil
        default: break
        }
        return false
    }
}
