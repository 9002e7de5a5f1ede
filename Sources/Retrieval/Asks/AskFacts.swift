import Ledger

/// What was found as facts: what was asked for first, then what makes it useful, then what must be said.
extension AskRun {
    mutating func facts(of finding: AskFinding, _ own: Computed) throws -> [Fact] {
        let maker = FactMaker(finding, own, coverage: coverage, home: home, taxonomy: index.taxonomy)
        // One row alone is all there is to say, and nothing of it is told under a name that hides that.
        if finding.ask.view == .rows, finding.ask.measure == .total, finding.evidence.transactions.count == 1 {
            return maker.listedRows()
        }
        var facts = maker.asked()
        if !finding.evidence.groups.isEmpty { facts += maker.parts() }
        // Those of a sum are listed with it.
        if finding.ask.view == .rows, finding.ask.measure != .total || !finding.sides.isEmpty {
            facts += maker.listedRows()
        }
        if tellsMore { facts += try context(finding, own, maker) }
        return facts + maker.mustSay()
    }

    // MARK: What makes a sum useful

    /// For a plain sum: what is usual, the change from the time before, the largest part.
    private mutating func context(_ finding: AskFinding, _ own: Computed, _ maker: FactMaker) throws -> [Fact] {
        let ask = finding.ask
        guard ask.measure == .total, ask.view == .figures, ask.against == nil, ask.grouping == nil, own.matched > 0,
            [.spending, .purchases, .income].contains(ask.selection.flow), let first = finding.values.first,
            case .money(let money) = first.value
        else { return [] }
        var facts: [Fact] = []
        if let period = ask.selection.span.periods.flatMap({ $0.count == 1 ? $0[0] : nil }), period.days <= 400,
            let coverage
        {
            if let before = AskRun.before(period, asOf), coverage.start <= before.start {
                facts += try change(ask, from: before, money, maker)
            }
            let habit = AskRun.habit(beside: [period], asOf)
            if period.days <= 31, coverage.start <= habit.start.adding(days: AskSpan.grace) {
                facts += try usual(ask, habit, money, maker)
            }
        }
        return facts + (try largestPart(ask, finding, own, maker))
    }

    /// The time before: as many days of the month before for a month that is running, as many months for whole ones, else
    /// as many days.
    static func before(_ period: Period, _ asOf: CivilDate) -> Period? {
        let isFromFirst = period.start.day == 1
        // A year so far is held against the same months of the year before.
        if period.start == period.start.startOfYear, period.end.year == period.start.year, period.days > 31 {
            return Period(period.start.adding(years: -1), period.end.adding(years: -1))
        }
        if isFromFirst, period.end == period.end.endOfMonth {
            let months = period.end.monthNumber - period.start.monthNumber + 1
            return Period(period.start.adding(months: -months), period.start.adding(days: -1))
        }
        if isFromFirst, period.end == asOf, period.end < period.start.endOfMonth {
            let start = period.start.adding(months: -1)
            return Period(start, min(start.endOfMonth, start.adding(days: period.days - 1)))
        }
        let end = period.start.adding(days: -1)
        return Period(end.adding(days: 1 - period.days), end)
    }

    mutating func sum(_ ask: Ask, in periods: [Period], _ currency: Currency) throws -> AskSum {
        var cells = AskSum()
        let rows = try rows(Selection(ask.selection.flow, ask.selection.filter, .periods(periods)))
        for cell in try rows.cells(log: &log) where cell.currency == currency { cells.add(cell, rows.flow) }
        return cells
    }

    private mutating func change(_ ask: Ask, from before: Period, _ now: Money, _ maker: FactMaker) throws -> [Fact] {
        let then = try sum(ask, in: [before], now.currency)
        guard then.rows > 0 else { return [] }
        return [maker.change(.money(now), from: .money(Money(then.amount, now.currency)), other: before)]
    }

    private mutating func usual(_ ask: Ask, _ habit: Period, _ now: Money, _ maker: FactMaker) throws -> [Fact] {
        let (days, scale) = usualDays(ask, habit)
        let months = try sum(ask, in: days, now.currency)
        guard try months.rows > 2 || sum(ask, in: [habit], now.currency).rows > 2 else { return [] }
        let scaled = AskRun.scaled(
            AskValue(.money(Money(months.amount, now.currency)), rows: months.rows), .total, scale)
        return [maker.usual(.money(now), scaled.value)]
    }

