import CMicrohttpd
import Glibc

/// Where an answer goes piece by piece, while it is made.
public struct HTTPStream {
    /// Sends status and headers; what the handler returns is not sent then.
    let begin: (_ status: Int, _ headers: [(name: String, value: String)]) -> Void
    /// Sends the next piece; false where nobody takes it any more.
    let write: ([UInt8]) -> Bool

    init(begin: @escaping (Int, [(name: String, value: String)]) -> Void, write: @escaping ([UInt8]) -> Bool) {
        (self.begin, self.write) = (begin, write)
    }

    fileprivate init(_ stream: OpaquePointer) {
        begin = { chttp_begin(stream, UInt32($0), HTTPStream.lines($1)) }
        write = { chttp_write(stream, $0, $0.count) }
    }

    fileprivate static func lines(_ headers: [(name: String, value: String)]) -> String {
        headers.map { "\($0.name):\($0.value)\n" }.joined()
    }
}

/// The sockets: takes requests in, hands them on as values, and sends what comes back. Knows nothing of money.
public final class HTTPServer {
    /// What one server is given.
    public struct Limits: Sendable {
        public var threads = 4
        /// Requests with a thread of their own at the same time.
        public var longest = 32
        public var connections = 1_000
        /// In bytes.
        public var largestBody = 1 << 20
        /// Seconds of silence.
        public var idle = 15
        /// Seconds that a request may take to come in.
        public var patience = 15

        public init() {}
    }

    /// Where it listens.
    public enum Place: Equatable, Sendable {
        /// A numeric address, and a port; 0 for any that is free.
        case address(String, UInt16)
        case path(String)
        /// A socket that is listening already, as systemd hands one over.
        case descriptor(Int32)
    }

    /// Why it can't listen, as one line for people.
    public struct Problem: Error, Equatable {
        public let message: String
    }

    public let port: UInt16
    private let socket: Int32
    /// Answers a request; into the stream, which those that may take long have, or as a whole.
    public typealias Handler = @Sendable (HTTPRequest, HTTPStream?) -> HTTPResponse

    /// What was refused before a handler saw it: no request, or one that is too large, too slow, or one too many.
    public struct Refusal: Equatable, Sendable {
        /// As they came in; empty where they can't be told.
        public let method: String, target: String
        /// As in `HTTPRequest`.
        public let peer: String?
        public let status: Int
        /// As in the answer, where one was sent.
        public let trace: String
    }

    /// Told of refusals.
    public typealias OnRefusal = @Sendable (Refusal) -> Void

    /// Whether a request may take long, by its first line.
    public typealias IsLong = @Sendable (_ method: String, _ target: String) -> Bool

    private let handler: Handler
    private let isLong: IsLong
    private let onRefusal: OnRefusal
    private var server: OpaquePointer?

    /// - Parameter isLong: whether a request may take long; it gets a thread of its own.
    /// - Throws: `Problem` where the place is taken or there is no library.
    public init(
        _ place: Place, isLong: @escaping IsLong = { _, _ in false }, onRefusal: @escaping OnRefusal = { _ in },
        handler: @escaping Handler
    ) throws(Problem) {
        guard chttp_open_library() else {
            throw Problem(message: "`coach serve` needs libmicrohttpd: install the package libmicrohttpd12")
        }
        (self.handler, self.isLong, self.onRefusal) = (handler, isLong, onRefusal)
        switch place {
        case .address(let host, let port): socket = chttp_listen(host, port)
        case .path(let path): socket = chttp_listen_path(path)
        case .descriptor(let descriptor): socket = chttp_adopt(descriptor)
        }
        guard socket >= 0 else { throw Problem(message: String(cString: strerror(errno))) }
        port = chttp_port(socket)
    }

