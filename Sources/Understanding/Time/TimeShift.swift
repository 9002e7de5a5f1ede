import Ledger

extension TimeParser {
    /// What a follow-up means that moves the period talked about: "the month before", "the previous one", "a year
    /// earlier", "same month last year", "the week after that".
    ///
    /// - Returns: nil when the tokens move nothing; they may still name a time of their own.
    public static func shift(in tokens: [Token], from previous: Period, context: TimeContext) -> TimeExpression? {
        let grammar = TimeGrammar(tokens, context: context)
        let frame = TimeFrame(previous, asOf: context.asOf)
        for index in tokens.indices {
            guard let move = grammar.move(at: index) else { continue }
            if case .rest(let unit, let month) = move.value, !frame.hasRest(of: unit, in: month) { continue }
            let start = index > 0 && grammar.key(index - 1) == "in" ? index - 1 : index
            var span = frame.moved(move.value)
            if case .same(let steps, let unit) = move.value, previous.end == context.asOf,
                (start..<move.end).contains(where: { TimeTable.days.contains(grammar.key($0)) })
            {
                // `same time last year` of a year so far is as much of that year.
                let days = Period(previous.start, previous.end).moved(by: steps, unit)
                span = TimeSpan(days.start, days.end, .day, count: days.days)
            }
            let expression = TimeExpression(span, tokens: start..<move.end, asOf: context.asOf)
            return grammar.compared([expression])[0]
        }
        return nil
    }
}

extension TimeParser {
    /// Whether days are from one date to another, and no week, month or other unit.
    static func isRunOfDays(_ days: Period, asOf: CivilDate) -> Bool {
        let span = TimeFrame(days, asOf: asOf).span
        return span.unit == .day && (2...40).contains(span.count)
    }
}

/// Words that mean the very days, not the whole month or year that they are of.
private enum TimeTable {
    static let days: Set<String> = ["time", "days", "dates", "point", "period", "stretch", "months", "weeks"]
    /// What the time talked about is called.
    static let spans: Set<String> = [
        "time", "period", "point", "span", "thing", "stretch", "timeframe", "window", "range", "dates", "part",
        "season",
    ]
}

/// How a follow-up moves a period.
enum TimeMove {
    /// To the neighbouring period of the same kind.
    case neighbour(Int)
    /// To the neighbouring units: "the month before", "the 3 months after that".
    case unit(Int, TimeUnit)
    /// The same days so many units away: "a year earlier".
    case same(Int, TimeUnit)
    /// What comes after it of the unit that it ends in, which may be a month said by name: "the rest of the month".
    case rest(TimeUnit, month: Int?)
}

/// A period with the unit that it seems to be counted in.
struct TimeFrame {
    let span: TimeSpan
    private let asOf: CivilDate

    init(_ period: Period, asOf: CivilDate) {
        self.asOf = asOf
        let (start, end) = (period.start, period.end)
        for unit in [TimeUnit.day, .week, .weekend, .month, .quarter, .year] {
            let whole = TimeSpan.containing(start, unit)
            if start == whole.start, end == whole.end || (end == asOf && whole.end > asOf) {
                span = whole
                return
            }
        }
        let months = end.adding(days: 1).monthNumber - start.monthNumber
        let isNamedByMonths = ["month", "months", "quarter", "quarters", "year", "years"].contains {
            period.label.hasSuffix($0)
        }
        if months > 0, start.day == 1, end == end.endOfMonth {
            span = TimeSpan(start, end, .month, count: months)
        } else if months > 0, isNamedByMonths, end.adding(days: 1).adding(months: -months) <= start {
            span = TimeSpan(start, end, .month, count: months)
        } else {
            span = TimeSpan(start, end, .day, count: period.days)
        }
    }

    func moved(_ move: TimeMove) -> TimeSpan {
        switch move {
        case .neighbour(let steps): return moved(by: steps * span.count, span.unit)
        case .same(let steps, let unit): return moved(by: steps, unit)
        case .rest(let unit, _):
            let end = TimeSpan.containing(span.end, unit).end
            let start = span.end.adding(days: 1)
            return TimeSpan(start, end, .day, count: end.days(since: start) + 1)
        case .unit(let steps, let unit):
            if unit == span.unit, span.count == 1 || abs(steps) == span.count, abs(steps) >= span.count {
                if span.count == 1, abs(steps) > 1 { return neighbours(steps, unit) }
                return moved(by: steps, unit)
            }
            if unit == .week, span.unit == .day, span.count == 7 * abs(steps) { return moved(by: steps, unit) }
            if unit == .year, abs(steps) == 1, span.days <= 184 { return moved(by: steps, unit) }
            return neighbours(steps, unit)
        }
    }

    /// Whether days of that unit have begun after the span.
    func hasRest(of unit: TimeUnit, in month: Int?) -> Bool {
        span.end < asOf && span.end < TimeSpan.containing(span.end, unit).end
            && month ?? span.end.month == span.end.month
    }

    private func moved(by count: Int, _ unit: TimeUnit) -> TimeSpan {
        let period = Period(span.start, span.end).moved(by: count, unit)
        return TimeSpan(period.start, period.end, span.unit, count: span.count)
    }

    /// The calendar units directly before (negative) or after the span.
    private func neighbours(_ steps: Int, _ unit: TimeUnit) -> TimeSpan {
        let isWhole = TimeSpan.containing(span.start, unit).start == span.start
        if steps < 0 {
            let last = isWhole ? span.start.adding(days: -1) : TimeSpan.containing(span.start, unit, offset: -1).end
            let first = TimeSpan.containing(last, unit, offset: steps + 1).start
            return TimeSpan(first, last, unit, count: -steps)
        }
        let first = TimeSpan.containing(span.end, unit, offset: 1).start
        return TimeSpan(first, TimeSpan.containing(first, unit, offset: steps - 1).end, unit, count: steps)
    }
}