    /// The group that most of the sum went to, where there are several.
    private mutating func largestPart(
        _ ask: Ask, _ finding: AskFinding, _ own: Computed, _ maker: FactMaker
    ) throws -> [Fact] {
        let grouping: Ask.Grouping =
            ask.selection.filter == .all && ask.selection.flow != .income ? .category : .merchant
        // Merchants within a category are told apart row by row, which is worth it for what a person can look over.
        let days = ask.selection.span.periods.map { $0.reduce(0) { $0 + $1.days } } ?? .max
        guard own.matched > 1, !ask.selection.filter.namesMerchant,
            ask.selection.filter == .all || own.matched <= 500 && days <= 400
        else { return [] }
        var grouped = ask
        (grouped.grouping, grouped.order, grouped.limit) = (grouping, .largest, 1)
        var aside = finding
        try addGroups(grouping, &aside, own)
        guard aside.groupCount > 1, let first = aside.evidence.groups.max(by: { $0.value.size < $1.value.size }),
            first.value.size > 0
        else { return [] }
        return [maker.part(first, grouping, role: .largestPart)]
    }
}

extension RowFilter {
    /// Whether single merchants are named, so that they are not told apart any further.
    var namesMerchant: Bool {
        switch self {
        case .merchant, .recurring, .text: true
        case .and(let parts), .or(let parts): parts.contains(where: \.namesMerchant)
        default: false
        }
    }

    /// Both conditions.
    func and(_ other: RowFilter) -> RowFilter {
        switch self {
        case .all: other
        case .and(let parts): .and(parts + [other])
        default: .and([self, other])
        }
    }
}

/// Makes facts of one finding.
struct FactMaker {
    private let finding: AskFinding
    private let own: AskRun.Computed
    private let coverage: Period?
    private let home: Currency
    private let rows: RowPhrase

    init(_ finding: AskFinding, _ own: AskRun.Computed, coverage: Period?, home: Currency, taxonomy: Taxonomy) {
        (self.finding, self.own, self.coverage, self.home) = (finding, own, coverage, home)
        rows = FactPhrases(taxonomy: taxonomy, currency: home).rows
    }

    private var ask: Ask { finding.ask }
    private var flow: Selection.Flow { ask.selection.flow }
    private var subject: Fact.Subject { .rows(flow, ask.selection.filter) }

    /// The days in one; several are called by their names.
    func period(_ span: Selection.Span) -> Period? {
        guard let periods = span.periods else {
            return coverage.map { Period($0.start, $0.end, label: "all time") }
        }
        guard let first = periods.first, let last = periods.last else { return nil }
        return periods.count == 1 ? first : Period(first.start, last.end, label: Period.names(of: periods))
    }

    private var period: Period? { period(ask.selection.span) }

    private func basis(_ value: AskValue) -> Fact.Basis {
        Fact.Basis(rows: value.rows)
    }

    // MARK: What was asked for

    func asked() -> [Fact] {
        if !finding.sides.isEmpty { return sides() }
        if flow == .any, ask.measure == .total { return listed() + bothWays() }
        var facts = ask.view == .rows && ask.measure == .total ? listed() : []
        for value in finding.values { facts.append(contentsOf: fact(value)) }
        if finding.evidence.matched == 0, ask.measure == .total || ask.measure == .count(.transaction) {
            facts = [
                Fact(
                    .count, subject, .count(0), in: period, per: .transaction,
                    basis: .init(rows: 0), isAsked: true)
            ]
        }
        return facts + held() + totals()
    }

    /// More rows make no better telling of a list.
    private static let mostRows = 10

    /// How many rows there are, and the first ones where they are listed.
    private func listed() -> [Fact] {
        let count = Fact(
            .count, subject, .count(finding.evidence.matched), in: period, per: .transaction,
            basis: .init(rows: finding.evidence.matched), isAsked: true)
        guard ask.view == .rows else { return [count] }
        return [count]
            + finding.evidence.transactions.prefix(FactMaker.mostRows).map { row in
                Fact(
                    .row, .rows(row.amount.minorUnits < 0 ? .spending : .income, .merchant(row.merchant)),
                    .money(row.amount.magnitude), in: Period(row.date, row.date), basis: .init(rows: 1), isAsked: true)
            }
    }

