import Ledger

/// Where Plaid is and who asks there.
public struct PlaidSettings: Sendable {
    /// Plaid's own environments, or another server on this machine.
    public enum Environment: Sendable, Equatable {
        case sandbox, production
        case local(String)

        /// - Parameter text: `sandbox`, `production`, or an address on this machine.
        public init?(_ text: String) {
            switch text {
            case "sandbox": self = .sandbox
            case "production": self = .production
            default:
                guard let address = BankAddress(text), address.isLoopback, address.credentials == nil else {
                    return nil
                }
                self = .local(text.hasSuffix("/") ? String(text.dropLast()) : text)
            }
        }

        var base: String {
            switch self {
            case .sandbox: "https://sandbox.plaid.com"
            case .production: "https://production.plaid.com"
            case .local(let address): address
            }
        }
    }

    public var environment: Environment
    public var clientID: String
    public var secret: Secret
    /// What Plaid knows the household by; no name and no address.
    public var userID: String
    /// Two letters each (ISO 3166-1).
    public var countries = ["US"]
    /// Where Plaid sends webhooks; nil for none.
    public var webhook: String?

    public init(_ environment: Environment, clientID: String, secret: Secret, userID: String) {
        self.environment = environment
        self.clientID = clientID
        self.secret = secret
        self.userID = userID
    }
}

/// Sends requests to Plaid's API, version 2020-09-14: credentials, pace, what errors mean, trying again.
struct PlaidClient {
    private let http: BankHTTP
    private let settings: PlaidSettings
    let backoff: Backoff
    private let pace: PlaidPace

    init(_ http: BankHTTP, _ settings: PlaidSettings, backoff: Backoff, pace: PlaidPace) {
        self.http = http
        self.settings = settings
        self.backoff = backoff
        self.pace = pace
    }

    /// What a request is for.
    struct Call {
        let path: String
        var fields: [(String, JSON)] = []
        /// A field whose value nobody else may see.
        var secret: (name: String, value: Secret)?
        /// What the connection is called, for errors.
        var name = FeedProvider.plaid.name
        /// The provider's id of the connection; nil before there is one.
        var item: String?

        init(_ path: String, _ fields: [(String, JSON)] = []) {
            self.path = path
            self.fields = fields
        }

        init(_ path: String, of connected: Connected, _ fields: [(String, JSON)] = []) throws(FeedError) {
            self.path = path
            self.fields = fields
            name = connected.connection.name
            item = connected.connection.reference
            guard let token = connected.secret else {
                throw FeedError(.revoked, "this connection no longer has access; run `coach connect plaid` again")
            }
            secret = ("access_token", token)
        }
    }

    /// Seconds for a reply: Plaid answers from what it has.
    private static let patience = 60.0

    /// What is tried again unless a request says otherwise.
    static let passing: Set<FeedError.Reason> = [.network, .provider, .rateLimited, .notReady]

    func ask(
        _ call: Call, retrying reasons: Set<FeedError.Reason> = passing, without unread: [StaticString] = [],
        willSend: () throws(FeedError) -> Void = {}
    ) throws(FeedError) -> JSON {
        let reply = try send(call, retrying: reasons, willSend: willSend)
        do {
            return try JSON.parse(reply.body, without: unread)
        } catch {
            throw FeedError(.malformed, "Plaid's reply isn't valid JSON; try again later")
        }
    }

    /// The reply as a secret, of what holds a token.
    func askSecretly(_ call: Call, retrying reasons: Set<FeedError.Reason> = passing) throws(FeedError) -> Secret {
        var reply = try send(call, retrying: reasons) { () throws(FeedError) in }
        return reply.takeSecret()
    }

    private func send(
        _ call: Call, retrying reasons: Set<FeedError.Reason>, willSend: () throws(FeedError) -> Void
    ) throws(FeedError) -> BankHTTP.Reply {
        var request = BankHTTP.Request(settings.environment.base + call.path)
        request.headers = ["PLAID-CLIENT-ID: \(settings.clientID)", "Plaid-Version: 2020-09-14"]
        request.secretHeaders = [Secret.joined([Secret("PLAID-SECRET: "), settings.secret])]
        request.secretBody = PlaidClient.body(call)
        return try backoff.retrying(reasons) { () throws(FeedError) in
            try willSend()
            // A server on this machine keeps its own pace.
            if case .local = settings.environment {} else { pace.wait(for: call.path, item: call.item) }
            let reply = try http.send(request, to: FeedProvider.plaid.name, within: PlaidClient.patience)
            if reply.status != 200 { throw PlaidClient.failure(reply, name: call.name) }
            return reply
        }
    }

    /// The fields with the secret one among them, which never is a `String`.
    private static func body(_ call: Call) -> Secret {
        let plain = JSON.object(call.fields).text
        guard let secret = call.secret else { return Secret(plain) }
        let rest = call.fields.isEmpty ? "\"}" : "\"," + plain.dropFirst()
        return Secret.joined([Secret("{\"\(secret.name)\":\""), secret.value, Secret(rest)])
    }

    private static func failure(_ reply: BankHTTP.Reply, name: String) -> FeedError {
        if let json = try? JSON.parse(reply.body), json["error_code"]?.string != nil {
            return PlaidErrors.error(json, name: name, retryAfter: reply.retryAfter)
        }
        return FeedError(
            reply.status == 429 ? .rateLimited : .provider,
            "Plaid isn't working right now (\(reply.status)); try again later", retryAfter: reply.retryAfter,
            code: String(reply.status))
    }
}
