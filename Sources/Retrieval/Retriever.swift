import Ledger
import Store

/// Where a row stands among those of a list by day.
public struct RowKey: Sendable, Equatable {
    public let day: CivilDate
    public let id: Int64

    public init(day: CivilDate, id: Int64) { (self.day, self.id) = (day, id) }
}

/// Answers queries from the index: computes figures over all rows that a query means, never over a list of them.
public struct Retriever {
    let index: HouseholdIndex

    public init(_ index: HouseholdIndex) { self.index = index }

    /// The figures and groups of a query: its measure, what it is compared with, its breakdown.
    public func figures(_ query: Query) throws -> Evidence {
        try index.database.read { try computed(query) }
    }

    private func computed(_ asked: Query) throws -> Evidence {
        if !asked.sides.isEmpty { return try sideBySide(asked) }
        let query = asked.withSummedGroups
        guard let flow = Flow(query) else { return try bothWays(query) }
        var tally = Tally(index)
        var evidence = try start(query)
        let currencies = try accountCurrencies()
        let sums = try Sums(
            tally.buckets(query, kinds: flow.kinds, period: query.period, by: .none), flow: flow, currencies: currencies
        )
        evidence.matched = sums.rows
        evidence.pending = sums.pending
        let subject = Subject.words(query, taxonomy: index.taxonomy)
        let context = Context(query: query, flow: flow, currencies: currencies, subject: subject)
        try addMeasure(
            &evidence, sums, Context(query: asked, flow: flow, currencies: currencies, subject: subject), &tally)
        if let comparison = query.comparison {
            try addComparison(&evidence, sums, comparison, context, &tally)
        }
        if let grouping = query.grouping {
            evidence.groups = try groups(grouping, evidence, sums, context, &tally)
        }
        evidence.statements += tally.statements
        return evidence
    }

    /// The rows of a query that count, at most `query.limit`, with how many matched and what they add up to.
    ///
    /// Of a split row the parts are listed. Rows that the user excluded are only where the query says so, and are in no
    /// sum.
    ///
    /// - Parameter key: the row that those listed come after, newest first; whatever was added since, none is listed twice.
    public func list(_ query: Query, after key: RowKey? = nil) throws -> Evidence {
        try index.database.read { try listed(query, after: key) }
    }

    private func listed(_ query: Query, after key: RowKey?) throws -> Evidence {
        var tally = Tally(index)
        var evidence = try start(query)
        let kinds = Flow(query)?.kinds ?? query.kinds
        let filter = try Filter(query, kinds: kinds, period: query.period, in: index, isList: true)
        var rest = filter
        if let key { rest.add("(t.day, t.id) < (?, ?)", .int(Int64(key.day.dayNumber)), .int(key.id)) }
        evidence.transactions = try ranked(query, rest, &evidence)
        let flow = Flow(query) ?? .spending
        let currencies = try accountCurrencies()
        let sums = try Sums(
            tally.buckets(query, kinds: flow.kinds, period: query.period, by: .none), flow: flow, currencies: currencies
        )
        evidence.matched = try countRows(filter, &evidence)
        evidence.pending = sums.pending
        let subject = Subject.words(query, taxonomy: index.taxonomy)
        evidence.figures.append(
            Figure(
                name: "count", label: label(subject, query), value: .count(evidence.matched),
                period: query.period, rows: evidence.matched))
        for entry in sums.entries {
            let words = Flow(query) == nil ? "\(subject): \(flow.name.lowercased())" : subject
            evidence.figures.append(
                Figure(
                    name: "total", label: label(words, query), value: .money(entry.money), period: query.period,
                    rows: entry.rows))
        }
        evidence.statements += tally.statements
        if query.limit == 1, [.largest, .smallest].contains(query.order), let row = evidence.transactions.first {
            evidence.figures += try occurrences(of: row.amount.magnitude, subject, query, filter, &evidence)
        }
        return evidence
    }

    /// The newest row that a query means.
    public func latest(_ query: Query) throws -> Transaction? {
        var query = query
        (query.order, query.limit, query.offset) = (.newest, 1, 0)
        let filter = try Filter(
            query, kinds: Flow(query)?.kinds ?? query.kinds, period: query.period, in: index, isList: true)
        var evidence = Evidence(query: query)
        return try rows(query, filter, &evidence).first
    }

    // MARK: Parts

    /// What every measure needs to know.
    struct Context {
        let query: Query
        let flow: Flow
        let currencies: [Int64: Currency]
        let subject: String
    }

    private func start(_ query: Query) throws -> Evidence {
        var evidence = Evidence(query: query)
        evidence.coverage = try index.coverage
        return evidence
    }

    /// The currencies that accounts are kept in, the one of most accounts first.
    public func currencies() throws -> [Currency] {
        let accounts = Dictionary(grouping: try index.accounts, by: \.currency)
        return accounts.keys.sorted { a, b in
            let (x, y) = (accounts[a]?.count ?? 0, accounts[b]?.count ?? 0)
            return x != y ? x > y : a.code < b.code
        }
    }

    private func accountCurrencies() throws(StoreError) -> [Int64: Currency] {
        var out: [Int64: Currency] = [:]
        for account in try index.accounts { out[account.id] = account.currency }
        return out
    }

