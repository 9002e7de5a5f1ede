import Ledger

/// The days that a reading is about, and the days it holds them against.
struct SpanBuilder {
    private let context: UnderstandingContext
    private let list: ClauseList
    private let times: [(index: Int, time: TimeExpression)]
    private(set) var used: Set<Int> = []
    private(set) var notes: [String] = []
    /// The tokens that say what began on the day from which on it is asked: `since school started`.
    let beginnings: Set<Int>
    /// ISO weekdays that the rows are restricted to.
    let weekdays: Set<Int>?
    /// The same as the line names them one after the other.
    let weekdaySets: [Set<Int>]

    /// - Parameter others: the places of times that are none of the question's own.
    init(_ list: ClauseList, context: UnderstandingContext, without others: Set<Int> = []) {
        self.context = context
        self.list = list
        var all = list.placed.enumerated().compactMap { index, item -> (index: Int, time: TimeExpression)? in
            if case .time(let time) = item.clause, !others.contains(index) { (index, time) } else { nil }
        }
        all = all.map { item in
            // `last March` after an answer about this one; `last month` stays the month before today.
            let words = list.keys[item.time.tokens]
            guard let anchor = context.anchor, item.time.period == anchor, words.contains("last"),
                words.contains(where: SpanBuilder.monthNames.contains)
            else {
                return item
            }
            var time = item.time
            (time.period, time.whole) = (time.before, time.before)
            return (item.index, time)
        }
        used = Set(all.map(\.index))
        all = SpanBuilder.inYears(all, keys: list.keys, asOf: context.asOf)
        all = SpanBuilder.apart(all, keys: list.keys)
        all = SpanBuilder.explained(all, keys: list.keys, asOf: context.asOf)
        (all, beginnings) = SpanBuilder.begun(all, list, asOf: context.asOf)
        all = SpanBuilder.sharingYears(all, keys: list.keys)
        let holdsAgainst = [.versus, .than, .compare].contains(where: list.has)
        all = holdsAgainst ? all : all.filter { !SpanBuilder.isOccasion($0.time, beside: all.map(\.time), list.keys) }
        // `Friday and Saturday for October`: a bare weekday beside a longer time says of which days.
        let isLong = all.contains { $0.time.period.days > 7 && !$0.time.isWeekdaysOnly }
        let isUsual = list.has(.average(nil)) || all.contains { $0.time.isWeekdaysOnly && $0.time.weekdays.count == 5 }
        let described = all.filter {
            isLong && SpanBuilder.isBareWeekday($0.time, list.keys)
                || SpanBuilder.days($0.time, list.keys) != nil
                || isLong && SpanBuilder.listedDays($0.time, list.keys) != nil
                || isUsual && $0.time.unit == .weekend && $0.time.count == 1
                    && !SpanBuilder.isPointed($0.time, list.keys)
                || isLong && SpanBuilder.isAnyWeekend($0.time, list.keys)
        }
        times = all.filter { item in !item.time.isWeekdaysOnly && !described.contains { $0.index == item.index } }
        let restricted = all.map(\.time).filter { !$0.weekdays.isEmpty && !$0.isLeftOut }
        weekdaySets =
            restricted.map(\.weekdays)
            + described.map { item in
                SpanBuilder.days(item.time, list.keys) ?? SpanBuilder.listedDays(item.time, list.keys)
                    ?? (item.time.unit == .weekend ? [6, 7] : [item.time.period.start.weekday])
            }
        weekdays = weekdaySets.isEmpty ? nil : weekdaySets.reduce(into: Set<Int>()) { $0.formUnion($1) }
        let own = times.map(\.time).filter { !$0.isLeftOut }
        for item in times where item.time.isLeftOut && !own.isEmpty {
            // Other days than those asked about: a difference of two sets, which no span says.
            if !own.contains(where: { $0.period.subtracting(item.time.period) != [$0.period] }) {
                used.remove(item.index)
            }
        }
        notes = all.compactMap { $0.time.ambiguity ?? $0.time.assumption }
    }

    /// Months or years, where a few whole ones are asked about, one of which may still run.
    var unitOfSeveral: Ask.Grouping? {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        if own.count > 1, own.allSatisfy({ $0.unit == own[0].unit && $0.count == 1 && !$0.isComparison }) {
            switch own[0].unit {
            case .month: return .month
            case .quarter: return .quarter
            case .year: return .year
            default: return nil
            }
        }
        guard times.count == 1, let period = times.first?.time.period, period.start.day == 1,
            period.end == period.end.endOfMonth || period.end == context.asOf,
            period.start.month != period.end.month
                || period.start.year != period.end.year
        else { return nil }
        return period.days > 2 * 366 || times[0].time.unit == .year ? .year : .month
    }

    /// `jan 26 vs jan 25`: one month twice with the numbers of this year and of one before is that month of each.
    private static func inYears(
        _ times: [(index: Int, time: TimeExpression)], keys: [String], asOf: CivilDate
    ) -> [(index: Int, time: TimeExpression)] {
        func month(_ time: TimeExpression) -> Period? {
            let words = keys[time.tokens].filter { !["of", "in", "than", "vs", "versus", "to", "and"].contains($0) }
            guard time.unit == .day, time.period.days == 1, words.count == 2, let short = Int(words[1]),
                words[1].utf8.count == 2, (asOf.year % 100 - 3...asOf.year % 100).contains(short)
            else { return nil }
            return CivilDate(year: 2000 + short, month: time.period.start.month, day: 1)
                .map { Period($0, min($0.endOfMonth, asOf)) }
        }
        let days = times.filter { $0.time.unit == .day }
        guard times.count == 2, days.count == 2, let first = month(days[0].time), let second = month(days[1].time),
            first.start.month == second.start.month, first != second
        else { return times }
        return zip(times, [first, second]).map { item, period in
            var time = item.time
            (time.period, time.whole, time.unit, time.count) = (period, .month(of: period.start), .month, 1)
            (time.lacksYear, time.ambiguity, time.assumption) = (false, nil, nil)
            return (item.index, time)
        }
    }

