import Ledger

/// One answer held against the other: `difference?`, `which was higher`, `separately`.
extension FollowUp {
    /// The two last answers side by side, for `difference?` and `which was higher`; nil where there is only one.
    func sideBySide(_ state: ConversationState) -> Understood? {
        guard let last = state.last else { return nil }
        var understood = carried(last)
        if last.query.comparison != nil || !last.query.sides.isEmpty { return understood }
        if let before = state.beforeLast, let flow = inAgainstOut(before, last) {
            understood.intent = .cashFlow
            understood.query = flow
            return understood
        }
        let isOfWhole = state.beforeLast.map { isPart(last.query, of: $0.query) } ?? false
        if isOfWhole || state.beforeLast?.query.isPart != true, let parted = held(understood) { return parted }
        if isOfWhole || state.beforeLast.map({ isPart($0.query, of: last.query) }) ?? false { return nil }
        guard var before = state.beforeLast, last.query.measure == .total, last.query.grouping == nil,
            last.intent == before.intent, let period = last.query.period, let other = before.query.period
        else { return nil }
        before.query.comparison = nil
        var alike = before.query
        alike.period = period
        if alike == last.query, other.end < period.start || period.end < other.start {
            (understood.query.period, understood.query.comparison) =
                other.end < period.start ? (period, other) : (other, period)
            understood.assumedPeriod = false
            return understood
        }
        if let held = sideByWeekdays(before.query, last) { return held }
        guard last.query.periods == before.query.periods, last.intent == .spending,
            let sides = sides([before.query, last.query])
        else { return nil }
        understood.query.hold(sides)
        return understood
    }

    /// The two things that one sum is of.
    private func held(_ understood: Understood) -> Understood? {
        let query = understood.query
        guard understood.intent == .spending, query.measure == .total, query.grouping == nil, query.comparison == nil,
            !query.isUnion, query.categories.count + query.merchants.count == 2,
            query.categories.isEmpty || query.merchants.isEmpty
        else { return nil }
        var held = understood
        held.query.sides =
            query.categories.map { Query.Side(name: context.taxonomy.displayName($0), categories: [$0]) }
            + query.merchants.map { Query.Side(name: $0, merchants: [$0]) }
        held.query.grouping = query.merchants.isEmpty ? .category : .merchant
        held.query.order = .largest
        return held
    }

    /// What came in and what went out in the same days, asked for one after the other.
    private func inAgainstOut(_ first: ConversationState.Turn, _ second: ConversationState.Turn) -> Query? {
        guard Set([first.intent, second.intent]) == [.income, .spending], first.query.periods == second.query.periods,
            let periods = first.query.periods,
            [first, second].allSatisfy({ $0.query.namesNothing && $0.query.measure == .total })
        else { return nil }
        var query = Query(direction: .any)
        query.cover(periods)
        return query
    }

    /// Several sums that differ only in what they name, side by side.
    func side(_ queries: [Query], by last: ConversationState.Turn) -> Understood? {
        guard last.intent == .spending, let sides = sides(queries) else { return nil }
        var understood = carried(last)
        understood.query.hold(sides)
        return understood
    }

    /// Two queries that differ only in the merchants or categories they name.
    private func sides(_ queries: [Query]) -> [Query.Side]? {
        var bare = queries
        // `groceries on one card`, `and on the other`: the accounts are what differs.
        let areOfAccounts = Set(queries.map(\.accounts)).count == queries.count
        for place in bare.indices {
            if areOfAccounts {
                bare[place].accounts = []
            } else {
                (bare[place].categories, bare[place].merchants) = ([], [])
            }
        }
        guard bare.allSatisfy({ $0 == bare[0] }), bare[0].text == nil, queries.allSatisfy({ !$0.isUnion }) else {
            return nil
        }
        if areOfAccounts {
            return queries.contains(where: \.accounts.isEmpty)
                ? nil
                : queries.map { query in
                    Query.Side(
                        name: query.accounts.joined(separator: " and "), categories: query.categories,
                        merchants: query.merchants, accounts: query.accounts)
                }
        }
        guard queries.allSatisfy(\.isPart),
            zip(queries, queries.dropFirst()).allSatisfy({
                $0.categories != $1.categories || $0.merchants != $1.merchants
            })
        else { return nil }
        return queries.map { query in
            let names = query.merchants + query.categories.map { context.taxonomy.displayName($0) }
            return Query.Side(
                name: names.joined(separator: " and "), categories: query.categories, merchants: query.merchants)
        }
    }

