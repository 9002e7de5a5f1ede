import Ledger

/// What rose or fell the most, and how one period changed to another.
extension QueryBuilder {
    /// Ranks categories, or what else is named, by how much they changed from the period before.
    func applyChangeRank(to result: inout Result) {
        let moved = reading.moveAskedFor
        let isRise = reading.has("pick.rise") || moved == .rise
        guard [.spending, .transactions].contains(intent), isRise || reading.has("pick.fall") || moved == .fall,
            result.query.sides.isEmpty
        else { return }
        let groupings: [Query.Grouping] = [.merchant, .account, .weekday, .category]
        result.query.grouping =
            reading.value(of: "group", among: saysMerchants ? groupings : [.account, .category])
            ?? .category
        result.query.order = isRise ? .rise : .fall
        result.query.measure = .total
        result.query.counted = nil
        result.query.limit = reading.limit ?? (asksForOne ? 1 : 10)
        if result.query.comparison == nil, let period = result.query.period {
            result.query.comparison = before(period)
        }
        holdLikeWithLike(&result)
    }

    /// `which category`, but not `by category`.
    private var asksForOne: Bool {
        let singular = [
            "category", "merchant", "store", "shop", "place", "company", "restaurant", "account", "card",
        ]
        let keys = reading.keys
        return keys.indices.contains {
            singular.contains(keys[$0]) && !($0 > 0 && ["by", "per"].contains(keys[$0 - 1]))
        }
    }

    private var saysMerchants: Bool {
        !QueryBuilder.placeNouns.isDisjoint(with: reading.keys)
    }

    /// The period of the same kind before the one that was said or assumed.
    private func before(_ period: Period) -> Period {
        if let time = reading.times.first(where: { !$0.isWeekdaysOnly && !$0.isComparison }), !time.isOpenStart {
            return time.shifted(by: -1)
        }
        return Period(period.start.adding(days: -period.days), period.end.adding(days: -period.days))
    }

    /// A running month or year is held against as much of the one before, or everything would seem to have fallen.
    private func holdLikeWithLike(_ result: inout Result) {
        if let cut = result.cutComparison { return result.notes.append("compared with the same days of \(cut)") }
        guard let period = result.query.period, let other = result.query.comparison, period.end == context.asOf,
            other.end < period.start
        else { return }
        let isYear =
            period.start == context.asOf.startOfYear && other.start == other.start.startOfYear
            && other.end == other.start.endOfYear
        let isMonth =
            period.start == context.asOf.startOfMonth && other.start == other.start.startOfMonth
            && other.end == other.start.endOfMonth
        let end: CivilDate =
            isYear
            ? context.asOf.adding(years: other.start.year - period.start.year)
            : isMonth ? min(other.end, other.start.adding(days: period.days - 1)) : other.end
        let isLast = isMonth && period.end == context.asOf.endOfMonth
        guard end < other.end, isYear || isMonth, !isLast else { return }
        result.query.comparison = Period(other.start, end)
        result.notes.append("compared with the same days of \(other.label)")
    }

    private static let changeWords: Set = [
        "change", "changed", "difference", "differ", "increase", "increased", "decrease", "decreased", "growth",
        "grown", "grew", "rise", "risen", "rose", "drop", "dropped", "fall", "fell", "fallen", "up", "down",
        "evolve", "evolved",
    ]

    /// `spending change 2025 to 2026`, `how did groceries change from June to July`: the later against the earlier.
    func applyChange(to result: inout Result) {
        guard [.spending, .income, .cashFlow].contains(intent), result.query.comparison == nil,
            !QueryBuilder.changeWords.isDisjoint(with: reading.keys)
        else { return }
        let times = reading.times.filter { !$0.isWeekdaysOnly && $0.unit == reading.times.first?.unit }
        let periods = times.map(\.period) + [times.first.flatMap(yearAfter)].compactMap { $0 }
        guard periods.count == 2 else { return }
        let (first, second) = (periods[0], periods[1])
        guard first.end < second.start || second.end < first.start else { return }
        let isRising = first.end < second.start
        result.query.period = isRising ? second : first
        result.query.comparison = isRising ? first : second
        if let grouping = result.query.grouping, [.day, .week, .month, .year].contains(grouping) {
            result.query.grouping = nil
        }
    }

    /// The year in `2025 to 2026`, of which the first one alone was read as a time.
    private func yearAfter(_ time: TimeExpression) -> Period? {
        let place = time.tokens.upperBound
        guard time.unit == .year, reading.times.count == 1, place + 1 < reading.tokens.count,
            ["to", "and", "->", "-"].contains(reading.keys[place]), let year = reading.tokens[place + 1].integer,
            let first = CivilDate(year: year, month: 1, day: 1), first <= context.asOf, (1900...2999).contains(year)
        else { return nil }
        return Period(first, min(first.endOfYear, context.asOf), label: String(year))
    }
}
