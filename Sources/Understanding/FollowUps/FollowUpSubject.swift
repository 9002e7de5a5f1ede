import Ledger

/// Lines that keep the time and what was asked about, and ask for another side of it: refunds, a share of income, what
/// was saved of it.
extension FollowUp {
    /// Whether a line says another side of the last answer without naming what that was about.
    func asksForSide(of last: ConversationState.Turn) -> Bool {
        guard FollowUp.ofRows.contains(last.intent) else { return false }
        return asksForAny || asksForShare(of: last) || part(of: last) != nil || countsVisits(of: last)
            || rate != nil || asksWhen || asksForOneRow(of: last) || turnsRanking(of: last) || sumsShown(of: last)
            || asksForCost || refersByWord || countsList(of: last) || asksForInterest || asksForNext(of: last)
            || countsRows(of: last) || otherWhole(after: last) != nil || asksWhatChanged(of: last) || daysSince != nil
            || asksForReturns || asksOnWhat || asksWhere(of: last) || asksWhatWasBought(of: last)
            || firstCount(of: last) != nil || extremeOfAll != nil && last.query.sides.isEmpty
    }

    /// `and interest?`: earned after what was earned, else paid.
    private var asksForInterest: Bool {
        said.contains("interest")
            && said.allSatisfy { ["and", "what", "about", "how", "interest", "any", "just", "only"].contains($0) }
    }

    /// `when is the next one`: of what recurs.
    private func asksForNext(of last: ConversationState.Turn) -> Bool {
        let beside = [
            "when", "whens", "is", "the", "next", "one", "due", "will", "it", "be", "and", "payment", "charge",
        ]
        return last.query.isPart && said.contains("next") && ["when", "whens"].contains(said.first ?? "")
            && said.allSatisfy(beside.contains)
    }

    /// `when was that`: the rows of the last answer.
    var asksWhen: Bool {
        let beside = [
            "was", "is", "that", "it", "this", "the", "did", "happen", "were", "those", "they", "and", "exactly",
        ]
        return ["when", "whens"].contains(said.drop { $0 == "and" }.first ?? "") && said.count <= 6
            && said.dropFirst().allSatisfy { beside.contains($0) || $0 == "when" }
    }

    /// `what did it cost`, `what do they cost me`: the sum.
    private var asksForCost: Bool {
        let beside = [
            "what", "whats", "did", "do", "does", "it", "they", "that", "this", "those", "cost", "costs", "me", "us",
            "all", "so", "and",
            "costing", "is",
        ]
        return (said.contains("cost") || said.contains("costs")) && said.count > 1 && said.count <= 7
            && said.allSatisfy(beside.contains)
    }

    /// `how much was it` after one row: what that row was.
    func asksForOneRow(of last: ConversationState.Turn) -> Bool {
        let beside = [
            "how", "much", "was", "what", "it", "that", "is", "for", "and", "did", "i", "pay", "spend", "cost",
        ]
        return last.intent == .transactions && last.query.limit == 1
            && (asksForCost || said.starts(with: ["how", "much"]))
            && said.allSatisfy(beside.contains)
    }

    /// `first time I used it`, `last time`: one of the rows talked about.
    var refersByWord: Bool {
        (reading.has("last.one") || reading.has("order.oldest")) && reading.units.count <= 6 && !hasSlots
            && (said.contains { ["it", "them", "that", "there", "one"].contains($0) }
                || said.count <= 3 && said.contains("time"))
            && !standsAlone
    }

    /// The other end of a ranking: `and the least?` after which place took the most, `and up?` after what fell.
    private func turnsRanking(of last: ConversationState.Turn) -> Bool {
        last.query.grouping != nil && (otherEnd(of: last) != nil || topOfGroups)
    }

    /// `only the top one`, of groups.
    private var topOfGroups: Bool {
        let beside = ["only", "just", "the", "top", "one", "first", "and", "number", "1", "show", "me"]
        return said.allSatisfy(beside.contains) && (said.contains("top") || said.contains("number"))
            && (said.contains("one") || said.contains("1"))
    }

