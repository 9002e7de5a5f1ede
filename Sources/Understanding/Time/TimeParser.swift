import Ledger

/// Finds the times that a question names.
public enum TimeParser {
    /// The time expressions of a question from left to right; none overlap.
    ///
    /// Named times that do not say which one they are ("March", "on Friday") are the most recent that has begun;
    /// in questions about what is to come ("what is due on Friday") the next.
    public static func expressions(in tokens: [Token], context: TimeContext) -> [TimeExpression] {
        let grammar = TimeGrammar(tokens, context: context)
        var found: [TimeExpression] = []
        var index = 0
        while index < tokens.count {
            if let days = grammar.weekdaySet(at: index) {
                var expression = TimeExpression(
                    grammar.trailing(TimeGrammar.Amount(count: 30, unit: .day)), tokens: index..<days.end,
                    asOf: context.asOf)
                expression.weekdays = days.value
                expression.isWeekdaysOnly = true
                found.append(expression)
                index = days.end
            } else if let back = grammar.pointer(at: index) {
                found.append(back)
                index = back.tokens.upperBound
            } else if let phrase = grammar.phrase(at: index) {
                found.append(TimeExpression(phrase.value, tokens: index..<phrase.end, asOf: context.asOf))
                index = phrase.end
            } else {
                index += 1
            }
        }
        let all = grammar.yearAgo(grammar.inShortYears(found) ?? found)
        return grammar.compared(grammar.merged(all.map(grammar.withoutParticle)) + grammar.elided(beside: all))
    }

    /// What "usually" covers (`UsualMonth`).
    public static func habitualPeriod(asOf: CivilDate) -> Period {
        let months = UsualMonth.span(before: asOf)
        return Period(months.start, months.end, label: "the last 6 full months")
    }

    /// What is usual beside a period: the last 6 full months, of a month or more that lies back those before it.
    static func habitualPeriod(beside period: Period, asOf: CivilDate) -> Period {
        let isRecent = period.end == asOf && period.days <= 31
        let months = habitualPeriod(asOf: isRecent ? asOf : min(asOf, period.start))
        return Period(months.start, months.end, label: "the usual of the 6 months before")
    }
}

extension TimeGrammar {
    /// "on fridays", "every weekend", "weekdays": a choice of weekdays that comes again and again.
    func weekdaySet(at index: Int) -> Found<Set<Int>>? {
        if reads(index, "during", "the", "week"), key(index + 3) != "of" { return ([1, 2, 3, 4, 5], index + 3) }
        var next = skip(index, "on", "over", "during", "for")
        let repeats = ["every", "each", "all"].contains(key(next))
        next = skip(next, "every", "each", "all", "the", "my")
        // `by weekday`, `which weekday`: groups are asked for, not Monday to Friday.
        if TimeGrammar.ranks.contains(key(index - 1)), key(next).hasPrefix("weekday") { return nil }
        var days: Set<Int>
        switch word(next) {
        case .weekdays(let set)? where key(next - 1) != "tgi": days = set
        case .weekday(let day)? where repeats || isTypical(next): days = [day]
        case .unit(.weekend)? where repeats: days = [6, 7]
        case .weekday(let day)? where next == index && describes(index): days = [day]
        case .unit(.weekend)? where next == index && (describes(index) || isNarrowing(index)): days = [6, 7]
        default: return nil
        }
        next += 1
        while key(next) == "and" || key(next) == "&" || key(next) == ",", case .weekdays(let more)? = word(next + 1) {
            days.formUnion(more)
            next += 2
        }
        return (days, next)
    }

    /// Words before a unit of which one among several is asked for.
    static let ranks: Set<String> = [
        "by", "per", "which", "what", "cheapest", "busiest", "best", "worst", "expensive", "priciest", "biggest",
        "top", "most", "least", "lowest", "highest",
    ]

    /// `a typical saturday`
    private func isTypical(_ index: Int) -> Bool {
        let typical: Set = ["typical", "average", "avg", "usual", "normal", "regular"]
        // `on average on a saturday`
        let isAny =
            key(index - 1) == "a" && keys.contains { typical.contains($0) || $0 == "typically" || $0 == "usually" }
        return typical.contains(key(index - 1)) || isAny
    }

    /// `weekend only`, `just weekend`: the days of that kind, and not the last ones.
    private func isNarrowing(_ index: Int) -> Bool {
        ["only", "just"].contains(key(index + 1)) && key(index + 2) != "last"
            || ["only", "just"].contains(key(index - 1)) && key(index - 2) != "and"
    }

