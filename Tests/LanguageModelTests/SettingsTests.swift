import Glibc
import Testing

@testable import LanguageModel

@Suite struct SettingsTests {
    private func resolve(
        _ environment: [String: String] = [:], model: String? = nil, url: String? = nil,
        _ change: (inout ModelConfiguration) -> Void = { _ in }
    ) throws -> ModelSettings? {
        var file = ModelConfiguration()
        change(&file)
        return try ModelSettings.resolve(model: model, url: url, environment: { environment[$0] }, file: file)
    }

    private func key(_ settings: ModelSettings?) throws -> String? { try settings?.key?.text() }

    // MARK: Which model

    @Test func nothingIsConfigured() throws {
        #expect(try resolve() == nil)
        // They may be there for other programs.
        #expect(try resolve(["OPENAI_API_KEY": "a", "ANTHROPIC_API_KEY": "b", "COACH_API_KEY": "c"]) == nil)
        #expect(try resolve(["COACH_MODEL": "", "COACH_MODEL_URL": ""]) == nil)
        #expect(try resolve { $0.apiKeyCommand = "echo x" } == nil)
    }

    @Test func optionThenEnvironmentThenFile() throws {
        let environment = [
            "COACH_MODEL_URL": "http://localhost:2/v1", "OPENAI_BASE_URL": "http://localhost:3/v1",
            "COACH_MODEL": "env",
        ]
        func file(_ configuration: inout ModelConfiguration) {
            configuration.url = "http://localhost:4/v1"
            configuration.model = "file"
        }
        let option = try #require(try resolve(environment, model: "option", url: "http://localhost:1/v1", file))
        #expect(option.address.origin == "http://localhost:1" && option.model == "option")
        let variable = try #require(try resolve(environment, file))
        #expect(variable.address.origin == "http://localhost:2" && variable.model == "env")
        let other = try #require(try resolve(["OPENAI_BASE_URL": "http://localhost:3/v1"], file))
        #expect(other.address.origin == "http://localhost:3" && other.model == "file")
        #expect(try resolve([:], file)?.address.origin == "http://localhost:4")
    }

    @Test(
        arguments: [
            ("http://localhost:8080", ModelProvider.openai, "http://localhost:8080/v1/chat/completions"),
            ("http://localhost:8080/", .openai, "http://localhost:8080/v1/chat/completions"),
            ("http://localhost:8080/v1/", .openai, "http://localhost:8080/v1/chat/completions"),
            ("http://localhost:8080/v1/chat/completions", .openai, "http://localhost:8080/v1/chat/completions"),
            ("https://openrouter.ai/api/v1", .openai, "https://openrouter.ai/api/v1/chat/completions"),
            ("https://x.example/v1?api-version=2", .openai, "https://x.example/v1/chat/completions?api-version=2"),
            ("https://api.anthropic.com", .anthropic, "https://api.anthropic.com/v1/messages"),
            ("https://api.anthropic.com/v1", .anthropic, "https://api.anthropic.com/v1/messages"),
            ("http://localhost:4000/v1/messages", .anthropic, "http://localhost:4000/v1/messages"),
            ("http://localhost:11434", .ollama, "http://localhost:11434/api/chat"),
            ("http://localhost:11434/v1", .ollama, "http://localhost:11434/api/chat"),
            ("http://localhost:11434/v1/chat/completions", .ollama, "http://localhost:11434/api/chat"),
            ("http://localhost:11434/api", .ollama, "http://localhost:11434/api/chat"),
            ("http://localhost:9/api/chat", .ollama, "http://localhost:9/api/chat"),
        ])
    func theAddressTells(url: String, provider: ModelProvider, request: String) throws {
        let settings = try #require(try resolve(model: "m", url: url))
        #expect(settings.provider == provider && settings.address.text == request)
    }

