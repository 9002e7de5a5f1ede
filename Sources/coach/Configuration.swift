import Advice
import Coaching
import Glibc
import Importing
import LanguageModel
import Ledger
import Terminal

/// What the user's `config.json` says; nil where it says nothing.
struct Configuration {
    enum Color: String, CaseIterable {
        case auto, always, never
    }

    var model = ModelConfiguration()
    var privacy: Privacy?
    var verification: Verification?
    var dateOrder: StatementLayout.DateOrder?
    var forecastBuffer: DecimalAmount?
    var profile: SpendingProfile?
    var currency: Currency?
    var color: Color?
    var pager: String?
    /// Keys that nothing reads, one line for each.
    private(set) var warnings: [String] = []
    /// How many keys it has.
    private(set) var count = 0

    init() {}

    /// - Parameters:
    ///   - text: JSON; comments and a comma behind the last member are allowed.
    ///   - path: for messages.
    /// - Throws: `Failure` with exit code 2, one line that tells file, line and what is allowed.
    init(_ text: String, path: String) throws(Failure) {
        let members: [JSONMember]
        do {
            members = try JSON.members(of: text, allowing: [.comments, .trailingCommas])
        } catch {
            throw Failure("\(path), \(error.message)", exitCode: 2)
        }
        for member in members {
            guard let key = Key.all.first(where: { $0.name == member.name }) else {
                warnings.append("\(path), line \(member.line): " + Key.unknown(member.name))
                continue
            }
            count += 1
            if member.value.isNull { continue }
            guard key.take(member.value, &self) else {
                throw Failure(
                    "\(path), line \(member.line): “\(key.name)” is wrong: expected \(key.expectation)", exitCode: 2)
            }
        }
    }

    /// The file at that path; no file says nothing.
    static func read(path: String) throws(Failure) -> Configuration {
        guard let bytes = try bytes(path) else { return Configuration() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("\(path): this is no UTF-8 text", exitCode: 2)
        }
        return try Configuration(text, path: path)
    }

    private static func bytes(_ path: String) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        defer { if descriptor >= 0 { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var count = descriptor < 0 ? -1 : Glibc.read(descriptor, &buffer, buffer.count)
        while count > 0, bytes.count < 1 << 20 {
            bytes += buffer[..<count]
            count = Glibc.read(descriptor, &buffer, buffer.count)
        }
        guard count == 0 else {
            let reason = count < 0 ? String(cString: strerror(errno)) : "it is far too large"
            throw Failure("\(path): the configuration cannot be read: \(reason)")
        }
        return bytes
    }
}

// MARK: - The keys

extension Configuration {
    /// One key of the file: its name, what it takes, and where that goes.
    struct Key: Sendable {
        let name: String
        /// What is allowed, for messages: `expected …`.
        let expectation: String
        /// - Returns: false for a value that is not allowed.
        let take: @Sendable (JSON, inout Configuration) -> Bool

        private init<Value>(
            _ name: String, _ expectation: String,
            _ place: WritableKeyPath<Configuration, Value?> & Sendable,
            _ read: @escaping @Sendable (JSON) -> Value?
        ) {
            self.name = name
            self.expectation = expectation
            take = { json, configuration in
                configuration[keyPath: place] = read(json)
                return configuration[keyPath: place] != nil
            }
        }

        private static func choice<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
            _ name: String, _ place: WritableKeyPath<Configuration, Choice?> & Sendable
        ) -> Key where Choice.RawValue == String {
            let words = Choice.allCases.map(\.rawValue)
            let expectation = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            return Key(name, expectation, place) { $0.string.flatMap(Choice.init(rawValue:)) }
        }

        private static func text(
            _ name: String, _ expectation: String, _ place: WritableKeyPath<Configuration, String?> & Sendable
        ) -> Key {
            Key(name, expectation, place) { $0.string.flatMap { $0.isEmpty ? nil : $0 } }
        }

        private static func whole(
            _ name: String, _ range: ClosedRange<Int>, _ place: WritableKeyPath<Configuration, Int?> & Sendable
        ) -> Key {
            Key(name, "a whole number from \(range.lowerBound) to \(range.upperBound)", place) { json in
                json.int.flatMap { range.contains($0) ? $0 : nil }
            }
        }

