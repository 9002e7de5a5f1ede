import Ledger
import Store

/// The groups of a query: what its total is made of.
struct Breakdown {
    let index: HouseholdIndex
    let context: Retriever.Context

    private struct GroupKey: Hashable {
        let key: Int64
        let currency: Currency

        /// Nearly all groups are of one currency: hashing it as well costs more than it saves.
        func hash(into hasher: inout Hasher) { hasher.combine(key) }
    }

    /// What is known of one group before it is named.
    private struct Entry {
        let key: GroupKey
        /// The sum, or the mean where the query asks for one.
        var amount: Int64 = 0
        var rows = 0
        /// What `amount` is in the compared period.
        var previous: Int64 = 0
        var change: Int64 { amount - previous }

        mutating func add(_ amount: Int64, rows: Int) {
            self.amount += amount
            self.rows += rows
        }
    }

    /// - Parameters:
    ///   - sums: the query's totals, which the shares refer to.
    ///   - span: what an average per unit of time is taken over.
    ///   - previous: the same of the compared period, which may be made smaller to be as long as the query's.
    func groups(
        _ grouping: Query.Grouping, _ sums: Sums, _ tally: inout Tally, span: Period?,
        previous: (period: Period, scaled: (Int64) -> Int64)? = nil
    ) throws -> [Group] {
        let query = context.query
        var entries = try entries(grouping, query.period, &tally)
        if isAveraged { for key in entries.keys { entries[key]!.amount = mean(entries[key]!, grouping, over: span) } }
        if let previous {
            for (key, entry) in try self.entries(grouping, previous.period, &tally) {
                entries[key, default: Entry(key: key)].previous =
                    isOfTickets ? mean(entry, grouping, over: nil) : previous.scaled(entry.amount)
            }
        }
        let ranked = sorted(Array(entries.values), grouping, sums).filter { isWanted($0, hasPrevious: previous != nil) }
        return try limited(ranked, grouping).map { entry in
            try group(entry, grouping, sums, hasPrevious: previous != nil)
        }
    }

    private func group(_ entry: Entry, _ grouping: Query.Grouping, _ sums: Sums, hasPrevious: Bool) throws -> Group {
        let currency = entry.key.currency
        let (key, label) = grouping == .currency ? (currency.code, currency.code) : try names(entry.key.key, grouping)
        func money(_ amount: Int64) -> FigureValue { .money(Money(amount, currency)) }
        let showsChange = hasPrevious && !isCount
        return Group(
            key: key, label: label, value: isCount ? .count(entry.rows) : money(entry.amount), count: entry.rows,
            share: share(entry, grouping, sums),
            details: showsChange
                ? [.init("previous", money(entry.previous)), .init("change", money(entry.change))] : [])
    }

    /// The part of what is measured: of the transactions where these are counted, else of the money.
    private func share(_ entry: Entry, _ grouping: Query.Grouping, _ sums: Sums) -> Double? {
        guard !isAveraged, grouping != .currency else { return nil }
        if isCount { return sums.rows > 0 ? Double(entry.rows) / Double(sums.rows) : nil }
        let whole = sums.entry(entry.key.currency)?.money.minorUnits ?? 0
        return whole > 0 ? Double(entry.amount) / Double(whole) : nil
    }

    private func entries(
        _ grouping: Query.Grouping, _ period: Period?, _ tally: inout Tally
    ) throws -> [GroupKey: Entry] {
        let buckets = try tally.buckets(
            context.query, kinds: isOfTickets ? context.flow.ticketKinds : context.flow.kinds, period: period,
            by: Breakdown.tallyKey(grouping))
        var entries: [GroupKey: Entry] = [:]
        for bucket in buckets {
            guard let currency = context.currencies[bucket.accountID] else { continue }
            let key = GroupKey(key: Breakdown.fold(bucket.key, grouping), currency: currency)
            entries[key, default: Entry(key: key)].add(context.flow.sign * bucket.amount, rows: bucket.rows)
        }
        return entries
    }