    /// `vs groceries`, `was it more than lyft`: the last sum beside another of the same days.
    func heldAgainstNamed(_ last: ConversationState.Turn) -> Understood? {
        let contrasts = ["vs", "versus", "than", "against", "compared"]
        guard last.intent == .spending, last.query.measure == .total, last.query.grouping == nil,
            last.query.sides.isEmpty, said.contains(where: contrasts.contains), reading.freeText == nil,
            reading.times.allSatisfy(\.pointsBack), reading.amounts.isEmpty
        else { return nil }
        var one = last.query
        one.comparison = nil
        var other = one
        (other.categories, other.merchants) = (reading.categories(), reading.merchants())
        guard let sides = sides([one, other]) else { return nil }
        var understood = carried(last)
        dropComparison(&understood)
        understood.query.hold(sides)
        return understood
    }

    /// `on hotels` after `the san diego trip`: a category of what was found by words that are no kind of thing.
    func narrowsPlace(_ query: Query) -> Bool {
        guard let text = query.text, !reading.categories().isEmpty else { return false }
        let words = text.lowercased().split(separator: " ").map(String.init)
        return ["on", "for", "just", "only"].contains(said.first ?? "") && reading.merchants().isEmpty
            && words.allSatisfy { !Lexicon.builtIn.knows($0) }
    }

    /// `and to last September?` after one comparison: another of the same sum.
    func goesOnComparing(_ query: Query) -> Bool {
        query.comparison != nil
            && ["to", "with", "against"].contains(
                said.first { !["and", "but", "so", "how", "about"].contains($0) } ?? "")
    }

    /// `per month?` after two months that were held against each other: over both.
    func joinCompared(_ understood: inout Understood) {
        guard let other = understood.query.comparison, let period = understood.query.period,
            !understood.comparesWithUsual, !understood.assumedPeriod, reading.times.isEmpty
        else { return }
        understood.query.join(other, beside: period)
    }

    /// By what a sum of several things or times comes apart; nil where it is of one.
    func parts(of query: Query) -> Query.Grouping? {
        guard query.measure == .total, query.grouping == nil else { return nil }
        if query.merchants.count > 1 { return .merchant }
        if query.categories.count > 1 { return .category }
        if query.accounts.count > 1 { return .account }
        guard let periods = query.periods, let first = periods.first, let last = periods.last else { return nil }
        if first.start.startOfMonth == last.end.startOfMonth { return nil }
        return first.start.year < last.end.year && last.end.days(since: first.start) > 400 ? .year : .month
    }

    /// `which was lower` asks for the other one; the better month is the one in which more was kept or less spent.
    var asksForLess: Bool {
        reading.keys.contains(where: ["lower", "less", "cheaper", "smaller", "least", "lowest", "cheapest"].contains)
    }

    /// Whether of two answers of this intent the lesser one is asked for.
    func asksForLess(of intent: Intent) -> Bool {
        let isKept = [.income, .cashFlow].contains(intent)
        let words = Set(reading.keys)
        if !words.isDisjoint(with: ["better", "best"]) { return !isKept }
        if !words.isDisjoint(with: ["worse", "worst"]) { return isKept }
        return asksForLess
    }
}

extension Query {
    /// Makes it one of sums side by side, the largest first.
    fileprivate mutating func hold(_ sides: [Query.Side]) {
        self.sides = sides
        categories = sides.flatMap(\.categories).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        merchants = sides.flatMap(\.merchants).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        order = .largest
        let isOfMerchants = sides.map { !$0.merchants.isEmpty }
        if sides.contains(where: { !$0.accounts.isEmpty }) {
            accounts = sides.flatMap(\.accounts)
            grouping = .account
            return
        }
        grouping = !isOfMerchants.contains(false) ? .merchant : !isOfMerchants.contains(true) ? .category : nil
    }
}
