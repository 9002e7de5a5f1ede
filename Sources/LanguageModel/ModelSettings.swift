/// The ways to talk to a model.
public enum ModelProvider: String, Hashable, Sendable, CaseIterable {
    /// `/v1/chat/completions`, also of llama.cpp, LM Studio, vLLM, LiteLLM, OpenRouter and many more.
    case openai
    /// `/v1/messages`.
    case anthropic
    /// `/api/chat`, which unlike Ollama's `/v1` can be told the length of the context.
    case ollama

    /// Where it is when no address is given.
    var usualAddress: String {
        switch self {
        case .openai: "https://api.openai.com/v1"
        case .anthropic: "https://api.anthropic.com"
        case .ollama: "http://localhost:11434"
        }
    }

    /// Tokens of context to ask for where the configuration says none; nil where the endpoint knows best.
    ///
    /// Ollama itself takes 4,096, whatever the model can hold, and cuts what is longer without a word.
    var usualContext: Int? { self == .ollama ? 8192 : nil }
}

/// What the configuration file says about the model; all of it may be left out.
public struct ModelConfiguration: Hashable, Sendable {
    public var provider: ModelProvider?
    public var model: String?
    public var url: String?
    public var apiKeyCommand: String?
    /// Tokens of prompt and reply together.
    public var contextTokens: Int?
    public var maximumTokens: Int?
    public var temperature: Double?
    public var streams: Bool?
    public var allowsInsecureHTTP: Bool?
    /// Seconds, as all below.
    public var connectTimeout: Double?
    public var firstTokenTimeout: Double?
    public var idleTimeout: Double?
    public var replyTimeout: Double?
    public var keyTimeout: Double?

    public init() {}
}

/// Everything that is needed to ask a model.
public struct ModelSettings: Hashable, Sendable {
    public var provider: ModelProvider
    /// Where requests go, path included.
    public var address: ModelAddress
    public var model: String
    public var key: APIKey?
    /// Where the key came from, as people name it; without one, everywhere it is looked for.
    public var keySources = ["COACH_API_KEY"]
    public var contextTokens: Int?
    /// Longest reply in tokens, where a request does not say; nil for what the endpoint does by itself.
    public var maximumTokens: Int?
    /// For whoever makes requests; a request says its own.
    public var temperature: Double?
    /// Words are asked for as they are made.
    public var streams = true
    public var allowsInsecureHTTP = false
    /// Seconds until a connection is there.
    public var connectTimeout = 10.0
    /// Seconds until the first words; without streaming, until the whole reply.
    public var firstTokenTimeout = 60.0
    /// Seconds of silence between words.
    public var idleTimeout = 30.0
    /// Seconds until the end of a reply, however it comes.
    public var replyTimeout = 300.0
    /// Seconds that the command for the key may take: a person may have to unlock a store of passwords first.
    public var keyTimeout = 60.0
    /// A file of certificates to trust instead of the system's.
    public var certificates: String?
    /// The variable of the environment that names a proxy for the address; nil where none does.
    public var proxyVariable: String?

    public init(provider: ModelProvider, address: ModelAddress, model: String, key: APIKey? = nil) {
        self.provider = provider
        self.address = address
        self.model = model
        self.key = key
    }
}

// MARK: - From options, environment and file

extension ModelSettings {
    /// The model that options, environment and configuration file choose, in this order.
    ///
    /// A key alone chooses none: it may be there for other programs.
    ///
    /// - Parameters:
    ///   - model: of the option `--model`.
    ///   - url: of the option `--model-url`.
    /// - Returns: nil when no model is configured.
    /// - Throws: `ModelError` of reason `configuration`.
    public static func resolve(
        model: String? = nil, url: String? = nil, environment: (String) -> String?, file: ModelConfiguration
    ) throws(ModelError) -> ModelSettings? {
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let name = model ?? variable("COACH_MODEL") ?? file.model
        let ownAddress = url ?? variable("COACH_MODEL_URL")
        let namedAddress = ownAddress ?? variable("OPENAI_BASE_URL") ?? file.url
        guard name != nil || namedAddress != nil || file.provider != nil else { return nil }

        let source = url != nil ? "--model-url" : variable("COACH_MODEL_URL") != nil ? "COACH_MODEL_URL" : nil
        let base = try baseAddress(
            namedAddress, source: source ?? (variable("OPENAI_BASE_URL") != nil ? "OPENAI_BASE_URL" : "model_url"),
            provider: file.provider, name: name, hasOpenAIKey: variable("OPENAI_API_KEY") != nil)
        // The file's provider was written for the file's address; another address may tell better.
        let told = provider(toldBy: base)
        let provider = (namedAddress == file.url ? file.provider ?? told : told ?? file.provider) ?? .openai
        var settings = ModelSettings(
            provider: provider, address: requestAddress(base, provider),
            model: try self.name(name, provider, base))
        settings.findKey(
            for: base, namedInEnvironment: ownAddress == nil && variable("OPENAI_BASE_URL") != nil, file: file, variable
        )
        settings.take(file)
        settings.certificates = variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE")
        settings.proxyVariable = proxyVariable(for: base, variable)
        guard base.isEncrypted || base.isLoopback || settings.allowsInsecureHTTP else {
            throw ModelError(
                .configuration,
                "\(base.origin) would be sent your figures unencrypted: use https://, or set “allow_insecure_http” to "
                    + "true in config.json")
        }
        return settings
    }

