import Ledger

/// Two accounts of the index that turned out to be one.
public struct JoinedAccounts: Sendable {
    /// The one that stays: that which was there first.
    public let account: Account
    public let gone: Account
    /// Rows that both had, kept once.
    public let dropped: Int
}

// A bank's first answer may hold no day that its owner's files have, and a file may be older than all that the bank has told so
// far: that both are one account shows when their days meet.
extension HouseholdIndex {
    /// Makes one of each account that a connection brings and one of files only that hold the same rows.
    ///
    /// Rows of the same amount on the same day tell, at least three amounts and more than half of the rows of weeks of which both know. A
    /// wallet has payments of its bank's account as well, but not most of them.
    /// - Parameters:
    ///   - accounts: those that have new rows.
    ///   - days: the days of these.
    public func joinAccounts(_ accounts: Set<Int64>, days: ClosedRange<Int32>) throws -> [JoinedAccounts] {
        var linked = Set(try connectionAccounts().map(\.accountID))
        guard !linked.isEmpty else { return [] }
        var joined: [JoinedAccounts] = []
        var changed = accounts
        while let id = changed.min() {
            changed.remove(id)
            let all = try self.accounts
            guard let own = all.first(where: { $0.id == id }) else { continue }
            for other in all where other.id != id && linked.contains(other.id) != linked.contains(id) {
                guard other.currency == own.currency, try holdSameRows(own, other, days) else { continue }
                let (kept, gone) = own.id < other.id ? (own, other) : (other, own)
                joined.append(
                    JoinedAccounts(account: kept, gone: gone, dropped: try merge(gone, into: kept)))
                linked.remove(gone.id)
                linked.insert(kept.id)
                changed.insert(kept.id)
                break
            }
        }
        return joined
    }

    /// Weeks around new rows that are compared.
    private static let margin: Int32 = 60
    /// Distinct amounts that two accounts do not share by chance.
    private static let certain = 3

    private func holdSameRows(_ one: Account, _ other: Account, _ days: ClosedRange<Int32>) throws(StoreError) -> Bool {
        let first = Int64(days.lowerBound) - Int64(Self.margin)
        let last = Int64(days.upperBound) + Int64(Self.margin)
        func rows(_ account: Account) throws(StoreError) -> [(days: Set<Int32>, week: Int32, amount: Int64)] {
            try database.rows(
                """
                SELECT day, coalesce(posted_day, day), amount FROM txn WHERE account_id = ? AND day BETWEEN ? AND ?
                AND parent_id IS NULL AND pending = 0 AND id NOT IN (SELECT txn_id FROM duplicate)
                """, [.int(account.id), .int(first), .int(last)]
            ) { (days: [$0.dayNumber(0), $0.dayNumber(1)], week: $0.dayNumber(1) / 7, amount: $0.int(2)) }
        }
        var (own, others) = (try rows(one), try rows(other))
        let weeks = Set(own.map(\.week)).intersection(others.map(\.week))
        own.removeAll { !weeks.contains($0.week) }
        guard own.count >= Self.certain else { return false }
        let there = Dictionary(grouping: others, by: \.amount)
        let common = own.filter { row in
            there[row.amount]?.contains { !$0.days.isDisjoint(with: row.days) } ?? false
        }
        let compared = max(own.count, others.count { weeks.contains($0.week) })
        return Set(common.map(\.amount)).count >= Self.certain && common.count * 2 > compared
    }
}
