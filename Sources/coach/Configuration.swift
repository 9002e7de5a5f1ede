import Advice
import Coaching
import Feeds
import Glibc
import Importing
import LanguageModel
import Ledger
import Service
import Terminal

/// What the user's `config.json` says; nil where it says nothing.
struct Configuration {
    enum Color: String, CaseIterable {
        case auto, always, never
    }

    /// Where the key for bank secrets is kept.
    enum KeyStore: String, CaseIterable {
        case file, desktop
    }

    var model = ModelConfiguration()
    var privacy: Privacy?
    var dateOrder: StatementLayout.DateOrder?
    var forecastBuffer: DecimalAmount?
    var profile: SpendingProfile?
    var positionHours: Int?
    var currency: Currency?
    var color: Color?
    /// How charts are drawn.
    var graphics: Graphics.Choice?
    var pager: String?
    /// Whether a conversation begins with a sync.
    var syncsOnStart: Bool?
    /// Prints the key for bank secrets; the one that it took the place of.
    var keyCommand: String?
    var keyStore: KeyStore?
    var previousKeyCommand: String?
    var plaid = PlaidConfiguration()
    /// How to ask Plaid.
    struct PlaidConfiguration {
        var environment: PlaidSettings.Environment?
        var clientID: String?
        /// Prints the secret.
        var secretCommand: String?
        var countries: [String]?
        var webhook: String?
    }

    var openID = OpenIDConfiguration()
    /// Whose sign-ins `coach serve` takes.
    struct OpenIDConfiguration {
        var issuer: String?
        var audience: String?
        /// Which person each subject is.
        var people: [String: Person]?
        var scope: Scope?
        var clientID: String?
        /// Prints the secret.
        var secretCommand: String?

        struct Person {
            let name: String
            /// The household's index; nil for the one without `--db`.
            let household: String?
        }
    }

    /// Keys that nothing reads, one line for each.
    private(set) var warnings: [String] = []
    /// The first wrong value of what only matters where a model is asked: no model is, and nothing else stops for it.
    private(set) var modelFault: String?
    /// What is written there, by key.
    private(set) var written: [String: JSON] = [:]

    init() {}

    /// - Parameters:
    ///   - text: JSON; comments and a comma behind the last member are allowed.
    ///   - path: for messages.
    /// - Throws: `Failure` with exit code 2, one line that tells file, line and what is allowed; but see `modelFault`.
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
            if written[key.name] != nil {
                warnings.append("\(path), line \(member.line): “\(key.name)” is set twice; this one counts")
            }
            if member.value.isNull { continue }
            written[key.name] = member.value
            if key.take(member.value, &self) { continue }
            let fault = "\(path), line \(member.line): “\(key.name)” is wrong: expected \(key.expectation)"
            guard key.isOfModel else { throw Failure(fault, exitCode: 2) }
            modelFault = modelFault ?? fault
        }
    }

    /// The file at that path; no file says nothing.
    static func read(path: String) throws(Failure) -> Configuration {
        guard let bytes = try bytes(path) else { return Configuration() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("\(path): not UTF-8 text; save it as UTF-8", exitCode: 2)
        }
        var configuration = try Configuration(text, path: path)
        let commands: [(name: String, place: WritableKeyPath<Configuration, String?>)] = [
            ("api_key_command", \.model.apiKeyCommand), ("key_command", \.keyCommand),
            ("previous_key_command", \.previousKeyCommand), ("plaid_secret_command", \.plaid.secretCommand),
            ("openid_secret_command", \.openID.secretCommand),
        ]
        for (name, place) in commands where configuration[keyPath: place] != nil {
            guard let changeable = changeableByOthers(path) else { break }
            configuration[keyPath: place] = nil
            configuration.warnings.append(
                "\(path): “\(name)” isn't run because others can write to \(changeable); fix that with "
                    + "`chmod go-w \(changeable)`")
        }
        return configuration
    }

    /// The file or its folder, where somebody else may have written what stands in it.
    private static func changeableByOthers(_ path: String) -> String? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return [path, folder].first { path in
            var info = stat()
            guard stat(path, &info) == 0 else { return false }
            return info.st_mode & 0o022 != 0 || (info.st_uid != geteuid() && info.st_uid != 0)
        }
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
            let reason = count < 0 ? String(cString: strerror(errno)) : "it's far too large"
            throw Failure("\(path): can't read the configuration: \(reason)")
        }
        return bytes
    }
}

// MARK: - In a session

extension Session {
    var configurationPath: String { configFolder + "/config.json" }

    /// Reads the configuration, tells what nothing reads in it, and takes over what concerns the output.
    mutating func configure() throws {
        configuration = try Configuration.read(path: configurationPath)
        configuration.warnings.forEach(warn)
        // The environment comes before the file.
        if let pager = configuration.pager { setenv("PAGER", pager, 0) }
        guard let color = configuration.color, color != .auto else { return }
        style = Style(
            isTerminal: color == .always, noColorOption: command[Options.noColor], environment: environmentVariable)
    }

    /// The settings of the model that options, environment and file choose; nil where no model is to be asked.
    func modelSettings() throws -> ModelSettings? {
        guard !command[Options.noModel], configuration.privacy != .off else { return nil }
        if let fault = configuration.modelFault { throw Failure(fault, exitCode: 2) }
        return try ModelSettings.resolve(
            model: command[Options.model], url: command[Options.modelURL], environment: environmentVariable,
            file: configuration.model)
    }

    /// How replies are phrased, by the configuration.
    func phrasingSettings() -> PhrasingSettings {
        var settings = PhrasingSettings()
        settings.privacy = configuration.privacy ?? settings.privacy
        settings.maximumTokens = configuration.model.maximumTokens ?? settings.maximumTokens
        settings.temperature = configuration.model.temperature ?? settings.temperature
        return settings
    }
}