    /// `September and October last year`: the year behind the last of several months is that of all of them.
    private static func sharingYears(
        _ times: [(index: Int, time: TimeExpression)], keys: [String]
    ) -> [(index: Int, time: TimeExpression)] {
        var times = times
        for place in times.indices.dropLast().reversed() {
            let (own, next) = (times[place].time, times[place + 1].time)
            let months = own.unit == next.unit && own.unit != .year && own.whole.days < 100
            guard months, own.lacksYear, !next.lacksYear, !next.isComparison || own.isComparison,
                own.tokens.upperBound <= next.tokens.lowerBound,
                keys[own.tokens.upperBound..<next.tokens.lowerBound].allSatisfy(
                    GrammarWords.builtIn[.listing].contains),
                keys[next.tokens].contains(where: {
                    ["year", "yr"].contains($0) || $0.utf8.count == 4 && Int($0) != nil
                })
            else { continue }
            var years = next.whole.start.year - own.whole.start.year
            if own.whole.moved(by: years, .year).start > next.whole.start { years -= 1 }
            guard years != 0 else { continue }
            let moved = own.whole.moved(by: years, .year)
            (times[place].time.period, times[place].time.whole, times[place].time.lacksYear) = (moved, moved, false)
        }
        return times
    }

    /// `since school started September 1`, `since summer began, like June 1`: from that day on, whatever began then.
    private static func begun(
        _ times: [(index: Int, time: TimeExpression)], _ list: ClauseList, asOf: CivilDate
    ) -> ([(index: Int, time: TimeExpression)], Set<Int>) {
        var out: [(index: Int, time: TimeExpression)] = []
        var said: Set<Int> = []
        for item in times {
            let start = item.time.tokens.lowerBound
            let isDay = item.time.unit == .day || item.time.unit == .month
            guard isDay, item.time.count == 1 || item.time.period.days == 1, !item.time.isComparison,
                !item.time.isLeftOut, item.time.weekdays.isEmpty, item.time.period.start <= asOf,
                let since = list.keys[max(0, start - 7)..<start].lastIndex(of: "since"),
                case let words = list.keys[since + 1..<start],
                words.contains(where: GrammarWords.builtIn[.beginning].contains),
                !words.contains(where: { $0 != "," && GrammarWords.builtIn[.joining].contains($0) })
            else {
                out.append(item)
                continue
            }
            if let last = out.last, last.time.tokens.contains(since) { out.removeLast() }
            var time = item.time
            let period = Period(time.period.start, asOf, label: "since \(time.period.start.longText)")
            (time.period, time.whole, time.unit) = (period, period, .day)
            out.append((item.index, time))
            said.formUnion(since..<start)
        }
        return (out, said)
    }

    private static func isBareWeekday(_ time: TimeExpression, _ keys: [String]) -> Bool {
        guard case .week? = time.cycle, time.period.days == 1 else { return false }
        return !isPointed(time, keys)
    }

    /// `what did Christmas cost us, Target and Kohl's in December`: what it was for, where the days are said beside it.
    private static func isOccasion(_ time: TimeExpression, beside others: [TimeExpression], _ keys: [String]) -> Bool {
        guard time.holiday != nil, time.period.days == 1, case let start = time.tokens.lowerBound,
            start == 0 || !FunctionWords.prepositions.contains(keys[start - 1]) && !dating.contains(keys[start - 1]),
            !FunctionWords.prepositions.contains(keys[start]), !dating.contains(keys[start])
        else { return false }
        return others.contains { other in
            other.holiday == nil && other.period.days > 7 && other.period.start <= time.period.end.adding(days: 31)
                && time.period.start <= other.period.end.adding(days: 31)
        }
    }

    private static let dating: Set<String> = [
        "since", "before", "after", "until", "till", "and", "or", "-", "–", "over",
    ]

    /// `on the weekend`, which beside a longer time is each of its weekends.
    private static func isAnyWeekend(_ time: TimeExpression, _ keys: [String]) -> Bool {
        let words = keys[time.tokens]
        return time.unit == .weekend && words.last == "weekend"
            && words.dropLast().allSatisfy {
                GrammarWords.builtIn[.throughout].contains($0) || $0 == "the" || $0 == "at"
            }
    }

    /// `monday thru friday`, `mon-thu`: the weekdays from one to the other.
    private static func days(_ time: TimeExpression, _ keys: [String]) -> Set<Int>? {
        let said = keys[time.tokens].compactMap(weekday)
        let isRange = keys[time.tokens].contains { ["to", "thru", "through", "till", "until", "-", "–"].contains($0) }
        guard said.count == 2, said[0] < said[1], isRange, !isPointed(time, keys) else { return nil }
        return Set((said[0] + 1)...(said[1] + 1))
    }

    /// `friday + saturday`: weekdays that are listed.
    private static func listedDays(_ time: TimeExpression, _ keys: [String]) -> Set<Int>? {
        let said = keys[time.tokens].compactMap(weekday)
        let joins = keys[time.tokens].filter { weekday($0) == nil }
        guard said.count > 1, joins.allSatisfy({ ["and", "+", "&", "n", ",", "or", "on"].contains($0) }) else {
            return nil
        }
        return Set(said.map { $0 + 1 })
    }

