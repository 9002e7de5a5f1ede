import Ledger
import Retrieval
import Understanding

extension Coach {
    /// What a good answer about a sum wants besides it: the change from the period before, what is usual, the largest part.
    func context(of evidence: Evidence) throws -> [Fact] {
        let query = evidence.query
        guard [.total].contains(query.measure), query.sides.isEmpty, query.otherPeriods.isEmpty, evidence.matched > 1,
            let period = query.period, query.direction != .any, period.end <= asOf, query.kinds.isEmpty
        else { return [] }
        var facts: [Fact] = []
        if query.comparison == nil, let before = Coach.before(period, asOf: asOf) {
            var other = query
            (other.comparison, other.grouping) = (before, nil)
            facts += RowFacts(try retriever.figures(other)).facts.filter { $0.role == .change && $0.percent != nil }
        }
        if query.comparison == nil, Period.month(of: period.start) == period {
            var usual = query
            (usual.comparison, usual.grouping) = (TimeParser.habitualPeriod(asOf: asOf), nil)
            facts += RowFacts(try retriever.figures(usual, comparesWithUsual: true), isUsual: true).facts
                .filter { $0.role == .usual }
                .map { fact in
                    var fact = fact
                    fact.unit = .month
                    return fact
                }
        }
        if query.grouping == nil {
            var parts = query
            (parts.comparison, parts.order, parts.limit) = (nil, .largest, 3)
            parts.grouping = query.merchants.isEmpty ? (query.categories.isEmpty ? .category : .merchant) : nil
            if parts.grouping != nil {
                let found = RowFacts(try retriever.figures(parts)).facts.filter {
                    $0.role == .largestPart || $0.role == .part
                }
                if found.count > 1 { facts += found }
            }
        }
        return facts.map { fact in
            var fact = fact
            fact.isAsked = false
            return fact
        }
    }

    /// As many days before: the month before a month.
    private static func before(_ period: Period, asOf: CivilDate) -> Period? {
        if Period.month(of: period.start) == period { return Period.month(of: period.start.adding(months: -1)) }
        if period.start == period.start.startOfMonth, period.end == asOf, Period.month(of: asOf).contains(period.start)
        {
            return Period(period.start.adding(months: -1), period.end.adding(months: -1))
        }
        return nil
    }
}