    /// A group that did not rise is none of those that rose; one that is gone is listed only among what fell.
    private func isWanted(_ entry: Entry, hasPrevious: Bool) -> Bool {
        guard hasPrevious else { return true }
        switch context.query.order {
        case .rise: return entry.change > 0
        case .fall: return entry.change < 0
        default: return entry.rows > 0
        }
    }

    /// Each currency has a ranking of its own, the one with most rows first.
    private func limited(_ entries: [Entry], _ grouping: Query.Grouping) -> [Entry] {
        let query = context.query
        let limit = keepsTime(grouping) ? 400 : query.limit == 1 ? sharingFirst(entries, grouping) : query.limit
        if isCount { return Array(entries.dropFirst(query.offset).prefix(limit)) }
        var ranks: [Currency: Int] = [:]
        return entries.filter { entry in
            let rank = ranks[entry.key.currency, default: 0] + 1
            ranks[entry.key.currency] = rank
            return rank > query.offset && rank - query.offset <= limit
        }
    }

    /// How many share the first place, of which one is asked for: at most ten of one currency.
    private func sharingFirst(_ entries: [Entry], _ grouping: Query.Grouping) -> Int {
        guard let first = entries.first, context.query.offset == 0 else { return 1 }
        return min(
            10,
            entries.prefix {
                $0.key.currency == first.key.currency
                    && (isCount ? $0.rows == first.rows : $0.amount == first.amount && $0.change == first.change)
            }.count)
    }

    /// Whether single amounts are averaged, which refunds are none of.
    private var isOfTickets: Bool { isAveraged && context.query.averageUnit == .transaction }

    /// Whether each group shows how many transactions it holds.
    private var isCount: Bool {
        context.query.measure == .count
            || context.query.measure == .average && context.query.counted == .transactions
    }

    /// Whether each group shows a mean.
    private var isAveraged: Bool { context.query.measure == .average && context.query.counted == nil }

    /// A group of time is averaged over its own days in the span, any other over all of them.
    private func mean(_ entry: Entry, _ grouping: Query.Grouping, over span: Period?) -> Int64 {
        guard isAveraged else { return entry.amount }
        if isOfTickets { return roundedQuotient(entry.amount, by: Int64(max(1, entry.rows))) }
        guard let span else { return entry.amount }
        let spans = [span] + context.query.otherPeriods
        let own = Breakdown.days(of: entry.key.key, grouping).map { days in
            spans.compactMap { span -> Period? in
                let (start, end) = (max(span.start, days.start), min(span.end, days.end))
                return start <= end ? Period(start, end) : nil
            }
        }
        return Retriever.perUnit(
            entry.amount, context.query.averageUnit, over: own.flatMap { $0.isEmpty ? nil : $0 } ?? spans,
            on: grouping == .weekday ? [Int(entry.key.key)] : context.query.weekdays)
    }

    /// The days that a group of time holds; nil for one that comes again and again.
    private static func days(of key: Int64, _ grouping: Query.Grouping) -> Period? {
        switch grouping {
        case .day: return Period(CivilDate(dayNumber: Int32(clamping: key)), CivilDate(dayNumber: Int32(clamping: key)))
        case .week:
            return Period(
                CivilDate(dayNumber: Int32(clamping: key)), CivilDate(dayNumber: Int32(clamping: key)).adding(days: 6))
        case .month: return Period.month(year: Int(key) / 12, month: Int(key) % 12 + 1)
        case .year: return CivilDate(year: Int(key), month: 1, day: 1).map { Period($0, $0.endOfYear) }
        case .category, .merchant, .account, .currency, .weekday: return nil
        }
    }

    /// Whether the groups stand in the order of time, all of them.
    private func keepsTime(_ grouping: Query.Grouping) -> Bool {
        Breakdown.isChronological(grouping) && [.newest, .oldest].contains(context.query.order)
    }

