import Ledger

/// What a request asks, without the names, days and amounts that it asks it of: a label for each of its aspects.
///
/// A shape is what a line's words tell whatever they are about, and so what can be learned from other lines.
struct RequestShape: Hashable, Sendable {
    /// What can be told apart about a request, in the order in which it is decided.
    enum Aspect: String, CaseIterable, Sendable {
        case kind, measure, unit, grouping, order, limit, against, condition, flow, each, also, span, event, weekdays
    }

    /// The label of each aspect that means something for a request of its kind.
    private(set) var labels: [Aspect: String] = [:]

    static let none = "none"

    init(_ request: Request) {
        switch request {
        case .ask(let ask): labels = RequestShape.labels(of: ask)
        case .balance(let ask): labels[.kind] = "balance." + ask.topic.rawValue
        case .recurring(let ask): labels[.kind] = "recurring." + ask.topic.rawValue
        case .forecast(let ask): labels[.kind] = "forecast." + ask.topic.rawValue
        case .unusual, .summary, .other: labels[.kind] = request.intent.rawValue
        }
    }

    /// Two ways to ask the same have the same labels: the largest row, and the first of the rows by size.
    private static func labels(of ask: Ask) -> [Aspect: String] {
        var (measure, unit) = ask.measure.label
        var (order, limit) = (ask.order, ask.limit)
        if ask.view == .rows, limit == 1, ask.offset == 0, ask.grouping == nil, order == .largest || order == .smallest
        {
            (measure, order, limit) = (order == .largest ? "largest" : "smallest", nil, nil)
        } else if ask.view == .rows {
            measure = "rows"
        }
        if measure == "rows" || measure == "total" { unit = nil }
        if order == .newest, measure == "rows" { order = nil }
        if limit == nil, ask.grouping != nil, order != nil { limit = 1 }
        var condition = ask.condition?.label
        var against = ask.against?.label
        if measure == "reachedDay" { (condition, against) = ("total>", nil) }
        return [
            .kind: "ask", .flow: ask.selection.flow == .purchases ? "spending" : ask.selection.flow.rawValue,
            .measure: measure,
            .unit: unit?.rawValue ?? none, .grouping: ask.grouping?.rawValue ?? none,
            .order: order?.rawValue ?? none,
            .limit: limit.map { $0 == 1 ? "one" : "several" } ?? none,
            .condition: condition ?? none, .against: against ?? none,
            .each: ask.each?.rawValue ?? none, .also: ask.also.first.map { $0.label.name } ?? none,
            .span: ask.selection.span.label, .event: ask.selection.filter.eventLabel ?? none,
            .weekdays: ask.selection.filter.holdsWeekdays ? "said" : none,
        ]
    }
}

extension Ask.Measure {
    /// Its name, and the unit that it is of.
    var label: (name: String, unit: Ask.Unit?) {
        switch self {
        case .total: ("total", nil)
        case .count(let unit): ("count", unit)
        case .average(let unit): ("average", unit)
        case .rate(let unit): ("rate", unit)
        case .median(let unit): ("median", unit)
        case .largest: ("largest", nil)
        case .smallest: ("smallest", nil)
        case .share(_, let byCount): (byCount ? "shareOfCount" : "share", nil)
        case .countWithout(let unit): ("without", unit)
        case .longestStreak(let unit, let withRows): (withRows ? "streak" : "drought", unit)
        case .gap: ("gap", nil)
        case .lastDay: ("lastDay", nil)
        case .firstDay: ("firstDay", nil)
        case .spread(let unit): ("spread", unit)
        case .reachedDay: ("reachedDay", nil)
        }
    }
}

extension Ask.Condition {
    fileprivate var label: String {
        let side = relation == .equal ? "=" : relation == .more || relation == .atLeast ? ">" : "<"
        return quantity.rawValue + side + (base == nil ? "" : "base")
    }
}

extension Ask.Against {
    fileprivate var label: String {
        switch self {
        case .period: "period"
        case .sides: "sides"
        case .usual: "usual"
        case .amount: "amount"
        }
    }
}

extension Selection.Span {
    fileprivate var label: String {
        switch self {
        case .everything: "everything"
        case .periods: "said"
        case .assumed: "assumed"
        }
    }
}

extension RowFilter {
    fileprivate var eventLabel: String? {
        switch self {
        case .near: "near"
        case .after: "after"
        case .before: "before"
        case .and(let parts), .or(let parts): parts.lazy.compactMap(\.eventLabel).first
        case .not(let part): part.eventLabel
        default: nil
        }
    }

    fileprivate var holdsWeekdays: Bool {
        switch self {
        case .weekdays: true
        case .and(let parts), .or(let parts): parts.contains(where: \.holdsWeekdays)
        case .not(let part): part.holdsWeekdays
        default: false
        }
    }
}
