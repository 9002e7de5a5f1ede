import Ledger

/// What an ask comes to over some rows.
extension AskModel {
    /// A value, how finely it is rounded, and the rows it is of.
    struct Found: Equatable {
        var value: Exact
        var parts: Int64 = 1
        var rows: Int
    }

    /// The rows of one group of an ask.
    struct Part {
        var rows: [ModelRow]
        var selection: Selection
        var grouping: Ask.Grouping?
        var key = ""
    }

    /// One value for each currency, or one for all (nil); nothing where there is none.
    func values(_ ask: Ask, _ part: Part) -> [Currency?: Found] {
        if isByCurrency(ask) {
            var currencies = Set(part.rows.map(\.currency))
            if currencies.isEmpty, ask.unitCondition != nil, !ask.isOfMoney { currencies = [home] }
            return currencies.reduce(into: [:]) { out, currency in
                var own = part
                own.rows = part.rows.filter { $0.currency == currency }
                if let found = value(ask, own, currency) { out[currency] = found }
            }
        }
        return value(ask, part, home).map { [nil: $0] } ?? [:]
    }

    /// Whether each currency has a value of its own.
    func isByCurrency(_ ask: Ask) -> Bool {
        if ask.grouping == .currency { return true }
        if let condition = ask.condition, condition.quantity != .count { return true }
        return ask.isOfMoney
    }

    private func sum(_ rows: [ModelRow], _ flow: Selection.Flow) -> Int64 { rows.reduce(0) { $0 + value($1, flow) } }

    func isMet(_ condition: Ask.Condition, _ rows: [ModelRow], _ flow: Selection.Flow, _ currency: Currency) -> Bool {
        let size: Int64
        switch condition.quantity {
        case .count: size = Int64(rows.count)
        case .total: size = sum(rows, flow)
        case .largest: size = rows.filter { isTicket($0, flow) }.map { abs($0.amount) }.max() ?? 0
        case .change, .changePercent: return false
        }
        let isCount = condition.quantity == .count
        let (a, b) =
            isCount ? (size, condition.bound) : (size * home.minorPerMajor, condition.bound * currency.minorPerMajor)
        switch condition.relation {
        case .more: return a > b
        case .atLeast: return a >= b
        case .less: return a < b
        case .atMost: return a <= b
        case .equal: return a == b
        }
    }

    /// The units that count: those of single purchases, or those that meet the condition, which empty days may do.
    private func held(_ ask: Ask, _ unit: Ask.Unit, _ part: Part, _ currency: Currency, anyRow: Bool) -> Set<String> {
        let flow = part.selection.flow
        func rows(_ name: String) -> [ModelRow] { part.rows.filter { self.unit($0, unit) == name } }
        guard let condition = ask.unitCondition else {
            return Set(part.rows.filter { anyRow || isTicket($0, flow) }.compactMap { self.unit($0, unit) })
        }
        let names =
            unit.isOfDays
            ? Set(days(part.selection, part.grouping, part.key).joined().compactMap { self.unit($0, unit) })
            : Set(part.rows.compactMap { self.unit($0, unit) })
        return names.filter { isMet(condition, rows($0), flow, currency) }
    }

