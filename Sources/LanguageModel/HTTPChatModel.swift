import Glibc
import Ledger

/// Makes the model that the settings describe. Nothing is opened, run or sent before the first request.
///
/// - Parameters:
///   - cancellation: ends an exchange at once when it is set.
///   - didSend: is given each request that left, also a repeated one, and its exact body.
/// - Throws: `ModelError` where unencrypted HTTP would leave this machine and is not allowed.
public func makeModel(
    _ settings: ModelSettings, cancellation: Cancellation = Cancellation(), retries: RetryPolicy = RetryPolicy(),
    didSend: @escaping (ChatRequest, String) -> Void = { _, _ in }
) throws(ModelError) -> HTTPChatModel {
    guard settings.address.isEncrypted || settings.address.isLoopback || settings.allowsInsecureHTTP else {
        throw ModelError(
            .configuration,
            "\(settings.address.origin) is not encrypted: use https://, or set “allow_insecure_http” in config.json")
    }
    return HTTPChatModel(settings, cancellation: cancellation, retries: retries, didSend: didSend)
}

/// A model behind HTTP. It keeps its connection, its key and what it learned of the endpoint between requests.
public final class HTTPChatModel: ChatModel {
    /// How to wait and to draw lots, which tests replace.
    struct Effects {
        /// 0 to 1.
        var random: () -> Double = { Double.random(in: 0...1) }
        /// Seconds since 1970-01-01 UTC, for a `Retry-After` that is a date in a reply without one of its own.
        var clock: () -> Int = { time(nil) }
        /// Seconds since some moment, never going back, for how long an endpoint is left alone.
        var now: () -> Double = HTTPClient.now
        /// Waits so many seconds, or less when it is cancelled.
        var pause: (Double, Cancellation) -> Void = { seconds, cancellation in
            let end = HTTPClient.now() + seconds
            while !cancellation.isCancelled, case let rest = end - HTTPClient.now(), rest > 0 {
                usleep(UInt32(min(rest, 0.025) * 1e6))
            }
        }
    }

    /// How long to wait for the end of a stream whose words are all there, in seconds: the connection can then be used
    /// again, and a count of tokens may follow.
    private static let graceAfterEnd = 0.25
    private static let graceAfterFinish = 2.0
    /// Error texts are short.
    private static let largestError = 1 << 16

    public let settings: ModelSettings
    private let cancellation: Cancellation
    private let retries: RetryPolicy
    private let didSend: (ChatRequest, String) -> Void
    private let effects: Effects
    private var client: HTTPClient?
    private var key: String?
    private var limits = EndpointLimits()
    private var rest = EndpointRest()

    init(
        _ settings: ModelSettings, cancellation: Cancellation, retries: RetryPolicy,
        didSend: @escaping (ChatRequest, String) -> Void = { _, _ in }, effects: Effects = Effects()
    ) {
        self.settings = settings
        self.cancellation = cancellation
        self.retries = retries
        self.didSend = didSend
        self.effects = effects
    }

    public var name: String { settings.model }
    public var contextTokens: Int? { settings.contextTokens }

    /// What would be sent for a request: the exact body, without the headers that hold the key.
    public func body(of request: ChatRequest) -> String {
        settings.provider.format.body(request, settings, limits).text
    }

    /// An endpoint that let a time-out pass is left alone for a while: each question would have to wait as long.
    public func reply(to request: ChatRequest, onText: (String) -> Bool) throws(ModelError) -> ChatReply {
        if let error = rest.error(at: effects.now()) { throw error }
        do {
            let reply = try answered(request, onText)
            rest = EndpointRest()
            return reply
        } catch {
            if error.reason == .timedOut { rest.begin(after: error, at: effects.now()) }
            throw error
        }
    }

    /// The reply, after as many requests as it takes.
    private func answered(_ request: ChatRequest, _ onText: (String) -> Bool) throws(ModelError) -> ChatReply {
        if key == nil { key = try readKey() }
        if client == nil { client = HTTPClient() }
        defer { client?.stop() }
        var (requests, failures) = (0, 0)
        var waited = 0.0
        while true {
            if cancellation.isCancelled {
                var error = ModelError(.cancelled, "cancelled")
                error.requests = requests
                throw error
            }
            var failure: EndpointFailure
            requests += 1
            do {
                var reply = try exchange(request, onText)
                reply.requests = requests
                return reply
            } catch {
                failure = error
            }
            failure.error.requests = requests
            if let remedy = failure.remedy {
                // Each remedy changes the limits, of which there are few: this ends.
                limits = remedy
                continue
            }
            failures += 1
            guard failure.isRetryable,
                let wait = retries.wait(
                    failures: failures, isConnection: failure.isConnection, retryAfter: failure.retryAfter,
                    waited: waited, random: effects.random())
            else { throw failure.error }
            waited += wait
            effects.pause(wait, cancellation)
        }
    }

    private func readKey() throws(ModelError) -> String? {
        do {
            return try settings.key?.text(
                cancellation: cancellation, longestWait: settings.keyTimeout)
        } catch {
            var error = error
            // Nothing was sent.
            error.requests = 0
            throw error
        }
    }

    // MARK: One exchange

    /// What one exchange has brought so far.
    private struct Progress {
        var parser: StreamParser
        let start = HTTPClient.now()
        var connected: Double?
        /// Something of the reply came last.
        var lastSign: Double?
        var firstText: Double?
        var isStopped = false
        /// It is the whole reply that has to end first, not a silence.
        var isHurried = false
        var errorBody: [UInt8] = []
        /// The words are all there.
        var finished: Double?
    }

