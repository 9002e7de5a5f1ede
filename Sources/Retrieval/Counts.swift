import Ledger
import Store

extension Retriever {
    /// How many transactions, days, merchants or categories there are, and what they come to.
    func addCounts(_ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally) throws {
        let counted = context.query.counted ?? .transactions
        let count = try count(counted, evidence, sums, context, &tally)
        evidence.figures.append(
            figure("count", .count(count.number), rows: sums.rows, context, suffix: counted.labelSuffix))
        if let days = count.ofDays {
            evidence.figures.append(figure("days", .count(days), rows: sums.rows, context, suffix: ", days counted"))
        }
        if counted != .daysWithout { addTotals(&evidence, sums, context) }
    }

    /// How many of them there are per day, week, month or year, to two decimals.
    func addCountAverages(_ evidence: inout Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally) throws {
        let query = context.query
        let counted = query.counted ?? .transactions
        let count = try count(counted, evidence, sums, context, &tally)
        if let span = averageSpan(evidence, query.period), query.averageUnit != .transaction {
            let hundredths = Retriever.perUnit(
                Int64(count.number) * 100, query.averageUnit, over: [span] + query.otherPeriods)
            evidence.figures.append(
                figure(
                    "average", .ratio(Double(hundredths) / 100), rows: sums.rows, context,
                    suffix: "\(counted.labelSuffix) per \(query.averageUnit.rawValue)"))
        }
        evidence.figures.append(
            figure("count", .count(count.number), rows: sums.rows, context, suffix: counted.labelSuffix))
    }

    /// Purchases are counted; a refund is no visit and makes no day one on which something was bought.
    private func count(
        _ counted: Query.Counted, _ evidence: Evidence, _ sums: Sums, _ context: Context, _ tally: inout Tally
    ) throws -> (number: Int, ofDays: Int?) {
        func distinct(_ key: Tally.Key) throws -> Int {
            let buckets = try tally.buckets(
                context.query, kinds: context.flow.ticketKinds, period: context.query.period, by: key)
            return Set(buckets.filter { $0.rows > 0 }.map(\.key)).count
        }
        switch counted {
        case .transactions: return (sums.rows, nil)
        case .merchants: return (try distinct(.merchant), nil)
        case .categories: return (try distinct(.category), nil)
        case .days: return (try distinct(.day), Retriever.knownDays(context.query, evidence.coverage))
        case .daysWithout:
            let days = Retriever.knownDays(context.query, evidence.coverage)
            return (max(0, days - (try distinct(.day))), days)
        }
    }

    /// The days of a query's period that the data reaches, only its weekdays where it names some.
    ///
    /// As many as seven days without a row at either end are days without a purchase, more are days without data.
    static func knownDays(_ query: Query, _ coverage: Period?) -> Int {
        guard let coverage else { return 0 }
        return (query.periods ?? [coverage]).reduce(0) { $0 + knownDays($1, query.weekdays, coverage) }
    }

    private static func knownDays(_ asked: Period, _ weekdays: Set<Int>, _ coverage: Period) -> Int {
        let start = coverage.start > asked.start.adding(days: 7) ? coverage.start : asked.start
        let end = coverage.end.adding(days: 7) < asked.end ? coverage.end : asked.end
        guard start <= end else { return 0 }
        guard !weekdays.isEmpty else { return Period(start, end).days }
        let first = start.weekday - 1
        return (0..<Period(start, end).days).count { weekdays.contains((first + $0) % 7 + 1) }
    }
}

extension Query.Counted {
    fileprivate var labelSuffix: String {
        switch self {
        case .transactions: ""
        case .days: ", days"
        case .daysWithout: ", days without"
        case .merchants: ", merchants"
        case .categories: ", categories"
        }
    }
}