    func value(_ ask: Ask, _ part: Part, _ currency: Currency) -> Found? {
        let flow = part.selection.flow
        let rows = part.rows
        let tickets = rows.filter { isTicket($0, flow) }
        let unit = ask.measure.unit ?? .day
        let possible = days(part.selection, part.grouping, part.key)
        let isSum = part.grouping?.isWithin(unit) ?? false
        func inUnits(_ names: Set<String>) -> [ModelRow] {
            rows.filter { self.unit($0, unit).map(names.contains) ?? false }
        }
        switch ask.measure {
        case .total, .largest, .smallest, .share:
            return rows.isEmpty ? nil : Found(value: Exact(numerator: sum(rows, flow)), rows: rows.count)
        case .count(.transaction): return Found(value: Exact(numerator: Int64(rows.count)), rows: rows.count)
        case .count:
            let count = held(ask, unit, part, currency, anyRow: false).count
            return Found(value: Exact(numerator: Int64(count)), rows: inWeekends(ask, rows).count)
        case .countWithout:
            let all = Set(possible.joined().compactMap { self.unit($0, unit) })
            let rest = all.subtracting(held(ask, unit, part, currency, anyRow: false))
            return Found(value: Exact(numerator: Int64(rest.count)), rows: inWeekends(ask, rows).count)
        case .average(.transaction):
            guard !tickets.isEmpty else { return nil }
            return Found(
                value: Exact(numerator: sum(tickets, flow), denominator: Int64(tickets.count)), rows: tickets.count)
        case .average:
            if rows.isEmpty { return nil }
            if isSum { return Found(value: Exact(numerator: sum(rows, flow)), rows: rows.count) }
            return perUnit(ask, unit, part, currency, possible).map { divisor, own in
                Found(
                    value: Exact(numerator: sum(own, flow) * divisor.denominator, denominator: divisor.numerator),
                    rows: own.count)
            }
        case .rate:
            if isSum { return Found(value: Exact(numerator: Int64(rows.count)), parts: 100, rows: rows.count) }
            return perUnit(ask, unit, part, currency, possible).map { divisor, own in
                Found(
                    value: Exact(numerator: Int64(own.count) * divisor.denominator, denominator: divisor.numerator),
                    parts: 100, rows: own.count)
            }
        case .median(.transaction):
            return tickets.isEmpty
                ? nil : Found(value: middle(tickets.map { abs($0.amount) }), rows: tickets.count)
        case .median:
            if rows.isEmpty { return nil }
            if isSum { return Found(value: Exact(numerator: sum(rows, flow)), rows: rows.count) }
            let names = medianUnits(ask, unit, part, currency)
            guard !names.isEmpty else { return nil }
            return Found(
                value: middle(names.map { name in sum(rows.filter { self.unit($0, unit) == name }, flow) }),
                rows: inUnits(Set(names)).count)
        case .longestStreak(_, let withRows):
            let held = held(ask, unit, part, currency, anyRow: false)
            let longest = possible.map { days -> Int in
                var (best, run) = (0, 0)
                var seen: Set<String> = []
                for name in days.compactMap({ self.unit($0, unit) }) where seen.insert(name).inserted {
                    run = held.contains(name) == withRows ? run + 1 : 0
                    best = max(best, run)
                }
                return best
            }
            return Found(value: Exact(numerator: Int64(longest.max() ?? 0)), rows: inWeekends(ask, rows).count)
        case .spread, .reachedDay: return nil
        case .gap, .lastDay, .firstDay:
            let days = held(ask, .day, part, currency, anyRow: false).compactMap { CivilDate(iso: $0) }.sorted()
            guard let first = days.first, let last = days.last else { return nil }
            if ask.measure == .lastDay {
                return Found(value: Exact(numerator: Int64(last.dayNumber)), rows: rows.count)
            }
            if ask.measure == .firstDay {
                return Found(value: Exact(numerator: Int64(first.dayNumber)), rows: rows.count)
            }
            guard days.count > 1 else { return nil }
            let apart = zip(days, days.dropFirst()).map { Int64($1.days(since: $0)) }.sorted()
            if ask.grouping == nil, ask.order == .largest || ask.order == .smallest {
                let one = ask.order == .largest ? apart[apart.count - 1] : apart[0]
                return Found(value: Exact(numerator: one), parts: 10, rows: rows.count)
            }
            return Found(
                value: Exact(numerator: Int64(last.days(since: first)), denominator: Int64(days.count - 1)), parts: 10,
                rows: rows.count)
        }
    }

    /// Where weekends are counted, rows of other days are in no unit.
    private func inWeekends(_ ask: Ask, _ rows: [ModelRow]) -> [ModelRow] {
        ask.measure.unit == .weekend ? rows.filter { $0.date.weekday > 5 } : rows
    }

