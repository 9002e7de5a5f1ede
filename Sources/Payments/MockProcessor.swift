import Ledger

/// A provider for trying, which is a part of the program and moves no money. It has no memory: what it says of a payment
/// stands in the payment's id, and a card says by its name what comes of it, as Stripe's test cards do.
public struct MockProcessor: Processor {
    public let provider = PaymentProvider.mock
    public let isLive = false

    public init() {}

    public func customer(key: String) -> String { "cus_mock" }

    public func cardSetup(_ customer: String, key: String) -> CardSetup {
        CardSetup(clientSecret: "seti_mock_\(key)_secret_mock")
    }

    public func card(_ method: String, of customer: String, key: String) -> CardDetails {
        CardDetails(id: method, brand: "visa", mask: "4242")
    }

    public func forget(_ method: String) {}

    public func intent(_ order: PaymentOrder, key: String) -> PaymentIntent {
        PaymentIntent(id: "pi_mock_\(order.key)", status: .unconfirmed)
    }

    public func intents(of order: PaymentOrder) -> [PaymentIntent] { [] }

    public func confirm(_ intent: String, _ order: PaymentOrder, key: String) -> PaymentIntent {
        if order.method.contains("Declined") {
            return PaymentIntent(id: intent, status: .declined, problem: "The card was declined.")
        }
        guard order.method.contains("authenticationRequired") else {
            return PaymentIntent(id: intent, status: .succeeded)
        }
        return PaymentIntent(id: intent, status: .requiresAction, clientSecret: "\(intent)_secret_mock")
    }

    /// Whoever had to answer the bank has said yes; whatever was sent was done.
    public func look(at intent: String, _ order: PaymentOrder) -> PaymentIntent {
        PaymentIntent(id: intent, status: order.method.contains("Declined") ? .declined : .succeeded)
    }

    public func cancel(_ intent: String, _ order: PaymentOrder) -> PaymentIntent {
        PaymentIntent(id: intent, status: .canceled)
    }

    public func refund(_ intent: String, _ amount: Int64, key: String) -> ProcessorRefund {
        ProcessorRefund(id: "re_mock_\(key)", key: key, amount: amount, state: .succeeded)
    }

    public func refunds(of intent: String) -> [ProcessorRefund] { [] }
}