    private func otherEnd(of last: ConversationState.Turn) -> Query.Order? {
        let beside = [
            "and", "the", "which", "what", "was", "is", "one", "ones", "whats", "where", "did", "i", "spend", "went",
            "go", "gone", "are", "has", "have", "most", "to", "for", "at", "about", "how", "going",
        ]
        let high = ["most", "highest", "biggest", "largest", "priciest", "worst", "more"]
        let low = ["least", "lowest", "smallest", "cheapest", "best", "less"]
        let up = ["up", "rose", "rise", "grew", "increased"]
        let down = ["down", "fell", "fall", "dropped", "decreased"]
        func says(_ words: [String]) -> Bool {
            said.contains(where: words.contains) && said.allSatisfy { words.contains($0) || beside.contains($0) }
                && said.count <= 5
        }
        if [.rise, .fall].contains(last.query.order) { return says(up) ? .rise : says(down) ? .fall : nil }
        guard last.query.limit == 1 else { return nil }
        return says(low) ? .smallest : says(high) ? .largest : nil
    }

    /// `how many` after a list of money both ways, which says how many there are.
    private func countsList(of last: ConversationState.Turn) -> Bool {
        let beside = [
            "and", "so", "how", "many", "are", "there", "is", "that", "were", "of", "them", "those", "in", "all",
        ]
        return last.intent == .transactions && last.query.direction == .any && last.query.limit > 1
            && said.contains("many") && said.allSatisfy(beside.contains)
    }

    /// `total of those` after some of the rows there are.
    private func sumsShown(of last: ConversationState.Turn) -> Bool {
        let isSome = last.query.order != .newest || last.query.offset > 0 || last.query.limit < 10
        let beside = [
            "total", "sum", "of", "those", "them", "these", "all", "up", "add", "the", "and", "what", "is", "whats",
            "how", "much", "were", "did", "they", "cost", "come", "to", "in", "so",
        ]
        let asksForSum =
            said.contains(where: ["total", "sum", "add"].contains)
            || said.starts(with: ["how", "much"]) || said.contains("cost")
        return last.intent == .transactions && isSome && last.query.limit > 1 && said.allSatisfy(beside.contains)
            && asksForSum && said.contains(where: ["those", "them", "these", "they"].contains)
    }

    private static let rateUnits: [String: Query.AverageUnit] = [
        "year": .year, "yearly": .year, "annually": .year, "annual": .year, "month": .month, "monthly": .month,
        "week": .week, "weekly": .week, "day": .day, "daily": .day, "annum": .year,
    ]

    private static let besideRates: Set = [
        "and", "so", "how", "much", "is", "that", "it", "what", "whats", "per", "a", "an", "each", "every", "in",
        "over", "would", "be", "thats", "are", "i", "pay", "do", "they", "those", "cost", "me", "come", "to", "total",
        "all", "them",
        "does",
    ]

    /// The unit of a line that asks for nothing but a rate: `a year?`, `how much is that per month`, `yearly`.
    var rate: Query.AverageUnit? {
        let units = FollowUp.rateUnits
        guard said.count <= 9, said.allSatisfy({ units[$0] != nil || FollowUp.besideRates.contains($0) }) else {
            return nil
        }
        guard let place = said.firstIndex(where: { units[$0] != nil }) else { return nil }
        let isRate = said[place].hasSuffix("ly") || said[place].hasPrefix("annu")
        return isRate || place > 0 && ["per", "a", "each", "every"].contains(said[place - 1]) ? units[said[place]] : nil
    }

    /// `any refunds?`, `anything pending`: among the rows of the last answer.
    private var asksForAny: Bool {
        if said.count == 1, reading.has("kind.refund"), !standsAlone { return true }
        guard ["any", "anything", "were", "are"].contains(said.first ?? ""), said.count <= 5, !standsAlone else {
            return false
        }
        let isExistential = said[0].hasPrefix("any") || said.dropFirst().first == "there"
        return isExistential && (reading.has("kind.refund") || reading.has("status.pending") || hasSlots)
    }

    /// `as percent of income`: the part is what was asked about before.
    private func asksForShare(of last: ConversationState.Turn) -> Bool {
        guard reading.has("measure.share"), reading.names.allSatisfy(isIncome), reading.units.count <= 7,
            reading.times.allSatisfy(\.pointsBack),
            last.intent == .spending || last.intent == .transactions
        else { return false }
        let verbs = reading.units.contains { $0.slot == nil && $0.labels.contains("@spend") }
        return !verbs || isShareOfSpending
            || ["of", "as", "percent", "percentage", "share", "%"].contains(said.first ?? "")
    }