        private static func flag(_ name: String, _ place: WritableKeyPath<Configuration, Bool?> & Sendable) -> Key {
            Key(name, "true or false", place, \.bool)
        }

        private static func seconds(
            _ name: String, _ place: WritableKeyPath<Configuration, Double?> & Sendable
        ) -> Key {
            Key(name, "a number of seconds from 0.1 to 3600", place) { json in
                json.double.flatMap { (0.1...3600).contains($0) ? $0 : nil }
            }
        }

        static let all: [Key] = [
            choice("provider", \.model.provider),
            text("model", "the name of a model", \.model.model),
            text("model_url", "an address such as \"http://localhost:8080/v1\"", \.model.url),
            text("api_key_command", "a command that prints the key", \.model.apiKeyCommand),
            whole("context_tokens", 512...10_000_000, \.model.contextTokens),
            whole("max_tokens", 1...1_000_000, \.model.maximumTokens),
            Key("temperature", "a number from 0 to 2", \.model.temperature) { json in
                json.double.flatMap { (0...2).contains($0) ? $0 : nil }
            },
            flag("stream", \.model.streams),
            flag("allow_insecure_http", \.model.allowsInsecureHTTP),
            seconds("connect_timeout", \.model.connectTimeout),
            seconds("first_token_timeout", \.model.firstTokenTimeout),
            seconds("idle_timeout", \.model.idleTimeout),
            choice("privacy", \.privacy),
            choice("verify", \.verification),
            Key("date_order", "mdy, dmy or ymd", \.dateOrder) { json in
                json.string.flatMap(StatementLayout.DateOrder.init(rawValue:))
            },
            Key("forecast_buffer", "an amount such as \"250\" or 250", \.forecastBuffer) { json in
                (json.string ?? json.numberText).flatMap { text in DecimalAmount(text) }.flatMap {
                    $0.digits < 0 ? nil : $0
                }
            },
            choice("profile", \.profile),
            Key("currency", "a currency code such as USD", \.currency) { json in
                json.string.flatMap { code in Currency(code) }
            },
            choice("color", \.color),
            text("pager", "a command such as \"less -FRX\"", \.pager),
        ]

        /// What to say of a name that is none of them.
        static func unknown(_ name: String) -> String {
            let shown = "nothing reads “\(name.prefix(40))”"
            let bare = name.lowercased()
            if bare.contains("key"), !bare.contains("command") {
                return shown + ": keys are not kept here; set COACH_API_KEY, or “api_key_command” to what prints it"
            }
            return shown
                + (Suggestion.nearest(to: name, among: all.map(\.name)).map { ": did you mean “\($0)”?" } ?? "")
        }
    }
}

// MARK: - In a session

extension Session {
    var configurationPath: String { configFolder + "/config.json" }

    /// Reads the configuration, tells what nothing reads in it, and takes over what concerns the output.
    mutating func configure() throws {
        configuration = try Configuration.read(path: configurationPath)
        configuration.warnings.forEach(warn)
        guard let color = configuration.color, color != .auto else { return }
        style = Style(
            isTerminal: color == .always, noColorOption: command[Options.noColor], environment: environmentVariable)
    }

    /// The settings of the model that options, environment and file choose; nil where no model is to be asked.
    func modelSettings() throws -> ModelSettings? {
        guard !command[Options.noModel], configuration.privacy != .off else { return nil }
        return try ModelSettings.resolve(
            model: command[Options.model], url: command[Options.modelURL], environment: environmentVariable,
            file: configuration.model)
    }

    /// How replies are phrased, by the configuration.
    func phrasingSettings() -> PhrasingSettings {
        var settings = PhrasingSettings()
        settings.privacy = configuration.privacy ?? settings.privacy
        settings.verification = configuration.verification ?? settings.verification
        settings.maximumTokens = configuration.model.maximumTokens ?? settings.maximumTokens
        settings.temperature = configuration.model.temperature ?? settings.temperature
        return settings
    }
}