    /// The rows that are listed, one fact each.
    func listedRows() -> [Fact] {
        finding.evidence.transactions.prefix(12).map { row in
            Fact(
                .row, .rows(flow, .merchant(row.merchant)), .money(row.amount.magnitude),
                in: Period(row.date, row.date),
                basis: .init(rows: 1), isAsked: finding.evidence.transactions.count == 1)
        }
    }

    private func bothWays(isAsked: Bool = true) -> [Fact] {
        own.totals.flatMap { entry -> [Fact] in
            guard let flows = own.flows[entry.currency] else { return [] }
            return [
                (Selection.Flow.income, flows.income.amount, flows.income.rows),
                (.spending, -flows.spending.amount, flows.spending.rows),
            ]
            .filter { $0.2 > 0 }.map { flow, amount, rows in
                Fact(
                    .total, .rows(flow, ask.selection.filter), .money(Money(amount, entry.currency)), in: period,
                    basis: .init(rows: rows), isAsked: isAsked)
            }
        }
    }

    /// The facts of one value.
    private func fact(_ value: AskValue) -> [Fact] {
        func make(_ role: Fact.Role, _ figure: FigureValue? = nil, unit: Ask.Unit? = nil, in days: Period? = nil)
            -> Fact
        {
            Fact(
                role, subject, figure ?? value.value, in: days ?? period, per: unit, basis: basis(value), isAsked: true)
        }
        switch ask.measure {
        case .total where flow == .net: return [net(value)]
        case .total: return [make(.total)]
        case .largest, .smallest: return ask.grouping == nil ? extreme(value) : []
        case .count(.transaction): return [make(.count, unit: .transaction)]
        case .count(let unit): return [counted(make(.count, unit: unit), "with", unit)]
        case .countWithout(let unit): return [counted(make(.countWithout, unit: unit), "without", unit)]
        case .average(let unit): return [make(.average, unit: unit)]
        case .rate(let unit): return [rate(make(.rate, unit: unit), unit)]
        case .median(.transaction): return [make(.median, unit: .transaction)]
        case .median(let unit): return [median(make(.median, unit: unit), unit)]
        case .share(let whole, let byCount):
            var fact = make(.share)
            fact.other = .init(subject: .rows(whole.flow, whole.filter), period: period(whole.span))
            fact.wording = share(fact, of: whole, byCount)
            return [fact]
        case .longestStreak(let unit, let withRows):
            return [streak(make(withRows ? .streakWith : .streakWithout, in: value.period), unit, withRows)]
        case .gap: return [gap(make(.gap, in: value.period))]
        case .lastDay: return [make(.lastDay)]
        case .firstDay: return [make(.firstDay)]
        case .spread(let unit): return [spread(make(.statement), unit)]
        case .reachedDay: return [reached(make(.lastDay))]
        }
    }

    /// `the highest month of groceries was $489.59 above the lowest: $612.30 in August 2026 and $122.71 in May`.
    private func spread(_ fact: Fact, _ unit: Ask.Unit) -> Fact {
        guard case .money(let apart) = fact.value else { return fact }
        var fact = fact
        let noun = unit == .transaction ? RowPhrase.noun(flow) : unit.rawValue
        let what = rows.words(flow, ask.selection.filter, isCounted: unit == .transaction)
        var ends: [Phrase] = []
        if unit == .transaction {
            ends = finding.evidence.transactions.filter { $0.amount.currency == apart.currency }.map {
                "\($0.amount.magnitude) on \($0.date.americanText)"
            }
        } else {
            ends = finding.evidence.groups.compactMap { group in
                guard case .money(let money) = group.value, money.currency == apart.currency else { return nil }
                return "\(money) (\(group.label))"
            }
        }
        let head: Phrase = "the highest \(noun)\(what) was \(apart) above the lowest\(time)"
        fact.wording = ends.count == 2 ? "\(head): \(ends[0]) against \(ends[1])" : head
        return fact
    }

    /// `spending at Amazon passed $1,000.00 on July 5, 2026`.
    private func reached(_ fact: Fact) -> Fact {
        guard case .date(let day) = fact.value, let condition = ask.condition else { return fact }
        var fact = fact
        let verb = condition.relation == .more ? "passed" : "reached"
        fact.wording = "\(noun)\(what)\(time) \(verb) \(Money(condition.bound, home)) on \(day.americanText)"
        return fact
    }