    private func perUnit(
        _ ask: Ask, _ unit: Ask.Unit, _ part: Part, _ currency: Currency, _ possible: [[CivilDate]]
    ) -> (Exact, [ModelRow])? {
        if ask.unitCondition != nil || !unit.isOfDays {
            let held = held(ask, unit, part, currency, anyRow: true)
            let own = part.rows.filter { self.unit($0, unit).map(held.contains) ?? false }
            return held.isEmpty ? nil : (Exact(numerator: Int64(held.count)), own)
        }
        guard let (number, only) = divisor(groupSpans(part), unit, possible) else { return nil }
        let own = inWeekends(ask, part.rows).filter { row in
            only.map { $0.contains(self.unit(row, unit) ?? "") } ?? true
        }
        return (number, own)
    }

    /// The spans of a group: the part of each that is in its month; all of them for names and weekdays.
    private func groupSpans(_ part: Part) -> [Period] {
        guard let grouping = part.grouping, grouping.isCalendar else { return spans(part.selection) }
        return spans(part.selection).compactMap { span in
            let days = (0..<span.days).map { span.start.adding(days: $0) }.filter { key($0, grouping) == part.key }
            return days.isEmpty ? nil : Period(days[0], days[days.count - 1])
        }
    }

    private func medianUnits(_ ask: Ask, _ unit: Ask.Unit, _ part: Part, _ currency: Currency) -> [String] {
        if ask.unitCondition != nil || !unit.isOfDays {
            return Array(held(ask, unit, part, currency, anyRow: true))
        }
        let filter: RowFilter
        switch part.grouping {
        case .weekday:
            let day = CivilDate.weekdayNames.firstIndex(of: part.key)! + 1
            filter = .and([part.selection.filter, .weekdays([day])])
        case .weekend:
            filter = .and([part.selection.filter, .weekdays(part.key == "weekends" ? [6, 7] : [1, 2, 3, 4, 5])])
        default: filter = part.selection.filter
        }
        return fullUnits(groupSpans(part), unit, filter)
    }

    private func middle(_ values: [Int64]) -> Exact {
        let sorted = values.sorted()
        let count = sorted.count
        return count % 2 == 1
            ? Exact(numerator: sorted[count / 2])
            : Exact(numerator: sorted[count / 2 - 1] + sorted[count / 2], denominator: 2)
    }
}

extension Ask {
    /// The condition, where it is on units and not on groups.
    var unitCondition: Condition? {
        switch measure {
        case .count(.transaction), .total, .largest, .smallest, .share, .spread: nil
        case .count, .countWithout, .longestStreak, .reachedDay: condition
        case .average, .rate, .median, .gap, .lastDay, .firstDay: grouping == nil ? condition : nil
        }
    }

    /// Whether its values are money, or a part of it.
    var isOfMoney: Bool {
        switch measure {
        case .total, .average, .median, .largest, .smallest, .share(_, byCount: false): true
        default: false
        }
    }
}

/// Whole asks: what was assumed, what values are held against, groups.
extension AskModel {
    /// Where one side has nothing in the assumed days, but something before them, everything is taken.
    func resolved(_ asked: Ask) -> Ask {
        guard case .assumed(let period) = asked.selection.span else { return asked }
        var selections = [asked.selection]
        if case .sides(let sides) = asked.against { selections += sides.map(\.selection) }
        let isMissing = selections.contains { selection in
            guard case .assumed = selection.span, rows(selection).isEmpty else { return false }
            return !rows(Selection(selection.flow, selection.filter, .everything)).isEmpty
        }
        let span: Selection.Span = isMissing ? .everything : .periods([period])
        func decided(_ selection: Selection) -> Selection {
            if case .assumed = selection.span { Selection(selection.flow, selection.filter, span) } else { selection }
        }
        var ask = asked
        ask.selection = decided(asked.selection)
        if case .sides(let sides) = asked.against {
            ask.against = .sides(sides.map { Ask.Side($0.name, decided($0.selection)) })
        }
        if case .share(let whole, let byCount) = asked.measure {
            ask.measure = .share(of: decided(whole), byCount: byCount)
        }
        return ask
    }

    func pending(_ rows: [ModelRow], _ flow: Selection.Flow) -> [Currency: Int64] {
        guard flow != .any else { return [:] }
        return Dictionary(grouping: rows.filter(\.isPending), by: \.currency)
            .mapValues { $0.reduce(0) { $0 + value($1, flow) } }.filter { $0.value != 0 }
    }