    static func isChronological(_ grouping: Query.Grouping) -> Bool {
        switch grouping {
        case .category, .merchant, .account, .currency: false
        case .day, .week, .month, .weekday, .year: true
        }
    }

    private static func tallyKey(_ grouping: Query.Grouping) -> Tally.Key {
        switch grouping {
        case .category: .category
        case .merchant: .merchant
        case .account: .account
        case .month, .year: .month
        case .day, .week, .weekday: .day
        case .currency: .none
        }
    }

    /// From what SQL summed by to what is asked for: days to their Monday or weekday, months to years.
    private static func fold(_ key: Int64, _ grouping: Query.Grouping) -> Int64 {
        switch grouping {
        case .category, .merchant, .account, .day, .month, .currency: key
        case .year: key / 12
        case .week: Int64(CivilDate(dayNumber: Int32(clamping: key)).startOfWeek.dayNumber)
        case .weekday: Int64(CivilDate(dayNumber: Int32(clamping: key)).weekday)
        }
    }

    /// By time where the grouping is one of time and no order was asked for, else by size; ties by key.
    private func sorted(_ entries: [Entry], _ grouping: Query.Grouping, _ sums: Sums) -> [Entry] {
        let query = context.query
        let byCount = isCount
        func size(_ entry: Entry) -> Int64 {
            switch query.order {
            case .rise: entry.change
            case .fall: -entry.change
            default: byCount ? Int64(entry.rows) : entry.amount
            }
        }
        var rank: [Currency: Int] = [:]
        for entry in sums.entries { rank[entry.money.currency] = rank.count }
        return entries.sorted { a, b in
            if a.key.currency != b.key.currency, !byCount {
                return (rank[a.key.currency] ?? .max, a.key.currency.code)
                    < (rank[b.key.currency] ?? .max, b.key.currency.code)
            }
            if keepsTime(grouping) { return a.key.key < b.key.key }
            let (x, y) = (size(a), size(b))
            if x != y { return query.order == .smallest ? x < y : x > y }
            return a.key.key < b.key.key
        }
    }

    private func names(_ key: Int64, _ grouping: Query.Grouping) throws(StoreError) -> (key: String, label: String) {
        switch grouping {
        case .category:
            let slug = index.categorySlug(key)
            return (slug, index.taxonomy.displayName(slug))
        case .merchant:
            let name = try index.database.first("SELECT name FROM merchant WHERE id = ?", [.int(key)]) { $0.text(0) }
            return (name ?? "", name ?? "")
        case .account:
            let name = try index.accounts.first { $0.id == key }?.name ?? ""
            return (name, name)
        case .day:
            let day = CivilDate(dayNumber: Int32(clamping: key))
            return (day.iso, day.longText)
        case .week:
            let day = CivilDate(dayNumber: Int32(clamping: key))
            return (day.iso, "week of \(day.longText)")
        case .month:
            guard let first = CivilDate(year: Int(key) / 12, month: Int(key) % 12 + 1, day: 1) else { return ("", "") }
            return (String(first.iso.prefix(7)), "\(CivilDate.monthNames[first.month - 1]) \(first.year)")
        case .year: return (String(key), String(key))
        case .currency: return ("", "")
        case .weekday:
            let name = CivilDate.weekdayNames[Int(key) - 1]
            return (name, name)
        }
    }
}

extension Query {
    /// With sums in place of means where the groups are no longer than the unit that an average is taken over: what a
    /// month took per month is what it took.
    var withSummedGroups: Query {
        let lengths: [(grouping: Grouping, unit: AverageUnit)] = [
            (.day, .day), (.week, .week), (.month, .month), (.year, .year),
        ]
        guard measure == .average, counted == nil, let length = lengths.firstIndex(where: { $0.grouping == grouping }),
            let unit = lengths.firstIndex(where: { $0.unit == averageUnit }), length <= unit
        else { return self }
        var query = self
        query.measure = .total
        return query
    }
}
