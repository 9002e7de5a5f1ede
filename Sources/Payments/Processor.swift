import Ledger

/// Who moves the money.
public enum PaymentProvider: String, Sendable, CaseIterable {
    case stripe
    /// A part of the program, for trying: it moves none.
    case mock

    /// What people call it.
    public var name: String { self == .stripe ? "Stripe" : "The mock" }
}

/// What is asked of a payment provider. It keeps nothing here: what was asked, and what came of it, is the caller's.
///
/// A charge is an intent that is made first, which moves no money, and then confirmed. An intent succeeds once or never,
/// whatever is sent how often: this, and the key that goes with each request, is why no charge happens twice.
public protocol Processor {
    var provider: PaymentProvider { get }
    /// Whether it moves real money.
    var isLive: Bool { get }

    /// - Parameter key: tells the request from all others; sent again it does nothing more.
    /// - Returns: what the provider calls this household.
    func customer(key: String) throws(PaymentError) -> String
    func cardSetup(_ customer: String, key: String) throws(PaymentError) -> CardSetup
    /// A card that the provider knows, which becomes the customer's where it is nobody's.
    func card(_ method: String, of customer: String, key: String) throws(PaymentError) -> CardDetails
    func forget(_ method: String) throws(PaymentError)

    /// Makes an intent, which moves nothing.
    func intent(_ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent
    /// The intents of a charge that something may still come of, the newest first.
    func intents(of order: PaymentOrder) throws(PaymentError) -> [PaymentIntent]
    /// Carries an intent out.
    func confirm(_ intent: String, _ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent
    /// How an intent stands.
    func look(at intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent
    /// Ends an intent, so that it never is carried out; one that was is as it was.
    func cancel(_ intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent

    func refund(_ intent: String, _ amount: Int64, key: String) throws(PaymentError) -> ProcessorRefund
    func refunds(of intent: String) throws(PaymentError) -> [ProcessorRefund]
}

/// A card on its way: the phone shows the provider its number with this.
public struct CardSetup: Sendable {
    /// For the provider's own library on the phone; kept nowhere.
    public let clientSecret: String
}

/// What may be known of a card.
public struct CardDetails: Sendable, Equatable {
    /// The provider's own.
    public let id: String
    public let brand: String?
    /// The last four digits.
    public let mask: String?
}

/// What is to be paid.
public struct PaymentOrder: Sendable, Equatable {
    public let amount: Money
    public let customer: String?
    public let method: String
    /// Goes with the intent, so that it can be told whose it is.
    public let key: String
    /// Whether the cardholder would answer the bank on a page in a browser.
    public var wantsPage = false
}

/// A payment at the provider.
public struct PaymentIntent: Sendable, Equatable {
    public enum Status: String, Sendable {
        /// Nothing was asked of the card yet.
        case unconfirmed = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing, succeeded, canceled
        /// The card was asked and said no.
        case declined = "requires_payment_method"
    }

    public let id: String
    public let status: Status
    /// For the phone, where the cardholder has to answer the bank; kept nowhere.
    public var clientSecret: String?
    /// Where the cardholder answers the bank in a browser; nil where a phone asks.
    public var confirmPage: String?
    /// Why it was declined, a sentence.
    public var problem: String?
    /// What it is called on the card's statement; nil where that isn't known.
    public var descriptor: String?
}

public struct ProcessorRefund: Sendable, Equatable {
    public let id: String
    /// As it was asked for; nil where somebody else did.
    public let key: String?
    /// Minor units.
    public let amount: Int64
    public let state: State

    public enum State: String, Sendable { case pending, succeeded, failed }
}
