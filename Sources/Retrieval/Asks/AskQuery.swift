import Ledger

extension Query {
    /// The contract's `query` of an ask: a view that names what it can. What only an ask says is in its request.
    public init(_ ask: Ask) {
        self.init()
        let selection = ask.selection
        switch selection.flow {
        case .spending: break
        case .purchases: kinds = [.expense]
        case .income: direction = .in
        case .refunds: kinds = [.refund]
        case .transfersOut: kinds = [.transfer]
        case .transfersIn: (kinds, direction) = ([.transfer], .in)
        case .transfers: (kinds, direction) = ([.transfer], .any)
        case .net, .any: direction = .any
        }
        if let periods = selection.span.periods, let first = periods.first {
            (period, otherPeriods) = (first, Array(periods.dropFirst()))
        }
        add(selection.filter)
        switch ask.measure {
        case .total: measure = .total
        case .count(let unit): (measure, counted) = (.count, Counted(unit))
        case .countWithout: (measure, counted) = (.count, .daysWithout)
        case .average(let unit):
            (measure, averageUnit) = (.average, AverageUnit(rawValue: unit.rawValue) ?? .transaction)
        case .rate(let unit):
            (measure, counted) = (.average, .transactions)
            averageUnit = AverageUnit(rawValue: unit.rawValue) ?? .day
        case .median: measure = .median
        case .largest: measure = .largest
        case .smallest: measure = .smallest
        case .share(let whole, let byCount):
            var of = Query()
            of.add(whole.filter)
            measure = .share
            self.whole = Whole(
                direction: whole.flow == .income ? .in : .out, categories: of.categories, merchants: of.merchants)
            counted = byCount ? .transactions : nil
        case .longestStreak, .gap, .lastDay, .firstDay, .reachedDay: measure = .count
        case .spread: measure = .total
        }
        grouping = ask.grouping.flatMap { Grouping(rawValue: $0.rawValue) }
        order = ask.order.flatMap { Order(rawValue: $0.rawValue) } ?? .newest
        limit = ask.limit ?? 10
        offset = ask.offset
        if case .period(let other) = ask.against { comparison = other }
        if case .sides(let others) = ask.against {
            sides = others.map { side in
                var query = Query()
                query.add(side.selection.filter)
                return Side(
                    name: side.name, categories: query.categories, merchants: query.merchants, accounts: query.accounts,
                    text: query.text, weekdays: query.weekdays)
            }
        }
    }

    /// What the lists of names can hold of a filter.
    private mutating func add(_ filter: RowFilter) {
        switch filter {
        case .category(let id): categories.append(id)
        case .merchant(let name): merchants.append(name)
        case .account(let name): accounts.append(name)
        case .text(let words): text = words
        case .amount(let least, let most): (minimum, maximum) = (least ?? minimum, most ?? maximum)
        case .weekdays(let days): weekdays = days
        case .status(let status): self.status = status
        case .currency(let currency): self.currency = currency
        case .and(let parts): for part in parts { add(part) }
        case .or(let parts):
            let names = parts.allSatisfy { part in
                switch part {
                case .category, .merchant, .account: true
                default: false
                }
            }
            guard names else { return }
            for part in parts { add(part) }
            isUnion = !categories.isEmpty && !merchants.isEmpty
        case .not(let part): exclude(part)
        case .all, .daysOfMonth, .recurring, .rows, .near, .after, .before: break
        }
    }

    private mutating func exclude(_ filter: RowFilter) {
        switch filter {
        case .category(let id): excludedCategories.append(id)
        case .merchant(let name): excludedMerchants.append(name)
        case .or(let parts): for part in parts { exclude(part) }
        default: break
        }
    }
}

extension Query.Counted {
    fileprivate init(_ unit: Ask.Unit) {
        switch unit {
        case .transaction: self = .transactions
        case .merchant: self = .merchants
        case .category: self = .categories
        case .day, .week, .month, .quarter, .year, .weekend, .account: self = .days
        }
    }
}
