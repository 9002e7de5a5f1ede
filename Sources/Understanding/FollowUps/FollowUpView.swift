import Ledger

/// Other views of the last answer: more of it, all of it, another order, one place of it, both parts together.
extension FollowUp {
    /// Intents whose answers are made of rows.
    static let ofRows: Set<Intent> = [.spending, .transactions, .income, .cashFlow]

    /// The last question under another view; nil when the line is no such command or the last answer has no rows.
    func view(of state: ConversationState) -> Understood? {
        guard let last = state.last, FollowUp.ofRows.contains(last.intent), let command else { return nil }
        var understood = carried(last)
        switch command {
        case _ where last.query.mixesSides && command.isOfRows: return nil
        // After a list "the one after that" would be a time.
        case .more where reading.keys.contains("after") && last.query.limit != 1: return nil
        case .more(Query.mostListed) where last.intent != .transactions && hasRest(last.query): turnToRest(&understood)
        case .more(let count): showMore(&understood, count, after: last)
        case .next:
            guard last.query.limit == 1, [.largest, .smallest].contains(last.query.order) || isExtreme(last.query)
            else {
                return nil
            }
            showMore(&understood, 1, after: last)
        case .back:
            understood.query.limit = last.query.limit
            understood.query.offset = max(0, last.query.offset - last.query.limit)
        case .all:
            if understood.query.grouping == nil { listRows(&understood) }
            understood.query.limit = Query.mostListed
        case .order(let order): sort(&understood, by: order)
        case .reversed: sort(&understood, by: last.query.order.reversed)
        case .rank(let place):
            guard !isDate(place, after: last) else { return nil }
            showPlace(place, &understood, of: last)
        case .usual: compareWithUsual(&understood)
        case .difference:
            if let unit = rankedUnit(of: last) {
                group(&understood, by: unit)
                dropComparison(&understood)
                understood.query.order = asksForLess(of: last.intent) ? .smallest : .largest
                understood.query.limit = 1
                return understood
            }
            if let most = mostOfRun(state) { return most }
            guard let compared = sideBySide(state) ?? beforeRate(state) else {
                if asksForGroups { return nil }
                let ranks =
                    last.query.grouping != nil && (reading.keys.contains("which") || reading.keys.contains("who"))
                if !ranks, reading.has("measure.largest") || reading.has("measure.smallest") { return nil }
                guard ranks else { return oneSum(understood) }
                understood.query.order = asksForLess(of: last.intent) ? .smallest : .largest
                understood.query.limit = 1
                return understood
            }
            understood = compared
            if reading.keys.contains("which") { understood.lead = .which(more: !asksForLess(of: last.intent)) }
        case .apart:
            guard let grouping = finer(last.query) else { return nil }
            group(&understood, by: grouping)
        case .chart:
            if last.query.grouping == nil {
                guard let grouping = finer(last.query) else { return nil }
                group(&understood, by: grouping)
            }
        case .forget, .aside: return nil
        case .together: return together(understood, state)
        case .inCurrency(let currency): restrict(&understood, to: currency)
        case .otherAccounts where reading.keys.contains("one") && last.query.accounts.isEmpty: return nil
        case .otherAccounts(let isCard): switchAccounts(&understood, isCard: isCard)
        case .lift(.amounts) where last.query.minimum == nil && last.query.maximum == nil: return nil
        case .lift(let restriction): lift(restriction, from: &understood.query)
        }
        return understood
    }

    /// What cannot be held against anything, because only one sum was asked for or the last answer is none.
    private func oneSum(_ carried: Understood) -> Understood {
        var understood = carried
        understood.clarification = Clarification(
            need: .choice,
            text:
                "I need two sums to hold against each other. Which one is the other: for example “vs August”, or “vs groceries”?"
        )
        return understood
    }

    // MARK: Rows and groups

    private func showMore(_ understood: inout Understood, _ count: Int?, after last: ConversationState.Turn) {
        let isChronological =
            last.query.grouping.map { [.day, .week, .month, .weekday, .year].contains($0) } ?? false
            && [.newest, .oldest].contains(last.query.order)
        // All groups of a calendar are shown at once: there are no more of them.
        if isChronological { return }
        let hasShown = last.intent == .transactions || last.query.grouping != nil || isExtreme(last.query)
        listUngrouped(&understood)
        let shown = hasShown ? last.query.offset + last.query.limit : 0
        understood.query.offset = min(shown, 1_000_000)
        understood.query.limit = count ?? (hasShown ? last.query.limit : 10)
    }