    /// Words of `and in percent?`, which a comparison answers already.
    static let besidePercent: Set<String> = [
        "and", "in", "as", "a", "the", "percent", "percentage", "%", "what", "is", "that", "whats", "difference",
        "diff", "change", "how", "much", "by", "gap", "so", "between", "them", "two", "both", "months",
    ]

    /// `how many trips`, `how many visits was that` after a place or kind of place.
    private func countsVisits(of last: ConversationState.Turn) -> Bool {
        last.query.isPart && reading.has("measure.count") && reading.units.count <= 4 && tripCategories != nil
            && reading.merchants().isEmpty && reading.freeText == nil
    }

    /// The categories of words that only say what is counted: `how many trips`, `number of rides`; nil where none stands.
    var tripCategories: Set<String>? {
        let keys = reading.keys
        let nouns = [
            "trip", "trips", "ride", "rides", "meal", "meals", "visit", "visits", "times", "run", "runs", "bill",
            "bills", "fill", "fills", "fillup", "fillups", "fare", "fares",
        ]
        let before = [
            "many", "of", "number", "highest", "biggest", "largest", "lowest", "smallest", "cheapest", "priciest",
            "average",
        ]
        guard let place = keys.indices.first(where: { nouns.contains(keys[$0]) }), place > 0,
            before.contains(keys[place - 1])
        else { return nil }
        var found: Set<String> = []
        for name in reading.names where name.tokens.lowerBound == place {
            if case .category(let ids) = name.kind { found.formUnion(ids) }
        }
        return found
    }

    /// `which went up`, `any new ones`, `a year?` after what recurs.
    var asksOfStreams: Bool {
        let aspects: Set = [
            "up", "increased", "raised", "dearer", "expensive", "new", "cancelled", "canceled", "stopped", "ended",
            "due", "next", "upcoming", "soon", "rose", "changed",
        ]
        return rate == .year
            || reading.units.count <= 5 && !hasSlots && reading.amounts.isEmpty && !aspects.isDisjoint(with: said)
                && !standsAlone
    }

    /// What part of income a line asks for.
    private enum Part { case saved, spent }

    /// `how much of it did I save`, `what part of that was spent`, after what was earned.
    private func part(of last: ConversationState.Turn) -> Part? {
        guard [.income, .cashFlow, .spending].contains(last.intent), reading.names.allSatisfy(isSaving),
            reading.times.allSatisfy(\.pointsBack), reading.units.count <= 8
        else { return nil }
        let words = Set(reading.keys)
        let refers = words.contains("of") && !words.isDisjoint(with: ["it", "that", "this", "which", "those"])
        let goesOn = ["and", "so", "but"].contains(said.first ?? "") || !reading.times.isEmpty
        let saves = !words.isDisjoint(with: ["save", "saved", "kept"])
        guard refers && (saves || last.intent != .spending) || goesOn && saves else { return nil }
        if !words.isDisjoint(with: ["save", "saved", "keep", "kept", "left", "remained", "remains", "stayed", "over"]) {
            return .saved
        }
        return words.isDisjoint(with: ["spend", "spent", "gone", "went", "blow", "blew", "used"]) ? nil : .spent
    }

    private func isIncome(_ name: NameMatch) -> Bool {
        if case .category(let ids) = name.kind { ids.allSatisfy { context.taxonomy[$0]?.flow == .in } } else { false }
    }

    private func isSaving(_ name: NameMatch) -> Bool {
        if case .category(let ids) = name.kind { ids == ["savings_transfer"] } else { false }
    }