    private func net(_ value: AskValue) -> Fact {
        var rate: Double?
        if case .money(let money) = value.value, let flows = own.flows[money.currency], flows.income.amount > 0 {
            rate = percentage(money.minorUnits, of: flows.income.amount)
        }
        return Fact(.net, subject, value.value, in: period, percent: rate, basis: basis(value), isAsked: true)
    }

    private func extreme(_ value: AskValue) -> [Fact] {
        finding.evidence.transactions.filter { $0.amount.currency == value.currency }.prefix(1).map { row in
            let isLargest = ask.measure == .largest
            return Fact(
                isLargest ? .largest : .smallest, .rows(flow, .merchant(row.merchant)), .money(row.amount.magnitude),
                in: Period(row.date, row.date), basis: .init(rows: 1), isAsked: true)
        }
    }

    /// The words of a condition with its bound as a figure: `more than $100.00`.
    private func bound(_ condition: Ask.Condition) -> Phrase {
        var words = condition.relation.words + " "
        if let base = condition.base {
            let noun =
                condition.quantity == .count ? NumberText.plural(RowPhrase.noun(base.flow)) : FactMaker.noun(base.flow)
            let other = noun + rows.words(base.flow, base.filter, isCounted: condition.quantity == .count)
            if condition.bound == 0 { return Phrase(words + "the " + other) }
            words += "the \(other) and "
        }
        return switch condition.quantity {
        case .count: "\(words)\(Int(condition.bound), RowPhrase.noun(flow))"
        case .total: "\(words)\(Money(condition.bound, home))"
        case .largest: "\(words)\(Money(condition.bound, home)) at once"
        case .change: "\(words)\(Money(condition.bound, home)) of change"
        case .changePercent: "\(words)\(percent: Double(condition.bound)) of change"
        }
    }

    private var time: String { period.map { " " + $0.phrase } ?? "" }
    private var what: String { rows.words(flow, ask.selection.filter) }

    /// What sums of a flow are called: `spending`, `income`.
    private var noun: String { FactMaker.noun(flow) }

    private static func noun(_ flow: Selection.Flow) -> String {
        switch flow {
        case .spending, .purchases: "spending"
        case .income: "income"
        case .net: "net"
        case .refunds: "refunds"
        case .transfersOut, .transfersIn, .transfers: "transfers"
        case .any: "transactions"
        }
    }

    /// Units that meet a condition, in words of their own: no other fact says the condition.
    private func counted(_ fact: Fact, _ word: String, _ unit: Ask.Unit) -> Fact {
        guard let condition = ask.condition, ask.conditionIsOfUnits, case .count(let count) = fact.value else {
            guard word == "with", unit != .merchant, case .count(let count) = fact.value else { return fact }
            var fact = fact
            let counted = rows.words(flow, ask.selection.filter, isCounted: true)
            fact.wording =
                unit == .category || unit == .account
                ? nil
                : "there \(NumberText.were(count)) \(count, unit.rawValue) with a \(RowPhrase.noun(flow))\(counted)\(time)"
            return fact
        }
        var fact = fact
        if let base = condition.base, condition.bound == 0, condition.relation == .more || condition.relation == .less {
            let more = condition.relation == .more ? "more" : "less"
            let things = condition.quantity == .count ? NumberText.plural(RowPhrase.noun(flow)) : noun
            let other = rows.words(base.flow, base.filter)
            fact.wording =
                "there \(NumberText.were(count)) \(count, unit.rawValue) \(word) \(more) \(things)\(what) than\(other)\(time)"
            return fact
        }
        let counted = rows.words(flow, ask.selection.filter, isCounted: true)
        let things: Phrase =
            condition.quantity == .count && condition.base == nil
            ? "\(bound(condition))\(counted)" : "\(bound(condition)) of \(noun)\(what)"
        fact.wording = "there \(NumberText.were(count)) \(count, unit.rawValue) \(word) \(things)\(time)"
        return fact
    }

