import Ledger

/// Counts over all rows of a file how often the running balance moves by the amount, account by account.
struct BalanceAgreement {
    private var forward = (same: 0, negated: 0)
    private var backward = (same: 0, negated: 0)
    /// Rows that go on from another one of their account.
    private(set) var tries = 0
    private var last: [String?: (amount: Int64, balance: Int64)] = [:]

    /// - Parameters:
    ///   - amount: minor units, signed as it is imported.
    ///   - balance: what the file gives after the row; nil where it gives none.
    mutating func add(account: String?, amount: Int64, balance: Int64?) {
        guard let balance else { return }
        if let before = last[account], amount != 0 {
            let change = balance &- before.balance
            tries += 1
            if change == amount { forward.same += 1 }
            if change == -amount { forward.negated += 1 }
            if change == -before.amount { backward.same += 1 }
            if change == before.amount { backward.negated += 1 }
        }
        last[account] = (amount, balance)
    }

    /// The last row of an account that had a balance.
    func last(of account: String?) -> (amount: Int64, balance: Int64)? { last[account] }

    /// Some row goes on from another one, and all of these do.
    var isPerfect: Bool { tries > 0 && hits == tries }

    var hits: Int { max(forward.same, forward.negated, backward.same, backward.negated) }
    /// Rows that don't are no more than a bank's own order within a day explains.
    var isClose: Bool { hits * 10 >= tries * 9 }
    var words: String { Self.words(hits, of: tries) }

    static func words(_ hits: Int, of tries: Int) -> String { "the running balance agrees in \(hits) of \(tries) rows" }
}
