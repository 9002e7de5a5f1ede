import Ledger
import Store

extension Retriever {
    /// The streams that a question means, with figures, one group per stream and the rows behind them.
    public func recurring(_ question: RecurringQuestion, asOf: CivilDate) throws -> RecurringFinding {
        let result = try recurring(asOf: asOf)
        var found = result.streams
        // Of a few days only what came on one of them is meant.
        if question.aspect == .list, !question.namesStreams, let period = question.query.period, period.end <= asOf,
            period.days < 28
        {
            let charged = try found.filter { try paid("", [$0], in: period).contains { $0.rows != 0 } }
            if !charged.isEmpty { found = charged }
        }
        if let against = question.against {
            let wasPaid = question.aspect == .cancelled
            found = try found.filter { try (paid($0, in: against).rows > 0) == wasPaid }
        }
        let selection = RecurringSelection(
            question, found, asOf: asOf, taxonomy: index.taxonomy, coverage: try index.coverage)
        var evidence = Evidence(query: question.query)
        evidence.query.period = selection.period
        evidence.coverage = try index.coverage
        evidence.statements = [Retriever.recurringStatement]
        let streams = selection.streams
        let due = selection.due
        evidence.groups = selection.groups
        evidence.figures = selection.figures
        evidence.matched = Set(streams.flatMap(\.rowIDs)).count
        if let period = question.query.period, period.start < asOf || period.contains(asOf) {
            switch question.aspect {
            case .list: evidence.figures += try paid("total", streams, in: period)
            case .due where period.start < asOf: evidence.figures += try paid("paid", selection.meant, in: period)
            default: break
            }
        }
        let limit = max(question.query.limit, 1)
        let ids = streams.count == 1 ? streams[0].rowIDs.suffix(limit).reversed() : streams.compactMap(\.rowIDs.last)
        evidence.transactions = try ids.prefix(max(limit, streams.count)).compactMap { try index.transaction(id: $0) }
        if streams.isEmpty, question.namesStreams {
            var query = question.query
            query.order = .newest
            query.limit = 3
            let other = try list(query)
            (evidence.transactions, evidence.matched) = (other.transactions, other.matched)
            evidence.statements += other.statements
        }
        let names = Set(question.query.merchants)
        return RecurringFinding(
            question: question, asOf: asOf, streams: streams, due: due,
            rejections: result.rejections.filter { names.contains($0.merchant) }, nextPay: selection.nextPay,
            evidence: evidence)
    }

    /// What a stream took in a period, positive, and in how many payments.
    private func paid(_ stream: RecurringStream, in period: Period) throws(StoreError) -> (amount: Int64, rows: Int) {
        let ids = stream.rowIDs.map(String.init).joined(separator: ", ")
        return try index.database.first(
            "SELECT coalesce(sum(amount), 0), count(*) FROM txn WHERE id IN (\(ids)) AND day BETWEEN ? AND ?",
            [.int(Int64(period.start.dayNumber)), .int(Int64(period.end.dayNumber))]
        ) { (abs($0.int(0)), Int($0.int(1))) } ?? (0, 0)
    }

    /// What the streams took in a period, one figure per currency.
    private func paid(_ name: String, _ streams: [RecurringStream], in period: Period) throws -> [Figure] {
        var sums: [Currency: (amount: Int64, rows: Int)] = [:]
        for stream in streams {
            let sum = try paid(stream, in: period)
            sums[stream.amount.currency, default: (0, 0)].amount += sum.amount
            sums[stream.amount.currency, default: (0, 0)].rows += sum.rows
        }
        let names = streams.count > 4 ? "Recurring payments" : Subject.list(streams.map(\.merchant))
        return sums.sorted { $0.key.code < $1.key.code }.map { currency, sum in
            Figure(
                name: name, label: label(names, period), value: .money(Money(sum.amount, currency)), period: period,
                rows: sum.rows)
        }
    }
}

/// The streams of a question and what they come to.
struct RecurringSelection {
    let streams: [RecurringStream]
    /// All those that fit the names, groups and accounts, whatever is asked of them.
    let meant: [RecurringStream]
    let due: [DuePayment]
    /// The days that were looked at; nil for a list.
    let period: Period?
    let nextPay: CivilDate?
    private let question: RecurringQuestion

