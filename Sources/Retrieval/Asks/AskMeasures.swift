import Ledger

/// Rows of one group and unit in one currency, added up.
struct AskSum {
    /// As the flow reads it.
    var amount: Int64 = 0
    var rows = 0
    /// Of single purchases only, without what refunds gave back.
    var ticketAmount: Int64 = 0
    var tickets = 0
    /// The magnitude of the largest single purchase; 0 without one.
    var largest: Int64 = 0
    var pending: Int64 = 0
    var pendingRows = 0
    /// What of `amount` is income.
    var income: Int64 = 0

    mutating func add(_ cell: AskCell, _ flow: FlowRows) {
        amount += cell.amount
        rows += cell.rows
        if cell.isPending {
            pending += cell.amount
            pendingRows += cell.rows
        }
        if cell.kind == .income { income += cell.amount }
        guard flow.isTicket(cell.kind) else { return }
        ticketAmount += cell.amount
        tickets += cell.rows
        largest = max(largest, cell.largest)
    }

    mutating func add(_ other: AskSum) {
        amount += other.amount
        rows += other.rows
        ticketAmount += other.ticketAmount
        tickets += other.tickets
        largest = max(largest, other.largest)
        pending += other.pending
        pendingRows += other.pendingRows
        income += other.income
    }
}

/// The rows of one group, by unit and currency.
struct AskUnits {
    /// By the number of the unit; everything under 0 where there are no units.
    var sums: [Currency: [Int64: AskSum]] = [:]

    mutating func add(_ unit: Int64, _ cell: AskCell, _ flow: FlowRows) {
        sums[cell.currency, default: [:]][unit, default: AskSum()].add(cell, flow)
    }

    func total(_ currency: Currency) -> AskSum {
        sums[currency, default: [:]].values.reduce(into: AskSum()) { $0.add($1) }
    }

    /// Rows of all units and currencies.
    var rows: Int { sums.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.rows } } }

    /// The one of most rows first.
    var currencies: [Currency] {
        let rows = sums.mapValues { $0.values.reduce(0) { $0 + $1.rows } }
        return rows.sorted { ($1.value, $0.key.code) < ($0.value, $1.key.code) }.map(\.key)
    }
}

/// Computes a measure over the rows of one group.
struct AskMeasure {
    let measure: Ask.Measure
    let flow: FlowRows
    /// The condition on units; nil where it is on groups or there is none.
    let condition: Ask.Condition?
    /// The rows that the condition's bound is counted from, by the same units.
    var base: AskUnits?
    let home: Currency
    /// The unit of time of the groups; nil for other groups.
    let groupUnit: CalendarUnit?
    /// Which of the times from one day to the next is meant; nil for their mean.
    var gapOrder: Ask.Order?

    /// What the sums are told apart by.
    static func unitKey(_ measure: Ask.Measure) -> AskRows.Key {
        switch measure {
        case .total, .largest, .smallest, .share, .spread: .none
        case .median(.transaction): .amount
        case .count(let unit), .countWithout(let unit), .average(let unit), .rate(let unit), .median(let unit),
            .longestStreak(let unit, _):
            key(unit)
        case .gap, .lastDay, .firstDay, .reachedDay: .day
        }
    }

    private static func key(_ unit: Ask.Unit) -> AskRows.Key {
        switch unit {
        case .transaction: .none
        case .day, .week, .weekend: .day
        case .month, .quarter, .year: .month
        case .merchant: .merchant
        case .category: .category
        case .account: .account
        }
    }

