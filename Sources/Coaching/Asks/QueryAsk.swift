import Ledger
import Retrieval
import Understanding

/// What the reader of `Query` understood, as an ask. For the time until lines are read to requests; it goes with `Query`.
struct QueryAsk {
    private let understood: Understood
    private let home: Currency

    init(_ understood: Understood, home: Currency) {
        self.understood = understood
        self.home = home
    }

    private var query: Query { understood.query }

    /// nil for what is said in another way still: answers that begin with more than yes or no, names that there are none of.
    var ask: Ask? {
        guard understood.unknownNames.isEmpty, !query.listsExcluded, !isLeftAfterSome,
            let order = leadOrder,
            let flow = flow(query), let measure = measure(flow)
        else { return nil }
        var ask = Ask(selection(query, flow), measure: measure)
        ask.view = understood.wantsRows || understood.intent == .transactions ? .rows : .figures
        ask.grouping = query.grouping.flatMap { Ask.Grouping(rawValue: $0.rawValue) }
        ask.order = order ?? plainOrder(ask)
        ask.limit = query.limit == 10 ? nil : query.limit
        ask.offset = query.offset
        if ask.view == .rows { return query.sides.isEmpty ? ask : nil }
        return held(ask)
    }

    /// What is left of all income after some of the spending, which a filter of both does not say.
    private var isLeftAfterSome: Bool {
        understood.intent == .cashFlow && query.kinds.isEmpty && !query.categories.isEmpty && query.merchants.isEmpty
    }

    /// The order that the first words of an answer ask for; nil where they ask for more than a yes or no.
    private var leadOrder: Ask.Order?? {
        switch understood.lead {
        case nil: .some(nil)
        case .changed(let up): up.map { .some($0 ? .rise : .fall) } ?? .some(nil)
        default: nil
        }
    }

    private func plainOrder(_ ask: Ask) -> Ask.Order? {
        switch query.order {
        case .newest: nil
        case .oldest: ask.view == .rows ? .oldest : nil
        case .largest: ask.view == .rows || ask.grouping != nil || !query.sides.isEmpty ? .largest : nil
        case .smallest: ask.view == .rows || ask.grouping != nil || !query.sides.isEmpty ? .smallest : nil
        case .rise: ask.grouping == nil ? nil : .rise
        case .fall: ask.grouping == nil ? nil : .fall
        }
    }

    // MARK: Against

    private func held(_ ask: Ask) -> Ask? {
        var ask = ask
        if let threshold = understood.threshold {
            guard threshold.currency == home, query.sides.isEmpty, query.comparison == nil else { return nil }
            let relation: Ask.Condition.Relation = understood.staysBelow ? .less : .more
            if ask.grouping == nil {
                ask.against = .amount(threshold.minorUnits, relation)
            } else {
                ask.condition = .init(.total, relation, threshold.minorUnits)
            }
            return ask
        }
        if !query.sides.isEmpty {
            guard query.grouping == nil, query.comparison == nil, query.sides.count > 1 else { return nil }
            let sides = query.sides.compactMap { side -> Ask.Side? in
                let own = query.only(side)
                return flow(own).map { Ask.Side(side.name, selection(own, $0)) }
            }
            guard sides.count == query.sides.count else { return nil }
            ask.selection = sides[0].selection
            ask.against = .sides(sides)
            return ask
        }
        if let comparison = query.comparison {
            ask.against = understood.comparesWithUsual ? .usual : .period(comparison)
        }
        return ask
    }

    // MARK: Rows

    private func flow(_ query: Query) -> Selection.Flow? {
        switch (query.kinds, query.direction) {
        case ([], .out): .spending
        case ([], .in), ([.income], _): .income
        case ([], .any): understood.intent == .cashFlow ? .net : .any
        case ([.refund], _): .refunds
        case ([.expense], _): .purchases
        case ([.expense, .refund], _): .spending
        case ([.transfer], .out): .transfersOut
        case ([.transfer], .in): .transfersIn
        case ([.transfer], .any): .transfers
        default: nil
        }
    }

    private func selection(_ query: Query, _ flow: Selection.Flow) -> Selection {
        var span = query.periods.map(Selection.Span.periods) ?? .everything
        if understood.assumedPeriod, let period = query.period { span = .assumed(period) }
        return Selection(flow, filter(query), span)
    }

    private func filter(_ query: Query) -> RowFilter {
        func any(_ parts: [RowFilter]) -> [RowFilter] { parts.isEmpty ? [] : parts.count == 1 ? parts : [.or(parts)] }
        let categories = query.categories.map(RowFilter.category)
        let merchants = query.merchants.map(RowFilter.merchant)
        var parts = query.isUnion ? any(categories + merchants) : any(categories) + any(merchants)
        parts += any(query.accounts.map(RowFilter.account))
        if let currency = query.currency { parts.append(.currency(currency)) }
        if let text = query.text { parts.append(.text(text)) }
        parts += (query.excludedCategories.map(RowFilter.category) + query.excludedMerchants.map(RowFilter.merchant))
            .map(RowFilter.not)
        if query.minimum != nil || query.maximum != nil {
            parts.append(
                .amount(
                    query.minimum.map { $0 + (query.isMinimumExclusive ? 1 : 0) },
                    query.maximum.map { $0 - (query.isMaximumExclusive ? 1 : 0) }))
        }
        if !query.weekdays.isEmpty { parts.append(.weekdays(query.weekdays)) }
        if let status = query.status { parts.append(.status(status)) }
        return parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
    }

    // MARK: Measures

    private func measure(_ flow: Selection.Flow) -> Ask.Measure? {
        let unit = Ask.Unit(rawValue: query.averageUnit.rawValue) ?? .transaction
        switch query.measure {
        case .total: return .total
        case .count:
            switch query.counted ?? .transactions {
            case .transactions: return .count(.transaction)
            case .days: return .count(.day)
            case .merchants: return .count(.merchant)
            case .categories: return .count(.category)
            case .daysWithout: return .countWithout(.day)
            }
        case .average:
            guard let counted = query.counted else { return .average(unit) }
            return counted == .transactions && unit != .transaction ? .rate(unit) : nil
        case .median: return .median(.transaction)
        case .largest: return .largest
        case .smallest: return .smallest
        case .share:
            var whole = Query(direction: query.direction)
            if let named = query.whole {
                whole = Query(categories: named.categories, merchants: named.merchants, direction: named.direction)
            }
            // Income is not held against the account that was paid from; an account alone is the part itself.
            if whole.direction == query.direction, !query.isPartByAccount { whole.accounts = query.accounts }
            whole.currency = query.currency
            (whole.period, whole.otherPeriods) = (query.period, query.otherPeriods)
            if query.whole == nil { whole.kinds = query.kinds }
            guard let wholeFlow = self.flow(whole) else { return nil }
            return .share(of: selection(whole, wholeFlow), byCount: query.counted == .transactions)
        }
    }
}