    /// Days that are looked ahead when no period is said.
    private static let lookAhead = 30

    init(
        _ question: RecurringQuestion, _ all: [RecurringStream], asOf: CivilDate, taxonomy: Taxonomy,
        coverage: Period?
    ) {
        self.question = question
        nextPay = RecurringSelection.nextPay(all, asOf: asOf)
        let meant = RecurringSelection.meant(question, all, taxonomy)
        self.meant = meant
        if let pick = question.pick {
            let span = RecurringSelection.span(question, asOf: asOf, nextPay: nextPay)
            streams = RecurringSelection.picked(
                pick,
                meant.filter { stream in
                    stream.isLive
                        && (question.aspect != .due
                            || !RecurringSelection.due(stream, in: span, asOf: asOf).isEmpty)
                }, byPayment: question.aspect == .due)
            (due, period) = ([], nil)
            return
        }
        switch question.aspect {
        case .list:
            period = question.query.period
            streams = meant.filter { stream in
                guard !question.namesStreams else { return true }
                guard let period = question.query.period, period.start <= asOf else { return stream.isLive }
                return stream.firstDate <= period.end && stream.lastDate >= period.start
            }
            due = []
        case .due:
            let span = RecurringSelection.span(question, asOf: asOf, nextPay: nextPay)
            period = span
            due = meant.flatMap { RecurringSelection.due($0, in: span, asOf: asOf) }
                .sorted {
                    ($0.date, -$0.amount.minorUnits, $0.stream.key) < ($1.date, -$1.amount.minorUnits, $1.stream.key)
                }
            let keys = Set(due.map(\.stream))
            streams = question.namesStreams ? meant : meant.filter { keys.contains($0) }
        case .raised:
            let span =
                question.query.period
                ?? Period(asOf.adding(years: -1).adding(days: 1), asOf, label: "the past 12 months")
            period = span
            let risen = meant.filter { $0.rise.map { span.contains($0.on) } ?? false }
            // Of a whole category those that rose, where some did.
            let namesOne = question.namesStreams && (question.query.categories.isEmpty || risen.isEmpty)
            streams = namesOne ? meant : risen
            due = []
        case .new:
            period = question.query.period
            streams = meant.filter { stream in
                guard let period = question.query.period else { return stream.isNew }
                // What began as the data did may be older.
                let isSeen = coverage.map { stream.firstDate.days(since: $0.start) > Int(stream.cadence.days * 1.3) }
                return period.contains(stream.firstDate) && isSeen ?? false
            }
            due = []
        case .cancelled:
            period = question.query.period
            streams = meant.filter { stream in
                !stream.isLive && question.query.period.map { $0.contains(stream.lastDate) } ?? true
            }
            due = []
        }
    }

    private static func picked(
        _ pick: RecurringQuestion.Pick, _ streams: [RecurringStream], byPayment: Bool
    ) -> [RecurringStream] {
        func cost(_ stream: RecurringStream) -> Int64 {
            (byPayment ? stream.amount : stream.monthlyCost).magnitude.minorUnits
        }
        let one: RecurringStream?
        switch pick {
        case .sum: return streams
        case .every(let cadences): return streams.filter { cadences.contains($0.cadence) }
        case .dearest: one = streams.max { (cost($0), $1.key) < (cost($1), $0.key) }
        case .cheapest: one = streams.min { (cost($0), $0.key) < (cost($1), $1.key) }
        case .next:
            one = streams.filter { $0.nextDate != nil }
                .min { ($0.nextDate ?? $0.lastDate, $0.key) < ($1.nextDate ?? $1.lastDate, $1.key) }
        }
        return one.map { [$0] } ?? []
    }

