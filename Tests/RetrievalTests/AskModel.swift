import Ledger

@testable import Store

/// A value without rounding.
struct Exact: Equatable {
    var numerator: Int64
    var denominator: Int64 = 1

    /// Whether a value rounded to so many parts of one is this one.
    func rounds(to found: Int64, parts: Int64 = 1) -> Bool {
        2 * abs(Int128(found) * Int128(denominator) - Int128(numerator) * Int128(parts)) <= Int128(denominator)
    }
}

/// What asks must find, by plain loops over the rows of a household: slow, and without any SQL.
struct AskModel {
    let household: [ModelRow]
    let taxonomy: Taxonomy
    let asOf: CivilDate
    let home: Currency
    /// The merchants of recurring payments, by what these are.
    let recurring: [String: Set<String>]

    var coverage: Period {
        let days = household.map(\.day)
        return Period(CivilDate(dayNumber: days.min()!), CivilDate(dayNumber: days.max()!))
    }

    /// Rows of one currency, or of all of them (nil).
    struct Scope: Hashable {
        var currency: Currency?
    }

    // MARK: Rows

    func matches(_ row: ModelRow, _ filter: RowFilter) -> Bool {
        switch filter {
        case .all: return true
        case .category(let id): return row.category == id || taxonomy[row.category]?.parent == id
        case .merchant(let name): return row.merchant == name
        case .account(let name): return row.account == name
        case .text(let words): return holds(row, words)
        case .amount(let least, let most):
            // Both sides in hundredths of the smallest units, so that yen and cents compare.
            let size = abs(row.amount) * home.minorPerMajor
            let per = row.currency.minorPerMajor
            return (least.map { size >= $0 * per } ?? true) && (most.map { size <= $0 * per } ?? true)
        case .weekdays(let days): return days.contains(row.date.weekday)
        case .daysOfMonth(let days): return days.contains(row.date.day)
        case .status(let status): return row.isPending == (status == .pending)
        case .currency(let currency): return row.currency == currency
        case .recurring(let kind): return recurring[kind]?.contains(row.merchant) ?? false
        case .rows(let ids): return ids.contains(row.id)
        case .after, .before: return true
        case .near(let unit, let after, let selection):
            guard let own = number(row, unit) else { return false }
            return household.contains { other in
                guard other.counts, isOfFlow(other, selection.flow), matches(other, selection.filter),
                    selection.span.plain?.contains(where: { $0.contains(other.date) }) ?? true,
                    let number = number(other, unit)
                else { return false }
                return unit.isOfTime ? after.contains(own - number) : own == number
            }
        case .not(let part): return !matches(row, part)
        case .and(let parts): return parts.allSatisfy { matches(row, $0) }
        case .or(let parts): return parts.contains { matches(row, $0) }
        }
    }

    /// Where the unit of a row stands among its like; of names no order is meant. nil where it is in none.
    private func number(_ row: ModelRow, _ unit: Ask.Unit) -> Int? {
        let day = row.date
        switch unit {
        case .day: return Int(day.dayNumber)
        case .week: return day.startOfWeek.days(since: CivilDate(dayNumber: 4)) / 7
        case .weekend: return day.weekday > 5 ? day.startOfWeek.days(since: CivilDate(dayNumber: 4)) / 7 : nil
        case .month: return day.year * 12 + day.month
        case .quarter: return day.year * 4 + (day.month - 1) / 3
        case .year: return day.year
        case .merchant: return Array(Set(household.map(\.merchant))).sorted().firstIndex(of: row.merchant)
        case .category: return Array(Set(household.map(\.category))).sorted().firstIndex(of: row.category)
        case .account: return Array(Set(household.map(\.account))).sorted().firstIndex(of: row.account)
        case .transaction: return row.id.hashValue
        }
    }

