import Ledger
import Retrieval

extension NetWorthHistory.Month {
    public var json: JSON {
        .object([
            ("date", .string(day.iso)), ("currency", .string(netWorth.currency.code)),
            ("net_worth_cents", .integer(netWorth.minorUnits)),
            ("change_cents", .optional(change) { .integer($0.minorUnits) }),
            ("change_percent", .optional(changePercent, JSON.number)),
            (
                "kinds",
                .object(
                    AssetKind.allCases.compactMap { kind in
                        kinds[kind].map { (kind.rawValue, .integer($0.minorUnits)) }
                    })
            ),
            ("new_accounts", .strings(newAccounts)),
        ])
    }
}
