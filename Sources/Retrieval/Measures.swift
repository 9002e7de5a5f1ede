import Ledger
import Store

extension Retriever {
    /// Adds what the query measures, one figure per currency.
    func addMeasure(_ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally) throws {
        switch context.query.measure {
        case .total: addTotals(&evidence, sums, context)
        case .count: try addCounts(&evidence, sums, context, &tally)
        case .average where context.query.counted != nil: try addCountAverages(&evidence, sums, context, &tally)
        case .average: try addAverages(&evidence, sums, context, &tally)
        case .median: try addMedians(&evidence, sums, context, &tally)
        case .largest, .smallest: try addExtremes(&evidence, sums, context, &tally)
        case .share: try addShares(&evidence, sums, context, &tally)
        }
    }

    func figure(
        _ name: String, _ value: FigureValue, rows: Int, _ context: Context, suffix: String = ""
    ) -> Figure {
        Figure(
            name: name, label: label(context.subject + suffix, context.query), value: value,
            period: context.query.period, rows: rows)
    }

    func addTotals(_ evidence: inout Evidence, _ sums: Sums, _ context: Context) {
        for entry in sums.entries {
            evidence.figures.append(figure("total", .money(entry.money), rows: entry.rows, context))
        }
    }

    // MARK: Averages

    private func addAverages(
        _ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally
    ) throws {
        let query = context.query
        guard query.averageUnit != .transaction else {
            let buckets = try tally.buckets(query, kinds: context.flow.ticketKinds, period: query.period, by: .none)
            let tickets = Sums(buckets, flow: context.flow, currencies: context.currencies)
            for entry in tickets.entries where entry.rows > 0 {
                let mean = roundedQuotient(entry.money.minorUnits, by: Int64(entry.rows))
                evidence.figures.append(
                    figure(
                        "average", .money(Money(mean, entry.money.currency)), rows: entry.rows, context,
                        suffix: " per transaction"))
                if sums.entry(entry.money.currency)?.money != entry.money {
                    // What the mean is taken of, where refunds make the total another one.
                    evidence.figures.append(
                        figure("purchases", .money(entry.money), rows: entry.rows, context, suffix: " before refunds"))
                }
            }
            addTotals(&evidence, sums, context)
            return
        }
        guard let span = averageSpan(evidence, query.period) else { return addTotals(&evidence, sums, context) }
        for entry in sums.entries {
            let mean = Retriever.perUnit(
                entry.money.minorUnits, query.averageUnit, over: [span] + query.otherPeriods, on: query.weekdays)
            evidence.figures.append(
                figure(
                    "average", .money(Money(mean, entry.money.currency)), rows: entry.rows, context,
                    suffix: " per \(query.averageUnit.rawValue)"))
        }
        addTotals(&evidence, sums, context)
        if let asked = query.period, span.start > asked.start {
            evidence.warnings.append("Your data begins on \(span.start.longText); the average counts from there.")
        }
    }

    /// The days an average per unit of time is taken over: the period as far as there is data before its end.
    ///
    /// A month that only lacks rows in its first week is whole: hardly anyone spends something every day.
    func averageSpan(_ evidence: Evidence, _ period: Period?) -> Period? {
        guard let coverage = evidence.coverage else { return nil }
        guard let period else { return coverage }
        let first = coverage.start.day <= 7 ? coverage.start.startOfMonth : coverage.start
        let start = max(period.start, first)
        return start <= period.end ? Period(start, period.end) : nil
    }

    /// An amount per unit of time. Whole months and years count as such; other spans by their days, a month being
    /// 365.25 / 12 days.
    ///
    /// - Parameter weekdays: the ISO weekdays whose rows the amount sums, empty for all: an amount per day is per day
    ///   of these.
    static func perUnit(
        _ amount: Int64, _ unit: Query.AverageUnit, over spans: [Period], on weekdays: Set<Int> = []
    ) -> Int64 {
        if unit == .day, !weekdays.isEmpty {
            let days = spans.reduce(0) { sum, span in
                sum + (0..<span.days).count { weekdays.contains(span.start.adding(days: $0).weekday) }
            }
            return days > 0 ? roundedQuotient(amount, by: Int64(days)) : 0
        }
        let days = spans.reduce(Int64(0)) { $0 + Int64($1.days) }
        let months = spans.reduce(Int64(0)) { $0 + Int64($1.end.monthNumber - $1.start.monthNumber + 1) }
        let isWholeMonths = spans.allSatisfy { $0.start.day == 1 && $0.end == $0.end.endOfMonth }
        switch unit {
        case .transaction, .day: return roundedQuotient(amount, by: days)
        case .week: return roundedQuotient(amount, times: 7, by: days)
        case .month where isWholeMonths: return roundedQuotient(amount, by: months)
        case .month: return roundedQuotient(amount, times: 36_525, by: days * 1200)
        case .year where isWholeMonths: return roundedQuotient(amount, times: 12, by: months)
        case .year: return roundedQuotient(amount, times: 36_525, by: days * 100)
        }
    }

    // MARK: Single rows

    private func addMedians(
        _ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally
    ) throws {
        let query = context.query
        let kinds = context.flow.ticketKinds
        let buckets = try tally.buckets(query, kinds: kinds, period: query.period, by: .none)
        for entry in Sums(buckets, flow: context.flow, currencies: context.currencies).entries where entry.rows > 0 {
            let currency = entry.money.currency
            let middle = try tally.row(
                query, kinds: kinds, period: query.period, currency: currency, offset: (entry.rows - 1) / 2,
                count: entry.rows % 2 == 0 ? 2 : 1)
            let sum = middle.reduce(Int64(0)) { $0 + abs($1.amount) }
            let median = roundedQuotient(sum, by: Int64(max(1, middle.count)))
            evidence.figures.append(
                figure("median", .money(Money(median, currency)), rows: entry.rows, context, suffix: " per transaction")
            )
        }
        addTotals(&evidence, sums, context)
    }

