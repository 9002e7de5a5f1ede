import Ledger

/// Several answers of one conversation taken together: `average of the three`, `sum of those`, `difference in percent`.
extension FollowUp {
    /// The sums that were asked for one after the other as one query; nil where there are fewer than meant.
    func joined(_ state: ConversationState) -> Query? {
        let isOfThree = said.contains { $0 == "three" || $0 == "3" }
        let isOfTwo = said.contains { $0 == "both" || $0 == "two" }
        let count = isOfThree ? 3 : isOfTwo ? 2 : state.run.count
        guard count > 1, count <= state.run.count else { return nil }
        let terms = state.run.suffix(count)
        return terms.dropLast().reversed().reduce(into: terms.last) { query, term in query?.join(term) }
    }

    private static let several: Set<String> = [
        "those", "these", "them", "both", "all", "two", "three", "four", "3", "4", "months", "weeks", "years",
    ]

    /// The mean of the sums that were asked for one after the other, where they are of whole units of the calendar.
    func mean(of state: ConversationState, isSaid: Bool = false) -> Understood? {
        guard let last = state.last, isSaid || !FollowUp.several.isDisjoint(with: said), let query = joined(state),
            let units = query.periods.flatMap(FollowUp.unit)
        else { return nil }
        var understood = carried(last)
        understood.intent = query.direction == .in ? .income : .spending
        understood.query = query
        (understood.query.measure, understood.query.averageUnit) = (.average, units)
        understood.assumedPeriod = false
        understood.sumsRun = true
        dropComparison(&understood)
        return understood
    }

    /// The mean of what several names that were asked about together took each.
    func meanOfNames(of last: ConversationState.Turn) -> Understood? {
        let query = last.query
        let count = max(query.merchants.count, query.categories.count)
        let said = said.lazy.compactMap { $0 == "both" ? 2 : AmountWords.count($0) }.first
        guard last.intent == .spending, query.measure == .total || query.measure.isOfOneRow, query.grouping == nil,
            query.sides.isEmpty, query.merchants.isEmpty || query.categories.isEmpty, count > 1,
            said == nil || said == count,
            !FollowUp.several.isDisjoint(with: self.said)
        else { return nil }
        var understood = carried(last)
        group(&understood, by: query.merchants.isEmpty ? .category : .merchant)
        dropComparison(&understood)
        understood.lead = .mean(of: count)
        return understood
    }

    /// The unit that each of the periods holds in whole.
    private static func unit(of periods: [Period]) -> Query.AverageUnit? {
        if periods.allSatisfy({ $0.start == $0.start.startOfYear && $0.end == $0.end.endOfYear }) { return .year }
        if periods.allSatisfy({ $0.start == $0.start.startOfMonth && $0.end == $0.end.endOfMonth }) { return .month }
        let isOfWeeks = periods.allSatisfy {
            let week = TimeSpan.containing($0.start, .week)
            return week.start == $0.start && $0.days % 7 == 0
        }
        if isOfWeeks { return .week }
        return nil
    }

    private static let differences: Set<String> = ["difference", "diff", "change", "gap"]

    /// `difference in percent` after two sums: one held against the other.
    func percentChange(of state: ConversationState) -> Understood? {
        guard state.last?.query.comparison == nil, reading.has("measure.share"),
            !FollowUp.differences.isDisjoint(with: said), said.allSatisfy(FollowUp.besidePercent.contains)
        else { return nil }
        return sideBySide(state)
    }

    private static let besideFirst: Set<String> = [
        "and", "just", "only", "the", "top", "first", "show", "me", "of", "them", "those", "ones", "please", "ok",
    ]

    /// `just the first 3` of what was listed: how many.
    func firstCount(of last: ConversationState.Turn) -> Int? {
        guard last.query.grouping != nil || last.intent == .transactions && last.query.limit > 1,
            said.contains("just") || said.contains("only"), said.contains("first") || said.contains("top")
        else { return nil }
        let others = said.filter { !FollowUp.besideFirst.contains($0) }
        if others.isEmpty { return said.contains("ones") ? nil : 1 }
        return others.count == 1 ? AmountWords.count(others[0]) : nil
    }

