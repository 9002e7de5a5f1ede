import Advice
import Coaching
import Feeds
import Importing
import LanguageModel
import Ledger
import Service
import Terminal

extension Configuration {
    /// One key of the file: its name, what it takes, what it is for, and where its value goes.
    struct Key: Sendable {
        let name: String
        /// What is allowed, for messages: `expected …`.
        let expectation: String
        /// One line for people.
        let meaning: String
        /// What holds where the file says nothing.
        let usual: String
        /// - Returns: false for a value that is not allowed.
        let take: @Sendable (JSON, inout Configuration) -> Bool

        private init<Value>(
            _ name: String, _ expectation: String, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, Value?> & Sendable,
            _ read: @escaping @Sendable (JSON) -> Value?
        ) {
            self.name = name
            self.expectation = expectation
            self.meaning = meaning
            self.usual = usual
            take = { json, configuration in
                configuration[keyPath: place] = read(json)
                return configuration[keyPath: place] != nil
            }
        }

        private static func choice<Choice: RawRepresentable & CaseIterable & SendableMetatype>(
            _ name: String, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, Choice?> & Sendable
        ) -> Key where Choice.RawValue == String {
            let words = Choice.allCases.map(\.rawValue)
            let expectation = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            return Key(name, expectation, meaning, usual: usual, place) { $0.string.flatMap(Choice.init(rawValue:)) }
        }

        private static func text(
            _ name: String, _ expectation: String, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, String?> & Sendable
        ) -> Key {
            Key(name, expectation, meaning, usual: usual, place) { $0.string.flatMap { $0.isEmpty ? nil : $0 } }
        }

        private static func whole(
            _ name: String, _ range: ClosedRange<Int>, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, Int?> & Sendable
        ) -> Key {
            let expectation = "a whole number from \(range.lowerBound) to \(range.upperBound)"
            return Key(name, expectation, meaning, usual: usual, place) { json in
                json.int.flatMap { range.contains($0) ? $0 : nil }
            }
        }

        private static func flag(
            _ name: String, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, Bool?> & Sendable
        ) -> Key { Key(name, "true or false", meaning, usual: usual, place, \.bool) }

        private static func seconds(
            _ name: String, _ meaning: String, usual: String,
            _ place: WritableKeyPath<Configuration, Double?> & Sendable
        ) -> Key {
            Key(name, "a number of seconds from 0.1 to 3600", meaning, usual: usual, place) { json in
                json.double.flatMap { (0.1...3600).contains($0) ? $0 : nil }
            }
        }

        static let all: [Key] =
            ofModel + ofPlaid + ofOpenID + [
                choice(
                    "privacy", "what a model gets: facts without figures, with them, single rows too, or nothing",
                    usual: "aggregates",
                    \.privacy),
                Key(
                    "date_order", "mdy, dmy or ymd", "how to read all-number dates when a file doesn't make it clear",
                    usual: "whatever the file shows", \.dateOrder
                ) { json in
                    json.string.flatMap(StatementLayout.DateOrder.init(rawValue:))
                },
                Key(
                    "forecast_buffer", "an amount such as \"250\" or 250", "what should stay in the account",
                    usual: "100",
                    \.forecastBuffer
                ) { json in
                    (json.string ?? json.numberText).flatMap { text in DecimalAmount(text) }.flatMap {
                        $0.digits < 0 ? nil : $0
                    }
                },
                choice("profile", "how strictly to judge purchases", usual: "average", \.profile),
                whole(
                    "keep_positions_hours", 0...LocationGuard.mostHours,
                    "how many hours positions from your phone are kept; 0 keeps none",
                    usual: "24", \.positionHours),
                Key(
                    "currency", "a currency code such as USD", "the currency for files that don't say",
                    usual: "your accounts' currency", \.currency
                ) { json in
                    json.string.flatMap { code in Currency(code) }
                },
                choice("color", "whether to use colors", usual: "auto", \.color),
                choice("graphics", "how charts are drawn", usual: "auto: whatever the terminal supports", \.graphics),
                flag(
                    "sync_on_start", "whether a conversation begins with a sync of your banks", usual: "false",
                    \.syncsOnStart),
                choice(
                    "key_store",
                    "where the key for bank secrets is kept: a file beside this one, or your desktop's keyring",
                    usual: "file", \.keyStore),
                text(
                    "key_command", "a command that prints the key",
                    "gets the key that bank secrets are sealed with",
                    usual: "a key file beside this one", \.keyCommand),
                text(
                    "previous_key_command", "a command that prints the key",
                    "gets the previous key, until `coach secrets rotate` has run", usual: "none", \.previousKeyCommand),
                text(
                    "pager", "a command such as \"less -FRX\"",
                    "shows output that doesn't fit the window, unless PAGER is set",
                    usual: "less", \.pager),
            ]