    @Test func theFileTellsTheProvider() throws {
        let own = try resolve {
            $0.url = "http://localhost:4000"
            $0.provider = .anthropic
            $0.model = "m"
        }
        #expect(own?.provider == .anthropic && own?.address.text == "http://localhost:4000/v1/messages")
        let usual = try resolve {
            $0.provider = .ollama
            $0.model = "m"
        }
        #expect(usual?.address.text == "http://localhost:11434/api/chat")
        // Another address may tell better, and else the file's word stands.
        func file(_ configuration: inout ModelConfiguration) { configuration.provider = .ollama }
        #expect(try resolve(model: "m", url: "https://api.anthropic.com", file)?.provider == .anthropic)
        #expect(try resolve(model: "m", url: "http://localhost:5", file)?.provider == .ollama)
    }

    @Test func aNameMayTellWhereItIs() throws {
        #expect(try resolve(model: "claude-x")?.address.host == "api.anthropic.com")
        #expect(try resolve(["OPENAI_API_KEY": "k"], model: "gpt-x")?.address.host == "api.openai.com")
        #expect(try resolve(url: "http://localhost:8080")?.model == "default")
    }

    @Test(
        arguments: [
            (nil, "tiny", "a model is named but not where it is"), ("localhost:8080", nil, "--model-url is no address"),
            ("http://192.0.2.1/v1", nil, "http://192.0.2.1 would be sent your figures unencrypted"),
            ("https://api.openai.com/v1", nil, "no model of https://api.openai.com is named"),
            ("https://api.anthropic.com", nil, "no model of https://api.anthropic.com is named"),
        ] as [(String?, String?, String)])
    func refused(url: String?, model: String?, words: String) {
        let error = #expect(throws: ModelError.self) { try resolve(model: model, url: url) }
        #expect(error?.message.hasPrefix(words) == true && error?.reason == .configuration)
    }

