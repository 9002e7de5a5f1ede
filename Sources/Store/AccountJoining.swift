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
    /// Makes one of each account that a connection brings and one of files only that hold the same rows, as `AccountRows` tells.
    ///
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

    /// Days around new rows that are compared.
    private static let margin: Int32 = 60

    private func holdSameRows(_ one: Account, _ other: Account, _ days: ClosedRange<Int32>) throws(StoreError) -> Bool {
        let near = (days.lowerBound - Self.margin)...(days.upperBound + Self.margin)
        return try rows(ofAccount: one.id, near).areThose(of: rows(ofAccount: other.id, near))
    }

    /// The posted rows of an account that count.
    public func rows(ofAccount id: Int64, _ days: ClosedRange<Int32>) throws(StoreError) -> AccountRows {
        var out = AccountRows()
        let found = try database.rows(
            """
            SELECT day, coalesce(posted_day, day), amount FROM txn WHERE account_id = ? AND day BETWEEN ? AND ?
            AND parent_id IS NULL AND pending = 0 AND id NOT IN (SELECT txn_id FROM duplicate)
            """, [.int(id), .int(Int64(days.lowerBound)), .int(Int64(days.upperBound))]
        ) { (day: $0.dayNumber(0), posted: $0.dayNumber(1), amount: $0.int(2)) }
        for row in found { out.add(day: row.day, posted: row.posted, amount: row.amount) }
        return out
    }
}

/// Posted rows, as far as they tell whether two accounts are one.
public struct AccountRows: Sendable {
    private var rows: [(day: Int32, posted: Int32, amount: Int64)] = []

    public init() {}

    /// Distinct amounts that two accounts do not share by chance.
    public static let certain = 3

    /// - Parameter amount: minor units.
    public mutating func add(day: Int32, posted: Int32, amount: Int64) { rows.append((day, posted, amount)) }

    /// Whether both are one account: they have rows of the same amount on the same day, at least three amounts and more than half of
    /// the rows of weeks of which both know. A wallet has payments of its bank's account as well, but not most of them.
    public func areThose(of other: AccountRows) -> Bool {
        func week(_ row: (day: Int32, posted: Int32, amount: Int64)) -> Int32 { row.posted / 7 }
        let weeks = Set(rows.map(week)).intersection(other.rows.map(week))
        let own = rows.filter { weeks.contains(week($0)) }
        guard own.count >= Self.certain else { return false }
        let there = Dictionary(grouping: other.rows, by: \.amount)
        let common = own.filter { row in
            there[row.amount]?.contains {
                $0.day == row.day || $0.day == row.posted || $0.posted == row.day || $0.posted == row.posted
            } ?? false
        }
        let compared = max(own.count, other.rows.count { weeks.contains(week($0)) })
        return Set(common.map(\.amount)).count >= Self.certain && common.count * 2 > compared
    }
}
