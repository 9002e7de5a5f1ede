import Feeds
import Ledger

/// Stripe's API for cards, over libcurl. A card's number never passes through here: the phone gives it to Stripe itself.
public struct StripeProcessor: Processor {
    /// The version whose fields are read here; Stripe answers in it whatever the account's own is.
    public static let version = "2026-10-28.endive"

    public let provider = PaymentProvider.stripe
    public let isLive: Bool
    private let http: BankHTTP
    private let secret: Secret
    private let address: String
    private let backoff: Backoff

    /// - Parameter backoff: how a request that failed is sent again, with the same key.
    public init(_ http: BankHTTP, secret: Secret, address: String?, backoff: Backoff = StripeProcessor.backoff)
        throws(PaymentError)
    {
        isLive = try StripeKey.isLive(secret)
        (self.http, self.secret, self.backoff) = (http, secret, backoff)
        self.address = try StripeKey.address(address)
    }

    /// Somebody waits at the counter.
    public static var backoff: Backoff {
        var backoff = Backoff()
        (backoff.attempts, backoff.firstLimit, backoff.highestLimit, backoff.longestWait) = (3, 0.5, 2, 5)
        return backoff
    }

    // MARK: Cards

    public func customer(key: String) throws(PaymentError) -> String {
        try id(try post("customers", [], key), "cus_")
    }

    public func cardSetup(_ customer: String, key: String) throws(PaymentError) -> CardSetup {
        let fields = [("customer", customer), ("usage", "on_session")] + StripeProcessor.withoutRedirects
        guard let secret = try post("setup_intents", fields, key)["client_secret"]?.string else { throw malformed }
        return CardSetup(clientSecret: secret)
    }

    public func card(_ method: String, of customer: String, key: String) throws(PaymentError) -> CardDetails {
        // Stripe's names of test cards stand for no card that there is: using one makes one.
        let known: JSON? = method.hasPrefix("pm_card_") ? nil : try get("payment_methods/\(method)")
        var found = known ?? .null
        let owner = known?["customer"]?.string
        if owner == nil { found = try post("payment_methods/\(method)/attach", [("customer", customer)], key) }
        guard found["type"]?.string == "card" else { throw PaymentError(.refused, "coach charges cards only") }
        if let owner, owner != customer {
            throw PaymentError(.refused, "that card is another customer's; set it up with coach's own intent")
        }
        let card = found["card"]
        let mask = card?["last4"]?.string.flatMap { $0.count == 4 ? $0 : nil }
        return CardDetails(id: try id(found, "pm_"), brand: card?["brand"]?.string, mask: mask)
    }

    public func forget(_ method: String) throws(PaymentError) {
        do throws(PaymentError) {
            _ = try post("payment_methods/\(method)/detach", [], nil)
        } catch {
            // What is detached already, by a request whose answer nobody heard, can't be once more.
            guard error.reason == .refused, try get("payment_methods/\(method)")["customer"]?.string == nil else {
                throw error
            }
        }
    }

    // MARK: Payments

    /// Other ways to pay than cards would send one to pages of their own.
    private static let withoutRedirects = [
        ("automatic_payment_methods[enabled]", "true"), ("automatic_payment_methods[allow_redirects]", "never"),
    ]

    /// Whether Stripe counts a currency in the minor units that banks do (ISO 4217), from docs.stripe.com/currencies: of those
    /// left out it takes other units, or only some amounts.
    static func counts(_ currency: Currency) -> Bool {
        !["BHD", "IQD", "ISK", "JOD", "KWD", "LYD", "MGA", "MRU", "OMR", "TND", "UGX", "UYI"].contains(currency.code)
    }

    public func intent(_ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        guard StripeProcessor.counts(order.amount.currency) else {
            throw PaymentError(
                .refused,
                "coach doesn't charge in \(order.amount.currency.code): Stripe counts it in other units; pay it yourself"
            )
        }
        var fields = [
            ("amount", String(order.amount.minorUnits)), ("currency", order.amount.currency.code.lowercased()),
            ("payment_method", order.method), ("metadata[coach_charge]", order.key),
        ]
        if let customer = order.customer { fields.append(("customer", customer)) }
        return try intent(try post("payment_intents", fields + StripeProcessor.withoutRedirects, key), order)
    }

