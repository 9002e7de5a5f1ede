import Ledger

/// What a name, a time or an amount of a line is for in a request.
enum SpanRole: String, CaseIterable, Sendable {
    /// What is asked about: the rows, the days, or what single rows come to.
    case subject
    /// What single rows must come to more than, or less than.
    case over, under
    /// What is left out.
    case excluded
    /// What it is held against.
    case against
    /// The whole that a share is of.
    case whole
    /// What rows are near to, after, or before.
    case event
    /// A bound on groups or units, or what that is counted from.
    case condition
    /// Nothing.
    case none
}

/// A stretch of a line that names something: a category, a merchant, an account, days, or an amount.
struct NamedSpan: Hashable, Sendable {
    enum What: Hashable, Sendable {
        case name(NameMatch)
        case time(TimeExpression)
        case amount(AmountExpression)
    }

    let what: What
    let tokens: Range<Int>
    /// What it names in the index, each by its name: categories with those within and around them, merchants, accounts.
    let named: Set<String>

    init?(_ placed: PlacedClause, _ context: UnderstandingContext) {
        switch placed.clause {
        case .name(let match): what = .name(match)
        case .time(let time): what = .time(time)
        case .bound(let amount): what = .amount(amount)
        default: return nil
        }
        tokens = placed.tokens
        named = if case .name(let match) = placed.clause { NamedSpan.named(match, context) } else { [] }
    }

    private static func named(_ match: NameMatch, _ context: UnderstandingContext) -> Set<String> {
        switch match.kind {
        case .category(let ids):
            let wanted = ids.filter { !$0.hasPrefix("-") }
            let family =
                wanted.flatMap { context.taxonomy.withDescendants($0) }
                + wanted.compactMap { context.taxonomy[$0]?.parent }
            return Set(family + match.merchants + context.names.merchants(categories: wanted))
        case .merchant(let names), .account(let names): return Set(names)
        case .unknown, .unknownAccount: return []
        }
    }

    /// The word that stands for it where only its kind counts.
    var placeholder: String {
        switch what {
        case .name(let match):
            switch match.kind {
            case .category: "@category"
            case .merchant: "@merchant"
            case .account, .unknownAccount: "@account"
            case .unknown: "@word"
            }
        case .time(let time): time.isWeekdaysOnly || !time.weekdays.isEmpty ? "@weekday" : "@time"
        case .amount: "@amount"
        }
    }

    /// The rows that it names, and whether by their account; nil for what is no name, or names nothing.
    var rows: (filter: RowFilter, isAccount: Bool)? {
        guard case .name(let match) = what else { return nil }
        switch match.kind {
        case .category where !match.merchants.isEmpty: return (.any(match.merchants.map { .merchant($0) }), false)
        case .category(let ids):
            let left =
                ids.filter { $0.hasPrefix("-") }.map { RowFilter.not(.category(String($0.dropFirst()))) }
                + match.without.map { .not(.merchant($0)) }
            let wanted = ids.filter { !$0.hasPrefix("-") }
            return (.all([.any(wanted.map { .category($0) })] + left), false)
        case .merchant(let names): return (.any(names.map { .merchant($0) }), false)
        case .account(let names): return (.any(names.map { .account($0) }), true)
        case .unknown(let text): return (.text(text), false)
        case .unknownAccount: return nil
        }
    }

    /// What it is for in a request.
    func role(in request: Request) -> SpanRole {
        switch request {
        case .ask(let ask): role(in: ask)
        case .balance(let ask): has(ask.accounts) || has(ask.period) || has(ask.day) ? .subject : .none
        case .recurring(let ask): isIn(ask.filter) || has(ask.period) ? .subject : .none
        case .forecast(let ask):
            has(ask.accounts) || isIn(ask.filter) || has(ask.until) || has(ask.period) ? .subject : .none
        case .summary(let period): has(period) ? .subject : .none
        case .unusual(let selection): isIn(selection.filter) || isIn(selection.span) ? .subject : .none
        case .other: .none
        }
    }

