import LanguageModel
import Ledger
import Terminal

/// What `coach doctor` says of the model.
extension Session {
    /// Seconds that somebody who looks for a fault waits; a model that is just being loaded may need longer.
    private static let patience = 15.0

    /// Sends a few words that tell nothing of anybody, and no more than once.
    func modelCheck() -> DoctorCommand.Check {
        let settings: ModelSettings
        do {
            guard let found = try modelSettings() else { return Self.check(true, noModelWords) }
            settings = found
        } catch {
            return Self.check(false, Failure(error).message)
        }
        let model = "\(settings.model) at \(settings.address.origin) (\(settings.provider.rawValue))"
        var probe = settings
        probe.connectTimeout = min(probe.connectTimeout, Self.patience / 3)
        probe.firstTokenTimeout = min(probe.firstTokenTimeout, Self.patience)
        probe.replyTimeout = min(probe.replyTimeout, 2 * Self.patience)
        do {
            let reply = try makeModel(probe, retries: .none).reply(
                to: ChatRequest(messages: [ChatMessage(.user, "Say OK.")], maximumTokens: 16, temperature: 0)
            ) { _ in true }
            let time = reply.millisecondsToFirstToken.map { ", first words in \($0) ms" } ?? ""
            return Self.check(true, "\(model) answers\(time); privacy is \(phrasingSettings().privacy.rawValue)")
        } catch {
            return Self.check(false, "\(model) doesn't answer: \(Failure(error).message)")
        }
    }

    private static func check(_ isFine: Bool, _ words: String) -> DoctorCommand.Check {
        DoctorCommand.Check(name: "model", isFine: isFine, words: words)
    }

    private var noModelWords: String {
        let none = "none; coach answers in its own words, and nothing leaves this machine"
        if configuration.privacy == .off { return none + " (privacy is off)" }
        let key = ["COACH_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"].first {
            environmentVariable($0)?.isEmpty == false
        }
        guard let key, !command[Options.noModel] else { return none }
        return none + " (\(key) is set, but no model is named: set COACH_MODEL)"
    }
}
