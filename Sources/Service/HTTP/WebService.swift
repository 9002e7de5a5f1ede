import Advice
import CCrypto
import Ledger
import Store

/// Answers requests of HTTP as values: finds the route, asks who may, and runs it. No sockets.
public final class WebService: Sendable {
    public struct Settings: Sendable {
        /// Names by which the server may be called; numeric addresses and `localhost` always are.
        public var hosts: [String] = []
        /// Origins of pages that may read answers; none unless configured.
        public var origins: [String] = []
        /// Whether whoever reaches it may read and try changes: of the sample only.
        public var isOpen = false
        /// Requests a minute for each token.
        public var rate = 1_200
        public var version = ""
        public var tokens: @Sendable () throws -> TokenBook
        public var today: @Sendable () -> CivilDate
        /// Seconds since 1970-01-01 UTC.
        public var now: @Sendable () -> Int64

        public init(
            tokens: @escaping @Sendable () throws -> TokenBook, today: @escaping @Sendable () -> CivilDate,
            now: @escaping @Sendable () -> Int64
        ) {
            (self.tokens, self.today, self.now) = (tokens, today, now)
        }
    }

    /// What the log says of a request: neither money nor tokens nor what was asked.
    public struct LogEntry: Sendable {
        public let method: String
        /// The route's template, or `-` where there is none.
        public let route: String
        public let status: Int
        /// The token's name, or `-`.
        public let device: String
        public let trace: String
    }

    let settings: Settings
    let households: Households
    private let memory: IdempotencyBook?
    private let rates = RateLimiter()
    private let log: @Sendable (LogEntry) -> Void

    /// - Parameter memory: where answers to writes are kept for a day; nil keeps none.
    public init(
        _ settings: Settings, _ households: Households, memory: IdempotencyBook? = nil,
        log: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) {
        (self.settings, self.households, self.memory, self.log) = (settings, households, memory, log)
    }

    public func respond(to request: HTTPRequest) -> HTTPResponse {
        let trace = WebService.newTrace()
        var found: (route: Route, path: [String: String])?
        var device = "-"
        var response: HTTPResponse
        do {
            try checkCaller(request)
            if let preflight = preflight(request) { return preflight }
            found = try route(of: request)
            response = try answer(request, found!.route, found!.path, &device)
        } catch {
            let isGuardian = found?.route.isFlat ?? false
            response = HTTPFault(error).response(isFlat: isGuardian, trace: trace)
        }
        response.headers += [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store")]
        response.headers += corsHeaders(request)
        log(
            LogEntry(
                method: found?.route.method ?? "-", route: found?.route.template ?? "-", status: response.status,
                device: device, trace: trace))
        return response
    }

    // MARK: Where it comes from

    /// A page of another site must not reach what listens here, under whatever name.
    private func checkCaller(_ request: HTTPRequest) throws {
        let hosts = request.headers.filter { $0.name == "host" }
        guard hosts.count == 1 else { throw HTTPFault(.invalidRequest, "the request must have one Host") }
        if request.peer != nil, !isOwnName(hosts[0].value) {
            throw HTTPFault(.forbidden, "this server isn't known by that name; `coach serve --host NAME` allows one")
        }
        if let origin = request.header("origin"), !settings.origins.contains(origin) {
            throw HTTPFault(.forbidden, "pages of that origin may not ask; `coach serve --allow-origin` allows one")
        }
    }

    private func isOwnName(_ host: String) -> Bool {
        var name = host.lowercased()[...]
        if name.hasPrefix("[") {
            return name.dropFirst().prefix { $0 != "]" }.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        if let colon = name.lastIndex(of: ":") { name = name[..<colon] }
        let isNumeric = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        return isNumeric || name == "localhost" || settings.hosts.contains { $0.lowercased() == name }
    }

    private func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", request.header("origin") != nil else { return nil }
        return HTTPResponse(
            204,
            headers: corsHeaders(request) + [
                ("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE"),
                ("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key"),
                ("Access-Control-Max-Age", "600"),
            ])
    }

    private func corsHeaders(_ request: HTTPRequest) -> [(String, String)] {
        guard let origin = request.header("origin"), settings.origins.contains(origin) else { return [] }
        return [("Access-Control-Allow-Origin", origin), ("Vary", "Origin")]
    }

    private func route(of request: HTTPRequest) throws -> (Route, [String: String]) {
        var allowed: [String] = []
        for route in Routes.all {
            guard let path = route.match(request.path) else { continue }
            if route.method == request.method { return (route, path) }
            if !allowed.contains(route.method) { allowed.append(route.method) }
        }
        guard !allowed.isEmpty else {
            throw HTTPFault(.notFound, "there's nothing here; /openapi.json lists all there is")
        }
        var fault = HTTPFault(.methodNotAllowed, "that method isn't for this address")
        fault.allowed = allowed
        throw fault
    }

    // MARK: Who it is

    private func answer(
        _ request: HTTPRequest, _ route: Route, _ path: [String: String], _ device: inout String
    ) throws -> HTTPResponse {
        var grant = Grant(device: "-", person: TokenBook.owner, scope: .read)
        if let scope = route.scope {
            grant = try self.grant(request)
            device = grant.device
            guard grant.scope >= scope else {
                throw HTTPFault(.forbidden, "that takes a token with the scope \(scope.rawValue)")
            }
        }
        let call = Call(request: request, path: path, grant: grant, service: self)
        guard route.isWriting, let memory, let key = request.header("idempotency-key") else {
            return try route.run(call)
        }
        return try memory.once(key, of: grant, request, now: settings.now()) { try route.run(call) }
    }

    private func grant(_ request: HTTPRequest) throws -> Grant {
        guard let header = request.header("authorization") else {
            // Only their owner reaches Unix sockets; the sample is nobody's.
            if settings.isOpen { return Grant(device: "demo", person: TokenBook.owner, scope: .admin) }
            if request.peer == nil { return Grant(device: "socket", person: TokenBook.owner, scope: .admin) }
            throw HTTPFault(
                .unauthenticated, "a token is needed: `coach token add phone`, then Authorization: Bearer TOKEN")
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
        guard isBearer, let grant = try settings.tokens().grant(String(parts[1]), at: settings.now()) else {
            // Of failures only: who has a token isn't kept out by whoever guesses.
            try check(rates.take("guess " + (request.peer ?? ""), perMinute: 10, now: settings.now()))
            throw HTTPFault(.unauthenticated, "this token isn't valid, or not any more; `coach token add` makes one")
        }
        try check(rates.take(grant.device, perMinute: settings.rate, now: settings.now()))
        return grant
    }

    private func check(_ wait: Int?) throws {
        guard let wait else { return }
        var fault = HTTPFault(.rateLimited, "too many requests; wait \(wait) seconds")
        fault.retryAfter = wait
        throw fault
    }

    private static func newTrace() -> String {
        String(UInt64.random(in: 0...(.max)), radix: 16)
    }
}
