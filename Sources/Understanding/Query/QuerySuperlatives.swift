import Ledger

/// Superlatives: the second biggest, the best months for saving, the least in a month.
extension QueryBuilder {
    /// `second biggest purchase`, `third most expensive month`: one row or group further down the order.
    func applyRank(to query: inout Query) {
        guard let rank = reading.rank, query.grouping != nil || intent == .transactions else { return }
        query.offset = rank - 1
        query.limit = 1
        guard query.grouping != nil || ![.largest, .smallest].contains(query.order) else { return }
        query.order = reading.has("pick.least") || reading.has("measure.smallest") ? .smallest : .largest
    }

    /// `which saturday did I spend the most in september`: single days of that weekday.
    func applyRankedWeekday(to result: inout Result) {
        let isLeast = reading.keys.contains("least")
        guard [.spending, .transactions].contains(intent), isLeast || reading.keys.contains("most"),
            let day = reading.rankedWeekday, day.period.start == day.period.end
        else { return }
        result.query.weekdays = [day.period.start.weekday]
        result.query.grouping = .day
        result.query.measure = .total
        result.query.order = isLeast ? .smallest : .largest
        result.query.limit = reading.limit ?? 1
    }

    /// `best month for saving`: periods ranked by what was left of the income.
    func applyNetRank(to query: inout Query) {
        guard intent == .cashFlow, reading.has("net.rank"), let grouping = query.grouping,
            [.day, .week, .month, .year].contains(grouping)
        else { return }
        let isWorst = reading.keys.contains(where: ["worst", "least", "lowest", "smallest", "fewest"].contains)
        query.order = isWorst ? .smallest : .largest
        query.measure = .total
        query.limit = reading.limit ?? (reading.keys.contains(grouping.rawValue) ? 1 : 10)
        query.categories.removeAll { $0 == "savings_transfer" }
    }

    /// A week, month or year that is not over would always be among the least: only whole ones are held against one
    /// another where the least is asked for, or what was left.
    func keepWholeUnits(in result: inout Result) {
        guard let unit = result.query.grouping.flatMap(QueryBuilder.unit),
            result.query.order == .smallest || intent == .cashFlow && reading.has("net.rank"),
            result.query.otherPeriods.isEmpty, let coverage = context.names.coverage
        else { return }
        let asked = result.query.period ?? coverage
        // Nobody spends something every day: a month that only lacks rows in its first week is whole.
        let begun = coverage.start.day <= 7 ? coverage.start.startOfMonth : coverage.start
        let last = min(asked.end, context.asOf)
        let head = TimeSpan.containing(max(asked.start, begun), unit)
        let tail = TimeSpan.containing(last, unit)
        // Before the first row there is nothing that could be cut.
        let isWhole = asked.start < begun ? head.start == begun : head.start == asked.start
        let start = isWhole ? asked.start : head.end.adding(days: 1)
        let end = tail.end == last ? last : tail.start.adding(days: -1)
        guard start <= end, start != asked.start || end != asked.end else { return }
        result.query.period = Period(start, end)
        if end < last {
            result.notes.append("left out \(Period(tail.start, tail.end).label), which isn't over yet")
        }
    }

    private static func unit(_ grouping: Query.Grouping) -> TimeUnit? {
        switch grouping {
        case .week: .week
        case .month: .month
        case .year: .year
        default: nil
        }
    }

    /// Whether a sum without a period is one of everything there is: `in total`, `all told`.
    ///
    /// Beside several names `in total` joins these.
    func saysAllTime(_ query: Query) -> Bool {
        let keys = reading.keys
        let named = reading.names.count { name in
            switch name.kind {
            case .category(let ids): ids.contains(where: query.categories.contains)
            case .merchant(let names): names.contains(where: query.merchants.contains)
            default: !name.isExcluded
            }
        }
        let isOfSeveral = named > 1
        return keys.indices.contains { place in
            let next = place + 1 < keys.count ? keys[place + 1] : ""
            switch keys[place] {
            case "lifetime": return true
            case "all" where next == "told": return true
            case "to" where next == "date": return true
            case "in" where ["total", "all", "sum"].contains(next): return !isOfSeveral
            case "altogether": return !isOfSeveral
            default: return false
            }
        }
    }

    /// What one buys one of at a time: an average of it is that of a purchase, not of a month.
    private static let things: Set<String> = [
        "coffee", "restaurants", "fast_food", "taxi", "events", "hair_beauty", "lodging", "flights", "fuel", "parking",
        "alcohol", "books", "games", "public_transit", "car_care", "laundry", "veterinary", "doctor", "dental",
    ]

    /// `average coffee`, `typical uber`: a thing or a place right after the word, and nothing that is summed.
    var averagesThing: Bool {
        reading.names.contains { name in
            guard !name.isExcluded, isAveraged(name.tokens.lowerBound), endsThere(name.tokens.upperBound) else {
                return false
            }
            switch name.kind {
            case .merchant: return true
            case .category(let ids):
                let word = reading.keys[name.tokens.upperBound - 1]
                let isPlural = word.hasSuffix("s") && word.utf8.count > 3
                return ids.allSatisfy(QueryBuilder.things.contains) && !isPlural && !word.hasSuffix("ing")
            default: return false
            }
        }
    }

    private func isAveraged(_ place: Int) -> Bool {
        var before = place - 1
        // `for a coffee on average`
        if before >= 0, ["a", "an"].contains(reading.keys[before]) { return true }
        while before >= 0, FunctionWords.determiners.contains(reading.keys[before]) { before -= 1 }
        return before >= 0 && ["average", "avg", "mean", "typical", "usual", "normal"].contains(reading.keys[before])
    }

    private func endsThere(_ place: Int) -> Bool {
        guard place < reading.keys.count, !reading.times.contains(where: { $0.tokens.contains(place) }) else {
            return true
        }
        return reading.tokens[place].form == .sign || FunctionWords.all.contains(reading.keys[place])
    }
}

extension QuestionReading {
    private static let superlatives: Set<String> = [
        "biggest", "largest", "highest", "priciest", "costliest", "most", "smallest", "cheapest", "lowest", "least",
        "best", "worst", "busiest",
    ]

    /// Which place of an order is asked for, 2 or more: `second biggest`, `3rd most expensive`.
    var rank: Int? {
        for place in keys.indices.dropLast() {
            guard let rank = FollowUpCommand.ordinals[keys[place]],
                QuestionReading.superlatives.contains(keys[place + 1]),
                !names.contains(where: { $0.tokens.contains(place) })
            else { continue }
            return rank
        }
        return nil
    }

    /// The weekday after `which`.
    var rankedWeekday: TimeExpression? {
        times.first { time in
            let place = time.tokens.lowerBound
            return time.unit == .day && time.tokens.count == 1 && tokens[place].form == .word && place > 0
                && ["which", "what"].contains(keys[place - 1])
        }
    }

    /// Whether groups are ranked: `top 3 months`, `bottom 3 categories`.
    var ranksGroups: Bool {
        (has("pick.most") || has("pick.least")) && readings.contains { $0.hasPrefix("group.") }
    }
}