    /// Whether a count names no more than what the merchants talked about sell.
    func isCounted(_ categories: [String], at merchants: [String]) -> Bool {
        !merchants.isEmpty && reading.has("measure.count") && reading.units.count <= 4 && !reading.wantsAll
            && merchants.allSatisfy { merchant in
                categories.allSatisfy(context.names.categories(merchant: merchant).contains)
            }
    }

    private static let habits: Set<String> = ["usually", "normally", "typically", "generally"]

    /// `how much do I usually spend there`: the full months before, unless a time is said.
    var asksForHabit: Bool { reading.times.isEmpty && !FollowUp.habits.isDisjoint(with: said) }

    // MARK: What cannot be read

    private static let vague: Set<String> = ["stuff", "things", "thing"]

    /// A question back where `what about the … stuff` names what is nothing here.
    func unknownStuff(after state: ConversationState) -> Understood? {
        guard let last = state.last, !hasSlots, reading.amounts.isEmpty, said.count <= 7,
            FollowUp.vague.contains(said.last ?? ""), let about = said.firstIndex(of: "about"), about < 3,
            !reading.readings.contains(where: { $0.hasPrefix("order.") || $0.hasPrefix("measure.") })
        else { return nil }
        let name = said[(about + 1)...].drop(while: FunctionWords.all.contains)
        guard name.count > 1, name.dropLast().allSatisfy({ !FollowUp.general.contains($0) }) else { return nil }
        let words = name.joined(separator: " ")
        var understood = carried(last)
        understood.isUnread = true
        understood.unknownNames = [words]
        understood.clarification = Clarification(
            need: .choice,
            text: "I don't know “\(words)”: it's not one of your categories, merchants, or accounts. Try another word, "
                + "such as a category or the name of a store.")
        return understood
    }
}

// MARK: All that was asked for

extension FollowUp {
    private static let units: [(TimeUnit, Query.Grouping)] = [
        (.day, .day), (.week, .week), (.month, .month), (.year, .year),
    ]

    /// The unit of the calendar of which each sum is another one; nil where they are of unlike days.
    private func calendarUnit(of run: [Query]) -> Query.Grouping? {
        let periods = run.compactMap { $0.otherPeriods.isEmpty ? $0.period : nil }
        guard periods.count == run.count, Set(periods.map(\.start)).count == run.count else { return nil }
        return FollowUp.units.first { unit, _ in
            periods.allSatisfy { period in
                let whole = TimeSpan.containing(period.start, unit)
                return whole.start == period.start && (whole.end == period.end || context.asOf == period.end)
                    && whole.end >= period.end
            }
        }?.1
    }

    private func differInTime(_ run: [Query]) -> Bool { Set(run.map(\.period)).count > 1 }

    /// The sums by the unit of which they are.
    private func byUnit(_ state: ConversationState) -> Understood? {
        guard let last = state.last, let unit = calendarUnit(of: state.run), let query = joined(state) else {
            return nil
        }
        var understood = carried(last)
        understood.query = query
        understood.assumedPeriod = false
        group(&understood, by: unit)
        dropComparison(&understood)
        understood.sumsRun = true
        return understood
    }

    /// `which was the most` after three sums or more: the most of all of them, not of the two last.
    func mostOfRun(_ state: ConversationState) -> Understood? {
        // After `both` the sums that it took together are meant.
        let isJoined =
            state.run.count > 1 && state.last?.query == joined(state) && state.last?.query != state.run.last
        guard isJoined || state.run.count > 2 && state.last?.query == state.run.last, let last = state.last,
            reading.keys.contains("which") || reading.keys.contains("what")
        else { return nil }
        let isLess = asksForLess(of: last.intent)
        if var understood = byUnit(state) {
            (understood.query.order, understood.query.limit) = (isLess ? .smallest : .largest, 1)
            return understood
        }
        if !differInTime(state.run) {
            guard var understood = side(state.run, by: last) else { return nil }
            understood.lead = .which(more: !isLess)
            return understood
        }
        if var understood = sideByTime(state.run, by: last) {
            understood.query.order = isLess ? .smallest : .largest
            return understood
        }
        var understood = carried(last)
        understood.clarification = Clarification(
            need: .choice,
            text:
                "Those are different lengths of time, so I can't rank them. Ask for one kind, such as “by month this year”."
        )
        return understood
    }

