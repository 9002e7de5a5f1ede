import Ledger
import Retrieval

/// The typed facts of evidence about rows, from the query that it answers.
struct RowFacts {
    let evidence: Evidence
    /// Whether the other period is what is usual.
    let isUsual: Bool

    private var query: Query { evidence.query }

    init(_ evidence: Evidence, isUsual: Bool = false) {
        self.evidence = evidence
        self.isUsual = isUsual
    }

    var facts: [Fact] {
        guard query.sides.isEmpty, query.otherPeriods.isEmpty else { return [] }
        return measured + changes + groups + rows + pending
    }

    // MARK: What was asked about

    private var flow: Selection.Flow {
        if query.kinds == [.refund] { return .refunds }
        if query.kinds == [.transfer] { return .transfers }
        return query.direction == .in ? .income : query.direction == .any ? .any : .spending
    }

    private var filter: RowFilter { RowFilter(query) }

    /// Whether single rows were asked for, of which the sums tell nothing: the last one, the last five.
    private var isOfOneRow: Bool {
        guard !evidence.transactions.isEmpty, query.measure == .total else { return false }
        return query.limit == 1 || query.period == nil && evidence.matched > query.limit
    }

    private var subject: Fact.Subject { .rows(flow, filter) }

    // MARK: Figures

    private var measured: [Fact] {
        let names = query.measure == .total ? ["total"] : [query.measure.rawValue, "total"]
        var facts = names.flatMap { name in
            evidence.figures(named: name).compactMap { measured($0, isAsked: name == names[0] && !isOfOneRow) }
        }
        if query.direction == .any { facts += cashFlow }
        return facts
    }

    private func measured(_ figure: Figure, isAsked: Bool) -> Fact? {
        let basis = Fact.Basis(rows: figure.rows)
        func fact(_ role: Fact.Role, per unit: Ask.Unit? = nil, other: Fact.Other? = nil) -> Fact {
            Fact(
                role, subject, figure.value, in: figure.period, per: unit, other: other, basis: basis, isAsked: isAsked)
        }
        switch figure.name {
        case "total": return fact(.total)
        case "count":
            return fact(
                query.counted == .daysWithout ? .countWithout : .count, per: query.counted?.unit ?? .transaction)
        case "average": return fact(query.counted == nil ? .average : .rate, per: query.averageUnit.unit)
        case "median": return fact(.median)
        case "share":
            let whole = query.whole.map { RowFacts.whole($0) } ?? .rows(flow, .all)
            return fact(.share, other: .init(subject: whole))
        case "largest", "smallest":
            let role: Fact.Role = figure.name == "largest" ? .largest : .smallest
            guard let row = evidence.transactions.first, row.amount.magnitude == figure.value.amount?.magnitude else {
                return fact(role)
            }
            return Fact(
                role, .rows(flow, .merchant(row.merchant)), figure.value, in: Period(row.date, row.date),
                basis: Fact.Basis(rows: 1), isAsked: isAsked)
        default: return nil
        }
    }

    private static func whole(_ whole: Query.Whole) -> Fact.Subject {
        let filters = whole.categories.map(RowFilter.category) + whole.merchants.map(RowFilter.merchant)
        return .rows(
            whole.direction == .in ? .income : .spending,
            filters.isEmpty ? .all : filters.count == 1 ? filters[0] : .or(filters))
    }

    /// What came in, went out and was left.
    private var cashFlow: [Fact] {
        func facts(_ name: String, _ make: (Figure) -> Fact) -> [Fact] { evidence.figures(named: name).map(make) }
        let rates = evidence.figures(named: "savings_rate")
        return facts("net") { figure in
            var percent: Double?
            if case .ratio(let rate)? = rates.first?.value, rates.count == 1 { percent = rate * 100 }
            return Fact(
                .net, .rows(.net, filter), figure.value, in: figure.period, percent: percent,
                basis: Fact.Basis(rows: figure.rows), isAsked: true, key: "kept")
        }
            + facts("income") {
                Fact(.total, .income, $0.value, in: $0.period, basis: Fact.Basis(rows: $0.rows), key: "in")
            }
            + facts("spending") {
                Fact(
                    .total, .rows(.spending, filter), $0.value, in: $0.period, basis: Fact.Basis(rows: $0.rows),
                    key: "out")
            }
    }