    /// The rows that an ask is computed over: all of its selection, or of purchases as many as its limit says.
    func counted(_ ask: Ask) -> [ModelRow] {
        let all = rows(ask.selection)
        guard ask.isOfFewRows, let limit = ask.limit else { return all }
        let sorted = all.filter { isTicket($0, ask.selection.flow) }.sorted { a, b in
            switch ask.order {
            case .oldest: (a.day, a.id) < (b.day, b.id)
            case .largest where abs(a.amount) != abs(b.amount): abs(a.amount) > abs(b.amount)
            case .smallest where abs(a.amount) != abs(b.amount): abs(a.amount) < abs(b.amount)
            default: (a.day, a.id) > (b.day, b.id)
            }
        }
        return Array(sorted.dropFirst(ask.offset).prefix(limit))
    }

    /// What an ask without grouping comes to over a selection.
    func whole(_ ask: Ask, _ selection: Selection) -> [Currency?: Found] {
        let own = ask.isOfFewRows && selection == ask.selection ? counted(ask) : rows(selection)
        switch ask.measure {
        case .share(let whole, let byCount): return share(own, selection.flow, rows(whole), whole.flow, byCount)
        case .largest, .smallest:
            var found: [Currency?: Found] = [:]
            for (currency, rows) in Dictionary(grouping: own, by: \.currency) {
                let sizes = rows.filter { isTicket($0, selection.flow) }.map { abs($0.amount) }.sorted()
                let ranked = ask.measure == .largest ? sizes.reversed() : sizes
                if let size = ranked.dropFirst(ask.offset).first {
                    found[currency] = Found(value: Exact(numerator: size), rows: rows.count)
                }
            }
            return found
        default:
            if selection.flow == .any, ask.measure == .total {
                return Dictionary(grouping: own, by: { Optional($0.currency) }).mapValues {
                    Found(value: Exact(numerator: $0.reduce(0) { $0 + $1.amount }), rows: $0.count)
                }
            }
            return values(ask, Part(rows: own, selection: selection))
        }
    }

    private func share(
        _ part: [ModelRow], _ flow: Selection.Flow, _ whole: [ModelRow], _ wholeFlow: Selection.Flow, _ byCount: Bool
    ) -> [Currency?: Found] {
        if byCount {
            return whole.isEmpty ? [:] : [nil: percent(Int64(part.count), Int64(whole.count), part.count)]
        }
        var found: [Currency?: Found] = [:]
        for (currency, rows) in Dictionary(grouping: whole, by: \.currency) {
            let sum = rows.reduce(0) { $0 + value($1, wholeFlow) }
            let own = part.filter { $0.currency == currency }
            if sum > 0 { found[currency] = percent(own.reduce(0) { $0 + value($1, flow) }, sum, own.count) }
        }
        return found
    }

    private func percent(_ part: Int64, _ whole: Int64, _ rows: Int) -> Found {
        Found(value: Exact(numerator: part * 100, denominator: whole), parts: 10, rows: rows)
    }

    /// The six months before today's, or before a time that lies back.
    func habit(_ periods: [Period]) -> Period {
        let isRecent = periods.count == 1 && periods[0].end == asOf && periods[0].days <= 31
        let day = periods.isEmpty || isRecent ? asOf : min(asOf, periods[0].start)
        return Period(day.startOfMonth.adding(months: -6), day.startOfMonth.adding(days: -1))
    }

    /// Of whole months: those before them that the rows cover, but for a week at their beginning, and how much of their sum as many
    /// months are.
    func wholeMonths(_ ask: Ask, _ habit: Period) -> (days: Period, share: Exact)? {
        switch ask.measure {
        case .total, .count: break
        default: return nil
        }
        guard let all = ask.selection.span.plain, all.count == 1, all[0].start.day == 1,
            all[0].end == all[0].end.endOfMonth
        else { return nil }
        var first = habit.end.adding(days: 1)
        var known = 0
        while known < 6, coverage.start.days(since: first.adding(months: -1)) <= 6 {
            first = first.adding(months: -1)
            known += 1
        }
        guard known > 0 else { return nil }
        let asked = (0..<all[0].days).count { all[0].start.adding(days: $0).day == 1 }
        return (Period(first, habit.end), Exact(numerator: Int64(asked), denominator: Int64(known)))
    }

