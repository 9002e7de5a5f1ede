import Ledger
import Retrieval

/// Sentences about things that are held against one another, and about what rose or fell.
extension Composer {
    /// `You spent $12.00 (2 transactions) at Costco and $5.00 (1 transaction) at Target in May 2026: $7.00 more at Costco.`
    func sidesHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        let parts = evidence.groups.map { group -> String in
            let rows = query.measure == .count ? "" : " (\(phrases.count(group.count)))"
            return "\(value(group.value, query))\(rows)\(place(group, query))"
        }
        let verb =
            query.measure == .count && query.counted == nil
            ? "had" : query.measure == .count ? "counted" : query.direction == .in ? "received" : "spent"
        let isOfDays = query.sides.contains { !$0.weekdays.isEmpty }
        let isOfTimes = query.sides.contains { $0.period != nil }
        let limits =
            isOfDays || isOfTimes
            ? phrases.target(query)
            : query.accounts.isEmpty || query.sides.contains { !$0.accounts.isEmpty } ? "" : phrases.limits(query)
        if isOfTimes {
            return "You \(verb) \(Subject.list(parts))\(limits)\(difference(evidence))." + ranking(evidence)
        }
        return "You \(verb) \(Subject.list(parts))\(limits) \(phrases.period(of: query))\(difference(evidence))."
            + sidesBefore(evidence) + eachDay(evidence)
    }

    /// ` Q2 2026 was the highest.`, of more than two times.
    private func ranking(_ evidence: Evidence) -> String {
        guard evidence.groups.count > 2, let first = evidence.groups.first else { return "" }
        return " \(first.label) was the \(evidence.query.order == .smallest ? "lowest" : "highest")."
    }

    /// ` That is $120.50 a day on weekends and $80.25 a day on weekdays.`
    private func eachDay(_ evidence: Evidence) -> String {
        let parts = evidence.groups.compactMap { group -> String? in
            guard case .money(let money)? = group.detail("per_day") else { return nil }
            return "\(money.text) a day on \(group.label)"
        }
        return parts.isEmpty ? "" : " That is \(Subject.list(parts))."
    }

    private func value(_ value: FigureValue, _ query: Query) -> String {
        let per = query.measure == .average ? " per \(query.averageUnit.rawValue)" : ""
        switch value {
        case .money(let money): return money.text + per
        case .count(let count): return phrases.count(count)
        case .ratio(let ratio): return "\(phrases.decimal(ratio)) transactions\(per)"
        case .percent(let percent): return phrases.percent(percent)
        case .days(let days): return phrases.count(days, "day")
        case .date(let day): return day.longText
        }
    }

    /// ` at Costco`, ` on groceries`, ` with Travel Card`.
    private func place(_ group: Group, _ query: Query) -> String {
        guard
            let side = query.sides.first(where: {
                Retriever.name(of: $0, taxonomy: taxonomy) == group.label
            })
        else { return " on \(group.label)" }
        if !side.weekdays.isEmpty { return " on \(side.name)" }
        if let period = side.period { return " " + phrases.period(period) }
        if side.text != nil { return " on transactions with “\(side.name)”" }
        if query.direction == .in { return " from \(group.label)" }
        if !side.merchants.isEmpty { return " at \(group.label)" }
        if side.categories.count == 1, side.accounts.isEmpty { return " on \(phrases.category(side.categories[0]))" }
        return (side.accounts.isEmpty ? " on " : " with ") + group.label
    }

    private func difference(_ evidence: Evidence) -> String {
        let query = evidence.query
        guard let figure = evidence.figures(named: "difference").first else { return "" }
        let top = evidence.groups.max { $0.size < $1.size }
        switch figure.value {
        case .money(let money):
            if money.minorUnits == 0 { return ": exactly as much" }
            return ": \(money.text) more\(top.map { place($0, query) } ?? "")"
        case .count(let count):
            if count == 0 { return ": as many" }
            return ": \(groupedThousands(count)) more\(top.map { place($0, query) } ?? "")"
        default: return ""
        }
    }

    /// What each side was in the compared period.
    private func sidesBefore(_ evidence: Evidence) -> String {
        guard let other = evidence.query.comparison else { return "" }
        let parts = evidence.groups.compactMap { group -> String? in
            guard let previous = group.detail("previous") else { return nil }
            return value(previous, evidence.query) + place(group, evidence.query)
        }
        guard !parts.isEmpty else { return "" }
        return " \(phrases.period(other).capitalizedFirst) it was \(Subject.list(parts))."
    }

    // MARK: Changes

    /// `Groceries rose the most: from $100.00 to $150.00, then …`
    func changeSentence(_ evidence: Evidence) -> String {
        let query = evidence.query
        let isRise = query.order == .rise
        let noun = query.grouping?.rawValue ?? "category"
        guard let first = evidence.groups.first else {
            return "No \(noun) took \(isRise ? "more" : "less") than before."
        }
        func words(_ group: Group) -> String {
            guard case .money(let now) = group.value, case .money(let then)? = group.detail("previous"),
                case .money(let change)? = group.detail("change")
            else { return "" }
            return "by \(change.magnitude.text), from \(then.text) to \(now.text)"
        }
        let rest = evidence.groups.dropFirst().prefix(2).map { "\($0.label) (\(words($0)))" }
        return "\(first.label) \(isRise ? "rose" : "fell") the most: \(words(first))"
            + (rest.isEmpty ? "." : "; then \(Subject.list(rest)).")
    }

    /// The best and the worst of the groups of a cash flow, or those that were asked for.
    func netSentence(_ evidence: Evidence) -> String? {
        if [.largest, .smallest].contains(evidence.query.order) { return netRanking(evidence) }
        guard evidence.groups.count > 1, let best = evidence.groups.max(by: { $0.size < $1.size }),
            let worst = evidence.groups.min(by: { $0.size < $1.size }), case .money(let most) = best.value,
            case .money(let least) = worst.value, most.currency == least.currency, best != worst
        else { return nil }
        return "Most was left in \(best.label) (\(most.text)), least in \(worst.label) (\(least.text))."
    }

    private func netRanking(_ evidence: Evidence) -> String? {
        guard let first = evidence.groups.first else { return nil }
        func words(_ group: Group) -> String {
            guard case .money(let net) = group.value, case .money(let income)? = group.detail("income"),
                case .money(let spent)? = group.detail("spending")
            else { return group.label }
            return "\(group.label) (\(net.text): \(income.text) in, \(spent.text) out)"
        }
        let rest = evidence.groups.dropFirst().prefix(2).map(words)
        let most = evidence.query.order == .smallest ? "Least" : "Most"
        let place = evidence.query.offset > 0 ? "In place \(evidence.query.offset + 1)" : most
        return "\(place) was left in \(words(first))" + (rest.isEmpty ? "." : ", then in \(Subject.list(rest)).")
    }
}