    public func intents(of order: PaymentOrder) throws(PaymentError) -> [PaymentIntent] {
        let customer = order.customer.map { "&customer=\($0)" } ?? ""
        var found: [PaymentIntent] = []
        for json in try list("payment_intents?limit=100\(customer)", "pi_")
        where json["metadata"]?["coach_charge"]?.string == order.key {
            let intent = try intent(json, order)
            if intent.status != .canceled { found.append(intent) }
        }
        return found
    }

    public func confirm(_ intent: String, _ order: PaymentOrder, key: String) throws(PaymentError) -> PaymentIntent {
        var fields = [("expand[0]", "latest_charge")]
        // Other fields are another request, which takes a key of its own.
        if order.wantsPage { fields.append(("return_url", StripeProcessor.afterPage)) }
        let reply = try send("payment_intents/\(intent)/confirm", fields, order.wantsPage ? "\(key)-page" : key)
        // A card that says no is an answer, not a fault.
        if reply.status == 402, let found = reply.json["error"]?["payment_intent"] {
            return try self.intent(found, order)
        }
        return try self.intent(try accept(reply), order)
    }

    public func look(at intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        try self.intent(try get("payment_intents/\(intent)?expand[0]=latest_charge"), order)
    }

    public func cancel(_ intent: String, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        let reply = try send("payment_intents/\(intent)/cancel", [("cancellation_reason", "abandoned")], nil)
        if reply.status == 400, let found = reply.json["error"]?["payment_intent"] {
            return try self.intent(found, order)
        }
        return try self.intent(try accept(reply), order)
    }

    /// What is told must be of the very payment that was asked for.
    private func intent(_ json: JSON, _ order: PaymentOrder) throws(PaymentError) -> PaymentIntent {
        guard json["livemode"]?.bool == isLive, json["amount"]?.int64 == order.amount.minorUnits,
            json["currency"]?.string?.uppercased() == order.amount.currency.code,
            json["metadata"]?["coach_charge"]?.string == order.key,
            let status = json["status"]?.string.flatMap(PaymentIntent.Status.init)
        else { throw malformed }
        var problem: String?
        if status == .declined, let error = json["last_payment_error"], !error.isNull {
            problem = StripeDecline.words(
                code: error["code"]?.string ?? "", decline: error["decline_code"]?.string)
        }
        return PaymentIntent(
            id: try id(json, "pi_"), status: status,
            clientSecret: status == .requiresAction ? json["client_secret"]?.string : nil,
            confirmPage: status == .requiresAction ? page(json["next_action"]) : nil, problem: problem,
            descriptor: json["latest_charge"]?["calculated_statement_descriptor"]?.string)
    }

    /// Where the bank's page leads back to: Stripe's own, since it gets the payment's secret in its address.
    static let afterPage = "https://stripe.com/"