    private mutating func take(_ file: ModelConfiguration) {
        contextTokens = file.contextTokens ?? provider.usualContext
        maximumTokens = file.maximumTokens
        temperature = file.temperature
        streams = file.streams ?? streams
        allowsInsecureHTTP = file.allowsInsecureHTTP ?? allowsInsecureHTTP
        connectTimeout = file.connectTimeout ?? connectTimeout
        firstTokenTimeout = file.firstTokenTimeout ?? firstTokenTimeout
        idleTimeout = file.idleTimeout ?? idleTimeout
        replyTimeout = file.replyTimeout ?? replyTimeout
        keyTimeout = file.keyTimeout ?? keyTimeout
    }

    private static func baseAddress(
        _ text: String?, source: String, provider: ModelProvider?, name: String?, hasOpenAIKey: Bool
    ) throws(ModelError) -> ModelAddress {
        if let text {
            guard let address = ModelAddress(text) else {
                throw ModelError(
                    .configuration, "\(source) is no address: expected one such as http://localhost:8080/v1")
            }
            return address
        }
        let guess: ModelProvider? =
            if let provider { provider } else if name?.hasPrefix("claude") == true { .anthropic } else {
                hasOpenAIKey ? .openai : nil
            }
        guard let guess, let address = ModelAddress(guess.usualAddress) else {
            throw ModelError(
                .configuration,
                "a model is named but not where it is: give --model-url or COACH_MODEL_URL, or “provider” in config.json"
            )
        }
        return address
    }

    /// What an address tells by a known host, by a whole path, or by Ollama's port.
    static func provider(toldBy address: ModelAddress) -> ModelProvider? {
        if address.host == "api.anthropic.com" || address.path.hasSuffix("/messages") { return .anthropic }
        if address.port == 11434 || address.path.hasSuffix("/api/chat") { return .ollama }
        return address.host == "api.openai.com" || address.path.hasSuffix("/chat/completions") ? .openai : nil
    }

    /// The address of the requests themselves; people write it with and without its last parts.
    static func requestAddress(_ base: ModelAddress, _ provider: ModelProvider) -> ModelAddress {
        var address = base
        func completed(_ known: [(ending: String, rest: String)], otherwise: String) -> String {
            let rest = known.first { base.path.hasSuffix($0.ending) }?.rest
            return base.path + (rest ?? otherwise)
        }
        switch provider {
        case .openai:
            address.path = completed(
                [("/chat/completions", "")], otherwise: base.path.isEmpty ? "/v1/chat/completions" : "/chat/completions"
            )
        case .anthropic:
            address.path = completed([("/messages", ""), ("/v1", "/messages")], otherwise: "/v1/messages")
        case .ollama:
            let compatible = ["/v1", "/v1/chat/completions"].first(where: base.path.hasSuffix) ?? ""
            let root = base.path.dropLast(compatible.count)
            address.path = root + (root.hasSuffix("/api/chat") ? "" : root.hasSuffix("/api") ? "/chat" : "/api/chat")
        }
        return address
    }

    /// As libcurl chooses it: of `http_proxy` only the name in small letters, since servers set the other one of a request's
    /// header; and none for the hosts of `no_proxy`.
    private static func proxyVariable(for base: ModelAddress, _ variable: (String) -> String?) -> String? {
        let exempt = (variable("no_proxy") ?? variable("NO_PROXY") ?? "").lowercased()
            .split { $0 == "," || $0 == " " }.map { $0.drop { $0 == "." } }
        guard !base.isLoopback,
            !exempt.contains(where: { $0 == "*" || base.host == $0 || base.host.hasSuffix("." + $0) })
        else { return nil }
        let own = base.isEncrypted ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (own + ["all_proxy", "ALL_PROXY"]).first { variable($0) != nil }
    }

    /// Servers of one model answer whatever it is called; the others have to be told.
    private static func name(
        _ given: String?, _ provider: ModelProvider, _ base: ModelAddress
    ) throws(ModelError) -> String {
        if let given { return given }
        if provider == .openai, base.host != "api.openai.com" { return "default" }
        throw ModelError(
            .configuration,
            "no model of \(base.origin) is named: give --model NAME or COACH_MODEL, or “model” in config.json")
    }

    /// Takes the first key that there is, and notes where from; without one, where it was looked for.
    ///
    /// The keys of OpenAI and Anthropic go to them, to this machine, or to where their own variable points.
    private mutating func findKey(
        for base: ModelAddress, namedInEnvironment: Bool, file: ModelConfiguration, _ variable: (String) -> String?
    ) {
        keySources = ["COACH_API_KEY"]
        switch provider {
        case .openai where namedInEnvironment || base.isLoopback || base.host == "api.openai.com":
            keySources.append("OPENAI_API_KEY")
        case .anthropic where base.isLoopback || base.host == "api.anthropic.com":
            keySources.append("ANTHROPIC_API_KEY")
        default: break
        }
        if let name = keySources.first(where: { variable($0) != nil }) {
            key = variable(name).map(APIKey.value)
            keySources = [name]
            return
        }
        // The file's key is for the file's address.
        let place = file.url.flatMap(ModelAddress.init) ?? file.provider.flatMap { ModelAddress($0.usualAddress) }
        guard place == nil || place?.origin == base.origin else { return }
        key = file.apiKeyCommand.map(APIKey.command)
        keySources = (key == nil ? keySources : []) + ["“api_key_command” in config.json"]
    }
}
