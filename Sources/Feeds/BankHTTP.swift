import CCurl
import Glibc

/// Requests to a provider as bytes: libcurl at the edge, nothing of any protocol.
public final class BankHTTP {
    /// A reply as a whole.
    public struct Reply: Sendable {
        public let status: Int
        public internal(set) var body: [UInt8]
        /// Seconds, where the provider says when to come again.
        public let retryAfter: Double?

        public init(status: Int, body: [UInt8], retryAfter: Double? = nil) {
            (self.status, self.body, self.retryAfter) = (status, body, retryAfter)
        }

        /// Takes the body as a secret and overwrites it.
        mutating func takeSecret() -> Secret {
            body.withUnsafeMutableBytes { bytes in
                defer { if let start = bytes.baseAddress { explicit_bzero(start, bytes.count) } }
                return Secret(copying: UnsafeRawBufferPointer(bytes))
            }
        }
    }

    public struct Request: Sendable {
        /// Without credentials.
        public var address: String
        /// nil for GET; empty for a POST without a body.
        public var body: [UInt8]?
        /// The same for a body that holds a token; takes precedence over `body`.
        public var secretBody: Secret?
        /// `Name: value`, each.
        public var headers: [String] = []
        /// The same for lines that hold a token.
        public var secretHeaders: [Secret] = []

        public init(_ address: String) { self.address = address }
    }

    /// The whole reply of a bank with thousands of rows is far smaller.
    private static let largestReply: UInt64 = 256 << 20
    private static let connectTimeout = 15_000
    /// Milliseconds between two looks at the cancellation.
    private static let patience: Int32 = 50

    private let certificates: String?
    let isCancelled: @Sendable () -> Bool
    /// Seconds for a whole reply: banks are asked while the request waits.
    private let timeout: Double
    // Opened with the first request.
    private var client: OpaquePointer?

    /// - Parameters:
    ///   - certificates: a file of certificates to trust instead of the system's.
    ///   - isCancelled: asked some times a second.
    public init(
        certificates: String? = nil, timeout: Double = 180, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.certificates = certificates
        self.timeout = timeout
        self.isCancelled = isCancelled
    }

    deinit { if let client { ccurl_client_free(client) } }

    /// Seconds since some moment, never going back.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// - Parameters:
    ///   - provider: what it is called in errors.
    ///   - seconds: for the whole reply, where that is less than what banks take.
    public func send(_ request: Request, to provider: String, within seconds: Double? = nil) throws(FeedError) -> Reply
    {
        if client == nil { client = ccurl_client_new() }
        guard let client, start(client, request) else {
            throw FeedError(
                .configuration, "bank connections need libcurl, which isn't here: install the package libcurl4")
        }
        defer { withExtendedLifetime(request) { ccurl_client_stop(client) } }
        // Room for a token, which growing would leave behind.
        var body: [UInt8] = []
        body.reserveCapacity(16_384)
        let timeout = min(seconds ?? timeout, timeout)
        let deadline = BankHTTP.now() + timeout
        while true {
            if isCancelled() { throw FeedError.cancelled }
            let result = ccurl_client_step(client, BankHTTP.patience)
            var length = 0
            if let bytes = ccurl_client_body(client, &length), length > 0 {
                body += UnsafeBufferPointer(start: bytes, count: length)
                ccurl_client_clear_body(client)
            }
            if result == CCURL_OK { break }
            if result != CCURL_RUNNING { throw BankHTTP.failure(result, provider) }
            if BankHTTP.now() > deadline {
                var error = FeedError(
                    .network, "\(provider) didn't answer within \(Int(timeout)) seconds; try again later",
                    mayHaveArrived: true)
                error.hasTimedOut = true
                throw error
            }
        }
        return Reply(
            status: Int(ccurl_client_status(client)), body: body,
            retryAfter: BankHTTP.retryAfter(String(cString: ccurl_client_head(client))))
    }