    /// Words before a day that make it one day.
    private static let pointing: Set<String> = [
        "last", "this", "next", "past", "on", "the", "since", "until", "of", "first", "second", "third", "fourth", "a",
        "one", "previous", "that", "till", "by", "from", "to", "through", "thru", "before", "after", "day",
    ]
    /// Words behind a day that say nothing of what is done on it.
    private static let joining: Set<String> = [
        "", "in", "of", "on", "and", "or", "vs", "versus", "to", "through", "thru", "till", "until", "before", "after",
        "ago", "from", "for", "during", "this", "last", "next", "the", "trip", "trips", "getaway", "getaways", "than",
        "did", "do", "have", "was", "is", "were", "are", "since", "by", "at", "with", "compared", "against", "so",
    ]

    /// `saturday spending in august`: the day says of which kind the spending of a longer time is.
    private func describes(_ index: Int) -> Bool {
        guard !TimeGrammar.pointing.contains(key(index - 1)), digits(index - 1) == nil, digits(index + 1) == nil,
            key(index + 1).utf8.first.map({ $0 >= 0x61 }) == true, !TimeGrammar.joining.contains(key(index + 1)),
            phrase(at: index + 1) == nil
        else { return false }
        return keys.indices.contains { place in
            guard place > index + 1 || place < index, let found = phrase(at: place),
                !(place..<found.end).contains(index)
            else { return false }
            return TimeExpression(found.value, tokens: place..<found.end, asOf: asOf).whole.days > 7
        }
    }

    /// `this week vs last`, `May to July this year compared to last`: the unit is said once.
    fileprivate func elided(beside found: [TimeExpression]) -> [TimeExpression] {
        guard let only = found.last, found.count == 1 || only.unit == .year,
            let end = keys.lastIndex(where: { !["?", "!", "."].contains($0) }),
            end > only.tokens.upperBound, ["last", "previous"].contains(keys[end]),
            ["vs", "versus", "than", "to", "with", "against", "the"].contains(keys[end - 1]),
            words[only.tokens].contains(.relation(.this))
        else { return [] }
        var other = only
        // `May to July this year compared to last`
        let saysYear = only.unit != .year && words[only.tokens].contains(.unit(.year))
        let moved = saysYear ? only.whole.moved(by: -1, .year) : only.shifted(by: -1)
        (other.period, other.whole, other.tokens) = (moved, moved, end..<end + 1)
        return [other]
    }

    /// `gas in October than a year ago`: a year before the month that is named, and not before today.
    fileprivate func yearAgo(_ found: [TimeExpression]) -> [TimeExpression] {
        guard found.count == 2, let named = found.first, let ago = found.last, named.unit == .month,
            Array(keys[ago.tokens].suffix(2)) == ["year", "ago"], ago.tokens.count == 3,
            !named.whole.contains(asOf), case let before = named.whole.moved(by: -1, .year)
        else { return found }
        let count = before.end.monthNumber - before.start.monthNumber + 1
        let span = TimeSpan(before.start, before.end, .month, count: count)
        return [named, TimeExpression(span, tokens: ago.tokens, asOf: asOf)]
    }

    /// `aug thru oct 25 vs 26`: the months of this year and of the one before, by their last digits.
    fileprivate func inShortYears(_ found: [TimeExpression]) -> [TimeExpression]? {
        guard found.count == 1, let only = found.first, only.unit == .day, case let end = only.tokens.upperBound,
            ["vs", "versus", "against", "v"].contains(key(end)), endsThere(end + 2),
            let (first, second) = digits(end - 1).flatMap({ first in digits(end + 1).map { (first, $0) } }),
            Set([first, second]) == [asOf.year % 100, asOf.year % 100 - 1]
        else { return nil }
        let months = only.tokens.compactMap { place -> Int? in
            if case .month(let month)? = word(place) { month } else { nil }
        }
        let numbers = only.tokens.count { digits($0) != nil }
        guard let from = months.first, let to = months.last, months.count < 3, from <= to, numbers == 1 else {
            return nil
        }
        return [(first, only.tokens), (second, end + 1..<end + 2)].compactMap { year, tokens in
            guard let start = CivilDate(year: 2000 + year, month: from, day: 1),
                let last = CivilDate(year: 2000 + year, month: to, day: 1)
            else { return nil }
            let span = TimeSpan(start, last.endOfMonth, .month, count: to - from + 1)
            return TimeExpression(span, tokens: tokens, asOf: asOf)
        }
    }

    private func endsThere(_ index: Int) -> Bool {
        !tokens.indices.contains(index) || tokens[index].form == .sign || TimeLexicon.functionWords.contains(key(index))
    }

