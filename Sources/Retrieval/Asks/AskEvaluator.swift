import Ledger
import Store

/// Answers asks from the index: computes over all rows that an ask means, never over a list of them.
public struct AskEvaluator {
    let index: HouseholdIndex
    let asOf: CivilDate

    /// - Parameter asOf: the day that counts as today, for running months and for what is usual.
    public init(_ index: HouseholdIndex, asOf: CivilDate) {
        self.index = index
        self.asOf = asOf
    }

    /// - Parameter tellsMore: whether facts beyond what was asked for are looked up: the usual, the time before, the largest
    ///   part.
    /// - Throws: `AskError` for what cannot be computed or is not there, in words; `StoreError`.
    public func evaluate(_ ask: Ask, tellsMore: Bool = true) throws -> AskFinding {
        try index.database.read {
            var run = try AskRun(index, asOf: asOf)
            run.tellsMore = tellsMore
            return try run.finding(ask)
        }
    }
}

extension RowFilter {
    /// The key and the name of the one category, merchant or account that it asks for; nil for anything else.
    func soleName(_ taxonomy: Taxonomy) -> (key: String, label: String)? {
        switch self {
        case .category(let id): (id, taxonomy.displayName(id))
        case .merchant(let name), .account(let name): (name, name)
        default: nil
        }
    }
}

extension Group {
    /// Its value where that is money.
    fileprivate var money: Money? { if case .money(let money) = value { money } else { nil } }
}

extension Selection.Span {
    /// The part of it in a period; the period itself where the days were only assumed.
    fileprivate func within(_ period: Period) -> Selection.Span {
        guard case .periods(let all) = self else { return .periods([period]) }
        let parts = all.compactMap { one -> Period? in
            let (start, end) = (max(one.start, period.start), min(one.end, period.end))
            return start <= end ? Period(start, end) : nil
        }
        return .periods(parts.isEmpty ? [period] : parts)
    }
}

extension Ask {
    /// The same with each of its selections changed.
    func mapSelections(_ change: (Selection) throws -> Selection) rethrows -> Ask {
        var ask = self
        ask.selection = try change(selection)
        if case .sides(let sides) = against {
            ask.against = .sides(try sides.map { Side($0.name, try change($0.selection)) })
        }
        if case .share(let whole, let byCount) = measure {
            ask.measure = .share(of: try change(whole), byCount: byCount)
        }
        if let base = condition?.base { ask.condition?.base = try change(base) }
        return ask
    }

    /// Whether its value is held against the same of other rows or days.
    var hasOther: Bool {
        switch against {
        case .period, .usual, .sides: true
        case .amount, nil: false
        }
    }
}

extension AskEvaluator {
    /// The newest row of a selection; nil where there is none.
    public func latest(_ selection: Selection) throws -> Transaction? {
        try index.kept(["latest", selection, asOf]) {
            try index.database.read {
                var run = try AskRun(index, asOf: asOf)
                return try run.rows(selection).transactions(.newest, limit: 1, offset: 0, &run.log).first
            }
        }
    }
}

extension AskEvaluator {
    /// The ids of the rows of a selection; nil where there are more than a limit.
    public func ids(_ selection: Selection, limit: Int) throws -> [Int64]? {
        try index.database.read {
            var run = try AskRun(index, asOf: asOf)
            let rows = try run.rows(selection).transactions(.newest, limit: limit + 1, offset: 0, &run.log)
            return rows.count > limit ? nil : rows.map(\.id)
        }
    }
}

/// One evaluation: what is known of the index, and the statements that were run.
struct AskRun {
    let index: HouseholdIndex
    let asOf: CivilDate
    let compiler: FilterCompiler
    /// What files and banks tell of, which is said.
    let coverage: Period?
    /// What there are rows of, typed ones as well, which is computed over.
    let rowSpan: Period?
    let home: Currency
    var log: [String] = []
    var tellsMore = true

