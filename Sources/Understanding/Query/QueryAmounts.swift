import Ledger

/// Amounts and currencies of a question: bounds of rows, or what a sum is held against.
extension QueryBuilder {
    /// `what do we give to charity a month`, `per week on gas this year`: a mean that no other word asks for.
    var saidRate: Query.AverageUnit? {
        let keys = reading.keys.last == "?" ? Array(reading.keys.dropLast()) : reading.keys
        let units: [String: Query.AverageUnit] = ["day": .day, "week": .week, "month": .month, "year": .year]
        let verbs = [
            "give", "donate", "spend", "use", "drop", "go", "goes", "burn", "blow", "pay", "cost", "costs", "run",
            "runs",
        ]
        guard [.spending, .income].contains(intent), keys.count > 2,
            !reading.readings.contains(where: { $0.hasPrefix("group.") || $0.hasPrefix("compare.") })
        else { return nil }
        if asksPerVisit { return .transaction }
        let lead = keys.starts(with: ["how", "much"]) ? 2 : 0
        // `what do I spend a week on food`
        let afterVerbs = keys.indices.dropFirst().filter { verbs.contains(keys[$0 - 1]) && keys.contains("do") }
        let asked: Set = ["do", "did", "does", "have", "on", "at", "in", "for"]
        for start in Set([0, lead, keys.count - 2] + afterVerbs)
        where start + 1 < keys.count && ["a", "per", "each", "every"].contains(keys[start]) {
            let asks =
                start == 0
                ? keys[0] == "per"
                : start == lead
                    ? keys[start...].contains(where: asked.contains)
                    : afterVerbs.contains(start)
                        || keys.contains(where: ["do", "does"].contains) && keys.contains(where: verbs.contains)
            if asks, let unit = units[keys[start + 1]],
                !reading.times.contains(where: { $0.tokens.contains(start + 1) })
            {
                return unit
            }
        }
        return nil
    }

    /// `how much do I spend when I go to costco`.
    private var asksPerVisit: Bool {
        let keys = reading.keys
        return !reading.names.isEmpty && keys.contains("do")
            && keys.indices.dropLast(2).contains { place in
                ["when", "whenever"].contains(keys[place]) && ["i", "we"].contains(keys[place + 1])
                    && ["go", "shop", "visit", "eat", "order", "stop"].contains(keys[place + 2])
            }
    }

    /// Whether an amount is held against what was spent only: `over 1k this year`, `did I pay anything more than 1k`.
    ///
    /// One amount exactly, and `transactions over 1k`, are looked for whichever way the money went.
    func boundsSpending(_ query: Query) -> Bool {
        if reading.ranksRows { return true }
        guard let amount = reading.amounts.first, query.merchants.isEmpty, query.text == nil,
            query.accounts.allSatisfy(isOfDebt)
        else { return false }
        let saysPaid = reading.keys.indices.dropFirst().contains { place in
            ["pay", "paid", "payed"].contains(reading.keys[place])
                && ["i", "we", "ive", "weve", "ever"].contains(reading.keys[place - 1])
        }
        return saysPaid
            || ![.exactly, .around].contains(amount.relation)
                && !reading.keys.contains(where: QueryBuilder.nounsOfBothWays.contains)
    }

    private static let nounsOfBothWays: Set<String> = [
        "transaction", "transactions", "txn", "txns", "everything", "row", "rows", "entry", "entries",
    ]

    private func isOfDebt(_ account: String) -> Bool {
        context.names.accounts.contains { $0.name == account && $0.type.isLiability }
    }

    /// `over $50 a week`: what a sum of other days is no answer to.
    private func unit(after amount: AmountExpression) -> Query.AverageUnit? {
        let units: [String: Query.AverageUnit] = ["day": .day, "week": .week, "month": .month, "year": .year]
        let place = amount.tokens.upperBound
        guard place + 1 < reading.keys.count, ["a", "per", "each", "every"].contains(reading.keys[place]) else {
            return nil
        }
        return units[reading.keys[place + 1]]
    }

