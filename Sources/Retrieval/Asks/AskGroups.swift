import Ledger
import Store

/// What an ask's rows are told apart by, and what is known of each group.
extension AskRun {
    /// One group before it is named.
    struct Entry {
        let key: Int64
        /// nil where rows of all currencies count together.
        let currency: Currency?
        var value: FigureValue
        var sum: AskSum
        /// What `value` is over the other period.
        var previous: FigureValue?
        /// What `value` is more than `previous`, for ranking; nil where either is missing.
        var change: Double? { previous.map { value.size - $0.size } }
    }

    private struct GroupedRows {
        var groups: [Int64: AskUnits] = [:]
        /// By group and currency, whatever the unit.
        var sums: [Int64: [Currency: AskSum]] = [:]

        /// - Parameter currency: nil for all of them.
        func sum(_ key: Int64, _ currency: Currency?) -> AskSum {
            (sums[key] ?? [:]).reduce(into: AskSum()) { if currency == nil || $1.key == currency { $0.add($1.value) } }
        }
    }

    /// Adds the groups that meet the condition, in their order, as many as are wanted.
    mutating func addGroups(_ grouping: Ask.Grouping, _ finding: inout AskFinding, _ own: Computed) throws {
        let ask = finding.ask
        let entries = try rankedEntries(grouping, finding, own)
        finding.groupCount = entries.count
        if let condition = ask.condition, !ask.conditionIsOfUnits, let unit = CalendarUnit(grouping),
            own.totals.count < 2
        {
            let currency = own.totals.first?.currency ?? home
            let isOfChange = condition.quantity == .change || condition.quantity == .changePercent
            let holdsEmpty = !isOfChange && condition.base == nil && condition.isMet(by: AskSum(), currency, home)
            let all = Set(own.span.units(unit))
            let filled = holdsEmpty ? try Set(grouped(grouping, ask, own.rows).sums.keys) : all
            finding.groupUnits = (all.count, all.subtracting(filled).sorted().map(unit.period))
        }
        let kept = limited(entries, grouping, ask)
        finding.evidence.groups = try kept.map { try group($0, grouping, finding, own) }
        finding.together = together(ask, ask.condition == nil ? kept : entries)
    }

    /// What several groups come to; nil where that adds up to nothing, is of two currencies, or is everything there is.
    private func together(_ ask: Ask, _ entries: [Entry]) -> AskValue? {
        let isChosen = ask.condition != nil && !ask.conditionIsOfUnits || ask.order == .largest && ask.limit ?? 1 > 1
        guard isChosen, entries.count > 1, Set(entries.map(\.currency)).count == 1 else { return nil }
        switch ask.measure {
        case .total:
            guard let currency = entries[0].currency else { return nil }
            let sum = entries.reduce(Int64(0)) { $0 + $1.sum.amount }
            return AskValue(.money(Money(sum, currency)), currency: currency, rows: entries.count)
        case .count(.transaction):
            return AskValue(.count(entries.reduce(0) { $0 + $1.sum.rows }), rows: entries.count)
        case .share:
            let percent = entries.reduce(0.0) { $0 + $1.value.size }
            return AskValue(.percent((percent * 10).rounded() / 10), rows: entries.count)
        default: return nil
        }
    }

    private mutating func rankedEntries(
        _ grouping: Ask.Grouping, _ finding: AskFinding, _ own: Computed
    ) throws -> [Entry] {
        let ask = finding.ask
        let isRanked = ask.order == .rise || ask.order == .fall
        let current = try grouped(grouping, ask, own.rows)
        var entries = try entries(grouping, ask, current, own.span, whole: try whole(ask, grouping, finding))
        if isRanked, ask.against == nil {
            guard let unit = CalendarUnit(grouping) else {
                throw AskError("A rise or fall needs something to compare with: another period.")
            }
            entries = try entriesBesideEarlier(unit, ask, current, entries, own)
        } else if let other = finding.otherPeriod, ask.against != nil {
            if CalendarUnit(grouping) == nil {
                entries = try entriesBeside(other, grouping, ask, entries, own)
            } else if isRanked {
                throw AskError("Single days, weeks, months or years have no counterpart in another period.")
            }
        }
        if let condition = ask.condition, !ask.conditionIsOfUnits {
            let base = try condition.base.map {
                try grouped(grouping, Ask($0, by: grouping), try rows($0), needsLargest: true)
            }
            entries = entries.filter { entry in
                if condition.quantity == .change || condition.quantity == .changePercent {
                    return condition.isMet(byChangeOf: entry, home)
                }
                let other = base.map { $0.sum(entry.key, entry.currency) }
                return entry.sum.rows > 0
                    && condition.isMet(by: entry.sum, above: other, entry.currency ?? home, home)
            }
        }
        switch ask.order {
        case .rise: entries = entries.filter { $0.change ?? 0 > 0 }
        case .fall: entries = entries.filter { $0.change ?? 0 < 0 }
        default: entries = entries.filter { $0.sum.rows > 0 }
        }
        return sorted(entries, grouping, ask, own)
    }