    /// The same days of the six months before, as far back as the rows go; nil where the whole habit is taken.
    func sameDays(_ ask: Ask) -> [Period]? {
        switch ask.measure {
        case .total, .count: break
        default: return nil
        }
        guard let all = ask.selection.span.plain, all.count == 1 else { return nil }
        let asked = all[0]
        let isWholeMonth = asked.start.day == 1 && asked.end >= asked.start.endOfMonth
        guard !isWholeMonth, asked.days <= 31 && asked.days > 1 || asked.start.day == 1 else { return nil }
        var found: [Period] = []
        for months in 1...6 {
            let start = asked.start.adding(months: -months)
            if coverage.start.days(since: start) <= 6 { found.append(Period(start, asked.end.adding(months: -months))) }
        }
        return found.isEmpty ? nil : found
    }

    /// The ask over the days that tell what is usual.
    func overHabit(_ ask: Ask, _ habit: Period) -> Ask {
        if let months = wholeMonths(ask, habit) { return ask.over(months.days) }
        guard let days = sameDays(ask) else { return ask.over(habit) }
        var then = ask
        then.selection.span = .periods(days)
        return then
    }

    /// Sums and counts of six months in as many days as are asked about.
    func usual(_ found: Found, _ ask: Ask, _ habit: Period) -> Found {
        if let months = wholeMonths(ask, habit) {
            return Found(
                value: Exact(
                    numerator: found.value.numerator * months.share.numerator,
                    denominator: found.value.denominator * months.share.denominator),
                parts: ask.measure == .total ? 1 : 10, rows: found.rows)
        }
        if let days = sameDays(ask) {
            let isSum = ask.measure == .total
            return Found(
                value: Exact(
                    numerator: found.value.numerator, denominator: found.value.denominator * Int64(days.count)),
                parts: isSum ? 1 : 10, rows: found.rows)
        }
        let isCount: Bool
        switch ask.measure {
        case .total: isCount = false
        case .count, .countWithout: isCount = true
        default: return found
        }
        let known = spans(Selection(.any, .all, .periods([habit]))).first ?? habit
        let periods = ask.selection.span.plain ?? []
        let days = periods.reduce(0) { $0 + $1.days }
        var scale = Exact(numerator: Int64(days), denominator: Int64(known.days))
        if periods.count == 1, periods[0].start.day == 1, periods[0].end <= periods[0].start.endOfMonth,
            known.start.day == 1, known.end == known.end.endOfMonth
        {
            let months = (0..<known.days).count { known.start.adding(days: $0).day == 1 }
            scale = Exact(numerator: Int64(days), denominator: Int64(months * periods[0].start.endOfMonth.day))
        }
        return Found(
            value: Exact(
                numerator: found.value.numerator * scale.numerator,
                denominator: found.value.denominator * scale.denominator), parts: isCount ? 10 : 1, rows: found.rows)
    }

    // MARK: Groups

    struct Entry {
        var key: String
        var currency: Currency?
        var found: Found
        var previous: Found?
        var rows: Int
    }

    private func parts(_ ask: Ask) -> [String: [ModelRow]] {
        guard let grouping = ask.grouping else { return [:] }
        return Dictionary(grouping: rows(ask.selection)) { key($0, grouping) }
    }

    private func plainEntries(_ ask: Ask) -> [Entry] {
        guard let grouping = ask.grouping else { return [] }
        return parts(ask).flatMap { key, rows -> [Entry] in
            let part = Part(rows: rows, selection: ask.selection, grouping: grouping, key: key)
            func own(_ currency: Currency?) -> Int { rows.count { currency == nil || $0.currency == currency } }
            if case .share(let whole, let byCount) = ask.measure {
                return shares(ask, rows, whole, byCount, grouping, key)
            }
            return values(ask, part).map { Entry(key: key, currency: $0, found: $1, rows: own($0)) }
        }
    }

