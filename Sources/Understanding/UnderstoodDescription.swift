import Ledger

extension Understood: CustomStringConvertible {
    /// What was understood in one line, only what differs from a plain total of spending: for `/why`, tests and
    /// measuring. `spending average/month 2026-04-01..2026-09-30? category:groceries` — `?` marks what was assumed.
    public var description: String {
        ([intent.rawValue] + query.parts(isAssumed: assumedPeriod) + slotParts).joined(separator: " ")
    }

    private var slotParts: [String] {
        var parts: [String] = []
        if comparesWithUsual { parts.append("usual") }
        if intent == .purchase {
            if let amount = purchase.amount { parts.append("price:\(amount.plainText)") }
            if let item = purchase.item { parts.append("item:\(item)") }
            if let merchant = purchase.merchant { parts.append("at:\(merchant)") }
        }
        if intent == .budget {
            parts.append("\(budget.action)")
            if let category = budget.category { parts.append("limit-on:\(category)") }
            if let amount = budget.amount {
                parts.append("limit-\(budget.step.map { $0 < 0 ? "down-by" : "up-by" } ?? "of"):\(amount.plainText)")
            }
        }
        if intent == .edit {
            parts.append("\(edit.action)")
            if let category = edit.category { parts.append("as:\(category)") }
            if edit.isRule { parts.append("always") }
        }
        if !unknownNames.isEmpty { parts.append("unknown:" + unknownNames.joined(separator: ",")) }
        if asksWhy { parts.append("why") }
        if isFollowUp { parts.append("follow-up") }
        if let clarification { parts.append("“\(clarification.text)”") }
        return parts
    }
}

extension Query {
    fileprivate func parts(isAssumed: Bool) -> [String] {
        var parts: [String] = []
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { parts.append(name + ":" + values.joined(separator: ",")) }
        }
        if measure == .average {
            parts.append("average/\(averageUnit)")
        } else if measure != .total {
            parts.append(measure.rawValue)
        }
        if let counted { parts.append("of:\(counted.rawValue)") }
        if let whole {
            let names = whole.categories + whole.merchants
            parts.append("part-of:" + ([whole.direction == .in ? "income" : "spending"] + names).joined(separator: ","))
        }
        if let period { parts.append("\(period.start)..\(period.end)" + (isAssumed ? "?" : "")) }
        for other in otherPeriods { parts.append("and \(other.start)..\(other.end)") }
        if let comparison { parts.append("vs \(comparison.start)..\(comparison.end)") }
        add("category", categories)
        add("merchant", merchants)
        if isUnion { parts.append("union") }
        add("account", accounts)
        add("currency", currency.map { [$0.code] } ?? [])
        add("without", excludedCategories + excludedMerchants)
        add("text", text.map { [$0] } ?? [])
        add("min", minimum.map { ["\(isMinimumExclusive ? ">" : "")\($0)"] } ?? [])
        add("max", maximum.map { ["\(isMaximumExclusive ? "<" : "")\($0)"] } ?? [])
        if direction != .out { parts.append("direction:\(direction)") }
        add("kind", kinds.map(\.rawValue).sorted())
        add("weekdays", weekdays.sorted().map(String.init))
        if let status { parts.append(status.rawValue) }
        if let grouping { parts.append("by:\(grouping)") }
        if order != .newest { parts.append("order:\(order)") }
        if !sides.isEmpty { parts.append("sides:" + sides.map(\.name).joined(separator: "|")) }
        if limit == Query.mostListed { parts.append("all") } else if limit != 10 { parts.append("limit:\(limit)") }
        if offset > 0 { parts.append("offset:\(offset)") }
        return parts
    }
}
