import Advice
import Ledger
import Retrieval

/// Computes the part of a summary that is about one currency.
struct CurrencyDesk {
    let book: SummaryBook
    let gathered: SummaryBook.Gathered
    let currency: Currency
    /// Whether there is no other currency in the summary.
    let isOnly: Bool

    private var span: SummarySpan { gathered.span }

    private static let mostMerchants = 8
    private static let mostPurchases = 5

    func facts() throws -> CurrencyFacts {
        let zero = CurrencyFacts.Flow(period: span.period, income: 0, spending: 0)
        let flow = gathered.flows[0][currency] ?? zero
        let rules =
            span.unit == .month
            ? try RuleBook(book.index).progress(inMonthOf: span.period.start, asOf: span.viewDay)
                .filter { $0.limit.currency == currency } : []
        let usual = habit { $0.spending }
        let categories = try categoryLines(total: usual?.amount ?? flow.spending, rules)
        let drivers = try SpendingDrivers(desk: self).drivers(categories)
        let streams = try streamLines()
        let findings = book.findings(gathered, in: currency).map { withUsual($0, of: categories) }
        let decisions = self.decisions
        let months = try months(flow)
        return CurrencyFacts(
            currency: currency, flow: flow, rows: gathered.rows[currency] ?? 0,
            pending: gathered.pending[currency] ?? 0, previous: previous,
            coverage: coverage, isPreviousWhole: book.isKnown(span.earlier(1), coverage), months: months,
            usualSpending: usual, usualIncome: habit { $0.income }, categories: categories,
            merchants: try merchants(), largest: try largest(), largestChosen: try largest(isChosen: true),
            dearestCause: try dearestCause(months, categories), daily: try daily(span.period),
            previousDaily: span.unit == .month && previous != nil ? try daily(span.earlier(1)) : [],
            wholeMonths: wholeMonths, drivers: drivers, streams: streams, bills: bills(streams),
            billsThrough: billsThrough, rules: rules,
            findings: findings, findingRows: try rows(of: findings), decisions: decisions, saved: saved,
            yearBefore: try yearBefore(), netWorth: try netWorth(),
            goals: try GoalBook(book.index).progress(asOf: span.viewDay, currency: currency)
                .filter { $0.goal.since <= span.viewDay },
            suggestion: SavingSuggestion.best(
                SavingSuggestion.Sources(
                    currency: currency, span: span, taxonomy: book.index.taxonomy, drivers: drivers,
                    categories: categories, findings: findings, streams: streams, rules: rules)))
    }

    /// What is usual for a category's whole month has one figure in a summary: that of its table.
    private func withUsual(_ finding: UnusualFinding, of categories: [CurrencyFacts.CategoryLine]) -> UnusualFinding {
        guard case .pace(_, _, let through) = finding.reason, through == through.endOfMonth,
            let usual = categories.first(where: { $0.id == finding.row.category })?.usual
        else { return finding }
        return finding.with(usual: Money(usual, currency))
    }

    /// A query of this currency only.
    func query(_ query: Query) throws -> Query {
        guard !isOnly else { return query }
        var query = query
        query.accounts = try book.index.accounts.filter { $0.currency == currency }.map(\.name)
        return query
    }

    // MARK: Sums

    private var previous: CurrencyFacts.Flow? {
        guard gathered.flows.count > 1, let coverage, coverage.start <= span.sameDays(1).end else { return nil }
        return gathered.flows[1][currency]
            ?? CurrencyFacts.Flow(period: span.sameDays(1), income: 0, spending: 0)
    }

    /// The same days a year before a month; nil where the data does not reach back.
    private func yearBefore() throws -> CurrencyFacts.Flow? {
        guard span.unit == .month, book.isKnown(span.earlier(12), coverage) else { return nil }
        let period = span.sameDays(12)
        return try SummaryBook.flows(retriever.cashFlow(Query(period: period)), period)[currency]
    }