    // MARK: Reading

    private mutating func grouped(
        _ grouping: Ask.Grouping, _ ask: Ask, _ rows: AskRows, needsLargest: Bool = false
    ) throws -> GroupedRows {
        let key = AskRun.key(grouping)
        let unit = AskMeasure.unitKey(ask.measure)
        let needsLargest = needsLargest || ask.condition?.quantity == .largest
        var out = GroupedRows()
        func group(_ number: Int64, _ currency: Currency) -> Int64? { AskRun.group(number, grouping) }
        let cells = try rows.cells(by: key, unit == .amount ? .none : unit, needsLargest: needsLargest, log: &log)
        for cell in cells {
            guard let group = group(cell.group, cell.currency) else { continue }
            out.sums[group, default: [:]][cell.currency, default: AskSum()].add(cell, rows.flow)
            guard unit != .amount, let number = AskRun.unit(cell.unit, unit, ask.measure.unit) else { continue }
            out.groups[group, default: AskUnits()].add(number, cell, rows.flow)
        }
        guard unit == .amount else { return out }
        for cell in try rows.cells(by: key, .amount, kinds: rows.flow.ticketKinds, log: &log) {
            guard let group = group(cell.group, cell.currency) else { continue }
            out.groups[group, default: AskUnits()].add(cell.unit, cell, rows.flow)
        }
        return out
    }

    private static func key(_ grouping: Ask.Grouping) -> AskRows.Key {
        switch grouping {
        case .category: .category
        case .merchant: .merchant
        case .account: .account
        case .currency: .none
        case .day, .week, .weekday, .weekend: .day
        case .month, .quarter, .year: .month
        }
    }

    /// From what SQL told rows apart by to what is asked for.
    private static func group(_ number: Int64, _ grouping: Ask.Grouping) -> Int64? {
        switch grouping {
        case .category, .merchant, .account, .currency, .month: return number
        case .weekday: return Int64(CivilDate(dayNumber: Int32(number)).weekday)
        case .weekend: return CivilDate(dayNumber: Int32(number)).weekday >= 6 ? 1 : 0
        case .day, .week: return CalendarUnit(grouping)?.number(CivilDate(dayNumber: Int32(number)))
        case .quarter, .year: return CalendarUnit(grouping)?.number(ofMonth: number)
        }
    }

    // MARK: Values

    /// Whether each group has a value for each currency.
    private func isByCurrency(_ ask: Ask) -> Bool {
        if ask.grouping == .currency { return true }
        if let condition = ask.condition, condition.quantity != .count { return true }
        switch ask.measure {
        case .total, .average, .median, .largest, .smallest, .spread: return true
        case .share(_, let byCount): return !byCount
        case .count, .rate, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .reachedDay: return false
        }
    }

    /// What shares of groups are of: by group where the groups are of time, else one for all.
    private mutating func whole(
        _ ask: Ask, _ grouping: Ask.Grouping, _ finding: AskFinding
    ) throws -> ((Int64, Currency?) -> Int64)? {
        guard case .share(let selection, let byCount) = ask.measure else { return nil }
        let isOfTime = CalendarUnit(grouping) != nil || grouping == .weekday || grouping == .weekend
        let found = try grouped(
            isOfTime ? grouping : .currency, Ask(selection, by: isOfTime ? grouping : .currency), try rows(selection))
        return { key, currency in
            let sums = found.sums[isOfTime ? key : 0] ?? [:]
            if let currency { return byCount ? Int64(sums[currency]?.rows ?? 0) : sums[currency]?.amount ?? 0 }
            return Int64(sums.values.reduce(0) { $0 + $1.rows })
        }
    }

