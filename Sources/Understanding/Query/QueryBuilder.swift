import Ledger

/// What a line names, as a query, for the requests that are no questions about rows: the names of a limit, the row of a
/// correction, the days of a summary, the account of a balance.
struct QueryBuilder {
    let reading: QuestionReading
    let intent: Intent
    let context: UnderstandingContext

    /// What was decided besides the query itself.
    struct Result {
        var query = Query()
        var assumedPeriod = false
        var notes: [String] = []
    }

    func build() -> Result {
        var result = Result()
        applyNames(to: &result)
        applyTimes(to: &result)
        applyAmount(to: &result.query)
        applyDirection(to: &result.query)
        if let limit = reading.limit { result.query.limit = limit }
        result.notes += reading.names.compactMap(\.note)
        return result
    }

    // MARK: Names

    private func applyNames(to result: inout Result) {
        var query = Query()
        query.categories = reading.categories()
        query.merchants = reading.merchants()
        query.accounts = reading.accounts
        query.excludedCategories = reading.categories(excluded: true) + reading.impliedExclusions
        query.excludedMerchants = reading.merchants(excluded: true)
        takeKinds(&query)
        query.text = reading.freeText
        dropNouns(&query)
        applyQualifiers(to: &query, notes: &result.notes)
        result.query = query
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

    /// Category words that here only say in what form something was paid: `restaurant bill`, and the `bills` of a question
    /// about bills.
    private func dropNouns(_ query: inout Query) {
        for name in reading.names where !name.isExcluded {
            guard case .category(let ids) = name.kind, name.tokens.count == 1 else { continue }
            let isBill =
                ["bill", "bills"].contains(reading.keys[name.tokens.lowerBound])
                && (intent == .recurring || follows(name))
            if isBill || isWider(ids, than: name) { query.categories.removeAll { ids.contains($0) } }
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

    // MARK: Days

    /// Whether the question is about what is to come, so that a running month means all of it.
    private var looksAhead: Bool { [.recurring, .forecast, .budget, .purchase].contains(intent) }

    private func applyTimes(to result: inout Result) {
        for time in reading.times where !time.isLeftOut {
            result.notes += [time.ambiguity, time.assumption].compactMap { $0 }
            result.query.weekdays.formUnion(time.weekdays)
        }
        let said = reading.times.filter { !$0.isComparison && !$0.isLeftOut && !$0.isWeekdaysOnly }
        if let first = said.first {
            result.query.period = looksAhead ? first.whole : first.period
            if said.count > 1 { result.query.period = joined(first, said[1]) ?? result.query.period }
        }
        if let other = reading.times.first(where: \.isComparison) {
            guard let period = result.query.period else {
                if result.query.period == nil { result.query.period = other.period }
                return
            }
            result.query.comparison = PeriodComparison(asOf: context.asOf).other(
                other, beside: period, isNamed: reading.isNamed(other))
        }
        if result.query.period == nil, intent == .summary {
            result.query.period = Period(context.asOf.startOfMonth, context.asOf, label: "this month")
            result.assumedPeriod = true
        }
    }

    /// Two times that are one: `this month last year`, `christmas 2024`, the one inside the other where they overlap.
    private func joined(_ first: TimeExpression, _ second: TimeExpression) -> Period? {
        if let period = placed(second, in: first) ?? sameTime(first, in: second) ?? placed(first, in: second) {
            return period
        }
        let (start, end) = (
            max(first.period.start, second.period.start), min(first.period.end, second.period.end)
        )
        guard start <= end else { return nil }
        return second.isOpenStart || second.period.days < first.period.days ? Period(start, end) : nil
    }

    /// `this month last year`: the same days of the year named right after.
    private func sameTime(_ time: TimeExpression, in year: TimeExpression) -> Period? {
        guard year.unit == .year, year.count == 1, time.tokens.upperBound == year.tokens.lowerBound,
            time.unit == .day || time.unit == .month || time.unit == .quarter,
            reading.keys[time.tokens].contains("this"), year.period.end < time.period.start
        else { return nil }
        return time.whole.moved(by: year.period.start.year - time.period.start.year, .year)
    }

    /// `what did Christmas cost us in 2024`: the year is said apart from what it belongs to.
    private func placed(_ time: TimeExpression, in year: TimeExpression) -> Period? {
        guard time.lacksYear, year.unit == .year, year.count == 1, !year.lacksYear,
            year.whole == TimeSpan.containing(year.whole.start, .year).periods(asOf: nil).whole
        else { return nil }
        return time.holiday?.span(in: year.whole.start.year)?.periods(asOf: nil).period
            ?? time.whole.moved(by: year.whole.start.year - time.whole.start.year, .year)
    }

    // MARK: Amounts and directions

    private func applyAmount(to query: inout Query) {
        guard ![.purchase, .budget, .advice].contains(intent), let amount = reading.amounts.first else { return }
        switch amount.relation {
        case .exactly:
            // `the $172 charge`: of cents nothing is said.
            let cents = reading.asksOfCharge(of: amount) ? amount.currency.minorPerMajor - 1 : 0
            (query.minimum, query.maximum) = (amount.amount, amount.amount + cents)
        case .over, .atLeast:
            query.minimum = amount.amount
            query.isMinimumExclusive = amount.relation == .over
        case .under, .atMost:
            query.maximum = amount.amount
            query.isMaximumExclusive = amount.relation == .under
        case .around: (query.minimum, query.maximum) = (amount.amount * 9 / 10, amount.amount * 11 / 10)
        case .between: (query.minimum, query.maximum) = (amount.amount, amount.upper)
        }
    }

    private func applyDirection(to query: inout Query) {
        let flows = Set(query.categories.compactMap { context.taxonomy[$0]?.flow })
        if flows == [.in] || intent == .income {
            query.direction = .in
        } else if [.cashFlow, .summary, .unusual, .balance, .netWorth, .edit, .transactions].contains(intent) {
            query.direction = .any
        }
    }
}