    func applyAmounts(to result: inout Result) {
        guard ![.purchase, .budget, .advice].contains(intent),
            let amount = reading.amounts.first ?? (intent == .cashFlow ? reading.keptAmount : nil)
        else { return }
        if reading.countsMonths(over: amount), [.spending, .income].contains(intent) {
            return holdMonths(against: amount, in: &result)
        }
        if reading.holdsFlow(intent, against: amount) {
            result.threshold = Money(amount.amount, amount.currency)
            result.staysBelow = [.under, .atMost].contains(amount.relation)
            result.query.measure = .total
            return
        }
        let isOfRows = intent != .spending || reading.has("rows.named") || result.query.measure == .count
        // Only a question that wants a yes or no holds a sum against an amount; else the amount is one of single rows.
        let verbs = ["did", "have", "has", "do", "does", "is", "are", "was", "were", "am", "will", "ive", "i"]
        // `more than $300 on dining?`
        let opensWithSum = amount.tokens.lowerBound == 0 && reading.tokens.last?.key == "?"
        let wantsYesOrNo = opensWithSum || reading.tokens.first.map { verbs.contains($0.key) } ?? false
        if !isOfRows, wantsYesOrNo, amount.relation != .exactly, amount.relation != .around {
            result.threshold = Money(amount.amount, amount.currency)
            result.staysBelow = [.under, .atMost].contains(amount.relation)
            if result.query.measure == .total, result.query.grouping == nil, let unit = unit(after: amount) {
                (result.query.measure, result.query.averageUnit) = (.average, unit)
            }
            return
        }
        switch amount.relation {
        case .exactly:
            // `the $172 charge`: of cents nothing is said.
            let cents = reading.asksOfCharge(of: amount) ? amount.currency.minorPerMajor - 1 : 0
            (result.query.minimum, result.query.maximum) = (amount.amount, amount.amount + cents)
        case .over, .atLeast:
            result.query.minimum = amount.amount
            result.query.isMinimumExclusive = amount.relation == .over
        case .under, .atMost:
            result.query.maximum = amount.amount
            result.query.isMaximumExclusive = amount.relation == .under
        case .around:
            (result.query.minimum, result.query.maximum) = (amount.amount * 9 / 10, amount.amount * 11 / 10)
        case .between: (result.query.minimum, result.query.maximum) = (amount.amount, amount.upper)
        }
        restrict(to: amount, in: &result.query)
        if reading.amounts.count > 1, result.query.maximum == nil || result.query.minimum == nil {
            applySecondBound(reading.amounts[1], to: &result.query)
        }
    }

    /// `in euros` where accounts are kept in more than that; `by currency`.
    func applyCurrency(to result: inout Result) {
        guard let said = reading.currency, [.spending, .transactions, .income, .cashFlow].contains(intent) else {
            return
        }
        guard let currency = said.currency else {
            guard intent == .spending || intent == .income else { return }
            result.query.grouping = .currency
            // `more in euros or in pounds` compares no periods.
            result.query.sides = []
            return
        }
        guard context.names.accounts.contains(where: { $0.currency != currency }) else { return }
        result.query.currency = currency
        if reading.keys.contains("convert") {
            result.notes.append("counted only accounts in \(currency.code); I don't convert amounts")
        }
    }

    /// Rows in another currency are neither above nor below an amount: only the accounts kept in its own are meant.
    private func restrict(to amount: AmountExpression, in query: inout Query) {
        let accounts = context.names.accounts
        guard amount.saysCurrency, query.accounts.isEmpty, accounts.contains(where: { $0.currency != amount.currency })
        else { return }
        query.accounts = accounts.filter { $0.currency == amount.currency }.map(\.name)
    }

    /// `over $40 and under $100`.
    private func applySecondBound(_ amount: AmountExpression, to query: inout Query) {
        switch amount.relation {
        case .under, .atMost: if query.maximum == nil { query.maximum = amount.amount }
        case .over, .atLeast: if query.minimum == nil { query.minimum = amount.amount }
        default: break
        }
    }
}
