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
            ("funding_source_id", .integer(charge.funding)),
            ("refunded_cents", .integer(charge.refunded - charge.refundedUnheard)),
            ("settled", .bool(charge.isSettled)), ("cancel_requested", .bool(charge.isCancelAsked)),
            ("test", .bool(charge.isTest)),
            ("waiting_for", .optional(charge.waitsFor) { .string($0.rawValue) }),
            ("created_at", .string(TimeText.iso(charge.madeAt))),
            (
                "message",
                .string(
                    isOnlyBefore
                        ? "\(sentence) That was before, and nothing was paid again: a second payment needs an approval of its own."
                        : sentence)
            ),
        ]
        if isOnlyBefore { members.append(("again", .bool(false))) }
        if let clientSecret { members.append(("client_secret", .string(clientSecret))) }
        if let confirmPage { members.append(("confirm_url", .string(confirmPage))) }
        return .object(members)
    }

    /// What came of it, for people.
    public var sentence: String {
        let what = "\(charge.amount.text) at \(charge.merchant)"
        let why = note.map { ": \($0)" } ?? ""
        if charge.state.isOpen, charge.isCancelAsked { return canceling(what) }
        switch charge.state {
        case .succeeded where charge.isCancelAsked:
            return "\(what) was charged before it could be canceled. A refund sends it back."
        case .succeeded where charge.isTest:
            return "\(what) was a test charge: no money moved, and it doesn't count."
        case .succeeded: return "\(what) was charged."
        case .declined, .canceled:
            return
                "\(what) wasn't charged.\(charge.problem.map { " " + ($0.prefix(1).uppercased() + $0.dropFirst()).ended } ?? "")"
        case .requiresAction: return "\(what) isn't charged yet: your bank wants you to confirm it first."
        case .processing: return "\(what) is being processed."
        case .new where isGivenUp:
            return
                "\(what) hasn't been charged, and won't be\(why)".ended
                + " I'll cancel it there as soon as the provider can be "
                + "reached."
        case .new,
            .sent where isUnsent:
            return
                "\(what) hasn't been charged so far\(why)".ended
                + " Order it again to pay it; otherwise it's canceled when its "
                + "approval is over."
        case .sent:
            return "It isn't known yet whether \(what) was charged\(why)".ended + " It won't be charged twice."
        }
    }

    /// The same where nobody asked about this charge: with its number.
    public var told: String { "Charge \(charge.id): \(sentence)" }

    /// What comes of a wish to cancel that wasn't fulfilled yet.
    private func canceling(_ what: String) -> String {
        let why = note.map { ": \($0)" } ?? ""
        guard charge.state == .processing, note == nil else {
            return "\(what) isn't canceled yet\(why)".ended
                + " I'll cancel it as soon as the provider can be reached, unless "
                + "the card was charged already; it isn't asked to pay any more."
        }
        return "\(what) is being processed and can't be canceled any more. If it goes through, a refund sends it back."
    }
}

extension [ChargeOutcome] {
    /// Charges that a decline ended, or is to end, as members of its answer; none where there is none.
    public var members: [(String, JSON)] {
        guard !isEmpty else { return [] }
        let items = map { outcome in
            JSON.object([
                ("charge_id", .integer(outcome.charge.id)), ("status", .string(outcome.charge.state.guardianWord)),
                ("message", .string(outcome.sentence)),
            ])
        }
        return [("ended_charges", .array(items))]
    }
}

extension Charge {
    /// What a charge that isn't over waits for.
    public enum Wait: String, Sendable, CaseIterable {
        /// That it can be canceled, as somebody wants it to be.
        case cancellation
        /// That the cardholder answers the bank.
        case cardholder
        /// That the provider says what came of it.
        case outcome
        /// That it is ordered once more: the provider was never told to charge.
        case order

        /// As part of a sentence: `Charge 3 waits …`.
        public var words: String {
            switch self {
            case .cancellation: "to be canceled"
            case .cardholder: "for you to confirm it at your bank"
            case .outcome: "for the provider to say what came of it"
            case .order: "for you to order it again: nothing was charged, and it's canceled if you don't"
            }
        }
    }

    /// nil where it is over.
    public var waitsFor: Wait? {
        guard state.isOpen else { return nil }
        if isCancelAsked { return .cancellation }
        switch state {
        case .requiresAction: return .cardholder
        case .new: return .order
        default: return .outcome
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