    private func addExtremes(
        _ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally
    ) throws {
        let query = context.query
        for entry in sums.entries {
            let currency = entry.money.currency
            let rows = try tally.row(
                query, kinds: context.flow.ticketKinds, period: query.period, currency: currency,
                offset: query.measure == .largest ? -1 : 0, count: max(1, query.limit))
            guard let first = rows.first else { continue }
            let amount = Money(abs(first.amount), currency)
            evidence.figures.append(figure(query.measure.rawValue, .money(amount), rows: entry.rows, context))
            if rows.count == 1 {
                let filter = try Filter(query, kinds: context.flow.ticketKinds, period: query.period, in: index)
                evidence.figures += try occurrences(of: amount, context.subject, query, filter, &evidence)
            }
            for row in rows {
                if let transaction = try index.transaction(id: row.id) { evidence.transactions.append(transaction) }
            }
        }
    }

    /// How often the amount of a single row occurs and when it did last; nothing where it stands alone.
    func occurrences(
        of amount: Money, _ subject: String, _ query: Query, _ filter: Filter, _ evidence: inout Evidence
    ) throws -> [Figure] {
        var filter = filter
        let accounts = try index.accounts.filter { $0.currency == amount.currency }.map { String($0.id) }
        filter.add("t.account_id IN (\(accounts.joined(separator: ", ")))")
        filter.add("abs(t.amount) = ?", .int(amount.minorUnits))
        let sql = "SELECT count(*), max(t.day) FROM \(filter.source)\(filter.whereClause)"
        evidence.statements.append(sql)
        guard let found = try index.database.first(sql, filter.values, { (Int($0.int(0)), $0.dayNumber(1)) }),
            found.0 > 1
        else { return [] }
        let words = label("\(subject), \(amount.text)", query)
        func figure(_ name: String, _ value: FigureValue) -> Figure {
            Figure(name: name, label: words, value: value, period: query.period, rows: found.0)
        }
        return [
            figure("occurrences", .count(found.0)),
            figure("last_occurrence", .date(CivilDate(dayNumber: found.1))),
        ]
    }

    // MARK: Shares and comparisons

    /// The part of the whole that the query names, by amount or, where transactions are counted, by their number.
    private func addShares(_ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally) throws {
        addTotals(&evidence, sums, context)
        let query = context.query
        let whole = query.wholeQuery
        guard let flow = query.whole == nil ? context.flow : Flow(whole) else { return }
        let buckets = try tally.buckets(whole, kinds: flow.kinds, period: query.period, by: .none)
        let wholeSums = Sums(buckets, flow: flow, currencies: context.currencies)
        let words =
            "All "
            + (query.whole == nil ? flow.name : Subject.words(whole, taxonomy: index.taxonomy)).lowercasedFirst
        if query.counted == .transactions {
            guard wholeSums.rows > 0 else { return }
            let percent = percentage(Int64(sums.rows), of: Int64(wholeSums.rows))
            evidence.figures.append(figure("share", .percent(percent), rows: sums.rows, context))
            evidence.figures.append(
                Figure(
                    name: "overall", label: label(words, query), value: .count(wholeSums.rows),
                    period: query.period, rows: wholeSums.rows))
            return
        }
        for entry in wholeSums.entries where entry.money.minorUnits > 0 {
            let part = sums.entry(entry.money.currency)
            let percent = percentage(part?.money.minorUnits ?? 0, of: entry.money.minorUnits)
            evidence.figures.append(figure("share", .percent(percent), rows: part?.rows ?? 0, context))
            evidence.figures.append(
                Figure(
                    name: "overall", label: label(words, query), value: .money(entry.money),
                    period: query.period, rows: entry.rows))
        }
    }
}

extension Query {
    /// Whether accounts are all that says which part a share is of.
    public var isPartByAccount: Bool {
        !accounts.isEmpty && categories.isEmpty && merchants.isEmpty && text == nil && weekdays.isEmpty
            && minimum == nil && maximum == nil && status == nil && excludedCategories.isEmpty
            && excludedMerchants.isEmpty
    }

    /// The query for what a share is a part of. Income is not held against the account that was paid from.
    var wholeQuery: Query {
        let whole = whole ?? Whole(direction: direction)
        var query = Query(
            period: period, categories: whole.categories, merchants: whole.merchants,
            // An account alone is the part, which is not held against itself.
            accounts: whole.direction == direction && !isPartByAccount ? accounts : [], direction: whole.direction)
        query.otherPeriods = otherPeriods
        query.currency = currency
        return query
    }
}

extension String {
    /// With a small first letter, for the middle of a sentence; abbreviations stay.
    var lowercasedFirst: String {
        let scalars = unicodeScalars
        if let second = scalars.dropFirst().first, second.properties.isUppercase { return self }
        return prefix(1).lowercased() + dropFirst()
    }
}

/// A part of a whole in percent, rounded half away from zero to one decimal.
///
/// - Precondition: `whole` is not zero.
func percentage(_ part: Int64, of whole: Int64) -> Double {
    let sign: Int64 = (part < 0) == (whole < 0) ? 1 : -1
    return Double(sign * roundedQuotient(abs(part), times: 1000, by: abs(whole))) / 10
}