    /// What cannot be computed, said before anything is read.
    func check() throws {
        switch measure {
        case .average(.transaction), .median(.transaction):
            if flow.flow == .net {
                throw AskError("Net is income less spending; single transactions have no average of it.")
            }
            fallthrough
        case .total, .average, .median, .share(_, false):
            guard flow.hasSum || measure == .total else {
                throw AskError("Money in and money out are not added up. Ask for spending, income, or net.")
            }
        case .largest, .smallest:
            if flow.flow == .net { throw AskError("Net is of days and months, not of a single transaction.") }
        case .rate(.transaction): throw AskError("A rate is per day, week, month, merchant …, not per transaction.")
        case .countWithout(let unit):
            guard CalendarUnit(unit) != nil else {
                throw AskError("Only days, weeks, months and the like can be counted where there is nothing.")
            }
        case .longestStreak(let unit, _):
            guard CalendarUnit(unit) != nil else {
                throw AskError("Only days, weeks, months and the like come one after another.")
            }
        case .spread:
            guard flow.hasSum, flow.flow != .net || measure.unit?.isOfTime == true else {
                throw AskError("The largest less the smallest needs amounts of one kind.")
            }
            if groupUnit != nil { throw AskError("I tell the largest from the smallest of all, not of each.") }
        case .reachedDay:
            guard let condition, condition.quantity == .total, condition.base == nil else {
                throw AskError("The day on which a sum is reached needs that sum.")
            }
            if !flow.hasSum { throw AskError("Money in and money out are not added up.") }
        case .count, .rate, .gap, .lastDay, .firstDay, .share(_, true): break
        }
        guard let condition else { return }
        if condition.quantity == .change || condition.quantity == .changePercent {
            throw AskError("A change is of categories, merchants, or months: ask which of them rose or fell by that.")
        }
        if measure.unit == .transaction {
            throw AskError("A bound on single transactions is an amount filter, not a condition.")
        }
        if condition.quantity != .count, !flow.hasSum {
            throw AskError("Money in and money out are not added up. Ask for spending, income, or net.")
        }
    }

    // MARK: Values

    /// One value for each currency, or one for all of them.
    ///
    /// - Parameter span: the days of the group.
    func values(_ units: AskUnits, _ span: AskSpan) -> [AskValue] {
        switch measure {
        case .count(.transaction): return [AskValue(.count(units.rows), rows: units.rows)]
        case .count, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .reachedDay: return ofUnits(units, span)
        // Made of the groups, not of their sums.
        case .spread: return []
        case .rate(let unit): return rate(units, unit, span)
        case .total, .largest, .smallest, .share, .average, .median:
            return units.currencies.compactMap { currency in
                let sums = units.sums[currency] ?? [:]
                let total = units.total(currency)
                guard let amount = money(sums, total, span, currency) else { return nil }
                return AskValue(.money(Money(amount.0, currency)), currency: currency, rows: amount.rows)
            }
        }
    }

    private func money(
        _ sums: [Int64: AskSum], _ total: AskSum, _ span: AskSpan, _ currency: Currency
    ) -> (Int64, rows: Int)? {
        switch measure {
        case .average(.transaction):
            return total.tickets > 0
                ? (roundedQuotient(total.ticketAmount, by: Int64(total.tickets)), total.tickets) : nil
        case .average(let unit): return mean(sums, total, unit, span, currency)
        case .median(.transaction): return medianTicket(sums)
        case .median(let unit): return median(sums, unit, span, currency)
        default: return (total.amount, total.rows)
        }
    }

    /// Whether the groups are no longer than the unit: what a month took per month is what it took.
    private func isWithinUnit(_ unit: Ask.Unit) -> Bool {
        guard let groupUnit, let unit = CalendarUnit(unit) else { return false }
        return groupUnit.isWithin(unit) && !(unit == .weekend && groupUnit != .weekend)
    }

    private func mean(
        _ sums: [Int64: AskSum], _ total: AskSum, _ unit: Ask.Unit, _ span: AskSpan, _ currency: Currency
    ) -> (Int64, rows: Int)? {
        if isWithinUnit(unit) { return (total.amount, total.rows) }
        if condition != nil || CalendarUnit(unit) == nil {
            let held = self.held(sums, unit, span, currency, anyRow: true)
            let sum = held.reduce(into: AskSum()) { $0.add(sums[$1] ?? AskSum()) }
            return held.isEmpty ? nil : (roundedQuotient(sum.amount, by: Int64(held.count)), sum.rows)
        }
        guard let calendar = CalendarUnit(unit), let divisor = span.divisor(calendar) else { return nil }
        let sum = included(sums, divisor)
        return (divisor.mean(sum.amount), sum.rows)
    }

    private func included(_ sums: [Int64: AskSum], _ divisor: AskSpan.Divisor) -> AskSum {
        sums.reduce(into: AskSum()) { if divisor.only?.contains($1.key) ?? true { $0.add($1.value) } }
    }

