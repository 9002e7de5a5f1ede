import Ledger
import Retrieval

extension Forecast {
    /// What is expected to come in and go out, in order of time.
    public var expectedJSON: [JSON] {
        flows(after: input.asOf, through: input.end).map { flow in
            .object([
                ("date", .string(flow.date.iso)), ("name", .string(flow.name)),
                ("amount_cents", .integer(flow.amount.minorUnits)),
                ("currency", .string(flow.amount.currency.code)), ("kind", .string(flow.kind.rawValue)),
            ])
        }
    }
}
