import Ledger

extension Evidence {
    func amounts(_ name: String) -> [Money] { figures(named: name).compactMap(\.money) }
}

extension FigureValue {
    /// nil of what is no money.
    var amount: Money? { if case .money(let money) = self { money } else { nil } }
}

extension Figure {
    var money: Money? { value.amount }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
