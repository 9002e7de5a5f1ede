import Ledger

/// Finds the closing balance of every day in a column of running balances, whatever the order of the rows and
/// whatever the sign that the bank gives to a debt.
struct RunningBalances {
    /// What an account held at the end of a day, minor units, and how many rows of that day it follows.
    struct Closing: Equatable {
        let day: CivilDate
        var amount: Int64
        var rows: Int
    }

    private struct Row {
        let amount: Int64
        let balance: Int64
    }

    /// The rows of one day that stand together in the file.
    private struct Stretch {
        let day: CivilDate
        let rows: Int
        let first: Int64
        let last: Int64
        /// The balance that no row of the day goes on from; nil where that is none or several.
        let end: Int64?
        /// The same, if the column falls with money in.
        let negatedEnd: Int64?
    }

    private var stretches: [Stretch] = []
    private var day: CivilDate?
    private var rows: [Row] = []
    private var ascents = 0
    private var descents = 0
    /// Neighbouring rows whose balances differ by an amount: of the later row when the file runs from old to new, of
    /// the earlier one when it runs from new to old; `negated` where the balance falls by it.
    private var forward = (same: 0, negated: 0)
    private var backward = (same: 0, negated: 0)

    /// - Parameters:
    ///   - day: the day the row was booked on.
    ///   - amount: minor units, negative = money out.
    ///   - balance: what the file gives as the balance after it.
    mutating func add(day: CivilDate, amount: Int64, balance: Int64) {
        if let last = rows.last {
            let change = balance - last.balance
            if change == amount { forward.same += 1 }
            if change == -amount { forward.negated += 1 }
            if -change == last.amount { backward.same += 1 }
            if change == last.amount { backward.negated += 1 }
        }
        if let before = self.day, before != day {
            if before < day { ascents += 1 } else { descents += 1 }
            closeStretch()
        }
        self.day = day
        rows.append(Row(amount: amount, balance: balance))
    }

    private mutating func closeStretch() {
        guard let day, let first = rows.first, let last = rows.last else { return }
        stretches.append(
            Stretch(
                day: day, rows: rows.count, first: first.balance, last: last.balance, end: end(of: 1),
                negatedEnd: end(of: -1)))
        rows.removeAll(keepingCapacity: true)
    }

    /// The end of the chain that the rows form, each going on from the balance of another.
    private func end(of sign: Int64) -> Int64? {
        let isForward = rows.indices.dropFirst().allSatisfy {
            rows[$0].balance - rows[$0 - 1].balance == sign * rows[$0].amount
        }
        let isBackward = rows.indices.dropFirst().allSatisfy {
            rows[$0 - 1].balance - rows[$0].balance == sign * rows[$0 - 1].amount
        }
        if rows.count == 1 { return rows[0].balance }
        // A day that comes to nothing can be read either way.
        if isForward, isBackward { return nil }
        if isForward { return rows.last?.balance }
        if isBackward { return rows.first?.balance }
        var open: [Int64: Int] = [:]
        for row in rows {
            open[row.balance, default: 0] += 1
            open[row.balance - sign * row.amount, default: 0] -= 1
        }
        let ends = open.filter { $0.value > 0 }
        return ends.count == 1 ? ends.first?.key : nil
    }

    /// One closing balance a day, oldest first, signed as money that the owner has.
    ///
    /// - Parameter owes: whether the account is one of debt: where no two rows tell, its balance is what is owed.
    func closings(owes: Bool) -> [Closing] {
        var whole = self
        whole.closeStretch()
        let same = max(forward.same, backward.same)
        let negated = max(forward.negated, backward.negated)
        let isNegated = negated > same
        let isUntold = negated == 0 && same == 0
        // Days tell the direction best; on a single day the arithmetic does.
        let isBackward =
            ascents == descents
            ? max(backward.same, backward.negated) > max(forward.same, forward.negated) : descents > ascents
        var closings: [CivilDate: Closing] = [:]
        for stretch in isBackward ? whole.stretches.reversed() : whole.stretches {
            let end = (isNegated ? stretch.negatedEnd : stretch.end) ?? (isBackward ? stretch.first : stretch.last)
            let amount = isNegated ? -end : isUntold && owes ? -abs(end) : end
            let rows = stretch.rows + (closings[stretch.day]?.rows ?? 0)
            closings[stretch.day] = Closing(day: stretch.day, amount: amount, rows: rows)
        }
        return closings.values.sorted { $0.day < $1.day }
    }
}