    private func role(in ask: Ask) -> SpanRole {
        let filter = ask.selection.filter
        if case .amount(let amount) = what {
            if let bound = ask.condition?.bound, isNear(bound, amount) { return .condition }
            if case .amount(let bound, _)? = ask.against, isNear(bound, amount) { return .against }
            guard let bounds = filter.amounts.first(where: { isNear($0.least, amount) || isNear($0.most, amount) })
            else { return .none }
            return bounds.most == nil ? .over : bounds.least == nil ? .under : .subject
        }
        if case .time(let time) = what {
            if !time.weekdays.isEmpty, isOfWeekdays(time, filter) { return .subject }
            let near: (Period) -> Bool = { has($0) }
            for fits in [isSame, near, overlaps] {
                if case .periods(let periods) = ask.selection.span, periods.contains(where: fits) { return .subject }
                if case .period(let other)? = ask.against, fits(other) { return .against }
            }
        }
        if isIn(filter) { return .subject }
        if filter.excluded.contains(where: isIn) { return .excluded }
        if filter.events.contains(where: { isIn($0.filter) || isIn($0.span) }) { return .event }
        if let base = ask.condition?.base, isIn(base.filter) || isIn(base.span) { return .condition }
        if case .sides(let sides)? = ask.against,
            sides.contains(where: { isIn($0.selection.filter) || isIn($0.selection.span) })
        {
            return .against
        }
        if case .share(let whole, _) = ask.measure, isIn(whole.filter) || isIn(whole.span) { return .whole }
        return .none
    }

    private func isNear(_ bound: Int64?, _ amount: AmountExpression) -> Bool {
        bound.map { abs(abs($0) - amount.amount) <= max(1, amount.amount / 10) } ?? false
    }

    private func isOfWeekdays(_ time: TimeExpression, _ filter: RowFilter) -> Bool {
        switch filter {
        case .weekdays(let days): !days.isDisjoint(with: time.weekdays)
        case .and(let parts), .or(let parts): parts.contains { isOfWeekdays(time, $0) }
        default: false
        }
    }

    private func has(_ accounts: [String]) -> Bool {
        !named.isDisjoint(with: accounts)
    }

    func has(_ period: Period?) -> Bool {
        guard case .time(let time) = what, let period else { return false }
        return time.period == period || time.whole == period
            || time.period.start == period.start && time.period.end > period.end
            || time.period.start <= period.start && period.end <= time.period.end
            || period.start <= time.period.start && time.period.end <= period.end
                && (period.start == time.period.start || period.end == time.period.end)
    }

    func isSame(_ period: Period) -> Bool {
        if case .time(let time) = what { time.period == period || time.whole == period } else { false }
    }

    private func overlaps(_ period: Period) -> Bool {
        guard case .time(let time) = what else { return false }
        let shared =
            Swift.min(time.whole.end, period.end).dayNumber - Swift.max(time.whole.start, period.start).dayNumber + 1
        return 2 * shared > Swift.min(time.whole.days, period.days)
    }

    private func has(_ day: CivilDate?) -> Bool { day.map { has(Period($0, $0)) } ?? false }

    private func isIn(_ span: Selection.Span) -> Bool {
        if case .periods(let periods) = span { periods.contains { has($0) } } else { false }
    }

    /// Whether one of the conditions of a filter that rows must meet is of this name.
    func isIn(_ filter: RowFilter) -> Bool {
        guard case .name(let match) = what else { return false }
        switch filter {
        case .merchant(let name):
            // `zelle` beside a payment through it that is named
            if case .unknown(let said) = match.kind { return NameKey.key(of: name).contains(NameKey.key(of: said)) }
            return named.contains(name)
        case .category(let name), .account(let name): return named.contains(name)
        case .text(let words):
            switch match.kind {
            case .unknown(let said), .unknownAccount(let said):
                return NameKey.key(of: words).contains(NameKey.key(of: said))
                    || NameKey.key(of: said).contains(NameKey.key(of: words))
            case .merchant(let names):
                return names.contains { NameKey.key(of: $0).contains(NameKey.key(of: words)) }
            default: return false
            }
        case .and(let parts), .or(let parts): return parts.contains(where: isIn)
        default: return false
        }
    }
}

extension RowFilter {
    fileprivate var amounts: [(least: Int64?, most: Int64?)] {
        switch self {
        case .amount(let least, let most): [(least, most)]
        case .and(let parts), .or(let parts): parts.flatMap(\.amounts)
        case .not(let part): part.amounts.map { ($0.most, $0.least) }
        default: []
        }
    }

    /// What rows must not be of.
    fileprivate var excluded: [RowFilter] {
        switch self {
        case .and(let parts), .or(let parts): parts.flatMap(\.excluded)
        case .not(let part): [part]
        default: []
        }
    }

    /// What rows must be near to, after, or before.
    fileprivate var events: [Selection] {
        switch self {
        case .near(_, _, let selection), .after(_, let selection), .before(_, let selection): [selection]
        case .and(let parts), .or(let parts): parts.flatMap(\.events)
        case .not(let part): part.events
        default: []
        }
    }
}