    /// The place of a weekday's name in the week, from 0 on: `friday`, `fridays`, `fri`.
    private static func weekday(_ word: String) -> Int? {
        CivilDate.weekdayNames.firstIndex { name in
            let name = name.lowercased()
            return word == name || word == name + "s"
                || word.utf8.count >= 3 && word.utf8.count <= 5 && name.hasPrefix(word)
        }
    }

    private static let monthNames = Set(CivilDate.monthNames.map { $0.lowercased() })

    private static func isPointed(_ time: TimeExpression, _ keys: [String]) -> Bool {
        keys[time.tokens].contains { ["last", "this", "next", "past", "previous"].contains($0) }
    }

    /// `last winter, November to March`: the months that are meant by it.
    private static func isOfSeason(_ time: TimeExpression, _ season: TimeExpression) -> Bool {
        season.cycle == .year && season.unit == .year && season.holiday == nil && (85...100).contains(season.whole.days)
            && time.unit == .month && time.count > 1 && time.lacksYear
            && (time.whole.start.month...(time.whole.start.month + time.count - 1)).contains {
                ($0 - 1) % 12 + 1 == season.whole.start.month
            }
    }

    /// A time that is said again in brackets, or after `say`, is what the second words mean: `summer (june-aug)`.
    private static func explained(
        _ times: [(index: Int, time: TimeExpression)], keys: [String], asOf: CivilDate
    ) -> [(index: Int, time: TimeExpression)] {
        var out: [(index: Int, time: TimeExpression)] = []
        // `winter vs summer (dec-feb vs jun-aug)`: the months that are named behind say all.
        let saysTwice =
            times.count == 4 && isOfSeason(times[2].time, times[0].time) && isOfSeason(times[3].time, times[1].time)
            && times[0].time.whole.start.month != times[1].time.whole.start.month
        for item in saysTwice ? Array(times.dropFirst(2)) : times {
            guard let last = out.last, last.time.tokens.upperBound <= item.time.tokens.lowerBound, !item.time.isLeftOut,
                last.time.tokens.upperBound < item.time.tokens.lowerBound || isOfSeason(item.time, last.time)
            else {
                out.append(item)
                continue
            }
            let between = keys[last.time.tokens.upperBound..<item.time.tokens.lowerBound]
            if between.elementsEqual([")"]), last.time.lacksYear, item.time.unit == .year, item.time.count == 1 {
                // `summer (june-aug) last year`
                let moved = last.time.whole.moved(
                    by: item.time.whole.start.year - last.time.whole.start.year, .year)
                (out[out.count - 1].time.period, out[out.count - 1].time.whole) = (moved, moved)
                continue
            }
            let isSaid =
                between.contains { $0 != ")" && GrammarWords.builtIn[.explaining].contains($0) }
                && between.allSatisfy { GrammarWords.builtIn[.explaining].contains($0) || $0 == "," }
            let saysSeason = isOfSeason(item.time, last.time)
            guard isSaid || saysSeason && between.allSatisfy({ [",", "?"].contains($0) }) else {
                out.append(item)
                continue
            }
            var time = item.time
            let years = last.time.whole.start.year - time.whole.start.year
            if saysSeason,
                let near = (-2...2).map({ time.whole.moved(by: $0, .year) })
                    .first(where: { $0.contains(last.time.whole.start) })
            {
                (time.period, time.whole) = (near, near)
                if near.end > asOf { time.period = Period(near.start, max(near.start, asOf)) }
            } else if time.lacksYear, years > 0, time.whole.moved(by: years, .year) == last.time.whole {
                // `this winter (Dec to Feb)`, which is not over.
                (time.period, time.whole) = (last.time.period, last.time.whole)
            }
            while time.lacksYear, time.period.start > last.time.whole.end, time.period != time.before {
                (time.period, time.whole) = (time.before, time.before)
                if time.period.start.year < last.time.whole.start.year { break }
            }
            // `the week before Christmas (20th to 26th)`: days of the month that was spoken of.
            let namesMonth = keys[time.tokens].contains(where: SpanBuilder.monthNames.contains)
            while time.unit == .day, !namesMonth, time.whole.days < 31, time.whole.start > last.time.whole.end {
                let moved = time.whole.moved(by: -1, .month)
                (time.period, time.whole) = (moved, moved)
            }
            time.isComparison = last.time.isComparison
            out[out.count - 1] = (item.index, time)
            // `this summer vs last summer (July and August)`: of both.
            for place in out.indices.dropLast() where !out[place].time.isLeftOut && last.time.whole.days < 100 {
                let apart = out[place].time.whole.start.year - last.time.whole.start.year
                guard apart != 0, last.time.whole.moved(by: apart, .year) == out[place].time.whole else { continue }
                let whole = time.whole.moved(by: apart, .year)
                out[place].time.whole = whole
                out[place].time.period = whole.end > asOf ? Period(whole.start, max(whole.start, asOf)) : whole
            }
        }
        return out
    }

