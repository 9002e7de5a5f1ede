import Ledger

@testable import Payments

/// A provider as Stripe is one, with cards by name and connections that break where a test says so.
final class ScriptedProcessor: Processor {
    enum Fault: CaseIterable {
        /// The request never arrives.
        case lost
        /// It is carried out, and the answer never arrives.
        case unanswered
        /// The provider is out of order; asked again with the same key it says the same.
        case broken
        /// What stands before the provider is out of order; asked again with the same key it may work.
        case gateway
        case busy
    }

    let provider = PaymentProvider.stripe
    var isLive = true
    /// By the number of the request, from 0.
    var faults: [Int: Fault] = [:]
    /// What charges are called on statements.
    var descriptor: String?
    /// Nothing arrives any more.
    var isOffline = false
    /// Done right before a request is answered.
    var meanwhile: (Int) -> Void = { _ in }
    private(set) var requests: [String] = []
    private(set) var intents: [String: (order: PaymentOrder, status: PaymentIntent.Status)] = [:]
    /// The intents that a browser may answer the bank of.
    private var pages: Set<String> = []
    private(set) var sentBack: [ProcessorRefund] = []
    /// Whether refunds take days.
    var isSlowToSendBack = false
    /// What each key was answered with.
    private var replies: [String: Result<String, PaymentError>] = [:]

    /// Minor units that were taken of cards.
    var taken: [Int64] { intents.values.filter { $0.status == .succeeded }.map(\.order.amount.minorUnits) }
    /// Whether something could still come of an intent.
    var hasOpenIntents: Bool {
        intents.values.contains { [.requiresAction, .processing, .declined].contains($0.status) }
    }
    /// Whether an intent was left lying that nothing was asked of.
    var hasForgottenIntents: Bool { intents.values.contains { $0.status == .unconfirmed } }

    private func exchange(_ name: String, key: String?, _ body: () throws(PaymentError) -> String) throws(PaymentError)
        -> String
    {
        let number = requests.count
        requests.append(name)
        meanwhile(number)
        let unreachable = PaymentError(.unreachable, "Stripe can't be reached")
        if isOffline || faults[number] == .lost { throw unreachable }
        if faults[number] == .busy { throw PaymentError(.busy, "Stripe is busy") }
        let outOfOrder = PaymentError(.provider, "Stripe isn't working right now")
        if faults[number] == .gateway { throw outOfOrder }
        if let key, let known = replies[key] {
            let reply = try known.get()
            if faults[number] == .unanswered { throw unreachable }
            return reply
        }
        if faults[number] == .broken {
            if let key { replies[key] = .failure(outOfOrder) }
            throw outOfOrder
        }
        let reply: Result<String, PaymentError>
        do throws(PaymentError) { reply = .success(try body()) } catch { reply = .failure(error) }
        if let key { replies[key] = reply }
        if faults[number] == .unanswered { throw unreachable }
        return try reply.get()
    }

    /// What is being processed comes to an end.
    func finish(_ isPaid: Bool) {
        for (id, intent) in intents where intent.status == .processing {
            intents[id]?.status = isPaid ? .succeeded : .declined
        }
    }

    /// The cardholder answers the bank.
    func answer(_ isYes: Bool) {
        for (id, intent) in intents where intent.status == .requiresAction {
            intents[id]?.status = isYes ? .succeeded : .declined
        }
    }

    func customer(key: String) -> String { "cus_1" }
    func cardSetup(_ customer: String, key: String) -> CardSetup { CardSetup(clientSecret: "seti_1_secret_1") }
    func card(_ method: String, of customer: String, key: String) -> CardDetails {
        CardDetails(id: method, brand: "visa", mask: "4242")
    }
    func forget(_ method: String) {}

    func intent(_ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        let id = try exchange("make", key: key) { () throws(PaymentError) in
            let id = "pi_\(intents.count + 1)"
            intents[id] = (order, .unconfirmed)
            return id
        }
        return told(id)
    }

    func intents(of order: PaymentOrder) throws(PaymentError) -> [PaymentIntent] {
        _ = try exchange("find", key: nil) { () throws(PaymentError) in "" }
        return intents.filter { $0.value.order.key == order.key && $0.value.status != .canceled }.keys.sorted().map(
            told)
    }

    func confirm(_ intent: String, _ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        told(
            try exchange("confirm", key: order.wantsPage ? key + "-page" : key) { () throws(PaymentError) in
                guard let status = intents[intent]?.status, [.unconfirmed, .requiresAction].contains(status) else {
                    throw PaymentError(.refused, "it is over")
                }
                if order.wantsPage { pages.insert(intent) }
                let method = intents[intent]?.order.method ?? ""
                intents[intent]?.status =
                    method.contains("Declined")
                    ? .declined
                    : method.contains("Asks") ? .requiresAction : method.contains("Slow") ? .processing : .succeeded
                return intent
            })
    }

    func look(at intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        told(try exchange("look", key: nil) { () throws(PaymentError) in intent })
    }

    func cancel(_ intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        told(
            try exchange("cancel", key: nil) { () throws(PaymentError) in
                // What is on its way can't be stopped.
                if ![.succeeded, .processing].contains(intents[intent]?.status) { intents[intent]?.status = .canceled }
                return intent
            })
    }

    private func told(_ id: String) -> PaymentIntent {
        let status = intents[id]?.status ?? .canceled
        return PaymentIntent(
            id: id, status: status, clientSecret: "\(id)_secret",
            confirmPage: status == .requiresAction && pages.contains(id) ? "https://bank.example/\(id)" : nil,
            descriptor: descriptor)
    }

    func refund(_ intent: String, _ amount: Int64, key: String) throws(PaymentError) -> ProcessorRefund {
        let id = try exchange("refund", key: key) { () throws(PaymentError) in
            let id = "re_\(sentBack.count + 1)"
            let state: ProcessorRefund.State = isSlowToSendBack ? .pending : .succeeded
            sentBack.append(ProcessorRefund(id: id, key: key, amount: amount, state: state))
            return id
        }
        return sentBack.first { $0.id == id } ?? ProcessorRefund(id: id, key: key, amount: amount, state: .succeeded)
    }

    func refunds(of intent: String) throws(PaymentError) -> [ProcessorRefund] {
        _ = try exchange("list", key: nil) { () throws(PaymentError) in "" }
        return sentBack
    }

    /// Refunds that take days arrive.
    func arrive() {
        sentBack = sentBack.map { ProcessorRefund(id: $0.id, key: $0.key, amount: $0.amount, state: .succeeded) }
    }

    /// A refund that was made elsewhere.
    func sendBack(_ amount: Int64) {
        sentBack.append(ProcessorRefund(id: "re_elsewhere", key: nil, amount: amount, state: .succeeded))
    }
}