    private static func meant(
        _ question: RecurringQuestion, _ all: [RecurringStream], _ taxonomy: Taxonomy
    ) -> [RecurringStream] {
        let query = question.query
        let categories = Set(query.categories.flatMap(taxonomy.withDescendants))
        let excluded = Set(query.excludedCategories.flatMap(taxonomy.withDescendants))
        let accounts = Set(query.accounts.map { $0.lowercased() })
        return all.filter { stream in
            (question.groups.isEmpty ? stream.kind == .expense : question.groups.contains(stream.group))
                && (query.merchants.isEmpty || query.merchants.contains(stream.merchant)
                    || query.isUnion && categories.contains(stream.category))
                && (categories.isEmpty || categories.contains(stream.category)
                    || query.isUnion && query.merchants.contains(stream.merchant))
                && (accounts.isEmpty || accounts.contains(stream.account.lowercased()))
                && (question.cadences.isEmpty || question.cadences.contains(stream.cadence))
                && !query.excludedMerchants.contains(stream.merchant) && !excluded.contains(stream.category)
        }
    }

    /// The nearest expected pay; where no pay is known, the nearest expected income of any kind but interest.
    private static func nextPay(_ all: [RecurringStream], asOf: CivilDate) -> CivilDate? {
        let incomes = all.filter { $0.kind == .income && $0.category != "interest_income" }
        let pay = incomes.filter { $0.category == "salary" }
        return (pay.isEmpty ? incomes : pay)
            .compactMap { $0.dates(after: asOf, through: asOf.adding(days: 70)).first }.min()
    }

    /// The days to come that are asked about; of a period that has begun, the rest.
    private static func span(_ question: RecurringQuestion, asOf: CivilDate, nextPay: CivilDate?) -> Period {
        if question.endsBeforePay, let nextPay {
            return Period(
                asOf, max(asOf, nextPay.adding(days: -1)), label: "before your next pay on \(nextPay.longText)")
        }
        guard let period = question.query.period, period.end >= asOf else {
            return Period(asOf, asOf.adding(days: lookAhead), label: "the next \(lookAhead) days")
        }
        return Period(max(period.start, asOf), period.end, label: period.start < asOf ? nil : period.label)
    }

    private static func due(_ stream: RecurringStream, in span: Period, asOf: CivilDate) -> [DuePayment] {
        let amount = (stream.isSteady ? stream.amount : stream.typical).magnitude
        var out = stream.dates(after: span.start.adding(days: -1), through: span.end).map {
            DuePayment(date: $0, stream: stream, amount: amount, isOverdue: false)
        }
        // What should have come already may come any day.
        if let next = stream.nextDate, next < asOf, span.start == asOf {
            out.append(DuePayment(date: next, stream: stream, amount: amount, isOverdue: true))
        }
        return out
    }

    // MARK: Figures

    /// Per currency the cost a month, how many there are, and the next day.
    var figures: [Figure] {
        if question.aspect == .due, question.pick == nil { return dueFigures }
        var figures: [Figure] = []
        let words = RecurringSelection.words(question)
        let live = streams.filter(\.isLive)
        for (currency, streams) in RecurringSelection.byCurrency(live, { $0.amount.currency }) {
            let sum = streams.reduce(Int64(0)) { $0 + $1.monthlyCost.minorUnits }
            figures.append(
                Figure(
                    name: "monthly_cost", label: "\(words) per month", value: .money(Money(sum, currency)),
                    rows: streams.reduce(0) { $0 + $1.rowIDs.count }))
            if question.query.measure == .average && question.query.averageUnit == .year || question.pick == .sum {
                let year = streams.reduce(Int64(0)) { $0 + $1.yearlyCost.minorUnits }
                figures.append(
                    Figure(name: "yearly_cost", label: "\(words) per year", value: .money(Money(year, currency))))
            }
        }
        // Of those that are named the ones that stopped are shown as well, and do not run.
        let running = question.namesStreams && question.aspect == .list ? live : streams
        figures.append(Figure(name: "count", label: words, value: .count(running.count), rows: running.count))
        if question.groups.isEmpty, question.aspect == .list, !question.namesStreams { figures += partFigures(live) }
        let isOne = question.pick != nil && streams.count == 1
        if question.namesStreams || question.aspect == .raised || isOne { figures += streams.flatMap(\.figures) }
        if let next = live.compactMap(\.nextDate).min() {
            figures.append(Figure(name: "next_date", label: "\(words), next", value: .date(next)))
        }
        return figures
    }