    @Test func theRestOfTheFile() throws {
        let settings = try #require(
            try resolve(url: "http://192.0.2.1/v1") {
                $0.contextTokens = 8192
                $0.maximumTokens = 300
                $0.temperature = 0
                $0.streams = false
                $0.allowsInsecureHTTP = true
                $0.connectTimeout = 1
                $0.firstTokenTimeout = 2
                $0.idleTimeout = 3
                $0.replyTimeout = 4
                $0.keyTimeout = 5
            })
        #expect(settings.contextTokens == 8192 && settings.maximumTokens == 300 && settings.temperature == 0)
        #expect(!settings.streams && settings.connectTimeout == 1 && settings.firstTokenTimeout == 2)
        #expect(settings.idleTimeout == 3 && settings.replyTimeout == 4 && settings.keyTimeout == 5)
    }

    /// Ollama would cut what is longer than its own 4,096 tokens without a word.
    @Test func ollamaIsToldTheContext() throws {
        #expect(try resolve(model: "m", url: "http://localhost:11434")?.contextTokens == 8192)
        #expect(
            try resolve(model: "m", url: "http://localhost:11434") { $0.contextTokens = 2048 }?.contextTokens == 2048)
        #expect(try resolve(url: "http://localhost:8080/v1")?.contextTokens == nil)
    }

    // MARK: Which key

    @Test(
        arguments: [
            (["COACH_API_KEY": "c", "OPENAI_API_KEY": "o"], "http://localhost:1/v1", "c"),
            (["OPENAI_API_KEY": "o"], "http://localhost:1/v1", "o"),
            (["OPENAI_API_KEY": "o"], "https://api.openai.com/v1", "o"),
            // The keys of the two big ones go to no stranger.
            (["OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"], "https://stranger.example/v1", nil),
            (["OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"], "https://stranger.example/v1/messages", nil),
            (["OPENAI_API_KEY": "o", "ANTHROPIC_API_KEY": "a"], "https://api.anthropic.com", "a"),
            (["OPENAI_API_KEY": "o"], "https://api.anthropic.com", nil),
            (["OPENAI_API_KEY": "o"], "http://localhost:11434", nil),
            (["OPENAI_BASE_URL": "https://proxy.example/v1", "OPENAI_API_KEY": "o"], nil, "o"),
            (["OPENAI_BASE_URL": "https://proxy.example/v1", "OPENAI_API_KEY": "o"], "https://other.example/v1", nil),
        ] as [([String: String], String?, String?)])
    func keys(environment: [String: String], url: String?, expected: String?) throws {
        #expect(try key(try resolve(environment, model: "m", url: url)) == expected)
    }

    @Test func theFilesCommandIsForTheFilesAddress() throws {
        func file(_ configuration: inout ModelConfiguration) {
            configuration.url = "https://mine.example/v1"
            configuration.apiKeyCommand = "printf ' k-1\\n'"
        }
        #expect(try key(try resolve(model: "m", file)) == "k-1")
        #expect(try key(try resolve(model: "m", url: "https://mine.example/other", file)) == "k-1")
        #expect(try key(try resolve(model: "m", url: "https://stranger.example/v1", file)) == nil)
        #expect(try key(try resolve(["COACH_API_KEY": "c"], model: "m", file)) == "c")
    }

    /// The one that the key is from; without a key, all that are looked at.
    @Test(
        arguments: [
            (["COACH_API_KEY": "c", "OPENAI_API_KEY": "o"], "http://localhost:1/v1", false, ["COACH_API_KEY"]),
            (["OPENAI_API_KEY": "o"], "http://localhost:1/v1", true, ["OPENAI_API_KEY"]),
            (["ANTHROPIC_API_KEY": "a"], "https://api.anthropic.com", false, ["ANTHROPIC_API_KEY"]),
            ([:], "http://localhost:1/v1", false, ["COACH_API_KEY", "OPENAI_API_KEY", ownCommand]),
            ([:], "http://localhost:1/v1/messages", false, ["COACH_API_KEY", "ANTHROPIC_API_KEY", ownCommand]),
            (["OPENAI_API_KEY": "o"], "https://stranger.example/v1", false, ["COACH_API_KEY", ownCommand]),
            ([:], "http://localhost:1/v1", true, [ownCommand]),
        ] as [([String: String], String, Bool, [String])])
    func whereAKeyIsLookedFor(environment: [String: String], url: String, hasCommand: Bool, sources: [String]) throws {
        let settings = try resolve(environment, model: "m", url: url) {
            if hasCommand { $0.apiKeyCommand = "echo k" }
        }
        #expect(settings?.keySources == sources)
    }

    private static let ownCommand = "“api_key_command” in config.json"

    @Test(
        arguments: [
            ("exit 3", "api_key_command failed with exit code 3; try it in a shell"),
            ("kill -9 $$", "api_key_command was ended by signal 9; try it in a shell"),
            ("true", "api_key_command printed nothing; it must be the key"),
            ("echo one two", "api_key_command printed more than a key: it has spaces or control characters within"),
            (
                "printf 'a\\r\\nX-Evil: 1'",
                "api_key_command printed more than a key: it has spaces or control characters within"
            ),
            ("yes", "api_key_command prints far more than a key; try it in a shell"),
            ("cat; exit 4", "api_key_command failed with exit code 4; try it in a shell"),
        ])
    func commandsThatGiveNoKey(command: String, message: String) {
        #expect(throws: ModelError(.configuration, message)) { try APIKey.command(command).text() }
    }

    /// Neither what a command leaves behind nor what it does after its line is waited for.
    @Test(arguments: ["(sleep 40 &); echo k-1", "echo k-1; sleep 40", "echo; echo k-1; exec >&-; sleep 40"])
    func commandsThatLinger(command: String) throws {
        let start = HTTPClient.now()
        #expect(try APIKey.command(command).text() == "k-1")
        #expect(HTTPClient.now() - start < 20)
    }

    @Test func commandsThatSayNothing() {
        let start = HTTPClient.now()
        let silence = ModelError(
            .timedOut, "api_key_command printed no key within 0.1 s (api_key_timeout); try it in a shell")
        #expect(throws: silence) {
            try KeyCommand.output(
                of: "sleep 40", named: KeyCommand.ofModel, cancellation: Cancellation(), longestWait: 0.1)
        }
        let cancelled = Cancellation { HTTPClient.now() - start > 0.2 }
        #expect(throws: ModelError(.cancelled, "cancelled")) {
            try APIKey.command("trap '' TERM; sleep 40 & wait; sleep 40").text(cancellation: cancelled)
        }
        #expect(HTTPClient.now() - start < 20)
    }

    /// What a command started ends with it: it would keep the pipe of whoever reads coach's output open.
    @Test func whatACommandStartedEndsWithIt() throws {
        let path = "/tmp/coach-key-\(getpid())-\(HTTPClient.now())"
        defer { unlink(path) }
        #expect(throws: ModelError.self) {
            try KeyCommand.output(
                of: "sleep 40 & echo $! > '\(path)'; wait", named: KeyCommand.ofModel, cancellation: Cancellation(),
                longestWait: 0.5)
        }
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var digits = [CChar](repeating: 0, count: 16)
        #expect(fgets(&digits, Int32(digits.count), file) != nil)
        let id = atoi(digits)
        #expect(id > 1)
        // Gone, or ended and not yet asked for by whoever took it over.
        let limit = HTTPClient.now() + 10
        while isAlive(id), HTTPClient.now() < limit { usleep(10_000) }
        #expect(!isAlive(id))
    }

    private func isAlive(_ process: pid_t) -> Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        return !String(decoding: bytes[..<count], as: UTF8.self).contains(") Z ")
    }

    @Test(
        arguments: [
            (["HTTPS_PROXY": "p"], "https://a.example", "HTTPS_PROXY"), (["HTTP_PROXY": "p"], "http://a.example", nil),
            (["http_proxy": "p", "ALL_PROXY": "q"], "http://a.example", "http_proxy"),
            (["https_proxy": "p", "HTTPS_PROXY": "q"], "https://a.example", "https_proxy"),
            (["all_proxy": "p"], "https://a.example", "all_proxy"), (["ALL_PROXY": ""], "https://a.example", nil),
            (["HTTPS_PROXY": "p"], "https://localhost", nil),
            (["HTTPS_PROXY": "p", "NO_PROXY": "b.example, .A.example"], "https://v.a.example", nil),
            (["HTTPS_PROXY": "p", "no_proxy": "*"], "https://a.example", nil),
            (["HTTPS_PROXY": "p", "no_proxy": "a.example"], "https://ba.example", "HTTPS_PROXY"),
        ] as [([String: String], String, String?)])
    func proxies(environment: [String: String], url: String, variable: String?) throws {
        #expect(try resolve(environment, url: url) { $0.allowsInsecureHTTP = true }?.proxyVariable == variable)
    }

    @Test func keysShowThemselvesNowhere() throws {
        let settings = try #require(
            try resolve(["COACH_API_KEY": "sk-secret"], url: "http://u:pw@localhost:1/v1?key=q"))
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("sk-secret") && !"\(settings)".contains("sk-secret"))
        #expect(!String(reflecting: settings).contains("sk-secret"))
        #expect(settings.address.origin == "http://localhost:1")
        #expect(settings.address.text == "http://u:pw@localhost:1/v1/chat/completions?key=q")
    }

    // MARK: Addresses

    @Test(
        arguments: [
            ("http://localhost", true), ("http://LOCALHOST:80/x", true), ("http://127.0.0.1:8080", true),
            ("http://127.8.9.10", true), ("http://[::1]:8080/v1", true), ("http://a.localhost", true),
            ("http://127.0.0.1.evil.example", false), ("http://localhost.evil.example", false),
            ("http://127.0.0.1@evil.example/", false), ("http://evil.example/#@localhost", false),
            ("http://10.0.0.1", false), ("http://[::2]", false), ("http://127.1", false), ("http://0.0.0.0", false),
        ])
    func loopback(url: String, isLoopback: Bool) throws {
        #expect(try #require(ModelAddress(url)).isLoopback == isLoopback)
    }

    @Test(
        arguments: [
            "", "localhost:8080", "ftp://x", "http://", "http:///v1", "http://a b", "http://x:0", "http://x:70000",
            "http://x:+80", "http://x:8o", "http://[::1", "http://[g]", "http://x\\@y", "http://x\ny", "http://ü",
            "http://a,b", "file:///etc/passwd",
        ])
    func noAddress(text: String) {
        #expect(ModelAddress(text) == nil)
    }
}
