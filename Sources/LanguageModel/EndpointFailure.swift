import Ledger

/// Why an exchange failed, and what could be done about it.
struct EndpointFailure: Error {
    var error: ModelError
    var isRetryable = false
    /// No connection came about.
    var isConnection = false
    /// Seconds.
    var retryAfter: Double?
    /// What the same request may leave out.
    var remedy: EndpointLimits?
}

/// Makes lines for people of what went wrong with one endpoint.
struct FailureWords {
    let settings: ModelSettings
    /// The texts of the request, which an endpoint may repeat in its error and which are not for error texts.
    let sent: String
    let key: String?
    /// Whether the reply was to have the form of a schema.
    let hasSchema: Bool
    /// Seconds since 1970-01-01 UTC.
    let now: Int

    private var origin: String { settings.address.origin }

    // MARK: Connections

    /// - Parameter hadSign: words or thoughts had come.
    func failure(_ end: HTTPClient.End, hadText: Bool, hadSign: Bool) -> EndpointFailure? {
        func failure(_ words: String, isRetryable: Bool = false, isConnection: Bool = false) -> EndpointFailure {
            EndpointFailure(
                error: ModelError(.unreachable, words, hadText: hadText), isRetryable: isRetryable && !hadText,
                isConnection: isConnection)
        }
        func timeout(_ words: String) -> EndpointFailure {
            EndpointFailure(error: ModelError(.timedOut, "\(origin) \(words)", hadText: hadText))
        }
        switch end {
        case .whole, .stopped: return nil
        case .cancelled: return EndpointFailure(error: ModelError(.cancelled, "cancelled", hadText: hadText))
        case .impossible:
            return EndpointFailure(
                error: ModelError(.configuration, "libcurl is missing: mend it with `apt install libcurl4`"))
        case .noHost: return failure("\(origin) is not found: check the address and the network")
        case .noConnection where settings.proxyVariable != nil, .noProxy: return failure(noProxy, isConnection: true)
        case .noConnection:
            return failure(
                "nothing answers at \(origin): start the model's server, or set --model-url", isRetryable: true,
                isConnection: true)
        case .connectTimeout:
            let proxy = settings.proxyVariable.map { " through the proxy of \($0)" } ?? ""
            return timeout("did not answer\(proxy) within \(seconds(settings.connectTimeout)) (connect_timeout)")
        case .certificate:
            return failure(
                "the certificate of \(origin) is not trusted, so nothing was sent; SSL_CERT_FILE names a file of others"
            )
        case .tls: return failure("\(origin) speaks no HTTPS; is the address right?")
        case .broken:
            return failure("\(origin) closed the connection before the reply was whole", isRetryable: true)
        case .tooLarge: return malformed("sent far more than a reply", hadText: hadText)
        case .other: return failure("the exchange with \(origin) failed", isRetryable: true)
        case .silent:
            let limit =
                hadSign
                ? "\(seconds(settings.idleTimeout)) (idle_timeout)"
                : "\(seconds(settings.firstTokenTimeout)) (first_token_timeout)"
            return timeout("sent nothing for \(limit)")
        case .overdue:
            return timeout(
                "did not come to the end of its reply within \(seconds(settings.replyTimeout)) (reply_timeout)")
        }
    }

    /// The proxy's own address is not shown: it may hold a password.
    private var noProxy: String {
        guard let name = settings.proxyVariable else {
            return "\(origin) is not reached through the proxy: check the proxy of this machine"
        }
        return "\(origin) is not reached through the proxy of \(name): check that proxy, or unset \(name)"
    }

    /// A wait that an endpoint asks for, which may be any number, as people say it.
    static func wait(_ seconds: Double) -> String {
        switch seconds.rounded(.up) {
        case ..<180: "\(Int(max(0, seconds.rounded(.up)))) s"
        case ..<7_200: "\(Int((seconds / 60).rounded(.up))) minutes"
        case ..<172_800: "\(Int((seconds / 3_600).rounded(.up))) hours"
        case ..<2_678_400: "\(Int((seconds / 86_400).rounded(.up))) days"
        default: "more than a month"
        }
    }

    private func seconds(_ value: Double) -> String { JSON.number(value).text + " s" }

    func malformed(_ words: String, hadText: Bool = false) -> EndpointFailure {
        EndpointFailure(error: ModelError(.malformed, "\(origin) \(words)", hadText: hadText))
    }