    private func isExtreme(_ query: Query) -> Bool { [.largest, .smallest].contains(query.measure) }

    private func listUngrouped(_ understood: inout Understood) {
        if understood.query.grouping == nil { listRows(&understood) }
    }

    /// The rows behind a figure. Of the largest purchase they are purchases, largest first.
    func listRows(_ understood: inout Understood) {
        let measure = understood.query.measure
        understood.intent = .transactions
        if isExtreme(understood.query) { understood.query.order = measure == .largest ? .largest : .smallest }
        if understood.query.limit == 1, [.largest, .smallest].contains(understood.query.order) {
            if understood.query.direction == .out, understood.query.kinds.isEmpty {
                understood.query.kinds = [.expense]
            }
        }
        understood.query.clearMeasure()
        understood.query.sides = []
        understood.query.comparison = nil
        understood.comparesWithUsual = false
    }

    private func sort(_ understood: inout Understood, by order: Query.Order) {
        listUngrouped(&understood)
        if understood.query.limit == 1 { understood.query.limit = 10 }
        understood.query.order = order
    }

    /// `the 2nd` after a list is a day; after the largest of something it is the one that comes next.
    private func isDate(_ place: Int, after last: ConversationState.Turn) -> Bool {
        let isRanked = last.query.order != .newest || isExtreme(last.query) || last.query.offset > 0
        return !isRanked && reading.times.contains { $0.period.days == 1 }
    }

    private func showPlace(_ place: Int, _ understood: inout Understood, of last: ConversationState.Turn) {
        understood.query.limit = 1
        let says: (Set<String>) -> Bool = { words in reading.keys.contains(where: words.contains) }
        if says(["biggest", "largest", "highest", "priciest", "costliest"]) || says(["most"]) && says(["expensive"]) {
            understood.query.order = .largest
        } else if says(["smallest", "cheapest", "lowest", "least"]) {
            understood.query.order = .smallest
        }
        listUngrouped(&understood)
        understood.query.offset = place - 1
    }

    // MARK: Comparisons and sums

    func compareWithUsual(_ understood: inout Understood) {
        let period = understood.query.period ?? Period.past(days: 30, endingOn: context.asOf)
        understood.query.period = period
        understood.query.comparison = TimeParser.habitualPeriod(beside: period, asOf: context.asOf)
        understood.comparesWithUsual = true
        understood.query.grouping = nil
        sumUp(&understood)
    }

    /// One sum instead of rows or another measure: what two periods can be compared by.
    func sumUp(_ understood: inout Understood) {
        if understood.intent == .transactions { understood.intent = .spending }
        if understood.intent == .spending, understood.query.direction == .any, understood.query.kinds.isEmpty {
            understood.query.direction = .out
        }
        if understood.query.kinds == [.expense], understood.query.direction == .out { understood.query.kinds = [] }
        understood.query.clearMeasure()
        if understood.query.limit != 10, understood.query.grouping == nil { understood.query.limit = 10 }
        if understood.query.grouping == nil { understood.query.order = .newest }
    }

    private func together(_ understood: Understood, _ state: ConversationState) -> Understood {
        var understood = understood
        let query = understood.query
        if !query.sides.isEmpty {
            // What was held against one another is added up, unless its names would narrow each other.
            guard !query.mixesSides else { return understood }
            understood.query.sides = []
        } else if let other = query.comparison, let period = query.period, !understood.comparesWithUsual {
            understood.query.join(other, beside: period)
        } else if query.grouping == nil, let joined = joined(state) {
            understood.assumedPeriod = understood.assumedPeriod && joined.periods == query.periods
            understood.query = joined
            understood.sumsRun = true
        } else if query.grouping == nil, let before = state.beforeLast?.query, understood.isAlike(before) {
            understood.query.join(before)
        }
        understood.query.comparison = nil
        understood.comparesWithUsual = false
        understood.query.grouping = nil
        sumUp(&understood)
        return understood
    }

    // MARK: Which rows

    /// Nothing is converted: the accounts kept in that currency are meant.
    private func restrict(_ understood: inout Understood, to currency: Currency) {
        let kept = context.names.accounts.filter { $0.currency == currency }.map(\.name)
        guard !kept.isEmpty else {
            understood.notes.append("none of your accounts are in \(currency.code), and I don't convert amounts")
            return
        }
        guard kept.count < context.names.accounts.count else {
            return understood.notes.append("all of your accounts are already in \(currency.code)")
        }
        understood.notes.append("counted only accounts in \(currency.code); I don't convert amounts")
        understood.query.currency = currency
        understood.query.accounts.removeAll { !kept.contains($0) }
    }