    private func groups(
        _ grouping: Query.Grouping, _ evidence: Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally
    ) throws -> [Group] {
        let breakdown = Breakdown(index: index, context: context)
        let span = averageSpan(evidence, context.query.period)
        guard let comparison = context.query.comparison, !Breakdown.isChronological(grouping) else {
            return try breakdown.groups(grouping, sums, &tally, span: span)
        }
        let days = averageSpan(evidence, comparison) ?? comparison
        func scaled(_ amount: Int64) -> Int64 {
            guard context.query.measure == .average, context.query.averageUnit != .transaction else { return amount }
            return Retriever.perUnit(amount, context.query.averageUnit, over: [days], on: context.query.weekdays)
        }
        return try breakdown.groups(grouping, sums, &tally, span: span, previous: (comparison, scaled))
    }

    /// Money out and in apart, for a query that asks about both.
    private func bothWays(_ query: Query) throws -> Evidence {
        var tally = Tally(index)
        var evidence = try start(query)
        let currencies = try accountCurrencies()
        let subject = Subject.words(query, taxonomy: index.taxonomy)
        for (flow, name) in [(Flow.spending, "spending"), (Flow.income, "income")] {
            let buckets = try tally.buckets(query, kinds: flow.kinds, period: query.period, by: .none)
            let sums = Sums(buckets, flow: flow, currencies: currencies)
            evidence.matched += sums.rows
            evidence.pending += sums.pending
            for entry in sums.entries {
                evidence.figures.append(
                    Figure(
                        name: name, label: label("\(subject), \(flow.name.lowercased())", query),
                        value: .money(entry.money), period: query.period, rows: entry.rows))
            }
        }
        evidence.statements = tally.statements
        return evidence
    }

    /// The rows in their order; amounts of several currencies are ranked each for itself.
    private func ranked(_ query: Query, _ filter: Filter, _ evidence: inout Evidence) throws -> [Transaction] {
        let accounts = Dictionary(grouping: try index.accounts, by: \.currency)
        guard query.order == .largest || query.order == .smallest, accounts.count > 1 else {
            return try rows(query, filter, &evidence)
        }
        let home = try index.homeCurrency
        var out: [Transaction] = []
        var currencies = 0
        for currency in accounts.keys.sorted(by: { ($0 == home ? 0 : 1, $0.code) < ($1 == home ? 0 : 1, $1.code) }) {
            var own = filter
            own.add("t.account_id IN (\((accounts[currency] ?? []).map { String($0.id) }.joined(separator: ", ")))")
            let found = try rows(query, own, &evidence)
            if !found.isEmpty { currencies += 1 }
            out += found
        }
        if currencies > 1 {
            evidence.warnings.append(
                "Amounts of different currencies are not compared; each currency has its own list.")
        }
        return out
    }

    private func rows(_ query: Query, _ filter: Filter, _ evidence: inout Evidence) throws -> [Transaction] {
        let order =
            switch query.order {
            case .newest, .rise, .fall: "t.day DESC, t.id DESC"
            case .oldest: "t.day, t.id"
            case .largest: "abs(t.amount) DESC, t.day DESC, t.id DESC"
            case .smallest: "abs(t.amount), t.day DESC, t.id DESC"
            }
        // First the numbers of the rows, then their texts: joins for what is not shown would cost most of the time.
        let sql = """
            SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables) WHERE t.id IN
            (SELECT t.id FROM \(filter.source)\(filter.whereClause) ORDER BY \(order) LIMIT ? OFFSET ?) ORDER BY \(order)
            """
        evidence.statements.append(sql)
        let bounds: [SQLValue] = [.int(Int64(query.limit)), .int(Int64(query.offset))]
        return try index.database.rows(sql, filter.values + bounds, index.transaction)
    }

    private func countRows(_ filter: Filter, _ evidence: inout Evidence) throws -> Int {
        let sql = "SELECT count(*) FROM \(filter.source)\(filter.whereClause)"
        evidence.statements.append(sql)
        return try index.database.first(sql, filter.values) { Int($0.int(0)) } ?? 0
    }
}

/// `Groceries, October 2026`; without a period `Groceries, all time`.
func label(_ subject: String, _ period: Period?) -> String { "\(subject), \(period?.label ?? "all time")" }

/// The same over all periods of a query: `Groceries, January 2026 and March 2026`.
func label(_ subject: String, _ query: Query) -> String {
    "\(subject), \(query.periods.map { Subject.list($0.map(\.label)) } ?? "all time")"
}

/// Sums by currency, the one with most rows first.
struct Sums {
    struct Entry {
        let money: Money
        let rows: Int
    }

    let entries: [Entry]
    let pending: [Money]
    var rows: Int { entries.reduce(0) { $0 + $1.rows } }

    init(_ buckets: [Bucket], flow: Flow, currencies: [Int64: Currency]) {
        var amounts: [Currency: (amount: Int64, rows: Int, pending: Int64)] = [:]
        for bucket in buckets {
            guard let currency = currencies[bucket.accountID] else { continue }
            amounts[currency, default: (0, 0, 0)].amount += flow.sign * bucket.amount
            amounts[currency, default: (0, 0, 0)].rows += bucket.rows
            if bucket.isPending { amounts[currency, default: (0, 0, 0)].pending += flow.sign * bucket.amount }
        }
        let sorted = amounts.sorted { ($1.value.rows, $0.key.code) < ($0.value.rows, $1.key.code) }
        entries = sorted.map { Entry(money: Money($0.value.amount, $0.key), rows: $0.value.rows) }
        pending = sorted.filter { $0.value.pending != 0 }.map { Money($0.value.pending, $0.key) }
    }

    func entry(_ currency: Currency) -> Entry? { entries.first { $0.money.currency == currency } }
}