    private func exchange(
        _ request: ChatRequest, _ onText: (String) -> Bool
    ) throws(EndpointFailure) -> ChatReply {
        guard let client else { throw EndpointFailure(error: ModelError(.configuration, "libcurl is missing")) }
        let body = body(of: request)
        let words = FailureWords(
            settings: settings, sent: request.messages.map(\.text).joined(separator: "\n"), key: key,
            hasSchema: request.schema != nil, now: effects.clock())
        var progress = Progress(parser: StreamParser(settings.provider, isStreaming: settings.streams))
        let end = client.send(
            HTTPClient.Request(
                address: settings.address, headers: settings.provider.format.headers(key: key), body: body,
                connectTimeout: settings.connectTimeout, certificates: settings.certificates),
            cancellation: cancellation, deadline: { deadline(client, &progress) }, didSend: { didSend(request, body) },
            body: { bytes in take(bytes, status: client.status, &progress, onText) })
        return try conclude(end, client, words, &progress, onText)
    }

    /// Until when something must come, and all of it.
    private func deadline(_ client: HTTPClient, _ progress: inout Progress) -> Double {
        let silence = endOfSilence(client, &progress)
        let end = progress.start + settings.replyTimeout
        progress.isHurried = end < silence
        return min(silence, end)
    }

    private func endOfSilence(_ client: HTTPClient, _ progress: inout Progress) -> Double {
        if let finished = progress.finished {
            return finished + (progress.parser.isOver ? Self.graceAfterEnd : Self.graceAfterFinish)
        }
        if let lastSign = progress.lastSign { return lastSign + settings.idleTimeout }
        // libcurl itself sees to how long connecting may take.
        guard client.isConnected else {
            return progress.start + settings.connectTimeout + settings.firstTokenTimeout
        }
        let connected = progress.connected ?? HTTPClient.now()
        progress.connected = connected
        return connected + settings.firstTokenTimeout
    }

    /// - Returns: whether more is wanted.
    private func take(
        _ bytes: UnsafeRawBufferPointer, status: Int, _ progress: inout Progress, _ onText: (String) -> Bool
    ) -> Bool {
        guard (200..<300).contains(status) else {
            progress.errorBody += bytes.prefix(Self.largestError - progress.errorBody.count)
            return progress.errorBody.count < Self.largestError
        }
        let signs = progress.parser.signsOfLife
        let text = progress.parser.add(bytes)
        if progress.parser.signsOfLife > signs { progress.lastSign = HTTPClient.now() }
        give(text, &progress, onText)
        if progress.parser.reply.isComplete, progress.finished == nil { progress.finished = HTTPClient.now() }
        return !progress.isStopped && progress.parser.fault == nil && progress.parser.reply.error == nil
    }

    private func give(_ text: String, _ progress: inout Progress, _ onText: (String) -> Bool) {
        guard !text.isEmpty, !progress.isStopped else { return }
        if progress.firstText == nil { progress.firstText = HTTPClient.now() }
        if !onText(text) { progress.isStopped = true }
    }

    private func conclude(
        _ end: HTTPClient.End, _ client: HTTPClient, _ words: FailureWords, _ progress: inout Progress,
        _ onText: (String) -> Bool
    ) throws(EndpointFailure) -> ChatReply {
        let end = end == .silent && progress.isHurried ? .overdue : end
        let status = client.status
        if end == .whole, (200..<300).contains(status) { give(progress.parser.finish(), &progress, onText) }
        let reply = progress.parser.reply
        let hadText = progress.firstText != nil
        let milliseconds = progress.firstText.map { Int((($0 - progress.start) * 1000).rounded()) }
        if progress.isStopped { return reply.reply(isCancelled: true, millisecondsToFirstToken: milliseconds) }
        func failure(_ end: HTTPClient.End) -> EndpointFailure? {
            words.failure(end, hadText: hadText, hadSign: progress.lastSign != nil)
        }
        if end == .cancelled, let failure = failure(.cancelled) { throw failure }
        if status >= 300 {
            throw words.failure(error(status, progress.errorBody), head: client.head, limits: limits, hadText: false)
        }
        if let error = reply.error {
            throw words.failure(error, head: client.head, limits: limits, hadText: hadText)
        }
        if let fault = progress.parser.fault { throw words.failure(fault, hadText: hadText) }
        if !reply.isComplete {
            if let failure = failure(end) { throw failure }
            if progress.parser.isEmpty { throw words.malformed("answered with nothing") }
            if let failure = failure(.broken) { throw failure }
        }
        if reply.isWithheld { throw words.malformed("keeps the reply back by a rule of its own", hadText: hadText) }
        if reply.isEmpty, reply.finish != .length { throw words.malformed("sent a reply without words") }
        return reply.reply(isCancelled: false, millisecondsToFirstToken: milliseconds)
    }

    private func error(_ status: Int, _ body: [UInt8]) -> EndpointError {
        guard let answer = try? JSON.parse(body) else { return EndpointError(status: status) }
        // Google's endpoint makes a list of it.
        let json = answer.array?.first ?? answer
        let error = json["error"].flatMap { $0.isNull ? nil : $0 } ?? json
        var found = EndpointError(error)
        // The status of the answer itself counts, whatever its body says.
        found.status = status
        return found
    }
}
