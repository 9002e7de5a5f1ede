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

    /// The largest purchase after a summary is one of its days.
    func inheritDays(ofSummary state: ConversationState, to understood: inout Understood) {
        guard let last = state.basis, last.intent == .summary, let periods = last.query.periods,
            understood.assumedPeriod, reading.times.isEmpty, [.spending, .income].contains(understood.intent),
            understood.query.measure.isOfOneRow, understood.query.namesNothing
        else { return }
        understood.query.cover(periods)
        understood.assumedPeriod = false
    }

    /// `and how much do I spend` after what is earned a month: by the same unit.
    func inheritRate(from state: ConversationState, to understood: inout Understood) {
        let query = understood.query
        guard let last = state.basis, understood.assumedPeriod, reading.times.isEmpty,
            [.spending, .income].contains(understood.intent), [.spending, .income].contains(last.intent),
            last.query.measure == .average, query.measure == .total, query.grouping == nil, query.comparison == nil,
            last.query.averageUnit != .transaction, hasCue || turnsFlow(from: last), !understood.comparesWithUsual
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
        return understood
    }

    private static let besideExtremes: Set<String> = [
        "and", "the", "whats", "what", "was", "is", "ever", "in", "one", "go", "at", "once", "single", "my",
    ]

    /// `highest ever`, `most in one go`: one row of what was asked about.
    var extremeOfAll: Query.Order? {
        let words = said.filter { !FollowUp.besideExtremes.contains($0) }
        guard words.count == 1, case let spoken = SpokenText(said),
            said.contains("ever") || spoken.says("in one go") || spoken.says("at once")
        else { return nil }
        let most = ["highest", "biggest", "largest", "most", "priciest", "max", "maximum"]
        let least = ["lowest", "smallest", "least", "cheapest", "minimum"]
        return most.contains(words[0]) ? .largest : least.contains(words[0]) ? .smallest : nil
    }

    private static let besidePaid: Set<String> = [
        "what", "how", "much", "did", "have", "ive", "i", "we", "pay", "paid", "spend", "spent", "in", "total", "so",
        "far", "altogether", "overall", "on", "it", "for", "all", "and", "that", "them", "was", "cost", "me", "has",
    ]

    private static let allInAll: Set<String> = ["total", "far", "altogether", "overall"]

    /// `what did I pay in total` after a payment that was asked for by name: all that it took.
    func paidInAll(_ last: ConversationState.Turn) -> Understood? {
        // One row of all there are was shown: `when did it stop`.
        let isOfOne = last.intent == .transactions && last.query.limit == 1 && last.query.period == nil
        let isNamed = (last.intent == .recurring || isOfOne) && last.query.isPart && last.query.text == nil
        let names = isNamed ? last.query : Query(merchants: [context.shown.merchant].compactMap { $0 })
        guard isOfOne || [.recurring, .unusual].contains(last.intent), names.isPart, last.query.direction != .in,
            isNamed || context.shown.merchant != nil,
            said.count > 2, !FollowUp.allInAll.isDisjoint(with: said),
            said.allSatisfy(FollowUp.besidePaid.contains)
        else { return nil }
        var understood = carried(last)
        understood.intent = .spending
        understood.query = Query(categories: names.categories, merchants: names.merchants, direction: .out)
        understood.query.period = Period(min(context.time.earliest, context.asOf), context.asOf, label: "all time")
        understood.assumedPeriod = false
        return understood
    }

    /// `when did it stop`, `when did it start`: the last or first one of what was spoken of.
    func endOfPayments(_ last: ConversationState.Turn) -> Understood? {
        let ends = ["stop", "stopped", "end", "ended"]
        let starts = ["start", "started", "begin", "began"]
        let isNamed = last.intent == .recurring && last.query.isPart
        guard [.recurring, .unusual].contains(last.intent), said.contains("when"), said.count <= 6,
            said.contains("it") || said.contains("that"),
            let merchants = isNamed ? last.query.merchants : context.shown.merchant.map({ [$0] }),
            isNamed || !merchants.isEmpty, said.contains(where: (ends + starts).contains)
        else { return nil }
        var understood = carried(last)
        understood.intent = .transactions
        understood.query = Query(
            categories: isNamed ? last.query.categories : [], merchants: merchants, direction: last.query.direction,
            order: said.contains(where: starts.contains) ? .oldest : .newest, limit: 1)
        if last.intent == .unusual { understood.query.direction = .out }
        return understood
    }

    private static let puts: Set<String> = [
        "put", "add", "added", "deposit", "deposited", "save", "saved", "move", "moved",
    ]
    private static let besidePuts: Set<String> = [
        "how", "much", "did", "have", "ive", "i", "we", "in", "into", "it", "there", "that", "and", "what", "to",
    ]

    /// `how much did I put in this year` after what an account holds.
    func putInto(_ last: ConversationState.Turn) -> Understood? {
        let taken = reading.times.map(\.tokens)
        let words = reading.keys.indices.filter { place in
            reading.tokens[place].form != .sign && !taken.contains { $0.contains(place) }
        }.map { reading.keys[$0] }
        guard last.intent == .balance, last.query.accounts.count == 1, reading.names.isEmpty,
            !FollowUp.puts.isDisjoint(with: words),
            words.contains("in") || words.contains("it") || words.contains("there")
                || words.contains("into"),
            words.allSatisfy({ FollowUp.puts.contains($0) || FollowUp.besidePuts.contains($0) })
        else { return nil }
        var understood = carried(last)
        understood.intent = .cashFlow
        understood.query = Query(accounts: last.query.accounts, direction: .in, kinds: [.transfer])
        let said = reading.times.first(where: { !$0.isComparison })?.period
        understood.query.period = said ?? Period.past(days: 30, endingOn: context.asOf)
        understood.assumedPeriod = said == nil
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
