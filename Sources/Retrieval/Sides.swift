import Ledger
import Store

extension Retriever {
    /// Every side of a query by itself: its figures, a group of its own, and how far the first is from the second.
    func sideBySide(_ query: Query) throws -> Evidence {
        var evidence = Evidence(query: query)
        evidence.coverage = try index.coverage
        var entries: [(group: Group, figures: [Figure], size: Double)] = []
        for side in query.sides {
            let found = try figures(query.only(side))
            evidence.matched += found.matched
            evidence.statements += found.statements
            let label = Retriever.name(of: side, taxonomy: index.taxonomy)
            for value in primaryValues(found) {
                let daily = perDay(side, value.figure, found).map { [Group.Detail("per_day", $0.value)] } ?? []
                let group = Group(
                    key: Retriever.key(of: side), label: label, value: value.figure.value,
                    count: value.figure.rows ?? found.matched, share: nil, details: value.details + daily)
                entries.append((group, found.figures, value.figure.value.size))
                evidence.figures += perDay(side, value.figure, found).map { [$0] } ?? []
            }
            evidence.figures += found.figures.map { $0.labelled(label, instead: query.only(side), index.taxonomy) }
        }
        evidence.pending = try pendingOnce(query)
        let isAscending = query.order == .smallest
        entries.sort { isAscending ? $0.size < $1.size : $0.size > $1.size }
        evidence.groups = entries.map(\.group)
        if let difference = Retriever.difference(evidence.groups) {
            evidence.figures.append(
                Figure(
                    name: "difference", label: label("Difference", query), value: difference,
                    period: query.period))
        }
        return evidence
    }

    /// What is asked of one side, one value per currency, with what it was in a compared period.
    private func primaryValues(_ evidence: Evidence) -> [(figure: Figure, details: [Group.Detail])] {
        let name = evidence.query.measure.rawValue
        var figures = evidence.figures(named: name)
        // Nothing bought is a side too: it stands there with zero.
        if figures.isEmpty, evidence.query.measure != .average || evidence.matched == 0 {
            figures = [
                Figure(
                    name: name, label: "", value: emptyValue(evidence.query), period: evidence.query.period, rows: 0)
            ]
        }
        let previous = evidence.figures(named: "previous_" + name)
        return figures.map { figure in
            let then = previous.first { $0.value.currency == figure.value.currency }
            return (figure, then.map { [Group.Detail("previous", $0.value)] } ?? [])
        }
    }

    /// What a sum over certain weekdays is on each of those days: there are fewer weekends than other days.
    private func perDay(_ side: Query.Side, _ figure: Figure, _ evidence: Evidence) -> Figure? {
        guard !side.weekdays.isEmpty, evidence.query.measure == .total, case .money(let money) = figure.value,
            let span = averageSpan(evidence, evidence.query.period)
        else { return nil }
        let mean = Retriever.perUnit(money.minorUnits, .day, over: [span], on: side.weekdays)
        return Figure(
            name: "average", label: "\(side.name.prefix(1).uppercased() + side.name.dropFirst()) per day",
            value: .money(Money(mean, money.currency)), period: evidence.query.period, rows: figure.rows)
    }

    private func emptyValue(_ query: Query) -> FigureValue {
        switch query.measure {
        case .count: return .count(0)
        case .share: return .percent(0)
        case .average where query.counted != nil: return .ratio(0)
        default:
            let currency = (try? index.accounts.first?.currency) ?? .usd
            return .money(Money(0, currency))
        }
    }

    /// How much more the first of two has than the second; nil in different units or currencies.
    private static func difference(_ groups: [Group]) -> FigureValue? {
        guard groups.count == 2 else { return nil }
        switch (groups[0].value, groups[1].value) {
        case (.money(let a), .money(let b)) where a.currency == b.currency:
            return .money(Money(abs(a.minorUnits - b.minorUnits), a.currency))
        case (.count(let a), .count(let b)): return .count(abs(a - b))
        default: return nil
        }
    }

    /// What is pending on any side: a row that is on several (`coffee or Starbucks`) is one.
    private func pendingOnce(_ query: Query) throws -> [Money] {
        var rows: [Int64: Money] = [:]
        for side in query.sides where query.status != .posted {
            var pending = query.only(side)
            (pending.status, pending.limit, pending.comparison) = (.pending, Query.mostListed, nil)
            let sign = Flow(pending)?.sign ?? 1
            for row in try list(pending).transactions {
                rows[row.id] = Money(sign * row.amount.minorUnits, row.amount.currency)
            }
        }
        let sums = Dictionary(grouping: rows.values, by: \.currency).mapValues { $0.reduce(0) { $0 + $1.minorUnits } }
        return sums.filter { $0.value != 0 }.sorted { $0.key.code < $1.key.code }.map { Money($0.value, $0.key) }
    }

    /// What a side is called: by its own name where it is one thing, else as the question calls it.
    public static func name(of side: Query.Side, taxonomy: Taxonomy) -> String {
        let names = side.merchants + side.categories.map(taxonomy.displayName) + side.accounts
        return names.count == 1 && side.text == nil && side.weekdays.isEmpty && side.period == nil
            ? names[0] : side.name
    }

    private static func key(of side: Query.Side) -> String {
        let keys = side.merchants + side.categories + side.accounts
        return keys.count == 1 && side.text == nil && side.weekdays.isEmpty && side.period == nil ? keys[0] : side.name
    }
}

extension Query {
    /// The query about one side alone.
    public func only(_ side: Side) -> Query {
        var query = self
        query.sides = []
        query.grouping = nil
        query.categories = side.categories
        query.merchants = side.merchants
        query.text = side.text
        if !side.accounts.isEmpty { query.accounts = side.accounts }
        if !side.weekdays.isEmpty { query.weekdays = side.weekdays }
        if let period = side.period { (query.period, query.otherPeriods) = (period, []) }
        return query
    }
}

extension FigureValue {
    var currency: Currency? {
        if case .money(let money) = self { money.currency } else { nil }
    }

    /// Minor units; nil of what is no money.
    var units: Int64? { if case .money(let money) = self { money.minorUnits } else { nil } }
}

extension Figure {
    /// The figure of a side, called as the side is where that is not one category or merchant.
    fileprivate func labelled(_ name: String, instead query: Query, _ taxonomy: Taxonomy) -> Figure {
        let subject = Subject.words(query, taxonomy: taxonomy)
        guard label.hasPrefix(subject) else { return self }
        return Figure(
            name: self.name, label: name + label.dropFirst(subject.count), value: value, period: period, rows: rows)
    }
}