    /// The body of a reply with status 200 that is none.
    func failure(_ fault: StreamParser.Fault, hadText: Bool) -> EndpointFailure {
        switch fault {
        case .html: malformed("sent a web page instead of a reply: is the path of the address right?", hadText: hadText)
        case .noJSON: malformed("sent something that is no \(settings.provider.rawValue) reply", hadText: hadText)
        case .tooLarge: malformed("sent far more than a reply", hadText: hadText)
        }
    }

    // MARK: Errors that the endpoint words

    func failure(_ error: EndpointError, head: ResponseHead, limits: EndpointLimits, hadText: Bool) -> EndpointFailure {
        let status = error.status ?? 0
        let kinds = error.kinds.joined(separator: " ").lowercased()
        // Before the prompt's length: some say “too many tokens” of those of a minute.
        if status == 429 || kinds.contains("rate_limit") || kinds.contains("throttling") {
            return limited(error, head, hadText)
        }
        if isOverflow(error, kinds) {
            return EndpointFailure(
                error: ModelError(
                    .contextOverflow,
                    "the question is too long for \(settings.model)\(quoted(error)): choose a model or server with a larger "
                        + "context, or begin afresh with /new"))
        }
        if let remedy = remedy(error, limits), !hadText {
            return EndpointFailure(error: refused(error, status, hadText), remedy: remedy)
        }
        switch status {
        case 401: return EndpointFailure(error: ModelError(.unauthorized, unauthorized, hadText: hadText))
        case 403:
            let words =
                "\(origin) does not let \(key != nil ? "this key" : "a request without a key") use \(settings.model) (403): "
                + "check --model, and \(keySources)"
            return EndpointFailure(error: ModelError(.unauthorized, words, hadText: hadText))
        case 404: return EndpointFailure(error: ModelError(.notFound, notFound(error), hadText: hadText))
        case 300..<400:
            return malformed(
                "sends requests elsewhere (\(status)), which is not followed: set --model-url to where it is")
        default: break
        }
        if kinds.contains("authentication") {
            return EndpointFailure(error: ModelError(.unauthorized, unauthorized, hadText: hadText))
        }
        if kinds.contains("not_found") || isUnknownModel(error) {
            return EndpointFailure(error: ModelError(.notFound, notFound(error), hadText: hadText))
        }
        // An error within a stream often names no status; those of requests that can never work do name their kind.
        let isTheirs = status >= 500 || [408, 409].contains(status) || (status == 0 && !kinds.contains("invalid"))
        return EndpointFailure(
            error: refused(error, status, hadText), isRetryable: isTheirs && !hadText,
            retryAfter: head.retryAfter(now: now))
    }

    /// Where the key came from, or could: `COACH_API_KEY, OPENAI_API_KEY or …`.
    private var keySources: String {
        let sources = settings.keySources
        guard let last = sources.last, sources.count > 1 else { return sources.first ?? "" }
        return sources.dropLast().joined(separator: ", ") + " or " + last
    }

    private var unauthorized: String {
        key != nil
            ? "\(origin) refuses the key (401): check \(keySources)" : "\(origin) wants a key (401): set \(keySources)"
    }

    private func notFound(_ error: EndpointError) -> String {
        if settings.provider == .ollama {
            return "\(origin) has no model \(settings.model) (404): `ollama pull \(settings.model)` gets it, "
                + "--model chooses another"
        }
        return
            "\(origin) has no model \(settings.model), or nothing at \(settings.address.path) (\(error.status ?? 404))\(quoted(error)): "
            + "check --model and --model-url"
    }

    private func limited(_ error: EndpointError, _ head: ResponseHead, _ hadText: Bool) -> EndpointFailure {
        // No waiting brings it back.
        if error.kinds.contains("insufficient_quota") {
            let words = "\(origin) takes no more requests, since what was paid for is used up (429)"
            return EndpointFailure(error: ModelError(.rateLimited, words + quoted(error), hadText: hadText))
        }
        let after = head.retryAfter(now: now)
        let words = after.map { "; it asks to wait \(FailureWords.wait($0))" } ?? ""
        return EndpointFailure(
            error: ModelError(.rateLimited, "\(origin) takes no more requests now (429)\(words)", hadText: hadText),
            isRetryable: !hadText, retryAfter: after)
    }

    private func refused(_ error: EndpointError, _ status: Int, _ hadText: Bool) -> ModelError {
        let number = status == 0 ? "" : " (\(status))"
        return ModelError(.server, "\(origin) reports an error\(number)\(quoted(error))", hadText: hadText)
    }

