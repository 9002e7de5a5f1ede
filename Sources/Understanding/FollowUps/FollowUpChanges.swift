import Ledger

/// What a follow-up changes of the last question.
extension FollowUp {
    /// `list them` after a total wants the rows; `how much was that` after a list wants the total.
    func changeIntent(_ understood: inout Understood) {
        let rows: [Intent] = [.spending, .transactions, .income]
        guard rows.contains(understood.intent) else { return }
        if reading.has("last.one") {
            understood.intent = .transactions
            understood.query.measure = .total
            understood.query.grouping = nil
            understood.query.comparison = nil
            understood.comparesWithUsual = false
            understood.query.order = reading.has("order.oldest") ? .oldest : .newest
            understood.query.limit = 1
            if said.contains("time"), reading.times.isEmpty {
                (understood.query.period, understood.query.otherPeriods, understood.assumedPeriod) = (nil, [], false)
            }
            return
        }
        let isFirst = reading.has("order.oldest") && (reading.units.count <= 2 && !hasSlots || refersByWord)
        if isFirst, understood.assumedPeriod, reading.times.isEmpty {
            (understood.query.period, understood.assumedPeriod) = (nil, false)
        }
        let asksForRows =
            isFirst || reading.has("follow.list")
            || decision.intent == .transactions && decision.confidence > 0.6 && !hasMeasure && !namesOnlyAmounts
        if asksForRows {
            understood.intent = .transactions
            understood.query.measure = .total
            understood.query.grouping = nil
            understood.query.order = .newest
            understood.query.limit = reading.wantsAll ? Query.mostListed : isFirst && reading.limit == nil ? 1 : 10
            understood.query.comparison = nil
            understood.comparesWithUsual = false
        } else if understood.intent == .transactions, hasMeasure || asksForGroups {
            understood.intent = .spending
            if understood.query.limit == 1 { understood.query.limit = 10 }
        }
    }

    /// A list shows money both ways; one figure of it is about what was spent, unless nothing else was named.
    func takeSide(_ query: inout Query) {
        guard query.direction == .any, query.kinds.isEmpty else { return }
        let flows = Set(query.categories.compactMap { context.taxonomy[$0]?.flow })
        if flows == [.transfer] {
            query.kinds = [.transfer]
            // Which card was paid, and how much to it, is told by the rows of the card.
            if query.grouping == .account, query.accounts.isEmpty, query.categories == ["card_payment"] {
                query.accounts = context.names.accounts.filter(\.type.isLiability).map(\.name)
            }
            query.direction = query.accounts.isEmpty ? .out : .in
            return
        }
        if !query.merchants.isEmpty || query.measure != .total || query.grouping != nil { query.direction = .out }
    }

    var asksForGroups: Bool { reading.asksForGroups }

    /// `only over $50` narrows what was asked about, whatever that was.
    private var namesOnlyAmounts: Bool {
        reading.units.allSatisfy { $0.slot == .amount || ["only", "just", "and", "instead"].contains($0.labels[0]) }
    }

    private var hasMeasure: Bool {
        reading.readings.contains { $0.hasPrefix("measure.") }
            || reading.units.contains { $0.labels.contains("@howmuch") }
    }

    func changeNames(_ understood: inout Understood) {
        let flows = Set(reading.categories().compactMap { context.taxonomy[$0]?.flow })
        if [.income, .cashFlow].contains(understood.intent), flows == [.out] {
            understood.intent = .spending
            (understood.query.direction, understood.query.kinds) = (.out, [])
            understood.query.categories = []
        }
        // A summary is of everything: one thing out of it is a sum.
        let isNamed = !reading.categories().isEmpty || !reading.merchants().isEmpty
        if understood.intent == .summary, isNamed {
            understood.intent = .spending
            understood.query = Query(period: understood.query.period)
        }
        changeNames(&understood.query)
        understood.notes += dropNested(&understood.query)
    }

