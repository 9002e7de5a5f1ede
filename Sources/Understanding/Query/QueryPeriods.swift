import Ledger

/// The periods of a query: said, compared, or assumed.
extension QueryBuilder {
    /// Times that say which days are meant, not what they are compared with.
    private var said: [TimeExpression] {
        let ranked = rankedDay
        let holdsDays = reading.dayKinds != nil
        if holdsDays { return reading.times.filter { !$0.isOfDayKinds && !$0.isLeftOut } }
        return reading.times.filter { !$0.isComparison && !$0.isLeftOut && $0 != ranked }
    }

    /// The weekday of which the most is asked for, which is no period.
    private var rankedDay: TimeExpression? {
        reading.keys.contains("most") || reading.keys.contains("least") ? reading.rankedWeekday : nil
    }

    private var compared: [TimeExpression] {
        reading.dayKinds == nil ? reading.times.filter(\.isComparison) : []
    }

    /// Whether the question is about what is to come, so that a running month means all of it.
    private var looksAhead: Bool {
        [.recurring, .forecast, .budget, .purchase].contains(intent) && compared.isEmpty
    }

    func applyTimes(to result: inout Result) {
        let holdsDays = reading.dayKinds != nil && !result.query.sides.isEmpty
        for time in reading.times where !(holdsDays && time.isOfDayKinds) && !time.isLeftOut {
            if let ambiguity = time.ambiguity { result.notes.append(ambiguity) }
            if let assumption = time.assumption { result.notes.append(assumption) }
            if let note = calendarNote(time) { result.notes.append(note) }
            if !holdsDays { result.query.weekdays.formUnion(time.weekdays) }
        }
        let periods = said.filter { !$0.isWeekdaysOnly && !isPartOfName($0) }
        if let first = periods.first {
            result.query.period = looksAhead ? first.whole : first.period
            let listed = periods.dropFirst().filter(\.isListed)
            if periods.count > 1, first.tokens.upperBound == periods[1].tokens.lowerBound,
                let placed = placed(periods[1], in: first)
            {
                result.query.period = placed
            } else if !listed.isEmpty, !looksAhead {
                result.query.cover([first.period] + listed.map(\.period))
            } else if periods.count > 1, let earlier = sameTime(first, in: periods[1]) {
                result.query.period = earlier
            } else if periods.count > 1, let placed = placed(first, in: periods[1]) {
                result.query.period = placed
            } else if periods.count > 1, unitOfSeveral(periods) == nil {
                join(periods[1], to: &result)
            }
        }
        if let unit = unitOfSeveral(periods) {
            result.query.cover((periods + compared).map(\.period))
            (result.query.grouping, result.query.order) = (unit, .newest)
        } else if let other = compared.first {
            if !other.weekdays.isEmpty, periods.isEmpty, said.contains(where: \.isWeekdaysOnly) {
                // "fridays vs saturdays in March" tells days of one period apart.
                result.query.period = other.isWeekdaysOnly ? nil : other.period
                result.query.grouping = .weekday
            } else if result.query.period == nil, intent == .cashFlow, compared.count == 1 {
                // "income vs spending in September" compares the two, not September with anything.
                result.query.period = other.period
            } else if result.query.period == nil, compared.count > 1 {
                result.query.period = compared[0].period
                result.query.comparison = held(compared[1], against: compared[0].period)
            } else {
                if result.query.period == nil, let current = running(beside: other) {
                    result.query.period = current
                    result.assumedPeriod = true
                }
                result.query.comparison =
                    neighbour(of: result.query)
                    ?? held(other, against: result.query.period, isAssumed: result.assumedPeriod)
                if let comparison = result.query.comparison, comparison.start == other.period.start,
                    comparison.end < other.period.end
                {
                    result.cutComparison = other.period.label
                }
            }
        }
        laterFirst(&result.query)
    }

    /// `oct vs sep vs aug`: more than two times of one kind are shown side by side.
    private func unitOfSeveral(_ periods: [TimeExpression]) -> Query.Grouping? {
        let times = periods + compared
        guard [.spending, .income].contains(intent), times.count > 2, !compared.isEmpty, let unit = times.first?.unit,
            times.allSatisfy({ $0.unit == unit && $0.count == 1 && $0.holiday == nil && !$0.isWeekdaysOnly })
        else { return nil }
        switch unit {
        case .day: return .day
        case .week: return .week
        case .month: return .month
        case .year: return .year
        default: return nil
        }
    }

    /// `in the last year` can be the 12 months up to today as well.
    private func calendarNote(_ time: TimeExpression) -> String? {
        let words = Array(reading.keys[time.tokens].suffix(3))
        let trailing = ["year": "12 months", "month": "30 days", "week": "7 days"]
        guard words.count == 3, words[0] == "the", words[1] == "last", let other = trailing[words[2]],
            time.tokens.count > 3, !time.isComparison
        else { return nil }
        let days = Period.describe(time.period.start, time.period.end)
        return "took “the last \(words[2])” as \(days); ask for the past \(other) to have those up to today"
    }

