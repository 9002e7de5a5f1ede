import Ledger

/// What a share is a part of: `of my income`, `of my food spending`, `as a percentage of my salary`.
extension QueryBuilder {
    private static let shareWords: Set<String> = [
        "percent", "percentage", "pct", "%", "share", "fraction", "portion", "proportion", "part", "chunk", "slice",
        "much", "ratio", "cut", "piece", "bit", "amount", "out",
    ]

    /// Words of income, and the category they mean where it is not all of it.
    private static let incomeWords: [String: [String]] = [
        "income": [], "incomes": [], "earnings": [], "earn": [], "earned": [], "earning": [], "make": [], "made": [],
        "salary": ["salary"], "salaries": ["salary"], "paycheck": ["salary"], "paychecks": ["salary"],
        "paycheque": ["salary"], "pay": ["salary"], "wages": ["salary"], "wage": ["salary"], "bring": [],
        "takehome": ["salary"], "payroll": ["salary"],
    ]

    /// Words that may stand between `of` and what it is the whole of.
    private static let leads: Set<String> = FunctionWords.determiners.union([
        "total", "overall", "monthly", "net", "gross", "entire", "whole", "combined", "yearly", "annual", "what", "i",
        "we", "money", "household", "take", "home", "weekly", "regular", "after", "tax", "spending", "spend",
    ])

    func applyWhole(to query: inout Query) {
        guard query.measure == .share else { return }
        if countsRows { query.counted = .transactions }
        guard let start = wholeStart else { return }
        var place = start
        while place < reading.keys.count {
            if let name = reading.names.first(where: { $0.tokens.lowerBound == place && !$0.isExcluded }) {
                let part = names(from: name)
                return setWhole(inside(after: part) ?? part, of: &query)
            }
            if let categories = QueryBuilder.incomeWords[reading.keys[place]] {
                query.whole = Query.Whole(direction: .in, categories: categories)
                query.categories.removeAll { context.taxonomy[$0]?.flow == .in }
                return
            }
            guard QueryBuilder.leads.contains(reading.keys[place]) else { return }
            place += 1
        }
    }

    /// `total spending on groceries`: a sum of what is named, with no word of a part.
    var isPlainTotal: Bool {
        let parts = QueryBuilder.shareWords.subtracting(["amount", "out"])
        return reading.keys.contains("total") && wholeStart == nil && parts.isDisjoint(with: reading.keys)
    }

    /// `what % more`, `percent change`: how far one sum is from another, and no part of anything.
    var asksPercentOfChange: Bool {
        let signs: Set = ["%", "percent", "percentage", "pct"]
        let keys = reading.keys
        return keys.indices.contains { place in
            signs.contains(keys[place])
                && keys[place...].dropFirst().prefix(2).contains(where: QueryBuilder.changes.contains)
        } || !signs.isDisjoint(with: keys) && keys.contains("than") && !QueryBuilder.changes.isDisjoint(with: keys)
    }

    private static let changes: Set<String> = [
        "more", "less", "higher", "lower", "up", "down", "increase", "decrease", "change", "changed", "rise", "drop",
        "growth", "difference", "fewer", "increased", "decreased", "jump", "fall",
    ]

    /// `what percent of my transactions are coffee` is about their number.
    private var countsRows: Bool {
        guard let start = wholeStart else { return false }
        let nouns = ["transactions", "purchases", "payments", "charges", "orders", "visits", "trips", "swipes"]
        let stretch = reading.keys[start...].prefix(4)
        return stretch.contains { nouns.contains($0) }
            && !stretch.contains { ["spending", "spend", "money", "amount", "value"].contains($0) }
    }

    /// The first token after the `of` of a share, or after the `to` of `rent to income ratio`.
    private var wholeStart: Int? {
        for place in reading.keys.indices where reading.keys[place] == "of" && place > 0 {
            if QueryBuilder.shareWords.contains(reading.keys[place - 1]) { return place + 1 }
        }
        // `what percent is rent of my income`
        if let said = reading.keys.firstIndex(where: ["percent", "percentage", "share", "%"].contains),
            let of = reading.keys[said...].firstIndex(of: "of"),
            reading.names.contains(where: { $0.tokens.upperBound == of })
                || reading.keys[(said + 1)..<of].allSatisfy(
                    ["is", "was", "are", "were", "that", "it", "this"].contains)
        {
            return of + 1
        }
        guard reading.keys.contains("ratio") else { return nil }
        return reading.keys.firstIndex(of: "to").map { $0 + 1 }
    }