    /// Where balances are known: on the last day, and at the ends of twelve months or as many as the year has had.
    private func netWorth() throws -> CurrencyFacts.NetWorth? {
        let count = span.unit == .month ? 12 : Int(span.viewDay.month)
        let months = try retriever.netWorthHistory(through: span.viewDay, months: count).months
            .filter { $0.netWorth.currency == currency }
        guard let last = months.last, last.day == span.viewDay else { return nil }
        // What moves between accounts of which one isn't known is no change of what is owned.
        let changes =
            last.unknownAccounts.isEmpty ? months.filter { span.period.contains($0.day) }.compactMap(\.change) : []
        return CurrencyFacts.NetWorth(
            day: last.day, total: last.netWorth, kinds: last.kinds,
            change: changes.isEmpty ? nil : Money(changes.reduce(0) { $0 + $1.minorUnits }, currency),
            history: months.map { ($0.day, $0.netWorth.minorUnits) }, unknown: last.unknownAccounts)
    }

    /// What made the most expensive month of a year so: the category that was furthest above its mean of all its months.
    private func dearestCause(
        _ months: [CurrencyFacts.Flow], _ categories: [CurrencyFacts.CategoryLine]
    ) throws -> CurrencyFacts.CategoryLine? {
        guard span.unit == .year, months.count > 1,
            let dearest = months.max(by: { $0.spending < $1.spending }), dearest.spending > 0
        else { return nil }
        let sums = try book.categorySums(dearest.period)[currency] ?? [:]
        let count = Int64(months.count)
        let excesses = categories.compactMap { line -> (line: CurrencyFacts.CategoryLine, excess: Int64)? in
            guard let spent = sums[line.id]?.spent, spent * count > line.spent else { return nil }
            return (
                line.with(spent: spent, count: sums[line.id]?.count ?? 0),
                spent - roundedQuotient(line.spent, by: count)
            )
        }
        return excesses.max { ($0.excess, $1.line.id) < ($1.excess, $0.line.id) }?.line
    }

    private var coverage: Period? { gathered.coverages[currency] }

    /// The months that habits are learned from: only those that the data of this currency covers.
    private var learned: Range<Int> {
        1..<(1..<gathered.flows.count).prefix { book.isKnown(span.earlier($0), coverage) }.count + 1
    }

    private func habit(_ amount: (CurrencyFacts.Flow) -> Int64) -> SpendingHabit? {
        let sums = learned.map { gathered.flows[$0][currency].map(amount) ?? 0 }
        return SpendingHabit(sums, total: 0, currency)
    }

    private func months(_ flow: CurrencyFacts.Flow) throws -> [CurrencyFacts.Flow] {
        let periods: [Period]
        if span.unit == .year {
            let last = span.period.end.monthNumber - span.period.start.monthNumber
            periods = (0...last).map { month in
                let whole = Period.month(of: span.period.start.adding(months: month))
                return Period(whole.start, min(whole.end, span.period.end))
            }.filter { month in coverage.map { $0.start <= month.end } ?? true }
        } else {
            let covered = (1...5).reversed().filter { back in
                coverage.map { $0.start <= span.earlier(back).end } ?? false
            }
            periods = covered.map(span.earlier)
        }
        let before = try periods.map { period in
            if let known = gathered.flows.first(where: { $0[currency]?.period == period })?[currency] { return known }
            return try SummaryBook.flows(retriever.cashFlow(Query(period: period)), period)[currency]
                ?? CurrencyFacts.Flow(period: period, income: 0, spending: 0)
        }
        return before + (span.unit == .month ? [flow] : [])
    }

    /// Those months of a year that are over and that the data covers, of which a mean is taken; nil for a month, and where there
    /// are fewer than two.
    private var wholeMonths: Period? {
        guard span.unit == .year else { return nil }
        let count = span.period.end.monthNumber - span.period.start.monthNumber
        let whole = (0...count).map { Period.month(of: span.period.start.adding(months: $0)) }
            .filter { book.isKnown($0, coverage) && $0.end <= span.period.end && isKnownToItsEnd($0) }
        guard whole.count > 1, let first = whole.first, let last = whole.last else { return nil }
        return Period(first.start, last.end)
    }

    /// Whether the data goes on to the last week of a month.
    private func isKnownToItsEnd(_ month: Period) -> Bool {
        coverage.map { $0.end >= month.end.adding(days: -6) } ?? false
    }