    private static let verbsWithIn: Set<String> = [
        "came", "come", "comes", "coming", "brought", "bring", "bringing", "pulled", "rolled", "put",
    ]

    /// `came in last month`, `spend my money on this month`: the first word belongs to the verb before.
    func withoutParticle(_ expression: TimeExpression) -> TimeExpression {
        let start = expression.tokens.lowerBound
        guard expression.tokens.count > 1, start > 0 else { return expression }
        let isDay = expression.unit == .weekend || expression.unit == .day && expression.count == 1
        guard
            keys[start] == "in"
                && (TimeGrammar.verbsWithIn.contains(keys[start - 1]) || keys[..<start] == ["money"])
                || keys[start] == "on" && !isDay && !expression.isWeekdaysOnly
        else { return expression }
        var result = expression
        result.tokens = start + 1..<expression.tokens.upperBound
        return result
    }

    /// Weekdays joined with the period beside them, and neighbouring months with "and" between them made one.
    func merged(_ found: [TimeExpression]) -> [TimeExpression] {
        var result: [TimeExpression] = []
        for expression in found {
            guard var last = result.last else {
                result.append(expression)
                continue
            }
            let gap = keys[last.tokens.upperBound..<expression.tokens.lowerBound]
            if last.isWeekdaysOnly != expression.isWeekdaysOnly, gap.isEmpty || gap.elementsEqual([","]) {
                var joined = last.isWeekdaysOnly ? expression : last
                joined.weekdays = last.weekdays.union(expression.weekdays)
                joined.tokens = last.tokens.lowerBound..<expression.tokens.upperBound
                result[result.count - 1] = joined
            } else {
                let isList = gap.count == 1 && ["and", "&", "or", ",", "vs", "versus", "to"].contains(gap.first)
                if isList, hasYear(expression), !keys[expression.tokens].contains("rest") {
                    moveBack(&result, before: expression)
                    last = result[result.count - 1]
                }
                // `june july vs may`: what nothing stands between is one side.
                let isOneSide = gap.isEmpty && keys.contains(where: TimeGrammar.comparisonCues.contains)
                if comparing == .no || isOneSide, TimeGrammar.lists.contains(Array(gap)), isNamed(last),
                    isNamed(expression), !["before", "until", "till"].contains(keys[last.tokens.lowerBound]),
                    last.whole.end.adding(days: 1) == expression.period.start
                {
                    result[result.count - 1] = joined(last, expression)
                } else {
                    result[result.count - 1] = last
                    var next = expression
                    next.isListed =
                        comparing == .no && TimeGrammar.lists.contains(Array(gap)) && isNamed(last)
                        && isNamed(expression)
                    result.append(next)
                }
            }
        }
        return result
    }

    private static let lists: Set<[String]> = [
        [], ["and"], ["&"], [","], [",", "and"], ["+"], ["plus"], ["and", "in"], ["and", "also"],
    ]

    private func joined(_ first: TimeExpression, _ second: TimeExpression) -> TimeExpression {
        var span = TimeSpan(first.whole.start, second.whole.end, first.unit, count: first.count + second.count)
        span.isCutAtAsOf = second.period.end <= asOf
        span.lacksYear = first.lacksYear && second.lacksYear
        var joined = TimeExpression(span, tokens: first.tokens.lowerBound..<second.tokens.upperBound, asOf: asOf)
        joined.isListed = first.isListed
        return joined
    }

    private func hasYear(_ expression: TimeExpression) -> Bool {
        expression.tokens.contains { year(at: $0) != nil }
    }

    /// In "November and December 2018" the year belongs to both, in a list to all of it.
    private func moveBack(_ list: inout [TimeExpression], before next: TimeExpression) {
        for index in list.indices.reversed() where list[index].lacksYear {
            list[index] = moved(list[index], before: next)
            if !list[index].isListed { return }
        }
    }

    private func moved(_ first: TimeExpression, before second: TimeExpression) -> TimeExpression {
        var first = first
        let months = first.whole.start.monthNumber - second.whole.start.monthNumber
        guard months % 12 != 0 else { return first }
        let years = months > 0 ? -(months / 12 + 1) : -months / 12
        let period = first.whole.moved(by: years, .year)
        (first.period, first.whole) = (period, period)
        return first
    }
    private func isNamed(_ expression: TimeExpression) -> Bool {
        !expression.isWeekdaysOnly && expression.unit != .week
            && !words[expression.tokens].contains { if case .relation? = $0 { true } else { false } }
    }