    /// `groceries made up 12.3% of your spending in September 2026`.
    private func share(_ fact: Fact, of whole: Selection, _ byCount: Bool) -> Phrase? {
        guard case .percent(let percent) = fact.value else { return nil }
        let part: String
        var own = ask.selection.filter
        if case .and(let all) = own, all.contains(whole.filter), all.count > 1 {
            // What the whole is of as well says nothing of the part.
            let rest = all.filter { $0 != whole.filter }
            own = .all(rest)
        }
        if flow == .refunds, own == whole.filter, !byCount {
            part = self.noun
        } else if let name = rows.name(own), !byCount, flow != .refunds {
            part = name
        } else {
            let noun = byCount ? NumberText.plural(RowPhrase.noun(flow)) : self.noun
            part = noun + rows.words(flow, ask.selection.filter, isCounted: true)
        }
        let words = rows.words(whole.flow, whole.filter, isCounted: byCount)
        let wholeNoun =
            byCount
            ? "all " + NumberText.plural(RowPhrase.noun(whole.flow))
            : whole.flow == .income
                ? "your income"
                : whole.flow == .spending || whole.flow == .purchases && flow == .refunds
                    ? "what you spent" : "all " + noun
        let when = period(whole.span).map { " " + $0.phrase } ?? ""
        return "\(part) made up \(percent: percent) of \(wholeNoun)\(words)\(when)"
    }

    private func streak(_ fact: Fact, _ unit: Ask.Unit, _ withRows: Bool) -> Fact {
        let count: Int
        switch fact.value {
        case .days(let days) where ask.condition != nil: count = days
        case .count(let units): count = units
        default: return fact
        }
        var fact = fact
        let when = fact.period.map { " " + $0.phrase } ?? ""
        let counted = rows.words(flow, ask.selection.filter, isCounted: true)
        let things: Phrase =
            ask.condition.map { "\(bound($0)) of \(noun)\(what)" } ?? "a \(RowPhrase.noun(flow))\(counted)"
        fact.wording =
            "the longest run \(withRows ? "with" : "without") \(things) a \(unit.rawValue) was \(count, unit.rawValue)\(when)"
        return fact
    }

    private func gap(_ fact: Fact) -> Fact {
        guard case .ratio(let days) = fact.value else { return fact }
        var fact = fact
        let counted = rows.words(flow, ask.selection.filter, isCounted: true)
        let isOne = NumberText.tenths(days) == "1"
        let lead: Phrase = "there \(isOne ? "was" : "were") \(number: days) \(isOne ? "day" : "days")"
        if ask.isOfOneGap {
            let longest = ask.order == .largest ? "longest" : "shortest"
            let when = fact.period.map { " " + $0.phrase } ?? ""
            fact.wording =
                "the \(longest) time from one \(RowPhrase.noun(flow))\(counted) to the next was \(Int(days), "day")\(when)"
            return fact
        }
        if ask.limit == 2, ask.isOfFewRows {
            fact.wording =
                "\(lead) between the last two \(NumberText.plural(RowPhrase.noun(flow)))\(counted)"
            return fact
        }
        fact.wording =
            "\(lead) from one \(RowPhrase.noun(flow))\(counted) to the next on average\(time)\(about(days))"
        return fact
    }

    /// `, about every 12 days`, in weeks as well where there are several.
    private func about(_ days: Double) -> Phrase {
        guard days >= 2, NumberText.tenths(days).contains(".") else { return "" }
        let whole = Int(days.rounded())
        guard days >= 21 else { return ", about every \(whole, "day")" }
        return ", about every \(whole, "day") (\(Int((days / 7).rounded()), "week"))"
    }

    private func rate(_ fact: Fact, _ unit: Ask.Unit) -> Fact {
        guard case .ratio(let number) = fact.value else { return fact }
        var fact = fact
        let noun = RowPhrase.noun(flow)
        let counted = rows.words(flow, ask.selection.filter, isCounted: true)
        let per = unit == .account ? "an account" : "a \(unit.rawValue)"
        let isOne = NumberText.tenths(number) == "1"
        fact.wording =
            "there \(isOne ? "was" : "were") \(number: number) \(isOne ? noun : NumberText.plural(noun))\(counted) \(per) on average\(time)"
        return fact
    }

    private func median(_ fact: Fact, _ unit: Ask.Unit) -> Fact {
        var fact = fact
        guard case .money(let money) = fact.value else { return fact }
        fact.wording = "a typical \(unit.rawValue) came to \(money) of \(noun)\(what)\(time)"
        return fact
    }

    // MARK: Against

