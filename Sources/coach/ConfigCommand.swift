import LanguageModel
import Ledger
import Terminal

/// `coach config`: what the configuration file may say, what it says, and what holds where it is silent.
struct ConfigCommand {
    let session: Session

    func run() throws -> Int32 {
        if let fault = session.configuration.modelFault { session.warn(fault) }
        let written = session.configuration.written
        if session.wantsJSON {
            try session.write(
                .object([
                    ("file", .string(session.configurationPath)),
                    (
                        "settings",
                        .array(
                            Configuration.Key.all.map { key in
                                .object([
                                    ("name", .string(key.name)), ("value", .optional(shown(key), JSON.string)),
                                    ("usual", .string(key.usual)), ("expected", .string(key.expectation)),
                                    ("meaning", .string(key.meaning)),
                                ])
                            })
                    ),
                ]))
            return 0
        }
        let count = written.isEmpty ? "no settings" : "\(written.count) setting\(written.count == 1 ? "" : "s")"
        try session.write("\(SafeText.line(session.configurationPath)): \(count)\n")
        for key in Configuration.Key.all {
            let now = shown(key).map(SafeText.line) ?? "(\(key.usual))"
            let words = Wrapping.wrap("\(key.meaning): \(key.expectation)", width: session.width.map { $0 - 4 })
            try session.write("\(session.style(key.name, .bold))  \(now)\n    ")
            try session.write(words.split(separator: "\n").joined(separator: "\n    ") + "\n")
        }
        return 0
    }

    /// What is written; never a secret that may stand in it.
    private func shown(_ key: Configuration.Key) -> String? {
        guard let value = session.configuration.written[key.name] else { return nil }
        switch key.name {
        case "api_key_command", "key_command", "previous_key_command": return "(set)"
        case "model_url": return value.string.flatMap(ModelAddress.init).map { $0.origin + $0.path } ?? "(set)"
        default: return value.string ?? value.text
        }
    }
}