    private func switchAccounts(_ understood: inout Understood, isCard: Bool) {
        let all = context.names.accounts
        let current = all.filter { understood.query.accounts.contains($0.name) }
        let kinds = Set(current.map(\.type))
        let others = all.filter { account in
            !current.contains { $0.name == account.name }
                && (isCard
                    ? account.type == .creditCard : kinds.isEmpty || kinds.contains(account.type) || all.count == 2)
        }
        if !current.isEmpty, others.count == 1 {
            understood.query.accounts = others.map(\.name)
            return
        }
        let names = (others.isEmpty ? all : others).prefix(6).map(\.name)
        let readings = names.map { name in
            var query = understood.query
            query.accounts = [name]
            return Clarification.Reading(text: name, intent: understood.intent, query: query)
        }
        understood.clarification = Clarification(
            need: .choice, text: "Which one do you mean: \(names.joined(separator: ", "))?", readings: readings)
    }

    private func lift(_ restriction: FollowUpCommand.Restriction, from query: inout Query) {
        if [.amounts, .everything].contains(restriction) {
            (query.minimum, query.maximum) = (nil, nil)
            (query.isMinimumExclusive, query.isMaximumExclusive) = (false, false)
        }
        if [.names, .everything].contains(restriction) {
            (query.categories, query.merchants, query.text) = ([], [], nil)
            (query.excludedCategories, query.excludedMerchants) = ([], [])
        }
        if [.accounts, .everything].contains(restriction) { (query.accounts, query.currency) = ([], nil) }
        if [.weekdays, .everything].contains(restriction) { query.weekdays = [] }
        if restriction == .everything { query.status = nil }
    }
}

extension Query {
    /// Whether things of several kinds are held against one another, whose rows no one list of names means.
    fileprivate var mixesSides: Bool { !sides.isEmpty && grouping == nil }

    fileprivate mutating func clearMeasure() {
        measure = .total
        counted = nil
        whole = nil
    }
}

extension FollowUpCommand {
    /// Whether it lists rows or places among them.
    fileprivate var isOfRows: Bool {
        switch self {
        case .more, .next, .back, .all, .order, .reversed, .rank: true
        case .usual, .together, .inCurrency, .otherAccounts, .lift, .difference, .apart, .chart, .forget,
            .aside:
            false
        }
    }
}

extension Query.Order {
    var reversed: Query.Order {
        switch self {
        case .newest: .oldest
        case .oldest: .newest
        case .largest: .smallest
        case .smallest: .largest
        case .rise: .fall
        case .fall: .rise
        }
    }
}

extension Understood {
    /// Whether another question was about the same kind of money, so that one sum can hold both.
    fileprivate func isAlike(_ other: Query) -> Bool {
        query.direction == other.direction && query.kinds == other.kinds
    }
}

extension FollowUp {
    static let general: Set<String> = [
        "ones", "one", "thing", "things", "rest", "other", "others", "else", "same", "difference", "days", "weeks",
        "months", "years", "first", "second", "third", "part", "half", "top", "bottom", "huh", "hmm", "wrong", "right",
        "different", "else", "less", "fewer", "bigger", "smaller", "number", "list", "show",
    ]

    /// Whether a line holds only words that mean something beside another one: `how many days is that`.
    private var namesNothing: Bool {
        return said.allSatisfy { FunctionWords.all.contains($0) || FollowUp.general.contains($0) }
    }

    /// A question back for a short line after an answer that nothing explains, where a guess would be another question.
    func unread(after state: ConversationState) -> Understood? {
        guard let last = state.last, !standsAlone, !hasSlots, reading.units.count <= 6, decision.intent != .help,
            decision.confidence < 0.5 || decision.intent == .outOfScope && namesNothing
        else { return nil }
        var understood = carried(last)
        understood.isUnread = true
        understood.confidence = decision.confidence
        understood.clarification = Clarification(
            need: .choice,
            text:
                "I didn’t get “\(reading.text(of: 0..<reading.tokens.count))”, so nothing changed. You can say, for example, "
                + "“and in August?”, “by merchant” or “only over $50”.")
        return understood
    }
}