    private static let comparisonCues: Set<String> = [
        "vs", "versus", "than", "against", "compared", "comparison", "relative", "unlike",
    ]
    private static let fillers: Set<String> = [
        "in", "on", "during", "for", "the", "to", "with", "what", "i", "we", "did", "spent", "spend", "was", "it",
        "that", "my", "of", "from", "spending", "paid", "over", "same", ".", "how", "much", "had", "this", "a",
    ]

    /// Marks what the others are compared to.
    func compared(_ found: [TimeExpression]) -> [TimeExpression] {
        var result = found
        for index in result.indices {
            let start = result[index].tokens.lowerBound
            let floor = index > 0 ? result[index - 1].tokens.upperBound : 0
            result[index].isComparison =
                followsCue(start, floor: floor) || isChangeFrom(result[index]) || isChangeSince(result[index])
                || isUpOn(result[index])
            guard index > 0, !result[index].isComparison else { continue }
            let gap = keys[floor..<start]
            let isJoined = gap.allSatisfy { TimeGrammar.joints.contains($0) }
            if comparing == .change, isJoined, keys[result[index].tokens.lowerBound] == "to" || gap.contains("to") {
                result[index - 1].isComparison = true
            } else if comparing != .no || (gap.contains("or") && asksForMore), isJoined, !result[index - 1].isComparison
            {
                result[index].isComparison = true
            }
        }
        if result.contains(where: \.isComparison) { for index in result.indices { stepBack(&result, index) } }
        return result
    }

    /// `up from last month`, `different from March`; `a drop from May to June` names both ends.
    private func isChangeFrom(_ expression: TimeExpression) -> Bool {
        let start = expression.tokens.lowerBound
        return key(start) == "from" && !keys[expression.tokens].contains("to")
            && [
                "up", "down", "change", "changed", "increase", "increased", "decrease", "decreased", "rise", "risen",
                "drop", "dropped", "higher", "lower", "different", "differ", "grown", "fallen",
            ].contains(key(start - 1))
    }

    /// `is coffee up on last month`.
    private func isUpOn(_ expression: TimeExpression) -> Bool {
        let start = expression.tokens.lowerBound
        let cue = key(start) == "on" ? start : start - 1
        return expression.unit != .day && key(cue) == "on" && ["up", "down"].contains(key(cue - 1))
            && keys[..<cue].contains { ["is", "are", "was", "were", "am"].contains($0) }
    }

    /// `changed since last month`: the time is what the running one is held against.
    private func isChangeSince(_ expression: TimeExpression) -> Bool {
        let start = expression.tokens.lowerBound
        return key(start) == "since" && unitBegun(at: start + 1) != nil
    }

    private var asksForMore: Bool {
        keys.contains {
            [
                "more", "less", "higher", "lower", "bigger", "most", "least", "better", "worse", "fewer", "cheaper",
                "pricier", "dearer", "costlier",
            ]
            .contains($0)
        }
    }

    /// Beside "this summer" the last one is that of the year before, also when this one is already over.
    private func stepBack(_ expressions: inout [TimeExpression], _ index: Int) {
        let isLast = words[expressions[index].tokens].contains(.relation(.last))
        // "last winter vs the winter before": the other one is the earlier.
        let isBefore = expressions[index].isComparison && key(expressions[index].tokens.upperBound) == "before"
        let hasBefore = expressions.contains { $0.isComparison && key($0.tokens.upperBound) == "before" }
        guard isBefore || isLast && !hasBefore,
            expressions.indices.contains(where: {
                // `last winter (dec-feb)` says the same winter twice.
                $0 != index && expressions[$0].whole == expressions[index].whole
                    && key(expressions[$0].tokens.lowerBound - 1) != "("
            })
        else { return }
        let moved = expressions[index].before
        (expressions[index].period, expressions[index].whole) = (moved, moved)
    }

    private static let joints: Set<String> = [
        "and", "to", "with", "vs", "versus", "against", "or", "in", "from", "the", "on", ",", "&", "my", "spending",
        "for",
    ]

    private func followsCue(_ start: Int, floor: Int) -> Bool {
        var index = start - 1
        while index >= floor, index >= start - 7 {
            if TimeGrammar.comparisonCues.contains(keys[index]) { return true }
            if keys[index] == "to" || keys[index] == "with", index > 0,
                ["compare", "compares", "compared", "comparing"].contains(keys[index - 1])
            {
                return true
            }
            guard TimeGrammar.fillers.contains(keys[index]) else { return false }
            index -= 1
        }
        return false
    }
}