    func change(_ now: FigureValue, from then: FigureValue, other: Period, isAsked: Bool = false) -> Fact {
        // A percentage of percentages says nothing that anybody wants to know.
        let percent: Double? = if case .percent = now { nil } else { now.percentChange(from: then) }
        return Fact(
            .change, subject, now.difference(from: then) ?? now, in: period, per: ask.measure.unit, percent: percent,
            other: .init(period: other, value: then), isAsked: isAsked)
    }

    func usual(_ now: FigureValue, _ usual: FigureValue, isAsked: Bool = false) -> Fact {
        Fact(
            .usual, subject, usual, in: period, percent: now.percentChange(from: usual), other: .init(value: now),
            isAsked: isAsked)
    }

    private func held() -> [Fact] {
        switch ask.against {
        case .period(let other):
            guard finding.previous.count == finding.values.count else { return [] }
            return zip(finding.values, finding.previous).map {
                change($0.value, from: $1.value, other: other, isAsked: true)
            }
        case .usual:
            guard finding.previous.count == finding.values.count else { return [] }
            return zip(finding.values, finding.previous).map { usual($0.value, $1.value, isAsked: true) }
        case .amount(let bound, _):
            return finding.values.compactMap { value in
                guard case .money(let money) = value.value else { return nil }
                let limit = Money(
                    roundedQuotient(bound, times: money.currency.minorPerMajor, by: home.minorPerMajor), money.currency)
                let off = money.minorUnits - limit.minorUnits
                return Fact(
                    .distance, subject, .money(Money(off, money.currency)), in: period,
                    other: .init(value: .money(limit)))
            }
        case .sides, nil: return []
        }
    }

    /// What it comes to in all, where something else was asked for.
    private func totals() -> [Fact] {
        if flow == .net, ask.measure == .total { return bothWays(isAsked: false) }
        switch ask.measure {
        case .count(.transaction), .share, .average, .median, .rate:
            guard flow != .net, own.rows.flow.hasSum else { return [] }
            let totals = finding.totals.map { Fact(.total, subject, $0.value, in: period, basis: basis($0)) }
            guard ask.measure == .count(.transaction), let mean = own.sizes?.mean else { return totals }
            return totals + [Fact(.average, subject, mean.value, in: period, per: .transaction, basis: basis(mean))]
        case .largest, .smallest:
            guard ask.grouping == nil, own.matched > 0 else { return [] }
            return [
                Fact(
                    .count, subject, .count(own.matched), in: period, per: .transaction, basis: .init(rows: own.matched)
                )
            ]
        case .total where ask.view == .rows, .count, .countWithout, .longestStreak, .gap, .lastDay,
            .firstDay, .total, .spread, .reachedDay:
            return []
        }
    }

    private func sides() -> [Fact] {
        var facts: [Fact] = []
        for side in finding.sides {
            let subject = Fact.Subject.rows(side.selection.flow, side.selection.filter)
            let unit = ask.measure.unit
            for value in side.values.isEmpty ? [AskRun.zero(ask, home)].compactMap({ $0 }) : side.values {
                facts.append(
                    Fact(
                        role, subject, value.value, in: period(side.selection.span), per: unit,
                        basis: .init(rows: value.rows), isAsked: true))
            }
        }
        guard facts.count == 2, let difference = facts[0].value.difference(from: facts[1].value) else { return facts }
        facts.append(
            Fact(
                .change, facts[0].subject, difference, in: facts[0].period,
                percent: facts[0].value.percentChange(from: facts[1].value),
                other: .init(
                    subject: facts[1].subject, period: facts[1].period == facts[0].period ? nil : facts[1].period,
                    value: facts[1].value), isAsked: true))
        return facts
    }

    private var role: Fact.Role {
        switch ask.measure {
        case .total: flow == .net ? .net : .total
        case .count: .count
        case .average: .average
        case .rate: .rate
        case .median: .median
        case .largest: .largest
        case .smallest: .smallest
        case .share: .share
        case .countWithout: .countWithout
        case .longestStreak(_, let withRows): withRows ? .streakWith : .streakWithout
        case .gap: .gap
        case .lastDay, .reachedDay: .lastDay
        case .firstDay: .firstDay
        case .spread: .statement
        }
    }

    // MARK: Groups

