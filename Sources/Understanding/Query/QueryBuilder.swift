import Ledger

/// Turns what was read from a full question into a query.
struct QueryBuilder {
    let reading: QuestionReading
    let intent: Intent
    let context: UnderstandingContext

    /// What was decided besides the query itself.
    struct Result {
        var query = Query()
        var assumedPeriod = false
        var comparesWithUsual = false
        var threshold: Money?
        var staysBelow = false
        /// What a running period is compared with, where only as much of it as has run is taken.
        var cutComparison: String?
        var notes: [String] = []
    }

    func build() -> Result {
        var result = Result()
        applyNames(to: &result.query, notes: &result.notes)
        applyMeasure(to: &result.query)
        applyWhole(to: &result.query)
        applyCounted(to: &result.query)
        applySides(to: &result.query)
        applyUnion(to: &result.query)
        applyGrouping(to: &result.query)
        applyRankedPlaces(to: &result.query)
        applyTimes(to: &result)
        applyAmounts(to: &result)
        applyCurrency(to: &result)
        applyDirection(to: &result.query)
        applyShareDirection(to: &result.query)
        applyMoves(to: &result.query)
        applyOrder(to: &result.query)
        applyRank(to: &result.query)
        applyNetRank(to: &result.query)
        applyRankedWeekday(to: &result)
        applyPayDay(to: &result.query)
        assumeSharePeriod(&result)
        assumePeriod(&result)
        keepWholeUnits(in: &result)
        applyChange(to: &result)
        applyChangeRank(to: &result)
        // Things held against one another are compared with each other, and with other days only where these are said.
        if result.query.sides.isEmpty { applyComparison(to: &result) }
        // Nothing is compared with several periods.
        if result.query.comparison != nil { result.query.otherPeriods = [] }
        dropSingleGroup(&result.query)
        leaveOutTimes(&result)
        result.notes += reading.names.compactMap(\.note) + [receiverNote].compactMap { $0 }
        return result
    }

    // MARK: What

    private func applyNames(to query: inout Query, notes: inout [String]) {
        query.categories = reading.categories()
        query.merchants = reading.merchants()
        query.accounts = reading.accounts.isEmpty ? cardsUsed : reading.accounts
        query.excludedCategories = reading.categories(excluded: true) + reading.impliedExclusions
        query.excludedMerchants = reading.merchants(excluded: true)
        takeKinds(&query)
        // `on track` names nothing.
        query.text = intent == .cashFlow && reading.asksIfSumIsKept ? nil : reading.freeText
        dropNouns(&query)
        applyQualifiers(to: &query, notes: &notes)
        addInterest(&query)
        addMovedMoney(&query)
        if intent == .income { narrowIncome(&query) }
        // All that has to be paid again and again is more than what the word means alone.
        if intent == .cashFlow && reading.asksLeftAfter || intent == .spending && reading.saysPartOfIncome,
            reading.keys.contains("bills"),
            query.categories.filter({ context.taxonomy[$0]?.flow != .in }) == ["utilities"]
        {
            query.categories = ["rent", "mortgage", "utilities", "insurance", "car_payment", "loans"]
        }
    }

    /// Where rows are meant, a word for a kind of merchants means those of the household. Limits are of categories, and
    /// so are the habits that a purchase is judged by.
    private func takeKinds(_ query: inout Query) {
        guard [.spending, .transactions, .advice, .recurring].contains(intent) else { return }
        for name in reading.names where !name.merchants.isEmpty || !name.without.isEmpty {
            guard case .category(let ids) = name.kind else { continue }
            if !name.isExcluded { query.excludedMerchants += name.without }
            if name.merchants.isEmpty { continue }
            let isElsewhere = reading.names.contains { other in
                other != name && other.merchants.isEmpty && other.isExcluded == name.isExcluded
                    && other.kind == name.kind
            }
            if name.isExcluded {
                if !isElsewhere { query.excludedCategories.removeAll(where: ids.contains) }
                query.excludedMerchants += name.merchants
            } else {
                if !isElsewhere { query.categories.removeAll(where: ids.contains) }
                query.merchants += name.merchants
            }
        }
    }

