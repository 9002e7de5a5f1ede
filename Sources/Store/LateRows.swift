import Ledger

/// What banks book later with the day of before. The balances that they told of these days did not hold it, and do once it is there:
/// a bank's own new balance proves that.
public struct LateRows {
    /// What was booked by each day, by account, before a pull changed anything.
    private let before: [Int64: BookedSums]

    /// - Parameter accounts: those whose balance the pull tells.
    public init(_ index: HouseholdIndex, accounts: [Int64]) throws(StoreError) {
        var before: [Int64: BookedSums] = [:]
        for account in accounts where try index.syncedBalances(account, before: nil).first != nil {
            before[account] = BookedSums(try index.postedDays(account: account))
        }
        self.before = before
    }

    /// Adds to balances that the bank told before what it has booked since then on or before their days, where its new balance is
    /// the sum of the last one, this, and what came after; else nobody knows what was in them.
    public func settle(_ now: KnownBalance, _ index: HouseholdIndex) throws(StoreError) {
        guard let old = before[now.accountID] else { return }
        let told = try index.syncedBalances(now.accountID, before: now.day)
        guard let last = told.last else { return }
        let new = BookedSums(try index.postedDays(account: now.accountID))
        func late(_ day: CivilDate) -> Int64 { new.sum(through: day) &- old.sum(through: day) }
        let since = new.sum(through: now.day) &- new.sum(through: last.day)
        guard late(last.day) != 0, last.amount &+ late(last.day) &+ since == now.amount else { return }
        for balance in told where late(balance.day) != 0 {
            try index.database.run(
                "UPDATE balance SET amount = amount + ? WHERE account_id = ? AND day = ?", .int(late(balance.day)),
                .int(now.accountID), .int(Int64(balance.day.dayNumber)))
        }
    }
}

/// What was booked on an account up to each day.
private struct BookedSums {
    private var days: [CivilDate] = []
    private var sums: [Int64] = []

    init(_ booked: [(day: CivilDate, amount: Int64)]) {
        var sum: Int64 = 0
        for (day, amount) in booked {
            sum &+= amount
            days.append(day)
            sums.append(sum)
        }
    }

    func sum(through day: CivilDate) -> Int64 {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] <= day { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : sums[low - 1]
    }
}

extension HouseholdIndex {
    /// The balances that connections told of an account, oldest first.
    ///
    /// - Parameter day: of days before this one; nil for all.
    fileprivate func syncedBalances(_ account: Int64, before day: CivilDate?) throws(StoreError) -> [KnownBalance] {
        try database.rows(
            "SELECT day, amount FROM balance WHERE account_id = ? AND source = ? AND rows = ? AND day < ? ORDER BY day",
            [
                .int(account), .int(BalanceSource.statement.rawValue), .int(Int64(HouseholdIndex.rowsOfSync)),
                .int(day.map { Int64($0.dayNumber) } ?? .max),
            ]
        ) { KnownBalance(accountID: account, day: $0.day(0), amount: $0.int(1), source: .statement) }
    }
}
