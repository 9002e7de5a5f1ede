import Ledger
import Store

extension ChargeOutcome {
    /// How a charge stands, as far as the index knows.
    public init(_ charge: Charge) { self.init(charge: charge) }

    /// In the fields of the Guardian Card API, and some more.
    public func json(_ source: FundingSource?) -> JSON {
        var members: [(String, JSON)] = [
            ("status", .string(charge.state.guardianWord)),
            ("provider", .optional(source?.provider, JSON.string)),
            ("payment_intent_id", .optional(charge.intent, JSON.string)),
            ("processor_status", .string(charge.state.processorWord)), ("charge_id", .integer(charge.id)),
            ("amount_cents", .integer(charge.amount.minorUnits)),
            ("currency", .string(charge.amount.currency.code.lowercased())), ("merchant", .string(charge.merchant)),
            ("funding_source_id", .integer(charge.funding)), ("refunded_cents", .integer(charge.refunded)),
            ("settled", .bool(charge.isSettled)), ("created_at", .string(TimeText.iso(charge.madeAt))),
            ("message", .string(sentence)),
        ]
        if let clientSecret { members.append(("client_secret", .string(clientSecret))) }
        return .object(members)
    }

    /// What came of it, for people.
    public var sentence: String {
        let what = "\(charge.amount.text) at \(charge.merchant)"
        switch charge.state {
        case .succeeded: return "\(what) was charged."
        case .declined, .canceled: return "\(what) wasn't charged. \(charge.problem ?? "")"
        case .requiresAction: return "\(what) waits for you to confirm it at your bank."
        case .processing: return "\(what) is being processed."
        case .new, .sent:
            let why = note.map { ": \($0)" } ?? ""
            return "It isn't known yet whether \(what) was charged\(why). It won't be charged twice."
        }
    }
}

extension Charge.State {
    /// The seed's word.
    var guardianWord: String {
        switch self {
        case .succeeded: "charged"
        case .requiresAction: "requires_action"
        case .declined: "declined"
        case .canceled: "canceled"
        case .new, .sent, .processing: "pending"
        }
    }

    /// The provider's word.
    var processorWord: String {
        switch self {
        case .new, .sent: PaymentIntent.Status.unconfirmed.rawValue
        case .declined: PaymentIntent.Status.declined.rawValue
        default: rawValue
        }
    }
}
