import Advice
import Coaching
import Ledger
import Retrieval
import Store

/// Finds what addresses are to be told of in an index as it stands. The limits, charges, and prices are those that coach
/// speaks of in answers.
public struct HookWatch {
    /// Days that are looked back: what an import brings is often some weeks old.
    private static let lookBack = 35
    /// What is no single charge, or has an event of its own.
    private static let others: Set<String> = ["category_pace", "price_rise", "new_stream"]

    private let index: HouseholdIndex
    private let asOf: CivilDate

    public init(_ index: HouseholdIndex, asOf: CivilDate) { (self.index, self.asOf) = (index, asOf) }

    public func events() throws -> [HookEvent] {
        try index.database.read {
            guard try !index.isEmpty else { return [] }
            return try limits() + charges() + summaries()
        }
    }

    /// The month before this one, once rows of later days are there, or three days have gone. Only for addresses that were
    /// to be told before it ended: what is long over is no news.
    private func summaries() throws -> [HookEvent] {
        let month = Period.month(of: asOf.startOfMonth.adding(days: -1))
        guard let coverage = try index.coverage, coverage.start <= month.end, coverage.end >= month.start
        else { return [] }
        // A day later, since the month may still have gone on where its owner lives.
        let event = HookEvent.summaryReady(month.start, over: (Int64(month.end.dayNumber) + 2) * 86_400)
        let isThere = coverage.end > month.end || asOf.days(since: month.end) > 3
        return try isThere && index.hooks().contains(where: event.isNews) ? [event] : []
    }

    private func limits() throws -> [HookEvent] {
        try RuleBook(index).progress(asOf: asOf).filter(\.isExceeded).map { progress in
            let (limit, month) = (progress.limit, String(progress.period.start.iso.prefix(7)))
            return HookEvent(
                .limitPassed, "\(progress.rule.category)/\(limit.currency.code)/\(limit.minorUnits)/\(month)",
                [
                    ("category", .string(progress.rule.category)), ("month", .string(month)),
                    ("limit_cents", .integer(limit.minorUnits)), ("spent_cents", .integer(progress.spent.minorUnits)),
                    ("currency", .string(limit.currency.code)),
                ])
        }
    }

    /// Odd charges, and subscriptions that cost more.
    private func charges() throws -> [HookEvent] {
        let words = UnusualReply(taxonomy: index.taxonomy, currency: try index.homeCurrency, asOf: asOf)
        let period = Period.past(days: HookWatch.lookBack, endingOn: asOf)
        return try Retriever(index).unusual(in: period, asOf: asOf).compactMap { finding in
            let rule = finding.reason.rule
            guard !HookWatch.others.contains(rule) || rule == "price_rise" else { return nil }
            guard let row = try index.transaction(id: finding.row.id) else { return nil }
            return HookEvent(
                rule == "price_rise" ? .priceRose : .unusualCharge, "\(row.id)/\(rule)",
                [
                    ("transaction", .integer(row.id)), ("date", .string(row.date.iso)),
                    ("merchant", .string(row.merchant)), ("category", .string(row.category)),
                    ("amount_cents", .integer(row.amount.minorUnits)), ("currency", .string(row.amount.currency.code)),
                    ("rule", .string(rule)), ("why", .string(words.why(finding))),
                ])
        }
    }
}
