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
    func mean(of state: ConversationState) -> Understood? {
        guard let last = state.last, !FollowUp.several.isDisjoint(with: said), let query = joined(state),
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
            text: "I do not know “\(words)”: no category, merchant or account is called so. Say it with another word, "
                + "such as a category or the name of a shop.")
        return understood
    }
}

extension ConversationState {
    private static let longestRun = 12

    /// Keeps the sums that differ in nothing but their times, or nothing but their names, so that they can be added up.
    mutating func extendRun(by turn: Turn, sumsRun: Bool) {
        if sumsRun { return }
        guard turn.isPlainSum else {
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
        [.spending, .income].contains(intent) && query.measure == .total && query.grouping == nil
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
