import Ledger

/// What is counted: transactions, days with or without a purchase, merchants or categories.
extension QueryBuilder {
    /// Words for places of business of one kind; `top 5 restaurants` ranks them, not single purchases.
    static let placeNouns: Set<String> = [
        "restaurant", "restaurants", "cafe", "cafes", "shop", "shops", "store", "stores", "place", "places", "bar",
        "bars", "pub", "pubs", "supermarket", "supermarkets", "pharmacy", "pharmacies", "station", "stations", "hotel",
        "hotels", "airline", "airlines", "bakery", "bakeries", "salon", "salons", "bookstore", "bookstores",
        "bookshop", "bookshops", "joint", "joints", "diner", "diners", "gym", "gyms", "grocer", "grocers",
        "drugstore", "drugstores", "retailer", "retailers", "merchant", "merchants", "vendor", "vendors", "company",
        "companies", "chain", "chains", "eatery", "eateries", "spot", "spots", "business", "businesses", "payee",
        "payees", "brand", "brands", "outlet", "outlets", "market", "markets", "bistro", "bistros", "pizzeria",
        "pizzerias",
    ]

    private static let idle: Set<String> = [
        "nothing", "zero", "no", "without", "none", "nospend", "nonspending", "spendfree", "off",
    ]

    func applyCounted(to query: inout Query) {
        guard [.spending, .transactions].contains(intent), reading.has("measure.count") || namesVisits else { return }
        if namesVisits { query.measure = .average }
        if query.measure == .average {
            if saysCountOnly {
                query.counted = counted(&query) ?? .transactions
                if let unit = rateUnit { query.averageUnit = unit }
            }
            return
        }
        guard query.measure == .count else { return }
        query.counted = counted(&query)
        guard let unit = rateUnit else { return }
        query.measure = .average
        query.averageUnit = unit
        query.counted = query.counted ?? .transactions
        query.grouping = nil
    }

    /// `times I went to heb per month`, `visits to heb per month`.
    private var namesVisits: Bool {
        let first = reading.keys.first { !FunctionWords.determiners.contains($0) } ?? ""
        return ["times", "visits", "trips"].contains(first) && rateUnit != nil
    }

    /// `average number of`, `how many … on average`: not `average of how much`.
    private var saysCountOnly: Bool { !reading.units.contains { $0.labels.contains("@howmuch") } }

    private func counted(_ query: inout Query) -> Query.Counted? {
        guard let noun = countedNoun else { return saysIdleDays ? quiet(&query) : nil }
        switch noun {
        case "day", "days": return saysIdleDays ? quiet(&query) : .days
        case "category", "categories": return .categories
        default:
            query.grouping = .merchant
            query.order = .largest
            return .merchants
        }
    }

    /// `without buying coffee` names what was not bought, and leaves nothing out.
    private func quiet(_ query: inout Query) -> Query.Counted {
        query.categories += query.excludedCategories
        query.merchants += query.excludedMerchants
        query.excludedCategories = []
        query.excludedMerchants = []
        query.grouping = nil
        return .daysWithout
    }

    private var saysIdleDays: Bool {
        let keys = reading.keys
        guard keys.contains("day") || keys.contains("days") else { return false }
        if keys.contains(where: QueryBuilder.idle.contains) { return true }
        if keys.contains("not") || keys.contains("didnt") || keys.contains("havent") || keys.contains("dont") {
            return true
        }
        return keys.indices.dropLast().contains { keys[$0] == "spend" && keys[$0 + 1] == "free" }
    }

    /// The noun after `how many` or `number of`, where it is no transaction.
    private var countedNoun: String? {
        let keys = reading.keys
        for place in keys.indices where ["many", "number", "count"].contains(keys[place]) {
            guard keys[place] != "many" || place > 0 && keys[place - 1] == "how" else { continue }
            var next = place + 1
            var isDistinct = false
            while next < keys.count, next < place + 6 {
                let key = keys[next]
                if ["different", "distinct", "unique", "separate", "other", "individual", "new"].contains(key) {
                    isDistinct = true
                } else if ["day", "days"].contains(key) {
                    return isOfWeek(next) ? nil : key
                } else if ["category", "categories"].contains(key) {
                    return key
                } else if QueryBuilder.placeNouns.contains(key) {
                    return isVisit(after: next) ? nil : key
                } else if !["of", "the", "my", "-"].contains(key), !isDistinct, !isPlaceCategory(next), !isIdle(key) {
                    return nil
                }
                next += 1
            }
            if isDistinct { return "merchants" }
        }
        return nil
    }

    private func isIdle(_ key: String) -> Bool {
        QueryBuilder.idle.contains(key) || ["spend", "spending", "free"].contains(key)
    }

    /// `restaurant visits`, `store trips`: single purchases.
    private func isVisit(after place: Int) -> Bool {
        let next = place + 1
        return next < reading.keys.count
            && [
                "visit", "visits", "trip", "trips", "purchase", "purchases", "transactions", "charges", "orders",
                "payments", "runs", "bills", "meals", "stays", "flights", "tickets",
            ].contains(reading.keys[next])
    }

    /// `how many days of the week`, `days in a week`.
    private func isOfWeek(_ place: Int) -> Bool {
        let rest = reading.keys[(place + 1)...].prefix(3)
        return rest.contains("of") && rest.contains("week")
    }