    /// The days of one group.
    private func span(_ key: Int64, _ grouping: Ask.Grouping, _ span: AskSpan) -> AskSpan {
        if let unit = CalendarUnit(grouping) { return span.within(unit.period(key)) }
        switch grouping {
        case .weekday: return span.on([Int(key)])
        case .weekend: return span.on(key == 1 ? [6, 7] : [1, 2, 3, 4, 5])
        default: return span
        }
    }

    private func entries(
        _ grouping: Ask.Grouping, _ ask: Ask, _ found: GroupedRows, _ span: AskSpan,
        whole: ((Int64, Currency?) -> Int64)?
    ) throws -> [Entry] {
        let measure = measure(ask, ask.selection)
        var out: [Entry] = []
        for (key, sums) in found.sums {
            let days = self.span(key, grouping, span)
            let units = found.groups[key] ?? AskUnits()
            for currency in isByCurrency(ask) ? sums.keys.map(Optional.some) : [nil] {
                var sum = AskSum()
                for (own, part) in sums where currency == nil || own == currency { sum.add(part) }
                if let whole {
                    let all = whole(key, currency)
                    guard all > 0, case .share(_, let byCount) = ask.measure else { continue }
                    let percent = percentage(byCount ? Int64(sum.rows) : sum.amount, of: all)
                    out.append(Entry(key: key, currency: currency, value: .percent(percent), sum: sum))
                    continue
                }
                let own = currency.map { units.only($0) } ?? units
                guard let value = measure.values(own, days).first else { continue }
                out.append(Entry(key: key, currency: currency, value: value.value, sum: sum))
            }
        }
        return out
    }

    // MARK: Changes

    /// The entries with what they were over the other days; groups that are gone are among them with nothing.
    private mutating func entriesBeside(
        _ other: Period, _ grouping: Ask.Grouping, _ ask: Ask, _ entries: [Entry], _ own: Computed
    ) throws -> [Entry] {
        var then = ask
        let isUsual = ask.against == .usual
        let (days, scale) =
            isUsual ? usualDays(ask, other) : ([other], Scale(numerator: 1, denominator: 1))
        then.selection.span = .periods(days)
        if case .share(var whole, let byCount) = ask.measure {
            whole.span = .periods(days)
            then.measure = .share(of: whole, byCount: byCount)
        }
        let found = try grouped(grouping, then, try rows(then.selection))
        let before = try self.entries(
            grouping, then, found, span(then.selection),
            whole: try whole(then, grouping, AskFinding(then, Evidence(query: Query()))))
        func value(_ entry: Entry) -> FigureValue {
            isUsual ? AskRun.scaled(AskValue(entry.value, rows: 0), ask.measure, scale).value : entry.value
        }
        let isComparable = AskRun.zero(ask, home) != nil
        var out = entries.map { entry in
            var entry = entry
            let match = before.first { $0.key == entry.key && $0.currency == entry.currency }
            entry.previous = match.map(value) ?? (isComparable ? AskRun.none(like: entry.value) : nil)
            return entry
        }
        for gone in before
        where isComparable && !entries.contains(where: { $0.key == gone.key && $0.currency == gone.currency }) {
            var entry = Entry(
                key: gone.key, currency: gone.currency, value: AskRun.none(like: gone.value), sum: AskSum())
            entry.previous = value(gone)
            out.append(entry)
        }
        return out
    }

