import Ledger
import Store

/// Two charges of one amount by one merchant to one account, up to three days apart, however usual that is there: what who
/// names a merchant, a month or a day wants to see.
struct EqualCharges {
    let first: RecurringRow
    let second: RecurringRow
    /// The day on which as much was given back, from the first charge on; nil where it was not.
    let refundedOn: CivilDate?

    /// The pairs whose second charge is in a period, what came on one day first, then the newest. A charge that follows two
    /// others is a pair with the nearer one.
    ///
    /// - Parameters:
    ///   - rows: in any order.
    ///   - weekly: rows of weekly streams, of which two weeks are no pair.
    ///   - onOneDay: whether both have to be of one day.
    static func pairs(
        among rows: [RecurringRow], in period: Period, weekly: Set<Int64> = [], onOneDay: Bool = false
    ) -> [EqualCharges] {
        struct Price: Hashable {
            let merchant: String
            let account: String
            let amount: Money
        }
        let sorted = rows.sorted { ($0.date, $0.id) < ($1.date, $1.id) }
        let refunds = Dictionary(grouping: sorted.filter { $0.kind == .refund }, by: \.merchant)
        var latest: [Price: RecurringRow] = [:]
        var pairs: [EqualCharges] = []
        for row in sorted where row.kind == .expense && row.amount.minorUnits < 0 {
            guard !UnusualHabits.repeatable.contains(row.category) else { continue }
            let price = Price(merchant: row.merchant, account: row.account, amount: row.amount)
            if let first = latest[price], period.contains(row.date),
                row.date.days(since: first.date) <= (onOneDay ? 0 : UnusualHabits.doubleDays),
                !UnusualHabits.areTwoWeeks(first, row, weekly)
            {
                let back = refunds[row.merchant]?.first {
                    $0.amount.minorUnits == -row.amount.minorUnits && $0.amount.currency == row.amount.currency
                        && $0.date >= first.date
                }
                pairs.append(EqualCharges(first: first, second: row, refundedOn: back?.date))
            }
            latest[price] = row
        }
        return pairs.sorted {
            let (a, b) = ($0.first.date == $0.second.date, $1.first.date == $1.second.date)
            return a == b ? ($0.second.date, $0.second.id) > ($1.second.date, $1.second.id) : a
        }
    }

    var finding: UnusualFinding {
        UnusualFinding(row: second, reason: .equalCharges(first: first, refundedOn: refundedOn))
    }
}

extension Retriever {
    /// Whether the bank's texts tell that two charges which were booked close together were made further apart.
    func isOfOtherDays(_ finding: UnusualFinding) throws -> Bool {
        let first: RecurringRow
        switch finding.reason {
        case .doubleCharge(let row), .equalCharges(let row, _): first = row
        default: return false
        }
        let days = try [first, finding.row].compactMap { row in
            try index.transaction(id: row.id).flatMap { PurchaseDay.read($0.rawDescription, booked: row.date) }
        }
        return days.count == 2 && abs(days[1].days(since: days[0])) > UnusualHabits.doubleDays
    }

    /// The double charges that a question means: those that stand out, then every other pair of equal charges; without what
    /// the user has confirmed.
    func doubleCharges(
        _ question: UnusualQuestion, standingOut: [UnusualFinding], in period: Period, asOf: CivilDate,
        where isMeant: (RecurringRow) -> Bool
    ) throws -> [UnusualFinding] {
        let confirmed = try index.confirmedRows()
        let pairs = EqualCharges.pairs(
            among: try recurringRows(asOf: asOf).filter(isMeant), in: period,
            weekly: UnusualHabits.weekly(try recurring(asOf: asOf).streams), onOneDay: question.isOfOneDay)
        let known = standingOut.filter { finding in
            guard question.isOfOneDay, case .doubleCharge(let first) = finding.reason else { return true }
            return first.date == finding.row.date
        }
        let told = Set(known.map(\.row.id))
        return known
            + (try pairs.map(\.finding).filter { finding in
                try !told.contains(finding.row.id) && !confirmed.contains(finding.row.id) && !isOfOtherDays(finding)
            })
    }
}
