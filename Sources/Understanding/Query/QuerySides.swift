import Ledger

/// Things that are held against one another: `amazon vs costco`, `more on groceries or on dining`, `groceries and gas
/// separately`.
extension QueryBuilder {
    private static let connectors: Set<String> = [
        "vs", "versus", "v", "or", "and", "&", ",", "than", "against", "to", "with", "from", "/", "then",
    ]

    func applySides(to query: inout Query) {
        guard [.spending, .income].contains(intent) else { return }
        if let days = reading.dayKinds { return applyDayKinds(days, to: &query) }
        let names = reading.names.filter { !$0.isExcluded }
        guard reading.holdsAgainst, var sides = sides(among: names, in: query), sides.count > 1
        else {
            return
        }
        var seen: Set<Query.Side> = []
        // What is called by two words (`gas`, `fuel`) is one thing.
        sides = sides.filter { side in
            var nameless = side
            nameless.name = ""
            return seen.insert(nameless).inserted
        }
        guard sides.count > 1 else { return }
        query.sides = sides
        query.grouping =
            sides.allSatisfy { !$0.merchants.isEmpty }
            ? .merchant
            : sides.allSatisfy { !$0.accounts.isEmpty }
                ? .account : sides.allSatisfy { !$0.categories.isEmpty && $0.merchants.isEmpty } ? .category : nil
        query.order = reading.has("pick.least") ? .smallest : .largest
        if [.largest, .smallest].contains(query.measure) { query.measure = .total }
    }

    /// `weekend vs weekday spending`: what is named belongs to either side.
    private func applyDayKinds(_ kinds: [(name: String, days: Set<Int>)], to query: inout Query) {
        query.sides = kinds.map { kind in
            Query.Side(
                name: kind.name, categories: query.categories, merchants: query.merchants, text: query.text,
                weekdays: kind.days)
        }
        query.grouping = .weekday
        query.order = reading.has("pick.least") ? .smallest : .largest
        if [.largest, .smallest].contains(query.measure) { query.measure = .total }
    }

    /// Merchants where two are named, which a category beside them narrows; else what stands there joined by words
    /// that hold one against the other: categories, accounts, or a merchant and a category.
    private func sides(among names: [NameMatch], in query: Query) -> [Query.Side]? {
        let places = names.filter { isPlace($0, in: query) }
        let categories = names.filter { isCategory($0, in: query) }
        let accounts = names.filter { if case .account = $0.kind { true } else { false } }
        if places.count > 1 {
            return places.map { side($0, categories: query.categories) }
        }
        if let place = places.first, !categories.isEmpty {
            let all = (categories + [place]).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
            if areJoined(all) { return all.map { side($0, categories: []) } }
        }
        if categories.count > 1 {
            let merchants = places.isEmpty ? [] : query.merchants
            return categories.map { name in
                var side = side(name, categories: [])
                side.merchants = merchants
                return side
            }
        }
        guard accounts.count > 1 else { return nil }
        return accounts.map { name in
            var side = side(name, categories: query.categories)
            side.merchants = query.merchants
            return side
        }
    }

    private func side(_ name: NameMatch, categories: [String]) -> Query.Side {
        var side = Query.Side(name: reading.text(of: name.tokens), categories: categories)
        switch name.kind {
        case .category(let ids): side.categories = ids.filter { !$0.hasPrefix("-") }
        case .merchant(let names): side.merchants = names
        case .account(let names): side.accounts = names
        case .unknown(let text), .unknownAccount(let text): side.text = text
        }
        return side
    }

    private func isPlace(_ name: NameMatch, in query: Query) -> Bool {
        switch name.kind {
        case .merchant(let names): names.contains { query.merchants.contains($0) }
        case .unknown: true
        default: false
        }
    }

    private func isCategory(_ name: NameMatch, in query: Query) -> Bool {
        if case .category(let ids) = name.kind { ids.contains { query.categories.contains($0) } } else { false }
    }