    /// Full months, weeks … with what the one before each was; the first has none before it.
    private func entriesBesideEarlier(
        _ unit: CalendarUnit, _ ask: Ask, _ found: GroupedRows, _ entries: [Entry], _ own: Computed
    ) throws -> [Entry] {
        guard ask.measure == .total || ask.measure == .count(.transaction) else {
            throw AskError("From one \(unit) to the next I compare totals and numbers of transactions only.")
        }
        let numbers = own.span.fullUnits(unit)
        let currencies = isByCurrency(ask) ? own.totals.map { Optional.some($0.currency) } : [nil]
        return currencies.flatMap { currency -> [Entry] in
            let all = numbers.map { number -> Entry in
                entries.first { $0.key == number && $0.currency == currency }
                    ?? Entry(
                        key: number, currency: currency,
                        value: currency.map { ask.measure == .total ? .money(Money(0, $0)) : .count(0) } ?? .count(0),
                        sum: AskSum())
            }
            return zip(all, all.dropFirst()).map { earlier, later in
                var later = later
                later.previous = earlier.value
                return later
            }
        }
    }

    // MARK: Order

    private func sorted(_ entries: [Entry], _ grouping: Ask.Grouping, _ ask: Ask, _ own: Computed) -> [Entry] {
        var rank: [Currency: Int] = [:]
        for entry in own.totals { rank[entry.currency] = rank.count }
        let isOfTime = CalendarUnit(grouping) != nil || grouping == .weekday
        let order = ask.order ?? (isOfTime ? .oldest : .largest)
        return entries.sorted { a, b in
            if let x = a.currency, let y = b.currency, x != y {
                return (rank[x] ?? .max, x.code) < (rank[y] ?? .max, y.code)
            }
            let (x, y) =
                switch order {
                case .rise: (-(a.change ?? 0), -(b.change ?? 0))
                case .fall: (a.change ?? 0, b.change ?? 0)
                case .largest: (-a.value.size, -b.value.size)
                case .smallest: (a.value.size, b.value.size)
                case .oldest: isOfTime ? (Double(a.key), Double(b.key)) : (-a.value.size, -b.value.size)
                case .newest: isOfTime ? (-Double(a.key), -Double(b.key)) : (-a.value.size, -b.value.size)
                }
            return x != y ? x < y : a.key < b.key
        }
    }

    /// The groups of time that are listed at most, eleven years of days, and the others where nobody said how many.
    static let mostTimes = 4_000
    static let groupsListed = 10

    /// Each currency has a ranking of its own.
    private func limited(_ entries: [Entry], _ grouping: Ask.Grouping, _ ask: Ask) -> [Entry] {
        let isOfTime = CalendarUnit(grouping) != nil || grouping == .weekday
        let isRanked = ask.order != nil && ask.order != .newest && ask.order != .oldest
        let limit = ask.limit ?? (isOfTime && !isRanked ? AskRun.mostTimes : AskRun.groupsListed)
        let byCurrency = Dictionary(grouping: entries.indices, by: { entries[$0].currency })
        let kept = byCurrency.values.flatMap { indices -> ArraySlice<Int> in
            let rest = indices.dropFirst(ask.offset)
            return rest.prefix(limit == 1 && ask.offset == 0 ? sharingFirst(rest.map { entries[$0] }, ask) : limit)
        }
        return kept.sorted().map { entries[$0] }
    }

    /// How many share the first place, of which one is asked for: at most ten.
    private func sharingFirst(_ entries: [Entry], _ ask: Ask) -> Int {
        guard let first = entries.first, ask.order != nil, ask.order != .newest, ask.order != .oldest else { return 1 }
        return min(10, entries.prefix { $0.value == first.value && $0.change == first.change }.count)
    }

    // MARK: Naming

    private func group(
        _ entry: Entry, _ grouping: Ask.Grouping, _ finding: AskFinding, _ own: Computed
    ) throws -> Group {
        let (key, label) =
            grouping == .currency
            ? (entry.currency?.code ?? "", entry.currency?.code ?? "") : try names(entry.key, grouping)
        var details: [Group.Detail] = []
        if finding.ask.selection.flow == .net, finding.ask.measure == .total, let currency = entry.currency {
            let spent = entry.sum.income - entry.sum.amount
            details = [
                .init("income", .money(Money(entry.sum.income, currency))),
                .init("spending", .money(Money(spent, currency))),
            ]
        }
        if finding.ask.measure == .count(.transaction), own.rows.flow.hasSum, own.totals.count == 1 {
            details.append(.init("total", .money(Money(entry.sum.amount, own.totals[0].currency))))
        }
        if let previous = entry.previous {
            details.append(.init("previous", previous))
            if let change = entry.value.difference(from: previous) { details.append(.init("change", change)) }
        }
        return Group(
            key: key, label: label, value: entry.value, count: entry.sum.rows,
            share: share(entry, grouping, finding, own),
            details: details)
    }