    /// `the difference between June and July` is how far July is from June; with `vs` the order is the one said.
    private func laterFirst(_ query: inout Query) {
        guard let period = query.period, let comparison = query.comparison, period.end < comparison.start,
            let last = reading.times.last,
            reading.keys[max(0, last.tokens.lowerBound - 1)...last.tokens.lowerBound].contains("and")
        else { return }
        (query.period, query.comparison) = (comparison, period)
    }

    /// `change from August to September` holds two months side by side; one group each would say nothing more.
    func dropSingleGroup(_ query: inout Query) {
        guard query.comparison != nil, let days = query.period?.days else { return }
        let longest: [Query.Grouping: Int] = [.day: 1, .week: 7, .month: 31, .year: 366]
        if let limit = query.grouping.flatMap({ longest[$0] }), days <= limit { query.grouping = nil }
    }

    /// What a time that is over is compared with when nothing else is said.
    private func running(beside other: TimeExpression) -> Period? {
        guard [.spending, .income, .cashFlow].contains(intent) else { return nil }
        return PeriodComparison(asOf: context.asOf).current(beside: other)
    }

    private func held(_ other: TimeExpression, against period: Period?, isAssumed: Bool = false) -> Period {
        guard let period else { return other.period }
        return PeriodComparison(asOf: context.asOf).other(
            other, beside: period, isNamed: reading.isNamed(other), isAssumed: isAssumed)
    }

    /// `christmas gifts in december`: a named day right before a noun is no time when another time is said.
    private func isPartOfName(_ time: TimeExpression) -> Bool {
        guard said.count > 1, time.unit == .day, time.tokens.count == 1 else { return false }
        return reading.names.contains { $0.tokens.lowerBound == time.tokens.upperBound }
    }

    /// `this month last year`: the same days of the year named right after.
    private func sameTime(_ time: TimeExpression, in year: TimeExpression) -> Period? {
        guard year.unit == .year, year.count == 1, time.tokens.upperBound == year.tokens.lowerBound,
            time.unit == .day || time.unit == .month || time.unit == .quarter,
            reading.keys[time.tokens].contains("this"), year.period.end < time.period.start
        else { return nil }
        return time.whole.moved(by: year.period.start.year - time.period.start.year, .year)
    }

    /// `what did Christmas cost us in 2024`: the year is said apart from what it belongs to.
    private func placed(_ time: TimeExpression, in year: TimeExpression) -> Period? {
        guard time.lacksYear, year.unit == .year, year.count == 1, !year.lacksYear,
            year.whole == TimeSpan.containing(year.whole.start, .year).periods(asOf: nil).whole
        else { return nil }
        return time.holiday?.span(in: year.whole.start.year)?.periods(asOf: nil).period
            ?? time.whole.moved(by: year.whole.start.year - time.whole.start.year, .year)
    }

    /// Two periods that are not compared: the one inside the other where they overlap, else side by side.
    private func join(_ other: TimeExpression, to result: inout Result) {
        guard let first = result.query.period else { return }
        let start = max(first.start, other.period.start)
        let end = min(first.end, other.period.end)
        if start <= end, other.isOpenStart {
            result.query.period = Period(start, end)
        } else if start <= end {
            if other.period.days < first.days, other.period.start >= first.start, other.period.end <= first.end {
                result.query.period = other.period
            }
        } else if result.query.comparison == nil, [.spending, .income, .cashFlow].contains(intent) {
            result.query.comparison = other.period
            result.notes.append("showed \(first.label) next to \(other.period.label)")
        }
    }

    func leaveOutTimes(_ result: inout Result) {
        let everything = Period(min(context.time.earliest, context.asOf), context.asOf)
        result.notes += LeftOutTimes.apply(reading.times, to: &result.query, from: everything)
    }

    /// The period that the contract gives a question that names none.
    func assumePeriod(_ result: inout Result) {
        guard result.query.period == nil else { return }
        // A journey is over when it is asked about, and no 30 days are meant.
        let isJourney = result.query.text != nil && reading.keys.contains(where: UnknownNameReader.trips.contains)
        if saysAllTime(result.query) || isJourney && intent == .spending, result.query.measure != .average,
            [.spending, .income, .cashFlow].contains(intent)
        {
            result.query.period = Period(min(context.time.earliest, context.asOf), context.asOf, label: "all time")
            result.assumedPeriod = isJourney
            return
        }
        if result.query.measure == .average, result.query.averageUnit == .year { return }
        if TimeParser.habitual(in: reading.timeTokens) != nil || result.query.measure == .average
            || intent == .cashFlow && reading.asksIfMoneyIsKept,
            [.spending, .income, .cashFlow].contains(intent), !reading.has("compare.usual")
        {
            result.query.period = TimeParser.habitualPeriod(asOf: context.asOf)
            result.assumedPeriod = true
            return
        }
        switch intent {
        case .income where [.largest, .smallest].contains(result.query.measure) || result.query.limit == 1: return
        case .spending, .income, .cashFlow:
            if intent == .income, reading.keys.contains("when") || reading.asksElapsed { return }
            result.query.period = usualSpan(of: result.query)
        case .summary:
            result.query.period = Period(
                context.asOf.startOfMonth, context.asOf, label: "this month")
        default: return
        }
        result.assumedPeriod = true
    }

