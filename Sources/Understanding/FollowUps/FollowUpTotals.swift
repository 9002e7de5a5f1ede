import Ledger

/// Sums that were asked for one after the other, taken together or held against one another.
extension FollowUp {
    private static let sums: Set<String> = ["total", "sum", "altogether"]
    private static let means: Set<String> = ["average", "mean", "avg"]
    private static let besideSums: Set<String> = [
        "and", "so", "in", "the", "a", "all", "grand", "what", "whats", "is", "was", "that", "it", "would", "be", "ok",
        "then", "how", "much", "now",
    ]

    private func saysOnly(_ words: Set<String>) -> Bool {
        !words.isDisjoint(with: said) && said.allSatisfy { words.contains($0) || FollowUp.besideSums.contains($0) }
    }

    /// `total`, `average` after several sums: of all of them, not of the last one again.
    func ofRun(_ state: ConversationState) -> Understood? {
        guard state.run.count > 1, let last = state.last, last.query == state.run.last,
            [.spending, .income].contains(last.intent)
        else { return nil }
        if saysOnly(FollowUp.means) { return mean(of: state, isSaid: true) }
        guard saysOnly(FollowUp.sums), let query = joined(state) else { return nil }
        var understood = carried(last)
        understood.assumedPeriod = last.assumedPeriod && query.periods == last.query.periods
        understood.query = query
        understood.sumsRun = true
        dropComparison(&understood)
        // A sum that could not take in the others must not stand for all of them.
        if query == last.query,
            state.run.contains(where: { $0 != query && !isPart($0, of: query) && $0.periods == query.periods })
        {
            understood.clarification = Clarification(
                need: .choice,
                text:
                    "I can't add those up together. Name them in one question, such as “groceries and gas last month”."
            )
        }
        return understood
    }

    /// Sums of the same thing in other days, each by itself; nil where one is of far more days than another or shares some
    /// with it.
    func sideByTime(_ queries: [Query], by last: ConversationState.Turn) -> Understood? {
        let periods = queries.compactMap { $0.otherPeriods.isEmpty ? $0.period : nil }.sorted { $0.start < $1.start }
        guard last.intent == .spending, periods.count == queries.count, let first = queries.first,
            let shortest = periods.map(\.days).min(), let longest = periods.map(\.days).max(),
            // Quarters and halves differ by a few days, as months do.
            (longest - shortest) * 10 <= longest, zip(periods, periods.dropFirst()).allSatisfy({ $0.end < $1.start })
        else { return nil }
        var understood = carried(last)
        understood.query = first
        understood.query.cover(periods)
        understood.query.sides = periods.map { period in
            Query.Side(
                name: period.label.prefix(1).uppercased() + period.label.dropFirst(), categories: first.categories,
                merchants: first.merchants, text: first.text, period: period)
        }
        understood.query.order = .largest
        understood.assumedPeriod = false
        dropComparison(&understood)
        return understood
    }

    /// `difference` after weekends and weekdays of the same days.
    func sideByWeekdays(_ before: Query, _ last: ConversationState.Turn) -> Understood? {
        var alike = before
        alike.weekdays = last.query.weekdays
        guard last.intent == .spending, alike == last.query, !before.weekdays.isEmpty,
            before.weekdays.isDisjoint(with: last.query.weekdays)
        else { return nil }
        var understood = carried(last)
        understood.query.weekdays = []
        understood.query.sides = [before, last.query].map { query in
            Query.Side(
                name: FollowUp.name(of: query.weekdays), categories: query.categories, merchants: query.merchants,
                text: query.text, weekdays: query.weekdays)
        }
        (understood.query.grouping, understood.query.order) = (.weekday, .largest)
        return understood
    }

    private static func name(of days: Set<Int>) -> String {
        if days == [6, 7] { return "weekends" }
        if days == Set(1...5) { return "weekdays" }
        let names = ["Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays"]
        return days.sorted().map { names[$0 - 1] }.joined(separator: " and ")
    }

    private static let visits: Set<String> = ["go", "visit", "use", "shop"]
    private static let visitRanks: Set<String> = ["more", "most", "often", "oftener", "less", "least"]
    private static let besideVisits: Set<String> = [
        "which", "one", "of", "the", "two", "do", "did", "i", "we", "go", "to", "visit", "use", "shop", "at", "there",
        "and", "so", "place", "store", "ones", "them", "those",
    ]