    /// `is it going up` after three sums or more: by their times, however they were asked for one after the other.
    func movesOverRun(_ state: ConversationState) -> Understood? {
        guard state.run.count > 2, state.last?.query == state.run.last, differInTime(state.run) else { return nil }
        return byUnit(state)
    }

    /// `and 2026` after September 2025: the same month or months of that year.
    func sameDays(of time: TimeExpression, as anchor: Period) -> Period? {
        let said = reading.tokens[time.tokens].map(\.key).filter { $0 != "in" && $0 != "for" }
        let years = time.whole.start.year - anchor.start.year
        guard hasCue, time.unit == .year, said.count == 1, said[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), years != 0,
            anchor.start == anchor.start.startOfMonth, anchor.end == anchor.end.endOfMonth, anchor.days <= 92
        else { return nil }
        let moved = anchor.moved(by: years, .year)
        return moved.start > context.asOf ? nil : Period(moved.start, min(moved.end, context.asOf))
    }

    // MARK: Payments that recur

    private static let besideTogether: Set<String> = [
        "what", "do", "does", "did", "all", "of", "them", "these", "those", "both", "cost", "costs", "come", "to",
        "how",
        "much", "are", "is", "they", "it", "the", "i", "pay", "for", "a", "month", "two", "three", "and", "so", "would",
        "be", "that", "in", "total", "year", "per", "each", "every", "yearly", "annually", "monthly",
    ]

    private static let together: Set<String> = ["together", "altogether", "combined"]

    /// `what do all of them cost together`.
    var asksTogether: Bool {
        // `both a year`, after one payment and another.
        if rate == nil, said.contains("both"), said.contains("year") || said.contains("month"), said.count <= 7 {
            return said.allSatisfy(FollowUp.besideTogether.contains)
        }
        return said.count <= 9 && !FollowUp.together.isDisjoint(with: said)
            && said.allSatisfy { FollowUp.together.contains($0) || FollowUp.besideTogether.contains($0) }
    }
}

extension ConversationState {
    private static let longestRun = 12

    /// Keeps the sums that differ in nothing but their times, or nothing but their names, so that they can be added up.
    mutating func extendRun(by turn: Turn, sumsRun: Bool) {
        runBefore = run
        if sumsRun { return }
        guard turn.isPlainSum else {
            if let newest = run.last, turn.query.isOther(measureOf: newest) { return }
            run = []
            return
        }
        guard let before = run.last, let dimension = turn.query.difference(from: before) else {
            run = [turn.query]
            return
        }
        if run.count > 1, run[run.count - 1].difference(from: run[run.count - 2]) != dimension { run = [before] }
        run.append(turn.query)
        if run.count > ConversationState.longestRun { run.removeFirst() }
    }
}

extension ConversationState.Turn {
    fileprivate var isPlainSum: Bool {
        if intent == .recurring { return query.isPart && query.period == nil && query.direction != .in }
        return [.spending, .income].contains(intent) && query.measure == .total && query.grouping == nil
            && query.comparison == nil && query.sides.isEmpty && query.limit > 1 && query.period != nil
    }
}

extension Query {
    fileprivate enum Difference { case time, names }

    /// The one thing in which two sums differ; nil where it is none or both.
    fileprivate func difference(from other: Query) -> Difference? {
        guard direction == other.direction, kinds == other.kinds, text == other.text, minimum == other.minimum,
            maximum == other.maximum, weekdays == other.weekdays, excludedCategories == other.excludedCategories,
            excludedMerchants == other.excludedMerchants
        else { return nil }
        let isSameTime = periods == other.periods
        let isSameName =
            categories == other.categories && merchants == other.merchants && accounts == other.accounts
        return isSameTime == isSameName ? nil : isSameTime ? .names : .time
    }
}
