import Advice
import Feeds
import Ledger
import Store

/// Why a request is not answered, as programs are told of it.
public struct HTTPFault: Error, Equatable, Sendable {
    public enum Code: String, Sendable {
        case invalidRequest = "INVALID_REQUEST"
        case unauthenticated = "UNAUTHENTICATED"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case methodNotAllowed = "METHOD_NOT_ALLOWED"
        case conflict = "CONFLICT"
        case idempotencyMismatch = "IDEMPOTENCY_MISMATCH"
        case rateLimited = "RATE_LIMITED"
        case noData = "NO_DATA"
        case failed = "INTERNAL_ERROR"
        /// A bank or another service behind this one is at fault.
        case provider = "PROVIDER_ERROR"
        case unavailable = "UNAVAILABLE"
        case tooLarge = "PAYLOAD_TOO_LARGE"
        case addressTooLong = "URI_TOO_LONG"
        case codingUnknown = "UNSUPPORTED_ENCODING"
        case headersTooLarge = "HEADERS_TOO_LARGE"
        case versionUnknown = "HTTP_VERSION_UNKNOWN"

        public var status: Int {
            switch self {
            case .invalidRequest: 400
            case .unauthenticated: 401
            case .forbidden: 403
            case .notFound, .noData: 404
            case .methodNotAllowed: 405
            case .conflict: 409
            case .idempotencyMismatch: 422
            case .rateLimited: 429
            case .failed: 500
            case .provider: 502
            case .unavailable: 503
            case .tooLarge: 413
            case .addressTooLong: 414
            case .codingUnknown: 415
            case .headersTooLarge: 431
            case .versionUnknown: 505
            }
        }
    }

    public let code: Code
    /// One line that says what to do. Never with values of rows.
    public let message: String
    /// Seconds to wait, where waiting helps.
    public var retryAfter: Int?
    /// The methods that there are, where another one was used.
    public var allowed: [String] = []
    /// Whether it's told in the flat form where no route was found: at an address that has no other.
    var isFlat = false

    public init(_ code: Code, _ message: String) { (self.code, self.message) = (code, CardNumber.masked(message)) }

    static let noData = HTTPFault(
        .noData,
        "there are no transactions yet; POST /api/plaid/link-token begins to connect a bank, `coach import FILE` imports a bank file"
    )

    /// For a token that was good once: whoever has it isn't guessing.
    static let over = HTTPFault(.unauthenticated, "this token has expired; get a new one")

    /// For a token that is good elsewhere: whoever has it isn't guessing either.
    static let elsewhere = HTTPFault(
        .unauthenticated, "this token is for another index than the one served here; `coach token add` gives one out")

    /// For a sign-in of somebody who has another index.
    static let signInElsewhere = HTTPFault(
        .forbidden,
        "this sign-in is for another index than the one served here; “openid_people” in config.json says for which")

    static let readsOnly = HTTPFault(
        .forbidden, "that would change something; it takes a token with the scope write")

    /// What is refused before it is known which route it was for, by its status.
    init(refusing status: Int) {
        switch status {
        case 413: self.init(.tooLarge, "the body is too large; a megabyte is the most")
        case 414: self.init(.addressTooLong, "the address is too long or has too many parameters")
        case 431: self.init(.headersTooLarge, "the headers are too large; 30 kilobytes are the most")
        case 505: self.init(.versionUnknown, "this server speaks HTTP/1.1 and HTTP/1.0")
        case 503:
            self.init(.unavailable, "too many requests of this kind are running; try again in a few seconds")
            retryAfter = 5
        case 500...: self.init(.failed, "the request can't be taken in now; try again later")
        default:
            self.init(.invalidRequest, "the request can't be read: its first line, a header, or its length is wrong")
        }
    }

    /// Any error of the rooms below. What is not meant for the one who asks is not said.
    init(_ error: any Error) {
        switch error {
        case let fault as HTTPFault: self = fault
        case let error as StoreError where error.reason == .readOnly: self = .readsOnly
        case let error as StoreError where error.reason == .cardNumber: self.init(.invalidRequest, error.message)
        case let error as RequestError: self.init(.invalidRequest, "the request can't be read: \(error)")
        case let error as RuleError: self.init(.invalidRequest, error.message)
        case let error as FixProblem: self.init(.invalidRequest, error.message)
        case let error as FeedError: self.init(error)
        case let error as ToolError: self.init(error, at: .http)
        case let error as CorrectionError: self.init(.invalidRequest, error.message)
        case let error as UnknownTransaction: self.init(.notFound, "there's no transaction \(error.id)")
        default: self.init(.failed, "it couldn't be computed; `coach doctor` checks the index")
        }
    }

    init(_ error: ToolError, at door: DoorWords.Door) {
        self.init(.invalidRequest, "\(error.reason.text(at: door)); \(error.hint.text(at: door))")
    }

    private init(_ error: FeedError) {
        let code: Code =
            switch error.reason {
            case .rateLimited: .rateLimited
            case .refused: .invalidRequest
            case .relink, .revoked, .lost, .key, .configuration: .conflict
            case .network, .provider, .notReady, .budget, .cancelled, .malformed, .mutated, .index: .provider
            }
        // What these say is for whoever sets the server up, and names its files.
        let isOfSetUp = [.key, .configuration, .index].contains(error.reason)
        self.init(
            code,
            isOfSetUp ? "this server isn't set up for that; `coach connect` says what is missing" : error.message
        )
        retryAfter = error.retryAfter.map { Int($0.rounded(.up)) }
    }

    /// - Parameters:
    ///   - isFlat: as the Guardian API has errors, a word and a sentence; else as Safepocket's.
    ///   - trace: names the request in the log.
    func response(isFlat: Bool, trace: String) -> HTTPResponse {
        let json: JSON =
            isFlat
            ? .object([
                ("error", .string(code.rawValue)), ("message", .string(message)), ("traceId", .string(trace)),
            ])
            : .object([
                (
                    "error",
                    .object([
                        ("code", .string(code.rawValue)), ("message", .string(message)), ("details", .object([])),
                    ])
                ), ("traceId", .string(trace)),
            ])
        var response = HTTPResponse(json, status: code.status)
        if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
        if !allowed.isEmpty { response.headers.append(("Allow", allowed.joined(separator: ", "))) }
        if code == .unauthenticated { response.headers.append(("WWW-Authenticate", "Bearer")) }
        return response
    }
}
