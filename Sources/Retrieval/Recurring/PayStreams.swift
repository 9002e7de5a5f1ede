import Ledger
import Store

/// When pay arrives.
public struct PayCalendar: Sendable, Hashable {
    /// The days on which it arrived in the last two years, newest first.
    public let days: [CivilDate]
    /// The expected days after the as-of day, the next one first; empty where no pay is known to come again.
    public let ahead: [CivilDate]
    /// The days from the as-of day on that pay has by its rhythm, that day too where it came on it; not what is overdue.
    public let schedule: [CivilDate]
    public var next: CivilDate? { ahead.first }

    public init(days: [CivilDate], ahead: [CivilDate], schedule: [CivilDate] = []) {
        self.days = days
        self.ahead = ahead
        self.schedule = schedule
    }
}

/// Which of the streams of income are pay.
enum PayStreams {
    /// Income that nobody lives on from one arrival to the next.
    private static let besides: Set<String> = [
        "interest_income", "dividends", "cashback", "tax_refund", "reimbursement", "loan_proceeds", "cash_deposit",
    ]
    /// Of two streams the smaller is pay as well when it brings at least this part of the larger in a month.
    private static let smallestPart: Int64 = 4

    /// The streams that are still expected, the largest one and those that come near it.
    static func pay(among streams: [RecurringStream]) -> [RecurringStream] {
        let candidates = streams.filter { $0.kind == .income && $0.isLive && !besides.contains($0.category) }
        let largest = candidates.map(\.monthlyCost.minorUnits).max() ?? 0
        return candidates.filter { $0.monthlyCost.minorUnits * smallestPart >= largest }
    }

    /// `PayCalendar.schedule` of some streams.
    static func schedule(of pay: [RecurringStream], from start: CivilDate, through end: CivilDate) -> [CivilDate] {
        let came = pay.map(\.lastDate).filter { $0 == start }
        return Set(came + pay.flatMap { $0.dates(after: start.adding(days: -1), through: end) }).sorted()
    }
}

extension RecurringStream {
    /// The days after `dataEnd` on which something is expected. What is due by then and has not come yet is expected
    /// on the day after it; late income is not counted on.
    func expectedDays(after dataEnd: CivilDate, through end: CivilDate) -> [CivilDate] {
        var days = dates(after: dataEnd, through: end)
        let isCountedOn = kind == .expense || state != .late
        if let due = nextDate, due <= dataEnd, isCountedOn {
            days.insert(dataEnd.adding(days: 1), at: 0)
        }
        return days
    }
}

extension Retriever {
    /// When pay arrived and when it is expected; reads the rows of income alone.
    ///
    /// - Parameter ahead: the days ahead that are looked at.
    public func payCalendar(asOf: CivilDate, ahead: Int = 62) throws -> PayCalendar {
        let rows = try incomeRows(asOf: asOf)
        let found = RecurringDetector.streams(rows: rows, asOf: asOf).without(try index.dismissedStreams())
        let pay = PayStreams.pay(among: found.streams)
        let ids = Set(pay.flatMap(\.rowIDs))
        let days = Set(rows.filter { ids.contains($0.id) }.map(\.date)).sorted(by: >)
        let horizon = asOf.adding(days: ahead)
        let expected = Set(pay.flatMap { $0.expectedDays(after: asOf, through: horizon) })
        return PayCalendar(
            days: days, ahead: expected.sorted(), schedule: PayStreams.schedule(of: pay, from: asOf, through: horizon))
    }

    /// The rows of income of two years, as the detector of streams reads them. The index has them together within each
    /// day, so that looking them up day by day passes over everything else.
    private func incomeRows(asOf: CivilDate) throws(StoreError) -> [RecurringRow] {
        try index.database.rows(
            """
            WITH RECURSIVE span (day) AS (SELECT ? UNION ALL SELECT day + 1 FROM span WHERE day < ?)
            SELECT t.id, t.day, m.name, a.name, t.category_id, t.amount, a.currency
            FROM span CROSS JOIN txn t INDEXED BY txn_day ON t.day = span.day AND t.counted = 1 AND t.kind = 2
            JOIN merchant m ON m.id = t.merchant_id JOIN account a ON a.id = t.account_id WHERE t.amount > 0
            """, [.int(Int64(asOf.adding(months: -24).dayNumber)), .int(Int64(asOf.dayNumber))]
        ) { row in
            RecurringRow(
                id: row.int(0), date: row.day(1), merchant: row.text(2),
                account: row.text(3), category: index.categorySlug(row.int(4)),
                amount: Money(row.int(5), Currency(row.text(6)) ?? .usd), kind: .income)
        }
    }
}