    /// Whether only small words stand between the names, and one of them joins: `amazon or groceries`.
    private func areJoined(_ names: [NameMatch]) -> Bool {
        zip(names, names.dropFirst()).allSatisfy { first, second in
            let start = first.tokens.upperBound
            guard start < second.tokens.lowerBound else { return false }
            let between = reading.keys[start..<second.tokens.lowerBound]
            return between.contains(where: QueryBuilder.connectors.contains)
                && between.allSatisfy { QueryBuilder.connectors.contains($0) || FunctionWords.all.contains($0) }
        }
    }
}

extension QuestionReading {
    private static let weekendWords: Set<String> = ["weekend", "weekends", "wknd", "wknds", "wkend"]
    private static let weekdayWords: Set<String> = [
        "weekday", "weekdays", "workday", "workdays", "weeknight", "weeknights",
    ]

    /// Weekends and weekdays in the order said, where a question names both: `more on weekends or weekdays`.
    var dayKinds: [(name: String, days: Set<Int>)]? {
        guard let weekend = keys.firstIndex(where: QuestionReading.weekendWords.contains), !isOneTime(weekend) else {
            return nil
        }
        guard let weekday = weekdayPlace else {
            return isMoreOf(weekend) ? [("weekends", [6, 7]), ("weekdays", [1, 2, 3, 4, 5])] : nil
        }
        guard !isOneTime(weekday) else { return nil }
        let kinds = [(weekend, "weekends", Set([6, 7])), (weekday, "weekdays", Set(1...5))]
        return kinds.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
    }

    private var weekdayPlace: Int? {
        if let place = keys.firstIndex(where: QuestionReading.weekdayWords.contains) { return place }
        return keys.indices.dropLast(2).first { Array(keys[$0..<$0 + 3]) == ["during", "the", "week"] }
    }

    /// `do I spend more on weekends`: than on the other days.
    private func isMoreOf(_ weekend: Int) -> Bool {
        keys[..<weekend].contains { ["more", "less", "higher", "lower", "bigger"].contains($0) }
            && !keys.contains("than") && !has("compare.usual")
            && times.allSatisfy { !$0.isComparison } && !keys.contains("how")
    }

    /// `last weekend`, `this weekend`: days of their own.
    private func isOneTime(_ place: Int) -> Bool {
        place > 0 && ["last", "this", "next", "past", "previous"].contains(keys[place - 1])
    }

    /// Words that hold the names beside them against one another, whatever else is said.
    private static let contrasts: Set<String> = [
        "vs", "versus", "v", "compare", "compared", "comparing", "comparison", "against", "difference", "differ",
        "separately", "separate", "individually", "respectively", "apiece", "apart",
    ]

    /// Words that with `or` or `than` between names ask which of them has more.
    private static let comparatives: Set<String> = [
        "more", "less", "most", "least", "bigger", "biggest", "higher", "highest", "larger", "largest", "fewer",
        "greater", "lower", "lowest", "smaller", "cheaper", "cheapest", "pricier", "dearer", "costlier", "expensive",
        "which", "where", "oftener", "bulk", "winner", "wins", "ahead",
    ]

    /// Whether the question sets its names against one another instead of adding them up.
    var holdsAgainst: Bool {
        let names = names.filter { !$0.isExcluded }
        guard names.count > 1 else { return false }
        let words = Set(keys)
        if !words.isDisjoint(with: QuestionReading.contrasts) { return true }
        if keys.count(where: { $0 == "side" }) == 2 { return true }
        if saysEach { return true }
        let between = names.indices.dropFirst().flatMap { place -> ArraySlice<String> in
            let (start, end) = (names[place - 1].tokens.upperBound, names[place].tokens.lowerBound)
            return start < end ? keys[start..<end] : []
        }
        return between.contains { ["or", "than"].contains($0) } && !words.isDisjoint(with: QuestionReading.comparatives)
    }

    /// `on groceries and gas each`, but not `each month`.
    private var saysEach: Bool {
        guard let each = keys.firstIndex(of: "each") else { return false }
        let units = [
            "day", "week", "month", "year", "quarter", "visit", "trip", "time", "purchase", "transaction", "order",
            "category", "merchant", "store", "shop", "account", "card", "meal", "ride", "weekday", "weekend", "other",
        ]
        return each + 1 >= keys.count || !units.contains(keys[each + 1])
    }
}
