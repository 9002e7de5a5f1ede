import Ledger
import Retrieval

/// Sentences about what was counted, and about parts of a whole.
extension Composer {
    func countHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        let period = phrases.period(of: query)
        let amounts = evidence.amounts("total")
        let basis = "\(phrases.count(evidence.matched))" + (amounts.isEmpty ? "" : ", \(phrases.money(amounts)) in all")
        let number = evidence.figures(named: "count").first.flatMap(\.count) ?? 0
        let target = phrases.target(query)
        switch query.counted ?? .transactions {
        case .transactions:
            let rows = phrases.count(evidence.matched, phrases.rowsNoun(query)) + phrases.said(query)
            return "You had \(rows)\(phrases.limits(query)) \(period), "
                + "\(phrases.money(amounts)) in all."
        case .days:
            return "You spent money\(target) on \(number) of \(days(evidence)) \(period): \(basis)."
        case .daysWithout:
            return "On \(number) of \(days(evidence)) \(period) you spent nothing\(target)."
        case .merchants:
            return "You bought from \(phrases.count(number, "different merchant"))\(target) \(period): \(basis)."
        case .categories:
            let noun = number == 1 ? "category" : "categories"
            return "You spent money in \(number) \(noun)\(target) \(period): \(basis)."
        }
    }

    private func days(_ evidence: Evidence) -> String {
        let days = evidence.figures(named: "days").first.flatMap(\.count) ?? 0
        return phrases.count(days, "day")
    }

    /// `On average you had 2.8 coffee transactions per week …`
    func countAverageHeadline(_ evidence: Evidence) -> String? {
        let query = evidence.query
        guard query.counted != nil, case .ratio(let average)? = evidence.figures(named: "average").first?.value,
            let count = evidence.figures(named: "count").first.flatMap(\.count)
        else { return nil }
        let noun =
            switch query.counted ?? .transactions {
            case .transactions: "\(phrases.rowsNoun(query))s\(phrases.said(query))\(phrases.limits(query))"
            case .days: "days with spending\(phrases.target(query))"
            case .daysWithout: "days without spending\(phrases.target(query))"
            case .merchants: "different merchants\(phrases.target(query))"
            case .categories: "categories\(phrases.target(query))"
            }
        return "On average there were \(phrases.decimal(average)) \(noun) per \(query.averageUnit.rawValue) "
            + "\(phrases.period(of: query)): \(groupedThousands(count)) in all."
    }

    // MARK: Shares

    func shareHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        guard let share = evidence.figures(named: "share").first, case .percent(let percent) = share.value,
            let overall = evidence.figures(named: "overall").first
        else { return noWhole(evidence) }
        let subject = Subject.words(partAlone(query), taxonomy: taxonomy)
        let period = phrases.period(of: query)
        if case .count(let all) = overall.value {
            return "\(subject): \(phrases.percent(percent)) of \(wholeRows(query)) \(period), "
                + "\(groupedThousands(evidence.matched)) of \(groupedThousands(all))."
        }
        guard let whole = overall.money else { return noWhole(evidence) }
        let total = evidence.amounts("total").first { $0.currency == whole.currency } ?? Money(0, whole.currency)
        return "\(subject) took \(phrases.percent(percent)) of \(wholeWords(query)) "
            + "\(period): \(total.text) of \(whole.text), in \(phrases.count(evidence.matched))."
    }

    /// The part without what it has in common with the whole: `Starbucks` of coffee, `weekends` of groceries.
    private func partAlone(_ query: Query) -> Query {
        var part = query
        part.accounts = []
        guard let whole = query.whole else { return part.namesSomething ? part : query }
        if part.categories == whole.categories { part.categories = [] }
        if part.merchants == whole.merchants { part.merchants = [] }
        return part
    }

    private func wholeWords(_ query: Query) -> String {
        let whole = query.whole ?? Query.Whole(direction: query.direction)
        let names = whole.categories.map(phrases.category) + whole.merchants
        if whole.direction == .in {
            return names.isEmpty ? "your income" : "your \(Subject.list(names))"
        }
        var words = "what you spent"
        if !whole.categories.isEmpty { words += " on " + Subject.list(whole.categories.map(phrases.category)) }
        if !whole.merchants.isEmpty { words += " at " + Subject.list(whole.merchants) }
        if !query.accounts.isEmpty, !query.isPartByAccount { words += " with " + Subject.list(query.accounts) }
        return words
    }

    private func wholeRows(_ query: Query) -> String {
        let names = (query.whole?.merchants ?? []) + (query.whole?.categories ?? []).map(phrases.category)
        return names.isEmpty ? "your transactions" : "your \(Subject.list(names)) transactions"
    }

    /// Of nothing there is no part.
    private func noWhole(_ evidence: Evidence) -> String {
        guard let whole = evidence.query.whole, whole.direction == .in else {
            return "There is nothing to take a share of \(phrases.period(evidence.query.period))."
        }
        let spent = phrases.money(evidence.amounts("total"))
        return "You had no income \(phrases.period(evidence.query.period)) to take a share of; you spent "
            + "\(spent)\(phrases.target(evidence.query))."
    }
}

extension Query {
    fileprivate var namesSomething: Bool { !categories.isEmpty || !merchants.isEmpty || text != nil }
}

extension Figure {
    fileprivate var count: Int? {
        if case .count(let count) = value { count } else { nil }
    }
}