    /// Begins to answer.
    ///
    /// - Parameters:
    ///   - certificate: PEM; nil without TLS.
    ///   - key: of the certificate, PEM.
    public func start(_ limits: Limits = Limits(), certificate: String? = nil, key: String? = nil) throws(Problem) {
        func begin(_ certificate: UnsafePointer<CChar>?, _ key: UnsafePointer<CChar>?) -> OpaquePointer? {
            var options = chttp_options(
                socket: socket, threads: UInt32(limits.threads), connections: UInt32(limits.connections),
                longest: UInt32(limits.longest), largest_body: limits.largestBody, idle: UInt32(limits.idle),
                patience: UInt32(limits.patience),
                certificate: certificate, key: key)
            var callbacks = chttp_callbacks(
                handler: HTTPServer.answer, is_long: HTTPServer.isLong, refuse: HTTPServer.refuse,
                on_refusal: HTTPServer.refused, context: Unmanaged.passUnretained(self).toOpaque())
            return chttp_start(&options, &callbacks)
        }
        if let certificate, let key {
            server = certificate.withCString { text in key.withCString { begin(text, $0) } }
        } else {
            server = begin(nil, nil)
        }
        guard server != nil else {
            throw Problem(
                message: certificate == nil ? "the server can't start" : "the certificate or its key can't be used")
        }
    }

    /// Lets in who has connected already, accepts nothing more, and lets what was asked come to its end.
    public func stop(within seconds: Int = 10) {
        guard let server else { return }
        chttp_stop(server, UInt32(seconds))
        self.server = nil
    }

    deinit { stop(within: 0) }

    /// Keeps the signals that end a process for `waitForSignal`; before any thread begins.
    public static func holdSignals() { chttp_hold_signals() }
    public static func waitForSignal() { _ = chttp_wait() }

    private static let answer:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<chttp_request>?, UnsafeMutablePointer<chttp_response>?
        ) -> Void = { context, request, response in
            guard let context, let request = request?.pointee, let response else { return }
            let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
            let answer =
                HTTPServer.request(request).map { server.handler($0, request.stream.map(HTTPStream.init)) }
                ?? server.unreadable(request)
            HTTPServer.give(answer, to: response)
        }

    private static let refuse:
        @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt64, UnsafeMutablePointer<chttp_response>?) -> Void = {
            _, status, trace, response in
            guard let response else { return }
            let fault = HTTPFault(refusing: Int(status))
            HTTPServer.give(fault.response(isFlat: false, trace: HTTPServer.name(trace)), to: response)
        }

    private static func give(_ answer: HTTPResponse, to response: UnsafeMutablePointer<chttp_response>) {
        response.pointee.status = UInt32(answer.status)
        response.pointee.headers = strdup(HTTPStream.lines(answer.headers))
        response.pointee.length = answer.body.count
        guard !answer.body.isEmpty, let copy = malloc(answer.body.count) else {
            response.pointee.length = 0
            return
        }
        answer.body.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
        response.pointee.body = copy.assumingMemoryBound(to: UInt8.self)
    }

    /// What names a request, as it is written.
    static func name(_ trace: UInt64) -> String {
        let digits = String(trace, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let isLong:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Bool = {
            context, method, target in
            guard let context, let method, let target else { return false }
            let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
            return server.isLong(String(cString: method), String(cString: target))
        }

    private static let refused:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt32,
            UInt64
        ) -> Void = { context, method, target, peer, status, trace in
            guard let context, let method, let target, let peer else { return }
            let refusal = Refusal(
                method: String(cString: method), target: String(cString: target),
                peer: HTTPServer.peer(String(cString: peer)), status: Int(status), trace: HTTPServer.name(trace))
            Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue().onRefusal(refusal)
        }

    private func unreadable(_ raw: chttp_request) -> HTTPResponse {
        let fault = HTTPFault(.invalidRequest, "the address can't be read")
        let trace = HTTPServer.name(UInt64.random(in: 0...(.max)))
        onRefusal(
            Refusal(
                method: String(cString: raw.method), target: String(cString: raw.target),
                peer: HTTPServer.peer(String(cString: raw.peer)), status: fault.code.status, trace: trace))
        return fault.response(isFlat: false, trace: trace)
    }

    private static func peer(_ address: String) -> String? { address.isEmpty ? nil : address }

    private static func request(_ raw: chttp_request) -> HTTPRequest? {
        let lines = String(cString: raw.headers).split(separator: "\n")
        let headers = lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[line.index(after: colon)...]))
        }
        return HTTPRequest(
            String(cString: raw.method), String(cString: raw.target), headers: headers,
            body: Array(UnsafeBufferPointer(start: raw.body, count: raw.length)),
            peer: peer(String(cString: raw.peer)))
    }
}