    /// The part of what is measured: of the transactions where these are counted, else of the money.
    private func share(_ entry: Entry, _ grouping: Ask.Grouping, _ finding: AskFinding, _ own: Computed) -> Double? {
        guard grouping != .currency else { return nil }
        switch finding.ask.measure {
        case .count(.transaction):
            return own.matched > 0 ? Double(entry.sum.rows) / Double(own.matched) : nil
        case .total, .largest, .smallest:
            let whole = own.totals.first { $0.currency == entry.currency }?.sum.amount ?? 0
            return whole > 0 && finding.ask.selection.flow != .net ? Double(entry.sum.amount) / Double(whole) : nil
        default: return nil
        }
    }

    private func names(_ key: Int64, _ grouping: Ask.Grouping) throws -> (key: String, label: String) {
        switch grouping {
        case .category:
            let slug = index.categorySlug(key)
            return (slug, index.taxonomy.displayName(slug))
        case .merchant:
            let name =
                try index.database.first("SELECT name FROM merchant WHERE id = ?", [.int(key)]) { $0.text(0) } ?? ""
            return (name, name)
        case .account:
            let name = compiler.accounts.first { $0.id == key }?.name ?? ""
            return (name, name)
        case .currency: return ("", "")
        case .weekday:
            let name = CivilDate.weekdayNames[Int(key) - 1]
            return (name, name)
        case .weekend: return key == 1 ? ("weekends", "Weekends") : ("weekdays", "Weekdays")
        case .day, .week, .month, .quarter, .year:
            guard let unit = CalendarUnit(grouping) else { return ("", "") }
            let days = unit.period(key)
            switch unit {
            case .day: return (days.start.iso, days.name)
            case .week, .weekend: return (days.start.iso, "week of \(Period(days.start, days.start).name)")
            case .month: return (String(days.start.iso.prefix(7)), days.name)
            case .quarter: return ("\(days.start.year)-Q\(days.start.quarter)", days.name)
            case .year: return (String(days.start.year), days.label)
            }
        }
    }
}

extension Ask.Condition {
    /// Whether what a group's value changed by is so related to the bound.
    fileprivate func isMet(byChangeOf entry: AskRun.Entry, _ home: Currency) -> Bool {
        guard case .money(let now) = entry.value, case .money(let then)? = entry.previous else { return false }
        let change = now.minorUnits - then.minorUnits
        if quantity == .change { return HomeAmount(bound, home).isMet(by: change, of: now.currency, relation) }
        // What was nothing before rose by no percentage.
        guard then.minorUnits > 0 else { return false }
        return relation.holds(Int128(change) * 100, Int128(bound) * Int128(then.minorUnits))
    }
}

extension AskUnits {
    /// The rows of one currency, also where none is in any unit.
    func only(_ currency: Currency) -> AskUnits { AskUnits(sums: [currency: sums[currency] ?? [:]]) }
}

extension FigureValue {
    /// For ranking values of one unit and currency.
    public var size: Double {
        switch self {
        case .money(let money): Double(money.minorUnits)
        case .count(let count), .days(let count): Double(count)
        case .percent(let value), .ratio(let value): value
        case .date(let day): Double(day.dayNumber)
        }
    }

    /// What it is more than another value of its unit; nil of days and of different units.
    func difference(from other: FigureValue) -> FigureValue? {
        switch (self, other) {
        case (.money(let a), .money(let b)) where a.currency == b.currency:
            .money(Money(a.minorUnits - b.minorUnits, a.currency))
        case (.count(let a), .count(let b)): .count(a - b)
        case (.days(let a), .days(let b)): .days(a - b)
        case (.percent(let a), .percent(let b)): .percent(FigureValue.tenths(a - b))
        case (.ratio(let a), .ratio(let b)): .ratio(FigureValue.hundredths(a - b))
        case (.count(let a), .ratio(let b)): .ratio(FigureValue.hundredths(Double(a) - b))
        default: nil
        }
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