    /// Words of three letters and more may go on, shorter ones are whole.
    private func holds(_ row: ModelRow, _ text: String) -> Bool {
        let category = taxonomy[row.category]
        let names = [
            row.merchant, row.text, category?.name ?? "", category?.parent.flatMap { taxonomy[$0]?.name } ?? "",
        ]
        let words = names.joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber }
        return text.lowercased().split(separator: " ").allSatisfy { term in
            words.contains { term.count < 3 ? $0 == term : $0.hasPrefix(term) }
        }
    }

    func isOfFlow(_ row: ModelRow, _ flow: Selection.Flow) -> Bool {
        switch flow {
        case .spending: row.kind == .expense || row.kind == .refund
        case .purchases: row.kind == .expense
        case .income: row.kind == .income
        case .refunds: row.kind == .refund
        case .transfersOut: row.kind == .transfer && row.amount < 0
        case .transfersIn: row.kind == .transfer && row.amount > 0
        case .transfers: row.kind == .transfer
        case .net: row.kind != .transfer
        case .any: true
        }
    }

    func value(_ row: ModelRow, _ flow: Selection.Flow) -> Int64 {
        switch flow {
        case .spending, .purchases, .transfersOut: -row.amount
        case .transfers: abs(row.amount)
        default: row.amount
        }
    }

    /// A single purchase: a refund is none.
    func isTicket(_ row: ModelRow, _ flow: Selection.Flow) -> Bool { flow == .spending ? row.kind == .expense : true }

    func rows(_ selection: Selection) -> [ModelRow] {
        let found = household.filter { row in
            row.counts && isOfFlow(row, selection.flow) && matches(row, selection.filter)
                && (selection.span.plain?.contains { $0.contains(row.date) } ?? true)
        }
        guard selection.flow == .transfers else { return found }
        let ids = Set(found.map(\.id))
        return found.filter { row in !(row.amount > 0 && row.pair.map(ids.contains) ?? false) }
    }

    // MARK: Days

    /// Whether no row of the day can be meant, whatever else it is.
    private func isImpossible(_ day: CivilDate, _ filter: RowFilter) -> Bool { possibility(day, filter) == false }

    private func possibility(_ day: CivilDate, _ filter: RowFilter) -> Bool? {
        switch filter {
        case .weekdays(let days): return days.contains(day.weekday)
        case .daysOfMonth(let days): return days.contains(day.day)
        case .all: return true
        case .not(let part): return possibility(day, part).map(!)
        case .and(let parts):
            let all = parts.map { possibility(day, $0) }
            return all.contains(false) ? false : all.allSatisfy { $0 == true } ? true : nil
        case .or(let parts):
            let all = parts.map { possibility(day, $0) }
            return all.contains(true) ? true : all.allSatisfy { $0 == false } ? false : nil
        default: return nil
        }
    }

    private func all(_ period: Period) -> [CivilDate] { (0..<period.days).map { period.start.adding(days: $0) } }

    /// The spans of a selection as far as the data tells: a week without rows at either end is a week without purchases.
    func spans(_ selection: Selection) -> [Period] {
        let data = coverage
        let today = max(asOf, data.end)
        let end = today.days(since: data.end) <= 7 ? today : data.end
        guard let asked = selection.span.plain else { return [Period(data.start, end)] }
        return asked.compactMap { period in
            let start = data.start.days(since: period.start) > 7 ? data.start : period.start
            var last = min(period.end, today)
            if last.days(since: data.end) > 7 { last = data.end }
            return start <= last ? Period(start, last) : nil
        }
    }

    /// The days that a group is asked about: each span's, of which rows can be.
    func days(_ selection: Selection, _ grouping: Ask.Grouping?, _ key: String) -> [[CivilDate]] {
        spans(selection).map { span in
            all(span).filter { day in
                guard !isImpossible(day, selection.filter) else { return false }
                guard let grouping, grouping.isOfDays else { return true }
                return self.key(day, grouping) == key
            }
        }
    }

    func key(_ day: CivilDate, _ grouping: Ask.Grouping) -> String? {
        switch grouping {
        case .day: day.iso
        case .week: day.startOfWeek.iso
        case .month: String(day.iso.prefix(7))
        case .quarter: "\(day.year)-Q\((day.month + 2) / 3)"
        case .year: String(day.year)
        case .weekday: CivilDate.weekdayNames[day.weekday - 1]
        case .weekend: day.weekday > 5 ? "weekends" : "weekdays"
        case .category, .merchant, .account, .currency: nil
        }
    }

    func key(_ row: ModelRow, _ grouping: Ask.Grouping) -> String {
        switch grouping {
        case .category: row.category
        case .merchant: row.merchant
        case .account: row.account
        case .currency: row.currency.code
        default: key(row.date, grouping) ?? ""
        }
    }

    /// The unit that a row is in; nil for a working day where weekends are counted.
    func unit(_ row: ModelRow, _ unit: Ask.Unit) -> String? {
        switch unit {
        case .transaction: String(row.id)
        case .merchant: row.merchant
        case .category: row.category
        case .account: row.account
        default: self.unit(row.date, unit)
        }
    }

    func unit(_ day: CivilDate, _ unit: Ask.Unit) -> String? {
        switch unit {
        case .day: day.iso
        case .week: day.startOfWeek.iso
        case .weekend: day.weekday > 5 ? day.startOfWeek.iso : nil
        case .month: key(day, .month)
        case .quarter: key(day, .quarter)
        case .year: key(day, .year)
        case .transaction, .merchant, .category, .account: nil
        }
    }

    /// The first and last day of a month, quarter, year, week, weekend or day that holds a day.
    func ends(_ day: CivilDate, _ unit: Ask.Unit) -> (CivilDate, CivilDate) {
        switch unit {
        case .week: (day.startOfWeek, day.startOfWeek.adding(days: 6))
        case .weekend: (day.startOfWeek.adding(days: 5), day.startOfWeek.adding(days: 6))
        case .month: (day.startOfMonth, day.endOfMonth)
        case .quarter: (day.startOfQuarter, day.endOfQuarter)
        case .year: (day.startOfYear, day.endOfYear)
        default: (day, day)
        }
    }

    /// Spans whose ends at the ends of the data lack at most a week of a month, quarter or year that is over.
    private func snapped(_ spans: [Period], _ unit: Ask.Unit) -> [Period] {
        guard unit.months != nil else { return spans }
        return spans.map { span in
            let (first, last) = (ends(span.start, unit).0, ends(span.end, unit).1)
            let isStart = span.start == coverage.start && span.start.days(since: first) <= 7
            let isEnd = span.end == coverage.end && last.days(since: span.end) <= 7 && last <= asOf
            return Period(isStart ? first : span.start, isEnd ? last : span.end)
        }
    }

    /// The units that lie in the spans from end to end; all that have a possible day where none does.
    func fullUnits(_ spans: [Period], _ unit: Ask.Unit, _ filter: RowFilter) -> [String] {
        let spans = snapped(spans, unit)
        var all: [String] = []
        var full: [String] = []
        for span in spans {
            for day in self.all(span) where !isImpossible(day, filter) {
                guard let name = self.unit(day, unit), !all.contains(name) else { continue }
                all.append(name)
                let (first, last) = ends(day, unit)
                if spans.contains(where: { $0.start <= first && last <= $0.end }) { full.append(name) }
            }
        }
        return full.isEmpty ? all : full
    }

    /// What a sum is divided by per unit, and the units that the sum is of.
    func divisor(_ spans: [Period], _ unit: Ask.Unit, _ possible: [[CivilDate]]) -> (Exact, only: Set<String>?)? {
        let days = Int64(spans.reduce(0) { $0 + $1.days })
        guard days > 0 else { return nil }
        if unit == .week { return (Exact(numerator: days, denominator: 7), nil) }
        guard let months = unit.months else {
            let units = Set(possible.joined().compactMap { self.unit($0, unit) })
            return units.isEmpty ? nil : (Exact(numerator: Int64(units.count)), nil)
        }
        let spans = snapped(spans, unit)
        if spans.allSatisfy({ ends($0.start, unit).0 == $0.start }) {
            let full = Set(fullUnits(spans, unit, .all))
            let isFull = spans.contains { span in
                all(span).contains { day in ends(day, unit).0 >= span.start && ends(day, unit).1 <= span.end }
            }
            if isFull { return (Exact(numerator: Int64(full.count)), full) }
        }
        if spans.allSatisfy({ $0.start.day == 1 && $0.end == $0.end.endOfMonth }) {
            let count = spans.reduce(0) { sum, span in sum + Set(all(span).map { String($0.iso.prefix(7)) }).count }
            return (Exact(numerator: Int64(count), denominator: months), nil)
        }
        // From one day of a month to the day before it: as many months as it takes to get there.
        let whole = spans.map { span in
            (1...600).first { span.start.adding(months: $0) == span.end.adding(days: 1) }
        }
        if whole.allSatisfy({ $0 != nil }) {
            return (Exact(numerator: Int64(whole.reduce(0) { $0 + ($1 ?? 0) }), denominator: months), nil)
        }
        return (Exact(numerator: days * 1200, denominator: 36_525 * months), nil)
    }
}

extension Selection.Span {
    var plain: [Period]? {
        switch self {
        case .everything: nil
        case .periods(let periods): periods
        case .assumed(let period): [period]
        }
    }
}

extension Ask.Unit {
    var months: Int64? { self == .month ? 1 : self == .quarter ? 3 : self == .year ? 12 : nil }
    var isOfDays: Bool { [.day, .week, .weekend, .month, .quarter, .year].contains(self) }
}

extension Ask.Grouping {
    var isOfDays: Bool { ![.category, .merchant, .account, .currency].contains(self) }
    /// Whether each group is a span of days.
    var isCalendar: Bool { [.day, .week, .month, .quarter, .year].contains(self) }

    /// Whether sums over these groups are sums per unit already.
    func isWithin(_ unit: Ask.Unit) -> Bool {
        let lengths: [Ask.Grouping: [Ask.Unit]] = [
            .day: [.day, .week, .month, .quarter, .year], .week: [.week], .month: [.month, .quarter, .year],
            .quarter: [.quarter, .year], .year: [.year],
        ]
        return lengths[self]?.contains(unit) ?? false
    }
}
