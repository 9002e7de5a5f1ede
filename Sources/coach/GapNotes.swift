import Coaching
import Ledger
import Store
import Terminal

/// What a command's figures lack because a bank was not read as far as they reach.
extension Session {
    /// - Parameters:
    ///   - kinds: the rows that count; nil where what accounts hold is asked for.
    ///   - account: the only account that counts; nil for all.
    func gaps(
        _ index: HouseholdIndex, over period: Period, kinds: Set<TransactionKind>? = nil, account: String? = nil
    ) throws -> [String] {
        try ReadingGaps(index, asOf: asOf(index)).notes(over: period, kinds: kinds, isOfAll: account == nil) {
            account == nil || $0.name == account
        }
    }

    func write(notes: [String]) throws {
        for note in notes { try write(style(prose("Note: " + note), .dim) + "\n") }
    }
}