    /// Changes what the last answer was a side of; the days stay.
    ///
    /// - Returns: whether nothing else is to be changed.
    func changeSide(_ understood: inout Understood, of last: ConversationState.Turn) -> Bool {
        if let part = part(of: last) {
            understood.intent = part == .saved ? .cashFlow : .spending
            understood.query = Query(
                measure: part == .saved ? .total : .share, whole: part == .saved ? nil : Query.Whole(direction: .in),
                direction: part == .saved ? .any : .out)
            understood.query.cover(last.query.periods ?? [])
            understood.query.accounts = last.query.accounts
            return true
        }
        if let order = extremeOfAll {
            (understood.intent, understood.query.measure) = (.spending, order == .largest ? .largest : .smallest)
            (understood.query.grouping, understood.query.order, understood.query.limit) = (nil, order, 1)
            dropComparison(&understood)
            guard said.contains("ever") else { return true }
            let everything = Period(min(context.time.earliest, context.asOf), context.asOf, label: "all time")
            (understood.query.period, understood.query.otherPeriods) = (everything, [])
            understood.assumedPeriod = false
            return true
        }
        if let unit = calendarUnit(after: last) {
            group(&understood, by: unit)
            return true
        }
        if let account = otherAccount(beside: last.query.accounts) {
            understood.query.accounts = [account]
            return true
        }
        if let whole = otherWhole(after: last) {
            understood.query.whole = whole
            return true
        }
        if asksWhatChanged(of: last) {
            understood = reasons(after: last)
            return true
        }
        if countsList(of: last) {
            (understood.query.limit, understood.query.offset) = (last.query.limit, last.query.offset)
            return true
        }
        if sumsShown(of: last) {
            (understood.query.limit, understood.query.offset) = (last.query.limit, last.query.offset)
            understood.lead = .shownSum
            return true
        }
        if asksForOneRow(of: last) {
            understood.query.offset = last.query.offset
            return true
        }
        if let count = firstCount(of: last) {
            (understood.query.limit, understood.query.offset) = (count, last.query.offset)
            return true
        }
        if last.query.grouping != nil, let order = otherEnd(of: last) {
            understood.query.order = order
            return true
        }
        if last.query.grouping != nil, topOfGroups {
            understood.query.limit = 1
            return true
        }
        if asksForNext(of: last) {
            understood.intent = .recurring
            understood.query = Query(categories: last.query.categories, merchants: last.query.merchants)
            return true
        }
        if asksForInterest {
            let isPutIn = last.query.kinds == [.transfer] && last.query.direction == .in
            understood.query.categories = [last.intent == .income || isPutIn ? "interest_income" : "interest_charge"]
            understood.query.merchants = []
            if isPutIn { (understood.intent, understood.query.kinds) = (.income, []) }
            if last.query.kinds == [.refund] {
                (understood.intent, understood.query.kinds, understood.query.direction) = (.spending, [], .out)
            }
            return true
        }
        if asksForShare(of: last), last.query.comparison != nil, said.contains("in") || said.contains("difference"),
            said.allSatisfy(FollowUp.besidePercent.contains)
        {
            understood.query = last.query
            return true
        }
        if asksForCost {
            understood.query.grouping = nil
            // After what came back, what the whole of it cost.
            if last.query.kinds == [.refund] { (understood.query.kinds, understood.query.direction) = ([], .out) }
            sumUp(&understood)
            takeSide(&understood.query)
            return true
        }
        if asksWhen {
            listRows(&understood)
            if last.query.limit == 1 { (understood.query.limit, understood.query.offset) = (1, last.query.offset) }
            return true
        }
        if asksWhatWasBought(of: last) {
            listRows(&understood)
            (understood.query.grouping, understood.query.limit) = (nil, 10)
            return true
        }
        if asksOnWhat {
            group(&understood, by: finer(last.query) ?? .merchant)
            return true
        }
        if asksWhere(of: last) {
            group(&understood, by: .merchant)
            return true
        }
        if asksForReturns {
            // What one purchase gave back came after it.
            if last.query.grouping == nil, last.query.limit == 1 || last.query.measure.isOfOneRow,
                let merchant = context.shown.merchant, let day = context.shown.day
            {
                understood.query = Query(
                    period: Period(day, max(day, context.asOf)), merchants: [merchant], direction: .in)
                understood.intent = .transactions
            }
            (understood.query.kinds, understood.query.direction) = ([.refund], .in)
            if asksQuantity { sumUp(&understood) } else { listRows(&understood) }
            return true
        }
        if asksForAny {
            understood.intent = .transactions
            understood.query.measure = .total
            understood.query.counted = nil
            understood.query.grouping = nil
            understood.query.order = .newest
            understood.query.limit = 10
            understood.query.comparison = nil
            understood.comparesWithUsual = false
        }
        return false
    }

    /// What was spent without what came back; of a list of refunds alone nothing would be left.
    func leaveOutRefunds(_ understood: inout Understood) {
        if understood.query.kinds == [.refund] {
            understood.intent = .spending
            understood.query.direction = .out
        }
        understood.query.kinds = [.expense]
    }
}