    init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        self.index = index
        self.asOf = asOf
        coverage = try index.coverage
        rowSpan = try index.rowSpan
        home = try index.homeCurrency
        compiler = FilterCompiler(index: index, accounts: try index.accounts, home: home) { kind in
            let groups: [String: RecurringStream.Group] = [
                "subscriptions": .subscription, "bills": .bill, "pay": .income,
            ]
            guard let group = groups[kind] else { throw AskError("Nothing is known of recurring “\(kind)”.") }
            let streams = try Retriever(index).recurring(asOf: asOf).streams
            return Array(Set(streams.filter { $0.group == group }.map(\.merchant))).sorted()
        }
    }

    // MARK: What is computed of one selection

    /// The rows of one selection and what was computed of them.
    struct Computed {
        let rows: AskRows
        let span: AskSpan
        var units = AskUnits()
        var values: [AskValue] = []
        /// What shares are a part of, in the order of `values`.
        var wholes: [AskValue] = []
        /// All rows of the selection by currency, the one of most rows first.
        var totals: [(currency: Currency, sum: AskSum)] = []
        /// What came in and what went out of it.
        var flows: [Currency: (income: AskSum, spending: AskSum)] = [:]
        var matched: Int { totals.reduce(0) { $0 + $1.sum.rows } }

        /// What one of several rows is on average and at most, where all are of one currency and no refunds are among them;
        /// the largest is only known of few rows.
        var sizes: (mean: AskValue, largest: AskValue?)? {
            guard totals.count == 1, let (currency, sum) = totals.first, sum.tickets > 1, sum.tickets == sum.rows,
                sum.ticketAmount == sum.amount
            else { return nil }
            func value(_ amount: Int64) -> AskValue {
                AskValue(.money(Money(amount, currency)), currency: currency, rows: sum.tickets)
            }
            let mean = value(roundedQuotient(sum.amount, by: Int64(sum.tickets)))
            return (mean, sum.largest > 0 ? value(sum.largest) : nil)
        }
    }

    mutating func rows(_ selection: Selection) throws -> AskRows {
        try AskRows(selection, compiler, coverage: rowSpan)
    }

    func span(_ selection: Selection) -> AskSpan {
        AskSpan(selection.span.periods, filter: selection.filter, coverage: rowSpan, asOf: asOf)
    }

    /// - Parameter measure: of the groups' own unit none.
    func measure(_ ask: Ask, _ selection: Selection) -> AskMeasure {
        AskMeasure(
            measure: ask.measure, flow: FlowRows(selection.flow),
            condition: ask.conditionIsOfUnits ? ask.condition : nil,
            home: home, groupUnit: ask.grouping.flatMap { CalendarUnit($0) })
    }

    /// What an ask measures of a selection as a whole.
    ///
    /// - Parameter isCut: whether only as many rows count as the ask's limit says.
    mutating func computed(_ ask: Ask, of selection: Selection, isCut: Bool = false) throws -> Computed {
        var rows = try rows(selection)
        if isCut, let limit = ask.limit { rows.cut(AskRows.RowOrder(ask.order), limit: limit, offset: ask.offset) }
        var computed = Computed(rows: rows, span: span(selection))
        let flow = computed.rows.flow
        let plain = try computed.rows.cells(log: &log)
        var sums: [Currency: AskSum] = [:]
        for cell in plain {
            sums[cell.currency, default: AskSum()].add(cell, flow)
            var flows = computed.flows[cell.currency] ?? (AskSum(), AskSum())
            if cell.kind == .income { flows.income.add(cell, flow) }
            if cell.kind == .expense || cell.kind == .refund { flows.spending.add(cell, flow) }
            computed.flows[cell.currency] = flows
        }
        computed.totals = sums.sorted { ($1.value.rows, $0.key.code) < ($0.value.rows, $1.key.code) }.map {
            ($0.key, $0.value)
        }
        // Kept totals don't know the largest row, and few rows are looked over soon.
        if tellsMore, ask.measure == .count(.transaction), ask.grouping == nil, computed.totals.count == 1,
            (2...500).contains(computed.matched)
        {
            let largest = try computed.rows.cells(needsLargest: true, log: &log).map(\.largest).max()
            computed.totals[0].sum.largest = largest ?? 0
        }
        // Over all rows together: a group's own unit has no part in it.
        var whole = ask
        if !ask.conditionIsOfUnits { whole.condition = nil }
        whole.grouping = nil
        let measure = measure(whole, selection)
        if case .share(let part, let byCount) = ask.measure {
            addShares(of: try totals(part), byCount: byCount, &computed)
            return computed
        }
        let key = AskMeasure.unitKey(ask.measure)
        let isOfUnits = ask.conditionIsOfUnits && ask.condition != nil
        if key == .none {
            for cell in plain { computed.units.add(0, cell, flow) }
        } else {
            let cells = try computed.rows.cells(
                by: .none, key, kinds: key == .amount ? flow.ticketKinds : nil,
                needsLargest: isOfUnits && ask.condition?.quantity == .largest, log: &log)
            for cell in cells {
                guard let unit = AskRun.unit(cell.unit, key, ask.measure.unit) else { continue }
                computed.units.add(unit, cell, flow)
            }
            // Rows that are in no weekend are still rows of their currency.
            for entry in computed.totals where computed.units.sums[entry.currency] == nil {
                computed.units.sums[entry.currency] = [:]
            }
        }
        var measured = measure
        if ask.isOfOneGap { measured.gapOrder = ask.order }
        if isOfUnits, let base = ask.condition?.base { measured.base = try units(of: base, key, ask.measure.unit) }
        computed.values = measured.values(computed.units, computed.span)
        return computed
    }

    /// The rows of a selection by a unit.
    private mutating func units(of selection: Selection, _ key: AskRows.Key, _ unit: Ask.Unit?) throws -> AskUnits {
        let rows = try rows(selection)
        var units = AskUnits()
        for cell in try rows.cells(by: .none, key, needsLargest: true, log: &log) {
            guard let number = AskRun.unit(cell.unit, key, unit) else { continue }
            units.add(number, cell, rows.flow)
        }
        return units
    }

    /// From what SQL told rows apart by to the unit that is asked for; nil for what is in none.
    static func unit(_ number: Int64, _ key: AskRows.Key, _ unit: Ask.Unit?) -> Int64? {
        guard let unit, let calendar = CalendarUnit(unit) else { return number }
        switch key {
        case .day: return calendar.number(CivilDate(dayNumber: Int32(number)))
        case .month: return calendar.number(ofMonth: number)
        default: return number
        }
    }

    /// The sums of a selection, by currency.
    private mutating func totals(_ selection: Selection) throws -> [(currency: Currency, sum: AskSum)] {
        try computed(Ask(selection), of: selection).totals
    }

    private func addShares(of whole: [(currency: Currency, sum: AskSum)], byCount: Bool, _ part: inout Computed) {
        if byCount {
            let rows = whole.reduce(0) { $0 + $1.sum.rows }
            guard rows > 0 else { return }
            part.values = [AskValue(.percent(percentage(Int64(part.matched), of: Int64(rows))), rows: part.matched)]
            part.wholes = [AskValue(.count(rows), rows: rows)]
            return
        }
        for entry in whole where entry.sum.amount > 0 {
            let own = part.totals.first { $0.currency == entry.currency }?.sum ?? AskSum()
            let percent = percentage(own.amount, of: entry.sum.amount)
            part.values.append(AskValue(.percent(percent), currency: entry.currency, rows: own.rows))
            let money = Money(entry.sum.amount, entry.currency)
            part.wholes.append(AskValue(.money(money), currency: entry.currency, rows: entry.sum.rows))
        }
    }

    // MARK: The whole ask

    mutating func finding(_ asked: Ask) throws -> AskFinding {
        if let each = asked.each { return try finding(asked, of: each) }
        if !asked.also.isEmpty { return try findingOfSeveral(asked) }
        try check(asked)
        var (ask, tookEverything) = try resolved(asked)
        if ask.grouping != nil, ask.order == nil, ask.measure == .largest || ask.measure == .smallest {
            ask.order = ask.measure == .largest ? .largest : .smallest
            ask.limit = ask.limit ?? 1
        }
        var evidence = Evidence(query: Query(ask))
        evidence.coverage = coverage
        evidence.isReadByBanks = try index.isReadByBanks
        var finding = AskFinding(ask, evidence)
        finding.tookEverything = tookEverything
        if case .assumed = asked.selection.span { finding.isAssumed = true }
        var own = try computed(ask, of: ask.selection, isCut: ask.isOfFewRows)
        finding.evidence.matched = own.matched
        finding.evidence.pending = own.totals.filter { $0.sum.pending != 0 && own.rows.flow.hasSum }
            .map { Money($0.sum.pending, $0.currency) }
        if ask.grouping == nil, ask.measure == .largest || ask.measure == .smallest { try findExtremes(&finding, &own) }
        if case .spread(let unit) = ask.measure { try findSpread(unit, &finding, &own) }
        (finding.values, finding.wholes) = (own.values, own.wholes)
        finding.totals = own.totals.map {
            AskValue(.money(Money($0.sum.amount, $0.currency)), currency: $0.currency, rows: $0.sum.rows)
        }
        describeUnits(&finding, own)
        if ask.view == .rows { try list(&finding, own) }
        try hold(&finding, own)
        if let grouping = ask.grouping { try addGroups(grouping, &finding, own) }
        if ask.isOfFewRows {
            finding.evidence.transactions = try own.rows.transactions(
                AskRows.RowOrder(ask.order), limit: ask.limit ?? AskRun.rowsListed, offset: 0, &log)
        }
        if finding.isAssumed, !tookEverything { finding.ever = try allTime(asked, beside: finding) }
        if case .lastDay = ask.measure { try addRows(&finding, own, .newest) }
        if case .firstDay = ask.measure { try addRows(&finding, own, .oldest) }
        finding.evidence.figures = AskFigures(finding, own, index.taxonomy, asOf: asOf).figures()
        finding.evidence.facts = try facts(of: finding, own).keyed()
        finding.evidence.statements = log
        return finding
    }

    /// Several measures of the same rows, the first of which is the ask's own.
    private mutating func findingOfSeveral(_ asked: Ask) throws -> AskFinding {
        var one = asked
        one.also = []
        let told = tellsMore
        tellsMore = false
        defer { tellsMore = told }
        var all = try finding(one)
        for measure in asked.also {
            var other = one
            (other.measure, other.selection) = (measure, all.ask.selection)
            let found = try finding(other)
            all.also.append(found)
            all.evidence.figures += found.evidence.figures
            all.evidence.facts += found.evidence.facts.filter(\.isAsked)
            if all.evidence.transactions.isEmpty { all.evidence.transactions = found.evidence.transactions }
        }
        all.evidence.facts = all.evidence.facts.keyed()
        all.ask.also = asked.also
        return all
    }

    /// What cannot be computed whatever the rows are.
    private func check(_ ask: Ask) throws {
        try measure(ask, ask.selection).check()
        if case .share(let whole, let byCount) = ask.measure, !byCount, !FlowRows(whole.flow).hasSum {
            throw AskError("Money in and money out are not added up. Ask for spending, income, or net.")
        }
        if ask.condition != nil, !ask.conditionIsOfUnits, ask.grouping == nil {
            throw AskError("A condition needs something to choose from: days, months, categories, merchants …")
        }
        if ask.grouping != nil,
            ask.measure == .total || ask.condition.map({ $0.quantity != .count }) ?? false
                || ask.measure == .largest || ask.measure == .smallest, !FlowRows(ask.selection.flow).hasSum
        {
            throw AskError("Money in and money out are not added up. Ask for spending, income, or net.")
        }
        if let condition = ask.condition, condition.quantity == .change || condition.quantity == .changePercent,
            ask.against == nil && ask.order != .rise && ask.order != .fall
        {
            throw AskError("A change needs something to compare with: another period, or the time before.")
        }
        if case .spread = ask.measure, ask.grouping != nil || ask.hasOther || ask.view == .rows {
            throw AskError("I tell the largest from the smallest of one thing, not held against another as well.")
        }
        if ask.order == .rise || ask.order == .fall, ask.grouping == nil, !ask.hasOther || ask.view == .rows {
            throw AskError("A rise or fall needs something to compare with: another period, or the usual.")
        }
        switch ask.against {
        case .sides where ask.grouping != nil:
            throw AskError("I compare several things as wholes, not broken down as well. Ask for one of the two.")
        case .amount where ask.grouping != nil:
            throw AskError("An amount is held against one figure; for groups, state it as their condition.")
        case .amount:
            if case .lastDay = ask.measure { throw AskError("A day is not more or less than an amount.") }
            if case .firstDay = ask.measure { throw AskError("A day is not more or less than an amount.") }
            if case .reachedDay = ask.measure { throw AskError("A day is not more or less than an amount.") }
        case .usual:
            switch ask.measure {
            case .largest, .smallest, .longestStreak, .lastDay, .firstDay, .spread, .reachedDay:
                throw AskError("There is no usual for that: it is one row or one day, not a sum.")
            default: break
            }
            if ask.selection.span == .everything { throw AskError("Everything there is has no usual to compare with.") }
        default: break
        }
        if !FlowRows(ask.selection.flow).hasSum, ask.against != nil, ask.measure == .total {
            throw AskError("Money in and money out are not added up. Ask for spending, income, or net.")
        }
    }

    /// The ask with its days decided, and whether it takes everything because there was nothing in the assumed days.
    private mutating func resolved(_ asked: Ask) throws -> (Ask, tookEverything: Bool) {
        let asked = try asked.mapSelections { try placed($0) }
        guard case .assumed(let period) = asked.selection.span else { return (asked, false) }
        var selections = [asked.selection]
        if case .sides(let sides) = asked.against { selections += sides.map(\.selection) }
        // Of several sides each has to have something, or they cannot be held against each other.
        var takesEverything = false
        for selection in selections where !takesEverything {
            guard case .assumed = selection.span, try !rows(selection).hasRows(&log) else { continue }
            takesEverything = try rows(Selection(selection.flow, selection.filter, .everything)).hasRows(&log)
        }
        let span: Selection.Span = takesEverything ? .everything : .periods([period])
        func decided(_ selection: Selection) -> Selection {
            guard case .assumed = selection.span else { return selection }
            return Selection(selection.flow, selection.filter, span)
        }
        var ask = asked
        ask.selection = decided(asked.selection)
        if case .sides(let sides) = asked.against {
            ask.against = .sides(sides.map { Ask.Side($0.name, decided($0.selection)) })
        }
        if case .share(let whole, let byCount) = asked.measure {
            ask.measure = .share(of: decided(whole), byCount: byCount)
        }
        if let base = ask.condition?.base { ask.condition?.base = decided(base) }
        return (ask, takesEverything)
    }

    /// A selection with the days that a payment begins or ends: of `after` and `before` those alone are left.
    private mutating func placed(_ selection: Selection) throws -> Selection {
        let parts: [RowFilter] = if case .and(let parts) = selection.filter { parts } else { [selection.filter] }
        var kept: [RowFilter] = []
        var span = selection.span
        for part in parts {
            switch part {
            case .after(let edge, let event):
                let day = try self.day(edge, event)
                // Pay is spent from the day it comes; a purchase is no part of what comes after it.
                let start = event.flow == .income ? day : day.adding(days: 1)
                let words = FactPhrases(taxonomy: index.taxonomy, currency: home).rows.event(edge, event)
                span = span.within(
                    Period(start, max(start, asOf), label: "since \(words) (\(day.americanText))"))
            case .before(let edge, let event):
                let day = try self.day(edge, event)
                let first = min(rowSpan?.start ?? day, day.adding(days: -1))
                let words = FactPhrases(taxonomy: index.taxonomy, currency: home).rows.event(edge, event)
                span = span.within(
                    Period(first, day.adding(days: -1), label: "before \(words) (\(day.americanText))"))
            default: kept.append(part)
            }
        }
        guard kept.count < parts.count else { return selection }
        return Selection(selection.flow, .all(kept), span)
    }

    /// The day of the first or last row of a selection.
    private mutating func day(_ edge: RowFilter.Edge, _ event: Selection) throws -> CivilDate {
        let rows = try rows(event).transactions(edge == .first ? .oldest : .newest, limit: 1, offset: 0, &log)
        guard let row = rows.first else {
            let words = FactPhrases(taxonomy: index.taxonomy, currency: home).rows.words(
                event.flow, event.filter, isCounted: true)
            throw AskError("I see no \(RowPhrase.noun(event.flow))\(words), so there is no day to count from.")
        }
        return row.date
    }

    private func describeUnits(_ finding: inout AskFinding, _ own: Computed) {
        switch finding.ask.measure {
        case .average(let unit), .rate(let unit):
            guard finding.ask.condition == nil || !finding.ask.conditionIsOfUnits, let calendar = CalendarUnit(unit)
            else {
                return
            }
            finding.leftOutUnit = own.span.divisor(calendar)?.leftOut
        case .count(let unit), .countWithout(let unit), .longestStreak(let unit, _):
            guard let calendar = CalendarUnit(unit) else { return }
            finding.unitsInSpan = own.span.units(calendar).count
        default: break
        }
    }

    // MARK: Rows

    private mutating func findExtremes(_ finding: inout AskFinding, _ own: inout Computed) throws {
        let ask = finding.ask
        var values: [AskValue] = []
        for entry in own.totals {
            let rows = try own.rows.transactions(
                ask.measure == .largest ? .largest : .smallest, limit: ask.limit ?? 1, offset: ask.offset,
                of: entry.currency, isTickets: true, &log)
            guard let first = rows.first else { continue }
            values.append(AskValue(.money(first.amount.magnitude), currency: entry.currency, rows: entry.sum.rows))
            finding.evidence.transactions += rows
            if rows.count == 1, own.totals.count == 1, let found = try own.rows.occurrences(of: first.amount, &log),
                found.rows > 1
            {
                finding.occurrences = found
            }
        }
        own.values = values
    }

    /// The largest and the smallest row, or unit of time, merchant …, with what the one is more than the other.
    private mutating func findSpread(_ unit: Ask.Unit, _ finding: inout AskFinding, _ own: inout Computed) throws {
        own.values = []
        for entry in own.totals {
            var sizes: [Money] = []
            if unit == .transaction {
                for order in [AskRows.RowOrder.largest, .smallest] {
                    let rows = try own.rows.transactions(
                        order, limit: 1, offset: 0, of: entry.currency, isTickets: true, &log)
                    finding.evidence.transactions += rows
                    sizes += rows.map(\.amount.magnitude)
                }
            } else {
                let groups = try ends(of: unit, entry.currency, finding, own)
                finding.evidence.groups += groups
                sizes = groups.compactMap(\.money)
            }
            guard sizes.count == 2 else { continue }
            let apart = Money(sizes[0].minorUnits - sizes[1].minorUnits, entry.currency)
            own.values.append(AskValue(.money(apart), currency: entry.currency, rows: entry.sum.rows))
        }
    }

    /// The units of the largest and the smallest total: full ones of time that hold a row.
    private mutating func ends(
        of unit: Ask.Unit, _ currency: Currency, _ finding: AskFinding, _ own: Computed
    ) throws -> [Group] {
        guard let grouping = Ask.Grouping(rawValue: unit.rawValue) else { return [] }
        var ask = finding.ask
        (ask.measure, ask.grouping, ask.order, ask.limit) = (.total, grouping, .largest, AskRun.mostTimes)
        var aside = AskFinding(ask, finding.evidence)
        try addGroups(grouping, &aside, own)
        var groups = aside.evidence.groups.filter { $0.money?.currency == currency }
        if let calendar = CalendarUnit(grouping) {
            let full = Set(own.span.fullUnits(calendar).map { calendar.period($0).start })
            groups = groups.filter { group in FactMaker.day(group.key).map(full.contains) ?? true }
        }
        guard let first = groups.first, let last = groups.last, groups.count > 1 else { return [] }
        return [first, last]
    }

    private mutating func list(_ finding: inout AskFinding, _ own: Computed) throws {
        let ask = finding.ask
        guard finding.evidence.transactions.isEmpty else { return }
        let order = AskRows.RowOrder(ask.order)
        let limit = ask.limit ?? (own.matched > AskRun.mostWhole ? AskRun.rowsListed : AskRun.mostWhole)
        guard order == .largest || order == .smallest, own.totals.count > 1 else {
            finding.evidence.transactions = try own.rows.transactions(order, limit: limit, offset: ask.offset, &log)
            if limit == 1, order == .largest || order == .smallest, let row = finding.evidence.transactions.first {
                let found = try own.rows.occurrences(of: row.amount, &log)
                finding.occurrences = found.flatMap { $0.rows > 1 ? $0 : nil }
            }
            return
        }
        // Amounts of several currencies are ranked each for itself, the home currency's first.
        let currencies = own.totals.map(\.currency).sorted {
            ($0 == home ? 0 : 1, $0.code) < ($1 == home ? 0 : 1, $1.code)
        }
        for currency in currencies {
            finding.evidence.transactions += try own.rows.transactions(
                order, limit: limit, offset: ask.offset, of: currency, &log)
        }
        finding.evidence.warnings.append(
            "Amounts of different currencies are not compared; each currency has its own list.")
    }

    /// The rows that are listed where nobody said how many.
    static let rowsListed = 10
    /// So many are listed all.
    static let mostWhole = 20

    /// The row of the day that was found.
    private mutating func addRows(_ finding: inout AskFinding, _ own: Computed, _ order: AskRows.RowOrder) throws {
        guard finding.evidence.transactions.isEmpty, finding.ask.grouping == nil,
            case .date(let day)? = finding.values.first?.value
        else { return }
        finding.evidence.transactions = try own.rows.transactions(
            order, limit: finding.ask.limit ?? 1, offset: 0, on: day, isTickets: true, &log)
    }

    // MARK: Against

    private mutating func hold(_ finding: inout AskFinding, _ own: Computed) throws {
        let ask = finding.ask
        switch ask.against {
        case nil: break
        case .amount(let bound, let relation):
            let values = finding.values.isEmpty ? [AskRun.zero(ask, home)].compactMap { $0 } : finding.values
            finding.holds = values.map { value in
                switch value.value {
                case .money(let money):
                    HomeAmount(bound, home).isMet(by: money.minorUnits, of: money.currency, relation)
                case .count(let count), .days(let count): relation.holds(Int64(count), bound)
                case .percent(let number), .ratio(let number): relation.holds(number, Double(bound))
                case .date: false
                }
            }
        case .period(let period):
            // Days that no file tells of are not days on which nothing was spent.
            if let start = rowSpan?.start, period.end < start {
                guard ask.grouping == nil else {
                    throw AskError(
                        "Your data begins on \(start.americanText), so there's nothing earlier to compare with.",
                        isOfData: true)
                }
                return
            }
            try hold(&finding, against: period, over: [period]) { $0 }
        case .usual:
            let habit = AskRun.habit(beside: ask.selection.span.periods ?? [], asOf)
            let (days, scale) = usualDays(ask, habit)
            try hold(&finding, against: habit, over: days) { AskRun.scaled($0, ask.measure, scale) }
            finding.alone = try monthAlone(ask, habit, days)
        case .sides(let sides): try addSides(sides, &finding, own)
        }
    }

    /// What an ask comes to without any row; nil where that is nothing at all.
    static func zero(_ ask: Ask, _ home: Currency) -> AskValue? {
        switch ask.measure {
        case .total: AskValue(.money(Money(0, home)), currency: home, rows: 0)
        case .average(let unit), .median(let unit):
            CalendarUnit(unit) == nil ? nil : AskValue(.money(Money(0, home)), currency: home, rows: 0)
        case .rate(let unit): CalendarUnit(unit) == nil ? nil : AskValue(.ratio(0), rows: 0)
        case .count: AskValue(.count(0), rows: 0)
        case .share: AskValue(.percent(0), rows: 0)
        case .largest, .smallest, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .spread, .reachedDay: nil
        }
    }

    private mutating func hold(
        _ finding: inout AskFinding, against period: Period, over days: [Period], _ scale: (AskValue) -> AskValue
    ) throws {
        var ask = finding.ask
        ask.selection.span = .periods(days)
        if case .share(var whole, let byCount) = ask.measure {
            whole.span = .periods(days)
            ask.measure = .share(of: whole, byCount: byCount)
        }
        ask.against = nil
        var other = try computed(ask, of: ask.selection)
        if ask.grouping == nil, ask.measure == .largest || ask.measure == .smallest {
            var aside = AskFinding(ask, Evidence(query: Query()))
            try findExtremes(&aside, &other)
        }
        finding.otherPeriod = period
        // Either may have nothing in a currency that the other has.
        let zero = AskRun.zero(ask, home)
        func filled(_ values: [AskValue], _ others: [AskValue]) -> [AskValue] {
            guard zero != nil else { return values }
            let missing = others.filter { value in !values.contains { $0.currency == value.currency } }
            return values + missing.map { AskValue(AskRun.none(like: $0.value), currency: $0.currency, rows: 0) }
        }
        let (now, then) = (finding.values, other.values.map(scale))
        finding.values = filled(now, then)
        let before = filled(then, now)
        finding.previous = finding.values.compactMap { value in before.first { $0.currency == value.currency } }
        if finding.previous.count < finding.values.count {
            finding.previous = []
        }
    }

    static func none(like value: FigureValue) -> FigureValue {
        switch value {
        case .money(let money): .money(Money(0, money.currency))
        case .count: .count(0)
        case .percent: .percent(0)
        case .ratio: .ratio(0)
        case .days: .days(0)
        case .date: value
        }
    }

    /// The last six full months, which tell what is usual; of a time that lies back those before it.
    static func habit(beside periods: [Period], _ asOf: CivilDate) -> Period {
        var day = asOf
        if let first = periods.first, !(periods.count == 1 && first.end == asOf && first.days <= 31) {
            day = min(asOf, first.start)
        }
        return UsualMonth.span(before: day)
    }

    /// How much of the habit's sum as many days as the ask's are: a fraction.
    struct Scale {
        let numerator: Int64
        let denominator: Int64
    }

    /// The days whose sum tells what is usual, and how much of it is: the mean of the same days of the months before, so
    /// that rent and pay fall into as many of them as into the days asked about. A single day, and a longer time than a
    /// month, is held against the whole habit by its days.
    func usualDays(_ ask: Ask, _ habit: Period) -> (days: [Period], scale: Scale) {
        let whole = ([habit], usualScale(ask, habit))
        switch ask.measure {
        case .total, .count: break
        default: return whole
        }
        guard let periods = ask.selection.span.periods, periods.count == 1, let period = periods.first, let coverage
        else {
            return whole
        }
        let isFromFirst = period.start.day == 1
        let known = UsualMonth.known(before: habit.end.adding(days: 1), coverage)
        if isFromFirst, period.end == period.end.endOfMonth, let newest = known.first, let oldest = known.last {
            let months = period.end.monthNumber - period.start.monthNumber + 1
            let scale = Scale(numerator: Int64(months), denominator: Int64(known.count))
            return ([Period(oldest.start, newest.end)], scale)
        }
        guard (2...31).contains(period.days) || isFromFirst, !(isFromFirst && period.end >= period.start.endOfMonth)
        else { return whole }
        let days = (1...UsualMonth.months)
            .map { Period(period.start.adding(months: -$0), period.end.adding(months: -$0)) }
            .filter { coverage.start <= $0.start.adding(days: 6) }
        return days.isEmpty ? whole : (days.reversed(), Scale(numerator: 1, denominator: Int64(days.count)))
    }

    /// The month that makes the usual sum dearer than the others are, with what is to be said of it.
    private mutating func monthAlone(_ ask: Ask, _ habit: Period, _ days: [Period]) throws -> String? {
        guard ask.measure == .total, ask.grouping == nil, let coverage, let periods = ask.selection.span.periods,
            periods.count == 1, periods[0].days <= 31
        else { return nil }
        let months = days.count > 1 ? days : UsualMonth.known(before: habit.end.adding(days: 1), coverage)
        let sums = try months.map { try sum(ask, in: [$0], home).amount }
        return UsualMonth(sums)?.alone.map { $0.words(months[$0.place], home) }
    }

    /// By months where the period is one, else by days.
    func usualScale(_ ask: Ask, _ habit: Period) -> Scale {
        let known = AskSpan([habit], filter: .all, coverage: rowSpan, asOf: asOf).spans.first ?? habit
        let periods = ask.selection.span.periods ?? []
        let days = periods.reduce(Int64(0)) { $0 + Int64($1.days) }
        if periods.count == 1, let period = periods.first, period.start.day == 1, period.end <= period.start.endOfMonth,
            known.start.day == 1, known.end == known.end.endOfMonth
        {
            let months = Int64(known.end.monthNumber - known.start.monthNumber + 1)
            return Scale(numerator: days, denominator: months * Int64(period.start.endOfMonth.day))
        }
        return Scale(numerator: days, denominator: Int64(known.days))
    }

    /// Sums and counts over six months come to less in fewer days; means and shares stay.
    static func scaled(_ value: AskValue, _ measure: Ask.Measure, _ scale: Scale) -> AskValue {
        var value = value
        switch (measure, value.value) {
        case (.total, .money(let money)):
            let amount = roundedQuotient(money.minorUnits, times: scale.numerator, by: scale.denominator)
            value.value = .money(Money(amount, money.currency))
        case (.count, .count(let count)), (.countWithout, .count(let count)):
            let tenths = roundedQuotient(Int64(count) * 10, times: scale.numerator, by: scale.denominator)
            value.value = .ratio(Double(tenths) / 10)
        default: break
        }
        return value
    }

    private mutating func addSides(_ sides: [Ask.Side], _ finding: inout AskFinding, _ own: Computed) throws {
        let ask = finding.ask
        let name = sides.first { $0.selection == ask.selection }?.name
        let words = RequestWords(index.taxonomy, currency: home)
        finding.sides = [
            .init(
                name: name ?? words.subject(ask.selection), selection: ask.selection, values: finding.values,
                rows: own.matched)
        ]
        for side in sides where side.selection != ask.selection {
            var other = ask
            (other.selection, other.against) = (side.selection, nil)
            try measure(other, side.selection).check()
            var computed = try computed(other, of: side.selection)
            var aside = AskFinding(other, Evidence(query: Query()))
            if ask.measure == .largest || ask.measure == .smallest { try findExtremes(&aside, &computed) }
            finding.sides.append(
                .init(name: side.name, selection: side.selection, values: computed.values, rows: computed.matched))
            finding.evidence.matched += computed.matched
        }
        try addPendingOfSides(&finding)
        // Sides that differ in their days alone are called as the line calls them.
        let areNamed = Set(finding.sides.map(\.selection.filter)).count == finding.sides.count
        let groups = finding.sides.flatMap { side -> [Group] in
            let values = side.values.isEmpty ? [AskRun.zero(ask, home)].compactMap { $0 } : side.values
            let own = areNamed ? side.selection.filter.soleName(index.taxonomy) : nil
            let (key, label) = own ?? (side.name, side.name)
            return values.map { Group(key: key, label: label, value: $0.value, count: side.rows, share: nil) }
        }
        finding.evidence.groups = groups.enumerated().sorted { a, b in
            let (x, y) = (a.element.value.size, b.element.value.size)
            return x != y ? (ask.order == .smallest ? x < y : x > y) : a.offset < b.offset
        }.map(\.element)
    }

    /// A pending row that is on several sides (`coffee or Starbucks`) is one.
    private mutating func addPendingOfSides(_ finding: inout AskFinding) throws {
        let selections = finding.sides.map(\.selection)
        guard let first = selections.first, selections.allSatisfy({ $0.flow == first.flow && $0.span == first.span })
        else {
            return
        }
        let rows = try rows(Selection(first.flow, .or(selections.map(\.filter)), first.span))
        var pending: [Currency: Int64] = [:]
        for cell in try rows.cells(log: &log) where cell.isPending { pending[cell.currency, default: 0] += cell.amount }
        finding.evidence.pending = pending.filter { $0.value != 0 }.sorted { $0.key.code < $1.key.code }
            .map { Money($0.value, $0.key) }
    }
}