    private func changeNames(_ query: inout Query) {
        let units = reading.unitCategories.union(tripCategories ?? [])
        // `as percent of eating out`: what the share is of is not what it is.
        let whole = shareWhole
        let categories = reading.categories().filter { !units.contains($0) && whole?.categories.contains($0) != true }
        let merchants = reading.merchants().filter { whole?.merchants.contains($0) != true }
        let narrows = reading.keys.contains("just") || reading.keys.contains("only")
        if takesIn, takeIn(categories, merchants, &query) { return }
        if !merchants.isEmpty || !categories.isEmpty || reading.freeText != nil {
            if merchants.isEmpty, reading.freeText == nil, isCounted(categories, at: query.merchants) {
                // `how many fill ups` at the one place.
            } else if merchants.isEmpty, narrows, !query.merchants.isEmpty {
                query.categories = categories
            } else {
                query.merchants = merchants
                query.categories = merchants.isEmpty || !categories.isEmpty ? categories : []
                var notes: [String] = []
                QueryBuilder(reading: reading, intent: .spending, context: context)
                    .applyQualifiers(to: &query, notes: &notes)
            }
            query.text = reading.freeText ?? (narrowsPlace(query) ? query.text : nil)
            query.sides = []
            query.isUnion = false
            query.excludedCategories.removeAll { categories.contains($0) }
        }
        if !reading.accounts.isEmpty { query.accounts = reading.accounts }
        // A card that nobody knows must not be passed over: the sum of all cards would stand for it.
        if reading.accounts.isEmpty, let unknown = reading.unknownAccount { query.text = unknown }
        leaveOut(reading.categories(excluded: true), from: &query.categories, to: &query.excludedCategories)
        leaveOut(reading.merchants(excluded: true), from: &query.merchants, to: &query.excludedMerchants)
    }

    /// One of several names is asked about no more; what is part of the others is left out of them.
    private func leaveOut(_ names: [String], from asked: inout [String], to excluded: inout [String]) {
        for name in names {
            let wasAsked = asked.contains(name)
            asked.removeAll { $0 == name }
            let isPart = context.taxonomy[name]?.parent.map(asked.contains) ?? false
            if !wasAsked || asked.isEmpty || isPart, !excluded.contains(name) { excluded.append(name) }
        }
    }

    /// Adds names to those asked about, or takes back that they were left out.
    ///
    /// - Returns: whether they could be; else they stand instead of the ones before.
    private func takeIn(_ categories: [String], _ merchants: [String], _ query: inout Query) -> Bool {
        let isLeftOut =
            query.excludedCategories.contains(where: categories.contains)
            || query.excludedMerchants.contains(where: merchants.contains)
        query.excludedCategories.removeAll(where: categories.contains)
        query.excludedMerchants.removeAll(where: merchants.contains)
        if isLeftOut { return true }
        if !categories.isEmpty, merchants.isEmpty, !query.categories.isEmpty, query.merchants.isEmpty {
            query.categories += categories.filter { !query.categories.contains($0) }
            return true
        }
        if !merchants.isEmpty, categories.isEmpty, !query.merchants.isEmpty, query.categories.isEmpty {
            query.merchants += merchants.filter { !query.merchants.contains($0) }
            return true
        }
        let isNarrowed = !query.categories.isEmpty && !query.merchants.isEmpty && !query.isUnion
        let isSame = query.categories.isEmpty && query.merchants.isEmpty || categories.isEmpty && merchants.isEmpty
        guard !isNarrowed, !isSame, query.sides.isEmpty, query.text == nil else { return false }
        query.categories += categories.filter { !query.categories.contains($0) }
        query.merchants += merchants.filter { !query.merchants.contains($0) }
        query.isUnion = true
        return true
    }

