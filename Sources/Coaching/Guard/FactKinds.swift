import Ledger

/// What kind of money the figures of an evidence are, and what its percentages are parts of.
extension FactBuilder {
    /// What the rows that were asked for are; empty where they are of several kinds.
    var flow: Set<MoneyKind> {
        if query.kinds == [.refund] { return [.refund] }
        if query.kinds == [.income] { return [.income] }
        if query.kinds == [.transfer] { return [.transfer] }
        guard query.kinds.isEmpty || query.kinds.isSubset(of: [.expense, .refund]) else { return [] }
        switch query.direction {
        case .out: return query.categories.contains("cash") ? [.spending, .cash] : [.spending]
        case .in: return [.income]
        case .any: return []
        }
    }

    private static let ofNames: [String: Set<MoneyKind>] = [
        "spending": [.spending], "spent": [.spending], "expected_spending": [.spending], "everyday": [.spending],
        "merchant_spent": [.spending], "merchant_before": [.spending], "monthly_cost": [.spending, .bills],
        "subscription_cost": [.spending, .bills], "bill_cost": [.spending, .bills], "bills": [.spending, .bills],
        "bill": [.spending, .bills], "yearly_cost": [.spending, .bills], "price": [.spending, .bills],
        "previous_price": [.spending, .bills], "income": [.income], "previous_income": [.income],
        "next_pay": [.income], "net": [.net], "previous_net": [.net], "savings_rate": [.net, .income],
        "previous_savings_rate": [.net, .income], "balance": [.balance, .assets, .safe],
        "projected_balance": [.balance],
        "lowest": [.balance], "lowest_ahead": [.balance], "lowest_with": [.balance], "lowest_without": [.balance],
        "lowest_later": [.balance], "assets": [.assets, .balance], "account_balance": [.balance, .assets],
        "liabilities": [.liabilities],
        "usual_income": [.income], "usual_spending": [.spending], "usual_net": [.net],
        "amount": [.spending], "paid": [.spending], "net_worth": [.netWorth, .assets],
        "previous_net_worth": [.netWorth, .assets], "safe_to_spend": [.safe],
        "safe_ahead": [.safe], "limit": [.limit], "remaining": [.remaining, .safe],
    ]
    /// Figures that are of the rows asked for.
    private static let ofRows: Set<String> = [
        "total", "previous_total", "count", "previous_count", "average", "previous_average", "median", "largest",
        "smallest", "share", "purchases", "difference", "change", "change_percent",
    ]

    func kinds(_ figure: Figure) -> Set<MoneyKind> {
        if let kinds = FactBuilder.ofNames[figure.name] {
            return query.direction == .in && kinds.contains(.bills) ? [.income] : kinds
        }
        if figure.name == "usual" || figure.name == "usual_change" || figure.name.hasPrefix("change") {
            if figure.label.hasPrefix("Income") { return [.income] }
            if figure.label.hasPrefix("Net worth") { return [.netWorth, .assets] }
            if evidence.figures.contains(where: { $0.name == "spending" }) { return [.spending] }
        }
        if figure.name == "previous_total", query.direction == .any {
            return evidence.figures.contains { $0.name == "spending" } ? [.spending] : []
        }
        if figure.name == "overall" {
            return query.whole.map { $0.direction == .in ? [.income] : [.spending] } ?? flow
        }
        return FactBuilder.ofRows.contains(figure.name) ? flow : []
    }

    /// What groups are: payments where something recurs, balances where accounts are listed.
    var groupKinds: Set<MoneyKind> {
        let names = Set(evidence.figures.map(\.name))
        if names.contains("monthly_cost") || names.contains("bills") && !names.contains("spending") {
            return query.direction == .in ? [.income] : [.spending, .bills]
        }
        if names.contains("spending") || names.contains("amount") { return [.spending] }
        if !names.isDisjoint(with: ["balance", "net_worth", "assets"]) {
            return [.balance, .assets, .netWorth]
        }
        return flow
    }

    func kinds(_ row: Transaction) -> Set<MoneyKind> {
        switch row.kind {
        case .expense: [.spending]
        case .refund: [.refund]
        case .income: [.income]
        case .transfer: [.transfer]
        }
    }

    func whole(_ figure: Figure) -> Fact.Whole? {
        switch figure.name {
        case "savings_rate", "previous_savings_rate": .all(.income, [])
        case "share" where figure.label.hasSuffix("income"): .all(.income, [])
        case "share": wholeOfShares
        default: figure.name.hasPrefix("change") || figure.name == "usual_change" ? .before : nil
        }
    }

    /// Whether there is something of before, of other days or of days to come that a change could be from.
    var hasComparison: Bool {
        let isByTime = query.grouping.map { [.day, .week, .month, .year, .weekday].contains($0) } ?? false
        let periods = Set(base.facts.filter { $0.role == .total && $0.money != nil }.compactMap(\.period))
        return isByTime || query.comparison != nil || evidence.transactions.count > 1 || periods.count > 1
            || base.facts.contains { fact in
                fact.role == .previous || fact.role == .change || fact.labels.contains("r:usual")
                    || !fact.kinds.isDisjoint(with: [.balance, .safe, .netWorth])
            }
    }

    /// What the groups are parts of.
    var wholeOfShares: Fact.Whole? {
        let direction = query.whole?.direction ?? query.direction
        let names = Set(evidence.figures.map(\.name))
        if direction != .in, names.contains("monthly_cost"), !names.contains("spending") { return .all(.bills, []) }
        if direction == .in { return .all(.income, subject) }
        return direction == .out || names.contains("spending") ? .all(.spending, subject) : nil
    }
}