    /// Category words that here only say in what form something was paid: `grocery trips`, `restaurant bill`, and
    /// the `bills` of a question about bills.
    private func dropNouns(_ query: inout Query) {
        let isAlone = query.categories.count < 2 && query.merchants.isEmpty && query.text == nil
        for name in reading.names where !name.isExcluded {
            guard case .category(let ids) = name.kind, name.tokens.count == 1 || isFor(ids, name) else { continue }
            let word = reading.keys[name.tokens.lowerBound]
            let isTicket = word == "ticket" && name.tokens.lowerBound > 0 && reading.has("measure.average")
            let isTrip = (["trip", "trips", "ride", "rides"].contains(word) || isTicket) && !isAlone
            let isBill = ["bill", "bills"].contains(word) && (intent == .recurring || follows(name))
            let isSaving = intent == .cashFlow && ids == ["savings_transfer"]
            if isTrip || isBill || isSaving || isWider(ids, than: name) || isFor(ids, name) {
                query.categories.removeAll { ids.contains($0) }
            }
        }
    }

    /// `restaurant meal`: the second word is of what the first one is a kind of.
    private func isWider(_ ids: [String], than name: NameMatch) -> Bool {
        reading.names.contains { other in
            guard other.tokens.upperBound == name.tokens.lowerBound, case .category(let narrower) = other.kind else {
                return false
            }
            return narrower.allSatisfy { id in context.taxonomy[id]?.parent.map(ids.contains) ?? false }
        }
    }

    /// Whether another name ends where this one begins.
    private func follows(_ name: NameMatch) -> Bool {
        reading.names.contains { $0.tokens.upperBound == name.tokens.lowerBound }
    }

    /// `interest` is paid or earned, as the question is about spending or income.
    private func addInterest(_ query: inout Query) {
        if reading.keys.contains("interest") { query.categories.removeAll { $0 == "savings_transfer" } }
        guard query.categories.isEmpty, query.merchants.isEmpty, let place = reading.keys.firstIndex(of: "interest")
        else { return }
        if place > 0, FunctionWords.exclusions.contains(reading.keys[place - 1]) {
            query.excludedCategories.removeAll { $0 == "savings_transfer" }
            query.excludedCategories.append(intent == .income ? "interest_income" : "interest_charge")
            return
        }
        if intent == .spending { query.categories = ["interest_charge"] }
        if intent == .income { query.categories = ["interest_income"] }
    }

    /// `my paychecks` are no interest; a `bonus` is told by the text of its row only.
    private func narrowIncome(_ query: inout Query) {
        guard query.categories.isEmpty, query.merchants.isEmpty, query.text == nil else { return }
        let keys = Set(reading.keys)
        if !keys.isDisjoint(with: ["paycheck", "paychecks", "paycheque", "paycheques", "wages", "payroll"]) {
            query.categories = ["salary"]
        }
        query.text = ["bonus", "pension", "stipend", "commission"].first(where: keys.contains)
    }

    // MARK: How

    private func applyMeasure(to query: inout Query) {
        if intent == .recurring, reading.has("average.year") {
            (query.measure, query.averageUnit) = (.average, .year)
            return
        }
        let order: [Query.Measure] = [.share, .median, .average, .count, .largest, .smallest]
        guard [.spending, .transactions, .income, .cashFlow].contains(intent), !reading.asksElapsed,
            let measure = reading.value(of: "measure", among: order) ?? (saidRate == nil ? nil : .average)
        else { return }
        if [.largest, .smallest].contains(measure), reading.limit != nil || intent == .transactions { return }
        // `higher than average` holds a sum against what is usual.
        if measure == .average, holdsAgainstAverage { return }
        query.measure = measure
        if measure == .share, isWholeOnly(query) || isPlainTotal || asksPercentOfChange { query.measure = .total }
        guard measure == .average else { return }
        let units: [Query.AverageUnit] = [.transaction, .day, .week, .month, .year]
        // Weekends have two days and the rest of a week five.
        query.averageUnit =
            reading.value(of: "average", among: units) ?? saidRate ?? (reading.dayKinds == nil ? implicitUnit : .day)
        // What came in and went out is not averaged: each month is shown.
        let grouping = Query.Grouping(rawValue: query.averageUnit.rawValue)
        if intent == .cashFlow, let grouping, !reading.units.contains(where: { $0.labels.contains("@average") }) {
            query.measure = .total
            query.grouping = grouping
        }
    }

    /// Whether an average is only what a sum is held against: `september vs avg`.
    private var holdsAgainstAverage: Bool {
        let averages = ["average", "avg", "mean"]
        let before = ["than", "vs", "versus", "against", "above", "below", "to"]
        let keys = reading.keys
        let places = keys.indices.filter { averages.contains(keys[$0]) }
        return reading.has("compare.usual") && !places.isEmpty && !keys.contains("per")
            && places.allSatisfy { place in
                let lead = keys[..<place].last { !FunctionWords.determiners.contains($0) }
                return lead.map(before.contains) ?? false
            }
    }

