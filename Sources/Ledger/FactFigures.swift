/// The figures of the contract as a view of facts.
extension FactPhrases {
    /// The figures that programs read, under the contract's names: a change is three of them.
    public func figures(_ facts: [Fact]) -> [Figure] { facts.flatMap(figures) }

    private func figures(_ fact: Fact) -> [Figure] {
        guard fact.wording == nil else { return [] }
        let own = Figure(
            name: fact.role.rawValue, label: label(fact), value: fact.value, period: fact.period, rows: fact.basis.rows)
        switch fact.role {
        case .row, .part, .largestPart, .smallestPart, .largestRise, .largestFall, .coverage: return []
        case .change:
            var figures: [Figure] = []
            if let value = fact.other?.value {
                figures.append(
                    Figure(
                        name: "previous_total", label: label(fact, fact.other), value: value,
                        period: fact.other?.period ?? fact.period))
            }
            figures.append(own)
            if let percent = fact.percent {
                figures.append(
                    Figure(name: "change_percent", label: own.label, value: .percent(percent), period: fact.period))
            }
            return figures
        default: return [own]
        }
    }

    private func label(_ fact: Fact, _ other: Fact.Other? = nil) -> String {
        let subject = (other?.subject ?? fact.subject).name(rows)
        let period = other?.period ?? fact.period
        let words = [subject ?? flowName(fact.subject.flow), period?.name].compactMap { $0 }.joined(separator: ", ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    private func flowName(_ flow: Selection.Flow) -> String {
        switch flow {
        case .spending, .purchases: "spending"
        case .income: "income"
        case .refunds: "refunds"
        case .transfers, .transfersIn, .transfersOut: "transfers"
        case .net: "left over"
        case .any: "transactions"
        }
    }
}