    /// `before June vs after`, `before March and since March`: the first of the days from which on it is asked once more, and
    /// the tokens that say so.
    var turningPoint: (day: CivilDate, tokens: Range<Int>)? {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        guard let first = own.first, own.count < 3 else { return nil }
        let (before, after) = (GrammarWords.builtIn[.before], GrammarWords.builtIn[.after])
        let lead = list.keys[first.tokens.lowerBound]
        if own.count == 2 {
            let next = own[1]
            guard before.contains(lead), after.contains(list.keys[next.tokens.lowerBound]),
                (0...31).contains(next.period.start.days(since: first.period.end))
            else { return nil }
            return (next.period.start, first.tokens.lowerBound..<next.tokens.upperBound)
        }
        let joining = GrammarWords.builtIn[.joining]
        if before.contains(lead) {
            var end = first.tokens.upperBound
            while end < list.keys.count, joining.contains(list.keys[end]) { end += 1 }
            guard end > first.tokens.upperBound, end < list.keys.count, after.contains(list.keys[end]) else {
                return nil
            }
            // What is of a day is of that day as well, and not before it.
            let day = first.period.days == 1 ? first.period.start : first.period.end.adding(days: 1)
            return (day, first.tokens.lowerBound..<end + 1)
        }
        // `since May? a month, before vs after`
        if own.count == 1, list.has(.beforeAndAfter) { return (first.period.start, first.tokens) }
        guard after.contains(lead) else { return nil }
        // `since May vs before`
        var behind = first.tokens.upperBound
        while behind < list.keys.count, joining.contains(list.keys[behind]) { behind += 1 }
        if behind > first.tokens.upperBound, behind < list.keys.count, before.contains(list.keys[behind]) {
            return (first.period.start, first.tokens.lowerBound..<behind + 1)
        }
        // `are we paying more per ride since June`
        if ["since", "after"].contains(lead), list.placed.first?.clause == .yesNo, list.has(.more) || list.has(.less),
            !list.has(.than),
            list.first({ if case .bound = $0 { true } else { nil } }) == nil
        {
            return (first.period.start, first.tokens)
        }
        var start = first.tokens.lowerBound
        while start > 0, joining.contains(list.keys[start - 1]) { start -= 1 }
        guard start < first.tokens.lowerBound, start > 0, before.contains(list.keys[start - 1]) else { return nil }
        // `before vs after January 1`: that day is of the days after it.
        let day = lead == "after" && first.origin?.days == 1 ? first.origin?.start : nil
        return (day ?? first.period.start, start - 1..<first.tokens.upperBound)
    }

    /// The spans that are held against one another, each a side of its own: three or more times, or two of several parts.
    func sides(_ draft: AskBuilder.Draft) -> [(name: String, periods: [Period])] {
        if draft.sides.isEmpty, let day = turningPoint?.day,
            let begin = context.names.coverage?.start, begin < day, day <= context.asOf
        {
            let words = day.longText
            return [
                ("before \(words)", [Period(begin, day.adding(days: -1), label: "before \(words)")]),
                ("since \(words)", [Period(day, context.asOf, label: "since \(words)")]),
            ]
        }
        guard draft.comparesPeriods, draft.sides.isEmpty else { return [] }
        if let halves = halves() {
            if halves.own.count == 1, halves.other.count == 1 { return [] }
            return [halves.own, halves.other].map { ($0.map(\.label).joined(separator: " and "), $0) }
        }
        let own = times.map(\.time).filter { !$0.isLeftOut }
        guard own.count > 2 else { return [] }
        return own.map { (list.keys[$0.tokens].joined(separator: " "), [$0.period]) }
    }

    /// What stands before the comparison and after it, where either is of several times or one is told from the other.
    private func halves() -> (own: [Period], other: [Period])? {
        let said = times.filter { !$0.time.isLeftOut }
        if let years = inTwoYears(said.map(\.time)) { return years }
        let borders = list.placed.indices.filter { [.versus, .than].contains(list.placed[$0].clause) }
        func isAfterBorder(_ place: Int) -> Bool {
            borders.contains { said[place - 1].index < $0 && $0 < said[place].index }
        }
        let places = said.indices.dropFirst()
        // `august vs september vs october` has more than two sides.
        if places.count(where: isAfterBorder) > 1 { return nil }
        let isPair = said.count == 2 && (list.has(.compare) || list.has(.sameDays))
        guard
            let turn = places.first(where: isAfterBorder) ?? (isPair ? 1 : nil)
                ?? (list.has(.compare) ? nil : places.first(where: { said[$0].time.isComparison }))
        else { return nil }
        let (own, other) = (said[..<turn].map(\.time), said[turn...].map(\.time))
        let periods = merged(own)
        if list.has(.sameDays) || other.contains(where: { list.keys[$0.tokens].contains("same") }) {
            return other.count == 1 ? (periods, periods.map { moved($0, to: other[0], from: periods) }) : nil
        }
        if other.count == 1, periods.count == 1, let rest = rest(other[0], beside: periods[0]) {
            return (periods, rest)
        }
        // `July and August this year against last year`: the same months of it.
        if own.count > 1, other.count == 1, other[0].unit == .year, other[0].count == 1,
            periods.allSatisfy({ $0.days < 200 && $0.start.year > other[0].whole.start.year })
        {
            return (periods, periods.map { moved($0, to: other[0], from: periods) })
        }
        return own.count > 1 || other.count > 1 ? (periods, merged(other)) : nil
    }

    /// `July through October: this year against last year`: the same part of both.
    private func inTwoYears(_ said: [TimeExpression]) -> (own: [Period], other: [Period])? {
        if said.count == 3, let part = said.first(where: { $0.lacksYear && $0.whole.days < 360 }) {
            let years = said.filter { $0.unit == .year && $0.count == 1 && $0.whole.days > 360 }
            if let sides = inBoth(years, [part]) { return sides }
        }
        let seasons = said.filter { $0.unit == .year && $0.count == 1 && (85...100).contains($0.whole.days) }
        let months = said.filter { $0.unit == .month && $0.lacksYear }
        guard seasons.count == 2, seasons.count + months.count == said.count, !months.isEmpty,
            seasons[0].whole.start.month == seasons[1].whole.start.month,
            months.allSatisfy({ month in
                seasons[0].whole.contains(
                    month.whole.moved(by: seasons[0].whole.start.year - month.whole.start.year, .year).start)
            })
        else { return nil }
        return inBoth(seasons, months)
    }

