import Ledger
import Retrieval

/// Finds which merchants made a sum another one than that of other days, and how: because they are new, are gone, cost
/// more each time, or were paid more often.
struct Drivers {
    let desk: AdviceDesk

    init(_ desk: AdviceDesk) { self.desk = desk }

    /// What happened at one merchant.
    enum Kind: Hashable {
        case new, stopped, moreOften, lessOften, dearer, cheaper
    }

    /// One merchant's part of a change. Amounts are minor units.
    struct Driver: Hashable {
        let merchant: String
        let now: Int64
        let before: Int64
        let rows: Int
        let rowsBefore: Int

        var change: Int64 { now - before }

        /// What most of the change is: the number of payments, or how large they were.
        var kind: Kind {
            if rowsBefore == 0 { return .new }
            if rows == 0 { return .stopped }
            let each = roundedQuotient(before, by: Int64(rowsBefore))
            let byNumber = Int64(rows - rowsBefore) * each
            let isByNumber = abs(byNumber) >= abs(change - byNumber) && (byNumber > 0) == (change > 0)
            if isByNumber && rows != rowsBefore { return change > 0 ? .moreOften : .lessOften }
            return change > 0 ? .dearer : .cheaper
        }
    }

    /// The merchants whose spending went the way the sum went, the largest change first.
    ///
    /// - Parameter isRising: whether the sum rose.
    func found(_ filter: RowFilter, in period: Period, against other: Period, rising isRising: Bool) throws -> [Driver]
    {
        let (now, before) = (try sums(filter, period), try sums(filter, other))
        return Set(now.keys).union(before.keys).map { merchant in
            Driver(
                merchant: merchant, now: now[merchant]?.spent ?? 0, before: before[merchant]?.spent ?? 0,
                rows: now[merchant]?.rows ?? 0, rowsBefore: before[merchant]?.rows ?? 0)
        }
        .filter { $0.change != 0 && ($0.change > 0) == isRising }
        .sorted { (abs($1.change), $0.merchant) < (abs($0.change), $1.merchant) }
    }

    private func sums(_ filter: RowFilter, _ period: Period) throws -> [String: (spent: Int64, rows: Int)] {
        let ask = Ask(Selection(.spending, filter, .periods([period])), by: .merchant, limit: Query.mostListed)
        var sums: [String: (spent: Int64, rows: Int)] = [:]
        for group in try AskEvaluator(desk.index, asOf: desk.asOf).evaluate(ask, tellsMore: false).evidence.groups {
            guard let amount = group.value.amount, amount.currency == desk.currency else { continue }
            sums[group.key] = (amount.minorUnits, group.count)
        }
        return sums
    }

    /// What happened at it, as a fact with its words: `Delta Air Lines is new ($566.20, nothing in September)`.
    func fact(_ driver: Driver, in period: Period, against other: Period) -> Fact {
        Fact(
            .change, .merchant(driver.merchant), .money(Money(driver.change, desk.currency)), in: period,
            percent: driver.before > 0
                ? Double(roundedQuotient(driver.change, times: 1000, by: driver.before)) / 10 : nil,
            other: Fact.Other(period: other, value: .money(Money(driver.before, desk.currency))),
            basis: Fact.Basis(rows: driver.rows), wording: words(driver, against: other))
    }

    private func words(_ driver: Driver, against other: Period) -> Phrase {
        let (now, before) = (Money(driver.now, desk.currency), Money(driver.before, desk.currency))
        let (name, time) = (driver.merchant, other.name)
        let (rows, rowsBefore) = (Double(driver.rows), Double(driver.rowsBefore))
        return switch driver.kind {
        case .new: "\(name) is new (\(now), nothing in \(time))"
        case .stopped: "nothing at \(name) (\(before) in \(time))"
        case .moreOften:
            "\(name) more often (\(now) in \(number: rows) purchases, up from \(before) in \(number: rowsBefore))"
        case .lessOften:
            "\(name) less often (\(now) in \(number: rows), down from \(before) in \(number: rowsBefore))"
        case .dearer: "\(name) cost more (\(now), up from \(before))"
        case .cheaper: "\(name) cost less (\(now), down from \(before))"
        }
    }
}