    /// A share of which no part is named would be all of it.
    private func isWholeOnly(_ query: Query) -> Bool {
        query.categories.isEmpty && query.merchants.isEmpty && query.text == nil
            && reading.times.allSatisfy(\.weekdays.isEmpty)
            && reading.amounts.isEmpty && query.excludedCategories.isEmpty && query.excludedMerchants.isEmpty
            && !reading.has("status.pending") && query.accounts.isEmpty && intent == .spending
    }

    /// `average spend` without a unit: a month's, but a single transaction's where the period is a month at most.
    private var implicitUnit: Query.AverageUnit {
        let isPerRow = reading.keys.contains {
            [
                "purchase", "transaction", "visit", "trip", "order", "charge", "bill", "ticket", "basket", "payment",
                "price", "cost", "meal", "paycheck", "paycheque", "paychecks", "check", "payout", "transfer",
                "contribution", "fare", "ride", "run", "fill", "fillup", "tank", "delivery", "lunch", "dinner",
                "haircut", "stay",
                "session", "shop", "refund", "deposit", "withdrawal",
            ].contains($0)
        }
        let isShort = reading.times.contains { !$0.isComparison && $0.period.days <= 31 }
        // `a typical saturday`
        let isOfDays = reading.times.contains(where: \.isWeekdaysOnly)
        if isOfDays, reading.names.isEmpty { return .day }
        return isPerRow || isShort || averagesThing ? .transaction : isOfDays ? .day : .month
    }

    private func applyGrouping(to query: inout Query) {
        let order: [Query.Grouping] = [.weekday, .merchant, .account, .month, .week, .day, .year, .category]
        if !query.sides.isEmpty || query.grouping != nil || query.counted == .daysWithout { return }
        if query.measure == .average, query.counted != nil, !reading.keys.contains("by") { return }
        if let joined = joinedByOr {
            query.grouping = joined
            query.order = .largest
            return
        }
        guard let grouping = reading.value(of: "group", among: order) ?? (asksHistory ? .month : nil),
            ![.budget, .purchase, .edit, .recurring, .forecast, .help, .outOfScope].contains(intent)
        else { return }
        let isUnitOfAverage = query.measure == .average && query.averageUnit.rawValue == grouping.rawValue
        if isUnitOfAverage, !reading.keys.contains("by") { return }
        if [.share, .largest, .smallest].contains(query.measure), !reading.has("pick.most"), !reading.has("pick.least")
        {
            if !reading.keys.contains("by") { return }
        }
        query.grouping = grouping
        if grouping == .account, query.accounts.isEmpty { query.accounts = cardsAsked }
        if reading.has("pick.most") || query.order == .newest && isRanked(grouping) { query.order = .largest }
        // `least expensive` holds both words.
        if reading.has("pick.least") { query.order = .smallest }
        if [.largest, .smallest].contains(query.measure) { query.measure = .total }
        if picksOne { query.limit = 1 }
    }

    /// `which card do I use most`: the cards, where there are several; else every account.
    private var cardsAsked: [String] {
        guard reading.has("measure.count"), ["which", "what"].contains(where: reading.keys.contains),
            ["card", "cards"].contains(where: reading.keys.contains)
        else { return [] }
        let cards = context.names.accounts.filter { $0.type == .creditCard }
        return cards.count > 1 ? cards.map(\.name) : []
    }

    /// `at whole foods or costco`: what each of them took is shown beneath the sum.
    private var joinedByOr: Query.Grouping? {
        guard intent == .spending, reading.keys.contains("or") else { return nil }
        func count(_ isWanted: (NameMatch.Kind) -> Bool) -> Int {
            Set(reading.names.filter { !$0.isExcluded && isWanted($0.kind) }.map(\.kind)).count
        }
        if count({ if case .merchant = $0 { true } else { false } }) > 1 { return .merchant }
        if count({ if case .category = $0 { true } else { false } }) > 1 { return .category }
        if count({ if case .account = $0 { true } else { false } }) > 1 { return .account }
        return nil
    }

    /// Groups that have no order of their own are listed from the largest.
    private func isRanked(_ grouping: Query.Grouping) -> Bool {
        [.category, .merchant, .account].contains(grouping)
    }

    /// `which month did I spend the most`, but not `which months`.
    private var picksOne: Bool {
        guard reading.has("pick.most") || reading.has("pick.least"), reading.limit == nil else { return false }
        let singular = [
            "month", "category", "merchant", "store", "shop", "week", "day", "weekday", "year", "place", "company",
            "restaurant", "card",
        ]
        return reading.keys.indices.contains { place in
            singular.contains(reading.keys[place]) && !reading.times.contains { $0.tokens.contains(place) }
        }
    }