extension TimeSpan {
    var days: Int { end.days(since: start) + 1 }
}

extension TimeGrammar {
    /// The words of a move that begin at a token.
    func move(at index: Int) -> Found<TimeMove>? {
        rest(at: index) ?? overUnit(at: index) ?? sameElsewhere(at: index) ?? neighbour(at: index)
            ?? unitAway(at: index)
    }

    /// "the rest of the month", "remainder of that year".
    private func rest(at index: Int) -> Found<TimeMove>? {
        let next = skip(index + 2, "the", "that")
        guard ["rest", "remainder"].contains(key(index)), key(index + 1) == "of" else { return nil }
        switch word(next) {
        case .unit(let unit)?: return (.rest(unit, month: nil), next + 1)
        case .month(let month)?: return (.rest(.month, month: month), next + 1)
        default: return nil
        }
    }

    private static let pointers: Set<String> = ["that", "it", "this", "then", "those"]

    /// The token after a direction, or nil where another time follows: "the week before Christmas".
    private func direction(at index: Int) -> Found<Int>? {
        let sign: Int
        switch key(index) {
        case "before", "prior", "earlier", "previously", "preceding": sign = -1
        case "after", "later", "following", "afterwards": sign = 1
        default: return nil
        }
        var end = skip(index + 1, "to")
        let hasPointer = TimeGrammar.pointers.contains(key(end))
        if hasPointer { end += 1 }
        if hasPointer, case .unit? = word(end) { end += 1 }
        if !hasPointer, phrase(at: end) != nil || point(at: end) != nil { return nil }
        return (sign, end)
    }

    /// "the previous one", "the one before", "before that", "the following period".
    private func neighbour(at index: Int) -> Found<TimeMove>? {
        let next = skip(index, "the")
        if ["one", "period"].contains(key(next)), let direction = direction(at: next + 1) {
            return (.neighbour(direction.value), direction.end)
        }
        if ["before", "after"].contains(key(next)), TimeGrammar.pointers.contains(key(next + 1)) {
            return (.neighbour(key(next) == "before" ? -1 : 1), next + 2)
        }
        let sign: Int
        switch key(next) {
        case "previous", "prior", "preceding", "prev": sign = -1
        case "next", "following", "subsequent": sign = 1
        default: return nil
        }
        if ["one", "period"].contains(key(next + 1)) { return (.neighbour(sign), next + 2) }
        if let amount = amount(at: next + 1) {
            return (.unit(sign * amount.value.count, amount.value.unit), amount.end)
        }
        guard case .unit(let unit)? = word(next + 1) else { return nil }
        return (.unit(sign, unit), next + 2)
    }

    /// "the month before", "the 3 months before that", "a year earlier", "a year ago".
    private func unitAway(at index: Int) -> Found<TimeMove>? {
        let isOne = ["a", "an", "one"].contains(key(index))
        let next = skip(index, "the")
        if next == index + 1 || word(index) != nil, case .unit(let unit)? = word(next),
            let direction = direction(at: next + 1)
        {
            return (.unit(direction.value, unit), direction.end)
        }
        // `the summer before`
        if next == index + 1, case .season? = word(next), let direction = direction(at: next + 1) {
            return (.same(direction.value, .year), direction.end)
        }
        guard let amount = amount(at: next) else { return nil }
        if key(amount.end) == "ago", amount.value.unit == .year, amount.value.count == 1 {
            return (.same(-1, .year), amount.end + 1)
        }
        guard let direction = direction(at: amount.end) else { return nil }
        let steps = direction.value * amount.value.count
        let isDistance = isOne || ["earlier", "later", "prior"].contains(key(amount.end))
        return (isDistance ? .same(steps, amount.value.unit) : .unit(steps, amount.value.unit), direction.end)
    }

    /// "same month last year", "last year same time", "the same period the month before", "this time last year".
    private func sameElsewhere(at index: Int) -> Found<TimeMove>? {
        var next = skip(index, "the", "this", "that")
        if case .relation(let relation)? = word(next), relation == .last || relation == .past,
            case .unit(let unit)? = word(next + 1)
        {
            // `last year, same time`
            let same = skip(next + 2, ",", "at", "in", "the", "for")
            guard key(same) == "same", ["time", "period", "days", "span", "dates"].contains(key(same + 1)) else {
                return nil
            }
            return (.same(-1, unit), same + 2)
        }
        guard key(next) == "same" || (key(next) == "time" && next > index) else { return nil }
        if key(next) == "same" { next += 1 }
        if case .unit? = word(next) { next += 1 } else { next = TimeTable.spans.contains(key(next)) ? next + 1 : next }
        next = skip(skip(next, "in", "of", "for"), "the", "a", "one")
        if case .relation(let relation)? = word(next), relation == .last || relation == .past,
            case .unit(let unit)? = word(next + 1)
        {
            return (.same(-1, unit), next + 2)
        }
        guard case .unit(let unit)? = word(next) else { return nil }
        if key(next + 1) == "ago" { return (.same(-1, unit), next + 2) }
        return direction(at: next + 1).map { (.same($0.value, unit), $0.end) }
    }

    /// "year over year", "month on month", `yoy`.
    private func overUnit(at index: Int) -> Found<TimeMove>? {
        if key(index) == "yoy" { return (.same(-1, .year), index + 1) }
        guard case .unit(let unit)? = word(index), case .unit(unit)? = word(index + 2),
            ["over", "on"].contains(key(index + 1))
        else { return nil }
        return (.same(-1, unit), index + 3)
    }
}