    private func rate(_ units: AskUnits, _ unit: Ask.Unit, _ span: AskSpan) -> [AskValue] {
        if isWithinUnit(unit) { return [AskValue(.ratio(Double(units.rows)), rows: units.rows)] }
        return scopes(units).compactMap { scope in
            let sums = scope.sums
            if condition != nil || CalendarUnit(unit) == nil {
                let held = self.held(sums, unit, span, scope.currency ?? home, anyRow: true)
                let rows = held.reduce(0) { $0 + (sums[$1]?.rows ?? 0) }
                return held.isEmpty ? nil : ratio(Int64(rows), 1, Int64(held.count), rows, scope.currency)
            }
            guard let calendar = CalendarUnit(unit), let divisor = span.divisor(calendar) else { return nil }
            let rows = included(sums, divisor).rows
            return ratio(Int64(rows), divisor.denominator, divisor.numerator, rows, scope.currency)
        }
    }

    /// To two decimals.
    private func ratio(
        _ part: Int64, _ times: Int64, _ whole: Int64, _ rows: Int, _ currency: Currency?
    ) -> AskValue {
        AskValue(
            .ratio(Double(roundedQuotient(part * 100, times: times, by: whole)) / 100), currency: currency, rows: rows)
    }

    /// Of an even number of amounts the mean of the two in the middle. Units are amounts here.
    private func medianTicket(_ sums: [Int64: AskSum]) -> (Int64, rows: Int)? {
        let sizes = sums.filter { $0.value.tickets > 0 }.sorted { $0.key < $1.key }
        let count = sizes.reduce(0) { $0 + $1.value.tickets }
        guard count > 0 else { return nil }
        func size(at place: Int) -> Int64 {
            var seen = 0
            for (size, sum) in sizes {
                seen += sum.tickets
                if place < seen { return size }
            }
            return 0
        }
        return (roundedQuotient(size(at: (count - 1) / 2) + size(at: count / 2), by: 2), count)
    }

    private func median(
        _ sums: [Int64: AskSum], _ unit: Ask.Unit, _ span: AskSpan, _ currency: Currency
    ) -> (Int64, rows: Int)? {
        if isWithinUnit(unit) {
            let total = sums.values.reduce(into: AskSum()) { $0.add($1) }
            return (total.amount, total.rows)
        }
        let calendar = CalendarUnit(unit)
        let numbers =
            calendar.flatMap { condition == nil ? span.fullUnits($0) : nil }
            ?? held(sums, unit, span, currency, anyRow: true)
        let totals = numbers.map { sums[$0]?.amount ?? 0 }.sorted()
        guard !totals.isEmpty else { return nil }
        let middle = totals[(totals.count - 1) / 2] + totals[totals.count / 2]
        return (roundedQuotient(middle, by: 2), numbers.reduce(0) { $0 + (sums[$1]?.rows ?? 0) })
    }

    // MARK: Units

    /// What a condition on money is checked of: each currency by itself. Without one all currencies are together.
    private func scopes(_ units: AskUnits) -> [(currency: Currency?, sums: [Int64: AskSum])] {
        if let condition, condition.quantity != .count {
            let currencies = units.currencies
            return (currencies.isEmpty ? [home] : currencies).map { ($0, units.sums[$0] ?? [:]) }
        }
        var all: [Int64: AskSum] = [:]
        for sums in units.sums.values { for (unit, sum) in sums { all[unit, default: AskSum()].add(sum) } }
        return [(nil, all)]
    }

    /// The units that meet the condition, or without one that hold a single purchase, in order.
    ///
    /// - Parameter anyRow: whether without a condition any row will do, also a refund.
    private func held(
        _ sums: [Int64: AskSum], _ unit: Ask.Unit, _ span: AskSpan, _ currency: Currency, anyRow: Bool = false
    ) -> [Int64] {
        guard let condition else {
            return sums.filter { anyRow ? $0.value.rows > 0 : $0.value.tickets > 0 }.keys.sorted()
        }
        // Days without any row come to nothing, which is less than most amounts.
        let all = CalendarUnit(unit).map(span.units) ?? sums.keys.sorted()
        return all.filter {
            condition.isMet(by: sums[$0] ?? AskSum(), above: base?.sum($0, currency, condition), currency, home)
        }
    }

    /// The first day on which the sum of all days up to it meets the condition.
    private func reached(_ sums: [Int64: AskSum], _ currency: Currency) -> Int64? {
        guard let condition else { return nil }
        var sum = AskSum()
        for day in sums.keys.sorted() {
            sum.add(sums[day] ?? AskSum())
            if condition.isMet(by: sum, currency, home) { return day }
        }
        return nil
    }