    private func categoryLines(total: Int64, _ rules: [RuleProgress]) throws -> [CurrencyFacts.CategoryLine] {
        let now = gathered.categories[0][currency] ?? [:]
        let before = gathered.categories.count > 1 ? gathered.categories[1][currency] ?? [:] : nil
        let usual = learned.flatMap { Array((gathered.categories[$0][currency] ?? [:]).keys) }
        let whole = try wholeMonths.map {
            (
                sums: try book.categorySums($0)[currency] ?? [:],
                count: Int64($0.end.monthNumber - $0.start.monthNumber + 1)
            )
        }
        let ids = Set(now.keys).union(before?.keys.map { $0 } ?? []).union(usual)
        let lines = try ids.map { id in
            try CurrencyFacts.CategoryLine(
                id: id, name: book.index.taxonomy.displayName(id), spent: now[id]?.spent ?? 0,
                count: now[id]?.count ?? 0, previous: before.map { $0[id]?.spent ?? 0 },
                habit: SpendingHabit(
                    learned.map { gathered.categories[$0][currency]?[id]?.spent ?? 0 }, total: total, currency),
                wholeHabit: wholeHabit(id),
                limit: rules.first { $0.rule.category == id }?.limit.minorUnits, isFixed: isFixed(id),
                monthly: whole.map { roundedQuotient($0.sums[id]?.spent ?? 0, by: $0.count) })
        }
        return lines.filter { $0.count > 0 || ($0.previous ?? 0) != 0 || $0.departure != 0 }
            .sorted { ($1.spent, $0.id) < ($0.spent, $1.id) }
    }

    /// Whether a category was decided for once; where that depends on the household, whether most of it came from bills.
    private func isFixed(_ id: String) throws -> Bool {
        guard FixedCosts.mixed.contains(id) else { return FixedCosts.contain(id, in: book.index.taxonomy) }
        guard let spent = gathered.categories[0][currency]?[id]?.spent, spent > 0, !billRows.isEmpty else {
            return false
        }
        let rows = try retriever.list(
            query(Query(period: span.period, categories: [id], kinds: [.expense], order: .largest, limit: 200))
        ).transactions
        let bills = rows.filter { $0.category == id && billRows.contains($0.id) }
        return bills.reduce(0) { $0 + $1.amount.magnitude.minorUnits } * 2 > spent
    }

    private var billRows: Set<Int64> {
        Set(gathered.streams.lazy.filter { $0.group == .bill }.flatMap(\.rowIDs))
    }

    /// Of a running month, what a whole one has.
    private func wholeHabit(_ id: String) -> SpendingHabit? {
        let sums = gathered.wholeCategories.prefix(learned.count).map { $0[currency]?[id]?.spent ?? 0 }
        return SpendingHabit(sums, total: 0, currency)
    }

    private func merchants() throws -> [CurrencyFacts.MerchantLine] {
        let query = Query(period: span.period, grouping: .merchant, limit: CurrencyDesk.mostMerchants)
        return try retriever.figures(query).groups.compactMap { group in
            guard case .money(let money) = group.value, money.currency == currency, money.minorUnits > 0 else {
                return nil
            }
            return CurrencyFacts.MerchantLine(name: group.label, spent: money.minorUnits, count: group.count)
        }
    }

    /// What went back is no purchase after all: a few more rows are looked at to have enough.
    ///
    /// - Parameter isChosen: leaves fixed costs and regular payments out.
    private func largest(isChosen: Bool = false) throws -> [Transaction] {
        let count = CurrencyDesk.mostPurchases * (isChosen ? 20 : 3) * span.unit.months
        let rows = try retriever.list(
            query(Query(period: span.period, kinds: [.expense], order: .largest, limit: count))
        ).transactions
        let regular = isChosen ? Set(gathered.streams.flatMap(\.rowIDs)) : []
        var found: [Transaction] = []
        for row in rows where found.count < CurrencyDesk.mostPurchases {
            if isChosen, regular.contains(row.id) || FixedCosts.contain(row.category, in: book.index.taxonomy) {
                continue
            }
            if try !wentBack(row) { found.append(row) }
        }
        return found
    }

    /// Whether all that a purchase cost has come back from the same merchant, as far as the summary sees.
    func wentBack(_ row: Transaction) throws -> Bool {
        let amount = row.amount.magnitude.minorUnits
        let query = Query(
            period: Period(row.date, span.viewDay), merchants: [row.merchant], minimum: amount, maximum: amount,
            direction: .any, kinds: [.refund], limit: 1)
        return try !retriever.list(self.query(query)).transactions.isEmpty
    }