    /// `share of uber eats in fast food`: what a part that is named stands inside of.
    private func inside(after part: [NameMatch]) -> [NameMatch]? {
        guard var place = part.last?.tokens.upperBound, place < reading.keys.count,
            ["in", "within", "among"].contains(reading.keys[place])
        else { return nil }
        place += 1
        while place < reading.keys.count, FunctionWords.determiners.contains(reading.keys[place]) { place += 1 }
        return reading.names.first { $0.tokens.lowerBound == place && !$0.isExcluded }.map(names(from:))
    }

    /// A name and those that `and` or a comma joins to it.
    private func names(from first: NameMatch) -> [NameMatch] {
        var found = [first]
        while let end = found.last?.tokens.upperBound {
            var place = end
            while place < reading.keys.count, ["and", "&", ",", "+", "plus"].contains(reading.keys[place]) {
                place += 1
            }
            guard place > end, let next = reading.names.first(where: { $0.tokens.lowerBound == place }) else { break }
            found.append(next)
        }
        return found
    }

    /// `as a share of coffee`: the part is what was talked about.
    private var isShareOfLast: Bool {
        let words = reading.keys.drop { ["and", "so", "what", "is", "that", "it"].contains($0) }
        return words.first == "as" && wholeStart != nil
    }

    /// The names that a share is a part of restrict the part too, unless it has names of the same kind itself.
    private func setWhole(_ names: [NameMatch], of query: inout Query) {
        var whole = Query.Whole()
        for name in names {
            switch name.kind {
            case .category(let ids): whole.categories += ids.filter { !$0.hasPrefix("-") }
            case .merchant(let found): whole.merchants += found
            default: return
            }
        }
        let rest = reading.names.filter { name in !name.isExcluded && !names.contains(name) }
        func isNamed(_ kind: (NameMatch.Kind) -> Bool) -> Bool { rest.contains { kind($0.kind) } }
        let namesCategory = isNamed { if case .category = $0 { true } else { false } }
        let namesMerchant = isNamed { if case .merchant = $0 { true } else { false } }
        let isBounded = !query.weekdays.isEmpty || query.text != nil || !reading.amounts.isEmpty
        if whole.categories.allSatisfy({ context.taxonomy[$0]?.flow == .in }), !whole.categories.isEmpty {
            whole.direction = .in
            query.categories.removeAll(where: whole.categories.contains)
            if !namesCategory, !namesMerchant { return }
            query.whole = whole
            return
        }
        guard namesCategory || namesMerchant || isBounded || isShareOfLast else { return }
        query.whole = whole
        // The part may be inside of what it is held against: coffee is of eating out.
        let part = rest.flatMap { name -> [String] in
            switch name.kind {
            case .category(let ids): ids
            case .merchant(let found): found
            default: []
            }
        }
        if namesCategory {
            query.categories.removeAll { whole.categories.contains($0) && !part.contains($0) }
        }
        if namesMerchant { query.merchants.removeAll { whole.merchants.contains($0) && !part.contains($0) } }
    }

    /// Income comes and bills go by the month: a part of it is taken over the last full months when no time is said.
    func assumeSharePeriod(_ result: inout Result) {
        guard let whole = result.query.whole, whole.direction == .in, result.query.period == nil,
            result.query.measure == .share
        else { return }
        result.query.period = TimeParser.habitualPeriod(asOf: context.asOf)
        result.assumedPeriod = true
    }

    /// A part of income is what was spent of it.
    func applyShareDirection(to query: inout Query) {
        guard query.measure == .share, query.whole?.direction == .in else { return }
        let flows = Set(query.categories.compactMap { context.taxonomy[$0]?.flow })
        if flows != [.in] { query.direction = .out }
    }
}
