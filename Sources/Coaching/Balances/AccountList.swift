import Ledger
import Retrieval
import Store

/// The accounts of an index with what each holds and which rows it has.
public struct AccountList {
    public struct Entry {
        public let account: Account
        /// nil for an account without rows.
        public let extent: AccountExtent?
        /// nil where it is not known.
        public let balance: AccountBalance?

        /// The members of its JSON.
        public var members: [(String, JSON)] {
            [
                ("name", .string(account.name)), ("type", .string(account.type.rawValue)),
                ("currency", .string(account.currency.code)),
                ("institution", .optional(account.institution, JSON.string)),
                ("mask", .optional(account.mask, JSON.string)), ("transactions", .int(extent?.rows ?? 0)),
                ("first", .optional(extent) { .string($0.period.start.iso) }),
                ("last", .optional(extent) { .string($0.period.end.iso) }),
                ("balance_cents", .optional(balance) { .integer($0.amount.minorUnits) }),
                ("balance_date", .optional(balance) { .string($0.day.iso) }),
            ]
        }
    }

    public let entries: [Entry]

    /// - Parameter asOf: the day that balances are for.
    public init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        let extents = try index.accountExtents()
        let answers = BalanceAnswers(index, asOf: asOf, currency: try Coach.homeCurrency(index))
        let balances = try Dictionary(
            answers.balances().report.balances.map { ($0.account.id, $0) }, uniquingKeysWith: { first, _ in first })
        entries = try index.accounts.map {
            Entry(account: $0, extent: extents[$0.id], balance: balances[$0.id])
        }
    }
}