    /// `coffee shops`: the words before the noun belong to it.
    private func isPlaceCategory(_ place: Int) -> Bool {
        reading.names.contains { name in
            if case .category = name.kind, name.tokens.contains(place) {
                QueryBuilder.placeNouns.contains(reading.keys[name.tokens.upperBound - 1])
            } else {
                false
            }
        }
    }

    /// `a week`, `per month`: what a count is to be taken per.
    private var rateUnit: Query.AverageUnit? {
        let units: [String: Query.AverageUnit] = ["day": .day, "week": .week, "month": .month, "year": .year]
        let keys = reading.keys
        for place in keys.indices.dropFirst() {
            guard let unit = units[keys[place]], !isTime(place) else { continue }
            if ["a", "per", "every", "an", "average", "typical", "any", "normal"].contains(keys[place - 1]) {
                return unit
            }
        }
        return nil
    }

    private func isTime(_ place: Int) -> Bool { reading.times.contains { $0.tokens.contains(place) } }

    // MARK: Ranking places

    /// `top 5 restaurants`, `most visited coffee shop`: places of one kind, ranked.
    func applyRankedPlaces(to query: inout Query) {
        guard intent == .spending, query.sides.isEmpty, [.total, .count, .largest, .smallest].contains(query.measure),
            let ranking = RankedPlaces(reading)
        else { return }
        query.grouping = .merchant
        query.order = reading.has("pick.least") || reading.keys.contains("least") ? .smallest : .largest
        query.measure = ranking.isByVisits ? .count : ranking.isByPrice ? .average : .total
        query.averageUnit = .transaction
        if ranking.isCheapest { query.order = .smallest }
        query.counted = nil
        if let limit = reading.limit {
            query.limit = limit
        } else if ranking.isSingular {
            query.limit = 1
        }
    }
}

/// Places of one kind that are to be ranked.
struct RankedPlaces {
    /// By how often one went there instead of by money.
    let isByVisits: Bool
    /// Whether by what a visit costs: `cheapest place for coffee`, `most expensive restaurant`.
    let isByPrice: Bool
    let isCheapest: Bool
    /// Whether one place is asked for.
    let isSingular: Bool

    private static let superlatives: Set<String> = [
        "top", "favorite", "favourite", "favorites", "favourites", "most", "biggest", "largest", "best", "frequented",
        "main", "goto", "usual", "least", "priciest", "costliest", "cheapest", "dearest",
    ]

    init?(_ reading: QuestionReading) {
        let keys = reading.keys
        guard !RankedPlaces.superlatives.isDisjoint(with: keys),
            let noun = keys.indices.first(where: { place in
                QueryBuilder.placeNouns.contains(keys[place])
                    && !(place + 1 < keys.count && RankedPlaces.rowNouns.contains(keys[place + 1]))
            })
        else { return nil }
        // `my biggest purchase at a gas station` is about a row.
        let others = ["month", "week", "day", "year", "weekday", "account"]
        guard !keys.indices.contains(where: { RankedPlaces.isRowNoun(keys, $0) }),
            !others.contains(where: { reading.has("group." + $0) }),
            reading.has("pick.most") || reading.has("pick.least") || reading.limit != nil
                || RankedPlaces.leads(keys, to: noun)
        else { return nil }
        isSingular = !keys[noun].hasSuffix("s")
        let visits = [
            "visited", "visit", "often", "frequent", "frequently", "frequented", "favorite", "favourite", "favorites",
            "favourites", "go", "went", "gone", "been", "times", "visits", "eat", "eaten", "ate", "goto", "usual",
            "popular", "regular", "shop", "shopped", "frequents",
        ]
        let money = ["spend", "spent", "spending", "cost", "money", "expensive", "paid", "pay", "spends"]
        let isMoney = !Set(keys).isDisjoint(with: money)
        isCheapest = keys.contains("cheapest") || RankedPlaces.says("least", "expensive", keys)
        isByPrice =
            isCheapest || keys.contains(where: ["priciest", "dearest"].contains)
            || RankedPlaces.says("most", "expensive", keys)
        isByVisits = !isMoney && !isByPrice && keys.indices.contains { $0 != noun && visits.contains(keys[$0]) }
    }

    private static let rowNouns: Set<String> = [
        "purchase", "purchases", "transaction", "transactions", "charge", "charges", "bill", "bills", "visit",
        "order", "orders", "payment", "payments", "meal", "meals", "trip", "trips", "expense", "expenses", "dinner",
        "lunch", "tab", "receipt", "receipts", "stay", "ticket", "tickets", "flight", "flights",
    ]

    /// `visit` and `order` are no nouns after who does so: `which shop do I visit most`.
    private static func isRowNoun(_ keys: [String], _ place: Int) -> Bool {
        rowNouns.contains(keys[place])
            && !(["visit", "order"].contains(keys[place]) && place > 0 && ["i", "we"].contains(keys[place - 1]))
    }

    private static func says(_ first: String, _ second: String, _ keys: [String]) -> Bool {
        keys.indices.dropLast().contains { keys[$0] == first && keys[$0 + 1] == second }
    }

    /// Whether a superlative stands before the noun with nothing but what describes it between: `most visited shop`.
    private static func leads(_ keys: [String], to noun: Int) -> Bool {
        guard let start = keys[max(0, noun - 4)..<noun].lastIndex(where: superlatives.contains) else { return false }
        return keys[start..<noun].allSatisfy { !FunctionWords.all.contains($0) || superlatives.contains($0) }
            && !keys[start..<noun].contains { ["spend", "spent", "paid", "pay", "cost"].contains($0) }
    }
}