    /// Parts of a year in each of two years, or seasons.
    private func inBoth(_ years: [TimeExpression], _ parts: [TimeExpression]) -> (own: [Period], other: [Period])? {
        guard years.count == 2, years[0].whole.start.year != years[1].whole.start.year else { return nil }
        let sides = years.map { year in
            parts.map { $0.whole.moved(by: year.whole.start.year - $0.whole.start.year, .year) }
        }
        guard sides.joined().allSatisfy({ $0.start <= context.asOf }) else { return nil }
        let ended = sides.map { side in
            side.map { Period($0.start, min($0.end, context.asOf), label: $0.end > context.asOf ? nil : $0.label) }
        }
        return (joined(ended[0]), joined(ended[1]))
    }

    /// Months that follow one another as one span.
    private func joined(_ periods: [Period]) -> [Period] {
        periods.reduce(into: []) { out, next in
            if let last = out.last, last.end.adding(days: 1) == next.start {
                out[out.count - 1] = Period(last.start, next.end)
            } else {
                out.append(next)
            }
        }
    }

    /// `this summer and last summer`: of two times that fall on the same days the one called the last is of the year before.
    private static func apart(
        _ times: [(index: Int, time: TimeExpression)], keys: [String]
    ) -> [(index: Int, time: TimeExpression)] {
        func name(_ time: TimeExpression) -> [String] {
            keys[time.tokens].filter { !["this", "last", "in", "of", "for", "the", "from"].contains($0) }
        }
        return times.map { item in
            let own = name(item.time)
            guard keys[item.time.tokens].contains("last"),
                item.time.cycle == .year || own.contains(where: monthNames.contains),
                let other = times.first(where: {
                    $0.index != item.index && !keys[$0.time.tokens].contains("last") && name($0.time) == own
                })
            else { return item }
            var time = item.time
            time.whole = other.time.whole.moved(by: -1, .year)
            time.period = time.whole
            return (item.index, time)
        }
    }

    /// The same days of the year or month that another time is in.
    private func moved(_ period: Period, to other: TimeExpression, from all: [Period]) -> Period {
        let (first, target) = (all[0].start, other.whole.start)
        let words = list.keys[other.tokens]
        let namesYear = words.contains { $0 == "year" || $0.utf8.count == 4 && Int($0) != nil }
        if other.unit == .month, other.count == 1, !namesYear {
            return period.moved(by: target.monthNumber - first.monthNumber, .month)
        }
        return period.moved(by: min(-1, target.year - all[all.count - 1].end.year), .year)
    }

    /// `the second half` beside `the first half of October`, `the rest of October` beside a week of it: what that leaves of it.
    private func rest(_ other: TimeExpression, beside own: Period) -> [Period]? {
        let words = list.keys[other.tokens]
        if words.contains("rest") {
            // `December against the rest of the year`
            let whole = other.whole.days > own.days ? other.whole : Period.month(of: own.start)
            guard whole.contains(own.start), whole.contains(own.end) else { return nil }
            return whole.subtracting(own).filter { $0.start <= context.asOf }
                .map { $0.end > context.asOf ? Period($0.start, context.asOf) : $0 }
        }
        guard words.contains("half"), words.allSatisfy(GrammarWords.builtIn[.half].contains) else { return nil }
        let wholes =
            [Period(own.start.startOfMonth, own.start.endOfMonth)] + [
                Period(own.start.startOfYear, own.start.endOfYear)
            ]
        guard let whole = wholes.first(where: { $0.contains(own.end) }), whole.days > own.days,
            let rest = whole.subtracting(own).first, rest.start <= context.asOf
        else { return nil }
        return [Period(rest.start, min(rest.end, context.asOf))]
    }

    /// The days of several times as few spans: those that follow one another, or `to` joins, are one.
    private func merged(_ times: [TimeExpression]) -> [Period] {
        var out: [Period] = []
        var last: TimeExpression?
        for time in times {
            let isRange =
                last.map { earlier in
                    earlier.tokens.upperBound < time.tokens.lowerBound
                        && list.keys[earlier.tokens.upperBound..<time.tokens.lowerBound].contains {
                            ["to", "through", "thru", "until", "till", "-", "–"].contains($0)
                        }
                } ?? false
            if isRange, let before = out.last, before.start <= time.period.start {
                out[out.count - 1] = SpanBuilder.span(before.start, time.period.end)
            } else if let wider = out.firstIndex(where: {
                $0.contains(time.period.start) && $0.contains(time.period.end)
            }),
                !time.isListed
            {
                out[wider] = time.period
            } else if let inner = out.firstIndex(where: {
                time.period.contains($0.start) && time.period.contains($0.end)
            }),
                !time.isListed
            {
                // `so far this month of this year`
                out[inner] = SpanBuilder.span(out[inner].start, out[inner].end)
            } else {
                out.append(time.period)
            }
            last = time
        }
        out.sort { $0.start < $1.start }
        return out.dropFirst().reduce(into: Array(out.prefix(1))) { joined, next in
            guard let before = joined.last, before.end.adding(days: 1) == next.start else { return joined.append(next) }
            joined[joined.count - 1] = SpanBuilder.span(before.start, next.end)
        }
    }

    /// A span called by its months where it is of whole ones.
    private static func span(_ start: CivilDate, _ end: CivilDate) -> Period {
        start == start.startOfMonth && end == end.endOfMonth
            ? Period(start, end, label: TimeSpan.monthsLabel(start, end)) : Period(start, end)
    }

    /// Whether the line asks first of one time and then of another: `what was it this year, and what was it last year`.
    var asksTwice: Bool {
        let said = times.filter { !$0.time.isLeftOut }
        return zip(said, said.dropFirst()).contains { first, second in
            list.keys[first.time.tokens.upperBound..<max(first.time.tokens.upperBound, second.time.tokens.lowerBound)]
                .contains(where: GrammarWords.builtIn[.asking].contains)
        }
    }

