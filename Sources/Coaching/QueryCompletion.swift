import Ledger
import Retrieval
import Understanding

/// What only the rows of the index tell of a question: which merchants are subscriptions, and on which day bills come.
extension Coach {
    mutating func completed(_ understood: Understood) throws -> Understood {
        guard understood.clarification == nil, [.spending, .transactions].contains(understood.intent) else {
            return understood
        }
        var completed = understood
        if understood.leavesOutSubscriptions { try leaveOutSubscriptions(of: &completed) }
        try lengthen(&completed)
        try searchEverywhere(&completed)
        if completed.query != understood.query { state.settle(on: completed) }
        return completed
    }

    private func leaveOutSubscriptions(of understood: inout Understood) throws {
        let question = RecurringQuestion(.list, groups: [.subscription], query: Query(period: understood.query.period))
        let merchants = try retriever.recurring(question, asOf: asOf).streams.map(\.merchant)
        for merchant in merchants where !understood.query.excludedMerchants.contains(merchant) {
            understood.query.excludedMerchants.append(merchant)
        }
    }

    /// `swim lessons`: a word that no row of the category says and rows of others do is looked for in those.
    private func searchEverywhere(_ understood: inout Understood) throws {
        var query = understood.query
        guard query.text != nil, !query.categories.isEmpty, query.merchants.isEmpty, query.sides.isEmpty else { return }
        (query.period, query.otherPeriods, query.comparison) = (nil, [], nil)
        guard try retriever.latest(query) == nil else { return }
        query.categories = []
        if try retriever.latest(query) != nil { understood.query.categories = [] }
    }

    /// What is billed on the same day of every month has no row in 30 days that lie between two of these: where no period
    /// was said, a month is taken instead, if that is longer and holds more.
    private func lengthen(_ understood: inout Understood) throws {
        let past = Period.past(days: 30, endingOn: asOf)
        let month = Period(asOf.adding(months: -1).adding(days: 1), asOf, label: "the past month")
        guard understood.intent == .spending, understood.assumedPeriod, understood.query.period == past,
            month.start < past.start, isBilled(understood.query)
        else { return }
        var missed = understood.query
        missed.period = Period(month.start, past.start.adding(days: -1))
        missed.comparison = nil
        guard try retriever.latest(missed) != nil else { return }
        understood.query.period = month
    }

    /// Categories of which there is one bill a month or so.
    private static let billed: Set<String> = [
        "rent", "mortgage", "electricity", "water", "internet", "phone", "insurance", "car_payment", "streaming",
        "music", "software", "fitness", "storage", "loans", "student_loan", "home_security", "utilities", "housing",
    ]

    private func isBilled(_ query: Query) -> Bool {
        guard query.sides.isEmpty, query.text == nil, query.comparison == nil, query.grouping == nil else {
            return false
        }
        let categories = query.categories + query.merchants.flatMap { context.names.categories(merchant: $0) }
        return !categories.isEmpty && categories.allSatisfy(Coach.billed.contains)
    }
}