    /// The groups that are listed, and the first of them by itself where they are ranked; of those in the order of time the
    /// latest, and the highest and the lowest of all.
    func parts() -> [Fact] {
        guard let grouping = ask.grouping else { return [] }
        let groups = finding.evidence.groups
        var facts: [Fact] = []
        // What comes after others is not the most of all.
        if let first = groups.first, ask.offset == 0 {
            switch ask.order {
            case .rise, .fall:
                if let change = first.detail("change") {
                    let (subject, days) = self.subject(of: first, grouping)
                    facts.append(
                        Fact(
                            ask.order == .rise ? .largestRise : .largestFall, subject, change, in: days ?? period,
                            other: .init(
                                subject: days == nil ? self.subject : nil, period: finding.otherPeriod,
                                value: first.value),
                            basis: .init(rows: first.count),
                            isAsked: true))
                }
            case .smallest: facts.append(part(first, grouping, role: .smallestPart, isAsked: true))
            case .largest: facts.append(part(first, grouping, role: .largestPart, isAsked: true))
            case nil where !grouping.isOfTime:
                facts.append(part(first, grouping, role: .largestPart, isAsked: true))
            default: break
            }
        }
        guard grouping.isOfTime, isInOrderOfTime else {
            return facts + together(groups) + groups.prefix(FactMaker.mostParts).map { part($0, grouping, role: .part) }
        }
        let latest =
            ask.order == .newest ? groups.prefix(FactMaker.mostParts).reversed() : groups.suffix(FactMaker.mostParts)
        return facts + together(groups) + latest.map { part($0, grouping, role: .part) } + extremes(groups, grouping)
    }

    /// More parts make no better telling of a whole.
    private static let mostParts = 12

    private var isInOrderOfTime: Bool { [nil, .oldest, .newest].contains(ask.order) }

    /// The highest and the lowest of months, days, or weekdays that stand in the order of time, each where it is the only
    /// one. Nothing is the lowest where one of them is without a row or cut short.
    private func extremes(_ groups: [Group], _ grouping: Ask.Grouping) -> [Fact] {
        let amounts = groups.compactMap { group -> Money? in
            if case .money(let money) = group.value { money } else { nil }
        }
        let isWhole = finding.groupCount == groups.count && (ask.condition == nil || ask.conditionIsOfUnits)
        guard ask.measure == .total, isWhole, groups.count > 2, amounts.count == groups.count,
            Set(amounts.map(\.currency)).count == 1
        else { return [] }
        var facts: [Fact] = []
        let ranked = groups.sorted { $0.value.size > $1.value.size }
        func add(_ group: Group, beside next: Group, _ role: Fact.Role, _ key: String) {
            guard group.value.size > 0, group.value != next.value else { return }
            var fact = part(group, grouping, role: role)
            fact.key = key
            facts.append(fact)
        }
        add(ranked[0], beside: ranked[1], .largestPart, "highest")
        let (last, before) = (ranked[ranked.count - 1], ranked[ranked.count - 2])
        if isFull(last, grouping), !hasEmptyUnits(groups, grouping) {
            add(last, beside: before, .smallestPart, "lowest")
        }
        return facts
    }

    /// Whether all days of a group were asked about.
    private func isFull(_ group: Group, _ grouping: Ask.Grouping) -> Bool {
        guard let unit = CalendarUnit(grouping) else { return true }
        guard let number = days(of: group, grouping).flatMap({ unit.number($0.start) }) else { return false }
        return own.span.fullUnits(unit).contains(number)
    }

    private func hasEmptyUnits(_ groups: [Group], _ grouping: Ask.Grouping) -> Bool {
        CalendarUnit(grouping).map { own.span.units($0).count > groups.count } ?? (groups.count < 7)
    }

    /// What the groups come to that were asked for: the first so many, or those that meet a condition.
    private func together(_ groups: [Group]) -> [Fact] {
        guard let together = finding.together else { return [] }
        var percent: Double?
        if case .money(let money) = together.value, let whole = own.totals.first, whole.sum.amount > 0,
            whole.currency == money.currency, flow != .net
        {
            percent = percentage(money.minorUnits, of: whole.sum.amount)
        }
        return [
            Fact(
                .partsTogether, subject, together.value, in: period, percent: percent,
                other: .init(subject: subject, period: period),
                // Those that meet a condition are no top ones.
                basis: .init(rows: ask.condition == nil ? together.rows : nil))
        ]
    }