    /// `phone bill history`: what it came to month by month.
    var asksHistory: Bool {
        let words = reading.keys.filter { $0 != "?" }
        return intent == .spending && !reading.names.isEmpty
            && (words.last == "history" || words.starts(with: ["history", "of"]))
    }

    /// 30 days; a year where months are asked for, 12 weeks where weeks are.
    private func usualSpan(of query: Query) -> Period? {
        let asOf = context.asOf
        if query.grouping == .month, let amount = reading.amounts.first, reading.countsMonths(over: amount) {
            return Period(min(context.time.earliest, asOf), asOf, label: "all time")
        }
        // `the cheapest week of the year`
        if query.grouping != nil, reading.saysOfTheYear {
            return Period(asOf.startOfYear, asOf, label: "\(asOf.year) so far")
        }
        switch query.grouping {
        case .year: return nil
        case .month where query.order == .smallest || reading.has("net.rank"):
            let last = asOf == asOf.endOfMonth ? asOf : asOf.startOfMonth.adding(days: -1)
            return Period(last.startOfMonth.adding(months: -11), last, label: "the last 12 full months")
        case .month:
            return Period(asOf.adding(months: -12).adding(days: 1), asOf, label: "the past 12 months")
        case .week, .weekday: return Period(asOf.adding(days: -83), asOf, label: "the past 12 weeks")
        default: return .past(days: 30, endingOn: asOf)
        }
    }

    /// `the last 2 weeks vs the 2 weeks before`: a comparison that is said by how it stands to the period.
    private func neighbour(of query: Query) -> Period? {
        let cues = ["vs", "versus", "than", "compared", "compare", "against"]
        // `how does this month compare to the last one`
        if let time = said.first(where: { !$0.isWeekdaysOnly }), query.period != nil,
            let cue = reading.keys.lastIndex(where: cues.contains), time.tokens.upperBound <= cue,
            reading.keys[(cue + 1)...].filter({ !["the", "to", "with", "?"].contains($0) }) == ["last", "one"]
        {
            return time.shifted(by: -1)
        }
        let pointers = [
            "same", "previous", "prior", "preceding", "prev", "before", "earlier", "after", "following",
        ]
        guard let period = query.period, let time = said.first(where: { !$0.isWeekdaysOnly }),
            let cue = reading.keys.lastIndex(where: cues.contains), time.tokens.upperBound <= cue,
            reading.keys[cue...].contains(where: pointers.contains)
        else { return nil }
        let words = reading.keys[(cue + 1)...].filter { $0 != "the" && $0 != "?" }
        // `last 30 days vs the 30 before`
        if words.count == 2, time.count > 1, words.contains(String(time.count)),
            words.contains(where: pointers.contains),
            !words.contains(where: ["same", "after", "following"].contains)
        {
            return time.shifted(by: -1)
        }
        let tokens = Array(reading.timeTokens[(cue + 1)...])
        return PeriodComparison(asOf: context.asOf).neighbour(in: tokens, of: period, context: context.time)
    }

    func applyComparison(to result: inout Result) {
        guard result.query.comparison == nil, [.spending, .income, .cashFlow].contains(intent) else { return }
        if let other = neighbour(of: result.query), result.query.otherPeriods.isEmpty {
            result.query.comparison = other
            return
        }
        if reading.has("compare.usual") {
            result.query.comparison = TimeParser.habitualPeriod(
                beside: result.query.period ?? Period(context.asOf, context.asOf), asOf: context.asOf)
            result.comparesWithUsual = true
        } else if reading.has("compare.previous"), reading.currency == nil, result.threshold == nil,
            result.query.grouping == nil,
            let period = result.query.period
        {
            let time = said.first { !$0.isWeekdaysOnly }
            if let time, !time.isOpenStart {
                let before = time.shifted(by: -1)
                result.query.comparison =
                    PeriodComparison.begun(before, time.unit, as: period, asOf: context.asOf) ?? before
            } else {
                result.query.comparison = Period(
                    period.start.adding(days: -period.days), period.end.adding(days: -period.days))
            }
        }
    }
}