    /// Days that are left out and lie apart from those asked about, so that leaving them out says something of names alone.
    var leftOutApart: [(index: Int, period: Period)] {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        guard !own.isEmpty else { return [] }
        return times.filter { left in
            left.time.isLeftOut && own.allSatisfy { $0.period.subtracting(left.time.period) == [$0.period] }
        }.map { ($0.index, $0.time.period) }
    }

    /// The days that the line leaves out.
    var leftOut: [Period] { times.filter(\.time.isLeftOut).map(\.time.period) }

    /// Whether the line names days by their dates, from one to another within a month or so.
    var saysRunOfDays: Bool {
        times.contains { !$0.time.isLeftOut && $0.time.unit == .day && (2...40).contains($0.time.whole.days) }
    }

    /// Rows on the days of a trip that are no cost of it.
    var notOfTrip: [Int64] {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        return own.count == 1 && own[0].isTrip ? own[0].notOfTrip : []
    }

    /// The one run of days of a trip, by its name or its dates.
    var runOfDays: Period? {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        guard own.count == 1, own[0].isTrip || own[0].unit == .day && (2...40).contains(own[0].whole.days) else {
            return nil
        }
        return own[0].period
    }

    /// Whether the line names one time, a month.
    var isOfOneMonth: Bool {
        let own = times.filter { !$0.time.isLeftOut }
        return own.count == 1 && own[0].time.unit == .month && own[0].time.count == 1
    }

    /// Whether the line names several times.
    var isOfSeveral: Bool { times.count { !$0.time.isLeftOut } > 1 }

    /// Whether there are two times, or one that names its two ends: `from May to July`.
    var isOfEnds: Bool {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        return own.count > 1 || own.count == 1 && ends(of: own[0]) != nil
    }

    /// Whether the line names days.
    var isSaid: Bool { times.contains { !$0.time.isLeftOut } }

    /// Whether it names days of its own, besides those it holds them against.
    var saysOwn: Bool { times.contains { !$0.time.isLeftOut && !$0.time.isComparison } }

    /// The span of the question, and what it is held against where that is other days.
    mutating func span(for draft: AskBuilder.Draft) -> (Selection.Span, Ask.Against?) {
        let said = times.map(\.time).filter { !$0.isLeftOut }
        let compares = draft.comparesPeriods && draft.sides.isEmpty
        if compares, said.count > 1, list.placed.first?.clause == .versus, !list.has(.or) {
            // `vs july and august`: both are held against what was asked before.
            return (.periods(joined(said)), nil)
        }
        if compares, list.has(.yearBefore), case let periods = merged(said), periods.count == 1 {
            return (.periods(periods), .period(preceding(periods[0])))
        }
        if compares, let halves = halves(), halves.own.count == 1, halves.other.count == 1 {
            // `what grew between spring and summer` tells of the later one.
            let isTold = draft.asksChange && !list.has(.versus) && !list.has(.than)
            let isTurned = isTold && halves.own[0].start < halves.other[0].start
            let (later, earlier) = isTurned ? (halves.other[0], halves.own[0]) : (halves.own[0], halves.other[0])
            return (.periods([later]), .period(earlier))
        }
        var own = said.filter { !$0.isComparison || draft.comparesFlows }
        var other = draft.comparesFlows ? nil : said.first(where: \.isComparison)
        // `ahead of where we were by this point last month`
        if compares, other == nil, own.count == 1, list.has(.toThisPoint), own[0].period.end < context.asOf {
            (other, own) = (own[0], [])
        }
        if compares, other == nil, own.count == 2 {
            // `september or october`, `between august and september`
            (other, own) = isLater(own[0], than: own[1]) ? (own[1], [own[0]]) : (own[0], [own[1]])
        }
        if compares, other == nil, own.count == 1, !list.has(.yearBefore), list.daysBefore == nil,
            !list.has(.daysAfter),
            let (first, last) = ends(of: own[0]),
            draft.grouping?.isOfTime != true
        {
            return (.periods([last]), .period(first))
        }
        if let first = own.first, let second = other, draft.asksChange, own.count == 1, isLater(second, than: first),
            !list.has(.versus), !list.has(.than)
        {
            (own, other) = ([second], first)
        }
        if let other, compares || own.count == 1 && draft.sides.isEmpty && draft.against == nil {
            return against(other, own.first, draft.measure)
        }
        if compares, let period = own.first?.period {
            return (.periods([period]), .period(preceding(period)))
        }
        if let trip = draft.tripSpan { return (.periods([trip]), nil) }
        if compares, own.isEmpty {
            let period = Period.past(days: 30, endingOn: context.asOf)
            return (.periods([period]), .period(preceding(period)))
        }
        if let other, own.isEmpty { own = [other] }
        guard !own.isEmpty else { return (withoutLeftOut(defaultSpan(draft)), nil) }
        return (withoutLeftOut(.periods(joined(own))), nil)
    }

    private func preceding(_ period: Period) -> Period {
        if list.has(.yearBefore) { return period.moved(by: -1, .year) }
        if list.has(.daysAfter) {
            // `the week before Easter vs the week after`: after that day, which is of neither.
            let isBefore = times.contains { list.keys[$0.time.tokens].contains("before") }
            let start = period.end.adding(days: isBefore ? 2 : 1)
            return Period(start, start.adding(days: period.days - 1))
        }
        // `the 3 months before that`
        if let said = list.daysBefore, let number = said.number, number > 0 {
            switch said.unit ?? unit(of: period, count: number) {
            case .day: return Period(period.start.adding(days: -number), period.start.adding(days: -1))
            case .week: return Period(period.start.adding(days: -7 * number), period.start.adding(days: -1))
            case .quarter: return Period(period.start.adding(months: -3 * number), period.start.adding(days: -1))
            case .year: return Period(period.start.adding(years: -number), period.start.adding(days: -1))
            default: return Period(period.start.adding(months: -number), period.start.adding(days: -1))
            }
        }
        return PeriodComparison.preceding(period, knownFrom: context.names.coverage?.start)
    }