    /// The words of endpoints for a prompt that does not fit: llama.cpp's and OpenAI's codes, LiteLLM's name for it,
    /// and the sentences of Anthropic, vLLM and others.
    private func isOverflow(_ error: EndpointError, _ kinds: String) -> Bool {
        let words = error.message.lowercased()
        return kinds.contains("context_length") || kinds.contains("exceed_context") || error.status == 413
            || [
                "contextwindowexceeded", "context length", "context window", "context size", "prompt is too long",
                "context limit", "too many tokens", "maximum context",
            ].contains(where: words.contains)
    }

    /// Some endpoints have a 400 for a model that they do not know.
    private func isUnknownModel(_ error: EndpointError) -> Bool {
        let words = error.message.lowercased()
        return error.status == 400
            && ["invalid model", "unknown model", "model not found"].contains(where: words.contains)
    }

    /// Servers word it in many ways, each with a status of its own: Ollama and vLLM 400, LiteLLM 400 or 422, OpenRouter 404,
    /// llama.cpp 500.
    private func refusesSchema(_ error: EndpointError) -> Bool {
        let words = error.message.lowercased()
        return hasSchema && [400, 404, 422, 500].contains(error.status)
            && ["response_format", "format", "schema", "grammar", "tool"].contains(where: words.contains)
    }

    /// A parameter that the endpoint does not take, and the request can do without.
    private func remedy(_ error: EndpointError, _ limits: EndpointLimits) -> EndpointLimits? {
        let words = error.message.lowercased()
        var changed = limits
        let roles = ["system role", "only user and assistant roles", "roles must alternate"]
        if [400, 422, 500].contains(error.status), roles.contains(where: words.contains) {
            changed.refusesSystem = true
        }
        if refusesSchema(error) { changed.refusesSchema = true }
        guard error.status == 400 || error.status == 422 || changed != limits else { return nil }
        if words.contains("max_completion_tokens") { changed.namesCompletionTokens = true }
        if words.contains("temperature") { changed.refusesTemperature = true }
        if words.contains("stream_options") { changed.refusesStreamOptions = true }
        return changed == limits ? nil : changed
    }

    // MARK: The endpoint's own words

    /// Characters of an endpoint's text that are shown.
    private static let longestQuote = 200
    /// Bytes in a row that tell that a text repeats the request, and those that tell a part of the key.
    private static let repetition = 24
    private static let keyPart = 8

    /// The endpoint's own words, short and on one line; nothing where they repeat the key or what was sent.
    private func quoted(_ error: EndpointError) -> String {
        var line = ""
        let scalars = Array(error.message.unicodeScalars.prefix(2 * Self.longestQuote))
        var sequenceEnd = 0
        for (index, scalar) in scalars.enumerated() where index >= sequenceEnd {
            // What a terminal would obey is left out whole.
            sequenceEnd =
                index + EscapeSequence.length(at: index, count: scalars.count) { (at: Int) in scalars[at].value }
            if sequenceEnd > index { continue }
            let isPlain = scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
            line.unicodeScalars.append(isPlain ? scalar : " ")
        }
        let words = line.split(separator: " ").joined(separator: " ")
        guard !words.isEmpty, !holdsKey(error.message), !holdsKey(words), !repeatsRequest(words) else { return "" }
        return words.count > Self.longestQuote ? ": “\(words.prefix(Self.longestQuote))…”" : ": “\(words)”"
    }

    /// Whether a part of the key stands in a text: all of one that is shorter than such a part.
    private func holdsKey(_ text: String) -> Bool {
        guard let key else { return false }
        let length = min(Self.keyPart, key.utf8.count)
        func parts(_ text: String) -> Set<[UInt8]> {
            let bytes = Array(text.utf8)
            guard bytes.count >= length else { return [] }
            return Set((0...(bytes.count - length)).map { Array(bytes[$0..<$0 + length]) })
        }
        return !parts(key).isDisjoint(with: parts(text))
    }

    private func repeatsRequest(_ words: String) -> Bool {
        let bytes = Array(words.utf8)
        guard bytes.count >= Self.repetition else { return false }
        return (0...(bytes.count - Self.repetition)).contains { start in
            sent.contains(String(decoding: bytes[start..<start + Self.repetition], as: UTF8.self))
        }
    }
}
