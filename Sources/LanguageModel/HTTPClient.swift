import CCurl
import Glibc

/// What makes the first request of a process quicker. Nothing is sent and nobody is connected to.
public enum ModelConnections {
    /// Opens what requests need.
    public static func prepare() { _ = ccurl_open() }
}

/// One request to an endpoint as bytes, and its answer: libcurl at the edge, nothing of any protocol.
final class HTTPClient {
    struct Request {
        var address: ModelAddress
        /// `Name: value`; may hold a key.
        var headers: [String]
        var body: String
        var connectTimeout: Double
        var certificates: String?
    }

    enum End: Hashable {
        case whole, noHost, noProxy, noConnection, connectTimeout, certificate, tls, broken, tooLarge, other
        /// No libcurl here, or no memory.
        case impossible
        /// The receiver wanted no more.
        case stopped
        /// Nothing came in time.
        case silent
        /// What came was not whole in time.
        case overdue
        case cancelled
    }

    /// Larger answers are no chat.
    private static let largestAnswer: UInt64 = 256 << 20
    /// Milliseconds between two looks at the cancellation, while nothing comes.
    private static let patience: Int32 = 25

    private let client: OpaquePointer?

    init() { client = ccurl_client_new() }
    deinit { if let client { ccurl_client_free(client) } }

    /// libcurl is there.
    var isAvailable: Bool { client != nil }

    /// Of the last answer; 0 when none came.
    var status: Int { client.map { Int(ccurl_client_status($0)) } ?? 0 }
    /// The request is on its way: the connection is there, and its encryption.
    var isConnected: Bool { client.map(ccurl_client_is_connected) ?? false }
    var head: ResponseHead { ResponseHead(client.map { String(cString: ccurl_client_head($0)) } ?? "") }

    /// Seconds since some moment, never going back.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Sends the request and gives the bytes of the answer as they come.
    ///
    /// - Parameters:
    ///   - deadline: until when something must come, in the time of `now`; asked again after every piece.
    ///   - didSend: once, as soon as the request is on its way.
    ///   - body: false ends the exchange.
    func send(
        _ request: Request, cancellation: Cancellation, deadline: () -> Double, didSend: () -> Void,
        body: (UnsafeRawBufferPointer) -> Bool
    ) -> End {
        guard let client, start(request) else { return .impossible }
        var isSent = false
        while true {
            if cancellation.isCancelled { return stop(.cancelled) }
            let result = ccurl_client_step(client, Self.patience)
            if !isSent, isConnected {
                isSent = true
                didSend()
            }
            var length = 0
            if let bytes = ccurl_client_body(client, &length), length > 0 {
                let goesOn = body(UnsafeRawBufferPointer(start: bytes, count: length))
                ccurl_client_clear_body(client)
                if !goesOn { return stop(.stopped) }
            }
            if result != CCURL_RUNNING { return Self.end(result) }
            if Self.now() > deadline() { return stop(.silent) }
        }
    }

    /// Closes what is still open, and lets go of the headers.
    func stop() { if let client { ccurl_client_stop(client) } }

    private func stop(_ end: End) -> End {
        stop()
        return end
    }

    private func start(_ request: Request) -> Bool {
        // Compressing holds words back. An empty value takes out the header that libcurl would add to large requests, to
        // wait for a permission.
        let own = ["Content-Type: application/json", "User-Agent: coach", "Accept-Encoding: identity", "Expect:"]
        let lines = (own + request.headers).map { strdup($0) }
        defer {
            for line in lines {
                if let line { explicit_bzero(line, strlen(line)) }
                free(line)
            }
        }
        var body = request.body
        return body.withUTF8 { body in
            request.address.text.withCString { url in
                lines.map { UnsafePointer($0) }.withUnsafeBufferPointer { lines in
                    func start(_ certificates: UnsafePointer<CChar>?) -> Bool {
                        var request = ccurl_request(
                            url: url, is_get: false, headers: lines.baseAddress, header_count: lines.count,
                            body: body.baseAddress,
                            body_length: body.count, is_body_kept: false,
                            connect_timeout_milliseconds: Int(request.connectTimeout * 1000),
                            largest_reply: Self.largestAnswer, is_direct: request.address.isLoopback,
                            certificates: certificates)
                        return ccurl_client_start(client, &request)
                    }
                    return request.certificates?.withCString(start) ?? start(nil)
                }
            }
        }
    }

    private static func end(_ result: ccurl_result) -> End {
        switch result {
        case CCURL_OK: .whole
        case CCURL_NO_HOST: .noHost
        case CCURL_NO_PROXY: .noProxy
        case CCURL_NO_CONNECTION: .noConnection
        case CCURL_CONNECT_TIMEOUT: .connectTimeout
        case CCURL_CERTIFICATE: .certificate
        case CCURL_TLS: .tls
        case CCURL_BROKEN: .broken
        case CCURL_TOO_LARGE: .tooLarge
        default: .other
        }
    }
}