    /// Where the cardholder answers the bank. Only what a browser opens on its own is passed on.
    private func page(_ action: JSON?) -> String? {
        guard let url = action?["redirect_to_url"]?["url"]?.string, url.utf8.count <= 2_048,
            url.hasPrefix("https://") || url.hasPrefix("\(address)/"),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 })
        else { return nil }
        return url
    }

    // MARK: Refunds

    public func refund(_ intent: String, _ amount: Int64, key: String) throws(PaymentError) -> ProcessorRefund {
        try refund(
            try post(
                "refunds",
                [
                    ("payment_intent", intent), ("amount", String(amount)), ("metadata[coach_refund]", key),
                ], key))
    }

    public func refunds(of intent: String) throws(PaymentError) -> [ProcessorRefund] {
        var found: [ProcessorRefund] = []
        for json in try list("refunds?payment_intent=\(intent)&limit=100", "re_") { found.append(try refund(json)) }
        return found
    }

    private func refund(_ json: JSON) throws(PaymentError) -> ProcessorRefund {
        guard let amount = json["amount"]?.int64, amount > 0, let status = json["status"]?.string else {
            throw malformed
        }
        let state: ProcessorRefund.State =
            switch status {
            case "succeeded": .succeeded
            case "failed", "canceled": .failed
            default: .pending
            }
        return ProcessorRefund(
            id: try id(json, "re_"), key: json["metadata"]?["coach_refund"]?.string, amount: amount, state: state)
    }

    // MARK: Requests

    private struct Reply {
        let status: Int
        let json: JSON
    }

    private var malformed: PaymentError {
        PaymentError(.malformed, "Stripe's answer isn't about this; nothing was taken from it")
    }

    /// What the provider calls something; only what can be an id goes into an address.
    private func id(_ json: JSON, _ prefix: String) throws(PaymentError) -> String {
        guard let id = json["id"]?.string, id.hasPrefix(prefix), StripeProcessor.isID(id) else { throw malformed }
        return id
    }

    static func isID(_ text: String) -> Bool {
        text.utf8.count <= 255
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F
            }
    }

    func get(_ path: String) throws(PaymentError) -> JSON { try accept(try exchange(path, nil, nil)) }

    /// All of a list, page by page.
    ///
    /// - Parameter prefix: of the ids of what is listed.
    private func list(_ path: String, _ prefix: String) throws(PaymentError) -> [JSON] {
        var found: [JSON] = []
        while true {
            let after =
                try found.last.map { last throws(PaymentError) in "&starting_after=\(try id(last, prefix))" } ?? ""
            let page = try get(path + after)
            guard let items = page["data"]?.array, let more = page["has_more"]?.bool else { throw malformed }
            found += items
            // Whoever says there is more and gives none would be asked forever.
            guard more else { return found }
            guard !items.isEmpty else { throw malformed }
        }
    }

    private func post(_ path: String, _ fields: [(String, String)], _ key: String?) throws(PaymentError) -> JSON {
        try accept(try send(path, fields, key))
    }

    private func send(_ path: String, _ fields: [(String, String)], _ key: String?) throws(PaymentError) -> Reply {
        try exchange(path, fields, key)
    }

    /// Sends until there is an answer, each time with the same key.
    private func exchange(_ path: String, _ fields: [(String, String)]?, _ key: String?) throws(PaymentError) -> Reply {
        var request = BankHTTP.Request("\(address)/v1/\(path)")
        request.body = fields.map { Array(StripeProcessor.form($0).utf8) }
        request.headers = ["Stripe-Version: \(StripeProcessor.version)"]
        if request.body != nil { request.headers.append("Content-Type: application/x-www-form-urlencoded") }
        if let key { request.headers.append("Idempotency-Key: \(key)") }
        request.secretHeaders = [Secret.joined([Secret("Authorization: Bearer "), secret])]
        do {
            return try backoff.retrying { () throws(FeedError) in
                let reply = try http.send(request, to: "Stripe")
                // The same key gets the same 500 again, but it may be of a server on the way.
                if reply.status == 429 || reply.status == 409 {
                    throw FeedError(
                        .rateLimited, "Stripe is busy; try again in a moment", retryAfter: reply.retryAfter)
                }
                if reply.status >= 500 { throw FeedError(.provider, "Stripe isn't working right now; try again later") }
                return Reply(status: reply.status, json: (try? JSON.parse(reply.body)) ?? .null)
            }
        } catch {
            throw error.reason == .rateLimited ? PaymentError(.busy, error.message) : PaymentError(error)
        }
    }

    private func accept(_ reply: Reply) throws(PaymentError) -> JSON {
        switch reply.status {
        case 200..<300:
            guard reply.json.object != nil else { throw malformed }
            if let live = reply.json["livemode"]?.bool, live != isLive { throw malformed }
            return reply.json
        case 401, 403:
            throw PaymentError(.key, "Stripe doesn't take this key; set it up again with `coach cards setup stripe`")
        case 402:
            let error = reply.json["error"]
            throw PaymentError(
                .refused,
                StripeDecline.words(
                    code: error?["code"]?.string ?? "", decline: error?["decline_code"]?.string))
        case 404: throw PaymentError(.notFound, "Stripe knows no such card or payment")
        default: throw PaymentError(.refused, StripeDecline.refusal(reply.json["error"]?["code"]?.string ?? ""))
        }
    }

    /// Fields as forms send them, every byte but letters, digits, and `-._~` written as `%41`.
    static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(escaped($0.0))=\(escaped($0.1))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { out, byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
            let code = String(byte, radix: 16, uppercase: true)
            out += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + code
        }
    }
}
