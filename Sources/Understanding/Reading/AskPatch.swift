import Ledger

/// What a line that goes on changes in the question before it. A field is nil where the line says nothing of it.
public struct AskPatch: Hashable, Sendable {
    /// How names of the line meet those of the question.
    enum NameMode: Hashable, Sendable { case replace, add, narrow }

    var flow: Selection.Flow?
    /// What the rows are of: categories, merchants, words.
    var things: RowFilter?
    var accounts: RowFilter?
    var nameMode = NameMode.replace
    var excluded: [RowFilter] = []
    /// Bounds on amounts and weekdays.
    var conditions: [RowFilter] = []
    var span: Selection.Span?
    var measure: Ask.Measure?
    var grouping: Ask.Grouping?
    var condition: Ask.Condition?
    var against: Ask.Against?
    var view: Ask.View?
    var order: Ask.Order?
    var limit: Int?
    /// Whether an amount is asked for, whatever was asked before.
    var asksAmount = false
    /// What is asked to have risen or fallen, of the groups that were shown or of the whole.
    var change: Clause.Direction?
    var continuations: Set<Clause.Continuation> = []

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == AskPatch(nameMode: nameMode, continuations: continuations.intersection([.ask])) }

    init(nameMode: NameMode = .replace, continuations: Set<Clause.Continuation> = []) {
        self.nameMode = nameMode
        self.continuations = continuations
    }
}

extension Ask {
    /// The question that a line makes of this one.
    ///
    /// - Parameter before: the question before this one, for lines that take both together.
    public func applying(_ patch: AskPatch, before: Ask? = nil) -> Ask? {
        if patch.continuations.contains(.difference) { return difference(from: before) }
        if patch.continuations.contains(.sum), patch.things == nil, patch.span == nil, patch.measure == nil {
            return sum(with: before)
        }
        var ask = self
        if patch.continuations.contains(.more) { ask.offset += ask.limit ?? 10 }
        ask.changeRows(patch)
        ask.changeShape(patch)
        return ask
    }

    /// One figure for everything shown: the sides together, the rows or groups, else this answer and the one before.
    private func sum(with before: Ask?) -> Ask {
        var ask = self
        if case .sides(let sides)? = against {
            ask.selection.filter = .all([ask.selection.filter, .any(sides.map(\.selection.filter))])
        } else if view == .figures, grouping == nil, let before, before.measure == measure, before != self {
            if before.selection.span == selection.span, before.selection.flow == selection.flow {
                let (a, b) = (FilterParts(before.selection.filter), FilterParts(selection.filter))
                ask.selection.filter =
                    a.things == b.things
                    ? .any([before.selection.filter, selection.filter]) : a.united(with: b).filter
            } else if before.selection.filter == selection.filter {
                ask.selection.span = before.selection.span.united(with: selection.span)
            }
        }
        if view == .rows || grouping != nil { ask.measure = .total }
        (ask.view, ask.grouping, ask.order, ask.limit, ask.offset) = (.figures, nil, nil, nil, 0)
        (ask.against, ask.condition) = (nil, nil)
        return ask
    }

    /// This answer held against the one before it.
    private func difference(from before: Ask?) -> Ask? {
        guard let before, before != self, before.measure == measure else { return nil }
        var ask = self
        if before.selection.filter == selection.filter, case .periods(let days) = before.selection.span, days.count == 1 {
            ask.against = .period(days[0])
        } else {
            let words = RequestWords.shared
            ask.against = .sides(
                [self, before].map { Side(words.subject($0.selection), $0.selection) })
            ask.selection.filter = .all
        }
        return ask
    }

    private mutating func changeRows(_ patch: AskPatch) {
        var parts = FilterParts(selection.filter)
        if patch.continuations.contains(.all) { (parts.accounts, parts.excluded) = (nil, []) }
        if let things = patch.things {
            if case .sides(let sides)? = against, patch.nameMode == .add {
                against = .sides(sides + [Side(RequestWords.shared.words(things), Selection(selection.flow, things, selection.span))])
            } else {
                switch (patch.nameMode, parts.things) {
                case (.add, let old?): parts.things = .any([old, things])
                case (.narrow, let old?) where !FilterParts.isSameKind(old, things): parts.things = .all([old, things])
                default: parts.things = things
                }
                if case .sides? = against { against = nil }
            }
        }
        if let accounts = patch.accounts {
            parts.accounts =
                patch.nameMode == .add ? parts.accounts.map { .any([$0, accounts]) } ?? accounts : accounts
        }
        for filter in patch.excluded where !parts.excluded.contains(filter) { parts.excluded.append(filter) }
        if !patch.conditions.isEmpty { parts.conditions = patch.conditions }
        selection.filter = parts.filter
        if let flow = patch.flow { selection.flow = flow }
        if let span = patch.span {
            selection.span = span
            if case .period? = against, patch.against == nil { against = nil }
        }
        if case .sides(let sides)? = against {
            against = .sides(
                sides.map { side in
                    var side = side
                    side.selection.span = selection.span
                    side.selection.flow = selection.flow
                    return side
                })
        }
        if case .share(let whole, let byCount) = measure {
            var whole = whole
            if patch.span != nil { whole.span = selection.span }
            measure = .share(of: whole, byCount: byCount)
        }
    }