    // MARK: Held against another period

    private var changes: [Fact] {
        guard let comparison = query.comparison else { return [] }
        let isNet = evidence.figures.contains { $0.name == "previous_net" }
        let names = isNet ? ["previous_net"] : ["previous_total", "previous_" + query.measure.rawValue]
        let before = names.flatMap(evidence.figures(named:))
        return evidence.figures(named: "change").compactMap { change -> Fact? in
            guard case .money(let difference) = change.value else { return nil }
            let then = before.last { $0.value.amount?.currency == difference.currency }
            let percents = evidence.figures(named: "change_percent")
            let place = evidence.figures(named: "change").firstIndex(of: change) ?? 0
            var percent: Double?
            if percents.indices.contains(place), case .percent(let value) = percents[place].value { percent = value }
            let of: Fact.Subject = isNet ? .rows(.net, filter) : subject
            guard isUsual, let usual = then?.value else {
                return Fact(
                    .change, of, change.value, in: query.period, percent: percent,
                    other: .init(period: comparison, value: then?.value), isAsked: true)
            }
            let now = evidence.figures(named: query.measure.rawValue).first?.value
            return Fact(.usual, of, usual, in: query.period, percent: percent, other: .init(value: now), isAsked: true)
        }
    }

    // MARK: Groups

    private var groups: [Fact] {
        guard let grouping = query.grouping else { return [] }
        let isOfTime = [.day, .week, .month, .year, .weekday].contains(grouping)
        let shown = evidence.groups.prefix(isOfTime ? 12 : RowFacts.mostGroups)
        let isRanked =
            [.largest, .smallest].contains(query.order) && (evidence.groups.count > 1 || query.limit == 1)
        var facts = shown.enumerated().compactMap { place, group -> Fact? in
            if let change = change(group, grouping, place) { return change }
            guard let (subject, period) = part(group, grouping) else { return nil }
            let role: Fact.Role =
                place == 0 && isRanked ? (query.order == .largest ? .largestPart : .smallestPart) : .part
            return Fact(
                role, subject, group.value, in: period ?? query.period, percent: group.share.map { $0 * 100 },
                other: .init(subject: self.subject), basis: Fact.Basis(rows: group.count), isAsked: place == 0)
        }
        if isRanked, let together = together(Array(shown)) { facts.append(together) }
        if isOfTime, !isRanked { facts += extremes(grouping) }
        return facts
    }

    /// The groups with the most and the least, where they stand in the order of time.
    private func extremes(_ grouping: Query.Grouping) -> [Fact] {
        let sized = evidence.groups.compactMap { group in group.value.amount.map { (group, $0) } }
        guard sized.count > 2, Set(sized.map(\.1.currency)).count == 1 else { return [] }
        let most = sized.max { $0.1.minorUnits < $1.1.minorUnits }
        let least = sized.min { $0.1.minorUnits < $1.1.minorUnits }
        return [(Fact.Role.largestPart, most), (.smallestPart, least)].compactMap { role, found in
            guard let (group, _) = found, let (subject, period) = part(group, grouping) else { return nil }
            return Fact(
                role, subject, group.value, in: period ?? query.period, percent: group.share.map { $0 * 100 },
                other: .init(subject: self.subject), basis: Fact.Basis(rows: group.count))
        }
    }

    private static let mostGroups = 8

    private func part(_ group: Group, _ grouping: Query.Grouping) -> (Fact.Subject, Period?)? {
        switch grouping {
        case .category: return (.rows(flow, .category(group.key)), nil)
        case .merchant: return (.rows(flow, .merchant(group.key)), nil)
        case .account: return (.rows(flow, .account(group.key)), nil)
        case .currency: return Currency(group.key).map { (.rows(flow, .currency($0)), nil) }
        case .weekday:
            guard let day = CivilDate.weekdayNames.firstIndex(of: group.key) else { return nil }
            return (.rows(flow, .weekdays([day + 1])), nil)
        case .day, .week, .month, .year:
            return RowFacts.period(group.key, grouping, within: query.period).map { (.rows(flow, .all), $0) }
        }
    }