    private func applyOrder(to query: inout Query) {
        guard [.spending, .transactions, .income, .cashFlow, .unusual].contains(intent) else { return }
        if intent == .transactions, reading.wantsAll { query.limit = Query.mostListed }
        if let limit = reading.limit { query.limit = limit }
        if query.grouping == nil {
            if reading.has("order.largest") || intent == .transactions && reading.has("measure.largest") {
                query.order = .largest
            }
            if reading.has("order.smallest") || intent == .transactions && reading.has("measure.smallest") {
                query.order = .smallest
            }
            if reading.has("order.oldest") { query.order = .oldest }
            if [.largest, .smallest].contains(query.measure), reading.limit == nil { query.limit = 1 }
            if intent == .transactions, isSingleRow, reading.limit == nil { query.limit = 1 }
            if intent == .transactions, let order = reading.oneRow {
                (query.order, query.limit) = (order, 1)
                if [.largest, .smallest].contains(order), query.kinds.isEmpty {
                    (query.kinds, query.direction) = ([.expense], .out)
                }
            }
            if intent == .income, query.measure == .total, reading.has("last.one") || reading.saysMostRecent,
                reading.limit == nil
            {
                query.limit = 1
            }
        }
    }

    /// `when did I last`, `my biggest purchase`: one row answers it.
    private var isSingleRow: Bool {
        if reading.has("last.one") || reading.asksElapsed { return true }
        guard reading.has("measure.largest") || reading.has("measure.smallest") || reading.has("order.oldest") else {
            return false
        }
        return !reading.keys.contains {
            ["purchases", "transactions", "charges", "payments", "expenses", "orders"].contains($0)
        }
    }

    private func applyDirection(to query: inout Query) {
        query.status = reading.has("status.pending") ? .pending : nil
        let flows = Set(query.categories.compactMap { context.taxonomy[$0]?.flow })
        if intent == .spending, isOfPayers(query) { query.direction = .in }
        if isNetOfRefunds {
            query.direction = .out
        } else if flows == [.in] {
            query.direction = .in
        } else if reading.has("kind.purchases") {
            query.kinds = [.expense]
        } else if reading.has("kind.refund") || saysReturned {
            query.kinds = [.refund]
            query.direction = .in
        } else if intent == .income
            || reading.has("direction.in") && intent != .cashFlow && !reading.has("measure.share")
                && !reading.asksIfItWasPaid
        {
            query.direction = .in
        } else if flows.contains(.transfer)
            || intent == .transactions && !reading.has("rows.out") && !boundsSpending(query) && flows.isEmpty
            || [.cashFlow, .summary, .unusual, .balance, .netWorth, .edit].contains(intent)
        {
            query.direction = .any
        }
        // A transfer has a row on either account, and a sum takes the one that money left.
        let isMoved = !flows.isEmpty && flows == [.transfer] || isOf(.transfer, query)
        if intent == .spending, query.grouping == nil, isMoved {
            query.kinds = [.transfer]
            query.direction = .out
        }
        if reading.has("transfer.into"), !query.accounts.isEmpty, [.spending, .transactions].contains(intent) {
            query.kinds = [.transfer]
            query.direction = .in
            query.categories.removeAll { context.taxonomy[$0]?.flow == .transfer }
        } else if reading.has("kind.transfer"), intent == .transactions {
            query.kinds = [.transfer]
            query.direction = .any
            query.categories.removeAll { context.taxonomy[$0]?.flow == .transfer }
        }
    }

    /// Whether nothing is named but who pays the household, and no word of spending is said.
    private func isOfPayers(_ query: Query) -> Bool {
        guard query.categories.isEmpty,
            !reading.units.contains(where: { unit in
                ["@spend", "@buy", "@pay", "@cost"].contains(where: unit.labels.contains) && !isPayOf(unit)
            })
        else { return false }
        return isOf(.in, query)
    }

    /// `acme tools pay`: what the one who is named right before pays.
    private func isPayOf(_ unit: Unit) -> Bool {
        reading.keys[unit.tokens.lowerBound] == "pay" && unit.tokens.count == 1
            && reading.names.contains { $0.tokens.upperBound == unit.tokens.lowerBound }
    }

    /// Whether all that the merchants named ever had flows one way.
    private func isOf(_ flow: Category.Flow, _ query: Query) -> Bool {
        !query.merchants.isEmpty
            && query.merchants.allSatisfy { merchant in
                let flows = context.names.categories(merchant: merchant).compactMap { context.taxonomy[$0]?.flow }
                return !flows.isEmpty && flows.allSatisfy { $0 == flow }
            }
    }
}