    private func ofUnits(_ units: AskUnits, _ span: AskSpan) -> [AskValue] {
        scopes(units).compactMap { scope in
            let unit = measure.unit ?? .day
            if measure == .reachedDay {
                guard let day = reached(scope.sums, scope.currency ?? home) else { return nil }
                let rows = scope.sums.reduce(0) { $0 + ($1.key <= day ? $1.value.rows : 0) }
                return AskValue(
                    .date(CivilDate(dayNumber: Int32(day))), currency: scope.currency, rows: rows)
            }
            let held = held(scope.sums, unit, span, scope.currency ?? home)
            let rows = scope.sums.values.reduce(0) { $0 + $1.rows }
            func value(_ value: FigureValue, _ period: Period? = nil) -> AskValue {
                AskValue(value, currency: scope.currency, rows: rows, period: period)
            }
            func day(_ number: Int64) -> CivilDate { CivilDate(dayNumber: Int32(number)) }
            switch measure {
            case .count: return value(.count(held.count))
            case .countWithout:
                guard let calendar = CalendarUnit(unit) else { return nil }
                let all = span.units(calendar)
                return value(.count(all.count - Set(held).intersection(all).count))
            case .longestStreak(_, let withRows):
                guard let calendar = CalendarUnit(unit) else { return nil }
                let runs = span.spans.compactMap { days in
                    AskMeasure.longestRun(of: Set(held), in: span.within(days).units(calendar), holding: withRows)
                }
                let streak = runs.last { run in runs.allSatisfy { $0.count <= run.count } }
                let count = streak?.count ?? 0
                return value(
                    unit == .day ? .days(count) : .count(count),
                    streak.map { Period(calendar.period($0.first).start, calendar.period($0.last).end) })
            case .gap:
                guard let first = held.first, let last = held.last, held.count > 1 else { return nil }
                if let one = oneGap(held) {
                    return value(.ratio(Double(one.end - one.start)), Period(day(one.start), day(one.end)))
                }
                return value(
                    .ratio(Double(roundedQuotient((last - first) * 10, by: Int64(held.count - 1))) / 10))
            case .lastDay: return held.last.map { value(.date(day($0))) }
            default: return held.first.map { value(.date(day($0))) }
            }
        }
    }

    /// The longest or the shortest time from one day to the next; of equal ones the last.
    private func oneGap(_ days: [Int64]) -> (start: Int64, end: Int64)? {
        guard gapOrder == .largest || gapOrder == .smallest else { return nil }
        var best: (start: Int64, end: Int64)?
        for (start, end) in zip(days, days.dropFirst()) {
            let old = best.map { $0.end - $0.start } ?? end - start
            if gapOrder == .largest ? end - start >= old : end - start <= old { best = (start, end) }
        }
        return best
    }

    /// The longest run of neighboring days, months … that hold, or that do not; of equal ones the last.
    private static func longestRun(
        of held: Set<Int64>, in days: [Int64], holding: Bool
    ) -> (first: Int64, last: Int64, count: Int)? {
        var best: (first: Int64, last: Int64, count: Int)?
        var start = 0
        for (index, day) in days.enumerated() {
            if held.contains(day) != holding { start = index + 1 }
            let count = index - start + 1
            if count > 0, count >= best?.count ?? 1 { best = (days[start], day, count) }
        }
        return best
    }
}

extension AskUnits {
    /// What a condition's bound is counted from in a unit: in all currencies where rows are counted.
    func sum(_ unit: Int64, _ currency: Currency, _ condition: Ask.Condition) -> AskSum {
        if condition.quantity != .count { return sums[currency]?[unit] ?? AskSum() }
        return sums.values.reduce(into: AskSum()) { $0.add($1[unit] ?? AskSum()) }
    }
}

extension Ask.Condition {
    /// - Parameter base: what the bound is counted from; nil for nothing.
    func isMet(by sum: AskSum, above base: AskSum? = nil, _ currency: Currency, _ home: Currency) -> Bool {
        let base = base ?? AskSum()
        return switch quantity {
        case .count: relation.holds(Int64(sum.rows - base.rows), bound)
        case .total: HomeAmount(bound, home).isMet(by: sum.amount - base.amount, of: currency, relation)
        case .largest: HomeAmount(bound, home).isMet(by: sum.largest - base.largest, of: currency, relation)
        // Told from the values of groups.
        case .change, .changePercent: true
        }
    }
}