    private func start(_ client: OpaquePointer, _ request: Request) -> Bool {
        let own =
            ["User-Agent: coach", "Accept: application/json", "Accept-Encoding: identity", "Expect:"]
            + contentType(request)
        var lines = (own + request.headers).map { strdup($0) }
        for secret in request.secretHeaders {
            lines.append(
                secret.withBytes { bytes in
                    let line = malloc(bytes.count + 1)?.assumingMemoryBound(to: CChar.self)
                    line?[bytes.count] = 0
                    if let line, let start = bytes.baseAddress { memcpy(line, start, bytes.count) }
                    return line
                })
        }
        defer {
            for line in lines {
                if let line { explicit_bzero(line, strlen(line)) }
                free(line)
            }
        }
        return request.address.withCString { url in
            lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
                BankHTTP.withBody(of: request) { body in
                    func start(_ certificates: UnsafePointer<CChar>?) -> Bool {
                        var call = ccurl_request(
                            url: url, is_get: request.body == nil && request.secretBody == nil,
                            headers: lines.baseAddress,
                            header_count: lines.count,
                            body: body.baseAddress, body_length: body.count,
                            // Secrets lie where they are as long as the request lives, which is longer than this call.
                            is_body_kept: request.secretBody != nil,
                            connect_timeout_milliseconds: BankHTTP.connectTimeout, largest_reply: BankHTTP.largestReply,
                            is_direct: BankAddress(request.address)?.isLoopback ?? false, certificates: certificates)
                        return ccurl_client_start(client, &call)
                    }
                    return certificates?.withCString(start) ?? start(nil)
                }
            }
        }
    }

    private func contentType(_ request: Request) -> [String] {
        if request.headers.contains(where: { $0.hasPrefix("Content-Type:") }) { return [] }
        if request.secretBody != nil { return ["Content-Type: application/json"] }
        return request.body.map { [$0.isEmpty ? "Content-Type:" : "Content-Type: application/json"] } ?? []
    }

    private static func withBody<T>(of request: Request, _ take: (UnsafeBufferPointer<UInt8>) -> T) -> T {
        guard let secret = request.secretBody else { return (request.body ?? []).withUnsafeBufferPointer(take) }
        return secret.withBytes { take($0.assumingMemoryBound(to: UInt8.self)) }
    }

    private static func failure(_ result: ccurl_result, _ provider: String) -> FeedError {
        switch result {
        case CCURL_NO_HOST: FeedError(.network, "\(provider) can't be found; is this machine online?")
        case CCURL_NO_PROXY: FeedError(.network, "the proxy to \(provider) doesn't work; check https_proxy")
        case CCURL_NO_CONNECTION, CCURL_CONNECT_TIMEOUT:
            FeedError(.network, "\(provider) can't be reached; is this machine online?")
        case CCURL_CERTIFICATE:
            FeedError(
                .configuration,
                "\(provider) shows a certificate that isn't trusted, so nothing was sent; check the clock and ca-certificates"
            )
        case CCURL_TLS: FeedError(.network, "couldn't make an encrypted connection to \(provider); try again later")
        case CCURL_TOO_LARGE:
            FeedError(
                .malformed, "\(provider) sent far more data than any bank would; try again later", mayHaveArrived: true
            )
        default:
            FeedError(.network, "the connection to \(provider) broke; try again later", mayHaveArrived: true)
        }
    }

    /// - Parameter head: the head of a reply.
    private static func retryAfter(_ head: String) -> Double? {
        for line in head.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "retry-after" else { continue }
            return Double(parts[1].drop { $0 == " " }.prefix { $0.isNumber })
        }
        return nil
    }
}

/// The parts of an address that matter here.
public struct BankAddress: Equatable {
    public let isEncrypted: Bool
    public let host: String
    /// What stands before the host, as it is written; nil without an `@`.
    public let credentials: Substring?
    /// Everything but the credentials.
    let bare: String

    public init?(_ text: String) {
        guard let end = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<end.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        let rest = text[end.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let at = authority.lastIndex(of: "@")
        let place = at.map { authority[authority.index(after: $0)...] } ?? authority
        let name =
            place.hasPrefix("[") ? place.dropFirst().prefix { $0 != "]" } : place.prefix { $0 != ":" }
        guard !name.isEmpty, text.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) else { return nil }
        isEncrypted = scheme == "https"
        host = name.lowercased()
        credentials = at.map { authority[..<$0] }
        bare = "\(scheme)://\(place)\(rest[authority.endIndex...])"
    }

    /// This very machine: what is sent there needs no encryption (RFC 6761, RFC 1122).
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