    private func shares(
        _ ask: Ask, _ rows: [ModelRow], _ whole: Selection, _ byCount: Bool, _ grouping: Ask.Grouping, _ key: String
    ) -> [Entry] {
        let all = self.rows(whole).filter { !grouping.isOfDays || self.key($0, grouping) == key }
        let currencies: [Currency?] = isByCurrency(ask) ? Array(Set(rows.map(\.currency))) : [nil]
        return currencies.compactMap { currency in
            let (own, rest) = (
                rows.filter { currency == nil || $0.currency == currency },
                all.filter { currency == nil || $0.currency == currency }
            )
            let part = byCount ? Int64(own.count) : own.reduce(0) { $0 + value($1, ask.selection.flow) }
            let sum = byCount ? Int64(rest.count) : rest.reduce(0) { $0 + value($1, whole.flow) }
            return sum > 0
                ? Entry(key: key, currency: currency, found: percent(part, sum, own.count), rows: own.count) : nil
        }
    }

    /// The groups of an ask that meet its condition, in no order.
    func groups(_ ask: Ask) -> [Entry] {
        guard let grouping = ask.grouping else { return [] }
        var entries = plainEntries(ask)
        let isRanked = ask.order == .rise || ask.order == .fall
        if isRanked, ask.against == nil {
            entries = besideEarlier(ask, entries, grouping)
        } else if !grouping.isCalendar {
            switch ask.against {
            case .period(let period): entries = beside(ask, entries, ask.over(period)) { $0 }
            case .usual:
                let habit = habit(ask.selection.span.plain ?? [])
                entries = beside(ask, entries, overHabit(ask, habit)) { usual($0, ask, habit) }
            default: break
            }
        }
        if let condition = ask.condition, ask.unitCondition == nil {
            entries = entries.filter { entry in
                let own = (parts(ask)[entry.key] ?? []).filter {
                    entry.currency == nil || $0.currency == entry.currency
                }
                return !own.isEmpty && isMet(condition, own, ask.selection.flow, entry.currency ?? home)
            }
        }
        func change(_ entry: Entry) -> Int {
            guard let previous = entry.previous else { return 0 }
            // As shown: rounded.
            func shown(_ found: Found) -> Int64 {
                roundedQuotient(found.value.numerator * found.parts, by: found.value.denominator)
            }
            let (now, then) = (shown(entry.found) * previous.parts, shown(previous) * entry.found.parts)
            return now > then ? 1 : now < then ? -1 : 0
        }
        switch ask.order {
        case .rise: return entries.filter { change($0) > 0 }
        case .fall: return entries.filter { change($0) < 0 }
        default: return entries.filter { $0.rows > 0 }
        }
    }

    private func beside(_ ask: Ask, _ entries: [Entry], _ then: Ask, _ scale: (Found) -> Found) -> [Entry] {
        let before = plainEntries(then)
        let zero = ask.canBeNothing ? Found(value: Exact(numerator: 0), rows: 0) : nil
        var out = entries.map { entry in
            var entry = entry
            entry.previous =
                before.first { $0.key == entry.key && $0.currency == entry.currency }.map { scale($0.found) } ?? zero
            return entry
        }
        for gone in before where !entries.contains(where: { $0.key == gone.key && $0.currency == gone.currency }) {
            if let zero {
                out.append(
                    Entry(key: gone.key, currency: gone.currency, found: zero, previous: scale(gone.found), rows: 0))
            }
        }
        return out
    }

    /// Full months, weeks … with what the one before each was.
    private func besideEarlier(_ ask: Ask, _ entries: [Entry], _ grouping: Ask.Grouping) -> [Entry] {
        let unit = Ask.Unit(rawValue: grouping.rawValue)!
        let keys = fullUnits(spans(ask.selection), unit, ask.selection.filter)
        let currencies: [Currency?] =
            isByCurrency(ask) ? Array(Set(rows(ask.selection).map(\.currency))) : [nil]
        return currencies.flatMap { currency in
            zip(keys, keys.dropFirst()).map { earlier, later -> Entry in
                func entry(_ key: String) -> Entry {
                    entries.first { $0.key == key && $0.currency == currency }
                        ?? Entry(
                            key: key, currency: currency, found: Found(value: Exact(numerator: 0), rows: 0), rows: 0)
                }
                var own = entry(later)
                own.previous = entry(earlier).found
                return own
            }
        }
    }
}
