import Advice
import CCrypto
import Coaching
import Feeds
import Glibc
import Ledger
import Payments
import Store
import Synchronization

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
        /// Whose access tokens are taken beside coach's own; nil for nobody's.
        public var openID: OpenIDProvider?
        /// nil where no bank can be reached.
        public var banks: BankDoor?
        /// Tells a summary in a model's words; nil where none is configured.
        public var teller: SummaryTelling?
        /// Says answers in a model's words, and reads lines that are in doubt; nil where none is configured.
        public var speaker: (@Sendable (HouseholdIndex) throws -> Speaker?)?
        /// What commands of the terminal need to be about somebody's index.
        public var target: @Sendable (_ person: String) -> ProgramWords.Target = { person in
            ProgramWords.Target(options: person == TokenBook.owner ? [] : ["--person \(person)"])
        }
        /// How long positions are kept.
        public var positionHours = LocationGuard.mostHours
        /// The payment provider of an index, which most have none of.
        public var payments: @Sendable (HouseholdIndex) -> PaymentSetup = { index in
            PaymentSetup(index) { () throws(FeedError) in
                throw FeedError(.key, "there's no key for secrets here")
            }
        }
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

    let settings: Settings
    let households: Households
    private let keys = IdempotencyBook()
    let plaidKeys = PlaidKeyRing()
    let nudges = SaidNudges()
    private let rates = RateLimiter()
    private let log: @Sendable (LogEntry) -> Void

    public init(
        _ settings: Settings, _ households: Households, log: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) {
        (self.settings, self.households, self.log) = (settings, households, log)
    }

    /// Reads what first questions need, so that none of those who ask first waits for that.
    ///
    /// - Parameters:
    ///   - threads: that answer beside one another.
    ///   - seconds: that are waited for at most: an index may be held by another program.
    public func warmUp(threads: Int, within seconds: Double = 2) {
        let isDone = Done()
        Background.run { [self] in
            // The table is made when it is first looked at.
            _ = Routes.all.count
            households.warmUp(settings.today(), seats: threads)
            isDone.flag.store(true, ordering: .releasing)
        }
        for _ in 0..<Int(seconds * 1_000) where !isDone.flag.load(ordering: .acquiring) { usleep(1_000) }
    }

    private final class Done: Sendable { let flag = Atomic(false) }

    /// Overwrites positions when their time is over, until the process ends.
    ///
    /// - Parameter stamp: how somebody's files stand.
    public func watchPositions(stamp: @escaping HookClock.Stamp, report: @escaping PositionClock.Report) {
        PositionClock(households, hours: settings.positionHours, stamp: stamp, report: report).run(now: settings.now)
    }

    /// Asks about charges that wait for their provider, until the process ends.
    ///
    /// - Parameter stamp: how somebody's files stand.
    public func watchCharges(stamp: @escaping HookClock.Stamp, report: @escaping ChargeClock.Report) {
        let settings = settings
        ChargeClock(households, stamp: stamp, report: report) { index in
            try settings.payments(index).sweep(today: settings.today(), now: settings.now)
        }.run(now: settings.now)
    }

    /// - Parameter stream: takes events as they come, where the client wants these.
    public func respond(to request: HTTPRequest, through stream: HTTPStream? = nil) -> HTTPResponse {
        let trace = WebService.newTrace()
        var found: (route: Route, path: [String: String])?
        var device = "-"
        var response: HTTPResponse
        let events = EventStream(stream, commonHeaders(request))
        events.words = words(for: TokenBook.owner)
        do {
            try checkCaller(request)
            if let preflight = preflight(request) {
                response = preflight
            } else {
                found = try route(of: request)
                response = try answer(request, found!.route, found!.path, &device, trace, events)
            }
        } catch {
            let fault = HTTPFault(error)
            response = fault.response(isFlat: found?.route.isFlat ?? fault.isFlat, trace: trace)
        }
        response = events.words.said(response)
        response.headers += commonHeaders(request)
        log(
            LogEntry(
                request.method, request.path, template: found?.route.template, peer: request.peer,
                status: response.status,
                device: device, trace: trace, at: settings.now()))
        return response
    }

    /// Has the log say what the server refused by itself.
    public func note(_ refusal: HTTPServer.Refusal) {
        let target = HTTPRequest.split(refusal.target)?.target ?? refusal.target[...]
        let path = target.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        log(
            LogEntry(
                refusal.method, path, peer: refusal.peer, status: refusal.status, trace: refusal.trace,
                at: settings.now()))
    }

    private func words(for person: String) -> ProgramWords { ProgramWords.http.about(settings.target(person)) }

    // MARK: Where it comes from

    /// A page of another site must not reach what listens here, under whatever name.
    private func checkCaller(_ request: HTTPRequest) throws {
        let hosts = request.headers.filter { $0.name == "host" }
        guard hosts.count == 1 else { throw HTTPFault(.invalidRequest, "the request must have one Host") }
        if request.peer != nil, !isOwnName(hosts[0].value) {
            throw HTTPFault(.forbidden, "this server isn't known by that name; `coach serve --host NAME` allows one")
        }
        if let coding = request.header("content-encoding"), coding.lowercased() != "identity" {
            throw HTTPFault(.codingUnknown, "the body must come as it is, without Content-Encoding")
        }
        if let origin = request.header("origin"), !settings.origins.contains(origin) {
            throw HTTPFault(.forbidden, "pages of that origin may not ask; `coach serve --allow-origin` allows one")
        }
    }

    private func isOwnName(_ host: String) -> Bool {
        var name = host.lowercased()[...]
        // A port is digits, and nothing else stands behind a name.
        func isPort(_ text: Substring) -> Bool { text.allSatisfy { $0.isASCII && $0.isNumber } }
        if name.hasPrefix("[") {
            let address = name.dropFirst().prefix { $0 != "]" }
            let rest = name.dropFirst(address.count + 1)
            return !address.isEmpty && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
                && (rest == "]" || rest.hasPrefix("]:") && isPort(rest.dropFirst(2)))
        }
        if let colon = name.firstIndex(of: ":") {
            guard isPort(name[colon...].dropFirst()) else { return false }
            name = name[..<colon]
        }
        let isNumeric = !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
        return isNumeric || name == "localhost" || settings.hosts.contains { $0.lowercased() == name }
    }

    private func preflight(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method == "OPTIONS", request.header("origin") != nil else { return nil }
        return HTTPResponse(
            204,
            headers: [
                ("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE"),
                (
                    "Access-Control-Allow-Headers",
                    "Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name"
                ),
                ("Access-Control-Max-Age", "600"),
            ])
    }

    private func commonHeaders(_ request: HTTPRequest) -> [(name: String, value: String)] {
        [("X-Content-Type-Options", "nosniff"), ("Cache-Control", "no-store")] + corsHeaders(request)
    }

    private func corsHeaders(_ request: HTTPRequest) -> [(String, String)] {
        guard let origin = request.header("origin"), settings.origins.contains(origin) else { return [] }
        return [
            ("Access-Control-Allow-Origin", origin), ("Vary", "Origin"),
            ("Access-Control-Expose-Headers", "\(Route.notesHeader), Idempotency-Replayed, Retry-After"),
        ]
    }

    /// Whether a request may take long, by its first line.
    public func isLong(_ method: String, _ target: String) -> Bool {
        guard method != "GET" || target.contains("generateAi") else { return false }
        guard let request = HTTPRequest(method, target), let route = try? route(of: request).0 else { return false }
        return isLong(route) || route.isSlow
    }

    /// Words of coach's own are there at once.
    private func isLong(_ route: Route) -> Bool { route.isLong || route.streams && settings.speaker != nil }

    private func route(of request: HTTPRequest) throws -> (Route, [String: String]) {
        var found = Routes.all.compactMap { route in route.match(request.path).map { (route, $0) } }
        // An address that is written out goes before one with a part in braces.
        if found.contains(where: { $0.1.isEmpty }) { found.removeAll { !$0.1.isEmpty } }
        // What is asked for the head alone is answered as the whole; the server leaves the body out (RFC 9110, section 9.3.2).
        let method = request.method == "HEAD" ? "GET" : request.method
        if let match = found.first(where: { $0.0.method == method }) { return match }
        let methods = found.map(\.0.method)
        let allowed = methods.contains("GET") ? methods + ["HEAD"] : methods
        guard !allowed.isEmpty else {
            throw HTTPFault(.notFound, "there's nothing here; /openapi.json lists all there is")
        }
        var fault = HTTPFault(.methodNotAllowed, "that method isn't for this address")
        fault.allowed = allowed
        fault.isFlat = found.allSatisfy(\.0.isFlat)
        throw fault
    }

    // MARK: Who it is

    private func answer(
        _ request: HTTPRequest, _ route: Route, _ path: [String: String], _ device: inout String,
        _ trace: String, _ events: EventStream
    ) throws -> HTTPResponse {
        var grant = Grant(device: "-", person: TokenBook.owner, scope: .read)
        if route.scope != nil {
            grant = try self.grant(request)
            device = grant.name
            events.words = words(for: grant.person)
        }
        var call = Call(
            route: route, request: request, path: path, grant: grant, service: self, trace: trace, events: events)
        if let scope = route.scope { try call.needs(scope) }
        try KnownNames(route: route).check(request)
        guard request.headers.count(where: { $0.name == "idempotency-key" }) <= 1 else {
            throw HTTPFault(.invalidRequest, "the request must have one Idempotency-Key")
        }
        guard route.isWriting, let key = request.header("idempotency-key") else { return try route.run(call) }
        let keyed = try KeyedRequest(key, of: grant, request, now: settings.now())
        call.keyed = keyed
        return try households.with(grant.person, makes: route.makesIndex) { seat in
            call.seat = seat
            guard isLong(route) || route.isInSteps else {
                return try keys.whole(keyed, in: seat.index, replay: call.replay) { try route.run(call) }
            }
            return try keys.steps(keyed, in: seat.index, replay: call.replay) { isResumed in
                call.isResumed = isResumed
                return try route.run(call)
            }
        }
    }

    private func grant(_ request: HTTPRequest) throws -> Grant {
        guard request.headers.count(where: { $0.name == "authorization" }) <= 1 else {
            throw HTTPFault(.invalidRequest, "the request must have one Authorization")
        }
        guard let header = request.header("authorization") else {
            // Whoever reaches a Unix socket as its owner is the owner; the sample is nobody's.
            if settings.isOpen { return Grant(device: "demo", person: TokenBook.owner, scope: .admin) }
            if request.peer == nil { return Grant(device: "socket", person: TokenBook.owner, scope: .admin) }
            throw HTTPFault(
                .unauthenticated, "a token is needed, as Authorization: Bearer TOKEN; `coach token add` gives one out")
        }
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
        guard isBearer, let grant = try grant(ofToken: String(parts[1])) else {
            // Of guesses only: who has a token isn't kept out by whoever guesses, nor by one that is over.
            try check(rates.take("guess " + (request.peer ?? ""), perMinute: 10, now: settings.now()))
            throw HTTPFault(.unauthenticated, "this token isn't valid; `coach token add` gives one out")
        }
        try count(grant)
        return grant
    }

    /// Counts one request more of whoever asks.
    ///
    /// - Throws: 429 where these are too many.
    func count(_ grant: Grant) throws(HTTPFault) {
        try check(rates.take("token " + grant.name, perMinute: settings.rate, now: settings.now()))
    }

    private func grant(ofToken token: String) throws -> Grant? {
        if let provider = settings.openID, OpenIDProvider.isSigned(token) {
            return try provider.grant(token, at: settings.now())
        }
        let book: TokenBook
        do { book = try settings.tokens() } catch {
            throw HTTPFault(.unavailable, "who may ask can't be read here; `coach token` says why")
        }
        return try book.grant(token, at: settings.now())
    }

    /// - Throws: 429 for more requests of that kind than may be.
    func limit(_ key: String, perMinute most: Int) throws {
        try check(rates.take(key, perMinute: most, now: settings.now()))
    }

    private func check(_ wait: Int?) throws(HTTPFault) {
        guard let wait else { return }
        var fault = HTTPFault(.rateLimited, "too many requests; wait \(wait) seconds")
        fault.retryAfter = wait
        throw fault
    }

    private static func newTrace() -> String {
        HTTPServer.name(UInt64.random(in: 0...(.max)))
    }
}