    func changePeriod(_ understood: inout Understood) {
        if understood.intent == .transactions, understood.query.limit == 1, understood.query.period == nil,
            reading.times.isEmpty, reading.keys.contains("before")
        {
            // The one before the last: both are listed.
            understood.query.limit = 2
            return
        }
        if let days = daysSince {
            if understood.query.limit == 1 { understood.query.limit = 10 }
            return setPeriod(days, of: &understood)
        }
        let anchor = understood.query.period ?? Period.past(days: 30, endingOn: context.asOf)
        if let moved = TimeParser.shift(in: reading.timeTokens, from: anchor, context: context.time) {
            if compares || goesOnComparing(understood.query) {
                let begun = PeriodComparison.begun(moved.whole, moved.unit, as: anchor, asOf: context.asOf)
                setComparison(begun ?? moved.period, of: &understood)
            } else {
                setPeriod(moved.period, of: &understood)
            }
            return
        }
        // `in that time` names no other days.
        if reading.times.contains(where: \.pointsBack) { return }
        for time in reading.times {
            understood.notes += [time.ambiguity, time.assumption].compactMap { $0 }
            guard !time.weekdays.isEmpty else { continue }
            understood.query.weekdays = time.weekdays
        }
        defer {
            let everything = Period(min(context.time.earliest, context.asOf), context.asOf)
            understood.notes += LeftOutTimes.apply(reading.times, to: &understood.query, from: everything)
        }
        let times = reading.times.filter { !$0.isWeekdaysOnly && !$0.isLeftOut }
        guard let first = times.first else {
            if reading.has("compare.usual") { compareWithUsual(&understood) }
            return
        }
        // `and last summer` after this summer, `the december before`: the one a year before.
        if first.period == understood.query.period, isSaidLast(first) || isSaidBefore(first) {
            let whole = first.whole
            let earlier =
                first.holiday == nil
                ? Period(whole.start.adding(years: -1), whole.end.adding(years: -1)) : first.shifted(by: -1)
            if compares || goesOnComparing(understood.query) { return setComparison(earlier, of: &understood) }
            return setPeriod(earlier, of: &understood)
        }
        if times.count > 1, let other = times.dropFirst().first(where: { $0.isComparison || compares }) {
            setPeriod(first.period, of: &understood)
            compare(with: other, &understood)
        } else if compares || first.isComparison || goesOnComparing(understood.query) {
            compare(with: first, &understood)
        } else {
            let meant = corrects ? first.period(correcting: anchor) : sameDays(of: first, as: anchor) ?? first.period
            setPeriod(meant, of: &understood)
            let others = times.dropFirst().filter(\.isListed)
            if !others.isEmpty { understood.query.cover([first.period] + others.map(\.period)) }
        }
    }

    private func compare(with other: TimeExpression, _ understood: inout Understood) {
        let comparison = PeriodComparison(asOf: context.asOf)
        if understood.assumedPeriod || understood.query.period == nil,
            let current = comparison.current(beside: other)
        {
            understood.query.period = current
            understood.assumedPeriod = true
        }
        guard let period = understood.query.period else { return }
        setComparison(
            comparison.other(
                other, beside: period, isNamed: reading.isNamed(other), isAssumed: understood.assumedPeriod),
            of: &understood)
    }

    /// Periods are compared by one sum each; a list or an average has none.
    private func setComparison(_ other: Period, of understood: inout Understood) {
        sumUp(&understood)
        understood.query.comparison = other
        understood.query.otherPeriods = []
        understood.comparesWithUsual = false
    }

    /// `how does that compare to August`, `is that more than last month`.
    var compares: Bool {
        isYearOverYear || reading.keys.contains("difference") && !reading.times.isEmpty
            || reading.keys.contains {
                ["compare", "compared", "compares", "vs", "versus", "than", "against", "comparison"].contains($0)
            }
    }

    private var isYearOverYear: Bool {
        reading.keys.contains("yoy") || reading.keys.joined(separator: " ").contains("year over year")
    }

    /// A period of its own ends a comparison that was made with the old one.
    private func setPeriod(_ period: Period, of understood: inout Understood) {
        understood.query.period = period
        let longest: [Query.Grouping: Int] = [.day: 1, .week: 7, .month: 31, .year: 366]
        if let unit = understood.query.grouping, period.days <= longest[unit] ?? 0 { ungroup(&understood.query) }
        understood.query.otherPeriods = []
        let ranksChanges = [.rise, .fall].contains(understood.query.order) && understood.query.grouping != nil
        understood.query.comparison = ranksChanges ? PeriodComparison.preceding(period) : nil
        understood.comparesWithUsual = false
        understood.assumedPeriod = false
    }

