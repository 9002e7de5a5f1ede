import Ledger

/// What a line that goes on leaves behind of the one before, and what one that begins afresh takes over.
extension FollowUp {
    /// `how much on valentine's day` after weekends, `which month was the most expensive this year` after amounts: days and
    /// a measure of its own, for which bounds of the rows before were not said.
    func dropBounds(_ query: inout Query) {
        guard let time = reading.times.first(where: { !$0.isComparison && !$0.pointsBack && !$0.isLeftOut }), !hasCue,
            !corrects
        else { return }
        // A day or two hold no weekdays that could be told apart.
        if time.weekdays.isEmpty, time.period.days < 7 { query.weekdays = [] }
        guard reading.has("pick.most") || reading.has("pick.least") || asksForGroups, !hasPronoun,
            ["which", "what", "whats", "when", "how"].contains(said.first ?? "")
        else { return }
        if time.weekdays.isEmpty { query.weekdays = [] }
        if reading.amounts.isEmpty {
            (query.minimum, query.maximum) = (nil, nil)
            (query.isMinimumExclusive, query.isMaximumExclusive) = (false, false)
        }
    }

    /// `and how much do I spend` after what is earned a month: by the same unit. After a summary, the largest purchase is
    /// one of its days.
    func inheritRate(from state: ConversationState, to understood: inout Understood) {
        guard let last = state.basis, understood.assumedPeriod, reading.times.isEmpty,
            [.spending, .income].contains(understood.intent)
        else { return }
        let query = understood.query
        if last.intent == .summary, query.measure.isOfOneRow, query.namesNothing, let periods = last.query.periods {
            understood.query.cover(periods)
            understood.assumedPeriod = false
            return
        }
        guard [.spending, .income].contains(last.intent), last.query.measure == .average, query.measure == .total,
            query.grouping == nil, query.comparison == nil, last.query.averageUnit != .transaction,
            hasCue || turnsFlow(from: last), !understood.comparesWithUsual
        else { return }
        (understood.query.measure, understood.query.averageUnit) = (.average, last.query.averageUnit)
        (understood.query.period, understood.query.otherPeriods) = (last.query.period, last.query.otherPeriods)
        understood.assumedPeriod = last.assumedPeriod
    }

    /// `when is it due` after one of several payments: that one.
    func dueOfShown(_ last: ConversationState.Turn) -> Understood? {
        let beside: Set = [
            "and", "when", "whens", "is", "it", "that", "due", "next", "will", "be", "charged", "billed", "one", "does",
        ]
        guard context.shown.isRepeated, let merchant = context.shown.merchant, said.contains("when"),
            said.contains("it") || said.contains("that"), said.allSatisfy(beside.contains)
        else { return nil }
        var understood = carried(last)
        understood.query = Query(merchants: [merchant], direction: last.query.direction)
        understood.streams = nil
        return understood
    }

    private static let besideFinding: Set<String> = [
        "when", "whens", "was", "were", "is", "it", "that", "this", "they", "those", "did", "happen", "the", "and",
        "first", "second", "third", "one", "ones", "show", "me", "tell", "about", "more", "just", "only", "see", "of",
        "them", "what", "day", "on", "exactly",
    ]

    /// `when was that`, `which card`, `show me the first one` after what stood out.
    func finding(of last: ConversationState.Turn) -> Understood? {
        let place: Int? =
            if case .rank(let place) = command { place } else if said.contains("first") { 1 } else { nil }
        let isOfOne = command == .aside(.account) || command == .aside(.place)
        guard reading.times.isEmpty, !hasSlots, said.count <= 8, place != nil || isOfOne || asksWhen,
            isOfOne || said.allSatisfy(FollowUp.besideFinding.contains)
        else { return nil }
        var understood = carried(last)
        if let place { (understood.query.limit, understood.query.offset) = (1, place - 1) }
        if isOfOne || asksWhen, last.query.limit == 1 {
            (understood.query.limit, understood.query.offset) = (1, last.query.offset)
        }
        return understood
    }
}

extension Query {
    /// `by day` after a mean by the day: the sum of each.
    mutating func group(by grouping: Grouping) {
        if measure == .average, averageUnit.rawValue == grouping.rawValue { measure = .total }
        self.grouping = grouping
    }
}
