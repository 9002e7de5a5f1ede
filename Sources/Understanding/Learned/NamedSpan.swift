import Ledger

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
