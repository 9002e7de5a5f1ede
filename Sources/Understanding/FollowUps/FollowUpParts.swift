import Ledger

/// Lines that take an answer apart or ask for what it leaves out: `break it down`, `everything else`, `and since then?`
extension FollowUp {
    /// The words that are no part of a time.
    private var saidBesideTimes: [String] {
        reading.keys.indices.compactMap { place in
            let isSign = reading.tokens[place].form == .sign
            return isSign || reading.times.contains { $0.tokens.contains(place) } ? nil : reading.keys[place]
        }
    }

    private static let besideCounts: Set<String> = [
        "and", "so", "how", "many", "number", "of", "was", "were", "is", "are", "that", "those", "there", "it", "in",
        "all", "total", "altogether", "did", "i", "we", "make", "made", "have", "had", "times", "often", "the", "about",
        "what", "ok", "separate", "different", "on", "at", "for",
    ]
    private static let rowNouns: Set<String> = [
        "payment", "payments", "order", "orders", "purchase", "purchases", "charge", "charges", "transaction",
        "transactions", "visit", "visits", "trip", "trips", "times", "deposit", "deposits", "txns", "bills",
        "deliveries",
    ]

    /// `how many payments`, `how many orders was that last year`: the rows of the last answer, counted.
    func countsRows(of last: ConversationState.Turn) -> Bool {
        let words = saidBesideTimes
        return last.query.isPart && reading.has("measure.count") && words.count <= 8
            && !FollowUp.rowNouns.isDisjoint(with: words)
            && words.allSatisfy { FollowUp.besideCounts.contains($0) || FollowUp.rowNouns.contains($0) }
    }

    private static let besideWhere: Set<String> = [
        "where", "did", "i", "we", "go", "went", "buy", "bought", "spend", "spent", "it", "that", "shop", "eat", "was",
        "and", "in", "then", "them", "get",
    ]

    /// `where did I go that month`: the places of the rows talked about.
    func asksWhere(of last: ConversationState.Turn) -> Bool {
        let words = saidBesideTimes
        return last.query.isPart && last.intent != .transactions && words.contains("where") && words.count > 1
            && words.allSatisfy { FollowUp.besideWhere.contains($0) || ["most", "mostly", "mainly"].contains($0) }
            && (!words.contains("most") || ["buy", "bought", "get", "shop"].contains(where: words.contains))
            && (reading.times.isEmpty || reading.times.contains(where: \.pointsBack))
    }

    /// `on what mostly`, `what was it for`: by what the answer comes apart.
    var asksOnWhat: Bool {
        let beside = [
            "on", "for", "what", "mostly", "mainly", "most", "exactly", "and", "was", "that", "it", "so",
        ]
        return said.count > 1 && said.contains("what") && (said.contains("on") || said.contains("for"))
            && said.allSatisfy(beside.contains)
    }

    private static let besideBought: Set<String> = [
        "what", "did", "i", "we", "buy", "bought", "purchase", "get", "exactly", "and", "so", "all", "show", "me",
        "have", "ive", "list", "everything",
    ]

    /// `what did I buy` and nothing more: the rows of the last answer.
    func asksWhatWasBought(of last: ConversationState.Turn) -> Bool {
        (last.query.isPart || !last.assumedPeriod && last.query.period != nil)
            && !Set(["buy", "bought", "purchase"]).isDisjoint(with: said) && said.count > 2 && reading.times.isEmpty
            && said.allSatisfy(FollowUp.besideBought.contains)
    }

    // MARK: Parts

    /// The query by the parts that are next in size: all of it by category, a category by merchant, a merchant by month.
    func finer(_ query: Query) -> Query.Grouping? {
        if let parts = parts(of: query) { return parts }
        if query.merchants.isEmpty, query.text == nil {
            guard query.categories.count == 1 else { return query.categories.isEmpty ? .category : nil }
            return context.taxonomy.withDescendants(query.categories[0]).count > 1 ? .category : .merchant
        }
        return query.period.map { $0.days > 7 } ?? true ? .week : nil
    }

    func group(_ understood: inout Understood, by grouping: Query.Grouping) {
        if understood.intent == .transactions {
            understood.intent = .spending
            takeSide(&understood.query)
        }
        understood.query.measure = .total
        understood.query.counted = nil
        understood.query.grouping = grouping
        understood.query.sides = []
        understood.query.limit = 10
        let isCalendar = [.day, .week, .month, .weekday, .year].contains(grouping)
        understood.query.order = isCalendar ? .newest : .largest
    }

