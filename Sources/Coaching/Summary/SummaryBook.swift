import Advice
import Ledger
import Retrieval
import Store

/// Computes what summaries say, from the same queries that answer questions.
public struct SummaryBook {
    let index: HouseholdIndex
    let retriever: Retriever
    let asOf: CivilDate

    /// Months before this one that habits are learned from.
    static let habitMonths = 6
    /// Rows that streams and unusual rows are looked for in at most, the newest: ten a day for two years.
    private static let mostRows = 8000
    private static let mostFindings = 5

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate) {
        self.index = index
        self.asOf = asOf
        retriever = Retriever(index)
    }

    /// The months that have rows, oldest first, as far as they have begun.
    public func months(since first: CivilDate? = nil) throws -> [SummarySpan] {
        try index.monthsWithRows(since: first).compactMap { SummarySpan(.month, of: $0, asOf: asOf) }
    }

    /// What all queries of one summary share.
    struct Gathered {
        let span: SummarySpan
        let coverage: Period?
        /// The first and last day that accounts of each currency have rows of.
        let coverages: [Currency: Period]
        let home: Currency
        /// This one first, then the same days of those before that the data covers.
        let flows: [[Currency: CurrencyFacts.Flow]]
        let rows: [Currency: Int]
        let pending: [Currency: Int64]
        let categories: [[Currency: [String: Sum]]]
        /// Of the whole months before; empty where this one is over, since `categories` has them then.
        let wholeCategories: [[Currency: [String: Sum]]]
        let streams: [RecurringStream]
        let findings: [UnusualFinding]
        let record: DecisionRecord?

        /// Spending of one group.
        struct Sum {
            var spent: Int64 = 0
            var count = 0
        }
    }

    public func facts(_ span: SummarySpan) throws -> MonthFacts {
        let gathered = try gather(span)
        let others = gathered.flows[0].keys.filter { $0 != gathered.home && gathered.rows[$0, default: 0] > 0 }
        let hasHome = gathered.rows[gathered.home, default: 0] > 0 || others.isEmpty
        let currencies = (hasHome ? [gathered.home] : []) + others.sorted { $0.code < $1.code }
        return MonthFacts(
            span: span,
            currencies: try currencies.map { currency in
                try CurrencyDesk(book: self, gathered: gathered, currency: currency, isOnly: currencies.count == 1)
                    .facts()
            },
            hasRows: try retriever.hasRows(in: span.period), coverage: gathered.coverage,
            notes: try ReadingGaps(index, asOf: asOf)
                .notes(over: Period(span.earlier(1).start, span.period.end), kinds: ReadingGaps.flows))
    }

    private func gather(_ span: SummarySpan) throws -> Gathered {
        let coverage = try index.coverage
        let known = (1...SummaryBook.habitMonths).prefix { isKnown(span.earlier($0), coverage) }
        // What is only partly there is still shown as the month before.
        let count = max(known.count, coverage.map { $0.start <= span.sameDays(1).end } ?? false ? 1 : 0)
        let periods = [span.period] + (0..<count).map { span.sameDays($0 + 1) }
        let cash = try periods.map { try retriever.cashFlow(Query(period: $0)) }
        let now = try spending(span.period)
        let isMonth = span.unit == .month
        let review = try retriever.review(of: span.period, asOf: span.viewDay, atMost: SummaryBook.mostRows)
        return Gathered(
            span: span, coverage: coverage, coverages: try coverages(coverage), home: try Coach.homeCurrency(index),
            flows: zip(cash, periods).map { SummaryBook.flows($0, $1) }, rows: SummaryBook.rows(cash[0]),
            pending: Dictionary(now.pending.map { ($0.currency, $0.minorUnits) }, uniquingKeysWith: +),
            categories: [now.sums] + (try periods.dropFirst().map(categorySums)),
            wholeCategories: span.isComplete || !isMonth
                ? [] : try known.map { try categorySums(span.earlier($0)) },
            streams: review.streams,
            // Of a year each month has told its own.
            findings: isMonth ? review.findings : [],
            record: isMonth ? try DecisionBook(index).record(asOf: span.viewDay) : nil)
    }

    private func coverages(_ all: Period?) throws -> [Currency: Period] {
        let accounts = try index.accounts
        let currencies = Set(accounts.map(\.currency))
        guard currencies.count > 1 else {
            return Dictionary(uniqueKeysWithValues: currencies.compactMap { name in all.map { (name, $0) } })
        }
        var out: [Currency: Period] = [:]
        for account in accounts {
            guard try index.isFilled(account: account.id) || all == nil,
                let days = try index.coverage(account: account.id)
            else { continue }
            let known = out[account.currency] ?? days
            out[account.currency] = Period(min(known.start, days.start), max(known.end, days.end))
        }
        return out
    }

    /// Whether the data covers all of it; a month that only lacks rows in its first week is covered.
    func isKnown(_ period: Period, _ coverage: Period?) -> Bool {
        coverage.map { $0.start <= period.start.adding(days: 6) } ?? false
    }

    static func flows(_ cash: Evidence, _ period: Period) -> [Currency: CurrencyFacts.Flow] {
        func sums(_ name: String) -> [Currency: Int64] {
            var out: [Currency: Int64] = [:]
            for figure in cash.figures(named: name) {
                if case .money(let money) = figure.value { out[money.currency, default: 0] += money.minorUnits }
            }
            return out
        }
        let (income, spending) = (sums("income"), sums("spending"))
        var out: [Currency: CurrencyFacts.Flow] = [:]
        for currency in Set(income.keys).union(spending.keys) {
            out[currency] = CurrencyFacts.Flow(
                period: period, income: income[currency] ?? 0, spending: spending[currency] ?? 0)
        }
        return out
    }

    private static func rows(_ cash: Evidence) -> [Currency: Int] {
        var out: [Currency: Int] = [:]
        for figure in cash.figures(named: "income") + cash.figures(named: "spending") {
            if case .money(let money) = figure.value { out[money.currency, default: 0] += figure.rows ?? 0 }
        }
        return out
    }

    func categorySums(_ period: Period) throws -> [Currency: [String: Gathered.Sum]] { try spending(period).sums }

    /// By category, and how much of it is pending.
    private func spending(_ period: Period) throws -> (sums: [Currency: [String: Gathered.Sum]], pending: [Money]) {
        var out: [Currency: [String: Gathered.Sum]] = [:]
        let query = Query(period: period, grouping: .category, limit: index.taxonomy.categories.count)
        let evidence = try retriever.figures(query)
        for group in evidence.groups {
            guard case .money(let money) = group.value else { continue }
            out[money.currency, default: [:]][group.key] = Gathered.Sum(spent: money.minorUnits, count: group.count)
        }
        return (out, evidence.pending)
    }

    func findings(_ gathered: Gathered, in currency: Currency) -> [UnusualFinding] {
        Array(gathered.findings.filter { $0.row.amount.currency == currency }.prefix(SummaryBook.mostFindings))
    }
}