        private static let ofPlaid: [Key] = [
            Key(
                "plaid_environment", "sandbox, production, or an address on this machine", "which Plaid to ask",
                usual: "production", \.plaid.environment
            ) { json in
                json.string.flatMap(PlaidSettings.Environment.init)
            },
            text(
                "plaid_client_id", "the client ID of your Plaid account", "says who asks Plaid", usual: "none",
                \.plaid.clientID),
            text(
                "plaid_secret_command", "a command that prints the secret", "gets the secret of your Plaid account",
                usual: "none", \.plaid.secretCommand),
            Key(
                "plaid_countries", "country codes such as \"US CA\"", "where your banks are", usual: "US",
                \.plaid.countries
            ) { json in
                let codes = json.string?.split(separator: " ").map { $0.uppercased() } ?? []
                return codes.isEmpty || !codes.allSatisfy(Plaid.countries.contains) ? nil : codes
            },
            Key(
                "plaid_webhook", "an https address", "where Plaid reports what's new", usual: "none", \.plaid.webhook
            ) { json in
                json.string.flatMap { BankAddress($0)?.isEncrypted == true ? $0 : nil }
            },
        ]

        private static let ofOpenID: [Key] = [
            Key(
                "openid_issuer", "an https address", "the OpenID provider whose sign-ins `coach serve` takes",
                usual: "none", \.openID.issuer
            ) { json in
                json.string.flatMap { OpenIDProvider.isSafe($0) ? $0 : nil }
            },
            text(
                "openid_audience", "a name such as \"coach-api\"", "who the provider's access tokens must be for",
                usual: "none", \.openID.audience),
            Key(
                "openid_people",
                "an object such as {\"SUBJECT\": \"me\"}, or {\"SUBJECT\": {\"person\": \"me\", \"db\": \"/PATH\"}} for an index served with --db",
                "which person's data each subject of the provider may ask for", usual: "nobody's", \.openID.people
            ) { json in
                guard let members = json.object else { return nil }
                var people: [String: Configuration.OpenIDConfiguration.Person] = [:]
                for (subject, value) in members {
                    guard !subject.isEmpty, let person = person(value) else { return nil }
                    people[subject] = person
                }
                return people
            },
            choice(
                "openid_scope", "what a sign-in may do if the provider's token doesn't say", usual: "nothing",
                \.openID.scope),
            text(
                "openid_client_id", "the client ID of coach at the provider",
                "lets phones sign in through `coach serve`", usual: "none", \.openID.clientID),
            text(
                "openid_secret_command", "a command that prints the secret", "gets that client's secret, if it has one",
                usual: "none", \.openID.secretCommand),
        ]

        /// A person's name, or that with the index that the person belongs to.
        private static func person(_ json: JSON) -> Configuration.OpenIDConfiguration.Person? {
            let path = json["db"]
            guard let name = json.string ?? json["person"]?.string, TokenBook.isName(name),
                json.object?.allSatisfy({ ["person", "db"].contains($0.0) }) ?? true,
                // Whatever folder the server is started in.
                path == nil || path?.string?.hasPrefix("/") == true
            else { return nil }
            return Configuration.OpenIDConfiguration.Person(name: name, household: path?.string)
        }

        private static let ofModel: [Key] = [
            choice("provider", "how to talk to the model", usual: "judged by the address", \.model.provider),
            text("model", "the name of a model", "the model that words the answers", usual: "none", \.model.model),
            text(
                "model_url", "an address such as \"http://localhost:8080/v1\"", "where the model is",
                usual: "the provider's own", \.model.url),
            text(
                "api_key_command", "a command that prints the key", "gets the API key when a model is asked",
                usual: "none", \.model.apiKeyCommand),
            whole(
                "context_tokens", 512...10_000_000, "how much the model can read at once",
                usual: "not known; 8192 for Ollama",
                \.model.contextTokens),
            whole(
                "max_tokens", 1...1_000_000, "the longest reply", usual: "up to the endpoint",
                \.model.maximumTokens),
            Key(
                "temperature", "a number from 0 to 2", "0 sticks to the likeliest words", usual: "0.3",
                \.model.temperature
            ) { json in
                json.double.flatMap { (0...2).contains($0) ? $0 : nil }
            },
            flag("stream", "whether to show words as they come", usual: "true", \.model.streams),
            flag(
                "allow_insecure_http", "lets figures leave this machine without encryption", usual: "false",
                \.model.allowsInsecureHTTP),
            seconds("connect_timeout", "how long a connection may take", usual: "10", \.model.connectTimeout),
            seconds(
                "first_token_timeout", "how long the first words may take", usual: "60", \.model.firstTokenTimeout),
            seconds("idle_timeout", "how long a model may fall silent between words", usual: "30", \.model.idleTimeout),
            seconds("reply_timeout", "how long a whole reply may take", usual: "300", \.model.replyTimeout),
            seconds(
                "api_key_timeout", "how long the command that prints the key may take", usual: "60",
                \.model.keyTimeout),
        ]

        /// Whether it only matters where a model is asked. What a model may get is such a key: of a wrong word nobody
        /// knows what it was to let go.
        var isOfModel: Bool { name == "privacy" || Key.ofModel.contains { $0.name == name } }

        /// What to say of a name that is none of them.
        static func unknown(_ name: String) -> String {
            let shown = "there's no setting “\(name.prefix(40))”"
            let bare = name.lowercased()
            if bare.contains("key"), !bare.contains("command") {
                return shown
                    + ": API keys don't go here; set COACH_API_KEY, or “api_key_command” to a command that prints the key"
            }
            return shown
                + (Suggestion.nearest(to: name, among: all.map(\.name)).map { ": did you mean “\($0)”?" }
                    ?? "; `coach config` lists them all")
        }
    }
}
