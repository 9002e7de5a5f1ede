import Ledger
import Store

/// The groups of a query: what its total is made of.
struct Breakdown {
    let index: HouseholdIndex
    let context: Retriever.Context

    private struct GroupKey: Hashable {
        let key: Int64
        let currency: Currency
    }

    /// - Parameter sums: the query's totals, which the shares refer to.
    func groups(_ grouping: Query.Grouping, _ sums: Sums, _ tally: inout Tally) throws -> [Group] {
        let query = context.query
        let buckets = try tally.buckets(
            query, kinds: isAveraged ? context.flow.ticketKinds : context.flow.kinds, period: query.period,
            by: Breakdown.tallyKey(grouping))
        var values: [GroupKey: (amount: Int64, rows: Int)] = [:]
        for bucket in buckets {
            guard let currency = context.currencies[bucket.accountID] else { continue }
            let key = GroupKey(key: Breakdown.fold(bucket.key, grouping), currency: currency)
            values[key, default: (0, 0)].amount += context.flow.sign * bucket.amount
            values[key, default: (0, 0)].rows += bucket.rows
        }
        let entries = sorted(values.map { (key: $0.key, amount: $0.value.amount, rows: $0.value.rows) }, grouping, sums)
        let limit =
            Breakdown.isChronological(grouping) && query.order != .largest && query.order != .smallest
            ? 400 : query.limit
        // Each currency has a ranking of its own, the one with most rows first; counts have one for all.
        var ranks: [Currency?: Int] = [:]
        let shown = entries.filter { entry in
            let ranking = query.measure == .count ? nil : entry.key.currency
            ranks[ranking, default: 0] += 1
            let rank = ranks[ranking, default: 0]
            return rank > query.offset && rank <= query.offset + limit
        }
        return try shown.map { entry in
            let whole = sums.entry(entry.key.currency)?.money.minorUnits ?? 0
            let (key, label) = try names(entry.key.key, grouping)
            let amount = isAveraged ? roundedQuotient(entry.amount, by: Int64(max(1, entry.rows))) : entry.amount
            return Group(
                key: key, label: label,
                value: query.measure == .count ? .count(entry.rows) : .money(Money(amount, entry.key.currency)),
                count: entry.rows,
                share: whole > 0 && !isAveraged
                    ? (Double(entry.amount) / Double(whole) * 10_000).rounded() / 10_000 : nil
            )
        }
    }

    /// Whether each group shows the mean of its single amounts.
    private var isAveraged: Bool { context.query.measure == .average && context.query.averageUnit == .transaction }

    private static func isChronological(_ grouping: Query.Grouping) -> Bool {
        switch grouping {
        case .category, .merchant, .account: false
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
        }
    }

    /// From what SQL summed by to what is asked for: days to their Monday or weekday, months to years.
    private static func fold(_ key: Int64, _ grouping: Query.Grouping) -> Int64 {
        switch grouping {
        case .category, .merchant, .account, .day, .month: key
        case .year: key / 12
        case .week: Int64(CivilDate(dayNumber: Int32(key)).startOfWeek.dayNumber)
        case .weekday: Int64(CivilDate(dayNumber: Int32(key)).weekday)
        }
    }

    private typealias Entry = (key: GroupKey, amount: Int64, rows: Int)

    /// By time where the grouping is one of time and no order was asked for, else by size; ties by key.
    private func sorted(_ entries: [Entry], _ grouping: Query.Grouping, _ sums: Sums) -> [Entry] {
        let query = context.query
        let byCount = query.measure == .count
        func size(_ entry: Entry) -> Int64 {
            if byCount { return Int64(entry.rows) }
            return isAveraged ? roundedQuotient(entry.amount, by: Int64(max(1, entry.rows))) : entry.amount
        }
        let chronological = Breakdown.isChronological(grouping) && query.order != .largest && query.order != .smallest
        var rank: [Currency: Int] = [:]
        for entry in sums.entries { rank[entry.money.currency] = rank.count }
        return entries.sorted { a, b in
            if a.key.currency != b.key.currency, !byCount {
                return (rank[a.key.currency] ?? 0) < (rank[b.key.currency] ?? 0)
            }
            if chronological { return a.key.key < b.key.key }
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
            let day = CivilDate(dayNumber: Int32(key))
            return (day.iso, day.longText)
        case .week:
            let day = CivilDate(dayNumber: Int32(key))
            return (day.iso, "week of \(day.longText)")
        case .month:
            guard let first = CivilDate(year: Int(key) / 12, month: Int(key) % 12 + 1, day: 1) else { return ("", "") }
            return (String(first.iso.prefix(7)), "\(CivilDate.monthNames[first.month - 1]) \(first.year)")
        case .year: return (String(key), String(key))
        case .weekday:
            let name = CivilDate.weekdayNames[Int(key) - 1]
            return (name, name)
        }
    }
}