    func changeMeasure(_ understood: inout Understood) {
        var intent = understood.intent
        if intent == .transactions, !reading.has("follow.list"), hasMeasure { intent = .spending }
        let built = QueryBuilder(reading: reading, intent: intent, context: context).build()
        if intent == .recurring {
            // What recurs is told by the month; only the year is another measure of it.
            if rate == .year { (understood.query.measure, understood.query.averageUnit) = (.average, .year) }
            if rate == .year, context.shown.isRepeated, let merchant = context.shown.merchant {
                understood.query.merchants = [merchant]
            }
            return
        }
        if rate == nil, reading.readings.contains(where: { $0.hasPrefix("measure.") }) {
            understood.query.measure = built.query.measure
            // "as a percentage" names no part itself: it is what was asked about before.
            if reading.has("measure.share"), understood.query.isPart || shareWhole?.direction == .in {
                understood.query.measure = .share
            }
            understood.query.averageUnit = built.query.averageUnit
            if [.average, .median, .share].contains(understood.query.measure) { dropComparison(&understood) }
            understood.query.counted = built.query.counted
            understood.query.whole = whole(of: built)
            ungroup(&understood.query)
            switch built.query.measure {
            case .largest: understood.query.order = .largest
            case .smallest: understood.query.order = .smallest
            default: understood.query.order = .newest
            }
            if understood.query.measure == .average, asksForHabit {
                setPeriod(TimeParser.habitualPeriod(asOf: context.asOf), of: &understood)
                (understood.query.averageUnit, understood.assumedPeriod) = (averageUnit ?? .month, true)
            } else if understood.query.measure == .average, understood.query.period?.days ?? .max <= 31,
                averageUnit == nil
            {
                understood.query.averageUnit = .transaction
            }
        } else if let unit = averageUnit {
            understood.query.measure = .average
            understood.query.averageUnit = unit
            joinCompared(&understood)
            dropComparison(&understood)
            if understood.query.counted != nil, unit == .transaction { understood.query.counted = nil }
            ungroup(&understood.query)
            understood.query.order = .newest
            lengthen(&understood, for: unit)
        } else if reading.units.contains(where: { $0.labels.contains("@howmuch") }) {
            understood.query.measure = .total
        }
        if !built.query.sides.isEmpty { understood.query.sides = built.query.sides }
        if let grouping = built.query.grouping, !isYearOverYear, asksForGroups || understood.query.measure != .average {
            understood.query.group(by: grouping)
            understood.query.order = built.query.order
            understood.query.limit = built.query.limit
        }
        // One category without parts comes apart no further.
        if understood.query.grouping == .category, !asksForGroups, understood.query.categories.count == 1,
            context.taxonomy.withDescendants(understood.query.categories[0]).count == 1,
            understood.query.merchants.isEmpty
        {
            ungroup(&understood.query)
        }
        if let limit = reading.limit { understood.query.limit = limit }
        if reading.has("status.pending") { understood.query.status = .pending }
        if reading.has("order.largest") { understood.query.order = .largest }
        if reading.has("order.smallest") { understood.query.order = .smallest }
        if reading.has("order.oldest") { understood.query.order = .oldest }
        if reading.has("order.newest") { understood.query.order = .newest }
        if reading.has("kind.purchases") {
            leaveOutRefunds(&understood)
        } else if reading.has("kind.refund") {
            understood.query.kinds = [.refund]
            understood.query.direction = .in
        }
    }

    /// What a share is a part of, also where the part itself is not named again.
    private func whole(of built: QueryBuilder.Result) -> Query.Whole? {
        reading.has("measure.share") ? shareWhole : built.query.whole
    }

    var shareWhole: Query.Whole? {
        guard reading.has("measure.share") else { return nil }
        var share = Query(measure: .share)
        QueryBuilder(reading: reading, intent: .spending, context: context).applyWhole(to: &share)
        return share.whole
    }

    func dropComparison(_ understood: inout Understood) {
        understood.query.comparison = nil
        understood.comparesWithUsual = false
    }

    /// One figure is asked for instead of groups.
    private func ungroup(_ query: inout Query) {
        if query.grouping != nil {
            query.grouping = nil
            query.order = .newest
            query.limit = 10
        }
        if [.largest, .smallest].contains(query.measure) {
            query.comparison = nil
            query.limit = 1
        } else if query.limit == 1 {
            query.limit = 10
        }
    }

    /// `per month` alone.
    private var averageUnit: Query.AverageUnit? {
        if let rate { return rate }
        guard reading.keys.contains("per") || reading.keys.contains("average") || reading.keys.contains("each") else {
            return nil
        }
        let units: [Query.AverageUnit] = [.transaction, .day, .week, .month, .year]
        return reading.value(of: "average", among: units)
    }

    /// An average per month over one month would be that month: then the last 6 full months are meant.
    private func lengthen(_ understood: inout Understood, for unit: Query.AverageUnit) {
        let days = understood.query.periods.map { $0.reduce(0) { $0 + $1.days } } ?? .max
        // A year is reckoned from the days that were said, unless these are few.
        let isShort = unit == .year && (days < 28 || understood.assumedPeriod && days <= 366)
        guard unit == .month && days <= 31 || isShort || unit == .week && days <= 7 else { return }
        setPeriod(TimeParser.habitualPeriod(asOf: context.asOf), of: &understood)
        understood.assumedPeriod = true
    }
}