    /// The days of a group of time: `2026-10-09`, `2026-10`, `2026`.
    private static func period(_ key: String, _ grouping: Query.Grouping, within all: Period?) -> Period? {
        let parts = key.split(separator: "-").compactMap { Int($0) }
        switch (grouping, parts.count) {
        case (.day, 3): return CivilDate(iso: key).map { Period($0, $0) }
        case (.week, 3): return CivilDate(iso: key).map { Period($0, $0.adding(days: 6)) }
        case (.month, 2): return Period.month(year: parts[0], month: parts[1])
        case (.year, 1):
            return CivilDate(year: parts[0], month: 1, day: 1).map { Period($0, $0.endOfYear) }
        default: return nil
        }
    }

    /// The group that rose or fell most.
    private func change(_ group: Group, _ grouping: Query.Grouping, _ place: Int) -> Fact? {
        guard query.order == .rise || query.order == .fall, place == 0,
            let change = group.detail("change"), let (subject, _) = part(group, grouping)
        else { return nil }
        return Fact(
            query.order == .rise ? .largestRise : .largestFall, subject, change, in: query.period,
            other: .init(subject: self.subject, period: query.comparison, value: group.value), isAsked: true)
    }

    private func together(_ groups: [Group]) -> Fact? {
        let amounts = groups.compactMap(\.value.amount)
        guard groups.count > 2, amounts.count == groups.count, let currency = amounts.first?.currency,
            amounts.allSatisfy({ $0.currency == currency })
        else { return nil }
        let shares = groups.compactMap(\.share)
        return Fact(
            .partsTogether, subject, .money(Money(amounts.reduce(0) { $0 + $1.minorUnits }, currency)),
            in: query.period, percent: shares.count == groups.count ? shares.reduce(0, +) * 100 : nil,
            other: .init(subject: subject), basis: Fact.Basis(rows: groups.count))
    }

    // MARK: Rows

    private var rows: [Fact] {
        guard evidence.figures.isEmpty || query.limit == 1 || !evidence.transactions.isEmpty, query.measure == .total,
            query.grouping == nil
        else { return [] }
        let isExtreme = query.limit == 1 && query.offset == 0
        let role: Fact.Role =
            isExtreme && query.order == .largest ? .largest : isExtreme && query.order == .smallest ? .smallest : .row
        let listed = evidence.transactions.prefix(RowFacts.mostRows).map { row in
            Fact(
                role, .rows(row.amount.minorUnits < 0 ? .spending : .income, .merchant(row.merchant)),
                .money(row.amount.magnitude), in: Period(row.date, row.date), basis: Fact.Basis(rows: 1), isAsked: true)
        }
        let count = Fact(
            .count, subject, .count(evidence.matched), in: query.period, per: .transaction,
            basis: Fact.Basis(rows: evidence.matched), isAsked: !isOfOneRow)
        return evidence.transactions.isEmpty ? [] : [count] + listed
    }

    private static let mostRows = 10

    private var pending: [Fact] {
        evidence.pending.map { Fact(.pending, subject, .money($0.magnitude), in: query.period) }
    }
}

extension Query.Counted {
    fileprivate var unit: Ask.Unit {
        switch self {
        case .transactions: .transaction
        case .days, .daysWithout: .day
        case .merchants: .merchant
        case .categories: .category
        }
    }
}

extension Query.AverageUnit {
    fileprivate var unit: Ask.Unit {
        switch self {
        case .transaction: .transaction
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }
}

extension RowFacts {
    /// The sentences that were composed, as statements: where nothing typed stands behind them.
    static func statements(_ reply: String, _ role: Fact.Role = .statement) -> [Fact] {
        SentenceSplitter.units(reply).prefix(6).enumerated().map { place, sentence in
            let phrase = Phrase(composed: sentence)
            return Fact(
                role, phrase, isAsked: place < 3, isOfSingleRow: phrase.tellsAmountAndDay, key: "say.\(place + 1)")
        }
    }
}
