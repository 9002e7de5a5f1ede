import Ledger
import Retrieval

extension RecurringStream {
    /// `amount_cents` is negative for money out; `monthly_cost_cents` is positive.
    public var json: JSON {
        .object([
            ("key", .string(key)), ("merchant", .string(merchant)), ("category", .string(category)),
            ("account", .string(account)), ("group", .string(group.rawValue)),
            ("amount_cents", .integer(amount.minorUnits)), ("typical_cents", .integer(typical.minorUnits)),
            ("currency", .string(amount.currency.code)), ("cadence", .string(cadence.rawValue)),
            ("next_date", .optional(nextDate) { .string($0.iso) }), ("last_date", .string(lastDate.iso)),
            ("first_date", .string(firstDate.iso)), ("monthly_cost_cents", .integer(monthlyCost.minorUnits)),
            ("state", .string(stateName)), ("change", .string(change)),
            (
                "raised",
                .optional(rise) { rise in
                    .object([
                        ("on", .string(rise.on.iso)), ("from_cents", .integer(rise.from.minorUnits)),
                        ("to_cents", .integer(rise.to.minorUnits)),
                    ])
                }
            ),
            ("certainty", .number((certainty * 100).rounded() / 100)), ("rows", .array(rowIDs.map(JSON.integer))),
        ])
    }

    private var stateName: String {
        switch state {
        case .active: "active"
        case .raised: "raised"
        case .late: "late"
        case .stopped: "stopped"
        case .ended: "ended"
        }
    }

    /// `new`, `raised`, `stopped` or `none`.
    public var change: String {
        switch state {
        case .raised: "raised"
        case .stopped, .ended: "stopped"
        case .active, .late: isNew ? "new" : "none"
        }
    }
}

extension RecurringRejection {
    public var json: JSON {
        .object([
            ("merchant", .string(merchant)), ("account", .string(account)), ("rows", .int(rows)),
            ("reason", .string(reason.name)), ("words", .string(reason.words)),
        ])
    }
}