    func part(_ group: Group, _ grouping: Ask.Grouping, role: Fact.Role, isAsked: Bool = false) -> Fact {
        let (subject, days) = subject(of: group, grouping)
        return Fact(
            role, subject, group.value, in: days ?? period, per: ask.measure.unit,
            percent: group.share.map { ($0 * 1000).rounded() / 10 },
            other: .init(subject: self.subject, period: period),
            basis: .init(rows: group.count), isAsked: isAsked)
    }

    private func subject(of group: Group, _ grouping: Ask.Grouping) -> (Fact.Subject, Period?) {
        if CalendarUnit(grouping) != nil { return (subject, days(of: group, grouping)) }
        return (.rows(flow, ask.selection.filter.and(FactMaker.filter(of: group, grouping))), nil)
    }

    /// What tells the rows of a group from others; of groups of time, which are told by their days, nothing.
    static func filter(of group: Group, _ grouping: Ask.Grouping) -> RowFilter {
        switch grouping {
        case .category: .category(group.key)
        case .merchant: .merchant(group.key)
        case .account: .account(group.key)
        case .currency: Currency(group.key).map(RowFilter.currency) ?? .all
        case .weekday: .weekdays([(CivilDate.weekdayNames.firstIndex(of: group.key) ?? 0) + 1])
        case .weekend: .weekdays(group.key == "weekends" ? [6, 7] : [1, 2, 3, 4, 5])
        case .day, .week, .month, .quarter, .year: .all
        }
    }

    private func days(of group: Group, _ grouping: Ask.Grouping) -> Period? {
        guard let unit = CalendarUnit(grouping), let day = FactMaker.day(group.key), let number = unit.number(day)
        else {
            return nil
        }
        return unit.period(number)
    }

    /// A day of the group that a key names: `2026-10-05`, `2026-10`, `2026-Q4`, `2026`.
    static func day(_ key: String) -> CivilDate? {
        let parts = key.split(separator: "-")
        guard let year = parts.first.flatMap({ Int($0) }) else { return nil }
        if parts.count == 1 { return CivilDate(year: year, month: 1, day: 1) }
        if parts[1].first == "Q" {
            return Int(parts[1].dropFirst()).flatMap { CivilDate(year: year, month: $0 * 3 - 2, day: 1) }
        }
        return Int(parts[1]).flatMap { CivilDate(year: year, month: $0, day: parts.count > 2 ? Int(parts[2]) ?? 1 : 1) }
    }

    // MARK: What must be said

    /// The rows of all sides, of which what is pending is a part.
    private var ofAllSides: Fact.Subject { .rows(flow, .any(finding.sides.map(\.selection.filter))) }

    func mustSay() -> [Fact] {
        var facts: [Fact] = []
        let isSum = ask.measure == .total || { if case .average = ask.measure { true } else { false } }()
        if isSum, !ask.selection.filter.isOfPending {
            facts += finding.evidence.pending.map {
                // Of what is left a pending purchase is less: its size is said. Of two sides it is of either.
                Fact(
                    .pending, finding.sides.isEmpty ? subject : ofAllSides,
                    .money(flow == .net ? $0.magnitude : $0), in: period, percent: isAllPending($0.currency) ? 100 : nil
                )
            }
        }
        // A bank without news has been read all the same.
        if let coverage, let last = ask.selection.span.periods?.last, last.start <= coverage.end,
            coverage.end.adding(days: AskSpan.grace) < last.end, !finding.evidence.isReadByBanks
        {
            facts.append(Fact(.coverage, .household, .date(coverage.end), in: coverage))
        }
        return facts
    }
}

extension FactMaker {
    /// Whether each of the rows is still pending: rows that cancel each other out add nothing to a sum.
    private func isAllPending(_ currency: Currency) -> Bool {
        guard finding.sides.isEmpty, let sum = own.totals.first(where: { $0.currency == currency })?.sum else {
            return false
        }
        return sum.rows > 0 && sum.pendingRows == sum.rows
    }
}

extension Ask.Grouping {
    /// Whether the groups stand in an order of time.
    public var isOfTime: Bool {
        switch self {
        case .day, .week, .month, .quarter, .year, .weekday: true
        case .category, .merchant, .account, .currency, .weekend: false
        }
    }
}

extension NumberText {
    static func were(_ count: Int) -> String { count == 1 ? "was" : "were" }
}
