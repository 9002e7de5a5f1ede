import Ledger

/// The same question as `Query`, for handlers that still read one: limits of what was shown, reasons, advice.
extension Query {
    /// - Returns: nil where a query cannot say it.
    init?(restating ask: Ask) {
        self.init()
        guard take(ask.selection.filter) else { return nil }
        switch ask.selection.flow {
        case .spending: direction = .out
        case .purchases: (direction, kinds) = (.out, [.expense])
        case .income: direction = .in
        case .refunds: (direction, kinds) = (.any, [.refund])
        case .transfers: (direction, kinds) = (.any, [.transfer])
        case .transfersOut: (direction, kinds) = (.out, [.transfer])
        case .transfersIn: (direction, kinds) = (.in, [.transfer])
        case .net, .any: direction = .any
        }
        switch ask.selection.span {
        case .everything: break
        case .assumed(let days): period = days
        case .periods(let days): cover(days)
        }
        switch ask.measure {
        case .total: measure = .total
        case .count(.transaction): measure = .count
        case .largest: measure = .largest
        case .smallest: measure = .smallest
        case .median(.transaction): measure = .median
        case .average(let unit):
            guard let unit = AverageUnit(rawValue: unit.rawValue) else { return nil }
            (measure, averageUnit) = (.average, unit)
        default: return nil
        }
        if let group = ask.grouping {
            guard let grouping = Grouping(rawValue: group.rawValue) else { return nil }
            self.grouping = grouping
        }
        if case .period(let other)? = ask.against { comparison = other }
        if let order = ask.order.flatMap({ Order(rawValue: $0.rawValue) }) { self.order = order }
        limit = ask.limit ?? limit
        offset = ask.offset
        guard ask.condition == nil else { return nil }
    }

    private mutating func take(_ filter: RowFilter) -> Bool {
        switch filter {
        case .all: return true
        case .and(let parts): return parts.allSatisfy { take($0) }
        case .category(let id): categories.append(id)
        case .merchant(let name): merchants.append(name)
        case .account(let name): accounts.append(name)
        case .text(let words) where text == nil: text = words
        case .amount(let low, let high): (minimum, maximum) = (low, high)
        case .weekdays(let days): weekdays = days
        case .status(let status): self.status = status
        case .currency(let currency): self.currency = currency
        case .not(.category(let id)): excludedCategories.append(id)
        case .not(.merchant(let name)): excludedMerchants.append(name)
        case .not(.or(let parts)): return parts.allSatisfy { take(.not($0)) }
        case .or(let parts):
            let hadNames = !categories.isEmpty || !merchants.isEmpty
            let (names, cards) = (categories.count + merchants.count, accounts.count)
            guard parts.allSatisfy({ take($0) }) else { return false }
            // Cash that was taken out or paid: these fields would mean both at once.
            if categories.count + merchants.count > names, accounts.count > cards { return false }
            isUnion = !categories.isEmpty && !merchants.isEmpty
            return !hadNames || accounts.count == parts.count
        default: return false
        }
        return true
    }
}

extension ConversationState {
    /// Takes up a question of another kind that was read by the grammar.
    public mutating func take(_ intent: Intent, _ query: Query) {
        (pending, asked, askedLine) = (nil, nil, nil)
        beforeLast = last
        last = Turn(
            intent: intent, query: query, assumedPeriod: false, comparesWithUsual: false,
            purchase: PurchaseSlots(), budget: BudgetSlots(), edit: EditSlots(), advice: AdviceSlots())
    }

    /// Takes up a question about rows that was read by the grammar, so that lines for other handlers go on from it.
    public mutating func take(_ ask: Ask) {
        (pending, asked, askedLine) = (nil, nil, nil)
        beforeLast = last
        guard let query = Query(restating: ask) else {
            last = nil
            return
        }
        var assumed = false
        if case .assumed = ask.selection.span { assumed = true }
        last = Turn(
            intent: ask.intent, query: query, assumedPeriod: assumed, comparesWithUsual: ask.against == .usual,
            purchase: PurchaseSlots(), budget: BudgetSlots(), edit: EditSlots(),
            advice: AdviceSlots())
    }
}