    private mutating func changeShape(_ patch: AskPatch) {
        if patch.asksAmount, patch.measure == nil, view == .rows || !measure.isOfMoney {
            (measure, view, grouping, order, limit, condition) = (.total, .figures, nil, nil, nil, nil)
        }
        if let measure = patch.measure, grouping != nil, view == .figures, measure == .largest || measure == .smallest {
            // Of groups that were shown the largest, not a single row.
            (order, limit) = (measure == .largest ? .largest : .smallest, 1)
        } else if let measure = patch.measure {
            self.measure = measure
            if !measure.isOfMoney, patch.against == nil { against = nil }
            if patch.span == nil, measure.isOfAllTime { selection.span = .everything }
            view = .figures
            if patch.grouping == nil { (grouping, order, limit, condition) = (nil, nil, nil, nil) }
        }
        if let grouping = patch.grouping {
            self.grouping = grouping
            (view, order, limit, offset) = (.figures, nil, nil, 0)
            switch measure {
            case .lastDay, .firstDay, .gap, .longestStreak, .largest, .smallest: measure = .total
            default: break
            }
        }
        if let view = patch.view {
            self.view = view
            if view == .rows {
                (grouping, against, condition) = (nil, nil, nil)
                measure = .total
                (order, limit, offset) = (nil, nil, 0)
            }
        }
        if let condition = patch.condition { self.condition = condition }
        if let against = patch.against { self.against = against }
        if let change = patch.change, grouping?.isOfTime == false { order = change == .up ? .rise : .fall }
        if let order = patch.order { self.order = order }
        if let limit = patch.limit { self.limit = limit }
    }
}

extension Ask.Measure {
    /// Whether its value is an amount of money.
    var isOfMoney: Bool {
        switch self {
        case .total, .average, .median, .largest, .smallest: true
        case .count, .rate, .share, .countWithout, .longestStreak, .gap, .lastDay, .firstDay: false
        }
    }
}

extension Ask.Measure {
    /// Whether it looks for something in all the time there is, where no days are said.
    var isOfAllTime: Bool {
        switch self {
        case .lastDay, .firstDay, .gap, .longestStreak: true
        default: false
        }
    }
}

/// The parts of a filter that a line can change each by itself.
struct FilterParts: Hashable {
    var things: RowFilter?
    var accounts: RowFilter?
    var excluded: [RowFilter] = []
    var conditions: [RowFilter] = []

    init(_ filter: RowFilter) {
        let parts: [RowFilter] = if case .and(let parts) = filter { parts } else if filter == .all { [] } else { [filter] }
        for part in parts {
            switch FilterParts.kind(of: part) {
            case .thing: things = things.map { .all([$0, part]) } ?? part
            case .account: accounts = part
            case .excluded: excluded.append(part)
            case .condition: conditions.append(part)
            }
        }
    }

    var filter: RowFilter { .all([things, accounts].compactMap { $0 } + excluded + conditions) }

    /// The rows of both.
    func united(with other: FilterParts) -> FilterParts {
        var parts = self
        parts.things = things.flatMap { mine in other.things.map { .any([mine, $0]) } }
        return parts
    }

    private enum Kind { case thing, account, excluded, condition }

    private static func kind(of filter: RowFilter) -> Kind {
        switch filter {
        case .account: .account
        case .not: .excluded
        case .amount, .weekdays, .daysOfMonth, .status, .currency: .condition
        case .or(let parts): parts.allSatisfy { kind(of: $0) == .account } ? .account : .thing
        case .and, .category, .merchant, .text, .recurring, .all: .thing
        }
    }

    /// Whether both are categories, or both merchants: then one takes the other's place.
    static func isSameKind(_ a: RowFilter, _ b: RowFilter) -> Bool {
        func isCategory(_ filter: RowFilter) -> Bool {
            switch filter {
            case .category: true
            case .or(let parts), .and(let parts): parts.contains(where: isCategory)
            default: false
            }
        }
        return isCategory(a) == isCategory(b)
    }
}

extension Selection.Span {
    /// The days of both.
    func united(with other: Selection.Span) -> Selection.Span {
        func days(_ span: Selection.Span) -> [Period]? {
            switch span {
            case .everything: nil
            case .assumed(let period): [period]
            case .periods(let periods): periods
            }
        }
        guard let mine = days(self), let others = days(other) else { return .everything }
        let all = (mine + others).sorted { $0.start < $1.start }
        return .periods(all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
}

extension RequestWords {
    static var shared: RequestWords { RequestWords(.builtIn) }

    /// What a filter is of, in a few words.
    func words(_ filter: RowFilter) -> String { subject(Selection(.spending, filter)) }
}