    /// What `the 6 before that` counts: months beside months, weeks beside weeks.
    private func unit(of period: Period, count: Int) -> Ask.Unit {
        let end = period.end.adding(days: 1)
        if period.start.day == 1, period.days > 27 { return .month }
        if end == period.start.adding(months: count) { return .month }
        if period.days == 7 * count { return .week }
        return end == period.start.adding(years: count) ? .year : .day
    }

    private func isLater(_ a: TimeExpression, than b: TimeExpression) -> Bool { a.period.start > b.period.start }

    /// One period beside another, cut so that like is held against like.
    private func against(
        _ other: TimeExpression, _ own: TimeExpression?, _ measure: Ask.Measure?
    ) -> (Selection.Span, Ask.Against?) {
        let comparison = PeriodComparison(asOf: context.asOf)
        let period =
            own?.period ?? context.anchor ?? comparison.current(beside: other)
            ?? Period.past(days: 30, endingOn: context.asOf)
        var beside = comparison.other(
            other, beside: period, isNamed: isNamed(other), isAssumed: own == nil)
        // `this year` beside `this time last year`: its days up to then.
        if own != nil, list.keys[other.tokens].elementsEqual(["this", "time", "last", "year"]) {
            beside = period.moved(by: -1, .year)
        }
        if list.has(.toThisPoint), period.end == context.asOf, other.whole.end < period.start {
            beside = Period(
                other.whole.start, min(other.whole.end, other.whole.start.adding(days: period.days - 1)))
        }
        switch measure {
        // Means of single purchases and extremes need no equal lengths.
        case .average(.transaction)?, .median(.transaction)?, .largest?, .smallest?:
            if other.whole.end < period.start { beside = other.whole }
            if other.period.start > period.end { beside = other.period }
        default: break
        }
        return (.periods([period]), .period(beside))
    }

    private func isNamed(_ time: TimeExpression) -> Bool {
        !list.keys[time.tokens].contains {
            ["last", "previous", "prev", "prior", "past", "ago", "before", "preceding", "earlier"].contains($0)
        }
    }

    /// `from August to September`: the first and the last unit of a time that names both.
    private func ends(of time: TimeExpression) -> (Period, Period)? {
        guard time.count >= 2 || time.whole.days > 40, let months = time.unit.months ?? Optional(1) else { return nil }
        let words = list.keys[time.tokens]
        guard words.contains(where: { ["to", "and", "-", "–", "through", "till", "until"].contains($0) }) else {
            return nil
        }
        let start = time.whole.start
        let first = Period(start, start.adding(months: months).adding(days: -1))
        let lastStart = time.whole.end.adding(days: 1).adding(months: -months)
        // Of days to come there is no last month to ask about.
        guard lastStart > first.end.adding(days: -1), lastStart <= context.asOf else { return nil }
        return (
            Period(first.start, first.end), Period(lastStart, min(time.whole.end, context.asOf))
        )
    }

    /// Whether a time has only one end: `up to October`.
    private func isOpen(_ time: TimeExpression) -> Bool {
        let words = list.keys[time.tokens]
        return !time.isListed
            && words.first.map { ["until", "till", "til", "up", "through", "thru"].contains($0) } ?? false
    }

    /// `between the paycheck on December 31 and the one on January 15`: from the one day to the other.
    private func between(_ own: [TimeExpression]) -> Period? {
        guard own.count == 2, own.allSatisfy({ $0.unit == .day && $0.period.days == 1 }),
            own[0].period.end < own[1].period.start,
            list.keys[..<own[0].tokens.upperBound].contains("between"),
            list.keys[own[0].tokens.upperBound..<own[1].tokens.lowerBound].contains("and")
        else { return nil }
        return Period(own[0].period.start, own[1].period.end)
    }

    /// Whether it is of the days from one to another, each of which stands by itself: `between the 3rd and the 17th`.
    var isBetweenDays: Bool {
        let own = times.map(\.time).filter { !$0.isLeftOut }
        let isRun = own.count == 1 && own[0].unit == .day && (2...100).contains(own[0].period.days)
        return between(own) != nil || isRun && list.keys[own[0].tokens].first == "between"
    }

    /// Several times: one within another narrows it, others add up.
    private func joined(_ own: [TimeExpression]) -> [Period] {
        if let between = between(own) { return [between] }
        var periods: [Period] = []
        let openEnded = own.filter(isOpen).map(\.period)
        for time in own.sorted(by: { $0.period.days > $1.period.days }) {
            if let wider = periods.firstIndex(where: { $0.contains(time.period.start) && $0.contains(time.period.end) }
            ),
                !time.isListed
            {
                periods[wider] = time.period
            } else if let wider = periods.firstIndex(where: {
                (isOpen(time) || openEnded.contains($0)) && $0.common(with: time.period) != nil
            }) {
                // `this year up to October`: what the one has of the other.
                periods[wider] = periods[wider].common(with: time.period) ?? periods[wider]
            } else if !periods.contains(time.period) {
                periods.append(time.period)
            }
        }
        return periods.sorted { $0.start < $1.start }
    }