    /// `which one do I go to more` after one shop and another: how often each was gone to.
    func visitsCompared(_ state: ConversationState) -> Understood? {
        guard let last = state.last, let before = state.beforeLast, said.contains("which"),
            !FollowUp.visitRanks.isDisjoint(with: said), !FollowUp.visits.isDisjoint(with: said),
            said.allSatisfy({ FollowUp.besideVisits.contains($0) || FollowUp.visitRanks.contains($0) }),
            [last, before].allSatisfy({
                FollowUp.ofRows.contains($0.intent) && $0.query.merchants.count == 1 && $0.query.sides.isEmpty
            }), last.query.merchants != before.query.merchants, last.query.periods == before.query.periods
        else { return nil }
        var understood = carried(last)
        understood.intent = .spending
        let merchants = before.query.merchants + last.query.merchants
        understood.query = Query(
            measure: .count, period: last.query.period, merchants: merchants, direction: .out, grouping: .merchant,
            order: .largest)
        understood.query.otherPeriods = last.query.otherPeriods
        understood.query.sides = merchants.map { Query.Side(name: $0, merchants: [$0]) }
        return understood
    }

    /// `why` after the month that took the most: what made it so.
    func whyMost(_ last: ConversationState.Turn) -> Understood? {
        guard said == ["why"] || said == ["why", "is", "that"] || said == ["how", "come"], last.intent == .spending,
            last.query.limit == 1, [.largest, .smallest].contains(last.query.order), context.shown.isOne,
            [.month, .week, .year].contains(last.query.grouping), last.query.namesNothing,
            let period = context.shown.period
        else { return nil }
        var of = last
        (of.query.period, of.query.otherPeriods, of.query.comparison) = (period, [], nil)
        return reasons(after: of)
    }

    private static let besideDebts: Set<String> = [
        "and", "so", "how", "much", "what", "whats", "is", "do", "i", "still", "left", "owe", "on", "to", "pay", "it",
        "that", "remaining", "of", "the", "loan", "have",
    ]

    /// `how much is left on it`, `what do I still owe`: of what is paid in parts.
    var asksForDebt: Bool {
        said.allSatisfy(FollowUp.besideDebts.contains) && said.contains { ["left", "owe", "remaining"].contains($0) }
            && said.contains { ["it", "that", "owe", "loan"].contains($0) }
    }

    /// Whether the second of two sums is a part of the first, which nothing is to be held against.
    func isPart(_ query: Query, of whole: Query) -> Bool {
        guard query != whole, query.text == whole.text, query.direction == whole.direction else { return false }
        let holdsAccounts =
            whole.accounts.isEmpty || !query.accounts.isEmpty && query.accounts.allSatisfy(whole.accounts.contains)
        guard holdsAccounts else { return false }
        let wide = Set(whole.categories.flatMap { context.taxonomy.withDescendants($0) })
        if query.categories == whole.categories, query.merchants == whole.merchants {
            return query.accounts != whole.accounts
        }
        if whole.categories.isEmpty, whole.merchants.isEmpty { return true }
        if !query.merchants.isEmpty, !whole.categories.isEmpty, whole.merchants.isEmpty {
            return query.merchants.allSatisfy { merchant in
                let kinds = context.names.categories(merchant: merchant)
                return kinds.contains(where: wide.contains)
            }
        }
        if !query.merchants.isEmpty { return query.merchants.allSatisfy(whole.merchants.contains) }
        return whole.merchants.isEmpty && !query.categories.isEmpty && query.categories.allSatisfy(wide.contains)
    }

    /// The two sums before `per month` and the like, which are what is held against each other.
    func beforeRate(_ state: ConversationState) -> Understood? {
        guard state.run.count > 1, let last = state.last, let newest = state.run.last,
            last.query.isOther(measureOf: newest)
        else { return nil }
        var then = state
        then.last?.query = newest
        then.beforeLast = state.last
        then.beforeLast?.query = state.run[state.run.count - 2]
        return sideBySide(then)
    }
}

extension Query {
    /// Whether it asks for another measure of the same rows.
    func isOther(measureOf sum: Query) -> Bool {
        var plain = self
        (plain.measure, plain.averageUnit, plain.counted) = (sum.measure, sum.averageUnit, sum.counted)
        return measure != sum.measure && plain == sum
    }
}