    private func partFigures(_ live: [RecurringStream]) -> [Figure] {
        [(RecurringStream.Group.subscription, "Subscriptions"), (.bill, "Bills")].flatMap { group, words in
            RecurringSelection.byCurrency(live.filter { $0.group == group }, { $0.amount.currency }).map {
                currency, part in
                Figure(
                    name: "\(group.rawValue)_cost", label: "\(words) per month",
                    value: .money(Money(part.reduce(0) { $0 + $1.monthlyCost.minorUnits }, currency)),
                    rows: part.reduce(0) { $0 + $1.rowIDs.count })
            }
        }
    }

    private var dueFigures: [Figure] {
        let words = RecurringSelection.words(question) + " due"
        var figures: [Figure] = []
        for (currency, payments) in RecurringSelection.byCurrency(due, { $0.amount.currency }) {
            let sum = payments.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            figures.append(
                Figure(
                    name: "total", label: label(words, period), value: .money(Money(sum, currency)), period: period,
                    rows: payments.count))
        }
        figures.append(
            Figure(
                name: "count", label: label(words, period), value: .count(due.count), period: period, rows: due.count))
        if question.namesStreams { figures += streams.flatMap(\.figures) }
        let next = due.first?.date ?? streams.compactMap(\.nextDate).min()
        if let next { figures.append(Figure(name: "next_date", label: "\(words), next", value: .date(next))) }
        return figures
    }

    private static func byCurrency<T>(_ items: [T], _ currency: (T) -> Currency) -> [(Currency, [T])] {
        Dictionary(grouping: items, by: currency).sorted {
            ($1.value.count, $0.key.code) < ($0.value.count, $1.key.code)
        }
        .map { ($0.key, $0.value) }
    }

    private static func words(_ question: RecurringQuestion) -> String {
        switch question.groups {
        case [.subscription]: "Subscriptions"
        case [.bill]: "Bills"
        case [.income]: "Recurring income"
        default: "Recurring payments"
        }
    }

    /// One per stream, or one per payment that is due.
    var groups: [Group] {
        if question.aspect == .due, question.pick == nil {
            let whole = due.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            return due.map { payment in
                Group(
                    key: payment.stream.merchant, label: "\(payment.stream.merchant), \(payment.date.longText)",
                    value: .money(payment.amount), count: payment.stream.rowIDs.count,
                    share: RecurringSelection.share(payment.amount.minorUnits, of: whole))
            }
        }
        let whole = streams.filter(\.isLive).reduce(Int64(0)) { $0 + $1.monthlyCost.minorUnits }
        return streams.map { stream in
            Group(
                key: stream.merchant, label: stream.merchant, value: .money(stream.monthlyCost),
                count: stream.rowIDs.count,
                share: stream.isLive ? RecurringSelection.share(stream.monthlyCost.minorUnits, of: whole) : nil)
        }
    }

    private static func share(_ part: Int64, of whole: Int64) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }
}

extension RecurringStream {
    /// What is said of a single stream.
    fileprivate var figures: [Figure] {
        var figures = [
            Figure(
                name: "price", label: merchant, value: .money((isSteady ? amount : typical).magnitude),
                rows: rowIDs.count),
            Figure(name: "last_date", label: merchant, value: .date(lastDate)),
        ]
        if let rise {
            figures.append(Figure(name: "previous_price", label: merchant, value: .money(rise.from.magnitude)))
            figures.append(Figure(name: "raised_on", label: merchant, value: .date(rise.on)))
            figures.append(Figure(name: "price_step", label: merchant, value: .money(rise.step)))
            figures.append(Figure(name: "price_step_percent", label: merchant, value: .percent(rise.percent)))
            figures.append(
                Figure(
                    name: "extra_paid", label: "\(merchant), more than at the old price", value: .money(rise.extra),
                    period: Period(rise.on, max(rise.on, lastDate)), rows: rise.payments))
            if let year = raisedPerYear {
                figures.append(Figure(name: "extra_per_year", label: "\(merchant), more a year", value: .money(year)))
            }
        }
        return figures
    }
}
