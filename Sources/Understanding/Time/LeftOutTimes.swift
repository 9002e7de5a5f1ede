import Ledger

/// Times that a question leaves out: `this year except february`, `september without weekends`.
enum LeftOutTimes {
    private static let between: Set<String> = [
        "in", "on", "for", "of", "during", "the", "my", "any", "all", "month",
    ]
    private static let joints: Set<[String]> = [
        ["and"], ["or"], [","], ["&"], [",", "and"], ["and", "in"], ["and", "on"],
    ]
    /// Words that leave names out and ask about times: `why isn't august`.
    private static let onlyOfNames: Set<String> = ["isnt", "arent", "ex", "besides"]

    /// Marks the times that are left out. Of weekdays those that remain are meant, so that they need no mark.
    static func marked(_ times: [TimeExpression], keys: [String]) -> [TimeExpression] {
        var result = times
        for place in times.indices {
            let start = times[place].tokens.lowerBound
            let isOfWeek = times[place].isWeekdaysOnly
            var isLeftOut = follows(start, keys, isOfWeek: isOfWeek)
            if place > 0, result[place - 1].isLeftOut, times[place - 1].tokens.upperBound <= start {
                isLeftOut =
                    isLeftOut || joints.contains(Array(keys[times[place - 1].tokens.upperBound..<start]))
            }
            // `since January (September doesn't count)`
            let isOfSeveral = times.count > 1 || !unitWords.isDisjoint(with: keys)
            let isPutAside = isOfSeveral && !isOfWeek && stands(before: times[place].tokens.upperBound, keys)
            result[place].isLeftOut =
                (isLeftOut || isPutAside || isDenied(times[place], keys, beside: times)) && !times[place].isComparison
        }
        return keepingRest(ofWeekdays: withoutDifference(result, keys))
    }

    /// `the cheapest month this year, not october`: a part of a longer time that is said before it.
    private static func isDenied(_ time: TimeExpression, _ keys: [String], beside times: [TimeExpression]) -> Bool {
        let start = time.tokens.lowerBound
        guard start > 1, keys[start - 1] == "not", [",", "(", "but"].contains(keys[start - 2]) else { return false }
        return times.contains { other in
            other.tokens.upperBound < start && other.whole.days > time.whole.days
                && other.whole.start <= time.whole.start && time.whole.end <= other.whole.end
        }
    }

    private static let unitWords: Set<String> = ["month", "months", "week", "weeks"]

    /// Whether words that leave out what is before them follow: `march doesn't count`.
    private static func stands(before end: Int, _ keys: [String]) -> Bool {
        guard end < keys.count, let length = FunctionWords.exclusionsBehind.longest(in: keys, at: end)?.length else {
            return false
        }
        // `in 2026 not counting May` leaves out what follows.
        return end + length == keys.count || keys[end + length].allSatisfy { !$0.isLetter && !$0.isNumber }
    }

    private static func follows(_ start: Int, _ keys: [String], isOfWeek: Bool) -> Bool {
        var last = start - 1
        // `except` may stand at the end of what is left out or the small word belong to the phrase: `not on weekends`.
        while last >= 0 {
            for first in max(0, last - 2)...last where !onlyOfNames.contains(keys[first]) {
                if let length = FunctionWords.exclusions.longest(in: keys, at: first)?.length, first + length > last {
                    return true
                }
            }
            if isOfWeek, ["not", "no"].contains(keys[last]) { return true }
            guard between.contains(keys[last]) else { return false }
            last -= 1
        }
        return false
    }

    /// `september minus august` is a difference; `2025 minus december` leaves a part out.
    private static func withoutDifference(_ times: [TimeExpression], _ keys: [String]) -> [TimeExpression] {
        var result = times
        for place in result.indices where result[place].isLeftOut {
            let start = result[place].tokens.lowerBound
            guard start > 0, keys[start - 1] == "minus" else { continue }
            result[place].isLeftOut = times.contains { other in
                other != times[place] && other.period.days > result[place].period.days
            }
        }
        return result
    }

    private static func keepingRest(ofWeekdays times: [TimeExpression]) -> [TimeExpression] {
        let gone = times.filter { $0.isLeftOut && !$0.weekdays.isEmpty }
        guard let first = gone.first(where: { !$0.isWeekdaysOnly }) ?? gone.first else { return times }
        let kept = times.filter { !($0.isLeftOut && !$0.weekdays.isEmpty) }
        // `saturdays, not sundays` says what remains.
        if kept.contains(where: { $0.isWeekdaysOnly }) { return kept }
        var rest = first
        rest.isLeftOut = false
        rest.weekdays = Set(1...7).subtracting(gone.reduce(into: Set<Int>()) { $0.formUnion($1.weekdays) })
        return times.compactMap { time in time == first ? rest : kept.contains(time) ? time : nil }
    }

    /// Takes the days that are left out from the periods of a query.
    ///
    /// - Returns: what the reply must state where nothing could be left out.
    static func apply(_ times: [TimeExpression], to query: inout Query, from everything: Period) -> [String] {
        let gone = times.filter(\.isLeftOut)
        guard !gone.isEmpty else { return [] }
        if query.comparison != nil {
            return ["I can't leave days out of a comparison, so all of them count; ask for each period by itself"]
        }
        var parts = [query.period ?? everything] + query.otherPeriods
        var notes: [String] = []
        for time in gone {
            let before = parts
            for days in occurrences(of: time, within: before) { parts = parts.flatMap { $0.without(days) } }
            if parts == before {
                notes.append("\(time.whole.label) isn't among these days, so nothing was left out for it")
            } else if parts.isEmpty {
                parts = before
                notes.append("without \(time.whole.label) there'd be no days left, so it counts")
            }
        }
        if parts != [query.period ?? everything] + query.otherPeriods { query.cover(parts) }
        return notes
    }

    /// A time without a year comes in every year that is asked about.
    private static func occurrences(of time: TimeExpression, within parts: [Period]) -> [Period] {
        guard time.lacksYear, let first = parts.map(\.start.year).min(), let last = parts.map(\.end.year).max() else {
            return [time.whole]
        }
        return (first...last).compactMap { year in
            if let holiday = time.holiday { return holiday.span(in: year)?.periods(asOf: nil).period }
            return time.whole.moved(by: year - time.whole.start.year, .year)
        }
    }
}

extension Period {
    /// What remains of it: one part, two, or none.
    fileprivate func without(_ days: Period) -> [Period] {
        guard days.start <= end, days.end >= start else { return [self] }
        var rest: [Period] = []
        if start < days.start { rest.append(Period(start, days.start.adding(days: -1))) }
        if days.end < end { rest.append(Period(days.end.adding(days: 1), end)) }
        return rest
    }
}