    private func withoutLeftOut(_ span: Selection.Span) -> Selection.Span {
        let gone = times.map(\.time).filter(\.isLeftOut).map(\.period)
        guard !gone.isEmpty else { return span }
        var periods: [Period]
        switch span {
        case .periods(let all): periods = all
        case .assumed(let one): periods = [one]
        case .everything: periods = [context.names.coverage ?? Period(context.asOf, context.asOf)]
        }
        for days in gone { periods = periods.flatMap { $0.subtracting(days) } }
        if periods.isEmpty { return span }
        return periods.isEmpty ? span : .periods(periods)
    }

    /// What is meant where nothing was said.
    private func defaultSpan(_ draft: AskBuilder.Draft) -> Selection.Span {
        if draft.condition?.quantity == .count { return .everything }
        // `how many trips went over $100`: few do, and no month tells of it.
        if draft.measure == .count(.transaction), draft.filters.contains(where: \.isOfAmount) { return .everything }
        if asksIfDone(draft) {
            let month = Period.month(of: context.asOf)
            let isOver = month.end == context.asOf
            return .periods([isOver ? month : Period(month.start, context.asOf, label: "\(month.label) so far")])
        }
        // `check 1042` is one of all there are.
        let namesCheck = list.placed.contains { item in
            guard case .name = item.clause, list.keys[item.tokens.lowerBound] == "check" else { return false }
            return list.keys[item.tokens].last?.allSatisfy(\.isNumber) ?? false
        }
        if namesCheck { return .everything }
        if list.has(.everything) || list.has(.running) || draft.wantsEverything { return .everything }
        if PerfectTense.stands(in: list.keys) { return .everything }
        // `uline total`
        if draft.measure == nil, draft.grouping == nil, list.keys.count > 1, list.keys.last == "total" {
            return .everything
        }
        if let recent = recentGroups(draft) { return .periods([recent]) }
        // `months where we spent zero on coffee`: thirty days hold none or one.
        if case .countWithout(let unit)? = draft.measure, unit == .month || unit == .quarter { return .everything }
        if draft.grouping?.isOfTime == true { return .everything }
        // `which stores took more than $500`
        if draft.grouping?.isOfTime == false, draft.measure == nil, draft.condition != nil { return .everything }
        // `the places we go to most`: by habit, and no month tells of it.
        if draft.isOfGroups, draft.measure == .count(.transaction), draft.order == .largest { return .everything }
        switch draft.measure {
        // `is rent more than a third of my income`: of whole months, as both come in once or twice in each.
        case .share? where draft.against != nil || draft.wholeFlow == .income:
            return .assumed(TimeParser.habitualPeriod(asOf: context.asOf))
        case nil where draft.isOfHabit: return .assumed(TimeParser.habitualPeriod(asOf: context.asOf))
        default:
            let isOfEvent = !list.placed.allSatisfy { !$0.clause.isOfEvent }
            let unsaid = Ask(measure: draft.measure ?? .total, by: draft.grouping).unsaidSpan(asOf: context.asOf)
            if case .assumed(let days) = unsaid, days.end == context.asOf {
                return isOfEvent ? .everything : asksWhereItGoes(draft) ? .assumed(lastMonth) : unsaid
            }
            return unsaid
        }
    }

    /// `which month in the last 6`: so many of the groups' own unit.
    private func recentGroups(_ draft: AskBuilder.Draft) -> Period? {
        guard let count = draft.recentGroups, count > 1 else { return nil }
        let end = context.asOf
        let start: CivilDate? =
            switch draft.grouping {
            case .day: end.adding(days: 1 - count)
            case .week: end.adding(days: 1 - 7 * count)
            case .month: end.adding(days: 1).adding(months: -count)
            case .year: end.adding(days: 1).adding(years: -count)
            default: nil
            }
        return start.map { Period($0, end, label: "the past \(count) \(draft.grouping?.rawValue ?? "")s") }
    }

    /// `have I paid the rent yet`, `did my paycheck come in already`: of the month that runs.
    private func asksIfDone(_ draft: AskBuilder.Draft) -> Bool {
        guard draft.view == .rows, list.placed.first?.clause == .yesNo,
            let last = list.keys.last(where: { $0 != "?" })
        else { return false }
        return ["yet", "already", "through", "cleared", "posted", "hit"].contains(last)
    }

    /// `where does my money go`, `what do I spend most on`: thirty days may hold a monthly payment twice, or not at all.
    private func asksWhereItGoes(_ draft: AskBuilder.Draft) -> Bool {
        guard draft.grouping == .category || draft.grouping == .merchant, draft.measure == nil, draft.filters.isEmpty,
            !list.placed.contains(where: { if case .name = $0.clause { true } else { false } }),
            let first = list.keys.first(where: { !["so", "and", "ok", "hey"].contains($0) })
        else { return false }
        return ["where", "what", "wheres", "whats", "which", "on"].contains(first)
            && context.names.coverage.map { $0.start <= lastMonth.start } ?? false
    }

    private var lastMonth: Period { Period.month(of: context.asOf.startOfMonth.adding(days: -1)) }
}

extension RowFilter {
    /// Whether it bounds what a single row comes to.
    fileprivate var isOfAmount: Bool { if case .amount = self { true } else { false } }
}

extension Period {
    /// The days that both have; nil for none.
    func common(with other: Period) -> Period? {
        let (first, last) = (max(start, other.start), min(end, other.end))
        return first <= last ? Period(first, last) : nil
    }

    /// What remains without the days of another period: none, one or two parts.
    func subtracting(_ other: Period) -> [Period] {
        guard other.start <= end, other.end >= start else { return [self] }
        var parts: [Period] = []
        if other.start > start { parts.append(Period(start, other.start.adding(days: -1))) }
        if other.end < end { parts.append(Period(other.end.adding(days: 1), end)) }
        return parts
    }
}