    private static let unitNouns: [String: Query.Grouping] = [
        "day": .day, "week": .week, "month": .month, "year": .year, "weekday": .weekday, "store": .merchant,
        "shop": .merchant, "merchant": .merchant, "place": .merchant, "category": .category, "card": .account,
        "account": .account,
    ]

    /// `which day was the worst`: the unit of which one is meant, where the last answer is longer than one.
    func rankedUnit(of last: ConversationState.Turn) -> Query.Grouping? {
        guard reading.keys.contains("which") || reading.keys.contains("what"), last.query.grouping == nil,
            let unit = said.lazy.compactMap({ FollowUp.unitNouns[$0] }).first
        else { return nil }
        let longest: [Query.Grouping: Int] = [.day: 1, .week: 7, .month: 31, .year: 366, .weekday: 7]
        let days = last.query.periods.map { $0.reduce(0) { $0 + $1.days } } ?? .max
        return days > longest[unit] ?? 0 ? unit : nil
    }

    /// A word alone for another unit of the calendar than the one shown: `daily` after `by week`.
    func calendarUnit(after last: ConversationState.Turn) -> Query.Grouping? {
        let units: [String: Query.Grouping] = ["daily": .day, "weekly": .week, "monthly": .month, "yearly": .year]
        guard let shown = last.query.grouping, [.day, .week, .month, .year].contains(shown) else { return nil }
        let words = said.filter { !["and", "now", "or", "instead", "then", "show", "it"].contains($0) }
        return words.count == 1 ? units[words[0]] : nil
    }

    // MARK: What is left out

    /// Whether an answer is one figure of things that were named, so that all else is another one.
    func hasRest(_ query: Query) -> Bool {
        query.grouping == nil && query.sides.isEmpty && query.text == nil && !query.isUnion
            && ![.largest, .smallest].contains(query.measure)
            && (query.categories.isEmpty != query.merchants.isEmpty)
    }

    /// All but what the answer was about.
    func turnToRest(_ understood: inout Understood) {
        understood.query.excludedCategories += understood.query.categories
        understood.query.excludedMerchants += understood.query.merchants
        (understood.query.categories, understood.query.merchants) = ([], [])
    }

    /// `overall?` after something that was named: all of it.
    func liftNames(_ understood: inout Understood) {
        understood.query.grouping = nil
        understood.query.sides = []
        (understood.query.categories, understood.query.merchants, understood.query.text) = ([], [], nil)
        (understood.query.excludedCategories, understood.query.excludedMerchants) = ([], [])
        understood.query.isUnion = false
        sumUp(&understood)
    }

    /// What stands inside another category that is asked about adds nothing to it, and the reply says so.
    func dropNested(_ query: inout Query) -> [String] {
        guard takesIn else { return [] }
        var notes: [String] = []
        let named = reading.categories()
        for id in query.categories {
            guard named.contains(id) || context.taxonomy[id]?.parent.map(named.contains) == true,
                let wider = context.taxonomy[id]?.parent, query.categories.contains(wider)
            else { continue }
            query.categories.removeAll { $0 == id }
            let names = [id, wider].map { context.taxonomy.displayName($0).lowercased() }
            notes.append("\(names[0]) is already part of \(names[1])")
        }
        return notes
    }

    // MARK: Time after

    private static let besideSince: Set<String> = [
        "and", "since", "then", "that", "what", "how", "about", "till", "til", "until", "now", "ever", "from", "on",
        "so",
        "much", "did", "i", "spend", "spent", "have", "ive", "in", "total", "it", "many", "times",
    ]

    /// The days from the last answer's on: `and since then?`
    var daysSince: Period? {
        let words = said
        let after = words.indices.dropLast().contains { place in
            ["since", "from"].contains(words[place]) && ["then", "that"].contains(words[place + 1])
        }
        guard after, reading.times.isEmpty || reading.times.allSatisfy(\.pointsBack),
            words.allSatisfy(FollowUp.besideSince.contains),
            let end = context.shown.day ?? context.anchor?.end, end < context.asOf
        else { return nil }
        return Period(end.adding(days: 1), context.asOf)
    }
}