    private func daily(_ period: Period) throws -> [CurrencyFacts.Day] {
        var spent: [String: Int64] = [:]
        for group in try retriever.figures(Query(period: period, grouping: .day)).groups {
            guard case .money(let money) = group.value, money.currency == currency else { continue }
            spent[group.key] = money.minorUnits
        }
        return (0..<period.days).map { offset in
            let day = period.start.adding(days: offset)
            return CurrencyFacts.Day(date: day, spent: spent[day.iso] ?? 0)
        }
    }

    // MARK: Streams

    private func streamLines() throws -> [CurrencyFacts.StreamLine] {
        let streams = gathered.streams.filter { $0.kind == .expense && $0.amount.currency == currency }
        return try streams.compactMap { stream in
            let change = try change(of: stream)
            return stream.isLive || change == .stopped ? .init(stream: stream, change: change) : nil
        }
    }

    private func change(of stream: RecurringStream) throws -> CurrencyFacts.StreamLine.Change {
        if stream.isLive {
            if stream.isNew, span.period.contains(stream.firstDate) { return .new }
            return stream.rise.map { span.period.contains($0.on) } ?? false ? .raised : .none
        }
        // A stream counts as stopped after one and a half rhythms of silence.
        let noticed = stream.lastDate.adding(days: Int(stream.cadence.days * 1.5) + 1)
        return try span.period.contains(noticed) && !isSeasonal(stream) ? .stopped : .none
    }

    /// Days by which a pause may begin earlier or later than in another year.
    private static let seasonPlay = 45

    /// Whether its charges came again, or paused at this time of a year before: a pause is no end.
    private func isSeasonal(_ stream: RecurringStream) throws -> Bool {
        let silence = Int(stream.cadence.days * 1.5) + 1
        let query = Query(
            period: Period(stream.lastDate.adding(days: -3 * 366), stream.lastDate.adding(days: 366)),
            merchants: [stream.merchant], kinds: [.expense], limit: 500)
        // What else is bought there is none of its charges.
        let usual = stream.typical.magnitude.minorUnits
        let rows = try retriever.list(self.query(query)).transactions.filter { row in
            let amount = row.amount.magnitude.minorUnits
            return amount * 2 >= usual && amount <= usual * 2
        }
        if rows.contains(where: { $0.date > stream.lastDate }) { return true }
        let dates = rows.map(\.date).sorted()
        return zip(dates, dates.dropFirst()).contains { last, next in
            let distance = stream.lastDate.days(since: last) % 365
            return next.days(since: last) > silence
                && min(distance, 365 - distance) <= CurrencyDesk.seasonPlay
        }
    }

    /// To the end of this month while it runs, else of the next one.
    private var billsThrough: CivilDate {
        span.isComplete ? span.whole.end.adding(days: 1).endOfMonth : span.whole.end
    }

    private func bills(_ streams: [CurrencyFacts.StreamLine]) -> [CurrencyFacts.Bill] {
        guard span.unit == .month else { return [] }
        return streams.flatMap { line in
            line.stream.dates(after: span.viewDay, through: billsThrough).map { date in
                CurrencyFacts.Bill(
                    date: date, merchant: line.stream.merchant,
                    amount: (line.stream.isSteady ? line.stream.amount : line.stream.typical).magnitude)
            }
        }
        .sorted { ($0.date, $1.amount.minorUnits, $0.merchant) < ($1.date, $0.amount.minorUnits, $1.merchant) }
    }

    private func rows(of findings: [UnusualFinding]) throws -> [Int64: Transaction] {
        var out: [Int64: Transaction] = [:]
        for finding in findings { out[finding.row.id] = try book.index.transaction(id: finding.row.id) }
        return out
    }

    // MARK: Decisions

    private var decisions: [Decision] {
        gathered.record?.decisions.filter {
            $0.purchase.amount.currency == currency && span.period.contains($0.day)
        } ?? []
    }

    /// Wishes whose waiting ended in these days without being bought, each once.
    private var saved: Int64 {
        guard let record = gathered.record else { return 0 }
        var seen: Set<String> = []
        return record.decisions.reduce(0) { sum, decision in
            guard seen.insert(Decision.wish(of: decision.purchase)).inserted,
                decision.purchase.amount.currency == currency, decision.isSaved(dataEnd: record.dataEnd)
            else { return sum }
            let settled =
                (decision.word == .skipped ? decision.wordDay : nil)
                ?? decision.purchase.day.adding(days: Decision.savedDays)
            return span.period.contains(settled) ? sum + decision.purchase.amount.minorUnits : sum
        }
    }
}
