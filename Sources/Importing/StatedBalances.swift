/// Finds the rows that call themselves balances and whose amounts the other rows show to be balances.
struct StatedBalances {
    /// A row of one account, in the order of the file.
    struct Row {
        /// Signed, in any unit.
        let amount: Int64
        /// What the file gives as the balance after it.
        var balance: Int64?
        /// Whether its text calls itself a balance.
        let isCalledBalance: Bool
    }

    /// No statement has more of them: one for each day of a year.
    private static let most = 366
    /// How many others may stand between two that lead to each other.
    private static let farthest = 8

    /// Which of the rows state a balance.
    private(set) var indices: Set<Int> = []

    private let rows: [Row]
    /// What all rows above each one come to that are no balances by name, and what all do.
    private let sums: [Int64]
    private let wholeSums: [Int64]
    private let total: Int64

    /// - Parameter closing: what the file gives as the account's balance.
    init(_ rows: [Row], closing: Int64? = nil) {
        self.rows = rows
        var (sums, wholeSums): ([Int64], [Int64]) = ([], [])
        var (total, whole): (Int64, Int64) = (0, 0)
        for row in rows {
            sums.append(total)
            wholeSums.append(whole)
            whole &+= row.amount
            if !row.isCalledBalance { total &+= row.amount }
        }
        (self.sums, self.wholeSums, self.total) = (sums, wholeSums, total)
        let called = Array(rows.indices.lazy.filter { rows[$0].isCalledBalance }.prefix(Self.most))
        guard !called.isEmpty else { return }
        for (place, one) in called.enumerated() {
            if isOfBalanceColumn(one) || closing.map({ leads(one, to: $0) }) ?? false { indices.insert(one) }
            for other in called[(place + 1)...].prefix(Self.farthest) where areSteps(one, other) {
                indices.formUnion([one, other])
            }
        }
        // The same balance again, with nothing in between.
        for (one, other) in zip(called, called.dropFirst())
        where rows[one].amount == rows[other].amount && sums[one] == sums[other] {
            if indices.contains(one) { indices.insert(other) } else if indices.contains(other) { indices.insert(one) }
        }
    }

    /// Whether the rows between two balances lead from one to the other, from old to new or from new to old.
    private func areSteps(_ one: Int, _ other: Int) -> Bool {
        guard isSum(one + 1..<other) else { return false }
        let step = rows[other].amount &- rows[one].amount
        // Shops between them may be called like balances.
        let betweens = [sums[other] &- sums[one], wholeSums[other] &- wholeSums[one] &- rows[one].amount]
        return betweens.contains { $0 != 0 && (step == $0 || step == 0 &- $0) }
    }

    /// Rows whose sum is no chance, as the amount of a single one may be.
    private static let fewestBetween = 2

    private func isSum(_ range: Range<Int>) -> Bool {
        rows[range].lazy.filter { !$0.isCalledBalance && $0.amount != 0 }.prefix(Self.fewestBetween).count
            == Self.fewestBetween
    }

    private func leads(_ row: Int, to closing: Int64) -> Bool {
        let amount = rows[row].amount
        // What is owed may be what was paid last.
        if row == rows.startIndex || row == rows.endIndex - 1, amount == closing, amount > 0 { return true }
        return isSum(row + 1..<rows.endIndex) && amount &+ total &- sums[row] == closing
            || isSum(0..<row) && amount &+ sums[row] == closing
    }

    /// Whether the amount is what the balance is beside it, which doesn't move by it.
    private func isOfBalanceColumn(_ row: Int) -> Bool {
        let amount = rows[row].amount
        if let own = rows[row].balance, own != amount { return false }
        let before = rows[..<row].last { $0.balance != nil }
        let after = rows[(row + 1)...].first { $0.balance != nil }
        // From old to new, and from new to old.
        return [before, after].compactMap(\.self).contains { neighbor in
            guard let balance = neighbor.balance else { return false }
            return balance == amount && neighbor.amount != amount
        } || after.map { ($0.balance ?? 0) &- $0.amount == amount } ?? false
            || before.map { ($0.balance ?? 0) &- $0.amount == amount } ?? false
    }
}
